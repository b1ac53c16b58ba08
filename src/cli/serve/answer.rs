//! What an engine says to a client on the way and at the end. Only the latest word is kept: who listens slowly misses what is out of date, and costs no memory.

use super::refusal::Refusal;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use serde_json::{Value, json};
use std::convert::Infallible;
use tokio::sync::watch;

/// One word.
#[derive(Clone, Debug)]
enum Word {
    /// So many questions came earlier.
    Queued(usize),
    /// What is known so far.
    Progress(Value),
    /// The answer.
    Done(Value),
    /// There is none.
    Failed(Refusal),
}

impl Word {
    fn is_last(&self) -> bool {
        matches!(self, Word::Done(_) | Word::Failed(_))
    }

    fn event(self) -> Event {
        let (name, data) = match self {
            Word::Queued(ahead) => ("queued", json!({ "ahead": ahead })),
            Word::Progress(data) => ("progress", data),
            Word::Done(data) => ("done", data),
            Word::Failed(refusal) => ("failure", refusal.json()),
        };
        Event::default().event(name).data(data.to_string())
    }
}

/// Where an engine puts what it has to say.
pub struct Outbox(watch::Sender<Option<Word>>);

impl Outbox {
    /// An outbox and who listens to it.
    pub fn new() -> (Self, Listener) {
        let (sender, receiver) = watch::channel(None);
        (Outbox(sender), Listener { receiver, has_ended: false })
    }

    /// Whether anybody listens.
    pub fn is_heard(&self) -> bool {
        !self.0.is_closed()
    }

    /// So many come earlier.
    pub fn queued(&self, ahead: usize) {
        self.put(Word::Queued(ahead));
    }

    /// What is known so far.
    pub fn progress(&self, data: Value) {
        self.put(Word::Progress(data));
    }

    /// The answer.
    pub fn done(&self, data: Value) {
        self.put(Word::Done(data));
    }

    /// There is no answer, for this reason.
    pub fn fail(&self, reason: impl Into<Refusal>) {
        self.put(Word::Failed(reason.into()));
    }

    /// There is no answer, since the server ends.
    pub fn closing(&self) {
        self.fail(Refusal::closing());
    }

    fn put(&self, word: Word) {
        self.0.send_replace(Some(word));
    }
}

/// Who listens to an engine.
pub struct Listener {
    receiver: watch::Receiver<Option<Word>>,
    /// Whether the last word was heard.
    has_ended: bool,
}

impl Listener {
    /// The next word; `None` after the last, or when the engine fell silent.
    async fn next(&mut self) -> Option<Word> {
        if self.has_ended {
            return None;
        }
        self.receiver.changed().await.ok()?;
        let word = self.receiver.borrow_and_update().clone()?;
        self.has_ended = word.is_last();
        Some(word)
    }

    /// All that is said as events. `ticket` is held until the client leaves.
    pub fn events<T: Send + 'static>(self, ticket: T) -> Response {
        // The listener is the first to go: the pool, where the ticket leads to, must see that nobody listens any more.
        let said =
            unfold((self, ticket), async |(mut listener, ticket)| listener.next().await.map(|word| (word.event(), (listener, ticket))));
        Sse::new(infallible(said)).keep_alive(KeepAlive::default()).into_response()
    }

    /// The answer alone, `ticket` being held likewise.
    pub async fn answer<T>(mut self, ticket: T) -> Result<Value, Refusal> {
        let answer = loop {
            match self.next().await {
                Some(Word::Done(data)) => break Ok(data),
                Some(Word::Failed(refusal)) => break Err(refusal),
                Some(_) => (),
                None => break Err(Refusal::closing()),
            }
        };
        drop(self);
        drop(ticket);
        answer
    }
}

fn infallible(events: impl Stream<Item = Event>) -> impl Stream<Item = Result<Event, Infallible>> {
    use futures_util::StreamExt as _;
    events.map(Ok)
}
