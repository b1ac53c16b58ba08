//! What the server answers to: the page, and questions about games as JSON. It remembers no games: each question brings its own, by rules, position and moves.

use super::answer::Outbox;
use super::asked::Asked;
use super::pool::{Pool, Work};
use super::refusal::Refusal;
use super::reviewing::Reviewing;
use super::search::{Aim, Search, of_book};
use super::tables::Tables;
use super::{board, guard, page};
use crate::cli::{game_file, primer};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use oware::engine::level::Level;
use oware::game::Repetition;
use oware::notation::{line_letters, position_text};
use oware::ogn::Tag;
use oware::rules::Rules;
use oware::variant::Variant;
use oware::with_rules;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// Largest game file.
const LARGEST_FILE: usize = 1 << 20;
/// Times of a move, an analysis, and a search of a review where none is asked for.
const MOVE_TIME: Duration = Duration::from_secs(1);
const ANALYSIS_TIME: Duration = Duration::from_secs(10);
const REVIEW_TIME: Duration = Duration::from_millis(200);

/// What the answers are made of.
pub struct Service {
    /// Engines for positions.
    pub searches: Pool,
    /// An engine for reviews, which go on for minutes and do not give way.
    pub reviews: Pool,
    /// The tables.
    pub tables: Tables,
    /// The most time for a question.
    pub most_time: Duration,
}

type Served = State<Arc<Service>>;
type Answered = Result<Json<Value>, Refusal>;

/// All that is answered to, on this address.
pub fn router(service: Arc<Service>, bind: IpAddr) -> Router {
    let api = Router::new()
        .route("/rules", get(rules))
        .route("/game", get(game))
        .route("/move", get(engine_move))
        .route("/analyze", get(analyze))
        .route("/probe", get(probe))
        .route("/review", get(review))
        .route("/ogn/read", post(read_ogn).layer(DefaultBodyLimit::max(LARGEST_FILE)))
        .route("/ogn/write", get(write_ogn));
    Router::new()
        .nest("/api", api)
        .merge(page::router())
        .fallback(async || Refusal::none("there is no such page; the board is at /"))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this is asked in another way; see `oware serve --help`")
        })
        .layer(from_fn_with_state(bind, guard::check))
        .with_state(service)
}

/// The rule sets, and what may be asked for; the summaries are for the repetition rule that is asked about.
async fn rules(State(service): Served, asked: Asked) -> Answered {
    let repetition = asked.repetition()?;
    let row = |variant: Variant| {
        let can_repeat = with_rules!(variant, R => <R as Rules>::CAN_REPEAT);
        json!({
            "name": variant.name(),
            "title": variant.title(),
            "family": if can_repeat { "oware" } else { "kalah" },
            "max_seeds": variant.max_seeds(),
            "can_repeat": can_repeat,
            "summary": primer::summary(variant, repetition),
            "tables": service.tables.of(variant).largest().map(|largest| [0, largest]),
        })
    };
    let (rules, repetitions) = (Variant::ALL.map(row), [Repetition::Split, Repetition::OwnSide].map(Repetition::name));
    Ok(Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
        "repetitions": repetitions,
        "levels": [Level::LEAST.number(), Level::FULL.number()],
        "most_time_ms": service.most_time.as_millis() as u64,
    })))
}

/// Where a game stands.
async fn game(asked: Asked) -> Answered {
    let question = asked.question()?;
    let answer = with_rules!(question.rules, R => board::of::<R>(&question))?;
    Ok(Json(answer))
}

/// The move of the engine at a level.
async fn engine_move(State(service): Served, asked: Asked) -> Answered {
    let (question, level, time) = (asked.question()?, asked.level()?, asked.time(MOVE_TIME, service.most_time)?);
    let (outbox, listener) = Outbox::new();
    let search: Box<dyn Work> = with_rules!(question.rules, R => {
        let game = question.game::<R>()?;
        if let Some(known) = of_book(&game).filter(|_| level == Level::FULL) {
            return Ok(Json(known));
        }
        Box::new(Search::new(game, Aim::Move(level), None, time, outbox))
    });
    let ticket = service.searches.submit(search)?;
    listener.answer(ticket).await.map(Json)
}

/// What moves are worth, as the search deepens.
async fn analyze(State(service): Served, asked: Asked) -> Result<Response, Refusal> {
    let question = asked.question()?;
    let (aim, depth, time) = (Aim::Worth(asked.breadth()?), asked.depth()?, asked.time(ANALYSIS_TIME, service.most_time)?);
    let (outbox, listener) = Outbox::new();
    let search: Box<dyn Work> = with_rules!(question.rules, R => Box::new(Search::new(question.game::<R>()?, aim, depth, time, outbox)));
    Ok(listener.events(service.searches.submit(search)?))
}

/// What tables say of a position.
async fn probe(State(service): Served, asked: Asked) -> Answered {
    let question = asked.question()?;
    let answer = with_rules!(question.rules, R => service.tables.probe::<R>(question.rules, question.last_position::<R>()?))?;
    Ok(Json(answer))
}

/// What each move of a game was worth.
async fn review(State(service): Served, asked: Asked) -> Result<Response, Refusal> {
    let (question, time) = (asked.question()?, asked.time(REVIEW_TIME, service.most_time)?);
    let (outbox, listener) = Outbox::new();
    let review: Box<dyn Work> = with_rules!(question.rules, R => Box::new(Reviewing::<R>::new(question.record::<R>()?, time, outbox)));
    Ok(listener.events(service.reviews.submit(review)?))
}

/// Reads a game file.
async fn read_ogn(asked: Asked, file: Result<Bytes, axum::extract::rejection::BytesRejection>) -> Answered {
    let bytes =
        file.map_err(|error| Refusal::new(error.status(), format_args!("the game file: {}; at most 1 MiB is read", error.body_text())))?;
    let record = game_file::of_bytes("the game file", bytes.to_vec(), asked.game()?, asked.rules()?, asked.repetition()?)?;
    let letters = with_rules!(record.variant(), R => line_letters::<R>(record.start(), record.moves()));
    let name = |tag| record.tags().get(tag);
    Ok(Json(json!({
        "rules": record.variant().name(),
        "repetition": record.repetition().name(),
        "position": position_text(record.start()),
        "moves": letters.concat(),
        "south": name(Tag::South),
        "north": name(Tag::North),
        "result": record.result().name(),
        "termination": record.termination(),
    })))
}

/// Writes a game file.
async fn write_ogn(asked: Asked) -> Result<Response, Refusal> {
    let question = asked.question()?;
    let mut record = with_rules!(question.rules, R => question.record::<R>())?;
    let tags = record.tags_mut();
    tags.set(Tag::Event, "oware serve");
    tags.set(Tag::Date, &game_file::today());
    for (tag, name) in [(Tag::South, &asked.south), (Tag::North, &asked.north)] {
        tags.set(tag, name.as_deref().unwrap_or("?"));
    }
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record.to_string()).into_response())
}
