//! `oware review`.

use super::texts::assert_shown;
use super::{Desk, Run, keys, rows};
use serde_json::{Value, json};
use std::fs;
use std::process::Stdio;

/// Games of the engine against itself, played to their natural end: abapa, wari, warri with a grand slam and a pass, kalah, wari, and abapa with a long
/// shuffle.
const GAMES: &str = include_str!("../../data/reviewed.ogn");
const RULES: [&str; 6] = ["abapa", "wari", "warri", "kalah", "wari", "abapa"];

/// Nothing is known of it, and little of who played.
const OPENING: &str = "[South \"<&\\\">\"]\n\n1. F f 2. B e 3. D a+2 *\n";

fn desk() -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("games.ogn"), GAMES).unwrap();
    fs::write(desk.path("opening.ogn"), OPENING).unwrap();
    desk
}

/// The objects of the moves, and that of the whole game.
fn reviewed(desk: &Desk, line: &str) -> (Vec<Value>, Value) {
    let mut rows = desk.json(&format!("review {line}"));
    let summary = rows.pop().expect("a summary");
    (rows, summary)
}

fn number(of: &Value) -> f64 {
    of.as_f64().unwrap_or_else(|| panic!("no number: {of}"))
}

/// The seeds on the board and how many more South has in the store.
fn counted(position: &Value) -> (i64, i64) {
    let fields: Vec<i64> = position.as_str().unwrap().split('-').take(14).map(|field| field.parse().unwrap()).collect();
    (fields[..12].iter().sum(), fields[12] - fields[13])
}

/// Holds a review against tables of up to so many seeds; gives the numbers of the moves before which they know the position, and of those among them that the
/// review does not call exact.
fn held_against_tables(desk: &Desk, game: usize, tables: &str, seeds: i64, nodes: u32, moves: usize) -> [Vec<usize>; 2] {
    let rules = RULES[game - 1];
    let (rows, summary) = reviewed(desk, &format!("games.ogn --game {game} --nodes {nodes} {tables}"));
    assert_eq!((&summary["rules"], summary["moves"].as_u64()), (&json!(rules), Some(rows.len() as u64)));
    let [mut known, mut open] = [vec![], vec![]];
    for (i, row) in rows.iter().enumerate().take(moves) {
        let (on_board, ahead) = counted(&row["position"]);
        if on_board > seeds {
            continue;
        }
        let probed = desk.object(&format!("db probe --rules {rules} --position {} {tables}", row["position"].as_str().unwrap()));
        let value = probed["value"].as_i64().unwrap();
        let south = ahead + if row["player"] == "South" { value } else { -value };
        assert_eq!(number(&row["value_before"]), south as f64, "{row}");
        assert!(i == 0 || number(&rows[i - 1]["value_after"]) == south as f64, "{row}");
        known.push(i + 1);
        if row["exact_before"] == false {
            open.push(i + 1);
        } else {
            assert_eq!(row["value_before"], json!(south), "a whole number");
        }
    }
    [known, open]
}

#[test]
fn values_are_those_of_the_tables_where_these_reach() {
    let desk = desk();
    // From move 162 on a position that came before decides the last game; what is right there, the tests of the library say.
    for (game, moves, least, most_open) in [(1, 53, 16, 4), (3, 149, 31, 0), (4, 29, 5, 0), (5, 53, 16, 3), (6, 161, 43, 0)] {
        let [known, open] = held_against_tables(&desk, game, "", 8, 20_000, moves);
        assert!(known.len() >= least && open.len() <= most_open, "game {game}: {known:?}, {open:?}");
    }
    for (game, moves, least, most_open) in [(3, 149, 80, 12), (4, 29, 9, 0), (5, 53, 17, 3)] {
        let folder = format!("ten-{}", RULES[game - 1]);
        desk.build(RULES[game - 1], 10, &folder);
        let [known, open] = held_against_tables(&desk, game, &format!("--db {folder}"), 10, 20_000, moves);
        assert!(known.len() >= least && open.len() <= most_open, "game {game}: {known:?}, {open:?}");
    }
}

