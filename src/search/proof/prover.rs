//! Depth-first proof-number search: always on with the claim that is least far from being settled.
//!
//! The numbers of a board follow from those of the boards after it: a claim is as far from its proof as its nearest move is, and as far from its refutation as all
//! moves together (Allis 1994). The search goes down to the nearest claim and stays below it until its numbers pass a limit beyond which
//! another one is nearer (Nagai 2002); all that it has to remember is in the table.

use super::claim::{Claim, Claimant};
use super::numbers::{MOST_OPEN, NEVER, Numbers, Promises, Verdict};
use super::progress::Progress;
use super::table::{Entry, Table};
use super::team::Team;
use crate::board::Board;
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use crate::search::limits::Budget;
use crate::search::root::Root;
use crate::search::searcher::{MAX_PLY, OutOfBudget};
use std::marker::PhantomData;
use std::thread;
use std::time::Duration;

/// How much farther than the next best move, in percent, a move may get before the search turns to that one: turning costs time.
const PATIENCE: u64 = 25;

/// How many times its distance a move is taken to be farther for each other thread that is on it.
const CROWDED: u64 = 1;

/// Why a visit ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    OutOfBudget,
    /// Another thread has settled the claim that stands so many moves after the root.
    Settled(u16),
    /// Another thread has the answer to the question.
    Answered,
}

/// A claim that a move leads to.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    pub claim: Claim,
    pub key: u64,
    /// Whether the claim has to fail for the move to be right: the other player moves next.
    pub opposes: bool,
    /// Whether seeds left the board.
    pub leaves: bool,
}

/// Where a claim stands on the line.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub ply: u16,
    /// Distance from the root of the first board of the same layer.
    pub layer_start: u16,
}

impl Place {
    pub const ROOT: Place = Place { ply: 0, layer_start: 0 };

    #[inline]
    fn after(self, leaves: bool) -> Self {
        let ply = self.ply + 1;
        Place { ply, layer_start: if leaves { ply } else { self.layer_start } }
    }
}

/// A claim of the line.
#[derive(Clone, Copy)]
struct Step {
    board: Board,
    key: u64,
    target: i32,
}

/// Searches for proofs.
pub(super) struct Prover<'a, R, E> {
    pub(super) root: &'a Root,
    pub(super) endgames: &'a E,
    pub(super) table: &'a Table,
    budget: &'a Budget<'a>,
    team: &'a Team,
    promises: &'a Promises,
    /// Is told now and then how things stand.
    tell: &'a mut dyn FnMut(Progress),
    /// How they stood when the current claim was taken up.
    pub(super) progress: Progress,
    /// No board with more seeds is looked for in tables.
    pub(super) reach: u32,
    has_history: bool,
    /// What this thread has visited, how much of it the budget knows, and up to where it may go before it asks again.
    nodes: u64,
    nodes_told: u64,
    nodes_granted: u64,
    /// How much others had settled when this thread last looked.
    seen: u32,
    /// From the root to the current board.
    path: Vec<Step>,
    rules: PhantomData<R>,
}

impl<'a, R: Evaluate, E: Endgames> Prover<'a, R, E> {
    pub fn new(
        root: &'a Root,
        endgames: &'a E,
        table: &'a Table,
        promises: &'a Promises,
        budget: &'a Budget<'a>,
        team: &'a Team,
        tell: &'a mut dyn FnMut(Progress),
    ) -> Self {
        // With a history, what tables say of the root's layer need not be so.
        let reach = endgames.most_seeds().min(root.seeds.saturating_sub(1));
        let path = vec![Step { board: root.board, key: 0, target: 0 }; usize::from(MAX_PLY) + 1];
        let has_history = R::CAN_REPEAT && !root.is_fresh();
        let seeds = root.seeds as i32;
        let progress = Progress { least: -seeds, most: seeds, target: 0, nodes: 0, time: Duration::ZERO };
        Prover {
            root,
            endgames,
            table,
            budget,
            team,
            promises,
            tell,
            progress,
            reach,
            has_history,
            nodes: 0,
            nodes_told: 0,
            nodes_granted: 0,
            seen: 0,
            path,
            rules: PhantomData,
        }
    }

