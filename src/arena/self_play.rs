//! Games that the engine plays against itself: where positions come from that shall be typical of play.

use super::openings::Opening;
use crate::engine::Engine;
use crate::game::{Game, PlayError, Repetition};
use crate::position::Position;
use crate::search::evaluation::Evaluate;
use crate::search::iteration::Breadth;
use crate::search::limits::Limits;
use crate::search::signals::Signals;

/// A game in play under the repetition rule `split`; as an iterator, its positions one after another, from the one after the opening to the last that is open.
#[derive(Debug)]
pub struct SelfPlay<'a, R> {
    engine: &'a mut Engine,
    limits: Limits,
    game: Game<R>,
    has_begun: bool,
}

impl<'a, R: Evaluate> SelfPlay<'a, R> {
    /// A game from an opening with so many nodes for each move. The engine, of the same rule set, forgets what it knows of other games first: with one thread
    /// the game depends on nothing but its tables and these arguments.
    ///
    /// # Errors
    /// A [`PlayError`] if a move of the opening is illegal.
    pub fn new(engine: &'a mut Engine, opening: &Opening, nodes: u64) -> Result<Self, PlayError> {
        let mut game = Game::new(opening.start, Repetition::Split);
        for &mv in &opening.moves {
            game.play(mv)?;
        }
        engine.forget();
        Ok(SelfPlay { engine, limits: Limits { nodes: Some(nodes), ..Limits::default() }, game, has_begun: false })
    }
}

impl<R: Evaluate> Iterator for SelfPlay<'_, R> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        if self.has_begun && self.game.ending().is_none() {
            let analysis = self.engine.analyse(&self.game, self.limits, Breadth::Best, &Signals::new());
            self.game.play(analysis.best_move()?).ok()?;
        }
        self.has_begun = true;
        self.game.ending().is_none().then(|| self.game.position())
    }
}
