//! The opening books: those that are part of the program, and how one is built.

use oware::board::{Board, Move};
use oware::book::Book;
use oware::book::entry::{BookMove, Entry};
use oware::book::expansion::{Weights, expand, urgent};
use oware::book::graph::{Evaluation, Graph};
use oware::game::{Game, Repetition};
use oware::notation::{Letters, parse_position};
use oware::position::Position;
use oware::rules::oware::{Abapa, Wari};
use oware::rules::{Rules, kalah::Kalah};
use oware::score::Score;
use oware::variant::Variant;
use oware::with_rules;
use std::collections::{BTreeSet, HashSet};

fn start() -> Position {
    Position::start(4).unwrap()
}

fn game<R: Rules>(moves: &str) -> Game<R> {
    let mut game = Game::new(start(), Repetition::Split);
    game.replay(moves, Letters::Exact).unwrap();
    game
}

/// Walks from the start over all moves of a book. Each score must be what the best answer says, and each position must be reached.
fn assert_is_consistent<R: Rules>(book: &Book) {
    let mut seen = HashSet::from([start().board()]);
    let mut waiting = vec![start().board()];
    let mut reached = 0;
    while let Some(board) = waiting.pop() {
        let moves = book.moves(board);
        if moves.is_empty() {
            continue;
        }
        reached += 1;
        assert_eq!(moves.iter().map(|known| known.mv.index()).collect::<BTreeSet<_>>(), R::moves(board).map(Move::index).collect());
        assert!(moves.is_sorted_by_key(|known| -known.score.hundredths()), "{board:?}: {moves:?}");
        for known in moves {
            let played = R::play(board, known.mv);
            assert!(known.score.hundredths().unsigned_abs() as u32 <= 100 * board.seeds(), "{board:?}: {known:?}");
            if let Some(best) = book.moves(played.board).first()
                && !known.exact
            {
                let expected = if known.repeats { Score::ZERO } else { played.score(best.score) };
                assert_eq!(known.score, expected, "{board:?}: {known:?}");
            }
            if seen.insert(played.board) {
                waiting.push(played.board);
            }
        }
    }
    assert_eq!(reached, book.len());
}

