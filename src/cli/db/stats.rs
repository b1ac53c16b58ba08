//! `oware db stats`.

use super::plot::Plot;
use super::{TablebaseArguments, no_table, table_id};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::file::write_whole;
use crate::cli::output::{count, json_line, note, signed, thousands};
use clap::Args;
use oware::solve::census::Census;
use oware::solve::record::Record;
use oware::table::{Bytes, Kind, Table};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Options of `db stats`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    base: TablebaseArguments,
    /// Only the layer with so many seeds [default: all layers that there are]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seeds: Option<u32>,
    /// Print the layers as a text for the record that `db verify` compares with, and nothing else
    #[arg(long, conflicts_with_all = ["json", "plot"])]
    census: bool,
    /// Draw the layers into an SVG file instead: shares of wins, draws and losses, and of all values (kind shared)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    plot: Option<PathBuf>,
    /// Print JSON, one object for each value of a layer
    #[arg(long)]
    json: bool,
}

/// Widest bar of a histogram.
const BAR: u64 = 50;

/// The planes of a forced table, in their order.
const PLAYERS: [&str; 2] = ["mover", "opponent"];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let (rules, kind) = (arguments.base.rules.rules, arguments.base.kind.kind);
    let wanted = arguments.seeds.map(|seeds| table_id(rules, kind, seeds)).transpose()?;
    if arguments.plot.is_some() && kind != Kind::Shared {
        return Err(Failure::bad_input(anyhow::anyhow!("--plot draws tables of kind shared, not {kind}; leave out --kind or --plot")));
    }
    let tables = arguments.base.tables.open(rules, kind)?;
    let chosen: Vec<&Table<Bytes>> = tables.tables().filter(|table| wanted.is_none_or(|id| table.id() == id)).collect();
    if chosen.is_empty() {
        let id = wanted.map_or_else(|| table_id(rules, kind, 0), Ok)?;
        note(no_table(id, arguments.base.tables.db.as_deref()));
        return Ok(Exit::No);
    }
    if let Some(path) = &arguments.plot {
        return plot(arguments, &chosen, path);
    }
    let mut out = io::stdout().lock();
    if arguments.census {
        let mut record = Record::new(rules, kind);
        for table in chosen {
            table.verify().map_err(Failure::fault)?;
            record.insert(table.id(), table.values());
        }
        write!(out, "{record}")?;
        return Ok(Exit::Done);
    }
    if kind == Kind::Forced {
        forced_stats(&chosen, arguments.json, &mut out)?;
        return Ok(Exit::Done);
    }
    if !arguments.json {
        writeln!(out, "{rules}, values seen from the player to move\n")?;
        match kind {
            Kind::Shared => writeln!(out, "seeds           boards             wins            draws           losses")?,
            Kind::Forced => writeln!(out, "seeds           boards   player        can force     nothing")?,
        }
    }
    let mut last = Vec::new();
    for table in chosen {
        table.verify().map_err(Failure::fault)?;
        let seeds = table.id().seeds();
        let planes = tables.with_values(table, |values| Census::of_planes(table.id(), values)).map_err(Failure::fault)?;
        for (census, player) in planes.iter().zip(PLAYERS) {
            if arguments.json {
                for (value, count) in census.counts() {
                    let mut row = json!({ "rules": rules.name(), "seeds": seeds, "value": value, "count": count });
                    if kind == Kind::Forced {
                        row["player"] = player.into();
                    }
                    json_line(&mut out, &row)?;
                }
                continue;
            }
            let [boards, wins, draws, losses] = [census.boards(), census.wins(), census.draws(), census.losses()].map(thousands);
            match kind {
                Kind::Shared => writeln!(out, "{seeds:>5} {boards:>16} {wins:>16} {draws:>16} {losses:>16}")?,
                Kind::Forced => writeln!(out, "{seeds:>5} {boards:>16} {player:>8} {wins:>16} {draws:>11}")?,
            }
        }
        last = planes.into_iter().map(|census| (seeds, census)).collect();
    }
    if arguments.json {
        return Ok(Exit::Done);
    }
    for ((seeds, census), player) in last.into_iter().zip(PLAYERS) {
        let player = if kind == Kind::Forced { format!(", what the {player} can force") } else { String::new() };
        let most = census.counts().map(|(_, count)| count).max().unwrap_or(1);
        writeln!(out, "\nhistogram of layer {seeds}{player}\n")?;
        for (value, count) in census.counts() {
            writeln!(out, "{:>5} {:>16} {}", signed(value), thousands(count), "█".repeat((count * BAR).div_ceil(most) as usize))?;
        }
    }
    Ok(Exit::Done)
}

/// Draws the layers into a file.
fn plot(arguments: &Arguments, chosen: &[&Table<Bytes>], path: &Path) -> Outcome {
    let mut layers = Vec::new();
    for table in chosen {
        table.verify().map_err(Failure::fault)?;
        layers.push((table.id().seeds(), Census::of(table.values())));
    }
    let picture = Plot { rules: arguments.base.rules.rules, layers: &layers }.to_string();
    write_whole(path, picture.as_bytes()).map_err(Failure::fault)?;
    note(format_args!("{} drawn into {}", count(layers.len() as u64, "layer"), path.display()));
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
