//! Bad input: every kind ends with a code and a message that names the input, what is wrong with it and what is expected.

use super::{Desk, START, THREE_SEEDS};

/// Fails with code 2 and a message that has these words.
fn refused(line: &str, words: &[&str]) {
    Desk::new().fails(line, 2, words);
}

#[test]
fn position_texts() {
    let cases = [
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-S", "has 14 fields; expected 15: twelve pits, South's store, North's store and S or N"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "has 16 fields; expected 15"),
        ("4-4-4--1-4-4-4-4-4-4-4-4-0-0-S", "has 16 fields"),
        ("-1-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "has 16 fields"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-1-0-S", "has 49 seeds in pits and stores; these rules play with at most 48"),
        ("4-4-x-4-4-4-4-4-4-4-4-4-0-0-S", "pit C (field 3) is `x`; expected a number of seeds from 0 to 48"),
        ("4-4-4-4-4-4-4-999-4-4-4-4-0-0-S", "pit b (field 8) is `999`"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-+1-S", "North's store is `+1`"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-X", "the side to move is `X`; expected S (South) or N (North)"),
        ("start", "expected 15"),
    ];
    let desk = Desk::new();
    for (text, words) in cases {
        for command in ["best", "analyze", "moves", "perft --depth 1", "db probe"] {
            desk.fails(&format!("{command} --position {text}"), 2, &["error: position `", text, words]);
        }
    }
    let kalah = "6-6-6-6-6-6-6-6-6-6-6-6-0-1-S";
    desk.fails(&format!("moves --rules kalah --position {kalah}"), 2, &[kalah, "has 73 seeds", "at most 72"]);
}

#[test]
fn move_lists() {
    let cases = [
        (START, "FfF", "move 3 of `FfF`, `F`", "the pit is empty; legal: A, B, C, D, E"),
        (START, "Fg", "move 2 of `Fg`, `g`", "not a move of North; expected one of a, b, c, d, e, f"),
        (START, "F1", "move 2 of `F1`, `1`", "not a move of North"),
        (START, "é", "move 1 of `é`, `é`", "not a move of South; expected one of A, B, C, D, E, F"),
        (START, "A-", "move 2 of `A-`, `-`", "passing is legal if and only if the own row is empty"),
        ("1-0-0-0-0-1-0-0-0-0-0-0-0-0-S", "A", "move 1 of `A`, `A`", "the opponent has no seeds and must be fed; legal: F"),
        (THREE_SEEDS, "FfAcBdCeDaEbF", "move 13 of `FfAcBdCeDaEbF`, `F`", "the game is over (repetition)"),
        ("2-1-0-0-0-0-0-0-0-0-0-0-4-5-S", "A", "move 1 of `A`, `A`", "the game is over (cannot-feed)"),
    ];
    let desk = Desk::new();
    for (position, moves, place, reason) in cases {
        for command in ["best", "analyze", "moves"] {
            desk.fails(&format!("{command} --position {position} --moves {moves}"), 2, &["error: ", place, reason]);
        }
    }
    // Where repetition plays no part, a position that comes back ends nothing; all else is refused there too.
    for command in ["perft --depth 1", "db probe"] {
        desk.fails(&format!("{command} --moves Fg"), 2, &["--moves `Fg`", "not a move of North"]);
    }
    let slam = "moves --rules wari --position 1-0-0-0-0-1-2-0-0-0-0-0-0-0-S --moves F";
    desk.fails(slam, 2, &["the move would take all of the opponent's seeds, which these rules forbid; legal: A"]);
}

#[test]
fn numbers() {
    refused("best --depth 0", &["'0'", "--depth", "expected 1 to 120"]);
    refused("best --depth 121", &["'121'", "--depth", "expected 1 to 120"]);
    refused("best --depth -1", &["'-1'", "--depth"]);
    refused("best --depth two", &["'two'", "--depth"]);
    for line in
        ["best --nodes", "db build --seeds", "db build --seeds 2 --memory", "db stats --seeds", "best --seeds-per-pit", "match --nodes"]
    {
        let option = line.split(' ').next_back().unwrap();
        refused(&format!("{line} 1k"), &["'1k'", option, "no whole number; expected one such as 1000"]);
    }
    for option in ["best --threads", "best --hash", "best --depth", "perft --depth", "db build --seeds 2 --threads", "match --games"] {
        refused(&format!("{option} 1k"), &["'1k'", "no whole number; expected one from 1 to "]);
    }
    refused("best --nodes 0", &["'0'", "--nodes"]);
    refused("best --nodes -5", &["'-5'", "--nodes"]);
    refused("best --threads 0", &["'0'", "--threads", "expected 1 to 1024"]);
    refused("best --hash 0", &["'0'", "--hash"]);
    refused("perft --depth 0", &["'0'", "--depth"]);
    refused("perft", &["--depth <D>"]);
    refused("db build --seeds 2 --memory 0", &["'0'", "--memory"]);
    refused("db build", &["--seeds <N>"]);
}

#[test]
fn times() {
    for (text, words) in [
        ("5", "expected a number with a unit"),
        ("0s", "expected more than no time"),
        ("soon", "expected"),
        ("5parsecs", "expected a number with a unit"),
    ] {
        refused(&format!("best --time {text}"), &["--time", text, words, "500ms or 3s"]);
    }
}

#[test]
fn names() {
    let rules = "expected abapa, abapa-play-on, wari, warri, kalah or kalah-strict";
    for command in ["best", "moves", "perft --depth 1", "db verify", "db build --seeds 1"] {
        refused(&format!("{command} --rules awari"), &["--rules", "unknown rule set `awari`", rules]);
    }
    refused("best --repetition none", &["--repetition", "unknown repetition rule `none`; expected split or own-side"]);
    refused("db stats --kind all", &["--kind", "unknown kind of table `all`; expected shared or forced"]);
    refused("guess", &["guess"]);
    refused("best --depht 3", &["--depht", "--depth"]);
    refused("db", &["Usage: oware db"]);
}

#[test]
fn seeds_per_pit() {
    for (rules, seeds, most) in [("abapa", "5", "4"), ("wari", "7", "4"), ("kalah", "7", "6"), ("kalah", "-1", "6"), ("abapa", "300", "4")]
    {
        let words = [&format!("--seeds-per-pit {seeds}: {rules} is played with 0 to {most} seeds in each pit")];
        refused(&format!("best --rules {rules} --seeds-per-pit {seeds}"), &words.map(String::as_str));
    }
    refused("best --seeds-per-pit many", &["--seeds-per-pit", "'many'"]);
}

#[test]
fn layers_and_kinds_that_cannot_exist() {
    let desk = Desk::new();
    for command in ["db build", "db stats", "db export --out layer.bin"] {
        desk.fails(&format!("{command} --seeds 49"), 2, &["abapa has no layer 49; expected 0 to 48 seeds"]);
        desk.fails(&format!("{command} --rules kalah --seeds 73"), 2, &["kalah has no layer 73; expected 0 to 72 seeds"]);
        desk.fails(&format!("{command} --seeds -1"), 2, &["'-1'", "--seeds"]);
    }
    for command in ["build --seeds 3", "verify", "stats", "stats --seeds 3", "probe", "export --seeds 3 --out layer.bin"] {
        for rules in ["kalah", "kalah-strict"] {
            let words = [&format!("{rules} has no tables of kind forced"), "expected kind shared"];
            desk.fails(&format!("db {command} --rules {rules} --kind forced"), 2, &words);
        }
    }
    assert!(!desk.path("data").exists(), "bad input makes no folder");
}

#[test]
fn options_that_contradict_each_other() {
    for line in [
        "best --db tables --no-db",
        "best --stdin --moves F",
        "best --stdin --seeds-per-pit 3",
        "best --seeds-per-pit 3 --position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
    ] {
        refused(line, &["cannot be used with"]);
    }
}

#[test]
fn more_memory_than_there_is() {
    refused("best --depth 1 --hash 1048576", &["--hash 1048576", "MiB", "smaller"]);
}
