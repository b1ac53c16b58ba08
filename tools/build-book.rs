//! Builds the opening book of a rule set: `cargo run --release --example build-book -- --rules wari --positions 400 --out databases/book/wari.txt`.
//!
//! From the start position on, the most urgent positions are expanded (`src/book/expansion.rs`): each position after them is evaluated by a search of `--nodes`
//! nodes with one thread, an empty memory, no stores and no history. The same arguments, program and tables give the same book, byte for byte, whatever `--threads` is.
//!
//! The book is also the state of the work. It is written now and then, and a build that ends early, or is called again with more `--positions`, goes on from the
//! file, if that was built in the same way; `--time` ends it at a time, and the next call goes on. Only whole rounds of `--batch` positions are done, so that this gives the
//! same book as one call. A program that evaluates in another way builds another book: begin a new file then.
//!
//! With `--prove`, each position is given to the proving search first, with the same nodes and with `--hash` MiB of memory. In kalah with the usual tables
//! (`oware db build --rules kalah --seeds 20`) some millions of nodes prove most positions, so that the book is exact.

use anyhow::{Context, bail, ensure};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use oware::board::{Board, Side};
use oware::book::entry::Entry;
use oware::book::expansion::{Weights, expand};
use oware::book::graph::{Evaluation, Graph};
use oware::book::text::{Record, book_text};
use oware::engine::Engine;
use oware::engine::equipment::Equipment;
use oware::game::{Game, Repetition};
use oware::notation::move_letter;
use oware::position::Position;
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::table::Sources;
use oware::variant::Variant;
use oware::with_rules;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two writings of the file.
const PAUSE: Duration = Duration::from_secs(10);
/// Stack of a thread: the search runs on it.
const STACK_SIZE: usize = 32 << 20;

/// Builds the opening book of a rule set, or goes on with one.
#[derive(Parser)]
#[command(max_term_width = 110)]
struct Arguments {
    /// Rule set: abapa, abapa-play-on, wari, warri, kalah or kalah-strict
    #[arg(long)]
    rules: Variant,
    /// The book, which is also the state of the work
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions of the book, with all their moves, at least; the round that reaches the number is finished
    #[arg(long, value_name = "N", default_value_t = 400)]
    positions: usize,
    /// Stop after so long and write what there is, e.g. 10min; the same command goes on
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// Nodes for each position after those of the book
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Memory of a search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Try to prove what each position is worth
    #[arg(long)]
    prove: bool,
    /// Folder of endgame tables [default: the built-in tables alone]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
    /// Positions that are expanded at a time; the book depends on it
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    batch: u32,
    /// Moves that a seed counts which the player with the book loses, for the order in which positions are expanded
    #[arg(long, value_name = "N", default_value_t = Weights::default().own, value_parser = clap::value_parser!(u32).range(0..=1000))]
    own_weight: u32,
    /// The same for the opponent
    #[arg(long, value_name = "N", default_value_t = Weights::default().opponent, value_parser = clap::value_parser!(u32).range(0..=1000))]
    opponent_weight: u32,
    /// Threads, each with a search and its memory; the book does not depend on them [default: all cores]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

impl Arguments {
    fn equipment(&self) -> Equipment {
        let sources = Some(self.db.clone().map_or_else(|| Sources::All(Vec::new()), Sources::Only));
        // A proof takes the memory itself.
        let hash_mebibytes = if self.prove { self.hash.min(16) } else { self.hash };
        Equipment { variant: self.rules, repetition: Repetition::Split, sources, hash_mebibytes, threads: 1 }
    }

    /// All that the book depends on, beside the program and the number of positions.
    fn description(&self) -> anyhow::Result<String> {
        let [shared, _] = self.equipment().tables()?;
        let tables = shared.largest().map_or_else(|| "none".to_owned(), |most| format!("0-{most}"));
        let search = if self.prove { "proof" } else { "search" };
        let &Arguments { nodes, hash, batch, own_weight, opponent_weight, .. } = self;
        Ok(format!(
            "{search} nodes={nodes} hash={hash} tables={tables} repetition=split batch={batch} own-weight={own_weight} opponent-weight={opponent_weight}"
        ))
    }
}

/// Engines that wait for work.
struct Pool {
    equipment: Equipment,
    free: Mutex<Vec<Engine>>,
    limits: Limits,
    /// Memory of a proof, if there shall be one, in MiB.
    proof: Option<u32>,
}

impl Pool {
    fn evaluate<R: Evaluate>(&self, board: Board) -> anyhow::Result<Evaluation> {
        let waiting = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut engine = match waiting {
            Some(engine) => engine,
            None => self.equipment.engine(self.equipment.tables()?),
        };
        engine.forget();
        let game = Game::<R>::new(Position::of(board), Repetition::Split);
        let signals = Signals::new();
        let analysis = match self.proof {
            Some(mebibytes) => engine.prove(&game, self.limits, mebibytes as usize, &signals, &mut |_| ()).analysis,
            None => engine.analyse(&game, self.limits, Breadth::Best, &signals),
        };
        if let Some(damage) = engine.tables().damage().next() {
            bail!("{damage}");
        }
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        Ok(Evaluation { score: analysis.score, exact: analysis.exact, best: analysis.best_move() })
    }
}

/// The graph of the book that is there, or an empty one.
fn begin<R: Evaluate>(path: &Path, start: Board, variant: Variant, description: &str) -> anyhow::Result<Graph<R>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Graph::new(start)),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let record =
        Record::parse(&text).with_context(|| format!("{} is no book to go on with; remove it, or name another --out", path.display()))?;
    ensure!(
        record.variant == variant && record.built == description,
        "{} was built otherwise: found `{} {}`; expected `{variant} {description}`; remove it, name another --out, or give the same options",
        path.display(),
        record.variant,
        record.built
    );
    Ok(Graph::of_entries(start, &record.entries))
}

