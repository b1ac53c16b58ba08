//! Solving one layer. See the [module above](super) for the method and why it is right.

use super::{Interrupted, Monitor, Phase};
use crate::board::Board;
use crate::index::{RowRanker, Rows, boards_from, layer_size, rank};
use crate::rules::{Rules, swept_difference};
use crate::score::Value;
use rayon::prelude::*;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Boards that one task walks through. Small enough to share a small layer among many threads, large enough to forget the overhead.
const CHUNK: u64 = 1 << 14;

/// A task that holds more boards than this gives half of them away.
const STACK_LIMIT: usize = 1 << 12;

/// Bytes of memory that a board of the layer takes while [`solve`] works; the values come out in one of the two.
pub const BYTES_PER_BOARD: u64 = 2;

/// Solves the layer of `seeds` and returns one value a board, in the order of [`rank`]. `lower[m]` must hold the layer of m seeds
/// likewise, each value a signed byte, for all m below `seeds`. Works on the threads of the current rayon pool.
///
/// # Errors
/// [`Interrupted`] if the monitor asks to stop.
///
/// # Panics
/// If `seeds` is above 72, or a lower layer is missing or too short.
pub fn solve<R: Rules>(seeds: u32, lower: &[&[u8]], monitor: &impl Monitor) -> Result<Vec<Value>, Interrupted> {
    let layer = captures::<R>(seeds, lower, monitor)?;
    monitor.begin(seeds, Phase::Propagation, u64::from(seeds) * layer_size(seeds));
    for level in (1..=seeds as Value).rev() {
        layer.determine(level, monitor)?;
    }
    // The same bytes, in place.
    Ok(layer.states.into_iter().map(|state| State(state.into_inner()).value()).collect())
}

/// What is known of a board, in one byte: its value once that is determined, before that how many moves stay in the layer and do not
/// lead to a board that is won for the opponent.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State(u8);

impl State {
    /// An undetermined board without open moves. Values are −72 to 72, so 100 to 106 are free.
    const OPEN: u8 = 100;

    fn undetermined(open: u8) -> Self {
        State(Self::OPEN + open)
    }

    fn determined(value: Value) -> Self {
        State(value as u8)
    }

    fn is_determined(self) -> bool {
        self.open() > 6
    }

    /// Open moves; above 6 if the board is determined.
    fn open(self) -> u8 {
        self.0.wrapping_sub(Self::OPEN)
    }

    /// The value when all levels are through: what is undetermined is 0.
    fn value(self) -> Value {
        if self.is_determined() { self.0 as Value } else { 0 }
    }
}

/// The best of the moves that leave the layer, where none does: below every value.
const NONE: Value = Value::MIN;

/// Plays every move of every board once: the layer before any level.
fn captures<R: Rules>(seeds: u32, lower: &[&[u8]], monitor: &impl Monitor) -> Result<Layer<R>, Interrupted> {
    monitor.begin(seeds, Phase::Captures, layer_size(seeds));
    let size = layer_size(seeds) as usize;
    let mut best = vec![NONE; size];
    let mut states: Vec<AtomicU8> = Vec::new();
    (0..size).into_par_iter().map(|_| AtomicU8::new(0)).collect_into_vec(&mut states);
    let chunks = best.par_chunks_mut(CHUNK as usize).zip(states.par_chunks_mut(CHUNK as usize)).enumerate();
    chunks.try_for_each(|(i, (best, states))| {
        if monitor.stopped() {
            return Err(Interrupted);
        }
        for ((board, best), state) in boards_from(seeds, i as u64 * CHUNK).zip(&mut *best).zip(states) {
            let open;
            (*best, open) = moves_of::<R>(board, seeds, lower);
            *state.get_mut() = State::undetermined(open).0;
        }
        monitor.advance(best.len() as u64);
        Ok(())
    })?;
    Ok(Layer { seeds, best, states, rows: Rows::new(seeds), rules: PhantomData })
}

/// The best of a board's moves that leave the layer, and how many stay.
#[inline]
fn moves_of<R: Rules>(board: Board, seeds: u32, lower: &[&[u8]]) -> (Value, u8) {
    let mut best = NONE;
    let open = R::leaving(board, |played| {
        let rest = lower[(seeds - u32::from(played.gain)) as usize][rank(played.board) as usize] as Value;
        let gain = played.gain as Value;
        best = best.max(if played.again { gain + rest } else { gain - rest });
    });
    if open == 0 && best == NONE {
        best = swept_difference(board) as Value;
    }
    (best, open as u8)
}

/// A layer in work.
struct Layer<R> {
    seeds: u32,
    /// By rank, the best of a board's moves that leave the layer.
    best: Vec<Value>,
    /// By rank, a [`State`].
    states: Vec<AtomicU8>,
    rows: Rows,
    rules: PhantomData<R>,
}

/// A board whose state waits to be changed, because a successor got determined.
#[derive(Clone, Copy)]
struct Edge {
    before: Board,
    rank: u64,
    /// Whether the successor is lost for its mover, so that this board is won.
    won: bool,
}

/// Edges that wait while their states come from memory: a ring that the first in leaves first.
struct Waiting {
    edges: [Edge; Self::ROOM],
    /// The next to leave and the next free place, both counted without end.
    head: usize,
    tail: usize,
}

