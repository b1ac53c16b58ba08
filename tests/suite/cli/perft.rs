//! `oware perft`.

use super::{Desk, START, keys};
use crate::naive::{self, RuleSet};
use serde_json::json;

#[test]
fn counts_are_those_of_the_referee() {
    let desk = Desk::new();
    for rules in RuleSet::ALL {
        for depth in [1, 4] {
            let found = desk.object(&format!("perft --rules {} --depth {depth}", rules.name()));
            assert_eq!(found, json!({ "depth": depth, "count": naive::perft(rules, &[4; 12], depth) }), "{}", rules.name());
        }
    }
    // As a published engine counts.
    assert_eq!(desk.object("perft --depth 9")["count"], json!(3_592_872));
}

#[test]
fn divided_counts_add_up() {
    let desk = Desk::new();
    let found = desk.json("perft --depth 5 --divide --moves Ff");
    let letters: String = found.iter().map(|row| row["move"].as_str().unwrap()).collect();
    assert_eq!(letters, "ABCDE");
    assert!(found.iter().all(|row| keys(row).into_iter().eq(["count", "move"])));
    let sum: u64 = found.iter().map(|row| row["count"].as_u64().unwrap()).sum();
    assert_eq!(desk.object("perft --depth 5 --moves Ff")["count"], json!(sum));
}

#[test]
fn the_text_names_rules_and_counts() {
    let desk = Desk::new();
    let text = desk.text(&format!("perft --depth 3 --divide --position {START}"));
    assert!(text.starts_with("A  34\nB  33\nC  32\nD  31\nE  30\nF  30\nabapa: 190 sequences of 3 moves in "), "{text}");
}

#[test]
fn majority_and_repetition_are_ignored_and_a_pass_is_a_move() {
    let desk = Desk::new();
    let three = "0-0-0-0-0-1-0-0-1-0-0-1";
    assert_eq!(
        desk.object(&format!("perft --depth 2 --position {three}-0-0-S")),
        desk.object(&format!("perft --depth 2 --position {three}-40-0-S"))
    );
    assert_eq!(desk.object(&format!("perft --depth 1 --position {three}-0-0-S --moves FfAcBdCeDaEb"))["count"], json!(1));
    let passes = desk.object("perft --rules warri --depth 1 --position 0-0-0-0-0-0-1-1-1-1-1-1-0-0-S");
    assert_eq!(passes["count"], json!(1));
    assert_eq!(desk.object("perft --depth 1 --position 0-0-0-0-0-0-1-1-1-1-1-1-0-0-S")["count"], json!(0));
}
