//! Texts for people, as a whole. `INSTA_UPDATE=always cargo test texts` writes them anew; what has changed is then read in the difference.
//!
//! One thread and fixed depths or nodes, so that nothing depends on the machine; times, speeds and costs are replaced.

use super::Desk;
use insta::{Settings, assert_snapshot};

/// A position above the built-in tables, and so one with a hint.
const OPEN: &str = "--position 0-2-0-1-1-0-3-0-1-0-2-0-20-18-S";

fn shown(name: &str, line: &str) {
    let text = Desk::new().text(line);
    // The foot may hold paths and commands of any length.
    let body = text.split("\n  searched ").next().unwrap_or_default();
    assert!(!line.starts_with("analyze") || body.lines().all(|line| line.chars().count() <= 80), "{text}");
    let mut settings = Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.add_filter(r"\d+\.\d\d s( \(\d+\.\d million a second\))?", "[time]");
    settings.add_filter(r"about [^)]* threads?\)", "about [time])");
    settings.set_description(line);
    settings.set_omit_expression(true);
    settings.bind(|| assert_snapshot!(name, text));
}

#[test]
fn best() {
    shown("best-estimate", "best --depth 8");
    shown("best-hint", &format!("best {OPEN} --nodes 100000"));
    shown("best-exact", "best --position 0-0-0-0-0-1-0-0-1-0-0-1-2-7-N");
    shown("best-over", "best --rules kalah --position 0-0-0-0-0-0-1-0-0-0-0-2-4-4-N");
}

#[test]
fn analyze() {
    shown("analyze-estimate", "analyze --rules kalah --depth 8");
    shown("analyze-hint", &format!("analyze {OPEN} --nodes 500000"));
    shown("analyze-exact", "analyze --position 1-0-2-0-0-1-0-1-0-2-0-0-3-8-S");
    shown("analyze-mixed", "analyze --depth 7 --no-db --position 1-2-1-0-1-2-0-1-3-0-1-3-16-17-S");
    shown("analyze-over", "analyze --position 2-1-0-0-0-0-0-0-0-0-0-0-4-5-S");
}

#[test]
fn moves() {
    shown("moves-start", "moves --rules kalah");
    shown("moves-end", "moves --position 0-0-0-0-0-1-2-0-0-0-1-1-23-20-S");
}

#[test]
fn perft() {
    shown("perft-divided", "perft --depth 6 --divide");
    shown("perft-total", "perft --rules kalah --depth 1");
}
