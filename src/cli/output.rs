//! How numbers and results are written, and what is said beside them.

use oware::board::{Move, Side};
use oware::game::Game;
use oware::notation::{line_letters, move_letter};
use oware::rules::Rules;
use oware::score::Score;
use oware::solve::estimate::forecast;
use oware::table::{TableId, Tablebase};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// How much is said on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Only why there is no result.
    Quiet,
    /// Notes, warnings and progress as well.
    Normal,
    /// Details of the work as well.
    Verbose,
}

/// Said once, before anything else is.
static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

/// Sets how much is said, unless that was done before.
pub fn set_verbosity(verbosity: Verbosity) {
    let _ = VERBOSITY.set(verbosity);
}

fn says(least: Verbosity) -> bool {
    *VERBOSITY.get().unwrap_or(&Verbosity::Normal) >= least
}

/// Says why there is no result, on standard error, in any case. That nobody reads there is no reason to fail.
pub fn complain(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Says something beside the result, unless told to be quiet.
pub fn note(text: impl Display) {
    if says(Verbosity::Normal) {
        complain(text);
    }
}

/// Says a detail of the work, if told to be verbose.
pub fn detail(text: impl Display) {
    if says(Verbosity::Verbose) {
        complain(text);
    }
}

/// Whether details are said.
pub fn is_verbose() -> bool {
    says(Verbosity::Verbose)
}

/// Whether progress is drawn: on a terminal, unless told to be quiet.
pub fn draws_progress() -> bool {
    says(Verbosity::Normal) && io::stderr().is_terminal()
}

/// A line of JSON.
pub fn json_line(out: &mut impl Write, row: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    writeln!(out)
}

/// A score in seeds: a whole number when it is exact.
pub fn json_score(score: Score, exact: bool) -> Value {
    if exact { Value::from(score.hundredths() / 100) } else { Value::from(score.seeds()) }
}

/// A score with its sign: `+3` or `0` when it is exact, `+2.75` otherwise.
pub fn score(score: Score, exact: bool) -> String {
    if exact { signed(score.hundredths() / 100) } else { format!("{:+.2}", score.seeds()) }
}

/// A whole number with its sign, `0` without.
pub fn signed(seeds: impl Into<i32>) -> String {
    match seeds.into() {
        0 => "0".to_owned(),
        seeds => format!("{seeds:+}"),
    }
}

/// `1 seed`, `1,234 seeds`: a number of things with the name of one.
pub fn count(number: impl Into<u64>, thing: &str) -> String {
    let number = number.into();
    format!("{} {thing}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// The letters of a line that starts where a game stands.
pub fn letters<R: Rules>(game: &Game<R>, line: &[Move]) -> Vec<String> {
    line_letters::<R>(game.position(), line)
}

/// The letter of the mover's move.
pub fn letter<R: Rules>(game: &Game<R>, mv: Move) -> String {
    move_letter(mv, game.position().to_move()).to_string()
}

/// `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `9.7 MB`.
pub fn bytes(number: u64) -> String {
    match number {
        0..1_000 => count(number, "byte"),
        1_000..1_000_000 => format!("{:.1} kB", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", number as f64 / 1e6),
        1_000_000_000..1_000_000_000_000 => format!("{:.1} GB", number as f64 / 1e9),
        _ => format!("{:.1} TB", number as f64 / 1e12),
    }
}

/// `5 s`, `12 min`, `3.5 h`, `12.1 days`, `3.4 years`.
pub fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{:.1} h", seconds as f64 / 3600.0),
        172_800..63_072_000 => format!("{:.1} days", seconds as f64 / 86_400.0),
        _ => format!("{:.1} years", seconds as f64 / 31_536_000.0),
    }
}

/// Boards with more seeds than this are left to the search when a table is proposed: 24 seeds take 1.3 GB and some minutes.
pub const LARGEST_PROPOSAL: u32 = 24;

/// What it takes to build these tables: `2.7 MB, about 1 s on 2 threads`.
pub fn cost(tables: impl Iterator<Item = TableId>, threads: usize) -> String {
    let cost = forecast(tables, threads);
    format!("{}, about {} on {}", bytes(cost.bytes), duration(cost.seconds), count(threads as u64, "thread"))
}

/// What it takes to build a table and all layers below it on all cores.
pub fn cost_up_to(id: TableId) -> String {
    cost(id.up_to(), cores())
}

/// Cores of this machine, as far as the system tells.
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Layers of one kind from one place.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct TableRange {
    /// The kind of the tables.
    pub kind: &'static str,
    /// The lowest layer.
    pub from: u32,
    /// The highest layer.
    pub to: u32,
    /// The folder that they are in, or that they are built in.
    pub source: String,
}

impl TableRange {
    /// The tables that are open, neighbours from the same place together.
    pub fn of(tables: &Tablebase) -> Vec<TableRange> {
        let mut ranges: Vec<TableRange> = Vec::new();
        for table in tables.tables() {
            let (id, source) = (table.id(), table.origin().to_string());
            match ranges.last_mut() {
                Some(range) if range.to + 1 == id.seeds() && range.source == source => range.to = id.seeds(),
                _ => ranges.push(TableRange { kind: id.kind().name(), from: id.seeds(), to: id.seeds(), source }),
            }
        }
        ranges
    }
}

impl Display for TableRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TableRange { kind, from, to, source } = self;
        if from == to { write!(f, "{kind} layer {from} ({source})") } else { write!(f, "{kind} layers {from}–{to} ({source})") }
    }
}

/// `South wins by 3`, `North wins by 2`, `draw`, for a final difference in seeds seen from `mover`.
pub fn result(mover: Side, seeds: i16) -> String {
    let winner = if seeds > 0 { mover } else { mover.other() };
    if seeds == 0 { "a draw".to_owned() } else { format!("{winner} wins by {}", seeds.unsigned_abs()) }
}
