//! `oware db probe`.

use super::{KindArgument, no_table, table_id};
use crate::cli::arguments::{PositionArguments, TableArguments};
use crate::cli::drawing;
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::output::{count, json_line, note, signed};
use clap::Args;
use oware::engine::table_moves;
use oware::notation::move_letter;
use oware::rules::Rules;
use oware::with_rules;
use serde_json::json;
use std::io::{self, Write};

/// Options of `db probe`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    kind: KindArgument,
    #[command(flatten)]
    tables: TableArguments,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    with_rules!(arguments.position.rules.rules, R => run_with::<R>(arguments))
}

fn run_with<R: Rules>(arguments: &Arguments) -> Outcome {
    let rules = arguments.position.rules.rules;
    let position = arguments.position.last_position::<R>()?;
    let board = position.board();
    let id = table_id(rules, arguments.kind.kind, board.seeds())?;
    let tables = arguments.tables.open(rules, arguments.kind.kind)?;
    let folder = arguments.tables.db.as_deref();
    let Some(table) = tables.layer(board.seeds()) else {
        note(no_table(id, folder));
        return Ok(Exit::No);
    };
    table.verify().map_err(Failure::fault)?;
    let Some((value, moves)) = table_moves::<R>(&tables, board) else {
        // Some move leads to a lower layer that is not there.
        let lower = R::moves(board).map(|mv| R::play(board, mv).board.seeds()).find(|&seeds| tables.layer(seeds).is_none());
        note(no_table(lower.map_or(Ok(id), |seeds| table_id(rules, arguments.kind.kind, seeds))?, folder));
        return Ok(Exit::No);
    };
    let letters: Vec<String> = moves.iter().map(|&mv| move_letter(mv, position.to_move()).to_string()).collect();
    let origin = table.origin().to_string();
    let mut out = io::stdout().lock();
    if arguments.json {
        json_line(&mut out, &json!({ "kind": id.kind().name(), "value": value, "moves": letters, "table": origin }))?;
        return Ok(Exit::Done);
    }
    writeln!(out, "{rules}, {} on the board\n\n{}", count(board.seeds(), "seed"), drawing::board(position))?;
    writeln!(out, "  value       {}  (seeds from here on for {}, minus the opponent's)", signed(value), position.to_move())?;
    writeln!(out, "  best moves  {}", if letters.is_empty() { "none, the game is over".to_owned() } else { letters.join(" ") })?;
    writeln!(out, "  table       {origin}")?;
    Ok(Exit::Done)
}
