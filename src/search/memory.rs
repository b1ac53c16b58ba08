//! The memory of the search's tables: large pages, where the system has them, since each access goes to another place.

use memmap2::MmapMut;
use rayon::prelude::*;
use std::marker::PhantomData;

/// What may lie in the memory.
///
/// # Safety
/// It consists of `AtomicU64` alone, and its alignment is at most that of a page.
pub(super) unsafe trait Atomics: Sync {}

/// An array of atomic words, all zero at first.
#[derive(Debug)]
pub(super) struct Memory<T> {
    map: MmapMut,
    items: PhantomData<T>,
}

/// Bytes of a chunk that one thread touches first.
const CHUNK: usize = 2 << 20;

impl<T: Atomics> Memory<T> {
    /// Room for so many items, at least one; for fewer if the system does not give so much.
    pub fn new(items: usize) -> Self {
        let mut bytes = items.max(1) * size_of::<T>();
        let mut map = loop {
            match MmapMut::map_anon(bytes) {
                Ok(map) => break map,
                Err(error) if bytes <= CHUNK => panic!("the system does not give {bytes} bytes: {error}"),
                Err(_) => bytes = (bytes / 2).next_multiple_of(size_of::<T>()),
            }
        };
        // It is only slower without.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        // The system gives memory page by page as it is touched, which takes its time: here, not in a search that is timed.
        map.par_chunks_mut(CHUNK).for_each(|chunk| chunk.fill(0));
        Memory { map, items: PhantomData }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.map.par_chunks_mut(CHUNK).for_each(|chunk| chunk.fill(0));
    }
}

impl<T: Atomics> std::ops::Deref for Memory<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the map starts at a page, holds that many items, and lives as long as the slice. Every bit pattern is an atomic word, and nothing else
        // points into the map.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / size_of::<T>()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    /// A chunk is no multiple of its size.
    #[repr(align(8))]
    struct Item([AtomicU64; 3]);

    // SAFETY: three atomic words.
    unsafe impl Atomics for Item {}

    #[test]
    fn memory_is_zero_at_first_and_after_it_was_cleared() {
        let mut memory = Memory::<Item>::new(100_000);
        assert_eq!(memory.len(), 100_000);
        assert!(memory.iter().all(|item| item.0.iter().all(|word| word.load(Relaxed) == 0)));
        for (i, item) in memory.iter().enumerate() {
            item.0[2].store(i as u64, Relaxed);
        }
        assert_eq!(memory[99_999].0[2].load(Relaxed), 99_999);
        memory.clear();
        assert!(memory.iter().all(|item| item.0.iter().all(|word| word.load(Relaxed) == 0)));
        assert_eq!(Memory::<Item>::new(0).len(), 1);
    }
}
