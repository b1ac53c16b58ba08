//! `oware db convert`.

use super::{KindArgument, no_table, table_id};
use crate::cli::arguments::RulesArgument;
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::number::whole;
use crate::cli::output::{complain, count, json_line, thousands};
use clap::Args;
use oware::table::{Bytes, FolderLock, Format, Sources, Table, TableError, TableId, Tablebase, build_folder, convert};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Options of `db convert`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    rules: RulesArgument,
    #[command(flatten)]
    kind: KindArgument,
    /// Only the layer with so many seeds [default: all layers that are in the folder]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    seeds: Option<u32>,
    /// How to write the values: raw (a byte a board) or packed (about a third of that)
    #[arg(long)]
    format: Format,
    /// Folder of tables [default: ./databases if it exists, else the user's data folder]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
    /// Print JSON, one object a layer
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let (rules, kind, format) = (arguments.rules.rules, arguments.kind.kind, arguments.format);
    let wanted = arguments.seeds.map(|seeds| table_id(rules, kind, seeds)).transpose()?;
    let folder = arguments.db.clone().map_or_else(build_folder, Ok).map_err(Failure::fault)?;
    if !folder.is_dir() {
        return Err(Failure::fault(TableError::NoFolder(folder)));
    }
    let lock = FolderLock::acquire(&folder, rules).map_err(Failure::fault)?;
    let mut tables = in_folder(&folder, TableId::all(rules, kind).filter(|&id| wanted.is_none_or(|wanted| wanted == id)))?;
    if tables.is_empty() {
        complain(no_table(wanted.map_or_else(|| table_id(rules, kind, 0), Ok)?, arguments.db.as_deref()));
        return Ok(Exit::No);
    }
    // What a packed file leaves out follows from lower layers, which are best asked in raw files.
    if format == Format::Packed {
        tables.reverse();
    }
    let mut lower = Tablebase::open(rules, kind, &Sources::All(vec![folder])).map_err(Failure::fault)?;
    let mut out = io::stdout().lock();
    for table in tables {
        let (id, before, found) = (table.id(), table.size(), table.format());
        let after = if found == format {
            before
        } else {
            table.verify().map_err(Failure::fault)?;
            let written = convert(&lock, &table, format, &|board| lower.value(board));
            // A lower layer that does not answer is the fault, not the table.
            let written = written.map_err(|error| Failure::fault(lower.damage().next().unwrap_or(error)))?;
            let after = written.size();
            lower.insert(written);
            after
        };
        if arguments.json {
            let row = json!({ "rules": rules.name(), "kind": kind.name(), "seeds": id.seeds(), "boards": id.boards(), "from": found.name(),
                "format": format.name(), "bytes_before": before, "bytes": after, "file": id.path(lock.folder()) });
            json_line(&mut out, &row)?;
            continue;
        }
        let bits = after as f64 * 8.0 / id.boards() as f64;
        let change = if found == format { format!("was {format} before") } else { format!("{found} {} bytes before", thousands(before)) };
        writeln!(
            out,
            "layer {:>2}: {}, {format} {} bytes ({bits:.2} bits a board), {change}",
            id.seeds(),
            count(id.boards(), "board"),
            thousands(after)
        )?;
    }
    Ok(Exit::Done)
}

/// The tables that are in the folder.
fn in_folder(folder: &Path, ids: impl Iterator<Item = TableId>) -> Result<Vec<Table<Bytes>>, Failure> {
    ids.filter_map(|id| Table::open_in(folder, id).transpose()).collect::<Result<_, _>>().map_err(Failure::fault)
}
