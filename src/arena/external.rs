//! An external engine: a child process that speaks the UCI dialect on its standard input and output.
//!
//! One thread reads its lines and one what it says on standard error, so that neither pipe fills up, and a third one writes, since the engine need not
//! read. Nothing it does can block the match: every wait has a deadline, lines are cut at a length, and it is killed when it is dropped, on Unix with all
//! that it has started. The threads end when the pipes do; nobody waits for them, since a grandchild that has left the group may hold a pipe open.

use super::fault::{self, Fault};
use super::log::{Channel, Log, Way};
use crate::search::signals::Signals;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line that is read as one, in bytes.
const LINE: u64 = 1 << 16;
/// Lines that are read ahead.
const LINES: usize = 1 << 10;
/// Characters that are kept of an engine's last words, and of an answer that is no move.
const WORDS: usize = 200;
/// Between two looks at whether the match shall stop.
const LOOK: Duration = Duration::from_millis(20);
/// How long an engine may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(200);

/// How an engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// Options that are set where the engine lists them.
    pub settings: Vec<(String, String)>,
    /// Options that the engine must have.
    pub demands: Vec<(String, String)>,
    /// How long to wait for an answer.
    pub patience: Duration,
    /// Where what is said is written down, and under which name.
    pub log: Option<(Log, String)>,
}

/// What an engine answers to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move as it was written.
    pub text: String,
    /// The last depth told.
    pub depth: Option<u32>,
    /// The last number of nodes told.
    pub nodes: Option<u64>,
    /// From the question to the answer.
    pub time: Duration,
}

/// A running engine.
#[derive(Debug)]
pub struct External {
    child: Child,
    /// What is to be written to it. Taken when the engine is let go.
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    /// Options that would be set but are not listed.
    lacks: Vec<String>,
    /// Writes down what is said.
    log: Option<Channel>,
    last_words: Arc<Mutex<String>>,
    patience: Duration,
    /// Whether it is past answering, so that there is no sense in a farewell.
    lost: bool,
}

/// What came of waiting.
type Heard<T> = Result<Option<T>, Fault>;

impl External {
    /// Starts an engine and sets its options. `None` if the match shall stop.
    ///
    /// # Errors
    /// [`Fault::NoStart`], or [`Fault::NoOption`] if it does not have an option that it must have.
    pub fn start(launch: &Launch, signals: &Signals) -> Heard<Self> {
        let begun = Self::spawn(launch).and_then(|mut engine| Ok(engine.introduce(launch, signals)?.map(|()| engine)));
        begun.map_err(|fault| match fault {
            Fault::NoStart(_) | Fault::NoOption { .. } => fault,
            Fault::Crash(words) => Fault::NoStart(format!(
                "`{}` ended before it had answered `uci` and `isready`{}",
                launch.command.join(" "),
                fault::after(&words)
            )),
            other => Fault::NoStart(format!("`{}`: {other}", launch.command.join(" "))),
        })
    }

    /// Options among the settings of its [`Launch`] that it does not list, so that they were not set.
    #[must_use]
    pub fn lacks(&self) -> &[String] {
        &self.lacks
    }

