//! `oware db stats`.

use super::plot::Plot;
use super::{TablebaseArguments, no_table, table_id};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::file::write_whole;
use crate::cli::number::whole;
use crate::cli::output::{complain, count, json_line, note, signed, thousands};
use clap::Args;
use oware::solve::census::Census;
use oware::solve::record::Record;
use oware::table::{Bytes, Kind, Table, TableId, Tablebase};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Options of `db stats`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    base: TablebaseArguments,
    /// Only the layer with so many seeds [default: all layers that there are]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
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
        complain(no_table(id, arguments.base.tables.db.as_deref()));
        return Ok(Exit::No);
    }
    if let Some(path) = &arguments.plot {
        return plot(arguments, &tables, &chosen, path);
    }
    let mut out = io::stdout().lock();
    if arguments.census {
        let mut record = Record::new(rules, kind);
        for table in chosen {
            table.verify().map_err(Failure::fault)?;
            tables.with_values(table, |values| record.insert(table.id(), values)).map_err(Failure::fault)?;
        }
        write!(out, "{record}")?;
        return Ok(Exit::Done);
    }
    if !arguments.json {
        match kind {
            Kind::Shared => {
                writeln!(out, "{rules}, values seen from the player to move\n")?;
                writeln!(out, "seeds           boards             wins            draws           losses")?;
            }
            Kind::Forced => {
                writeln!(out, "{rules}, seeds that the player to move and the opponent can force; decided if they add up to all\n")?;
                writeln!(out, "seeds           boards          decided")?;
            }
        }
    }
    let mut last = None;
    for table in chosen {
        table.verify().map_err(Failure::fault)?;
        let id = table.id();
        let counted = |values: &[u8]| (Census::of_planes(id, values), decided(id, values));
        let (planes, decided) = tables.with_values(table, counted).map_err(Failure::fault)?;
        if arguments.json {
            print_rows(id, &planes, &mut out)?;
            continue;
        }
        let census = &planes[0];
        let (seeds, boards) = (id.seeds(), thousands(census.boards()));
        match kind {
            Kind::Shared => {
                let [wins, draws, losses] = [census.wins(), census.draws(), census.losses()].map(thousands);
                writeln!(out, "{seeds:>5} {boards:>16} {wins:>16} {draws:>16} {losses:>16}")?;
            }
            Kind::Forced => writeln!(out, "{seeds:>5} {boards:>16} {:>16}", thousands(decided))?,
        }
        last = Some((seeds, planes));
    }
    let Some((seeds, planes)) = last else { return Ok(Exit::Done) };
    for (census, player) in planes.iter().zip(PLAYERS) {
        let title = if kind == Kind::Forced { format!(", what the {player} can force") } else { String::new() };
        let most = census.counts().map(|(_, count)| count).max().unwrap_or(1);
        writeln!(out, "\nhistogram of layer {seeds}{title}\n")?;
        for (value, count) in census.counts() {
            let value = if kind == Kind::Forced { value.to_string() } else { signed(value) };
            writeln!(out, "{value:>5} {:>16} {}", thousands(count), "█".repeat((count * BAR).div_ceil(most) as usize))?;
        }
    }
    Ok(Exit::Done)
}

/// One object for each value of a layer; of kind forced, and for each player.
fn print_rows(id: TableId, planes: &[Census], out: &mut impl Write) -> Result<(), Failure> {
    for (census, player) in planes.iter().zip(PLAYERS) {
        for (value, count) in census.counts() {
            let mut row = json!({ "rules": id.variant().name(), "seeds": id.seeds(), "value": value, "count": count });
            if id.kind() == Kind::Forced {
                row["kind"] = id.kind().name().into();
                row["player"] = player.into();
            }
            json_line(out, &row)?;
        }
    }
    Ok(())
}

/// Boards of a table of kind forced on which what the two players can force is all that there is.
fn decided(id: TableId, values: &[u8]) -> u64 {
    let (mover, opponent) = values.split_at(id.boards() as usize);
    mover.iter().zip(opponent).filter(|&(&mover, &opponent)| u32::from(mover) + u32::from(opponent) == id.seeds()).count() as u64
}

/// Draws the layers into a file.
fn plot(arguments: &Arguments, tables: &Tablebase, chosen: &[&Table<Bytes>], path: &Path) -> Outcome {
    let mut layers = Vec::new();
    for table in chosen {
        table.verify().map_err(Failure::fault)?;
        let census = tables.with_values(table, Census::of).map_err(Failure::fault)?;
        layers.push((table.id().seeds(), census));
    }
    let picture = Plot { rules: arguments.base.rules.rules, layers: &layers }.to_string();
    write_whole(path, picture.as_bytes()).map_err(Failure::fault)?;
    note(format_args!("{} drawn into {}", count(layers.len() as u64, "layer"), path.display()));
    Ok(Exit::Done)
}
