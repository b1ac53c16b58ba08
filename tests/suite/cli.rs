//! The command line, driven as a person or a program drives it: what it prints, where, and how it exits.
//!
//! Every run has a working directory and a home of its own, so no table of the machine takes part.

mod analysis;
mod bench;
mod best;
mod build;
mod convert;
#[cfg(unix)]
mod crash;
mod export;
mod faults;
mod folders;
mod input;
#[cfg(unix)]
mod interrupt;
mod r#match;
mod moves;
mod ogn;
mod perft;
mod pipe;
mod plan;
mod play;
mod probe;
mod review;
mod schema;
#[cfg(feature = "web")]
mod serve;
mod shell;
mod stats;
mod texts;
mod verify;

use crate::naive::RuleSet;
use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;
use tempfile::TempDir;

const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
/// The example of a history that a table does not know: three seeds, worth −3 to South without moves before.
const THREE_SEEDS: &str = "0-0-0-0-0-1-0-0-1-0-0-1-0-0-S";
/// Longest that a run may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// The folder of tables that a program finds by itself in the user's home.
const USER_TABLES: &str = "data/oware/databases";

/// An empty working directory that is the user's home as well.
struct Desk {
    folder: TempDir,
}

/// What a run left.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Self {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes a folder, and says where.
    fn folder(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(&path).unwrap();
        path
    }

    /// The program with these options, not yet started.
    fn process(&self, line: &str) -> process::Command {
        let mut command = process::Command::new(env!("CARGO_BIN_EXE_oware"));
        command.args(line.split_whitespace()).current_dir(self.folder.path()).env_remove("OWARE_DB");
        command.env("HOME", self.folder.path()).env("XDG_DATA_HOME", self.path("data"));
        command
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::from_std(self.process(line));
        command.timeout(PATIENCE);
        command
    }

    /// Runs the program, which never panics.
    fn run(&self, line: &str) -> Run {
        Run::of(&mut self.command(line))
    }

    /// Runs the program, which must succeed, and gives its standard output.
    fn text(&self, line: &str) -> String {
        self.run(line).done(line)
    }

    /// Runs the program, which must succeed and print JSON Lines and nothing else.
    fn json(&self, line: &str) -> Vec<Value> {
        rows(&self.text(&format!("{line} --json")))
    }

    /// Runs the program, which must print one line of JSON.
    fn object(&self, line: &str) -> Value {
        let mut rows = self.json(line);
        assert_eq!(rows.len(), 1, "{line}: {rows:?}");
        rows.remove(0)
    }

    /// Runs the program, which must fail with this code, print nothing on standard output, and name these words.
    fn fails(&self, line: &str, code: i32, words: &[&str]) {
        self.run(line).failed(line, code, words);
    }

    /// Builds tables into `folder`.
    fn build(&self, rules: &str, seeds: u32, folder: &str) {
        self.folder(folder);
        self.text(&format!("db build --rules {rules} --seeds {seeds} --threads 1 --db {folder}"));
    }
}

impl Run {
    fn of(command: &mut Command) -> Self {
        let assert = command.assert().stderr(predicate::str::contains("panicked").not());
        let output = assert.get_output();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is text");
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    fn done(self, line: &str) -> String {
        assert_eq!(self.code, Some(0), "{line}: {}", self.err);
        self.out
    }

    fn failed(&self, line: &str, code: i32, words: &[&str]) {
        let Run { code: found, out, err } = self;
        assert_eq!((*found, out.as_str()), (Some(code), ""), "{line}: {err}");
        for word in words {
            assert!(err.contains(word), "{line}: `{word}` is not in: {err}");
        }
    }
}

/// JSON Lines.
fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The names of an object's members.
fn keys(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap_or_else(|| panic!("no object: {object}")).keys().map(String::as_str).collect()
}

/// Whether a board with these pits of North and South is drawn, and an arrow stands beside the player to move.
fn assert_drawn(text: &str, north: &str, south: &str) {
    let row = |name: &str| text.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_else(|| panic!("no {name} in {text}"));
    let pits = |name: &str| row(name).split('│').skip(1).take(6).map(str::trim).collect::<Vec<_>>().join(" ");
    assert_eq!((pits("North"), pits("South")), (north.to_owned(), south.to_owned()), "{text}");
    assert_eq!(text.matches("◀ to move").count(), 1, "{text}");
}

/// The position text of a board seen from its mover, South to move, with these stores.
fn position(pits: &[u8; 12], stores: [u8; 2]) -> String {
    let fields: Vec<String> = pits.iter().chain(&stores).map(u8::to_string).collect();
    format!("{}-S", fields.join("-"))
}

/// Names of the files in a folder of tables for one rule set, those of a build included.
fn files(folder: &Path, rules: &str) -> BTreeSet<String> {
    fs::read_dir(folder.join(rules)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn rule_sets() -> impl Iterator<Item = &'static str> {
    RuleSet::ALL.into_iter().map(RuleSet::name)
}
