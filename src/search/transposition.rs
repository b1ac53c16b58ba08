//! The transposition table: what has been found out about boards, shared by all threads without locks.
//!
//! An entry is two words. Each holds a row of the board in its lower 48 bits and half of what is known in its upper 16, so the whole
//! board is compared and two boards are never taken for each other:
//!
//! ```text
//!         63 … 48                                    47 … 0
//!  word 0  score                                      mover's row      (key)
//!  word 1  depth (8) · bound (2) · move (3) · age (3)   opponent's row   (key)
//! ```
//!
//! Word 1 is stored xored with the score, spread over its key bits. When two threads write an entry at once and their words mix, the key of the
//! mixture fits no board, unless both wrote the same score.
//! Then depth, bound and move come whole from one of the two: words are atomic.
//!
//! A key is a board, or a board marked as belonging to a search with history: see [`Marks`].

use crate::board::{Board, Move, ROW_MASK, TOPS};
use crate::score::Score;
use crate::search::buckets::{Buckets, SPREAD, Slot, mixed};
use std::sync::atomic::Ordering::Relaxed;

/// What a score says about the value of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
}

/// How far a score can be trusted. Ordered: more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// An estimate from a search of so many moves, at most 254.
    Depth(u8),
    /// True of the board whatever led to it (but see [`Marks`]).
    Proven,
}

/// What the table knows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Seen from the mover, stores left out.
    pub score: Score,
    /// What the score bounds.
    pub bound: Bound,
    /// How far to trust it.
    pub trust: Trust,
    /// The best move found, if any was.
    pub best: Option<Move>,
}

/// Marks the keys of boards whose worth depends on what was played before the search: bit 7 of the twelve pits, which no board uses,
/// holds the number of the search and the side to move. Marked keys of one search are never met in another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    words: [[u64; 2]; 2],
}

impl Marks {
    /// No marks: what is stored holds whatever was played before.
    pub const NONE: Marks = Marks { words: [[0; 2]; 2] };
    /// Numbers that marks can hold, 0 being none.
    const NUMBERS: u32 = 1 << 11;

    fn numbered(number: u32) -> Self {
        let spread = |bits: u32| (0..6).filter(|i| bits >> i & 1 == 1).fold(0, |word, i| word | 1_u64 << (8 * i + 7));
        let words = |side: u32| [spread(number & 63), spread(number >> 6 | side << 5)];
        Marks { words: [words(0), words(1)] }
    }

    /// The key of a board at an even or odd distance from the root.
    #[inline]
    pub(super) fn key(&self, board: Board, ply: usize) -> Key {
        let [mover, opponent] = self.words[ply & 1];
        Key { mover: board.mover.0 | mover, opponent: board.opponent.0 | opponent }
    }
}

/// A board, perhaps marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    mover: u64,
    opponent: u64,
}

impl Key {
    /// A number whose upper bits are well mixed.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        mixed(self.mover.wrapping_mul(SPREAD) ^ self.opponent.wrapping_mul(0xC4CE_B9FE_1A85_EC53).rotate_left(32))
    }
}

/// The table. Any number of threads may read and write it at once.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Buckets,
    age: u64,
    marks_given: u32,
}

const AGES: u64 = 8;

impl TranspositionTable {
    /// A table of about so many MiB, at least one.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        TranspositionTable { buckets: Buckets::new(mebibytes), age: 0, marks_given: 0 }
    }

    /// Makes room for a new search: what is stored stays, but gives way sooner.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Marks for a new search with history. When all are used up, the table is emptied.
    pub fn new_marks(&mut self) -> Marks {
        self.marks_given += 1;
        if self.marks_given == Marks::NUMBERS {
            self.clear();
            self.marks_given = 1;
        }
        Marks::numbered(self.marks_given)
    }

    /// Forgets everything, as if it were new.
    pub fn clear(&mut self) {
        (self.age, self.marks_given) = (0, 0);
        self.buckets.clear();
    }

    /// Fetches a board's entries into the cache, for a probe that follows soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.buckets.prefetch(key.hash());
    }

    /// What is known of a board.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.buckets.slots(key.hash()).iter().find_map(|slot| Packed::load(slot).filter(|packed| packed.key() == key).map(Packed::entry))
    }

    /// Stores what was found out about a board, in place of what was known of it, or of the least worth in its bucket. A proven exact value stays.
    #[inline]
    pub fn store(&self, key: Key, entry: Entry) {
        let new = Packed::pack(key, entry, self.age);
        let mut victim = None;
        let mut least = u64::MAX;
        for slot in self.buckets.slots(key.hash()) {
            let worth = match Packed::load(slot) {
                None => 0,
                Some(old) if old.key() == key => {
                    let settled = old.entry().trust == Trust::Proven && old.entry().bound == Bound::Exact;
                    if !settled {
                        new.save(slot);
                    }
                    return;
                }
                // Each search since the entry was stored costs it four moves of depth.
                Some(old) => (1 + 4 * AGES + old.depth()).saturating_sub(4 * ((self.age + AGES - old.age()) % AGES)),
            };
            if worth < least {
                (victim, least) = (Some(slot), worth);
            }
        }
        if let Some(slot) = victim {
            new.save(slot);
        }
    }
}

/// The two words of an entry, unmixed.
#[derive(Clone, Copy)]
struct Packed([u64; 2]);

