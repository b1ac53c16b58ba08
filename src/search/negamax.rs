//! The recursion: a principal variation search. See the [module above](super) for what its results mean.
//!
//! The first move of a node on the principal variation is searched with the open window, every other one with a null window first: is it better at all?
//! Three things are done so as to see far where it matters. Their numbers are what kept most seeds in endings of known value (2,000 to 6,000 positions of
//! 12 to 24 seeds, 10,000 nodes each) and was then confirmed by matches:
//!
//! * *Late moves* that win at most a seed are searched less deep, and again in full if they turn out well (`reduction`).
//! * *A node without a move from the transposition table* is searched one move less deep: if it matters, the next iteration comes back to it with a move.
//! * *A forced move*, and a further move of the same turn, cost no depth.
//!
//! With several threads, moves on which another one is at work are put off ([`super::crew`]).

use crate::board::{Board, Move};
use crate::game::Repetition;
use crate::rules::{Played, finished_difference};
use crate::score::Score;
use crate::search::crew::Work;
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use crate::search::ordering::{Candidate, Candidates};
use crate::search::outcome::{FREE, Outcome};
use crate::search::searcher::{MAX_PLY, OutOfBudget, Place, Searcher};
use crate::search::transposition::{Bound, Entry, Trust};
use crate::search::window::Window;

/// Least depth of a node that looks its children up before it searches any.
const LOOK_AHEAD_DEPTH: i32 = 5;

/// Least depth of a node whose children are fetched into the cache before they are looked up.
const PREFETCH_DEPTH: i32 = 3;

/// Least depth of a node that is searched less deep if the transposition table has no move for it.
const UNKNOWN_DEPTH: i32 = 3;

/// Least depth of a move that is marked as under work, and put off by other threads.
const SHARED_DEPTH: i32 = 3;

/// By how much less a move is searched, the i-th of a node of this depth, from 0. Only what wins at most a seed is late: a seed dropped into the own store is
/// no capture.
#[inline]
const fn reduction(i: usize, depth: i32, played: Played) -> i32 {
    if i == 0 || depth < 2 || played.gain > 1 || played.again {
        0
    } else if i >= 2 && depth >= 4 {
        2
    } else {
        1
    }
}

