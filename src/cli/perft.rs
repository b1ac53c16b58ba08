//! `oware perft`: counts the move sequences of a length.

use super::exit::{Exit, Outcome};
use super::number::whole;
use super::output::{count as things, json_line, thousands};
use super::question::{PositionArguments, Question};
use clap::Args;
use oware::notation::move_letter;
use oware::perft::{divide, perft};
use oware::rules::Rules;
use oware::with_rules;
use serde_json::json;
use std::io::{self, Write};
use std::time::Instant;

/// Options of `perft`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Length of the sequences, in moves (a pass is one); majority and repetition are ignored
    #[arg(long, value_name = "D", value_parser = whole(1..=60_u32))]
    depth: u32,
    /// Count by first move
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let question = arguments.position.question(None)?;
    with_rules!(question.rules, R => run_with::<R>(arguments, &question))
}

fn run_with<R: Rules>(arguments: &Arguments, question: &Question) -> Outcome {
    let position = question.last_position::<R>()?;
    let mut out = io::stdout().lock();
    let start = Instant::now();
    let total = if arguments.divide {
        let counts = divide::<R>(position.board(), arguments.depth);
        let width = counts.iter().map(|&(_, count)| thousands(count).len()).max().unwrap_or_default();
        for &(mv, count) in &counts {
            let letter = move_letter(mv, position.to_move());
            if arguments.json {
                json_line(&mut out, &json!({ "move": letter, "count": count }))?;
            } else {
                writeln!(out, "{letter}  {:>width$}", thousands(count))?;
            }
        }
        counts.iter().map(|(_, count)| count).sum()
    } else {
        let count = perft::<R>(position.board(), arguments.depth);
        if arguments.json {
            json_line(&mut out, &json!({ "depth": arguments.depth, "count": count }))?;
        }
        count
    };
    if !arguments.json {
        let seconds = start.elapsed().as_secs_f64();
        let speed = total as f64 / seconds.max(1e-9) / 1e6;
        writeln!(
            out,
            "{}: {} of {} in {seconds:.2} s ({speed:.1} million a second)",
            R::NAME,
            things(total, "sequence"),
            things(arguments.depth, "move")
        )?;
    }
    Ok(Exit::Done)
}
