//! Moves from the opening book.

use super::{Dialogue, infos, number};

#[test]
fn a_move_of_the_book_is_answered_at_once() {
    let mut engine = Dialogue::with("--hash 4 --rules wari");
    engine.say("uci");
    assert!(engine.until("uciok").contains(&"option name OwnBook type check default true".to_owned()));
    engine.say("position startpos\ngo wtime 3600000 btime 3600000");
    let lines = engine.until("bestmove ");
    assert!(
        matches!(&lines[..], [remark, info, last]
        if remark.starts_with("info string book: F ") && info.starts_with("info depth 0 score cp ") && last.starts_with("bestmove F")),
        "{lines:?}"
    );
    assert_eq!(number(&lines[1], "nodes"), 0);
    assert!(lines[1].contains(" pv F "), "{lines:?}");
    assert!(lines[0].contains(&format!("F {:+.2},", number(&lines[1], "cp") as f64 / 100.0)), "{lines:?}");
}

#[test]
fn a_search_that_is_asked_for_is_done() {
    let mut engine = Dialogue::with("--hash 4 --rules wari");
    for go in ["go depth 3", "go nodes 2000", "go movetime 5000 depth 3", "go infinite\nstop"] {
        engine.say(&format!("position startpos\n{go}"));
        let lines = engine.until("bestmove ");
        // What is stopped at once may have found nothing yet.
        assert!(go.ends_with("stop") || number(infos(&lines).last().unwrap(), "nodes") > 0, "{go}: {lines:?}");
        assert!(!lines.iter().any(|line| line.contains("book")), "{go}: {lines:?}");
    }
}

#[test]
fn the_book_can_be_left_out() {
    for (arguments, option) in [("--hash 4", "setoption name OwnBook value false\n"), ("--hash 4 --no-book", "")] {
        let mut engine = Dialogue::with(arguments);
        engine.say(&format!("{option}position startpos\ngo movetime 20"));
        let lines = engine.until("bestmove ");
        assert!(!lines.iter().any(|line| line.contains("book")), "{lines:?}");
        assert!(number(infos(&lines).last().unwrap(), "depth") > 0, "{lines:?}");
        engine.say("setoption name ownbook value true\nposition startpos\ngo movetime 20");
        assert!(engine.until("bestmove ")[0].starts_with("info string book: "));
    }
    let mut engine = Dialogue::new();
    assert!(engine.remark("setoption name OwnBook value on").contains("option OwnBook: found `on`; expected true, false"));
}

#[test]
fn a_level_below_the_highest_plays_without_the_book_and_looks_at_little() {
    let mut engine = Dialogue::with("--hash 4 --level 1");
    engine.say("position startpos\ngo movetime 5000");
    let lines = engine.until("bestmove ");
    assert!(!lines.iter().any(|line| line.contains("book")), "{lines:?}");
    assert!(number(infos(&lines).last().unwrap(), "nodes") <= 80, "{lines:?}");
    engine.say("setoption name Level value 10\nposition startpos\ngo movetime 20");
    assert!(engine.until("bestmove ")[0].starts_with("info string book: "));
    assert!(engine.remark("setoption name Level value 11").contains("option Level: found `11`; expected a number from 1 to 10"));
}

#[test]
fn what_the_book_does_not_know_is_searched() {
    let mut engine = Dialogue::with("--hash 4");
    engine.say("position fen 0-2-0-1-1-0-3-0-1-0-2-0-20-18-S\ngo movetime 20");
    let lines = engine.until("bestmove ");
    assert!(!lines.iter().any(|line| line.contains("book")), "{lines:?}");
    assert!(number(infos(&lines).last().unwrap(), "depth") > 0, "{lines:?}");
}

#[test]
fn a_pondered_move_of_the_book_waits_for_its_time() {
    let mut engine = Dialogue::with("--hash 4 --rules wari");
    engine.say("position startpos\ngo ponder wtime 60000 btime 60000");
    engine.until("info depth 0 ");
    assert_eq!(engine.answers(""), [""; 0]);
    assert!(engine.best_move("ponderhit").starts_with('F'));
}
