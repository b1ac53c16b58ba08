//! `oware bench`.

use super::{Desk, keys};
use crate::accuracy::random_choice;
use oware::bench::accuracy::suite;
use oware::variant::Variant;

#[test]
fn the_signature_is_the_same_from_run_to_run() {
    let desk = Desk::new();
    let first = desk.object("bench");
    assert!(keys(&first).into_iter().eq(["nodes", "nps", "signature"]), "{first}");
    assert!(first["nodes"].is_u64() && first["nps"].as_u64() > Some(0), "{first}");
    let signature = first["signature"].as_str().unwrap();
    assert!(signature.len() == 16 && signature.bytes().all(|digit| digit.is_ascii_hexdigit()), "{first}");
    // Tables that lie about do not matter.
    desk.build("abapa", 9, "databases");
    let text = desk.text("bench");
    assert!(text.lines().any(|line| line == format!("signature  {signature}")), "{text} after {first}");
}

#[test]
fn accuracy_is_better_than_chance_and_the_same_from_run_to_run() {
    let desk = Desk::new();
    let row = desk.object("bench --accuracy --nodes 500 --rules kalah");
    let members = ["best", "best_share", "nodes", "positions", "rules", "seeds_lost", "seeds_lost_a_move"];
    assert!(keys(&row).into_iter().eq(members), "{row}");
    assert_eq!((&row["rules"], &row["nodes"], &row["positions"]), (&"kalah".into(), &500.into(), &210.into()));
    let [best, lost] = ["best", "seeds_lost"].map(|name| row[name].as_u64().unwrap() as f64 / 210.0);
    for (name, value) in [("best_share", best), ("seeds_lost_a_move", lost)] {
        assert!((row[name].as_f64().unwrap() - value).abs() < 1e-12, "{name} of {row}");
    }
    // How well 500 nodes do is the engine's own affair, but they do much better than a move drawn at random.
    let (share, loss) = random_choice(&suite(Variant::Kalah));
    assert!(best > share + 0.1 && best <= 1.0 && lost < loss / 2.0, "{row} against {share} and {loss}");
    // Tables that lie about do not matter.
    desk.build("kalah", 13, "databases");
    assert_eq!(desk.object("bench --accuracy --nodes 500 --rules kalah"), row);
}

#[test]
fn accuracy_is_told_of_each_rule_set_and_of_all() {
    let desk = Desk::new();
    let text = desk.text("bench --accuracy --nodes 1");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["rules", "positions", "best", "moves", "seeds", "lost", "a", "move"]);
    let names = ["abapa", "abapa-play-on", "wari", "warri", "kalah", "kalah-strict", "total"];
    for (line, name) in lines[1..].iter().zip(names) {
        let positions = if name == "total" { "1,260" } else { "210" };
        assert_eq!((line[..2].to_vec(), line[3], line.len()), (vec![name, positions], "%", 5), "{text}");
    }
    assert!(
        text.ends_with("\nnodes          1 a position, one thread, 16 MiB\ntables         shared layers 0–12, solved at the start\n"),
        "{text}"
    );
    let rows = desk.json("bench --accuracy --nodes 1");
    assert!(rows.iter().map(|row| row["rules"].as_str().unwrap()).eq(names[..6].iter().copied()), "{rows:?}");
    let one = desk.text("bench --accuracy --nodes 1 --rules wari");
    assert!(one.contains("\nwari ") && !one.contains("total") && !one.contains("kalah"), "{one}");
}

#[test]
fn accuracy_with_tables_of_a_folder_depends_on_them() {
    let desk = Desk::new();
    desk.build("kalah-strict", 15, "tables");
    let line = "bench --accuracy --nodes 300 --rules kalah-strict";
    let [less, more] = [line.to_owned(), format!("{line} --db tables")].map(|line| desk.object(&line)["best"].as_u64().unwrap());
    assert!(more > less, "tables of 15 seeds keep the value {more} times, those of 12 seeds {less} times");
    assert!(desk.text(&format!("{line} --db tables")).contains("\ntables         tables\n"));
}

#[test]
fn accuracy_refuses_what_is_wrong() {
    let desk = Desk::new();
    desk.fails("bench --nodes 5", 2, &["--accuracy"]);
    desk.fails("bench --rules kalah", 2, &["--accuracy"]);
    desk.fails("bench --accuracy --nodes 0", 2, &["'0'", "--nodes", "expected 1 or more"]);
    desk.fails("bench --accuracy --nodes 1k", 2, &["'1k'", "no whole number; expected one such as 1000"]);
    desk.fails("bench --accuracy --rules chess", 2, &["unknown rule set `chess`", "kalah-strict"]);
    desk.fails("bench --accuracy --rules wari --db missing", 3, &["missing"]);
    desk.build("wari", 10, "tables");
    std::fs::write(desk.path("tables/wari/shared-09.owt"), "").unwrap();
    desk.fails("bench --accuracy --rules wari --db tables", 3, &["shared-09", "oware db build --rules wari --seeds 9"]);
}
