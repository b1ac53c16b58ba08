//! `oware bench --accuracy`: how often the engine's moves keep the value, and what they lose.

use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::output::{json_line, thousands};
use oware::bench::accuracy::{Accuracy, DEFAULT_NODES, HASH, LARGEST_LAYER, measure, suite};
use oware::variant::Variant;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;
use std::thread::available_parallelism;

/// Measures one rule set or all. `progress` is told the number of positions done and of all.
pub fn run(rules: Option<Variant>, nodes: Option<u64>, db: Option<&Path>, json: bool, mut progress: impl FnMut(usize, usize)) -> Outcome {
    let variants = rules.map_or_else(|| Variant::ALL.to_vec(), |rules| vec![rules]);
    let nodes = nodes.unwrap_or(DEFAULT_NODES);
    let workers = available_parallelism().map_or(1, usize::from);
    let all = variants.iter().map(|&variant| suite(variant).len()).sum();
    let mut done = 0;
    let mut results = Vec::new();
    for &variant in &variants {
        let result = measure(variant, nodes, db, workers, |here| progress(done + here, all)).map_err(Failure::fault)?;
        done += result.positions as usize;
        results.push((variant, result));
    }
    let mut out = io::stdout().lock();
    if json {
        for &(variant, result) in &results {
            json_line(&mut out, &row(variant, nodes, result))?;
        }
        return Ok(Exit::Done);
    }
    writeln!(out, "rules          positions  best moves  seeds lost a move")?;
    for &(variant, result) in &results {
        print(&mut out, variant.name(), result)?;
    }
    if results.len() > 1 {
        print(&mut out, "total", results.iter().map(|&(_, result)| result).sum())?;
    }
    let tables = db.map_or_else(|| format!("shared layers 0–{LARGEST_LAYER}, solved at the start"), |db| db.display().to_string());
    writeln!(out, "\nnodes          {} a position, one thread, {HASH} MiB\ntables         {tables}", thousands(nodes))?;
    Ok(Exit::Done)
}

fn print(out: &mut impl Write, name: &str, result: Accuracy) -> io::Result<()> {
    let (best, loss) = (100.0 * result.share_of_best(), result.mean_loss());
    writeln!(out, "{name:<14} {:>9} {best:>9.1} % {loss:>18.3}", thousands(result.positions))
}

fn row(variant: Variant, nodes: u64, result: Accuracy) -> serde_json::Value {
    json!({
        "rules": variant.name(),
        "nodes": nodes,
        "positions": result.positions,
        "best": result.best,
        "best_share": result.share_of_best(),
        "seeds_lost": result.lost,
        "seeds_lost_a_move": result.mean_loss(),
    })
}
