//! `oware play`, line by line: what a person types, and what is answered.

use super::*;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// What is printed in a game with these lines typed, the boards left out.
fn said(desk: &Desk, options: &str, typed: &str) -> Vec<String> {
    let text = played(desk, options, typed);
    text.lines().filter(|line| !line.contains(['│', '╭', '╰']) && !line.trim().is_empty()).map(|line| line.trim_end().to_owned()).collect()
}

/// Everything that is printed.
fn played(desk: &Desk, options: &str, typed: &str) -> String {
    let line = format!("play {options}");
    Run::of(desk.command(&line).write_stdin(typed)).done(&line)
}

/// Whether these stand among the lines, in this order.
fn assert_told(lines: &[String], expected: &[&str]) {
    let mut rest = lines.iter();
    for text in expected {
        assert!(rest.any(|line| line.contains(text)), "`{text}` is missing, or not in its place: {lines:#?}");
    }
}

#[test]
fn two_people_play_and_take_back() {
    let desk = Desk::new();
    let lines = said(&desk, "--side both", "F\nf\nundo\nundo\nredo\nredo\nredo\nundo\nB e\nsave game.ogn\n");
    assert_told(
        &lines,
        &[
            "South to move, move 1",
            "South plays F.",
            "North plays f.",
            "Taken back: f.",
            "Taken back: F.",
            "South plays F.",
            "North plays f.",
            "There is nothing to play again.",
            "Taken back: f.",
            // The letter B of North, as either case is read.
            "North plays b.",
            "South plays E.",
            "Saved as game.ogn.",
        ],
    );
    let game = fs::read_to_string(desk.path("game.ogn")).unwrap();
    assert!(game.ends_with("\n1. F b 2. E *\n"), "{game}");
    assert!(game.contains("[South \"Player\"]\n[North \"Player\"]\n[Result \"*\"]"), "{game}");
}

#[test]
fn undo_goes_back_to_the_own_last_move() {
    let desk = Desk::new();
    let typed = "undo\nF\nundo\nF\nquit\n";
    let lines = said(&desk, "--nodes 500 --level 10 --no-book", typed);
    let answer = lines.iter().find(|line| line.starts_with("North plays")).unwrap();
    let letter = answer.trim_start_matches("North plays ").chars().next().unwrap();
    assert_told(
        &lines,
        &["There is no move of yours to take back.", "South plays F.", answer, &format!("Taken back: F {letter}."), answer],
    );
    // North's first move is the engine's when the person is North.
    let lines = said(&desk, "--nodes 500 --side north --no-book", "undo\nf\nundo\n");
    assert_told(&lines, &["South plays ", "There is no move of yours to take back.", "North plays f.", "South plays ", "Taken back: f "]);
}

#[test]
fn an_illegal_choice_is_told_why() {
    let desk = Desk::new();
    let told = |options: &str, typed: &str, expected: &str| assert_told(&said(&desk, options, typed), &[expected]);
    told("--side both --position 4-0-4-4-4-4-4-4-4-4-4-4-0-0-S", "b\n", "b: the pit is empty; legal: A, C, D, E, F.");
    told("--side both", "G\n", "`G` is no move and no command; `help` lists what there is");
    told("--side both", "-\n", "-: passing is legal if and only if the own row is empty; legal: A, B, C, D, E,");
    let must_feed = "--side both --position 1-0-0-0-2-1-0-0-0-0-0-0-20-24-S";
    told(must_feed, "A\n", "A: the opponent has no seeds and must be fed; legal: E, F.");
    let slam = "--rules wari --side both --position 1-0-0-0-0-1-1-0-0-0-0-0-20-20-S";
    told(slam, "F\n", "F: the move would take all of the opponent's seeds, which these rules");
    told("--side none --nodes 50 --position 0-0-0-0-0-1-0-0-0-0-0-1-3-4-S --rules kalah", "F\n", "The game is over (row-empty)");
}

#[test]
fn a_hint_says_what_it_rests_on_in_each_rule_set() {
    let desk = Desk::new();
    for rules in RuleSet::ALL {
        let name = rules.name();
        let lines = said(&desk, &format!("--rules {name} --nodes 20000"), "hint\n");
        assert_told(&lines, &["South> hint", "Hint: ", "Expected: "]);
        assert!(lines.iter().any(|line| line.contains("estimate: ") && line.contains(", depth ")), "{name}: {lines:#?}");
        let lines = said(&desk, &format!("--rules {name} --nodes 20000 --position 1-0-0-0-1-1-0-1-0-0-0-1-20-20-S"), "hint\n");
        assert!(lines.iter().any(|line| line.starts_with("Hint: ") && line.contains("(exact: ")), "{name}: {lines:#?}");
    }
}

