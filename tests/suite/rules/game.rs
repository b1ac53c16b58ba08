//! Played games: majority, repetition, the reasons for an end, and the position that a game leaves.

use oware::board::Side;
use oware::game::{Game, PlayError, Repetition};
use oware::notation::{Letters, parse_position, position_text};
use oware::position::Position;
use oware::rules::oware::{Abapa, AbapaPlayOn, Wari, Warri};
use oware::rules::{Ending, Rules};

/// A game from a position on with these moves played.
fn game<R: Rules>(position: &str, moves: &str, repetition: Repetition) -> Game<R> {
    let mut game = Game::new(parse_position(position, R::MAX_SEEDS).unwrap(), repetition);
    game.replay(moves, Letters::Exact).unwrap();
    game
}

/// Why such a game is over, and the text of the position that it leaves. It must not have been over a move before.
fn played<R: Rules>(position: &str, moves: &str) -> (Option<Ending>, String) {
    if let Some((last, _)) = moves.char_indices().last() {
        assert_eq!(game::<R>(position, &moves[..last], Repetition::Split).ending(), None);
    }
    let game = game::<R>(position, moves, Repetition::Split);
    (game.ending(), position_text(game.final_position()))
}

fn ends(ending: Ending, text: &str) -> (Option<Ending>, String) {
    (Some(ending), text.to_owned())
}

