//! The review of games against the [`Referee`]: what is exact is right with the history of the game, and what every review keeps to, exact or not.

use crate::library;
use crate::naive::{self, Pits, RuleSet};
use crate::referee::Referee;
use oware::board::{Board, Move, Row, Side};
use oware::engine::Engine;
use oware::game::{Game, Repetition};
use oware::index::{layer_size, unrank};
use oware::ogn::Record;
use oware::position::Position;
use oware::review::worth::{Worth, for_south};
use oware::review::{Review, review};
use oware::rules::Rules;
use oware::rules::oware::Abapa;
use oware::score::Score;
use oware::search::evaluation::Evaluate;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::variant::Variant;
use oware::with_rules;

/// Most moves of a random game.
const LONGEST: usize = 30;

/// A random board with the same seeds in both stores, either side to move.
fn start(seeds: u32, random: &mut library::Random) -> Position {
    let pits = unrank(seeds, random.below(layer_size(seeds))).pits();
    let row = |pits: &[u8]| Row::from_pits(pits.try_into().expect("six pits"));
    let side = if random.below(2) == 0 { Side::South } else { Side::North };
    let store = random.below(9) as u8;
    Position::new(row(&pits[..6]), row(&pits[6..]), [store; 2], side).expect("few seeds")
}

/// A game of random moves: each one that captures nothing is as likely as all that capture something, so that histories grow.
fn random_game<R: Rules>(seeds: u32, repetition: Repetition, random: &mut library::Random) -> Record {
    let start = start(seeds, random);
    let mut game = Game::<R>::new(start, repetition);
    let mut moves = vec![];
    while game.ending().is_none() && moves.len() < LONGEST {
        let mut choices = vec![];
        let (quiet, loud): (Vec<Move>, Vec<Move>) = game.moves().partition(|&mv| R::play(game.position().board(), mv).gain == 0);
        choices.extend(quiet);
        if !loud.is_empty() {
            choices.push(loud[random.below(loud.len() as u64) as usize]);
        }
        let mv = choices[random.below(choices.len() as u64) as usize];
        game.play(mv).expect("a legal move");
        moves.push(mv);
    }
    Record::of_game::<R>(start, repetition, moves, None).expect("legal moves")
}

/// The game after each number of moves.
fn stages<R: Rules>(record: &Record) -> Vec<Game<R>> {
    let mut stages = vec![Game::<R>::new(record.start(), record.repetition())];
    for &mv in record.moves() {
        let mut next = stages[stages.len() - 1].clone();
        next.play(mv).expect("a legal move");
        stages.push(next);
    }
    stages
}

fn pits(played: &[Board]) -> Vec<Pits> {
    played.iter().map(|board| board.pits()).collect()
}

/// What a game is worth to South in the end, stores included, if its mover gets the least and the most that the players can force.
fn worth<R: Rules>(referee: &Referee, game: &Game<R>) -> [Score; 2] {
    // A return to the position itself ends the game, so what the moves are worth is asked for.
    let after = |mv: Move| {
        let mut next = game.clone();
        let gain = next.play(mv).expect("a legal move").gain as i8;
        let (least, most) = referee.bounds(&pits(next.history()));
        (gain - most, gain - least)
    };
    let over = game.stop().map(|_| referee.bounds(&pits(game.history())));
    let best = || game.moves().map(after).reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))).expect("a move");
    let (least, most) = over.unwrap_or_else(best);
    let position = game.position();
    [least, most].map(|seeds| for_south(Score::from_seeds(position.store_difference() + i32::from(seeds)), position.to_move()))
}

/// Holds a value called exact against the referee. Under own-side a game may be worth anything between what the players can force; then it is played out if
/// that is no great work, and whether it was is told.
fn check_exact<R: Rules>(referee: &mut Referee, game: &Game<R>, found: Score, what: &str) -> bool {
    let mut bounds = worth(referee, game);
    bounds.sort_by_key(|bound| bound.hundredths());
    assert!(bounds[0] <= found && found <= bounds[1], "{found:?} is not in {bounds:?}: {what}");
    if bounds[0] == bounds[1] {
        return true;
    }
    assert_eq!(game.repetition(), Repetition::OwnSide, "{what}");
    let played_out = referee.played_out(&pits(game.history()));
    if let Some(seeds) = played_out {
        let position = game.position();
        let south = for_south(Score::from_seeds(position.store_difference() + i32::from(seeds)), position.to_move());
        assert_eq!(found, south, "{what}");
    }
    played_out.is_some()
}

