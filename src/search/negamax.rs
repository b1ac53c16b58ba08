//! The recursion. See the [module above](super) for what its results mean.

use crate::board::{Board, Move};
use crate::game::Repetition;
use crate::rules::{Played, swept_difference};
use crate::score::{Forced, Score, Value};
use crate::search::bounds::{Bounds, Targets};
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use crate::search::findings::MAX_LINE;
use crate::search::limits::Budget;
use crate::search::ordering::Ordering;
use crate::search::root::Root;
use crate::search::transposition::{Bound, Entry, Marks, TranspositionTable, Trust};
use crate::search::window::Window;
use std::marker::PhantomData;

/// Longest line from the root, in moves.
const MAX_PLY: usize = 1000;

/// A distance from the root beyond every node: a result that rests on no earlier node.
const FREE: usize = usize::MAX;

/// What was found out about a node.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// At least `beta`: the value is at least this. At most `alpha`: at most this. Between: this.
    pub score: Score,
    /// Whether that is certain.
    pub proven: bool,
    /// The earliest node of the line, by distance from the root, whose repetition the proof rests on.
    rests_on: usize,
}

impl Outcome {
    fn proven(score: Score) -> Self {
        Outcome { score, proven: true, rests_on: FREE }
    }

    fn estimate(score: Score) -> Self {
        Outcome { score, proven: false, rests_on: FREE }
    }

    /// The outcome that bounds allow and that is nearest to this one.
    #[inline]
    fn within(self, bounds: Option<Bounds>) -> Self {
        Outcome { score: bounds.map_or(self.score, |bounds| bounds.nearest(self.score)), ..self }
    }

    /// The outcome for the player who made a move, given that of the board after it.
    #[inline]
    fn before(self, played: Played) -> Self {
        let gain = Score::from_seeds(i32::from(played.gain));
        Outcome { score: if played.again { gain + self.score } else { gain - self.score }, ..self }
    }
}

/// Where a node is.
#[derive(Clone, Copy)]
struct Place {
    /// Its distance from the root.
    ply: usize,
    /// The distance from the root of the first board of its layer on the line: repetitions are looked for from there on.
    layer_start: usize,
    /// Seeds on the board.
    seeds: u32,
}

impl Place {
    #[inline]
    fn after(self, played: Played) -> Self {
        let ply = self.ply + 1;
        let layer_start = if played.gain > 0 { ply } else { self.layer_start };
        Place { ply, layer_start, seeds: self.seeds - u32::from(played.gain) }
    }

    /// Whether nothing was captured since the root.
    fn is_in_root_layer(self) -> bool {
        self.layer_start == 0
    }
}

/// The budget is used up; nothing is known of the node.
#[derive(Clone, Copy, Debug)]
pub struct OutOfBudget;

/// One thread's part of a search.
pub struct Searcher<'a, R, E> {
    root: &'a Root,
    endgames: &'a E,
    /// What the root is worth by a table, if that is exact.
    root_value: Option<Value>,
    /// What is proven of the root before any search, and which of their numbers hold after a move and further on in its layer.
    root_bounds: Option<Bounds>,
    targets: Option<[Targets; 2]>,
    /// What is known of the root's moves before any search.
    known_moves: &'a [(Move, Bounds)],
    table: &'a TranspositionTable,
    budget: &'a Budget<'a>,
    nodes: u64,
    nodes_granted: u64,
    /// The boards from the root to the current node.
    path: Vec<Board>,
    /// At each distance from the root, the best line from there, as far as full windows show it.
    lines: Vec<Vec<Move>>,
    ordering: Ordering,
    rules: PhantomData<R>,
}

impl<'a, R: Evaluate, E: Endgames> Searcher<'a, R, E> {
    /// A thread that starts with no experience but the table's. `known_moves` are proven bounds of moves of the root.
    #[must_use]
    pub fn new(
        root: &'a Root,
        endgames: &'a E,
        known_moves: &'a [(Move, Bounds)],
        table: &'a TranspositionTable,
        budget: &'a Budget<'a>,
    ) -> Self {
        let by_table = root.bounds::<R>(endgames);
        Searcher {
            root,
            endgames,
            root_value: root.exact_value::<R>(endgames),
            root_bounds: Bounds::of_best(known_moves.iter().map(|&(_, bounds)| bounds)).or(by_table),
            targets: by_table.map(|_| [root.targets_after_move(endgames), root.targets(endgames)]),
            known_moves,
            table,
            budget,
            nodes: 0,
            nodes_granted: 0,
            path: vec![root.board],
            lines: vec![Vec::new(); MAX_PLY + 1],
            ordering: Ordering::new(MAX_PLY + 1),
            rules: PhantomData,
        }
    }

