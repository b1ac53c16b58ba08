//! How good the engine's moves are, on an absolute scale: in positions from self-play with 18 to 24 seeds on the board, the values of whose moves are known
//! from tables, it chooses moves with no more than tables of 12 seeds and a fixed number of nodes.
//!
//! A match tells of two versions which is the better one; this tells of one how often it keeps the value of a position, and what its mistakes cost. The figures
//! depend on nothing but rules, search, evaluation and the number of nodes: one thread a position, 16 MiB of memory that is forgotten after each, and tables
//! that are solved at the start whatever lies on the disk. So those of different machines and days compare.
//!
//! `tools/accuracy-suite.rs` makes the positions.

use crate::bench::graded::Graded;
use crate::board::Move;
use crate::engine::Engine;
use crate::game::{Game, Repetition};
use crate::search::evaluation::Evaluate;
use crate::search::iteration::Breadth;
use crate::search::limits::Limits;
use crate::search::signals::Signals;
use crate::solve::layer;
use crate::table::{Bytes, Kind, Source, Sources, Table, TableError, TableId, Tablebase, encode};
use crate::variant::Variant;
use crate::with_rules;
use std::iter::Sum;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::{io, thread};
use thiserror::Error;

/// Nodes a position where nothing is said.
pub const DEFAULT_NODES: u64 = 10_000;
/// The largest layer, in seeds on the board, that the engine has a table of.
pub const LARGEST_LAYER: u32 = 12;
/// MiB of the transposition table.
pub const HASH: usize = 16;
/// Seeds on the board of the positions: the fewest and the most.
pub const SEEDS: [u32; 2] = [18, 24];
/// Stack of a worker, on which a search runs.
const STACK_SIZE: usize = 32 << 20;

/// How the engine's moves compare with the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Positions in which a move was chosen.
    pub positions: u64,
    /// Moves that keep the value of the position.
    pub best: u64,
    /// Seeds that the other moves lose, all together.
    pub lost: u64,
}

impl Accuracy {
    /// Of one move that loses so many seeds.
    fn of(loss: u32) -> Self {
        Accuracy { positions: 1, best: u64::from(loss == 0), lost: loss.into() }
    }

    /// The share of moves that keep the value, 0 to 1.
    #[must_use]
    pub fn share_of_best(self) -> f64 {
        self.best as f64 / self.positions.max(1) as f64
    }

    /// Seeds lost a move, in the mean of all moves.
    #[must_use]
    pub fn mean_loss(self) -> f64 {
        self.lost as f64 / self.positions.max(1) as f64
    }
}

