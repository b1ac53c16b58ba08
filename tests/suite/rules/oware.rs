//! The oware family on the board.

use super::{legal, over, sow};
use oware::board::{Board, Move, Row};
use oware::rules::oware::{Abapa, AbapaPlayOn, Wari, Warri};
use oware::rules::{Ending, Rules};
use oware::variant::Variant;

const FAMILY: [Variant; 4] = [Variant::Abapa, Variant::AbapaPlayOn, Variant::Wari, Variant::Warri];
const PASS: usize = 6;
const NO_SEEDS: [u8; 6] = [0; 6];

#[test]
fn example_1_four_seeds_go_into_the_next_four_pits() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [4; 6], [4; 6], 2), ([4, 4, 0, 5, 5, 5], [5, 4, 4, 4, 4, 4], 0, false), "{rules}");
    }
}

#[test]
fn a_move_takes_all_seeds_of_one_own_pit_that_is_not_empty() {
    for rules in FAMILY {
        assert_eq!(legal(rules, [1, 0, 2, 0, 0, 9], [1, 1, 1, 1, 1, 1]), [0, 2, 5], "{rules}");
    }
}

#[test]
fn sowing_goes_round_from_the_opponents_last_pit_to_the_movers_first() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 8], [4; 6], 5), ([2, 1, 0, 0, 0, 0], [5; 6], 0, false), "{rules}");
    }
}

#[test]
fn example_7_eleven_seeds_end_in_the_pit_before_the_origin() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [0, 0, 0, 11, 0, 0], [4; 6], 3), ([1, 1, 1, 0, 1, 1], [5; 6], 0, false), "{rules}");
    }
}

#[test]
fn example_7_twelve_seeds_leave_the_origin_empty_and_end_in_the_pit_after_it() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [0, 0, 0, 12, 0, 0], [4; 6], 3), ([1, 1, 1, 0, 2, 1], [5; 6], 0, false), "{rules}");
    }
}

#[test]
fn example_7_twenty_two_seeds_end_in_the_pit_before_the_origin() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [0, 0, 0, 22, 0, 0], [2; 6], 3), ([2, 2, 2, 0, 2, 2], [4; 6], 0, false), "{rules}");
    }
}

#[test]
fn twenty_three_seeds_skip_the_origin_on_both_laps() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [0, 0, 0, 23, 0, 0], [2; 6], 3), ([2, 2, 2, 0, 3, 2], [4; 6], 0, false), "{rules}");
    }
}

#[test]
fn stores_are_never_sown_into_and_nobody_moves_twice() {
    for rules in FAMILY {
        // One seed, which kalah would drop into the store.
        assert_eq!(sow(rules, [0, 0, 0, 0, 3, 1], [4, 4, 0, 0, 0, 0], 5), ([0, 0, 0, 0, 3, 0], [5, 4, 0, 0, 0, 0], 0, false), "{rules}");
    }
}

#[test]
fn a_last_seed_that_makes_two_or_three_captures() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 2], [4, 1, 4, 0, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [5, 0, 4, 0, 0, 0], 2, false), "{rules}");
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 2], [4, 2, 4, 0, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [5, 0, 4, 0, 0, 0], 3, false), "{rules}");
    }
}

#[test]
fn a_last_seed_that_makes_one_or_four_or_more_does_not_capture() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 2], [1, 0, 4, 0, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [2, 1, 4, 0, 0, 0], 0, false), "{rules}");
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 2], [1, 3, 4, 0, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [2, 4, 4, 0, 0, 0], 0, false), "{rules}");
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 2], [1, 9, 4, 0, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [2, 10, 4, 0, 0, 0], 0, false), "{rules}");
    }
}

#[test]
fn a_last_seed_in_the_own_row_does_not_capture() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [2, 0, 1, 0, 0, 0], [2, 2, 2, 0, 0, 0], 0), ([0, 1, 2, 0, 0, 0], [2, 2, 2, 0, 0, 0], 0, false), "{rules}");
    }
}

#[test]
fn a_capture_goes_backwards_only() {
    for rules in FAMILY {
        // The two after the last seed stays.
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 1], [1, 2, 2, 0, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [0, 2, 2, 0, 0, 0], 2, false), "{rules}");
    }
}

#[test]
fn example_2_a_four_stops_the_chain() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 4], [0, 3, 2, 1, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [1, 4, 0, 0, 0, 0], 5, false), "{rules}");
    }
}

