//! What both sides can force, by the naive solver: what is known of it by other means, and the tables that are part of the program.

use crate::library;
use crate::naive::{self, ForcedLayer, RuleSet};
use oware::table::{Kind, Sources, Tablebase};

/// Boards whose opponent row has an empty pit, and those of them on which the two numbers leave nothing open.
fn decided(seeds: u8, layer: &ForcedLayer) -> (usize, usize) {
    let counted = || layer.iter().filter(|(pits, _)| pits[6..].contains(&0));
    (counted().count(), counted().filter(|&(_, (mover, opponent))| mover + opponent == seeds).count())
}

#[test]
fn as_many_boards_of_abapa_are_decided_as_another_program_counts() {
    let layers = naive::forced(RuleSet::Abapa, 8);
    for (seeds, counts) in [(3, (364, 300)), (4, (1365, 994)), (6, (12_375, 10_167)), (8, (75_504, 46_097))] {
        assert_eq!(decided(seeds, &layers[usize::from(seeds)]), counts, "layer {seeds}");
    }
}

#[test]
fn nobody_can_force_more_than_the_other_leaves() {
    for rules in RuleSet::OWARE {
        let values = naive::solve(rules, 5);
        for (seeds, layer) in (0..).zip(naive::forced(rules, 5)) {
            for (pits, (mover, opponent)) in layer {
                assert!(mover + opponent <= seeds, "{} {pits:?}: {mover} and {opponent}", rules.name());
                // Where endless play is worth 0, too, a player gets no less than what can be forced.
                let value = values[usize::from(seeds)][&pits];
                let (least, most) = (2 * mover as i8 - seeds as i8, seeds as i8 - 2 * opponent as i8);
                assert!(least <= value && value <= most, "{} {pits:?}: {value}, not in {least} to {most}", rules.name());
            }
        }
    }
}

#[test]
fn the_built_in_tables_are_those_of_the_naive_solver() {
    for rules in RuleSet::OWARE {
        let base = Tablebase::open(library::variant(rules), Kind::Forced, &Sources::All(Vec::new())).unwrap();
        assert_eq!(base.largest(), Some(8));
        for layer in naive::forced(rules, 8) {
            for (pits, (mover, opponent)) in layer {
                let found = base.forced(library::board(&pits)).expect("a built-in layer");
                assert_eq!((found.mover, found.opponent), (mover, opponent), "{} {pits:?}", rules.name());
            }
        }
    }
}