fn reviewed<R: Evaluate>(engine: &mut Engine, record: &Record, nodes: u64) -> Review {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    review::<R>(engine, record, limits, &Signals::new(), &mut |_, _| ()).expect("legal moves")
}

/// What holds of every review, however little is known.
fn check_laws(record: &Record, review: &Review) {
    let worths: Vec<Worth> = review.worths().collect();
    assert_eq!(worths.len(), record.moves().len() + 1, "{record}");
    let mut fall = Score::ZERO;
    for (ply, after) in review.plies.iter().zip(&worths[1..]) {
        assert_eq!(ply.after, *after, "{record}");
        assert!(ply.loss() >= Score::ZERO, "{ply:?} in {record}");
        assert!(!ply.forced || ply.before == ply.after, "{ply:?} in {record}");
        fall = fall + for_south(ply.loss(), ply.mover());
        if ply.loss() == Score::ZERO {
            assert_eq!(ply.best.first(), Some(&ply.played), "{ply:?} in {record}");
        } else {
            assert_ne!(ply.best.first(), Some(&ply.played), "{ply:?} in {record}");
        }
    }
    assert_eq!(worths[0].score - fall, worths[worths.len() - 1].score, "{record}");
}

/// Reviews and what of them was exact.
#[derive(Default)]
struct Tally {
    plies: usize,
    exact: usize,
    /// Exact values that the referee knows exactly as well.
    settled: usize,
    moves: usize,
}

/// Reviews random games of up to so many seeds by one engine, and holds what is exact against the referee.
fn check_games<R: Evaluate>(referee: &mut Referee, repetition: Repetition, engine: &mut Engine, games: u64) -> Tally {
    let mut random = library::Random::new(games + engine.tables().tables().count() as u64);
    let mut tally = Tally::default();
    for i in 0..games {
        let record = random_game::<R>(2 + random.below(referee.largest() - 1) as u32, repetition, &mut random);
        let review = reviewed::<R>(engine, &record, [300, 3_000, 20_000][i as usize % 3]);
        check_laws(&record, &review);
        let stages = stages::<R>(&record);
        for (number, (game, found)) in stages.iter().zip(review.worths()).enumerate() {
            tally.plies += 1;
            if found.exact {
                tally.exact += 1;
                tally.settled += usize::from(check_exact(referee, game, found.score, &format!("after {number} moves of {record}")));
            }
        }
        for (game, ply) in stages.iter().zip(&review.plies).filter(|(_, ply)| ply.best_exact) {
            tally.moves += 1;
            let mut next = game.clone();
            next.play(ply.best[0]).expect("a legal move");
            check_exact(referee, &next, ply.before.score, &format!("{ply:?} in {record}"));
        }
    }
    tally
}

#[test]
fn what_is_exact_in_a_review_is_so_with_the_history_of_the_game() {
    check_all(30);
}

/// `cargo test --release --test suite many_reviews -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes: 2,400 games"]
fn what_is_exact_in_many_reviews_is_so() {
    check_all(150);
}

/// Reviews so many games of each oware rule set, under both repetition rules, with all tables and with few.
fn check_all(games: u64) {
    for rules in RuleSet::OWARE {
        let variant = library::variant(rules);
        for repetition in [Repetition::Split, Repetition::OwnSide] {
            let mut referee = Referee::new(rules, repetition, 5);
            for shared in [5, 2] {
                let mut engine = Engine::new(library::tablebase(variant, &library::solve(variant, shared)), 1, 1)
                    .with_forced(library::forced_tablebase(rules, shared as u8));
                let tally = with_rules!(variant, R => check_games::<R>(&mut referee, repetition, &mut engine, games));
                let Tally { plies, exact, settled, moves } = tally;
                println!(
                    "{variant} {repetition}, {shared}: {exact} of {plies} exact, {settled} held against the referee, {moves} best moves"
                );
                assert!(settled > exact / 2 && moves > 0, "{variant} {repetition}, {shared}");
            }
        }
    }
}

