//! The game as a file has it: the command `ogn`.

use super::{Dialogue, THREE_SEEDS};
use oware::ogn::Record;
use std::fs;

/// The text of a game in remarks.
fn told(engine: &mut Dialogue) -> String {
    let lines = engine.answers("ogn");
    lines.iter().map(|line| format!("{}\n", line.strip_prefix("info string ").expect(line))).collect()
}

#[test]
fn the_game_is_told_line_by_line() {
    let mut engine = Dialogue::new();
    engine.say("position startpos moves F f B e D a");
    let text = told(&mut engine);
    assert!(text.starts_with("[Variant \"Oware Abapa\"]\n[Event \"?\"]\n"), "{text}");
    assert!(
        text.contains("[Result \"*\"]\n[Rules \"abapa\"]\n[Repetition \"own-side\"]\n") && text.ends_with("\n\n1. F f 2. B e 3. D a+2 *\n"),
        "{text}"
    );
    let record = Record::parse_all(&text).unwrap().remove(0);
    assert_eq!((record.moves().len(), record.to_string()), (6, text));
    engine.say("setoption name Rules value kalah\nposition startpos moves CFa");
    let text = told(&mut engine);
    assert!(text.contains("[Rules \"kalah\"]") && text.ends_with("\n\n1. CF a *\n"), "{text}");
}

#[test]
fn games_are_appended_to_a_file() {
    let mut engine = Dialogue::new();
    assert_eq!(engine.remark("ogn my games.ogn"), "info string wrote a game of 0 moves to my games.ogn");
    let over = format!("{THREE_SEEDS} moves FfAcBdCeDaEb\nsetoption name Repetition value split");
    assert_eq!(engine.remark(&format!("{over}\nogn my games.ogn")), "info string wrote a game of 12 moves to my games.ogn");
    let games = Record::parse_all(&fs::read_to_string(engine.path().join("my games.ogn")).unwrap()).unwrap();
    assert_eq!(
        games.iter().map(|game| (game.moves().len(), game.termination())).collect::<Vec<_>>(),
        [(0, None), (12, Some("repetition"))]
    );
}

#[test]
fn what_cannot_be_written_is_remarked() {
    let mut engine = Dialogue::new();
    let remark = engine.remark("ogn no/such/folder/games.ogn");
    assert!(remark.starts_with("info string ogn: cannot write to no/such/folder/games.ogn: "), "{remark}");
    let lines = engine.answers("position startpos moves f\nogn\nogn games.ogn");
    assert!(lines.len() == 3 && lines[1].starts_with("info string no game: the last position was refused: move 1 of `f`"), "{lines:?}");
    let lines = engine.answers("setoption name Rules value wari\nogn games.ogn");
    assert_eq!(lines, ["info string no game: no position was given since the rules were set"]);
    assert!(!engine.path().join("games.ogn").exists());
}

#[test]
fn a_search_is_not_disturbed() {
    let mut engine = Dialogue::new();
    engine.say("position startpos moves F\ngo infinite\nogn");
    let lines = engine.until("info string 1. F *");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    engine.say("stop");
    engine.until("bestmove ");
}
