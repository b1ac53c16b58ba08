//! What a match prints at its end: all that it takes to play it again, and what has come of it.

use super::Arguments;
use crate::cli::output::{TableRange, count, thousands};
use oware::arena::contest::Contest;
use oware::arena::player::{Program, Role};
use oware::arena::standings::{Account, Standings};
use oware::arena::statistics::{LEAST_TRIALS, Sprt, Verdict};
use serde_json::{Map, Value, json};
use std::cmp::Ordering;
use std::env;
use std::fmt::Write as _;
use std::time::Duration;

/// What a match is played with beside what was asked for.
pub struct Setting {
    /// The tables of the players that are engines of this program.
    pub tables: [Option<Vec<TableRange>>; 2],
    /// The tables that end games.
    pub referee_tables: Option<Vec<TableRange>>,
    /// Why each player may be playing another game, as words that follow its name.
    pub doubts: [Vec<String>; 2],
}

/// Why no more games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// All were played.
    Complete,
    /// The sequential test has decided.
    Sprt,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// What there is to sum up.
pub struct Summary<'a> {
    pub arguments: &'a Arguments,
    pub contest: &'a Contest,
    pub setting: &'a Setting,
    pub standings: &'a Standings,
    pub stop: Stop,
}

impl Summary<'_> {
    /// As an object.
    pub fn json(&self) -> Value {
        let Summary { arguments, contest, setting, standings, stop } = self;
        let (tally, elo) = (standings.tally(), standings.elo());
        // Without bounds, JSON has no number.
        let finite = |number: f64| number.is_finite().then_some(number + 0.0);
        let test = arguments.sprt.map(|test| {
            let ((elo0, elo1), (low, high), (verdict, ratio)) = (test.hypotheses(), test.bounds(), standings.verdict(&test));
            json!({ "elo0": elo0, "elo1": elo1, "llr": ratio, "low": low, "high": high, "verdict": verdict.to_string() })
        });
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "command": command(),
            "rules": arguments.rules.rules.name(),
            "repetition": arguments.repetition().name(),
            "seeds_per_pit": arguments.seeds_per_pit,
            "openings": arguments.openings.full_name(),
            "openings_used": contest.openings.len(),
            "seed": arguments.openings.seed,
            "games_asked": arguments.games,
            "games": tally.games(),
            "unpaired": standings.unpaired(),
            "repeats": standings.repeats(),
            "stopped_by": match stop {
                Stop::Complete => "end",
                Stop::Sprt => "sprt",
                Stop::Interrupted => "interrupted",
            },
            "interrupted": *stop == Stop::Interrupted,
            "concurrency": contest.workers,
            "ply_limit": arguments.ply_limit,
            "margin_ms": arguments.margin.as_millis() as u64,
            "patience_ms": arguments.patience.as_millis() as u64,
            "adjudication": setting.referee_tables,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": tally.score(),
            "elo": {
                "value": elo.value.and_then(finite),
                "low": elo.interval.and_then(|(low, _)| finite(low)),
                "high": elo.interval.and_then(|(_, high)| finite(high)),
            },
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
        let entrant = &self.contest.entrants[role as usize];
        let (command, options) = match &entrant.program {
            Program::Own { .. } => (None, None),
            Program::External(launch) => {
                let options: Map<String, Value> = launch.demands.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
                (Some(&launch.command), Some(options))
            }
        };
        let spec = self.spec(role);
        let limits: Map<String, Value> =
            entrant.pace.named().into_iter().map(|(name, value)| (name.to_owned(), number_or_text(value))).collect();
        json!({
            "name": entrant.name,
            "cmd": command,
            "options": options,
            "limits": limits,
            "hash": spec.hash,
            "threads": spec.threads,
            "book": spec.book,
            "tables": self.setting.tables[role as usize],
            "doubts": self.setting.doubts[role as usize],
            "nps": effort.nodes_per_second().map(f64::round),
            "depth": effort.mean_depth(),
            "moves": effort.moves,
            "time_ms": effort.time.as_millis() as u64,
            "faults": faults,
        })
    }

    /// As a text of labelled lines, a table of the players and a legend.
    pub fn text(&self) -> String {
        let Summary { arguments, contest, setting, standings, .. } = self;
        let (tally, pairs) = (standings.tally(), standings.pairs());
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "  {name:<9}  {value}");
        };
        for role in Role::BOTH {
            line(label(role), self.player(role));
            for doubt in &setting.doubts[role as usize] {
                line("", format!("warning: {doubt}"));
            }
        }
        let seeds = if arguments.seeds_per_pit == 4 { String::new() } else { format!(", {} seeds in each pit", arguments.seeds_per_pit) };
        line("rules", format!("{}, repetition {}{seeds}", arguments.rules.rules, arguments.repetition()));
        line("openings", format!("{} of {}", thousands(contest.openings.len() as u64), arguments.openings.full_name()));
        let tables = setting.referee_tables.as_deref();
        line(
            "tables",
            tables.map_or_else(
                || "end no game".to_owned(),
                |tables| format!("{}; a game ends where they prove the result", list_tables(tables)),
            ),
        );
        line("games", self.games());
        line("result", format!("{} won, {} drawn, {} lost by the first", tally.wins, tally.draws, tally.losses));
        if let Some(score) = tally.score() {
            line("score", format!("{:.1} %", 100.0 * score));
            line("Elo", self.elo());
            line(
                "LOS",
                match standings.superiority() {
                    Some(likelihood) => format!("{:.1} %", 100.0 * likelihood),
                    None => format!("– (told from {LEAST_TRIALS} pairs on)"),
                },
            );
        }
        if pairs.pairs() > 0 {
            let [none, half, one, more, both] = pairs.counts;
            line("pairs", format!("{none} / {half} / {one} / {more} / {both} gave the first 0 / ½ / 1 / 1½ / 2 points"));
        }
        if let Some(test) = arguments.sprt {
            line("SPRT", self.verdict(&test));
        }
        line("ended by", list(standings.terminations().iter().map(|(&name, &number)| (name, number))));
        if let Some(plies) = standings.mean_plies() {
            line("length", format!("{plies:.1} moves on average"));
        }
        line("program", format!("oware {}", env!("CARGO_PKG_VERSION")));
        line("command", command());
        text += &self.efforts();
        if tally.games() > 0 {
            text += "\n  Elo and LOS rest on pairs: the two games of an opening, colours swapped. LOS: how likely the first is the stronger one,\n  \
                     50 % if nothing speaks for either; both are cautious with few pairs. Depth: mean over all moves; faults: games forfeited.\n";
        }
        text
    }

    fn spec(&self, role: Role) -> &super::Spec {
        match role {
            Role::First => &self.arguments.first,
            Role::Second => &self.arguments.second,
        }
    }

    /// A player and its options.
    fn player(&self, role: Role) -> String {
        let (entrant, spec) = (&self.contest.entrants[role as usize], self.spec(role));
        let limits: Vec<String> = entrant.pace.named().into_iter().map(|(name, value)| format!("{name} {value}")).collect();
        let mut parts = vec![limits.join(", "), format!("hash {} MiB", thousands(u64::from(spec.hash))), count(spec.threads, "thread")];
        if spec.book {
            parts.push("book".to_owned());
        }
        match &entrant.program {
            Program::Own { .. } if self.setting.tables[role as usize] == self.setting.referee_tables => {}
            Program::Own { .. } => {
                parts.push(format!(
                    "tables: {}",
                    self.setting.tables[role as usize].as_deref().map_or_else(|| "none".to_owned(), list_tables)
                ));
            }
            Program::External(launch) => {
                parts.insert(0, format!("`{}`", launch.command.join(" ")));
                parts.extend(launch.demands.iter().map(|(name, value)| format!("option {name}={value}")));
            }
        }
        format!("{}  ({})", entrant.name, parts.join(", "))
    }

    fn games(&self) -> String {
        let (played, asked) = (self.standings.tally().games(), u64::from(self.arguments.games));
        let mut text = match played.cmp(&asked) {
            Ordering::Less => format!("{} of {} asked for", thousands(played), thousands(asked)),
            Ordering::Equal => thousands(played),
            Ordering::Greater => format!("{} ({} asked for)", thousands(played), thousands(asked)),
        };
        match self.stop {
            Stop::Sprt => text += ", stopped by SPRT",
            Stop::Interrupted => text += ", interrupted",
            Stop::Complete if played < asked => text += ": all that differ at fixed limits",
            Stop::Complete => {}
        }
        text += &format!(", {} at a time", self.contest.workers);
        match self.standings.repeats() {
            0 => {}
            repeats => text += &format!("; {} repeated earlier ones move by move and are no new evidence", thousands(repeats)),
        }
        text
    }

    fn elo(&self) -> String {
        let (elo, pairs, rest) = (self.standings.elo(), self.standings.pairs().pairs(), self.standings.unpaired());
        let rest = if rest > 0 { format!("; {} more", count(rest, "game")) } else { String::new() };
        let pairs = count(pairs, "complete pair");
        match elo.interval {
            Some(_) => format!("{elo} (95 %) from {pairs}{rest}"),
            None => format!("{} from {pairs}, too few for an interval{rest}", elo.estimate()),
        }
    }

    fn verdict(&self, test: &Sprt) -> String {
        let ((elo0, elo1), (low, high), (verdict, ratio)) = (test.hypotheses(), test.bounds(), self.standings.verdict(test));
        // Whether the question was if the first is stronger, or if it is weaker.
        let words = match (verdict, elo1 > 0.0) {
            (Verdict::AcceptH1, true) => "the first is stronger by the bounds asked: ",
            (Verdict::AcceptH0, true) => "the first is not stronger by the bounds asked: ",
            (Verdict::AcceptH1, false) => "the first is not weaker by the bounds asked: ",
            (Verdict::AcceptH0, false) => "the first is weaker by the bounds asked: ",
            (Verdict::Continue, _) => "",
        };
        let games = count(2 * self.standings.pairs().pairs(), "game");
        format!("{words}{verdict} after {games} (H0 Elo {elo0}, H1 Elo {elo1}; LLR {ratio:.2}, bounds {low:.2} and {high:.2})")
    }

    /// What the players did, a row each.
    fn efforts(&self) -> String {
        let header = ["", "nodes/s", "depth", "a move", "faults"].map(str::to_owned);
        let rows = Role::BOTH.map(|role| {
            let Account { effort, faults } = self.standings.account(role);
            let unknown = || "–".to_owned();
            let moves = u32::try_from(effort.moves).unwrap_or(u32::MAX);
            [
                label(role).to_owned(),
                effort.nodes_per_second().map_or_else(unknown, |nps| thousands(nps as u64)),
                effort.mean_depth().map_or_else(unknown, |depth| format!("{depth:.1}")),
                effort.time.checked_div(moves).map_or_else(unknown, short_time),
                list(faults.iter().map(|(&name, &number)| (name, number))),
            ]
        });
        let rows = [&[header], rows.as_slice()].concat();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let [nodes, depth, time] = [1, 2, 3].map(width);
        let mut text = "\n".to_owned();
        for [name, nps, depths, times, faults] in &rows {
            let _ = writeln!(text, "  {name:<9}  {nps:>nodes$}  {depths:>depth$}  {times:>time$}  {faults}");
        }
        text
    }
}

