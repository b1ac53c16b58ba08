//! `oware match`: engine against engine.

mod progress;
mod report;
mod spec;
mod summary;

use super::arguments::{RepetitionArgument, RulesArgument, TableArguments, equip, introduce, parse_clock, parse_time, parse_wait};
use super::exit::{Exit, Failure, Outcome};
use super::interrupt;
use super::number::whole;
use super::output::{TableRange, cores, count, note, thousands};
use anyhow::anyhow;
use clap::Args;
use oware::arena::contest::Contest;
use oware::arena::duel::Terms;
use oware::arena::external::{External, Launch};
use oware::arena::fault::Fault;
use oware::arena::log::Log;
use oware::arena::openings::Suite;
use oware::arena::pace::Pace;
use oware::arena::player::{Entrant, Program, Role};
use oware::arena::statistics::Sprt;
use oware::engine::equipment::Equipment;
use oware::game::Repetition;
use oware::position::Position;
use oware::search::evaluation::Evaluate;
use oware::search::limits::MAX_DEPTH;
use oware::search::signals::Signals;
use oware::table::Sources;
use oware::variant::Variant;
use oware::with_rules;
use report::Report;
use spec::{Spec, Tables};
use std::fs::File;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use summary::{Setting, Stop};

/// Options of `match`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    rules: RulesArgument,
    #[command(flatten)]
    repetition: RepetitionArgument,
    /// The first player, South in the first game of each pair: entries KEY=VALUE, see below [default: an engine of this program]
    #[arg(long, value_name = "SPEC", default_value = "", hide_default_value = true)]
    first: Spec,
    /// The second player, likewise
    #[arg(long, value_name = "SPEC", default_value = "", hide_default_value = true)]
    second: Spec,
    /// Time of a move, e.g. 50ms [default: 50ms, if neither --nodes, --depth nor --clock is given]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Most positions to visit for a move, 1 or more
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Deepest iteration for a move, 1 to 120
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Time for a whole game and what each move adds, e.g. 10s+100ms
    #[arg(long, value_name = "TIME+TIME", value_parser = parse_clock, conflicts_with_all = ["time", "nodes", "depth"])]
    clock: Option<Pace>,
    /// Games, two of each opening with colours swapped, 1 to 10,000,000; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = whole(1..=10_000_000_u32))]
    games: u32,
    /// Where games begin: plies:N (all positions after N moves, 0 to 6; plies:4 are 1,014, 942 in kalah) or random:N (after N random moves, 0 to 30), and :SEED
    /// for another choice. At fixed nodes or depth each opening gives two games and no more
    #[arg(long, value_name = "SUITE", default_value_t = Suite::default())]
    openings: Suite,
    /// The start position with so many seeds in each pit, 1 to 4 (kalah 6)
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(1..=6_u8))]
    seeds_per_pit: u8,
    /// Games at a time, 1 to 1024 [default: as many as there are cores for]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1..=1024_u16))]
    concurrency: Option<u16>,
    /// Stop as soon as a sequential test (5 % error rates) says which of two Elo differences fits better, -1000 to 1000, e.g. 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_sprt)]
    sprt: Option<Sprt>,
    /// How much later than its time a move may come
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = parse_wait)]
    margin: Duration,
    /// How long to wait for an external engine: at its start, for a move without a time limit, and beyond the time of one with
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    patience: Duration,
    /// Moves of a game, its opening included, after which it is called a draw, 1 or more
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole(1..=u32::MAX))]
    ply_limit: u32,
    /// Play on where tables prove the result
    #[arg(long)]
    no_adjudication: bool,
    /// Append the games to a file in the Oware Game Notation
    #[arg(long, value_name = "FILE")]
    ogn: Option<PathBuf>,
    /// Write every line that external engines are told and say to a file, with the time
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    tables: TableArguments,
    /// Exit with code 1 if the first player scores below 50 %
    #[arg(long)]
    fail_on_loss: bool,
    /// Print JSON, one object a game and a summary
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    with_rules!(arguments.rules.rules, R => run_with::<R>(arguments))
}

