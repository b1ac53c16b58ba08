//! The retrograde solver: exact values of all boards of a layer, from those of the layers below.
//!
//! # What is computed
//!
//! The value V(b) of a board is the difference in seeds that the mover captures from here on, under best play of both. Play that stays in
//! the layer for ever captures nothing more and is worth 0. When a player has no legal move, each takes the own row.
//!
//! # How, for the oware family
//!
//! By the two facts of [`crate::rules`], a move that captures leads to a lower layer, whose values are known, and a move that captures
//! nothing hands the turn over inside the layer. So for a board b let
//!
//! * `best(b)` be the best of its moves that leave the layer (the sweep counts as one if there is no legal move; −∞ if none leaves), and
//! * `open(b)` the number of its moves that stay, minus those whose successor is already determined as won for the opponent.
//!
//! Then V(b) = max(best(b), max over moves that stay of −V(successor)), with 0 for play that never leaves. A pass over the layer (`captures.rs`)
//! finds `best` and `open`. Then the levels t = n, n − 1, …, 1 determine at level t the boards with V = t and V = −t (`levels.rs`):
//!
//! * (a) `best(b) = t` ⇒ V(b) = t;
//! * (b) a successor has V = −t ⇒ V(b) = t;
//! * (c) `open(b) = 0` and `best(b) = −t` ⇒ V(b) = −t;
//! * (d) `open(b)` becomes 0 at this level and `best(b) < −t` ⇒ V(b) = −t.
//!
//! (b) and (d) go backwards along the moves to each board that gets determined, each edge once: in turns, all boards that got lost tell the boards before
//! them, then all that got won. After level 1 what is undetermined gets 0.
//!
//! # Why it is right, cycles included
//!
//! *Claim*: after level t exactly the boards with |V| ≥ t are determined, with their values. Let it hold for t + 1.
//!
//! *What is determined is right.* (a) The mover can have t at once; V(b) > t would have been determined at a higher level. (b) likewise: moving to
//! the successor makes t. (c), (d): every move that stays leads to a board that is won for the opponent by at least t (`open` counted each of
//! them, at this level or before), and no move that leaves makes more than −t, so V(b) ≤ −t; V(b) < −t would have been determined before. Each
//! determination rests on ones made before it, so the play that it stands for ends: no circular argument comes in.
//!
//! *What is not determined has |V| < t.* Let U be the set of undetermined boards after level t, and take a board of it.
//! The mover of a board in U always has a reply that loses less than t: either `best(b) > −t`, or `open(b) > 0`, and then a move that stays leads
//! to a board which is not won for the opponent by t or more, i.e. (its value not being −t or less either, by (b)) to another board of U.
//! The same holds there for the opponent. So each of the two can play so that the game either leaves the layer with less than t for
//! the other, or stays in U for ever, which is worth 0 < t. Neither can force t: |V| < t.
//! (A move that leaves the layer never makes t or more from a board in U, by (a).)
//!
//! After level 1, each player can hold the other to 0 on the boards that remain: their value is 0.
//!
//! # What a side can force
//!
//! Tables of kind forced hold two numbers, what the mover (M) and what the opponent (N) can force to capture by play that ends: the least solution of
//! M(b) = max over moves of captured + N(successor), N(b) = min over moves of M(successor), where a board without moves gives each side the own row. At level t
//! the same rules say where M reaches t and where N does: M(b) ≥ t if a move that leaves makes t (a) or a successor has N ≥ t (b), N(b) ≥ t if all moves
//! that leave leave the opponent t (c) and all that stay lead to M ≥ t (d). The only difference is that a board may be both, so that it has two states instead
//! of one. Levels from n down to 1, each a least fixed point (a board enters a set only by boards that entered before), give the least solution.
//!
//! # `kalah`
//!
//! has no cycles. Its boards are taken up in an order in which each comes after its successors (`ordered.rs`).
//!
//! # Cost
//!
//! A board takes one byte (two of kind forced) while its layer is worked on (`states.rs`), and a bit in each of two sets (`frontier.rs`). The graph of a layer
//! is a product of two small graphs on rows (`edges.rs`), so that nothing is sown or ranked on the way back, and all boards before a board of the
//! sets lie in a few runs of the layer: the work goes through the layer in order and finds what it needs in the processor's second cache. The pieces of
//! work write to different bytes; hardly an instruction in the inner loops is locked. The result does not depend on the order in which boards get determined
//! inside a level, so the bytes are the same for any number of threads.
//!
//! Anatomy, layers 0–14 of `wari` on one thread (`valgrind --tool=callgrind` with a second cache of 2 MiB): 419 instructions a board, 3.2 branches guessed
//! wrong, 3.5 misses of the first cache and 1.2 of the second. A board has 2.8 predecessors in the layer and takes part in 1.7 look-ups of them. Of the time
//! (`perf`, layers 0–18) about 70 % goes into telling predecessors, 12 % into finding the boards that begin a level, 8 % into the captures, 8 % into
//! marking and emptying sets. What made it fast, in the order of gain: looking up predecessors by halves instead of unsowing and ranking them; doing so slab by slab;
//! changing states by a table without branches; copying all predecessors that there may be whatever there are; and lists of the parts of a set that are not empty.
//!
//! By layer, two threads on an Intel Xeon (Sapphire Rapids): 15 to 18 million boards a second in layers 12 to 21, 14 million in layers 22 to 24
//! (`wari`, `abapa`); `kalah` 21 to 33 million to layer 22 and 13 million from there.

pub mod build;
mod captures;
pub mod census;
pub mod contradiction;
mod edges;
pub mod estimate;
pub mod exchange;
mod frontier;
pub mod layer;
mod levels;
#[cfg(feature = "mpi")]
pub mod mpi;
mod ordered;
pub mod prove;
mod readers;
pub mod record;
mod slabs;
mod states;
pub mod verify;

use thiserror::Error;

/// The part of a layer's work that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Every board's moves are played once; captures read the lower layers.
    Captures,
    /// Determined values go backwards, level by level.
    Propagation,
    /// The file is written.
    Writing,
}

/// Is told how far a long job is, and asked whether it should stop. All numbers are boards.
pub trait Monitor: Sync {
    /// A phase of the work on the layer of `seeds` begins; it goes through `boards` boards.
    fn begin(&self, seeds: u32, phase: Phase, boards: u64);
    /// So many boards more are done.
    fn advance(&self, boards: u64);
    /// Whether to give up soon; the job then returns [`Interrupted`].
    fn stopped(&self) -> bool;
}

/// Watches nothing and never stops a job.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Monitor for Unwatched {
    fn begin(&self, _: u32, _: Phase, _: u64) {}
    fn advance(&self, _: u64) {}
    fn stopped(&self) -> bool {
        false
    }
}

/// The monitor asked to stop.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("interrupted; what is finished is kept, and the same command goes on from there")]
pub struct Interrupted;