impl Waiting {
    /// So many are worth waiting for.
    const ENOUGH: usize = 64;
    /// A board has at most 72 predecessors: a pit that was sown to its own last lap could have held 1 to 71 seeds, and if more than one pit is
    /// empty, no sowing got further than the next of them.
    const ROOM: usize = 256;

    fn new() -> Self {
        let none = Edge { before: Board::EMPTY, rank: 0, won: false };
        Waiting { edges: [none; Self::ROOM], head: 0, tail: 0 }
    }

    fn is_full_enough(&self) -> bool {
        self.tail - self.head >= Self::ENOUGH
    }

    #[inline]
    fn push(&mut self, edge: Edge) {
        debug_assert!(self.tail - self.head < Self::ROOM);
        self.edges[self.tail % Self::ROOM] = edge;
        self.tail += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<Edge> {
        (self.head < self.tail).then(|| {
            self.head += 1;
            self.edges[(self.head - 1) % Self::ROOM]
        })
    }
}

/// Boards that are looked at together when a level begins.
const BLOCK: usize = 128;

impl<R: Rules> Layer<R> {
    /// Determines all boards whose value is `level` or `-level`.
    fn determine(&self, level: Value, monitor: &impl Monitor) -> Result<(), Interrupted> {
        let chunks = self.best.par_chunks(CHUNK as usize).enumerate();
        chunks.try_for_each(|(i, chunk)| {
            if monitor.stopped() {
                return Err(Interrupted);
            }
            let mut stack = Vec::new();
            for (j, block) in chunk.chunks(BLOCK).enumerate() {
                // Without branches, so that the compiler compares many at once.
                if !block.iter().fold(false, |any, best| any | (*best == level) | (*best == -level)) {
                    continue;
                }
                for (k, &best) in block.iter().enumerate() {
                    let rank = i as u64 * CHUNK + (j * BLOCK + k) as u64;
                    if (best == level || best == -level) && self.settles(rank, best) {
                        stack.push((self.rows.unrank(rank), best < 0));
                    }
                }
            }
            rayon::scope(|scope| self.propagate(level, stack, scope));
            monitor.advance(chunk.len() as u64);
            Ok(())
        })
    }

    /// Rules (a) and (c): gives a board the value of its best move that leaves the layer, if that settles it at this level.
    #[inline]
    fn settles(&self, rank: u64, best: Value) -> bool {
        self.change(rank, |state| if best > 0 || state.open() == 0 { State::determined(best) } else { state })
    }

    /// Carries the values of boards that just got determined (whether each is lost for its mover) to all that follows from them at this level.
    fn propagate<'s>(&'s self, level: Value, mut stack: Vec<(Board, bool)>, scope: &rayon::Scope<'s>) {
        let mut waiting = Waiting::new();
        loop {
            while !waiting.is_full_enough()
                && let Some((board, lost)) = stack.pop()
            {
                // Most moves before this one stayed in the own row and left the opponent's, now the mover's, as it is.
                let ranker = RowRanker::new(self.seeds, board.mover);
                R::unmoves(board, |before| self.announce(before, lost, &ranker, &mut waiting));
            }
            let Some(edge) = waiting.pop() else { break };
            if self.follow(level, edge) {
                stack.push((edge.before, !edge.won));
            }
            if stack.len() > STACK_LIMIT {
                let given = stack.split_off(STACK_LIMIT / 2);
                scope.spawn(move |scope| self.propagate(level, given, scope));
            }
        }
    }

    /// Puts an edge among those that wait for their states. Not inlined: if it is, the compiler ranks rows in advance for pits that
    /// then have no seeds (a fifth of all instructions).
    #[inline(never)]
    fn announce(&self, before: Board, won: bool, ranker: &RowRanker, waiting: &mut Waiting) {
        let rank = ranker.rank(before);
        prefetch(self.states[rank as usize].as_ptr());
        if !won {
            prefetch(&self.best[rank as usize]);
        }
        waiting.push(Edge { before, rank, won });
    }

    /// Rules (b) and (d): tells a board that a successor got determined. Whether that determines the board.
    #[inline]
    fn follow(&self, level: Value, edge: Edge) -> bool {
        self.change(edge.rank, |state| {
            if edge.won {
                return State::determined(level);
            }
            let open = state.open() - 1;
            let lost = open == 0 && self.best[edge.rank as usize] <= -level;
            if lost { State::determined(-level) } else { State::undetermined(open) }
        })
    }

    /// Changes an undetermined state, whatever other threads do to it meanwhile. Whether that determined it.
    #[inline]
    fn change(&self, rank: u64, new: impl Fn(State) -> State) -> bool {
        let state = &self.states[rank as usize];
        let mut old = State(state.load(Relaxed));
        while !old.is_determined() {
            let new = new(old);
            if new == old {
                break;
            }
            match state.compare_exchange_weak(old.0, new.0, Relaxed, Relaxed) {
                Ok(_) => return new.is_determined(),
                Err(current) => old = State(current),
            }
        }
        false
    }
}

/// Asks the processor to fetch a byte that will soon be needed.
#[inline]
fn prefetch<T>(byte: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch neither reads nor writes, and is allowed for any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(byte.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
