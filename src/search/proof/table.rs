//! What is known of claims, in a fixed amount of memory.
//!
//! An entry is two words. The whole key is in it, so no board is ever taken for another; and a thread that reads or writes an entry has it to itself meanwhile, so no
//! words of two boards are ever taken for one entry:
//!
//! ```text
//!              63          62 … 56      55 … 48     47 … 24      23 … 0
//!  word 0  taken (1)   effort (7)   target (8)           key (48)
//!  word 1           most (8)         least (8)   disproof     proof
//! ```
//!
//! `least` and `most` bound what the mover gets, and are certain. Proof and disproof number belong to the claim with that target; what they settle and the
//! bounds do not is settled on condition (see the [module above](super)). Where there is no room, what took the least effort gives way.

use super::claim::Claim;
use super::numbers::{Numbers, pack, unpack};
use crate::search::buckets::{Buckets, SPREAD, Slot, mixed};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// What is known of a board, for one claimant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The claim that the numbers are about.
    pub target: i8,
    pub numbers: Numbers,
    /// For certain at least so many seeds more than the opponent.
    pub least: i8,
    /// For certain at most so many.
    pub most: i8,
    /// About the binary logarithm of the nodes that went into it.
    pub effort: u8,
}

impl Entry {
    /// What is known of a board with so many seeds before anything is.
    pub fn unknown(claim: &Claim) -> Self {
        let seeds = claim.seeds as i8;
        Entry { target: claim.target as i8, numbers: Numbers::OPEN, least: -seeds, most: seeds, effort: 0 }
    }

    /// Whether a claim holds, if that is certain.
    #[inline]
    pub fn certain(&self, target: i32) -> Option<bool> {
        if i32::from(self.least) >= target {
            return Some(true);
        }
        (i32::from(self.most) < target).then_some(false)
    }

    /// The numbers of a claim that is not certain, if they are known.
    #[inline]
    pub fn numbers(&self, target: i32) -> Option<Numbers> {
        (i32::from(self.target) == target).then_some(self.numbers)
    }

    /// The same within the bounds of another entry of the board.
    fn within(self, other: &Entry) -> Self {
        Entry { least: self.least.max(other.least), most: self.most.min(other.most), ..self }
    }

    /// A claim has become certain.
    pub fn settle(&mut self, target: i32, holds: bool) {
        if holds {
            self.least = self.least.max(target as i8);
        } else {
            self.most = self.most.min(target as i8 - 1);
        }
    }
}

const KEY: u64 = (1 << 48) - 1;
const EFFORT: u64 = 0x7F;
const TAKEN: u64 = 1 << 63;

/// Makes an entry this thread's own until its first word is stored again, and gives that word.
#[inline]
fn take(first: &AtomicU64) -> u64 {
    loop {
        let word = first.fetch_or(TAKEN, Acquire);
        if word & TAKEN == 0 {
            return word;
        }
        while first.load(Relaxed) & TAKEN != 0 {
            std::hint::spin_loop();
        }
    }
}

/// The memory of a prover, 16 bytes a board.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Buckets,
}

impl Table {
    /// A table of about so many MiB, at least one.
    pub fn new(mebibytes: usize) -> Self {
        Table { buckets: Buckets::new(mebibytes) }
    }

    #[inline]
    fn slots(&self, key: u64) -> &[Slot] {
        self.buckets.slots(hash(key))
    }

    /// Fetches a key's entries into the cache, for a look that follows soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.buckets.prefetch(hash(key));
    }

    /// What is known of a claim with this key. The bounds are those of all claims with the key that are remembered.
    #[inline]
    pub fn get(&self, key: u64, target: i32) -> Option<Entry> {
        let mut found: Option<Entry> = None;
        for [first, second] in self.slots(key) {
            if first.load(Relaxed) & KEY != key {
                continue;
            }
            let word = take(first);
            let entry = entry(word, second.load(Relaxed));
            first.store(word, Release);
            // Another thread may have put something else here.
            if word & KEY != key {
                continue;
            }
            found = Some(match found {
                Some(other) if i32::from(entry.target) == target => entry.within(&other),
                Some(other) => other.within(&entry),
                None => entry,
            });
        }
        found
    }

    /// Keeps what is known of a claim, in place of what was known of it, of what the new bounds make superfluous, or of what took the least effort.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let mut victim = None;
        let mut least = u64::MAX;
        for slot in self.slots(key) {
            let first = slot[0].load(Relaxed);
            let target = (first >> 48) as i8;
            let worth = match first & KEY {
                same if same == key && target == entry.target => 0,
                0 => 1,
                same if same == key && entry.certain(i32::from(target)).is_some() => 1,
                _ => 2 + (first >> 56 & EFFORT),
            };
            if worth < least {
                (victim, least) = (Some(slot), worth);
            }
        }
        if let Some([first, second]) = victim {
            let Numbers { proof, disproof } = entry.numbers;
            let bounds = u64::from(entry.least as u8) << 48 | u64::from(entry.most as u8) << 56;
            take(first);
            second.store(u64::from(pack(proof)) | u64::from(pack(disproof)) << 24 | bounds, Relaxed);
            first.store(key | u64::from(entry.target as u8) << 48 | u64::from(entry.effort) << 56, Release);
        }
    }
}

#[inline]
fn hash(key: u64) -> u64 {
    mixed(key.wrapping_mul(SPREAD))
}

#[inline]
fn entry(first: u64, second: u64) -> Entry {
    Entry {
        target: (first >> 48) as i8,
        numbers: Numbers { proof: unpack(second as u32), disproof: unpack((second >> 24) as u32) },
        least: (second >> 48) as i8,
        most: (second >> 56) as i8,
        effort: (first >> 56 & EFFORT) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::unrank;
    use crate::rules::kalah::Kalah;
    use crate::search::proof::claim::Claimant;
    use std::thread;

    /// More boards than fit, from four threads, each with bounds that tell which board they are of.
    #[test]
    fn no_entry_is_of_two_boards() {
        let table = Table::new(1);
        let keys = |i: u64| Claim::new::<Kalah>(unrank(30, i * 41), 30, 0, Claimant::Either).key(false);
        let bound = |key: u64| (key % 25) as i8;
        let read = AtomicU64::new(0);
        thread::scope(|scope| {
            for start in 0..4 {
                let (table, read) = (&table, &read);
                scope.spawn(move || {
                    for i in 0..100_000 {
                        let key = keys((i * 7 + start * 25_000) % 90_000);
                        let entry = Entry {
                            target: 1,
                            numbers: Numbers { proof: bound(key) as u32, disproof: 1 },
                            least: -bound(key),
                            most: bound(key),
                            effort: 3,
                        };
                        if i % 3 == 0 {
                            table.put(key, entry);
                        } else if let Some(found) = table.get(key, 1) {
                            assert_eq!(found, entry);
                            read.fetch_add(1, Relaxed);
                        }
                    }
                });
            }
        });
        assert!(read.into_inner() > 10_000);
    }
}
