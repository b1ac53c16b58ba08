//! Many fast games of each rule set, written to a file, read back and played again by what the file says.

use super::{contest, equipment};
use oware::arena::contest::Game;
use oware::arena::duel::Termination;
use oware::game::{self, Repetition};
use oware::ogn::{Outcome, Record};
use oware::rules::Rules;
use oware::score::Score;
use oware::search::evaluation::Evaluate;
use oware::variant::Variant;
use oware::with_rules;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

/// Plays so many games, half of them under each rule for repetitions.
fn soak<R: Evaluate>(games: usize) {
    let folder = tempfile::tempdir().unwrap();
    let workers = available_parallelism().map_or(1, usize::from);
    for (repetition, games) in [(Repetition::Split, games.div_ceil(2)), (Repetition::OwnSide, games / 2)] {
        let path = folder.path().join(format!("{repetition}.ogn"));
        let mut file = File::create(&path).unwrap();
        let contest = contest::<R>(repetition, [200, 200], games, workers);
        let mut played = vec![];
        contest.play::<R>(&AtomicBool::new(false), &mut |game| {
            writeln!(file, "{}", contest.record::<R>(game).unwrap()).unwrap();
            played.push(game.clone());
            ControlFlow::Continue(())
        });
        let records = Record::parse_all(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!((played.len(), records.len()), (games, games));
        for (game, record) in played.iter().zip(&records) {
            assert_eq!(record.repetition(), repetition);
            assert_eq!(record.variant().name(), <R as Rules>::NAME);
            replay::<R>(game, record);
        }
    }
}

/// Plays a game of a file again. It must be open before each move, and at its end over as the file says.
fn replay<R: Evaluate>(played: &Game, record: &Record) {
    let mut game = game::Game::<R>::new(record.start(), record.repetition());
    for &mv in record.moves() {
        assert_eq!(game.ending(), None, "{record}");
        game.play(mv).unwrap();
    }
    assert_eq!(record.moves(), played.finished.moves);
    assert_eq!(record.result(), played.finished.outcome);
    match &played.finished.termination {
        Termination::Rules(ending) => {
            assert_eq!(game.ending(), Some(*ending), "{record}");
            assert_eq!(record.termination(), Some(ending.name()), "{record}");
            assert_eq!(record.result(), Outcome::by_stores(game.final_position()), "{record}");
        }
        Termination::Tables(_) => {
            assert_eq!((game.ending(), record.termination()), (None, Some("adjudication")), "{record}");
            let referee = equipment(record.variant(), record.repetition());
            let referee = referee.engine(referee.tables().unwrap());
            let known = referee.known_score(&game).expect("the tables say so again");
            let mover = game.position().to_move();
            let result = match known.cmp(&Score::ZERO) {
                std::cmp::Ordering::Greater => Outcome::win_of(mover),
                std::cmp::Ordering::Less => Outcome::win_of(mover.other()),
                std::cmp::Ordering::Equal => Outcome::Draw,
            };
            assert_eq!(record.result(), result, "{record}");
        }
        other => panic!("{other:?}: {record}"),
    }
}

fn soak_all(games: usize) {
    for variant in Variant::ALL {
        with_rules!(variant, R => soak::<R>(games));
    }
}

#[test]
fn games_come_back_from_their_file() {
    soak_all(20);
}

#[test]
#[ignore = "takes minutes: 2,000 games of each rule set, or OWARE_SOAK_GAMES"]
fn many_games_come_back_from_their_file() {
    let games = env::var("OWARE_SOAK_GAMES").map_or(2000, |games| games.parse().expect("OWARE_SOAK_GAMES is a number of games"));
    soak_all(games);
}