#[test]
fn example_2_with_a_two_in_place_of_the_four_the_chain_goes_on() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 4], [0, 1, 2, 1, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], 7, false), "{rules}");
    }
}

#[test]
fn a_one_stops_the_chain() {
    for rules in FAMILY {
        // The two at the far end lies behind a one.
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 3], [1, 0, 2, 0, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0], 3, false), "{rules}");
    }
}

#[test]
fn the_own_row_ends_the_chain() {
    for rules in FAMILY {
        // Twos and threes on both sides of the border.
        assert_eq!(sow(rules, [0, 0, 0, 3, 1, 2], [1, 0, 0, 0, 0, 5], 3), ([0, 0, 0, 0, 2, 3], [0, 0, 0, 0, 0, 5], 2, false), "{rules}");
    }
}

#[test]
fn example_3_a_two_with_a_three_before_it_gives_five() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [0, 0, 0, 6, 0, 0], [3, 4, 2, 1, 0, 0], 3), ([0, 0, 0, 0, 1, 1], [4, 5, 0, 0, 0, 0], 5, false), "{rules}");
    }
}

#[test]
fn a_sowing_of_more_than_a_lap_captures_what_it_made_on_both_laps() {
    for rules in FAMILY {
        // 14 seeds: the last three fall on pits that got one before.
        assert_eq!(
            sow(rules, [0, 0, 0, 0, 0, 14], [1, 0, 0, 9, 9, 9], 5),
            ([1, 1, 1, 1, 1, 0], [0, 0, 0, 10, 10, 10], 7, false),
            "{rules}"
        );
    }
}

#[test]
fn example_4_a_grand_slam_takes_nothing_under_abapa() {
    for rules in [Variant::Abapa, Variant::AbapaPlayOn] {
        assert_eq!(legal(rules, [1, 0, 0, 0, 0, 3], [1, 2, 1, 0, 0, 0]), [0, 5]);
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 3], [1, 2, 1, 0, 0, 0], 5), ([1, 0, 0, 0, 0, 0], [2, 3, 2, 0, 0, 0], 0, false), "{rules}");
    }
}

#[test]
fn example_4_a_grand_slam_is_illegal_under_wari_beside_another_move() {
    assert_eq!(legal(Variant::Wari, [1, 0, 0, 0, 0, 3], [1, 2, 1, 0, 0, 0]), [0]);
}

#[test]
fn example_4_a_grand_slam_takes_the_row_under_warri() {
    let after = sow(Variant::Warri, [1, 0, 0, 0, 0, 3], [1, 2, 1, 0, 0, 0], 5);
    assert_eq!(after, ([1, 0, 0, 0, 0, 0], NO_SEEDS, 7, false));
}

#[test]
fn a_capture_of_all_but_one_pit_is_no_grand_slam() {
    for rules in FAMILY {
        assert_eq!(sow(rules, [1, 0, 0, 0, 0, 3], [1, 2, 1, 0, 0, 1], 5), ([1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], 7, false), "{rules}");
    }
}

#[test]
fn a_forced_grand_slam_under_wari_captures_and_takes_the_own_row_too() {
    let (mover, opponent) = ([0, 0, 0, 0, 0, 3], [1, 2, 1, 0, 0, 0]);
    assert_eq!(sow(Variant::Wari, mover, opponent, 5), (NO_SEEDS, NO_SEEDS, 7, false));
    let (mover, opponent) = ([0, 0, 0, 0, 3, 0], [1, 2, 0, 0, 0, 0]);
    assert_eq!(sow(Variant::Wari, mover, opponent, 4), (NO_SEEDS, NO_SEEDS, 6, false));
    assert_eq!(Wari::ending_after(Board::EMPTY), Ending::GrandSlam);
}

#[test]
fn example_5_only_the_moves_that_reach_an_empty_row_are_legal() {
    for rules in FAMILY {
        assert_eq!(legal(rules, [5, 4, 3, 3, 2, 1], NO_SEEDS), [3, 4, 5], "{rules}");
    }
}

#[test]
fn a_pit_feeds_with_as_many_seeds_as_it_is_away_from_the_opponents_row() {
    for rules in FAMILY {
        assert_eq!(legal(rules, [6, 5, 4, 3, 2, 1], NO_SEEDS), [0, 1, 2, 3, 4, 5], "{rules}");
        assert_eq!(legal(rules, [6, 4, 3, 2, 1, 0], NO_SEEDS), [0], "{rules}");
    }
}

