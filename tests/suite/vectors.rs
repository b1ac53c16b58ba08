//! Drivers over `tests/data`, which programs made that share no code with this one. The library and the naive referee are both
//! held against it.

use crate::library;
use crate::naive::{self, Outcome, Pits, RuleSet};
use oware::board::Side;
use oware::game::{Game, Repetition};
use oware::notation::{Letters, move_letter, parse_position, position_text};
use oware::position::Position;
use oware::rules::kalah::KalahStrict;
use oware::rules::oware::Abapa;
use oware::rules::{Ending, Rules};
use oware::with_rules;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn data(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn parse_pits(text: &str) -> Pits {
    let counts: Vec<u8> = text.trim().split(',').map(|count| count.parse().expect(text)).collect();
    counts.try_into().expect(text)
}

/// A line of a move file: the pits, the legal moves with what they do, and the moves that end the game by a grand slam.
fn parse_moves(line: &str) -> (Pits, Vec<(usize, Outcome)>, Vec<usize>) {
    let (pits, moves) = line.split_once('|').expect(line);
    let mut ends = vec![];
    let mut parse_move = |text: &str| {
        let fields: Vec<&str> = text.split(':').collect();
        let [mv, gain, after, same] = fields[..] else { panic!("{line}") };
        let mv = mv.parse().expect(line);
        if after == "end" {
            ends.push(mv);
        }
        let after = if after == "end" { [0; 12] } else { parse_pits(after) };
        (mv, Outcome { gain: gain.parse().expect(line), after, same_player: same == "1" })
    };
    let moves = moves.split_whitespace().map(&mut parse_move).collect();
    (parse_pits(pits), moves, ends)
}

/// Calls `check` for each line of both move files of each rule set.
fn for_each_board(check: impl Fn(RuleSet, &Pits, &[(usize, Outcome)], &[usize])) {
    for rules in RuleSet::ALL {
        for (file, lines) in [("moves", 150), ("special", if rules.name().starts_with("kalah") { 150 } else { 210 })] {
            let text = data(&format!("{file}-{}.txt", rules.name()));
            assert_eq!(text.lines().count(), lines, "{file} of {}", rules.name());
            for line in text.lines() {
                let (pits, moves, ends) = parse_moves(line);
                check(rules, &pits, &moves, &ends);
            }
        }
    }
}

#[test]
fn the_library_moves_as_the_vectors_say() {
    for_each_board(|rules, pits, expected, _| {
        assert_eq!(library::outcomes(rules, pits), expected, "{} {pits:?}", rules.name());
    });
}

#[test]
fn the_naive_referee_moves_as_the_vectors_say() {
    for_each_board(|rules, pits, expected, _| {
        assert_eq!(naive::outcomes(rules, pits), expected, "{} {pits:?}", rules.name());
    });
}

#[test]
fn boards_of_the_vectors_without_moves_end_for_the_reason_that_the_rules_give() {
    for_each_board(|rules, pits, moves, ends| {
        let board = library::board(pits);
        let (over, reason) = with_rules!(library::variant(rules), R => (R::moves(board).is_empty(), R::ending(board)));
        assert_eq!(over, moves.is_empty());
        if over {
            let expected = match rules {
                RuleSet::Kalah | RuleSet::KalahStrict => Ending::RowEmpty,
                _ if board.mover.is_empty() => Ending::NoMove,
                _ => Ending::CannotFeed,
            };
            assert_eq!(reason, expected, "{} {pits:?}", rules.name());
        }
        for &(mv, outcome) in moves {
            let after = library::board(&outcome.after);
            let slam = with_rules!(library::variant(rules), R => R::ending_after(after)) == Ending::GrandSlam;
            assert_eq!(slam, ends.contains(&mv), "{} {pits:?} {mv}", rules.name());
        }
    });
}

/// Calls `check` with rule set, pits, depth and count of each entry of the perft file.
fn for_each_count(check: impl Fn(RuleSet, &Pits, u32, u64)) {
    let text = data("perft.txt");
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 30);
    for row in rows {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let [rules, pits, counts] = fields[..] else { panic!("{row}") };
        for entry in counts.split_whitespace() {
            let (depth, count) = entry.split_once(':').expect(row);
            check(RuleSet::named(rules), &parse_pits(pits), depth.parse().expect(row), count.parse().expect(row));
        }
    }
}

