//! Learns the evaluation: plays games, values their positions, and fits the network of `src/search/evaluation` to them.
//!
//! `tools/train-evaluation.sh` is the whole recipe. A step by hand:
//!
//! ```text
//! cargo run --release --example train-evaluation -- label --rules abapa --db tables --games 3000 --nodes 4000 --seed 1 --out abapa-1.examples
//! cargo run --release --example train-evaluation -- fit abapa-1.examples --out src/search/evaluation/oware.net
//! ```
//!
//! The first command needs tables; the more seeds they reach, the better the values. It plays with the network that is compiled in, so it is worth while to build and label
//! again after a fit. Both give the same bytes on each run, whatever the number of threads.

mod example;
mod label;
mod training;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use example::Example;
use indicatif::{ProgressBar, ProgressStyle};
use label::Labeller;
use oware::engine::Engine;
use oware::search::evaluation::Evaluate;
use oware::table::{Kind, Sources, Tablebase};
use oware::variant::Variant;
use oware::with_rules;
use rayon::prelude::*;
use std::fs;
use std::path::PathBuf;
use training::{Learner, Quality, split};

/// MiB of the transposition table of each thread.
const HASH: usize = 8;

/// Learns the evaluation from self-play.
#[derive(Parser)]
#[command(max_term_width = 110)]
enum Command {
    /// Plays games and writes their positions with what they are worth
    Label(Label),
    /// Fits a network to such positions
    Fit(Fit),
}

#[derive(clap::Args)]
struct Label {
    /// Rule set: abapa, abapa-play-on, wari, warri, kalah or kalah-strict
    #[arg(long, default_value = "abapa")]
    rules: Variant,
    /// Folder of endgame tables
    #[arg(long, value_name = "DIR")]
    db: PathBuf,
    /// Games
    #[arg(long, value_name = "N", default_value_t = 3000)]
    games: u64,
    /// Positions that the engine visits for a move or value
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Seeds in each pit at the start, for one game after another
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "4", value_parser = clap::value_parser!(u8).range(2..=6))]
    seeds_per_pit: Vec<u8>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(clap::Args)]
struct Fit {
    /// Files of positions
    #[arg(value_name = "FILE", required = true)]
    examples: Vec<PathBuf>,
    /// How often each position is seen
    #[arg(long, value_name = "N", default_value_t = 24)]
    epochs: usize,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The network's file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn bar(length: u64, unit: &str) -> ProgressBar {
    let style = format!("{{bar:40}} {{human_pos}} of {{human_len}} {unit}, about {{eta}} left");
    ProgressBar::new(length).with_style(ProgressStyle::with_template(&style).expect("a fixed template"))
}

fn label<R: Evaluate>(arguments: &Label) -> Result<()> {
    let &Label { rules, ref db, games, nodes, seed, ref seeds_per_pit, ref out } = arguments;
    let most = rules.max_seeds() / 12;
    ensure!(seeds_per_pit.iter().all(|&seeds| u32::from(seeds) <= most), "{rules} is played with at most {most} seeds in each pit");
    let open = || Tablebase::open(rules, Kind::Shared, &Sources::Only(db.clone()));
    open()?;
    let engine = || Engine::new(open().expect("as before"), HASH, 1);
    let bar = bar(games, "games");
    let examples: Vec<Vec<Example>> = (0..games)
        .into_par_iter()
        .map_init(engine, |engine, number| {
            let examples =
                Labeller::<R>::new(engine, nodes, seed << 32 | number).game(seeds_per_pit[number as usize % seeds_per_pit.len()]);
            bar.inc(1);
            examples
        })
        .collect();
    bar.finish();
    let mut bytes = Vec::new();
    for example in examples.iter().flatten() {
        example.write(&mut bytes)?;
    }
    fs::write(out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
    println!("{}: {} positions of {games} games", out.display(), examples.iter().map(Vec::len).sum::<usize>());
    Ok(())
}

fn fit(Fit { examples: paths, epochs, seed, out }: &Fit) -> Result<()> {
    let mut examples = Vec::new();
    for path in paths {
        examples.extend(Example::read_all(path)?);
    }
    let (training, test) = split(&mut examples, *seed);
    let bar = bar((training.len() * epochs) as u64, "positions");
    let network = Learner::fit(training, *epochs, *seed, |seen| bar.inc(seen as u64)).network();
    bar.finish();
    fs::write(out, network.to_bytes()).with_context(|| format!("cannot write {}", out.display()))?;
    println!("learned from {} positions; measured on {} others:", training.len(), test.len());
    for seeds in (0..=68).step_by(4) {
        let of_stage = test.iter().filter(|example| (seeds..seeds + 4).contains(&example.board.seeds()));
        let Quality { examples, explained, error } = Quality::of(&network, of_stage);
        if examples > 1 {
            println!(
                "{seeds:>2}–{} seeds: {examples:>7} positions, explained {:.1} %, error {error:.2} seeds",
                seeds + 3,
                100.0 * explained
            );
        }
    }
    let Quality { explained, error, .. } = Quality::of(&network, test.iter());
    println!("all: explained {:.1} %, error {error:.2} seeds", 100.0 * explained);
    Ok(())
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Label(arguments) => with_rules!(arguments.rules, R => label::<R>(&arguments)),
        Command::Fit(arguments) => fit(&arguments),
    }
}
