//! What a packed file knows of its values as a whole: which states neighbours make, and which values follow each state how often.
//!
//! The state of a board says all that its value is predicted from. It begins as the seeds in the mover's row and takes in
//! the neighbours' values one after the other, each by one look-up in a table of its own, a level; there are at most 256 states, so that all of
//! it stays near the processor. [`super::training`] finds good tables.

use super::frame::{Level, NEIGHBOURS};
use super::id::TableId;
use super::rans::{Coding, TOTAL};

/// States at most.
pub(super) const MOST_STATES: usize = 256;

/// The levels and the codings.
#[derive(Debug)]
pub(super) struct Model {
    /// States after each level.
    pub states: usize,
    /// At `[level][neighbour's symbol][state before]`.
    pub levels: [Level; NEIGHBOURS],
    /// By the state after the last level; [`MOST_STATES`] of them.
    pub codings: Vec<Coding>,
}

/// Symbols of values: −n to n seeds.
pub(super) const fn symbols(id: TableId) -> usize {
    2 * id.seeds() as usize + 1
}

/// States before the first level: the seeds in the mover's row, for each plane.
pub(super) fn first_states(id: TableId) -> usize {
    id.kind().planes() as usize * (id.seeds() as usize + 1)
}

/// The coding of a state that no board has, so that a state of a damaged block has one too.
fn unused() -> Coding {
    Coding::new(vec![(0, TOTAL as u16)]).expect("one symbol of all frequencies")
}

impl Model {
    /// With a coding for each state, from how often each symbol follows it, at `counts[state * symbols + symbol]`.
    pub fn new(id: TableId, states: usize, levels: [Level; NEIGHBOURS], counts: &[u64]) -> Self {
        let mut codings: Vec<Coding> = counts.chunks(symbols(id)).map(|counts| frequencies(counts).map_or_else(unused, coding)).collect();
        codings.resize_with(MOST_STATES, unused);
        Model { states, levels, codings }
    }