/// What the description promises of the objects, whatever the values are.
fn check_rows(rows: &[Value], summary: &Value) {
    let members = "ply player move position value_before exact_before value_after exact_after loss exact class turning_point forced best best_exact pv";
    let mut fall = 0.0;
    let mut sides = [("South", 1.0), ("North", -1.0)].map(|(name, sign)| (name, sign, 0, 0.0, [0; 4]));
    let grades = ["good", "inaccuracy", "mistake", "blunder"];
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(keys(row), members.split(' ').collect());
        let first = summary["moves"].as_u64().unwrap() as usize - rows.len();
        assert_eq!(row["ply"], json!(first + i + 1));
        let player = row["player"].as_str().unwrap();
        let side = sides.iter_mut().find(|side| side.0 == player).unwrap_or_else(|| panic!("{row}"));
        assert!(row["position"].as_str().unwrap().ends_with(&player[..1]), "{row}");
        let mv = row["move"].as_str().unwrap();
        assert!(mv.len() == 1 && (if player == "South" { "ABCDEF-" } else { "abcdef-" }).contains(mv), "{row}");
        let [before, after, loss] = ["value_before", "value_after", "loss"].map(|name| number(&row[name]));
        assert!(loss >= 0.0 && (side.1 * (before - after) - loss).abs() < 1e-6, "{row}");
        assert!(before.abs() <= 72.0 && after.abs() <= 72.0);
        for (value, exact) in [("value_before", "exact_before"), ("value_after", "exact_after"), ("loss", "exact")] {
            assert_eq!(row[value].is_i64(), row[exact].as_bool().unwrap(), "whole numbers are exact ones: {row}");
        }
        assert_eq!(row["exact"], json!(row["exact_before"] == true && row["exact_after"] == true), "{row}");
        let grade = [1.0, 3.0, 7.0].iter().filter(|&&least| loss >= least).count();
        assert_eq!(row["class"], grades[grade], "{row}");
        // Who is ahead, of an estimate by a seed or more.
        let leader = |value: f64| if value.abs() >= 1.0 { value.signum() } else { 0.0 };
        assert_eq!(row["turning_point"], json!(grade > 0 && leader(before) != leader(after)), "{row}");
        if loss == 0.0 {
            assert_eq!(row["best"], row["move"], "{row}");
        } else {
            assert_ne!(row["best"], row["move"], "{row}");
        }
        assert_eq!(row["best"], row["pv"][0], "{row}");
        assert!(row["best_exact"] == false || row["exact_before"] == true, "{row}");
        if row["forced"] == true {
            assert_eq!((loss, &row["best_exact"]), (0.0, &row["exact_before"]), "{row}");
        } else {
            side.2 += 1;
            side.3 += loss;
            side.4[grade] += 1;
        }
        fall += before - after;
        let next = rows.get(i + 1).map_or([&summary["value"], &summary["exact"]], |next| [&next["value_before"], &next["exact_before"]]);
        assert_eq!([&row["value_after"], &row["exact_after"]], next, "{row}");
    }
    if let (Some(first), Some(last)) = (rows.first(), rows.last()) {
        assert!((number(&first["value_before"]) - number(&last["value_after"]) - fall).abs() < 1e-6);
    }
    let members = "rules repetition south north result termination moves reviewed value exact exact_from turning_points accuracy nodes time_ms tables";
    assert_eq!(keys(summary), members.split(' ').collect());
    assert_eq!(summary["reviewed"], json!(rows.len()));
    let exact: Vec<&Value> = rows.iter().rev().take_while(|row| row["exact"] == true).map(|row| &row["ply"]).collect();
    assert_eq!(&summary["exact_from"], *exact.last().unwrap_or(&&Value::Null));
    let turning: Vec<&Value> = rows.iter().filter(|row| row["turning_point"] == true).map(|row| &row["ply"]).collect();
    assert_eq!(summary["turning_points"], json!(turning));
    for (name, _, moves, lost, counts) in sides {
        let told = &summary["accuracy"][name];
        assert_eq!(told["moves"], json!(moves), "{name}");
        for (key, count) in ["inaccuracies", "mistakes", "blunders"].iter().zip(&counts[1..]) {
            assert_eq!(told[key], json!(count), "{name}: {told}");
        }
        if moves == 0 {
            assert_eq!([&told["share_kept"], &told["mean_loss"]], [&Value::Null; 2]);
        } else {
            let moves = f64::from(moves);
            assert!((number(&told["share_kept"]) - f64::from(counts[0]) / moves).abs() < 1e-9, "{told}");
            assert!((number(&told["mean_loss"]) - lost / moves).abs() < 1e-6, "{told}");
        }
    }
}

