//! `oware db export`.

use super::{TablebaseArguments, no_table, table_id};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::file::write_whole;
use crate::cli::number::whole;
use crate::cli::output::{complain, count, note};
use clap::Args;
use oware::index::{boards_from, interchange_rank};
use oware::table::TableId;
use std::path::PathBuf;

/// Options of `db export`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    base: TablebaseArguments,
    /// Seeds on the board
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    seeds: u32,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let TablebaseArguments { rules, kind, tables } = &arguments.base;
    let id = table_id(rules.rules, kind.kind, arguments.seeds)?;
    let base = tables.open(rules.rules, kind.kind)?;
    let Some(table) = base.layer(arguments.seeds) else {
        complain(no_table(id, tables.db.as_deref()));
        return Ok(Exit::No);
    };
    table.verify().map_err(Failure::fault)?;
    let bytes = base.with_values(table, |values| interchange(id, values)).map_err(Failure::fault)?;
    write_whole(&arguments.out, &bytes).map_err(Failure::fault)?;
    note(format_args!("{} of {id} written to {}", count(id.boards(), "board"), arguments.out.display()));
    Ok(Exit::Done)
}

/// The values in the interchange order; of kind forced two for each board, the mover's first.
fn interchange(id: TableId, values: &[u8]) -> Vec<u8> {
    let (boards, planes) = (id.boards() as usize, id.kind().planes() as usize);
    let mut bytes = vec![0; values.len()];
    for (rank, board) in boards_from(id.seeds(), 0).enumerate() {
        let at = interchange_rank(board) as usize * planes;
        for plane in 0..planes {
            bytes[at + plane] = values[plane * boards + rank];
        }
    }
    bytes
}
