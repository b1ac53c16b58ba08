//! Building the tables of a rule set, layer after layer, from where the last build stopped.

use super::estimate::Needs;
use super::exchange::{Alone, Exchange, Lost, least};
use super::layer::{self, LARGEST, Share, largest_layer, share_values};
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
    /// The processes that build together lost each other.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// The finished part of a process is not there any more.
    #[error("the part of process {rank} of {id} is damaged or missing; start the build again")]
    Part {
        /// The layer.
        id: TableId,
        /// The process.
        rank: usize,
    },
    /// Another of the processes that build together has failed, and says why.
    #[error("another process of the build failed")]
    Another,
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
    share: Share,
}

impl Plan {
    /// Looks at the layers of a rule set in a folder, up to the largest wanted, and locks it.
    ///
    /// # Errors
    /// [`BuildError::Table`] if the folder cannot be used, another build is at work there, or a file of these layers is bad;
    /// [`BuildError::Memory`] if a missing layer does not fit even on disk; [`BuildError::TooLarge`].
    pub fn new(folder: &Path, largest: TableId, options: Options) -> Result<Self, BuildError> {
        Self::together(folder, largest, options, &mut Alone)
    }

    /// The same of each of some processes that will build together, in a folder that all of them see. The first of them locks it.
    ///
    /// # Errors
    /// As [`Plan::new`]; [`BuildError::Another`] if that of another process failed, [`BuildError::Lost`].
    pub fn together(folder: &Path, largest: TableId, options: Options, exchange: &mut impl Exchange) -> Result<Self, BuildError> {
        let share = exchange.share();
        let look = || -> Result<(), BuildError> {
            if !folder.is_dir() {
                return Err(TableError::NoFolder(folder.to_owned()).into());
            }
            // Before anything is written, and again once nobody else builds here.
            let (_, missing) = survey(folder, largest)?;
            missing.last().map_or(Ok(()), |id| place(*id, options, share).map(|_| ()))
        };
        agreed(look(), exchange)?;
        let variant = largest.variant();
        let lock = if share.rank == 0 { FolderLock::acquire(folder, variant) } else { Ok(FolderLock::lent(folder, variant)) };
        let lock = agreed(lock.map_err(BuildError::from), exchange)?;
        agreed(Self::of(lock, largest, options, share), exchange)
    }

    fn of(lock: FolderLock, largest: TableId, options: Options, share: Share) -> Result<Self, BuildError> {
        let (present, missing) = survey(lock.folder(), largest)?;
        if share.rank == 0 {
            for table in &present {
                // Of a build that was killed between the two.
                clear(&lock, table.id())?;
            }
        }
        let missing = missing.into_iter().map(|id| place(id, options, share).map(|place| (id, place)));
        Ok(Plan { present, missing: missing.collect::<Result<_, _>>()?, lock, options, share })
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
    pub fn carry_out(self, monitor: &impl Monitor, built: impl FnMut(&Table<Bytes>)) -> Result<(), BuildError> {
        self.carry_out_together(&mut Alone, monitor, built)
    }

    /// The same of each of the processes that made their plans together; all hear of each file.
    ///
    /// # Errors
    /// As [`Plan::carry_out`]; [`BuildError::Another`] if another process failed, [`BuildError::Lost`].
    pub fn carry_out_together(
        self,
        exchange: &mut impl Exchange,
        monitor: &impl Monitor,
        mut built: impl FnMut(&Table<Bytes>),
    ) -> Result<(), BuildError> {
        let Plan { present, missing, lock, options, share } = self;
        let Some(&(last, _)) = missing.last() else { return Ok(()) };
        let mut layers = Tablebase::empty(last.variant(), last.kind());
        let check = || -> Result<(), BuildError> {
            for (i, table) in present.into_iter().filter(|table| table.id() < last).enumerate() {
                if i % share.ranks == share.rank {
                    table.verify()?;
                }
                layers.insert(table);
            }
            Ok(())
        };
        agreed(check(), exchange)?;
        for (id, place) in missing {
            agreed(layers.unpack(id.seeds()).map_err(BuildError::from), exchange)?;
            let lower = layers.values();
            let layer = Layer { lock: &lock, id, place, options, monitor };
            layer.build(&lower, exchange)?;
            let table = agreed(Table::open_in(lock.folder(), id).map_err(BuildError::from), exchange)?;
            if let Some(table) = table {
                built(&table);
                layers.insert(table);
            }
        }
        Ok(())
    }
}

/// A layer to be built.
struct Layer<'a, M> {
    lock: &'a FolderLock,
    id: TableId,
    place: Place,
    options: Options,
    monitor: &'a M,
}

