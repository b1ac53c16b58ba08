//! What the search calls exact, against tables that it does not see.

use crate::library;
use crate::naive::RuleSet;
use oware::board::Board;
use oware::engine::{Analysis, Engine};
use oware::game::{Game, Repetition};
use oware::index::{layer_size, rank, unrank};
use oware::position::Position;
use oware::rules::Rules;
use oware::score::{Score, Value};
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::table::{Kind, Tablebase};
use oware::variant::Variant;
use oware::with_rules;
use std::sync::OnceLock;
use std::time::Instant;

/// The layers that are solved for these tests.
const LARGEST: u32 = 10;

/// The layers 0 to 10 of a rule set, solved once for all tests.
fn solved(variant: Variant) -> &'static [Vec<u8>] {
    static LAYERS: [OnceLock<Vec<Vec<u8>>>; 6] = [const { OnceLock::new() }; 6];
    let place = Variant::ALL.iter().position(|&other| other == variant).expect("all are listed");
    LAYERS[place].get_or_init(|| library::solve(variant, LARGEST))
}

fn value(variant: Variant, board: Board) -> Value {
    solved(variant)[board.seeds() as usize][rank(board) as usize] as Value
}

/// The tables of the layers up to and with `seeds`, or none.
fn tables(variant: Variant, seeds: Option<u32>) -> Tablebase {
    seeds.map_or_else(|| Tablebase::empty(variant, Kind::Shared), |seeds| library::tablebase(variant, &solved(variant)[..=seeds as usize]))
}

/// A game without history that starts at a board, South to move and both stores empty.
fn game<R: Rules>(board: Board, repetition: Repetition) -> Game<R> {
    Game::new(Position::of(board), repetition)
}

