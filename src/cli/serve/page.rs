//! The page: its files are part of the program.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

/// A file of the page: where it is found, what it is, what it holds.
type File = (&'static str, &'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! script {
    ($name:literal) => {
        (concat!("/", $name), SCRIPT, include_str!(concat!("page/", $name)))
    };
}

const FILES: [File; 11] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/icon.svg", SVG, include_str!("page/icon.svg")),
    script!("main.js"),
    script!("analysis.js"),
    script!("api.js"),
    script!("board.js"),
    script!("game.js"),
    script!("link.js"),
    script!("review.js"),
    script!("setup.js"),
];

/// Answers to each file's path.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES
        .into_iter()
        .fold(Router::new(), |router, (path, kind, text)| router.route(path, get(async move || ([(CONTENT_TYPE, kind)], text))))
}