#[test]
fn the_built_in_books_are_legal_and_their_scores_follow_from_each_other() {
    let mut bytes = 0;
    for variant in Variant::ALL {
        let path = format!("{}/databases/book/{variant}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        bytes += text.len();
        let book = Book::parse(&text).unwrap_or_else(|error| panic!("{variant}: {error}"));
        assert_eq!(&book, Book::built_in(variant));
        assert_eq!(book.variant(), variant);
        assert!(!book.is_empty());
        with_rules!(variant, R => assert_is_consistent::<R>(&book));
    }
    assert!(bytes <= 1 << 19, "the books take {bytes} bytes of the program");
}

#[test]
fn the_start_of_wari_has_one_good_move() {
    // The start is a draw (Romein and Bal 2002), and by Lincke's book only the rightmost pit keeps it. Scores of a book are estimates: within half a seed of the
    // draw for F, and a loss of a seed or more for all others.
    let moves = Book::built_in(Variant::Wari).moves(start().board());
    assert_eq!(moves[0].mv, Move::from_pit(5));
    assert!(moves[0].score.hundredths().abs() <= 50, "{moves:?}");
    assert!(moves[1..].iter().all(|known| known.score.hundredths() <= -100), "{moves:?}");
}

#[test]
fn the_best_moves_of_a_book_can_be_played() {
    for variant in Variant::ALL {
        with_rules!(variant, R => {
            let book = Book::built_in(variant);
            let line = book.line(&game::<R>(""));
            assert!(!line.is_empty());
            let mut played = game::<R>("");
            for mv in line {
                assert_eq!(book.best(&played).map(|best| best.mv), Some(mv));
                played.play(mv).unwrap();
            }
            assert_eq!(book.best(&played), None);
        });
    }
}

const THREE_MOVES: &str =
    "oware opening book 1\nrules wari\nbuilt by hand\npositions 1\n4-4-4-4-4-4-4-4-4-4-4-4 F+10 E-10 D-11 C-300 B-300 A-300\n";

#[test]
fn a_choice_is_one_of_the_moves_within_a_margin() {
    let book = Book::parse(THREE_MOVES).unwrap();
    let game = game::<Wari>("");
    let mut random = fastrand::Rng::with_seed(7);
    let mut chosen = |margin| {
        let choose = || book.choose(&game, Score::from_hundredths(margin), &mut random).unwrap().mv.index();
        std::iter::repeat_with(choose).take(200).collect::<BTreeSet<_>>()
    };
    assert_eq!(chosen(0), BTreeSet::from([5]));
    assert_eq!(chosen(20), BTreeSet::from([4, 5]));
    assert_eq!(chosen(21), BTreeSet::from([3, 4, 5]));
    assert_eq!(book.best(&game).map(|best| best.score), Some(Score::from_hundredths(10)));
    assert_eq!(book.best(&self::game::<Wari>("F")), None);
}

#[test]
fn a_best_move_that_ends_the_game_by_repetition_is_not_played() {
    let book = "oware opening book 1\nrules abapa\nbuilt by hand\npositions 1\n0-1-0-0-0-1-0-0-0-0-0-1 B+0 F-100\n";
    let book = Book::parse(book).unwrap();
    let game = |text, moves| {
        let mut game = Game::<Abapa>::new(parse_position(text, 48).unwrap(), Repetition::Split);
        game.replay(moves, Letters::Exact).unwrap();
        game
    };
    assert_eq!(book.best(&game("0-1-0-0-0-1-0-0-0-0-0-1-0-0-S", "")).map(|best| best.mv), Some(Move::from_pit(1)));
    // Three seeds that go round: the twelfth move would bring the first position back.
    let round = game("0-0-0-0-0-1-0-0-1-0-0-1-0-0-S", "FfAcBdCeDaE");
    assert_eq!(round.position().board().pits(), [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
    assert_eq!(book.best(&round), None);
    assert_eq!(book.choose(&round, Score::from_hundredths(100), &mut fastrand::Rng::with_seed(1)), None);
}

/// An evaluation that only counts seeds, so that tests are quick.
fn count_seeds(board: Board) -> Evaluation {
    let score = Score::from_hundredths(10 * (board.mover.seeds() as i16 - board.opponent.seeds() as i16) + i16::from(board.pits()[3]));
    Evaluation { score, exact: false, best: None }
}

fn built<R: Rules>(graph: &mut Graph<R>, positions: usize, batch: usize) {
    while graph.expanded() < positions {
        let mut evaluate = |boards: &[Board]| boards.iter().map(|&board| count_seeds(board)).collect();
        assert!(expand(graph, Weights::default(), batch, &mut evaluate) > 0);
    }
}

fn entries<R: Rules>(graph: &Graph<R>) -> Vec<Entry> {
    graph.entries().into_iter().map(|(entry, _)| entry).collect()
}

#[test]
fn a_book_is_built_the_same_in_one_go_and_in_parts() {
    fn assert_same<R: Rules>() {
        let mut whole = Graph::<R>::new(start().board());
        built(&mut whole, 200, 10);
        let mut part = Graph::<R>::new(start().board());
        built(&mut part, 70, 10);
        let mut resumed = Graph::<R>::of_entries(start().board(), &entries(&part));
        assert_eq!(entries(&resumed), entries(&part));
        built(&mut resumed, 200, 10);
        assert_eq!(entries(&resumed), entries(&whole));
        assert!((200..210).contains(&whole.expanded()));
        for (entry, line) in whole.entries() {
            let mut game = game::<R>("");
            for mv in line.iter().copied() {
                game.play(mv).unwrap();
            }
            assert_eq!(game.position().board(), entry.board);
            assert_eq!(self::game::<R>(&whole.letters(&line)).position(), game.position());
        }
    }
    assert_same::<Wari>();
    assert_same::<Kalah>();
}

#[test]
fn what_costs_least_is_looked_at_first() {
    let mut graph = Graph::<Wari>::new(start().board());
    let weights = Weights { own: 8, opponent: 2 };
    assert_eq!(urgent(&graph, weights, 5), [0]);
    // F loses nothing, E half a seed, the others ten.
    let worth = |board: Board| {
        let sown = board.opponent.pits().iter().position(|&pit| pit == 0).unwrap();
        let loss = [1000, 1000, 1000, 1000, 50, 0][sown];
        Evaluation { score: Score::from_hundredths(loss), exact: false, best: None }
    };
    expand(&mut graph, weights, 1, &mut |boards| boards.iter().map(|&board| worth(board)).collect());
    let first: Vec<usize> = graph.edges(0).iter().map(|edge| edge.to).collect();
    assert_eq!(urgent(&graph, weights, 2), [first[5], first[4]]);
    // After F all six answers are as good: each costs two moves, as E does (one, and two for each seed).
    expand(&mut graph, weights, 1, &mut |boards| boards.iter().map(|_| count_seeds(Board::EMPTY)).collect());
    assert_eq!(graph.edges(first[5]).len(), 6);
    assert!(urgent(&graph, weights, 7).contains(&first[4]));
}

#[test]
fn a_way_back_is_worth_nothing() {
    // Three seeds go round for ever: the book of this position is a circle, one of whose moves is marked.
    let pits = [0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1];
    let mut graph = Graph::<Abapa>::new(Board::from_pits(pits).unwrap());
    while graph.expanded() < 5000 {
        let mut evaluate = |boards: &[Board]| boards.iter().map(|&board| count_seeds(board)).collect();
        if expand(&mut graph, Weights::default(), 1, &mut evaluate) == 0 {
            break;
        }
    }
    let entries = entries(&graph);
    let back: Vec<&BookMove> = entries.iter().flat_map(|entry| &entry.moves).filter(|known| known.repeats).collect();
    assert!(!back.is_empty());
    assert!(back.iter().all(|known| known.score == Score::ZERO && !known.exact));
    let again = Graph::<Abapa>::of_entries(Board::from_pits(pits).unwrap(), &entries);
    assert_eq!(self::entries(&again), entries);
}

#[test]
fn what_is_proven_of_a_position_stays_proven() {
    let mut graph = Graph::<Kalah>::new(start().board());
    let seven = Score::from_seeds(7);
    // All positions are known to be worth seven seeds to the mover, by the last move; then nothing is known of those after them.
    let proven = |board: Board| Evaluation { score: seven, exact: true, best: Kalah::moves(board).last() };
    expand(&mut graph, Weights::default(), 1, &mut |boards| boards.iter().map(|&board| proven(board)).collect());
    let first: Vec<(usize, Score)> = graph.edges(0).iter().map(|edge| (edge.to, graph.worth(edge))).collect();
    // C ends in the store: one seed, and the same player moves on.
    assert_eq!(first[2].1, Score::from_seeds(8));
    assert_eq!(graph.score(0), Score::from_seeds(8));
    expand(&mut graph, Weights::default(), 1, &mut |boards| {
        boards.iter().map(|&board| if graph_start_of(board) { proven(board) } else { count_seeds(board) }).collect()
    });
    assert_eq!(graph.score(first[2].0), seven);
    let edges = graph.edges(first[2].0);
    assert!(!edges.is_empty());
    assert_eq!(graph.worth(edges.last().unwrap()), seven);
}

/// Whether a board is that after C from the start of kalah.
fn graph_start_of(board: Board) -> bool {
    board == Kalah::play(start().board(), Move::from_pit(2)).board
}