impl<M: Monitor> Layer<'_, M> {
    /// Solves the share of the layer from where the last build stopped, and sees the whole of it written.
    fn build<X: Exchange>(&self, lower: &[&[u8]], exchange: &mut X) -> Result<(), BuildError> {
        let Self { lock, id, place, options, monitor } = *self;
        let share = exchange.share();
        let mut work = agreed(scratch(lock, id, place, share_values(id, share)), exchange)?;
        let keeper = Keeper { lock, id, share };
        let done = keeper.load(work.as_mut(), exchange)?;
        let mut kept = Instant::now();
        if done < FINISHED {
            layer::solve_into(id, lower, work.as_mut(), done, exchange, monitor, |done, work, exchange| -> Result<(), BuildError> {
                if exchange.any(kept.elapsed() >= options.keep_every)? {
                    keeper.save(done, work, exchange)?;
                    kept = Instant::now();
                }
                Ok(())
            })?;
        }
        monitor.begin(id.seeds(), Phase::Writing, id.boards());
        if share == Share::ALL {
            self.write(work.as_ref())?;
        } else {
            if done < FINISHED {
                keeper.save(FINISHED, work.as_ref(), exchange)?;
            }
            drop(work);
            let written = if share.rank == 0 { self.assemble(share.ranks) } else { Ok(()) };
            agreed(written, exchange)?;
        }
        keeper.clear(exchange)?;
        monitor.advance(id.boards());
        Ok(())
    }

    fn write(&self, values: &[u8]) -> Result<(), BuildError> {
        let values = bytemuck::cast_slice(values);
        match self.options.format {
            Format::Raw => write(self.lock, self.id, values)?,
            Format::Packed => write_packed(self.lock, self.id, values)?,
        };
        Ok(())
    }

    /// Writes the table from the finished parts of all processes.
    fn assemble(&self, ranks: usize) -> Result<(), BuildError> {
        let Self { lock, id, place, .. } = *self;
        let mut values = scratch(lock, id, place, id.values())?;
        for rank in 0..ranks {
            let share = Share { rank, ranks };
            let mut work = scratch(lock, id, place, share_values(id, share))?;
            let part = checkpoint::Part { rank, ranks, stages: FINISHED };
            if checkpoint::load(lock, id, Some(part), work.as_mut())? != Some(FINISHED) {
                return Err(BuildError::Part { id, rank });
            }
            let mut rest = work.as_ref();
            for plane in values.as_mut().chunks_mut(id.boards() as usize) {
                for run in share.runs(id.variant(), id.seeds()) {
                    let (values, after) = rest.split_at((run.end - run.start) as usize);
                    plane[run.start as usize..run.end as usize].copy_from_slice(values);
                    rest = after;
                }
            }
        }
        self.write(values.as_ref())
    }
}

/// The stages of a part that is finished: it holds values.
const FINISHED: u32 = u32::MAX;

/// Keeps the state of a layer in work on disk: the whole, or the share of a process, of which all must be of the same stage.
struct Keeper<'a> {
    lock: &'a FolderLock,
    id: TableId,
    share: Share,
}

