//! `oware best`.

use super::{Desk, START, THREE_SEEDS, assert_drawn, keys, position, rows};
use crate::naive::{self, RuleSet};
use oware::game::Game;
use oware::notation::{Letters, parse_position};
use oware::rules::Rules;
use oware::variant::Variant;
use oware::with_rules;
use serde_json::{Value, json};

const KEYS: [&str; 11] = ["depth", "exact", "move", "nodes", "position", "pv", "repetition", "rules", "score", "tables", "time_ms"];

#[test]
fn the_object_has_the_documented_members() {
    let desk = Desk::new();
    let best = desk.object("best --rules wari --moves FfBe --depth 6");
    assert!(keys(&best).into_iter().eq(KEYS), "{best}");
    assert_eq!((&best["rules"], &best["repetition"], &best["depth"]), (&json!("wari"), &json!("split"), &json!(6)));
    assert_eq!((&best["exact"], &best["move"]), (&json!(false), &best["pv"][0]));
    assert!(best["score"].is_f64() && best["nodes"].as_u64() > Some(0) && best["time_ms"].is_u64(), "{best}");
    assert_eq!(best["tables"], json!([{ "kind": "shared", "from": 0, "to": 8, "source": "built-in" }]));
    let line: String = best["pv"].as_array().unwrap().iter().map(|letter| letter.as_str().unwrap()).collect();
    assert_eq!(desk.run(&format!("moves --rules wari --moves FfBe{line}")).code, Some(0), "the line is legal: {line}");
}

#[test]
fn the_text_draws_the_board_and_says_what_the_score_means() {
    let text = Desk::new().text("best --position 0-0-0-0-0-1-0-0-1-0-0-1-2-7-S");
    assert_drawn(&text, "1 0 0 1 0 0", "0 0 0 0 0 1");
    assert!(text.contains("best move  F\n"), "{text}");
    assert!(text.contains("score      -8  (exact: North wins by 8 with best play)"), "{text}");
    assert!(text.contains("tables     shared layers 0–8 (built-in)"), "{text}");
    assert!(!text.contains("hint"), "{text}");
}

/// Boards of five seeds under every rule set, by the solver of the referee.
#[test]
fn boards_of_the_built_in_tables_are_exact_and_stores_count() {
    let desk = Desk::new();
    for rules in RuleSet::ALL {
        let layers = naive::solve(rules, 5);
        let boards: Vec<_> = naive::boards(5).into_iter().step_by(97).collect();
        let lines: Vec<String> = boards.iter().map(|pits| position(pits, [9, 4])).collect();
        let line = format!("best --stdin --json --rules {}", rules.name());
        let run = super::Run::of(desk.command(&line).write_stdin(lines.join("\n")));
        let found = rows(&run.done(&line));
        assert_eq!(found.len(), boards.len());
        for (best, pits) in found.iter().zip(&boards) {
            assert_eq!((&best["score"], &best["exact"]), (&json!(layers[5][pits] + 5), &json!(true)), "{best}");
            assert_eq!(best["move"].is_null(), naive::outcomes(rules, pits).is_empty(), "{best}");
        }
    }
}

#[test]
fn stdin_gives_an_object_a_line_in_order() {
    let desk = Desk::new();
    let lines = format!("{START} Ff B e\n\n  {THREE_SEEDS}\n{THREE_SEEDS}\tFfAcBdCe\n{START} ffbe\n");
    let run = super::Run::of(desk.command("best --stdin --json --depth 8").write_stdin(lines));
    let found = rows(&run.done("best --stdin"));
    let after = desk.object("best --moves FfBe --depth 1")["position"].clone();
    let positions: Vec<&Value> = found.iter().map(|best| &best["position"]).collect();
    assert_eq!(positions, [&after, &json!(THREE_SEEDS), &json!("0-0-0-1-0-0-1-0-0-0-0-1-0-0-S"), &after]);
    let scores: Vec<&Value> = found[1..3].iter().map(|best| &best["score"]).collect();
    assert_eq!(scores, [&json!(-3), &json!(0)]);
}

#[test]
fn a_bad_line_of_stdin_is_named_after_the_answers_before_it() {
    let desk = Desk::new();
    for (bad, word) in [(format!("{START} FA-"), "move 3 of `FA-`"), ("4-4-S".to_owned(), "has 3 fields")] {
        let run = super::Run::of(desk.command("best --stdin --json").write_stdin(format!("{THREE_SEEDS}\n{bad}\n{THREE_SEEDS}\n")));
        assert_eq!((run.code, rows(&run.out).len()), (Some(2), 1), "{}", run.err);
        assert!(run.err.starts_with("error: line 2: ") && run.err.contains(word), "{}", run.err);
    }
    let run = super::Run::of(desk.command("best --stdin --json").write_stdin(b"\xff\xfe\n".as_slice()));
    run.failed("bytes that are no text", 2, &["line 1", "UTF-8"]);
}

