//! Building the tables of a rule set, layer after layer, from where the last build stopped.

use super::estimate::Needs;
use super::layer::{self, LARGEST, largest_layer};
use super::{Interrupted, Monitor, Phase};
use crate::table::{Bytes, FolderLock, Format, Scratch, Table, TableError, TableId, Tablebase, checkpoint, write, write_packed};
use std::path::Path;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a build failed.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file is bad, or cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The solver cannot do such large layers.
    #[error("layer {0} is beyond this solver, whose states of a board are one byte: expected at most {LARGEST} seeds")]
    TooLarge(u32),
    /// The budget is too small.
    #[error(
        "layer {} of {} ({} boards) takes {} MiB of memory, or {} MiB with its boards on disk, more than the budget of {budget} MiB; \
         raise --memory or lower --seeds",
        .id.seeds(), .id.variant(), .id.boards(), mebibytes(.needs.in_core), mebibytes(.needs.out_of_core)
    )]
    Memory {
        /// The layer.
        id: TableId,
        /// What it takes.
        needs: Needs,
        /// What is allowed, in MiB.
        budget: u64,
    },
    /// The system has no memory to give.
    #[error("cannot get {} MiB of memory for layer {seeds}: {cause}; lower --memory, so that the layer is built on disk", mebibytes(*.bytes))]
    Allocation {
        /// The layer.
        seeds: u32,
        /// What was asked for.
        bytes: u64,
        /// What the system says.
        cause: std::io::Error,
    },
    /// The monitor asked to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// Where the boards of a layer are while it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In memory.
    Memory,
    /// In a file without a name in the folder of tables, since memory does not do.
    Disk,
}

/// How to build.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Most memory to use, in MiB. A layer that does not fit into it is built on disk.
    pub memory: Option<u64>,
    /// While a layer is in work, its state is kept on disk at least so often, as far as its stages allow.
    pub keep_every: Duration,
    /// How the files are written.
    pub format: Format,
}

impl Default for Options {
    /// As much memory as it takes, a state on disk every two minutes, raw files.
    fn default() -> Self {
        Options { memory: None, keep_every: Duration::from_secs(120), format: Format::Raw }
    }
}

/// What a build has to do: which layers a folder has and which it lacks.
#[derive(Debug)]
pub struct Plan {
    present: Vec<Table<Bytes>>,
    missing: Vec<(TableId, Place)>,
    lock: FolderLock,
    options: Options,
}

impl Plan {
    /// Looks at the layers of a rule set in a folder, up to the largest wanted, and locks it.
    ///
    /// # Errors
    /// [`BuildError::Table`] if the folder cannot be used, another build is at work there, or a file of these layers is bad;
    /// [`BuildError::Memory`] if a missing layer does not fit even on disk; [`BuildError::TooLarge`].
    pub fn new(folder: &Path, largest: TableId, options: Options) -> Result<Self, BuildError> {
        if !folder.is_dir() {
            return Err(TableError::NoFolder(folder.to_owned()).into());
        }
        // Before anything is written, and again once nobody else builds here.
        let (_, missing) = survey(folder, largest)?;
        if let Some(id) = missing.last() {
            place(*id, options)?;
        }
        let lock = FolderLock::acquire(folder, largest.variant())?;
        let (present, missing) = survey(folder, largest)?;
        for table in &present {
            // Of a build that was killed between the two.
            checkpoint::remove(&lock, table.id())?;
        }
        let missing = missing.into_iter().map(|id| place(id, options).map(|place| (id, place)));
        Ok(Plan { present, missing: missing.collect::<Result<_, _>>()?, lock, options })
    }

    /// The layers that are there.
    #[must_use]
    pub fn present(&self) -> &[Table<Bytes>] {
        &self.present
    }

    /// The layers to build, and where each will be in work.
    #[must_use]
    pub fn missing(&self) -> &[(TableId, Place)] {
        &self.missing
    }

    /// Builds what is missing, from the smallest layer up, and calls `built` after each file. Layers that are there already are checked first, since all
    /// others rest on them.
    ///
    /// # Errors
    /// As [`Plan::new`], and [`BuildError::Interrupted`]; the layers finished before stay, and the last state kept of the one in work.
    pub fn carry_out(self, monitor: &impl Monitor, mut built: impl FnMut(&Table<Bytes>)) -> Result<(), BuildError> {
        let Plan { present, missing, lock, options } = self;
        let Some(&(last, _)) = missing.last() else { return Ok(()) };
        let mut layers = Tablebase::empty(last.variant(), last.kind());
        for table in present.into_iter().filter(|table| table.id() < last) {
            table.verify()?;
            layers.insert(table);
        }
        for (id, place) in missing {
            layers.unpack(id.seeds())?;
            let lower = layers.values();
            let mut work = scratch(&lock, id, place)?;
            let done = checkpoint::load(&lock, id, work.as_mut())?.unwrap_or(0);
            let mut kept = Instant::now();
            layer::solve_into(id, &lower, work.as_mut(), done, monitor, |done, work| -> Result<(), BuildError> {
                if kept.elapsed() >= options.keep_every {
                    checkpoint::save(&lock, id, done, work)?;
                    kept = Instant::now();
                }
                Ok(())
            })?;
            monitor.begin(id.seeds(), Phase::Writing, id.boards());
            let values = bytemuck::cast_slice(work.as_ref());
            match options.format {
                Format::Raw => write(&lock, id, values)?,
                Format::Packed => write_packed(&lock, id, values)?,
            };
            checkpoint::remove(&lock, id)?;
            monitor.advance(id.boards());
            if let Some(table) = Table::open_in(lock.folder(), id)? {
                built(&table);
                layers.insert(table);
            }
        }
        Ok(())
    }
}

/// Where a layer can be built.
fn place(id: TableId, options: Options) -> Result<Place, BuildError> {
    if id.seeds() > largest_layer(id.variant()) {
        return Err(BuildError::TooLarge(id.seeds()));
    }
    let needs = Needs::of(id, options.format);
    match options.memory {
        Some(budget) if mebibytes(needs.out_of_core) > budget => Err(BuildError::Memory { id, needs, budget }),
        Some(budget) if mebibytes(needs.in_core) > budget => Ok(Place::Disk),
        _ => Ok(Place::Memory),
    }
}

/// Room for the boards of a layer.
fn scratch(lock: &FolderLock, id: TableId, place: Place) -> Result<Scratch, BuildError> {
    match place {
        Place::Memory => {
            Scratch::in_memory(id.values()).map_err(|cause| BuildError::Allocation { seeds: id.seeds(), bytes: id.values(), cause })
        }
        Place::Disk => {
            let path = lock.folder().join(id.variant().name());
            Scratch::on_disk(&path, id.values()).map_err(|cause| TableError::Io { action: "write to", path, cause }.into())
        }
    }
}

/// Which tables up to the largest are in a folder, and which are not.
fn survey(folder: &Path, largest: TableId) -> Result<(Vec<Table<Bytes>>, Vec<TableId>), TableError> {
    let (mut present, mut missing) = (Vec::new(), Vec::new());
    for id in largest.up_to() {
        match Table::open_in(folder, id)? {
            Some(table) => present.push(table),
            None => missing.push(id),
        }
    }
    Ok((present, missing))
}
