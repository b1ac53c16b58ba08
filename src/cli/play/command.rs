//! What a person types while playing.

use oware::engine::level::Level;
use std::path::PathBuf;
use std::str::FromStr;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person, who types.
    Person,
    /// The engine.
    Engine,
}

/// Who plays South and who North.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats(pub [Seat; 2]);

impl FromStr for Seats {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (person, engine) = (Seat::Person, Seat::Engine);
        match text.to_ascii_lowercase().as_str() {
            "south" => Ok(Seats([person, engine])),
            "north" => Ok(Seats([engine, person])),
            "both" => Ok(Seats([person, person])),
            "none" => Ok(Seats([engine, engine])),
            _ => Err("expected the side that you play: south, north, both or none".to_owned()),
        }
    }
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves of the player to move, by letters in either case.
    Moves(String),
    /// The best move, and why.
    Hint,
    /// What every move is worth.
    Analyze,
    /// What was good and bad so far.
    Review,
    /// Takes the last own move back.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Offers a draw, or takes the one that is offered.
    Draw,
    /// Gives the game up.
    Resign,
    /// Writes the game to a file; over another one only if told so.
    Save {
        /// The file; the last one if there is none.
        file: Option<PathBuf>,
        /// Whether the file may be another game's.
        over: bool,
    },
    /// Goes on with a game of a file.
    Load {
        /// The file.
        file: PathBuf,
        /// Whether the game that is played now may be lost.
        over: bool,
    },
    /// Begins anew.
    New {
        /// Whether the game that is played now may be lost.
        over: bool,
    },
    /// The rules.
    Rules,
    /// Other players.
    Side(Seats),
    /// Another strength of the engine.
    Level(Level),
    /// The board once more, and its position text.
    Board,
    /// These commands.
    Help,
    /// Ends it.
    Quit,
}

/// Each command with what it does, as `help` shows it.
pub const HELP: [(&str, &str); 17] = [
    ("A … F", "play a pit, in either case; - passes; several letters are several moves"),
    ("hint, h", "the best move, and whether that is exact"),
    ("analyze, x", "what every move is worth"),
    ("review, v", "the moves so far, and what they lost"),
    ("undo, u", "take your last move back"),
    ("redo, r", "play again what was taken back"),
    ("draw", "offer a draw, or take one"),
    ("resign", "give the game up"),
    ("save FILE, s", "write the game (OGN)"),
    ("load FILE", "go on with a game of a file"),
    ("new", "begin again"),
    ("rules", "the rules in a few words"),
    ("side WHO", "you play south, north, both or none"),
    ("level N", "how strong the engine is, 1 to 10"),
    ("board, p", "the board, and its text for other commands"),
    ("help, ?", "this list"),
    ("quit, q", "end; a game that was not saved is printed"),
];

impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).map_or((line.trim(), ""), |(word, rest)| (word, rest.trim()));
        let is_moves = |text: &str| text.chars().all(|c| matches!(c, 'a'..='f' | 'A'..='F' | '-') || c.is_whitespace());
        if !word.is_empty() && is_moves(line) {
            return Ok(Command::Moves(line.split_whitespace().collect()));
        }
        let lower = word.to_ascii_lowercase();
        let (name, over) = lower.strip_suffix('!').map_or((lower.as_str(), false), |name| (name, true));
        let file = || (!rest.is_empty()).then(|| PathBuf::from(rest));
        let command = match name {
            "hint" | "h" => Command::Hint,
            "analyze" | "analyse" | "x" => Command::Analyze,
            "review" | "v" => Command::Review,
            "undo" | "u" => Command::Undo,
            "redo" | "r" => Command::Redo,
            "draw" => Command::Draw,
            "resign" => Command::Resign,
            "save" | "s" => return Ok(Command::Save { file: file(), over }),
            "load" => {
                let file = file().ok_or("load: expected a file, such as `load game.ogn`")?;
                return Ok(Command::Load { file, over });
            }
            "new" => return if rest.is_empty() { Ok(Command::New { over }) } else { Err(needless(name, rest)) },
            "rules" => Command::Rules,
            "side" => return rest.parse().map(Command::Side).map_err(|error| format!("side: {error}")),
            "level" => return rest.parse().map(Command::Level).map_err(|error| format!("level: {error}")),
            "board" | "p" => Command::Board,
            "pass" => Command::Moves("-".to_owned()),
            "help" | "?" => Command::Help,
            "quit" | "q" | "exit" => Command::Quit,
            _ => return Err(format!("`{}` is no move and no command; `help` lists what there is", line.trim())),
        };
        if over || !rest.is_empty() {
            return Err(needless(name, if over { "!" } else { rest }));
        }
        Ok(command)
    }
}

fn needless(name: &str, rest: &str) -> String {
    format!("`{name}` stands alone; `{rest}` after it means nothing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_letters_in_either_case() {
        for (text, moves) in [("F", "F"), (" c ", "c"), ("CF", "CF"), ("F f b", "Ffb"), ("-", "-"), ("pass", "-")] {
            assert_eq!(text.parse(), Ok(Command::Moves(moves.to_owned())), "{text}");
        }
    }

    #[test]
    fn commands_have_names_and_what_belongs_to_them() {
        let file = || PathBuf::from("my game.ogn");
        assert_eq!("Hint".parse(), Ok(Command::Hint));
        assert_eq!("save my game.ogn".parse(), Ok(Command::Save { file: Some(file()), over: false }));
        assert_eq!("save!".parse(), Ok(Command::Save { file: None, over: true }));
        assert_eq!("load! my game.ogn".parse(), Ok(Command::Load { file: file(), over: true }));
        assert_eq!("new".parse(), Ok(Command::New { over: false }));
        assert_eq!("side NORTH".parse(), Ok(Command::Side(Seats([Seat::Engine, Seat::Person]))));
        assert_eq!("level 3".parse(), Ok(Command::Level(Level::new(3).unwrap())));
        assert_eq!("q".parse(), Ok(Command::Quit));
    }

    #[test]
    fn what_is_no_command_is_named() {
        let refused = |text: &str, word: &str| {
            let error = text.parse::<Command>().expect_err(text);
            assert!(error.contains(word), "{text}: {error}");
        };
        refused("G", "`G` is no move and no command");
        refused("", "`help`");
        refused("load", "expected a file");
        refused("level 11", "level: expected a level from 1 to 10");
        refused("side east", "south, north, both or none");
        refused("quit now", "`now`");
        refused("hint!", "`!`");
    }
}
