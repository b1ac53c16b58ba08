//! Proving a layer's table by solving the layer again on another road: forward sweeps to a least fixed point.
//!
//! [`super::verify`] checks that each value follows from its successors. That leaves open whether boards on a cycle are wrong in step, each
//! resting on the other. Here a layer is solved anew from the layers below, by moves played forwards alone: no predecessors, no counters, no levels,
//! nothing of [`super::layer`]. It takes more memory (up to 40 bytes a board) and time, so it is for
//! the small layers.
//!
//! # What is computed
//!
//! Two numbers a board: m(b), the most seeds of which the mover can make sure, and o(b), the most of which the opponent can make sure. "Seeds" means
//!
//! * for a *shared* table the difference in that player's favour, counted from 0 up, and the table's value is m − o;
//! * for a *forced* table the seeds that come into that player's store, and m and o are the table's two planes;
//!
//! and "make sure of t ≥ 1" means: play so that, whatever the other does, the play leaves the layer or ends, and does it with at least t for this
//! player. What a move that leaves is worth to either player, is known from the layers below; a board without moves is worth its rows.
//! Play that never leaves makes sure of nothing.
//!
//! # How
//!
//! Let M(t) be the boards whose mover can make sure of t, and O(t) those whose opponent can. After a move that stays, the turn is the
//! other's ([`crate::rules`]), so
//!
//! * b ∈ M(t) if a move of b leaves and is worth t or more to the mover, or stays and leads into O(t);
//! * b ∈ O(t) if b has a move, and each that leaves is worth t or more to the opponent, and each that stays leads into M(t).
//!
//! *The least sets of which this is true ("if and only if") are M(t) and O(t).* Build them by sweeps: start with empty sets, and put in what the right
//! sides demand, until nothing changes. Each board that gets in rests on leaving moves and on boards that got in before. So its player has a move
//! (and the other has only moves) to boards that got in earlier, and after at most as many moves as there were sweeps the play has left with t or more:
//! nothing gets in wrongly, and nothing holds itself up round a cycle. And at a board outside of the finished sets, the other player always has
//! a way to stay outside: it is not put in, so there is a move (if the other is to move) that leaves with less than t or leads outside, or there are
//! only such moves (if the player is). So play leaves with less than t, or it never leaves; the player can make sure of t nowhere outside. ∎
//!
//! The sets shrink as t grows, so one number a board holds all thresholds at once, and the two rules become
//!
//! ```text
//! m(b) = max( what leaving moves are worth to the mover,          o(c) over staying moves to c, 0 )
//! o(b) = min( what each leaving move is worth to the opponent,    m(c) over staying moves to c )
//! ```
//!
//! with the least solution wanted. Both right sides grow with the numbers in them. So from 0 everywhere, applying them to any board in any order never goes
//! beyond the least solution, and when no application changes anything, a solution is reached: the least. Hence threads
//! sweep side by side over the same numbers, without rounds, and the order of boards does not matter. Each sweep but the last raises a number, and none
//! exceeds n: the sweeps end.
//!
//! *Why that is the shared value.* V(b) ≥ t for a t ≥ 1 means that the mover can force a difference of t; endless play is worth 0 < t, so the play must
//! leave: b ∈ M(t). Likewise V(b) ≤ −t means b ∈ O(t). They cannot both be able to, so one of m and o is 0 and V = m − o.
//!
//! By induction over the layers, a table is right if it and all below it are proven. In kalah, where nothing comes back, the sweeps only need
//! as many rounds as a layer's longest play.

use super::contradiction::{Contradiction, Quantity, Road};
use crate::board::Board;
use crate::index::{boards_from, layer_size, rank};
use crate::rules::{Played, Rules, swept_difference};
use crate::score::Value;
use crate::table::Kind;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// Boards of one task.
const CHUNK: u64 = 1 << 13;

/// Solves the layer of `seeds` again and compares. `layers[m]` must hold the layer of m seeds as a table of that kind has it
/// ([`crate::table::TableId::values`]), one signed byte a value, for all m up to and with `seeds`; the lower ones are taken for right.
///
/// # Errors
/// The contradiction of the lowest rank.
///
/// # Panics
/// If a layer is missing or too short, or the layer has more than 2³² boards.
pub fn prove<R: Rules>(kind: Kind, seeds: u32, layers: &[&[u8]]) -> Result<(), Contradiction> {
    let (lower, table) = layers.split_at(seeds as usize);
    let sure = solve::<R>(kind, seeds, lower);
    let size = sure.len();
    let contradiction = sure.par_iter().enumerate().find_map_first(|(rank, sure)| {
        let Sure { mover, opponent } = Sure::unpack(sure.load(Relaxed));
        let (mover, opponent) = (i32::from(mover), i32::from(opponent));
        let number = |place: usize| i32::from(table[0][place] as Value);
        let numbers = match kind {
            Kind::Shared => vec![(Quantity::Difference, number(rank), mover - opponent)],
            Kind::Forced => vec![(Quantity::Mover, number(rank), mover), (Quantity::Opponent, number(size + rank), opponent)],
        };
        let wrong = numbers.into_iter().find(|(_, found, expected)| found != expected);
        wrong.map(|(quantity, found, expected)| (rank as u64, quantity, found, expected))
    });
    contradiction.map_or(Ok(()), |(rank, quantity, found, expected)| {
        let board = crate::index::unrank(seeds, rank);
        Err(Contradiction { board, quantity, found, expected, road: Road::Proof })
    })
}

