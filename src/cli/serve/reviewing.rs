//! A game reviewed for a client.

use super::answer::Outbox;
use super::pool::Work;
use super::tables::ranges;
use crate::cli::review::row;
use oware::engine::Engine;
use oware::ogn::Record;
use oware::review::review;
use oware::search::evaluation::Evaluate;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::variant::Variant;
use serde_json::{Value, json};
use std::marker::PhantomData;
use std::time::Duration;

/// A review to be made.
pub struct Reviewing<R> {
    record: Record,
    /// Of each search; there is one or two for each move.
    time: Duration,
    outbox: Outbox,
    rules: PhantomData<R>,
}

impl<R> Reviewing<R> {
    /// The review of a game, with so much time for a search. `R` is the rule set of the record.
    pub fn new(record: Record, time: Duration, outbox: Outbox) -> Self {
        Reviewing { record, time, outbox, rules: PhantomData }
    }
}

impl<R: Evaluate> Work for Reviewing<R> {
    fn variant(&self) -> Variant {
        self.record.variant()
    }

    fn budget(&self) -> Duration {
        self.time * (self.record.moves().len() as u32 + 1)
    }

    /// It cannot go on in the middle.
    fn gives_way(&self) -> bool {
        false
    }

    fn go_on(&mut self, engine: &mut Engine, signals: &Signals) -> bool {
        let limits = Limits { time: Some(self.time), ..Limits::default() };
        let outbox = &self.outbox;
        let mut tell = |done, of| outbox.progress(json!({ "done": done, "of": of }));
        match review::<R>(engine, &self.record, limits, signals, &mut tell) {
            Ok(_) if signals.is_stopped() => return false,
            Ok(review) => {
                let mut summary = row::summary(&self.record, &review, engine);
                summary["tables"] = Value::from(ranges(engine));
                outbox.done(json!({ "plies": review.plies.iter().map(row::of_ply::<R>).collect::<Vec<Value>>(), "summary": summary }));
            }
            Err(error) => outbox.fail(super::refusal::Refusal::bad(error)),
        }
        true
    }

    fn outbox(&self) -> &Outbox {
        &self.outbox
    }
}