#[test]
fn a_game_ends_by_agreement_resignation_and_the_rules() {
    let desk = Desk::new();
    let lines = said(&desk, "--side both", "F\ndraw\nf\ndraw\ndraw\nF\n");
    assert_told(
        &lines,
        &[
            "North offers a draw. `draw` takes it, a move declines.",
            "North plays f.",
            "South offers a draw.",
            "The game is over (agreement): a draw.",
            "F: the game is over; `undo`, `review` or `new`.",
        ],
    );
    let lines = said(&desk, "--side both", "F\nresign\nundo\nf\n");
    assert_told(&lines, &["The game is over (resignation): South wins.", "The resignation is taken back.", "North plays f."]);
    // The person resigns, whoever is to move.
    let lines = said(&desk, "--side north --nodes 100", "resign\n");
    assert_told(&lines, &["The game is over (resignation): South wins."]);
    let lines = said(&desk, "--side both --position 0-0-0-0-0-1-1-0-0-0-0-1-23-22-S", "F\n");
    assert_told(&lines, &["South plays F and captures 2 seeds.", "The game is over (majority): South wins 25 to 23."]);
    // A lost ending: the engine takes no draw when it is ahead, and takes one when it is not.
    let ahead = "--nodes 5000 --position 0-0-0-0-0-1-0-0-0-0-2-1-20-24-S";
    assert_told(&said(&desk, ahead, "draw\n"), &["The engine plays on: exact: North wins by "]);
    let behind = "--nodes 5000 --position 0-0-0-0-0-1-0-0-0-0-2-1-24-20-S";
    assert_told(&said(&desk, behind, "draw\n"), &["The engine takes the draw: exact: ", "The game is over (agreement): a draw."]);
}

#[test]
fn kalah_turns_and_passes_are_told() {
    let desk = Desk::new();
    let lines = said(&desk, "--rules kalah --side both", "CF\na\n");
    assert_told(&lines, &["South plays C; the same player moves again.", "South plays F.", "North plays a."]);
    // Under warri North has nothing after the grand slam and passes without being asked.
    let lines = said(&desk, "--rules warri --side both --position 0-0-0-3-0-2-1-1-0-0-0-0-18-20-S", "F\nD\n");
    assert_told(&lines, &["South plays F and captures 4 seeds.", "North has no seeds and passes.", "South plays D."]);
    assert_told(&said(&desk, "--rules warri --side both --position 0-0-0-3-0-2-1-1-0-0-0-0-18-20-S", "F\nundo\n"), &["Taken back: F -."]);
}

#[test]
fn games_are_saved_and_loaded() {
    let desk = Desk::new();
    said(&desk, "--rules kalah --side both", "CF\nsave a game.ogn\n");
    let lines = said(&desk, "--side both", "load a game.ogn\na\nsave other.ogn\nsave\nB\nnew\nnew!\nload missing.ogn\n");
    assert_told(
        &lines,
        &[
            "2 moves from a game.ogn, result *.",
            "North to move, move 3",
            "North plays a.",
            "Saved as other.ogn.",
            "Saved as other.ogn.",
            "South plays B and captures 1 seed.",
            "This game is not saved: `save FILE` first, or `new!`.",
            "A new game.",
            "Not loaded: cannot read missing.ogn: ",
        ],
    );
    assert!(fs::read_to_string(desk.path("other.ogn")).unwrap().ends_with("\n1. CF a *\n"));
    let lines = said(&desk, "--side both", "F\nsave other.ogn\nload a game.ogn\nsave! other.ogn\n");
    assert_told(
        &lines,
        &[
            "other.ogn exists; name another file, or `save! other.ogn` to write over it.",
            "This game is not saved: `save FILE` first, or `load! a game.ogn`.",
            "Saved as other.ogn.",
        ],
    );
    assert!(fs::read_to_string(desk.path("other.ogn")).unwrap().ends_with("\n1. F *\n"));
}

#[test]
fn a_game_that_is_left_is_not_lost() {
    let desk = Desk::new();
    let text = played(&desk, "--side both", "F\nf\n");
    assert!(text.contains("This game was not saved:\n\n[Variant \"Oware Abapa\"]") && text.ends_with("\n1. F f *\n\n"), "{text}");
    played(&desk, "--side both --save games.ogn", "F\nf\nquit\n");
    played(&desk, "--side both --save games.ogn --rules wari", "A\nquit\n");
    let bytes = Run::of(desk.command("play --side both").write_stdin(&b"F\n\xff\xfe\n"[..]));
    assert_eq!((bytes.code, bytes.out.ends_with("\n1. F *\n\n")), (Some(2), true), "{}", bytes.err);
    let games = fs::read_to_string(desk.path("games.ogn")).unwrap();
    assert!(games.contains("1. F f *\n\n[Variant \"Wari\"]") && games.ends_with("1. A *\n\n"), "{games}");
}

