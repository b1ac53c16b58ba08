//! The oware family: `abapa`, `abapa-play-on`, `wari`, `warri`.
//!
//! What all four share (each clause is a test below):
//!
//! * A move sows all seeds of one own pit, one by one, counter-clockwise. The pit they came from is skipped on every lap.
//! * If the last seed makes an opponent's pit 2 or 3, that pit is captured, and so is each pit before it without a gap, while it
//!   lies in the opponent's row and holds 2 or 3.
//! * If the opponent's row is empty, a move that sows into it must be chosen when there is one.
//!
//! They differ in the grand slam (a capture that would empty the opponent's row) and in what happens to a player without seeds
//! or without a move that feeds; [`OwareRules`] names these choices. Where the published rules are silent: under `warri` a player whose
//! row is empty passes also when no grand slam came before (a position given as text); then the other player must feed or take
//! the own row. The feeding rule is decided before captures, so a sowing that reaches the opponent's row feeds even if it takes
//! everything back.

use super::{Ending, Played, Rules};
use crate::board::{Board, MAX_SEEDS, Move, Moves, ONES, PITS, PITS_PER_ROW, ROW_MASK, Row, TOPS};

/// A capture that would leave the opponent's whole row empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrandSlam {
    /// Legal; the sowing stands, nothing is captured.
    TakesNothing,
    /// Illegal while another legal move exists; if all are grand slams, one is played, captures, and ends the game: the mover also
    /// takes the own row.
    Forbidden,
    /// Captures the whole row; the opponent then has to pass.
    TakesAll,
}

/// The player to move faces an empty row and has no move that feeds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotFeed {
    /// The game ends; the mover takes the own row.
    Ends,
    /// Any own move is legal.
    PlaysOn,
}

/// The player to move has no seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSeeds {
    /// The game ends; the other player takes the own row.
    Ends,
    /// The turn passes, unless the whole board is empty.
    Passes,
}

/// The choices in which the members of the family differ.
pub trait OwareRules: Copy + Send + Sync + 'static {
    /// See [`Rules::NAME`].
    const NAME: &'static str;
    /// See [`Rules::ID`].
    const ID: u8;
    /// What a grand slam does.
    const GRAND_SLAM: GrandSlam;
    /// What happens when nobody can be fed.
    const CANNOT_FEED: CannotFeed;
    /// What happens to a player without seeds.
    const NO_SEEDS: NoSeeds;
}

/// The tournament rules of Oware Abapa: a grand slam is legal and takes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Abapa;

impl OwareRules for Abapa {
    const NAME: &'static str = "abapa";
    const ID: u8 = 1;
    const GRAND_SLAM: GrandSlam = GrandSlam::TakesNothing;
    const CANNOT_FEED: CannotFeed = CannotFeed::Ends;
    const NO_SEEDS: NoSeeds = NoSeeds::Ends;
}

/// Abapa in which the game goes on when a player has no seeds, until the board is empty or play repeats.
#[derive(Clone, Copy, Debug)]
pub struct AbapaPlayOn;

impl OwareRules for AbapaPlayOn {
    const NAME: &'static str = "abapa-play-on";
    const ID: u8 = 2;
    const GRAND_SLAM: GrandSlam = GrandSlam::TakesNothing;
    const CANNOT_FEED: CannotFeed = CannotFeed::PlaysOn;
    const NO_SEEDS: NoSeeds = NoSeeds::Passes;
}

/// Awari as solved by Romein and Bal (2002): a grand slam is illegal.
#[derive(Clone, Copy, Debug)]
pub struct Wari;

impl OwareRules for Wari {
    const NAME: &'static str = "wari";
    const ID: u8 = 3;
    const GRAND_SLAM: GrandSlam = GrandSlam::Forbidden;
    const CANNOT_FEED: CannotFeed = CannotFeed::Ends;
    const NO_SEEDS: NoSeeds = NoSeeds::Ends;
}

/// A grand slam captures the row and the same player moves again.
#[derive(Clone, Copy, Debug)]
pub struct Warri;

impl OwareRules for Warri {
    const NAME: &'static str = "warri";
    const ID: u8 = 4;
    const GRAND_SLAM: GrandSlam = GrandSlam::TakesAll;
    const CANNOT_FEED: CannotFeed = CannotFeed::Ends;
    const NO_SEEDS: NoSeeds = NoSeeds::Passes;
}

/// What sowing a number of seeds from a pit adds to the two rows.
#[derive(Clone, Copy)]
struct Sowing {
    /// To the mover's row: a seed for each step there, minus all seeds of the pit (so the sum wraps).
    mover: u64,
    /// To the opponent's row: a seed for each step there.
    opponent: u64,
    /// The opponent's pits that a capture may take: from the first one to where the last seed fell. Empty if it fell elsewhere.
    reach: u64,
}

