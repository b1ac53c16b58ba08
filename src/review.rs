//! The review of a game: what each move was worth, what it lost, and what would have been better.
//!
//! All values are final differences in seeds seen from South, stores included, as if play went on to its natural end with best play of both; a majority or a
//! resignation ends a game and changes no value. What each move loses is seen from the player who made it, and is never negative.
//!
//! # How it comes about
//!
//! The game is gone through from its end, so that each search finds in its memory what came later, and what a move is worth is what the next position is worth:
//! the two never disagree. A position is searched with the history that it had in the game ([`Engine::best`]). Where the search takes the move that was played,
//! the move loses nothing. Where it takes another, the position after that one is searched as well, with the same limits, and the two are compared: neither
//! is seen a move deeper than the other. Only if both the position and what came of it are exact, no comparison is needed.
//!
//! Tables and proofs then say more than the searches they come from (see [`course`]): a move makes nothing better for its player, so an exact value bounds those
//! before and after it. An exact loss is the difference of two exact values.

pub mod course;
pub mod grade;
pub mod ply;
pub mod tally;
pub mod worth;

use crate::board::{Move, Side};
use crate::engine::{Analysis, Engine};
use crate::game::{Game, ReplayError};
use crate::ogn::Record;
use crate::position::Position;
use crate::review::course::{Course, Point};
use crate::review::ply::Ply;
use crate::review::tally::Tally;
use crate::review::worth::{Worth, for_south};
use crate::rules::Rules;
use crate::score::Score;
use crate::search::evaluation::Evaluate;
use crate::search::findings::MAX_LINE;
use crate::search::iteration::Breadth;
use crate::search::limits::Limits;
use crate::search::signals::Signals;
use std::time::Duration;

/// What is found out about a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// Moves of the game; a pass and each sowing of a kalah turn is one.
    pub moves: usize,
    /// The moves that were reviewed, in the order of play: all, or the last ones if the review was told to stop.
    pub plies: Vec<Ply>,
    /// What the position after the last move is worth; `None` if the review was told to stop before that was known.
    pub end: Option<Worth>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Review {
    /// What the positions are worth, from that before the first reviewed move to that after the last.
    pub fn worths(&self) -> impl Iterator<Item = Worth> {
        self.plies.iter().map(|ply| ply.before).chain(self.end)
    }

    /// The number of the first move from which on all values are exact; `None` if not even those of the last are.
    #[must_use]
    pub fn exact_from(&self) -> Option<usize> {
        let exact = self.plies.iter().rev().take_while(|ply| ply.is_exact());
        exact.last().map(|ply| ply.number)
    }

    /// The moves that changed who is ahead at the end.
    pub fn turning_points(&self) -> impl Iterator<Item = &Ply> {
        self.plies.iter().filter(|ply| ply.is_turning_point())
    }

    /// How well a player did.
    #[must_use]
    pub fn tally(&self, side: Side) -> Tally {
        Tally::of(self.plies.iter().filter(|ply| ply.mover() == side))
    }
}

/// Reviews a game, each search within limits, until it is told to stop. `tell` hears after each move how many of how many are done.
///
/// `R` is the rule set of the record and of the engine (see [`with_rules`](crate::with_rules)).
///
/// # Errors
/// A [`ReplayError`] if a move cannot be played, which under the record's own rule set does not happen.
pub fn review<R: Evaluate>(
    engine: &mut Engine,
    record: &Record,
    limits: Limits,
    signals: &Signals,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Review, ReplayError> {
    // The record has been read by these rules, so this does not fail, and neither does a move below.
    let last = record.replay::<R>()?;
    let mut games = vec![Game::<R>::new(record.start(), record.repetition())];
    for &mv in record.moves() {
        let mut game = games[games.len() - 1].clone();
        if game.play(mv).is_err() {
            break;
        }
        games.push(game);
    }
    let mut reviewer = Reviewer { engine, limits, signals, nodes: 0, time: Duration::ZERO };
    let moves = record.moves();
    let mut finds = Vec::new();
    let mut course = None;
    let mut after = Vec::new();
    if let Some(analysis) = reviewer.best(&last) {
        let mut so_far = Course::new(point(&last, &analysis));
        after = best_line(&analysis);
        let mut line = after.clone();
        for (i, (game, &played)) in games.iter().zip(moves).enumerate().rev() {
            let Some(found) = reviewer.find(game, played, &mut so_far, &line) else { break };
            line.clone_from(&found.line);
            finds.push(found);
            tell(moves.len() - i, moves.len());
        }
        so_far.settle();
        course = Some(so_far);
    }
    let mut plies = Vec::new();
    let first = moves.len() - finds.len();
    // From the end again: where a move turns out to lose nothing, the best line goes on as the next one does.
    for (found, i) in finds.into_iter().zip((0..moves.len() - first).rev()) {
        let number = first + i + 1;
        let game = &games[first + i];
        let Some([before, worth_after]) = course.as_ref().and_then(|course| course.around(i)) else { break };
        let Found { mut line, mut proven, forced } = found;
        let played = moves[first + i];
        if before.score == worth_after.score {
            line = goes_on(played, &after);
        } else if line.first() == Some(&played) {
            // The search took this move, and the values beside it prove it wrong.
            line = reviewer.other(game, played);
            proven = false;
        }
        let best_exact = before.exact && if line.first() == Some(&played) { worth_after.exact } else { proven };
        after.clone_from(&line);
        plies.push(Ply { number, position: game.position(), played, before, after: worth_after, best: line, best_exact, forced });
    }
    plies.reverse();
    let end = course.as_ref().map(Course::end);
    Ok(Review { moves: moves.len(), plies, end, nodes: reviewer.nodes, time: reviewer.time })
}

/// What a search of a position says of the best move.
struct Found {
    /// The best move and the play after it.
    line: Vec<Move>,
    /// Whether the move is proven to get the value that the search found.
    proven: bool,
    /// Whether there was no other move.
    forced: bool,
}

/// An engine at work on one game.
struct Reviewer<'a> {
    engine: &'a mut Engine,
    limits: Limits,
    signals: &'a Signals,
    nodes: u64,
    time: Duration,
}

