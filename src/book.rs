//! Opening books: what the moves of the first positions of a game are worth, found out beforehand with more time than a game has.
//!
//! A book holds positions as the player to move sees them. Stores do not belong to them, since what has been captured does not change what can be; its scores
//! count from the position on. The engine builds its books itself (`tools/build-book.rs`): [`graph`] is a book under construction, [`expansion`] chooses what
//! to look at next. [`text`] is the form on disk, and the books under `databases/book` are part of the program.
//!
//! What the positions before were does not enter a book either. A move that would end the game by repetition is therefore none that
//! [`Book::good_moves`] gives, and a game in which the best move is such a one has left the book.

pub mod entry;
pub mod error;
pub mod expansion;
pub mod graph;
pub mod text;

use crate::board::{Board, Move};
use crate::game::Game;
use crate::rules::{Ending, Rules};
use crate::score::Score;
use crate::variant::Variant;
use entry::{BookMove, Entry};
use error::BookError;
use fastrand::Rng;
use std::collections::HashMap;
use std::sync::OnceLock;
use text::Record;

/// Longest line that [`Book::line`] gives, in moves.
const MAX_LINE: usize = 60;

/// The opening book of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    variant: Variant,
    positions: HashMap<Board, Vec<BookMove>>,
}

impl Book {
    /// The book that is part of the program.
    #[must_use]
    pub fn built_in(variant: Variant) -> &'static Book {
        static BOOKS: [OnceLock<Book>; Variant::ALL.len()] = [const { OnceLock::new() }; Variant::ALL.len()];
        BOOKS[variant as usize].get_or_init(|| Self::parse(built_in_text(variant)).expect("a test reads the built-in books"))
    }

    /// Reads a book, and checks it as [`Record::parse`] does.
    ///
    /// # Errors
    /// A [`BookError`] that names the line and what is expected there.
    pub fn parse(text: &str) -> Result<Self, BookError> {
        let Record { variant, entries, .. } = Record::parse(text)?;
        let positions = entries.into_iter().map(|Entry { board, moves }| (board, moves)).collect();
        Ok(Book { variant, positions })
    }

    /// The rule set.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many positions it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All legal moves of a position, seen from the player to move, the best first; none if the book does not hold it. Scores count from the position on.
    #[must_use]
    pub fn moves(&self, board: Board) -> &[BookMove] {
        self.positions.get(&board).map_or(&[], Vec::as_slice)
    }

    /// The moves of a game's position that are worth at most `margin` less than the best one, which comes first. None if the game is over, the book does not hold
    /// the position, or the best move would end the game by repetition; others that would are left out.
    #[must_use]
    pub fn good_moves<R: Rules>(&self, game: &Game<R>, margin: Score) -> Vec<BookMove> {
        debug_assert_eq!(self.variant.name(), <R as Rules>::NAME);
        let known = if game.ending().is_some() { &[] } else { self.moves(game.position().board()) };
        let Some(best) = known.first().filter(|best| !repeats(game, best.mv)) else { return Vec::new() };
        known.iter().copied().filter(|known| best.score - known.score <= margin && !repeats(game, known.mv)).collect()
    }

    /// The best move of a game's position. `None` where [`Book::good_moves`] has none.
    #[must_use]
    pub fn best<R: Rules>(&self, game: &Game<R>) -> Option<BookMove> {
        self.good_moves(game, Score::ZERO).into_iter().next()
    }

    /// One of the moves that are worth at most `margin` less than the best one, each as likely. `None` where [`Book::good_moves`] has none.
    #[must_use]
    pub fn choose<R: Rules>(&self, game: &Game<R>, margin: Score, random: &mut Rng) -> Option<BookMove> {
        let good = self.good_moves(game, margin);
        // The same number on machines with words of another width.
        let place = random.u64(..(good.len() as u64).max(1)) as usize;
        good.get(place).copied()
    }

    /// The best moves one after another, from a game's position to where the book or the game ends, at most 60.
    #[must_use]
    pub fn line<R: Rules>(&self, game: &Game<R>) -> Vec<Move> {
        let (mut game, mut line) = (game.clone(), Vec::new());
        while let Some(best) = self.best(&game).filter(|_| line.len() < MAX_LINE) {
            if game.play(best.mv).is_err() {
                break;
            }
            line.push(best.mv);
        }
        line
    }
}

/// Whether a move ends the game by repetition.
fn repeats<R: Rules>(game: &Game<R>, mv: Move) -> bool {
    let mut after = game.clone();
    after.play(mv).is_ok() && after.stop() == Some(Ending::Repetition)
}

/// The files under `databases/book`.
fn built_in_text(variant: Variant) -> &'static str {
    match variant {
        Variant::Abapa => include_str!("../databases/book/abapa.txt"),
        Variant::AbapaPlayOn => include_str!("../databases/book/abapa-play-on.txt"),
        Variant::Wari => include_str!("../databases/book/wari.txt"),
        Variant::Warri => include_str!("../databases/book/warri.txt"),
        Variant::Kalah => include_str!("../databases/book/kalah.txt"),
        Variant::KalahStrict => include_str!("../databases/book/kalah-strict.txt"),
    }
}
