//! Options that several commands share, and what they mean.

use super::exit::Failure;
use super::number::whole;
use super::output::{bytes, detail, note};
use super::question::Question;
use clap::Args;
use oware::arena::pace::Pace;
use oware::engine::Engine;
use oware::engine::equipment::{DEFAULT_HASH, Equipment, MAX_HASH, MAX_THREADS};
use oware::game::Repetition;
use oware::search::limits::{Limits, MAX_DEPTH};
use oware::table::{Kind, Source, Sources, Tablebase};
use oware::variant::Variant;
use std::path::PathBuf;
use std::time::Duration;

/// Which rules.
#[derive(Args, Clone, Copy)]
pub struct RulesArgument {
    /// Rule set: abapa, abapa-play-on, wari, warri, kalah or kalah-strict
    #[arg(long, default_value = "abapa")]
    pub rules: Variant,
}

/// What a position that comes back is worth.
#[derive(Args, Clone, Copy)]
pub struct RepetitionArgument {
    /// Who gets the seeds on the board when a position comes back: split (nobody) or own-side (the owners of the pits) [default: split]
    #[arg(long)]
    pub repetition: Option<Repetition>,
}

/// Which tables.
#[derive(Args)]
pub struct TableArguments {
    /// Folder of endgame tables, used alone [default: $OWARE_DB, ./databases, the user's data folder, then the built-in tables]
    #[arg(long, value_name = "DIR")]
    pub db: Option<PathBuf>,
}

impl TableArguments {
    /// Where to look.
    pub fn sources(&self) -> Sources {
        Sources::new(self.db.clone())
    }

    /// Opens what there is, and warns of what is bad.
    pub fn open(&self, rules: Variant, kind: Kind) -> Result<Tablebase, Failure> {
        let tables = Tablebase::open(rules, kind, &self.sources()).map_err(Failure::fault)?;
        introduce(&tables);
        Ok(tables)
    }
}

/// Says what was passed over, and in detail what is used.
pub fn introduce(tables: &Tablebase) {
    for table in tables.tables() {
        let (id, format) = (table.id(), table.format());
        let place = match table.origin() {
            Source::Folder(folder) => id.path(folder).display().to_string(),
            Source::BuiltIn => "built-in".to_owned(),
        };
        detail(format_args!("table {id}: {place}, {format}, {}", bytes(table.size())));
    }
    for warning in tables.warnings() {
        note(format_args!("warning: passed over {warning}"));
    }
}

/// The memory and the threads of a search.
#[derive(Args, Clone, Copy)]
pub struct PowerArguments {
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=MAX_THREADS))]
    pub threads: u16,
    /// Memory for the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH, value_parser = whole(1..=MAX_HASH))]
    pub hash: u32,
}

/// Memory of the short search before a proof, in MiB.
const HASH_BESIDE_PROOF: u32 = 16;

/// How long and with what to search.
#[derive(Args)]
pub struct SearchArguments {
    #[command(flatten)]
    pub repetition: RepetitionArgument,
    /// Deepest iteration, in moves of either player, 1 to 120
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Most positions to visit
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Time, e.g. 500ms or 3s [default: 1s, if neither --depth nor --nodes is given]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    #[command(flatten)]
    power: PowerArguments,
    #[command(flatten)]
    pub tables: TableArguments,
    /// Use no tables at all
    #[arg(long, conflicts_with = "db")]
    pub no_db: bool,
}

impl SearchArguments {
    /// The limits: one second if none is given.
    pub fn limits(&self) -> Limits {
        self.limits_or(Duration::from_secs(1))
    }

    /// The limits: this time if none is given.
    pub fn limits_or(&self, time: Duration) -> Limits {
        let default = self.depth.is_none() && self.nodes.is_none();
        Limits { time: self.time.or(default.then_some(time)), ..self.given_limits() }
    }

    /// The limits that are given.
    pub fn given_limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, enough: None }
    }

    /// The memory that is given, in MiB.
    pub fn hash(&self) -> usize {
        self.power.hash as usize
    }

    /// Fails if a table named by `--db` turned out to be damaged; of another, only the damaged part is not used.
    pub fn check_tables(&self, engine: &Engine) -> Result<(), Failure> {
        for damage in engine.tables().damage().chain(engine.forced_tables().damage()) {
            if self.tables.db.is_some() {
                return Err(Failure::fault(damage));
            }
            note(format_args!("warning: passed over a part of {damage}"));
        }
        Ok(())
    }

    /// An engine for a question, with the tables and the memory asked for.
    pub fn engine(&self, question: &Question) -> Result<Engine, Failure> {
        self.engine_of_game(question.rules, question.repetition)
    }

    /// The same for a game that says its rules itself.
    pub fn engine_of_game(&self, rules: Variant, repetition: Repetition) -> Result<Engine, Failure> {
        self.engine_within(rules, repetition, MAX_HASH)
    }

    /// The same for a proof, which takes the memory itself.
    pub fn engine_for_proof(&self, question: &Question) -> Result<Engine, Failure> {
        self.engine_within(question.rules, question.repetition, HASH_BESIDE_PROOF)
    }

    /// An engine whose transposition table takes of the memory asked for, all of which must be there, at most so many MiB.
    fn engine_within(&self, variant: Variant, repetition: Repetition, most: u32) -> Result<Engine, Failure> {
        let equipment = Equipment {
            variant,
            repetition,
            sources: (!self.no_db).then(|| self.tables.sources()),
            hash_mebibytes: self.power.hash,
            threads: self.power.threads,
        };
        let tables = equip(&equipment)?;
        tables.iter().for_each(introduce);
        Ok(Equipment { hash_mebibytes: self.power.hash.min(most), ..equipment }.engine(tables))
    }
}

/// The tables of an engine, if these and its memory are to be had.
pub fn equip(equipment: &Equipment) -> Result<[Tablebase; 2], Failure> {
    let Equipment { hash_mebibytes, .. } = equipment;
    equipment.check_memory().map_err(|error| Failure::bad_input(anyhow::anyhow!("--hash {hash_mebibytes}: {error}")))?;
    equipment.tables().map_err(Failure::fault)
}

/// Reads a time, which may be none, such as `500ms` or `0s`.
pub fn parse_wait(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "expected a number with a unit, such as 500ms or 3s".to_owned())
}

/// Reads a time of more than nothing, such as `500ms`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    parse_wait(text)
        .and_then(|time| if time.is_zero() { Err("expected more than no time, such as 500ms or 3s".to_owned()) } else { Ok(time) })
}

/// A time for the whole game: `10s`, or `10s+100ms` with what each move adds.
pub fn parse_clock(text: &str) -> Result<Pace, String> {
    let (base, increment) = text.split_once('+').map_or((text, None), |(base, increment)| (base, Some(increment)));
    let of = |text: &str| parse_time(text.trim());
    let expected = |error| format!("{error}; a clock is a time and what each move adds, such as 10s+100ms");
    let increment = increment.map_or(Ok(Duration::ZERO), of).map_err(expected)?;
    Ok(Pace::Clock { base: of(base).map_err(expected)?, increment })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_a_time_and_an_increment() {
        let clock = |base, increment| Ok(Pace::Clock { base: Duration::from_millis(base), increment: Duration::from_millis(increment) });
        assert_eq!(parse_clock("10s+100ms"), clock(10_000, 100));
        assert_eq!(parse_clock("10s+0.1s"), clock(10_000, 100));
        assert_eq!(parse_clock("1min"), clock(60_000, 0));
        assert!(parse_clock("10+1").unwrap_err().contains("10s+100ms"));
        assert!(parse_clock("").is_err());
    }
}
