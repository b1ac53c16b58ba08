//! A match: pairs of games played side by side.
//!
//! Pairs have numbers, workers take the next one that is free, and games are told in the order of their numbers whoever finished first. What is told
//! up to a decision therefore depends on the games alone and not on the number of workers. When the match is stopped, games that are finished are told, and
//! those in play are dropped.

use super::duel::{self, Finished, Terms};
use super::openings::Opening;
use super::player::{Entrant, Player, Role};
use crate::board::Side;
use crate::engine::Engine;
use crate::engine::equipment::Equipment;
use crate::game::ReplayError;
use crate::ogn::{Record, Tag, TagName};
use crate::search::evaluation::Evaluate;
use crate::search::signals::Signals;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Between two looks at whether the match shall stop.
const LOOK: Duration = Duration::from_millis(20);
/// Stack of a worker: the in-process search may run on it.
const STACK_SIZE: usize = 32 << 20;

/// Who plays whom, from where and how often.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The players; the first is South in the first game of each pair.
    pub entrants: [Entrant; 2],
    /// What all games have in common.
    pub terms: Terms,
    /// Where the pairs begin, one after another and from the first again; not empty.
    pub openings: Vec<Opening>,
    /// How many games; with an odd number the last pair is half a one.
    pub games: usize,
    /// How many pairs are played at a time.
    pub workers: usize,
    /// The engine whose tables end games as soon as they prove the result.
    pub referee: Option<Equipment>,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its number, from 1.
    pub number: usize,
    /// The number of its pair, from 1.
    pub pair: usize,
    /// Which of the entrants plays South; the other one plays North.
    pub south: Role,
    /// Where it began.
    pub opening: Opening,
    /// The game.
    pub finished: Finished,
}

impl Game {
    /// The side that an entrant plays.
    #[must_use]
    pub fn side(&self, role: Role) -> Side {
        if role == self.south { Side::South } else { Side::North }
    }

    /// The entrant who plays a side.
    #[must_use]
    pub fn role(&self, side: Side) -> Role {
        if self.side(Role::First) == side { Role::First } else { Role::Second }
    }

    /// The number of the pair and that of the game in it, with a dot between.
    #[must_use]
    pub fn round(&self) -> String {
        format!("{}.{}", self.pair, 2 - self.number % 2)
    }
}

impl Contest {
    /// How many games there are before they repeat each other: two for each opening if both players play the same each time; `None` if that is not known.
    #[must_use]
    pub fn different_games(&self) -> Option<usize> {
        self.entrants.iter().all(Entrant::is_deterministic).then_some(2 * self.openings.len())
    }

    /// Plays the match under the rule set `R` and tells each game, in the order of their numbers, until all are played, `tell` breaks off, or `stop` is set.
    pub fn play<R: Evaluate>(&self, stop: &AtomicBool, tell: &mut dyn FnMut(&Game) -> ControlFlow<()>) {
        let signals = Signals::new();
        let next = AtomicUsize::new(0);
        let (sender, games) = channel();
        thread::scope(|scope| {
            let pairs = self.games.div_ceil(2);
            let mut started = 0;
            for _ in 0..self.workers.clamp(1, pairs.max(1)) {
                let sender = sender.clone();
                let work = || self.work::<R>(&next, &signals, sender);
                // Where the system has no room for a thread, there are fewer.
                if thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work).is_err() {
                    break;
                }
                started += 1;
            }
            if started == 0 {
                scope.spawn(|| self.work::<R>(&next, &signals, sender));
            } else {
                drop(sender);
            }
            collect(&games, stop, &signals, tell);
        });
    }

    /// A game as a file keeps it.
    ///
    /// # Errors
    /// A [`ReplayError`] if the game is not one of this rule set.
    pub fn record<R: Evaluate>(&self, game: &Game) -> Result<Record, ReplayError> {
        let Finished { moves, termination, .. } = &game.finished;
        let mut record = Record::of_game::<R>(game.opening.start, self.terms.repetition, moves.clone(), termination.decision())?;
        let tags = record.tags_mut();
        tags.set(Tag::Event, "oware match");
        tags.set(Tag::Round, &game.round());
        for (tag, side) in [(Tag::South, Side::South), (Tag::North, Side::North)] {
            tags.set(tag, &self.entrants[game.role(side) as usize].name);
        }
        if let Some(details) = termination.details() {
            let set: Result<(), TagName> = tags.set_other("TerminationDetails", &format!("{}: {details}", termination.name()));
            debug_assert!(set.is_ok(), "the name has letters alone");
        }
        Ok(record)
    }

    /// Plays one pair after another.
    fn work<R: Evaluate>(&self, next: &AtomicUsize, signals: &Signals, sender: Sender<Told>) {
        let mut players = self.players();
        let referee = self.referee.as_ref().and_then(|equipment| Some(equipment.engine(equipment.tables().ok()?)));
        loop {
            let pair = next.fetch_add(1, Relaxed);
            for number in [2 * pair, 2 * pair + 1] {
                if number >= self.games || signals.stop.load(Relaxed) {
                    return;
                }
                let play = || self.game::<R>(number, &mut players, referee.as_ref(), signals);
                let told = match catch_unwind(AssertUnwindSafe(play)) {
                    Ok(Some(game)) => Told::Game(Box::new(game)),
                    Ok(None) => return,
                    // A fault of this program that is no player's: the game is void, and the others go on.
                    Err(_) => {
                        players = self.players();
                        Told::Void(number + 1)
                    }
                };
                if sender.send(told).is_err() {
                    return;
                }
            }
        }
    }

    fn players(&self) -> [Player; 2] {
        self.entrants.each_ref().map(|entrant| Player::new(entrant.program.clone()))
    }

    /// Plays the game with this number, from 0.
    fn game<R: Evaluate>(&self, number: usize, players: &mut [Player; 2], referee: Option<&Engine>, signals: &Signals) -> Option<Game> {
        let pair = number / 2;
        let opening = &self.openings[pair % self.openings.len()];
        let south = if number.is_multiple_of(2) { Role::First } else { Role::Second };
        let [first, second] = players;
        let mut paces = self.entrants.each_ref().map(|entrant| entrant.pace);
        let seats = match south {
            Role::First => [first, second],
            Role::Second => {
                paces.reverse();
                [second, first]
            }
        };
        let finished = duel::play::<R>(opening, &self.terms, seats, paces, referee, signals)?;
        Some(Game { number: number + 1, pair: pair + 1, south, opening: opening.clone(), finished })
    }
}

/// What a worker says of a game.
enum Told {
    Game(Box<Game>),
    /// The game with this number came to nothing.
    Void(usize),
}

/// Tells the games that come in, in order. Those that wait for an earlier one are told at the end if the match was stopped, but not if `tell` broke off.
fn collect(games: &Receiver<Told>, stop: &AtomicBool, signals: &Signals, tell: &mut dyn FnMut(&Game) -> ControlFlow<()>) {
    let mut waiting = BTreeMap::new();
    let mut next = 1;
    loop {
        match games.recv_timeout(LOOK) {
            Ok(Told::Game(game)) => {
                waiting.insert(game.number, Some(game));
            }
            Ok(Told::Void(number)) => {
                waiting.insert(number, None);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(game) = waiting.remove(&next) {
            next += 1;
            if game.is_some_and(|game| tell(&game).is_break()) {
                signals.stop.store(true, Relaxed);
                return;
            }
        }
        if stop.load(Relaxed) {
            signals.stop.store(true, Relaxed);
        }
    }
    for game in waiting.into_values().flatten() {
        if tell(&game).is_break() {
            return;
        }
    }
}
