//! Kalah on the board. Gains count the seeds dropped into the store and those captured.

use super::{legal, over, sow};
use oware::board::Board;
use oware::game::{Game, Repetition};
use oware::index::boards_from;
use oware::notation::{Letters, parse_position, position_text};
use oware::position::Position;
use oware::rules::kalah::{Kalah, KalahStrict};
use oware::rules::{Ending, Rules};
use oware::variant::Variant;
use oware::with_rules;

const BOTH: [Variant; 2] = [Variant::Kalah, Variant::KalahStrict];

#[test]
fn example_8_the_last_seed_in_the_own_store_gives_another_turn() {
    for rules in BOTH {
        assert_eq!(sow(rules, [4; 6], [4; 6], 2), ([4, 4, 0, 5, 5, 5], [4; 6], 1, true), "{rules}");
    }
}

#[test]
fn sowing_drops_one_seed_into_the_own_store_in_passing() {
    for rules in BOTH {
        assert_eq!(sow(rules, [4; 6], [4; 6], 5), ([4, 4, 4, 4, 4, 0], [5, 5, 5, 4, 4, 4], 1, false), "{rules}");
    }
}

#[test]
fn sowing_skips_the_opponents_store() {
    for rules in BOTH {
        // Pit 5 with 8: the store, six pits, and the mover's first pit, which is not empty.
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 8], [1; 6], 5), ([2, 0, 0, 0, 0, 0], [2; 6], 1, false), "{rules}");
    }
}

#[test]
fn example_9_thirteen_seeds_end_in_their_own_pit_and_take_it_with_the_opposite_one() {
    for rules in BOTH {
        assert_eq!(sow(rules, [0, 0, 13, 0, 0, 0], [2; 6], 2), ([1, 1, 0, 1, 1, 1], [3, 3, 3, 0, 3, 3], 1 + 1 + 3, false), "{rules}");
    }
}

#[test]
fn fourteen_seeds_leave_one_in_the_pit_of_origin() {
    for rules in BOTH {
        assert_eq!(sow(rules, [0, 0, 14, 0, 0, 0], [2; 6], 2), ([1, 1, 1, 2, 1, 1], [3; 6], 1, false), "{rules}");
    }
}

#[test]
fn a_last_seed_in_an_empty_own_pit_takes_the_opposite_pit() {
    for rules in BOTH {
        // Pit 1 lies opposite pit 10, the opponent's fifth.
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 2], [1, 0, 0, 0, 5, 0], 0), ([0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0], 6, false), "{rules}");
    }
}

#[test]
fn a_last_seed_in_an_own_pit_with_seeds_takes_nothing() {
    for rules in BOTH {
        assert_eq!(sow(rules, [1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 5, 0], 0), ([0, 2, 0, 0, 0, 0], [0, 0, 0, 0, 5, 0], 0, false), "{rules}");
    }
}

#[test]
fn a_last_seed_in_an_empty_pit_of_the_opponent_takes_nothing() {
    for rules in BOTH {
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 2], [0, 0, 0, 0, 5, 0], 5), ([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 5, 0], 1, false), "{rules}");
    }
}

#[test]
fn an_empty_opposite_pit_gives_the_last_seed_under_kalah() {
    let after = sow(Variant::Kalah, [1, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0], 0);
    assert_eq!(after, ([0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0], 1, false));
}

#[test]
fn an_empty_opposite_pit_gives_nothing_under_kalah_strict() {
    let after = sow(Variant::KalahStrict, [1, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0], 0);
    assert_eq!(after, ([0, 1, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0], 0, false));
}

#[test]
fn the_game_is_over_when_either_row_is_empty() {
    for rules in BOTH {
        assert_eq!(over(rules, [0; 6], [1, 0, 0, 0, 0, 0]), Some(Ending::RowEmpty), "{rules}");
        assert_eq!(over(rules, [1, 0, 0, 0, 0, 0], [0; 6]), Some(Ending::RowEmpty), "{rules}");
        assert_eq!(over(rules, [0; 6], [0; 6]), Some(Ending::RowEmpty), "{rules}");
    }
}

