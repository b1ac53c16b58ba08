//! `oware analyze`: what every legal move is worth.

pub mod chart;

use super::arguments::SearchArguments;
use super::exit::{Exit, Outcome};
use super::output::{detail, json_line};
use super::question::{PositionArguments, Question};
use super::{interrupt, sheet};
use chart::chart;
use clap::Args;
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::with_rules;
use std::io::{self, Write};

/// Options of `analyze`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    search: SearchArguments,
    /// Print JSON, one object a move
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let question = arguments.position.question(arguments.search.repetition.repetition)?;
    with_rules!(question.rules, R => run_with::<R>(arguments, &question))
}

fn run_with<R: Evaluate>(arguments: &Arguments, question: &Question) -> Outcome {
    let mut engine = arguments.search.engine(question)?;
    let game = question.game::<R>()?;
    let mut tell = |analysis: &_| detail(sheet::iteration(&game, analysis));
    let analysis = engine.analyse_aloud(&game, arguments.search.limits(), Breadth::All, interrupt::signals(), &mut tell);
    arguments.search.check_tables(&engine)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        for of in &analysis.moves {
            json_line(&mut out, &sheet::Row::with_loss(&engine, &game, &analysis, of))?;
        }
        return Ok(Exit::Done);
    }
    write!(out, "{}", sheet::head(&game))?;
    let body = if analysis.moves.is_empty() { sheet::best(&game, &analysis, None) } else { chart(&game, &analysis) };
    write!(out, "{body}")?;
    writeln!(out)?;
    write!(out, "{}", sheet::foot(&engine, &game, &analysis, &arguments.search))?;
    Ok(Exit::Done)
}
