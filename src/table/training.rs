//! Learning the model of a packed file from the values of its layer.
//!
//! The levels are found one after the other. With the states before a level given, each pair of a state and a neighbour's symbol is a
//! context, in which the boards' own values have a distribution; contexts of similar distributions become one new state. Similar means
//! that coding them with one set of frequencies costs few bits more, so that is what the grouping (k-means with this cost for a distance)
//! makes small. It looks at a sample of two to four million boards, or all if they are fewer; the frequencies in the end are counted over all.
//!
//! The bytes of a file must follow from the values alone. So the sample is fixed, and what is computed in floating point uses only
//! operations that IEEE 754 defines exactly, in an order that does not depend on the threads.

use super::frame::{Frame, Level, NEIGHBOURS};
use super::id::TableId;
use super::model::{MOST_STATES, Model, first_states, symbols};
use super::tiles::Tiles;
use crate::score::Value;
use rayon::prelude::*;
use std::cmp::Reverse;

/// Boards that make the sample skip tiles.
const SAMPLE: u64 = 2 << 20;
/// Values for each state: fewer, and the levels take more room than they save.
const VALUES_PER_STATE: u64 = 1 << 14;
const LEAST_STATES: u64 = 4;
/// Rounds of the grouping.
const ROUNDS: usize = 12;
/// Rounds at the end in which groups that lost all their contexts stay empty.
const LAST_ROUNDS: usize = 3;

/// A board of the sample: the symbols of its neighbours, its own, and the state so far.
struct Example {
    neighbours: [u8; NEIGHBOURS],
    symbol: u8,
    state: u8,
}

/// The model for these values, given by rank.
pub(super) fn train(tiles: &Tiles, id: TableId, gaps: bool, value: &(impl Fn(u64) -> Value + Sync)) -> Model {
    let mut sample = sample(tiles, id, gaps, value);
    let states = (id.values() / VALUES_PER_STATE).clamp(LEAST_STATES, MOST_STATES as u64) as usize;
    let mut before = first_states(id);
    let levels = std::array::from_fn(|level| {
        let map = Grouping::new(&sample, level, before, symbols(id)).group(states);
        let mut table = vec![[0; MOST_STATES]; symbols(id) + 1];
        for (states, map) in table.iter_mut().zip(map.chunks(before)) {
            states[..before].copy_from_slice(map);
        }
        for example in &mut sample {
            example.state = table[usize::from(example.neighbours[level])][usize::from(example.state)];
        }
        before = states;
        table
    });
    let counts = count(tiles, id, gaps, value, states, &levels);
    Model::new(id, states, levels, &counts)
}

/// Every so many tiles, so that the sample has its size.
fn sample(tiles: &Tiles, id: TableId, gaps: bool, value: &(impl Fn(u64) -> Value + Sync)) -> Vec<Example> {
    // Odd, so that it hits every column of tiles.
    let step = (id.values() / SAMPLE) | 1;
    let chosen: Vec<u64> = (0..tiles.blocks()).step_by(step as usize).collect();
    let examples = chosen.par_iter().flat_map_iter(|&block| {
        let frame = Frame::new(id, tiles.tile(block), gaps);
        let state = frame.first_state();
        let neighbourhoods = frame.neighbourhoods(&frame.symbols_of(tiles, value));
        neighbourhoods.into_iter().map(move |(neighbours, symbol)| Example { neighbours, symbol, state })
    });
    examples.collect()
}

/// How often each symbol follows each state in the whole table.
fn count(
    tiles: &Tiles,
    id: TableId,
    gaps: bool,
    value: &(impl Fn(u64) -> Value + Sync),
    states: usize,
    levels: &[Level; NEIGHBOURS],
) -> Vec<u64> {
    let symbols = symbols(id);
    let none = || vec![0; states * symbols];
    let counted = (0..tiles.blocks()).into_par_iter().fold(none, |mut counts, block| {
        let frame = Frame::new(id, tiles.tile(block), gaps);
        frame.walk(&mut frame.symbols_of(tiles, value), levels, |_, state, symbol| {
            counts[usize::from(state) * symbols + usize::from(symbol)] += 1;
            symbol
        });
        counts
    });
    counted.reduce(none, |mut sum, counts| {
        sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        sum
    })
}

/// The contexts of one level, and the group of each.
struct Grouping {
    symbols: usize,
    /// States before the level: context = neighbour's symbol · before + state.
    before: usize,
    /// For each context the symbols that occur and how often.
    counts: Vec<Vec<(u8, f32)>>,
    /// All boards of each context.
    sums: Vec<f32>,
    /// The contexts that occur.
    occurring: Vec<usize>,
    map: Vec<u8>,
}

impl Grouping {
    fn new(sample: &[Example], level: usize, before: usize, symbols: usize) -> Self {
        let contexts = (symbols + 1) * before;
        let mut dense = vec![0_u32; contexts * symbols];
        for example in sample {
            let context = usize::from(example.neighbours[level]) * before + usize::from(example.state);
            dense[context * symbols + usize::from(example.symbol)] += 1;
        }
        let sparse =
            |counts: &[u32]| (0..).zip(counts).filter(|&(_, &count)| count > 0).map(|(symbol, &count)| (symbol, count as f32)).collect();
        let counts: Vec<Vec<(u8, f32)>> = dense.chunks(symbols).map(sparse).collect();
        let sums: Vec<f32> = dense.chunks(symbols).map(|counts| counts.iter().sum::<u32>() as f32).collect();
        let occurring = (0..contexts).filter(|&context| sums[context] > 0.0).collect();
        Grouping { symbols, before, counts, sums, occurring, map: vec![0; contexts] }
    }

