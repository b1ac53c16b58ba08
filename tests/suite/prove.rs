//! The proof of a table by another solution: it agrees with the solver and with naive ones, and it can fail.

use crate::library;
use crate::naive::{self, Pits, RuleSet};
use oware::board::Board;
use oware::index::{boards_from, layer_size, rank, unrank};
use oware::rules::Rules;
use oware::score::Value;
use oware::solve::contradiction::{Contradiction, Quantity, Road};
use oware::solve::prove::prove;
use oware::solve::verify::follows;
use oware::table::{Kind, TableId};
use oware::variant::Variant;
use oware::with_rules;
use std::collections::HashMap;

fn proven(variant: Variant, kind: Kind, seeds: u32, layers: &[Vec<u8>]) -> Result<(), Contradiction> {
    let layers = library::slices(&layers[..=seeds as usize]);
    with_rules!(variant, R => prove::<R>(kind, seeds, &layers))
}

fn followed(variant: Variant, kind: Kind, seeds: u32, layers: &[Vec<u8>]) -> Result<(), Contradiction> {
    let layers = library::slices(&layers[..=seeds as usize]);
    with_rules!(variant, R => follows::<R>(kind, seeds, &layers))
}

#[test]
fn the_proof_and_the_solver_agree_on_all_rule_sets() {
    for variant in Variant::ALL {
        let layers = library::solve(variant, 10);
        for seeds in 0..=10 {
            assert_eq!(proven(variant, Kind::Shared, seeds, &layers), Ok(()), "{variant}");
        }
    }
}

#[test]
fn a_plain_wrong_value_is_found_by_both_checks() {
    for variant in Variant::ALL {
        let mut layers = library::solve(variant, 7);
        for place in [0, 17, layer_size(7) / 2, layer_size(7) - 1] {
            let truth = layers[7][place as usize];
            layers[7][place as usize] = if truth == 3 { 2 } else { 3 };
            let noticed = proven(variant, Kind::Shared, 7, &layers).unwrap_err();
            let expected = Contradiction {
                board: unrank(7, place),
                quantity: Quantity::Difference,
                found: i32::from(layers[7][place as usize] as Value),
                expected: i32::from(truth as Value),
                road: Road::Proof,
            };
            assert_eq!(noticed, expected, "{variant}");
            assert!(followed(variant, Kind::Shared, 7, &layers).is_err(), "{variant}");
            layers[7][place as usize] = truth;
        }
    }
}

#[test]
fn values_that_lie_in_step_round_a_cycle_are_found_by_the_proof_alone() {
    let mut possible = 0;
    for variant in Variant::ALL {
        let mut layers = library::solve(variant, 6);
        for seeds in 1..=6 {
            let truth = layers[seeds as usize].clone();
            if !library::lie_in_step(variant, seeds, &mut layers) {
                continue;
            }
            possible += 1;
            assert_eq!(followed(variant, Kind::Shared, seeds, &layers), Ok(()), "{variant} layer {seeds}");
            let noticed = proven(variant, Kind::Shared, seeds, &layers).unwrap_err();
            let place = truth.iter().zip(&layers[seeds as usize]).position(|(truth, lie)| truth != lie).unwrap();
            assert_eq!(
                (rank(noticed.board), noticed.expected),
                (place as u64, i32::from(truth[place] as Value)),
                "{variant} layer {seeds}"
            );
            layers[seeds as usize] = truth;
        }
    }
    println!("{possible} layers of 36 can lie in step");
    assert!(possible > 0, "no layer was found in which boards can hold each other up");
}

/// What mover and opponent can force on every board of up to `seeds` seeds: with a horizon of so many moves, beyond which nobody gets anything, and
/// a horizon moved on until that changes nothing.
fn naive_forced(rules: RuleSet, seeds: u8) -> HashMap<Pits, [u8; 2]> {
    let boards: Vec<Pits> = (0..=seeds).flat_map(naive::boards).collect();
    let mut sure: HashMap<Pits, [u8; 2]> = boards.iter().map(|&pits| (pits, [0, 0])).collect();
    loop {
        let further = |pits: &Pits| {
            let outcomes = naive::outcomes(rules, pits);
            let row = |row: &[u8]| row.iter().sum::<u8>();
            if outcomes.is_empty() {
                return [row(&pits[..6]), row(&pits[6..])];
            }
            let mover = outcomes.iter().map(|(_, outcome)| outcome.gain + sure[&outcome.after][1]).max().unwrap();
            let opponent = outcomes.iter().map(|(_, outcome)| sure[&outcome.after][0]).min().unwrap();
            [mover, opponent]
        };
        let next: HashMap<Pits, [u8; 2]> = boards.iter().map(|pits| (*pits, further(pits))).collect();
        if next == sure {
            return sure;
        }
        sure = next;
    }
}

