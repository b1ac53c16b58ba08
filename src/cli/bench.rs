//! `oware bench`: nodes, speed and the signature of the engine's behaviour, or how good its moves are.

mod accuracy;

use super::exit::{Exit, Failure, Outcome};
use super::number::whole;
use super::output::{draws_progress, json_line, thousands};
use clap::Args;
use oware::bench;
use oware::table::Sources;
use oware::variant::Variant;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

/// Options of `bench`.
#[derive(Args)]
pub struct Arguments {
    /// Measure instead how often the engine's moves keep the value, and how many seeds they lose, in positions of 18 to 24 seeds whose values are known
    #[arg(long)]
    accuracy: bool,
    /// With --accuracy: positions to visit for a move [default: 10000]
    #[arg(long, value_name = "N", requires = "accuracy", allow_negative_numbers = true, value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// With --accuracy: abapa, abapa-play-on, wari, warri, kalah or kalah-strict [default: each of them]
    #[arg(long, requires = "accuracy")]
    rules: Option<Variant>,
    /// Folder of endgame tables to use in place of the built-in ones, or with --accuracy in place of those of up to 12 seeds; the result then depends on them
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
    /// Print JSON, with --accuracy one object for each rule set
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let terminal = draws_progress();
    let progress = |done, all| {
        if terminal {
            let _ = write!(io::stderr(), "\r{done} of {all} positions{}", if done == all { "\n" } else { "" });
        }
    };
    if arguments.accuracy {
        return accuracy::run(arguments.rules, arguments.nodes, arguments.db.as_deref(), arguments.json, progress);
    }
    let sources = arguments.db.clone().map_or_else(|| Sources::All(Vec::new()), Sources::Only);
    let result = bench::run(&sources, progress).map_err(Failure::fault)?;
    let nps = (result.nodes as f64 / result.time.as_secs_f64().max(1e-9)) as u64;
    let signature = format!("{:016x}", result.signature);
    let mut out = io::stdout().lock();
    if arguments.json {
        json_line(&mut out, &json!({ "nodes": result.nodes, "nps": nps, "signature": signature }))?;
    } else {
        writeln!(out, "nodes      {}\nnps        {}\nsignature  {signature}", thousands(result.nodes), thousands(nps))?;
    }
    Ok(Exit::Done)
}