fn run_with<R: Evaluate>(arguments: &Arguments) -> Outcome {
    let log = arguments.log()?;
    let (contest, mut setting) = arguments.contest::<R>(log.as_ref())?;
    let signals = interrupt::signals();
    setting.doubts = arguments.try_externals(&contest, signals)?;
    let mut report = Report::new(arguments, &contest, &setting)?;
    let mut fault = None;
    contest.play::<R>(&signals.stop, &mut |game| match report.add::<R>(game) {
        Ok(flow) => flow,
        Err(failure) => {
            fault = Some(failure);
            ControlFlow::Break(())
        }
    });
    let all = report.standings().tally().games() >= contest.games as u64;
    if signals.stop.load(Relaxed) && !all {
        report.stopped(Stop::Interrupted);
    }
    report.finish()?;
    if let Some(error) = log.and_then(|log| log.fault()) {
        note(format_args!("warning: lines are missing in the log: {error}"));
    }
    let lost = report.standings().tally().score().is_some_and(|score| score < 0.5);
    match fault {
        Some(failure) => Err(failure),
        None if lost && arguments.fail_on_loss => Ok(Exit::No),
        None => Ok(Exit::Done),
    }
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let (low, high) = numbers.ok_or("expected two Elo differences with a comma between, such as 0,10")?;
    Sprt::new(low, high).map_err(|error| error.to_string())
}

impl Arguments {
    fn repetition(&self) -> Repetition {
        self.repetition.repetition.unwrap_or_default()
    }

    fn contest<R: Evaluate>(&self, log: Option<&Log>) -> Result<(Contest, Setting), Failure> {
        let rules = self.rules.rules;
        let start = Position::start(self.seeds_per_pit).filter(|start| start.seeds() <= rules.max_seeds()).ok_or_else(|| {
            let most = rules.max_seeds() / 12;
            Failure::bad_input(anyhow!("--seeds-per-pit {}: {rules} is played with at most {most} seeds in each pit", self.seeds_per_pit))
        })?;
        let games = (self.games as usize).next_multiple_of(2);
        let openings = self.openings.choose::<R>(start, games.div_ceil(2));
        if openings.is_empty() {
            return Err(Failure::bad_input(anyhow!("--openings {}: no game is open after so many moves; expected fewer", self.openings)));
        }
        let threads = usize::from(self.first.threads.max(self.second.threads));
        let workers = self.concurrency.map_or_else(|| (cores() / threads).max(1), usize::from).min(games.div_ceil(2));
        let names = [self.first.name(), self.second.name()];
        let [first, second] =
            if names[0] == names[1] { [format!("{} (first)", names[0]), format!("{} (second)", names[1])] } else { names };
        let (first, first_tables) = self.entrant("first", &self.first, first, workers, log)?;
        let (second, second_tables) = self.entrant("second", &self.second, second, workers, log)?;
        let entrants = [first, second];
        let (referee, tables) = if self.no_adjudication {
            (None, None)
        } else {
            let (equipment, tables) = self.equipment(&Tables::Common, 1, 1, workers)?;
            (Some(equipment), Some(tables))
        };
        let terms =
            Terms { repetition: self.repetition(), margin: self.margin, patience: self.patience, ply_limit: self.ply_limit as usize };
        let mut contest = Contest { entrants, terms, openings, games, workers, referee };
        self.limit_to_different_games(&mut contest);
        Ok((contest, Setting { tables: [first_tables, second_tables], referee_tables: tables, doubts: [Vec::new(), Vec::new()] }))
    }

    /// Tells where the number of games is not the one asked for, and why.
    fn limit_to_different_games(&self, contest: &mut Contest) {
        let openings = contest.openings.len();
        let s = if openings == 1 { "s" } else { "" };
        match contest.different_games() {
            Some(different) if different < contest.games => {
                note(format_args!(
                    "note: the {} of {} give{s} {different} different games at fixed limits; the other {} asked for would repeat them",
                    count(openings as u64, "opening"),
                    self.openings,
                    thousands(u64::from(self.games) - different as u64)
                ));
                contest.games = different;
                contest.workers = contest.workers.min(openings);
            }
            _ => {
                if !self.games.is_multiple_of(2) {
                    note(format_args!("note: --games {} is rounded up to {}, whole pairs", self.games, contest.games));
                }
                if openings < contest.games / 2 {
                    note(format_args!(
                        "warning: the {} of {} come{s} round again after {} games; games that repeat earlier ones are no new evidence",
                        count(openings as u64, "opening"),
                        self.openings,
                        thousands(2 * openings as u64)
                    ));
                }
            }
        }
    }

