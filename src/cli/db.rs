//! `oware db`: builds, checks and reads endgame tables.

mod build;
mod convert;
mod export;
mod finding;
mod footprint;
mod plan;
mod plot;
pub mod probe;
mod progress;
mod stats;
mod tally;
mod verify;

use super::arguments::{RulesArgument, TableArguments};
use super::exit::{Failure, Outcome};
use super::number::whole;
use super::output::{LARGEST_PROPOSAL, bytes, cores, cost_up_to, count};
use clap::{Args, Subcommand};
use oware::table::{Kind, TableId};
use oware::variant::Variant;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::Path;

/// Options of `db`.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds the layers from 0 up that a folder lacks; an interrupted build goes on where it stopped
    #[command(after_help = "Example: oware db build --rules wari --seeds 14 --threads 2")]
    Build(build::Arguments),
    /// What a build would take: boards, disk, memory and time, a line for each layer
    #[command(after_help = "Example: oware db plan --rules wari --seeds 24")]
    Plan(plan::Arguments),
    /// Checks every table file: checksums, census, with --full that every value follows from its successors, with --prove by solving layers again
    #[command(after_help = "Example: oware db verify --rules wari --prove")]
    Verify(verify::Arguments),
    /// Counts wins, draws, losses and values of each layer
    #[command(after_help = "Example: oware db stats --rules wari --seeds 10")]
    Stats(stats::Arguments),
    /// What the table says about a position
    #[command(after_help = "Example: oware db probe --position 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S")]
    Probe(probe::Arguments),
    /// Writes the tables of a folder anew, raw or packed
    #[command(after_help = "Example: oware db convert --rules wari --format packed --db tables")]
    Convert(convert::Arguments),
    /// Writes a layer as one signed byte a board, or two of kind forced (the mover first), in the interchange order
    #[command(after_help = "Example: oware db export --rules kalah --seeds 8 --out kalah-08.bin")]
    Export(export::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments),
        Command::Plan(arguments) => plan::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Probe(arguments) => probe::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Export(arguments) => export::run(arguments),
    }
}

/// Which kind of table.
#[derive(Args, Clone, Copy)]
struct KindArgument {
    /// Kind of table: shared (endless play is worth 0) or forced (what each side can force; not for kalah)
    #[arg(long, default_value = "shared")]
    kind: Kind,
}

/// All layers of one rule set and kind up to one.
#[derive(Args)]
struct LayersArguments {
    #[command(flatten)]
    rules: RulesArgument,
    #[command(flatten)]
    kind: KindArgument,
    /// The largest layer: all boards with up to so many seeds
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    seeds: u32,
}

impl LayersArguments {
    fn largest(&self) -> Result<TableId, Failure> {
        table_id(self.rules.rules, self.kind.kind, self.seeds)
    }
}

/// How many threads work.
#[derive(Args)]
struct ThreadsArgument {
    /// Threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    threads: Option<u16>,
}

impl ThreadsArgument {
    fn number(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }

    fn pool(&self) -> Result<ThreadPool, Failure> {
        ThreadPoolBuilder::new().num_threads(self.number()).build().map_err(Failure::fault)
    }
}

/// The tables of one rule set and kind.
#[derive(Args)]
struct TablebaseArguments {
    #[command(flatten)]
    rules: RulesArgument,
    #[command(flatten)]
    kind: KindArgument,
    #[command(flatten)]
    tables: TableArguments,
}

/// The table that the options name, if there can be such a one.
pub fn table_id(rules: Variant, kind: Kind, seeds: u32) -> Result<TableId, Failure> {
    TableId::new(rules, kind, seeds).map_err(Failure::bad_input)
}

/// The message for a layer that no folder has.
pub fn no_table(id: TableId, folder: Option<&Path>) -> String {
    let seeds = count(id.seeds(), "seed");
    format!("no {} table of {} with {seeds}; {}", id.kind(), id.variant(), remedy(id, folder))
}

/// How to get a table.
fn remedy(id: TableId, folder: Option<&Path>) -> String {
    if id.seeds() > LARGEST_PROPOSAL {
        format!("one would take {} of disk; `oware best` searches such positions", bytes(id.values()))
    } else {
        format!("build it: {} ({})", id.build_command(folder), cost_up_to(id))
    }
}
