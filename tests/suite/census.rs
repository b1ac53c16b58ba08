//! The naive solver against `tests/data/census.csv`: how many boards of each layer have which value; and the record that the program keeps against
//! the same, and against what is published.

use crate::naive::{self, RuleSet};
use oware::solve::record::Record;
use oware::table::Kind;
use oware::variant::Variant;
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

#[test]
fn the_record_has_the_counts_of_the_census() {
    let census = include_str!("../data/census.csv");
    for variant in Variant::ALL {
        let record = Record::kept(variant, Kind::Shared);
        let kept = record.layers().filter(|&(seeds, _)| seeds <= 9).flat_map(|(seeds, planes)| {
            planes[0].counts().map(move |(value, count)| format!("{variant},{seeds},{value},{count}")).collect::<Vec<_>>()
        });
        assert!(kept.eq(census.lines().filter(|row| row.split(',').next() == Some(variant.name()))), "{variant}");
        let layers: Vec<u32> = record.layers().map(|(seeds, _)| seeds).collect();
        assert!(layers.len() > 14 && layers.iter().copied().eq(0..layers.len() as u32), "{variant}: {layers:?}");
    }
}

/// Wins, draws and losses of wari: T. Lincke's thesis of 2002.
#[test]
fn the_record_has_the_published_counts() {
    let published: [(u32, [u64; 3]); 5] = [
        (10, [157_721, 93_743, 101_252]),
        (11, [371_960, 92_787, 240_685]),
        (12, [714_486, 197_894, 439_698]),
        (20, [46_908_384, 9_263_057, 28_500_874]),
        (24, [230_492_106, 44_357_445, 142_376_349]),
    ];
    let record = Record::kept(Variant::Wari, Kind::Shared);
    for (seeds, counts) in published {
        let (_, planes) = record.layers().find(|&(layer, _)| layer == seeds).expect("a layer on record");
        assert_eq!([planes[0].wins(), planes[0].draws(), planes[0].losses()], counts, "layer {seeds}");
    }
}