    /// Works on a claim about the root until it is settled: whether it holds, if that is certain.
    ///
    /// # Errors
    /// [`OutOfBudget`]; what was found is still in the table.
    pub fn settle(&mut self, claim: &Claim) -> Result<Option<bool>, OutOfBudget> {
        if let Some(holds) = claim.settled::<R>(self.endgames, self.reach) {
            return Ok(Some(holds));
        }
        let (root, endgames, table, promises, budget, team) = (self.root, self.endgames, self.table, self.promises, self.budget, self.team);
        team.ask();
        thread::scope(|scope| {
            for _ in 1..team.threads() {
                scope.spawn(|| Prover::<R, E>::new(root, endgames, table, promises, budget, team, &mut |_| ()).help(claim));
            }
            self.help(claim);
        });
        let verdict = team.answer().ok_or(OutOfBudget)?;
        Ok(verdict.numbers.answer().filter(|_| verdict.certain))
    }

    /// Works on a claim about the root until one of the threads has settled it, or the budget is used up.
    fn help(&mut self, claim: &Claim) {
        let limits = Numbers { proof: NEVER, disproof: NEVER };
        let verdict = self.visit(claim, self.key(claim, 0), Place::ROOT, limits);
        self.tell_budget();
        // The next question asks anew.
        self.nodes_granted = self.nodes;
        if let Ok(verdict) = verdict {
            self.team.has_answer(verdict);
        }
    }

    /// Counts work that is as much as so many nodes.
    #[inline]
    pub(super) fn spend(&mut self, nodes: u64, ply: u16) -> Result<(), Stop> {
        self.nodes += nodes;
        if self.team.news() != self.seen {
            self.hear(ply)?;
        }
        if self.nodes < self.nodes_granted { Ok(()) } else { self.ask_for_more() }
    }

    /// Tells the budget what was used, and says how much more there is.
    fn tell_budget(&mut self) -> u64 {
        let used = self.nodes - self.nodes_told;
        self.nodes_told = self.nodes;
        self.budget.spend(used)
    }

    #[cold]
    fn ask_for_more(&mut self) -> Result<(), Stop> {
        let more = self.tell_budget();
        self.nodes_granted = self.nodes + more;
        (self.tell)(Progress { nodes: self.budget.nodes(), time: self.budget.elapsed(), ..self.progress });
        if more == 0 { Err(Stop::OutOfBudget) } else { Ok(()) }
    }

    /// Another thread has settled something. Is it on the line, or even the question?
    #[cold]
    fn hear(&mut self, ply: u16) -> Result<(), Stop> {
        self.seen = self.team.news();
        if self.team.answer().is_some() {
            return Err(Stop::Answered);
        }
        let is_settled = |step: &Step| self.table.get(step.key, step.target).is_some_and(|entry| entry.certain(step.target).is_some());
        let settled = self.path[..usize::from(ply)].iter().position(is_settled);
        settled.map_or(Ok(()), |ply| Err(Stop::Settled(ply as u16)))
    }

    /// The key of a claim that stands so many moves after the root. Where the game has a history, it matters whose turn it was.
    #[inline]
    pub(super) fn key(&self, claim: &Claim, ply: u16) -> u64 {
        claim.key(self.has_history && ply & 1 == 1 && claim.seeds == self.root.seeds)
    }

    /// What is known of a claim, its static part left aside.
    #[inline]
    pub(super) fn look_up(&self, claim: &Claim, key: u64) -> Option<Verdict> {
        let entry = self.table.get(key, claim.target)?;
        if let Some(holds) = entry.certain(claim.target) {
            return Some(Verdict::certain(holds));
        }
        entry.numbers(claim.target).map(Verdict::open)
    }

    /// Whether a claim holds, if its board came before in the game so many moves before or after the root.
    #[inline]
    pub(super) fn is_over(&self, claim: &Claim, ply: u16) -> Option<bool> {
        if !self.has_history || claim.seeds != self.root.seeds {
            return None;
        }
        // The root itself is the first of those with the same player to move. Coming back to it is a repetition like any other.
        let earlier = &self.root.history[usize::from(ply & 1)];
        let earlier = &earlier[usize::from(1 - (ply & 1))..];
        earlier.contains(&claim.board).then(|| claim.if_over(self.root.repetition))
    }

