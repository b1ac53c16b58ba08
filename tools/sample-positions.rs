//! Positions of a given number of seeds out of games that the engine plays against itself: what a proof is measured with.
//!
//! `cargo run --release --example sample-positions -- --rules abapa --seeds 26 --count 200` prints one position a line, each the first of its game with
//! that many seeds, no two alike. Each game depends on `--seed` and its number alone: six random moves, then the engine for both sides, with a fixed
//! number of nodes and the built-in tables.

use clap::Parser;
use oware::engine::Engine;
use oware::game::{Game, Repetition};
use oware::notation::position_text;
use oware::position::Position;
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::table::{Kind, Sources, Tablebase};
use oware::variant::Variant;
use oware::with_rules;

/// Seeds in each pit at the start.
const SEEDS_PER_PIT: u8 = 4;

/// Moves of a game that are random.
const RANDOM_MOVES: usize = 6;

/// Games without a position of that many seeds, one after another, after which there is none to be hoped for.
const PATIENCE: u32 = 1000;

#[derive(Parser)]
struct Arguments {
    /// Rule set
    #[arg(long, default_value = "abapa")]
    rules: Variant,
    /// Seeds on the board, at most those of the start
    #[arg(long)]
    seeds: u32,
    /// How many positions
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Which games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
}

/// The first position of a game with so many seeds on the board, if there is one before the game is over.
fn sample<R: Evaluate>(engine: &mut Engine, arguments: &Arguments, number: u64) -> Option<Position> {
    let mut random = fastrand::Rng::with_seed(arguments.seed << 32 | number);
    let mut game = Game::<R>::new(Position::start(SEEDS_PER_PIT)?, Repetition::Split);
    engine.forget();
    for ply in 0.. {
        let position = game.position();
        if game.ending().is_some() || position.board().seeds() < arguments.seeds {
            return None;
        }
        if position.board().seeds() == arguments.seeds {
            return Some(position);
        }
        let mv = if ply < RANDOM_MOVES {
            random.choice(game.moves().collect::<Vec<_>>())?
        } else {
            let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
            *engine.analyse(&game, limits, Breadth::Best, &Signals::new()).moves.first()?.line.first()?
        };
        game.play(mv).ok()?;
    }
    None
}

fn main() {
    let arguments = Arguments::parse();
    let tables = Tablebase::open(arguments.rules, Kind::Shared, &Sources::All(Vec::new())).expect("built-in tables are good");
    let mut engine = Engine::new(tables, 1, 1);
    let (mut found, mut in_vain) = (Vec::new(), 0);
    for number in 0.. {
        if found.len() == arguments.count {
            return;
        }
        if in_vain == PATIENCE {
            eprintln!("no further position of {} seeds in {PATIENCE} games of {}", arguments.seeds, arguments.rules);
            std::process::exit(1);
        }
        let position = with_rules!(arguments.rules, R => sample::<R>(&mut engine, &arguments, number));
        in_vain += 1;
        if let Some(position) = position.filter(|position| !found.contains(position)) {
            println!("{}", position_text(position));
            found.push(position);
            in_vain = 0;
        }
    }
}
