//! What is known of claims, in a fixed amount of memory.
//!
//! An entry is two words. The whole key is in it, so no board is ever taken for another:
//!
//! ```text
//!         63 … 56      55 … 48     47 … 24      23 … 0
//!  word 0  effort (8)   target (8)           key (48)
//!  word 1  most (8)     least (8)   disproof     proof
//! ```
//!
//! `least` and `most` bound what the mover gets, and are certain. Proof and disproof number belong to the claim with that target; what they settle and the
//! bounds do not is settled on condition (see the [module above](super)). Where there is no room, what took the least effort gives way.

use super::claim::Claim;
use super::numbers::{Numbers, pack, pack_inverse};
use crate::search::memory::{Atomics, Memory};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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

const ENTRIES: usize = 4;
const KEY: u64 = (1 << 48) - 1;
const NUMBER: u64 = (1 << 24) - 1;

/// One cache line.
#[repr(align(64))]
#[derive(Debug, Default)]
struct Bucket([[AtomicU64; 2]; ENTRIES]);

// SAFETY: eight atomic words, aligned to a cache line.
unsafe impl Atomics for Bucket {}

/// The memory of a prover, 16 bytes a board.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Memory<Bucket>,
}

impl Table {
    /// A table of about so many MiB, at least one.
    pub fn new(mebibytes: usize) -> Self {
        Table { buckets: Memory::new((mebibytes.max(1) << 20) / size_of::<Bucket>()) }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // An odd constant from the digits of the golden ratio.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = (hash ^ hash >> 29).wrapping_mul(0x243F_6A88_85A3_08D3);
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Fetches a key's entry into the cache, for a look that follows soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch has no effect but on the cache, wherever it points to.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
    }

    /// What is known of a claim with this key. The bounds are those of all claims with the key that are remembered.
    #[inline]
    pub fn get(&self, key: u64, target: i32) -> Option<Entry> {
        let mut found: Option<Entry> = None;
        for [first, second] in &self.bucket(key).0 {
            let first = first.load(Relaxed);
            if first & KEY != key {
                continue;
            }
            let entry = unpack(first, second.load(Relaxed));
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
        for slot in &self.bucket(key).0 {
            let first = slot[0].load(Relaxed);
            let target = (first >> 48) as i8;
            let worth = match first & KEY {
                same if same == key && target == entry.target => 0,
                0 => 1,
                same if same == key && entry.certain(i32::from(target)).is_some() => 1,
                _ => 2 + (first >> 56),
            };
            if worth < least {
                (victim, least) = (Some(slot), worth);
            }
        }
        if let Some([first, second]) = victim {
            let Numbers { proof, disproof } = entry.numbers;
            first.store(key | u64::from(entry.target as u8) << 48 | u64::from(entry.effort) << 56, Relaxed);
            let bounds = u64::from(entry.least as u8) << 48 | u64::from(entry.most as u8) << 56;
            second.store(u64::from(pack(proof)) | u64::from(pack(disproof)) << 24 | bounds, Relaxed);
        }
    }
}

#[inline]
fn unpack_number(word: u64) -> u32 {
    pack_inverse((word & NUMBER) as u32)
}

#[inline]
fn unpack(first: u64, second: u64) -> Entry {
    Entry {
        target: (first >> 48) as i8,
        numbers: Numbers { proof: unpack_number(second), disproof: unpack_number(second >> 24) },
        least: (second >> 48) as i8,
        most: (second >> 56) as i8,
        effort: (first >> 56) as u8,
    }
}
