//! The entropy coder of packed blocks: asymmetric numeral systems over ranges (rANS, J. Duda), with fixed frequencies.
//!
//! A number of 32 bits holds what is not written yet. Coding a symbol of frequency f out of 2^14 makes it 2^14 / f times larger, and whenever
//! it would become too large its low 16 bits go out as a word. Decoding runs backwards: it takes symbols off the number, the last coded one
//! first, and takes in a word whenever the number has become too small. So the encoder is given the symbols in reverse, and the words are
//! reversed in the end. A decoder that has taken all symbols must stand on the number that the encoder began with and have no word left.
//!
//! There are two such numbers, the lanes, over one row of words: a processor works on a symbol of either at the same time.

/// Bits of a frequency.
const BITS: u32 = 14;
/// The sum of the frequencies of a context.
pub(super) const TOTAL: u32 = 1 << BITS;
/// The least number between two symbols, and the first.
const LOW: u32 = 1 << 16;
/// Lanes.
pub(super) const LANES: usize = 2;
/// Bits of a number by which the decoder guesses whose range it is in.
const GUESS_BITS: u32 = 8;

/// A symbol and its range of the frequencies: `start..start + frequency`. Aligned so that it is one machine word.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
struct Entry {
    frequency: u16,
    start: u16,
    symbol: u8,
}

/// What is known of the next symbol in one context: the frequency of each, the commonest first.
#[derive(Clone, Debug)]
pub(super) struct Coding {
    entries: Vec<Entry>,
    /// By the upper bits of a number: the entry of the lowest such number.
    guesses: [u8; 1 << GUESS_BITS],
}

impl Coding {
    /// From the symbols that occur and their frequencies, which are all at least 1 and sum to [`TOTAL`]; `None` if they do not, or if there are
    /// more than 255.
    pub fn new(mut frequencies: Vec<(u8, u16)>) -> Option<Self> {
        let sum: u32 = frequencies.iter().map(|&(_, frequency)| u32::from(frequency)).sum();
        if sum != TOTAL || frequencies.len() > 255 || frequencies.iter().any(|&(_, frequency)| frequency == 0) {
            return None;
        }
        frequencies.sort_by_key(|&(symbol, frequency)| (std::cmp::Reverse(frequency), symbol));
        let mut start = 0;
        let entry = |(symbol, frequency)| {
            let entry = Entry { frequency, start, symbol };
            start += frequency;
            entry
        };
        let entries: Vec<Entry> = frequencies.into_iter().map(entry).collect();
        let mut guesses = [0; 1 << GUESS_BITS];
        let mut place = 0;
        for (upper, guess) in guesses.iter_mut().enumerate() {
            let lowest = (upper << (BITS - GUESS_BITS)) as u16;
            while lowest - entries[place].start >= entries[place].frequency {
                place += 1;
            }
            *guess = place as u8;
        }
        Some(Coding { entries, guesses })
    }

    /// The symbols that occur, with their frequencies, by symbol.
    pub fn frequencies(&self) -> Vec<(u8, u16)> {
        let mut frequencies: Vec<_> = self.entries.iter().map(|entry| (entry.symbol, entry.frequency)).collect();
        frequencies.sort_unstable();
        frequencies
    }

    /// The entry whose range this number below [`TOTAL`] is in.
    #[inline]
    fn find(&self, slot: u16) -> &Entry {
        let mut place = usize::from(self.guesses[usize::from(slot >> (BITS - GUESS_BITS)) % self.guesses.len()]);
        loop {
            // There is one: the ranges cover all numbers below the total.
            let entry = &self.entries[place];
            if slot - entry.start < entry.frequency {
                return entry;
            }
            place += 1;
        }
    }
}

/// Takes symbols, the last one first.
#[derive(Debug)]
pub(super) struct Encoder {
    numbers: [u32; LANES],
    /// The last one first.
    words: Vec<u16>,
}

impl Encoder {
    pub fn new() -> Self {
        Encoder { numbers: [LOW; LANES], words: Vec::new() }
    }

    /// Codes a symbol.
    ///
    /// # Panics
    /// If it does not occur in this context.
    pub fn put(&mut self, lane: usize, coding: &Coding, symbol: u8) {
        let number = &mut self.numbers[lane];
        let entry = coding.entries.iter().find(|entry| entry.symbol == symbol).expect("frequencies that were counted over all symbols");
        let frequency = u32::from(entry.frequency);
        if u64::from(*number) >= u64::from(frequency) << (32 - BITS) {
            self.words.push(*number as u16);
            *number >>= 16;
        }
        *number = ((*number / frequency) << BITS) + *number % frequency + u32::from(entry.start);
    }

