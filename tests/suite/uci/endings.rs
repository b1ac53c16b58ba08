//! Games that are over, passes, and turns of several moves.

use super::{Dialogue, THREE_SEEDS};

#[test]
fn a_finished_game_has_no_move() {
    let mut engine = Dialogue::new();
    let repeated = format!("{THREE_SEEDS} moves FfAcBdCeDaEb");
    for (position, reason) in [
        ("position fen 1-0-0-0-0-1-1-1-0-0-0-1-25-18-S", "majority"),
        ("position fen 0-0-0-0-0-0-1-0-0-1-0-1-22-23-S", "no-move"),
        ("position fen 1-0-0-0-0-0-0-0-0-0-0-0-24-23-S", "cannot-feed"),
        ("position fen 0-0-0-0-0-0-0-0-0-0-0-0-24-24-N", "no-move"),
        (&repeated, "repetition"),
    ] {
        for go in ["go depth 3", "go movetime 10", "go wtime 100 btime 100"] {
            let lines = engine.answers(&format!("{position}\n{go}"));
            assert!(matches!(&lines[..], [remark, last] if remark.contains(reason) && last == "bestmove 0000"), "{position}: {lines:?}");
        }
        let lines = engine.answers("go infinite");
        assert!(matches!(&lines[..], [remark] if remark.contains(reason)), "{position}: {lines:?}");
        assert_eq!(engine.best_move("stop"), "0000");
    }
    let remark = engine.remark(&format!("{repeated}F"));
    assert!(remark.contains("the game is over (repetition)"), "{remark}");
}

#[test]
fn the_history_of_the_moves_counts_and_a_position_text_has_none() {
    let mut engine = Dialogue::new();
    assert_ne!(engine.best_move(&format!("{THREE_SEEDS} moves FfAcBdCeDa\ngo depth 3")), "0000");
    assert_eq!(engine.best_move(&format!("{THREE_SEEDS} moves FfAcBdCeDaEb\ngo depth 3")), "0000");
    assert_ne!(engine.best_move(&format!("{THREE_SEEDS}\ngo depth 3")), "0000");
}

#[test]
fn a_pass_is_a_move() {
    let mut engine = Dialogue::with("--hash 4 --rules abapa-play-on");
    let passes = "position fen 0-0-0-0-0-0-2-1-0-0-0-0-22-23-S";
    for go in ["go depth 4", "go movetime 10", "go wtime 1000 btime 1000"] {
        let found = engine.best_move(&format!("{passes}\n{go}"));
        assert_eq!(found.split(' ').next(), Some("-"), "{found}");
    }
    let after = engine.best_move(&format!("{passes} moves -\ngo depth 4"));
    assert!(after.starts_with(['a', 'b']), "{after}");
    engine.remark(&format!("{passes} moves A"));
}

#[test]
fn in_kalah_a_player_may_move_again() {
    let mut engine = Dialogue::with("--hash 4 --rules kalah");
    let again = engine.best_move("position startpos moves C\ngo depth 6");
    assert!(again.starts_with(['A', 'B', 'D', 'E', 'F']), "{again}");
    let north = engine.best_move("position startpos moves CF\ngo depth 6");
    assert!(north.starts_with(|letter: char| letter.is_ascii_lowercase()), "{north}");
    engine.remark("position startpos moves Cf");
    // D, the only move, ends in the store: what follows is South's own and so is not named.
    let double = engine.best_move("position fen 0-0-0-3-0-0-0-0-0-0-2-1-20-20-S\ngo depth 6");
    assert!(!double.contains("ponder"), "{double}");
    assert_eq!(engine.best_move("position fen 0-0-0-0-0-0-0-0-0-0-2-0-20-20-S\ngo depth 6"), "0000");
}