#[test]
fn a_position_of_the_history_that_comes_back_is_not_overlooked() {
    let desk = Desk::new();
    let best = desk.object(&format!("best --position {THREE_SEEDS} --moves FfAcBdCe"));
    assert_eq!((&best["move"], &best["score"], &best["exact"]), (&json!("D"), &json!(0), &json!(true)));
    let best = desk.object("best --position 0-0-0-1-0-0-1-0-0-0-0-1-0-0-S");
    assert_eq!((&best["score"], &best["exact"]), (&json!(-3), &json!(true)), "without the history");
    // What comes back after a capture belongs to another history, and a repetition by the own side is no table's business.
    let best = desk.object(&format!("best --repetition own-side --depth 30 --position {THREE_SEEDS}"));
    assert!(best["score"] == json!(-3) || best["exact"] == json!(false), "{best}");
}

#[test]
fn a_finished_game_has_no_move_and_its_final_score() {
    let desk = Desk::new();
    let cases = [
        ("--moves FfAcBdCeDaEb", THREE_SEEDS, 0, "repetition"),
        ("--moves FfAcBdCeDaEb --repetition own-side", THREE_SEEDS, -1, "repetition"),
        // Stores count; after North's move it is North who is to move again.
        ("--moves FfAcBdCeDaEb --repetition own-side", "0-0-0-0-0-1-0-0-1-0-0-1-9-4-S", 4, "repetition"),
        ("", "0-0-0-0-0-0-1-0-0-0-0-2-4-4-S", -3, "no-move"),
        ("", "2-1-0-0-0-0-0-0-0-0-0-0-4-5-S", 2, "cannot-feed"),
        ("", "2-1-0-0-0-0-0-0-0-0-0-0-4-5-N", -2, "no-move"),
        ("--rules kalah", "0-0-0-0-0-0-1-0-0-0-0-2-4-4-N", 3, "row-empty"),
        ("--rules abapa-play-on", "0-0-0-0-0-0-0-0-0-0-0-0-4-7-S", -3, "no-move"),
    ];
    for (options, position, score, reason) in cases {
        let best = desk.object(&format!("best --position {position} {options}"));
        let found = (&best["move"], &best["score"], &best["exact"], &best["over"], &best["pv"]);
        assert_eq!(found, (&Value::Null, &json!(score), &json!(true), &json!(reason), &json!([])), "{best}");
        assert_eq!(best["position"], json!(position), "{best}");
    }
    let text = desk.text(&format!("best --position {THREE_SEEDS} --moves FfAcBdCeDaEb --repetition own-side"));
    assert!(text.contains("The game is over: repetition.\n  result     North wins by 1\n"), "{text}");
    assert_drawn(&text, "1 0 0 1 0 0", "0 0 0 0 0 1");
}

#[test]
fn a_majority_is_no_reason_to_keep_silent() {
    let best = Desk::new().object("best --position 0-0-0-0-0-1-0-0-1-0-0-1-40-5-S");
    assert_eq!((&best["move"], &best["score"], &best["exact"]), (&json!("F"), &json!(32), &json!(true)));
}

#[test]
fn letters_are_read_in_either_case_and_passes_as_dashes() {
    let desk = Desk::new();
    let exact = desk.object("best --moves FfBe --depth 3");
    for moves in ["ffbe", "FFBE", "fFbE"] {
        assert_eq!(desk.object(&format!("best --depth 3 --moves {moves}"))["position"], exact["position"], "{moves}");
    }
    // South has no seeds and passes, North feeds, South moves on.
    let best = desk.object("best --rules abapa-play-on --position 0-0-0-0-0-0-0-0-0-0-0-1-0-0-S --moves -fA");
    assert_eq!(best["position"], json!("0-1-0-0-0-0-0-0-0-0-0-0-0-0-N"));
    assert_eq!((&best["move"], &best["score"]), (&json!("-"), &json!(0)));
    let best = desk.object("best --rules abapa-play-on --position 1-0-0-0-0-0-0-0-0-0-0-0-0-0-N --moves -A");
    assert_eq!(best["position"], json!("0-1-0-0-0-0-0-0-0-0-0-0-0-0-N"));
}

/// Kalah with one and two seeds a pit has been known for long; three were solved by Irving, Donkers and Uiterwijk (2000).
fn assert_solved(rules: &str, scores: [i32; 3]) {
    let desk = Desk::new();
    for (seeds, score) in (1..).zip(scores) {
        let best = desk.object(&format!("best --rules {rules} --seeds-per-pit {seeds} --nodes 60000000"));
        assert_eq!((&best["score"], &best["exact"]), (&json!(score), &json!(true)), "{best}");
    }
}

#[test]
fn small_kalah_is_solved() {
    assert_solved("kalah", [2, 10, 2]);
}

#[test]
fn small_strict_kalah_is_solved() {
    assert_solved("kalah-strict", [2, 6, 2]);
}

