//! How a game may be shown: with which characters, and with colours or without.

use std::env;

/// What a terminal is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Characters of every keyboard only.
    pub ascii: bool,
    /// Colours.
    pub colour: bool,
}

impl Look {
    /// No colours where the user wants none (`--ascii`, <https://no-color.org>), and none for who is no terminal.
    pub fn new(ascii: bool, is_terminal: bool) -> Self {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        Look { ascii, colour: is_terminal && !ascii && !is_set("NO_COLOR") }
    }

    /// The text with no more than the characters there are.
    pub fn text(self, text: &str) -> String {
        if !self.ascii {
            return text.to_owned();
        }
        text.chars().map(|c| if c.is_ascii() { c } else { plain(c) }).collect()
    }
}

/// A text in lines of at most so many columns. What is set out in columns, or begins with a blank, keeps its blanks.
pub fn wrapped(text: &str, columns: u16) -> Vec<String> {
    let options = textwrap::Options::new(usize::from(columns.max(1))).word_separator(textwrap::WordSeparator::AsciiSpace);
    textwrap::wrap(text, options).into_iter().map(|line| line.into_owned()).collect()
}

/// A character of every keyboard for one that is not: signs of numbers, frames, and the blocks of bars.
fn plain(c: char) -> char {
    match c {
        '–' | '−' | '─' => '-',
        '…' => '.',
        '→' => '>',
        '│' => '|',
        '●' => 'o',
        '▀'..='▟' => '#',
        _ => '?',
    }
}
