//! The frame of a hash table: buckets of a cache line each, chosen by a hash, with room for four entries of two words.

use crate::search::memory::{Atomics, Memory};
use std::sync::atomic::AtomicU64;

/// Where an entry lies.
pub(super) type Slot = [AtomicU64; 2];

const SLOTS: usize = 4;

/// One cache line.
#[repr(align(64))]
#[derive(Debug, Default)]
struct Bucket([Slot; SLOTS]);

// SAFETY: eight atomic words, aligned to a cache line.
unsafe impl Atomics for Bucket {}

/// The buckets of a table, all words 0 at first.
#[derive(Debug)]
pub(super) struct Buckets(Memory<Bucket>);

impl Buckets {
    /// As many as fill about so many MiB, at least one MiB.
    pub fn new(mebibytes: usize) -> Self {
        Buckets(Memory::new((mebibytes.max(1) << 20) / size_of::<Bucket>()))
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        &self.0[((u128::from(hash) * self.0.len() as u128) >> 64) as usize]
    }

    /// The bucket for a hash, whose upper bits choose it.
    #[inline]
    pub fn slots(&self, hash: u64) -> &[Slot; SLOTS] {
        &self.bucket(hash).0
    }

    /// Fetches a bucket into the cache, for a look that follows soon.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch has no effect but on the cache, wherever it points to.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(hash)).cast());
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// An odd constant from the digits of the golden ratio: a word times this has its bits spread upwards.
pub(super) const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number with well mixed upper bits out of one whose bits were spread upwards.
#[inline]
pub(super) const fn mixed(hash: u64) -> u64 {
    // An odd constant from the digits of pi.
    (hash ^ hash >> 29).wrapping_mul(0x243F_6A88_85A3_08D3)
}
