//! Prints positions from self-played games, each with exactly so many seeds on the board: to measure how many of them the engine proves.
//!
//! `cargo run --release --example sample-positions -- --rules abapa --seeds 26 --count 200 --seed 1` prints 200 positions of 26 seeds, one a line. Game
//! number N begins with opening N of the suite `random:6:SEED` of `oware match`; then the engine plays itself with a fixed number of nodes, one thread and the
//! built-in tables, and remembers nothing of earlier games. The first position after the opening with so many seeds is printed; a game is passed over if it is
//! over by then, has no such position, or has one that is printed already. So the output is the same on each run and machine, and with a smaller `--count` it
//! is the beginning of that.

use anyhow::{Context, ensure};
use clap::Parser;
use oware::arena::openings::{Kind, Suite};
use oware::arena::self_play::SelfPlay;
use oware::engine::Engine;
use oware::notation::position_text;
use oware::position::Position;
use oware::search::evaluation::Evaluate;
use oware::table::{self, Sources, Tablebase};
use oware::variant::Variant;
use oware::with_rules;
use std::collections::HashSet;
use std::io::Write;

/// Random moves before the engine takes over.
const PLIES: u32 = 6;
/// MiB of the transposition table.
const HASH: usize = 16;
/// Games without a new position, one after another, until there are taken to be no more.
const PATIENCE: u32 = 1000;

/// Prints positions with exactly so many seeds on the board, each from another self-played game.
#[derive(Parser)]
#[command(max_term_width = 110)]
struct Arguments {
    /// Rule set: abapa, abapa-play-on, wari, warri, kalah or kalah-strict
    #[arg(long, default_value = "abapa")]
    rules: Variant,
    /// Seeds on the board, 1 to 48
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=48))]
    seeds: u32,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions that the engine visits for a move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

fn sample<R: Evaluate>(arguments: &Arguments) -> anyhow::Result<()> {
    let &Arguments { rules, seeds, count, seed, nodes } = arguments;
    let mut engine = Engine::new(Tablebase::open(rules, table::Kind::Shared, &Sources::All(Vec::new()))?, HASH, 1);
    let start = Position::start(4).expect("the usual start");
    let mut found = HashSet::new();
    let mut failures = 0;
    for opening in (Suite { kind: Kind::Random, plies: PLIES, seed }).choose::<R>(start, usize::MAX) {
        if found.len() == count || failures == PATIENCE {
            break;
        }
        let first = SelfPlay::<R>::new(&mut engine, &opening, nodes)?.find(|position| position.board().seeds() <= seeds);
        match first.filter(|&position| position.board().seeds() == seeds && found.insert(position)) {
            Some(position) => {
                writeln!(std::io::stdout(), "{}", position_text(position)).context("cannot print")?;
                failures = 0;
            }
            None => failures += 1,
        }
    }
    ensure!(found.len() == count, "no more than {} of {count} positions of {rules} with {seeds} seeds found", found.len());
    Ok(())
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    with_rules!(arguments.rules, R => sample::<R>(&arguments))
}
