//! What a player is: `hash=16,nodes=5000` for an engine of this program, `cmd=PATH ARGUMENTS` for an external one.

use crate::cli::arguments::{parse_clock, parse_time};
use anyhow::{Context, anyhow, bail};
use oware::arena::pace::Pace;
use oware::engine::equipment::{MAX_HASH, MAX_THREADS};
use oware::engine::level::Level;
use oware::search::limits::MAX_DEPTH;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What an entry may be, for messages.
const KEYS: &str = "name, hash, threads, book=on, nodes, time, depth, clock; level, db=DIR or tables=none for an engine of this program; cmd and option.NAME for an external one";

/// MiB of the transposition table, unless another number is given.
const HASH: u32 = 16;

/// Which tables an engine of this program has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tables {
    /// Those of the match.
    Common,
    /// Those of a folder.
    Folder(PathBuf),
    /// None.
    None,
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// An engine of this program.
    Own(Tables),
    /// An external engine: its command, and its UCI options.
    External { command: Vec<String>, options: Vec<(String, String)> },
}

/// A player as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    name: Option<String>,
    /// The entries that its name tells of if none is given.
    entries: Vec<String>,
    /// MiB.
    pub hash: u32,
    pub threads: u16,
    /// How strong an engine of this program plays.
    pub level: Level,
    /// Whether it plays from its opening book.
    pub book: bool,
    /// Its limits, if they are not those of the match.
    pub pace: Option<Pace>,
    pub program: Program,
}

impl Spec {
    /// Its name, given or not.
    pub fn name(&self) -> String {
        let program = || match &self.program {
            Program::Own(_) => "oware".to_owned(),
            Program::External { command, .. } => {
                let program = command.first().map(Path::new).and_then(Path::file_stem);
                program.map_or_else(|| "external".to_owned(), |name| name.to_string_lossy().into_owned())
            }
        };
        self.name.clone().unwrap_or_else(|| [&[program()], self.entries.as_slice()].concat().join(" "))
    }
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        parse(text).map_err(|error| format!("{error:#}"))
    }
}

fn parse(text: &str) -> anyhow::Result<Spec> {
    let mut spec = Spec {
        name: None,
        entries: Vec::new(),
        hash: HASH,
        threads: 1,
        level: Level::FULL,
        book: false,
        pace: None,
        program: Program::Own(Tables::Common),
    };
    let (mut depth, mut nodes, mut time, mut clock) = (None, None, None, None);
    let (mut tables, mut command, mut options) = (None, None, Vec::new());
    let mut seen = BTreeSet::new();
    for entry in split(text, |c| c == ',')?.into_iter().filter(|entry| !entry.trim().is_empty()) {
        let (key, quoted) = entry.split_once('=').with_context(|| format!("`{entry}` is no key=value; expected keys: {KEYS}"))?;
        let key = key.trim();
        let value = unquoted(quoted.trim());
        let value = value.as_str();
        if !seen.insert(key.to_owned()) {
            bail!("`{key}` stands twice");
        }
        if !["name", "cmd"].contains(&key) {
            spec.entries.push(format!("{key}={value}"));
        }
        match key {
            "name" if value.is_empty() => bail!("`name` is empty; expected a name"),
            "name" => spec.name = Some(value.to_owned()),
            "hash" => spec.hash = number(key, value, 1..=MAX_HASH)?,
            "threads" => spec.threads = number(key, value, 1..=MAX_THREADS)?,
            "level" => spec.level = value.parse().map_err(|error| anyhow!("level={value}: {error}"))?,
            "book" => spec.book = parse_switch(value).with_context(|| format!("book={value}; expected on or off"))?,
            "depth" => depth = Some(number(key, value, 1..=MAX_DEPTH)?),
            "nodes" => nodes = Some(number(key, value, 1..=u64::MAX)?),
            "time" => time = Some(parse_time(value).map_err(|error| anyhow!("time={value}: {error}"))?),
            "clock" => clock = Some(parse_clock(value).map_err(|error| anyhow!("clock={value}: {error}"))?),
            "db" if value.is_empty() => bail!("`db` is empty; expected a folder"),
            "db" => tables = Some((key.to_owned(), Tables::Folder(PathBuf::from(value)))),
            "tables" if value == "none" => tables = Some((key.to_owned(), Tables::None)),
            "tables" => bail!("tables={value}; expected tables=none, or db=DIR for those of a folder"),
            "cmd" => command = Some(words(quoted)?),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => options.push((name.to_owned(), value.to_owned())),
                _ => bail!("`{key}` is no key of a player; expected {KEYS}"),
            },
        }
    }
    if seen.contains("db") && seen.contains("tables") {
        bail!("`db` and `tables` exclude each other");
    }
    if clock.is_some() && (depth.is_some() || nodes.is_some() || time.is_some()) {
        bail!("`clock` excludes nodes, time and depth");
    }
    let of_move = (depth.is_some() || nodes.is_some() || time.is_some()).then_some(Pace::Move { depth, nodes, time });
    spec.pace = clock.or(of_move);
    spec.program = match (command, tables) {
        (Some(_), Some((key, _))) => {
            bail!("`{key}` is for an engine of this program; an external one takes option.DatabasePath=DIR or the like")
        }
        (Some(_), None) if seen.contains("level") => {
            bail!("`level` is for an engine of this program; an external one takes option.Level=N or the like")
        }
        (Some(command), None) if command.first().is_none_or(String::is_empty) => {
            bail!("`cmd` is empty; expected a program and its arguments")
        }
        (Some(command), None) => Program::External { command, options },
        (None, _) if !options.is_empty() => bail!("option.{} is for an external engine; expected cmd=PATH with it", options[0].0),
        (None, tables) => Program::Own(tables.map_or(Tables::Common, |(_, tables)| tables)),
    };
    Ok(spec)
}

