//! One thread's part of a search: what it works with, and the root as it sees it.

use crate::board::{Board, Move};
use crate::rules::Played;
use crate::score::{Score, Value};
use crate::search::bounds::{Bounds, Targets};
use crate::search::crew::Crew;
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use crate::search::findings::{Line, MAX_LINE};
use crate::search::limits::Budget;
use crate::search::ordering::Ordering;
use crate::search::outcome::Outcome;
use crate::search::root::Root;
use crate::search::transposition::{Bound, Entry, Key, Marks, TranspositionTable, Trust};
use crate::search::window::Window;
use std::marker::PhantomData;

/// Longest line from the root, in moves.
pub(super) const MAX_PLY: u16 = 1000;

/// Where a node is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Its distance from the root.
    pub ply: u16,
    /// The distance from the root of the first board of its layer on the line: repetitions are looked for from there on.
    pub layer_start: u16,
    /// Seeds on the board.
    pub seeds: u32,
}

impl Place {
    #[inline]
    pub fn after(self, played: Played) -> Self {
        let ply = self.ply + 1;
        let layer_start = if played.gain > 0 { ply } else { self.layer_start };
        Place { ply, layer_start, seeds: self.seeds - u32::from(played.gain) }
    }

    /// Whether nothing was captured since the root.
    pub fn is_in_root_layer(self) -> bool {
        self.layer_start == 0
    }
}

/// The budget is used up, or another thread has finished the iteration; nothing is known of the node.
#[derive(Clone, Copy, Debug)]
pub struct OutOfBudget;

/// What the threads of a search share.
#[derive(Debug)]
pub struct Shared<'a, E> {
    /// Where the search starts.
    pub root: &'a Root,
    /// The endgame tables.
    pub endgames: &'a E,
    /// Proven bounds of moves of the root.
    pub known_moves: &'a [(Move, Bounds)],
    /// What is found out about boards.
    pub table: &'a TranspositionTable,
    /// What threads tell each other; of no use to a single one.
    pub crew: Option<&'a Crew>,
    /// The limits.
    pub budget: &'a Budget<'a>,
}

impl<E> Clone for Shared<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Shared<'_, E> {}

/// One thread's part of a search.
pub struct Searcher<'a, R, E> {
    pub(super) shared: Shared<'a, E>,
    /// What the root is worth by a table, if that is exact.
    pub(super) root_value: Option<Value>,
    /// What is proven of the root before any search, and which of their numbers hold after a move and further on in its layer.
    pub(super) root_bounds: Option<Bounds>,
    pub(super) targets: Option<[Targets; 2]>,
    /// The depth of the iteration.
    pub(super) iteration: u32,
    pub(super) nodes: u64,
    pub(super) nodes_granted: u64,
    /// Most seeds of a board that a table may know.
    pub(super) reach: u32,
    /// At each distance from the root, the board of the current line.
    pub(super) path: Vec<Board>,
    /// At each distance from the root, the best line from there, as far as full windows show it.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) ordering: Ordering,
    rules: PhantomData<R>,
}

impl<'a, R: Evaluate, E: Endgames> Searcher<'a, R, E> {
    /// A thread that starts with no experience but the table's.
    #[must_use]
    pub fn new(shared: Shared<'a, E>) -> Self {
        let Shared { root, endgames, known_moves, .. } = shared;
        let by_table = root.bounds::<R>(endgames);
        Searcher {
            shared,
            root_value: root.exact_value::<R>(endgames),
            root_bounds: Bounds::of_best(known_moves.iter().map(|&(_, bounds)| bounds)).or(by_table),
            targets: by_table.map(|_| [root.targets_after_move(endgames), root.targets(endgames)]),
            iteration: 0,
            nodes: 0,
            nodes_granted: 0,
            reach: endgames.most_seeds(),
            path: vec![root.board; usize::from(MAX_PLY) + 1],
            lines: vec![Vec::new(); usize::from(MAX_PLY) + 2],
            ordering: Ordering::new(usize::from(MAX_PLY) + 1),
            rules: PhantomData,
        }
    }

