//! Every command of README works. Those that call `oware` are run here, in order and in one folder; those that call cargo are what
//! `.ci/run` does.

use assert_cmd::Command;
use std::fs;
use tempfile::tempdir;

const README: &str = include_str!("../../README.md");
const CI: &str = include_str!("../../.ci/run");

/// The commands of all console blocks, without the prompt.
fn commands() -> Vec<&'static str> {
    README.lines().filter_map(|line| line.strip_prefix("$ ")).collect()
}

#[test]
fn its_oware_commands_succeed() {
    let folder = tempdir().unwrap();
    for command in commands() {
        if let Some(name) = command.strip_prefix("mkdir ") {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let Some(arguments) = command.strip_prefix("oware ") else { continue };
        Command::new(env!("CARGO_BIN_EXE_oware"))
            .args(arguments.split_whitespace())
            .current_dir(&folder)
            .env_remove("OWARE_DB")
            .env("HOME", folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .assert()
            .success();
    }
}

#[test]
fn its_cargo_commands_are_run_by_ci() {
    let cargo: Vec<&str> = commands().into_iter().filter(|command| command.starts_with("cargo ")).collect();
    assert_eq!(cargo.len(), 2, "one builds and runs, one tests");
    for command in cargo {
        // CI adds `--locked` before the program's own arguments.
        let words: Vec<&str> = command.split_whitespace().collect();
        let line = |line: &&str| words.iter().all(|word| line.split_whitespace().any(|w| w == *word));
        assert!(CI.lines().any(|l| line(&l)), "`{command}` is not in .ci/run");
    }
}