/// The tables of kind forced for layers 0 to `seeds`: the mover's plane, then the opponent's.
pub fn forced_layers(rules: RuleSet, seeds: u32) -> Vec<Vec<u8>> {
    let sure = naive_forced(rules, seeds as u8);
    let plane = |seeds: u32, plane: usize| boards_from(seeds, 0).map(|board| sure[&board.pits()][plane]).collect::<Vec<u8>>();
    (0..=seeds).map(|n| [plane(n, 0), plane(n, 1)].concat()).collect()
}

fn with_cycles() -> impl Iterator<Item = (RuleSet, Variant)> {
    let all = RuleSet::ALL.into_iter().map(|rules| (rules, library::variant(rules)));
    all.filter(|&(_, variant)| TableId::new(variant, Kind::Forced, 0).is_ok())
}

#[test]
fn naive_forced_tables_are_proven_and_follow() {
    for (rules, variant) in with_cycles() {
        let layers = forced_layers(rules, 4);
        for seeds in 0..=4 {
            assert_eq!(proven(variant, Kind::Forced, seeds, &layers), Ok(()), "{variant}");
            assert_eq!(followed(variant, Kind::Forced, seeds, &layers), Ok(()), "{variant}");
        }
    }
}

#[test]
fn a_wrong_number_of_a_forced_table_is_found_and_named() {
    for (rules, variant) in with_cycles() {
        let mut layers = forced_layers(rules, 3);
        let boards = layer_size(3) as usize;
        for (place, quantity) in [(7, Quantity::Mover), (boards + 7, Quantity::Opponent)] {
            let truth = layers[3][place];
            layers[3][place] = (truth + 1) % 4;
            let noticed = proven(variant, Kind::Forced, 3, &layers).unwrap_err();
            assert_eq!((rank(noticed.board), noticed.quantity), (7, quantity), "{variant}: {noticed}");
            assert_eq!((noticed.found, noticed.expected), (i32::from(layers[3][place]), i32::from(truth)), "{variant}");
            assert!(followed(variant, Kind::Forced, 3, &layers).is_err(), "{variant}");
            layers[3][place] = truth;
        }
    }
}

/// The greatest solution instead of the least: everybody can force everything until some move says no.
fn greatest_forced<R: Rules>(seeds: u32, layers: &mut [Vec<u8>]) {
    let size = layer_size(seeds) as usize;
    layers[seeds as usize].fill(seeds as u8);
    loop {
        let number = |board: Board, plane: u64| {
            let seeds = board.seeds();
            layers[seeds as usize][(plane * layer_size(seeds) + rank(board)) as usize]
        };
        let new: Vec<[u8; 2]> = boards_from(seeds, 0)
            .map(|board| {
                let played = || R::moves(board).map(|mv| R::play(board, mv));
                let mover = played().map(|played| played.gain + number(played.board, 1)).max();
                let opponent = played().map(|played| number(played.board, 0)).min();
                [mover.unwrap_or(board.mover.seeds() as u8), opponent.unwrap_or(board.opponent.seeds() as u8)]
            })
            .collect();
        let new: Vec<u8> = new.iter().map(|pair| pair[0]).chain(new.iter().map(|pair| pair[1])).collect();
        assert_eq!(new.len(), 2 * size);
        if new == layers[seeds as usize] {
            return;
        }
        layers[seeds as usize] = new;
    }
}

#[test]
fn forced_numbers_that_hold_each_other_up_are_found_by_the_proof_alone() {
    let mut possible = 0;
    for (rules, variant) in with_cycles() {
        let mut layers = forced_layers(rules, 4);
        for seeds in 1..=4 {
            let truth = layers[seeds as usize].clone();
            with_rules!(variant, R => greatest_forced::<R>(seeds, &mut layers));
            assert_eq!(followed(variant, Kind::Forced, seeds, &layers), Ok(()), "{variant}");
            let lies = layers[seeds as usize] != truth;
            assert_eq!(proven(variant, Kind::Forced, seeds, &layers).is_err(), lies, "{variant} layer {seeds}");
            possible += u32::from(lies);
            layers[seeds as usize] = truth;
        }
    }
    assert!(possible > 0, "no layer with two solutions");
}
