//! The order in which moves are tried: the table's move, what gains most, what cut off at this distance from the root before, what
//! cut off elsewhere.

use crate::board::{Board, Move};
use crate::rules::{Played, Rules};

/// A move and what it does.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub mv: Move,
    pub played: Played,
    worth: i32,
    /// Whether another thread was at it when its turn came.
    pub is_put_off: bool,
}

/// The moves of a board, to be picked one after another, the most promising first.
pub(super) struct Candidates {
    list: [Candidate; 6],
    len: usize,
}

impl Candidates {
    pub fn len(&self) -> usize {
        self.len
    }

    /// All that were not picked yet, and before them those that were.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Candidate> {
        self.list[..self.len].iter()
    }

    /// The most promising of those from the i-th on becomes the i-th.
    #[inline]
    pub fn pick(&mut self, i: usize) -> Candidate {
        let mut best = i;
        for other in i + 1..self.len {
            if self.list[other].worth > self.list[best].worth {
                best = other;
            }
        }
        self.list.swap(i, best);
        self.list[i]
    }

    /// The i-th comes after all that were not picked yet.
    pub fn put_off(&mut self, i: usize) {
        self.list[i].is_put_off = true;
        self.list[i].worth -= PUT_OFF;
    }
}

const TABLE_MOVE: i32 = 1 << 30;
const PUT_OFF: i32 = 1 << 30;
const AGAIN: i32 = 1 << 22;
const SEED: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const HISTORY_LIMIT: i32 = 1 << 15;

/// Moves that cut off, by distance from the root and by pit and seeds.
pub(super) struct Ordering {
    killers: Vec<Option<Move>>,
    history: [[i32; 128]; 7],
}

impl Ordering {
    pub fn new(max_ply: usize) -> Self {
        Ordering { killers: vec![None; max_ply], history: [[0; 128]; 7] }
    }

    fn seeds(board: Board, mv: Move) -> usize {
        if mv.is_pass() { 0 } else { board.mover.pit(mv.index()) as usize & 127 }
    }

    /// Plays each legal move. `board` must have a legal move.
    #[inline]
    pub fn candidates<R: Rules>(&self, board: Board, ply: usize, table_move: Option<Move>) -> Candidates {
        let none = Candidate { mv: Move::PASS, played: Played { board: Board::EMPTY, gain: 0, again: false }, worth: 0, is_put_off: false };
        let mut candidates = Candidates { list: [none; 6], len: 0 };
        for mv in R::moves(board) {
            let played = R::play(board, mv);
            // Of equals, the later pit first (nearer to the opponent).
            let mut worth = mv.index() as i32 + i32::from(played.gain) * SEED + 8 * self.history[mv.index()][Self::seeds(board, mv)];
            if played.again {
                worth += AGAIN;
            }
            if table_move == Some(mv) {
                worth += TABLE_MOVE;
            }
            if self.killers[ply] == Some(mv) {
                worth += KILLER;
            }
            candidates.list[candidates.len] = Candidate { mv, played, worth, is_put_off: false };
            candidates.len += 1;
        }
        candidates
    }

    /// A move cut off a search of so many moves.
    pub fn reward(&mut self, board: Board, ply: usize, mv: Move, depth: i32) {
        self.killers[ply] = Some(mv);
        let history = &mut self.history[mv.index()][Self::seeds(board, mv)];
        *history += depth * depth + 1;
        if *history > HISTORY_LIMIT {
            for row in &mut self.history {
                for entry in row {
                    *entry /= 2;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::oware::Abapa;

    #[test]
    fn moves_come_by_promise_and_those_put_off_come_last() {
        // Pit 5 captures the two of pit 6; the others capture nothing.
        let board = Board::from_pits([1, 1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4]).unwrap();
        let mut ordering = Ordering::new(1);
        let order = |ordering: &Ordering, table_move| {
            let mut candidates = ordering.candidates::<Abapa>(board, 0, table_move);
            (0..candidates.len()).map(|i| candidates.pick(i).mv.index()).collect::<Vec<_>>()
        };
        assert_eq!(order(&ordering, None), [5, 4, 3, 2, 1, 0]);
        ordering.reward(board, 0, Move::from_pit(1), 9);
        assert_eq!(order(&ordering, Some(Move::from_pit(3))), [3, 5, 1, 4, 2, 0]);

        let mut candidates = ordering.candidates::<Abapa>(board, 0, None);
        assert_eq!(candidates.pick(0).mv.index(), 5);
        assert_eq!(candidates.pick(1).mv.index(), 1);
        candidates.put_off(1);
        let rest: Vec<_> = (1..6).map(|i| candidates.pick(i)).collect();
        assert_eq!(rest.iter().map(|candidate| candidate.mv.index()).collect::<Vec<_>>(), [4, 3, 2, 0, 1]);
        assert!(rest[4].is_put_off && !rest[0].is_put_off);
    }
}