    /// How a claim stands that a move from `place` leads to.
    #[inline]
    fn judge(&self, reply: &Reply, place: Place) -> Verdict {
        let claim = &reply.claim;
        let known = self.look_up(claim, reply.key);
        if let Some(known) = known.filter(|known| known.certain) {
            return known;
        }
        if R::CAN_REPEAT && !reply.leaves {
            if let Some(holds) = self.is_over(claim, place.ply + 1) {
                return Verdict::certain(holds);
            }
            let line = &self.path[usize::from(place.layer_start)..=usize::from(place.ply)];
            if line.iter().rev().skip(1).step_by(2).any(|earlier| earlier.board == claim.board) {
                return Verdict::open(Numbers::settled(claim.if_endless()));
            }
        }
        if place.ply + 1 == MAX_PLY {
            return Verdict::open(Numbers::settled(claim.if_endless()));
        }
        // What was settled on condition below another line has to be made certain where the layer is entered.
        let known = known.filter(|known| !reply.leaves || known.numbers.answer().is_none());
        known.unwrap_or_else(|| Verdict::open(self.promises.of(claim.target, R::evaluate(claim.board))))
    }

    /// Works on a claim that is not settled until it is, or until one of its numbers reaches its limit.
    fn visit(&mut self, claim: &Claim, key: u64, place: Place, limits: Numbers) -> Result<Verdict, Stop> {
        let before = self.nodes;
        self.spend(1, place.ply)?;
        self.path[usize::from(place.ply)] = Step { board: claim.board, key, target: claim.target };
        self.team.begin(key, claim.target);
        let verdict = match self.replies(claim, place.ply) {
            None => Ok(Verdict::certain(true)),
            Some((mut replies, count)) => self.work(claim, place, limits, &mut replies[..count]),
        };
        let others = self.team.end(key, claim.target);
        let verdict = match verdict {
            Err(Stop::Settled(ply)) if ply == place.ply => return Ok(self.look_up(claim, key).unwrap_or_else(|| Verdict::open(limits))),
            verdict => verdict?,
        };
        let mut entry = self.table.get(key, claim.target).unwrap_or_else(|| Entry::unknown(claim));
        (entry.target, entry.numbers) = (claim.target as i8, verdict.numbers);
        if let Some(holds) = verdict.numbers.answer().filter(|_| verdict.certain) {
            entry.settle(claim.target, holds);
        }
        let effort = (self.nodes - before).ilog2() as u8;
        entry.effort = entry.effort.max(effort);
        self.table.put(key, entry);
        if others > 0 && verdict.certain {
            self.team.tell_news();
        }
        Ok(verdict)
    }

    /// The claims that the moves of a board lead to and that nothing settles at once. `None` if one of the moves is right at once.
    #[inline]
    pub(super) fn replies(&self, claim: &Claim, ply: u16) -> Option<([Reply; 6], usize)> {
        let none = Reply { claim: *claim, key: 0, opposes: false, leaves: false };
        let (mut replies, mut count) = ([none; 6], 0);
        for mv in R::moves(claim.board) {
            let played = R::play(claim.board, mv);
            let after = claim.after::<R>(played);
            let opposes = !played.again;
            match after.settled::<R>(self.endgames, self.reach) {
                Some(holds) if holds != opposes => return None,
                Some(_) => {}
                None => {
                    let key = self.key(&after, ply + 1);
                    self.table.prefetch(key);
                    replies[count] = Reply { claim: after, key, opposes, leaves: played.gain > 0 };
                    count += 1;
                }
            }
        }
        Some((replies, count))
    }

    /// How the claims stand that moves from `place` lead to.
    fn judge_all(&self, replies: &[Reply], place: Place) -> [Verdict; 6] {
        let mut verdicts = [Verdict::certain(false); 6];
        for (verdict, reply) in verdicts.iter_mut().zip(replies) {
            *verdict = self.judge(reply, place);
        }
        verdicts
    }

