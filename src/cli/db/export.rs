//! `oware db export`.

use super::{TablebaseArguments, no_table, table_id};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::output::{count, note};
use anyhow::Context;
use clap::Args;
use oware::index::{boards_from, interchange_rank};
use oware::table::TableId;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Options of `db export`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    base: TablebaseArguments,
    /// Seeds on the board
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
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
        note(no_table(id, tables.db.as_deref()));
        return Ok(Exit::No);
    };
    table.verify().map_err(Failure::fault)?;
    let bytes = base.with_values(table, |values| interchange(id, values)).map_err(Failure::fault)?;
    write(&arguments.out, &bytes).map_err(Failure::fault)?;
    note(format_args!("{} of {id} written to {}", count(id.boards(), "board"), arguments.out.display()));
    Ok(Exit::Done)
}

/// The values in the interchange order.
fn interchange(id: TableId, values: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; values.len()];
    for (board, &value) in boards_from(id.seeds(), 0).zip(values) {
        bytes[interchange_rank(board) as usize] = value;
    }
    bytes
}

/// Writes a file that appears whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    // A new file takes the place of a regular one only, and not of a link to one.
    if let Ok(there) = path.symlink_metadata()
        && (!there.is_file() || there.permissions().readonly())
    {
        anyhow::bail!("{}: there is something that is not a regular, writable file; name another path", cannot());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut builder = tempfile::Builder::new();
    // A temporary file is its owner's alone; an export is for everybody who may read new files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).with_context(cannot)?;
    file.write_all(bytes).with_context(cannot)?;
    file.as_file().sync_all().with_context(cannot)?;
    file.persist(path).with_context(cannot)?;
    Ok(())
}
