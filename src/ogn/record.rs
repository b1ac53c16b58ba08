//! A game as a file keeps it.

use super::decision::Decision;
use super::outcome::Outcome;
use super::tags::{Tags, one_line};
use crate::board::Move;
use crate::game::{Game, Repetition, ReplayError};
use crate::notation::move_letter;
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;

/// A game: who played, by which rules, from where, which moves, and how it ended. Its moves are legal.
///
/// As text ([`std::fmt::Display`]) it is a whole game file, read back by [`Record::parse_all`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tags: Tags,
    variant: Variant,
    repetition: Repetition,
    start: Position,
    moves: Vec<Move>,
    result: Outcome,
    termination: Option<String>,
}

impl Record {
    /// The record of a game that has been played by the rule set `R`. How it ended is what `decision` says, else what the rules say: the
    /// first reason that applies, a majority before all others.
    ///
    /// # Errors
    /// A [`ReplayError`] if a move cannot be played.
    pub fn of_game<R: Rules>(
        start: Position,
        repetition: Repetition,
        moves: Vec<Move>,
        decision: Option<Decision>,
    ) -> Result<Self, ReplayError> {
        let game = replayed::<R>(start, repetition, &moves)?;
        let by_rules = game.ending().map(|ending| (Outcome::by_stores(game.final_position()), ending.name()));
        let (result, reason) = match (decision, by_rules) {
            (Some(decision), _) => (decision.outcome(), Some(decision.name())),
            (None, Some((result, reason))) => (result, Some(reason)),
            (None, None) => (Outcome::Unfinished, None),
        };
        let variant = R::NAME.parse().expect("each rule set has a name");
        Ok(Record { tags: Tags::default(), variant, repetition, start, moves, result, termination: reason.map(str::to_owned) })
    }

    /// The record of a game whose moves have been played and whose end the file tells.
    pub(super) fn of_file(
        variant: Variant,
        repetition: Repetition,
        start: Position,
        moves: Vec<Move>,
        result: Outcome,
        termination: Option<&str>,
    ) -> Self {
        let termination = termination.filter(|reason| !reason.is_empty()).map(one_line);
        Record { tags: Tags::default(), variant, repetition, start, moves, result, termination }
    }

    /// What is told about the game.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// What is told about the game, to be changed.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The rule set.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The rule for positions that come back.
    #[must_use]
    pub fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }

    /// The moves; a pass and each sowing of a kalah turn is one.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Who won.
    #[must_use]
    pub fn result(&self) -> Outcome {
        self.result
    }

    /// Why the game was over, if that is known: the name of an [`Ending`](crate::rules::Ending), of a [`Decision`], or what the file says.
    #[must_use]
    pub fn termination(&self) -> Option<&str> {
        self.termination.as_deref()
    }

    /// Plays the game again. `R` is the rule set of [`Record::variant`] (see [`with_rules`](crate::with_rules)).
    ///
    /// # Errors
    /// A [`ReplayError`] if a move cannot be played, which under the record's own rule set does not happen.
    pub fn replay<R: Rules>(&self) -> Result<Game<R>, ReplayError> {
        debug_assert_eq!(R::NAME, self.variant.name());
        replayed(self.start, self.repetition, &self.moves)
    }
}

fn replayed<R: Rules>(start: Position, repetition: Repetition, moves: &[Move]) -> Result<Game<R>, ReplayError> {
    let mut game = Game::new(start, repetition);
    let mut list = String::new();
    for (i, &mv) in moves.iter().enumerate() {
        let letter = move_letter(mv, game.position().to_move());
        list.push(letter);
        game.play(mv).map_err(|reason| ReplayError { list: list.clone(), ply: i + 1, letter, reason })?;
    }
    Ok(game)
}
