//! `oware db probe`.

use super::{KindArgument, no_table, table_id};
use crate::cli::arguments::TableArguments;
use crate::cli::drawing;
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::output::{complain, count, json_line, signed};
use crate::cli::question::{PositionArguments, Question};
use clap::Args;
use oware::board::Side;
use oware::engine::{forced_moves, table_moves};
use oware::notation::move_letter;
use oware::position::Position;
use oware::rules::Rules;
use oware::score::{Forced, Value};
use oware::table::{Kind, TableError, TableId, Tablebase};
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
    let question = arguments.position.question(None)?;
    with_rules!(question.rules, R => run_with::<R>(arguments, &question))
}

/// What a table says of a board.
enum Said {
    Value(Value),
    Forced(Forced),
}

/// What a table says of a board, and the moves that keep it.
pub struct Answer {
    said: Said,
    letters: Vec<String>,
    origin: String,
}

impl Answer {
    /// Asks tables of one kind about a position; `Ok(Err(id))` names the table that is missing. `R` is the rule set of the tables.
    pub fn of<R: Rules>(tables: &Tablebase, id: TableId, position: Position) -> Result<Result<Self, TableId>, TableError> {
        let board = position.board();
        let Some(table) = tables.layer(board.seeds()) else { return Ok(Err(id)) };
        table.verify()?;
        let told = match id.kind() {
            Kind::Shared => table_moves::<R>(tables, board).map(|(value, moves)| (Said::Value(value), moves)),
            Kind::Forced => forced_moves::<R>(tables, board).map(|(forced, moves)| (Said::Forced(forced), moves)),
        };
        let Some((said, moves)) = told else {
            if let Some(damage) = tables.damage().next() {
                return Err(damage);
            }
            // Some move leads to a lower layer that is not there.
            let lower = R::moves(board).map(|mv| R::play(board, mv).board.seeds()).find(|&seeds| tables.layer(seeds).is_none());
            return Ok(Err(lower.and_then(|seeds| TableId::new(id.variant(), id.kind(), seeds).ok()).unwrap_or(id)));
        };
        let letters = moves.iter().map(|&mv| move_letter(mv, position.to_move()).to_string()).collect();
        Ok(Ok(Answer { said, letters, origin: table.origin().to_string() }))
    }

    /// The object of JSON output.
    pub fn row(&self) -> serde_json::Value {
        let Answer { said, letters, origin } = self;
        match said {
            Said::Value(value) => json!({ "kind": Kind::Shared.name(), "value": value, "moves": letters, "table": origin }),
            Said::Forced(Forced { mover, opponent }) => {
                json!({ "kind": Kind::Forced.name(), "mover": mover, "opponent": opponent, "moves": letters, "table": origin })
            }
        }
    }
}

/// `South can force 3 of the 8 seeds, North 5: exact whatever a repetition is worth`.
fn meaning(forced: Forced, mover: Side, seeds: u32) -> String {
    let Forced { mover: most, opponent } = forced;
    let open = seeds - u32::from(most) - u32::from(opponent);
    let rest = match open {
        0 => "exact whatever a repetition is worth".to_owned(),
        _ => format!("who gets the other {open} depends on what a repetition is worth"),
    };
    format!("{mover} can force {most} of the {}, {} {opponent}: {rest}", count(seeds, "seed"), mover.other())
}

fn run_with<R: Rules>(arguments: &Arguments, question: &Question) -> Outcome {
    let rules = question.rules;
    let position = question.last_position::<R>()?;
    let seeds = position.board().seeds();
    let id = table_id(rules, arguments.kind.kind, seeds)?;
    let tables = arguments.tables.open(rules, arguments.kind.kind)?;
    let answer = match Answer::of::<R>(&tables, id, position).map_err(Failure::fault)? {
        Ok(answer) => answer,
        Err(missing) => {
            complain(no_table(missing, arguments.tables.db.as_deref()));
            return Ok(Exit::No);
        }
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        json_line(&mut out, &answer.row())?;
        return Ok(Exit::Done);
    }
    let Answer { said, letters, origin } = answer;
    writeln!(out, "{rules}, {} on the board\n\n{}", count(seeds, "seed"), drawing::board(position))?;
    match said {
        Said::Value(value) => {
            writeln!(out, "  value       {}  (seeds from here on for {}, minus the opponent's)", signed(value), position.to_move())?;
        }
        Said::Forced(forced) => writeln!(out, "  forced      {}", meaning(forced, position.to_move(), seeds))?,
    }
    writeln!(out, "  best moves  {}", if letters.is_empty() { "none, the game is over".to_owned() } else { letters.join(" ") })?;
    writeln!(out, "  table       {origin}")?;
    Ok(Exit::Done)
}
