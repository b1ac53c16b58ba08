//! What a verification has checked in all, and what it has not.

use super::finding::{CensusFinding, Scope};
use crate::cli::output::count;
use oware::table::TableId;
use oware::variant::Variant;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Which layers of which rule set.
type Layers = BTreeMap<Variant, Vec<u32>>;

/// The sum of all checks.
#[derive(Default)]
pub struct Tally {
    files: usize,
    bad: usize,
    /// Good files whose values follow from their successors.
    follow: usize,
    /// Layers that another solution proves.
    proven: usize,
    /// Layers that follow and have no cycles.
    acyclic: usize,
    as_recorded: usize,
    /// What was not checked, of good files.
    values: Layers,
    alone: Layers,
    cycles: Layers,
    off_record: Layers,
}

impl Tally {
    /// Takes up the result for one file.
    pub fn count(&mut self, id: TableId, scope: Scope, census: CensusFinding, good: bool) {
        self.files += 1;
        if !good {
            self.bad += 1;
            return;
        }
        self.follow += usize::from(matches!(scope, Scope::Values | Scope::Acyclic | Scope::Proof));
        self.proven += usize::from(scope == Scope::Proof);
        self.acyclic += usize::from(scope == Scope::Acyclic);
        self.as_recorded += usize::from(census == CensusFinding::AsRecorded);
        let unchecked = match scope {
            Scope::Checksums => Some(&mut self.values),
            Scope::Alone => Some(&mut self.alone),
            Scope::Values => Some(&mut self.cycles),
            Scope::Acyclic | Scope::Proof => None,
        };
        let off_record = (census == CensusFinding::NotOnRecord).then_some(&mut self.off_record);
        for layers in unchecked.into_iter().chain(off_record) {
            layers.entry(id.variant()).or_default().push(id.seeds());
        }
    }

    /// Files in all.
    pub fn files(&self) -> usize {
        self.files
    }

    /// Bad ones of them.
    pub fn bad(&self) -> usize {
        self.bad
    }
}

/// Two or three lines: what was checked and found good, what was not checked, and how many files are bad.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut checked = vec![format!("checksums of {}", count(self.files as u64, "file"))];
        if self.as_recorded > 0 {
            checked.push(format!("census of {} as recorded", self.as_recorded));
        }
        if self.follow > 0 {
            checked.push(format!("values of {} from their successors", self.follow));
        }
        if self.acyclic > 0 {
            checked.push(format!("{} proven by that, since no position comes back there", count(self.acyclic as u64, "layer")));
        }
        if self.proven > 0 {
            checked.push(format!("{} proven by another solution", count(self.proven as u64, "layer")));
        }
        let unchecked: Vec<String> = [
            (&self.values, "values of", "; --full checks them".to_owned()),
            (&self.alone, "values of", ", since a lower layer is missing or bad".to_owned()),
            (
                &self.cycles,
                "cycles in",
                " (one-ply consistency does not prove a value that is carried round a cycle; --prove=N does up to layer N)".to_owned(),
            ),
            (&self.off_record, "census of", " (none on record)".to_owned()),
        ]
        .into_iter()
        .filter(|(layers, ..)| !layers.is_empty())
        .map(|(layers, what, why)| format!("{what} {}{why}", names(layers)))
        .collect();
        writeln!(f, "checked: {}", checked.join(", "))?;
        if !unchecked.is_empty() {
            writeln!(f, "not checked: {}", unchecked.join("; "))?;
        }
        if self.bad > 0 {
            writeln!(f, "bad: {}", count(self.bad as u64, "file"))?;
        }
        Ok(())
    }
}

/// `wari 0–14, abapa 3 and 5`.
fn names(layers: &Layers) -> String {
    layers.iter().map(|(variant, layers)| format!("{variant} {}", ranges(layers))).collect::<Vec<_>>().join(", ")
}

/// `0–8 and 12`.
fn ranges(layers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    // A layer may have been found in several places.
    let layers: BTreeSet<u32> = layers.iter().copied().collect();
    for seeds in layers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == seeds => *last = seeds,
            _ => ranges.push((seeds, seeds)),
        }
    }
    let names = ranges.into_iter().map(|(first, last)| if first == last { first.to_string() } else { format!("{first}–{last}") });
    names.collect::<Vec<_>>().join(" and ")
}