fn parse_switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn number<T: FromStr + PartialOrd + std::fmt::Display>(key: &str, value: &str, range: RangeInclusive<T>) -> anyhow::Result<T> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.with_context(|| format!("{key}={value}: expected a whole number from {} to {}", range.start(), range.end()))
}

/// The parts of a text between separators that stand in no quotes; quotes stay.
fn split(text: &str, is_separator: impl Fn(char) -> bool) -> anyhow::Result<Vec<String>> {
    let mut parts = vec![String::new()];
    let mut open = None;
    for c in text.chars() {
        match open {
            Some(quote) if c == quote => open = None,
            None if c == '"' || c == '\'' => open = Some(c),
            None if is_separator(c) => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("there is a part").push(c);
    }
    match open {
        Some(quote) => bail!("a {quote} is not closed in `{text}`"),
        None => Ok(parts),
    }
}

/// The words of a command, quotes taken away.
fn words(text: &str) -> anyhow::Result<Vec<String>> {
    let words = split(text, char::is_whitespace)?;
    Ok(words.iter().filter(|word| !word.is_empty()).map(|word| unquoted(word)).collect())
}

/// A text without the quotes around its parts.
fn unquoted(text: &str) -> String {
    let mut open = None;
    let outside = |c: &char| match open {
        Some(quote) if *c == quote => {
            open = None;
            false
        }
        None if *c == '"' || *c == '\'' => {
            open = Some(*c);
            false
        }
        _ => true,
    };
    text.chars().filter(outside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn spec(text: &str) -> Spec {
        text.parse().unwrap()
    }

    #[test]
    fn an_engine_of_this_program_is_what_nothing_names() {
        let default = spec("");
        assert_eq!((default.hash, default.threads, default.pace, &default.program), (16, 1, None, &Program::Own(Tables::Common)));
        assert_eq!(default.name(), "oware");
        assert_eq!(spec(" nodes=1000, hash=4").name(), "oware nodes=1000 hash=4");
        assert_eq!(spec("cmd=./new-oware uci,depth=3,option.Book=x").name(), "new-oware depth=3 option.Book=x");
        let other = spec("name=new one, hash=4,threads=2,nodes=5000,time=20ms,db=some folder");
        assert_eq!((other.name().as_str(), other.hash, other.threads), ("new one", 4, 2));
        assert_eq!(other.pace, Some(Pace::Move { depth: None, nodes: Some(5000), time: Some(Duration::from_millis(20)) }));
        assert_eq!(other.program, Program::Own(Tables::Folder(PathBuf::from("some folder"))));
        assert!(
            spec("book=on").book
                && spec("cmd=a,book=on").book
                && spec("level=4").level.number() == 4
                && !spec("book=off").book
                && !spec("").book
        );
        assert_eq!(spec("tables=none").program, Program::Own(Tables::None));
    }

    #[test]
    fn quotes_keep_commas_and_blanks_of_a_command() {
        let external = spec(r#"cmd=/bin/sh -c 'a, b' "c d",option.Book Path=x,option.Hash="1,2",depth=3"#);
        let text = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            external.program,
            Program::External {
                command: text(&["/bin/sh", "-c", "a, b", "c d"]),
                options: vec![option("Book Path", "x"), option("Hash", "1,2")]
            }
        );
        assert!(external.name().starts_with("sh "));
        assert_eq!(spec("cmd='/a folder/engine.sh' uci").name(), "engine");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let cases = [
            ("hash", "`hash` is no key=value"),
            ("hash=0", "hash=0: expected a whole number from 1"),
            ("hash=x", "hash=x"),
            ("book=true", "book=true; expected on or off"),
            ("level=0", "level=0: expected a level from 1 to 10"),
            ("level=3,cmd=a", "option.Level=N"),
            ("depth=121", "from 1 to 120"),
            ("nodes=-1", "nodes=-1"),
            ("time=5", "time=5: "),
            ("time=0s", "time=0s"),
            ("clock=5", "clock=5: "),
            ("clock=5s,nodes=3", "`clock` excludes"),
            ("speed=3", "`speed` is no key of a player; expected name, hash"),
            ("hash=1,hash=2", "`hash` stands twice"),
            ("name=", "`name` is empty"),
            ("tables=all", "expected tables=none"),
            ("db=a,tables=none", "exclude each other"),
            ("cmd=", "`cmd` is empty"),
            ("cmd='' uci", "`cmd` is empty"),
            ("cmd=a,db=b", "option.DatabasePath"),
            ("option.Hash=1", "expected cmd=PATH"),
            ("option.=1,cmd=a", "`option.` is no key"),
            ("cmd='a b", "is not closed"),
        ];
        for (text, words) in cases {
            let error = text.parse::<Spec>().unwrap_err();
            assert!(error.contains(words), "{text}: `{words}` is not in: {error}");
        }
    }
}