impl Sum for Accuracy {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Accuracy::default(), |a, b| Accuracy {
            positions: a.positions + b.positions,
            best: a.best + b.best,
            lost: a.lost + b.lost,
        })
    }
}

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum AccuracyError {
    /// The folder of tables is missing, or a table in it is bad.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system has no room for a thread.
    #[error("cannot start a thread: {0}; end other programs and try again")]
    Thread(#[from] io::Error),
}

/// The positions of a rule set that are part of the program.
///
/// # Panics
/// Never: the texts are fixed and right.
#[must_use]
pub fn suite(variant: Variant) -> Vec<Graded> {
    let text = match variant {
        Variant::Abapa => include_str!("../../tests/data/accuracy/abapa.txt"),
        Variant::AbapaPlayOn => include_str!("../../tests/data/accuracy/abapa-play-on.txt"),
        Variant::Wari => include_str!("../../tests/data/accuracy/wari.txt"),
        Variant::Warri => include_str!("../../tests/data/accuracy/warri.txt"),
        Variant::Kalah => include_str!("../../tests/data/accuracy/kalah.txt"),
        Variant::KalahStrict => include_str!("../../tests/data/accuracy/kalah-strict.txt"),
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Graded::parse(line, variant).expect("a line of the suite is a position with values")).collect()
}

/// Lets the engine choose a move in each position of a rule set's [`suite`], with so many nodes each; as many positions at a time as there are `workers`,
/// which changes no figure. With `folder`, the tables are those of this folder and no others. `progress` is told the number of positions done.
///
/// The moves are those of the search with which the engine plays in `oware match` and `oware uci`, under the repetition rule `split` and without a history.
///
/// # Errors
/// [`AccuracyError`].
pub fn measure(
    variant: Variant,
    nodes: u64,
    folder: Option<&Path>,
    workers: usize,
    progress: impl FnMut(usize),
) -> Result<Accuracy, AccuracyError> {
    let tables = Tables::new(variant, folder)?;
    let engines = (0..workers.max(1)).map(|_| Ok(Engine::new(tables.open()?, HASH, 1)));
    let engines = engines.collect::<Result<_, TableError>>()?;
    with_rules!(variant, R => losses::<R>(&suite(variant), nodes, engines, progress))
}

/// What the engines' moves lose; each engine takes the next position that is free.
fn losses<R: Evaluate>(
    suite: &[Graded],
    nodes: u64,
    engines: Vec<Engine>,
    mut progress: impl FnMut(usize),
) -> Result<Accuracy, AccuracyError> {
    let next = AtomicUsize::new(0);
    let (next, limits) = (&next, Limits { nodes: Some(nodes), ..Limits::default() });
    let (sender, losses) = channel();
    thread::scope(|scope| {
        for mut engine in engines {
            let sender = sender.clone();
            let work = move || {
                while let Some(graded) = suite.get(next.fetch_add(1, Relaxed)) {
                    let mv = choice::<R>(&mut engine, graded, limits);
                    let loss = mv.and_then(|mv| graded.loss(mv)).expect("the engine chooses a legal move where there is one");
                    let damage = engine.tables().damage().next();
                    if sender.send(damage.map_or(Ok(loss), Err)).is_err() {
                        break;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work) {
                // Those that have begun find nothing more to do.
                next.store(suite.len(), Relaxed);
                return Err(error.into());
            }
        }
        drop(sender);
        let mut done = 0;
        let told = losses.into_iter().map(|loss| {
            done += 1;
            progress(done);
            Ok(Accuracy::of(loss?))
        });
        told.sum()
    })
}

/// The move that an engine without any memory chooses.
fn choice<R: Evaluate>(engine: &mut Engine, graded: &Graded, limits: Limits) -> Option<Move> {
    engine.forget();
    let game = Game::<R>::new(graded.position(), Repetition::Split);
    engine.analyse(&game, limits, Breadth::Best, &Signals::new()).best_move()
}

/// Where the engines' tables come from.
enum Tables<'a> {
    Folder(Variant, &'a Path),
    Solved(Vec<(TableId, Vec<u8>)>),
}

impl<'a> Tables<'a> {
    fn new(variant: Variant, folder: Option<&'a Path>) -> Result<Self, TableError> {
        if let Some(folder) = folder {
            return Ok(Tables::Folder(variant, folder));
        }
        let largest = TableId::new(variant, Kind::Shared, LARGEST_LAYER).expect("every rule set has such a layer");
        Ok(Tables::Solved(largest.up_to().zip(layer::solve_up_to(largest)).collect()))
    }

    /// Tables for one more engine.
    fn open(&self) -> Result<Tablebase, TableError> {
        match self {
            Tables::Folder(variant, folder) => Tablebase::open(*variant, Kind::Shared, &Sources::Only(folder.to_path_buf())),
            Tables::Solved(layers) => {
                let mut base = Tablebase::empty(layers[0].0.variant(), Kind::Shared);
                for (id, values) in layers {
                    let file = Bytes::Owned(encode(*id, bytemuck::cast_slice(values)));
                    base.insert(Table::open(file, *id, Source::BuiltIn)?);
                }
                Ok(base)
            }
        }
    }
}