    /// An iteration begins.
    pub fn begin(&mut self, depth: u32) {
        self.iteration = depth;
    }

    /// The depth of the deepest iteration that is finished, by this thread or by another one, whose lines then take the place of `lines`. `None` if the
    /// current one is not.
    pub fn result(&mut self, lines: &mut Vec<Line>, is_finished: bool) -> Option<u32> {
        let Some(crew) = self.shared.crew else { return is_finished.then_some(self.iteration) };
        if is_finished {
            crew.finish(lines, self.iteration);
        }
        if !crew.has_finished(self.iteration) {
            return None;
        }
        let depth;
        (*lines, depth) = crew.found();
        Some(depth)
    }

    /// Whether another iteration may begin.
    #[must_use]
    pub fn may_go_on(&self) -> bool {
        self.shared.budget.is_worth_another()
    }

    /// Tells the budget of the nodes that it has not heard of yet.
    pub fn settle(&mut self) {
        self.shared.budget.spend(self.nodes);
        self.nodes = 0;
        self.nodes_granted = 0;
    }

    /// The root's moves in the order in which they should be tried.
    #[must_use]
    pub fn root_moves(&self) -> Vec<Move> {
        let best = self.shared.table.probe(self.shared.root.marks.key(self.shared.root.board, 0)).and_then(|entry| entry.best);
        if R::moves(self.shared.root.board).is_empty() {
            return Vec::new();
        }
        let mut candidates = self.ordering.candidates::<R>(self.shared.root.board, 0, best);
        (0..candidates.len()).map(|i| candidates.pick(i).mv).collect()
    }

    /// Searches a move of the root: the outcome for the root's mover.
    ///
    /// # Errors
    /// [`OutOfBudget`].
    pub fn root_move(&mut self, mv: Move, depth: u32, window: Window) -> Result<Outcome, OutOfBudget> {
        let place = Place { ply: 0, layer_start: 0, seeds: self.shared.root.seeds };
        let bounds = self.shared.known_moves.iter().find(|(known, _)| *known == mv).map(|&(_, bounds)| bounds);
        if let Some(score) = bounds.and_then(|bounds| bounds.settle(window)) {
            self.lines[1].clear();
            return Ok(Outcome::proven(score));
        }
        let window = bounds.map_or(window, |bounds| bounds.narrow(window));
        let played = R::play(self.shared.root.board, mv);
        let rest = depth as i32 - 1;
        let outcome = if window.is_null() {
            self.child::<false>(played, place, rest, window)?
        } else {
            self.child::<true>(played, place, rest, window)?
        };
        let outcome = outcome.within(bounds);
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
        let mut place = Place { ply: 0, layer_start: 0, seeds: self.shared.root.seeds };
        let mut board = self.shared.root.board;
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
        let entry = self.shared.table.probe(self.key(board, place))?;
        entry.best.filter(|_| entry.bound != Bound::Upper)
    }

    #[inline]
    pub(super) fn key(&self, board: Board, place: Place) -> Key {
        let marks = if place.is_in_root_layer() { &self.shared.root.marks } else { &Marks::NONE };
        marks.key(board, usize::from(place.ply))
    }

    /// What a move of the root looks like without any search, by a table or by the evaluation: the score for the root's mover.
    #[must_use]
    pub fn glance(&self, mv: Move) -> Score {
        let played = R::play(self.shared.root.board, mv);
        let known = self.shared.endgames.value(played.board, self.shared.root.seeds - u32::from(played.gain));
        let score = known.map_or_else(|| R::evaluate(played.board), |value| Score::from_seeds(i32::from(value)));
        Outcome::estimate(score).before(played).score
    }

    /// Stores the root's result, so that the next iteration starts with its move.
    pub fn store_root(&self, best: Move, score: Score, depth: u32) {
        let entry = Entry { score, bound: Bound::Exact, trust: Trust::Depth(depth as u8), best: Some(best) };
        self.shared.table.store(self.shared.root.marks.key(self.shared.root.board, 0), entry);
    }
}
