//! Answers from the opening book.

use crate::book::Book;
use crate::engine::{Analysis, MoveAnalysis};
use crate::game::Repetition;
use crate::notation::move_letter;
use crate::rules::Rules;
use crate::score::Score;
use crate::uci::answer;
use crate::uci::setup::Setup;
use crate::with_rules;
use std::time::Duration;

/// What the book has to say.
pub(super) struct BookAnswer {
    /// All moves that it knows of the position, in seeds.
    pub remark: String,
    /// The best one with the play expected after it; nothing was searched.
    pub info: String,
    /// The answer.
    pub best_move: String,
}

/// The best move of a game by the built-in book, if the game has not left it.
pub(super) fn look_up(setup: &Setup, repetition: Repetition) -> Option<BookAnswer> {
    with_rules!(setup.variant(), R => answer::<R>(setup, repetition))
}

fn answer<R: Rules>(setup: &Setup, repetition: Repetition) -> Option<BookAnswer> {
    let game = setup.game::<R>(repetition);
    let book = Book::built_in(setup.variant());
    let best = book.best(&game)?;
    let position = game.position();
    let stores = Score::from_seeds(position.store_difference());
    let letter = |mv| move_letter(mv, position.to_move());
    let moves = book.moves(position.board()).iter();
    let known: Vec<String> = moves.map(|known| format!("{} {:+.2}", letter(known.mv), (stores + known.score).seeds())).collect();
    let (score, exact) = (stores + best.score, best.exact);
    let line = book.line(&game);
    let moves = vec![MoveAnalysis { line, score, exact }];
    let analysis = Analysis { moves, score, exact, over: None, depth: 0, nodes: 0, time: Duration::ZERO };
    Some(BookAnswer {
        remark: format!("book: {}", known.join(", ")),
        info: answer::info(&game, &analysis),
        best_move: answer::best_move(&game, &analysis),
    })
}
