//! Engine against engine: openings, matches that come out the same however many play at a time, and games that survive their file.

mod openings;
mod soak;

use oware::arena::contest::{Contest, Game};
use oware::arena::duel::{Termination, Terms};
use oware::arena::openings::{Kind, Suite};
use oware::arena::pace::Pace;
use oware::arena::player::{Entrant, Program};
use oware::arena::standings::Standings;
use oware::engine::equipment::Equipment;
use oware::engine::level::Level;
use oware::game::Repetition;
use oware::position::Position;
use oware::rules::Rules;
use oware::rules::oware::{Abapa, AbapaPlayOn};
use oware::search::evaluation::Evaluate;
use oware::table::Sources;
use oware::variant::Variant;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// An engine with the built-in tables.
fn equipment(variant: Variant, repetition: Repetition) -> Equipment {
    Equipment { variant, repetition, sources: Some(Sources::All(vec![])), hash_mebibytes: 1, threads: 1 }
}

fn own(name: &str, equipment: Equipment, nodes: u64) -> Entrant {
    let pace = Pace::Move { depth: None, nodes: Some(nodes), time: None };
    Entrant { name: name.to_owned(), program: Program::Own { equipment, level: Level::FULL, book: false }, pace }
}

fn contest<R: Evaluate>(repetition: Repetition, nodes: [u64; 2], games: usize, workers: usize) -> Contest {
    let engine = || equipment(<R as Rules>::NAME.parse().unwrap(), repetition);
    let openings = Suite { kind: Kind::Random, plies: 6, seed: 3 }.choose::<R>(Position::start(4).unwrap(), games.div_ceil(2));
    Contest {
        entrants: [own("Ama", engine(), nodes[0]), own("Kofi", engine(), nodes[1])],
        terms: Terms { repetition, margin: Duration::from_secs(1), patience: Duration::from_secs(1), ply_limit: 2000 },
        openings,
        games,
        workers,
        referee: Some(engine()),
    }
}

fn games_of<R: Evaluate>(contest: &Contest) -> Vec<Game> {
    let mut games = vec![];
    contest.play::<R>(&AtomicBool::new(false), &mut |game| {
        games.push(game.clone());
        ControlFlow::Continue(())
    });
    games
}

/// Two levels apart, the higher one wins nearly always; what is asked for is three of four points. The same level at both sides plays the same games each time.
#[test]
fn a_higher_level_plays_better() {
    let of_levels = |levels: [u32; 2]| {
        let mut contest = contest::<Abapa>(Repetition::Split, [1_000_000; 2], 20, 2);
        for (entrant, number) in contest.entrants.iter_mut().zip(levels) {
            let Program::Own { level, .. } = &mut entrant.program else { unreachable!() };
            *level = Level::new(number).unwrap();
        }
        games_of::<Abapa>(&contest)
    };
    for levels in [[3, 1], [6, 4]] {
        let mut standings = Standings::new();
        of_levels(levels).iter().for_each(|game| standings.add(game));
        assert!(standings.tally().score().unwrap() >= 0.75, "{levels:?}: {:?}", standings.tally());
    }
    assert_eq!(moves_and_ends(&of_levels([2, 2])), moves_and_ends(&of_levels([2, 2])));
}

/// What of the games does not depend on the clock.
fn moves_and_ends(games: &[Game]) -> Vec<(usize, String, Termination)> {
    games.iter().map(|game| (game.number, game.finished.letters.clone(), game.finished.termination.clone())).collect()
}

#[test]
fn a_match_at_fixed_nodes_is_the_same_however_many_games_are_played_at_a_time() {
    let of = |workers| moves_and_ends(&games_of::<Abapa>(&contest::<Abapa>(Repetition::OwnSide, [300, 150], 12, workers)));
    let one = of(1);
    assert_eq!(one.iter().map(|game| game.0).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    assert_eq!(one, of(2));
    assert_eq!(one, of(5));
}

#[test]
fn both_players_play_each_opening_with_both_colours() {
    let games = games_of::<Abapa>(&contest::<Abapa>(Repetition::Split, [100, 100], 5, 2));
    let rounds: Vec<String> = games.iter().map(Game::round).collect();
    let mut standings = Standings::new();
    for game in games.iter().chain(&games[..1]) {
        standings.add(game);
    }
    // The fifth game has no partner, and neither has the first where it comes again; both count as games.
    assert_eq!((standings.tally().games(), standings.pairs().pairs(), standings.unpaired(), standings.repeats()), (6, 2, 2, 1));
    assert!(standings.elo().interval.is_none() && standings.superiority().is_none());
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1"]);
    for pair in games.chunks_exact(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_ne!(pair[0].south, pair[1].south);
        // Two players with the same limits play the same game.
        assert_eq!(pair[0].finished.letters, pair[1].finished.letters);
    }
}

#[test]
fn who_thinks_longer_wins_more_and_the_standings_say_so() {
    let mut standings = Standings::new();
    for game in games_of::<Abapa>(&contest::<Abapa>(Repetition::Split, [1500, 20], 20, 2)) {
        standings.add(&game);
    }
    let tally = standings.tally();
    assert_eq!((tally.games(), standings.pairs().pairs()), (20, 10));
    assert!(tally.wins > tally.losses, "{tally:?}");
    assert_eq!(standings.terminations().values().sum::<u64>(), 20);
    assert!(standings.mean_plies().unwrap() > 20.0);
}

#[test]
fn a_match_ends_when_it_is_told_to() {
    let contest = contest::<Abapa>(Repetition::Split, [50, 50], 1000, 2);
    let mut told = 0;
    contest.play::<Abapa>(&AtomicBool::new(false), &mut |game| {
        told += 1;
        assert_eq!(game.number, told);
        if told == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(told, 3);
    let (stop, mut told) = (AtomicBool::new(false), 0);
    contest.play::<Abapa>(&stop, &mut |_| {
        told += 1;
        stop.store(told >= 5, Relaxed);
        ControlFlow::Continue(())
    });
    assert!((5..1000).contains(&told), "{told}");
}

#[test]
fn a_game_without_end_is_a_draw_at_the_ply_limit() {
    let mut contest = contest::<AbapaPlayOn>(Repetition::Split, [20, 20], 2, 1);
    contest.terms.ply_limit = 15;
    for game in games_of::<AbapaPlayOn>(&contest) {
        assert_eq!((game.finished.termination.name(), game.finished.moves.len()), ("ply-limit", 15));
        assert_eq!(game.finished.outcome.name(), "1/2-1/2");
    }
}

/// An engine that panics on its first move: that of another rule set. With debug assertions it does.
#[cfg(debug_assertions)]
#[test]
fn an_engine_that_breaks_loses_its_game_and_the_match_goes_on() {
    let mut contest = contest::<Abapa>(Repetition::Split, [50, 50], 4, 2);
    contest.entrants[1] = own("broken", equipment(Variant::Wari, Repetition::Split), 50);
    let mut standings = Standings::new();
    for game in games_of::<Abapa>(&contest) {
        assert!(
            matches!(game.finished.termination, Termination::Fault(_, oware::arena::fault::Fault::Crash(_))),
            "{:?}",
            game.finished.termination
        );
        standings.add(&game);
    }
    assert_eq!((standings.tally().wins, standings.tally().games()), (4, 4));
}

#[test]
fn a_worker_that_breaks_loses_its_game_and_not_the_match() {
    let mut contest = contest::<Abapa>(Repetition::Split, [50, 50], 8, 2);
    // Without an opening no game can begin; the match ends all the same.
    contest.openings.clear();
    assert!(games_of::<Abapa>(&contest).is_empty());
}
