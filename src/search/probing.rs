//! What endgame tables say about a node. Why that holds stands at the top of the [module above](super).

use crate::board::Board;
use crate::game::Repetition;
use crate::score::{Forced, Score, Value};
use crate::search::bounds::Bounds;
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use crate::search::outcome::Outcome;
use crate::search::searcher::{Place, Searcher};
use crate::search::window::Window;

impl<R: Evaluate, E: Endgames> Searcher<'_, R, E> {
    /// What forced tables prove of a node.
    #[inline]
    pub(super) fn bounds(&self, board: Board, place: Place) -> Option<Bounds> {
        if !self.shared.root.is_bounded::<R>() {
            return None;
        }
        let forced = self.shared.endgames.forced(board, place.seeds)?;
        let ply = usize::from(place.ply);
        let held = match (place.is_in_root_layer(), ply, &self.targets) {
            (false, ..) => forced,
            (true, 1, Some([after_move, after])) => Forced { opponent: after.held(forced, 1).opponent, ..after_move.held(forced, 1) },
            (true, ply, Some([_, after])) => after.held(forced, ply),
            (true, _, None) => return None,
        };
        Some(Bounds::of(held, place.seeds))
    }

    /// What tables say about a node, if that ends the search there.
    #[inline]
    pub(super) fn known(&self, board: Board, bounds: Option<Bounds>, place: Place, depth: i32, window: Window) -> Option<Outcome> {
        if let Some(score) = bounds.and_then(|bounds| bounds.settle(window)) {
            return Some(Outcome::proven(score));
        }
        let value = self.shared.endgames.value(board, place.seeds)?;
        Some(self.valued(value, place, depth, window)?.within(bounds))
    }

    /// What a table's value says about a node, if that ends the search there.
    #[inline]
    fn valued(&self, value: Value, place: Place, depth: i32, window: Window) -> Option<Outcome> {
        let score = Score::from_seeds(i32::from(value));
        let history = R::CAN_REPEAT && place.is_in_root_layer();
        let split = !R::CAN_REPEAT || self.shared.root.repetition == Repetition::Split;
        if split && (!history || self.holds_after_fresh_root(value, place)) {
            return Some(Outcome::proven(score));
        }
        if split {
            let (least, most) = (score.min(Score::ZERO), score.max(Score::ZERO));
            if least >= window.beta || least == most {
                return Some(Outcome::proven(least));
            }
            if most <= window.alpha {
                return Some(Outcome::proven(most));
            }
        }
        // In the root's layer the search itself sees which lines are cut short.
        (depth <= 0 || !place.is_in_root_layer()).then(|| Outcome::estimate(score))
    }

    /// Whether a table's value of a board in the root's layer holds although a return to the root ends the game, if nothing was played before it.
    /// See case 3 of the [module above](super).
    #[inline]
    fn holds_after_fresh_root(&self, value: Value, place: Place) -> bool {
        let for_roots_mover = if place.ply.is_multiple_of(2) { value } else { -value };
        self.root_value.is_some_and(|root| if root > 0 { for_roots_mover <= 0 } else { place.ply == 1 })
    }
}
