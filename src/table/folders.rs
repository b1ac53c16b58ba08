//! Which folders of tables are looked into when none is named, and where a build puts its files.

use super::error::TableError;
use directories::ProjectDirs;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of tables in the working directory.
const LOCAL: &str = "databases";

/// The folders that exist of `$OWARE_DB`, `./databases` and the user's data folder, in this order, each once.
#[must_use]
pub fn found_folders() -> Vec<PathBuf> {
    found(env::var_os("OWARE_DB"), Path::new(LOCAL), user_folder())
}

/// Where a build puts its files: `./databases` if it exists, else the user's data folder, which is made if it is missing.
///
/// # Errors
/// [`TableError::NoBuildFolder`] if the system knows no home of the user, [`TableError::Io`] if the folder cannot be made.
pub fn build_folder() -> Result<PathBuf, TableError> {
    build_in(Path::new(LOCAL), user_folder())
}

fn user_folder() -> Option<PathBuf> {
    ProjectDirs::from("", "", "oware").map(|dirs| dirs.data_dir().join(LOCAL))
}

fn found(named: Option<OsString>, local: &Path, user: Option<PathBuf>) -> Vec<PathBuf> {
    let named = named.filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let mut seen = Vec::new();
    let candidates = named.into_iter().chain([local.to_owned()]).chain(user);
    candidates
        .filter(|folder| {
            // The same folder twice would bring each warning twice.
            let Ok(place) = fs::canonicalize(folder) else { return false };
            let new = place.is_dir() && !seen.contains(&place);
            seen.push(place);
            new
        })
        .collect()
}

fn build_in(local: &Path, user: Option<PathBuf>) -> Result<PathBuf, TableError> {
    if local.is_dir() {
        return Ok(local.to_owned());
    }
    let folder = user.ok_or(TableError::NoBuildFolder)?;
    match fs::create_dir_all(&folder) {
        Ok(()) => Ok(folder),
        Err(cause) => Err(TableError::Io { action: "create", path: folder, cause }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_that_exist_count_in_order_and_once() {
        let root = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let folder = root.path().join(name);
            fs::create_dir(&folder).unwrap();
            folder
        };
        let (named, local, user) = (make("named"), make("local"), make("user"));
        let missing = root.path().join("missing");
        let all = |named: &Path, local: &Path, user: &Path| found(Some(named.into()), local, Some(user.to_owned()));
        assert_eq!(all(&named, &local, &user), [named.clone(), local.clone(), user.clone()]);
        assert_eq!(all(&missing, &local, &user), [local.clone(), user.clone()]);
        assert_eq!(all(&local.join("."), &local, &missing), [local.join(".")]);
        assert_eq!(found(Some("".into()), &missing, None), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_build_goes_into_the_local_folder_or_makes_the_users() {
        let root = tempfile::tempdir().unwrap();
        let user = root.path().join("data").join("oware");
        let missing = root.path().join("missing");
        assert_eq!(build_in(root.path(), Some(user.clone())).unwrap(), root.path());
        assert!(!user.exists());
        assert_eq!(build_in(&missing, Some(user.clone())).unwrap(), user);
        assert!(user.is_dir());
        assert!(matches!(build_in(&missing, None), Err(TableError::NoBuildFolder)));
        let file = root.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(build_in(&missing, Some(file)), Err(TableError::Io { .. })));
    }
}
