//! How the values of a file are written.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The two kinds of files; a folder may hold both, one a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A byte a board: the fastest to ask.
    #[default]
    Raw,
    /// About a third of the size: a board is decoded with its block, which then stays in memory for a while.
    Packed,
}

impl Format {
    /// Both.
    pub const ALL: [Format; 2] = [Format::Raw, Format::Packed];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Raw => "raw",
            Format::Packed => "packed",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no format's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown format `{0}`; expected raw or packed")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        assert!("zip".parse::<Format>().unwrap_err().to_string().contains("expected raw or packed"));
    }
}