/// With few tables and few nodes estimates and proofs contradict each other now and then.
#[test]
fn whatever_is_known_no_move_gains_and_a_best_move_that_was_played_loses_nothing() {
    fn check<R: Evaluate>(engine: &mut Engine, random: &mut library::Random) {
        for i in 0..40 {
            let record = random_game::<R>(4 + random.below(9) as u32, Repetition::Split, random);
            check_laws(&record, &reviewed::<R>(engine, &record, [30, 300, 1_000][i % 3]));
        }
    }
    for rules in RuleSet::ALL {
        let variant = library::variant(rules);
        let mut engine = Engine::new(library::tablebase(variant, &library::solve(variant, 2)), 1, 1);
        let mut random = library::Random::new(11);
        with_rules!(variant, R => check::<R>(&mut engine, &mut random));
    }
}

/// Kalah cannot repeat: with the tables of all layers everything is exact.
#[test]
fn with_full_tables_a_review_of_kalah_is_exact_and_no_move_improves_the_value() {
    for rules in [RuleSet::Kalah, RuleSet::KalahStrict] {
        let variant = library::variant(rules);
        let truth = naive::solve(rules, 6);
        let mut engine = Engine::new(library::tablebase(variant, &library::solve(variant, 6)), 1, 1);
        let mut random = library::Random::new(3);
        for _ in 0..200 {
            with_rules!(variant, R => check_kalah::<R>(&truth, &mut engine, &mut random));
        }
    }
}

fn check_kalah<R: Evaluate>(truth: &[naive::Layer], engine: &mut Engine, random: &mut library::Random) {
    let record = random_game::<R>(2 + random.below(5) as u32, Repetition::Split, random);
    let review = reviewed::<R>(engine, &record, 1_000);
    check_laws(&record, &review);
    assert!(review.exact_from() == (!record.moves().is_empty()).then_some(1), "{record}");
    for (game, found) in stages::<R>(&record).iter().zip(review.worths()) {
        let position = game.position();
        let pits = position.board().pits();
        let rest = truth[pits.iter().sum::<u8>() as usize][&pits];
        let value = position.store_difference() + i32::from(rest);
        let south = for_south(Score::from_seeds(value), position.to_move());
        assert_eq!(found, Worth { score: south, exact: true }, "{record}");
    }
}

/// The games of `tests/data/reviewed.ogn` as far as the referee sees: the last one shuffles for so long that a position that came before decides it, and the table
/// of its five seeds is wrong.
#[test]
fn a_history_that_decides_a_game_counts() {
    let records = Record::parse_all(include_str!("../data/reviewed.ogn")).expect("games");
    let record = records.last().expect("a game");
    assert_eq!(record.variant(), Variant::Abapa);
    let referee = Referee::new(RuleSet::Abapa, record.repetition(), 7);
    let mut engine = Engine::new(library::tablebase(Variant::Abapa, &library::solve(Variant::Abapa, 7)), 16, 1);
    let found = reviewed::<Abapa>(&mut engine, record, 20_000);
    check_laws(record, &found);
    let mut unlike = vec![];
    for (number, (game, found)) in stages::<Abapa>(record).iter().zip(found.worths()).enumerate() {
        let (position, board) = (game.position(), game.position().board());
        if u64::from(board.seeds()) > referee.largest() || !found.exact {
            continue;
        }
        assert_eq!(worth(&referee, game), [found.score; 2], "after {number} moves");
        // Without history the bounds meet, under split.
        let (least, most) = referee.bounds(&[board.pits()]);
        let known = Score::from_seeds(position.store_difference() + i32::from(least));
        if game.stop().is_none() && (least != most || for_south(found.score, position.to_move()) != known) {
            unlike.push(number);
        }
    }
    assert_eq!(unlike, (162..173).collect::<Vec<usize>>());
}
