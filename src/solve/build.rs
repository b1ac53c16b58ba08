//! Building the tables of a rule set, layer after layer, from where the last build stopped.

use super::layer::{self, BYTES_PER_BOARD};
use super::{Interrupted, Monitor, Phase};
use crate::board::Board;
use crate::index::rank;
use crate::table::{Bytes, FolderLock, Format, Kind, Table, TableError, TableId, write, write_packed};
use crate::with_rules;
use std::path::Path;
use thiserror::Error;

/// Boards a second that one thread solves, for forecasts: measured over layers 0–24 of `wari` on an Intel Xeon (Sapphire Rapids, 2.1 GHz), where it is
/// 6.6 million up to layer 16 and 5.4 million from 21 to 24.
const BOARDS_PER_SECOND: u64 = 5_000_000;

/// Why a build failed.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file is bad, or cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no builder for this kind yet.
    #[error("`{0}` tables cannot be built by this version; expected `--kind shared`")]
    Kind(Kind),
    /// The budget is too small.
    #[error(
        "layer {seeds} has {boards} boards and takes {needed} MiB of memory, more than the budget of {budget} MiB; raise --memory or lower --seeds"
    )]
    Memory {
        /// The layer.
        seeds: u32,
        /// Its boards.
        boards: u64,
        /// What it takes, in MiB.
        needed: u64,
        /// What is allowed, in MiB.
        budget: u64,
    },
    /// The monitor asked to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// What a build has to do: which layers a folder has and which it lacks.
#[derive(Debug)]
pub struct Plan {
    present: Vec<Table<Bytes>>,
    missing: Vec<TableId>,
    lock: FolderLock,
    format: Format,
}

impl Plan {
    /// Looks at the layers 0 to `seeds` of a rule set in a folder, and locks it.
    ///
    /// # Errors
    /// [`BuildError::Table`] if the folder cannot be used, another build is at work there, or a file of these layers is bad;
    /// [`BuildError::Memory`] if a missing layer does not fit into `memory` MiB; [`BuildError::Kind`].
    pub fn new(folder: &Path, largest: TableId, memory: Option<u64>) -> Result<Self, BuildError> {
        if largest.kind() != Kind::Shared {
            return Err(BuildError::Kind(largest.kind()));
        }
        if !folder.is_dir() {
            return Err(TableError::NoFolder(folder.to_owned()).into());
        }
        // Before anything is written, and again once nobody else builds here.
        let (_, missing) = survey(folder, largest)?;
        if let (Some(id), Some(budget)) = (missing.last(), memory) {
            let needed = (id.boards() * BYTES_PER_BOARD).div_ceil(1 << 20);
            if needed > budget {
                return Err(BuildError::Memory { seeds: id.seeds(), boards: id.boards(), needed, budget });
            }
        }
        let lock = FolderLock::acquire(folder, largest.variant())?;
        let (present, missing) = survey(folder, largest)?;
        Ok(Plan { present, missing, lock, format: Format::Raw })
    }

    /// The same plan with what is built in this format; without it, raw.
    #[must_use]
    pub fn in_format(self, format: Format) -> Self {
        Plan { format, ..self }
    }

    /// The layers that are there.
    #[must_use]
    pub fn present(&self) -> &[Table<Bytes>] {
        &self.present
    }

    /// The layers to build.
    #[must_use]
    pub fn missing(&self) -> &[TableId] {
        &self.missing
    }

    /// Builds what is missing, from the smallest layer up, and calls `built` after each file. Layers that are there already are checked first, since all
    /// others rest on them.
    ///
    /// # Errors
    /// As [`Plan::new`], and [`BuildError::Interrupted`]; the layers finished before stay.
    pub fn carry_out(self, monitor: &impl Monitor, mut built: impl FnMut(&Table<Bytes>)) -> Result<(), BuildError> {
        let Plan { present, missing, lock, format } = self;
        let mut layers: Vec<Option<Table<Bytes>>> = Vec::new();
        if let Some(last) = missing.last() {
            layers.resize_with(last.seeds() as usize + 1, || None);
            for table in present.into_iter().filter(|table| table.id().seeds() < last.seeds()) {
                table.verify()?;
                let seeds = table.id().seeds() as usize;
                layers[seeds] = Some(table);
            }
        }
        for id in missing {
            unpack(&mut layers[..id.seeds() as usize])?;
            let lower: Vec<&[u8]> = layers.iter().map_while(|table| table.as_ref().map(Table::values)).collect();
            let values = with_rules!(id.variant(), R => layer::solve::<R>(id.seeds(), &lower, monitor))?;
            monitor.begin(id.seeds(), Phase::Writing, id.boards());
            match format {
                Format::Raw => write(&lock, id, &values)?,
                Format::Packed => write_packed(&lock, id, &values)?,
            };
            monitor.advance(id.boards());
            let table = Table::open_in(lock.folder(), id)?;
            if let Some(table) = &table {
                built(table);
            }
            layers[id.seeds() as usize] = table;
        }
        Ok(())
    }
}

/// Makes raw tables of packed ones, from the smallest layer up; the solver reads slices.
fn unpack(layers: &mut [Option<Table<Bytes>>]) -> Result<(), TableError> {
    for seeds in 0..layers.len() {
        if let Some(table) = layers[seeds].take() {
            let lower = |board: Board| layers.get(board.seeds() as usize)?.as_ref()?.value(rank(board));
            layers[seeds] = Some(table.into_raw(&lower)?);
        }
    }
    Ok(())
}

/// Which tables up to the largest are in a folder, and which are not.
fn survey(folder: &Path, largest: TableId) -> Result<(Vec<Table<Bytes>>, Vec<TableId>), TableError> {
    let (mut present, mut missing) = (Vec::new(), Vec::new());
    for id in TableId::all(largest.variant(), largest.kind()).take_while(|id| id.seeds() <= largest.seeds()) {
        match Table::open_in(folder, id)? {
            Some(table) => present.push(table),
            None => missing.push(id),
        }
    }
    Ok((present, missing))
}

/// What a build costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Bytes of all files.
    pub bytes: u64,
    /// Seconds, at least 1, by the rate measured on one machine.
    pub seconds: u64,
}

/// Foretells the size and the time of a build of these tables on so many threads.
#[must_use]
pub fn forecast(tables: impl Iterator<Item = TableId>, threads: usize) -> Forecast {
    // A byte a board; the rest of a file does not show.
    let boards = tables.map(TableId::boards).sum();
    Forecast { bytes: boards, seconds: (boards / (BOARDS_PER_SECOND * threads.max(1) as u64)).max(1) }
}