#[test]
fn an_opponent_with_a_single_seed_need_not_be_fed() {
    for rules in FAMILY {
        assert_eq!(legal(rules, [1, 0, 0, 0, 0, 1], [0, 0, 0, 1, 0, 0]), [0, 5], "{rules}");
    }
}

#[test]
fn example_6_where_no_move_feeds_the_game_ends() {
    for rules in [Variant::Abapa, Variant::Wari, Variant::Warri] {
        assert_eq!(over(rules, [1, 0, 0, 0, 0, 0], NO_SEEDS), Some(Ending::CannotFeed), "{rules}");
    }
}

#[test]
fn example_6_where_no_move_feeds_any_own_move_is_legal_under_abapa_play_on() {
    assert_eq!(legal(Variant::AbapaPlayOn, [1, 0, 0, 0, 0, 0], NO_SEEDS), [0]);
    assert_eq!(legal(Variant::AbapaPlayOn, [1, 2, 0, 0, 1, 0], NO_SEEDS), [0, 1, 4]);
    // As soon as one feeds, it must.
    assert_eq!(legal(Variant::AbapaPlayOn, [1, 2, 0, 0, 1, 1], NO_SEEDS), [5]);
}

#[test]
fn a_player_without_seeds_ends_the_game() {
    for rules in [Variant::Abapa, Variant::Wari] {
        assert_eq!(over(rules, NO_SEEDS, [0, 0, 3, 0, 0, 1]), Some(Ending::NoMove), "{rules}");
    }
}

#[test]
fn a_player_without_seeds_passes_where_the_game_goes_on() {
    for rules in [Variant::AbapaPlayOn, Variant::Warri] {
        assert_eq!(legal(rules, NO_SEEDS, [0, 0, 3, 0, 0, 1]), [PASS], "{rules}");
        assert_eq!(sow(rules, NO_SEEDS, [0, 0, 3, 0, 0, 1], PASS), (NO_SEEDS, [0, 0, 3, 0, 0, 1], 0, false), "{rules}");
    }
}

#[test]
fn a_player_with_seeds_may_not_pass() {
    for rules in FAMILY {
        assert!(!legal(rules, [4; 6], [4; 6]).contains(&PASS), "{rules}");
        assert!(!legal(rules, [1, 0, 0, 0, 0, 0], NO_SEEDS).contains(&PASS), "{rules}");
    }
}

#[test]
fn an_empty_board_ends_the_game() {
    for rules in FAMILY {
        assert_eq!(over(rules, NO_SEEDS, NO_SEEDS), Some(Ending::NoMove), "{rules}");
    }
}

#[test]
fn legality_is_decided_before_captures() {
    // Pit 5 makes two of each of the opponent's empty pits: it feeds, and is a grand slam.
    let (mover, after) = ([0, 0, 0, 0, 0, 17], [1, 1, 1, 1, 1, 0]);
    for rules in [Variant::Abapa, Variant::AbapaPlayOn] {
        assert_eq!(sow(rules, mover, NO_SEEDS, 5), (after, [2; 6], 0, false), "{rules}");
    }
    assert_eq!(sow(Variant::Warri, mover, NO_SEEDS, 5), (after, NO_SEEDS, 12, false));
    assert_eq!(sow(Variant::Wari, mover, NO_SEEDS, 5), (NO_SEEDS, NO_SEEDS, 17, false));
}

#[test]
fn under_wari_feeding_moves_are_found_before_grand_slams_are_struck_out() {
    // Pit 4 with two feeds, so the slam of pit 5 is struck out; pit 4 with one does not, so the slam is all that is left.
    assert_eq!(legal(Variant::Wari, [0, 0, 0, 0, 2, 17], NO_SEEDS), [4]);
    assert_eq!(legal(Variant::Wari, [0, 0, 0, 0, 1, 17], NO_SEEDS), [5]);
    assert_eq!(legal(Variant::Warri, [0, 0, 0, 0, 2, 17], NO_SEEDS), [4, 5]);
}

#[test]
fn all_seeds_of_the_game_in_one_pit_are_sown_in_full() {
    fn sown<R: Rules>() -> Board {
        R::play(Board { mover: Row::from_pits([48, 0, 0, 0, 0, 0]), opponent: Row::EMPTY }, Move::from_pit(0)).board
    }
    // Four laps of eleven, then four more.
    let after = Board { mover: Row::from_pits([4; 6]), opponent: Row::from_pits([0, 5, 5, 5, 5, 4]) };
    assert_eq!([sown::<Abapa>(), sown::<AbapaPlayOn>(), sown::<Wari>(), sown::<Warri>()], [after; 4]);
}