    /// The bytes of the file.
    pub fn encode(&self, id: TableId) -> Vec<u8> {
        let mut bytes = vec![(self.states - 1) as u8];
        let mut before = first_states(id);
        for level in &self.levels {
            level.iter().for_each(|states| bytes.extend(&states[..before]));
            before = self.states;
        }
        for coding in &self.codings[..self.states] {
            let frequencies = coding.frequencies();
            bytes.push(frequencies.len() as u8);
            for (symbol, frequency) in frequencies {
                bytes.push(symbol);
                bytes.extend(frequency.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads the bytes of a file; says what is wrong with them.
    pub fn decode(id: TableId, mut bytes: &[u8]) -> Result<Self, &'static str> {
        let mut take = |length: usize| bytes.split_off(..length).ok_or("is too short");
        let states = usize::from(take(1)?[0]) + 1;
        let mut before = first_states(id);
        let mut levels = [const { Vec::new() }; NEIGHBOURS];
        for level in &mut levels {
            // A row for each symbol, and one for a neighbour that is not there.
            for _ in 0..=symbols(id) {
                let mut row = [0; MOST_STATES];
                row[..before].copy_from_slice(take(before)?);
                if row.iter().any(|&state| usize::from(state) >= states) {
                    return Err("has a state beyond the last");
                }
                level.push(row);
            }
            before = states;
        }
        let mut codings = Vec::with_capacity(MOST_STATES);
        for _ in 0..states {
            let mut frequencies: Vec<(u8, u16)> = Vec::new();
            for _ in 0..take(1)?[0] {
                let &[symbol, low, high] = take(3)? else { unreachable!("three bytes were taken") };
                if usize::from(symbol) >= symbols(id) || frequencies.last().is_some_and(|&(last, _)| last >= symbol) {
                    return Err("has a value beyond the seeds or out of order");
                }
                frequencies.push((symbol, u16::from_le_bytes([low, high])));
            }
            codings.push(Coding::new(frequencies).ok_or("has frequencies of a wrong sum")?);
        }
        if !bytes.is_empty() {
            return Err("is too long");
        }
        codings.resize_with(MOST_STATES, unused);
        Ok(Model { states, levels, codings })
    }
}

fn coding(frequencies: Vec<(u8, u16)>) -> Coding {
    Coding::new(frequencies).expect("frequencies that were made to sum to the total")
}

/// The counts as frequencies: none that occurs is 0, and their sum is [`TOTAL`]. `None` if nothing occurs.
fn frequencies(counts: &[u64]) -> Option<Vec<(u8, u16)>> {
    let sum: u64 = counts.iter().sum();
    let occurring = (0..).zip(counts).filter(|&(_, &count)| count > 0);
    let mut frequencies: Vec<(u8, u16)> =
        occurring.map(|(symbol, &count)| (symbol, (u128::from(count) * u128::from(TOTAL) / u128::from(sum)).max(1) as u16)).collect();
    let mut rest = i64::from(TOTAL) - frequencies.iter().map(|&(_, frequency)| i64::from(frequency)).sum::<i64>();
    while rest != 0 {
        // What is missing or too much is the least change for the greatest; it stays at least 1, since there are fewer than 2^8 symbols.
        let (_, frequency) = frequencies.iter_mut().max_by_key(|&&mut (symbol, frequency)| (frequency, std::cmp::Reverse(symbol)))?;
        let change = rest.max(1 - i64::from(*frequency)).max(-i64::from(*frequency) / 2);
        *frequency = (i64::from(*frequency) + change) as u16;
        rest -= change;
    }
    Some(frequencies)
}

#[cfg(test)]
mod tests {
    use super::super::id::Kind;
    use super::*;
    use crate::variant::Variant;

    #[test]
    fn frequencies_follow_the_counts_and_sum_to_the_total() {
        assert_eq!(frequencies(&[0, 0, 0]), None);
        assert_eq!(frequencies(&[0, 7, 0]), Some(vec![(1, 16_384)]));
        assert_eq!(frequencies(&[1, 1, 2]), Some(vec![(0, 4_096), (1, 4_096), (2, 8_192)]));
        assert_eq!(frequencies(&[1, u64::MAX >> 1]), Some(vec![(0, 1), (1, 16_383)]));
        for counts in [vec![3; 145], (1..146).collect(), (0..145).map(|i| 1 << (i % 40)).collect()] {
            let frequencies = frequencies(&counts).unwrap();
            assert!(Coding::new(frequencies).is_some());
        }
    }

    #[test]
    fn a_model_comes_back_and_a_wrong_one_is_refused() {
        let id = TableId::new(Variant::Wari, Kind::Forced, 3).unwrap();
        let level = |states: usize, salt: usize| {
            (0..8).map(|symbol| std::array::from_fn(|state| if state < states { ((symbol * salt + state) % 5) as u8 } else { 0 })).collect()
        };
        let levels = std::array::from_fn(|i| level(if i == 0 { 8 } else { 5 }, i + 1));
        let model = Model::new(id, 5, levels, &(0..35).map(|i| i % 6).collect::<Vec<u64>>());
        let bytes = model.encode(id);
        assert_eq!(Model::decode(id, &bytes).unwrap().encode(id), bytes);
        for length in 0..bytes.len() {
            assert_eq!(Model::decode(id, &bytes[..length]).unwrap_err(), "is too short");
        }
        let forged = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            Model::decode(id, &bytes).unwrap_err()
        };
        assert_eq!(forged(1, 5), "has a state beyond the last");
        let codings = 1 + 8 * 8 + 7 * 8 * 5;
        assert_eq!(forged(codings + 1, 7), "has a value beyond the seeds or out of order");
        assert_eq!(forged(codings + 2, bytes[codings + 2] ^ 1), "has frequencies of a wrong sum");
        assert_eq!(Model::decode(id, &[bytes.as_slice(), &[0]].concat()).unwrap_err(), "is too long");
    }
}
