//! Writes a finished layer, so that a file under its final name is always whole.
//!
//! The bytes go into a hidden file beside it, whose header says "unfinished" until the last of them is there; then the file is
//! forced to the disk, renamed, and the folder forced to the disk. A build that is killed leaves at most the hidden file, which no
//! reader looks at and which goes when the folder is locked the next time.

use super::error::TableError;
use super::header::{self, BLOCK};
use super::id::TableId;
use super::lock::{FolderLock, PARTIAL};
use super::packed;
use crate::score::Value;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Writes the table under its name into the locked folder, in place of any file of that name, and says where.
///
/// # Errors
/// [`TableError::Io`]; then no file of that name is there that was not there before.
///
/// # Panics
/// If `values` are not as many as [`TableId::values`], or the lock is another rule set's.
pub fn write(lock: &FolderLock, id: TableId, values: &[Value]) -> Result<PathBuf, TableError> {
    put(lock, id, |file| write_whole(file, id, values), |_| Ok(()))
}

/// Writes the table like [`write()`], but as a packed file. Whether the values it leaves out follow from the others is not looked at; for
/// values that a solver made they do.
///
/// # Errors
/// [`TableError::Io`]; then no file of that name is there that was not there before.
///
/// # Panics
/// If `values` are not as many as [`TableId::values`], or the lock is another rule set's.
pub fn write_packed(lock: &FolderLock, id: TableId, values: &[Value]) -> Result<PathBuf, TableError> {
    write_bytes(lock, id, &encode_packed(id, values), |_| Ok(()))
}

/// Writes the bytes of a whole file, and puts it in its place if the check of it, written but hidden, finds nothing.
pub(super) fn write_bytes(
    lock: &FolderLock,
    id: TableId,
    bytes: &[u8],
    check: impl FnOnce(&Path) -> Result<(), TableError>,
) -> Result<PathBuf, TableError> {
    put(lock, id, |file| write_sealed(file, bytes), check)
}

/// Fills a hidden file, checks it, and gives it the table's name.
fn put(
    lock: &FolderLock,
    id: TableId,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
    check: impl FnOnce(&Path) -> Result<(), TableError>,
) -> Result<PathBuf, TableError> {
    assert_eq!(id.variant(), lock.variant(), "a lock for each rule set");
    let path = id.path(lock.folder());
    persist(&path, fill, check)?;
    Ok(path)
}

/// Makes a file appear whole or not at all: it is written under a hidden name, forced to the disk, checked and renamed. The folder must be locked.
pub(super) fn persist(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
    check: impl FnOnce(&Path) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let failed = |cause| TableError::Io { action: "write", path: path.to_owned(), cause };
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Err(failed(io::ErrorKind::InvalidFilename.into())) };
    let prefix = format!(".{}{PARTIAL}", name.to_string_lossy());

    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    // A table is for everybody who may read the folder; temporary files are by default their owner's alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).map_err(failed)?;
    fill(file.as_file_mut()).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    check(file.path())?;
    file.persist(path).map_err(|error| failed(error.error))?;
    sync_folder(folder).map_err(failed)
}

/// The table's file in memory.
///
/// # Panics
/// If `values` are not as many as [`TableId::values`].
#[must_use]
pub fn encode(id: TableId, values: &[Value]) -> Vec<u8> {
    let mut bytes = header::encode(id, true).to_vec();
    write_body(&mut bytes, id, values).expect("memory takes every byte");
    bytes
}

/// The table's packed file in memory.
///
/// # Panics
/// If `values` are not as many as [`TableId::values`].
#[must_use]
pub fn encode_packed(id: TableId, values: &[Value]) -> Vec<u8> {
    assert_eq!(values.len() as u64, id.values(), "as many values as {id} has");
    packed::encode(id, |rank| values[rank as usize])
}

/// Writes the bytes of a finished file, the header last.
fn write_sealed(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let (head, body) = bytes.split_first_chunk().expect("a header");
    file.write_all(&header::unfinished(head))?;
    file.write_all(body)?;
    file.rewind()?;
    file.write_all(head)
}

fn write_whole(file: &mut File, id: TableId, values: &[Value]) -> io::Result<()> {
    file.write_all(&header::encode(id, false))?;
    write_body(file, id, values)?;
    file.rewind()?;
    file.write_all(&header::encode(id, true))
}

