//! Makes the positions of `oware bench --accuracy`: from self-played games, with 18 to 24 seeds on the board, each with the value of every legal move, read
//! from tables of up to 24 seeds.
//!
//! `oware db build --rules abapa --seeds 24 --db TABLES` and then `cargo run --release --example accuracy-suite -- --rules abapa --db TABLES` print
//! `tests/data/accuracy/abapa.txt`. Games begin with the openings of the suite `random:6:SEED` of `oware match`; then the engine plays itself with a fixed
//! number of nodes, one thread and the built-in tables. Of each game one position is taken, chosen at random among those of a number of seeds of which there are
//! not enough yet. Left out are positions in which all moves are worth the same, so that nothing is measured, those in which one store is far ahead, as games
//! between equals seldom have them, and boards that are there already. The output is the same on each run and machine.

use anyhow::{Context, ensure};
use clap::Parser;
use fastrand::Rng;
use oware::arena::openings::{Kind, Suite};
use oware::arena::self_play::SelfPlay;
use oware::bench::accuracy::{HASH, SEEDS};
use oware::bench::graded::Graded;
use oware::engine::Engine;
use oware::position::Position;
use oware::search::evaluation::Evaluate;
use oware::table::{self, Sources, Tablebase};
use oware::variant::Variant;
use oware::with_rules;
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

/// Random moves before the engine takes over.
const PLIES: u32 = 6;
/// Most seeds by which one store may be ahead.
const LEAD: u32 = 10;
/// Games for a position wanted, until there are taken to be too few.
const PATIENCE: usize = 20;

/// Prints positions with 18 to 24 seeds on the board from self-played games, each with the value of every move.
#[derive(Parser)]
#[command(max_term_width = 110)]
struct Arguments {
    /// Rule set: abapa, abapa-play-on, wari, warri, kalah or kalah-strict
    #[arg(long)]
    rules: Variant,
    /// Folder with tables of kind shared of up to 24 seeds
    #[arg(long, value_name = "DIR")]
    db: PathBuf,
    /// How many positions of each number of seeds
    #[arg(long, value_name = "N", default_value_t = 30)]
    count: usize,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions that the engine visits for a move of a game
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// What is found so far, by seeds on the board from the fewest.
struct Collection {
    count: usize,
    found: Vec<Vec<Graded>>,
    boards: HashSet<[u8; 12]>,
}

impl Collection {
    fn new(count: usize) -> Self {
        Collection { count, found: vec![Vec::new(); (SEEDS[1] - SEEDS[0] + 1) as usize], boards: HashSet::new() }
    }

    /// How many positions are missing.
    fn missing(&self) -> usize {
        self.found.iter().map(|found| self.count - found.len()).sum()
    }

    /// Where a position would go; `None` if it is not wanted.
    fn place(&self, position: Position) -> Option<usize> {
        let board = position.board();
        let place = board.seeds().checked_sub(SEEDS[0])? as usize;
        let wanted = self.found.get(place)?.len() < self.count && position.store_difference().unsigned_abs() <= LEAD;
        (wanted && !self.boards.contains(&board.pits())).then_some(place)
    }

    /// Takes a position, if it is wanted.
    fn insert(&mut self, graded: Graded) {
        if let Some(place) = self.place(graded.position()) {
            self.boards.insert(graded.position().board().pits());
            self.found[place].push(graded);
        }
    }
}

fn collect<R: Evaluate>(arguments: &Arguments) -> anyhow::Result<Collection> {
    let &Arguments { rules, count, seed, nodes, .. } = arguments;
    let tables = Tablebase::open(rules, table::Kind::Shared, &Sources::Only(arguments.db.clone()))?;
    let (db, most) = (arguments.db.display(), SEEDS[1]);
    ensure!(
        tables.largest() >= Some(most),
        "{db} does not have all layers of {rules} from 0 to {most}; run `oware db build --rules {rules} --seeds {most} --db {db}`"
    );
    let mut engine = Engine::new(Tablebase::open(rules, table::Kind::Shared, &Sources::All(Vec::new()))?, HASH, 1);
    let start = Position::start(4).expect("the usual start");
    let mut collection = Collection::new(count);
    let mut random = Rng::with_seed(seed);
    for opening in (Suite { kind: Kind::Random, plies: PLIES, seed }).choose::<R>(start, PATIENCE * collection.missing()) {
        if collection.missing() == 0 {
            break;
        }
        let game = SelfPlay::<R>::new(&mut engine, &opening, nodes)?.take_while(|position| position.board().seeds() >= SEEDS[0]);
        let wanted = game.filter(|&position| collection.place(position).is_some());
        let mut graded = wanted.map(|position| Graded::by_tables::<R>(position, &tables).context("a table is damaged"));
        let mut choices = graded.try_fold(Vec::new(), |mut all, graded| {
            graded.map(|graded| {
                all.push(graded);
                all
            })
        })?;
        choices.retain(Graded::is_choice);
        if !choices.is_empty() {
            let chosen = random.u64(..choices.len() as u64) as usize;
            collection.insert(choices.swap_remove(chosen));
        }
    }
    let missing = collection.missing();
    ensure!(missing == 0, "{missing} positions of {rules} are missing after {PATIENCE} games for each; lower --count");
    Ok(collection)
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let collection = with_rules!(arguments.rules, R => collect::<R>(&arguments))?;
    let mut out = std::io::stdout().lock();
    let Arguments { rules, count, seed, nodes, .. } = &arguments;
    writeln!(
        out,
        "# {rules}: positions of {} to {} seeds from self-play, and what each legal move is worth to the mover",
        SEEDS[0], SEEDS[1]
    )?;
    writeln!(out, "# accuracy-suite --rules {rules} --count {count} --seed {seed} --nodes {nodes} --db (shared layers 0-{})", SEEDS[1])?;
    for graded in collection.found.iter().flatten() {
        writeln!(out, "{graded}").context("cannot print")?;
    }
    Ok(())
}