impl Keeper<'_> {
    fn part(&self, stages: u32) -> Option<checkpoint::Part> {
        let Share { rank, ranks } = self.share;
        (ranks > 1).then_some(checkpoint::Part { rank, ranks, stages })
    }

    /// Takes up the last state that there is of all shares; after how many stages it was kept, 0 if there is none.
    fn load(&self, work: &mut [u8], exchange: &mut impl Exchange) -> Result<u32, BuildError> {
        let Self { lock, id, share } = *self;
        if share == Share::ALL {
            return Ok(checkpoint::load(lock, id, None, work)?.unwrap_or(0));
        }
        let mut load = |most: u32| -> Result<u32, BuildError> {
            let parts = checkpoint::parts(lock, id)?;
            let mut own: Vec<u32> = parts.iter().filter(|part| self.part(part.stages) == Some(**part)).map(|part| part.stages).collect();
            own.sort_unstable();
            for stages in own.into_iter().rev().filter(|&stages| stages <= most) {
                if checkpoint::load(lock, id, self.part(stages), work)? == Some(stages) {
                    return Ok(stages);
                }
            }
            Ok(0)
        };
        // Each has the newest state of all or, if the last build ended while they were written, the one before as well.
        let newest = agreed(load(u32::MAX), exchange)?;
        let common = least(newest, exchange)?;
        let found = if common == newest { Ok(newest) } else { load(common) };
        let found = agreed(found, exchange)?;
        Ok(if exchange.any(found != common)? { 0 } else { common })
    }

    /// Keeps the work after so many stages, and then removes what was kept before.
    fn save(&self, stages: u32, work: &[u8], exchange: &mut impl Exchange) -> Result<(), BuildError> {
        let Self { lock, id, .. } = *self;
        agreed(checkpoint::save(lock, id, self.part(stages), stages, work).map_err(BuildError::from), exchange)?;
        let before = self.remove(|part| part.stages != stages);
        agreed(before, exchange)
    }

    /// Removes all that was kept.
    fn clear(&self, exchange: &mut impl Exchange) -> Result<(), BuildError> {
        let all = if self.share.rank == 0 { clear(self.lock, self.id) } else { Ok(()) };
        agreed(all, exchange)
    }

    /// Removes own parts.
    fn remove(&self, which: impl Fn(checkpoint::Part) -> bool) -> Result<(), BuildError> {
        for part in checkpoint::parts(self.lock, self.id)? {
            if self.part(part.stages) == Some(part) && which(part) {
                checkpoint::remove(self.lock, self.id, Some(part))?;
            }
        }
        Ok(())
    }
}

/// Removes all states of a layer.
fn clear(lock: &FolderLock, id: TableId) -> Result<(), BuildError> {
    checkpoint::remove(lock, id, None)?;
    for part in checkpoint::parts(lock, id)? {
        checkpoint::remove(lock, id, Some(part))?;
    }
    Ok(())
}

/// What a process came to, if none of them failed.
fn agreed<T>(mine: Result<T, BuildError>, exchange: &mut impl Exchange) -> Result<T, BuildError> {
    match (exchange.any(mine.is_err())?, mine) {
        (true, Ok(_)) => Err(BuildError::Another),
        (_, mine) => mine,
    }
}

/// Where a share of a layer can be built. The first process, which writes the layer, must have room for the whole, at least on disk.
fn place(id: TableId, options: Options, share: Share) -> Result<Place, BuildError> {
    if id.seeds() > largest_layer(id.variant()) {
        return Err(BuildError::TooLarge(id.seeds()));
    }
    let needs = Needs::of(id, options.format).of_share(id, share);
    match options.memory {
        Some(budget) if mebibytes(needs.out_of_core) > budget => Err(BuildError::Memory { id, needs, budget }),
        Some(budget) if mebibytes(needs.in_core) > budget => Ok(Place::Disk),
        _ => Ok(Place::Memory),
    }
}

/// Room for so many values of a layer.
fn scratch(lock: &FolderLock, id: TableId, place: Place, values: u64) -> Result<Scratch, BuildError> {
    match place {
        Place::Memory => Scratch::in_memory(values).map_err(|cause| BuildError::Allocation { seeds: id.seeds(), bytes: values, cause }),
        Place::Disk => {
            let path = lock.folder().join(id.variant().name());
            Scratch::on_disk(&path, values).map_err(|cause| TableError::Io { action: "write to", path, cause }.into())
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
