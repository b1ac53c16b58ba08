//! `oware db build --mpi`: one of the processes of an `mpirun`.

use super::{Arguments, build};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::output::{bytes, count, note, thousands};
use oware::solve::exchange::Exchange;
use oware::solve::mpi::{Mpi, Traffic};

/// Builds with the other processes.
pub fn run(arguments: &Arguments) -> Outcome {
    let mut mpi = Mpi::start().map_err(Failure::fault)?;
    let threads = arguments.threads.number();
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().map_err(Failure::fault)?;
    // Who panics would leave the others waiting.
    let built = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| build(arguments, &mut mpi)));
    let Ok(built) = built else { mpi.abort(Exit::Fault as i32) };
    let boards = built?;
    let all = mpi.traffic_of_all();
    if mpi.share().rank == 0 {
        note(told(all, mpi.share().ranks, boards));
    }
    Ok(Exit::Done)
}

/// What went between the processes.
fn told(Traffic { rounds, batches, bytes: sent, time, waiting }: Traffic, ranks: usize, boards: u64) -> String {
    let waited = 100.0 * waiting.as_secs_f64() / time.as_secs_f64().max(1e-9);
    let of_board = sent as f64 / boards.max(1) as f64;
    let of_batch = bytes(sent / batches.max(1));
    format!(
        "processes: {ranks}; {}, {} in batches ({}, {of_batch} each), {of_board:.2} bytes a board; who waited most waited {waited:.0} % of {:.1} s",
        count(rounds, "round"),
        bytes(sent),
        thousands(batches),
        time.as_secs_f64()
    )
}