#[test]
fn the_objects_keep_what_their_names_promise() {
    let desk = desk();
    for line in [
        "games.ogn --nodes 3000",
        "games.ogn --game 2 --depth 5 --no-db",
        "games.ogn --game 3 --nodes 300",
        "games.ogn --game 4 --nodes 5000",
    ] {
        let (rows, summary) = reviewed(&desk, line);
        check_rows(&rows, &summary);
        assert!(rows.iter().any(|row| row["class"] != "good") && !rows.is_empty(), "{line}: a game with mistakes");
    }
    let (rows, summary) = reviewed(&desk, "opening.ogn --nodes 500 --repetition own-side");
    check_rows(&rows, &summary);
    let told = ["rules", "repetition", "south", "north", "result", "termination", "exact_from"].map(|name| summary[name].clone());
    assert_eq!(told, [json!("abapa"), json!("own-side"), json!("<&\">"), json!(null), json!("*"), json!(null), json!(null)]);
}

#[test]
fn a_review_at_fixed_nodes_is_the_same_each_time() {
    let desk = desk();
    let of = |_| {
        let (rows, mut summary) = reviewed(&desk, "games.ogn --game 4 --nodes 3000");
        summary["time_ms"] = json!(0);
        (rows, summary)
    };
    assert_eq!(of(1), of(2));
}

/// The whole text, times left out; no line is longer than 80 columns.
fn shown(name: &str, file: &str, line: &str) {
    let desk = Desk::new();
    fs::write(desk.path("game.ogn"), file).unwrap();
    let line = format!("review game.ogn {line}");
    let (line, text) = (line.trim(), desk.text(&line));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_shown(name, line, &text);
}

/// A game of the file, from 1.
fn game(number: usize) -> &'static str {
    let start = GAMES.match_indices("[Variant").nth(number - 1).unwrap().0;
    let rest = &GAMES[start..];
    rest.split_once("\n\n[Variant").map_or(rest, |(game, _)| game)
}

#[test]
fn texts() {
    shown("review-mistakes", game(2), "--nodes 20000");
    shown("review-kalah-turns", game(4), "--nodes 20000");
    shown("review-pass", "[Rules \"warri\"]\n[FEN \"0-0-0-3-0-2-1-1-0-0-0-0-18-20-S\"]\n\n1. F+4 - 2. D *\n", "--nodes 20000");
    shown("review-unfinished", OPENING, "--depth 6");
    shown("review-estimates", OPENING, "--depth 6 --no-db");
    shown("review-no-moves", "[South \"Ama\"]\n[North \"Kofi\"]\n\n*\n", "--nodes 3000");
    shown("review-nothing-to-play", "[FEN \"2-1-0-0-0-0-0-0-0-0-0-0-4-5-S\"]\n\n*\n", "");
    let long = "[South \"A name that is much too long to stand on one line of a text of eighty columns or so\"]\n";
    shown("review-resigned", &format!("{long}[Termination \"resignation\"]\n\n1. F f 2. B 0-1\n"), "--depth 4");
}

/// As far as elements, attributes and entities go. Gives the names of the elements.
fn well_formed(svg: &str) -> Vec<&str> {
    let [mut open, mut names] = [vec![], vec![]];
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("`<{part}` does not end"));
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
        assert!(
            [tag, text].iter().all(|text| text.match_indices('&').all(|(at, _)| entities.iter().any(|e| text[at..].starts_with(e)))),
            "{part}"
        );
        assert!(!text.contains('>') && !text.contains('"') && tag.matches('"').count() % 2 == 0, "{part}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{part}");
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic()), "{part}");
        let outside: String = tag.split('"').step_by(2).collect();
        let words: Vec<&str> = outside.trim_end_matches('/').split_whitespace().skip(1).collect();
        assert!(words.iter().all(|word| word.ends_with('=')), "attributes without quotes: {part}");
        names.push(name);
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{open:?}");
    names
}

