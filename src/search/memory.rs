//! The memory of the transposition table: large pages, where the system has them, since each access goes to another place.

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
