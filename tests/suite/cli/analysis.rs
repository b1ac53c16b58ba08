//! `oware analyze`.

use super::{Desk, assert_drawn, keys, position};
use crate::naive::{self, RuleSet};
use serde_json::{Value, json};

#[test]
fn every_move_has_its_value_and_its_loss_the_best_first() {
    let desk = Desk::new();
    let rules = RuleSet::Abapa;
    let layers = naive::solve(rules, 7);
    let pits = [1, 0, 2, 0, 0, 1, 0, 1, 0, 2, 0, 0];
    let found = desk.json(&format!("analyze --position {}", position(&pits, [3, 8])));
    let mut expected: Vec<(i8, usize)> = naive::outcomes(rules, &pits)
        .into_iter()
        .map(|(mv, outcome)| {
            let left: u8 = outcome.after.iter().sum();
            (outcome.gain as i8 - layers[left as usize][&outcome.after] - 5, mv)
        })
        .collect();
    expected.sort_by_key(|&(score, _)| -score);
    assert_eq!(found.len(), expected.len());
    let best = expected[0].0;
    assert_eq!(i32::from(best), i32::from(layers[7][&pits]) - 5);
    for (row, (score, _)) in found.iter().zip(&expected) {
        assert!(keys(row).contains("loss") && keys(row).contains("tables"), "{row}");
        assert_eq!((&row["score"], &row["exact"], &row["loss"]), (&json!(score), &json!(true), &json!(best - score)), "{row}");
        let mv = row["move"].as_str().unwrap().as_bytes()[0] - b'A';
        assert!(expected.contains(&(*score, usize::from(mv))), "{row}");
    }
}

#[test]
fn the_text_has_a_line_a_move() {
    let text = Desk::new().text("analyze --position 1-0-2-0-0-1-0-1-0-2-0-0-3-8-S");
    assert_drawn(&text, "0 0 2 0 1 0", "1 0 2 0 0 1");
    let moves: Vec<&str> =
        text.lines().skip_while(|line| !line.starts_with("  move")).skip(1).take_while(|line| !line.is_empty()).collect();
    assert_eq!(moves.len(), 3, "{text}");
    let losses: Vec<u32> = moves.iter().map(|line| line.split_whitespace().nth(3).unwrap().parse().expect(line)).collect();
    assert!(losses[0] == 0 && losses.is_sorted(), "{text}");
}

#[test]
fn estimates_have_losses_that_are_not_negative() {
    let found = Desk::new().json("analyze --depth 5");
    assert_eq!(found.len(), 6);
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{row}"));
    for row in &found {
        let loss = number(&found[0], "score") - number(row, "score");
        assert!((number(row, "loss") - loss).abs() < 1e-6 && loss >= 0.0, "{row}");
    }
}

#[test]
fn a_finished_game_has_no_rows() {
    let desk = Desk::new();
    let line = "analyze --position 2-1-0-0-0-0-0-0-0-0-0-0-4-5-S";
    assert_eq!(desk.json(line), Vec::<Value>::new());
    assert!(desk.text(line).contains("The game is over: cannot-feed.\n  result     South wins by 2\n"));
}
