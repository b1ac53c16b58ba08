//! The lock on one rule set's folder of tables: who holds it may write there.
//!
//! It is a lock of the system on the file `.lock`, so it ends with the process that holds it, however that ends. The file itself
//! stays: removing it would let two builders lock two files of the same name.

use super::error::TableError;
use crate::variant::Variant;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// What the name of a file that is being written has after the name that it is to have.
pub(super) const PARTIAL: &str = ".partial-";

/// The right to write tables of one rule set into one folder of tables, until it is dropped.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    variant: Variant,
    /// Held, not read: closing it gives the lock back. None of who builds together with the holder.
    _file: Option<File>,
}

impl FolderLock {
    /// Takes the lock of `folder/RULES`, and makes that folder if it is missing. `folder` itself must exist.
    ///
    /// # Errors
    /// [`TableError::NoFolder`], [`TableError::Busy`] while another build holds the lock, [`TableError::Io`].
    pub fn acquire(folder: &Path, variant: Variant) -> Result<Self, TableError> {
        if !folder.is_dir() {
            return Err(TableError::NoFolder(folder.to_owned()));
        }
        let rules = folder.join(variant.name());
        match fs::create_dir(&rules) {
            Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => {
                return Err(TableError::Io { action: "create", path: rules, cause });
            }
            _ => {}
        }
        let path = rules.join(".lock");
        let failed = |action, cause| TableError::Io { action, path: path.clone(), cause };
        if path.exists() && !path.is_file() {
            return Err(failed("lock", io::Error::other("not a regular file")));
        }
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(|cause| failed("write", cause))?;
        match file.try_lock() {
            Ok(()) => {
                remove_leftovers(&rules)?;
                Ok(FolderLock { folder: folder.to_owned(), variant, _file: Some(file) })
            }
            Err(TryLockError::WouldBlock) => Err(TableError::Busy(rules)),
            Err(TryLockError::Error(cause)) => Err(failed("lock", cause)),
        }
    }

    /// The right of a process that builds together with the one that holds the lock, and no longer than that.
    #[must_use]
    pub fn lent(folder: &Path, variant: Variant) -> Self {
        FolderLock { folder: folder.to_owned(), variant, _file: None }
    }

    /// The folder of tables, i.e. the one that holds the rule set's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The rule set.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }
}

/// Removes the files that killed builds were writing. The folder must be locked.
fn remove_leftovers(rules: &Path) -> Result<(), TableError> {
    let failed = |action, path: &Path, cause| TableError::Io { action, path: path.to_owned(), cause };
    for entry in fs::read_dir(rules).map_err(|cause| failed("list", rules, cause))? {
        let entry = entry.map_err(|cause| failed("list", rules, cause))?;
        let name = entry.file_name();
        let ours = name.to_string_lossy().starts_with('.') && name.to_string_lossy().contains(PARTIAL);
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            fs::remove_file(entry.path()).map_err(|cause| failed("remove", &entry.path(), cause))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_builder_a_rule_set_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = FolderLock::acquire(folder.path(), Variant::Wari).unwrap();
        let busy = FolderLock::acquire(folder.path(), Variant::Wari).unwrap_err();
        assert!(matches!(busy, TableError::Busy(_)));
        assert!(busy.to_string().starts_with("another build is running in "), "{busy}");
        FolderLock::acquire(folder.path(), Variant::Warri).unwrap();
        drop(first);
        FolderLock::acquire(folder.path(), Variant::Wari).unwrap();
    }

    #[test]
    fn a_missing_folder_and_a_file_in_its_place_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let error = FolderLock::acquire(&missing, Variant::Wari).unwrap_err();
        assert!(matches!(&error, TableError::NoFolder(path) if *path == missing), "{error}");
        fs::write(folder.path().join("wari"), "").unwrap();
        let error = FolderLock::acquire(folder.path(), Variant::Wari).unwrap_err();
        assert!(matches!(error, TableError::Io { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_read_only_folder_is_named() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        if fs::write(folder.path().join("probe"), "").is_ok() {
            return; // The superuser may write everywhere; the file in the folder's place above is all that can be tried.
        }
        let error = FolderLock::acquire(folder.path(), Variant::Wari).unwrap_err();
        assert!(error.to_string().contains("permission is missing"), "{error}");
    }
}