    /// The bytes that the decoder reads, in its order.
    pub fn finish(mut self) -> Vec<u8> {
        for number in self.numbers {
            self.words.extend([number as u16, (number >> 16) as u16]);
        }
        self.words.iter().rev().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// Gives symbols back, the first one first. Any bytes decode to symbols; [`Self::is_finished`] tells whether they were those of the encoder.
#[derive(Debug)]
pub(super) struct Decoder<'a> {
    numbers: [u32; LANES],
    words: &'a [[u8; 2]],
    /// How many words it took, those that were missing included.
    taken: usize,
    whole: bool,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let (words, rest) = bytes.as_chunks();
        let mut decoder = Decoder { numbers: [0; LANES], words, taken: 0, whole: rest.is_empty() };
        for lane in (0..LANES).rev() {
            for _ in 0..2 {
                decoder.numbers[lane] = decoder.numbers[lane] << 16 | u32::from(decoder.word());
                decoder.taken += 1;
            }
        }
        decoder
    }

    #[inline]
    fn word(&self) -> u16 {
        self.words.get(self.taken).map_or(0, |&word| u16::from_le_bytes(word))
    }

    /// The next symbol of a lane.
    #[inline]
    pub fn take(&mut self, lane: usize, coding: &Coding) -> u8 {
        let before = self.numbers[lane];
        let slot = before as u16 & (TOTAL - 1) as u16;
        let entry = coding.find(slot);
        let number = u32::from(entry.frequency) * (before >> BITS) + u32::from(slot - entry.start);
        // Both outcomes are made and one is chosen: which one is as good as random.
        let short = number < LOW;
        self.numbers[lane] = if short { number << 16 | u32::from(self.word()) } else { number };
        self.taken += usize::from(short);
        entry.symbol
    }

    /// Whether all symbols of the encoder and nothing else has been taken.
    pub fn is_finished(&self) -> bool {
        self.whole && self.taken == self.words.len() && self.numbers == [LOW; LANES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Many symbols, one of them nearly all: `frequencies` are made to sum to the total.
    fn coding(symbols: u8) -> Coding {
        let mut frequencies: Vec<(u8, u16)> = (0..symbols).map(|symbol| (symbol, 1 + u16::from(symbol % 7))).collect();
        let sum: u16 = frequencies.iter().map(|&(_, frequency)| frequency).sum();
        frequencies[usize::from(symbols / 2)].1 += TOTAL as u16 - sum;
        Coding::new(frequencies).unwrap()
    }

    proptest! {
        #[test]
        fn symbols_come_back_in_any_mix_of_contexts(choices in prop::collection::vec((0_usize..4, 0_u8..200), 0..400)) {
            let codings = [1, 2, 17, 146].map(coding);
            let symbols: Vec<(usize, u8)> = choices.into_iter().map(|(context, symbol)| (context, symbol % [1, 2, 17, 146][context])).collect();
            let mut encoder = Encoder::new();
            symbols.iter().rev().for_each(|&(context, symbol)| encoder.put(usize::from(symbol) % LANES, &codings[context], symbol));
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for (context, symbol) in symbols {
                prop_assert_eq!(decoder.take(usize::from(symbol) % LANES, &codings[context]), symbol);
            }
            prop_assert!(decoder.is_finished());
        }

        #[test]
        fn any_bytes_give_symbols_that_occur(bytes in prop::collection::vec(any::<u8>(), 0..50)) {
            let codings = [1, 2, 17, 146].map(coding);
            let mut decoder = Decoder::new(&bytes);
            for i in 0..300 {
                prop_assert!(decoder.take(i % LANES, &codings[i % 4]) < [1, 2, 17, 146][i % 4]);
            }
        }
    }

    #[test]
    fn frequencies_come_back_and_wrong_ones_are_refused() {
        let frequencies = vec![(0, 5), (3, 10_000), (9, TOTAL as u16 - 10_005)];
        assert_eq!(Coding::new(frequencies.clone()).unwrap().frequencies(), frequencies);
        assert_eq!(coding(146).frequencies().len(), 146);
        assert!(Coding::new(vec![]).is_none());
        assert!(Coding::new(vec![(0, 5), (1, 5)]).is_none());
        assert!(Coding::new(vec![(0, TOTAL as u16), (1, 0)]).is_none());
        assert!(Coding::new(vec![(0, TOTAL as u16), (1, TOTAL as u16)]).is_none());
    }
}
