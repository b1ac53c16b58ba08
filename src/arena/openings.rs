//! Openings: where the games of a match begin, so that engines that always play the same do not always play the same game.

use crate::board::Move;
use crate::game::{Game, Repetition};
use crate::position::Position;
use crate::rules::Rules;
use fastrand::Rng;
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Seed of the random numbers where none is named.
const SEED: u64 = 1;
/// Most moves of a suite of all positions: there are tens of thousands then.
pub const MOST_PLIES: u32 = 6;
/// Most moves of a random opening.
pub const MOST_RANDOM_PLIES: u32 = 30;
/// Random openings that lead nowhere, one after another, until there are taken to be no more.
const PATIENCE: u32 = 1000;

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where the game begins.
    pub start: Position,
    /// The moves made before the players take over; they belong to the game's history.
    pub moves: Vec<Move>,
}

/// Which openings there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every position after exactly so many moves, once.
    Plies,
    /// Positions after so many random moves, each once.
    Random,
}

/// A set of openings: `plies:4`, `random:6`, with a seed after a further colon if the choice shall be another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    /// All or random ones.
    pub kind: Kind,
    /// Moves of either player; in kalah, each sowing counts.
    pub plies: u32,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Default for Suite {
    fn default() -> Self {
        Suite { kind: Kind::Plies, plies: 4, seed: SEED }
    }
}

impl Suite {
    /// The name with its seed, which is left out of the text where it is the usual one.
    #[must_use]
    pub fn full_name(self) -> String {
        let kind = match self.kind {
            Kind::Plies => "plies",
            Kind::Random => "random",
        };
        format!("{kind}:{}:{}", self.plies, self.seed)
    }

    /// So many openings from a start position, in random order, at most all that there are. Where there are more, those taken are evenly spread over the list of all.
    /// The same on every machine.
    #[must_use]
    pub fn choose<R: Rules>(self, start: Position, number: usize) -> Vec<Opening> {
        let mut random = Rng::with_seed(self.seed);
        let mut chosen = match self.kind {
            Kind::Plies => spread(every::<R>(start, self.plies), number, &mut random),
            Kind::Random => return random_openings::<R>(start, self.plies, number, &mut random),
        };
        for i in (1..chosen.len()).rev() {
            chosen.swap(i, below(&mut random, i + 1));
        }
        chosen
    }
}

/// A random number below a bound, the same whatever the width of a machine's word.
fn below(random: &mut Rng, bound: usize) -> usize {
    random.u64(..bound as u64) as usize
}

/// One of each of `number` equal parts of a list, or the whole list.
fn spread(list: Vec<Opening>, number: usize, random: &mut Rng) -> Vec<Opening> {
    let all = list.len();
    if number >= all {
        return list;
    }
    let place = |part: usize| (part as u128 * all as u128 / number as u128) as usize;
    let chosen: HashSet<usize> = (0..number).map(|part| place(part) + below(random, place(part + 1) - place(part))).collect();
    list.into_iter().enumerate().filter(|(i, _)| chosen.contains(i)).map(|(_, opening)| opening).collect()
}

/// Every position after exactly so many moves in which the game is still open, with the first way to it in the order of the moves.
#[must_use]
pub fn every<R: Rules>(start: Position, plies: u32) -> Vec<Opening> {
    let game = Game::<R>::new(start, Repetition::Split);
    let mut layer = if game.ending().is_none() { vec![(game, Vec::new())] } else { Vec::new() };
    for _ in 0..plies {
        let mut known = HashSet::new();
        let mut next = Vec::new();
        for (game, moves) in &layer {
            for mv in game.moves() {
                let mut after = game.clone();
                if after.play(mv).is_ok() && after.ending().is_none() && known.insert(after.position()) {
                    next.push((after, [moves.as_slice(), &[mv]].concat()));
                }
            }
        }
        layer = next;
    }
    layer.into_iter().map(|(_, moves)| Opening { start, moves }).collect()
}

fn random_openings<R: Rules>(start: Position, plies: u32, number: usize, random: &mut Rng) -> Vec<Opening> {
    let mut known = HashSet::new();
    let mut openings = Vec::new();
    let mut failures = 0;
    while openings.len() < number && failures < PATIENCE {
        match random_walk::<R>(start, plies, random).filter(|(position, _)| known.insert(*position)) {
            Some((_, moves)) => {
                openings.push(Opening { start, moves });
                failures = 0;
            }
            None => failures += 1,
        }
    }
    openings
}

/// So many random moves and where they lead, unless the game is over by then.
fn random_walk<R: Rules>(start: Position, plies: u32, random: &mut Rng) -> Option<(Position, Vec<Move>)> {
    let mut game = Game::<R>::new(start, Repetition::Split);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut legal = game.moves();
        let mv = legal.nth(below(random, (legal.len() as usize).max(1)))?;
        game.play(mv).ok()?;
        if game.ending().is_some() {
            return None;
        }
        moves.push(mv);
    }
    game.ending().is_none().then(|| (game.position(), moves))
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.full_name();
        f.write_str(name.strip_suffix(":1").filter(|_| self.seed == SEED).unwrap_or(&name))
    }
}

/// A text that names no suite.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "`{0}` names no openings; expected plies:N (all positions after N moves, 0 to {MOST_PLIES}) or random:N (random moves, 0 to {MOST_RANDOM_PLIES}), \
     and :SEED after it if wanted, such as plies:4 or random:6:7"
)]
pub struct UnknownSuite(String);

impl FromStr for Suite {
    type Err = UnknownSuite;

    fn from_str(text: &str) -> Result<Self, UnknownSuite> {
        let unknown = || UnknownSuite(text.to_owned());
        let mut fields = text.split(':');
        let (kind, most) = match fields.next() {
            Some("plies") => (Kind::Plies, MOST_PLIES),
            Some("random") => (Kind::Random, MOST_RANDOM_PLIES),
            _ => return Err(unknown()),
        };
        let plies = fields.next().and_then(|plies| plies.parse().ok()).filter(|&plies| plies <= most).ok_or_else(unknown)?;
        let seed = fields.next().map_or(Ok(SEED), str::parse).map_err(|_| unknown())?;
        if fields.next().is_some() { Err(unknown()) } else { Ok(Suite { kind, plies, seed }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for name in ["plies:4", "plies:0:3", "random:6", "random:6:18446744073709551615"] {
            assert_eq!(name.parse::<Suite>().unwrap().to_string(), name);
        }
        assert_eq!(Suite::default().full_name(), "plies:4:1");
        assert_eq!("random:6:1".parse::<Suite>().unwrap().to_string(), "random:6");
        for name in ["", "plies", "plies:", "plies:7", "plies:-1", "random:31", "random:6:x", "random:6:1:2", "book:4"] {
            let error = name.parse::<Suite>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{name}`")) && error.contains("plies:N"), "{error}");
        }
    }
}
