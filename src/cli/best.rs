//! `oware best`: the best move of one position, or of many.

mod progress;

use super::arguments::SearchArguments;
use super::exit::{Exit, Failure, Outcome};
use super::output::{detail, json_line};
use super::question::{PositionArguments, Question};
use super::{interrupt, sheet};
use clap::Args;
use oware::engine::Engine;
use oware::game::Game;
use oware::search::evaluation::Evaluate;
use oware::search::signals::Signals;
use oware::with_rules;
use progress::Progress;
use std::io::{self, BufRead, Write};
use std::sync::atomic::Ordering::Relaxed;

/// Options of `best`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    search: SearchArguments,
    /// Read positions from standard input, one a line, each with its moves after a space if there are any
    #[arg(long, conflicts_with_all = ["position", "moves", "seeds_per_pit", "ogn"])]
    stdin: bool,
    /// Prove what the position is worth, however long it takes; a limit or Ctrl-C ends it with the bounds so far. `--hash` is the memory of the proof
    #[arg(long, conflicts_with = "depth")]
    prove: bool,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn engine(&self, question: &Question) -> Result<Engine, Failure> {
        if self.prove { self.search.engine_for_proof(question) } else { self.search.engine(question) }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let question = arguments.position.question(arguments.search.repetition.repetition)?;
    with_rules!(question.rules, R => run_with::<R>(arguments, &question))
}

fn run_with<R: Evaluate>(arguments: &Arguments, question: &Question) -> Outcome {
    let mut session = Session { arguments, engine: arguments.engine(question)?, signals: interrupt::signals(), out: io::stdout().lock() };
    if !arguments.stdin {
        session.answer(&question.game::<R>()?)?;
        return Ok(Exit::Done);
    }
    let mut lines = io::stdin().lock().lines().enumerate();
    while let Some((i, line)) = interrupt::idly(|| lines.next()) {
        let line = line.map_err(|error| unreadable(error, i + 1))?;
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let (position, moves) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let game = question.instead(position, moves).and_then(|question| question.game::<R>());
        session.answer(&game.map_err(|failure| failure.within(format!("line {}", i + 1)))?)?;
        if session.signals.stop.load(Relaxed) {
            break;
        }
    }
    Ok(Exit::Done)
}

fn unreadable(error: io::Error, line: usize) -> Failure {
    match error.kind() {
        io::ErrorKind::InvalidData => {
            Failure::bad_input(anyhow::anyhow!("line {line} of standard input is not text in UTF-8; expected a position and its moves"))
        }
        _ => Failure::fault(anyhow::Error::new(error).context("cannot read standard input")),
    }
}

/// What stays the same from position to position.
struct Session<'a> {
    arguments: &'a Arguments,
    engine: Engine,
    signals: &'static Signals,
    out: io::StdoutLock<'static>,
}

impl Session<'_> {
    fn answer<R: Evaluate>(&mut self, game: &Game<R>) -> Result<(), Failure> {
        let (search, engine) = (&self.arguments.search, &mut self.engine);
        let (analysis, bounds) = if self.arguments.prove {
            let mut progress = Progress::new();
            let proof = engine.prove(game, search.given_limits(), search.hash(), self.signals, &mut |stand| progress.show(stand));
            progress.finish();
            (proof.analysis, Some(proof.bounds))
        } else {
            let mut tell = |analysis: &_| detail(sheet::iteration(game, analysis));
            (engine.best_aloud(game, search.limits(), self.signals, &mut tell), None)
        };
        search.check_tables(engine)?;
        if self.arguments.json {
            json_line(&mut self.out, &sheet::Row::best(&self.engine, game, &analysis, bounds))?;
        } else {
            let (head, best) = (sheet::head(game), sheet::best(game, &analysis, bounds));
            writeln!(self.out, "{head}{best}{}", sheet::foot(&self.engine, game, &analysis, search))?;
        }
        self.out.flush()?;
        Ok(())
    }
}
