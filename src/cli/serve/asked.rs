//! What a client asks: the parameters of a request, read with the words of the command line.

use super::refusal::Refusal;
use crate::cli::number::whole;
use crate::cli::question::Question;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use oware::engine::level::Level;
use oware::game::Repetition;
use oware::search::iteration::Breadth;
use oware::search::limits::MAX_DEPTH;
use oware::variant::Variant;
use serde::Deserialize;
use std::error::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// The parameters; each request uses some of them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Asked {
    rules: Option<String>,
    repetition: Option<String>,
    position: Option<String>,
    moves: Option<String>,
    time_ms: Option<String>,
    depth: Option<String>,
    breadth: Option<String>,
    level: Option<String>,
    game: Option<String>,
    /// The name of South's player.
    pub south: Option<String>,
    /// The name of North's player.
    pub north: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for Asked {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(asked)) => Ok(asked),
            Err(error) => Err(unreadable(&error)),
        }
    }
}

impl Asked {
    /// The rule set.
    pub fn rules(&self) -> Result<Variant, Refusal> {
        read("rules", self.rules.as_deref(), Variant::Abapa)
    }

    /// The repetition rule.
    pub fn repetition(&self) -> Result<Repetition, Refusal> {
        read("repetition", self.repetition.as_deref(), Repetition::default())
    }

    /// The game that is asked about.
    pub fn question(&self) -> Result<Question, Refusal> {
        let moves = self.moves.clone().unwrap_or_default();
        Ok(Question::new(self.rules()?, self.repetition()?, self.position.as_deref(), moves)?)
    }

    /// A time, at most so much.
    pub fn time(&self, default: Duration, most: Duration) -> Result<Duration, Refusal> {
        let most = most.as_millis() as u64;
        let given = self.number("time_ms", self.time_ms.as_deref(), 1..=most)?;
        Ok(Duration::from_millis(given.unwrap_or(most.min(default.as_millis() as u64))))
    }

    /// The deepest iteration.
    pub fn depth(&self) -> Result<Option<u32>, Refusal> {
        self.number("depth", self.depth.as_deref(), 1..=MAX_DEPTH)
    }

    /// Whether all moves are asked about.
    pub fn breadth(&self) -> Result<Breadth, Refusal> {
        match self.breadth.as_deref() {
            None | Some("all") => Ok(Breadth::All),
            Some("best") => Ok(Breadth::Best),
            Some(other) => Err(Refusal::bad(format_args!("breadth `{other}`: expected all or best"))),
        }
    }

    /// How strong the engine is to play.
    pub fn level(&self) -> Result<Level, Refusal> {
        read("level", self.level.as_deref(), Level::FULL)
    }

    /// Which game of a file, from 1.
    pub fn game(&self) -> Result<usize, Refusal> {
        Ok(self.number("game", self.game.as_deref(), 1..=u32::MAX)?.unwrap_or(1) as usize)
    }

    fn number<T>(&self, name: &str, text: Option<&str>, range: RangeInclusive<T>) -> Result<Option<T>, Refusal>
    where
        T: TryFrom<i128> + Into<i128> + Copy + Send + Sync + 'static,
    {
        text.map(|text| whole(range)(text).map_err(|error| wrong(name, text, error))).transpose()
    }
}

/// What is wrong with parameters that are not among these, or come twice.
fn unreadable(error: &QueryRejection) -> Refusal {
    // The cause alone: what is around it speaks of the program's own parts.
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    Refusal::bad(cause.to_string().replace("unknown field", "unknown parameter").replace("duplicate field", "twice the parameter"))
}

fn read<T: FromStr<Err: Display>>(name: &str, text: Option<&str>, default: T) -> Result<T, Refusal> {
    text.map_or(Ok(default), |text| text.parse().map_err(|error| wrong(name, text, error)))
}

fn wrong(name: &str, text: &str, error: impl Display) -> Refusal {
    Refusal::bad(format_args!("{name} `{text}`: {error}"))
}