impl<R: Evaluate, E: Endgames> Searcher<'_, R, E> {
    /// Searches what a move leads to, to a depth: the outcome for the player who made it.
    #[inline]
    pub(super) fn child<const PV: bool>(
        &mut self,
        played: Played,
        place: Place,
        depth: i32,
        window: Window,
    ) -> Result<Outcome, OutOfBudget> {
        let (place, window) = (place.after(played), window.after(played));
        if PV {
            self.lines[usize::from(place.ply)].clear();
        }
        let outcome =
            if depth <= 0 { self.leaf(played.board, place, window)? } else { self.node::<PV>(played.board, place, depth, window)? };
        Ok(outcome.before(played))
    }

    /// Counts a node.
    #[inline]
    fn visit(&mut self) -> Result<(), OutOfBudget> {
        if self.nodes == self.nodes_granted {
            self.ask_for_more()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn ask_for_more(&mut self) -> Result<(), OutOfBudget> {
        self.nodes_granted = self.shared.budget.spend(self.nodes);
        self.nodes = 0;
        let overtaken = self.shared.crew.is_some_and(|crew| crew.has_finished(self.iteration));
        if overtaken || self.nodes_granted == 0 { Err(OutOfBudget) } else { Ok(()) }
    }

    /// A node at the depth limit. That it may be a repetition is not looked at: what is proven of a board holds all the same, and the rest is an estimate.
    #[inline]
    fn leaf(&mut self, board: Board, place: Place, window: Window) -> Result<Outcome, OutOfBudget> {
        self.visit()?;
        if let Some(outcome) = over::<R>(board).or_else(|| beyond_seeds(place, window)) {
            return Ok(outcome);
        }
        let mut bounds = None;
        if place.seeds <= self.reach {
            bounds = self.bounds(board, place);
            if let Some(outcome) = self.known(board, bounds, place, 0, window) {
                return Ok(outcome);
            }
        }
        Ok(Outcome::estimate(R::evaluate(board)).within(bounds))
    }

    /// A node with some depth left. With `PV` its line is told, and its window is open; else it only asks whether the score is above `alpha`.
    fn node<const PV: bool>(&mut self, board: Board, place: Place, depth: i32, window: Window) -> Result<Outcome, OutOfBudget> {
        self.visit()?;
        let ended = self.repeated(board, place).or_else(|| over::<R>(board)).or_else(|| beyond_seeds(place, window));
        if let Some(outcome) = ended {
            return Ok(outcome);
        }
        let mut bounds = None;
        if place.seeds <= self.reach {
            bounds = self.bounds(board, place);
            if let Some(outcome) = self.known(board, bounds, place, depth, window) {
                return Ok(outcome);
            }
        }
        if place.ply == MAX_PLY {
            return Ok(Outcome::estimate(R::evaluate(board)).within(bounds));
        }
        let asked = window;
        let window = bounds.map_or(window, |bounds| bounds.narrow(window));

        self.path[usize::from(place.ply)] = board;
        // One move above the leaves a look into the table costs more than it saves, unless a turn may go on.
        if depth == 1 && R::CAN_REPEAT {
            return Ok(self.frontier::<PV>(board, place, window)?.within(bounds));
        }
        let key = self.key(board, place);
        let stored = self.shared.table.probe(key);
        if let Some(outcome) = stored.and_then(|entry| cut_off(entry, depth, window)) {
            return Ok(outcome.within(bounds));
        }
        let table_move = stored.and_then(|entry| entry.best);
        let depth = if table_move.is_none() && depth >= UNKNOWN_DEPTH { depth - 1 } else { depth };
        let (best, outcome) = self.best::<PV>(board, place, depth, window, table_move)?;
        // Where the search ends at a bound inside the window that was asked for, the one proves what the other does not.
        let outcome = outcome.within(bounds).settled_at(place.ply);
        let bound = if outcome.score >= asked.beta {
            Bound::Lower
        } else if outcome.score <= asked.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let trust = if outcome.proven && outcome.rests_on == FREE { Trust::Proven } else { Trust::Depth(depth as u8) };
        self.shared.table.store(key, Entry { score: outcome.score, bound, trust, best: Some(best) });
        Ok(outcome)
    }

    /// A node one move above the leaves: its moves are as good as valued, so their order does not matter much.
    fn frontier<const PV: bool>(&mut self, board: Board, place: Place, mut window: Window) -> Result<Outcome, OutOfBudget> {
        let moves = R::moves(board);
        let rest = i32::from(moves.len() == 1);
        let mut best = Best::none();
        for mv in moves {
            let outcome = self.child::<PV>(R::play(board, mv), place, rest, window)?;
            if outcome.score >= window.beta {
                return Ok(outcome.settled_at(place.ply));
            }
            if best.takes(mv, outcome) && PV && outcome.score > window.alpha {
                window.alpha = outcome.score;
                self.extend_line(mv, place);
            }
        }
        Ok(best.outcome.settled_at(place.ply))
    }

    /// The best of a board's moves.
    #[inline]
    fn best<const PV: bool>(
        &mut self,
        board: Board,
        place: Place,
        depth: i32,
        mut window: Window,
        table_move: Option<Move>,
    ) -> Result<(Move, Outcome), OutOfBudget> {
        let mut candidates = self.ordering.candidates::<R>(board, usize::from(place.ply), table_move);
        let forced = candidates.len() == 1;
        if depth >= PREFETCH_DEPTH {
            for candidate in candidates.iter() {
                self.shared.table.prefetch(self.key(candidate.played.board, place.after(candidate.played)));
            }
        }
        if !PV
            && depth >= LOOK_AHEAD_DEPTH
            && let Some(found) = self.look_ahead(&candidates, place, depth, window)
        {
            return Ok(found);
        }
        let mut best = Best::none();
        let mut searched = 0;
        while searched < candidates.len() {
            let candidate = candidates.pick(searched);
            let (mv, played) = (candidate.mv, candidate.played);
            // A forced move, and a further move of the same turn, cost no depth.
            let rest = if forced || played.again { depth } else { depth - 1 };
            let work = self.work(candidate, place, rest);
            if let (Some(crew), Some(work)) = (self.shared.crew, work) {
                if searched > 0 && !candidate.is_put_off && crew.is_at(work) {
                    candidates.put_off(searched);
                    continue;
                }
                crew.begin(work);
            }
            let found = self.candidate::<PV>(played, place, rest, reduction(searched, depth, played), searched == 0, window);
            if let (Some(crew), Some(work)) = (self.shared.crew, work) {
                crew.end(work);
            }
            let outcome = found?;
            if outcome.score >= window.beta {
                self.ordering.reward(board, usize::from(place.ply), mv, depth);
                return Ok((mv, outcome));
            }
            if best.takes(mv, outcome) && PV && outcome.score > window.alpha {
                window.alpha = outcome.score;
                self.extend_line(mv, place);
            }
            searched += 1;
        }
        Ok((best.mv, best.outcome))
    }

    /// Searches a move of a node: less deep and with a null window as long as that is enough.
    #[inline]
    fn candidate<const PV: bool>(
        &mut self,
        played: Played,
        place: Place,
        rest: i32,
        reduction: i32,
        is_first: bool,
        window: Window,
    ) -> Result<Outcome, OutOfBudget> {
        let null = Window::null(window.alpha);
        if reduction > 0 {
            let outcome = self.child::<false>(played, place, rest - reduction, null)?;
            if outcome.score <= window.alpha {
                return Ok(outcome);
            }
        }
        if PV && is_first {
            return self.child::<true>(played, place, rest, window);
        }
        let outcome = self.child::<false>(played, place, rest, null)?;
        if PV && outcome.score > window.alpha && outcome.score < window.beta {
            return self.child::<true>(played, place, rest, window);
        }
        Ok(outcome)
    }

    /// A move that cuts off by what the transposition table knows of the board after it.
    fn look_ahead(&self, candidates: &Candidates, place: Place, depth: i32, window: Window) -> Option<(Move, Outcome)> {
        let forced = candidates.len() == 1;
        candidates.iter().find_map(|&Candidate { mv, played, .. }| {
            let rest = if forced || played.again { depth } else { depth - 1 };
            let after = place.after(played);
            let entry = self.shared.table.probe(self.key(played.board, after))?;
            let outcome = cut_off(entry, rest, window.after(played))?.before(played);
            // That a position came back is not known there.
            (outcome.score >= window.beta && self.repeated(played.board, after).is_none()).then_some((mv, outcome))
        })
    }

    /// The mark of a move that is worth sharing between threads.
    #[inline]
    fn work(&self, candidate: Candidate, place: Place, rest: i32) -> Option<Work> {
        let shared = self.shared.crew.is_some() && rest >= SHARED_DEPTH;
        shared.then(|| Work::new(self.key(candidate.played.board, place.after(candidate.played)), rest))
    }

    /// The line of a node is a move and the line after it.
    fn extend_line(&mut self, mv: Move, place: Place) {
        let (head, tail) = self.lines.split_at_mut(usize::from(place.ply) + 1);
        let line = &mut head[usize::from(place.ply)];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// The outcome if the position came before, on the line or in the game.
    #[inline]
    fn repeated(&self, board: Board, place: Place) -> Option<Outcome> {
        if !R::CAN_REPEAT {
            return None;
        }
        let score = || Score::from_seeds(self.shared.root.repetition.value(board));
        if place.is_in_root_layer() && self.shared.root.history[usize::from(place.ply & 1)].contains(&board) {
            return Some(Outcome::proven(score()));
        }
        let line = &self.path[usize::from(place.layer_start)..usize::from(place.ply)];
        let distance = line.iter().rev().skip(1).step_by(2).position(|&earlier| earlier == board)?;
        Some(match self.shared.root.repetition {
            Repetition::Split => Outcome { score: score(), proven: true, rests_on: place.ply - 2 * (distance as u16 + 1) },
            Repetition::OwnSide => Outcome::estimate(score()),
        })
    }
}

/// The best of the moves that were searched. It is proven, and rests on what came before, as far as all of them are and do.
struct Best {
    mv: Move,
    outcome: Outcome,
}

impl Best {
    fn none() -> Self {
        Best { mv: Move::PASS, outcome: Outcome { score: -Score::INFINITE, proven: true, rests_on: FREE } }
    }

    /// Adds a move that does not cut off. Whether it is the best so far.
    #[inline]
    fn takes(&mut self, mv: Move, outcome: Outcome) -> bool {
        let (proven, rests_on) = (self.outcome.proven && outcome.proven, self.outcome.rests_on.min(outcome.rests_on));
        let better = outcome.score > self.outcome.score;
        if better {
            (self.mv, self.outcome.score) = (mv, outcome.score);
        }
        (self.outcome.proven, self.outcome.rests_on) = (proven, rests_on);
        better
    }
}

/// The outcome of a finished game.
#[inline]
fn over<R: Evaluate>(board: Board) -> Option<Outcome> {
    finished_difference::<R>(board).map(|seeds| Outcome::proven(Score::from_seeds(seeds)))
}

/// What the number of seeds on the board alone says about a window.
#[inline]
fn beyond_seeds(place: Place, window: Window) -> Option<Outcome> {
    let most = Score::from_seeds(place.seeds as i32);
    if window.alpha >= most {
        return Some(Outcome::proven(most));
    }
    (window.beta <= -most).then(|| Outcome::proven(-most))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn late_moves_that_win_nothing_are_searched_less_deep() {
        let quiet = Played { board: Board::EMPTY, gain: 0, again: false };
        assert_eq!([0, 1, 2, 5].map(|i| reduction(i, 8, quiet)), [0, 1, 2, 2]);
        assert_eq!([1, 2, 3, 4].map(|depth| reduction(3, depth, quiet)), [0, 1, 1, 2]);
        for played in [Played { gain: 2, ..quiet }, Played { again: true, ..quiet }] {
            assert_eq!(reduction(5, 20, played), 0);
        }
        assert_eq!(reduction(5, 20, Played { gain: 1, ..quiet }), 2);
    }
}
