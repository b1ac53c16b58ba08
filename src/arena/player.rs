//! A player: an engine of this program in the same process, or an external one.

use super::external::{External, Launch};
use super::fault::Fault;
use super::pace::Pace;
use crate::board::{Move, Side};
use crate::book::Book;
use crate::engine::Engine;
use crate::engine::equipment::Equipment;
use crate::engine::level::Level;
use crate::game::Game;
use crate::notation::{Letters, parse_move, position_text};
use crate::position::Position;
use crate::search::evaluation::Evaluate;
use crate::search::signals::Signals;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Who is South in the first game.
    First,
    /// The other one.
    Second,
}

impl Role {
    /// Both.
    pub const BOTH: [Role; 2] = [Role::First, Role::Second];
}

/// What plays: from it each worker makes a player of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// An engine of this program.
    Own {
        /// What it is made of.
        equipment: Equipment,
        /// How strong it plays.
        level: Level,
        /// Whether it plays the moves of the opening book.
        book: bool,
    },
    /// An external engine.
    External(Launch),
}

impl Program {
    /// How strong it plays, as far as that is said here.
    const fn level(&self) -> Level {
        match self {
            Program::Own { level, .. } => *level,
            Program::External(_) => Level::FULL,
        }
    }

    /// The move of the opening book, if it is used and knows one.
    fn book_move<R: Evaluate>(&self, game: &Game<R>) -> Option<Reply> {
        let start = Instant::now();
        let Program::Own { equipment, book: true, .. } = self else { return None };
        let best = Book::built_in(equipment.variant).best(game)?;
        Some(Reply { mv: best.mv, depth: None, nodes: None, time: start.elapsed() })
    }
}

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in results and game files.
    pub name: String,
    /// What plays.
    pub program: Program,
    /// How long it may think.
    pub pace: Pace,
}

impl Entrant {
    /// Whether it plays the same in the same game each time: an engine of this program with one thread and no limit of time, which has an empty
    /// transposition table at the start of each game. Of external engines nothing is known.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        let timeless = matches!(self.pace, Pace::Move { time: None, .. });
        timeless && matches!(&self.program, Program::Own { equipment, .. } if equipment.threads == 1)
    }
}

/// A question to a player.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, R> {
    /// The game so far.
    pub game: &'a Game<R>,
    /// Where it began.
    pub start: Position,
    /// The letters of its moves.
    pub moves: &'a str,
    /// What limits the player.
    pub pace: Pace,
    /// What is left on the clocks of South and North; of one without a clock, the player's own.
    pub clocks: [Duration; 2],
    /// What each move adds to the clocks of South and North.
    pub increments: [Duration; 2],
    /// How long to wait beyond the time that the player has.
    pub patience: Duration,
}

/// A player's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move, which is legal.
    pub mv: Move,
    /// The deepest iteration, if it is told.
    pub depth: Option<u32>,
    /// The positions visited, if that is told.
    pub nodes: Option<u64>,
    /// The time it took.
    pub time: Duration,
}

/// A player at work.
pub struct Player {
    program: Program,
    seat: Seat,
}

enum Seat {
    /// The engine broke, or was not needed yet.
    Empty,
    Own(Box<Engine>),
    External(External),
}

impl Player {
    /// A player of this program, not started yet.
    #[must_use]
    pub const fn new(program: Program) -> Self {
        Player { program, seat: Seat::Empty }
    }

    /// Whether the time of a move is kept by this program itself, so that the lateness of a move is not the player's fault.
    #[must_use]
    pub const fn is_own(&self) -> bool {
        matches!(self.program, Program::Own { .. })
    }

    /// Prepares for another game, from a fresh start if the last one went wrong. `None` if the match shall stop.
    ///
    /// # Errors
    /// A [`Fault`] of the player.
    pub fn new_game(&mut self, signals: &Signals) -> Result<Option<()>, Fault> {
        if matches!(self.seat, Seat::Empty) {
            self.seat = match &self.program {
                Program::Own { equipment, .. } => {
                    let tables = equipment.tables().map_err(|error| Fault::NoStart(error.to_string()))?;
                    Seat::Own(Box::new(equipment.engine(tables)))
                }
                Program::External(launch) => match External::start(launch, signals)? {
                    Some(engine) => Seat::External(engine),
                    None => return Ok(None),
                },
            };
        }
        let begun = match &mut self.seat {
            Seat::Own(engine) => {
                engine.forget();
                Ok(Some(()))
            }
            Seat::External(engine) => engine.new_game(signals),
            Seat::Empty => Ok(Some(())),
        };
        begun.inspect_err(|_| self.dismiss())
    }

