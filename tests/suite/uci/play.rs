//! Whole games, engine against itself, each move held against the rules of the library.

use super::Dialogue;
use oware::game::{Game, Repetition};
use oware::notation::{Letters, move_letter, parse_move};
use oware::position::Position;
use oware::rules::Rules;
use oware::variant::Variant;
use oware::with_rules;
use std::time::{Duration, Instant};

/// Longest game, in moves. What goes on longer is left.
const LONGEST: usize = 300;

/// Time for a move, in milliseconds.
const MOVE_TIME: u64 = 10;

/// The longest time over what was given.
#[derive(Default)]
struct Watch {
    overrun: Duration,
    moves: usize,
    /// Moves that took longer than was given.
    late: usize,
}

/// Plays a game from the moves; `go` gives the limits of the next move, and is told how long the last one took.
fn play<R: Rules>(engine: &mut Dialogue, opening: &str, mut go: impl FnMut(Option<(bool, Duration)>) -> String) -> Game<R> {
    let mut game = Game::<R>::new(Position::start(4).unwrap(), Repetition::OwnSide);
    game.replay(opening, Letters::Exact).unwrap();
    let mut moves = opening.to_owned();
    engine.answers("ucinewgame");
    let mut last = None;
    while game.ending().is_none() && moves.len() < LONGEST {
        let to_move = game.position().to_move();
        let text = format!("position startpos moves {moves}\ngo {}", go(last));
        let asked = Instant::now();
        let answer = engine.best_move(&text);
        last = Some((to_move == oware::board::Side::South, asked.elapsed()));
        let words: Vec<&str> = answer.split(' ').collect();
        let letter = words[0].chars().next().unwrap();
        let mv = parse_move(letter, to_move, Letters::Exact).unwrap_or_else(|| panic!("{moves}: {answer}"));
        assert_eq!(move_letter(mv, to_move).to_string(), words[0]);
        game.play(mv).unwrap_or_else(|error| panic!("{} {moves}: {answer}: {error}", <R as Rules>::NAME));
        moves += words[0];
        match words[1..] {
            [] => {}
            ["ponder", reply] => {
                assert_ne!(game.position().to_move(), to_move, "{moves}: {answer}");
                game.clone().replay(reply, Letters::Exact).unwrap_or_else(|error| panic!("{answer}: {error}"));
            }
            _ => panic!("{answer}"),
        }
    }
    if game.ending().is_some() {
        assert_eq!(engine.best_move(&format!("position startpos moves {moves}\ngo depth 1")), "0000");
    }
    game
}

fn play_quickly(variant: Variant, engine: &mut Dialogue, opening: &str, watch: &mut Watch) {
    let mut go = |last: Option<(bool, Duration)>| {
        if let Some((_, time)) = last {
            let overrun = time.saturating_sub(Duration::from_millis(MOVE_TIME));
            watch.overrun = watch.overrun.max(overrun);
            watch.late += usize::from(!overrun.is_zero());
            watch.moves += 1;
        }
        format!("movetime {MOVE_TIME}")
    };
    with_rules!(variant, R => drop(play::<R>(engine, opening, &mut go)));
}

#[test]
fn every_move_of_whole_games_is_legal() {
    for variant in Variant::ALL {
        let mut engine = Dialogue::with(&format!("--hash 4 --rules {variant}"));
        play_quickly(variant, &mut engine, "", &mut Watch::default());
    }
}

#[test]
fn a_game_by_the_clock_is_played_to_its_end() {
    let mut engine = Dialogue::new();
    let game = play::<oware::rules::oware::Abapa>(&mut engine, "", |_| "wtime 300 btime 200 winc 2 binc 2".to_owned());
    assert!(game.ending().is_some());
}

/// How punctual the engine is: run it alone with `--ignored --nocapture`.
#[test]
#[ignore = "a measurement of some minutes"]
fn soak() {
    let moves: usize = std::env::var("SOAK_MOVES").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    for variant in Variant::ALL {
        let mut engine = Dialogue::with(&format!("--rules {variant}"));
        let mut watch = Watch::default();
        let openings: Vec<String> = ["A", "B", "C", "D", "E", "F"].map(str::to_owned).into();
        while watch.moves < moves {
            let before = watch.moves;
            for opening in &openings {
                play_quickly(variant, &mut engine, opening, &mut watch);
            }
            assert!(watch.moves > before);
        }
        let Watch { overrun, moves, late } = watch;
        println!("{variant}: {moves} moves at {MOVE_TIME} ms, {late} of them late, the latest by {overrun:.1?}");
    }
    // A clock of one second for each player and 10 ms a move: nobody may run out of time.
    let mut engine = Dialogue::new();
    let mut clocks = [1_000_000_i64; 2];
    let mut least = clocks[0];
    play::<oware::rules::oware::Abapa>(&mut engine, "", |last| {
        if let Some((south, time)) = last {
            let clock = &mut clocks[usize::from(!south)];
            *clock -= time.as_micros() as i64;
            least = least.min(*clock);
            assert!(*clock >= 0, "lost on time");
            *clock += 10_000;
        }
        format!("wtime {} btime {} winc 10 binc 10", clocks[0] / 1000, clocks[1] / 1000)
    });
    println!("a clock of 1 s + 10 ms a move: never less than {} ms left", least / 1000);
}
