//! The bytes of a table, wherever they are: the one place with unsafe code among the tables.

use memmap2::{Mmap, MmapMut};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The bytes of a table file.
#[derive(Debug)]
pub enum Bytes {
    /// A file that the system pages in as it is read: tables may be larger than memory, and opening one costs no reading.
    Mapped(Mmap),
    /// Part of the program.
    BuiltIn(&'static [u8]),
    /// In memory, e.g. made by [`super::encode`].
    Owned(Vec<u8>),
}

impl Bytes {
    /// Maps a file for reading.
    ///
    /// # Errors
    /// As opening and mapping do; [`io::ErrorKind::NotFound`] if there is no such file.
    pub fn map(path: &Path) -> io::Result<Self> {
        // Opening a pipe would wait for a writer.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let file = File::open(path)?;
        // SAFETY: the map is read-only and private to us, but the file is not: the bytes must not change while they are mapped.
        // Our own writer never writes to a file under its final name, it renames a whole new one over it, and the map keeps the old one.
        // Another program may still overwrite the file, and then values are wrong (bytes have no invalid patterns, and an
        // offset that is taken from them after the open is checked each time), or cut it short, and then the next read of the part that is gone ends this
        // process with SIGBUS. No program can keep that from happening short of copying the file; we accept it.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Bytes::Mapped(map))
    }
}

impl AsRef<[u8]> for Bytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::BuiltIn(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

/// Memory to work in, all zero at first.
#[derive(Debug)]
pub struct Scratch(MmapMut);

impl Scratch {
    /// So many bytes of the machine's memory.
    ///
    /// # Errors
    /// As the system's.
    pub fn in_memory(bytes: u64) -> io::Result<Self> {
        let map = MmapMut::map_anon(length(bytes)?)?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage); // fewer misses of address translation; a wish
        Ok(Scratch(map))
    }

    /// So many bytes of a nameless file in this folder, which ends with the process. The system keeps as much of it in memory as it likes.
    ///
    /// # Errors
    /// As the system's, also if the disk has no room for all of it.
    pub fn on_disk(folder: &Path, bytes: u64) -> io::Result<Self> {
        let mut file = tempfile::tempfile_in(folder)?;
        // Zeros are written, not only promised: a mapped page without a place on the disk would end the process.
        let zeros = [0; 1 << 16];
        let mut rest = length(bytes)?;
        while rest > 0 {
            let part = rest.min(zeros.len());
            file.write_all(&zeros[..part])?;
            rest -= part;
        }
        // SAFETY: the file has no name, so that no other program can change its bytes or cut it short.
        Ok(Scratch(unsafe { MmapMut::map_mut(&file)? }))
    }
}

impl Scratch {
    /// The bytes, not to be changed any more.
    ///
    /// # Errors
    /// As the system's.
    pub fn finish(self) -> io::Result<Bytes> {
        Ok(Bytes::Mapped(self.0.make_read_only()?))
    }
}

fn length(bytes: u64) -> io::Result<usize> {
    usize::try_from(bytes).map_err(|_| io::ErrorKind::OutOfMemory.into())
}

impl AsRef<[u8]> for Scratch {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsMut<[u8]> for Scratch {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
