//! Proofs.
mod claim;
mod keep;
mod numbers;
mod prover;
mod table;

use crate::board::Move;
use crate::game::Repetition;
use crate::rules::Rules;
use crate::search::endgames::Endgames;
use crate::search::findings::MAX_LINE;
use crate::search::limits::Budget;
use crate::search::proof::claim::{Claim, Claimant};
use crate::search::proof::prover::Prover;
use crate::search::proof::table::Table;
use crate::search::root::Root;
use crate::search::searcher::OutOfBudget;
use std::ops::RangeInclusive;
use std::time::Duration;

/// How a proof stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What is proven of the value: what the mover captures from the root on minus what the opponent does, in seeds.
    pub bounds: RangeInclusive<i32>,
    /// A move that gets the lower bound, and the play that follows as far as it is known to be best. Empty if any move does.
    pub line: Vec<Move>,
    /// Claims visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// What a proof is at.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// At least so much is proven, in seeds.
    pub least: i32,
    /// At most so much.
    pub most: i32,
    /// Whether the value is at least this is being asked.
    pub target: i32,
    /// Claims visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// The largest number up to this that the value of a root can be.
fn attainable<R: Rules>(root: &Root, most: i32) -> i32 {
    let any = R::CAN_REPEAT && root.repetition == Repetition::Split;
    if any || (most - root.seeds as i32) & 1 == 0 { most } else { most - 1 }
}

/// Narrows the bounds of the root's value until they meet or the budget is used up. `guess` is where to start.
pub fn prove<R: Rules, E: Endgames>(
    root: &Root,
    endgames: &E,
    mebibytes: usize,
    guess: i32,
    budget: &Budget<'_>,
    tell: &mut dyn FnMut(Progress),
) -> Proof {
    let table = Table::new(mebibytes);
    let seeds = root.seeds as i32;
    let (mut least, mut most) = (-seeds, seeds);
    let mut asked = 0;
    let mut target = guess;
    let either = !root.is_bounded::<R>();
    let claimant = if either { Claimant::Either } else { Claimant::Mover };
    let mut prover = Prover::<R, E>::new(root, endgames, &table, budget, tell);
    while least < most {
        target = target.clamp(least + 1, most);
        let ask = |claimant| Claim::new::<R>(root.board, root.seeds, target, claimant);
        prover.progress = Progress { least, most, target, ..prover.progress };
        let mut settle = |claimant| prover.settle(&ask(claimant));
        let answer = if either {
            settle(Claimant::Either)
        } else {
            match settle(Claimant::Mover) {
                Ok(Some(true)) => Ok(Some(true)),
                Ok(_) => settle(Claimant::Opponent).map(|holds| holds.filter(|holds| !holds)),
                Err(OutOfBudget) => Err(OutOfBudget),
            }
        };
        if std::env::var("V").is_ok() {eprintln!("{least}..{most} {target} {answer:?} {} {:?}",budget.nodes(),budget.elapsed());}
        match answer {
            Ok(Some(true)) => least = ask(claimant).target,
            Ok(Some(false)) => most = attainable::<R>(root, target - 1),
            Ok(None) | Err(OutOfBudget) => break,
        }
        // Away from the first guess in growing steps, and then to the middle: the nearer to the value, the harder the question.
        let step = 2 << asked / 2;
        asked += 1;
        target = if most == seeds {
            least + step
        } else if least == -seeds {
            most - step + 1
        } else {
            (least + most + 1).div_euclid(2)
        };
    }
    let line = if least > -seeds { prover.line(least, claimant) } else { Vec::new() };
    Proof { bounds: least..=most, line, nodes: budget.nodes(), time: budget.elapsed() }
}

impl<R: Rules, E: Endgames> Prover<'_, R, E> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Side};
    use crate::game::Game;
    use crate::index::{boards_from, layer_size, rank, unrank};
    use crate::position::Position;
    use crate::rules::oware::Abapa;
    use crate::score::{Forced, Value};
    use crate::search::limits::Limits;
    use crate::search::signals::Signals;
    use crate::search::transposition::Marks;
    use crate::solve::layer::solve_up_to;
    use crate::table::{Kind, TableId};
    use crate::variant::Variant;

    struct Nothing;

    impl Endgames for Nothing {
        fn value(&self, _: Board, _: u32) -> Option<Value> {
            None
        }

        fn forced(&self, _: Board, _: u32) -> Option<Forced> {
            None
        }

        fn most_seeds(&self) -> u32 {
            0
        }
    }

    #[test]
    fn what_is_certain_of_any_board_is_so() {
        const SEEDS: u32 = 8;
        let layers = solve_up_to(TableId::new(Variant::Abapa, Kind::Shared, SEEDS).unwrap());
        for i in 0..300 {
            let board = unrank(SEEDS, i * 7919 % layer_size(SEEDS));
            let position = Position::new(board.mover, board.opponent, [0, 0], Side::South).unwrap();
            let root = Root::of(&Game::<Abapa>::new(position, Repetition::Split), Marks::NONE);
            let (signals, table) = (Signals::new(), Table::new(1));
            let budget = Budget::start(Limits { nodes: Some(20_000), ..Limits::default() }, &signals);
            let tell = &mut |_| ();
            let mut prover = Prover::<Abapa, Nothing>::new(&root, &Nothing, &table, &budget, tell);
            let value = |board: Board| i32::from(layers[board.seeds() as usize][rank(board) as usize] as Value);
            for target in [value(board) + 1, value(board)] {
                let _ = prover.settle(&Claim::new::<Abapa>(board, SEEDS, target, Claimant::Either));
                for seeds in 1..=SEEDS {
                    for other in boards_from(seeds, 0) {
                        let claim = Claim::new::<Abapa>(other, seeds, 0, Claimant::Either);
                        if let Some(entry) = table.get(claim.key(false), 0) {
                            let bounds = i32::from(entry.least)..=i32::from(entry.most);
                            assert!(bounds.contains(&value(other)), "{other:?} {bounds:?} {} root {board:?} {target}", value(other));
                        }
                    }
                }
            }
        }
    }
}
