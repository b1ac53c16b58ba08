//! The proving search: what is a position worth for certain?
//!
//! It asks of the root whether its value is at least some target (`claim.rs`), and goes on until the answer is certain; the answers narrow the bounds of
//! the value until they meet. Each question is worked on by depth-first proof-number search (`prover.rs`), which is always on with the claim that
//! seems to be least far from being settled, at whatever depth. The evaluation says how far what was never visited seems to be (`numbers.rs`), and nothing
//! else: a claim is settled or open.
//! [`super::negamax`], which looks at all lines equally far, is better at playing and worse at this: of positions of 26 seeds with tables of up to 24
//! it proved 4 of 20 within 3 s each; this one proved all 200 within 5 s each.
//!
//! # What the table holds is certain
//!
//! Entries of the table (`table.rs`) carry the whole number of their board, so none is taken for another's. Bounds are stored in them if they hold *whatever
//! led to the board*:
//!
//! * In kalah no position comes back, so what is settled is settled.
//! * In the oware family, under `split`, a position that comes back is worth 0 from there on, as endless play is for the tables. Inside a layer the target does
//!   not change but for its sign, so one player is content with endless play and the other, the attacker, is not. What the attacker is found to reach is certain,
//!   because the proof is a finite tree: were a position of the line in it, its own proof would be shorter. What is found for the other player may rest on
//!   a repetition of the line; such a result has a number of 0 in the table but no bound: it is settled *on condition*. It is made certain, or struck out,
//!   where its layer was entered, by looking for a set of boards in which play can be kept (`keep.rs`). Until then nothing above that board uses it.
//! * Under `own-side`, what an endless game is worth depends on how it ends. So it is only asked what one player can *force* by play that ends: then there is an
//!   attacker, always the same one, in all layers, whose proofs are certain as before; what the other one prevents is not used as a proof of anything. The value
//!   is found where what both can force makes up all seeds. Tables of kind forced hold just that.
//! * Positions of the game before the root are ends with their score. They matter in the root's layer alone, where tables are not asked then, and
//!   where boards are told apart by whose turn it is as well. The table serves one root only.
//!
//! Several threads work on one question with one table (`team.rs`). What is certain is so for all of them, since it does not rest on the line of the thread that
//! found it; what is found on condition is made certain from what is certain alone, as above.
//!
//! Both [`super::iteration`] and this search are told by the tests to say nothing about small boards that the solver's tables do not say.

mod claim;
mod keep;
mod numbers;
pub mod progress;
mod prover;
mod table;
mod team;

use crate::board::Move;
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use crate::search::findings::MAX_LINE;
use crate::search::limits::Budget;
use crate::search::proof::claim::{Claim, Claimant};
use crate::search::proof::numbers::Promises;
use crate::search::proof::progress::Progress;
use crate::search::proof::prover::Prover;
use crate::search::proof::table::Table;
use crate::search::proof::team::Team;
use crate::search::root::Root;
use crate::search::searcher::OutOfBudget;
use std::time::Duration;

/// How a proof stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What is proven of the value: what the mover captures from the root on minus what the opponent does, in seeds.
    pub bounds: [i32; 2],
    /// A move that gets the lower bound, and the play that follows as far as it is known to be best. Empty if any move does.
    pub line: Vec<Move>,
    /// Claims visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Narrows the bounds of the root's value until they meet, nothing more can be proven, or the budget is used up. `guess` is where to start.
pub fn prove<R: Evaluate, E: Endgames>(
    root: &Root,
    endgames: &E,
    mebibytes: usize,
    threads: usize,
    guess: i32,
    budget: &Budget<'_>,
    tell: &mut dyn FnMut(Progress),
) -> Proof {
    let table = Table::new(mebibytes);
    let promises = Promises::new();
    let team = Team::new(threads);
    let mut prover = Prover::<R, E>::new(root, endgames, &table, &promises, budget, &team, tell);
    let (found, claimant) = if root.is_bounded::<R>() {
        (prover.narrow_what_is_forced(guess), Claimant::Mover)
    } else {
        (prover.narrow(Claimant::Either, prover.progress.bounds(), guess), Claimant::Either)
    };
    // Out of budget or not, the bounds are those that were proven by then.
    let (Ok(()) | Err(OutOfBudget)) = found;
    let bounds @ [least, _] = prover.progress.bounds();
    let line = if least > -(root.seeds as i32) { prover.line(least, claimant) } else { Vec::new() };
    Proof { bounds, line, nodes: budget.nodes(), time: budget.elapsed() }
}

