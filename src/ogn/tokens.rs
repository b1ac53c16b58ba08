//! The words of a game file. Whatever changes nothing in a game is passed over here: comments, variations, numbers of moves, NAGs,
//! counts of captured seeds, marks such as `!?`.

use super::error::OgnError;
use super::outcome::Outcome;
use std::iter::Peekable;
use std::str::Chars;

/// A word that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag {
        /// The name.
        name: String,
        /// The value, without quotes and escapes.
        value: String,
    },
    /// A letter where a move is expected, or `-`.
    Move(char),
    /// The last word of a game.
    Result(Outcome),
}

/// What a game file consists of, for messages.
const WORDS: &str = "a tag, a move A-F, a-f or -, or a result 1-0, 0-1, 1/2-1/2 or *";

/// Reads a text word by word.
pub(super) struct Tokens<'a> {
    chars: Peekable<Chars<'a>>,
    /// The line of the next character.
    line: usize,
    /// Whether the next character is the first of its line.
    fresh: bool,
}

impl<'a> Tokens<'a> {
    /// The words of a text; a byte order mark before it is no part of it.
    pub(super) fn new(text: &'a str) -> Self {
        Tokens { chars: text.strip_prefix('\u{FEFF}').unwrap_or(text).chars().peekable(), line: 1, fresh: true }
    }

    /// The next word that matters, and its line.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token)>, OgnError> {
        loop {
            let (line, fresh) = (self.line, self.fresh);
            let Some(c) = self.advance() else {
                return Ok(None);
            };
            let token = match c {
                '%' if fresh => {
                    self.skip_line();
                    continue;
                }
                ';' => {
                    self.skip_line();
                    continue;
                }
                '{' => {
                    self.skip_comment(line)?;
                    continue;
                }
                '(' => {
                    self.skip_variation(line)?;
                    continue;
                }
                '+' | '$' => {
                    self.digits();
                    continue;
                }
                '[' => self.tag(line)?,
                '*' => Token::Result(Outcome::Unfinished),
                '0'..='9' => match self.number_or_result(c) {
                    Some(outcome) => Token::Result(outcome),
                    None => continue,
                },
                '-' => Token::Move(c),
                '.' | '…' | '!' | '?' => continue,
                // Files put together have a byte order mark in the middle.
                c if c.is_whitespace() || c == '\u{FEFF}' => continue,
                c if c.is_alphabetic() => Token::Move(c),
                other => return Err(OgnError::Syntax { line, found: format!("`{}`", other.escape_debug()), expected: WORDS }),
            };
            return Ok(Some((line, token)));
        }
    }

    fn advance(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        self.fresh = c == '\n';
        self.line += usize::from(self.fresh);
        Some(c)
    }

    /// Takes the text that follows if it is this one.
    fn accept(&mut self, text: &str) -> bool {
        let mut ahead = self.chars.clone();
        let fits = text.chars().all(|c| ahead.next() == Some(c));
        if fits {
            self.chars = ahead;
        }
        fits
    }

    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit) = self.chars.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits
    }

    /// A result that begins with this digit, or the number of a move.
    fn number_or_result(&mut self, first: char) -> Option<Outcome> {
        let rest = self.digits();
        // A pass may follow a number without a space, but then no number follows the pass.
        match (first, rest.is_empty()) {
            ('1', true) if self.accept("/2-1/2") => Some(Outcome::Draw),
            ('1', true) if self.accept("-0") => Some(Outcome::SouthWins),
            ('0', true) if self.accept("-1") => Some(Outcome::NorthWins),
            _ => None,
        }
    }

    fn skip_line(&mut self) {
        while self.advance().is_some_and(|c| c != '\n') {}
    }

    fn skip_comment(&mut self, line: usize) -> Result<(), OgnError> {
        while let Some(c) = self.advance() {
            if c == '}' {
                return Ok(());
            }
        }
        Err(OgnError::Syntax { line, found: "the comment has no end".to_owned(), expected: "`}` after it" })
    }

    fn skip_variation(&mut self, line: usize) -> Result<(), OgnError> {
        let mut depth = 1_usize;
        while depth > 0 {
            let inner = self.line;
            match self.advance() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('{') => self.skip_comment(inner)?,
                Some(';') => self.skip_line(),
                Some(_) => {}
                None => return Err(OgnError::Syntax { line, found: "the variation has no end".to_owned(), expected: "`)` after it" }),
            }
        }
        Ok(())
    }

    fn skip_whitespace(&mut self) {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.advance();
        }
    }

    fn tag(&mut self, line: usize) -> Result<Token, OgnError> {
        const TAG: &str = "a tag as [Name \"value\"] on one line";
        let fault = |found: String| OgnError::Syntax { line, found, expected: TAG };
        self.skip_whitespace();
        let mut name = String::new();
        while let Some(c) = self.chars.next_if(|&c| c.is_ascii_alphanumeric() || c == '_') {
            name.push(c);
        }
        if name.is_empty() {
            return Err(fault("the tag has no name".to_owned()));
        }
        self.skip_whitespace();
        if self.advance() != Some('"') {
            return Err(fault(format!("the tag {name} has no value in quotes")));
        }
        let mut value = String::new();
        loop {
            match self.advance() {
                Some('"') => break,
                Some('\\') => value.push(self.chars.next_if(|&c| c == '"' || c == '\\').unwrap_or('\\')),
                Some('\n') | None => return Err(fault(format!("the value of the tag {name} has no closing quote"))),
                Some(c) => value.push(c),
            }
        }
        self.skip_whitespace();
        if self.advance() == Some(']') { Ok(Token::Tag { name, value }) } else { Err(fault(format!("the tag {name} has no `]`"))) }
    }
}
