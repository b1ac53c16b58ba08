//! `oware db stats`.

use super::{TablebaseArguments, no_table, table_id};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::output::{json_line, note, signed, thousands};
use clap::Args;
use oware::solve::census::Census;
use oware::table::{Bytes, Kind, Table};
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
    if kind == Kind::Forced {
        forced_stats(&chosen, arguments.json, &mut out)?;
        return Ok(Exit::Done);
    }
    if !arguments.json {
        writeln!(out, "{rules}, values seen from the player to move\n")?;
        writeln!(out, "seeds           boards             wins            draws           losses")?;
    }
    let mut last = None;
    for table in chosen {
        table.verify().map_err(Failure::fault)?;
        let seeds = table.id().seeds();
        let census = Census::of(table.values());
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

/// Counts what the mover can force, and the boards on which the two numbers leave no seed open.
fn forced_stats(tables: &[&Table<Bytes>], json: bool, out: &mut impl Write) -> Result<(), Failure> {
    if !json {
        writeln!(out, "seeds that the player to move can force; decided is where the opponent can force the others\n")?;
        writeln!(out, "seeds           boards          decided")?;
    }
    let mut last = None;
    for table in tables {
        table.verify().map_err(Failure::fault)?;
        let id = table.id();
        let (mover, opponent) = table.values().split_at(id.boards() as usize);
        let mut counts = vec![0_u64; 1 << 8];
        mover.iter().for_each(|&number| counts[usize::from(number)] += 1);
        if json {
            for (value, count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                let row =
                    json!({ "rules": id.variant().name(), "kind": id.kind().name(), "seeds": id.seeds(), "value": value, "count": count });
                json_line(out, &row)?;
            }
            continue;
        }
        let decided =
            mover.iter().zip(opponent).filter(|&(&mover, &opponent)| u32::from(mover) + u32::from(opponent) == id.seeds()).count();
        writeln!(out, "{:>5} {:>16} {:>16}", id.seeds(), thousands(id.boards()), thousands(decided as u64))?;
        last = Some((id.seeds(), counts));
    }
    if let Some((seeds, counts)) = last {
        let most = counts.iter().copied().max().unwrap_or(1);
        writeln!(out, "\nhistogram of layer {seeds}\n")?;
        for (value, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            writeln!(out, "{value:>5} {:>16} {}", thousands(count), "█".repeat((count * BAR).div_ceil(most) as usize))?;
        }
    }
    Ok(())
}
