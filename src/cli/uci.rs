//! `oware uci`: engine mode, for programs.

use super::arguments::{PowerArguments, RulesArgument, TableArguments, equip};
use super::exit::{Exit, Outcome};
use clap::Args;
use oware::engine::equipment::Equipment;
use oware::engine::level::Level;
use oware::game::Repetition;
use oware::uci::options::{DEFAULT_OVERHEAD, Options};
use oware::uci::session;
use std::io;

/// Options of `uci`: what holds until `setoption` says something else.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    rules: RulesArgument,
    /// Who gets the seeds on the board when a position comes back: own-side (the owners of the pits) or split (nobody)
    #[arg(long, default_value = "own-side")]
    repetition: Repetition,
    /// How strong it plays, 1 (a beginner) to 10
    #[arg(long, value_name = "N", default_value_t = Level::FULL)]
    level: Level,
    /// Search from the first move on: OwnBook is false until it is set
    #[arg(long)]
    no_book: bool,
    #[command(flatten)]
    power: PowerArguments,
    #[command(flatten)]
    tables: TableArguments,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let equipment = Equipment {
        variant: arguments.rules.rules,
        repetition: arguments.repetition,
        sources: Some(arguments.tables.sources()),
        hash_mebibytes: arguments.power.hash,
        threads: arguments.power.threads,
    };
    // What is wrong with what was named here is told before the conversation; the session opens the tables when they are needed.
    drop(equip(&equipment)?);
    let options = Options { equipment, overhead: DEFAULT_OVERHEAD, level: arguments.level, own_book: !arguments.no_book };
    session::run(options, io::BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(Exit::Done)
}
