//! `oware play`: people and the engine at one board.

mod clock;
mod command;
mod lines;
mod look;
mod picture;
mod screen;
mod session;
mod thinker;

use super::arguments::{PowerArguments, RepetitionArgument, TableArguments, equip, introduce, parse_clock, parse_time};
use super::exit::{Exit, Failure, Outcome};
use super::interrupt;
use super::number::whole;
use super::question::PositionArguments;
use clap::Args;
use command::Seats;
use lines::Input;
use look::Look;
use oware::arena::pace::Pace;
use oware::book::Book;
use oware::engine::equipment::Equipment;
use oware::engine::level::Level;
use oware::game::Repetition;
use oware::ogn::Record;
use oware::search::evaluation::Evaluate;
use oware::search::signals::Signals;
use oware::variant::Variant;
use oware::with_rules;
use session::{Flow, Session, Terms};
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thinker::Thinker;

/// Options of `play`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    repetition: RepetitionArgument,
    /// What you play: south, north, both (two people) or none (the engine against itself)
    #[arg(long, value_name = "SIDE", default_value = "south")]
    side: Seats,
    /// How strong the engine is, 1 (a beginner) to 10
    #[arg(long, value_name = "N", default_value = "5")]
    level: Level,
    /// Time of the engine for a move or a hint, e.g. 500ms or 3s [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Most positions that the engine visits for a move or a hint
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=u64::MAX), conflicts_with = "time")]
    nodes: Option<u64>,
    /// Time of each player for the whole game, and what each move adds, e.g. 10m+5s
    #[arg(long, value_name = "TIME+TIME", value_parser = parse_clock, conflicts_with_all = ["time", "nodes"])]
    clock: Option<Pace>,
    #[command(flatten)]
    power: PowerArguments,
    #[command(flatten)]
    tables: TableArguments,
    /// The engine plays no moves from its opening book
    #[arg(long)]
    no_book: bool,
    /// Append the game to a file in the Oware Game Notation when it is left
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Line by line, as when standard input is no terminal
    #[arg(long)]
    lines: bool,
    /// Characters of every keyboard only, and no colours
    #[arg(long)]
    ascii: bool,
}

/// Time for a move or a hint where none is given.
const TIME: Duration = Duration::from_secs(1);

/// Where a game is shown.
enum Front {
    Lines(Input),
    Screen,
}

/// A game of a file to go on with.
struct Load {
    record: Box<Record>,
    path: PathBuf,
    terms: Terms,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let is_screen = !arguments.lines && io::stdin().is_terminal() && io::stdout().is_terminal();
    let signals = interrupt::signals();
    let front = if is_screen { Front::Screen } else { Front::Lines(Input::start()) };
    let terms = arguments.terms();
    // What is wrong with the file is told before the game.
    arguments.check_file()?;
    let question = arguments.position.question(arguments.repetition.repetition)?;
    let mut next = with_rules!(question.rules, R => {
        let session = Session::<R>::new(terms, &question.record::<R>()?);
        arguments.sit(&front, session, signals)
    })?;
    while let Some(Load { record, path, terms }) = next {
        next = with_rules!(record.variant(), R => arguments.sit(&front, Session::<R>::of_file(terms, &record, &path), signals))?;
    }
    Ok(Exit::Done)
}

impl Arguments {
    fn terms(&self) -> Terms {
        let time = self.time.or(self.nodes.is_none().then_some(TIME));
        let of_move = Pace::Move { depth: None, nodes: self.nodes, time };
        Terms { seats: self.side, level: self.level, pace: self.clock.unwrap_or(of_move), patience: TIME }
    }

    /// Plays a game until it is left: the next one, or nothing.
    fn sit<R: Evaluate>(&self, front: &Front, mut session: Session<R>, signals: &Signals) -> Result<Option<Load>, Failure> {
        let mut thinker = self.thinker(R::NAME.parse().expect("each rule set has a name"), session.game().repetition())?;
        let look = Look::new(self.ascii, io::stdout().is_terminal());
        let flow = match front {
            Front::Lines(input) => lines::play(&mut session, &mut thinker, input, look, signals),
            Front::Screen => screen::within(|terminal| screen::play(terminal, &mut session, &mut thinker, look, signals)),
        };
        // Also what a fault ended is kept.
        let kept = self.keep(&session, !matches!(flow, Ok(Flow::Load(..))));
        let next = match flow? {
            Flow::Load(record, path) => Some(Load { record, path, terms: session.terms().clone() }),
            Flow::Stay | Flow::Quit => None,
        };
        kept.map(|()| next)
    }

    fn thinker(&self, variant: Variant, repetition: Repetition) -> Result<Thinker, Failure> {
        let equipment = Equipment {
            variant,
            repetition,
            sources: Some(self.tables.sources()),
            hash_mebibytes: self.power.hash,
            threads: self.power.threads,
        };
        let tables = equip(&equipment)?;
        tables.iter().for_each(introduce);
        Ok(Thinker::new(equipment.engine(tables), (!self.no_book).then(|| Book::built_in(variant))))
    }

    /// Appends a game that is left to the file that was asked for, unless it was saved there; without one prints it if it was not saved and `print` says so.
    fn keep<R: Evaluate>(&self, session: &Session<R>, print: bool) -> Result<(), Failure> {
        let record = self.save.as_ref().map_or_else(|| session.unsaved(), |file| session.not_in(file));
        let Some(record) = record else { return Ok(()) };
        let appended =
            self.save.as_ref().map(|path| appendable(path).and_then(|mut file| file.write_all(format!("{record}\n").as_bytes())));
        let fault = match appended {
            Some(Ok(())) => return Ok(()),
            Some(Err(error)) => Some(error),
            None => None,
        };
        if print {
            writeln!(io::stdout(), "\nThis game was not saved:\n\n{record}")?;
        }
        fault.map_or(Ok(()), |error| Err(self.unwritable(error)))
    }

    /// Whether games that are left can be written where that was asked for. Leaves no file behind that was not there.
    fn check_file(&self) -> Result<(), Failure> {
        let Some(path) = &self.save else { return Ok(()) };
        let is_new = !path.exists();
        appendable(path).and_then(|_| if is_new { fs::remove_file(path) } else { Ok(()) }).map_err(|error| self.unwritable(error))
    }

    fn unwritable(&self, error: io::Error) -> Failure {
        let path = self.save.as_deref().unwrap_or(Path::new(""));
        Failure::fault(anyhow::anyhow!("cannot write games to {}: {error}; name another file with --save", path.display()))
    }
}

/// A file to append games to.
fn appendable(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}