#[test]
fn the_opponent_need_not_be_fed() {
    for rules in BOTH {
        assert_eq!(legal(rules, [2, 0, 1, 0, 0, 3], [0, 0, 1, 0, 0, 0]), [0, 2, 5], "{rules}");
    }
}

fn played(strict: bool, text: &str, moves: &str) -> (Option<Ending>, String) {
    let position = parse_position(text, 72).unwrap();
    if strict {
        let mut game = Game::<KalahStrict>::new(position, Repetition::Split);
        game.replay(moves, Letters::Exact).unwrap();
        (game.ending(), position_text(game.final_position()))
    } else {
        let mut game = Game::<Kalah>::new(position, Repetition::Split);
        game.replay(moves, Letters::Exact).unwrap();
        (game.ending(), position_text(game.final_position()))
    }
}

#[test]
fn another_turn_follows_as_often_as_the_last_seed_falls_into_the_store() {
    for strict in [false, true] {
        let (ending, text) = played(strict, "0-0-0-0-2-1-1-0-0-0-0-0-0-0-S", "FE");
        assert_eq!((ending, text.as_str()), (None, "0-0-0-0-0-1-1-0-0-0-0-0-2-0-S"));
    }
}

#[test]
fn the_seeds_left_go_to_the_owner_of_their_row() {
    for strict in [false, true] {
        let (ending, text) = played(strict, "0-0-0-0-0-2-3-0-0-0-2-0-9-8-S", "F");
        assert_eq!((ending, text.as_str()), (Some(Ending::RowEmpty), "0-0-0-0-0-0-0-0-0-0-0-0-10-14-N"));
        // The row that runs out is the opponent's: a capture takes its last seeds.
        let (ending, text) = played(strict, "1-0-0-0-0-4-0-0-0-0-5-0-0-0-S", "A");
        assert_eq!((ending, text.as_str()), (Some(Ending::RowEmpty), "0-0-0-0-0-0-0-0-0-0-0-0-10-0-N"));
    }
}

#[test]
fn a_move_that_would_earn_another_turn_ends_the_game_too() {
    for strict in [false, true] {
        let (ending, text) = played(strict, "0-0-0-0-0-1-3-0-0-0-2-0-0-0-S", "F");
        assert_eq!((ending, text.as_str()), (Some(Ending::RowEmpty), "0-0-0-0-0-0-0-0-0-0-0-0-1-5-S"));
    }
}

#[test]
fn a_majority_does_not_end_the_game() {
    for strict in [false, true] {
        let (ending, text) = played(strict, "1-0-0-0-0-1-3-0-0-0-2-0-60-0-S", "F");
        assert_eq!((ending, text.as_str()), (None, "1-0-0-0-0-0-3-0-0-0-2-0-61-0-S"));
    }
}

#[test]
fn no_position_repeats() {
    // What captures nothing moves seeds on within the own row, and nothing moves any back.
    let way = |board: Board| -> u32 { (0..6).map(|pit| pit as u32 * (board.mover.pit(pit) + board.opponent.pit(pit))).sum() };
    for rules in BOTH {
        for before in boards_from(6, 0) {
            let played = |mv| with_rules!(rules, R => R::play(before, mv));
            for after in with_rules!(rules, R => R::moves(before)).map(played).filter(|played| played.gain == 0) {
                assert!(way(after.board) > way(before), "{rules}: {before:?}, {after:?}");
            }
        }
    }
}

#[test]
fn six_seeds_a_pit_can_be_played_to_the_end() {
    for choice in 0..6 {
        let mut game = Game::<Kalah>::new(Position::start(6).unwrap(), Repetition::Split);
        while game.ending().is_none() {
            let moves: Vec<_> = game.moves().collect();
            game.play(moves[choice % moves.len()]).unwrap();
        }
        let last = game.final_position();
        assert_eq!((last.seeds(), last.board().seeds()), (72, 0));
    }
}