/// How much less than the guess is asked first in kalah, in seeds. There a mover who has what is claimed shows it soon, by sowing again and again, and
/// what fails takes many times as long: of 4 seeds a pit "at least 10" holds after 0.1 million nodes, "at least 12" fails after 3.7. So a guess that is too
/// high costs more than one that is too low.
const EASE: i32 = 3;

/// Which target to ask about next.
struct Targets {
    first: i32,
    start: [i32; 2],
    asked: u32,
}

impl Targets {
    /// The value lies between these.
    fn new(first: i32, start: [i32; 2]) -> Self {
        Targets { first, start, asked: 0 }
    }

    /// The first one, then away from it in growing steps, and then the middle: the nearer a target is to the value, the harder the question.
    fn next(&mut self, [least, most]: [i32; 2]) -> i32 {
        let step = 2 << (self.asked / 3).min(5);
        let target = match (self.asked, least == self.start[0], most == self.start[1]) {
            (0, ..) => self.first,
            (_, _, true) => least + step,
            (_, true, false) => most - step + 1,
            (_, false, false) => (least + most + 1).div_euclid(2),
        };
        self.asked += 1;
        target.clamp(least + 1, most)
    }
}

impl<R: Evaluate, E: Endgames> Prover<'_, R, E> {
    /// Narrows bounds of what a claimant can show until they meet. What is shown of them is noted as proven.
    fn narrow(&mut self, claimant: Claimant, [mut least, mut most]: [i32; 2], guess: i32) -> Result<(), OutOfBudget> {
        let first = if R::CAN_REPEAT { guess } else { guess - EASE };
        let mut targets = Targets::new(first, [least, most]);
        while least < most {
            let target = targets.next([least, most]);
            let claim = Claim::new::<R>(self.root.board, self.root.seeds, target, claimant);
            self.progress.target = target;
            let holds = match (self.settle(&claim)?, claimant) {
                (None, Claimant::Either) => return Ok(()),
                // What a claimant cannot show says nothing of the other player.
                (None, _) => claim.if_endless(),
                (Some(holds), _) => holds,
            };
            if holds {
                least = claim.target;
                if claimant != Claimant::Opponent {
                    self.progress.least = least;
                }
            } else {
                most = claimant.attainable::<R>(target - 1, -1, self.root.seeds);
                if claimant != Claimant::Mover {
                    self.progress.most = most;
                }
            }
        }
        Ok(())
    }

    /// What the mover can force, and then what the opponent can.
    fn narrow_what_is_forced(&mut self, guess: i32) -> Result<(), OutOfBudget> {
        self.narrow(Claimant::Mover, self.progress.bounds(), guess)?;
        self.narrow(Claimant::Opponent, self.progress.bounds(), self.progress.least + 1)
    }

    /// The moves from the root on that are right for certain, if it is worth `value`.
    fn line(&self, value: i32, claimant: Claimant) -> Vec<Move> {
        let mut line = Vec::new();
        let mut claim = Claim::new::<R>(self.root.board, self.root.seeds, value, claimant);
        while line.len() < MAX_LINE && !R::moves(claim.board).is_empty() {
            let ply = line.len() as u16;
            let right = R::moves(claim.board).find(|&mv| self.is_right(&claim, mv, ply));
            let Some(mv) = right else { break };
            line.push(mv);
            let played = R::play(claim.board, mv);
            let gain = i32::from(played.gain);
            let value = if played.again { claim.target - gain } else { gain - claim.target };
            claim = Claim::new::<R>(played.board, claim.seeds - u32::from(played.gain), value, claimant);
        }
        line
    }

    /// Whether a move is certain to keep a claim.
    fn is_right(&self, claim: &Claim, mv: Move, ply: u16) -> bool {
        let played = R::play(claim.board, mv);
        let after = claim.after::<R>(played);
        let certain = || self.look_up(&after, self.key(&after, ply + 1)).filter(|known| known.certain)?.numbers.answer();
        after.settled::<R>(self.endgames, self.reach).or_else(certain) == Some(played.again)
    }
}
