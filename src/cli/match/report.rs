//! What a match prints and writes while it goes on and at its end.

use super::Arguments;
use super::progress::Progress;
use super::summary::{Setting, Stop, Summary};
use crate::cli::exit::Failure;
use crate::cli::output::json_line;
use anyhow::Context;
use oware::arena::contest::{Contest, Game};
use oware::arena::duel::Termination;
use oware::arena::standings::Standings;
use oware::arena::statistics::Verdict;
use oware::board::Side;
use oware::search::evaluation::Evaluate;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// The report of a match.
pub struct Report<'a> {
    arguments: &'a Arguments,
    contest: &'a Contest,
    setting: &'a Setting,
    standings: Standings,
    stop: Stop,
    file: Option<(&'a Path, File)>,
    progress: Progress,
    out: io::StdoutLock<'static>,
}

impl<'a> Report<'a> {
    /// Nothing was played yet. Opens the file of the games.
    pub fn new(arguments: &'a Arguments, contest: &'a Contest, setting: &'a Setting) -> Result<Self, Failure> {
        let open = |path: &'a Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map(|file| (path, file)).map_err(|error| unwritable(error, path))
        };
        Ok(Report {
            arguments,
            contest,
            setting,
            standings: Standings::new(),
            stop: Stop::Complete,
            file: arguments.ogn.as_deref().map(open).transpose()?,
            progress: Progress::new(contest.games),
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
        self.progress.add(&self.standings);
        if let Termination::Fault(side, fault) = &game.finished.termination {
            let line = format!("game {}: {} ({side}): {}: {fault}", game.number, self.name(game, *side), fault.name());
            self.progress.say(line);
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
        if decided {
            self.stop = Stop::Sprt;
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Why the match is over, if it is not that all games were played; a test that has decided was first.
    pub fn stopped(&mut self, stop: Stop) {
        if self.stop == Stop::Complete {
            self.stop = stop;
        }
    }

    /// Prints the summary.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.progress.finish();
        let Report { arguments, contest, setting, standings, stop, .. } = self;
        let summary = Summary { arguments, contest, setting, standings, stop: *stop };
        if arguments.json {
            json_line(&mut self.out, &summary.json())?;
        } else {
            write!(self.out, "{}", summary.text())?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn name(&self, game: &Game, side: Side) -> &str {
        &self.contest.entrants[game.role(side) as usize].name
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
}

fn unwritable(error: io::Error, path: &Path) -> Failure {
    // The cause as text: that a pipe broke here is not the end of standard output.
    Failure::fault(anyhow::anyhow!("cannot write the games to {}: {error}; name another file with --ogn", path.display()))
}
