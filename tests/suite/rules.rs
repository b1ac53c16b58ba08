//! The rules, clause by clause. Rows are written from the mover's side: the mover's row, then the opponent's, before a move and
//! after it (seen by the player who made it).

mod game;
mod kalah;
mod oware;

use ::oware::board::{Board, Move, Row};
use ::oware::rules::{Ending, Rules};
use ::oware::variant::Variant;
use ::oware::with_rules;

type Pits = [u8; 6];

fn board(mover: Pits, opponent: Pits) -> Board {
    Board { mover: Row::from_pits(mover), opponent: Row::from_pits(opponent) }
}

/// The pits that may be sown, 6 for the pass.
fn legal(rules: Variant, mover: Pits, opponent: Pits) -> Vec<usize> {
    with_rules!(rules, R => R::moves(board(mover, opponent)).map(Move::index).collect())
}

/// Why the game is over before a move.
fn over(rules: Variant, mover: Pits, opponent: Pits) -> Option<Ending> {
    let board = board(mover, opponent);
    with_rules!(rules, R => R::moves(board).is_empty().then(|| R::ending(board)))
}

/// Sows a pit, which must be legal: both rows after it, the seeds that came into the store, and whether the mover moves again.
fn sow(rules: Variant, mover: Pits, opponent: Pits, pit: usize) -> (Pits, Pits, u8, bool) {
    assert!(legal(rules, mover, opponent).contains(&pit), "{rules}: {mover:?} / {opponent:?}, pit {pit}");
    let played = with_rules!(rules, R => R::play(board(mover, opponent), Move::from_index(pit as u8).unwrap()));
    let Board { mover: next, opponent: other } = played.board;
    let (mover, opponent) = if played.again { (next, other) } else { (other, next) };
    (mover.pits(), opponent.pits(), played.gain, played.again)
}
