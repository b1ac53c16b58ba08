//! What the engine calls exact where positions were played before, or where a repetition is worth something, against the [`Referee`].

use crate::library;
use crate::naive::{Pits, RuleSet};
use crate::referee::Referee;
use oware::board::{Board, Move, Side};
use oware::engine::{Analysis, Engine};
use oware::game::{Game, Repetition};
use oware::index::{layer_size, unrank};
use oware::position::Position;
use oware::rules::Rules;
use oware::score::Score;
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::with_rules;
use std::sync::atomic::AtomicBool;

const OWARE: [RuleSet; 4] = [RuleSet::Abapa, RuleSet::AbapaPlayOn, RuleSet::Wari, RuleSet::Warri];
const BOTH: [Repetition; 2] = [Repetition::Split, Repetition::OwnSide];

fn pits(played: &[Board]) -> Vec<Pits> {
    played.iter().map(|board| board.pits()).collect()
}

fn start<R: Rules>(board: Board, repetition: Repetition) -> Game<R> {
    Game::new(Position::new(board.mover, board.opponent, [0, 0], Side::South).expect("few seeds"), repetition)
}

/// Plays random moves that capture nothing from a random board, at most so many plies. The game is not over.
fn wander<R: Rules>(seeds: u32, plies: u64, repetition: Repetition, random: &mut library::Random) -> Game<R> {
    loop {
        let mut game = start::<R>(unrank(seeds, random.below(layer_size(seeds))), repetition);
        for _ in 0..plies {
            let quiet: Vec<Game<R>> = game
                .moves()
                .filter_map(|mv| {
                    let mut next = game.clone();
                    let played = next.play(mv).expect("a legal move");
                    (played.gain == 0 && next.stop().is_none()).then_some(next)
                })
                .collect();
            if quiet.is_empty() {
                break;
            }
            game = quiet[random.below(quiet.len() as u64) as usize].clone();
        }
        if game.stop().is_none() && (plies == 0 || game.history().len() > 1) {
            return game;
        }
    }
}

/// What was asked and how much of it was exact.
#[derive(Default)]
struct Tally {
    asked: usize,
    exact: usize,
    moves: usize,
    faults: Vec<String>,
}

impl Tally {
    /// Notes how many answers were exact and fails if one was wrong.
    fn conclude(self, what: &str) {
        println!("{what}: {} of {} exact, {} moves exact", self.exact, self.asked, self.moves);
        assert!(self.faults.is_empty(), "{what}: {} faults\n{}", self.faults.len(), self.faults[..self.faults.len().min(5)].join("\n"));
    }
}

/// The exact worth of playing a move, for the player who makes it, in seeds; the bounds if it is not known exactly.
fn after_move<R: Rules>(referee: &Referee, game: &Game<R>, mv: Move) -> (i8, i8) {
    let mut next = game.clone();
    let gain = next.play(mv).expect("the engine names legal moves").gain as i8;
    let (least, most) = referee.bounds(&pits(next.history()));
    (gain - most, gain - least)
}

/// Holds an answer against the referee.
fn check<R: Rules>(referee: &Referee, game: &Game<R>, found: &Analysis, breadth: Breadth, tally: &mut Tally) {
    let stores = game.position().store_difference();
    let exactly = |seeds: i8| Score::from_seeds(i32::from(seeds) + stores);
    let what = || format!("{} {} {:?} {:?}", R::NAME, game.repetition(), pits(game.history()), found.moves.first());
    tally.asked += 1;
    if found.exact && (breadth == Breadth::Best || found.moves.iter().all(|line| line.exact)) {
        tally.exact += 1;
        let (least, most) = referee.bounds(&pits(game.history()));
        if exactly(least) != found.score || exactly(most) != found.score {
            tally.faults.push(format!("position: {} is worth {least} to {most}", what()));
        }
    }
    for line in found.moves.iter().filter(|line| line.exact) {
        tally.moves += 1;
        let (least, most) = after_move(referee, game, line.line[0]);
        if exactly(least) != line.score || exactly(most) != line.score {
            tally.faults.push(format!("move: {} {line:?} is worth {least} to {most}", what()));
        }
    }
}

fn limits(nodes: u64, depth: Option<u32>) -> Limits {
    Limits { nodes: Some(nodes), depth, ..Limits::default() }
}

fn ask<R: Evaluate>(engine: &mut Engine, game: &Game<R>, limits: Limits, breadth: Breadth) -> Analysis {
    engine.analyse(game, limits, breadth, &AtomicBool::new(false))
}

/// Asks about the ends of random walks with tables of up to so many seeds.
fn wanderers<R: Evaluate>(rules: RuleSet, repetition: Repetition, tables: Option<usize>, plies: u64, count: u64, tally: &mut Tally) {
    let variant = library::variant(rules);
    let layers = library::solve(variant, 7);
    let referee = Referee::new(rules, repetition, 6);
    let mut random = library::Random::new(plies + 7);
    let mut engine = Engine::new(library::tablebase(variant, &layers[..tables.map_or(0, |seeds| seeds + 1)]), 1, 1);
    for i in 0..count {
        let game = wander::<R>(2 + random.below(5) as u32, plies, repetition, &mut random);
        engine.forget();
        let breadth = if i % 3 == 2 { Breadth::All } else { Breadth::Best };
        let limits = [limits(100, None), limits(3_000, None), limits(30_000, None), limits(20_000, Some(5))][i as usize % 4];
        let found = ask(&mut engine, &game, limits, breadth);
        check(&referee, &game, &found, breadth, tally);
    }
}

#[test]
fn what_is_exact_after_a_history_is_so() {
    for rules in OWARE {
        for repetition in BOTH {
            for tables in [None, Some(3), Some(7)] {
                let mut tally = Tally::default();
                for plies in [1, 4, 8, 12] {
                    with_rules!(library::variant(rules), R => wanderers::<R>(rules, repetition, tables, plies, 40, &mut tally));
                }
                tally.conclude(&format!("{} {repetition}, tables {tables:?}", rules.name()));
            }
        }
    }
}

#[test]
fn what_is_exact_without_a_history_is_so() {
    for rules in OWARE {
        for repetition in BOTH {
            for tables in [None, Some(3), Some(7)] {
                let mut tally = Tally::default();
                with_rules!(library::variant(rules), R => wanderers::<R>(rules, repetition, tables, 0, 150, &mut tally));
                tally.conclude(&format!("{} {repetition}, tables {tables:?}, no history", rules.name()));
            }
        }
    }
}

#[test]
fn the_two_methods_of_the_referee_agree() {
    for rules in OWARE {
        for repetition in BOTH {
            let mut referee = Referee::new(rules, repetition, 5);
            let mut random = library::Random::new(5);
            let (mut found, count) = (0, 200);
            for i in 0..count {
                let (seeds, plies) = (1 + random.below(5) as u32, i % 10);
                let played = with_rules!(library::variant(rules), R => pits(wander::<R>(seeds, plies, repetition, &mut random).history()));
                let (least, most) = referee.bounds(&played);
                if let Some(worth) = referee.played_out(&played) {
                    found += 1;
                    assert!(least <= worth && worth <= most, "{rules:?} {repetition} {played:?}: {worth}, not in {least} to {most}");
                }
            }
            println!("{} {repetition}: {found} of {count} played out", rules.name());
        }
    }
}
