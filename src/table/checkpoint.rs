//! A layer in work on disk, so that a long build that is killed goes on from its last stage.
//!
//! `databases/RULES/.KIND-NN.checkpoint` lies beside the tables until its layer is finished. It holds, little-endian:
//!
//! ```text
//! offset        bytes  what
//! 0                64  the header of the table to be, "unfinished"
//! 64                4  version of this format and of the solver's states: 1
//! 68                4  stages done
//! 72                V  the solver's work, a byte a value
//! 72 + V            8  checksum (xxh3-64) of all bytes before
//! ```
//!
//! It appears whole or not at all, as tables do. One that is not exactly right is as good as none. Of processes that build a layer together each has its own, with the work
//! of its share: `.KIND-NN.checkpoint-STAGES-RANK-of-RANKS`; the stages are in the name so that the one before is there until all have written the next.

use super::error::TableError;
use super::header;
use super::id::TableId;
use super::lock::FolderLock;
use super::writer::persist;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use xxhash_rust::xxh3::Xxh3Default;

const VERSION: u32 = 1;
/// Bytes that are written or read at once.
const CHUNK: usize = 1 << 20;

/// Whose work it is, and after how many stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the process, from 0.
    pub rank: usize,
    /// How many there are.
    pub ranks: usize,
    /// Stages done.
    pub stages: u32,
}

fn path(lock: &FolderLock, id: TableId, part: Option<Part>) -> PathBuf {
    let part = part.map_or_else(String::new, |Part { rank, ranks, stages }| format!("-{stages}-{rank}-of-{ranks}"));
    lock.folder().join(id.variant().name()).join(format!(".{}-{:02}.checkpoint{part}", id.kind(), id.seeds()))
}

/// The bytes before the work.
fn preamble(id: TableId, done: u32) -> Vec<u8> {
    [header::encode(id, false).as_slice(), &VERSION.to_le_bytes(), &done.to_le_bytes()].concat()
}

/// Writes the work after so many stages, in place of any earlier checkpoint of the layer, or for a part of it beside earlier ones.
///
/// # Errors
/// [`TableError::Io`]; then the earlier one, if any, is still there.
pub fn save(lock: &FolderLock, id: TableId, part: Option<Part>, done: u32, work: &[u8]) -> Result<(), TableError> {
    let fill = |file: &mut File| {
        let mut sum = Xxh3Default::new();
        for part in [preamble(id, done).as_slice()].into_iter().chain(work.chunks(CHUNK)) {
            sum.update(part);
            file.write_all(part)?;
        }
        file.write_all(&sum.digest().to_le_bytes())
    };
    persist(&path(lock, id, part), fill, |_| Ok(()))
}

/// Reads the last checkpoint of a layer into `work`, and says how many stages were done; `None` if there is none, or it is not right (what is in
/// `work` then means nothing).
///
/// # Errors
/// [`TableError::Io`] if there is one that cannot be read.
pub fn load(lock: &FolderLock, id: TableId, part: Option<Part>, work: &mut [u8]) -> Result<Option<u32>, TableError> {
    let path = path(lock, id, part);
    // Opening a pipe would wait for a writer.
    if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
        return Ok(None);
    }
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(TableError::Io { action: "read", path, cause }),
    };
    match read(BufReader::new(file), id, work) {
        Ok(done) => Ok(done),
        Err(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(cause) => Err(TableError::Io { action: "read", path, cause }),
    }
}

fn read(mut file: impl Read, id: TableId, work: &mut [u8]) -> io::Result<Option<u32>> {
    let mut found = preamble(id, 0);
    file.read_exact(&mut found)?;
    let (_, done) = found.split_last_chunk().expect("the preamble ends with the stages");
    let done = u32::from_le_bytes(*done);
    if found != preamble(id, done) {
        return Ok(None);
    }
    let mut sum = Xxh3Default::new();
    sum.update(&found);
    for part in work.chunks_mut(CHUNK) {
        file.read_exact(part)?;
        sum.update(part);
    }
    let mut expected = [0; 8];
    file.read_exact(&mut expected)?;
    let ends = file.read(&mut [0])? == 0;
    Ok((ends && u64::from_le_bytes(expected) == sum.digest()).then_some(done))
}

