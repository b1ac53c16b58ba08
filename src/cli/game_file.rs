//! Games that a person names by a file.

use super::exit::Failure;
use anyhow::{Context, anyhow};
use oware::game::Repetition;
use oware::ogn::Record;
use oware::variant::Variant;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

/// Reads the game with a number, from 1, of a file in OGN; `-` is standard input. `rules` and `repetition`, else abapa and split, are the rules of a game
/// that does not say its own; where they are given and the game says others, it is refused.
pub fn read_by(path: &Path, number: usize, rules: Option<Variant>, repetition: Option<Repetition>) -> Result<Record, Failure> {
    let record = read(path, number, rules.unwrap_or(Variant::Abapa), repetition.unwrap_or_default())?;
    let place = format!("{}: game {number}", place(path));
    agree(&place, "--rules", rules, record.variant())?;
    agree(&place, "--repetition", repetition, record.repetition())?;
    Ok(record)
}

/// The same, where a game by other rules is welcome.
pub fn read(path: &Path, number: usize, variant: Variant, repetition: Repetition) -> Result<Record, Failure> {
    let name = place(path);
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.with_context(|| format!("cannot read {name}")).map_err(Failure::fault)?;
    of_bytes(&name, bytes, number, variant, repetition)
}

/// The same of what a file called `name` holds.
pub fn of_bytes(name: &str, bytes: Vec<u8>, number: usize, variant: Variant, repetition: Repetition) -> Result<Record, Failure> {
    let text = String::from_utf8(bytes).map_err(|_| Failure::bad_input(anyhow!("{name} is not text in UTF-8; expected games in OGN")))?;
    let mut games = Record::parse_all_as(&text, variant, repetition).with_context(|| name.to_owned()).map_err(Failure::bad_input)?;
    match games.len() {
        0 => Err(Failure::bad_input(anyhow!("{name} holds no game; expected OGN, such as `1. F f 2. B e`"))),
        count if number > count || number == 0 => {
            let holds = if count == 1 { "one game".to_owned() } else { format!("{count} games") };
            Err(Failure::bad_input(anyhow!("{name}: there is no game {number}; the file holds {holds}")))
        }
        _ => Ok(games.swap_remove(number - 1)),
    }
}

/// The day in UTC, as a game file writes it.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.chars().take(10).map(|c| if c == '-' { '.' } else { c }).collect()
}

/// How a file of games is called; `-` is standard input.
pub fn place(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Refuses rules that are given for a game which says others.
fn agree<T: PartialEq + Display>(place: &str, option: &str, given: Option<T>, told: T) -> Result<(), Failure> {
    match given {
        Some(given) if given != told => {
            Err(Failure::bad_input(anyhow!("{place} is by its own word played by {told}, not by {given}; leave out {option} {given}")))
        }
        _ => Ok(()),
    }
}
