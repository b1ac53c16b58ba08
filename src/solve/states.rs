//! What is known of a board while its layer is worked on, in one byte.

use crate::score::Value;

/// The largest layer whose states fit into a byte: 7n + 7 ≤ 256.
pub const LARGEST: u32 = 35;

/// The best of the moves that leave the layer, where none does: below every value.
pub const NONE: Value = Value::MIN;

/// How the states of the boards of a layer are written as bytes. A state is one of
///
/// * *open*: the best of the moves that leave the layer makes 0 or less, and `open` moves (1 to 6) stay in it and are not known to lose;
/// * *a value*: a positive one is what the mover has at least, and is final as soon as the level has come down to it; 0 and negative ones are final.
///
/// The open ones come first, so that one comparison tells them from values, and by `open` before the best, so that one subtraction takes a move off.
/// If no move leaves, the best counts as −n: the mover can do no worse. Six open moves leave none, so that `open` = 6 takes one byte, not n + 1.
#[derive(Clone, Copy, Debug)]
pub struct States {
    seeds: u8,
}

impl States {
    /// Of the layer of `seeds`, at most [`LARGEST`].
    pub fn new(seeds: u32) -> Self {
        assert!(seeds <= LARGEST, "a state of layer {seeds} does not fit into a byte");
        States { seeds: seeds as u8 }
    }

    /// Bytes from one number of open moves to the next.
    #[inline]
    fn step(self) -> u8 {
        self.seeds + 1
    }

    /// The first byte that is a value: 1.
    #[inline]
    fn values(self) -> u8 {
        5 * self.step() + 1
    }

    #[inline]
    fn zero(self) -> u8 {
        self.values() + self.seeds
    }

    /// The state of a board before any level: the best of its moves that leave the layer (or [`NONE`]), and how many stay.
    pub fn first(self, best: Value, open: u8) -> u8 {
        if best > 0 || open == 0 {
            return self.value(best.max(-(self.seeds as Value)));
        }
        (open - 1) * self.step() + if best == NONE { 0 } else { self.seeds - best.unsigned_abs() }
    }

    /// [`Self::first`] as a table, since which way it goes is hard to guess.
    pub fn firsts(self) -> Firsts {
        let first = |open: u8, best: u8| {
            let best = best as Value;
            let possible = best == NONE || best.unsigned_abs() <= self.seeds;
            if possible && (open < 6 || best == NONE) { self.first(best, open) } else { 0 }
        };
        Firsts(std::array::from_fn(|open| std::array::from_fn(|best| first(open as u8, best as u8))))
    }

    /// The state of a board that has this value.
    #[inline]
    pub fn value(self, value: Value) -> u8 {
        if value > 0 { self.values() - 1 + value as u8 } else { self.zero() + value.unsigned_abs() }
    }

    /// What becomes of a board that has a move to a board lost by `level`: its value is `level`, unless it has that or more.
    pub fn wins(self, level: Value) -> Changes {
        let won = self.value(level);
        Changes(std::array::from_fn(|state| if state < usize::from(won) { (won, true) } else { (state as u8, false) }))
    }

    /// What becomes of a board one of whose open moves turns out to lead to a board won by at least `level`. If that was the last one, it has the value of
    /// the best move that leaves the layer, or −`level` if that is no worse; in the latter case this is news.
    pub fn closes(self, level: Value) -> Changes {
        Changes(std::array::from_fn(|state| {
            let state = state as u8;
            if state >= self.values() {
                return (state, false);
            }
            if state >= self.step() {
                return (state - self.step(), false);
            }
            let best = self.seeds - state;
            (self.zero() + best.min(level as u8), best >= level as u8)
        }))
    }

    /// By state, the value when all levels are through: what is still open is 0.
    pub fn values_by_state(self) -> [Value; 256] {
        std::array::from_fn(|state| {
            let (values, zero) = (usize::from(self.values()), usize::from(self.zero()));
            match state {
                _ if state < values => 0,
                _ if state < zero => (state - values + 1) as Value,
                _ => (zero as i32 - state as i32).max(-i32::from(self.seeds)) as Value,
            }
        })
    }
}

/// The first state of a board, by its open moves and the best of those that leave.
pub struct Firsts([[u8; 256]; 7]);

impl Firsts {
    /// [`States::first`].
    #[inline]
    pub fn of(&self, best: Value, open: u8) -> u8 {
        self.0[usize::from(open)][usize::from(best as u8)]
    }
}

/// By state, the next one, and whether the change is news for the boards before. A table, so that the loop over edges has no branch to guess wrong.
pub struct Changes([(u8, bool); 256]);

impl Changes {
    /// Changes a state. Whether that is news.
    #[inline]
    pub fn apply(&self, state: &mut u8) -> bool {
        let (next, news) = self.0[usize::from(*state)];
        *state = next;
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_all_different_and_values_come_back() {
        for seeds in 0..=LARGEST {
            let states = States::new(seeds);
            let n = seeds as Value;
            let mut seen = vec![];
            for value in -n..=n {
                assert_eq!(states.values_by_state()[usize::from(states.value(value))], value);
                seen.push(states.value(value));
            }
            for open in 1..=5 {
                seen.extend((-n..=0).map(|best| states.first(best, open)));
                assert_eq!(states.first(NONE, open), states.first(-n, open));
            }
            seen.push(states.first(NONE, 6));
            assert!(seen[2 * seeds as usize + 1..].iter().all(|&state| states.values_by_state()[usize::from(state)] == 0));
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count);
        }
    }

    #[test]
    fn a_board_is_lost_when_its_last_open_move_is_taken_off() {
        let states = States::new(12);
        let closed = |level, mut state| (states.closes(level).apply(&mut state), state);
        assert_eq!(closed(9, states.first(-4, 2)), (false, states.first(-4, 1)));
        assert_eq!(closed(7, states.first(-4, 1)), (false, states.value(-4)), "the best move that leaves is better than -7");
        assert_eq!(closed(4, states.first(-4, 1)), (true, states.value(-4)));
        assert_eq!(closed(7, states.first(NONE, 1)), (true, states.value(-7)));
        assert_eq!(closed(7, states.first(NONE, 6)), (false, states.first(NONE, 5)));
        assert_eq!(closed(7, states.first(3, 2)), (false, states.value(3)));
    }

    #[test]
    fn a_win_is_news_once_and_a_larger_one_stays() {
        let states = States::new(12);
        let won = |level, mut state| (states.wins(level).apply(&mut state), state);
        assert_eq!(won(2, states.first(3, 2)), (false, states.value(3)));
        assert_eq!(won(3, states.first(3, 2)), (false, states.value(3)));
        assert_eq!(won(5, states.first(3, 2)), (true, states.value(5)));
        assert_eq!(won(5, states.value(5)), (false, states.value(5)));
        assert_eq!(won(1, states.first(NONE, 6)), (true, states.value(1)));
    }
}
