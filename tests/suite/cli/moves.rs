//! `oware moves`.

use super::{Desk, START, THREE_SEEDS, assert_drawn, keys};
use crate::vectors::{Record, records};
use serde_json::{Value, json};

/// Replays games with the command alone: before each move the legal ones, after it the position; the last one with its end.
fn follow(file: &str, options: &str, ids: &[u32]) {
    let desk = Desk::new();
    for Record { id, moves, legal, positions, .. } in records(file).into_iter().filter(|record| ids.contains(&record.id)) {
        for ply in 0..moves.len() {
            let line = format!("moves {options} --position {} --moves {}", positions[0], &moves[..ply]);
            let line = if ply == 0 { line.trim_end_matches(" --moves ") } else { &line };
            let found = desk.json(line);
            let letters: String = found.iter().map(|row| row["move"].as_str().unwrap()).collect();
            assert_eq!(letters, legal[ply], "game {id}, ply {ply}");
            let played = found.iter().find(|row| row["move"] == moves[ply..=ply]).unwrap();
            assert_eq!(played["position"], positions[ply + 1], "game {id}, ply {ply}");
            assert_eq!(played["ends"].is_null(), ply + 1 < moves.len(), "game {id}, ply {ply}: {played}");
            let mover = |text: &str| text.chars().next_back();
            assert_eq!(played["same_player"], mover(&positions[ply]) == mover(&positions[ply + 1]), "game {id}, ply {ply}");
        }
        assert_eq!(desk.json(&format!("moves {options} --position {} --moves {moves}", positions[0])), Vec::<Value>::new());
    }
}

#[test]
fn abapa_games_are_followed_to_their_end() {
    follow("games-abapa.jsonl", "--repetition own-side", &[0, 7]);
}

#[test]
fn kalah_strict_games_are_followed_to_their_end() {
    follow("games-kalah-strict.jsonl", "--rules kalah-strict", &[0]);
}

#[test]
fn rows_have_the_documented_members() {
    let found = Desk::new().json("moves --rules kalah");
    assert_eq!(found.len(), 6);
    assert!(found.iter().all(|row| keys(row).into_iter().eq(["captured", "ends", "move", "position", "same_player"])));
    let third = json!({ "move": "C", "captured": 1, "same_player": true, "ends": null, "position": "4-4-0-5-5-5-4-4-4-4-4-4-1-0-S" });
    assert_eq!(found[2], third);
}

#[test]
fn captures_count_without_the_sweep_and_each_end_has_its_reason() {
    let desk = Desk::new();
    let cases = [
        // The last seed of the row goes into the store; North's two are swept.
        ("--rules kalah", "0-0-0-0-0-1-0-0-0-0-0-2-0-0-S", 1, "row-empty", "0-0-0-0-0-0-0-0-0-0-0-0-1-2-S"),
        ("--rules wari", "0-0-0-0-0-1-2-0-0-0-0-0-3-6-S", 3, "grand-slam", "0-0-0-0-0-0-0-0-0-0-0-0-6-6-N"),
        ("--rules abapa", "0-0-0-0-0-1-2-0-0-0-1-1-23-20-S", 3, "majority", "0-0-0-0-0-0-0-0-0-0-0-0-26-22-N"),
    ];
    for (options, position, captured, reason, after) in cases {
        let found = desk.object(&format!("moves {options} --position {position}"));
        assert_eq!((&found["captured"], &found["ends"], &found["position"]), (&json!(captured), &json!(reason), &json!(after)), "{found}");
    }
    let line = format!("moves --position {THREE_SEEDS} --moves FfAcBdCeDaE");
    let ending = |line: &str| desk.json(line).into_iter().find(|row| row["move"] == "b").unwrap();
    let found = ending(&line);
    assert_eq!((&found["ends"], &found["position"]), (&json!("repetition"), &json!(THREE_SEEDS)), "nobody's seeds stay");
    let found = ending(&format!("{line} --repetition own-side"));
    assert_eq!((&found["ends"], &found["position"]), (&json!("repetition"), &json!("0-0-0-0-0-0-0-0-0-0-0-0-1-2-S")));
}

#[test]
fn a_pass_is_a_row() {
    let found = Desk::new().object("moves --rules warri --position 0-0-0-0-0-0-1-1-1-1-1-1-0-0-S");
    let pass = json!({ "move": "-", "captured": 0, "same_player": false, "ends": null, "position": "0-0-0-0-0-0-1-1-1-1-1-1-0-0-N" });
    assert_eq!(found, pass);
}

#[test]
fn a_finished_game_prints_no_rows() {
    let desk = Desk::new();
    for position in ["1-1-1-1-1-1-1-1-1-1-1-1-30-0-S", "2-1-0-0-0-0-0-0-0-0-0-0-4-5-S"] {
        assert_eq!(desk.json(&format!("moves --position {position}")), Vec::<Value>::new());
    }
    let text = desk.text("moves --position 1-1-1-1-1-1-1-1-1-1-1-1-30-0-S");
    assert!(text.ends_with("The game is over: majority.\n"), "{text}");
}

#[test]
fn the_text_draws_the_board_above_the_moves() {
    let text = Desk::new().text(&format!("moves --position {START} --moves F"));
    assert_drawn(&text, "4 4 5 5 5 5", "4 4 4 4 4 0");
    assert!(text.contains("North   │  4 │  4 │  5 │  5 │  5 │  5 │   0 in store ◀ to move"), "{text}");
    assert_eq!(text.lines().filter(|line| line.ends_with("-0-0-S")).count(), 6, "{text}");
}
