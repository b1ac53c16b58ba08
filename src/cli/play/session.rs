//! A game that people and the engine play: what was played and taken back, who sits where, how it ends. It prints nothing and waits for nothing: who shows it
//! gives it commands and answers, and takes what it has to say.

use super::clock::Clock;
use super::command::{Command, HELP, Seat, Seats};
use super::picture::Marks;
use super::thinker::{Answer, Errand, Task};
use crate::cli::output::count;
use crate::cli::{account, file, game_file, primer};
use oware::arena::pace::Pace;
use oware::board::{Move, Side};
use oware::engine::level::Level;
use oware::game::Game;
use oware::motion::Motion;
use oware::notation::{Letters, line_letters, parse_move, position_text};
use oware::ogn::{Decision, Record, Tag};
use oware::position::Position;
use oware::rules::Rules;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is settled before a game begins.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Who plays which side.
    pub seats: Seats,
    /// How strong the engine is.
    pub level: Level,
    /// How long the engine thinks, or the clock of both.
    pub pace: Pace,
    /// How long it thinks about a question of a person where a clock is all that is given.
    pub patience: Duration,
}

/// What follows from a command.
#[derive(Debug)]
pub enum Flow {
    /// The game goes on.
    Stay,
    /// It ends here.
    Quit,
    /// Another game, perhaps by other rules, takes its place.
    Load(Box<Record>, PathBuf),
}

/// The game and all about it.
pub struct Session<R> {
    terms: Terms,
    start: Position,
    moves: Vec<Move>,
    /// Moves that were taken back, the next one last.
    undone: Vec<Move>,
    game: Game<R>,
    decision: Option<Decision>,
    clock: Option<Clock>,
    /// The clock at the beginning of each turn.
    clocks: Vec<Option<Clock>>,
    /// Who offers a draw.
    offer: Option<Side>,
    asked: Option<Errand>,
    /// Where the game was saved last, and as what.
    saved: Option<(PathBuf, String)>,
    said: Vec<String>,
}

impl<R: Rules> Session<R> {
    /// A game that goes on from where a record ends.
    pub fn new(terms: Terms, record: &Record) -> Self {
        let clock = terms.pace.base().map(|base| Clock::new(base, terms.pace.increment()));
        let moves = record.moves().to_vec();
        let mut session = Session {
            terms,
            start: record.start(),
            game: record.replay().expect("the moves of a record are legal"),
            clocks: vec![clock.clone(); moves.len()],
            moves,
            undone: Vec::new(),
            decision: None,
            clock,
            offer: None,
            asked: None,
            saved: None,
            said: Vec::new(),
        };
        session.settle();
        session
    }

    /// The game of a file.
    pub fn of_file(terms: Terms, record: &Record, path: &Path) -> Self {
        let mut session = Self::new(terms, record);
        let end = record.termination().map_or(String::new(), |end| format!(" ({end})"));
        session.say(format!("{} from {}, result {}{end}.", count(record.moves().len() as u64, "move"), path.display(), record.result()));
        session.saved = Some((path.to_owned(), session.record().to_string()));
        session
    }

    /// Where it stands.
    pub fn game(&self) -> &Game<R> {
        &self.game
    }

    /// What is settled.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The side to move.
    pub fn mover(&self) -> Side {
        self.game.position().to_move()
    }

    /// Whether no move follows.
    pub fn is_over(&self) -> bool {
        self.decision.is_some() || self.game.ending().is_some()
    }

    /// Whether nobody but the engine plays.
    pub fn is_watched(&self) -> bool {
        self.terms.seats.0 == [Seat::Engine; 2]
    }

    /// Moves played so far.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// What both have left on the clock, if there is one.
    pub fn times(&self) -> Option<[Duration; 2]> {
        let now = Instant::now();
        self.clock.as_ref().map(|clock| [Side::South, Side::North].map(|side| clock.left(side, now)))
    }

