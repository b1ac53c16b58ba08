//! What the check of one table covered, and what it found of the census.

/// How the values of a table were checked, and found right as far as that goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Not at all.
    Checksums,
    /// Not at all, since a lower layer is missing or bad.
    Alone,
    /// Each from its successors.
    Values,
    /// As [`Scope::Values`], which is a proof where nothing comes back.
    Acyclic,
    /// Also by another solution.
    Proof,
}

impl Scope {
    /// What was checked.
    pub const fn checked(self) -> &'static str {
        match self {
            Scope::Checksums | Scope::Alone => "checksums",
            Scope::Values | Scope::Acyclic => "checksums and values",
            Scope::Proof => "checksums, values and proof",
        }
    }

    /// What was not.
    pub const fn unchecked(self) -> Option<&'static str> {
        match self {
            Scope::Checksums => Some("values"),
            Scope::Alone => Some("values, since a lower layer is missing or bad"),
            Scope::Values => Some("values that are carried round cycles"),
            Scope::Acyclic | Scope::Proof => None,
        }
    }
}

/// Whether a table has the census on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CensusFinding {
    /// It has.
    AsRecorded,
    /// It has another.
    Differs,
    /// There is none on record.
    NotOnRecord,
    /// The table is not good enough to be counted.
    NotCounted,
}

impl CensusFinding {
    /// Its name in the output.
    pub const fn name(self) -> &'static str {
        match self {
            CensusFinding::AsRecorded => "as recorded",
            CensusFinding::Differs => "not as recorded",
            CensusFinding::NotOnRecord => "not on record",
            CensusFinding::NotCounted => "not counted",
        }
    }
}