/// Of how many seeds each player can make sure.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sure {
    mover: u8,
    opponent: u8,
}

impl Sure {
    /// No move was looked at yet: nothing for the mover to choose, nothing that holds the opponent.
    const NO_MOVE: Sure = Sure { mover: 0, opponent: u8::MAX };

    fn of_difference(difference: i32) -> Self {
        Sure { mover: difference.max(0) as u8, opponent: (-difference).max(0) as u8 }
    }

    /// With one move more, of this worth.
    #[inline]
    fn or(self, worth: Sure) -> Self {
        Sure { mover: self.mover.max(worth.mover), opponent: self.opponent.min(worth.opponent) }
    }

    /// The same seen from the other player.
    #[inline]
    fn swapped(self) -> Self {
        Sure { mover: self.opponent, opponent: self.mover }
    }

    #[inline]
    fn pack(self) -> u16 {
        u16::from_le_bytes([self.mover, self.opponent])
    }

    #[inline]
    fn unpack(packed: u16) -> Self {
        let [mover, opponent] = packed.to_le_bytes();
        Sure { mover, opponent }
    }
}

/// The least solution, by rank.
fn solve<R: Rules>(kind: Kind, seeds: u32, lower: &[&[u8]]) -> Vec<AtomicU16> {
    let size = layer_size(seeds);
    assert!(u32::try_from(size).is_ok(), "layer {seeds} has {size} boards, more than a proof can number");
    let sure: Vec<AtomicU16> = (0..size).map(|_| AtomicU16::new(0)).collect();
    let chunks = size.div_ceil(CHUNK) as usize;
    let chunks: Vec<Chunk> = (0..chunks).into_par_iter().map(|i| Chunk::new::<R>(kind, seeds, i as u64 * CHUNK, lower, &sure)).collect();
    // Every chunk in each sweep: no short cut once one has changed something.
    while chunks.par_iter().map(|chunk| chunk.sweep(&sure)).reduce(|| false, |a, b| a | b) {}
    sure
}

/// A board with moves that stay.
struct Node {
    rank: u32,
    /// Where its successors end; they begin where those of the node before end.
    end: u32,
    /// What its moves that leave make.
    leaving: Sure,
}

/// Neighbouring boards, with the ranks of all boards of the layer that they lead to.
struct Chunk {
    nodes: Vec<Node>,
    successors: Vec<u32>,
}

impl Chunk {
    /// Plays all moves of a chunk's boards. Boards without moves that stay are finished by that.
    fn new<R: Rules>(kind: Kind, seeds: u32, first: u64, lower: &[&[u8]], sure: &[AtomicU16]) -> Self {
        let mut chunk = Chunk { nodes: Vec::new(), successors: Vec::new() };
        for (board, number) in boards_from(seeds, first).take(CHUNK as usize).zip(first..) {
            let (mut leaving, before) = (Sure::NO_MOVE, chunk.successors.len());
            for mv in R::moves(board) {
                let played = R::play(board, mv);
                if played.gain == 0 {
                    chunk.successors.push(rank(played.board) as u32);
                } else {
                    leaving = leaving.or(worth(kind, played, lower));
                }
            }
            if chunk.successors.len() > before {
                chunk.nodes.push(Node { rank: number as u32, end: chunk.successors.len() as u32, leaving });
            } else {
                let finished = if leaving == Sure::NO_MOVE { swept(kind, board) } else { leaving };
                sure[number as usize].store(finished.pack(), Relaxed);
            }
        }
        chunk
    }

    /// Applies the two rules to each board. Whether that raised a number.
    fn sweep(&self, sure: &[AtomicU16]) -> bool {
        let (mut changed, mut begin) = (false, 0);
        for node in &self.nodes {
            let end = node.end as usize;
            let staying = self.successors[begin..end].iter().map(|&next| Sure::unpack(sure[next as usize].load(Relaxed)).swapped());
            let new = staying.fold(node.leaving, Sure::or).pack();
            begin = end;
            // Nobody else writes this board's numbers.
            let place = &sure[node.rank as usize];
            if place.load(Relaxed) != new {
                place.store(new, Relaxed);
                changed = true;
            }
        }
        changed
    }
}

/// What a move that leaves the layer is worth to the two players, by the layers below.
fn worth(kind: Kind, played: Played, lower: &[&[u8]]) -> Sure {
    let seeds = played.board.seeds();
    let number = |first: u64| lower[seeds as usize][(first + rank(played.board)) as usize] as Value;
    match kind {
        Kind::Shared => {
            let (gain, rest) = (i32::from(played.gain), i32::from(number(0)));
            Sure::of_difference(if played.again { gain + rest } else { gain - rest })
        }
        Kind::Forced => {
            let rest = Sure { mover: number(0) as u8, opponent: number(layer_size(seeds)) as u8 };
            let rest = if played.again { rest } else { rest.swapped() };
            Sure { mover: played.gain + rest.mover, ..rest }
        }
    }
}

/// What a board without moves is worth: each player takes the own row.
fn swept(kind: Kind, board: Board) -> Sure {
    match kind {
        Kind::Shared => Sure::of_difference(swept_difference(board)),
        Kind::Forced => Sure { mover: board.mover.seeds() as u8, opponent: board.opponent.seeds() as u8 },
    }
}