fn write<R: Evaluate>(path: &Path, graph: &Graph<R>, variant: Variant, description: &str) -> anyhow::Result<()> {
    let (entries, lines): (Vec<Entry>, Vec<_>) = graph.entries().into_iter().unzip();
    let remark = |line: &Vec<_>| if line.is_empty() { "start".to_owned() } else { graph.letters(line) };
    let record = Record { variant, built: description.to_owned(), entries, remarks: lines.iter().map(remark).collect() };
    let cannot = || format!("cannot write {}", path.display());
    // It appears whole or not at all.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(cannot)?;
    file.write_all(book_text(&record).as_bytes()).with_context(cannot)?;
    #[cfg(unix)]
    file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644)).with_context(cannot)?;
    file.persist(path).with_context(cannot)?;
    Ok(())
}

/// The moves of the start position and what they are worth, in seeds.
fn first_moves<R: Evaluate>(graph: &Graph<R>) -> String {
    let entries = graph.entries();
    let moves = entries.first().map_or(&[][..], |(start, _)| &start.moves);
    let known = |known: &oware::book::entry::BookMove| {
        format!("{} {:+.2}{}", move_letter(known.mv, Side::South), known.score.seeds(), if known.exact { "!" } else { "" })
    };
    moves.iter().map(known).collect::<Vec<_>>().join("  ")
}

fn build<R: Evaluate>(arguments: &Arguments) -> anyhow::Result<()> {
    let &Arguments { ref out, rules, positions, batch, own_weight, opponent_weight, .. } = arguments;
    let begun = Instant::now();
    let description = arguments.description()?;
    let start = Position::start(4).expect("48 seeds fit").board();
    let mut graph = begin::<R>(out, start, rules, &description)?;
    let weights = Weights { own: own_weight, opponent: opponent_weight };
    let pool = Pool {
        equipment: arguments.equipment(),
        free: Mutex::new(Vec::new()),
        limits: Limits { nodes: Some(arguments.nodes), ..Limits::default() },
        proof: arguments.prove.then_some(arguments.hash),
    };
    let threads = ThreadPoolBuilder::new().num_threads(arguments.threads).stack_size(STACK_SIZE).build()?;
    let bar = if io::stderr().is_terminal() { ProgressBar::new(positions as u64) } else { ProgressBar::hidden() };
    bar.set_style(ProgressStyle::with_template("{pos}/{len} positions {bar:20} {eta} left  {msg}").expect("the template is fixed"));
    let mut written = Instant::now();
    loop {
        let expanded = graph.expanded();
        bar.set_position(expanded as u64);
        let late = arguments.time.is_some_and(|time| begun.elapsed() >= time);
        if expanded >= positions || late {
            break;
        }
        let mut failure = None;
        let mut evaluate = |boards: &[Board]| {
            let found: anyhow::Result<Vec<Evaluation>> =
                threads.install(|| boards.par_iter().map(|&board| pool.evaluate::<R>(board)).collect());
            found.unwrap_or_else(|error| {
                failure = Some(error);
                Vec::new()
            })
        };
        let number = expand(&mut graph, weights, batch as usize, &mut evaluate);
        if let Some(error) = failure {
            return Err(error);
        }
        if number == 0 {
            break;
        }
        bar.set_message(first_moves(&graph));
        if written.elapsed() >= PAUSE {
            write(out, &graph, rules, &description)?;
            written = Instant::now();
        }
    }
    bar.finish_and_clear();
    write(out, &graph, rules, &description)?;
    let size = fs::metadata(out).map_or(0, |file| file.len());
    writeln!(io::stdout(), "{rules}: {} positions, {size} bytes; first moves {}", graph.expanded(), first_moves(&graph))?;
    Ok(())
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    with_rules!(arguments.rules, R => build::<R>(&arguments))
}