#[test]
fn a_review_tells_what_was_lost_so_far() {
    let desk = Desk::new();
    let position = "0-0-0-0-1-2-4-1-0-0-0-0-20-20-S";
    let lines = said(&desk, &format!("--side both --rules wari --nodes 20000 --position {position}"), "review\nF\na\nreview\n");
    assert_told(
        &lines,
        &["There is no move to review yet.", "wari, repetition split, so far", "before    after     loss", "1  F", "2  a", "exact"],
    );
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let desk = Desk::new();
    for rules in ["abapa", "kalah"] {
        let lines = said(&desk, &format!("--rules {rules} --side none --level 2 --nodes 200 --save {rules}.ogn"), "");
        assert_told(&lines, &["South plays ", "North plays ", "The game is over ("]);
    }
    assert!(fs::read_to_string(desk.path("kalah.ogn")).unwrap().contains("[Termination \"row-empty\"]"));
}

#[test]
fn a_clock_that_runs_out_loses_the_game() {
    let desk = Desk::new();
    let lines = said(&desk, "--side both --clock 1ms", "F\n");
    assert_told(&lines, &["South 0.0, North 0.0", "The game is over (time-loss): North wins."]);
    let lines = said(&desk, "--side both --clock 10m+5s", "F\n");
    assert_told(&lines, &["South 10:00, North 10:00", "South plays F.", "North to move, move 2   South 10:05, North 10:00"]);
}

#[test]
fn the_board_can_be_plain() {
    let desk = Desk::new();
    let text = played(&desk, "--ascii --level 1 --nodes 100", "F\nhint\nhelp\nrules\nanalyze\nreview\n");
    assert!(text.is_ascii(), "{text}");
    assert!(text.contains("\n           +-------+-------+-------+-------+-------+-------+\n"), "{text}");
    let text = played(&desk, "--level 1 --nodes 100", "F\nhint\nhelp\nrules\nanalyze\n");
    assert!(!text.contains('\u{1b}'), "no terminal, no colours: {text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn what_stands_alone_and_what_does_not() {
    let desk = Desk::new();
    let lines = said(&desk, "--nodes 100", "level 11\nlevel 3\nside both\nboard now\nboard\nboard\n\n?\n");
    assert_told(
        &lines,
        &[
            "level: expected a level from 1 to 10",
            "The engine plays at level 3.",
            "South: Player; North: Player.",
            "`board` stands alone; `now` after it means nothing",
            "hint, h ",
        ],
    );
    desk.fails("play --level 0", 2, &["expected a level from 1 to 10"]);
    desk.fails("play --side east", 2, &["south, north, both or none"]);
    desk.fails("play --clock 10", 2, &["10s+100ms"]);
    desk.fails("play --position 4", 2, &["has 1 fields"]);
    desk.fails("play --db missing", 3, &["missing"]);
    desk.fails("play --save missing/games.ogn", 3, &["cannot write games to missing/games.ogn", "name another file with --save"]);
}

#[test]
fn a_game_that_is_left_is_appended_unless_it_is_there() {
    let desk = Desk::new();
    // Saved elsewhere is not saved here.
    played(&desk, "--side both --save all.ogn", "F\nsave one.ogn\nquit\n");
    let (all, one) = (fs::read_to_string(desk.path("all.ogn")).unwrap(), fs::read_to_string(desk.path("one.ogn")).unwrap());
    assert_eq!(all.trim_end(), one.trim_end());
    // What was saved there is there once, and without a move there is no file.
    played(&desk, "--side both --save two.ogn", "F\nsave two.ogn\nquit\n");
    assert_eq!(fs::read_to_string(desk.path("two.ogn")).unwrap().matches("[Variant").count(), 1);
    played(&desk, "--side both --save none.ogn", "quit\n");
    assert!(!desk.path("none.ogn").exists());
}

/// Nobody plays; who looks on leaves by Ctrl-C, by SIGTERM or by `quit`, and the game is kept as it stands.
#[cfg(unix)]
#[test]
fn a_game_that_is_looked_on_can_be_left() {
    for signal in [Some("-INT"), Some("-TERM"), None] {
        let desk = Desk::new();
        let mut play = desk.process("play --side none --lines --level 10 --no-book --time 2s --save left.ogn");
        let mut child = play.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains("South plays")));
        match signal {
            Some(signal) => assert!(process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success()),
            None => child.stdin.as_mut().unwrap().write_all(b"quit\n").unwrap(),
        }
        assert!(lines.count() < 60, "it goes on");
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let game = fs::read_to_string(desk.path("left.ogn")).unwrap();
        assert!(game.contains("[Result \"*\"]") && game.contains("1. "), "{game}");
    }
}

/// A move that took too long is taken back with the time that it took.
#[test]
fn time_that_ran_out_comes_back_with_the_move() {
    let desk = Desk::new();
    let mut play = desk.process("play --side both --clock 400ms");
    let mut child = play.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"F\n").unwrap();
    assert!(lines.any(|line| line.contains("time-loss")), "nobody moves for North");
    // South is to move again, and may.
    typed.write_all(b"undo\nF\nquit\n").unwrap();
    let rest: Vec<String> = lines.collect();
    assert_told(&rest, &["Taken back: F.", "South plays F."]);
    assert!(child.wait().unwrap().success());
}