    fn spawn(launch: &Launch) -> Result<Self, Fault> {
        let [program, arguments @ ..] = launch.command.as_slice() else {
            return Err(Fault::NoStart("the command is empty".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for the match, which lets its engines go.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot = |error: std::io::Error| Fault::NoStart(format!("`{program}`: {error}"));
        let mut child = command.spawn().map_err(cannot)?;
        let (stdin, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = sync_channel(LINES);
        let (input, told) = channel::<String>();
        let last_words = Arc::new(Mutex::new(String::new()));
        let engine = External {
            child,
            input: Some(input),
            lines,
            lacks: Vec::new(),
            log: launch.log.as_ref().map(|(log, name)| log.channel(name)),
            last_words: Arc::clone(&last_words),
            patience: launch.patience,
            lost: false,
        };
        let write = stdin.map(|stdin| thread::Builder::new().spawn(move || write_each(&told, stdin)));
        let said = listener(&engine.log, Way::Said);
        let complained = listener(&engine.log, Way::Complained);
        let hear = move |line: String| {
            said(&line);
            sender.send(line).is_ok()
        };
        let read = output.map(|output| thread::Builder::new().spawn(move || each_line(output, hear)));
        let keep = move |line: String| {
            complained(&line);
            if !line.trim().is_empty() {
                *last_words.lock().unwrap_or_else(PoisonError::into_inner) = cut(line.trim());
            }
            true
        };
        let drain = errors.map(|errors| thread::Builder::new().spawn(move || each_line(errors, keep)));
        for thread in [read, drain, write].into_iter().flatten() {
            thread.map_err(cannot)?;
        }
        Ok(engine)
    }

    /// The handshake.
    fn introduce(&mut self, launch: &Launch, signals: &Signals) -> Heard<()> {
        self.tell("uci")?;
        let mut options = Vec::new();
        let listed = self.wait("uci", self.patience, signals, |line| {
            options.extend(option_name(line).map(str::to_owned));
            (line.trim() == "uciok").then_some(())
        })?;
        if listed.is_none() {
            return Ok(None);
        }
        let spelt = |name: &str| options.iter().find(|option| option.eq_ignore_ascii_case(name));
        for (name, value) in &launch.settings {
            match spelt(name) {
                Some(name) => self.tell(&format!("setoption name {name} value {value}"))?,
                None => self.lacks.push(name.clone()),
            }
        }
        for (name, value) in &launch.demands {
            let missing = || Fault::NoOption { name: name.clone(), listed: options.join(", ") };
            self.tell(&format!("setoption name {} value {value}", spelt(name).ok_or_else(missing)?))?;
        }
        self.ready(signals)
    }

    fn ready(&mut self, signals: &Signals) -> Heard<()> {
        self.tell("isready")?;
        self.wait("isready", self.patience, signals, |line| (line.trim() == "readyok").then_some(()))
    }

    /// Says that another game begins.
    ///
    /// # Errors
    /// A [`Fault`] of the engine.
    pub fn new_game(&mut self, signals: &Signals) -> Heard<()> {
        self.tell("ucinewgame")?;
        self.ready(signals)
    }

    /// Tells a position and asks for a move; waits at most so long. `None` if the match shall stop.
    ///
    /// # Errors
    /// A [`Fault`] of the engine.
    pub fn ask(&mut self, position: &str, go: &str, wait: Duration, signals: &Signals) -> Heard<Answer> {
        // What it said without being asked, such as a second answer to the question before.
        self.lines.try_iter().take(LINES).for_each(drop);
        self.tell(position)?;
        let start = Instant::now();
        self.tell(go)?;
        let (mut depth, mut nodes) = (None, None);
        self.wait(go, wait, signals, |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    while let Some(word) = words.next() {
                        match word {
                            "depth" => depth = words.next().and_then(|number| number.parse().ok()).or(depth),
                            "nodes" => nodes = words.next().and_then(|number| number.parse().ok()).or(nodes),
                            "pv" | "string" => break,
                            _ => {}
                        }
                    }
                    None
                }
                Some("bestmove") => {
                    let time = start.elapsed();
                    Some(Answer { text: cut(words.next().unwrap_or_default()), depth, nodes, time })
                }
                _ => None,
            }
        })
    }

    /// Has a line written to the engine, and does not wait until it is.
    fn tell(&mut self, line: &str) -> Result<(), Fault> {
        listener(&self.log, Way::Told)(line);
        let is_open = self.input.as_ref().is_some_and(|input| input.send(format!("{line}\n")).is_ok());
        if is_open { Ok(()) } else { Err(self.ended()) }
    }

    /// Waits for the line that `hear` makes something of. `None` if the match shall stop.
    fn wait<T>(&mut self, question: &str, wait: Duration, signals: &Signals, mut hear: impl FnMut(&str) -> Option<T>) -> Heard<T> {
        let start = Instant::now();
        loop {
            if signals.stop.load(Relaxed) {
                return Ok(None);
            }
            let left = wait.saturating_sub(start.elapsed());
            if left.is_zero() {
                self.lost = true;
                return Err(Fault::NoAnswer { question: question.to_owned(), waited: wait });
            }
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    if let Some(heard) = hear(&line) {
                        return Ok(Some(heard));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn ended(&mut self) -> Fault {
        self.lost = true;
        // What it said last may still be on its way.
        thread::sleep(LOOK);
        Fault::Crash(self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if !self.lost {
            let _ = self.tell("quit");
            // That its input ends tells it as well.
            self.input = None;
            let start = Instant::now();
            while start.elapsed() < FAREWELL && matches!(self.child.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(2));
            }
        }
        kill_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes lines down, if there is a log.
fn listener(log: &Option<Channel>, way: Way) -> impl Fn(&str) + Send + use<> {
    let log = log.clone();
    move |line| {
        if let Some(log) = &log {
            log.add(way, line);
        }
    }
}

/// Kills a process that leads a group, and all others of the group: an engine may be a script that started the engine proper, which would go on
/// thinking. A group keeps its number while anyone is left in it; if nobody is, nothing happens.
#[cfg(unix)]
fn kill_group(leader: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
}

/// Elsewhere, what the engine has started is its own affair.
#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// The name in a line that lists an option.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("option name ")?;
    Some(rest.split_once(" type ").map_or(rest, |(name, _)| name).trim())
}

/// Writes what it is given, until nothing more is to come or nobody reads.
fn write_each(lines: &Receiver<String>, mut pipe: impl Write) {
    for line in lines {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

/// Calls `hear` with each line, until it says no or there are no more.
fn each_line(pipe: impl Read, mut hear: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if !hear(String::from_utf8_lossy(&bytes).into_owned()) => return,
            Ok(_) => {}
        }
    }
}

/// The first part of a text.
fn cut(text: &str) -> String {
    text.chars().take(WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_options_may_have_several_words() {
        assert_eq!(option_name("option name Hash type spin default 16 min 1 max 1024\r\n"), Some("Hash"));
        assert_eq!(option_name("option name Clear Hash type button"), Some("Clear Hash"));
        assert_eq!(option_name("info string option name"), None);
    }

    #[test]
    fn lines_are_cut_at_a_length_and_need_not_be_text() {
        let long = [vec![b'x'; LINE as usize + 5], b"\nbest\xffmove\nend".to_vec()].concat();
        let mut lines = Vec::new();
        each_line(long.as_slice(), |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [LINE as usize, 6, "best\u{fffd}move\n".len(), 3]);
    }

    /// Engines that are scripts.
    #[cfg(unix)]
    mod scripts {
        use super::super::*;
        use std::fs;

        const LONG: Duration = Duration::from_secs(60);

        fn launch(script: &str, patience: Duration) -> Launch {
            let command = ["sh", "-c", script].map(str::to_owned).into();
            Launch { command, settings: Vec::new(), demands: Vec::new(), patience, log: None }
        }

        fn start(script: &str) -> External {
            External::start(&launch(script, LONG), &Signals::new()).unwrap().unwrap()
        }

        #[test]
        fn a_second_answer_is_not_taken_for_one_to_the_next_question() {
            let script = r#"while read -r line; do case "$line" in
                uci) echo uciok ;; isready) echo readyok ;; go*) printf 'bestmove A\nbestmove B\n' ;; quit) exit ;;
            esac; done"#;
            let mut engine = start(script);
            for _ in 0..3 {
                let answer = engine.ask("position startpos", "go depth 1", LONG, &Signals::new()).unwrap().unwrap();
                assert_eq!(answer.text, "A");
                thread::sleep(Duration::from_millis(300));
            }
        }

        #[test]
        fn an_engine_that_does_not_read_keeps_nobody_waiting() {
            let mut deaf = launch("echo 'option name Book type string'; echo uciok; exec sleep 300", Duration::from_millis(300));
            // More than a pipe holds.
            deaf.demands.push(("Book".to_owned(), "x".repeat(1 << 20)));
            let start = Instant::now();
            let fault = External::start(&deaf, &Signals::new()).unwrap_err();
            assert!(fault.to_string().contains("no answer to `isready` within 300 ms"), "{fault}");
            assert!(start.elapsed() < LONG);
        }

        #[test]
        fn what_an_engine_has_started_ends_with_it() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("alive");
            for quit in ["quit) exit ;;", ""] {
                let script = format!(
                    "(while :; do echo x >> '{}'; sleep 0.02; done) & \
                     while read -r line; do case \"$line\" in uci) echo uciok ;; isready) echo readyok ;; {quit} esac; done; sleep 300",
                    file.display()
                );
                let engine = start(&script);
                let size = || fs::metadata(&file).map_or(0, |file| file.len());
                let begun = Instant::now();
                while size() == 0 && begun.elapsed() < LONG {
                    thread::sleep(Duration::from_millis(5));
                }
                assert!(size() > 0);
                drop(engine);
                let at_the_end = size();
                thread::sleep(Duration::from_millis(500));
                assert_eq!(size(), at_the_end, "{quit}");
                fs::remove_file(&file).unwrap();
            }
        }
    }
}
