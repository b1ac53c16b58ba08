//! What a book knows of a position: its moves and what they are worth.

use crate::board::{Board, Move};
use crate::rules::Played;
use crate::score::Score;

/// A move of a book position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// What the mover will capture from the position on, beyond the opponent, if both play best after this move.
    pub score: Score,
    /// Whether the score is proven, for a game without history.
    pub exact: bool,
    /// Whether the move leads back to a position from which the book leads here: it is worth nothing then, since the way round can be gone again.
    pub repeats: bool,
}

/// A position and all its legal moves, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The pits, seen from the player to move.
    pub board: Board,
    /// The moves, from the best score down; of equal ones, the lower pit first. Not empty.
    pub moves: Vec<BookMove>,
}

impl Entry {
    /// The moves of a position, put in order.
    #[must_use]
    pub fn new(board: Board, mut moves: Vec<BookMove>) -> Self {
        moves.sort_by_key(|known| (std::cmp::Reverse(known.score), known.mv.index()));
        Entry { board, moves }
    }

    /// What the position is worth to the mover, as far as its moves tell: the best score.
    #[must_use]
    pub fn score(&self) -> Score {
        self.moves.first().map_or(Score::ZERO, |best| best.score)
    }
}

/// What the position after a move is worth to the player to move there, from what the move is worth to the player who makes it.
#[must_use]
pub fn behind(played: Played, score: Score) -> Score {
    let rest = score - Score::from_seeds(i32::from(played.gain));
    if played.again { rest } else { -rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_and_the_position_after_it_tell_each_others_worth() {
        let score = Score::from_hundredths;
        for (again, after, of_move) in [(false, -120, 320), (false, 120, 80), (true, 120, 320)] {
            let played = Played { board: Board::EMPTY, gain: 2, again };
            assert_eq!(played.score(score(after)), score(of_move));
            assert_eq!(behind(played, score(of_move)), score(after));
        }
    }
}