#[test]
fn south_begins_with_four_seeds_in_each_pit() {
    let start = Position::start(4).unwrap();
    assert_eq!((start.to_move(), start.seeds()), (Side::South, 48));
    assert_eq!(position_text(start), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
}

#[test]
fn north_sows_on_into_souths_first_pits() {
    assert_eq!(played::<Abapa>("4-4-4-4-4-4-4-4-4-4-4-4-0-0-N", "e"), (None, "5-5-5-4-4-4-4-4-4-4-0-5-0-0-S".to_owned()));
}

#[test]
fn who_has_more_than_half_of_all_seeds_has_won_at_once() {
    // 24 of 48 do not win, 26 do; the seeds left go to the owners of their pits.
    let before = "0-0-0-0-0-1-1-1-6-6-0-9-24-0-S";
    assert_eq!(game::<Abapa>(before, "", Repetition::Split).ending(), None);
    assert_eq!(played::<Abapa>(before, "F"), ends(Ending::Majority, "0-0-0-0-0-0-0-0-0-0-0-0-26-22-N"));
    assert_eq!(played::<Wari>(before, "F"), ends(Ending::Majority, "0-0-0-0-0-0-0-0-0-0-0-0-26-22-N"));
}

#[test]
fn the_majority_is_that_of_the_seeds_in_the_position() {
    // 2 of 4, then 4 of 7.
    assert_eq!(played::<Abapa>("0-0-0-0-0-1-1-0-0-0-0-3-2-0-S", "F"), ends(Ending::Majority, "0-0-0-0-0-0-0-0-0-0-0-0-4-3-N"));
}

#[test]
fn moves_remain_after_a_majority_for_who_looks_on() {
    let mut game = game::<Abapa>("0-0-0-0-0-1-1-1-6-6-0-9-24-0-S", "F", Repetition::Split);
    assert_eq!((game.ending(), game.stop()), (Some(Ending::Majority), None));
    assert!(!game.moves().is_empty());
    game.replay("f", Letters::Exact).unwrap();
}

#[test]
fn equal_shares_are_a_draw_and_no_majority() {
    let half = "1-0-0-0-0-0-0-0-0-0-0-0-23-24-S";
    assert_eq!(played::<Abapa>(half, ""), ends(Ending::CannotFeed, "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S"));
}

#[test]
fn the_majority_is_told_before_the_other_reasons() {
    assert_eq!(game::<Abapa>("1-0-0-0-0-0-0-0-0-0-0-0-2-0-S", "", Repetition::Split).ending(), Some(Ending::Majority));
    assert_eq!(game::<Abapa>("1-0-0-0-0-0-0-0-0-0-0-0-2-0-S", "", Repetition::Split).stop(), Some(Ending::CannotFeed));
}

#[test]
fn who_cannot_feed_takes_the_own_row() {
    // North plays the last seed over to South, who then has nothing that reaches North.
    let before = "4-0-1-0-0-0-0-0-0-0-0-1-0-0-N";
    let after = ends(Ending::CannotFeed, "0-0-0-0-0-0-0-0-0-0-0-0-6-0-S");
    assert_eq!(played::<Abapa>(before, "f"), after);
    assert_eq!(played::<Wari>(before, "f"), after);
    assert_eq!(played::<Warri>(before, "f"), after);
    // Where the game plays on, South moves without feeding.
    assert_eq!(played::<AbapaPlayOn>(before, "fC"), (None, "5-0-0-1-0-0-0-0-0-0-0-0-0-0-N".to_owned()));
}

#[test]
fn who_has_no_seed_to_move_leaves_the_rest_to_its_owner() {
    assert_eq!(played::<Abapa>("0-0-0-0-0-0-0-0-3-0-0-1-0-0-S", ""), ends(Ending::NoMove, "0-0-0-0-0-0-0-0-0-0-0-0-0-4-S"));
    assert_eq!(played::<Wari>("0-0-0-0-0-0-0-0-3-0-0-1-0-0-S", ""), ends(Ending::NoMove, "0-0-0-0-0-0-0-0-0-0-0-0-0-4-S"));
}

#[test]
fn a_forced_grand_slam_ends_the_game_under_wari() {
    // Three seeds take four and themselves: 7 each.
    let (ending, text) = played::<Wari>("0-0-0-0-0-3-1-2-1-0-0-0-0-7-S", "F");
    assert_eq!((ending, text.as_str()), (Some(Ending::GrandSlam), "0-0-0-0-0-0-0-0-0-0-0-0-7-7-N"));
}

#[test]
fn after_a_grand_slam_under_warri_the_opponent_passes_and_the_same_player_must_feed() {
    let slam = "0-0-0-1-2-3-1-2-1-0-0-0-0-10-S";
    assert_eq!(played::<Warri>(slam, "F"), (None, "0-0-0-1-2-0-0-0-0-0-0-0-7-10-N".to_owned()));
    assert_eq!(played::<Warri>(slam, "F-"), (None, "0-0-0-1-2-0-0-0-0-0-0-0-7-10-S".to_owned()));
    let mut game = game::<Warri>(slam, "F-", Repetition::Split);
    let refused = game.replay("D", Letters::Exact).unwrap_err();
    assert!(matches!(refused.reason, PlayError::MustFeed { .. }), "{refused}");
    game.replay("E", Letters::Exact).unwrap();
    assert_eq!((game.ending(), position_text(game.position())), (None, "0-0-0-1-0-1-1-0-0-0-0-0-7-10-N".to_owned()));
}

#[test]
fn after_a_grand_slam_under_warri_who_cannot_feed_takes_the_own_row() {
    assert_eq!(played::<Warri>("1-0-0-0-0-3-1-2-1-0-0-0-0-8-S", "F-"), ends(Ending::CannotFeed, "0-0-0-0-0-0-0-0-0-0-0-0-8-8-S"));
}

#[test]
fn a_grand_slam_with_the_last_own_seeds_empties_the_board_under_warri() {
    assert_eq!(played::<Warri>("0-0-0-0-0-1-1-0-0-0-0-0-0-2-S", "F"), ends(Ending::NoMove, "0-0-0-0-0-0-0-0-0-0-0-0-2-2-N"));
}

/// Twelve moves that come back to where they began.
const ROUND: (&str, &str) = ("0-0-0-0-0-1-0-0-1-0-0-1-0-0-S", "FfAcBdCeDaEb");

#[test]
fn a_position_that_comes_back_with_the_same_player_to_move_ends_the_game() {
    let (start, moves) = ROUND;
    assert_eq!(played::<Abapa>(start, moves), ends(Ending::Repetition, start));
    assert_eq!(played::<AbapaPlayOn>(start, moves), ends(Ending::Repetition, start));
    assert_eq!(played::<Wari>(start, moves), ends(Ending::Repetition, start));
    assert_eq!(played::<Warri>(start, moves), ends(Ending::Repetition, start));
}

#[test]
fn nothing_is_played_after_a_repetition() {
    let (start, moves) = ROUND;
    let mut game = game::<Abapa>(start, moves, Repetition::Split);
    assert!(game.moves().is_empty());
    let refused = game.replay("F", Letters::Exact).unwrap_err();
    assert_eq!((refused.ply, refused.reason), (1, PlayError::Over(Ending::Repetition)));
}

#[test]
fn split_leaves_the_rest_to_nobody_and_own_side_to_the_owners_of_the_pits() {
    let (start, moves) = ROUND;
    let left = |repetition| position_text(game::<Abapa>(start, moves, repetition).final_position());
    assert_eq!(left(Repetition::Split), start);
    assert_eq!(left(Repetition::OwnSide), "0-0-0-0-0-0-0-0-0-0-0-0-1-2-S");
}

#[test]
fn other_ends_are_swept_under_both_repetition_rules() {
    for repetition in [Repetition::Split, Repetition::OwnSide] {
        let majority = game::<Abapa>("0-0-0-0-0-1-1-1-6-6-0-9-24-0-S", "F", repetition);
        assert_eq!(position_text(majority.final_position()), "0-0-0-0-0-0-0-0-0-0-0-0-26-22-N");
        let cannot_feed = game::<Abapa>("1-0-0-0-0-0-0-0-0-0-0-1-0-0-N", "f", repetition);
        assert_eq!(position_text(cannot_feed.final_position()), "0-0-0-0-0-0-0-0-0-0-0-0-2-0-S");
    }
}

#[test]
fn the_history_counts_from_the_last_capture_and_the_position_after_it_is_the_first() {
    // North takes two and leaves the round's first position; the round then comes back to it.
    let before = "1-0-0-0-0-1-0-0-1-0-2-0-0-0-N";
    let captured = game::<Abapa>(before, "e", Repetition::Split);
    assert_eq!(captured.history(), [captured.position().board()]);
    assert_eq!(position_text(captured.position()), "0-0-0-0-0-1-0-0-1-0-0-1-0-2-S");
    let round = game::<Abapa>("1-0-0-0-0-1-0-0-1-0-2-0-6-0-N", "eFfAcBdCeDaEb", Repetition::OwnSide);
    assert_eq!(round.stop(), Some(Ending::Repetition));
    assert_eq!(round.history().len(), 13);
}

#[test]
fn the_example_of_the_rules_is_cut_short_by_the_first_position() {
    let (start, _) = ROUND;
    let game = game::<Abapa>(start, "FfAcBdCe", Repetition::Split);
    assert_eq!((game.ending(), position_text(game.position())), (None, "0-0-0-1-0-0-1-0-0-0-0-1-0-0-S".to_owned()));
    // Without the first four moves the position does not end the game.
    let (ending, _) = played::<Abapa>("0-0-0-1-0-0-1-0-0-0-0-1-0-0-S", "DaEb");
    assert_eq!(ending, None);
}

#[test]
fn a_pass_does_not_reset_the_history_and_the_other_player_to_move_is_no_repetition() {
    // One seed walks round the board. Half way North is to move where South was: the same board to its mover, but another player.
    let start = "1-0-0-0-0-0-0-0-0-0-0-0-0-0-S";
    let half = game::<AbapaPlayOn>(start, "A-B-C-D-E-F", Repetition::Split);
    assert_eq!(half.ending(), None);
    assert_eq!(half.position().board(), half.history()[0]);
    assert_eq!(played::<AbapaPlayOn>(start, "A-B-C-D-E-Fa-b-c-d-e-f"), ends(Ending::Repetition, start));
}

#[test]
fn a_refused_move_leaves_the_game_as_it_was() {
    let mut game = game::<Wari>("1-0-0-0-0-3-1-2-1-0-0-0-0-0-S", "", Repetition::Split);
    let before = game.position();
    let mut reason = |list: &str| game.replay(list, Letters::EitherCase).unwrap_err().reason;
    assert!(matches!(reason("F"), PlayError::GrandSlam { .. }));
    assert!(matches!(reason("B"), PlayError::EmptyPit { .. }));
    assert!(matches!(reason("-"), PlayError::Pass { .. }));
    assert!(matches!(reason("x"), PlayError::Letter { .. }));
    assert_eq!((game.position(), game.history().len()), (before, 1));
}
