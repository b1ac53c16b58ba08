//! Engine mode, driven over pipes as another program drives it. Deadlines here are generous: nothing is said about speed.

mod book;
mod endings;
mod ogn;
mod options;
mod play;
mod protocol;
mod thinking;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longest that an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The example of a history that ends a game: the sixth move brings the first position back.
const THREE_SEEDS: &str = "position fen 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S";

/// An engine in a folder of its own, so that no table of the machine takes part.
struct Dialogue {
    folder: TempDir,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Dialogue {
    /// An engine with little memory that searches from the first move on.
    fn new() -> Self {
        Self::with("--hash 4 --no-book")
    }

    fn with(arguments: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut child = process(folder.path(), arguments).stdout(Stdio::piped()).spawn().unwrap();
        let (line, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|text| line.send(text)));
        Dialogue { folder, input: child.stdin.take(), child, lines }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Sends lines.
    fn say(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{text}").and_then(|()| input.flush()).unwrap();
    }

    /// The next line, `None` at the end.
    fn next(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
        }
    }

    /// The lines up to the first that begins so, this one included.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.next() else { panic!("no `{start}` in {lines:#?}") };
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends lines and gives what is said up to the answer that all of them are obeyed.
    fn answers(&mut self, text: &str) -> Vec<String> {
        self.say(text);
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines.retain(|line| !line.contains("; tables: "));
        lines
    }

    /// Sends lines to which one remark is the answer.
    fn remark(&mut self, text: &str) -> String {
        let lines = self.answers(text);
        assert!(matches!(&lines[..], [line] if line.starts_with("info string ")), "{text}: {lines:?}");
        lines.into_iter().next().unwrap()
    }

    /// Sends lines and gives the `bestmove` that they lead to, what comes after the word.
    fn best_move(&mut self, text: &str) -> String {
        self.say(text);
        let last = self.until("bestmove ").pop().unwrap();
        last["bestmove ".len()..].to_owned()
    }

    /// Closes the input and gives what is still said. The engine must end with success.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest: Vec<String> = std::iter::from_fn(|| self.next()).collect();
        self.assert_ends();
        rest
    }

    fn assert_ends(&mut self) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn process(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oware"));
    command.arg("uci").args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::piped());
    command.env_remove("OWARE_DB").env("HOME", folder).env("XDG_DATA_HOME", folder.join("data"));
    command
}

/// The number after a word of an `info` line.
fn number(info: &str, word: &str) -> i64 {
    let mut words = info.split_whitespace().skip_while(|found| *found != word).skip(1);
    words.next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {word} in {info}"))
}

/// The lines that tell of a search.
fn infos(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info depth ")).collect()
}
