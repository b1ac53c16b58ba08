//! A session: hears commands and what a search has to say, decides, and writes.

use crate::engine::Engine;
use crate::engine::level::Level;
use crate::search::limits::Limits;
use crate::search::signals::Signals;
use crate::table::Sources;
use crate::uci::answer::{self, NO_MOVE, remark};
use crate::uci::book;
use crate::uci::command::{Command, Go};
use crate::uci::event::{Event, Finished};
use crate::uci::options::{Effect, Options};
use crate::uci::setup::Setup;
use crate::uci::worker::{self, Job};
use std::collections::VecDeque;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Speaks with whoever writes `input` and reads `output` until `quit` or the end of the input. Every line is flushed.
///
/// # Errors
/// If `output` cannot be written to (a reader that has left gives [`io::ErrorKind::BrokenPipe`]), or the system has no threads to give.
pub fn run(options: Options, input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (events, heard) = channel();
    let jobs = worker::start(events.clone())?;
    // It ends with its input. A session that ends before does not wait for it.
    thread::Builder::new().name("input".to_owned()).spawn(move || listen(input, &events))?;
    let setup = Ok(Setup::start(options.equipment.variant));
    let waiting = VecDeque::new();
    Session {
        options,
        output,
        heard,
        jobs,
        engine: None,
        setup,
        search: None,
        waiting,
        damage: Vec::new(),
        free_since: Instant::now(),
        ended: false,
    }
    .run()
}

/// Longest line that is kept, in bytes: a game has some hundred moves.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads line by line. A line that is not text is read as far as it is, and one that does not end takes no memory.
fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    while let Ok(1..) = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
        let event = if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") && !matches!(input.skip_until(b'\n'), Ok(0)) {
            Event::TooLong
        } else {
            Event::Line(String::from_utf8_lossy(&line).into_owned(), Instant::now())
        };
        if events.send(event).is_err() {
            return;
        }
        line.clear();
    }
    let _ = events.send(Event::End);
}

struct Session<W> {
    options: Options,
    output: W,
    heard: Receiver<Event>,
    jobs: Sender<Job>,
    /// Made when it is needed first, and again when what it is made of has changed. While a search runs, the search has it.
    engine: Option<Engine>,
    /// The position, or why there is none.
    setup: Result<Setup, String>,
    /// The search that has not been answered.
    search: Option<Search>,
    /// What waits for its end.
    waiting: VecDeque<Command>,
    /// What was said of damaged tables.
    damage: Vec<String>,
    /// When the last work was done that nobody's clock pays for: making the engine, emptying its memory.
    free_since: Instant,
    /// No further command will come.
    ended: bool,
}

/// A search from `go` to `bestmove`.
struct Search {
    signals: Arc<Signals>,
    go: Go,
    /// Told to stop.
    stopped: bool,
    /// The answer, if the search has ended.
    best_move: Option<String>,
}

impl Search {
    /// Whether it may not be answered before somebody says so.
    fn is_open(&self) -> bool {
        !self.stopped && (self.go.infinite || self.go.ponder)
    }

    fn stop(&mut self) {
        self.stopped = true;
        self.signals.stop.store(true, Relaxed);
    }
}

/// Whether a command is not obeyed while a search runs.
fn needs_rest(command: &Command) -> bool {
    matches!(command, Command::Go(_) | Command::SetOption { .. } | Command::NewGame)
}

impl<W> Drop for Session<W> {
    fn drop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop();
        }
    }
}

