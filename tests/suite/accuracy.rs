//! The positions of `oware bench --accuracy`: what is in `tests/data/accuracy`, and whether its values are right.

use crate::library;
use crate::naive::{self, RuleSet};
use oware::bench::accuracy::suite;
use oware::bench::graded::Graded;
use oware::engine::Engine;
use oware::game::{Game, Repetition};
use oware::notation::parse_position;
use oware::rules::kalah::{Kalah, KalahStrict};
use oware::score::Score;
use oware::search::evaluation::Evaluate;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::table::{Kind, Sources, Tablebase};
use oware::variant::Variant;
use oware::with_rules;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Positions of each rule set, how often a move drawn at random keeps the value, and the seeds that it loses in the mean, both in thousandths.
const SUITES: [(Variant, usize, u32, u32); 6] = [
    (Variant::Abapa, 210, 352, 3_990),
    (Variant::AbapaPlayOn, 210, 346, 3_595),
    (Variant::Wari, 210, 365, 4_146),
    (Variant::Warri, 210, 362, 4_208),
    (Variant::Kalah, 210, 398, 4_144),
    (Variant::KalahStrict, 210, 380, 4_307),
];

/// What a move drawn at random is worth in the mean of these positions: the share that keeps the value, and seeds lost.
pub fn random_choice(suite: &[Graded]) -> (f64, f64) {
    let mean = |of: &dyn Fn(u32) -> f64| {
        let of_position = |graded: &Graded| {
            let losses = graded.moves().iter().map(|&(mv, _)| graded.loss(mv).unwrap());
            losses.map(of).sum::<f64>() / graded.moves().len() as f64
        };
        suite.iter().map(of_position).sum::<f64>() / suite.len() as f64
    };
    (mean(&|loss| if loss == 0 { 1.0 } else { 0.0 }), mean(&f64::from))
}

#[test]
fn there_are_as_many_positions_as_are_named_and_chance_does_so_well() {
    for (variant, positions, best, loss) in SUITES {
        let suite = suite(variant);
        let (share, mean) = random_choice(&suite);
        let found = (suite.len(), (1000.0 * share).round() as u32, (1000.0 * mean).round() as u32);
        assert_eq!(found, (positions, best, loss), "{variant}");
    }
}

#[test]
fn positions_are_of_18_to_24_seeds_all_different_and_a_choice() {
    for variant in Variant::ALL {
        let suite = suite(variant);
        for seeds in 18..=24 {
            assert_eq!(suite.iter().filter(|graded| graded.position().board().seeds() == seeds).count(), 30, "{variant}, {seeds} seeds");
        }
        let boards: HashSet<_> = suite.iter().map(|graded| graded.position().board().pits()).collect();
        assert_eq!(boards.len(), 210, "{variant}");
        for graded in &suite {
            let position = graded.position();
            assert!(graded.is_choice() && position.seeds() == 48 && position.store_difference().abs() <= 10, "{variant}: {graded}");
        }
    }
}

#[test]
fn lines_are_what_is_read_and_the_moves_those_of_the_naive_rules() {
    for variant in Variant::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/accuracy/{variant}.txt"));
        let text = fs::read_to_string(&path).unwrap();
        let (comments, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        assert_eq!(comments.len(), 2, "{variant}");
        let suite = suite(variant);
        assert!(suite.iter().map(Graded::to_string).eq(lines), "{variant}");
        for graded in suite {
            let moves = naive::outcomes(RuleSet::named(variant.name()), &graded.position().board().pits());
            assert!(graded.moves().iter().map(|(mv, _)| mv.index()).eq(moves.iter().map(|&(pit, _)| pit)), "{variant}: {graded}");
        }
    }
}

/// By a route that shares no code with the solver from which the values come.
fn proves_best_values<R: Evaluate>(variant: Variant) {
    let tables = Tablebase::open(variant, Kind::Shared, &Sources::All(Vec::new())).unwrap();
    let mut engine = Engine::new(tables, 1, 1);
    let suite = suite(variant);
    let smallest: Vec<&Graded> = suite.iter().filter(|graded| graded.position().board().seeds() == 18).collect();
    assert_eq!(smallest.len(), 30);
    for graded in smallest {
        let game = Game::<R>::new(graded.position(), Repetition::Split);
        let limits = Limits { nodes: Some(20_000_000), ..Limits::default() };
        let proof = engine.prove(&game, limits, 16, &Signals::new(), &mut |_| ());
        let expected = Score::from_seeds(graded.position().store_difference() + i32::from(graded.best()));
        assert_eq!((proof.analysis.score, proof.analysis.exact), (expected, true), "{variant}: {graded}");
    }
}

#[test]
fn proofs_by_search_find_the_values_of_kalah_with_18_seeds() {
    proves_best_values::<Kalah>(Variant::Kalah);
    proves_best_values::<KalahStrict>(Variant::KalahStrict);
}

/// Takes a minute: `cargo test --release --test suite solved_layers_have_the_values -- --ignored`.
#[test]
#[ignore = "solves 18 layers of each rule set, 86.5 million boards"]
fn solved_layers_have_the_values_of_the_positions_of_18_seeds() {
    for variant in Variant::ALL {
        let tables = library::tablebase(variant, &library::solve(variant, 18));
        let mut compared = 0;
        for graded in suite(variant).iter().filter(|graded| graded.position().board().seeds() == 18) {
            let found = with_rules!(variant, R => Graded::by_tables::<R>(graded.position(), &tables));
            assert_eq!(found.as_ref(), Some(graded), "{variant}");
            assert_eq!(tables.value(graded.position().board()), Some(graded.best()), "{variant}: {graded}");
            compared += 1;
        }
        assert_eq!(compared, 30, "{variant}");
    }
}

#[test]
fn a_line_with_a_move_that_is_not_legal_is_refused() {
    let line = suite(Variant::Wari)[0].to_string();
    let position = line.split_once(' ').unwrap().0;
    let error = Graded::parse(&format!("{position} A=0 B=0 C=0 D=0 E=0 F=0 F=0"), Variant::Wari).unwrap_err().to_string();
    assert!(error.contains(position) && error.contains("expected after the position"), "{error}");
    assert!(parse_position(position, 48).is_ok());
}