impl Reviewer<'_> {
    /// What a position is worth. `None` if the search was told to stop: what it has by then may be anything.
    fn best<R: Evaluate>(&mut self, game: &Game<R>) -> Option<Analysis> {
        let analysis = self.engine.best(game, self.limits, self.signals);
        self.nodes += analysis.nodes;
        self.time += analysis.time;
        (!self.signals.is_stopped()).then_some(analysis)
    }

    /// What the best move is, and puts what the position is worth in front of the course. `after` is the line expected after the move that was played.
    fn find<R: Evaluate>(&mut self, game: &Game<R>, played: Move, course: &mut Course, after: &[Move]) -> Option<Found> {
        let mover = game.position().to_move();
        if game.moves().count() == 1 {
            let known = self.engine.known_score(game).map(|score| for_south(score, mover));
            course.force(known);
            return Some(Found { line: goes_on(played, after), proven: true, forced: true });
        }
        let analysis = self.best(game)?;
        let mut here = point(game, &analysis);
        let mut line = best_line(&analysis);
        let mut proven = analysis.moves.first().is_some_and(|best| best.exact);
        let takes_played = line.first() == Some(&played);
        let next = course.start();
        let kept = if here.is_exact() && next.is_exact() {
            here == next
        } else if takes_played {
            if proven {
                course.narrow(here);
            }
            true
        } else {
            let mut other = here;
            if !proven && let Some(&best) = line.first() {
                let mut there = game.clone();
                // The move is the search's own, so it can be played.
                if there.play(best).is_ok() {
                    let analysis = self.best(&there)?;
                    other = point(&there, &analysis);
                    line.truncate(1);
                    line.extend(best_line(&analysis));
                    line.truncate(MAX_LINE);
                    here.reach(mover, other);
                    proven = here.is_exact() && here == other;
                }
            }
            let kept = for_south(other.estimate() - next.estimate(), mover) <= Score::ZERO;
            if !kept {
                here.estimate_at(other.estimate());
            }
            kept
        };
        if kept {
            line = goes_on(played, after);
        }
        course.precede(mover, here, kept);
        Some(Found { line, proven, forced: false })
    }

    /// The best line that does not begin with a move, as far as a search sees.
    fn other<R: Evaluate>(&mut self, game: &Game<R>, mv: Move) -> Vec<Move> {
        if self.signals.is_stopped() {
            return Vec::new();
        }
        let analysis = self.engine.analyse(game, self.limits, Breadth::All, self.signals);
        self.nodes += analysis.nodes;
        self.time += analysis.time;
        analysis.moves.into_iter().map(|of| of.line).find(|line| line.first() != Some(&mv)).unwrap_or_default()
    }
}

/// What a search says about a position, seen from South.
fn point<R: Rules>(game: &Game<R>, analysis: &Analysis) -> Point {
    let position: Position = game.position();
    Point::new(position, for_south(analysis.score, position.to_move()), analysis.exact)
}

/// A move and the play after it.
fn goes_on(played: Move, after: &[Move]) -> Vec<Move> {
    [&[played], after].concat().into_iter().take(MAX_LINE).collect()
}

fn best_line(analysis: &Analysis) -> Vec<Move> {
    analysis.moves.first().map_or_else(Vec::new, |best| best.line.clone())
}