    /// Whether another iteration may begin.
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.budget.is_worth_another()
    }

    /// Tells the budget of the nodes that it has not heard of yet.
    pub fn settle(&mut self) {
        self.budget.spend(self.nodes);
        self.nodes = 0;
        self.nodes_granted = 0;
    }

    /// The root's moves in the order in which they should be tried.
    #[must_use]
    pub fn root_moves(&self) -> Vec<Move> {
        let best = self.table.probe(self.root.marks.key(self.root.board, 0)).and_then(|entry| entry.best);
        if R::moves(self.root.board).is_empty() {
            return Vec::new();
        }
        self.ordering.candidates::<R>(self.root.board, 0, best).as_slice().iter().map(|candidate| candidate.mv).collect()
    }

    /// Searches a move of the root: the outcome for the root's mover.
    ///
    /// # Errors
    /// [`OutOfBudget`].
    pub fn root_move(&mut self, mv: Move, depth: u32, window: Window) -> Result<Outcome, OutOfBudget> {
        let place = Place { ply: 0, layer_start: 0, seeds: self.root.seeds };
        let bounds = self.known_moves.iter().find(|(known, _)| *known == mv).map(|&(_, bounds)| bounds);
        if let Some(score) = bounds.and_then(|bounds| bounds.settle(window)) {
            self.lines[1].clear();
            return Ok(Outcome::proven(score));
        }
        let window = bounds.map_or(window, |bounds| bounds.narrow(window));
        let outcome = self.child(R::play(self.root.board, mv), place, depth as i32 - 1, window)?.within(bounds);
        // No move is worth more than the root can be. A move that only seems to be worth that gives way to one that is proven to be.
        let most = self.root_bounds.map_or(Score::INFINITE, |bounds| bounds.most);
        Ok(if outcome.proven { outcome } else { Outcome { score: outcome.score.min(most - Score::STEP), ..outcome } })
    }

    /// Whether it is proven that no move can be worth more than this.
    #[must_use]
    pub fn is_most(&self, score: Score) -> bool {
        self.root_bounds.is_some_and(|bounds| score >= bounds.most)
    }

    /// The line that [`Searcher::root_move`] found for a move, the move first, and what the transposition table expects after it.
    #[must_use]
    pub fn root_line(&self, mv: Move) -> Vec<Move> {
        let mut line: Vec<Move> = std::iter::once(mv).chain(self.lines[1].iter().copied()).collect();
        let mut place = Place { ply: 0, layer_start: 0, seeds: self.root.seeds };
        let mut board = self.root.board;
        let mut passed = vec![board];
        for ply in 0..MAX_LINE {
            let next = line.get(ply).copied().or_else(|| self.expected(board, place));
            let Some(mv) = next.filter(|&mv| R::moves(board).contains(mv)) else { break };
            line.truncate(ply);
            line.push(mv);
            let played = R::play(board, mv);
            (board, place) = (played.board, place.after(played));
            if passed.contains(&board) {
                break;
            }
            passed.push(board);
        }
        line
    }

    /// The move that the transposition table expects from a board.
    fn expected(&self, board: Board, place: Place) -> Option<Move> {
        let entry = self.table.probe(self.marks(place).key(board, place.ply))?;
        entry.best.filter(|_| entry.bound != Bound::Upper)
    }

    fn marks(&self, place: Place) -> Marks {
        if place.is_in_root_layer() { self.root.marks } else { Marks::NONE }
    }

    /// What a move of the root looks like without any search, by a table or by the evaluation: the score for the root's mover.
    #[must_use]
    pub fn glance(&self, mv: Move) -> Score {
        let played = R::play(self.root.board, mv);
        let known = self.endgames.value(played.board, self.root.seeds - u32::from(played.gain));
        let score = known.map_or_else(|| R::evaluate(played.board), |value| Score::from_seeds(i32::from(value)));
        Outcome::estimate(score).before(played).score
    }

    /// Stores the root's result, so that the next iteration starts with its move.
    pub fn store_root(&self, best: Move, score: Score, depth: u32) {
        let entry = Entry { score, bound: Bound::Exact, trust: Trust::Depth(depth as u8), best: Some(best) };
        self.table.store(self.root.marks.key(self.root.board, 0), entry);
    }

    #[inline]
    fn child(&mut self, played: Played, place: Place, depth: i32, window: Window) -> Result<Outcome, OutOfBudget> {
        self.path.truncate(place.ply + 1);
        let outcome = self.node(played.board, place.after(played), depth, window.after(played))?;
        Ok(outcome.before(played))
    }

    fn node(&mut self, board: Board, place: Place, depth: i32, window: Window) -> Result<Outcome, OutOfBudget> {
        if self.nodes == self.nodes_granted {
            self.nodes_granted = self.budget.spend(self.nodes);
            self.nodes = 0;
            if self.nodes_granted == 0 {
                return Err(OutOfBudget);
            }
        }
        self.nodes += 1;
        self.lines[place.ply].clear();

        if let Some(outcome) = self.repeated(board, place) {
            return Ok(outcome);
        }
        let moves = R::moves(board);
        if moves.is_empty() {
            return Ok(Outcome::proven(Score::from_seeds(swept_difference(board))));
        }
        let most = Score::from_seeds(place.seeds as i32);
        if window.alpha >= most {
            return Ok(Outcome::proven(most));
        }
        if window.beta <= -most {
            return Ok(Outcome::proven(-most));
        }
        let bounds = self.bounds(board, place);
        if let Some(score) = bounds.and_then(|bounds| bounds.settle(window)) {
            return Ok(Outcome::proven(score));
        }
        let known = self.endgames.value(board, place.seeds);
        if let Some(outcome) = known.and_then(|value| self.known(value, place, depth, window)) {
            return Ok(outcome.within(bounds));
        }
        if depth <= 0 || place.ply == MAX_PLY {
            return Ok(Outcome::estimate(R::evaluate(board)).within(bounds));
        }
        let asked = window;
        let window = bounds.map_or(window, |bounds| bounds.narrow(window));

        let key = self.marks(place).key(board, place.ply);
        let stored = self.table.probe(key);
        if let Some(outcome) = stored.and_then(|entry| cut_off(entry, depth, window)) {
            return Ok(outcome.within(bounds));
        }

        self.path.push(board);
        let (best, outcome) = self.best(board, place, depth, window, stored.and_then(|entry| entry.best))?;
        // Where the search ends at a bound inside the window that was asked for, the one proves what the other does not.
        let outcome = outcome.within(bounds);
        let bound = if outcome.score >= asked.beta {
            Bound::Lower
        } else if outcome.score <= asked.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // What rests on this node only is settled by its return.
        let free = outcome.rests_on >= place.ply;
        let trust = if outcome.proven && free { Trust::Proven } else { Trust::Depth(depth as u8) };
        self.table.store(key, Entry { score: outcome.score, bound, trust, best: Some(best) });
        Ok(if free { Outcome { rests_on: FREE, ..outcome } } else { outcome })
    }

    /// The best of a board's moves.
    #[inline]
    fn best(
        &mut self,
        board: Board,
        place: Place,
        depth: i32,
        mut window: Window,
        table_move: Option<Move>,
    ) -> Result<(Move, Outcome), OutOfBudget> {
        let candidates = self.ordering.candidates::<R>(board, place.ply, table_move);
        let forced = candidates.as_slice().len() == 1;
        let mut best = (candidates.as_slice()[0].mv, Outcome { score: -Score::INFINITE, proven: true, rests_on: FREE });
        for (i, candidate) in candidates.as_slice().iter().enumerate() {
            // A forced move, and a further move of the same turn, cost no depth.
            let rest = if forced || candidate.played.again { depth } else { depth - 1 };
            let mut outcome;
            if i == 0 || window.is_null() {
                outcome = self.child(candidate.played, place, rest, window)?;
            } else {
                outcome = self.child(candidate.played, place, rest, Window::null(window.alpha))?;
                if outcome.score > window.alpha && outcome.score < window.beta {
                    outcome = self.child(candidate.played, place, rest, window)?;
                }
            }
            if outcome.score >= window.beta {
                self.ordering.reward(board, place.ply, candidate.mv, depth);
                return Ok((candidate.mv, outcome));
            }
            let (proven, rests_on) = (best.1.proven && outcome.proven, best.1.rests_on.min(outcome.rests_on));
            if outcome.score > best.1.score {
                best = (candidate.mv, outcome);
                if outcome.score > window.alpha {
                    window.alpha = outcome.score;
                    let (head, tail) = self.lines.split_at_mut(place.ply + 1);
                    head[place.ply].clear();
                    head[place.ply].push(candidate.mv);
                    head[place.ply].extend_from_slice(&tail[0]);
                }
            }
            (best.1.proven, best.1.rests_on) = (proven, rests_on);
        }
        Ok(best)
    }

    /// The outcome if the position came before, on the line or in the game.
    #[inline]
    fn repeated(&self, board: Board, place: Place) -> Option<Outcome> {
        if !R::CAN_REPEAT {
            return None;
        }
        let score = || Score::from_seeds(self.root.repetition.value(board));
        if place.is_in_root_layer() && self.root.history[place.ply & 1].contains(&board) {
            return Some(Outcome::proven(score()));
        }
        let earlier = (place.layer_start..place.ply).rev().skip(1).step_by(2).find(|&ply| self.path[ply] == board)?;
        Some(match self.root.repetition {
            Repetition::Split => Outcome { score: score(), proven: true, rests_on: earlier },
            Repetition::OwnSide => Outcome::estimate(score()),
        })
    }

    /// What forced tables prove of a node.
    #[inline]
    fn bounds(&self, board: Board, place: Place) -> Option<Bounds> {
        if !self.root.is_bounded::<R>() {
            return None;
        }
        let forced = self.endgames.forced(board, place.seeds)?;
        let held = match (place.is_in_root_layer(), place.ply, &self.targets) {
            (false, ..) => forced,
            (true, 1, Some([after_move, after])) => Forced { opponent: after.held(forced, 1).opponent, ..after_move.held(forced, 1) },
            (true, ply, Some([_, after])) => after.held(forced, ply),
            (true, _, None) => return None,
        };
        Some(Bounds::of(held, place.seeds))
    }

    /// What a table's value says about a node, if that ends the search there.
    #[inline]
    fn known(&self, value: Value, place: Place, depth: i32, window: Window) -> Option<Outcome> {
        let score = Score::from_seeds(i32::from(value));
        let history = R::CAN_REPEAT && place.is_in_root_layer();
        let split = !R::CAN_REPEAT || self.root.repetition == Repetition::Split;
        if split && (!history || self.holds_after_fresh_root(value, place)) {
            return Some(Outcome::proven(score));
        }
        if split {
            let (least, most) = (score.min(Score::ZERO), score.max(Score::ZERO));
            if least >= window.beta || least == most {
                return Some(Outcome::proven(least));
            }
            if most <= window.alpha {
                return Some(Outcome::proven(most));
            }
        }
        // In the root's layer the search itself sees which lines are cut short.
        (depth <= 0 || !place.is_in_root_layer()).then(|| Outcome::estimate(score))
    }

    /// Whether a table's value of a board in the root's layer holds although a return to the root ends the game, if nothing was played before it.
    /// See case 3 of the [module above](super).
    #[inline]
    fn holds_after_fresh_root(&self, value: Value, place: Place) -> bool {
        let for_roots_mover = if place.ply.is_multiple_of(2) { value } else { -value };
        self.root_value.is_some_and(|root| if root > 0 { for_roots_mover <= 0 } else { place.ply == 1 })
    }
}

/// What a stored result says about a node searched to `depth`, if that ends the search there.
#[inline]
fn cut_off(entry: Entry, depth: i32, window: Window) -> Option<Outcome> {
    if entry.trust < Trust::Depth(depth as u8) {
        return None;
    }
    // On the line that will be told, an estimate is no reason to stop: the line would end there.
    if !window.is_null() && entry.trust != Trust::Proven {
        return None;
    }
    let cuts = match entry.bound {
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
        Bound::Exact => true,
    };
    cuts.then(|| Outcome { score: entry.score, proven: entry.trust == Trust::Proven, rests_on: FREE })
}
