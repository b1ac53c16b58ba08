//! What can be set, with names, ranges and defaults in one place.

use crate::engine::equipment::{Equipment, MAX_HASH, MAX_THREADS};
use crate::engine::level::Level;
use crate::game::Repetition;
use crate::table::Sources;
use crate::variant::Variant;
use std::fmt::Display;
use std::path::PathBuf;
use thiserror::Error;

/// Largest overhead of a move, in milliseconds.
pub const MAX_OVERHEAD: u32 = 5_000;
/// The overhead of a move where nothing is said, in milliseconds.
pub const DEFAULT_OVERHEAD: u32 = 3;
/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";

/// All settings of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the engine is made of.
    pub equipment: Equipment,
    /// What a move loses of its time on the way here and back, in milliseconds.
    pub overhead: u32,
    /// How strong the engine plays.
    pub level: Level,
    /// Whether moves are played from the opening book, at full strength.
    pub own_book: bool,
}

/// What follows from a new value, besides the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The rule set was named: the position belongs to another one.
    Rules,
    /// All tables shall be forgotten that a search filled.
    ClearHash,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// No such option.
    #[error("unknown option `{0}`; expected one of {names}", names = NAMES.map(|(name, _)| name).join(", "))]
    Unknown(String),
    /// A value that it cannot have.
    #[error("option {name}: found `{found}`; expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The text given.
        found: String,
        /// What it can be.
        expected: String,
    },
}

#[derive(Clone, Copy)]
enum Name {
    Hash,
    Threads,
    Level,
    OwnBook,
    Ponder,
    MoveOverhead,
    EngineTurn,
    DatabasePath,
    Rules,
    Repetition,
    ClearHash,
}

const NAMES: [(&str, Name); 11] = [
    ("Hash", Name::Hash),
    ("Threads", Name::Threads),
    ("Level", Name::Level),
    ("OwnBook", Name::OwnBook),
    ("Ponder", Name::Ponder),
    ("MoveOverhead", Name::MoveOverhead),
    ("EngineTurn", Name::EngineTurn),
    ("DatabasePath", Name::DatabasePath),
    ("Rules", Name::Rules),
    ("Repetition", Name::Repetition),
    ("Clear Hash", Name::ClearHash),
];

const SWITCH: [bool; 2] = [true, false];
const TURNS: [&str; 2] = ["south", "north"];
const REPETITIONS: [Repetition; 2] = [Repetition::OwnSide, Repetition::Split];

impl Options {
    /// The options as the protocol declares them, the present values as defaults: what stands after `option name`.
    #[must_use]
    pub fn declarations(&self) -> Vec<String> {
        NAMES.map(|(text, name)| format!("{text} type {}", self.kind(name))).into()
    }

    fn kind(&self, name: Name) -> String {
        let Equipment { variant, repetition, ref sources, hash_mebibytes, threads } = self.equipment;
        match name {
            Name::Hash => format!("spin default {hash_mebibytes} min 1 max {MAX_HASH}"),
            Name::Threads => format!("spin default {threads} min 1 max {MAX_THREADS}"),
            Name::MoveOverhead => format!("spin default {} min 0 max {MAX_OVERHEAD}", self.overhead),
            Name::Level => format!("spin default {} min {} max {}", self.level, Level::LEAST, Level::FULL),
            Name::OwnBook => format!("check default {}", self.own_book),
            Name::Ponder => "check default false".to_owned(),
            Name::EngineTurn => combo(TURNS[0], TURNS),
            Name::DatabasePath => match sources {
                Some(Sources::Only(folder)) => format!("string default {}", folder.display().to_string().replace(char::is_control, " ")),
                _ => format!("string default {EMPTY}"),
            },
            Name::Rules => combo(variant, Variant::ALL),
            Name::Repetition => combo(repetition, REPETITIONS),
            Name::ClearHash => "button".to_owned(),
        }
    }

    /// Sets an option by name and value, both in either case. Whether a folder, or memory, is there is not asked here.
    ///
    /// # Errors
    /// An [`OptionError`] that says what was expected; then nothing has changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let found = NAMES.into_iter().find(|(text, _)| text.eq_ignore_ascii_case(name));
        let (text, option) = found.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = value.map(str::trim);
        let error = |expected: String| OptionError::Value { name: text, found: value.unwrap_or("no value").to_owned(), expected };
        let number = |least: u32, most: u32| {
            let digits = value.filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()));
            let number = digits.and_then(|value| value.parse().ok()).filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| error(format!("a number from {least} to {most}")))
        };
        let equipment = &mut self.equipment;
        match option {
            Name::Hash => equipment.hash_mebibytes = number(1, MAX_HASH)?,
            Name::Threads => equipment.threads = number(1, u32::from(MAX_THREADS))? as u16,
            Name::MoveOverhead => self.overhead = number(0, MAX_OVERHEAD)?,
            Name::Level => {
                let [least, most] = [Level::LEAST, Level::FULL].map(|level| u32::from(level.number()));
                self.level = Level::new(number(least, most)?).map_err(|expected| error(expected.to_string()))?;
            }
            Name::OwnBook => self.own_book = one_of(value, SWITCH).map_err(error)?,
            // Whether to ponder, and for whom to play, is the other side's affair; every `go` says what to do.
            Name::Ponder => {
                one_of(value, SWITCH).map_err(error)?;
            }
            Name::EngineTurn => drop(one_of(value, TURNS).map_err(error)?),
            Name::DatabasePath => {
                let folder = value.filter(|folder| !folder.is_empty() && *folder != EMPTY).map(PathBuf::from);
                equipment.sources = Some(Sources::new(folder));
            }
            Name::Rules => {
                equipment.variant = one_of(value, Variant::ALL).map_err(error)?;
                return Ok(Effect::Rules);
            }
            Name::Repetition => equipment.repetition = one_of(value, REPETITIONS).map_err(error)?,
            Name::ClearHash => return Ok(Effect::ClearHash),
        }
        Ok(Effect::None)
    }
}

