//! A review as JSON.

use crate::cli::output::json_score;
use crate::cli::sheet::table_ranges;
use oware::board::Side;
use oware::engine::Engine;
use oware::notation::{line_letters, move_letter, position_text};
use oware::ogn::{Record, Tag};
use oware::review::Review;
use oware::review::grade::Grade;
use oware::review::ply::Ply;
use oware::review::worth::Worth;
use oware::rules::Rules;
use serde_json::{Value, json};

/// The object for a move.
pub fn of_ply<R: Rules>(ply: &Ply) -> Value {
    let line = line_letters::<R>(ply.position, &ply.best);
    json!({
        "ply": ply.number,
        "player": ply.mover().to_string(),
        "move": move_letter(ply.played, ply.mover()).to_string(),
        "position": position_text(ply.position),
        "value_before": value(ply.before),
        "exact_before": ply.before.exact,
        "value_after": value(ply.after),
        "exact_after": ply.after.exact,
        "loss": json_score(ply.loss(), ply.is_exact()),
        "exact": ply.is_exact(),
        "class": ply.grade().name(),
        "turning_point": ply.is_turning_point(),
        "forced": ply.forced,
        "best": line.first(),
        "best_exact": ply.best_exact,
        "pv": line,
    })
}

/// The object for the whole game.
pub fn summary(record: &Record, review: &Review, engine: &Engine) -> Value {
    let turning_points: Vec<usize> = review.turning_points().map(|ply| ply.number).collect();
    json!({
        "rules": record.variant().name(),
        "repetition": record.repetition().name(),
        "south": record.tags().get(Tag::South),
        "north": record.tags().get(Tag::North),
        "result": record.result().name(),
        "termination": record.termination(),
        "moves": review.moves,
        "reviewed": review.plies.len(),
        "value": review.end.map(value),
        "exact": review.end.is_some_and(|end| end.exact),
        "exact_from": review.exact_from(),
        "turning_points": turning_points,
        "accuracy": { "South": accuracy(review, Side::South), "North": accuracy(review, Side::North) },
        "nodes": review.nodes,
        "time_ms": review.time.as_millis() as u64,
        "tables": table_ranges(engine),
    })
}

fn accuracy(review: &Review, side: Side) -> Value {
    let tally = review.tally(side);
    json!({
        "moves": tally.moves(),
        "share_kept": tally.share_kept(),
        "mean_loss": tally.mean_loss(),
        "inaccuracies": tally.count(Grade::Inaccuracy),
        "mistakes": tally.count(Grade::Mistake),
        "blunders": tally.count(Grade::Blunder),
    })
}

fn value(of: Worth) -> Value {
    json_score(of.score, of.exact)
}