    /// What there is to say since the last call.
    pub fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.said.push(text.into());
    }

    /// The position to show: at the end, the seeds on the board are with their owners.
    pub fn shown_position(&self) -> Position {
        if self.decision.is_some() { self.game.position() } else { self.game.final_position() }
    }

    /// What is marked on the board.
    pub fn marks(&self) -> Marks {
        let legal = if self.is_over() { Vec::new() } else { self.game.moves().into_iter().collect() };
        let Some((&last, before)) = self.moves.split_last() else { return Marks { legal, ..Marks::default() } };
        let before = self.after(before.len()).position();
        if last.is_pass() {
            return Marks { legal, ..Marks::default() };
        }
        let captured = Motion::of::<R>(before, last).taken.into_iter().filter_map(|(hole, _)| hole.pit()).collect();
        let mover = before.to_move();
        Marks { legal, played: Some((mover, last.index())), captured, cursor: None }
    }

    /// How it stands, in a line.
    pub fn status(&self) -> String {
        let mover = self.mover();
        if self.is_over() {
            return self.result();
        }
        let who = match self.terms.seats.0[mover as usize] {
            Seat::Person => "",
            Seat::Engine => " (the engine)",
        };
        let offer = self.offer.map_or(String::new(), |side| format!("; {side} offers a draw"));
        format!("{mover} to move{who}, move {}{offer}", self.moves.len() + 1)
    }

    /// What the engine is to think about.
    pub fn task(&self) -> Option<Task<R>> {
        let engine_moves = !self.is_over() && self.seat() == Seat::Engine;
        let errand = self.asked.or(engine_moves.then_some(Errand::Move))?;
        let left = self.times().map_or(Duration::ZERO, |times| times[self.mover() as usize]);
        let limits = match (errand, self.terms.pace) {
            (Errand::Move, pace) => pace.limits(left),
            (_, pace @ Pace::Move { .. }) => pace.limits(left),
            (_, Pace::Clock { .. }) => Pace::Move { depth: None, nodes: None, time: Some(self.terms.patience) }.limits(left),
        };
        Some(Task { errand, game: self.game.clone(), record: self.record(), level: self.terms.level, limits })
    }

    /// Takes what the engine says.
    pub fn answer(&mut self, answer: Answer) {
        self.asked = None;
        match answer {
            Answer::Move(mv) => self.play(mv),
            Answer::Text(lines) => self.said.extend(lines),
            Answer::Draw { accepts: true, reason } => {
                self.say(format!("The engine takes the draw: {reason}."));
                self.decide(Decision::Agreement);
            }
            Answer::Draw { accepts: false, reason } => self.say(format!("The engine plays on: {reason}.")),
        }
        self.settle();
    }

    /// Looks at the clock. Whether the game is over by that.
    pub fn look_at_clock(&mut self) -> bool {
        let loser = self.clock.as_ref().and_then(|clock| clock.loser(Instant::now()));
        match loser {
            Some(side) if !self.is_over() => {
                self.decide(Decision::TimeLoss(side));
                true
            }
            _ => false,
        }
    }

    /// Does what a person asks for.
    pub fn obey(&mut self, command: Command) -> Flow {
        match command {
            Command::Moves(letters) => self.play_letters(&letters),
            Command::Hint | Command::Analyze if self.is_over() => self.say("The game is over; `undo`, `review` or `new`."),
            Command::Hint => self.asked = Some(Errand::Hint),
            Command::Analyze => self.asked = Some(Errand::Analyze),
            Command::Review if self.moves.is_empty() => self.say("There is no move to review yet."),
            Command::Review => self.asked = Some(Errand::Review),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Draw => self.draw(),
            Command::Resign => self.resign(),
            Command::Save { file, over } => self.save(file, over),
            Command::Load { file, over } => {
                if let Some(flow) = self.load(file, over) {
                    return flow;
                }
            }
            Command::New { over } => self.begin_again(over),
            Command::Rules => self.tell_rules(),
            Command::Side(seats) => {
                self.terms.seats = seats;
                self.say(format!("South: {}; North: {}.", self.name(Side::South), self.name(Side::North)));
            }
            Command::Level(level) => {
                self.terms.level = level;
                self.say(format!("The engine plays at level {level}."));
            }
            Command::Board => self.say(format!("{}  {}", R::NAME, position_text(self.game.position()))),
            Command::Help => self.said.extend(HELP.iter().map(|(name, what)| format!("{name:<12} {what}"))),
            Command::Quit => return Flow::Quit,
        }
        self.settle();
        Flow::Stay
    }

    /// The game as a file keeps it.
    pub fn record(&self) -> Record {
        let repetition = self.game.repetition();
        let mut record = Record::of_game::<R>(self.start, repetition, self.moves.clone(), self.decision).expect("all moves were played");
        let tags = record.tags_mut();
        tags.set(Tag::Event, "oware play");
        tags.set(Tag::Date, &game_file::today());
        tags.set(Tag::South, &self.name(Side::South));
        tags.set(Tag::North, &self.name(Side::North));
        record
    }

    /// The game, if it has moves and was not saved as it stands.
    pub fn unsaved(&self) -> Option<Record> {
        let record = self.record();
        let saved = self.saved.as_ref().is_some_and(|(_, text)| *text == record.to_string());
        (!self.moves.is_empty() && !saved).then_some(record)
    }

    /// The same, where a file is asked for: unless it was saved in that one.
    pub fn not_in(&self, file: &Path) -> Option<Record> {
        let is_there = self.saved.as_ref().is_some_and(|(path, _)| path == file);
        if is_there { self.unsaved() } else { (!self.moves.is_empty()).then(|| self.record()) }
    }

    fn seat(&self) -> Seat {
        self.terms.seats.0[self.mover() as usize]
    }

    fn name(&self, side: Side) -> String {
        match self.terms.seats.0[side as usize] {
            Seat::Person => "Player".to_owned(),
            Seat::Engine => format!("oware {} level {}", env!("CARGO_PKG_VERSION"), self.terms.level),
        }
    }

    /// The game after so many of its moves.
    fn after(&self, moves: usize) -> Game<R> {
        let mut game = Game::new(self.start, self.game.repetition());
        for &mv in &self.moves[..moves] {
            game.play(mv).expect("all moves were played");
        }
        game
    }

    /// Whether a person has a choice where a game stands.
    fn is_choice(&self, game: &Game<R>) -> bool {
        let seat = self.terms.seats.0[game.position().to_move() as usize];
        seat == Seat::Person && game.moves().into_iter().any(|mv| !mv.is_pass())
    }

    fn play_letters(&mut self, letters: &str) {
        for letter in letters.chars() {
            if self.is_over() {
                return self.say(format!("{letter}: the game is over; `undo`, `review` or `new`."));
            }
            if self.seat() == Seat::Engine {
                return self.say(format!("{letter}: it is the engine's turn."));
            }
            let before = self.moves.len();
            // What cannot be played is told by the game, which knows why.
            let mut game = self.game.clone();
            match game.replay(letter.encode_utf8(&mut [0; 4]), Letters::EitherCase) {
                Err(error) => return self.say(format!("{letter}: {}.", error.reason)),
                Ok(()) => self.play(parse_move(letter, self.mover(), Letters::EitherCase).expect("it was played")),
            }
            debug_assert!(self.moves.len() > before);
        }
    }

    /// Plays a legal move, and forced passes of people after it.
    fn play(&mut self, mv: Move) {
        self.undone.clear();
        self.offer = None;
        self.push(mv);
        while !self.is_over() && self.seat() == Seat::Person && !self.is_choice(&self.game) {
            self.push(Move::PASS);
        }
    }

    fn push(&mut self, mv: Move) {
        let position = self.game.position();
        if self.game.play(mv).is_err() {
            return self.say("The engine made an illegal move; please report it with the game.");
        }
        self.clocks.push(self.clock.as_ref().map(Clock::at_turn));
        if let Some(clock) = &mut self.clock {
            clock.press(position.to_move(), Instant::now());
        }
        self.moves.push(mv);
        self.say(account::of_move::<R>(position, mv));
        if self.is_over() {
            self.say(self.result());
        }
    }

    /// Goes to where so many moves were played.
    fn go_to(&mut self, moves: usize) {
        self.game = self.after(moves);
        self.undone.extend(self.moves.drain(moves..).rev());
        if let Some(clock) = self.clocks.get(moves) {
            self.clock.clone_from(clock);
        }
        self.clocks.truncate(moves);
        self.offer = None;
    }

    fn undo(&mut self) {
        if let Some(decision) = self.decision.take_if(|decision| !matches!(decision, Decision::TimeLoss(_))) {
            return self.say(format!("The {} is taken back.", decision.name()));
        }
        let target = (0..self.moves.len()).rev().find(|&moves| self.is_choice(&self.after(moves)));
        let Some(target) = target else { return self.say("There is no move of yours to take back.") };
        let taken = line_letters::<R>(self.start, &self.moves).split_off(target);
        // The clock is where it was before the move, so there is time again.
        self.decision = None;
        self.go_to(target);
        self.say(format!("Taken back: {}.", taken.join(" ")));
    }

    fn redo(&mut self) {
        if self.undone.is_empty() || self.is_over() {
            return self.say("There is nothing to play again.");
        }
        while let Some(mv) = self.undone.pop() {
            self.push(mv);
            if self.is_over() || self.is_choice(&self.game) {
                return;
            }
        }
    }

    fn draw(&mut self) {
        let (mover, engines) = (self.mover(), self.terms.seats.0.contains(&Seat::Engine));
        match self.offer {
            _ if self.is_over() => self.say("The game is over."),
            _ if self.seat() == Seat::Engine => self.say("The engines play on."),
            _ if engines => self.asked = Some(Errand::Draw),
            Some(_) => self.decide(Decision::Agreement),
            None => {
                self.offer = Some(mover);
                self.say(format!("{mover} offers a draw. `draw` takes it, a move declines."));
            }
        }
    }

    fn resign(&mut self) {
        if self.is_over() {
            return self.say("The game is over.");
        }
        let seats = self.terms.seats.0;
        let side = match (seats[0], seats[1]) {
            (Seat::Person, Seat::Engine) => Side::South,
            (Seat::Engine, Seat::Person) => Side::North,
            _ => self.mover(),
        };
        self.decide(Decision::Resignation(side));
    }

    fn decide(&mut self, decision: Decision) {
        self.decision = Some(decision);
        self.offer = None;
        self.say(self.result());
    }

    /// How the game ended.
    fn result(&self) -> String {
        let last = if self.decision.is_some() { None } else { Some(self.game.final_position()) };
        account::of_end(&self.record(), last)
    }

    fn tell_rules(&mut self) {
        let variant = R::NAME.parse().expect("each rule set has a name");
        let paragraphs = primer::summary(variant, self.game.repetition());
        self.said.extend(paragraphs.into_iter().map(str::to_owned));
    }

    fn save(&mut self, file: Option<PathBuf>, over: bool) {
        let before = self.saved.as_ref().map(|(path, _)| path.clone());
        let Some(path) = file.or_else(|| before.clone()) else { return self.say("save: expected a file, such as `save game.ogn`.") };
        if !over && before.as_ref() != Some(&path) && path.exists() {
            return self.say(format!("{} exists; name another file, or `save! {0}` to write over it.", path.display()));
        }
        let text = self.record().to_string();
        match file::write_whole(&path, text.as_bytes()) {
            Ok(()) => {
                self.say(format!("Saved as {}.", path.display()));
                self.saved = Some((path, text));
            }
            Err(error) => self.say(format!("Not saved: {error:#}.")),
        }
    }

    /// The game of a file, if it can be had.
    fn load(&mut self, file: PathBuf, over: bool) -> Option<Flow> {
        if !over && self.unsaved().is_some() {
            self.say(format!("This game is not saved: `save FILE` first, or `load! {}`.", file.display()));
            return None;
        }
        let variant = R::NAME.parse().expect("each rule set has a name");
        match game_file::read(&file, 1, variant, self.game.repetition()) {
            Ok(record) => Some(Flow::Load(Box::new(record), file)),
            Err(failure) => {
                self.say(format!("Not loaded: {}.", failure.text()));
                None
            }
        }
    }

    fn begin_again(&mut self, over: bool) {
        if !over && self.unsaved().is_some() && !self.is_over() {
            return self.say("This game is not saved: `save FILE` first, or `new!`.");
        }
        let said = self.take_said();
        let record = Record::of_game::<R>(self.start, self.game.repetition(), Vec::new(), None).expect("there are no moves");
        *self = Session { said, ..Self::new(self.terms.clone(), &record) };
        self.say("A new game.");
    }

    /// Lets the right clock run.
    fn settle(&mut self) {
        let (over, mover, now) = (self.is_over() || self.asked.is_some(), self.mover(), Instant::now());
        if let Some(clock) = &mut self.clock {
            if over { clock.stop(now) } else { clock.run(mover, now) }
        }
    }
}
