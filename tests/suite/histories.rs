//! What the engine calls exact where positions were played before, or where a repetition is worth something, against the [`Referee`].

use crate::library;
use crate::naive::{Pits, RuleSet};
use crate::referee::Referee;
use oware::board::{Board, Move};
use oware::engine::{Analysis, Engine};
use oware::game::{Game, Repetition};
use oware::index::{layer_size, unrank};
use oware::position::Position;
use oware::rules::Rules;
use oware::rules::oware::Abapa;
use oware::score::Score;
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::with_rules;

const BOTH: [Repetition; 2] = [Repetition::Split, Repetition::OwnSide];

fn pits(played: &[Board]) -> Vec<Pits> {
    played.iter().map(|board| board.pits()).collect()
}

fn start<R: Rules>(board: Board, repetition: Repetition) -> Game<R> {
    Game::new(Position::of(board), repetition)
}

/// Plays random moves that capture nothing from a random board of two seeds or more, at most so many plies. The game is not over.
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
fn check<R: Rules>(referee: &Referee, game: &Game<R>, found: &Analysis, tally: &mut Tally) {
    let stores = game.position().store_difference();
    let exactly = |seeds: i8| Score::from_seeds(i32::from(seeds) + stores);
    let what = || format!("{} {} {:?} {:?}", R::NAME, game.repetition(), pits(game.history()), found.moves.first());
    tally.asked += 1;
    if found.exact {
        tally.exact += 1;
        // A return to the position itself ends the game, so the bounds are those of its moves.
        let bounds: Vec<(i8, i8)> = game.moves().map(|mv| after_move(referee, game, mv)).collect();
        let least = bounds.iter().map(|&(least, _)| least).max().expect("a move");
        let most = bounds.iter().map(|&(_, most)| most).max().expect("a move");
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
    engine.analyse(game, limits, breadth, &Signals::new())
}

/// Which tables an engine has.
#[derive(Clone, Copy, Debug)]
struct Has {
    /// Largest layer of kind shared.
    shared: Option<usize>,
    /// Largest layer of kind forced.
    forced: Option<u8>,
}

impl Has {
    fn engine(self, rules: RuleSet, threads: usize) -> Engine {
        let variant = library::variant(rules);
        let layers = self.shared.map_or_else(Vec::new, |seeds| library::solve(variant, seeds as u32));
        let engine = Engine::new(library::tablebase(variant, &layers), 1, threads);
        self.forced.into_iter().fold(engine, |engine, seeds| engine.with_forced(library::forced_tablebase(rules, seeds)))
    }
}

/// Asks about the ends of random walks.
fn wanderers<R: Evaluate>(referee: &Referee, repetition: Repetition, has: Has, plies: u64, count: u64, tally: &mut Tally) {
    let mut random = library::Random::new(plies + 7);
    let [mut engine, mut crew] = [1, 3].map(|threads| has.engine(RuleSet::named(R::NAME), threads));
    for i in 0..count {
        let game = wander::<R>(2 + random.below(referee.largest() - 1) as u32, plies, repetition, &mut random);
        engine.forget();
        let breadth = if i % 3 == 2 { Breadth::All } else { Breadth::Best };
        let limits = [limits(100, None), limits(3_000, None), limits(30_000, None), limits(20_000, Some(5))][i as usize % 4];
        let found = ask(&mut engine, &game, limits, breadth);
        check(referee, &game, &found, tally);
        if breadth == Breadth::Best {
            let prover = if i % 3 == 0 { &mut engine } else { &mut crew };
            prover.forget();
            let proof = prover.prove(&game, Limits { depth: None, ..limits }, 1, &Signals::new(), &mut |_| ());
            check(referee, &game, &proof.analysis, tally);
        }
    }
}

/// Asks about boards of up to `largest` seeds in all four rule sets, under both rules, with few and many tables.
fn check_histories(largest: u8, plies: &[u64], count: u64) {
    for rules in RuleSet::OWARE {
        for repetition in BOTH {
            let referee = Referee::new(rules, repetition, largest);
            let all = [
                (None, None),
                (Some(3), None),
                (Some(7), None),
                (None, Some(3)),
                (Some(7), Some(3)),
                (Some(7), Some(7)),
                (Some(2), Some(7)),
            ];
            let some = if repetition == Repetition::Split { &all[..3] } else { &all[..] };
            for &(shared, forced) in some {
                let (mut tally, has) = (Tally::default(), Has { shared, forced });
                for &plies in plies {
                    with_rules!(library::variant(rules), R => wanderers::<R>(&referee, repetition, has, plies, count, &mut tally));
                }
                tally.conclude(&format!("{} {repetition}, {has:?}, up to {largest} seeds, plies {plies:?}", rules.name()));
            }
        }
    }
}

#[test]
fn what_is_exact_after_a_history_is_so() {
    check_histories(5, &[1, 4, 8, 12], 12);
}

#[test]
fn what_is_exact_without_a_history_is_so() {
    check_histories(5, &[0], 40);
}

/// Takes a quarter of an hour: `cargo test --release --test suite long_histories -- --ignored --nocapture`.
#[test]
#[ignore = "thousands of boards of up to 7 seeds"]
fn what_is_exact_after_long_histories_is_so() {
    check_histories(7, &[0, 2, 6, 12, 20], 60);
}

/// All moves of `abapa` 0 0 1 0 1 0 / 0 0 0 0 0 1 lead to boards that the table calls lost for the opponent by 3, but after pit 4 the way to win leads back.
#[test]
fn a_best_move_that_the_table_shows_is_not_one_that_has_to_come_back() {
    let variant = oware::variant::Variant::Abapa;
    let mut engine = Engine::new(library::tablebase(variant, &library::solve(variant, 3)), 1, 1);
    let board = Board::from_pits([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]).expect("few seeds");
    let game = start::<Abapa>(board, Repetition::Split);
    let found = ask(&mut engine, &game, limits(10_000, None), Breadth::All);
    assert_eq!((found.score.seeds(), found.exact), (3.0, true));
    let [best, other] = &found.moves[..] else { panic!("{found:?}") };
    assert_eq!((best.line[0].index(), best.score.seeds(), best.exact), (2, 3.0, true));
    assert!(other.score.seeds() == 0.0 || !other.exact, "{other:?}");
}

#[test]
fn the_two_methods_of_the_referee_agree() {
    for rules in RuleSet::OWARE {
        for repetition in BOTH {
            let mut referee = Referee::new(rules, repetition, 4);
            let mut random = library::Random::new(5);
            let (mut found, count) = (0, 100);
            for i in 0..count {
                let (seeds, plies) = (2 + random.below(3) as u32, i % 10);
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

/// Plays games with one engine that keeps what it found, asking at each ply; every other move is the engine's.
fn played_by_one_engine<R: Evaluate>(rules: RuleSet, has: Has, threads: usize, games: u64, tally: &mut Tally) {
    let referees = BOTH.map(|repetition| Referee::new(rules, repetition, 5));
    let mut random = library::Random::new(has.shared.map_or(0, |seeds| seeds as u64 + 1));
    let mut engine = has.engine(rules, threads);
    for _ in 0..games {
        let which = random.below(2) as usize;
        let mut game = wander::<R>(2 + random.below(4) as u32, random.below(5), BOTH[which], &mut random);
        for ply in 0..12 {
            let breadth = if random.below(4) == 0 { Breadth::All } else { Breadth::Best };
            let limits = limits([50, 500, 5_000, 10_000][random.below(4) as usize], [None, Some(7)][random.below(2) as usize]);
            let found = ask(&mut engine, &game, limits, breadth);
            check(&referees[which], &game, &found, tally);
            let legal: Vec<Move> = game.moves().collect();
            let mv = if ply % 2 == 0 { found.moves[0].line[0] } else { legal[random.below(legal.len() as u64) as usize] };
            game.play(mv).expect("a legal move");
            if game.stop().is_some() {
                break;
            }
        }
    }
}

#[test]
fn what_is_exact_in_the_games_of_one_engine_is_so() {
    for rules in RuleSet::OWARE {
        let all = [(None, None, 1), (Some(2), None, 1), (Some(6), None, 1), (Some(2), None, 2), (Some(6), Some(6), 1), (None, Some(4), 2)];
        for (shared, forced, threads) in all {
            let (mut tally, has) = (Tally::default(), Has { shared, forced });
            with_rules!(library::variant(rules), R => played_by_one_engine::<R>(rules, has, threads, 15, &mut tally));
            tally.conclude(&format!("{}, {has:?}, {threads} threads, one engine", rules.name()));
        }
    }
}

/// With tables of all layers the value is known at once, but not every move to a board of the right value keeps it: the way on may lead back here.
fn moves_from_full_tables<R: Evaluate>(rules: RuleSet, tally: &mut Tally) {
    let variant = library::variant(rules);
    let layers = library::solve(variant, 6);
    let referee = Referee::new(rules, Repetition::Split, 5);
    let mut random = library::Random::new(11);
    let mut engine = Engine::new(library::tablebase(variant, &layers), 1, 1);
    for i in 0..250 {
        let game = wander::<R>(2 + random.below(4) as u32, 0, Repetition::Split, &mut random);
        let breadth = if i % 2 == 0 { Breadth::All } else { Breadth::Best };
        let found = ask(&mut engine, &game, limits(10_000, None), breadth);
        assert!(found.exact);
        check(&referee, &game, &found, tally);
    }
}

#[test]
fn the_moves_that_full_tables_show_keep_the_value() {
    for rules in RuleSet::OWARE {
        let mut tally = Tally::default();
        with_rules!(library::variant(rules), R => moves_from_full_tables::<R>(rules, &mut tally));
        tally.conclude(&format!("{}, full tables", rules.name()));
    }
}

/// Asks about every board of up to `largest` seeds where each player gets the own row, alone and after a random history, with forced tables of all layers.
fn every_board<R: Evaluate>(rules: RuleSet, largest: u8, tally: &mut Tally) {
    let referee = Referee::new(rules, Repetition::OwnSide, largest);
    let mut random = library::Random::new(3);
    let mut engine = Has { shared: Some(usize::from(largest)), forced: Some(largest) }.engine(rules, 1);
    for seeds in 1..=u32::from(largest) {
        for number in 0..layer_size(seeds) {
            let alone = start::<R>(unrank(seeds, number), Repetition::OwnSide);
            let after = wander::<R>(seeds.max(2), 1 + number % 9, Repetition::OwnSide, &mut random);
            for game in [alone, after] {
                if game.stop().is_some() {
                    continue;
                }
                engine.forget();
                // With the fewer nodes the boards that can be reached are not looked at first, and the search rests on the tables alone.
                let breadth = if random.below(2) == 0 { Breadth::All } else { Breadth::Best };
                let found = ask(&mut engine, &game, limits([400, 4_000][random.below(2) as usize], None), breadth);
                check(&referee, &game, &found, tally);
            }
        }
    }
}

fn check_every_board(largest: u8) {
    for rules in RuleSet::OWARE {
        let mut tally = Tally::default();
        with_rules!(library::variant(rules), R => every_board::<R>(rules, largest, &mut tally));
        tally.conclude(&format!("{}, every board of up to {largest} seeds", rules.name()));
    }
}

#[test]
fn what_forced_tables_prove_of_every_small_board_is_so() {
    check_every_board(3);
}

/// Takes minutes: `cargo test --release --test suite every_board_of_five -- --ignored --nocapture`.
#[test]
#[ignore = "12,374 questions for each rule set"]
fn what_forced_tables_prove_of_every_board_of_five_seeds_is_so() {
    check_every_board(5);
}