const PROVEN: u64 = 255;
const DATA_SHIFT: u32 = 48;

impl Packed {
    fn pack(key: Key, entry: Entry, age: u64) -> Self {
        let depth = match entry.trust {
            Trust::Depth(depth) => u64::from(depth.min(PROVEN as u8 - 1)),
            Trust::Proven => PROVEN,
        };
        let bound = match entry.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let best = entry.best.map_or(7, |mv| mv.index() as u64);
        let score = u64::from(entry.score.hundredths() as u16);
        let rest = depth | bound << 8 | best << 10 | age << 13;
        Packed([key.mover | score << DATA_SHIFT, key.opponent | rest << DATA_SHIFT])
    }

    /// The score over all key bits of a word.
    fn spread(word: u64) -> u64 {
        (word >> DATA_SHIFT) * 0x1_0001_0001
    }

    #[inline]
    fn load([first, second]: &Slot) -> Option<Self> {
        let first = first.load(Relaxed);
        let packed = Packed([first, second.load(Relaxed) ^ Self::spread(first)]);
        (packed.bound() != 0).then_some(packed)
    }

    #[inline]
    fn save(self, [first, second]: &Slot) {
        first.store(self.0[0], Relaxed);
        second.store(self.0[1] ^ Self::spread(self.0[0]), Relaxed);
    }

    fn key(self) -> Key {
        const { assert!(ROW_MASK & TOPS == TOPS) };
        Key { mover: self.0[0] & ROW_MASK, opponent: self.0[1] & ROW_MASK }
    }

    fn rest(self) -> u64 {
        self.0[1] >> DATA_SHIFT
    }

    fn depth(self) -> u64 {
        self.rest() & 255
    }

    fn bound(self) -> u64 {
        self.rest() >> 8 & 3
    }

    fn age(self) -> u64 {
        self.rest() >> 13
    }

    #[inline]
    fn entry(self) -> Entry {
        Entry {
            score: Score::from_hundredths((self.0[0] >> DATA_SHIFT) as u16 as i16),
            bound: match self.bound() {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            trust: if self.depth() == PROVEN { Trust::Proven } else { Trust::Depth(self.depth() as u8) },
            best: Move::from_index((self.rest() >> 10 & 7) as u8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::unrank;
    use std::sync::atomic::AtomicU64;

    fn entry(hundredths: i16, trust: Trust, bound: Bound) -> Entry {
        Entry { score: Score::from_hundredths(hundredths), bound, trust, best: Move::from_index(hundredths.unsigned_abs() as u8 % 7) }
    }

    #[test]
    fn what_is_stored_comes_back_and_only_for_its_board() {
        let table = TranspositionTable::new(1);
        let stored: Vec<(Key, Entry)> = (0..1000)
            .map(|i| {
                let bound = [Bound::Lower, Bound::Upper, Bound::Exact][i as usize % 3];
                let trust = if i % 5 == 0 { Trust::Proven } else { Trust::Depth(i as u8 % 255) };
                (Marks::NONE.key(unrank(48, i * 7_919_000), i as usize), entry(i as i16 * 14 - 7000, trust, bound))
            })
            .collect();
        for &(key, entry) in &stored {
            table.store(key, entry);
        }
        let found = stored.iter().filter(|(key, entry)| table.probe(*key).map(|found| assert_eq!(found, *entry)).is_some()).count();
        assert!(found > 990, "{found} of 1000 entries in a table of 65,536");
        assert_eq!(table.probe(Marks::NONE.key(unrank(48, 1), 0)), None);
    }

    #[test]
    fn marked_boards_are_other_boards_for_each_search_and_side() {
        let mut table = TranspositionTable::new(1);
        let board = unrank(20, 12_345);
        let (first, second) = (table.new_marks(), table.new_marks());
        table.store(first.key(board, 0), entry(300, Trust::Proven, Bound::Exact));
        assert!(table.probe(first.key(board, 2)).is_some());
        for other in [first.key(board, 1), second.key(board, 0), Marks::NONE.key(board, 0)] {
            assert_eq!(table.probe(other), None);
        }
        for _ in 0..Marks::NUMBERS {
            assert_ne!(table.new_marks(), Marks::NONE);
        }
        assert_eq!(table.probe(first.key(board, 0)), None, "the table is emptied before a mark is given again");
    }

    #[test]
    fn a_proven_value_stays_and_a_mixed_entry_fits_no_board() {
        let table = TranspositionTable::new(1);
        let key = Marks::NONE.key(unrank(20, 999), 0);
        table.store(key, entry(300, Trust::Proven, Bound::Exact));
        table.store(key, entry(400, Trust::Depth(9), Bound::Lower));
        assert_eq!(table.probe(key).map(|e| e.score.hundredths()), Some(300));
        // The first word of one writer, the second of another.
        let slot = table.buckets.slots(key.hash()).iter().find(|slot| Packed::load(slot).is_some()).unwrap();
        Packed::pack(key, entry(500, Trust::Depth(9), Bound::Lower), 0).save(&[AtomicU64::new(0), AtomicU64::new(0)]);
        slot[0].store(Packed::pack(key, entry(500, Trust::Depth(9), Bound::Lower), 0).0[0], Relaxed);
        assert_eq!(table.probe(key), None);
    }
}
