//! Levels of play, from a beginner's to the full strength.
//!
//! A weaker level sees less, since it visits fewer positions for a move, and it chooses worse: it knows what it saw each move to be worth, but of moves that are
//! worth about the same to it takes now one and now another, the less often the worse it holds it to be (a Boltzmann distribution). So it has plans and misses
//! things, as people do; it makes no move at random that it knows to be bad.

use crate::score::Score;
use crate::search::limits::Limits;
use fastrand::Rng;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What a level is.
#[derive(Clone, Copy, Debug)]
struct Ability {
    /// Positions visited for a move.
    nodes: u64,
    /// By how many seeds a move has to be better for it to be taken e = 2.718 times as often.
    doubt: f64,
}

/// Levels 1 to 9; found by matches in `abapa` between neighbours, which the higher one wins by 100 to 200 Elo (README tells how to play them).
const ABILITIES: [Ability; 9] = [
    Ability { nodes: 80, doubt: 1.4 },
    Ability { nodes: 140, doubt: 1.15 },
    Ability { nodes: 260, doubt: 0.9 },
    Ability { nodes: 480, doubt: 0.72 },
    Ability { nodes: 1_100, doubt: 0.5 },
    Ability { nodes: 2_400, doubt: 0.38 },
    Ability { nodes: 5_500, doubt: 0.25 },
    Ability { nodes: 13_500, doubt: 0.15 },
    Ability { nodes: 40_000, doubt: 0.07 },
];

/// A level of play, 1 to 10. The highest is the engine's full strength within its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// There is no such level.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected a level from {} to {}", Level::LEAST.number(), Level::FULL.number())]
pub struct NoLevel;

impl Level {
    /// A beginner.
    pub const LEAST: Level = Level(1);
    /// All that the engine can do.
    pub const FULL: Level = Level(ABILITIES.len() as u8 + 1);

    /// The level with a number.
    ///
    /// # Errors
    /// [`NoLevel`] outside 1 to 10.
    pub fn new(number: u32) -> Result<Self, NoLevel> {
        let level = u8::try_from(number).map(Level).map_err(|_| NoLevel)?;
        if (Self::LEAST..=Self::FULL).contains(&level) { Ok(level) } else { Err(NoLevel) }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    fn ability(self) -> Option<Ability> {
        ABILITIES.get(usize::from(self.0) - 1).copied()
    }

    /// What it makes of the limits of a search. `None` at full strength.
    pub(super) fn limits(self, limits: Limits) -> Option<Limits> {
        let nodes = self.ability()?.nodes;
        Some(Limits { nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))), ..limits })
    }

    /// Which of some moves it makes that it holds to be worth so much; there is at least one.
    pub(super) fn choose(self, scores: &[Score], random: &mut Rng) -> usize {
        let Some(Ability { doubt, .. }) = self.ability() else { return 0 };
        let best = scores.iter().copied().max().unwrap_or_default();
        let weights: Vec<f64> = scores.iter().map(|&score| ((score - best).seeds() / doubt).exp()).collect();
        let mut left = random.f64() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        chosen.unwrap_or(0)
    }
}

impl Default for Level {
    fn default() -> Self {
        Level::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Self, NoLevel> {
        text.parse().map_err(|_| NoLevel).and_then(Level::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn levels_are_those_from_1_to_10() {
        assert_eq!("1".parse(), Ok(Level::LEAST));
        assert_eq!("10".parse(), Ok(Level::FULL));
        for text in ["0", "11", "266", "-1", "", "full"] {
            assert_eq!(text.parse::<Level>(), Err(NoLevel), "{text}");
        }
        assert_eq!(NoLevel.to_string(), "expected a level from 1 to 10");
    }

    #[test]
    fn a_higher_level_sees_more_and_doubts_less() {
        assert!(ABILITIES.is_sorted_by(|low, high| low.nodes < high.nodes && low.doubt > high.doubt));
        assert_eq!(Level::FULL.limits(Limits::default()), None);
        let few = Limits { nodes: Some(5), ..Limits::default() };
        assert_eq!(Level(9).limits(few), Some(few));
    }

    /// A move 6 seeds worse is taken by level 1 once in e^(6 / 1.4) = 73 times, by level 5 hardly ever.
    #[test]
    fn what_is_worth_less_is_chosen_less_often() {
        let mut random = Rng::with_seed(1);
        let mut counts = |level: Level, seeds: [i32; 2]| {
            let scores = seeds.map(Score::from_seeds);
            let mut counts = [0; 2];
            (0..10_000).for_each(|_| counts[level.choose(&scores, &mut random)] += 1);
            counts
        };
        let [best, other] = counts(Level::LEAST, [4, -2]);
        assert!((80..200).contains(&other) && best + other == 10_000, "{other}");
        assert!(counts(Level(5), [4, -2])[1] < 10);
        let even = counts(Level(5), [1, 1])[0];
        assert!((4_800..5_200).contains(&even), "{even}");
        assert_eq!(counts(Level::FULL, [1, 1]), [10_000, 0]);
    }
}
