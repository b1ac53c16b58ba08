//! The conversation: greeting, what is refused, the ways it ends.

use super::{Dialogue, process};
use std::io::{Read, Write};
use std::process::Stdio;

const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

#[test]
fn it_introduces_itself() {
    let mut engine = Dialogue::with("--hash 5 --rules wari");
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name oware ") && lines[1].starts_with("id author "), "{lines:?}");
    for option in [
        "Hash type spin default 5 min 1 max ",
        "Threads type spin default 1 min 1 max ",
        "OwnBook type check default true",
        "Ponder type check default false",
        "MoveOverhead type spin default ",
        "EngineTurn type combo default south var south var north",
        "DatabasePath type string default <empty>",
        "Rules type combo default wari var abapa var ",
        "Repetition type combo default own-side var ",
        "Clear Hash type button",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option} is not in {lines:?}");
    }
    assert_eq!(engine.answers(""), [""; 0]);
    assert_eq!(engine.answers("ucinewgame\ndebug on\nstop"), [""; 0]);
    engine.say("quit");
    engine.assert_ends();
}

#[test]
fn what_is_unknown_or_illegal_is_remarked_and_changes_nothing() {
    let mut engine = Dialogue::new();
    engine.say("position fen 0-0-0-0-0-1-0-0-1-0-0-1-22-23-S");
    for line in [
        "xyzzy",
        "UCI",
        "go depth x",
        "go depth",
        "go movetime 1s",
        "go nodes 0",
        "go mate 3",
        "setoption",
        "setoption name Fish value 3",
        "setoption name Hash value lots",
        "setoption name Hash value 0",
        "setoption name Threads value 0",
        "setoption name OwnBook value maybe",
        "setoption name Rules value chess",
        "setoption name Repetition value thrice",
        "setoption name DatabasePath value no/such/folder",
        "ponderhit",
        "\u{0}\u{1}",
        "ünïcode",
    ] {
        engine.remark(line);
    }
    assert_eq!(engine.best_move("go depth 3").split(' ').next(), Some("F"), "the position still stands");
}

#[test]
fn bytes_that_are_no_text_are_only_remarked() {
    let mut engine = Dialogue::new();
    engine.input.as_mut().unwrap().write_all(b"\xff\xfe go\n\n\r\n").unwrap();
    engine.remark("");
    let long = "x".repeat(1 << 20);
    assert!(engine.remark(&long).len() < 1000);
    // Moves after so many blanks would be cut off, and the position another one.
    let cut = format!("position startpos{}moves F", " ".repeat(1 << 20));
    assert!(engine.remark(&cut).contains("a line of more than 1048576 bytes"));
    assert!(engine.best_move("go depth 3").starts_with(|letter: char| letter.is_ascii_uppercase()), "the position still stands");
}

#[test]
fn a_refused_position_leaves_none() {
    let mut engine = Dialogue::new();
    for (text, word) in [
        ("position", "startpos"),
        ("position startpos F", "startpos"),
        ("position fen 4-4-4", "3 fields"),
        ("position fen 5-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "49 seeds"),
        ("position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-s", "side to move"),
        ("position startpos moves f", "not a move of South"),
        ("position startpos moves FB", "not a move of North"),
        ("position startpos moves FfF", "empty"),
        ("position startpos moves -", "pass"),
    ] {
        engine.say("position startpos");
        let remark = engine.remark(text);
        assert!(remark.contains(word), "{text}: {remark}");
        for go in ["go depth 3", "go infinite", "go ponder", "go movetime 10"] {
            let lines = engine.answers(go);
            assert!(
                matches!(&lines[..], [reason, last] if reason.starts_with("info string ") && reason.contains(word) && last == "bestmove 0000"),
                "{text}, {go}: {lines:?}"
            );
        }
    }
    assert_ne!(engine.best_move("position startpos moves F\ngo depth 2"), "0000");
}

#[test]
fn moves_are_read_run_together_and_apart() {
    let mut engine = Dialogue::new();
    for moves in ["FfBeDa", "F f B e D a", "Ff Be Da", "FfBeDa\r"] {
        let found = engine.best_move(&format!("position fen {START} moves {moves}\nucinewgame\ngo depth 5"));
        assert_eq!(found, engine.best_move("position startpos moves FfBeDa\nucinewgame\ngo depth 5"), "{moves}");
    }
}

#[test]
fn the_end_of_the_input_waits_for_what_ends_by_itself() {
    for (text, answers) in [
        ("position startpos\ngo depth 5", 1),
        ("position startpos\ngo depth 6\nposition startpos moves F\ngo depth 6\ngo nodes 1000", 3),
        ("go infinite", 1),
        ("go", 1),
        ("go movestogo 5", 1),
        ("go ponder movetime 50", 1),
        ("go depth 4\ngo infinite", 2),
        ("go depth 3\nquit\ngo depth 3", 1),
        ("go infinite\nquit", 1),
        ("go infinite\nstop\ngo infinite\nstop\nposition startpos moves F\ngo ponder\nponderhit", 3),
        ("quit", 0),
        ("", 0),
    ] {
        let mut engine = Dialogue::new();
        engine.say(text);
        let lines = engine.end();
        let found: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert_eq!(found.len(), answers, "{text:?}: {lines:?}");
        assert!(found.iter().all(|line| *line != "bestmove 0000"), "{text:?}: {lines:?}");
    }
}

#[test]
fn quitting_ends_a_search() {
    let mut engine = Dialogue::new();
    engine.say("go infinite");
    engine.until("info depth 5 ");
    engine.say("quit");
    engine.assert_ends();
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = process(folder.path(), "--hash 1").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    // Kept open: it must not be its end that ends the program.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"go infinite\nuci\n").unwrap();
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!((child.wait().unwrap().code(), text.as_str()), (Some(0), ""));
}
