//! Options that change how the engine plays.

use super::{Dialogue, infos, number};
use std::fs;

#[test]
fn another_rule_set_needs_another_position() {
    let mut engine = Dialogue::new();
    engine.say("position startpos moves C");
    assert_eq!(engine.answers("setoption name rules value Kalah"), [""; 0]);
    let lines = engine.answers("go depth 3");
    assert!(matches!(&lines[..], [reason, last] if reason.contains("rules") && last == "bestmove 0000"), "{lines:?}");
    let again = engine.best_move("position startpos moves C\ngo depth 3");
    assert!(again.starts_with(|letter: char| letter.is_ascii_uppercase()), "{again}");
    // A rule set that is none drops nothing.
    engine.remark("setoption name Rules value go");
    assert_ne!(engine.best_move("go depth 3"), "0000");
}

#[test]
fn the_repetition_rule_decides_what_a_cycle_is_worth() {
    let mut engine = Dialogue::new();
    let mut score = |repetition: &str| {
        engine.say(&format!("setoption name Repetition value {repetition}"));
        engine.say("position fen 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S moves FfAcBdCe\ngo depth 20");
        let lines = engine.until("bestmove ");
        number(infos(&lines).last().unwrap(), "cp")
    };
    // RULES: the way back ends the game, and nobody gets the three seeds; or the owners of the pits do.
    assert_eq!(score("split"), 0);
    assert_ne!(score("own-side"), 0);
    assert_eq!(score("split"), 0);
}

#[test]
fn memory_threads_and_tables_can_be_changed_between_searches() {
    let mut engine = Dialogue::new();
    for option in ["Hash value 1", "Hash value 3", "Threads value 2", "MoveOverhead value 0", "EngineTurn value north", "Clear Hash"] {
        assert_eq!(engine.answers(&format!("setoption name {option}")), [""; 0], "{option}");
        assert_ne!(engine.best_move("go depth 5"), "0000");
    }
    let remark = engine.remark("setoption name Hash value 1048577");
    assert!(remark.contains("Hash"), "{remark}");
}

#[test]
fn a_folder_of_tables_is_used_or_refused() {
    let mut engine = Dialogue::new();
    engine.say("isready");
    let built_in = engine.until("readyok").remove(0);
    assert!(built_in.contains("shared 0–8, forced 0–8"), "{built_in}");
    fs::create_dir_all(engine.path().join("my tables/abapa")).unwrap();
    engine.say("setoption name DatabasePath value my tables\nisready");
    let none = engine.until("readyok").remove(0);
    assert!(none.contains("shared none, forced none"), "{none}");
    assert!(engine.remark("setoption name DatabasePath value nowhere").contains("nowhere"));
    fs::write(engine.path().join("my tables/abapa/shared-03.owt"), "junk").unwrap();
    engine.say("setoption name DatabasePath value\nisready");
    assert_eq!(engine.until("readyok").remove(0), built_in);
    let bad = engine.remark("setoption name DatabasePath value my tables");
    assert!(bad.contains("shared-03.owt"), "{bad}");
    assert_ne!(engine.best_move("go depth 3"), "0000");
    // What is found by itself is only passed over.
    fs::rename(engine.path().join("my tables"), engine.path().join("databases")).unwrap();
    engine.say("setoption name DatabasePath value <empty>\nucinewgame\nisready");
    let lines = engine.until("readyok");
    assert!(lines[0].starts_with("info string passed over ") && lines[0].contains("shared-03.owt"), "{lines:?}");
}

#[test]
fn a_folder_that_turns_bad_leaves_the_built_in_tables() {
    let mut engine = Dialogue::new();
    fs::create_dir_all(engine.path().join("tables/wari")).unwrap();
    fs::write(engine.path().join("tables/wari/shared-03.owt"), "junk").unwrap();
    assert_eq!(engine.answers("setoption name DatabasePath value tables"), [""; 0]);
    engine.say("setoption name Rules value wari\nposition startpos\ngo depth 3");
    let lines = engine.until("bestmove ");
    assert!(lines[0].starts_with("info string ") && lines[0].contains("shared-03.owt"), "{lines:?}");
    assert!(lines[1].contains("shared 0–8"), "{lines:?}");
    assert_ne!(lines.last().unwrap(), "bestmove 0000");
}

#[test]
fn the_command_line_sets_them_first_and_says_what_is_bad() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, code) in [("--db nowhere", 3), ("--rules chess", 2), ("--hash 0", 2), ("--repetition thrice", 2)] {
        let output = super::process(folder.path(), arguments).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{arguments}");
    }
}
