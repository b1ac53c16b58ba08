//! Where a table was found, for messages and for the list of tables that were used.

use std::fmt;
use std::path::PathBuf;

/// Where a table comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A folder of tables, e.g. `databases`.
    Folder(PathBuf),
    /// The program itself.
    BuiltIn,
}

/// The folder's path, or `built-in`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Folder(folder) => folder.display().fmt(f),
            Source::BuiltIn => f.write_str("built-in"),
        }
    }
}