impl<W: Write> Session<W> {
    fn run(mut self) -> io::Result<()> {
        loop {
            let may_go = |waiting: &&Command| self.search.is_none() || !needs_rest(waiting);
            if let Some(command) = self.waiting.front().filter(may_go).cloned() {
                self.waiting.pop_front();
                // Its time begins now: nobody could have expected it to be obeyed before.
                self.obey(command, Instant::now())?;
                continue;
            }
            if self.ended && self.search.is_none() {
                return Ok(());
            }
            match self.heard.recv() {
                Ok(Event::Line(line, when)) => self.hear(&line, when)?,
                Ok(Event::TooLong) => self.hear_too_much()?,
                Ok(Event::End) => self.end(),
                Ok(Event::Info(info)) => self.say(&info)?,
                Ok(Event::Done(finished)) => self.finish(*finished)?,
                Ok(Event::Lost) | Err(_) => return Err(io::Error::other("the search ended without a result")),
            }
            self.settle()?;
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn remark(&mut self, text: impl Display) -> io::Result<()> {
        self.say(&remark(text))
    }

    fn hear(&mut self, line: &str, when: Instant) -> io::Result<()> {
        match Command::parse(line) {
            // After `quit`.
            _ if self.ended => Ok(()),
            Ok(Some(command)) => self.obey_or_keep(command, when),
            Ok(None) => Ok(()),
            Err(error) => self.remark(error),
        }
    }

    fn hear_too_much(&mut self) -> io::Result<()> {
        if self.ended { Ok(()) } else { self.remark(format_args!("a line of more than {LONGEST_LINE} bytes; expected a command")) }
    }

    /// Obeys a command now, or keeps it until the search has ended.
    fn obey_or_keep(&mut self, command: Command, when: Instant) -> io::Result<()> {
        let follows_go = self.waiting.iter().any(|command| matches!(command, Command::Go(_)));
        match (&mut self.search, &command) {
            (Some(search), command) if needs_rest(command) && search.is_open() => {
                self.remark("a search is running and this is not done while it is; expected stop or ponderhit before")
            }
            (Some(search), Command::Stop) if follows_go => {
                // It means the search that waits, and no less the one before that.
                search.stop();
                self.keep(command)
            }
            (Some(_), Command::PonderHit) if follows_go => self.keep(command),
            // What a position means may depend on what waits.
            (Some(_), Command::Position(_) | Command::Ogn(_)) if !self.waiting.is_empty() => self.keep(command),
            (Some(_), command_now) if needs_rest(command_now) => self.keep(command),
            _ => self.obey(command, when),
        }
    }

    fn keep(&mut self, command: Command) -> io::Result<()> {
        self.waiting.push_back(command);
        Ok(())
    }

    fn obey(&mut self, command: Command, when: Instant) -> io::Result<()> {
        match command {
            Command::Uci => answer::introduction(&self.options).iter().try_for_each(|line| self.say(line)),
            Command::Debug => Ok(()),
            Command::IsReady => {
                if self.search.is_none() {
                    self.engine = Some(self.take_engine()?);
                }
                self.say("readyok")
            }
            Command::NewGame => {
                self.forget();
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(text) => self.set_up(&text),
            Command::Go(go) => self.go(go, when),
            Command::Stop => {
                self.search.iter_mut().for_each(Search::stop);
                Ok(())
            }
            Command::PonderHit => self.ponder_hit(),
            Command::Ogn(file) => self.tell_game(file.as_deref()),
            Command::Quit => {
                self.waiting.clear();
                self.search.iter_mut().for_each(Search::stop);
                self.ended = true;
                Ok(())
            }
        }
    }

    fn forget(&mut self) {
        self.engine.iter_mut().for_each(Engine::forget);
        self.free_since = Instant::now();
    }

    /// No further command: what would wait for one is stopped, the rest may end by itself.
    fn end(&mut self) {
        self.ended = true;
        self.search.iter_mut().filter(|search| search.is_open()).for_each(Search::stop);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let mut options = self.options.clone();
        let effect = match options.set(name, value) {
            Ok(effect) => effect,
            Err(error) => return self.remark(error),
        };
        let (before, after) = (&self.options.equipment, &options.equipment);
        if before.hash_mebibytes != after.hash_mebibytes
            && let Err(error) = after.check_memory()
        {
            return self.remark(format_args!("option {name}: {error}"));
        }
        if before.sources != after.sources
            && let Err(error) = after.tables()
        {
            return self.remark(format_args!("option {name}: {error}"));
        }
        if before != after {
            self.engine = None;
        }
        self.options = options;
        match effect {
            Effect::None => {}
            Effect::Rules => self.setup = Err("no position was given since the rules were set".to_owned()),
            Effect::ClearHash => self.forget(),
        }
        Ok(())
    }

    fn set_up(&mut self, text: &str) -> io::Result<()> {
        match Setup::parse(text, self.options.equipment.variant) {
            Ok(setup) => self.setup = Ok(setup),
            Err(error) => {
                self.remark(&error)?;
                self.setup = Err(format!("the last position was refused: {error}"));
            }
        }
        Ok(())
    }

    /// The game up to the position, as a file has it: into this file, after what is there, or as remarks.
    fn tell_game(&mut self, file: Option<&Path>) -> io::Result<()> {
        let record = match &self.setup {
            Ok(setup) => setup.record(self.options.equipment.repetition),
            Err(reason) => {
                let reason = format!("no game: {reason}");
                return self.remark(reason);
            }
        };
        let Some(file) = file else {
            return record.to_string().lines().try_for_each(|line| self.remark(line));
        };
        let (moves, name) = (record.moves().len(), file.display());
        let opened = OpenOptions::new().create(true).append(true).open(file);
        match opened.and_then(|mut file| file.write_all(format!("{record}\n").as_bytes())) {
            Ok(()) => self.remark(format_args!("wrote a game of {moves} move{} to {name}", if moves == 1 { "" } else { "s" })),
            Err(error) => self.remark(format_args!("ogn: cannot write to {name}: {error}; expected a file that can be written, or none")),
        }
    }

    fn go(&mut self, mut go: Go, asked: Instant) -> io::Result<()> {
        let setup = match &self.setup {
            Ok(setup) => setup.clone(),
            Err(reason) => {
                let reason = format!("no move: {reason}");
                self.remark(reason)?;
                return self.say(NO_MOVE);
            }
        };
        go.infinite |= go.is_unlimited() && !go.ponder;
        let standing = setup.standing();
        let signals = Arc::new(Signals::new());
        signals.pondering.store(go.ponder, Relaxed);
        let mut search = Search { signals: signals.clone(), go, stopped: false, best_move: None };
        if self.ended && search.is_open() {
            search.stop();
        }
        if let Some(ending) = standing.ending {
            search.best_move = Some(NO_MOVE.to_owned());
            self.remark(format_args!("no move: the game is over ({ending})"))?;
        } else if let Some(known) = self.known_move(&setup, go) {
            self.remark(known.remark)?;
            self.say(&known.info)?;
            search.best_move = Some(known.best_move);
        } else {
            let allotted = go.clocks.allot(standing.to_move, self.options.overhead);
            let forced = standing.choices == 1 && go.clocks.move_time.is_none();
            // Where there is nothing to choose, a look is enough to have something to say.
            let enough = allotted.enough.map(|enough| if forced { Duration::ZERO } else { enough });
            let mut limits = Limits { depth: go.depth, nodes: go.nodes, ..Limits::default() };
            if !go.infinite {
                (limits.time, limits.enough) = (allotted.time, enough);
            }
            let engine = self.take_engine()?;
            let repetition = self.options.equipment.repetition;
            let asked = asked.max(self.free_since);
            let job = Job { engine, setup, repetition, level: self.options.level, limits, asked, signals };
            // Should the worker be gone, it has said so, and the session is about to end.
            drop(self.jobs.send(job));
        }
        self.search = Some(search);
        self.settle()
    }

    /// The move of the book, if it shall be used, knows one, and no search was asked for.
    fn known_move(&self, setup: &Setup, go: Go) -> Option<book::BookAnswer> {
        let asks_for_search = go.infinite || go.depth.is_some() || go.nodes.is_some();
        let is_used = self.options.own_book && self.options.level == Level::FULL && !asks_for_search;
        is_used.then(|| book::look_up(setup, self.options.equipment.repetition)).flatten()
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        match &mut self.search {
            Some(search) if search.go.ponder => {
                search.go.ponder = false;
                search.signals.pondering.store(false, Relaxed);
                if search.go.is_unlimited() && !search.go.infinite {
                    search.stop();
                }
                Ok(())
            }
            _ => self.remark("ponderhit: nothing is pondered on"),
        }
    }

    /// The search has ended, by itself or because it was told to.
    fn finish(&mut self, finished: Finished) -> io::Result<()> {
        let Finished { engine, info, best_move } = finished;
        self.say(&info)?;
        for damage in engine.tables().damage().chain(engine.forced_tables().damage()).map(|damage| damage.to_string()) {
            if !self.damage.contains(&damage) {
                self.remark(format_args!("passed over a part of {damage}"))?;
                self.damage.push(damage);
            }
        }
        self.engine = Some(engine);
        if let Some(search) = &mut self.search {
            search.best_move = Some(best_move);
        }
        Ok(())
    }

    /// Answers a search that has ended, if it may be answered.
    fn settle(&mut self) -> io::Result<()> {
        if let Some(search) = self.search.take_if(|search| search.best_move.is_some() && !search.is_open()) {
            self.say(search.best_move.as_deref().unwrap_or(NO_MOVE))?;
        }
        Ok(())
    }

    /// The engine, made of what is set.
    fn take_engine(&mut self) -> io::Result<Engine> {
        if let Some(engine) = self.engine.take() {
            return Ok(engine);
        }
        let mut equipment = self.options.equipment.clone();
        let tables = match equipment.tables() {
            Ok(tables) => tables,
            Err(error) => {
                // It was good when it was set, or under other rules.
                self.remark(format_args!("only the built-in tables are used: {error}"))?;
                equipment.sources = Some(Sources::All(Vec::new()));
                equipment.tables().map_err(io::Error::other)?
            }
        };
        for warning in tables.iter().flat_map(|tables| tables.warnings()) {
            self.remark(format_args!("passed over {warning}"))?;
        }
        let [shared, forced] = tables.each_ref().map(|tables| tables.largest().map_or("none".to_owned(), |most| format!("0–{most}")));
        let (rules, repetition) = (equipment.variant, equipment.repetition);
        self.remark(format_args!("{rules}, {repetition}; tables: shared {shared}, forced {forced}"))?;
        let engine = equipment.engine(tables);
        self.free_since = Instant::now();
        Ok(engine)
    }
}
