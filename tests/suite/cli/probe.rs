//! `oware db probe`.

use super::{Desk, THREE_SEEDS, assert_drawn, position};
use crate::naive::{self, RuleSet};
use serde_json::{Value, json};
use std::fs;

#[test]
fn value_and_best_moves_are_those_of_the_referee() {
    let desk = Desk::new();
    for rules in RuleSet::ALL {
        let layers = naive::solve(rules, 4);
        for pits in naive::boards(4).into_iter().step_by(213) {
            let found = desk.object(&format!("db probe --rules {} --position {}", rules.name(), position(&pits, [3, 1])));
            let value = layers[4][&pits];
            let mut best: Vec<Value> = naive::outcomes(rules, &pits)
                .into_iter()
                .filter(|(_, outcome)| {
                    let left: u8 = outcome.after.iter().sum();
                    let rest = layers[left as usize][&outcome.after];
                    value == outcome.gain as i8 + if outcome.same_player { rest } else { -rest }
                })
                .map(|(mv, _)| json!(["A", "B", "C", "D", "E", "F", "-"][mv]))
                .collect();
            best.sort_by_key(Value::to_string);
            let mut found = found;
            found["moves"].as_array_mut().unwrap().sort_by_key(Value::to_string);
            assert_eq!(found, json!({ "kind": "shared", "value": value, "moves": best, "table": "built-in" }), "{} {pits:?}", rules.name());
        }
    }
}

#[test]
fn the_text_draws_the_board_and_history_is_left_aside() {
    let desk = Desk::new();
    let text = desk.text(&format!("db probe --position {THREE_SEEDS} --moves FfAcBdCe"));
    assert_drawn(&text, "1 0 0 0 0 1", "0 0 0 1 0 0");
    assert!(
        text.contains("value       -3  (seeds from here on for South, minus the opponent's)\n  best moves  D\n  table       built-in\n"),
        "{text}"
    );
    let text = desk.text("db probe --position 2-1-0-0-0-0-0-0-0-0-0-0-4-5-N");
    assert!(text.contains("value       -3  (seeds from here on for North") && text.contains("none, the game is over"), "{text}");
    let text = desk.text("db probe --rules kalah --position 0-0-0-0-0-0-0-0-0-0-0-0-4-5-N");
    assert!(text.contains("value       0  ("), "{text}");
}

#[test]
fn the_folder_of_the_table_is_named() {
    let desk = Desk::new();
    desk.build("abapa", 3, "tables");
    assert_eq!(desk.object(&format!("db probe --position {THREE_SEEDS} --db tables"))["table"], json!("tables"));
}

#[test]
fn a_layer_without_a_table_is_a_no_with_the_command_that_builds_it() {
    let desk = Desk::new();
    let nine = "1-1-1-1-1-1-1-1-1-0-0-0-20-19-S";
    let words = ["no shared table of abapa with 9 seeds; build it: oware db build --rules abapa --seeds 9 (293.9 kB, about 1 s on "];
    desk.fails(&format!("db probe --position {nine}"), 1, &words);
    // What few can build is told by its size.
    desk.fails("db probe", 1, &["with 48 seeds; one would take 279.9 GB of disk; `oware best` searches"]);
    desk.build("abapa", 3, "tables");
    desk.fails(&format!("db probe --position {nine} --db tables"), 1, &["oware db build --rules abapa --seeds 9 --db tables ("]);
}

#[test]
fn a_layer_below_that_is_missing_is_named() {
    let desk = Desk::new();
    desk.build("abapa", 3, "tables");
    fs::remove_file(desk.path("tables/abapa/shared-01.owt")).unwrap();
    // North's two seeds are captured here, which leads to the layer of one seed.
    let words = ["no shared table of abapa with 1 seed;", "oware db build --rules abapa --seeds 1 --db tables"];
    desk.fails("db probe --position 0-0-0-0-0-1-1-0-0-0-0-1-0-0-S --db tables", 1, &words);
}

#[test]
fn of_kind_forced_both_numbers_and_the_moves_that_keep_the_mover_s_are_told() {
    let desk = Desk::new();
    for rules in RuleSet::OWARE {
        let layers = naive::forced(rules, 4);
        for pits in naive::boards(4).into_iter().step_by(171) {
            let mut found = desk.object(&format!("db probe --kind forced --rules {} --position {}", rules.name(), position(&pits, [3, 1])));
            let (mover, opponent) = layers[4][&pits];
            let mut keeping: Vec<Value> = naive::outcomes(rules, &pits)
                .into_iter()
                .filter(|(_, outcome)| {
                    let left: u8 = outcome.after.iter().sum();
                    mover == outcome.gain + layers[left as usize][&outcome.after].1
                })
                .map(|(mv, _)| json!(["A", "B", "C", "D", "E", "F", "-"][mv]))
                .collect();
            keeping.sort_by_key(Value::to_string);
            found["moves"].as_array_mut().unwrap().sort_by_key(Value::to_string);
            let expected = json!({ "kind": "forced", "mover": mover, "opponent": opponent, "moves": keeping, "table": "built-in" });
            assert_eq!(found, expected, "{} {pits:?}", rules.name());
        }
    }
}

#[test]
fn the_text_says_what_forced_numbers_mean() {
    let desk = Desk::new();
    let text = desk.text("db probe --kind forced --position 2-1-0-0-0-0-0-0-0-0-0-0-4-5-N");
    assert!(text.contains("forced      North can force 0 of the 3 seeds, South 3: exact whatever a repetition is worth\n"), "{text}");
    let text = desk.text("db probe --kind forced --rules abapa-play-on --position 1-0-0-0-0-0-0-0-0-0-0-0-4-5-S");
    assert!(
        text.contains("South can force 0 of the 1 seed, North 0: who gets the other 1 depends on what a repetition is worth\n"),
        "{text}"
    );
}
