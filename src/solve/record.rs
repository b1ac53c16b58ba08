//! The censuses on record: how many boards of each layer have which value, kept as text with the program and compiled in.
//!
//! A table whose census is another than that on record is wrong, whatever its checksums say. The texts are `databases/census/RULES-KIND.txt`;
//! `oware db stats --rules RULES --kind KIND --census` prints them from tables.
//!
//! ```text
//! # A line that begins with # is a remark.
//! # seeds value count
//! 2 -2 41
//! 2 0 5
//! ```
//!
//! A row says how many boards (count) of a layer (seeds) have a value. A forced table holds two numbers a board and has rows
//! `seeds player value count`, player being `mover` or `opponent`. Values that do not occur have no row. Rows are in ascending order, the mover's before
//! the opponent's, so that a record has one text.

use super::census::Census;
use crate::score::Value;
use crate::table::{Kind, TableId};
use crate::variant::Variant;
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// The planes of a forced table, in their order.
const PLAYERS: [&str; 2] = ["mover", "opponent"];

/// The censuses of the layers of one rule set and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    variant: Variant,
    kind: Kind,
    /// By seeds, one census a plane.
    layers: BTreeMap<u32, Vec<Census>>,
}

/// A row that is none of a record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: `{text}` is no row of a census; expected `{expected}`, in ascending order, with a layer and a value that exist")]
pub struct BadRow {
    /// Its number, from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
    /// The form of a row.
    pub expected: &'static str,
}

/// A table whose census is not the one on record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{found} boards have the value {value}{}, expected {expected} by the census on record", player(.plane))]
pub struct Deviation {
    /// Which plane of a forced table.
    pub plane: Option<usize>,
    /// The lowest value whose count differs.
    pub value: Value,
    /// The table's count.
    pub found: u64,
    /// The recorded count.
    pub expected: u64,
}

fn player(plane: &Option<usize>) -> String {
    plane.map_or_else(String::new, |plane| format!(" for the {}", PLAYERS[plane]))
}

/// The text that the program was compiled with, if there is one.
const fn text(variant: Variant, kind: Kind) -> Option<&'static str> {
    Some(match (kind, variant) {
        (Kind::Shared, Variant::Abapa) => include_str!("../../databases/census/abapa-shared.txt"),
        (Kind::Shared, Variant::AbapaPlayOn) => include_str!("../../databases/census/abapa-play-on-shared.txt"),
        (Kind::Shared, Variant::Wari) => include_str!("../../databases/census/wari-shared.txt"),
        (Kind::Shared, Variant::Warri) => include_str!("../../databases/census/warri-shared.txt"),
        (Kind::Shared, Variant::Kalah) => include_str!("../../databases/census/kalah-shared.txt"),
        (Kind::Shared, Variant::KalahStrict) => include_str!("../../databases/census/kalah-strict-shared.txt"),
        (Kind::Forced, Variant::Abapa) => include_str!("../../databases/census/abapa-forced.txt"),
        (Kind::Forced, Variant::AbapaPlayOn) => include_str!("../../databases/census/abapa-play-on-forced.txt"),
        (Kind::Forced, Variant::Wari) => include_str!("../../databases/census/wari-forced.txt"),
        (Kind::Forced, Variant::Warri) => include_str!("../../databases/census/warri-forced.txt"),
        (Kind::Forced, Variant::Kalah | Variant::KalahStrict) => return None,
    })
}

impl Record {
    /// No layer yet.
    #[must_use]
    pub const fn new(variant: Variant, kind: Kind) -> Self {
        Record { variant, kind, layers: BTreeMap::new() }
    }

    /// What is on record of a rule set and kind; without any layer if nothing is.
    ///
    /// # Panics
    /// If the program was compiled with a text that is no record.
    #[must_use]
    pub fn kept(variant: Variant, kind: Kind) -> Self {
        let text = text(variant, kind).unwrap_or_default();
        Self::parse(variant, kind, text).unwrap_or_else(|error| panic!("the {kind} census of {variant} is damaged: {error}"))
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// [`BadRow`] for the first row that is not one.
    pub fn parse(variant: Variant, kind: Kind, text: &str) -> Result<Self, BadRow> {
        let mut counts: BTreeMap<(u32, usize), BTreeMap<Value, u64>> = BTreeMap::new();
        let mut last = None;
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#') && !text.trim().is_empty()) {
            let bad = || BadRow { line, text: text.to_owned(), expected: columns(kind) };
            let (id, plane, value, count) = row(variant, kind, text).ok_or_else(bad)?;
            let key = (id.seeds(), plane, value);
            if last.replace(key).is_some_and(|last| last >= key) {
                return Err(bad());
            }
            counts.entry((id.seeds(), plane)).or_default().insert(value, count);
        }
        let mut record = Self::new(variant, kind);
        for ((seeds, _), counts) in counts {
            record.layers.entry(seeds).or_default().push(counts.into_iter().collect());
        }
        Ok(record)
    }

    /// Takes up the census of a table, in place of any of the same layer.
    ///
    /// # Panics
    /// If the table is of another rule set or kind.
    pub fn insert(&mut self, id: TableId, values: &[u8]) {
        assert_eq!((id.variant(), id.kind()), (self.variant, self.kind), "a record holds one rule set and kind");
        self.layers.insert(id.seeds(), Census::of_planes(id, values));
    }

    /// The layers and their censuses, one a plane, from the smallest up.
    pub fn layers(&self) -> impl Iterator<Item = (u32, &[Census])> {
        self.layers.iter().map(|(&seeds, planes)| (seeds, planes.as_slice()))
    }

