//! `oware db plan`: what a build would take, before it is begun.

use super::{LayersArguments, ThreadsArgument, footprint};
use crate::cli::exit::{Exit, Outcome};
use crate::cli::output::{bytes, count, duration, json_line, thousands};
use clap::Args;
use oware::solve::estimate::{Needs, Rate, packed_bits, packed_bytes};
use oware::solve::layer::largest_layer;
use oware::table::{Format, Kind, TableId, raw_bytes};
use serde_json::json;
use std::io::{self, Write};
use std::time::Duration;

/// Options of `db plan`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    layers: LayersArguments,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Print JSON, one object a layer
    #[arg(long)]
    json: bool,
}

/// A layer that is solved faster than this says little about larger ones.
const ENOUGH: Duration = Duration::from_millis(800);

/// What all layers up to one take together.
#[derive(Default)]
struct Total {
    boards: u64,
    raw: u64,
    packed: u64,
    seconds: f64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let largest = arguments.layers.largest()?;
    let (rules, kind) = (largest.variant(), largest.kind());
    let pool = arguments.threads.pool()?;
    let threads = pool.current_num_threads();
    let rate = pool.install(|| Rate::measure(rules, ENOUGH));
    let available = footprint::available_memory();

    let mut out = io::stdout().lock();
    if !arguments.json {
        let threads = count(threads as u64, "thread");
        writeln!(out, "{rules}, tables of kind {kind}, layers 0–{}, built on {threads}\n", largest.seeds())?;
        writeln!(out, "                              a layer                               │               all up to it")?;
        let titles = ["boards", "raw disk", "packed", "memory", "time", "raw disk", "packed", "time"];
        let [boards, raw, packed, memory, time, raw_all, packed_all, time_all] = titles;
        writeln!(
            out,
            "seeds {boards:>19} {raw:>9} {packed:>9} {memory:>9} {time:>10} │ {raw_all:>9} {packed_all:>9} {time_all:>10} {boards:>19}"
        )?;
    }
    let mut total = Total::default();
    for id in largest.up_to() {
        let (raw, packed, seconds, needs) = (raw_bytes(id), packed_bytes(id), rate.seconds(id), Needs::of(id, Format::Raw));
        total.boards += id.boards();
        total.raw += raw;
        total.packed += packed;
        total.seconds += seconds;
        if arguments.json {
            let row = json!({ "rules": rules.name(), "kind": kind.name(), "seeds": id.seeds(), "boards": id.boards(), "bytes_raw": raw,
                "bytes_packed": packed, "memory_in_core": needs.in_core, "memory_out_of_core": needs.out_of_core, "seconds": seconds,
                "boards_total": total.boards, "bytes_raw_total": total.raw, "bytes_packed_total": total.packed,
                "seconds_total": total.seconds, "threads": threads, "boards_per_second": rate.per_second(), "memory_available": available });
            json_line(&mut out, &row)?;
            continue;
        }
        let sizes = [raw, packed, needs.in_core, total.raw, total.packed].map(bytes);
        let [time_one, time_all] = [seconds, total.seconds].map(time);
        writeln!(
            out,
            "{:>5} {:>19} {:>9} {:>9} {:>9} {time_one:>10} │ {:>9} {:>9} {time_all:>10} {:>19}",
            id.seeds(),
            thousands(id.boards()),
            sizes[0],
            sizes[1],
            sizes[2],
            sizes[3],
            sizes[4],
            thousands(total.boards)
        )?;
    }
    if !arguments.json {
        write!(out, "\n{}", remarks(largest, rate, threads, available))?;
    }
    Ok(Exit::Done)
}

/// `< 1 s`, and from there on as for a build.
fn time(seconds: f64) -> String {
    if seconds < 1.0 { "< 1 s".to_owned() } else { duration(seconds.round() as u64) }
}

/// What the numbers rest on, and what machine it takes.
fn remarks(largest: TableId, rate: Rate, threads: usize, available: Option<u64>) -> String {
    let needs = Needs::of(largest, Format::Raw);
    let out_of_core = format!("{} out of core, with its boards on disk", bytes(needs.out_of_core));
    let here = available.map_or_else(String::new, |available| {
        let fits = if needs.in_core <= available {
            "it fits".to_owned()
        } else {
            format!("it takes a machine with {} times as much", needs.in_core.div_ceil(available.max(1)))
        };
        format!("; this machine has {} available: {fits}", bytes(available))
    });
    let mut text = format!(
        "time    extrapolated: {:.1} million boards a second, measured now on layer {} ({:.2} s on {}); layers that outgrow the caches take more a board\n",
        rate.per_second() / 1e6,
        rate.seeds,
        rate.time.as_secs_f64(),
        count(threads as u64, "thread"),
    );
    if largest.kind() == Kind::Forced {
        text += "        and a forced table is taken to cost twice a shared one (1.6 times was measured at 18 seeds)\n";
    }
    text +=
        &format!("packed  {} bits a value in layer {}, as measured on tables of up to 24 seeds\n", packed_bits(largest), largest.seeds());
    let most = largest_layer(largest.variant());
    if largest.seeds() > most {
        text += &format!("layers  above {most} are beyond the solver of this version (a state of a board takes a byte)\n");
    }
    text += &format!("memory  layer {} takes {} in core ({out_of_core}){here}\n", largest.seeds(), bytes(needs.in_core));
    text
}