#[test]
fn the_chart_marks_each_mistake() {
    let desk = desk();
    for (line, title) in [
        ("games.ogn --nodes 3000", "abapa: oware nodes=30 – oware nodes=300, 0-1"),
        ("games.ogn --game 3 --nodes 500", "warri: oware nodes=30 – oware nodes=300, 0-1"),
        ("games.ogn --game 4 --nodes 5000", "kalah: "),
        ("opening.ogn --depth 5", "abapa: &lt;&amp;&quot;&gt; – North, *"),
    ] {
        let line = format!("review {line} --svg chart.svg");
        let (json, svg) = (desk.json(&line), fs::read_to_string(desk.path("chart.svg")).unwrap());
        let text = desk.text(&line);
        assert_eq!(fs::read_to_string(desk.path("chart.svg")).unwrap(), svg, "{line}: the same review has the same chart");
        let names = well_formed(&svg);
        assert!(svg.contains(&format!("<title>{title}")), "{svg}");
        let mut marks = 0;
        for (one, many, class) in
            [("inaccuracy", "inaccuracies", "inaccuracy"), ("mistake", "mistakes", "mistake"), ("blunder", "blunders", "blunder")]
        {
            let counts = text.lines().filter(|line| line.contains("inaccura") && line.contains("blunder") && line.contains(','));
            let counted: usize = counts
                .flat_map(|line| line.trim().split(", "))
                .filter_map(|count| count.strip_suffix(many).or_else(|| count.strip_suffix(one)))
                .map(|count| count.trim().parse::<usize>().unwrap())
                .sum();
            assert_eq!(json.iter().filter(|row| row["class"] == class).count(), counted, "{line}: {text}");
            // One more is in the legend.
            assert_eq!(svg.matches(&format!(r#"<circle class="{class}""#)).count(), counted + 1, "{line}: {class}");
            marks += counted;
        }
        // Each has a title of its own, and the chart has one.
        assert_eq!(names.iter().filter(|&&name| name == "title").count(), marks + 1, "{line}");
        assert!(marks > 0, "{line}");
    }
    fs::write(desk.path("none.ogn"), "*\n").unwrap();
    desk.text("review none.ogn --depth 3 --svg none.svg");
    well_formed(&fs::read_to_string(desk.path("none.svg")).unwrap());
}

#[test]
fn a_chart_is_written_though_nobody_reads_the_text_and_the_text_printed_though_there_is_no_chart() {
    let desk = desk();
    let mut child = desk.process("review opening.ogn --depth 4 --svg chart.svg").stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    well_formed(&fs::read_to_string(desk.path("chart.svg")).unwrap());
    let run = desk.run("review opening.ogn --depth 4 --svg none/chart.svg");
    assert_eq!(run.code, Some(3));
    assert!(run.out.contains("  tables     ") && run.err.contains("cannot write none/chart.svg"), "{} {}", run.out, run.err);
}

#[test]
fn what_is_wrong_with_a_file_is_named() {
    let desk = desk();
    let fails = |line: &str, code: i32, words: &[&str]| desk.fails(&format!("review {line}"), code, words);
    fails("none.ogn", 3, &["error: cannot read none.ogn"]);
    fails("games.ogn --game 7", 2, &["games.ogn: there is no game 7; the file holds 6 games"]);
    fails("opening.ogn --game 2", 2, &["opening.ogn: there is no game 2; the file holds one game"]);
    fails("games.ogn --game 0", 2, &["--game", "expected 1 or more"]);
    fails("games.ogn --game one", 2, &["--game", "'one'"]);
    fails("games.ogn --rules kalah", 2, &["games.ogn: game 1 is by its own word played by abapa, not by kalah"]);
    fails(
        "games.ogn --game 4 --repetition own-side",
        2,
        &["game 4 is by its own word played by split, not by own-side; leave out --repetition own-side"],
    );
    fails("games.ogn --db none", 3, &["none is no folder"]);
    fails("", 2, &["<FILE>"]);
    for (text, words) in [
        ("1. F f\n2. F\n", "bad.ogn: line 2: move 3, `F`: the pit is empty; legal: A, B, C, D, E"),
        ("1. F F *\n", "bad.ogn: line 1: move 2, `F`: not a move of North; expected one of a, b, c, d, e, f"),
        ("[FEN \"4-4\"]\n\n1. F *\n", "4-4"),
        ("[Rules \"chess\"]\n\n1. F *\n", "chess"),
        ("", "bad.ogn holds no game; expected OGN, such as `1. F f 2. B e`"),
        ("\n  \r\n", "bad.ogn holds no game"),
    ] {
        fs::write(desk.path("bad.ogn"), text).unwrap();
        fails("bad.ogn", 2, &["error: ", words]);
    }
    fs::write(desk.path("bytes.ogn"), b"\xff\xfe").unwrap();
    fails("bytes.ogn", 2, &["bytes.ogn is not text in UTF-8"]);
    desk.folder("folder");
    fails("folder", 3, &["cannot read folder"]);
    let run = Run::of(desk.command("review -").write_stdin("1. F F *"));
    run.failed("review -", 2, &["error: standard input: line 1: move 2, `F`"]);
}

#[test]
fn standard_input_and_lines_of_other_systems_are_read() {
    let desk = desk();
    let timeless = |text: String| text.lines().filter(|line| !line.starts_with("  searched ")).collect::<Vec<_>>().join("\n");
    let of = |input: &str| timeless(Run::of(desk.command("review - --game 4 --nodes 2000").write_stdin(input)).done("review -"));
    let text = of(GAMES);
    assert!(text.starts_with("kalah, game 4 of standard input\n"), "{text}");
    assert_eq!(of(&GAMES.replace('\n', "\r\n")), text);
    fs::write(desk.path("crlf.ogn"), GAMES.replace('\n', "\r\n")).unwrap();
    let file = timeless(desk.text("review crlf.ogn --game 4 --nodes 2000"));
    assert_eq!(file.replace("crlf.ogn", "standard input"), text);
}

/// A file that tells no result leaves it to the rules; one that tells of a resignation is believed.
#[test]
fn the_end_of_a_game_is_that_of_the_rules_if_the_file_tells_none() {
    let desk = desk();
    let told = |text: &str| {
        fs::write(desk.path("end.ogn"), text).unwrap();
        let (_, summary) = reviewed(&desk, "end.ogn --nodes 500");
        ["result", "termination", "south"].map(|name| summary[name].clone())
    };
    let position = "[South \"Ama\"]\n[FEN \"0-0-0-0-0-1-0-0-0-0-0-1-3-4-S\"]\n[Rules \"kalah\"]\n\n";
    assert_eq!(told(&format!("{position}1. F")), [json!("0-1"), json!("row-empty"), json!("Ama")]);
    assert_eq!(told(&format!("{position}*")), [json!("*"), json!(null), json!("Ama")]);
    assert_eq!(told("[Termination \"resignation\"]\n\n1. F f 1-0"), [json!("1-0"), json!("resignation"), json!(null)]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_the_last_moves() {
    let desk = desk();
    // The last moves are few seeds' and take no time, the first ones take minutes.
    for json in [" --json", ""] {
        let child =
            desk.process(&format!("review games.ogn --time 10min{json}")).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(2500));
        assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
        let text = String::from_utf8(output.stdout).unwrap();
        if json.is_empty() {
            assert!(text.contains("\n  stopped    the first ") && text.contains(" moves are not reviewed\n"), "{text}");
            continue;
        }
        let mut rows = rows(&text);
        let summary = rows.pop().unwrap();
        check_rows(&rows, &summary);
        assert!((1..53).contains(&rows.len()) && rows.last().unwrap()["ply"] == 53, "{summary}");
    }
    // Stopped before anything is known: nothing is said of any value.
    let child = desk.process("review opening.ogn --time 10min --json").stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &summary["reviewed"], &summary["value"]), (Some(0), &json!(0), &Value::Null), "{summary}");
}
