//! What the engine says in a game: its moves, and answers to the questions of the players.

use crate::cli::analyze::chart::chart;
use crate::cli::output::{letter, letters};
use crate::cli::review::text::Text;
use crate::cli::sheet;
use oware::board::Move;
use oware::book::Book;
use oware::engine::Engine;
use oware::engine::level::Level;
use oware::game::Game;
use oware::ogn::Record;
use oware::review::review;
use oware::score::Score;
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use std::time::Duration;

/// What it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// Its move.
    Move,
    /// The best move for a person.
    Hint,
    /// What every move is worth.
    Analyze,
    /// Whether it takes a draw.
    Draw,
    /// What was good and bad so far.
    Review,
}

/// A question about a game.
pub struct Task<R> {
    /// The question.
    pub errand: Errand,
    /// Where the game stands.
    pub game: Game<R>,
    /// The whole game.
    pub record: Record,
    /// How strong it plays.
    pub level: Level,
    /// How long it may think.
    pub limits: Limits,
}

/// What it says.
#[derive(Debug)]
pub enum Answer {
    /// It plays this.
    Move(Move),
    /// It tells this.
    Text(Vec<String>),
    /// It takes the draw or does not.
    Draw {
        /// Whether it does.
        accepts: bool,
        /// Why.
        reason: String,
    },
}

/// The engine with its book.
pub struct Thinker {
    engine: Engine,
    book: Option<&'static Book>,
    random: fastrand::Rng,
}

/// How far ahead it may hold itself when it takes a draw, in hundredths of a seed, if that is not exact.
const EVEN: i16 = 50;

/// The most time for a move of a review: somebody waits.
const REVIEW_TIME: Duration = Duration::from_millis(200);

impl Thinker {
    /// An engine, and the book that it plays from at full strength.
    pub fn new(engine: Engine, book: Option<&'static Book>) -> Self {
        Thinker { engine, book, random: fastrand::Rng::new() }
    }

    /// Thinks until it has an answer or is told to stop.
    pub fn answer<R: Evaluate>(&mut self, task: &Task<R>, signals: &Signals) -> Answer {
        let Task { errand, game, level, limits, .. } = task;
        match errand {
            Errand::Move => self.choose(game, *level, *limits, signals),
            Errand::Hint => {
                let analysis = self.engine.best(game, *limits, signals);
                let Some(best) = analysis.best_move() else { return Answer::Text(vec!["There is no move.".to_owned()]) };
                let meaning = sheet::meaning(game.position().to_move(), analysis.score, analysis.exact);
                let line = letters(game, &analysis.moves[0].line).join(" ");
                let depth = if analysis.exact { String::new() } else { format!(", depth {}", analysis.depth) };
                Answer::Text(vec![format!("Hint: {} ({meaning}{depth}).", letter(game, best)), format!("Expected: {line}")])
            }
            Errand::Analyze => {
                let analysis = self.engine.analyse(game, *limits, Breadth::All, signals);
                // Without what the columns mean, which would leave no room for the moves on a small screen.
                Answer::Text(chart(game, &analysis).lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect())
            }
            Errand::Draw => {
                let analysis = self.engine.best(game, *limits, signals);
                // Who offers is to move, so what is good for the mover is bad for the engine.
                let accepts = analysis.score.hundredths() >= if analysis.exact { 0 } else { -EVEN };
                Answer::Draw { accepts, reason: sheet::meaning(game.position().to_move(), analysis.score, analysis.exact) }
            }
            Errand::Review => {
                let limits = Limits { time: limits.time.map(|time| time.min(REVIEW_TIME)), ..*limits };
                match review::<R>(&mut self.engine, &task.record, limits, signals, &mut |_, _| ()) {
                    Ok(review) => {
                        let text = Text::<R>::new("so far".to_owned(), &task.record, &review, &self.engine).to_string();
                        Answer::Text(text.lines().map(str::to_owned).collect())
                    }
                    Err(error) => Answer::Text(vec![format!("{error}.")]),
                }
            }
        }
    }

    fn choose<R: Evaluate>(&mut self, game: &Game<R>, level: Level, limits: Limits, signals: &Signals) -> Answer {
        let book = self.book.filter(|_| level == Level::FULL).and_then(|book| book.choose(game, Score::ZERO, &mut self.random));
        let mv = book.map(|known| known.mv).or_else(|| self.engine.play(game, level, limits, signals, &mut |_| ()).best_move());
        Answer::Move(mv.expect("the game is not over"))
    }
}
