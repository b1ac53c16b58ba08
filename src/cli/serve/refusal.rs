//! What a client is told that gets no answer, in the words of the command line.

use crate::cli::exit::{Exit, Failure};
use crate::cli::output::complain;
use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::fmt::Display;

/// A status and a sentence.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: StatusCode,
    text: String,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, text: impl Display) -> Self {
        Refusal { status, text: text.to_string() }
    }

    /// The input is wrong.
    pub fn bad(text: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text)
    }

    /// There is no such thing.
    pub fn none(text: impl Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, text)
    }

    /// What a command would end with. What is wrong on this machine is told there alone: it may name files.
    fn of(failure: &Failure) -> Self {
        if failure.exit() == Exit::BadInput {
            return Self::bad(failure.text());
        }
        complain(format_args!("error: {}", failure.text()));
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "something is wrong with the server's files; it says what on its standard error")
    }

    /// All places are taken.
    pub fn busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "too many questions wait for an answer; ask again in a few seconds")
    }

    /// The server ends.
    pub fn closing() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the server ends; start `oware serve` again")
    }

    /// The object of JSON.
    pub fn json(&self) -> Value {
        json!({ "error": self.text })
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::of(&failure)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.json())).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("3"));
        }
        response
    }
}