/// By pit and seeds, at `pit << 7 | seeds`.
static SOWINGS: [Sowing; 1 << 10] = sowings();

const fn sowings() -> [Sowing; 1 << 10] {
    let mut table = [Sowing { mover: 0, opponent: 0, reach: 0 }; 1 << 10];
    let mut pit = 0;
    while pit < PITS_PER_ROW {
        let mut seeds = 1;
        let (mut mover, mut opponent, mut at) = (0_u64, 0_u64, pit);
        while seeds <= MAX_SEEDS as usize {
            at = (at + 1) % PITS;
            if at == pit {
                at += 1; // no pit of the mover is the last of the ring
            }
            let mut reach = 0;
            if at < PITS_PER_ROW {
                mover += 1 << (8 * at);
            } else {
                opponent += 1 << (8 * (at - PITS_PER_ROW));
                reach = ROW_MASK >> (8 * (PITS - 1 - at));
            }
            let emptied = (seeds as u64) << (8 * pit);
            table[pit << 7 | seeds] = Sowing { mover: mover.wrapping_sub(emptied), opponent, reach };
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

/// The pits of `row` that a last seed falling at the top of `reach` captures, as a mask: the unbroken run of twos and threes that
/// ends there.
#[inline]
fn captured(row: u64, reach: u64) -> u64 {
    // A byte of `row ^ 2…2` is 0 or 1 exactly for a 2 or 3; adding 127 to the rest of its bits sets bit 7 for every other count.
    let others = ((row ^ (ONES << 1)) & (TOPS - (ONES << 1))) + (TOPS - ONES);
    let gap = others & TOPS & reach;
    reach & (!0 << (64 - gap.leading_zeros()))
}

/// The pits whose sowing reaches the opponent's row: pit p needs 6 − p seeds.
#[inline]
fn feeding(row: Row) -> Moves {
    const REACHES: u64 = Row::from_pits([1, 2, 3, 4, 5, 6]).0;
    // 128 − (6 − p) in each byte: bit 7 gets set by 6 − p seeds and more.
    Moves((row.0 + (TOPS - 7 * ONES + REACHES)) & TOPS)
}

/// Sows, and says what would be captured: the board before any capture, and the mask of captured pits.
#[inline]
fn sow(board: Board, pit: usize) -> (Board, u64) {
    let seeds = board.mover.pit(pit);
    let sowing = sowing(pit, seeds);
    let mover = board.mover.0.wrapping_add(sowing.mover);
    let opponent = board.opponent.0 + sowing.opponent;
    (Board { mover: Row(mover), opponent: Row(opponent) }, captured(opponent, sowing.reach))
}

/// Whether capturing these pits leaves the opponent without seeds.
#[inline]
fn is_grand_slam(sown: Board, captured: u64) -> bool {
    captured != 0 && sown.opponent.0 & !captured == 0
}

impl<T: OwareRules> Rules for T {
    const NAME: &'static str = T::NAME;
    const ID: u8 = T::ID;
    const MAX_SEEDS: u32 = 48;
    const MAJORITY_ENDS: bool = true;
    const CAN_REPEAT: bool = true;
    // The pit of origin, which a long sowing skips, or the whole row if the turn passes or comes back.
    const LEAVES_A_GAP: bool = true;
    const RING: usize = PITS;

    #[inline]
    fn moves(board: Board) -> Moves {
        let moves = plausible_moves::<T>(board);
        if T::GRAND_SLAM == GrandSlam::Forbidden { without_grand_slams(board, moves) } else { moves }
    }

    #[inline]
    fn play(board: Board, mv: Move) -> Played {
        if T::NO_SEEDS == NoSeeds::Passes && mv.is_pass() {
            return Played { board: board.swapped(), gain: 0, again: false };
        }
        let (sown, mut captured) = sow(board, mv.index());
        if is_grand_slam(sown, captured) {
            match T::GRAND_SLAM {
                GrandSlam::TakesNothing => captured = 0,
                GrandSlam::Forbidden => return Played { board: Board::EMPTY, gain: sown.seeds() as u8, again: false },
                GrandSlam::TakesAll => {}
            }
        }
        capture(sown, captured)
    }

    fn ending(board: Board) -> Ending {
        if board.mover.is_empty() { Ending::NoMove } else { Ending::CannotFeed }
    }

    fn ending_after(board: Board) -> Ending {
        // Only a forced grand slam empties the board under `wari`.
        let slam = T::GRAND_SLAM == GrandSlam::Forbidden && board == Board::EMPTY;
        if slam { Ending::GrandSlam } else { Self::ending(board) }
    }
}

/// How a sowing meets the opponent's row: how many seeds fall there, and whether the last seed does.
///
/// A move falls into two halves that know nothing of each other: what becomes of the mover's row follows from that row ([`half_moves`]), what becomes of the
/// opponent's from that row and the fall ([`land`]). The solver rests on this. Only the rules for a row without seeds look at both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fall(u8);

impl Fall {
    /// Falls are numbered below this: 48 seeds from pit 5 leave 28 in the opponent's row.
    pub const COUNT: usize = 58;

    /// No seed leaves the mover's row.
    pub const NONE: Fall = Fall::new(0, true);

    const fn new(seeds: u32, ends_at_home: bool) -> Self {
        Fall((seeds as u8) << 1 | ends_at_home as u8)
    }

    /// The fall of this number.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Fall(index as u8)
    }

    /// Its number; 0 is that of no fall.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Seeds that fall into the opponent's row.
    #[must_use]
    pub const fn seeds(self) -> u32 {
        (self.0 >> 1) as u32
    }

    /// Whether the last seed falls into the mover's row.
    #[must_use]
    pub const fn ends_at_home(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What a fall does to the opponent's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// Nothing is captured; the row after it.
    Stays(Row),
    /// Seeds that the mover captures, and what remains of the row.
    Captures(u8, Row),
    /// A grand slam that is legal only if there is no other move.
    Forbidden,
}

/// The own halves of the sowings from a row of at most 48 seeds: the fall, and the mover's row after it.
pub fn half_moves(row: Row) -> impl Iterator<Item = (Fall, Row)> {
    row.occupied().map(move |mv| {
        let sowing = sowing(mv.index(), row.pit(mv.index()));
        (Fall::new(Row(sowing.opponent).seeds(), sowing.reach == 0), Row(row.0.wrapping_add(sowing.mover)))
    })
}

/// The other half: what a fall does to the opponent's row, from which boards with seeds in both rows are played.
#[must_use]
pub fn land<T: OwareRules>(opponent: Row, fall: Fall) -> Landing {
    let (laps, rest) = (u64::from(fall.seeds()) / PITS_PER_ROW as u64, fall.seeds() % PITS_PER_ROW as u32);
    let row = opponent.0 + laps * ONES + (ONES & ((1 << (8 * rest)) - 1));
    if fall.ends_at_home() {
        return Landing::Stays(Row(row));
    }
    let last = (fall.seeds() + PITS_PER_ROW as u32 - 1) % PITS_PER_ROW as u32;
    let captured = captured(row, ROW_MASK >> (8 * (PITS_PER_ROW as u32 - 1 - last)));
    let rest = Row(row & !captured);
    let gain = Row(row & captured).seeds() as u8;
    match T::GRAND_SLAM {
        _ if gain == 0 => Landing::Stays(Row(row)),
        GrandSlam::TakesNothing if rest.is_empty() => Landing::Stays(Row(row)),
        GrandSlam::Forbidden if rest.is_empty() => Landing::Forbidden,
        _ => Landing::Captures(gain, rest),
    }
}

/// The legal moves before grand slams are looked at.
#[inline]
fn plausible_moves<T: OwareRules>(board: Board) -> Moves {
    if board.mover.is_empty() {
        let passes = T::NO_SEEDS == NoSeeds::Passes && !board.opponent.is_empty();
        return if passes { Moves::PASS } else { Moves::NONE };
    }
    if !board.opponent.is_empty() {
        return board.mover.occupied();
    }
    let feeding = feeding(board.mover);
    if T::CANNOT_FEED == CannotFeed::PlaysOn && feeding.is_empty() { board.mover.occupied() } else { feeding }
}

/// Takes the captured pits off a board and turns it to the next player.
#[inline]
fn capture(sown: Board, captured: u64) -> Played {
    let gain = Row(sown.opponent.0 & captured).seeds() as u8;
    Played { board: Board { mover: Row(sown.opponent.0 & !captured), opponent: sown.mover }, gain, again: false }
}

/// Strikes out the grand slams, unless nothing else would remain.
#[inline]
fn without_grand_slams(board: Board, moves: Moves) -> Moves {
    // A pit of four or more stays.
    if (board.opponent.0 + (TOPS - 4 * ONES)) & TOPS != 0 {
        return moves;
    }
    let mut rest = moves;
    for mv in moves {
        let (sown, captured) = sow(board, mv.index());
        if is_grand_slam(sown, captured) {
            rest = rest.without(mv);
        }
    }
    if rest.is_empty() { moves } else { rest }
}
