//! Which table: rule set, kind and layer, and what follows from them: file name, size, and the command that builds it.

use crate::index::layer_size;
use crate::rules::Rules;
use crate::variant::Variant;
use crate::with_rules;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// What the values of a table mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The difference that the mover gets from here on, endless play worth 0.
    #[default]
    Shared,
    /// What a player can force whatever a repetition is worth; only where positions can come back.
    Forced,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::Shared, Kind::Forced];

    /// The name on the command line and in file names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Shared => "shared",
            Kind::Forced => "forced",
        }
    }

    /// The number in table files; never reused.
    #[must_use]
    pub const fn id(self) -> u8 {
        match self {
            Kind::Shared => 1,
            Kind::Forced => 2,
        }
    }

    /// Values that a table holds for a board: the difference, or what the mover and then what the opponent can force.
    #[must_use]
    pub const fn planes(self) -> u64 {
        match self {
            Kind::Shared => 1,
            Kind::Forced => 2,
        }
    }

    /// The kind with this number in table files.
    #[must_use]
    pub fn from_id(id: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no kind's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown kind of table `{0}`; expected shared or forced")]
pub struct UnknownKind(String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

/// A table that cannot exist.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NoSuchTable {
    /// A layer above the most seeds that the rule set plays with.
    #[error("{variant} has no layer {seeds}; expected 0 to {} seeds", variant.max_seeds())]
    Layer {
        /// The rule set.
        variant: Variant,
        /// The layer asked for.
        seeds: u32,
    },
    /// A kind that the rule set has no use for.
    #[error("{variant} has no tables of kind {kind}: no position comes back there; expected kind shared")]
    Kind {
        /// The rule set.
        variant: Variant,
        /// The kind asked for.
        kind: Kind,
    },
}

/// A table that can exist: its layer is within the rule set's seeds and its kind makes sense there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId {
    variant: Variant,
    kind: Kind,
    seeds: u8,
}

impl TableId {
    /// The table of this rule set, kind and layer (in seeds on the board).
    ///
    /// # Errors
    /// [`NoSuchTable`] for a layer above [`Variant::max_seeds`], and for kind forced where no position can come back (kalah).
    pub fn new(variant: Variant, kind: Kind, seeds: u32) -> Result<Self, NoSuchTable> {
        if kind == Kind::Forced && !with_rules!(variant, R => <R as Rules>::CAN_REPEAT) {
            return Err(NoSuchTable::Kind { variant, kind });
        }
        if seeds > variant.max_seeds() {
            return Err(NoSuchTable::Layer { variant, seeds });
        }
        Ok(TableId { variant, kind, seeds: seeds as u8 })
    }

    /// All tables that can exist of this rule set and kind, from layer 0 up.
    pub fn all(variant: Variant, kind: Kind) -> impl Iterator<Item = Self> {
        (0..=variant.max_seeds()).filter_map(move |seeds| Self::new(variant, kind, seeds).ok())
    }

    /// This table and those of all layers below it, from layer 0 up.
    pub fn up_to(self) -> impl Iterator<Item = Self> {
        (0..=self.seeds).map(move |seeds| TableId { seeds, ..self })
    }

    /// The rule set.
    #[must_use]
    pub const fn variant(self) -> Variant {
        self.variant
    }

    /// The kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The layer: seeds on the board, 0–72.
    #[must_use]
    pub const fn seeds(self) -> u32 {
        self.seeds as u32
    }

    /// Boards of the layer.
    #[must_use]
    pub fn boards(self) -> u64 {
        layer_size(self.seeds())
    }

    /// Values of the table: one a board, or for kind forced first what each board's mover can force, then what the opponent can.
    #[must_use]
    pub fn values(self) -> u64 {
        self.kind.planes() * self.boards()
    }

    /// `KIND-NN.owt`.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("{}-{:02}.owt", self.kind, self.seeds)
    }

    /// Where the file lies in a folder of tables: `RULES/KIND-NN.owt`.
    #[must_use]
    pub fn path(self, folder: &Path) -> PathBuf {
        folder.join(self.variant.name()).join(self.file_name())
    }

    /// The command that builds the table, in this folder of tables or in the default one.
    #[must_use]
    pub fn build_command(self, folder: Option<&Path>) -> String {
        let mut command = format!("oware db build --rules {} --seeds {}", self.variant, self.seeds);
        if self.kind != Kind::default() {
            command += &format!(" --kind {}", self.kind);
        }
        if let Some(folder) = folder {
            command += &format!(" --db {}", shell_word(&folder.to_string_lossy()));
        }
        command
    }
}

/// `abapa shared layer 9`.
impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} layer {}", self.variant, self.kind, self.seeds)
    }
}

/// The text as one word of a shell command that a person can copy.
fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:,@=".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_come_back() {
        for kind in Kind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(Kind::from_id(kind.id()), Some(kind));
        }
        assert_eq!(Kind::from_id(0), None);
        assert!("Shared".parse::<Kind>().unwrap_err().to_string().contains("expected shared or forced"));
    }

    #[test]
    fn only_tables_that_can_exist_have_a_name() {
        let id = TableId::new(Variant::Warri, Kind::Shared, 5).unwrap();
        assert_eq!(id.path(Path::new("databases")), Path::new("databases/warri/shared-05.owt"));
        assert_eq!(TableId::new(Variant::Kalah, Kind::Shared, 72).unwrap().file_name(), "shared-72.owt");
        let error = |variant, kind, seeds| TableId::new(variant, kind, seeds).unwrap_err().to_string();
        assert_eq!(error(Variant::Abapa, Kind::Shared, 49), "abapa has no layer 49; expected 0 to 48 seeds");
        assert!(error(Variant::Kalah, Kind::Forced, 3).starts_with("kalah has no tables of kind forced"));
        assert_eq!(TableId::all(Variant::Wari, Kind::Forced).count(), 49);
        assert_eq!(TableId::all(Variant::KalahStrict, Kind::Forced).count(), 0);
        assert!(id.up_to().eq(TableId::all(Variant::Warri, Kind::Shared).take(6)));
    }

    #[test]
    fn the_build_command_can_be_copied_into_a_shell() {
        let id = TableId::new(Variant::Abapa, Kind::Forced, 12).unwrap();
        assert_eq!(id.build_command(None), "oware db build --rules abapa --seeds 12 --kind forced");
        let id = TableId::new(Variant::AbapaPlayOn, Kind::Shared, 9).unwrap();
        assert_eq!(id.build_command(Some(Path::new("it's here"))), r"oware db build --rules abapa-play-on --seeds 9 --db 'it'\''s here'");
    }
}
