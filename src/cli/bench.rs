//! `oware bench`: nodes, speed and the signature of the engine's behaviour.

use super::exit::{Exit, Failure, Outcome};
use super::output::{json_line, thousands};
use clap::Args;
use oware::bench;
use oware::table::Sources;
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// Options of `bench`.
#[derive(Args)]
pub struct Arguments {
    /// Folder of endgame tables to use in place of the built-in ones; the signature then depends on them
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let sources = arguments.db.clone().map_or_else(|| Sources::All(Vec::new()), Sources::Only);
    let terminal = io::stderr().is_terminal();
    let result = bench::run(&sources, |done, all| {
        if terminal {
            let _ = write!(io::stderr(), "\r{done} of {all} positions{}", if done == all { "\n" } else { "" });
        }
    })
    .map_err(Failure::fault)?;
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
