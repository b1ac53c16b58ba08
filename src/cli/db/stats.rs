//! `oware db stats`.

use super::{TablebaseArguments, no_table, table_id};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::output::{json_line, note, signed, thousands};
use clap::Args;
use oware::solve::census::Census;
use oware::table::{Bytes, Table};
use serde_json::json;
use std::io::{self, Write};

/// Options of `db stats`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    base: TablebaseArguments,
    /// Only the layer with so many seeds [default: all layers that there are]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seeds: Option<u32>,
    /// Print JSON, one object for each value of a layer
    #[arg(long)]
    json: bool,
}

/// Widest bar of a histogram.
const BAR: u64 = 50;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let (rules, kind) = (arguments.base.rules.rules, arguments.base.kind.kind);
    let wanted = arguments.seeds.map(|seeds| table_id(rules, kind, seeds)).transpose()?;
    let tables = arguments.base.tables.open(rules, kind)?;
    let chosen: Vec<&Table<Bytes>> = tables.tables().filter(|table| wanted.is_none_or(|id| table.id() == id)).collect();
    if chosen.is_empty() {
        let id = wanted.map_or_else(|| table_id(rules, kind, 0), Ok)?;
        note(no_table(id, arguments.base.tables.db.as_deref()));
        return Ok(Exit::No);
    }
    let mut out = io::stdout().lock();
    if !arguments.json {
        writeln!(out, "{rules}, values seen from the player to move\n")?;
        writeln!(out, "seeds           boards             wins            draws           losses")?;
    }
    let mut last = None;
    for table in chosen {
        table.verify().map_err(Failure::fault)?;
        let seeds = table.id().seeds();
        let census = tables.with_values(table, Census::of).map_err(Failure::fault)?;
        if arguments.json {
            for (value, count) in census.counts() {
                json_line(&mut out, &json!({ "rules": rules.name(), "seeds": seeds, "value": value, "count": count }))?;
            }
            continue;
        }
        let counts = [census.boards(), census.wins(), census.draws(), census.losses()].map(thousands);
        writeln!(out, "{seeds:>5} {:>16} {:>16} {:>16} {:>16}", counts[0], counts[1], counts[2], counts[3])?;
        last = Some((seeds, census));
    }
    if let Some((seeds, census)) = last {
        let most = census.counts().map(|(_, count)| count).max().unwrap_or(1);
        writeln!(out, "\nhistogram of layer {seeds}\n")?;
        for (value, count) in census.counts() {
            writeln!(out, "{:>5} {:>16} {}", signed(value), thousands(count), "█".repeat((count * BAR).div_ceil(most) as usize))?;
        }
    }
    Ok(Exit::Done)
}