/// The one that is written so, or what would be right.
fn one_of<T: Display, const N: usize>(value: Option<&str>, all: [T; N]) -> Result<T, String> {
    let names = all.each_ref().map(T::to_string);
    let found = value.and_then(|value| names.iter().position(|name| name.eq_ignore_ascii_case(value)));
    found.and_then(|place| all.into_iter().nth(place)).ok_or_else(|| names.join(", "))
}

fn combo<T: Display, const N: usize>(default: impl Display, all: [T; N]) -> String {
    let all: String = all.iter().map(|one| format!(" var {one}")).collect();
    format!("combo default {default}{all}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        let equipment =
            Equipment { variant: Variant::Abapa, repetition: Repetition::OwnSide, sources: None, hash_mebibytes: 64, threads: 1 };
        Options { equipment, overhead: DEFAULT_OVERHEAD, level: Level::FULL, own_book: true }
    }

    #[test]
    fn each_option_is_declared_with_its_range() {
        let declared = options().declarations();
        assert_eq!(declared.len(), NAMES.len());
        for line in [
            "Hash type spin default 64 min 1 max 1048576",
            "Level type spin default 10 min 1 max 10",
            "OwnBook type check default true",
            "Ponder type check default false",
            "EngineTurn type combo default south var south var north",
            "DatabasePath type string default <empty>",
            "Rules type combo default abapa var abapa var abapa-play-on var wari var warri var kalah var kalah-strict",
            "Repetition type combo default own-side var own-side var split",
            "Clear Hash type button",
        ] {
            assert!(declared.iter().any(|declared| declared == line), "{line} is not in {declared:?}");
        }
    }

    #[test]
    fn names_and_values_are_read_in_either_case() {
        let mut options = options();
        assert_eq!(options.set("hASH", Some(" 8 ")), Ok(Effect::None));
        assert_eq!(options.set("rules", Some("KALAH-strict")), Ok(Effect::Rules));
        assert_eq!(options.set("repetition", Some("Split")), Ok(Effect::None));
        assert_eq!(options.set("clear hash", None), Ok(Effect::ClearHash));
        assert_eq!(options.set("ponder", Some("True")), Ok(Effect::None));
        assert_eq!(options.set("ownbook", Some("False")), Ok(Effect::None));
        assert_eq!(options.set("level", Some("3")), Ok(Effect::None));
        assert_eq!((options.own_book, options.level.number()), (false, 3));
        assert_eq!(options.set("engineturn", Some("North")), Ok(Effect::None));
        let Equipment { variant, repetition, hash_mebibytes, .. } = options.equipment;
        assert_eq!((variant, repetition, hash_mebibytes), (Variant::KalahStrict, Repetition::Split, 8));
    }

    #[test]
    fn a_folder_is_used_alone_and_an_empty_text_ends_that() {
        let mut options = options();
        options.set("DatabasePath", Some("a b")).unwrap();
        assert_eq!(options.equipment.sources, Some(Sources::Only("a b".into())));
        assert!(options.declarations().contains(&"DatabasePath type string default a b".to_owned()));
        options.equipment.sources = Some(Sources::Only("a\nuciok".into()));
        assert!(options.declarations().contains(&"DatabasePath type string default a uciok".to_owned()), "a declaration is one line");
        for empty in [None, Some(""), Some(EMPTY)] {
            options.set("DatabasePath", Some("a")).unwrap();
            options.set("DatabasePath", empty).unwrap();
            assert!(matches!(options.equipment.sources, Some(Sources::All(_))));
        }
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut options = options();
        let before = options.clone();
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("1048577")),
            ("Hash", Some("99999999999999999999")),
            ("Hash", Some("-1")),
            ("Hash", Some("+1")),
            ("Hash", Some("many")),
            ("Hash", Some("")),
            ("Hash", None),
            ("Threads", Some("1025")),
            ("MoveOverhead", Some("5001")),
            ("Level", Some("0")),
            ("Level", Some("11")),
            ("OwnBook", Some("on")),
            ("OwnBook", None),
            ("Ponder", Some("yes")),
            ("EngineTurn", Some("east")),
            ("Rules", Some("chess")),
            ("Rules", None),
            ("Repetition", Some("triple")),
        ] {
            let error = options.set(name, value).unwrap_err().to_string();
            assert!(error.starts_with(&format!("option {name}: found `")) && error.contains("; expected "), "{error}");
        }
        assert!(options.set("BookFile", Some("b")).unwrap_err().to_string().contains("unknown option `BookFile`; expected one of Hash, "));
        assert_eq!(options, before);
    }
}