fn label(role: Role) -> &'static str {
    match role {
        Role::First => "first",
        Role::Second => "second",
    }
}

/// The time of a move: `35 µs`, `0.4 ms`, `12 ms`, `1.2 s`.
fn short_time(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        0..100 => format!("{micros} µs"),
        100..10_000 => format!("{:.1} ms", micros as f64 / 1e3),
        10_000..1_000_000 => format!("{} ms", micros / 1000),
        _ => format!("{:.1} s", micros as f64 / 1e6),
    }
}

fn list_tables(tables: &[TableRange]) -> String {
    if tables.is_empty() { "none".to_owned() } else { tables.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ") }
}

fn number_or_text(value: String) -> Value {
    value.parse::<u64>().map_or_else(|_| json!(value), |number| json!(number))
}

/// The command that this process was called with, for a shell.
fn command() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=,.:/+".contains(c);
    let quoted =
        |word: String| if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) };
    let words = env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned()));
    ["oware".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// `repetition 12, tables 3`, the most frequent first.
fn list<'a>(counts: impl Iterator<Item = (&'a str, u64)>) -> String {
    let mut counts: Vec<(&str, u64)> = counts.collect();
    counts.sort_by_key(|&(_, number)| std::cmp::Reverse(number));
    let texts: Vec<String> = counts.into_iter().map(|(name, number)| format!("{name} {number}")).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_that_shows_them() {
        let times = [34, 400, 9_960, 50_400, 1_240_000].map(|micros| short_time(Duration::from_micros(micros)));
        assert_eq!(times, ["34 µs", "0.4 ms", "10.0 ms", "50 ms", "1.2 s"]);
    }
}