fn ask<R: Evaluate>(engine: &mut Engine, game: &Game<R>, limits: Limits, breadth: Breadth) -> Analysis {
    engine.analyse(game, limits, breadth, &Signals::new())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// So many random boards of the layers from `least` to `most`, each layer equally often.
fn random_boards(least: u32, most: u32, count: u32) -> Vec<Board> {
    let mut random = library::Random::new(u64::from(least * 100 + most));
    (0..count)
        .map(|i| {
            let seeds = least + i % (most - least + 1);
            unrank(seeds, random.below(layer_size(seeds)))
        })
        .collect()
}

/// Searches random boards of 4 to 10 seeds without tables. What is exact must be the table's value. Returns how many of how many are.
fn proven_without_tables<R: Evaluate>(variant: Variant, limit: u64, hash: usize) -> (usize, usize) {
    let start = Instant::now();
    let boards = random_boards(4, LARGEST, 504);
    let mut engine = Engine::new(tables(variant, None), hash, 1);
    let (mut proven, mut visited) = (0, 0);
    for &board in &boards {
        engine.forget();
        let found = ask(&mut engine, &game::<R>(board, Repetition::Split), nodes(limit), Breadth::Best);
        visited += found.nodes;
        if found.exact {
            proven += 1;
            let expected = Score::from_seeds(i32::from(value(variant, board)));
            assert_eq!(found.score, expected, "{variant} {board:?} {:?}", found.moves);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{variant}: {proven} of {} boards proven with at most {limit} nodes each, {visited} in all, {seconds:.1} s", boards.len());
    (proven, boards.len())
}

fn check_without_tables(variant: Variant, limit: u64, hash: usize) {
    let (proven, all) = with_rules!(variant, R => proven_without_tables::<R>(variant, limit, hash));
    match variant {
        Variant::Kalah | Variant::KalahStrict => assert_eq!(proven, all, "{variant}"),
        // Hardly any game of these rules ends before the board is empty.
        Variant::AbapaPlayOn => {}
        _ => assert!(proven * 5 > all, "{variant}: {proven} of {all}"),
    }
}

#[test]
fn what_a_short_search_without_tables_proves_is_the_table_value() {
    for variant in Variant::ALL {
        check_without_tables(variant, 30_000, 1);
    }
}

/// The same with five million nodes a board. Takes minutes to an hour each: `cargo test --release --test suite a_long_search -- --ignored --nocapture`.
mod a_long_search_without_tables_proves_table_values {
    use super::{Variant, check_without_tables};

    macro_rules! for_rules {
        ($name:ident, $variant:ident) => {
            #[test]
            #[ignore = "5,000,000 nodes for each of 504 boards"]
            fn $name() {
                check_without_tables(Variant::$variant, 5_000_000, 64);
            }
        };
    }

    for_rules!(abapa, Abapa);
    for_rules!(play_on, AbapaPlayOn);
    for_rules!(wari, Wari);
    for_rules!(warri, Warri);
    for_rules!(kalah, Kalah);
    for_rules!(strict_kalah, KalahStrict);
}

#[test]
fn a_search_with_the_tables_of_the_layers_below_never_contradicts() {
    for variant in Variant::ALL {
        let mut engine = Engine::new(tables(variant, Some(7)), 1, 1);
        let (mut proven, boards) = (0, random_boards(8, LARGEST, 300));
        for &board in &boards {
            engine.forget();
            let found = with_rules!(variant, R => ask(&mut engine, &game::<R>(board, Repetition::Split), nodes(10_000), Breadth::Best));
            if found.exact {
                proven += 1;
                assert_eq!(found.score, Score::from_seeds(i32::from(value(variant, board))), "{variant} {board:?}");
            }
        }
        println!("{variant}: {proven} of {} boards of 8 to 10 seeds proven with tables of up to 7", boards.len());
    }
}

/// What a move is worth to the mover by the table.
fn move_value<R: Rules>(variant: Variant, board: Board, mv: oware::board::Move) -> Value {
    let played = R::play(board, mv);
    let (gain, rest) = (played.gain as Value, value(variant, played.board));
    if played.again { gain + rest } else { gain - rest }
}

fn answers_from_full_tables<R: Evaluate>(variant: Variant) {
    let mut engine = Engine::new(tables(variant, Some(LARGEST)), 1, 1);
    let (mut asked, mut moves, mut visited) = (0, 0, 0);
    for board in random_boards(1, LARGEST, 500) {
        let game = game::<R>(board, Repetition::Split);
        if game.stop().is_some() {
            continue;
        }
        let found = ask(&mut engine, &game, nodes(10_000), Breadth::Best);
        let expected = value(variant, board);
        assert!(found.exact, "{variant} {board:?}");
        assert_eq!(found.score, Score::from_seeds(i32::from(expected)), "{variant} {board:?}");
        assert_eq!(move_value::<R>(variant, board, found.moves[0].line[0]), expected, "{variant} {board:?}");
        asked += 1;
        moves += usize::from(found.moves[0].exact);
        visited += found.nodes;
    }
    println!("{variant}, full tables: {moves} of {asked} moves proven to keep the value, {visited} nodes");
    assert!(moves * 2 > asked, "{variant}: {moves} of {asked}");
}

#[test]
fn full_tables_give_the_exact_value_and_a_move_that_keeps_it() {
    for variant in Variant::ALL {
        with_rules!(variant, R => answers_from_full_tables::<R>(variant));
    }
}

/// Analyses all moves of random boards with tables of up to so many seeds; returns how many moves have an exact value and of how many.
fn exact_moves<R: Evaluate>(variant: Variant, seeds: Option<u32>) -> (usize, usize) {
    let mut engine = Engine::new(tables(variant, seeds), 1, 1);
    let (mut exact, mut all, mut weaker) = (0, 0, 0);
    for board in random_boards(4, LARGEST, 140) {
        engine.forget();
        let found = ask(&mut engine, &game::<R>(board, Repetition::Split), nodes(5_000), Breadth::All);
        all += found.moves.len();
        for line in found.moves.iter().filter(|line| line.exact) {
            exact += 1;
            let expected = move_value::<R>(variant, board, line.line[0]);
            let score = f64::from(expected);
            // A win by a move that has to come back to this board is worth less, if not nothing.
            let comes_back = R::CAN_REPEAT && line.score.seeds() >= 0.0 && line.score.seeds() < score;
            assert!(line.score.seeds() == score || comes_back, "{variant} {board:?} {:?} {expected} {seeds:?}", line.line);
            weaker += usize::from(comes_back);
        }
    }
    println!("{variant}, tables {seeds:?}: {exact} of {all} moves exact, {weaker} worth less than the table says");
    (exact, all)
}

#[test]
fn exact_values_of_all_moves_are_those_of_the_table() {
    for variant in Variant::ALL {
        for seeds in [None, Some(7), Some(LARGEST)] {
            let (exact, all) = with_rules!(variant, R => exact_moves::<R>(variant, seeds));
            assert!(exact > 0, "{variant}, tables {seeds:?}: {exact} of {all}");
        }
    }
}

#[test]
fn two_threads_prove_what_is_so() {
    for variant in Variant::ALL {
        let mut engine = Engine::new(tables(variant, None), 1, 2);
        for board in random_boards(4, 9, 60) {
            let found = with_rules!(variant, R => ask(&mut engine, &game::<R>(board, Repetition::Split), nodes(10_000), Breadth::Best));
            if found.exact {
                assert_eq!(found.score, Score::from_seeds(i32::from(value(variant, board))), "{variant} {board:?}");
            }
        }
    }
}

/// How many of 200 boards of 8 to 10 seeds are proven where a repetition gives each player the own row, with these tables.
fn proven_for_own_sides<R: Evaluate>(engine: &mut Engine, limit: u64) -> usize {
    let boards = random_boards(8, LARGEST, 200).into_iter().map(|board| game::<R>(board, Repetition::OwnSide));
    boards
        .filter(|game| {
            engine.forget();
            ask(engine, game, nodes(limit), Breadth::Best).exact
        })
        .count()
}

#[test]
fn forced_tables_prove_more_where_each_player_gets_the_own_row() {
    for rules in RuleSet::OWARE {
        let variant = library::variant(rules);
        let shared = || tables(variant, Some(8));
        let engines = [
            ("no table", Engine::new(tables(variant, None), 1, 1)),
            ("shared", Engine::new(shared(), 1, 1)),
            ("forced", Engine::new(tables(variant, None), 1, 1).with_forced(library::forced_tablebase(rules, 8))),
            ("both", Engine::new(shared(), 1, 1).with_forced(library::forced_tablebase(rules, 8))),
        ];
        let proven: Vec<usize> = engines
            .into_iter()
            .map(|(name, mut engine)| {
                let start = Instant::now();
                let proven = with_rules!(variant, R => proven_for_own_sides::<R>(&mut engine, 20_000));
                println!("{variant}: {proven} of 200 boards of 8 to 10 seeds proven, {name}, {:.1} s", start.elapsed().as_secs_f64());
                proven
            })
            .collect();
        // Under play-on hardly any game of so many seeds ends before play repeats, so that nobody can force much.
        assert!(variant == Variant::AbapaPlayOn || proven[2] > proven[0] && proven[3] > proven[1], "{variant}: {proven:?}");
    }
}

/// Proves random boards of 4 to 10 seeds, with the tables of the layers up to `seeds`. The value must lie within the bounds. Returns how many of how many are
/// exact.
fn values_proven<R: Evaluate>(variant: Variant, seeds: Option<u32>, limit: u64, threads: usize) -> (usize, usize) {
    let boards = random_boards(4, LARGEST, 140);
    let mut engine = Engine::new(tables(variant, seeds), 1, threads);
    let mut proven = 0;
    for &board in &boards {
        engine.forget();
        let proof = engine.prove(&game::<R>(board, Repetition::Split), nodes(limit), 1, &Signals::new(), &mut |_| ());
        let expected = i32::from(value(variant, board));
        let [least, most] = proof.bounds;
        assert!((least..=most).contains(&expected), "{variant} {board:?}: {expected} is not in {least}..={most}");
        assert_eq!(proof.analysis.exact, least == most);
        proven += usize::from(proof.analysis.exact);
        if let Some(best) = proof.analysis.moves.first().filter(|_| proof.analysis.exact) {
            let kept = move_value::<R>(variant, board, best.line[0]);
            assert_eq!(kept, expected as Value, "{variant} {board:?} {:?}", best.line);
        }
    }
    (proven, boards.len())
}

#[test]
fn the_value_lies_within_what_is_proven() {
    for variant in Variant::ALL {
        for (seeds, threads, expected) in [(None, 1, 15), (None, 5, 15), (Some(8), 1, 70), (Some(3), 3, 15)] {
            let (proven, all) = with_rules!(variant, R => values_proven::<R>(variant, seeds, 10_000, threads));
            println!("{variant}, tables {seeds:?}, {threads} threads: {proven} of {all} proven");
            assert!(proven * 100 >= expected * all || variant == Variant::AbapaPlayOn, "{variant}, tables {seeds:?}: {proven} of {all}");
        }
    }
}

/// Under `own-side` what is proven is at least what forced tables hold of each player.
#[test]
fn what_is_proven_to_be_forced_is_what_the_forced_tables_hold() {
    for rules in RuleSet::OWARE {
        let variant = library::variant(rules);
        let forced = library::forced_tablebase(rules, 8);
        let mut engine = Engine::new(tables(variant, None), 1, 1);
        let mut exact = 0;
        for board in random_boards(4, 8, 60) {
            let numbers = forced.forced(board).expect("a table of its layer");
            let seeds = board.seeds() as i32;
            let expected = [2 * i32::from(numbers.mover) - seeds, seeds - 2 * i32::from(numbers.opponent)];
            engine.forget();
            let proof = with_rules!(variant, R => {
                engine.prove(&game::<R>(board, Repetition::OwnSide), nodes(20_000), 1, &Signals::new(), &mut |_| ())
            });
            let [least, most] = proof.bounds;
            // A search through the repetitions may prove more than can be forced without them; nothing proves the contrary of what is forced.
            assert!(least <= expected[1] && most >= expected[0], "{variant} {board:?}: {least}..={most}, forced {expected:?}");
            exact += usize::from(proof.bounds == expected);
        }
        println!("{variant}: {exact} of 60 boards have the bounds of the forced table");
        assert!(exact > 10 || variant == Variant::AbapaPlayOn, "{variant}: {exact}");
    }
}

/// Kalah with 1, 2 and 3 seeds in each pit, as Irving, Donkers and Uiterwijk found it (2000), and the values of `kalah-strict`. The playing search, from a
/// fresh table, finds the same.
#[test]
fn small_kalah_games_are_proven_twice() {
    for (variant, values) in [(Variant::Kalah, [2, 10, 2]), (Variant::KalahStrict, [2, 6, 2])] {
        for (seeds_per_pit, value) in (1..).zip(values) {
            let start = Position::start(seeds_per_pit).expect("few seeds");
            let mut engine = Engine::new(tables(variant, Some(LARGEST)), 64, 1);
            let mut pair = Engine::new(tables(variant, Some(LARGEST)), 1, 2);
            let [proof, search] = with_rules!(variant, R => {
                let game = Game::<R>::new(start, Repetition::Split);
                let prove = |engine: &mut Engine| engine.prove(&game, nodes(3_000_000), 16, &Signals::new(), &mut |_| ());
                let proof = prove(&mut engine);
                assert_eq!([&proof, &prove(&mut pair)].map(|proof| proof.bounds), [[value; 2]; 2], "{variant} {seeds_per_pit}");
                engine.forget();
                [proof.analysis, ask(&mut engine, &game, nodes(8_000_000), Breadth::Best)]
            });
            // The playing search does not get to the end of the largest one.
            assert!(proof.exact && (search.exact || seeds_per_pit == 3), "{variant} {seeds_per_pit}: {search:?}");
            for found in [proof, search] {
                assert_eq!(found.score, Score::from_seeds(value), "{variant} {seeds_per_pit}");
            }
        }
    }
}
