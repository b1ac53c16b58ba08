//! What a careless or unlucky user does: damaged tables, tiny budgets, things that are no files.

use super::Desk;
use serde_json::json;
use std::fs;
use std::time::Duration;

const NINE_SEEDS: &str = "1-1-0-1-0-2-1-0-1-0-1-0-20-20-S";

/// Sets all values of a layer to zero and leaves the checksums.
fn zero(desk: &Desk, file: &str, boards: usize) {
    let path = desk.path(file);
    let mut bytes = fs::read(&path).unwrap();
    bytes[64..64 + boards].fill(0);
    fs::write(&path, bytes).unwrap();
}

#[test]
fn a_damaged_table_that_was_named_gives_no_answer() {
    let desk = Desk::new();
    desk.build("wari", 8, "tables");
    let line = format!("best --rules wari --position {NINE_SEEDS} --db tables --nodes 20000");
    desk.object(&line);
    zero(&desk, "tables/wari/shared-08.owt", 75_582);
    let words = ["shared-08.owt", "block 0", "oware db build --rules wari --seeds 8 --db tables"];
    desk.fails(&line, 3, &words);
    desk.fails(&line.replace("best", "analyze"), 3, &words);
}

#[test]
fn damage_in_a_table_that_was_found_is_passed_over_with_a_warning() {
    let desk = Desk::new();
    desk.build("wari", 8, "tables");
    zero(&desk, "tables/wari/shared-08.owt", 75_582);
    fs::rename(desk.path("tables"), desk.path("databases")).unwrap();
    let line = format!("best --rules wari --position {NINE_SEEDS} --nodes 20000");
    let run = desk.run(&line);
    assert_eq!(run.code, Some(0));
    assert!(run.err.contains("warning: passed over a part of ") && run.err.contains("shared-08.owt"), "{}", run.err);
    // Eight seeds that only the damaged table knows: nothing is called exact unless the search shows it.
    let board = "0-2-0-1-1-0-1-0-1-0-2-0-20-20-S";
    let damaged = desk.object(&format!("best --rules wari --position {board} --nodes 2000"));
    fs::remove_dir_all(desk.path("databases")).unwrap();
    let right = desk.object(&format!("best --rules wari --position {board}"));
    assert_eq!(right["exact"], json!(true));
    assert!(damaged["exact"] == json!(false) || damaged["score"] == right["score"], "{damaged} {right}");
}

#[test]
fn a_tiny_budget_still_gives_each_move_a_row_and_no_node_more() {
    let desk = Desk::new();
    for (position, moves) in [("0-2-0-1-1-0-3-0-1-0-0-0-20-20-S", 3), ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 6)] {
        for limit in ["--nodes 1", "--nodes 30", "--nodes 60", "--time 1ns"] {
            let rows = desk.json(&format!("analyze --position {position} {limit}"));
            assert_eq!(rows.len(), moves, "{limit}");
            for row in &rows {
                assert!(row["loss"].as_f64().unwrap() >= 0.0, "{limit}: {row}");
            }
        }
        let best = desk.object(&format!("best --position {position} --nodes 1"));
        assert!(best["nodes"].as_u64().unwrap() <= 1 && best["move"].is_string(), "{best}");
    }
}

/// By the table both moves keep the value, but after f the way to it leads back through this position, which ends the game.
#[test]
fn an_exact_score_comes_with_a_move_that_keeps_it() {
    let desk = Desk::new();
    let position = "--rules abapa-play-on --position 0-0-0-0-1-0-1-0-0-0-0-1-11-13-N";
    let best = desk.object(&format!("best {position} --nodes 4000"));
    assert_eq!((&best["score"], &best["exact"], &best["move"]), (&json!(4), &json!(true), &json!("a")));
}

#[test]
fn an_export_replaces_nothing_but_a_writable_file() {
    let desk = Desk::new();
    desk.folder("folder");
    desk.fails("db export --seeds 2 --out folder", 3, &["cannot write folder", "name another path"]);
    desk.text("db export --seeds 2 --out layer.bin");
    desk.text("db export --seeds 2 --out layer.bin");
    #[cfg(unix)]
    {
        fs::write(desk.path("target"), "mine").unwrap();
        std::os::unix::fs::symlink(desk.path("target"), desk.path("link")).unwrap();
        desk.fails("db export --seeds 2 --out link", 3, &["cannot write link"]);
        assert_eq!(fs::read_to_string(desk.path("target")).unwrap(), "mine");
    }
}

#[test]
fn a_folder_in_the_place_of_a_table_is_no_table() {
    let desk = Desk::new();
    desk.build("abapa", 3, "tables");
    fs::remove_file(desk.path("tables/abapa/shared-02.owt")).unwrap();
    desk.folder("tables/abapa/shared-02.owt");
    desk.fails("best --depth 1 --db tables", 3, &["shared-02.owt", "not a regular file"]);
}

#[test]
fn a_refused_build_leaves_nothing_behind() {
    let desk = Desk::new();
    desk.folder("tables");
    desk.fails("db build --seeds 20 --memory 1 --db tables", 2, &["--memory"]);
    assert_eq!(fs::read_dir(desk.path("tables")).unwrap().count(), 0);
}

/// Nothing is lost when it waits for input, so Ctrl-C ends it at once and with success.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_session_that_waits_for_a_position() {
    let desk = Desk::new();
    let mut child =
        desk.process("best --stdin --json").stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1000));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
