//! The naive solver against `tests/data/census.csv`: how many boards of each layer have which value.

use crate::naive::{self, RuleSet};
use std::collections::BTreeMap;

/// The naive solver gets slow above; the census goes on to 9.
const SEEDS: u8 = 7;

#[test]
fn naive_values_have_the_counts_of_the_census() {
    let census = include_str!("../data/census.csv");
    for rules in RuleSet::ALL {
        let mut expected = BTreeMap::new();
        for row in census.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let [name, seeds, value, count] = fields[..] else { panic!("census row `{row}`") };
            let (seeds, value, count): (u8, i8, u64) = (seeds.parse().unwrap(), value.parse().unwrap(), count.parse().unwrap());
            if name == rules.name() && seeds <= SEEDS {
                expected.insert((seeds, value), count);
            }
        }
        let mut found = BTreeMap::new();
        for (seeds, layer) in (0..).zip(naive::solve(rules, SEEDS)) {
            for value in layer.into_values() {
                *found.entry((seeds, value)).or_insert(0u64) += 1;
            }
        }
        assert_eq!(found, expected, "{}", rules.name());
    }
}