    /// The log, which begins anew.
    fn log(&self) -> Result<Option<Log>, Failure> {
        let open = |path: &PathBuf| {
            let file = File::create(path);
            let file = file.map_err(|error| {
                Failure::fault(anyhow!("cannot write the log to {}: {error}; name another file with --log", path.display()))
            })?;
            if ![&self.first, &self.second].iter().any(|spec| matches!(spec.program, spec::Program::External { .. })) {
                note("note: the log stays empty: no player is an external engine");
            }
            Ok(Log::new(Box::new(file)))
        };
        self.log.as_ref().map(open).transpose()
    }

    /// How long a player may think who has no limits of its own.
    fn pace(&self) -> Pace {
        let default = self.depth.is_none() && self.nodes.is_none();
        let time = self.time.or(default.then_some(Duration::from_millis(50)));
        self.clock.unwrap_or(Pace::Move { depth: self.depth, nodes: self.nodes, time })
    }

    /// A player, and the tables of an engine of this program.
    fn entrant(
        &self,
        option: &str,
        spec: &Spec,
        name: String,
        workers: usize,
        log: Option<&Log>,
    ) -> Result<(Entrant, Option<Vec<TableRange>>), Failure> {
        let (program, tables) = match &spec.program {
            spec::Program::Own(tables) => {
                let equipment = self.equipment(tables, spec.hash, spec.threads, workers);
                let (equipment, tables) = equipment.map_err(|failure| failure.within(format!("--{option}")))?;
                (Program::Own { equipment, level: spec.level, book: spec.book }, Some(tables))
            }
            spec::Program::External { command, options } => {
                let setting = |name: &str, value: String| (name.to_owned(), value);
                let settings = vec![
                    setting("Rules", self.rules.rules.to_string()),
                    setting("Repetition", self.repetition().to_string()),
                    setting("Hash", spec.hash.to_string()),
                    setting("Threads", spec.threads.to_string()),
                    setting("Ponder", "false".to_owned()),
                    setting("OwnBook", spec.book.to_string()),
                ];
                let log = log.map(|log| (log.clone(), option.to_owned()));
                let launch = Launch { command: command.clone(), settings, demands: options.clone(), patience: self.patience, log };
                (Program::External(launch), None)
            }
        };
        Ok((Entrant { name, program, pace: spec.pace.unwrap_or_else(|| self.pace()) }, tables))
    }

    /// What an engine of this program is made of, and its tables. Tried once for all workers, so that the user is told at once if it is not to be had.
    fn equipment(&self, tables: &Tables, hash: u32, threads: u16, workers: usize) -> Result<(Equipment, Vec<TableRange>), Failure> {
        let sources = match tables {
            Tables::Common => Some(self.tables.sources()),
            Tables::Folder(folder) => Some(Sources::Only(folder.clone())),
            Tables::None => None,
        };
        let equipment = Equipment { variant: self.rules.rules, repetition: self.repetition(), sources, hash_mebibytes: hash, threads };
        let all = u32::try_from(workers).ok().and_then(|workers| hash.checked_mul(workers)).unwrap_or(u32::MAX);
        let tables = equip(&Equipment { hash_mebibytes: all, ..equipment.clone() })?;
        tables.iter().for_each(introduce);
        Ok((equipment, tables.iter().flat_map(TableRange::of).collect()))
    }

    /// Starts each external engine once, so that the user is told at once if that does not work, and gives what may make it play another game than this.
    fn try_externals(&self, contest: &Contest, signals: &Signals) -> Result<[Vec<String>; 2], Failure> {
        let mut doubts = [Vec::new(), Vec::new()];
        for (role, option) in Role::BOTH.into_iter().zip(["first", "second"]) {
            let Entrant { name, program: Program::External(launch), .. } = &contest.entrants[role as usize] else { continue };
            let engine = External::start(launch, signals).map_err(|fault| match fault {
                Fault::NoOption { .. } => Failure::bad_input(fault),
                fault => Failure::fault(fault),
            });
            let Some(engine) = engine.map_err(|failure| failure.within(format!("--{option}")))? else { continue };
            let lacks = |name: &str| engine.lacks().iter().any(|lacking| lacking == name);
            let doubts = &mut doubts[role as usize];
            if lacks("Rules") && self.rules.rules != Variant::Abapa {
                doubts.push(format!("lists no option Rules and may be playing by other rules than {}", self.rules.rules));
            }
            if lacks("Repetition") && self.repetition() != Repetition::OwnSide {
                doubts.push(format!(
                    "lists no option Repetition and may be playing by another rule than {}, most likely own-side",
                    self.repetition()
                ));
            }
            for doubt in doubts {
                note(format_args!("warning: --{option}: {name} {doubt}"));
            }
        }
        Ok(doubts)
    }
}