    /// Holds a table against the record; `None` if its layer is not on it.
    ///
    /// # Errors
    /// [`Deviation`] if the counts differ.
    #[must_use]
    pub fn check(&self, id: TableId, values: &[u8]) -> Option<Result<(), Deviation>> {
        let recorded = self.layers.get(&id.seeds())?;
        let planes = Census::of_planes(id, values);
        let deviation = planes.iter().zip(recorded).enumerate().find_map(|(plane, (found, expected))| {
            let values = found.counts().chain(expected.counts()).map(|(value, _)| value);
            let value = values.filter(|&value| found.count(value) != expected.count(value)).min()?;
            let plane = (planes.len() > 1).then_some(plane);
            Some(Deviation { plane, value, found: found.count(value), expected: expected.count(value) })
        });
        Some(deviation.map_or(Ok(()), Err))
    }
}

/// The columns of a row.
const fn columns(kind: Kind) -> &'static str {
    match kind {
        Kind::Shared => "seeds value count",
        Kind::Forced => "seeds player value count",
    }
}

/// Reads a row.
fn row(variant: Variant, kind: Kind, text: &str) -> Option<(TableId, usize, Value, u64)> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (seeds, plane, value, count) = match (kind, fields.as_slice()) {
        (Kind::Shared, &[seeds, value, count]) => (seeds, 0, value, count),
        (Kind::Forced, &[seeds, player, value, count]) => (seeds, PLAYERS.iter().position(|name| *name == player)?, value, count),
        _ => return None,
    };
    let (id, value) = (TableId::new(variant, kind, seeds.parse().ok()?).ok()?, value.parse::<Value>().ok()?);
    (u32::from(value.unsigned_abs()) <= id.seeds()).then_some((id, plane, value, count.parse().ok()?))
}

/// The text form.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { variant, kind, layers } = self;
        let what = match kind {
            Kind::Shared => "how many boards of each layer have which value, seen from the player to move",
            Kind::Forced => "on how many boards of each layer the player to move, and the opponent, can force how many seeds",
        };
        let option = if *kind == Kind::default() { String::new() } else { format!(" --kind {kind}") };
        writeln!(f, "# Census of the {kind} tables of {variant}: {what}.")?;
        writeln!(
            f,
            "# Printed by `oware db stats --rules {variant}{option} --census`; what the columns mean stands in src/solve/record.rs."
        )?;
        writeln!(f, "# {}", columns(*kind))?;
        for (seeds, planes) in layers {
            for (plane, census) in planes.iter().enumerate() {
                let player = if planes.len() > 1 { format!("{} ", PLAYERS[plane]) } else { String::new() };
                for (value, count) in census.counts() {
                    writeln!(f, "{seeds} {player}{value} {count}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::layer_size;

    #[test]
    fn what_is_kept_is_whole_and_in_its_one_form() {
        for variant in Variant::ALL {
            for kind in Kind::ALL {
                let record = Record::kept(variant, kind);
                for (seeds, planes) in record.layers() {
                    assert_eq!(planes.len() as u64, kind.planes());
                    assert!(planes.iter().all(|census| census.boards() == layer_size(seeds)), "{variant} {kind} layer {seeds}");
                }
                if let Some(text) = text(variant, kind) {
                    assert_eq!(record.to_string(), text, "{variant} {kind}");
                }
            }
        }
    }

    #[test]
    fn a_forced_record_has_rows_for_both_players_and_comes_back() {
        let id = TableId::new(Variant::Wari, Kind::Forced, 1).unwrap();
        let mut record = Record::new(Variant::Wari, Kind::Forced);
        let values: Vec<u8> = [1; 12].into_iter().chain([0; 11]).chain([1]).collect();
        record.insert(id, &values);
        let text = record.to_string();
        assert!(text.ends_with("# seeds player value count\n1 mover 1 12\n1 opponent 0 11\n1 opponent 1 1\n"), "{text}");
        assert_eq!(Record::parse(Variant::Wari, Kind::Forced, &text).unwrap(), record);
        assert_eq!(record.check(id, &values), Some(Ok(())));
        let deviation = record.check(id, &[[1; 12], [0; 12]].concat()).unwrap().unwrap_err();
        assert_eq!(deviation.to_string(), "12 boards have the value 0 for the opponent, expected 11 by the census on record");
        assert!(record.check(TableId::new(Variant::Wari, Kind::Forced, 2).unwrap(), &[0; 156]).is_none());
    }

    #[test]
    fn rows_that_are_none_are_named() {
        let bad = ["1 0", "1 0 5 6", "x 0 5", "1 2 5", "49 0 5", "1 0 -5", "1  0 5", "1 1 5\n1 0 7", "1 0 5\n1 0 5", "1 mover 0 5"];
        for text in bad {
            let error = Record::parse(Variant::Wari, Kind::Shared, text).unwrap_err();
            assert_eq!((error.line, error.text.as_str()), (text.lines().count(), text.lines().last().unwrap()));
            assert!(error.to_string().contains("expected `seeds value count`"), "{error}");
        }
        let good = Record::parse(Variant::Wari, Kind::Shared, "# remark\n\n1 -1 5\n1 1 7\n").unwrap();
        assert_eq!(good.layers().map(|(seeds, planes)| (seeds, planes[0].boards())).collect::<Vec<_>>(), [(1, 12)]);
    }
}
