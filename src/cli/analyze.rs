//! `oware analyze`: what every legal move is worth.

use super::arguments::SearchArguments;
use super::exit::{Exit, Outcome};
use super::output::{json_line, letters, score};
use super::question::{PositionArguments, Question};
use super::{interrupt, sheet};
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
    let analysis = engine.analyse(&game, arguments.search.limits(), Breadth::All, interrupt::signals());
    arguments.search.check_tables(&engine)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        for of in &analysis.moves {
            json_line(&mut out, &sheet::Row::with_loss(&engine, &game, &analysis, of))?;
        }
        return Ok(Exit::Done);
    }
    write!(out, "{}", sheet::head(&game))?;
    if analysis.moves.is_empty() {
        write!(out, "{}", sheet::best(&game, &analysis, None))?;
    } else {
        writeln!(out, "  move  score            loss  line      (seeds in favour of {} at the end)", game.position().to_move())?;
    }
    for of in &analysis.moves {
        let line = letters(&game, &of.line);
        let shown = format!("{} {}", score(of.score, of.exact), if of.exact { "exact" } else { "estimate" });
        let lost = analysis.score - of.score;
        let loss = if of.exact && analysis.exact { (lost.hundredths() / 100).to_string() } else { format!("{:.2}", lost.seeds()) };
        writeln!(out, "  {:<4}  {shown:<14} {loss:>6}  {}", line[0], line.join(" "))?;
    }
    writeln!(out)?;
    write!(out, "{}", sheet::foot(&engine, &game, &analysis, &arguments.search))?;
    Ok(Exit::Done)
}