    /// The loop of [`Self::visit`]. Only the reply that was visited is judged again: hardly ever is one reply met below another one.
    fn work(&mut self, claim: &Claim, place: Place, limits: Numbers, replies: &mut [Reply]) -> Result<Verdict, Stop> {
        let mut left = replies.len();
        let mut verdicts = self.judge_all(replies, place);
        // What is refuted for certain is left out from then on.
        loop {
            let mut tally = Tally::new();
            let mut kept = 0;
            for i in 0..left {
                let (reply, verdict) = (replies[i], verdicts[i]);
                let numbers = if reply.opposes { verdict.numbers.negated() } else { verdict.numbers };
                if numbers == Numbers::REFUTED && verdict.certain {
                    continue;
                }
                tally.add(kept, numbers, verdict.certain, self.team.count(reply.key, reply.claim.target));
                (replies[kept], verdicts[kept]) = (reply, verdict);
                kept += 1;
            }
            left = kept;
            let numbers = tally.numbers();
            let Some(holds) = numbers.answer() else {
                if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                    return Ok(Verdict::open(numbers));
                }
                let (best, limits) = tally.choice(limits);
                let reply = replies[best];
                let limits = if reply.opposes { limits.negated() } else { limits };
                self.visit(&reply.claim, reply.key, place.after(reply.leaves), limits)?;
                verdicts[best] = self.judge(&reply, place);
                continue;
            };
            if tally.certain {
                return Ok(Verdict::certain(holds));
            }
            // What holds on condition at the first board of a layer holds if play can be kept where it does.
            let decides = claim.claimant == Claimant::Either && place.ply == place.layer_start && holds == claim.if_endless();
            if !decides {
                return Ok(Verdict::open(numbers));
            }
            if self.is_held(claim, place)? {
                return Ok(Verdict::certain(holds));
            }
            verdicts = self.judge_all(&replies[..left], place);
        }
    }
}

/// What the replies to a board say together.
struct Tally {
    /// The move that is nearest to being shown right.
    best: usize,
    least: Numbers,
    /// The nearest one if those count as farther on which other threads are, and how far it is then.
    free: usize,
    free_numbers: Numbers,
    free_proof: u64,
    /// The proof number of the next best after that one.
    next: u64,
    disproof: u64,
    certain: bool,
}

impl Tally {
    fn new() -> Self {
        Tally {
            best: 0,
            least: Numbers::REFUTED,
            free: 0,
            free_numbers: Numbers::REFUTED,
            free_proof: u64::MAX,
            next: u64::from(NEVER),
            disproof: 0,
            certain: true,
        }
    }

    /// Adds a move that is not refuted for certain, and on which so many other threads are.
    #[inline]
    fn add(&mut self, i: usize, numbers: Numbers, certain: bool, others: u16) {
        match numbers.answer() {
            // One right move is enough, and best a certain one.
            Some(true) if self.least.proof > 0 => self.certain = certain,
            Some(true) => self.certain |= certain,
            Some(false) if self.least.proof > 0 => self.certain = false,
            Some(false) => {}
            None => self.disproof += u64::from(numbers.disproof),
        }
        if (numbers.proof, numbers.disproof) < (self.least.proof, self.least.disproof) {
            (self.best, self.least) = (i, numbers);
        }
        let proof = u64::from(numbers.proof) * (1 + u64::from(others) * CROWDED);
        if (proof, numbers.disproof) < (self.free_proof, self.free_numbers.disproof) {
            self.next = self.next.min(self.free_proof);
            (self.free, self.free_numbers, self.free_proof) = (i, numbers, proof);
        } else {
            self.next = self.next.min(proof);
        }
    }

    /// The numbers of the board.
    fn numbers(&self) -> Numbers {
        match self.least.proof {
            0 => Numbers::PROVEN,
            NEVER => Numbers::REFUTED,
            proof => Numbers { proof: proof.min(MOST_OPEN), disproof: self.disproof.min(u64::from(MOST_OPEN)) as u32 },
        }
    }

    /// The move to visit, and how far its numbers may grow within those of the board.
    fn choice(&self, limits: Numbers) -> (usize, Numbers) {
        // If what other threads leave is beyond the limit, it is better to go with them.
        let (choice, numbers) =
            if self.free_numbers.proof < limits.proof { (self.free, self.free_numbers) } else { (self.best, self.least) };
        let next = self.next * (100 + PATIENCE) / 100 + 1;
        let spare = limits.disproof - self.numbers().disproof;
        let disproof = numbers.disproof.saturating_add(spare).min(NEVER);
        (choice, Numbers { proof: next.min(u64::from(limits.proof)) as u32, disproof })
    }
}
