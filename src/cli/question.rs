//! What a command is asked about: a position, by which rules, and the moves that led to it.

use super::exit::Failure;
use super::game_file;
use super::number::whole;
use anyhow::anyhow;
use clap::Args;
use oware::game::{Game, Repetition};
use oware::notation::{Letters, line_letters, parse_move, parse_position};
use oware::ogn::Record;
use oware::position::Position;
use oware::rules::Rules;
use oware::variant::Variant;
use oware::with_rules;
use std::path::{Path, PathBuf};

/// Which position, by text and moves or from a game file.
#[derive(Args)]
pub struct PositionArguments {
    /// Rule set: abapa, abapa-play-on, wari, warri, kalah or kalah-strict [default: what the game file says, else abapa]
    #[arg(long)]
    rules: Option<Variant>,
    /// Position: twelve pits from A to f, South's store, North's store, S or N to move, joined by `-` [default: the start]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The start position with so many seeds in each pit
    #[arg(long, value_name = "N", conflicts_with = "position", allow_negative_numbers = true, value_parser = whole(i64::MIN..=i64::MAX))]
    seeds_per_pit: Option<i64>,
    /// Moves played from the position: letters A–F, a–f and `-` for a pass, in either case
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    moves: Option<String>,
    /// A game of a file in the Oware Game Notation instead, by the rules that it says; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "seeds_per_pit", "moves"])]
    ogn: Option<PathBuf>,
    /// With --ogn: which game of the file, from 1 [default: 1]
    #[arg(long, value_name = "N", requires = "ogn", allow_negative_numbers = true, value_parser = whole(1..=u32::MAX))]
    game: Option<u32>,
    /// With --ogn: the position after so many moves, 0 is the start; a pass and each sowing of a kalah turn is a move [default: after all]
    #[arg(long, value_name = "N", requires = "ogn", allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    ply: Option<u32>,
}

impl PositionArguments {
    /// What is asked, by the rules of the game file if there is one, else by those that are given, else by abapa and split.
    pub fn question(&self, repetition: Option<Repetition>) -> Result<Question, Failure> {
        if let Some(path) = &self.ogn {
            return self.recorded(path, repetition);
        }
        let rules = self.rules.unwrap_or(Variant::Abapa);
        let moves = self.moves.clone().unwrap_or_default();
        Ok(Question { rules, repetition: repetition.unwrap_or_default(), start: self.start(rules)?, moves })
    }

    /// The position before the moves.
    fn start(&self, rules: Variant) -> Result<Position, Failure> {
        if let Some(text) = &self.position {
            return read_position(text, rules);
        }
        let most = rules.max_seeds() / 12;
        let seeds = self.seeds_per_pit.unwrap_or(4);
        let start = u8::try_from(seeds).ok().and_then(Position::start).filter(|position| position.seeds() <= rules.max_seeds());
        start.ok_or_else(|| Failure::bad_input(anyhow!("--seeds-per-pit {seeds}: {rules} is played with 0 to {most} seeds in each pit")))
    }

    /// A game of a file, as far as it is asked for.
    fn recorded(&self, path: &Path, repetition: Option<Repetition>) -> Result<Question, Failure> {
        let number = self.game.unwrap_or(1);
        let record = game_file::read_by(path, number as usize, self.rules, repetition)?;
        let place = format!("{}: game {number}", game_file::place(path));
        let (moves, most) = (record.moves(), record.moves().len());
        let ply = self.ply.map_or(most, |ply| ply as usize);
        let played = moves
            .get(..ply)
            .ok_or_else(|| Failure::bad_input(anyhow!("{place} ends after {most} moves; expected --ply 0 to {most}, found --ply {ply}")))?;
        let letters = with_rules!(record.variant(), R => line_letters::<R>(record.start(), played));
        Ok(Question { rules: record.variant(), repetition: record.repetition(), start: record.start(), moves: letters.concat() })
    }
}

/// A position and the moves that led to it.
pub struct Question {
    /// The rule set.
    pub rules: Variant,
    /// What a position that comes back is worth.
    pub repetition: Repetition,
    start: Position,
    moves: String,
}

impl Question {
    /// A question in text: moves played from a position, which is the start if none is given.
    pub fn new(rules: Variant, repetition: Repetition, position: Option<&str>, moves: String) -> Result<Self, Failure> {
        let start = position.map_or_else(|| Ok(Position::start(4).expect("four seeds a pit")), |text| read_position(text, rules))?;
        Ok(Question { rules, repetition, start, moves })
    }

    /// The same rules asked about another position, with the moves played from it.
    pub fn instead(&self, position: &str, moves: &str) -> Result<Self, Failure> {
        Question::new(self.rules, self.repetition, Some(position), moves.to_owned())
    }

    /// The game with its history, the moves played. `R` is the rule set.
    pub fn game<R: Rules>(&self) -> Result<Game<R>, Failure> {
        let mut game = Game::new(self.start, self.repetition);
        game.replay(&self.moves, Letters::EitherCase).map_err(Failure::bad_input)?;
        Ok(game)
    }

    /// The game as a file keeps it. `R` is the rule set.
    pub fn record<R: Rules>(&self) -> Result<Record, Failure> {
        self.game::<R>()?;
        let (mut position, mut moves) = (self.start, Vec::new());
        for letter in self.moves.chars().filter(|c| !c.is_whitespace()) {
            let mv = parse_move(letter, position.to_move(), Letters::EitherCase).expect("it was played");
            position = position.play_unchecked::<R>(mv);
            moves.push(mv);
        }
        Ok(Record::of_game::<R>(self.start, self.repetition, moves, None).expect("it was played"))
    }

    /// The position after the moves, repetition left aside. `R` is the rule set.
    pub fn last_position<R: Rules>(&self) -> Result<Position, Failure> {
        let mut position = self.start;
        // A game of one move at a time has no history in which a position could come back.
        let mut played = String::new();
        for letter in self.moves.chars() {
            played.push(letter);
            let mut game = Game::<R>::new(position, Repetition::Split);
            game.replay(letter.encode_utf8(&mut [0; 4]), Letters::EitherCase)
                .map_err(|error| Failure::bad_input(anyhow!("--moves `{played}`: the last move: {}", error.reason)))?;
            position = game.position();
        }
        Ok(position)
    }
}

/// Reads a position under a rule set.
fn read_position(text: &str, rules: Variant) -> Result<Position, Failure> {
    parse_position(text, rules.max_seeds()).map_err(Failure::bad_input)
}