    /// Lets the engine go; the next game begins with a new one.
    pub fn dismiss(&mut self) {
        self.seat = Seat::Empty;
    }

    /// Asks for a move. `None` if the match shall stop.
    ///
    /// # Errors
    /// A [`Fault`] of the player.
    pub fn choose<R: Evaluate>(&mut self, question: Question<R>, signals: &Signals) -> Result<Option<Reply>, Fault> {
        match &mut self.seat {
            Seat::Own(engine) => match self.program.book_move(question.game) {
                Some(reply) => Ok(Some(reply)),
                None => own_move(engine, self.program.level(), question, signals),
            },
            Seat::External(engine) => external_move(engine, question, signals),
            Seat::Empty => Err(Fault::NoStart("no game was begun".to_owned())),
        }
    }
}

fn own_move<R: Evaluate>(engine: &mut Engine, level: Level, question: Question<R>, signals: &Signals) -> Result<Option<Reply>, Fault> {
    let start = Instant::now();
    let clock = question.clocks[side(question.game)];
    let search = || engine.play(question.game, level, question.pace.limits(clock), signals, &mut |_| ());
    // An engine that breaks loses its game; the match goes on with a new one.
    let analysis = catch_unwind(AssertUnwindSafe(search)).map_err(|cause| Fault::Crash(message(cause.as_ref())))?;
    if signals.stop.load(Relaxed) {
        return Ok(None);
    }
    let mv = analysis.best_move().ok_or_else(|| Fault::Nonsense(String::new()))?;
    Ok(Some(Reply { mv, depth: Some(analysis.depth), nodes: Some(analysis.nodes), time: start.elapsed() }))
}

/// What a panic said.
fn message(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().copied().or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or_default().to_owned()
}

/// The index of the player to move in a pair for South and North.
fn side<R: Evaluate>(game: &Game<R>) -> usize {
    game.position().to_move() as usize
}

fn external_move<R: Evaluate>(engine: &mut External, question: Question<R>, signals: &Signals) -> Result<Option<Reply>, Fault> {
    let Question { game, start, moves, pace, clocks, increments, patience } = question;
    let list = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
    let position = format!("position fen {}{list}", position_text(start));
    let allowed = pace.allowance(clocks[side(game)]);
    let wait = patience.saturating_add(allowed.unwrap_or_default());
    let Some(answer) = engine.ask(&position, &go(pace, clocks, increments), wait, signals)? else { return Ok(None) };
    let nonsense = || Fault::Nonsense(answer.text.clone());
    let mut letters = answer.text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(nonsense()) };
    if !letter.is_ascii_alphabetic() && letter != '-' {
        return Err(nonsense());
    }
    let mover = game.position().to_move();
    let mv = parse_move(letter, mover, Letters::Exact).ok_or_else(|| Fault::IllegalMove(letter, format!("not a move of {mover}")))?;
    if let Err(reason) = game.clone().play(mv) {
        return Err(Fault::IllegalMove(letter, reason.to_string()));
    }
    Ok(Some(Reply { mv, depth: answer.depth, nodes: answer.nodes, time: answer.time }))
}

/// The command that asks for a move.
fn go(pace: Pace, clocks: [Duration; 2], increments: [Duration; 2]) -> String {
    let ms = |time: Duration| time.as_millis().max(1);
    match pace {
        Pace::Move { depth, nodes, time } => {
            let mut go = "go".to_owned();
            for (name, number) in [("movetime", time.map(ms)), ("depth", depth.map(u128::from)), ("nodes", nodes.map(u128::from))] {
                if let Some(number) = number {
                    go += &format!(" {name} {number}");
                }
            }
            go
        }
        Pace::Clock { .. } => {
            let [south, north] = [Side::South, Side::North].map(|side| side as usize);
            format!(
                "go wtime {} btime {} winc {} binc {}",
                ms(clocks[south]),
                ms(clocks[north]),
                increments[south].as_millis(),
                increments[north].as_millis()
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_has_the_limits_of_the_player() {
        let seconds = Duration::from_secs;
        let of_move = Pace::Move { depth: Some(8), nodes: None, time: Some(Duration::from_millis(20)) };
        assert_eq!(go(of_move, [Duration::ZERO; 2], [Duration::ZERO; 2]), "go movetime 20 depth 8");
        let clock = Pace::Clock { base: seconds(10), increment: seconds(1) };
        assert_eq!(go(clock, [seconds(3), seconds(4)], [seconds(1), seconds(2)]), "go wtime 3000 btime 4000 winc 1000 binc 2000");
    }
}
