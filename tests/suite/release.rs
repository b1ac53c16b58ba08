//! `tools/release.sh --check`: what must hold before a release; and what the scripts say to who does not know them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A repository of what the checks look at, with this list of changes.
fn repository(changes: &str) -> TempDir {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("tools")).unwrap();
    fs::copy(source.join("tools/release.sh"), folder.path().join("tools/release.sh")).unwrap();
    fs::write(folder.path().join("Cargo.toml"), "[package]\nname = \"oware\"\nversion = \"1.2.3\"\n").unwrap();
    fs::write(folder.path().join("CHANGELOG.md"), changes).unwrap();
    for arguments in [&["init", "-q"][..], &["add", "."], &["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "all"]]
    {
        assert!(Command::new("git").args(arguments).current_dir(&folder).status().unwrap().success());
    }
    folder
}

fn check(folder: &Path) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = Command::new(folder.join("tools/release.sh")).arg("--check").output().unwrap();
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[test]
fn a_version_with_its_changes_and_a_day_is_ready() {
    let folder = repository("# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-01-02\n\n### Added\n\n- All of it.\n");
    assert_eq!(check(folder.path()), (Some(0), "oware 1.2.3 of 2026-01-02 is ready to be made\n".to_owned()));
    fs::write(folder.path().join("more.txt"), "").unwrap();
    assert_eq!(check(folder.path()), (Some(1), "lacks: a commit of what git status shows\n".to_owned()));
}

#[test]
fn what_lacks_is_told() {
    let told = |changes: &str| check(repository(changes).path()).1;
    assert_eq!(
        told("# Changelog\n\n## Unreleased\n\n- One.\n- Two.\n\n## 1.2.2 - 2026-01-01\n\n- Old.\n"),
        "lacks: a heading `## 1.2.3 - YYYY-MM-DD` in CHANGELOG.md\nlacks: 2 entries of CHANGELOG.md moved from Unreleased to 1.2.3\n"
    );
    assert_eq!(told("## 1.2.3 - 9999-01-01\n"), "lacks: a day in CHANGELOG.md that is not to come: 9999-01-01\n");
}

#[test]
fn a_script_without_a_folder_tells_its_usage() {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools");
    let scripts = fs::read_dir(&tools).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let scripts: Vec<String> = scripts.filter(|name| name.ends_with(".sh")).collect();
    assert!(scripts.len() >= 3, "{scripts:?}");
    for script in scripts {
        for arguments in [&[][..], &["--help"], &[""], &["one", "two", "three"]] {
            let Output { status, stdout, stderr } = Command::new(tools.join(&script)).args(arguments).output().unwrap();
            let said = String::from_utf8(stderr).unwrap();
            let usage = said.starts_with(&format!("usage: tools/{script} ")) && said.contains("; expected a folder");
            assert!(status.code() == Some(2) && stdout.is_empty() && usage, "{script} {arguments:?}: {said}");
        }
    }
}
