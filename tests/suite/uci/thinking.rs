//! Searches: their limits, what they tell, and what is answered while they run.

use super::{Dialogue, THREE_SEEDS, infos, number};

#[test]
fn a_depth_is_reached_and_each_iteration_is_told() {
    let mut engine = Dialogue::new();
    engine.say("position startpos moves FfBe\ngo depth 8");
    let lines = engine.until("bestmove ");
    let infos = infos(&lines);
    let mut depths: Vec<i64> = infos.iter().map(|info| number(info, "depth")).collect();
    // The last one may be told twice, when it is done and when the search is.
    depths.dedup();
    assert_eq!(depths, (1..=8).collect::<Vec<i64>>(), "{lines:?}");
    for info in &infos {
        let words: Vec<&str> = info.split(' ').collect();
        let names = [words[1], words[3], words[4], words[6], words[8], words[10], words[12]];
        assert_eq!(names, ["depth", "score", "cp", "nodes", "nps", "time", "pv"], "{info}");
        assert!(number(info, "nodes") >= 0 && number(info, "time") >= 0 && number(info, "nps") >= 0, "{info}");
    }
    assert!(infos.last().is_some_and(|info| number(info, "nodes") > 0 && number(info, "nps") > 0), "{lines:?}");
    let line: Vec<&str> = infos.last().unwrap().split(" pv ").nth(1).unwrap().split(' ').collect();
    assert_eq!(lines.last().unwrap(), &format!("bestmove {} ponder {}", line[0], line[1]));
}

#[test]
fn nodes_and_time_end_a_search() {
    let mut engine = Dialogue::new();
    engine.say("go nodes 5000");
    let lines = engine.until("bestmove ");
    assert!(number(infos(&lines).last().unwrap(), "nodes") <= 5000, "{lines:?}");
    for limits in [
        "movetime 20",
        "movetime 1",
        "movetime 0",
        "movetime -5",
        "wtime 500 btime 500 winc 10 binc 10",
        "wtime 300 btime 9999999999999 movestogo 1",
        "wtime 0 btime 0",
        "wtime -100 btime -100 winc -1 binc -1 movestogo -1",
        "btime 100",
        "winc 20 binc 20",
        "depth 4 infinite movetime 5\nstop",
        "depth 99999999999999999999 nodes 100",
    ] {
        assert_ne!(engine.best_move(&format!("go {limits}")), "0000", "{limits}");
    }
}

#[test]
fn the_score_is_in_hundredths_of_seeds() {
    let mut engine = Dialogue::with("--hash 4 --repetition split");
    engine.say(&format!("{THREE_SEEDS}\ngo depth 30"));
    let lines = engine.until("bestmove ");
    assert_eq!(number(infos(&lines).last().unwrap(), "cp"), -300, "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove F"), "{lines:?}");
}

#[test]
fn an_infinite_search_is_answered_when_it_is_stopped() {
    let mut engine = Dialogue::new();
    for go in ["go infinite", "go", "go infinite movetime 1"] {
        engine.say(&format!("position startpos\n{go}"));
        let mut lines = engine.until("info depth 6 ");
        lines.extend(engine.answers(""));
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
        assert_ne!(engine.best_move("stop"), "0000");
        assert_eq!(engine.answers("stop"), [""; 0]);
    }
}

#[test]
fn an_infinite_search_that_ends_by_itself_keeps_its_answer() {
    let mut engine = Dialogue::new();
    for (go, release) in [
        ("go infinite depth 2", "stop"),
        ("go ponder depth 2", "ponderhit"),
        ("go ponder depth 2", "stop"),
        ("go ponder infinite depth 2", "ponderhit\nstop"),
    ] {
        engine.say(&format!("position startpos\n{go}"));
        engine.until("info depth 2 ");
        for _ in 0..20 {
            let lines = engine.answers("");
            assert!(lines.iter().all(|line| line.starts_with("info depth 2 ")), "{go}: {lines:?}");
        }
        assert_ne!(engine.best_move(release), "0000", "{go}");
    }
}

#[test]
fn time_counts_once_the_expected_move_is_played() {
    let mut engine = Dialogue::new();
    for (go, release) in [
        ("go ponder movetime 20", "ponderhit"),
        ("go ponder wtime 50 btime 50", "ponderhit"),
        ("go ponder movetime 20", "stop"),
        ("go ponder", "ponderhit"),
        ("go ponder movestogo 5", "ponderhit"),
    ] {
        engine.say(&format!("setoption name Ponder value true\nposition startpos\n{go}"));
        let mut lines = engine.until("info depth 10 ");
        std::thread::sleep(std::time::Duration::from_millis(60));
        lines.extend(engine.answers(""));
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{go}: {lines:?}");
        assert_ne!(engine.best_move(release), "0000", "{go}");
    }
}

#[test]
fn what_cannot_be_done_during_a_search_is_refused() {
    let mut engine = Dialogue::new();
    engine.say("position startpos moves F\ngo infinite");
    engine.until("info depth 3 ");
    for command in ["go depth 1", "setoption name Hash value 2", "setoption name Rules value wari", "ucinewgame"] {
        let lines = engine.answers(command);
        let remarks = lines.iter().filter(|line| line.starts_with("info string ")).count();
        assert!(remarks == 1 && lines.iter().all(|line| line.starts_with("info ")), "{command}: {lines:?}");
    }
    let found = engine.best_move("stop");
    assert!(found.starts_with(|letter: char| letter.is_ascii_lowercase()), "North was to move: {found}");
    assert_eq!(engine.answers("setoption name Hash value 2"), [""; 0]);
}

#[test]
fn a_new_position_may_follow_at_once() {
    let mut engine = Dialogue::new();
    engine.say("position startpos\ngo ponder movetime 1000");
    let south = engine.best_move("stop\nposition startpos moves F\ngo depth 3");
    assert!(south.starts_with(|letter: char| letter.is_ascii_uppercase()), "{south}");
    let north = engine.until("bestmove ").pop().unwrap();
    assert!(north["bestmove ".len()..].starts_with(|letter: char| letter.is_ascii_lowercase()), "{north}");
    // While a search runs, a position is for the next one.
    engine.say("go infinite\nposition startpos");
    assert!(engine.best_move("stop").starts_with(|letter: char| letter.is_ascii_lowercase()));
    assert!(engine.best_move("go depth 2").starts_with(|letter: char| letter.is_ascii_uppercase()));
}

#[test]
fn several_threads_answer_too() {
    let mut engine = Dialogue::with("--hash 4 --threads 3");
    for go in ["go depth 9", "go movetime 30", "go infinite\nstop"] {
        assert_ne!(engine.best_move(go), "0000");
    }
}
