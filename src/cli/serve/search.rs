//! A position searched for a client, in turns.

use super::answer::Outbox;
use super::pool::Work;
use super::tables::ranges;
use crate::cli::output::{json_score, letters};
use oware::book::Book;
use oware::engine::level::Level;
use oware::engine::{Analysis, Engine, MoveAnalysis};
use oware::game::Game;
use oware::notation::position_text;
use oware::rules::{Ending, Rules};
use oware::score::Score;
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::variant::Variant;
use serde_json::{Value, json};
use std::time::Duration;

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// What moves are worth, told as the search deepens.
    Worth(Breadth),
    /// The move of a level of play.
    Move(Level),
}

/// A search that is under way.
pub struct Search<R> {
    game: Game<R>,
    aim: Aim,
    depth: Option<u32>,
    time: Duration,
    outbox: Outbox,
    /// What the deepest turn found, with the effort of all.
    best: Option<Analysis>,
}

impl<R: Rules> Search<R> {
    /// A search of where a game stands, for so much time on an engine.
    pub fn new(game: Game<R>, aim: Aim, depth: Option<u32>, time: Duration, outbox: Outbox) -> Self {
        Search { game, aim, depth, time, outbox, best: None }
    }

    fn spent(&self) -> Duration {
        self.best.as_ref().map_or(Duration::ZERO, |best| best.time)
    }

    /// Keeps what a turn found if it is at least as deep as what is known.
    fn keep(&mut self, mut found: Analysis) {
        if let Some(best) = &mut self.best {
            found.nodes += best.nodes;
            found.time += best.time;
            if found.moves.is_empty() || found.depth < best.depth && !found.exact {
                (best.nodes, best.time) = (found.nodes, found.time);
                return;
            }
        }
        self.best = Some(found);
    }

    fn tell(&self, engine: &Engine) {
        let Some(best) = &self.best else { return };
        let tables = Value::from(ranges(engine));
        let mut answer = match self.aim {
            Aim::Worth(_) => worth(&self.game, best, [0, 0]),
            Aim::Move(_) => of_move(&self.game, best),
        };
        answer["tables"] = tables;
        self.outbox.done(answer);
    }
}

impl<R: Evaluate> Work for Search<R> {
    fn variant(&self) -> Variant {
        R::NAME.parse().expect("each rule set has a name")
    }

    fn budget(&self) -> Duration {
        self.time
    }

    /// Weaker levels visit few positions.
    fn gives_way(&self) -> bool {
        !matches!(self.aim, Aim::Move(level) if level != Level::FULL)
    }

    fn go_on(&mut self, engine: &mut Engine, signals: &Signals) -> bool {
        let limits = Limits { time: Some(self.time.saturating_sub(self.spent())), depth: self.depth, ..Limits::default() };
        let (before, deepest) = self.best.as_ref().map_or(([0, 0], 0), |best| ([best.nodes, best.time.as_millis() as u64], best.depth));
        let (game, outbox) = (&self.game, &self.outbox);
        let mut tell = |so_far: &Analysis| {
            // A turn begins with what was known.
            if so_far.depth > deepest || so_far.exact {
                outbox.progress(worth(game, so_far, before));
            }
        };
        let found = match self.aim {
            Aim::Worth(breadth) => engine.analyse_aloud(game, limits, breadth, signals, &mut tell),
            Aim::Move(level) => engine.play(game, level, limits, signals, &mut |_| ()),
        };
        let is_known = found.exact && found.moves.first().is_none_or(|best| best.exact);
        self.keep(found);
        let is_done = is_known || !signals.is_stopped() || self.spent() >= self.time;
        if is_done {
            self.tell(engine);
        }
        is_done
    }

    fn outbox(&self) -> &Outbox {
        &self.outbox
    }
}

/// What moves are worth, the best first; `before` are nodes and milliseconds of earlier turns.
fn worth<R: Rules>(game: &Game<R>, analysis: &Analysis, before: [u64; 2]) -> Value {
    let row = |of: &MoveAnalysis| {
        let pv = letters(game, &of.line);
        json!({
            "move": pv.first(),
            "score": json_score(of.score, of.exact),
            "exact": of.exact,
            "loss": json_score(analysis.score - of.score, analysis.exact && of.exact),
            "pv": pv,
        })
    };
    json!({
        "position": position_text(game.position()),
        "depth": analysis.depth,
        "nodes": analysis.nodes + before[0],
        "time_ms": analysis.time.as_millis() as u64 + before[1],
        "score": json_score(analysis.score, analysis.exact),
        "exact": analysis.exact,
        "over": analysis.over.map(Ending::name),
        "moves": analysis.moves.iter().map(row).collect::<Vec<Value>>(),
    })
}

/// The move that the opening book has for a game, if it has one.
pub fn of_book<R: Rules>(game: &Game<R>) -> Option<Value> {
    let book = Book::built_in(R::NAME.parse().expect("each rule set has a name"));
    let known = book.choose(game, Score::ZERO, &mut fastrand::Rng::new())?;
    let score = Score::from_seeds(game.position().store_difference()) + known.score;
    let moves = vec![MoveAnalysis { line: vec![known.mv], score, exact: false }];
    let analysis = Analysis { moves, score, exact: false, over: None, depth: 0, nodes: 0, time: Duration::ZERO };
    let mut answer = of_move(game, &analysis);
    answer["tables"] = json!([]);
    Some(answer)
}

/// The best move alone, as `oware best --json` tells it.
fn of_move<R: Rules>(game: &Game<R>, analysis: &Analysis) -> Value {
    let pv = analysis.moves.first().map_or_else(Vec::new, |best| letters(game, &best.line));
    json!({
        "rules": R::NAME,
        "repetition": game.repetition().name(),
        "position": position_text(game.position()),
        "move": pv.first(),
        "score": json_score(analysis.score, analysis.exact),
        "exact": analysis.exact,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "time_ms": analysis.time.as_millis() as u64,
        "pv": pv,
        "over": analysis.over.map(Ending::name),
    })
}