/// Everything after the header.
fn write_body(out: &mut impl Write, id: TableId, values: &[Value]) -> io::Result<()> {
    assert_eq!(values.len() as u64, id.values(), "as many values as {id} has");
    debug_assert!(values.iter().all(|value| u32::from(value.unsigned_abs()) <= id.seeds()), "a value beyond the seeds of {id}");
    let mut sums = Vec::with_capacity(8 * values.len().div_ceil(BLOCK));
    let mut bytes = Vec::with_capacity(BLOCK.min(values.len()));
    for block in values.chunks(BLOCK) {
        bytes.clear();
        bytes.extend(block.iter().map(|&value| value as u8));
        sums.extend(xxh3_64(&bytes).to_le_bytes());
        out.write_all(&bytes)?;
    }
    out.write_all(&sums)
}

/// Makes the new name last through a power cut. Only Unix opens folders; elsewhere the system sees to it.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::super::file::Table;
    use super::super::id::Kind;
    use super::*;
    use crate::variant::Variant;
    use std::fs;

    const VARIANT: Variant = Variant::Abapa;

    fn id(seeds: u32) -> TableId {
        TableId::new(VARIANT, Kind::Shared, seeds).unwrap()
    }

    fn values(id: TableId) -> Vec<Value> {
        (0..id.boards()).map(|rank| (rank % (u64::from(id.seeds()) + 1)) as Value).collect()
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_file_is_the_encoded_table_and_nothing_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::acquire(folder.path(), VARIANT).unwrap();
        for seeds in [0, 3, 9] {
            let path = write(&lock, id(seeds), &values(id(seeds))).unwrap();
            assert_eq!(path, id(seeds).path(folder.path()));
            assert_eq!(fs::read(&path).unwrap(), encode(id(seeds), &values(id(seeds))));
            Table::open_in(folder.path(), id(seeds)).unwrap().unwrap().verify().unwrap();
        }
        assert_eq!(names(&folder.path().join("abapa")), [".lock", "shared-00.owt", "shared-03.owt", "shared-09.owt"]);
    }

    #[test]
    fn a_new_file_takes_the_old_ones_place_and_an_open_table_keeps_the_old() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::acquire(folder.path(), VARIANT).unwrap();
        write(&lock, id(2), &[1; 78]).unwrap();
        let old = Table::open_in(folder.path(), id(2)).unwrap().unwrap();
        write(&lock, id(2), &[-2; 78]).unwrap();
        let new = Table::open_in(folder.path(), id(2)).unwrap().unwrap();
        assert_eq!((old.value(5), new.value(5)), (Some(1), Some(-2)));
    }

    #[test]
    fn what_killed_builds_left_is_no_table_and_goes_with_the_next_lock() {
        let folder = tempfile::tempdir().unwrap();
        drop(FolderLock::acquire(folder.path(), VARIANT).unwrap());
        let rules = folder.path().join("abapa");
        let whole = encode(id(3), &values(id(3)));
        let left = [".shared-03.owt.partial-Ab12Cd", ".shared-04.owt.partial-Ab12Cd", "..shared-05.checkpoint.partial-Ab12Cd"];
        left.iter().for_each(|name| fs::write(rules.join(name), &whole).unwrap());
        fs::create_dir(rules.join(".shared-06.owt.partial-folder")).unwrap();
        assert!(Table::open_in(folder.path(), id(3)).unwrap().is_none());
        let lock = FolderLock::acquire(folder.path(), VARIANT).unwrap();
        write(&lock, id(3), &values(id(3))).unwrap();
        assert_eq!(names(&rules), [".lock", ".shared-06.owt.partial-folder", "shared-03.owt"]);
    }

    #[test]
    fn a_failed_write_names_the_file_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::acquire(folder.path(), VARIANT).unwrap();
        // A folder under the file's name: the last step, the renaming, fails.
        fs::create_dir(id(1).path(folder.path())).unwrap();
        let error = write(&lock, id(1), &[0; 12]).unwrap_err().to_string();
        assert!(error.contains("shared-01.owt") && error.contains("--db DIR"), "{error}");
        assert_eq!(names(&folder.path().join("abapa")), [".lock", "shared-01.owt"]);
        fs::remove_dir_all(folder.path().join("abapa")).unwrap();
        let error = write(&lock, id(1), &[0; 12]).unwrap_err().to_string();
        assert!(error.contains("the folder is missing"), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let mut full = File::options().write(true).open("/dev/full").unwrap();
        let cause = write_whole(&mut full, id(1), &[0; 12]).unwrap_err();
        assert_eq!(cause.kind(), io::ErrorKind::StorageFull);
    }

    #[cfg(unix)]
    #[test]
    fn a_table_can_be_read_by_whoever_may_read_new_files() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::acquire(folder.path(), VARIANT).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        let path = write(&lock, id(0), &[0]).unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        assert_eq!(mode(&path), mode(&plain));
    }
}
