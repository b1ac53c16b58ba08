//! Kalah: `kalah` and `kalah-strict`.
//!
//! * Sowing drops a seed into the own store and skips the opponent's. The pit of origin is not skipped: 13 seeds end in it.
//! * Last seed in the own store: the same player moves again.
//! * Last seed in an own pit that was empty before that seed fell (the pit of origin after a full lap counts as empty): that seed and
//!   all seeds of the opposite pit go to the own store. If the opposite pit is empty, `kalah` takes the last seed alone and
//!   `kalah-strict` nothing. A capture gives no extra turn.
//! * If either row is empty after a move, also one that would earn another turn, the game ends and each player takes the own row.
//!
//! * The larger store wins when the game is over; a majority does not end it before.
//!
//! No position repeats: a move that stays in the layer moves seeds towards the end of the own row, and nothing moves them back.

use super::{Ending, Played, Rules};
use crate::board::{Board, MAX_SEEDS, Move, Moves, PITS, PITS_PER_ROW, ROW_MASK, Row};

/// Whether a last seed in an empty own pit is taken when the opposite pit is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyCapture {
    /// The last seed is taken alone.
    Takes,
    /// It stays.
    TakesNothing,
}

/// The choice in which the two rule sets differ.
pub trait KalahRules: Copy + Send + Sync + 'static {
    /// See [`Rules::NAME`].
    const NAME: &'static str;
    /// See [`Rules::ID`].
    const ID: u8;
    /// What a capture with an empty opposite pit takes.
    const EMPTY_CAPTURE: EmptyCapture;
}

/// Kalah of the 1955 patent, as solved by Irving, Donkers and Uiterwijk (2000): with the empty capture.
#[derive(Clone, Copy, Debug)]
pub struct Kalah;

impl KalahRules for Kalah {
    const NAME: &'static str = "kalah";
    const ID: u8 = 5;
    const EMPTY_CAPTURE: EmptyCapture = EmptyCapture::Takes;
}

/// Kalah without the empty capture, as `OpenSpiel` and many apps play it.
#[derive(Clone, Copy, Debug)]
pub struct KalahStrict;

impl KalahRules for KalahStrict {
    const NAME: &'static str = "kalah-strict";
    const ID: u8 = 6;
    const EMPTY_CAPTURE: EmptyCapture = EmptyCapture::TakesNothing;
}

/// What sowing a number of seeds from a pit adds.
#[derive(Clone, Copy)]
struct Sowing {
    /// To the mover's row and, in byte 6, the mover's store.
    mover: u64,
    /// To the opponent's row.
    opponent: u64,
    /// Where the last seed fell: 0–5 an own pit, 6 the store, above that an opponent's pit.
    last: u8,
}

/// By pit and seeds, at `pit << 7 | seeds`.
static SOWINGS: [Sowing; 1 << 10] = sowings();

const STORE: usize = PITS_PER_ROW;

const fn sowings() -> [Sowing; 1 << 10] {
    let mut table = [Sowing { mover: 0, opponent: 0, last: u8::MAX }; 1 << 10];
    let mut pit = 0;
    while pit < PITS_PER_ROW {
        let mut seeds = 1;
        let (mut mover, mut opponent, mut at) = (0, 0, pit);
        while seeds <= MAX_SEEDS as usize {
            at = (at + 1) % (PITS + 1);
            if at <= STORE {
                mover += 1 << (8 * at);
            } else {
                opponent += 1 << (8 * (at - STORE - 1));
            }
            table[pit << 7 | seeds] = Sowing { mover, opponent, last: at as u8 };
            seeds += 1;
        }
        pit += 1;
    }
    table
}

#[inline]
fn sowing(pit: usize, seeds: u32) -> &'static Sowing {
    &SOWINGS[(pit << 7 | seeds as usize) & (SOWINGS.len() - 1)]
}

/// The shift to the opponent's pit that lies opposite an own pit: 11 − p of the board.
#[inline]
const fn opposite(pit: usize) -> usize {
    8 * (PITS_PER_ROW - 1 - pit)
}

macro_rules! impl_rules {
    ($($rules:ty),*) => {$(
        impl Rules for $rules {
            const NAME: &'static str = <Self as KalahRules>::NAME;
            const ID: u8 = <Self as KalahRules>::ID;
            const MAX_SEEDS: u32 = MAX_SEEDS;
            const MAJORITY_ENDS: bool = false;
            const CAN_REPEAT: bool = false;
            // A sowing of 13 and more seeds refills its pit, and after a seed in the store the same player moves.
            const LEAVES_A_GAP: bool = false;
            const RING: usize = PITS + 1;

            #[inline]
            fn moves(board: Board) -> Moves {
                moves(board)
            }

            #[inline]
            fn play(board: Board, mv: Move) -> Played {
                play::<Self>(board, mv)
            }

            fn dropped(board: Board, mv: Move) -> u8 {
                (sowing(mv.index(), board.mover.pit(mv.index())).mover >> (8 * STORE)) as u8
            }

            fn ending(_: Board) -> Ending {
                Ending::RowEmpty
            }
        }
    )*};
}

impl_rules!(Kalah, KalahStrict);

#[inline]
fn moves(board: Board) -> Moves {
    if board.opponent.is_empty() { Moves::NONE } else { board.mover.occupied() }
}

#[inline]
fn play<T: KalahRules>(board: Board, mv: Move) -> Played {
    let pit = mv.index();
    let seeds = board.mover.pit(pit);
    let sowing = sowing(pit, seeds);
    let mut mover = board.mover.0 - (u64::from(seeds) << (8 * pit)) + sowing.mover;
    let mut opponent = board.opponent.0 + sowing.opponent;
    let mut gain = (mover >> (8 * STORE)) as u8;
    mover &= ROW_MASK;
    let last = usize::from(sowing.last);
    if last < STORE && mover >> (8 * last) & 0xFF == 1 {
        let taken = (opponent >> opposite(last)) as u8;
        if T::EMPTY_CAPTURE == EmptyCapture::Takes || taken > 0 {
            mover &= !(0xFF << (8 * last));
            opponent &= !(0xFF << opposite(last));
            gain += taken + 1;
        }
    }
    let after = Board { mover: Row(mover), opponent: Row(opponent) };
    // A finished game has no mover; its board is told from the next player's side all the same, except after an extra turn.
    let again = last == STORE;
    Played { board: if again { after } else { after.swapped() }, gain, again }
}
