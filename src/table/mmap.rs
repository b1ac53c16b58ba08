//! The bytes of a table, wherever they are: the one place with unsafe code among the tables.

use memmap2::Mmap;
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
        // Another program may still overwrite the file, and then values are wrong (bytes have no invalid patterns, and no
        // index or length is taken from them after the open), or cut it short, and then the next read of the part that is gone ends this
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
