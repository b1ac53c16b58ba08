//! The retrograde solver: exact values of all boards of a layer, from those of the layers below.
//!
//! # What is computed
//!
//! The value V(b) of a board is the difference in seeds that the mover captures from here on, under best play of both. Play that stays in
//! the layer for ever captures nothing more and is worth 0. When a player has no legal move, each takes the own row.
//!
//! # How
//!
//! By the two facts of [`crate::rules`], a move that captures leads to a lower layer, whose values are known, and a move that captures
//! nothing hands the turn over inside the layer. So for a board b let
//!
//! * `best(b)` be the best of its moves that leave the layer (the sweep counts as one if there is no legal move; −∞ if none leaves), and
//! * `open(b)` the number of its moves that stay, minus those whose successor is already determined as won for the opponent.
//!
//! Then V(b) = max(best(b), max over moves that stay of −V(successor)), with 0 for play that never leaves. [`layer`] goes through the levels
//! t = n, n − 1, …, 1 and determines at level t the boards with V = t and V = −t:
//!
//! * (a) `best(b) = t` ⇒ V(b) = t;
//! * (b) a successor has V = −t ⇒ V(b) = t;
//! * (c) `open(b) = 0` and `best(b) = −t` ⇒ V(b) = −t;
//! * (d) `open(b)` becomes 0 at this level and `best(b) < −t` ⇒ V(b) = −t.
//!
//! (b) and (d) go backwards along unmoves from each board that gets determined, each edge once. After level 1 what is undetermined gets 0.
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
//! `kalah` has no cycles, so there nothing remains but boards whose value is 0 by their moves.
//!
//! # Cost
//!
//! A board takes two bytes while its layer is worked on ([`layer`]). Each board is walked once forwards (its captures read the lower layers) and
//! once backwards, whatever the number of levels; each level adds one linear pass over the two bytes. The order in which boards
//! get determined inside a level does not matter for the result, so threads work without rounds, and the bytes are the same for any number of them.

pub mod build;
pub mod census;
pub mod contradiction;
pub mod estimate;
pub mod layer;
pub mod prove;
pub mod record;
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