/// The parts of a layer that are there, those of other processes and of other numbers of processes as well.
///
/// # Errors
/// [`TableError::Io`].
pub fn parts(lock: &FolderLock, id: TableId) -> Result<Vec<Part>, TableError> {
    let whole = path(lock, id, None);
    let folder = lock.folder().join(id.variant().name());
    let failed = |cause| TableError::Io { action: "list", path: folder.clone(), cause };
    let prefix = format!("{}-", whole.file_name().unwrap_or_default().to_string_lossy());
    let mut parts = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let name = name.to_string_lossy();
        let fields: Option<Vec<&str>> = name.strip_prefix(&prefix).map(|rest| rest.split('-').collect());
        if let Some([stages, rank, "of", ranks]) = fields.as_deref()
            && let (Ok(stages), Ok(rank), Ok(ranks)) = (stages.parse(), rank.parse(), ranks.parse())
        {
            parts.push(Part { rank, ranks, stages });
        }
    }
    Ok(parts)
}

/// Removes the checkpoint of a layer or of a part of it, if there is one.
///
/// # Errors
/// [`TableError::Io`].
pub fn remove(lock: &FolderLock, id: TableId, part: Option<Part>) -> Result<(), TableError> {
    let path = path(lock, id, part);
    match fs::remove_file(&path) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(TableError::Io { action: "remove", path, cause }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::id::Kind;
    use super::*;
    use crate::variant::Variant;

    fn id(seeds: u32) -> TableId {
        TableId::new(Variant::Wari, Kind::Forced, seeds).unwrap()
    }

    #[test]
    fn the_last_one_comes_back_until_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::acquire(folder.path(), Variant::Wari).unwrap();
        let mut work = vec![0; id(3).values() as usize];
        assert_eq!(load(&lock, id(3), None, &mut work).unwrap(), None);
        save(&lock, id(3), None, 1, &work).unwrap();
        let later: Vec<u8> = (0..work.len()).map(|i| i as u8).collect();
        save(&lock, id(3), None, 2, &later).unwrap();
        assert_eq!((load(&lock, id(3), None, &mut work).unwrap(), &work), (Some(2), &later));
        assert_eq!(load(&lock, id(4), None, &mut vec![0; id(4).values() as usize]).unwrap(), None);
        remove(&lock, id(3), None).unwrap();
        remove(&lock, id(3), None).unwrap();
        assert_eq!(load(&lock, id(3), None, &mut work).unwrap(), None);
    }

    #[test]
    fn parts_lie_beside_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::acquire(folder.path(), Variant::Wari).unwrap();
        let part = |rank, stages| Part { rank, ranks: 2, stages };
        for (part, byte) in [(part(0, 1), 1), (part(0, 2), 2), (part(1, 1), 3)] {
            save(&lock, id(3), Some(part), part.stages, &[byte; 9]).unwrap();
        }
        let mut found = parts(&lock, id(3)).unwrap();
        found.sort_by_key(|part| (part.rank, part.stages));
        assert_eq!((found, parts(&lock, id(2)).unwrap()), (vec![part(0, 1), part(0, 2), part(1, 1)], vec![]));
        let mut work = [0; 9];
        assert_eq!((load(&lock, id(3), Some(part(0, 2)), &mut work).unwrap(), work), (Some(2), [2; 9]));
        remove(&lock, id(3), Some(part(0, 2))).unwrap();
        assert_eq!(load(&lock, id(3), Some(part(0, 2)), &mut work).unwrap(), None);
        assert_eq!((load(&lock, id(3), Some(part(1, 1)), &mut work).unwrap(), work), (Some(1), [3; 9]));
    }

    #[test]
    fn a_flipped_byte_or_another_length_is_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::acquire(folder.path(), Variant::Wari).unwrap();
        let mut work = vec![3; id(1).values() as usize];
        save(&lock, id(1), None, 1, &work).unwrap();
        let good = fs::read(path(&lock, id(1), None)).unwrap();
        let mut loads = |bytes: &[u8]| {
            fs::write(path(&lock, id(1), None), bytes).unwrap();
            load(&lock, id(1), None, &mut work).unwrap()
        };
        assert_eq!(loads(&good), Some(1));
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 0x10;
            assert_eq!(loads(&bytes), None, "byte {at}");
            assert_eq!(loads(&good[..at]), None, "{at} bytes");
        }
        assert_eq!(loads(&[good.as_slice(), &[0]].concat()), None);
    }
}
