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

    #[inline]
    fn leaving(board: Board, mut visit: impl FnMut(Played)) -> u32 {
        let moves = plausible_moves::<T>(board);
        if T::NO_SEEDS == NoSeeds::Passes && moves == Moves::PASS {
            return 1;
        }
        // A sowing that does not reach the opponent's row captures nothing.
        let reaching = Moves(moves.0 & feeding(board.mover).0);
        let mut staying = Moves(moves.0 & !reaching.0).len();
        let mut slams = Moves::NONE;
        for mv in reaching {
            let (sown, captured) = sow(board, mv.index());
            let slam = is_grand_slam(sown, captured);
            if captured == 0 || (slam && T::GRAND_SLAM == GrandSlam::TakesNothing) {
                staying += 1;
            } else if slam && T::GRAND_SLAM == GrandSlam::Forbidden {
                slams = slams.with(mv);
            } else {
                visit(capture(sown, captured));
            }
        }
        if T::GRAND_SLAM == GrandSlam::Forbidden && slams == moves {
            for mv in slams {
                visit(Self::play(board, mv));
            }
        }
        staying
    }

    #[inline]
    fn unmoves(board: Board, mut visit: impl FnMut(Board)) {
        // The board after the move, as the player who made it saw it.
        let sown = board.swapped();
        if T::NO_SEEDS == NoSeeds::Passes && sown.mover.is_empty() && !sown.opponent.is_empty() {
            visit(sown);
        }
        // The pit that was sown is empty. Seed by seed it takes back what it gave to the pits after it, up to one that has none.
        'pits: for mv in Moves(!sown.mover.occupied().0 & TOPS) {
            let pit = mv.index();
            let one = 1 << (8 * pit);
            let mut before = sown;
            let mut last = one << 8;
            while last & ROW_MASK != 0 {
                if sown.mover.0 & (last * 0xFF) == 0 {
                    continue 'pits;
                }
                before.mover.0 = before.mover.0 + one - last;
                // A move that leaves the opponent without seeds is legal only if none feeds.
                let may_starve = T::CANNOT_FEED == CannotFeed::PlaysOn && feeding(before.mover).is_empty();
                if !sown.opponent.is_empty() || may_starve {
                    visit(before);
                }
                last <<= 8;
            }
            last = 1;
            while last & ROW_MASK != 0 {
                let fallen = sown.opponent.0 & (last * 0xFF);
                if fallen == 0 {
                    continue 'pits;
                }
                before.mover.0 += one;
                before.opponent.0 -= last;
                // Two or three seeds, and all pits up to this one as the reach.
                let takes = (fallen == 2 * last || fallen == 3 * last) && !takes_nothing::<T>(sown, last * 0x100 - 1);
                if !takes {
                    visit(before);
                }
                last <<= 8;
            }
            unsow_laps::<T>(sown, pit, &mut visit);
        }
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

/// Whether a sowing with this reach takes nothing from the board that it makes.
#[inline]
fn takes_nothing<T: OwareRules>(sown: Board, reach: u64) -> bool {
    let captured = captured(sown.opponent.0, reach);
    captured == 0 || (T::GRAND_SLAM == GrandSlam::TakesNothing && is_grand_slam(sown, captured))
}

/// Visits the boards before sowings that went past the opponent's row: past every pit but perhaps some of the own row.
#[inline(never)]
fn unsow_laps<T: OwareRules>(sown: Board, pit: usize, visit: &mut impl FnMut(Board)) {
    for seeds in (PITS - pit) as u32..=MAX_SEEDS {
        let (sowing, taken) = (sowing(pit, seeds), u64::from(seeds) << (8 * pit));
        let (mover, opponent) = ((sown.mover.0 | TOPS) - sowing.mover.wrapping_add(taken), (sown.opponent.0 | TOPS) - sowing.opponent);
        if mover & opponent & TOPS != TOPS {
            break;
        }
        if takes_nothing::<T>(sown, sowing.reach) {
            visit(Board { mover: Row((mover & !TOPS) + taken), opponent: Row(opponent & !TOPS) });
        }
    }
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
