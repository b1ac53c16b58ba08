//! What can be said to the engine, read word by word. Nothing is looked up or checked here but the form.

use crate::search::clock::Clocks;
use std::path::PathBuf;
use std::str::SplitWhitespace;
use thiserror::Error;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Say who you are and what can be set.
    Uci,
    /// Accepted, since it is part of UCI; there is nothing more to tell.
    Debug,
    /// Answer once everything is ready.
    IsReady,
    /// Forget the game before.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name, as it was written.
        name: String,
        /// Its value, as it was written, if there is one.
        value: Option<String>,
    },
    /// The position to think about: what stands after the word.
    Position(String),
    /// Think.
    Go(Go),
    /// Stop thinking and answer.
    Stop,
    /// The move that was pondered on has been played.
    PonderHit,
    /// Write the game as a file has it: append it to this file, or without one answer with it.
    Ogn(Option<PathBuf>),
    /// End.
    Quit,
}

/// How long to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// What is known of time.
    pub clocks: Clocks,
    /// Deepest iteration, at least 1.
    pub depth: Option<u32>,
    /// Most nodes, at least 1.
    pub nodes: Option<u64>,
    /// Until told to stop.
    pub infinite: bool,
    /// It is the opponent's turn to think; limits count once the expected move has been played.
    pub ponder: bool,
}

impl Go {
    /// Whether nothing that was said ends it.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        // That more time is given after some moves says nothing without a time.
        let times = Clocks { moves_to_go: None, ..self.clocks };
        times.is_empty() && self.depth.is_none() && self.nodes.is_none()
    }
}

/// Why a line is no command.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CommandError {
    /// Begins with no command's name.
    #[error("unknown command `{0}`; expected uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, ogn or quit")]
    Unknown(String),
    /// A word of `go` that has no meaning.
    #[error("go: unknown word `{0}`; expected movetime, depth, nodes, infinite, ponder, wtime, btime, winc, binc or movestogo")]
    Word(String),
    /// Not a number where one belongs, or one that makes no sense.
    #[error("go: {word} is `{found}`; expected {expected}")]
    Number {
        /// What the number is for.
        word: String,
        /// What stands there.
        found: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// An option without a name.
    #[error("setoption: expected `setoption name NAME value VALUE`, found `{0}`")]
    Option(String),
}

impl Command {
    /// Reads a line. `None` if there is nothing in it.
    ///
    /// # Errors
    /// A [`CommandError`] that names the word that is wrong.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(Some(match word {
            "" => return Ok(None),
            "uci" => Command::Uci,
            "debug" => Command::Debug,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => parse_option(rest.trim())?,
            "position" => Command::Position(rest.trim().to_owned()),
            "go" => Command::Go(parse_go(rest.split_whitespace())?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "ogn" => Command::Ogn(Some(rest.trim()).filter(|file| !file.is_empty()).map(PathBuf::from)),
            "quit" => Command::Quit,
            _ => return Err(CommandError::Unknown(word.to_owned())),
        }))
    }
}

/// Reads `name NAME [value VALUE]`. The value is what stands after the word, spaces inside it kept: it may be a path.
fn parse_option(text: &str) -> Result<Command, CommandError> {
    let error = || CommandError::Option(text.to_owned());
    let (word, mut rest) = text.split_once(char::is_whitespace).ok_or_else(error)?;
    if word != "name" {
        return Err(error());
    }
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    while !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        rest = after.trim_start();
        if word == "value" {
            value = Some(rest.to_owned());
            break;
        }
        name.extend(Some(word).filter(|word| !word.is_empty()));
    }
    if name.is_empty() { Err(error()) } else { Ok(Command::SetOption { name: name.join(" "), value }) }
}

fn parse_go(mut words: SplitWhitespace<'_>) -> Result<Go, CommandError> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let clocks = &mut go.clocks;
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "depth" => go.depth = Some(u32::try_from(counting_number(word, words.next())?).unwrap_or(u32::MAX)),
            "nodes" => go.nodes = Some(counting_number(word, words.next())?),
            "movetime" => clocks.move_time = Some(milliseconds(word, words.next())?),
            "wtime" => clocks.remaining[0] = Some(milliseconds(word, words.next())?),
            "btime" => clocks.remaining[1] = Some(milliseconds(word, words.next())?),
            "winc" => clocks.increment[0] = Some(milliseconds(word, words.next())?),
            "binc" => clocks.increment[1] = Some(milliseconds(word, words.next())?),
            "movestogo" => clocks.moves_to_go = Some(integer(word, words.next(), "a number of moves")?),
            _ => return Err(CommandError::Word(word.to_owned())),
        }
    }
    Ok(go)
}

