//! `oware db build`.

#[cfg(feature = "mpi")]
mod together;

use super::footprint::{Watch, available_memory};
use super::progress::Progress;
use super::{LayersArguments, ThreadsArgument};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::interrupt;
use crate::cli::number::whole;
use crate::cli::output::{cost, count, json_line, note};
use clap::Args;
use oware::solve::build::{BuildError, Options, Place, Plan};
use oware::solve::exchange::{Alone, Exchange};
use oware::table::{Format, TableId, build_folder};
use serde_json::json;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `db build`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    layers: LayersArguments,
    /// How to write what is built: raw (a byte a board) or packed (about a third of that)
    #[arg(long, default_value_t = Format::Raw)]
    format: Format,
    /// Folder to build in [default: ./databases if it exists, else the user's data folder]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Most memory to use for the layer in work, in MiB [default: what the system says is available, where it can be asked]
    #[arg(long, value_name = "MIB", value_parser = whole(1..=u64::MAX))]
    memory: Option<u64>,
    /// While a layer is in work, save its state at least so often
    #[arg(long, value_name = "DURATION", default_value = "2min")]
    checkpoint: humantime::Duration,
    /// Build together with the other processes of this `mpirun`, all of which must see the folder
    #[cfg(feature = "mpi")]
    #[arg(long)]
    mpi: bool,
    /// Print JSON, one object a layer and a summary
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    #[cfg(feature = "mpi")]
    if arguments.mpi {
        return together::run(arguments);
    }
    let pool = arguments.threads.pool()?;
    pool.install(|| build(arguments, &mut Alone)).map(|_| Exit::Done)
}

/// Builds with others; how many boards were built. The first of them tells how it goes.
fn build(arguments: &Arguments, exchange: &mut impl Exchange) -> Result<u64, Failure> {
    let watch = Watch::begin();
    let is_first = exchange.share().rank == 0;
    let largest = arguments.layers.largest()?;
    let rules = largest.variant();
    let folder = arguments.db.clone().map_or_else(build_folder, Ok).map_err(Failure::fault)?;
    let available = available_memory().map(|bytes| (bytes >> 20) / exchange.share().ranks as u64);
    let options = Options { memory: arguments.memory.or(available), keep_every: *arguments.checkpoint, format: arguments.format };
    let plan = Plan::together(&folder, largest, options, exchange).map_err(failure)?;

    let on_disk: Vec<TableId> = plan.missing().iter().filter(|(_, place)| *place == Place::Disk).map(|&(id, _)| id).collect();
    let progress = if is_first { Progress::new(&interrupt::signals().stop) } else { Progress::hidden(&interrupt::signals().stop) };
    let (have, lack) = (plan.present().len(), plan.missing().len());
    progress.line(&format!("{rules}, layers 0–{} in {}: {have} there, {lack} to build", largest.seeds(), folder.display()));
    if lack > 0 {
        let threads = rayon::current_num_threads() * exchange.share().ranks;
        progress.line(&format!("to build: {}", cost(plan.missing().iter().map(|&(id, _)| id), threads)));
    }
    if let [first, ..] = on_disk.as_slice() {
        progress.line(&format!("from layer {} on the boards are kept in a file, since they do not fit into memory", first.seeds()));
    }
    let mut out = io::stdout();
    let mut start = Instant::now();
    let mut boards = 0;
    let mut printed = Ok(());
    let result = plan.carry_out_together(exchange, &progress, |table| {
        let id = table.id();
        let seconds = start.elapsed().as_secs_f64();
        start = Instant::now();
        boards += id.boards();
        progress.line(&format!("layer {:>2}: {}, {seconds:.2} s", id.seeds(), count(id.boards(), "board")));
        if is_first && arguments.json && printed.is_ok() {
            let row = json!({ "rules": rules.name(), "kind": id.kind().name(), "seeds": id.seeds(), "boards": id.boards(),
                "seconds": seconds, "file": id.path(&folder) });
            printed = json_line(&mut out, &row);
        }
    });
    progress.finish();
    result.map_err(failure)?;
    printed?;
    if is_first {
        let footprint = watch.end();
        note(footprint);
        if arguments.json {
            json_line(&mut out, &json!({ "summary": footprint.json() }))?;
        }
    }
    Ok(boards)
}

fn failure(error: BuildError) -> Failure {
    match error {
        BuildError::Table(_) | BuildError::Allocation { .. } | BuildError::Lost(_) | BuildError::Part { .. } | BuildError::Another => {
            Failure::fault(error)
        }
        BuildError::TooLarge(_) | BuildError::Memory { .. } => Failure::bad_input(error),
        BuildError::Interrupted(_) => Failure::interrupted(error),
    }
}
