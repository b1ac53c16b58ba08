//! Opening suites.

use crate::naive::{self, Pits, RuleSet};
use oware::arena::openings::{Kind, Opening, Suite, every};
use oware::board::Side;
use oware::game::{Game, Repetition};
use oware::notation::move_letter;
use oware::position::Position;
use oware::rules::Rules;
use oware::rules::kalah::Kalah;
use oware::rules::oware::Abapa;
use oware::variant::Variant;
use oware::with_rules;
use std::collections::{BTreeSet, HashSet};

fn start() -> Position {
    Position::start(4).unwrap()
}

/// The letters of an opening's moves.
fn letters<R: Rules>(opening: &Opening) -> String {
    let mut game = Game::<R>::new(opening.start, Repetition::Split);
    let mut text = String::new();
    for &mv in &opening.moves {
        text.push(move_letter(mv, game.position().to_move()));
        game.play(mv).unwrap();
    }
    assert_eq!(game.ending(), None);
    text
}

/// Pits as the mover sees them, the mover's store and the opponent's, and whether South is to move.
type Place = (Pits, [u8; 2], bool);

/// All positions after so many moves by the naive rules, those of finished games left out.
fn naive_positions(rules: RuleSet, plies: u32) -> BTreeSet<Place> {
    let mut places = BTreeSet::from([([4; 12], [0, 0], true)]);
    for _ in 0..plies {
        let mut next = BTreeSet::new();
        for (pits, [own, other], south) in places {
            for (_, outcome) in naive::outcomes(rules, &pits) {
                let gained = own + outcome.gain;
                let place =
                    if outcome.same_player { (outcome.after, [gained, other], south) } else { (outcome.after, [other, gained], !south) };
                let majority = RuleSet::OWARE.contains(&rules) && place.1.iter().any(|&store| store > 24);
                if !majority && !naive::outcomes(rules, &place.0).is_empty() {
                    next.insert(place);
                }
            }
        }
        places = next;
    }
    places
}

fn place(position: Position) -> Place {
    let mover = position.to_move();
    let store = |side| position.store(side) as u8;
    (position.board().pits(), [store(mover), store(mover.other())], mover == Side::South)
}

#[test]
fn every_position_after_four_moves_is_there_once() {
    let counts = RuleSet::ALL.map(|rules| {
        let variant: Variant = rules.name().parse().unwrap();
        let openings = with_rules!(variant, R => every::<R>(start(), 4));
        let places: BTreeSet<Place> = with_rules!(variant, R => openings
            .iter()
            .map(|opening| {
                assert_eq!(opening.moves.len(), 4);
                place(opening.moves.iter().fold(opening.start, |position, &mv| position.play::<R>(mv).unwrap()))
            })
            .collect());
        assert_eq!(places.len(), openings.len(), "{rules:?}");
        assert_eq!(places, naive_positions(rules, 4), "{rules:?}");
        (rules.name(), openings.len())
    });
    assert_eq!(counts, [("abapa", 1014), ("abapa-play-on", 1014), ("wari", 1014), ("warri", 1014), ("kalah", 942), ("kalah-strict", 942)]);
}

#[test]
fn openings_of_all_positions_are_spread_over_all_first_moves() {
    let suite = Suite::default();
    let all = suite.choose::<Abapa>(start(), usize::MAX);
    assert_eq!(all.len(), every::<Abapa>(start(), 4).len());
    let some = suite.choose::<Abapa>(start(), 60);
    assert_eq!(some.len(), 60);
    let texts: HashSet<String> = some.iter().map(letters::<Abapa>).collect();
    assert_eq!(texts.len(), 60);
    for first in 'A'..='F' {
        let share = texts.iter().filter(|text| text.starts_with(first)).count();
        assert!((5..=16).contains(&share), "{first}: {share}");
    }
    assert_eq!(some, suite.choose::<Abapa>(start(), 60));
    assert_ne!(some, Suite { seed: 2, ..suite }.choose::<Abapa>(start(), 60));
}

#[test]
fn random_openings_are_the_same_on_every_machine() {
    let suite = Suite { kind: Kind::Random, plies: 6, seed: 1 };
    let texts: Vec<String> = suite.choose::<Abapa>(start(), 4).iter().map(letters::<Abapa>).collect();
    assert_eq!(texts, ["DdBeAf", "EfDaAa", "AfAcDd", "DeEdFf"]);
    let texts: Vec<String> = suite.choose::<Kalah>(start(), 3).iter().map(letters::<Kalah>).collect();
    assert_eq!(texts, ["DdBeAE", "EfDabA", "AfAcdD"]);
    // More of them begin with the same.
    let (few, many) = (suite.choose::<Abapa>(start(), 4), suite.choose::<Abapa>(start(), 400));
    assert_eq!(many[..4], few);
    assert_eq!(many.iter().map(letters::<Abapa>).collect::<HashSet<_>>().len(), 400);
}

#[test]
fn there_are_no_more_openings_than_there_are() {
    let none = Suite { kind: Kind::Random, plies: 0, seed: 1 }.choose::<Abapa>(start(), 10);
    assert_eq!(none, [Opening { start: start(), moves: vec![] }]);
    let over = Position::start(0).unwrap();
    assert!(Suite::default().choose::<Abapa>(over, 10).is_empty());
    assert!(Suite { kind: Kind::Random, plies: 2, seed: 1 }.choose::<Abapa>(over, 10).is_empty());
}