/// A number, however large: the largest that is representable then.
fn integer(word: &str, found: Option<&str>, expected: &'static str) -> Result<i64, CommandError> {
    let digits = found.map_or("", |text| text.strip_prefix('-').unwrap_or(text));
    match found {
        Some(text) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Ok(text.parse().unwrap_or(if text == digits { i64::MAX } else { i64::MIN }))
        }
        _ => Err(CommandError::Number { word: word.to_owned(), found: found.unwrap_or("missing").to_owned(), expected }),
    }
}

/// A clock may have run out, so that less than nothing is left.
fn milliseconds(word: &str, found: Option<&str>) -> Result<i64, CommandError> {
    integer(word, found, "a number of milliseconds")
}

fn counting_number(word: &str, found: Option<&str>) -> Result<u64, CommandError> {
    const EXPECTED: &str = "a number from 1 up";
    let number = integer(word, found, EXPECTED)?;
    let error = || CommandError::Number { word: word.to_owned(), found: number.to_string(), expected: EXPECTED };
    u64::try_from(number).ok().filter(|&number| number > 0).ok_or_else(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        match Command::parse(text) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn option(text: &str) -> (String, Option<String>) {
        match Command::parse(text) {
            Ok(Some(Command::SetOption { name, value })) => (name, value),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_line_is_a_command_nothing_or_refused() {
        assert_eq!(Command::parse(" \t\r\n"), Ok(None));
        assert_eq!(Command::parse("  uci\r\n"), Ok(Some(Command::Uci)));
        assert_eq!(Command::parse("position  startpos moves F f"), Ok(Some(Command::Position("startpos moves F f".to_owned()))));
        assert_eq!(Command::parse("position"), Ok(Some(Command::Position(String::new()))));
        assert_eq!(Command::parse("ogn  my games.ogn "), Ok(Some(Command::Ogn(Some("my games.ogn".into())))));
        assert_eq!(Command::parse("ogn "), Ok(Some(Command::Ogn(None))));
        for text in ["UCI", "xyzzy 1", "gopher", "é", "\u{0}"] {
            let error = Command::parse(text).unwrap_err();
            assert!(error.to_string().starts_with("unknown command `"), "{error}");
        }
    }

    #[test]
    fn limits_are_read_in_any_order() {
        assert_eq!(go("go"), Go::default());
        assert!(go("go").is_unlimited() && go("go ponder").is_unlimited() && go("go movestogo 5").is_unlimited());
        for limit in ["depth 1", "nodes 1", "movetime 0", "wtime 0", "btime 0", "winc 0", "binc 0"] {
            assert!(!go(&format!("go movestogo 5 {limit}")).is_unlimited(), "{limit}");
        }
        let all = go("go ponder binc 4 winc 3 btime 2 wtime -1 movestogo 5 depth 6 nodes 7 movetime 8 infinite");
        let clocks = Clocks { move_time: Some(8), remaining: [Some(-1), Some(2)], increment: [Some(3), Some(4)], moves_to_go: Some(5) };
        assert_eq!(all, Go { clocks, depth: Some(6), nodes: Some(7), infinite: true, ponder: true });
    }

    #[test]
    fn numbers_too_large_are_the_largest() {
        let digits = "9".repeat(40);
        let go = go(&format!("go depth {digits} nodes {digits} wtime {digits} btime -{digits}"));
        assert_eq!((go.depth, go.nodes), (Some(u32::MAX), Some(i64::MAX as u64)));
        assert_eq!(go.clocks.remaining, [Some(i64::MAX), Some(i64::MIN)]);
    }

    #[test]
    fn words_in_place_of_numbers_are_named() {
        let error = |text: &str| Command::parse(text).unwrap_err().to_string();
        assert_eq!(error("go depth x"), "go: depth is `x`; expected a number from 1 up");
        for text in
            ["go depth", "go depth 0", "go nodes -1", "go movetime 1.5", "go wtime +5", "go movetime ten", "go btime -", "go winc depth 5"]
        {
            assert!(error(text).contains("; expected a number"), "{text}: {}", error(text));
        }
        assert!(error("go mate 3").contains("unknown word `mate`"));
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        assert_eq!(option("setoption name Hash value 16"), ("Hash".to_owned(), Some("16".to_owned())));
        assert_eq!(option("setoption  name  Clear   Hash "), ("Clear Hash".to_owned(), None));
        assert_eq!(option("setoption name DatabasePath value /a  b/c "), ("DatabasePath".to_owned(), Some("/a  b/c".to_owned())));
        assert_eq!(option("setoption name DatabasePath value"), ("DatabasePath".to_owned(), Some(String::new())));
        for text in ["setoption", "setoption Hash value 1", "setoption name", "setoption name value 3"] {
            assert!(matches!(Command::parse(text), Err(CommandError::Option(_))), "{text}");
        }
    }
}
