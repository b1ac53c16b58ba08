//! Texts for people, as a whole. `INSTA_UPDATE=always cargo test texts` writes them anew; what has changed is then read in the difference.
//!
//! One thread and fixed depths or nodes, so that nothing depends on the machine; times, speeds and costs are replaced.

use super::{Desk, Run};
use insta::{Settings, assert_snapshot};

/// A position above the built-in tables, and so one with a hint.
const OPEN: &str = "--position 0-2-0-1-1-0-3-0-1-0-2-0-20-18-S";

fn shown(name: &str, line: &str) {
    let text = Desk::new().text(line);
    // The foot may hold paths and commands of any length.
    let body = text.split("\n  searched ").next().unwrap_or_default();
    assert!(!line.starts_with("analyze") || body.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_shown(name, line, &text);
}

/// What is printed and what is said, in a desk where something may have been done before.
fn shown_in(desk: &Desk, name: &str, line: &str, typed: &str) {
    let Run { code, out, err } = Run::of(desk.command(line).write_stdin(typed));
    assert_eq!(code, Some(0), "{line}: {err}");
    let said = if err.is_empty() { String::new() } else { format!("\nstandard error:\n{err}") };
    assert_shown(name, line, &format!("{out}{said}"));
}

/// Holds a text against the one on record, what depends on the machine or the day left out.
pub fn assert_shown(name: &str, line: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    for (found, shown) in [
        (r"took \d.*", "took [time and memory]"),
        (r"extrapolated: .*?;", "extrapolated: [speed];"),
        (r"this machine has .*", "this machine has [memory]"),
        (r"\d+\.\d\d s\b( \(\d+\.\d million a second\))?", "[time]"),
        (r" in \d+\.\d s", " in [time]"),
        (r"about [^)]* threads?(\)|\n)", "about [time]$1"),
        (
            r"nodes      [\d,]+\nnps        [\d,]+\nsignature  [0-9a-f]{16}\n",
            "nodes      [nodes]\nnps        [speed]\nsignature  [signature]\n",
        ),
        (r" +nodes/s +depth +a move +faults", "  [nodes/s  depth  a move  faults]"),
        (r"(first|second) +[\d,]+ +(\d+\.\d) +[\d.]+ (µs|ms|s) ", "$1 [speed] $2 [time] "),
        (r"\d{4}\.\d\d\.\d\d", "[date]"),
    ] {
        settings.add_filter(found, shown);
    }
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

#[test]
fn tables() {
    let desk = Desk::new();
    desk.folder("tables");
    shown("plan", "db plan --rules wari --seeds 4 --threads 1");
    let in_desk = |name: &str, line: &str| shown_in(&desk, name, line, "");
    in_desk("build", "db build --rules wari --seeds 4 --threads 1 --db tables");
    in_desk("build-again", "db build --rules wari --seeds 4 --threads 1 --db tables");
    in_desk("build-forced", "db build --rules wari --seeds 2 --kind forced --threads 1 --db tables");
    in_desk("verify", "db verify --rules wari --db tables");
    in_desk("verify-full", "db verify --rules wari --full --db tables");
    in_desk("verify-proved", "db verify --rules wari --prove --db tables");
    in_desk("export", "db export --rules wari --seeds 3 --out layer.bin");
    in_desk("convert", "db convert --rules wari --format packed --db tables");
    in_desk("stats", "db stats --rules wari --db tables");
    in_desk("stats-layer", "db stats --rules kalah --seeds 4");
    in_desk("stats-forced", "db stats --rules wari --kind forced --seeds 3");
    in_desk("stats-census", "db stats --rules wari --census --db tables");
    in_desk("probe", "db probe --position 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S");
    in_desk("probe-forced", "db probe --kind forced --position 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S");
    in_desk("probe-over", "db probe --rules kalah --position 0-0-0-0-0-0-0-0-0-0-0-0-4-5-N");
}

#[test]
fn bench() {
    shown("bench-signature", "bench");
    shown("bench-accuracy", "bench --accuracy --rules kalah --nodes 10");
}

#[test]
fn matches() {
    shown("match", "match --games 2 --nodes 50 --concurrency 1");
    shown("match-test", "match --rules kalah --games 12 --depth 2 --second depth=1 --sprt 0,5 --concurrency 1 --no-adjudication");
}

#[test]
fn play() {
    let desk = Desk::new();
    let line = "play --side both --rules wari --nodes 300 --no-book";
    shown_in(&desk, "play", line, "F\nG\nf\nhint\nanalyze\nundo\nb\nresign\n");
    shown_in(&desk, "play-help", "play --ascii --side both --nodes 300 --no-book", "help\nrules\nreview\nFf\nreview\nsave game.ogn\n");
    shown_in(
        &desk,
        "play-engine",
        "play --rules kalah --lines --ascii --side south --level 10 --nodes 500 --no-book",
        "C\nF\nboard\ndraw\nquit\n",
    );
}
