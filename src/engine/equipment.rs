//! What an engine is made of: rule set, tables, memory and threads, named before anything of it is opened or taken.

use crate::engine::Engine;
use crate::game::Repetition;
use crate::table::{Kind, Sources, TableError, Tablebase};
use crate::variant::Variant;
use thiserror::Error;

/// The description of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equipment {
    /// The rule set.
    pub variant: Variant,
    /// The repetition rule that will be asked about most: tables of kind forced are opened only where they serve.
    pub repetition: Repetition,
    /// Where to look for tables; `None` to use none.
    pub sources: Option<Sources>,
    /// Memory for the transposition table, 1 to [`MAX_HASH`].
    pub hash_mebibytes: u32,
    /// Threads, 1 to [`MAX_THREADS`].
    pub threads: u16,
}

/// Largest transposition table, in MiB.
pub const MAX_HASH: u32 = 1 << 20;
/// The transposition table where nothing is said, in MiB.
pub const DEFAULT_HASH: u32 = 64;
/// Most threads of a search.
pub const MAX_THREADS: u16 = 1024;

/// The system does not give that much memory.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the system does not give {0} MiB; expected a smaller number")]
pub struct TooMuchMemory(u32);

impl Equipment {
    /// Opens the tables, of kind shared and of kind forced. Reads headers only.
    ///
    /// # Errors
    /// If a folder that is used alone is missing or a file in it is bad; what else was bad is in the warnings of each.
    pub fn tables(&self) -> Result<[Tablebase; 2], TableError> {
        let open = |kind, wanted| match &self.sources {
            Some(sources) if wanted => Tablebase::open(self.variant, kind, sources),
            _ => Ok(Tablebase::empty(self.variant, kind)),
        };
        Ok([open(Kind::Shared, true)?, open(Kind::Forced, self.repetition == Repetition::OwnSide)?])
    }

    /// Whether the system gives so much memory at all: taking more than that would end the process.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_memory(&self) -> Result<(), TooMuchMemory> {
        let bytes = (self.hash_mebibytes as usize).checked_mul(1 << 20).ok_or(TooMuchMemory(self.hash_mebibytes))?;
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| TooMuchMemory(self.hash_mebibytes))
    }

    /// The engine with these tables.
    #[must_use]
    pub fn engine(&self, [shared, forced]: [Tablebase; 2]) -> Engine {
        Engine::new(shared, self.hash_mebibytes as usize, usize::from(self.threads)).with_forced(forced)
    }
}
