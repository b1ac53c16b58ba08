//! `oware moves`: the legal moves and what each does.

use super::arguments::RepetitionArgument;
use super::exit::{Exit, Outcome};
use super::output::{json_line, letter};
use super::question::{PositionArguments, Question};
use super::sheet;
use clap::Args;
use oware::board::{Move, Moves};
use oware::game::Game;
use oware::notation::position_text;
use oware::rules::{Ending, Rules};
use oware::with_rules;
use serde::Serialize;
use std::io::{self, Write};

/// Options of `moves`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    repetition: RepetitionArgument,
    /// Print JSON, one object a move
    #[arg(long)]
    json: bool,
}

/// One object of JSON output.
#[derive(Serialize)]
pub struct Row {
    #[serde(rename = "move")]
    mv: String,
    captured: u8,
    same_player: bool,
    ends: Option<&'static str>,
    position: String,
}

impl Row {
    /// What a legal move does.
    pub fn of<R: Rules>(game: &Game<R>, mv: Move) -> Self {
        let mut next = game.clone();
        let played = next.play(mv).expect("a legal move can be played");
        Row {
            mv: letter(game, mv),
            captured: played.gain,
            same_player: played.again,
            ends: next.ending().map(Ending::name),
            position: position_text(next.final_position()),
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let question = arguments.position.question(arguments.repetition.repetition)?;
    with_rules!(question.rules, R => run_with::<R>(arguments, &question))
}

fn run_with<R: Rules>(arguments: &Arguments, question: &Question) -> Outcome {
    let game = question.game::<R>()?;
    let moves = if game.ending().is_none() { game.moves() } else { Moves::NONE };
    let rows: Vec<Row> = moves.map(|mv| Row::of(&game, mv)).collect();
    let mut out = io::stdout().lock();
    if arguments.json {
        for row in &rows {
            json_line(&mut out, row)?;
        }
        return Ok(Exit::Done);
    }
    write!(out, "{}", sheet::head(&game))?;
    if !rows.is_empty() {
        writeln!(out, "  move  captured  then                position after")?;
    }
    for row in &rows {
        let then = match (row.ends, row.same_player) {
            (Some(ending), _) => format!("ends: {ending}"),
            (None, true) => "same player again".to_owned(),
            (None, false) => String::new(),
        };
        writeln!(out, "  {:<5} {:>8}  {then:<18}  {}", row.mv, row.captured, row.position)?;
    }
    Ok(Exit::Done)
}
