//! A game line by line: the board and what happens are printed, and each line of standard input is a command. For scripts, for terminals that can do no
//! more, and for those who have the screen read to them.

use super::command::Command;
use super::look::{Look, wrapped};
use super::picture::{Ink, picture};
use super::session::{Flow, Session};
use super::thinker::Thinker;
use crate::cli::exit::Failure;
use anstyle::{AnsiColor, Style};
use oware::search::evaluation::Evaluate;
use oware::search::signals::Signals;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Between two looks at the clock and at Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// Columns of what is said.
const WIDTH: u16 = 80;

/// Lines of standard input, read while the game waits for other things too.
pub struct Input {
    lines: Receiver<io::Result<String>>,
    is_terminal: bool,
}

impl Input {
    /// Begins to read.
    pub fn start() -> Self {
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in io::stdin().lock().lines() {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Input { lines, is_terminal: io::stdin().is_terminal() }
    }
}

/// Plays until the game is left.
pub fn play<R: Evaluate>(
    session: &mut Session<R>,
    thinker: &mut Thinker,
    input: &Input,
    look: Look,
    signals: &Signals,
) -> Result<Flow, Failure> {
    let mut out = io::stdout().lock();
    let mut shown = None;
    loop {
        for text in session.take_said() {
            for line in wrapped(&look.text(&text), WIDTH) {
                writeln!(out, "{line}")?;
            }
        }
        let task = session.task();
        let stands = (session.len(), session.is_over());
        if shown != Some(stands) && task.as_ref().is_none_or(|_| session.is_watched()) {
            shown = Some(stands);
            write!(out, "\n{}\n", board(session, look))?;
        }
        out.flush()?;
        if let Some(task) = task {
            let answer = thinker.answer(&task, signals);
            // Who only looks on has nothing but this to leave by.
            if signals.stop.swap(false, Relaxed) && session.is_watched() || is_quit(session, input) {
                return Ok(Flow::Quit);
            }
            session.answer(answer);
            session.look_at_clock();
            continue;
        }
        if session.is_watched() && session.is_over() {
            return Ok(Flow::Quit);
        }
        write!(out, "{}> ", if session.is_over() { "over".to_owned() } else { session.mover().to_string() })?;
        out.flush()?;
        let Some(line) = next_line(session, input, signals)? else {
            writeln!(out)?;
            return Ok(Flow::Quit);
        };
        if !input.is_terminal {
            writeln!(out, "{line}")?;
        }
        if session.look_at_clock() || line.trim().is_empty() {
            continue;
        }
        match line.parse::<Command>() {
            Err(error) => writeln!(out, "{}", look.text(&error))?,
            Ok(Command::Board) => {
                shown = None;
                session.obey(Command::Board);
            }
            Ok(command) => match session.obey(command) {
                Flow::Stay => (),
                flow => return Ok(flow),
            },
        }
    }
}

/// Whether who only looks on has asked to leave; other commands wait until the game is over.
fn is_quit<R: Evaluate>(session: &Session<R>, input: &Input) -> bool {
    session.is_watched() && input.lines.try_iter().flatten().any(|line| matches!(line.parse(), Ok(Command::Quit)))
}

/// The next line; `None` when there is none any more or the user presses Ctrl-C.
fn next_line<R: Evaluate>(session: &mut Session<R>, input: &Input, signals: &Signals) -> Result<Option<String>, Failure> {
    loop {
        match input.lines.recv_timeout(TICK) {
            Ok(line) => return line.map(Some).map_err(|error| Failure::bad_input(anyhow::Error::new(error).context("standard input"))),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if signals.stop.load(Relaxed) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                if session.look_at_clock() {
                    return Ok(Some(String::new()));
                }
            }
        }
    }
}

/// The board and how it stands.
fn board<R: Evaluate>(session: &Session<R>, look: Look) -> String {
    let lines = picture(session.shown_position(), &session.marks(), look.ascii);
    let mut text = String::new();
    for line in lines {
        let painted: String = line.iter().map(|(piece, ink)| paint(piece, *ink, look)).collect();
        text.push_str(painted.trim_end());
        text.push('\n');
    }
    let times = session.times().map_or(String::new(), |times| format!("   {}", super::clock::both(times)));
    format!("{text}{}{times}", look.text(&session.status()))
}

/// A piece in its colour.
fn paint(text: &str, ink: Ink, look: Look) -> String {
    if !look.colour {
        return text.to_owned();
    }
    let style = match ink {
        Ink::Plain | Ink::Cursor => return text.to_owned(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Legal => Style::new().bold().fg_color(Some(AnsiColor::Green.into())),
        Ink::Played => Style::new().bold().fg_color(Some(AnsiColor::Yellow.into())),
        Ink::Captured => Style::new().bold().fg_color(Some(AnsiColor::Red.into())),
    };
    format!("{style}{text}{style:#}")
}
