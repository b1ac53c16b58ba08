//! `oware match`: engine against engine.

mod report;
mod spec;

use super::arguments::{RepetitionArgument, RulesArgument, TableArguments, equip, parse_time, warn};
use super::exit::{Exit, Failure, Outcome};
use super::interrupt;
use super::output::cores;
use anyhow::anyhow;
use clap::Args;
use oware::arena::contest::Contest;
use oware::arena::duel::Terms;
use oware::arena::external::{External, Launch};
use oware::arena::openings::Suite;
use oware::arena::pace::Pace;
use oware::arena::player::{Entrant, Program, Role};
use oware::arena::statistics::Sprt;
use oware::engine::equipment::Equipment;
use oware::position::Position;
use oware::search::evaluation::Evaluate;
use oware::search::limits::MAX_DEPTH;
use oware::search::signals::Signals;
use oware::table::Sources;
use oware::with_rules;
use report::Report;
use spec::{Spec, Tables};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `match`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    rules: RulesArgument,
    #[command(flatten)]
    repetition: RepetitionArgument,
    /// The first player, South in the first game of each pair [default: an engine of this program]
    #[arg(long, value_name = "SPEC", default_value = "", hide_default_value = true)]
    first: Spec,
    /// The second player [default: an engine of this program]
    #[arg(long, value_name = "SPEC", default_value = "", hide_default_value = true)]
    second: Spec,
    /// Time of a move, e.g. 50ms [default: 50ms, if neither --nodes, --depth nor --clock is given]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Most positions to visit for a move
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Deepest iteration for a move
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Time for a whole game and what each move adds, e.g. 10s+100ms
    #[arg(long, value_name = "TIME+TIME", value_parser = spec::parse_clock, conflicts_with_all = ["time", "nodes", "depth"])]
    clock: Option<Pace>,
    /// Games; two of each opening, with colours swapped
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Where games begin: plies:N (all positions after N moves) or random:N (after N random moves), :SEED for another choice
    #[arg(long, value_name = "SUITE", default_value_t = Suite::default())]
    openings: Suite,
    /// The start position with so many seeds in each pit
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=6))]
    seeds_per_pit: u8,
    /// Games at a time [default: as many as there are cores for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Stop as soon as a sequential test (5 % error rates) says which of two Elo differences fits better, e.g. 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_sprt)]
    sprt: Option<Sprt>,
    /// How much later than its time a move may come
    #[arg(long, value_name = "TIME", default_value = "50ms")]
    margin: humantime::Duration,
    /// How long to wait for an external engine: at its start, for a move without a time limit, and beyond the time of one with
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    patience: Duration,
    /// Moves of a game, its opening included, after which it is called a draw
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    ply_limit: u32,
    /// Play on where tables prove the result
    #[arg(long)]
    no_adjudication: bool,
    /// Append the games to a file in the Oware Game Notation
    #[arg(long, value_name = "FILE")]
    ogn: Option<PathBuf>,
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
    let contest = arguments.contest::<R>()?;
    let signals = interrupt::signals();
    arguments.try_externals(&contest, signals)?;
    let mut report = Report::new(arguments, &contest)?;
    let mut fault = None;
    contest.play::<R>(&signals.stop, &mut |game| match report.add::<R>(game) {
        Ok(flow) => flow,
        Err(failure) => {
            fault = Some(failure);
            ControlFlow::Break(())
        }
    });
    report.finish()?;
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
    fn contest<R: Evaluate>(&self) -> Result<Contest, Failure> {
        let rules = self.rules.rules;
        let start = Position::start(self.seeds_per_pit).filter(|start| start.seeds() <= rules.max_seeds()).ok_or_else(|| {
            let most = rules.max_seeds() / 12;
            Failure::bad_input(anyhow!("--seeds-per-pit {}: {rules} is played with at most {most} seeds in each pit", self.seeds_per_pit))
        })?;
        let games = self.games as usize;
        let openings = self.openings.choose::<R>(start, games.div_ceil(2));
        if openings.is_empty() {
            return Err(Failure::bad_input(anyhow!("--openings {}: no game is open after so many moves; expected fewer", self.openings)));
        }
        let threads = usize::from(self.first.threads.max(self.second.threads));
        let workers = self.concurrency.map_or_else(|| (cores() / threads).max(1), usize::from).min(games.div_ceil(2));
        let mut names = [self.first.name(), self.second.name()];
        if names[0] == names[1] {
            names = [format!("{} 1", names[0]), format!("{} 2", names[1])];
        }
        let [first, second] = names;
        let entrants = [self.entrant("first", &self.first, first, workers)?, self.entrant("second", &self.second, second, workers)?];
        let referee = if self.no_adjudication { None } else { Some(self.equipment(&Tables::Common, 1, 1, workers)?) };
        let terms = Terms {
            repetition: self.repetition.repetition,
            margin: *self.margin,
            patience: self.patience,
            ply_limit: self.ply_limit as usize,
        };
        Ok(Contest { entrants, terms, openings, games, workers, referee })
    }

    /// How long a player may think who has no limits of its own.
    fn pace(&self) -> Pace {
        let default = self.depth.is_none() && self.nodes.is_none();
        let time = self.time.or(default.then_some(Duration::from_millis(50)));
        self.clock.unwrap_or(Pace::Move { depth: self.depth, nodes: self.nodes, time })
    }

    fn entrant(&self, option: &str, spec: &Spec, name: String, workers: usize) -> Result<Entrant, Failure> {
        let program = match &spec.program {
            spec::Program::Own(tables) => {
                let equipment = self.equipment(tables, spec.hash, spec.threads, workers);
                Program::Own(equipment.map_err(|failure| failure.within(format!("--{option}")))?)
            }
            spec::Program::External { command, options } => {
                let setting = |name: &str, value: String| (name.to_owned(), value);
                let settings = vec![
                    setting("Rules", self.rules.rules.to_string()),
                    setting("Repetition", self.repetition.repetition.to_string()),
                    setting("Hash", spec.hash.to_string()),
                    setting("Threads", spec.threads.to_string()),
                    setting("Ponder", "false".to_owned()),
                ];
                Program::External(Launch { command: command.clone(), settings, demands: options.clone(), patience: self.patience })
            }
        };
        Ok(Entrant { name, program, pace: spec.pace.unwrap_or_else(|| self.pace()) })
    }

    /// What an engine of this program is made of. Tried once for all workers, so that the user is told at once if it is not to be had.
    fn equipment(&self, tables: &Tables, hash: u32, threads: u16, workers: usize) -> Result<Equipment, Failure> {
        let sources = match tables {
            Tables::Common => Some(self.tables.sources()),
            Tables::Folder(folder) => Some(Sources::Only(folder.clone())),
            Tables::None => None,
        };
        let equipment =
            Equipment { variant: self.rules.rules, repetition: self.repetition.repetition, sources, hash_mebibytes: hash, threads };
        let all = u32::try_from(workers).ok().and_then(|workers| hash.checked_mul(workers)).unwrap_or(u32::MAX);
        equip(&Equipment { hash_mebibytes: all, ..equipment.clone() })?.iter().for_each(warn);
        Ok(equipment)
    }

    /// Starts each external engine once, so that the user is told at once if that does not work.
    fn try_externals(&self, contest: &Contest, signals: &Signals) -> Result<(), Failure> {
        for (role, option) in Role::BOTH.into_iter().zip(["first", "second"]) {
            if let Program::External(launch) = &contest.entrants[role as usize].program {
                External::start(launch, signals)
                    .map_err(|fault| Failure::fault(anyhow::Error::new(fault).context(format!("--{option}"))))?;
            }
        }
        Ok(())
    }
}