#[test]
fn a_hint_names_the_table_that_would_settle_the_position() {
    let desk = Desk::new();
    let line = "best --depth 2 --position 1-1-1-1-1-1-1-1-1-1-1-1-0-0-S";
    let text = desk.text(line);
    assert!(
        text.contains("hint       a table of 12 seeds would settle this: `oware db build --rules abapa --seeds 12` (2.7 MB, about "),
        "{text}"
    );
    desk.folder("mine");
    let text = desk.text(&format!("{line} --db mine"));
    assert!(text.contains("tables     none\n"), "{text}");
    assert!(text.contains("`oware db build --rules abapa --seeds 12 --db mine`"), "the folder that is used alone: {text}");
    for options in ["--no-db", "--repetition own-side"] {
        let text = desk.text(&format!("{line} {options}"));
        assert!(!text.contains("hint"), "{options}: {text}");
    }
}

#[test]
fn forced_tables_are_used_where_each_player_gets_the_own_row() {
    let desk = Desk::new();
    let best = desk.object(&format!("best --repetition own-side --position {THREE_SEEDS}"));
    assert_eq!((&best["score"], &best["exact"]), (&json!(-3), &json!(true)));
    let tables = ["shared", "forced"].map(|kind| json!({ "kind": kind, "from": 0, "to": 8, "source": "built-in" }));
    assert_eq!(best["tables"], json!(tables));
    let text = desk.text(&format!("analyze --repetition own-side --position {THREE_SEEDS}"));
    assert!(text.contains("tables     shared layers 0–8 (built-in); forced layers 0–8 (built-in)\n"), "{text}");
    assert_eq!(desk.object("best --rules kalah --depth 2 --repetition own-side")["tables"].as_array().unwrap().len(), 1);
    assert_eq!(desk.object("best --no-db --depth 2 --repetition own-side")["tables"], json!([]));
}

#[test]
fn a_proof_gives_the_value_or_bounds_and_says_what_it_cannot_take() {
    let desk = Desk::new();
    let best = desk.object("best --prove --rules kalah --seeds-per-pit 3");
    assert_eq!((&best["score"], &best["exact"], &best["bounds"]), (&json!(2), &json!(true), &json!([2, 2])), "{best}");
    let open = desk.object("best --prove --nodes 5000");
    assert_eq!(open["exact"], json!(false), "{open}");
    let bound = |i: usize| open["bounds"][i].as_f64().expect("a number");
    let score = open["score"].as_f64().expect("a number");
    assert!((-48.0..=score).contains(&bound(0)) && (score..=48.0).contains(&bound(1)), "{open}");
    assert!(open["nodes"].as_u64() <= Some(5000), "{open}");
    let text = desk.text("best --prove --nodes 5000");
    assert!(text.contains("  proven     between "), "{text}");
    let pair = desk.object("best --prove --rules kalah-strict --seeds-per-pit 3 --threads 2");
    assert_eq!((&pair["score"], &pair["exact"]), (&json!(2), &json!(true)), "{pair}");
    let run = desk.run("best --prove --depth 3");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--depth"), "{}", run.err);
}

/// A line that is followed into the tables, which do not know what was played, does not come back to an earlier position where that is worth something else than
/// the score says.
#[test]
fn the_line_of_an_exact_score_does_not_end_with_another() {
    fn difference<R: Rules>(row: &Value) -> Option<i64> {
        let start = parse_position(row["position"].as_str().unwrap(), R::MAX_SEEDS).unwrap();
        let mut game = Game::<R>::new(start, row["repetition"].as_str().unwrap().parse().unwrap());
        let line: String = row["pv"].as_array().unwrap().iter().map(|letter| letter.as_str().unwrap()).collect();
        game.replay(&line, Letters::Exact).unwrap();
        let last = game.final_position();
        let mover = start.to_move();
        game.stop().map(|_| i64::from(last.store(mover)) - i64::from(last.store(mover.other())))
    }
    let desk = Desk::new();
    let mut ends = 0;
    for (rules, repetition, position) in [
        ("abapa", "split", "2-1-0-1-1-0-0-1-1-1-0-0-20-20-S"),
        ("abapa", "own-side", "0-1-0-0-0-0-4-0-1-0-1-0-20-20-N"),
        ("warri", "own-side", "0-0-0-0-1-0-0-1-1-0-1-1-20-20-N"),
        ("wari", "split", "0-1-1-0-0-0-2-0-1-0-0-1-20-20-S"),
        ("abapa-play-on", "split", "1-0-0-1-0-0-0-1-1-0-0-0-20-20-S"),
    ] {
        for limit in ["--nodes 200000", "--nodes 2000", "--depth 12"] {
            let row = desk.object(&format!("best --rules {rules} --repetition {repetition} --position {position} {limit}"));
            let end = with_rules!(rules.parse::<Variant>().unwrap(), R => difference::<R>(&row));
            if row["exact"] == true
                && let Some(end) = end
            {
                ends += 1;
                assert_eq!(row["score"].as_i64(), Some(end), "{row}");
            }
        }
    }
    assert!(ends > 3, "{ends} lines reach the end");
}
