//! From the name of a rule set, given at run time, to its type: the one place where this happens.

use crate::rules::Rules;
use crate::rules::kalah::{Kalah, KalahStrict};
use crate::rules::oware::{Abapa, AbapaPlayOn, Wari, Warri};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// [`Abapa`].
    Abapa,
    /// [`AbapaPlayOn`].
    AbapaPlayOn,
    /// [`Wari`].
    Wari,
    /// [`Warri`].
    Warri,
    /// [`Kalah`].
    Kalah,
    /// [`KalahStrict`].
    KalahStrict,
}

/// Evaluates an expression with a type alias bound to the rule set of a [`Variant`]: `with_rules!(variant, R => R::NAME)`.
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $R:ident => $body:expr) => {
        match $variant {
            $crate::variant::Variant::Abapa => {
                type $R = $crate::rules::oware::Abapa;
                $body
            }
            $crate::variant::Variant::AbapaPlayOn => {
                type $R = $crate::rules::oware::AbapaPlayOn;
                $body
            }
            $crate::variant::Variant::Wari => {
                type $R = $crate::rules::oware::Wari;
                $body
            }
            $crate::variant::Variant::Warri => {
                type $R = $crate::rules::oware::Warri;
                $body
            }
            $crate::variant::Variant::Kalah => {
                type $R = $crate::rules::kalah::Kalah;
                $body
            }
            $crate::variant::Variant::KalahStrict => {
                type $R = $crate::rules::kalah::KalahStrict;
                $body
            }
        }
    };
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 6] =
        [Variant::Abapa, Variant::AbapaPlayOn, Variant::Wari, Variant::Warri, Variant::Kalah, Variant::KalahStrict];

    /// The name on the command line and of the folder of its tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Abapa => <Abapa as Rules>::NAME,
            Variant::AbapaPlayOn => <AbapaPlayOn as Rules>::NAME,
            Variant::Wari => <Wari as Rules>::NAME,
            Variant::Warri => <Warri as Rules>::NAME,
            Variant::Kalah => <Kalah as Rules>::NAME,
            Variant::KalahStrict => <KalahStrict as Rules>::NAME,
        }
    }

    /// The name in game files (the tag `Variant`).
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Variant::Abapa => "Oware Abapa",
            Variant::AbapaPlayOn => "Oware Abapa play-on",
            Variant::Wari => "Wari",
            Variant::Warri => "Warri",
            Variant::Kalah => "Kalah",
            Variant::KalahStrict => "Kalah strict",
        }
    }

    /// The rule set with this name in game files, in upper or lower case.
    #[must_use]
    pub fn from_title(title: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.title().eq_ignore_ascii_case(title))
    }

    /// The number in table files.
    #[must_use]
    pub fn id(self) -> u8 {
        with_rules!(self, R => <R as Rules>::ID)
    }

    /// The rule set with this number in table files.
    #[must_use]
    pub fn from_id(id: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.id() == id)
    }

    /// Most seeds that a position may hold, stores included.
    #[must_use]
    pub fn max_seeds(self) -> u32 {
        with_rules!(self, R => <R as Rules>::MAX_SEEDS)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no rule set's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown rule set `{0}`; expected abapa, abapa-play-on, wari, warri, kalah or kalah-strict")]
pub struct UnknownVariant(String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        Self::ALL.into_iter().find(|variant| variant.name() == name).ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_come_back() {
        for variant in Variant::ALL {
            assert_eq!(variant.name().parse(), Ok(variant));
            assert_eq!(Variant::from_id(variant.id()), Some(variant));
            assert_eq!(Variant::from_title(variant.title()), Some(variant));
        }
        assert_eq!(Variant::from_id(0), None);
        assert!("Wari".parse::<Variant>().unwrap_err().to_string().contains("abapa-play-on"));
    }
}
