//! A played game: positions, repetition, ends and results.
//!
//! A majority ends a played game of the oware family, but `best` and the tables look on, so [`Game::play`] goes on after a
//! majority and refuses only what no rule allows: a move after a repetition or without legal moves.

use crate::board::{Board, Move, Moves, Side};
use crate::notation::{Letters, move_letter, parse_move};
use crate::position::Position;
use crate::rules::{Ending, Played, Rules};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use thiserror::Error;

/// What happens to the seeds on the board when a position comes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// They count for nobody.
    #[default]
    Split,
    /// Each player takes those of the own row (the tournament habit).
    OwnSide,
}

impl Repetition {
    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Repetition::Split => "split",
            Repetition::OwnSide => "own-side",
        }
    }

    /// What the end by repetition at `board` is worth to the mover, in seeds.
    #[must_use]
    #[inline]
    pub const fn value(self, board: Board) -> i32 {
        match self {
            Repetition::Split => 0,
            Repetition::OwnSide => crate::rules::swept_difference(board),
        }
    }
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no repetition rule's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown repetition rule `{0}`; expected split or own-side")]
pub struct UnknownRepetition(String);

impl FromStr for Repetition {
    type Err = UnknownRepetition;

    fn from_str(name: &str) -> Result<Self, UnknownRepetition> {
        match name {
            "split" => Ok(Repetition::Split),
            "own-side" => Ok(Repetition::OwnSide),
            other => Err(UnknownRepetition(other.to_owned())),
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over ({0})")]
    Over(Ending),
    /// No letter of the player to move.
    #[error("not a move of {side}; expected one of {legal}")]
    Letter {
        /// Who is to move.
        side: Side,
        /// The legal moves.
        legal: String,
    },
    /// The pit has no seeds.
    #[error("the pit is empty; legal: {legal}")]
    EmptyPit {
        /// The legal moves.
        legal: String,
    },
    /// The opponent's row is empty and this move does not feed it.
    #[error("the opponent has no seeds and must be fed; legal: {legal}")]
    MustFeed {
        /// The legal moves.
        legal: String,
    },
    /// A grand slam, which these rules forbid while another move exists.
    #[error("the move would take all of the opponent's seeds, which these rules forbid; legal: {legal}")]
    GrandSlam {
        /// The legal moves.
        legal: String,
    },
    /// A pass with seeds to move, or a pit where only the pass is left.
    #[error("passing is legal if and only if the own row is empty; legal: {legal}")]
    Pass {
        /// The legal moves.
        legal: String,
    },
}

/// A move list that cannot be played to its end.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("move {ply} of `{list}`, `{letter}`: {reason}")]
pub struct ReplayError {
    /// The whole list.
    pub list: String,
    /// The number of the move, from 1.
    pub ply: usize,
    /// What stands there.
    pub letter: char,
    /// What is wrong with it.
    pub reason: PlayError,
}

/// A game in play.
#[derive(Clone, Debug)]
pub struct Game<R> {
    position: Position,
    repetition: Repetition,
    /// The boards since the last capture, each seen from its mover, the current one last. Two of them belong to the same player
    /// when their distance is even.
    history: Vec<Board>,
    ending: Option<Ending>,
    rules: PhantomData<R>,
}

impl<R: Rules> Game<R> {
    /// A game that starts at a position, without history.
    #[must_use]
    pub fn new(position: Position, repetition: Repetition) -> Self {
        let board = position.board();
        let ending = R::moves(board).is_empty().then(|| R::ending(board));
        Game { position, repetition, history: vec![board], ending, rules: PhantomData }
    }

    /// Where the game stands, nothing swept.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// The rule for positions that come back.
    #[must_use]
    pub fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// The boards since the last capture, each seen from its mover, the current one last.
    #[must_use]
    pub fn history(&self) -> &[Board] {
        &self.history
    }

    /// The legal moves; none when the game is over other than by majority.
    #[must_use]
    pub fn moves(&self) -> Moves {
        if self.ending.is_some() { Moves::NONE } else { R::moves(self.position.board()) }
    }

    /// Why the game is over, if it is: the first reason that applies.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let majority = R::MAJORITY_ENDS && self.position.majority().is_some();
        if majority { Some(Ending::Majority) } else { self.ending }
    }

    /// Why no move can follow, a majority left aside.
    #[must_use]
    pub fn stop(&self) -> Option<Ending> {
        self.ending
    }

    /// The position as the game leaves it: if it is over, the seeds on the board have gone to the owners of their pits, except those
    /// that a repetition leaves to nobody.
    #[must_use]
    pub fn final_position(&self) -> Position {
        match (self.ending(), self.repetition) {
            (None, _) | (Some(Ending::Repetition), Repetition::Split) => self.position,
            _ => self.position.swept(),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// A [`PlayError`] that says why it cannot be played; the game is as before.
    pub fn play(&mut self, mv: Move) -> Result<Played, PlayError> {
        if let Some(ending) = self.ending {
            return Err(PlayError::Over(ending));
        }
        let board = self.position.board();
        if !R::moves(board).contains(mv) {
            return Err(self.illegal(mv));
        }
        let played = R::play(board, mv);
        self.position = self.position.after(played);
        if played.gain > 0 {
            self.history.clear();
        }
        let repeated = R::CAN_REPEAT && self.history.iter().rev().skip(1).step_by(2).any(|&earlier| earlier == played.board);
        self.history.push(played.board);
        self.ending =
            if R::moves(played.board).is_empty() { Some(R::ending_after(played.board)) } else { repeated.then_some(Ending::Repetition) };
        Ok(played)
    }

    /// Plays a list of letters, run together or separated by spaces, a letter in either case if `letters` says so.
    ///
    /// # Errors
    /// A [`ReplayError`] that names the move that cannot be played; the game stands before it.
    pub fn replay(&mut self, list: &str, letters: Letters) -> Result<(), ReplayError> {
        for (i, letter) in list.chars().filter(|c| !c.is_whitespace()).enumerate() {
            let played = match parse_move(letter, self.position.to_move(), letters) {
                Some(mv) => self.play(mv).map(|_| ()),
                None => Err(PlayError::Letter { side: self.position.to_move(), legal: self.legal() }),
            };
            played.map_err(|reason| ReplayError { list: list.to_owned(), ply: i + 1, letter, reason })?;
        }
        Ok(())
    }

    fn legal(&self) -> String {
        let letters: Vec<String> = self.moves().map(|mv| move_letter(mv, self.position.to_move()).to_string()).collect();
        letters.join(", ")
    }

    fn illegal(&self, mv: Move) -> PlayError {
        let board = self.position.board();
        let legal = self.legal();
        if mv.is_pass() || board.mover.is_empty() {
            PlayError::Pass { legal }
        } else if board.mover.pit(mv.index()) == 0 {
            PlayError::EmptyPit { legal }
        } else if board.opponent.is_empty() {
            PlayError::MustFeed { legal }
        } else {
            PlayError::GrandSlam { legal }
        }
    }
}
