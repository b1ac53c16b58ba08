//! Random input: no text makes the readers panic, and the library plays every board as the naive referee does.

use crate::library;
use crate::naive::{self, Pits, RuleSet};
use oware::board::{Row, Side};
use oware::game::{Game, Repetition};
use oware::notation::{Letters, parse_position, position_text};
use oware::position::Position;
use oware::variant::Variant;
use oware::with_rules;
use proptest::prelude::*;

/// Seeds dropped one by one into some of the places; few places make heavy ones. Fewer seeds than `max_seeds` as often as not.
fn dropped<const PLACES: usize>(max_seeds: u8) -> impl Strategy<Value = [u8; PLACES]> {
    let places = prop_oneof![Just(1), 2usize..=4, 5usize..=PLACES]
        .prop_flat_map(|n| proptest::sample::subsequence((0..PLACES).collect::<Vec<_>>(), n));
    (places, proptest::collection::vec(any::<u16>(), 0..=usize::from(max_seeds))).prop_map(|(places, draws)| {
        let mut counts = [0; PLACES];
        for draw in draws {
            counts[places[usize::from(draw) % places.len()]] += 1;
        }
        counts
    })
}

fn pits(max_seeds: u8) -> impl Strategy<Value = Pits> {
    dropped::<12>(max_seeds)
}

fn position(max_seeds: u8) -> impl Strategy<Value = Position> {
    (dropped::<14>(max_seeds), any::<bool>()).prop_map(|(counts, south)| {
        let row = |first: usize| Row::from_pits(std::array::from_fn(|i| counts[first + i]));
        let side = if south { Side::South } else { Side::North };
        Position::new(row(0), row(6), [counts[12], counts[13]], side).expect("at most 72 seeds")
    })
}

/// Any text, text of the letters that positions are made of, and texts that are nearly positions.
fn position_like() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[-0-9SN +]{0,60}", "([0-9]{1,3}-){14}[SNsn]", "(-?[0-9]{0,4}-){12,16}\\PC?"]
}

fn moves_like() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[A-Fa-f]{0,80}", "[A-Ga-g \\-]{0,80}", "([A-F][a-f]){0,60}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_text_is_read_or_refused_as_a_position(text in position_like()) {
        for max_seeds in [48, 72] {
            if let Ok(position) = parse_position(&text, max_seeds) {
                prop_assert!(position.seeds() <= max_seeds);
                prop_assert_eq!(parse_position(&position_text(position), max_seeds), Ok(position));
            }
        }
    }

    #[test]
    fn positions_come_back_from_their_text(position in position(72)) {
        prop_assert_eq!(parse_position(&position_text(position), 72), Ok(position));
        prop_assert_eq!(parse_position(&position_text(position), 48).is_ok(), position.seeds() <= 48);
    }

    #[test]
    fn any_text_is_replayed_or_refused_as_moves(position in position(48), list in moves_like(), own_side in any::<bool>()) {
        let repetition = if own_side { Repetition::OwnSide } else { Repetition::Split };
        let start = Position::start(4).expect("48 seeds");
        for variant in Variant::ALL {
            for (position, letters) in [(position, Letters::EitherCase), (start, Letters::EitherCase), (start, Letters::Exact)] {
                with_rules!(variant, R => {
                    let mut game = Game::<R>::new(position, repetition);
                    if let Err(error) = game.replay(&list, letters) {
                        prop_assert!(!error.to_string().is_empty());
                    }
                    prop_assert_eq!(game.position().seeds(), position.seeds());
                    prop_assert_eq!(game.final_position().seeds(), position.seeds());
                });
            }
        }
    }

    #[test]
    fn the_library_plays_random_boards_as_the_naive_referee_does(oware in pits(48), kalah in pits(72)) {
        for rules in RuleSet::ALL {
            let pits = if matches!(rules, RuleSet::Kalah | RuleSet::KalahStrict) { &kalah } else { &oware };
            prop_assert_eq!(library::outcomes(rules, pits), naive::outcomes(rules, pits), "{} {:?}", rules.name(), pits);
        }
    }
}

#[test]
fn the_library_plays_every_small_board_as_the_naive_referee_does() {
    for rules in RuleSet::ALL {
        for pits in (0..=7).flat_map(naive::boards) {
            assert_eq!(library::outcomes(rules, &pits), naive::outcomes(rules, &pits), "{} {pits:?}", rules.name());
        }
    }
}
