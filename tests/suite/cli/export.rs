//! `oware db export`.

use super::{Desk, rule_sets};
use crate::naive::{self, Pits, RuleSet};
use std::fs;

/// C(n, k).
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// The interchange order: Σ C(s_i + i, i + 1) with s_i the seeds of the pits 0 to i.
fn rank(pits: &Pits) -> usize {
    let mut seeds = 0;
    let sum: u64 = (0..11)
        .map(|i| {
            seeds += u64::from(pits[i as usize]);
            if seeds == 0 { 0 } else { choose(seeds + i, i + 1) }
        })
        .sum();
    sum as usize
}

#[test]
fn every_value_stands_at_the_board_s_rank() {
    let desk = Desk::new();
    for rules in RuleSet::ALL {
        let run = desk.run(&format!("db export --rules {} --seeds 5 --out layer.bin", rules.name()));
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
        assert!(run.err.starts_with("4,368 boards of "), "{}", run.err);
        let bytes = fs::read(desk.path("layer.bin")).unwrap();
        let layer = &naive::solve(rules, 5)[5];
        assert_eq!(bytes.len(), layer.len());
        for (pits, &value) in layer {
            assert_eq!(bytes[rank(pits)] as i8, value, "{} {pits:?}", rules.name());
        }
    }
    assert_eq!(rank(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]), 0);
}

#[test]
fn an_absent_layer_is_told_with_its_cost_and_leaves_no_file() {
    let desk = Desk::new();
    for rules in rule_sets() {
        let words = [format!("no shared table of {rules} with 9 seeds"), format!("oware db build --rules {rules} --seeds 9 (")];
        desk.fails(&format!("db export --rules {rules} --seeds 9 --out layer.bin"), 1, &words.each_ref().map(String::as_str));
    }
    assert!(!desk.path("layer.bin").exists());
}

#[test]
fn what_cannot_be_written_is_named() {
    let desk = Desk::new();
    desk.fails("db export --seeds 2 --out nowhere/layer.bin", 3, &["cannot write nowhere/layer.bin"]);
    desk.folder("taken");
    desk.fails("db export --seeds 2 --out taken", 3, &["cannot write taken"]);
}

#[test]
fn a_damaged_table_is_not_exported() {
    let desk = Desk::new();
    desk.build("abapa", 3, "tables");
    let path = desk.path("tables/abapa/shared-03.owt");
    let mut bytes = fs::read(&path).unwrap();
    bytes[70] ^= 4;
    fs::write(&path, bytes).unwrap();
    desk.fails("db export --seeds 3 --out layer.bin --db tables", 3, &["tables/abapa/shared-03.owt: damaged: block 0"]);
    assert!(!desk.path("layer.bin").exists());
}

#[cfg(unix)]
#[test]
fn an_export_can_be_read_by_whoever_may_read_new_files() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.text("db export --seeds 2 --out layer.bin");
    fs::write(desk.path("plain"), "").unwrap();
    let mode = |name: &str| fs::metadata(desk.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("layer.bin"), mode("plain"));
}

#[test]
fn of_kind_forced_two_numbers_stand_at_the_board_s_rank() {
    let desk = Desk::new();
    for rules in RuleSet::OWARE {
        desk.text(&format!("db export --kind forced --rules {} --seeds 4 --out layer.bin", rules.name()));
        let bytes = fs::read(desk.path("layer.bin")).unwrap();
        let layer = &naive::forced(rules, 4)[4];
        assert_eq!(bytes.len(), 2 * layer.len());
        for (pits, &(mover, opponent)) in layer {
            assert_eq!(bytes[2 * rank(pits)..][..2], [mover, opponent], "{} {pits:?}", rules.name());
        }
    }
}