    /// The state after the level for each context.
    fn group(mut self, states: usize) -> Vec<u8> {
        self.begin(states);
        for round in 0..ROUNDS {
            let costs = self.regroup(states);
            if round + LAST_ROUNDS < ROUNDS {
                self.fill_empty(states, costs);
            }
        }
        self.fill_absent();
        self.map
    }

    /// Contexts of a similar mean, as many boards in each group.
    fn begin(&mut self, states: usize) {
        let mean = |context: usize| {
            let sum: f32 = self.counts[context].iter().map(|&(symbol, count)| f32::from(symbol) * count).sum();
            sum / self.sums[context]
        };
        let mut sorted: Vec<(f32, usize)> = self.occurring.iter().map(|&context| (mean(context), context)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let boards = |context: usize| self.sums[context] as u64;
        let all: u64 = self.occurring.iter().map(|&context| boards(context)).sum();
        let mut before = 0;
        for (_, context) in sorted {
            self.map[context] = (before * states as u64 / all.max(1)) as u8;
            before += boards(context);
        }
    }

    /// Puts each context into the group whose distribution codes it best, and says how many bits more that takes than its own.
    fn regroup(&mut self, states: usize) -> Vec<f32> {
        let bits = self.bits(states);
        let best: Vec<(u8, f32)> = self
            .occurring
            .par_iter()
            .map(|&context| {
                let mut costs = [0.0_f32; MOST_STATES];
                let costs = &mut costs[..states];
                for &(symbol, count) in &self.counts[context] {
                    let bits = &bits[usize::from(symbol) * states..][..states];
                    costs.iter_mut().zip(bits).for_each(|(cost, bits)| *cost += count * bits);
                }
                let least = (0..states).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).expect("at least one state");
                let own: f32 = self.counts[context].iter().map(|&(_, count)| -count * log2(count / self.sums[context])).sum();
                (least as u8, costs[least] - own)
            })
            .collect();
        for (&context, &(state, _)) in self.occurring.iter().zip(&best) {
            self.map[context] = state;
        }
        best.into_iter().map(|(_, cost)| cost).collect()
    }

    /// The bits that each symbol takes in each group, at `[symbol * states + state]`.
    fn bits(&self, states: usize) -> Vec<f32> {
        let mut counts = vec![0.0_f32; self.symbols * states];
        let mut all = vec![0.0_f32; self.symbols];
        let mut sums = vec![0.0_f32; states];
        for &context in &self.occurring {
            let state = usize::from(self.map[context]);
            for &(symbol, count) in &self.counts[context] {
                counts[usize::from(symbol) * states + state] += count;
                all[usize::from(symbol)] += count;
            }
            sums[state] += self.sums[context];
        }
        let sum: f32 = sums.iter().sum();
        // Half a board more for each group, distributed as all boards are, so that no symbol costs endlessly many bits.
        let bits =
            |symbol: usize, state: usize| -log2((counts[symbol * states + state] + 0.5 * all[symbol] / sum + 1e-6) / (sums[state] + 0.5));
        (0..self.symbols * states).map(|i| bits(i / states, i % states)).collect()
    }

    /// Gives each group without a context one of those that fit worst into theirs.
    fn fill_empty(&mut self, states: usize, costs: Vec<f32>) {
        let mut empty = vec![true; states];
        self.occurring.iter().for_each(|&context| empty[usize::from(self.map[context])] = false);
        let mut worst: Vec<(f32, usize)> = costs.into_iter().zip(self.occurring.iter().copied()).collect();
        worst.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (state, (_, context)) in (0..states).filter(|&state| empty[state]).zip(worst) {
            self.map[context] = state as u8;
        }
    }

    /// Contexts that do not occur in the sample go where most boards with the same neighbour are.
    fn fill_absent(&mut self) {
        for contexts in (0..self.map.len()).collect::<Vec<usize>>().chunks(self.before) {
            let Some(&most) = contexts.iter().max_by_key(|&&context| (self.sums[context] as u64, Reverse(context))) else { continue };
            for &context in contexts.iter().filter(|&&context| self.sums[context] == 0.0) {
                self.map[context] = self.map[most];
            }
        }
    }
}

/// The binary logarithm of a positive normal number to about seven digits, the same on every machine.
fn log2(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x7F_FFFF | 127 << 23);
    let (mantissa, exponent) = if mantissa > 1.414 { (mantissa / 2.0, exponent + 1) } else { (mantissa, exponent) };
    // ln m = 2 artanh t
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let artanh = t * (1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square * (1.0 / 9.0)))));
    exponent as f32 + artanh * (2.0 / std::f32::consts::LN_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_the_systems() {
        for i in 1..10_000 {
            let x = i as f32 * 0.0137;
            assert!((log2(x) - x.log2()).abs() < 2e-6 * (1.0 + x.log2().abs()), "{x}");
        }
    }

    #[test]
    fn contexts_with_the_same_distribution_make_one_state() {
        // The neighbour's symbol modulo 2 says all of the value.
        let example = |i: usize| Example { neighbours: [(i % 6) as u8; NEIGHBOURS], symbol: (i % 2) as u8 * 4, state: (i / 6 % 3) as u8 };
        let sample: Vec<Example> = (0..600).map(example).collect();
        let map = Grouping::new(&sample, 0, 3, 5).group(2);
        let [even, odd] = [map[0], map[3]];
        assert_ne!(even, odd);
        assert!((0..18).all(|context| map[context] == if context / 3 % 2 == 0 { even } else { odd }));
    }
}
