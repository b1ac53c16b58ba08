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
}

/// The moves of a board, the most promising first.
pub(super) struct Candidates {
    list: [Candidate; 6],
    len: usize,
}

impl Candidates {
    #[inline]
    pub fn as_slice(&self) -> &[Candidate] {
        &self.list[..self.len]
    }
}

const TABLE_MOVE: i32 = 1 << 30;
const AGAIN: i32 = 1 << 22;
const SEED: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const HISTORY_LIMIT: i32 = 1 << 18;

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

    /// Plays each legal move and sorts the results. `board` must have a legal move.
    #[inline]
    pub fn candidates<R: Rules>(&self, board: Board, ply: usize, table_move: Option<Move>) -> Candidates {
        let none = Candidate { mv: Move::PASS, played: Played { board: Board::EMPTY, gain: 0, again: false }, worth: 0 };
        let mut candidates = Candidates { list: [none; 6], len: 0 };
        for mv in R::moves(board) {
            let played = R::play(board, mv);
            let mut worth = i32::from(played.gain) * SEED + self.history[mv.index()][Self::seeds(board, mv)];
            if played.again {
                worth += AGAIN;
            }
            if table_move == Some(mv) {
                worth += TABLE_MOVE;
            }
            if self.killers[ply] == Some(mv) {
                worth += KILLER;
            }
            // Insertion: of equals, the later pit first (nearer to the opponent).
            let mut at = candidates.len;
            while at > 0 && candidates.list[at - 1].worth <= worth {
                candidates.list[at] = candidates.list[at - 1];
                at -= 1;
            }
            candidates.list[at] = Candidate { mv, played, worth };
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
