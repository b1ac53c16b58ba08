//! Decoded blocks of packed tables, shared by all threads and tables of the process, in bounded memory.
//!
//! A reader never waits and never keeps another from reading or writing: each slot has a version that is odd while its block is
//! being replaced, and who saw the same even version before and after has read a whole block's value. All of it are
//! atomic numbers, so that a reader that comes too late sees numbers of another block and no undefined behaviour. A writer that finds
//! the slot in work leaves it.

use super::tiles::AREA;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
use std::sync::{LazyLock, OnceLock};

/// Bytes of decoded blocks that the process keeps at most.
const CAPACITY: usize = 128 << 20;
/// Slots among which a block has its place.
const WAYS: usize = 4;
/// Values of one machine word.
const LANES: usize = size_of::<u64>();

type Words = [AtomicU64; AREA / LANES];

/// The cache of the process.
pub(super) static CACHE: LazyLock<Cache> = LazyLock::new(|| Cache::new(CAPACITY));

/// One place for a block.
#[derive(Debug, Default)]
struct Slot {
    /// Odd while the rest is being written.
    version: AtomicU32,
    /// The count of blocks put into the cache when the slot was last of use, modulo 2^32.
    used: AtomicU32,
    key: AtomicU64,
    /// Made when the slot is first written, so that a cache of which little is used takes little memory.
    words: OnceLock<Box<Words>>,
}

/// Blocks by number.
#[derive(Debug)]
pub(super) struct Cache {
    /// A power of two in number.
    sets: Vec<[Slot; WAYS]>,
    /// Blocks that were put in, modulo 2^32.
    clock: AtomicU32,
}

impl Cache {
    /// For decoded blocks of about `bytes` bytes together, not more, but one set at least.
    pub fn new(bytes: usize) -> Self {
        let sets = (bytes / (AREA * WAYS)).max(1);
        // The greatest power of two not above.
        let sets = 1 << sets.ilog2();
        Cache { sets: (0..sets).map(|_| Default::default()).collect(), clock: AtomicU32::new(0) }
    }

    #[inline]
    fn set(&self, key: u64) -> &[Slot; WAYS] {
        // Fibonacci hashing: neighbouring blocks spread, and the high bits depend on all.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.sets[(hash >> 32) as usize & (self.sets.len() - 1)]
    }

    /// The value in a cell of a block, if the block is there. `key` is not 0.
    #[inline]
    pub fn get(&self, key: u64, cell: usize) -> Option<u8> {
        for slot in self.set(key) {
            let version = slot.version.load(Ordering::Acquire);
            if slot.key.load(Ordering::Relaxed) != key {
                continue;
            }
            let word = slot.words.get()?[cell / LANES].load(Ordering::Relaxed);
            fence(Ordering::Acquire);
            if version % 2 == 1 || slot.version.load(Ordering::Relaxed) != version {
                return None;
            }
            let now = self.clock.load(Ordering::Relaxed);
            // Writing only what is new keeps the slot in the other threads' caches.
            if slot.used.load(Ordering::Relaxed) != now {
                slot.used.store(now, Ordering::Relaxed);
            }
            return Some((word >> (cell % LANES * 8)) as u8);
        }
        None
    }

    /// Keeps a block in place of the one of its set that was of use least lately.
    pub fn put(&self, key: u64, cells: &[u8; AREA]) {
        let now = self.clock.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        let set = self.set(key);
        let age = |slot: &&Slot| now.wrapping_sub(slot.used.load(Ordering::Relaxed));
        let same = set.iter().find(|slot| slot.key.load(Ordering::Relaxed) == key);
        let free = || set.iter().find(|slot| slot.key.load(Ordering::Relaxed) == 0);
        let Some(slot) = same.or_else(free).or_else(|| set.iter().max_by_key(age)) else { return };
        let version = slot.version.load(Ordering::Relaxed);
        let taken = version % 2 == 0
            && slot.version.compare_exchange(version, version.wrapping_add(1), Ordering::Acquire, Ordering::Relaxed).is_ok();
        if !taken {
            return;
        }
        fence(Ordering::Release);
        slot.key.store(key, Ordering::Relaxed);
        let words = slot.words.get_or_init(|| Box::new([const { AtomicU64::new(0) }; AREA / LANES]));
        for (word, &cells) in words.iter().zip(cells.as_chunks::<LANES>().0) {
            word.store(u64::from_le_bytes(cells), Ordering::Relaxed);
        }
        slot.used.store(now, Ordering::Relaxed);
        slot.version.store(version.wrapping_add(2), Ordering::Release);
    }

    /// Bytes of blocks that are kept.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.sets.iter().flatten().filter(|slot| slot.words.get().is_some()).count() * AREA
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Cells that say which block they are of.
    fn cells(key: u64) -> [u8; AREA] {
        std::array::from_fn(|cell| (key as usize * 31 + cell / 7) as u8)
    }

    #[test]
    fn a_block_that_was_put_in_is_found() {
        let cache = Cache::new(1 << 20);
        assert_eq!(cache.get(5, 77), None);
        for key in 1..20 {
            cache.put(key, &cells(key));
        }
        for cell in 0..AREA {
            assert_eq!(cache.get(5, cell), Some(cells(5)[cell]));
        }
        assert_eq!(cache.get(20, 0), None);
    }

    #[test]
    fn the_bound_holds_and_what_is_used_stays() {
        for bytes in [1, 1 << 16, 100_000, 1 << 18] {
            let cache = Cache::new(bytes);
            for key in 1..1_000 {
                cache.put(key, &cells(key));
                assert_eq!(cache.get(key, 9), Some(cells(key)[9]), "the newest");
                assert_eq!(cache.get(1, 9), Some(cells(1)[9]), "the one that every round uses");
            }
            assert!(cache.bytes() <= bytes.max(AREA * WAYS), "{} of {bytes}", cache.bytes());
        }
    }

    #[test]
    fn threads_that_push_each_other_out_read_only_right_values() {
        let cache = Cache::new(1);
        let found: usize = thread::scope(|scope| {
            let worker = |seed: u64| {
                let cache = &cache;
                scope.spawn(move || {
                    let mut found = 0;
                    for i in 0..3_000_u64 {
                        let key = (i * seed) % 9 + 1;
                        if i % 3 == 0 {
                            cache.put(key, &cells(key));
                        }
                        for cell in [0, 1_000, AREA - 1] {
                            if let Some(value) = cache.get(key, cell) {
                                assert_eq!(value, cells(key)[cell]);
                                found += 1;
                            }
                        }
                    }
                    found
                })
            };
            let workers: Vec<_> = [1, 2, 5, 7].map(worker).into_iter().collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert!(found > 0);
    }
}
