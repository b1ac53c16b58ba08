//! Where a game stands and how it got there, for a page that knows no rules.

use crate::cli::question::Question;
use crate::cli::{account, moves, serve::refusal::Refusal};
use oware::board::{Move, PITS_PER_ROW, Side};
use oware::game::{Game, PlayError};
use oware::motion::{Hole, Motion};
use oware::notation::{move_letter, position_text};
use oware::position::Position;
use oware::rules::{Ending, Rules};
use serde_json::{Value, json};

/// The object for a game: its moves, the legal moves with what they do, and why no other pit can be played. `R` is the rule set.
pub fn of<R: Rules>(question: &Question) -> Result<Value, Refusal> {
    let (game, record) = (question.game::<R>()?, question.record::<R>()?);
    let mut plies = Vec::new();
    let mut position = record.start();
    for &mv in record.moves() {
        plies.push(ply::<R>(position, mv));
        position = position.play_unchecked::<R>(mv);
    }
    let letters: Vec<Value> = plies.iter().map(|ply| ply["move"].clone()).collect();
    let (over, last) = (game.ending(), game.final_position());
    let legal: Vec<Value> = if over.is_some() { Vec::new() } else { game.moves().map(|mv| legal(&game, mv)).collect() };
    Ok(json!({
        "rules": R::NAME,
        "repetition": game.repetition().name(),
        "start": position_text(record.start()),
        "position": position_text(position),
        "to_move": position.to_move().to_string(),
        "moves": letters,
        "plies": plies,
        "legal": legal,
        "illegal": illegal(&game),
        "over": over.map(Ending::name),
        "final": over.map(|_| position_text(last)),
        "result": over.map(|_| account::of_end(&record, Some(last))),
    }))
}

fn ply<R: Rules>(position: Position, mv: Move) -> Value {
    let (played, motion) = (R::play(position.board(), mv), Motion::of::<R>(position, mv));
    json!({
        "move": move_letter(mv, position.to_move()).to_string(),
        "player": position.to_move().to_string(),
        "before": position_text(position),
        "after": position_text(position.after(played)),
        "captured": played.gain,
        "same_player": played.again,
        "sown": numbers(motion.falls),
        "taken": taken(motion.taken),
        "words": account::of_move::<R>(position, mv),
    })
}

/// What `oware moves` tells of a legal move, and what it does to the board.
fn legal<R: Rules>(game: &Game<R>, mv: Move) -> Value {
    let position = game.position();
    let motion = Motion::of::<R>(position, mv);
    let mut row = json!(moves::Row::of(game, mv));
    row["pit"] = json!((!mv.is_pass()).then(|| position.to_move() as usize * PITS_PER_ROW + mv.index()));
    row["sown"] = json!(numbers(motion.falls));
    row["taken"] = json!(taken(motion.taken));
    row
}

/// Every pit that cannot be played, and why.
fn illegal<R: Rules>(game: &Game<R>) -> Vec<Value> {
    let mover = game.position().to_move();
    let reason = |side: Side, pit: usize| {
        let mv = Move::from_pit(pit);
        let letter = move_letter(mv, side);
        match game.ending() {
            Some(ending) => Some(PlayError::Over(ending).to_string()),
            None if side != mover => Some(format!("{letter} is a pit of {side}; {mover} is to move")),
            None => game.clone().play(mv).err().map(|error| format!("{letter}: {error}")),
        }
    };
    let pits = [Side::South, Side::North].into_iter().flat_map(|side| (0..PITS_PER_ROW).map(move |pit| (side, pit)));
    pits.filter_map(|(side, pit)| Some(json!({ "pit": side as usize * PITS_PER_ROW + pit, "reason": reason(side, pit)? }))).collect()
}

fn number(hole: Hole) -> usize {
    match hole {
        Hole::Pit(pit) => pit,
        Hole::Store(side) => 2 * PITS_PER_ROW + side as usize,
    }
}

fn numbers(holes: Vec<Hole>) -> Vec<usize> {
    holes.into_iter().map(number).collect()
}

fn taken(taken: Vec<(Hole, u8)>) -> Vec<(usize, u8)> {
    taken.into_iter().map(|(hole, seeds)| (number(hole), seeds)).collect()
}
