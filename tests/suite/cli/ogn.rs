//! Positions from game files: `--ogn`, `--game` and `--ply`.

use super::{Desk, Run, THREE_SEEDS};
use serde_json::json;
use std::fs;

/// Three games: abapa without tags, kalah by its tags, and one that the history ends.
const GAMES: &str = "1. F f 2. B e 3. D a+2 *\n\n\
                     [Rules \"kalah\"]\n\n1. CF a {a turn of two sowings} *\n\n\
                     [Variant \"Oware Abapa\"]\n[FEN \"0-0-0-0-0-1-0-0-1-0-0-1-0-0-S\"]\n[Repetition \"own-side\"]\n\n1. F f 2. A c 3. B d 4. C e 5. D a 6. E b *\n";

fn desk() -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("games.ogn"), GAMES).unwrap();
    desk
}

#[test]
fn a_game_of_a_file_is_the_same_question_as_its_moves() {
    let desk = desk();
    for (file, plain) in [
        ("", "--moves FfBeDa"),
        ("--game 1 --ply 0", ""),
        ("--game 1 --ply 5", "--moves FfBeD"),
        ("--game 2", "--rules kalah --moves CFa"),
        ("--game 2 --ply 1", "--rules kalah --moves C"),
        ("--game 3 --ply 8", &format!("--repetition own-side --position {THREE_SEEDS} --moves FfAcBdCe")),
    ] {
        assert_eq!(desk.text(&format!("moves --ogn games.ogn {file}")), desk.text(&format!("moves {plain}")), "{file}");
        for command in ["best --depth 4", "analyze --depth 3"] {
            let mut found = desk.json(&format!("{command} --ogn games.ogn {file}"));
            let mut expected = desk.json(&format!("{command} {plain}"));
            found.iter_mut().chain(&mut expected).for_each(|row| row["time_ms"] = json!(0));
            assert_eq!(found, expected, "{command} {file}");
        }
        let plain = plain.replace("--repetition own-side", "");
        let counted = |line: String| desk.object(&format!("perft --depth 4 {line}"));
        assert_eq!(counted(format!("--ogn games.ogn {file}")), counted(plain), "{file}");
    }
    let probed = |line: &str| desk.object(&format!("db probe {line}"));
    assert_eq!(probed("--ogn games.ogn --game 3 --ply 8"), probed(&format!("--position {THREE_SEEDS} --moves FfAcBdCe")));
}

#[test]
fn the_history_of_the_file_counts() {
    let desk = desk();
    let best = |ply: u32| desk.object(&format!("best --ogn games.ogn --game 3 --ply {ply}"));
    assert_eq!((&best(11)["over"], &best(12)["over"]), (&json!(null), &json!("repetition")));
}

#[test]
fn what_a_file_leaves_open_is_said_by_the_options() {
    let desk = desk();
    let row = |line: &str| desk.object(&format!("best --depth 1 {line}"));
    let found = row("--ogn games.ogn --rules wari --repetition own-side");
    assert_eq!((&found["rules"], &found["repetition"]), (&json!("wari"), &json!("own-side")));
    fs::write(desk.path("kalah.ogn"), "[Variant \"Kalah\"]\n\n1. CF a *\n").unwrap();
    assert_eq!(row("--ogn kalah.ogn --rules kalah")["rules"], json!("kalah"), "no contradiction");
    let words = ["games.ogn: game 2 is by its own word played by kalah, not by wari; leave out --rules wari"];
    desk.fails("best --ogn games.ogn --game 2 --rules wari", 2, &words);
    let words = ["game 3 is by its own word played by own-side, not by split; leave out --repetition split"];
    desk.fails("analyze --ogn games.ogn --game 3 --repetition split", 2, &words);
}

#[test]
fn a_game_may_come_from_standard_input() {
    let desk = desk();
    let run = Run::of(desk.command("moves --ogn - --game 2").write_stdin(GAMES));
    assert_eq!(run.done("moves --ogn -"), desk.text("moves --ogn games.ogn --game 2"));
}

#[test]
fn what_is_wrong_with_a_file_is_named() {
    let desk = desk();
    let fails = |line: &str, code: i32, words: &[&str]| desk.fails(&format!("moves --ogn {line}"), code, words);
    fails("none.ogn", 3, &["cannot read none.ogn"]);
    fails("games.ogn --game 4", 2, &["games.ogn: there is no game 4; the file holds 3 games"]);
    fails("games.ogn --game 0", 2, &["--game", "expected 1 or more"]);
    fails("games.ogn --ply 7", 2, &["games.ogn: game 1 ends after 6 moves; expected --ply 0 to 6, found --ply 7"]);
    fails("games.ogn --ply -1", 2, &["--ply", "expected 0 or more"]);
    for option in ["--moves F", "--seeds-per-pit 3", "--position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"] {
        fails(&format!("games.ogn {option}"), 2, &["cannot be used with", "--ogn"]);
    }
    desk.fails("best --stdin --ogn games.ogn", 2, &["cannot be used with"]);
    desk.fails("best --game 2", 2, &["--ogn"]);
    desk.fails("best --ply 2", 2, &["--ogn"]);
    fs::write(desk.path("bad.ogn"), "1. F f\n2. F\n").unwrap();
    fails("bad.ogn", 2, &["bad.ogn: line 2: move 3, `F`: the pit is empty; legal: A, B, C, D, E"]);
    fs::write(desk.path("empty.ogn"), "").unwrap();
    fails("empty.ogn", 2, &["empty.ogn holds no game"]);
    fs::write(desk.path("bytes.ogn"), b"\xff\xfe").unwrap();
    fails("bytes.ogn", 2, &["bytes.ogn is not text in UTF-8"]);
}
