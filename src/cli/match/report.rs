//! What a match prints and writes while it goes on and at its end.

use super::Arguments;
use crate::cli::exit::Failure;
use crate::cli::output::{count, json_line, note, thousands};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use oware::arena::contest::{Contest, Game};
use oware::arena::duel::Termination;
use oware::arena::player::Role;
use oware::arena::standings::{Account, Standings};
use oware::arena::statistics::Verdict;
use oware::board::Side;
use oware::search::evaluation::Evaluate;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// The report of a match.
pub struct Report<'a> {
    arguments: &'a Arguments,
    contest: &'a Contest,
    standings: Standings,
    file: Option<(&'a Path, File)>,
    bar: ProgressBar,
    out: io::StdoutLock<'static>,
}

impl<'a> Report<'a> {
    /// Nothing was played yet. Opens the file of the games.
    pub fn new(arguments: &'a Arguments, contest: &'a Contest) -> Result<Self, Failure> {
        let open = |path: &'a Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map(|file| (path, file)).map_err(|error| unwritable(error, path))
        };
        let bar = if io::stderr().is_terminal() { ProgressBar::new(contest.games as u64) } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{pos} of {len} games {bar:20} {eta} left  {msg}").expect("the template is fixed"));
        Ok(Report {
            arguments,
            contest,
            standings: Standings::new(),
            file: arguments.ogn.as_deref().map(open).transpose()?,
            bar,
            out: io::stdout().lock(),
        })
    }

    /// The results so far.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Tells a game, and whether the match goes on.
    pub fn add<R: Evaluate>(&mut self, game: &Game) -> Result<ControlFlow<()>, Failure> {
        self.standings.add(game);
        let tally = self.standings.tally();
        self.bar.set_message(format!("+{} ={} -{}  Elo {}", tally.wins, tally.draws, tally.losses, self.standings.elo()));
        self.bar.inc(1);
        if let Termination::Fault(side, fault) = &game.finished.termination {
            let line = format!("game {}: {} ({side}): {}: {fault}", game.number, self.name(game, *side), fault.name());
            self.bar.suspend(|| note(line));
        }
        if let Some((path, file)) = &mut self.file {
            let record = self.contest.record::<R>(game).context("a game that was played cannot be played again").map_err(Failure::fault)?;
            file.write_all(format!("{record}\n").as_bytes()).map_err(|error| unwritable(error, path))?;
        }
        if self.arguments.json {
            let row = self.row(game);
            json_line(&mut self.out, &row)?;
            self.out.flush()?;
        }
        let decided = self.arguments.sprt.is_some_and(|test| self.standings.verdict(&test).0 != Verdict::Continue);
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Prints the summary.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        if self.arguments.json {
            let summary = self.summary();
            json_line(&mut self.out, &summary)?;
        } else {
            let text = self.text();
            write!(self.out, "{text}")?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn name(&self, game: &Game, side: Side) -> &str {
        self.role_name(game.role(side))
    }

    fn role_name(&self, role: Role) -> &str {
        &self.contest.entrants[role as usize].name
    }

    fn row(&self, game: &Game) -> Value {
        let finished = &game.finished;
        json!({
            "number": game.number,
            "round": game.round(),
            "opening": &finished.letters[..game.opening.moves.len()],
            "south": self.name(game, Side::South),
            "north": self.name(game, Side::North),
            "result": finished.outcome.name(),
            "termination": finished.termination.name(),
            "details": finished.termination.details(),
            "plies": finished.moves.len(),
            "moves": finished.letters,
        })
    }

    fn summary(&self) -> Value {
        let Report { arguments, standings, .. } = self;
        let tally = standings.tally();
        let elo = standings.elo();
        let test = arguments.sprt.map(|test| {
            let ((elo0, elo1), (low, high), (verdict, ratio)) = (test.hypotheses(), test.bounds(), standings.verdict(&test));
            json!({ "elo0": elo0, "elo1": elo1, "llr": ratio, "low": low, "high": high, "verdict": verdict.to_string() })
        });
        json!({
            "rules": arguments.rules.rules.name(),
            "repetition": arguments.repetition.repetition.name(),
            "openings": arguments.openings.to_string(),
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": tally.score(),
            // Without bounds, JSON has no number.
            "elo": { "value": elo.value.and_then(finite), "low": finite(elo.low), "high": finite(elo.high) },
            "los": standings.superiority(),
            "pairs": standings.pairs().counts,
            "sprt": test,
            "terminations": standings.terminations(),
            "mean_plies": standings.mean_plies(),
            "first": self.account(Role::First),
            "second": self.account(Role::Second),
        })
    }

    fn account(&self, role: Role) -> Value {
        let Account { effort, faults } = self.standings.account(role);
        let faults: Map<String, Value> = faults.iter().map(|(name, number)| (name.replace('-', "_"), json!(number))).collect();
        json!({
            "name": self.role_name(role),
            "nps": effort.nodes_per_second().map(f64::round),
            "depth": effort.mean_depth(),
            "moves": effort.moves,
            "time_ms": effort.time.as_millis() as u64,
            "faults": faults,
        })
    }

    fn text(&self) -> String {
        let Report { arguments, standings, .. } = self;
        let (tally, pairs) = (standings.tally(), standings.pairs());
        let [first, second] = Role::BOTH.map(|role| self.role_name(role));
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "  {name:<8} {value}");
        };
        line("match", format!("{first} against {second}"));
        line("rules", format!("{}, repetition {}", arguments.rules.rules, arguments.repetition.repetition));
        let openings = count(self.contest.openings.len() as u64, "opening");
        let asked = u64::from(arguments.games);
        let of = if tally.games() < asked { format!(" of {}", thousands(asked)) } else { String::new() };
        line("games", format!("{}{of} from {openings} of {}", thousands(tally.games()), arguments.openings));
        line("result", format!("{} won, {} drawn, {} lost by {first}", tally.wins, tally.draws, tally.losses));
        if let Some(score) = tally.score() {
            line("score", format!("{:.1} %", 100.0 * score));
            line("Elo", format!("{} (95 %)", standings.elo()));
            line("LOS", format!("{:.1} %", 100.0 * standings.superiority()));
        }
        if pairs.pairs() > 0 {
            let [none, half, one, more, both] = pairs.counts;
            line("pairs", format!("{none} / {half} / {one} / {more} / {both} with 0 / ½ / 1 / 1½ / 2 points"));
        }
        if let Some(test) = arguments.sprt {
            let ((elo0, elo1), (low, high), (verdict, ratio)) = (test.hypotheses(), test.bounds(), standings.verdict(&test));
            line("SPRT", format!("{verdict}: LLR {ratio:.2} ({low:.2}, {high:.2}) for Elo {elo0} against {elo1}"));
        }
        line("ended by", list(standings.terminations().iter().map(|(&name, &number)| (name, number))));
        if let Some(plies) = standings.mean_plies() {
            line("length", format!("{plies:.1} moves on average"));
        }
        for role in Role::BOTH {
            line(if role == Role::First { "first" } else { "second" }, self.player(role));
        }
        text
    }

    /// A player in a line.
    fn player(&self, role: Role) -> String {
        let Account { effort, faults } = self.standings.account(role);
        let mut parts = vec![self.role_name(role).to_owned()];
        parts.extend(effort.nodes_per_second().map(|nps| format!("{} nodes/s", thousands(nps as u64))));
        parts.extend(effort.mean_depth().map(|depth| format!("depth {depth:.1}")));
        if effort.moves > 0 {
            parts.push(format!("{:.1} ms a move", effort.time.as_secs_f64() * 1e3 / effort.moves as f64));
        }
        let faults = list(faults.iter().map(|(&name, &number)| (name, number)));
        parts.push(format!("faults: {faults}"));
        parts.join(", ")
    }
}

/// `repetition 12, tables 3`, the most frequent first.
fn list<'a>(counts: impl Iterator<Item = (&'a str, u64)>) -> String {
    let mut counts: Vec<(&str, u64)> = counts.collect();
    counts.sort_by_key(|&(_, number)| std::cmp::Reverse(number));
    let texts: Vec<String> = counts.into_iter().map(|(name, number)| format!("{name} {number}")).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}

fn finite(number: f64) -> Option<f64> {
    // No sign before a zero.
    number.is_finite().then_some(number + 0.0)
}

fn unwritable(error: io::Error, path: &Path) -> Failure {
    // The cause as text: that a pipe broke here is not the end of standard output.
    Failure::fault(anyhow::anyhow!("cannot write the games to {}: {error}; name another file with --ogn", path.display()))
}
