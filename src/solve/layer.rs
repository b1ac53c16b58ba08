//! Solving one layer. See the [module above](super) for the method and why it is right.

use super::{Interrupted, Monitor, Phase};
use crate::board::Board;
use crate::index::{boards_from, layer_size, rank, unrank};
use crate::rules::{Rules, swept_difference};
use crate::score::Value;
use rayon::prelude::*;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// Boards that one task walks through. Small enough to share a small layer among many threads, large enough to forget the overhead.
const CHUNK: u64 = 1 << 14;

/// A task that holds more boards than this gives half of them away.
const STACK_LIMIT: usize = 1 << 12;

/// Bytes of memory that a board of the layer takes at most while [`solve`] works: two of state, and one of value at the end.
pub const BYTES_PER_BOARD: u64 = 3;

/// Solves the layer of `seeds` and returns one value a board, in the order of [`rank`]. `lower[m]` must hold the layer of m seeds
/// likewise, each value a signed byte, for all m below `seeds`. Works on the threads of the current rayon pool.
///
/// # Errors
/// [`Interrupted`] if the monitor asks to stop.
///
/// # Panics
/// If `seeds` is above 72, or a lower layer is missing or too short.
pub fn solve<R: Rules>(seeds: u32, lower: &[&[u8]], monitor: &impl Monitor) -> Result<Vec<Value>, Interrupted> {
    let layer = Layer::<R> { seeds, states: captures::<R>(seeds, lower, monitor)?, rules: PhantomData };
    monitor.begin(seeds, Phase::Propagation, u64::from(seeds) * layer_size(seeds));
    for level in (1..=seeds as Value).rev() {
        layer.determine(level, monitor)?;
    }
    Ok(layer.states.into_par_iter().map(|state| State(state.into_inner()).value()).collect())
}

/// What is known of a board, in two bytes:
///
/// ```text
///  bit  15         14 … 11   10 … 8   7 … 0
///       determined    0       open     best, or once determined the value
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
struct State(u16);

impl State {
    const DETERMINED: u16 = 1 << 15;
    const OPEN: u16 = 1 << 8;
    /// `best` where no move leaves the layer: below every value.
    const NONE: Value = Value::MIN;

    fn undetermined(best: Value, open: u16) -> Self {
        State((open * Self::OPEN) | u16::from(best as u8))
    }

    fn determined(value: Value) -> Self {
        State(Self::DETERMINED | u16::from(value as u8))
    }

    fn is_determined(self) -> bool {
        self.0 & Self::DETERMINED != 0
    }

    fn open(self) -> u16 {
        (self.0 / Self::OPEN) & 7
    }

    /// The best of the moves that leave the layer, or the value.
    fn best(self) -> Value {
        self.0 as u8 as Value
    }

    /// The value when all levels are through: what is undetermined is 0.
    fn value(self) -> Value {
        if self.is_determined() { self.best() } else { 0 }
    }

    /// What rules (a) and (c) determine at a level without looking at successors.
    fn value_at(self, level: Value) -> Option<Value> {
        match self.best() {
            _ if self.is_determined() => None,
            best if best == level => Some(level),
            best if best == -level && self.open() == 0 => Some(-level),
            _ => None,
        }
    }
}

/// Plays every move of every board once: the state of each before any level.
fn captures<R: Rules>(seeds: u32, lower: &[&[u8]], monitor: &impl Monitor) -> Result<Vec<AtomicU16>, Interrupted> {
    monitor.begin(seeds, Phase::Captures, layer_size(seeds));
    let mut states = Vec::new();
    (0..layer_size(seeds) as usize).into_par_iter().map(|_| AtomicU16::new(0)).collect_into_vec(&mut states);
    states.par_chunks(CHUNK as usize).enumerate().try_for_each(|(i, chunk)| {
        if monitor.stopped() {
            return Err(Interrupted);
        }
        for (state, board) in chunk.iter().zip(boards_from(seeds, i as u64 * CHUNK)) {
            state.store(capture_state::<R>(board, seeds, lower).0, Relaxed);
        }
        monitor.advance(chunk.len() as u64);
        Ok(())
    })?;
    Ok(states)
}

/// The best of a board's moves that leave the layer, and how many stay.
fn capture_state<R: Rules>(board: Board, seeds: u32, lower: &[&[u8]]) -> State {
    let moves = R::moves(board);
    if moves.is_empty() {
        return State::undetermined(swept_difference(board) as Value, 0);
    }
    let (mut best, mut open) = (State::NONE, 0);
    for mv in moves {
        let played = R::play(board, mv);
        if played.gain == 0 {
            open += 1;
        } else {
            let rest = lower[(seeds - u32::from(played.gain)) as usize][rank(played.board) as usize] as Value;
            let gain = played.gain as Value;
            best = best.max(if played.again { gain + rest } else { gain - rest });
        }
    }
    State::undetermined(best, open)
}

struct Layer<R> {
    seeds: u32,
    states: Vec<AtomicU16>,
    rules: PhantomData<R>,
}

impl<R: Rules> Layer<R> {
    /// Determines all boards whose value is `level` or `-level`.
    fn determine(&self, level: Value, monitor: &impl Monitor) -> Result<(), Interrupted> {
        let chunks = self.states.par_chunks(CHUNK as usize).enumerate();
        chunks.try_for_each(|(i, chunk)| {
            if monitor.stopped() {
                return Err(Interrupted);
            }
            let mut stack = Vec::new();
            for (j, state) in chunk.iter().enumerate() {
                if let Some(value) = State(state.load(Relaxed)).value_at(level)
                    && self.change(state, |_| Some(State::determined(value)))
                {
                    stack.push((unrank(self.seeds, i as u64 * CHUNK + j as u64), value));
                }
            }
            rayon::scope(|scope| self.propagate(level, stack, scope));
            monitor.advance(chunk.len() as u64);
            Ok(())
        })
    }

    /// Carries the values of boards that just got determined to all that follows from them at this level.
    fn propagate<'s>(&'s self, level: Value, mut stack: Vec<(Board, Value)>, scope: &rayon::Scope<'s>) {
        while let Some((board, value)) = stack.pop() {
            R::unmoves(board, |before| {
                let state = &self.states[rank(before) as usize];
                let next = if value < 0 { level } else { -level };
                let determined = self.change(state, |old| {
                    if next > 0 {
                        return Some(State::determined(level));
                    }
                    let open = old.open() - 1;
                    let lost = open == 0 && old.best() <= -level;
                    Some(if lost { State::determined(-level) } else { State::undetermined(old.best(), open) })
                });
                if determined {
                    stack.push((before, next));
                }
            });
            if stack.len() > STACK_LIMIT {
                let given = stack.split_off(STACK_LIMIT / 2);
                scope.spawn(move |scope| self.propagate(level, given, scope));
            }
        }
    }

    /// Changes an undetermined state, whatever other threads do to it meanwhile. Whether that determined it.
    #[inline]
    fn change(&self, state: &AtomicU16, new: impl Fn(State) -> Option<State>) -> bool {
        let mut determined = false;
        let _ = state.fetch_update(Relaxed, Relaxed, |old| {
            let old = State(old);
            let new = if old.is_determined() { None } else { new(old) };
            determined = new.is_some_and(State::is_determined);
            new.map(|new| new.0)
        });
        determined
    }
}
