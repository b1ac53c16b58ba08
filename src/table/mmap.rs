//! The bytes of a table, wherever they are: the one place with unsafe code among the tables.

use memmap2::{Mmap, MmapMut};
use std::fs::{self, File};
use std::io;
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

/// From how many bytes on a room is a file.
const LARGE: usize = 1 << 30;

/// Room for a table file that is being made.
#[derive(Debug)]
pub(super) enum Room {
    Memory(Vec<u8>),
    /// A file without a name, which goes when it is not used any more: the system can write it out if memory is short.
    File(MmapMut),
}

impl Room {
    /// So many zeros; if they are many, in a file in this folder.
    pub fn new(length: usize, folder: Option<&Path>) -> io::Result<Self> {
        let Some(folder) = folder.filter(|_| length >= LARGE) else {
            return Ok(Room::Memory(vec![0; length]));
        };
        let file = tempfile::tempfile_in(folder)?;
        file.set_len(length as u64)?;
        // SAFETY: the file has no name, so nobody else can open it, and it stays as long as it is.
        let map = unsafe { MmapMut::map_mut(&file)? };
        Ok(Room::File(map))
    }

    /// The bytes, to be written.
    pub fn as_mut(&mut self) -> &mut [u8] {
        match self {
            Room::Memory(bytes) => bytes,
            Room::File(map) => map,
        }
    }

    /// The bytes, to be read.
    pub fn finish(self) -> io::Result<Bytes> {
        Ok(match self {
            Room::Memory(bytes) => Bytes::Owned(bytes),
            Room::File(map) => Bytes::Mapped(map.make_read_only()?),
        })
    }
}