#[test]
fn the_library_counts_as_the_perft_file_says() {
    for_each_count(|rules, pits, depth, count| {
        assert_eq!(library::perft(rules, pits, depth), count, "{} {pits:?} depth {depth}", rules.name());
    });
}

#[test]
fn the_naive_referee_counts_as_the_perft_file_says() {
    for_each_count(|rules, pits, depth, count| {
        if depth <= 6 {
            assert_eq!(naive::perft(rules, pits, depth), count, "{} {pits:?} depth {depth}", rules.name());
        }
    });
}

#[test]
fn abapa_counts_at_depths_9_and_10_are_those_of_a_published_engine() {
    for (depth, count) in [(9, 3_592_872), (10, 18_137_964)] {
        assert_eq!(library::perft(RuleSet::Abapa, &[4; 12], depth), count, "depth {depth}");
    }
}

/// A whole game as `OpenSpiel` refereed it.
#[derive(Deserialize)]
pub struct Record {
    pub id: u32,
    pub moves: String,
    /// The legal moves before each move.
    pub legal: Vec<String>,
    /// The position text before the first move and after each; the last one swept.
    pub positions: Vec<String>,
    /// S, N, or D for a draw.
    winner: String,
}

fn winner(position: Position) -> &'static str {
    match position.store(Side::South).cmp(&position.store(Side::North)) {
        std::cmp::Ordering::Greater => "S",
        std::cmp::Ordering::Less => "N",
        std::cmp::Ordering::Equal => "D",
    }
}

/// Replays a game and returns why it ended.
fn replay<R: Rules>(record: &Record) -> Ending {
    let id = record.id;
    let start = parse_position(&record.positions[0], R::MAX_SEEDS).unwrap();
    let mut game = Game::<R>::new(start, Repetition::OwnSide);
    let last = record.moves.len() - 1;
    assert_eq!((record.legal.len(), record.positions.len()), (last + 1, last + 2), "game {id}");
    for (ply, letter) in record.moves.chars().enumerate() {
        assert_eq!(game.ending(), None, "game {id}, before ply {ply}");
        let side = game.position().to_move();
        let legal: String = game.moves().map(|mv| move_letter(mv, side)).collect();
        assert_eq!(legal, record.legal[ply], "game {id}, ply {ply}");
        let pits = game.position().board().pits();
        assert_eq!(naive::outcomes(RuleSet::named(R::NAME), &pits), library::outcomes(RuleSet::named(R::NAME), &pits));

        game.replay(&letter.to_string(), Letters::Exact).unwrap();
        let position = if ply == last { game.final_position() } else { game.position() };
        assert_eq!(position_text(position), record.positions[ply + 1], "game {id}, after ply {ply}");
    }
    assert_eq!(winner(game.final_position()), record.winner, "game {id}");
    game.ending().unwrap_or_else(|| panic!("game {id} goes on"))
}

/// The games of a file.
pub fn records(file: &str) -> Vec<Record> {
    data(file).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// How many of the games of a file ended for which reason.
fn endings<R: Rules>(file: &str) -> BTreeMap<Ending, u32> {
    let mut endings = BTreeMap::new();
    for record in records(file) {
        *endings.entry(replay::<R>(&record)).or_insert(0) += 1;
    }
    endings
}

#[test]
fn abapa_games_go_as_openspiel_refereed_them() {
    // A player without seeds to move exists only in positions given as text: a grand slam takes nothing.
    let expected = [(Ending::Majority, 88), (Ending::CannotFeed, 20), (Ending::Repetition, 12)];
    assert_eq!(endings::<Abapa>("games-abapa.jsonl"), BTreeMap::from(expected));
}

#[test]
fn kalah_strict_games_go_as_openspiel_refereed_them() {
    assert_eq!(endings::<KalahStrict>("games-kalah-strict.jsonl"), BTreeMap::from([(Ending::RowEmpty, 100)]));
}
