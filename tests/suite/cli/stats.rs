//! `oware db stats`.

use super::{Desk, rule_sets};
use crate::naive::{self, RuleSet};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The rows of the census, for one rule set and layer or more.
fn census(rules: &str, layers: &[u64]) -> Vec<(u64, i64, u64)> {
    let rows = include_str!("../../data/census.csv").lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    let rows = rows.filter(|row| row[0] == rules).map(|row| (row[1].parse().unwrap(), row[2].parse().unwrap(), row[3].parse().unwrap()));
    let mut rows: Vec<_> = rows.filter(|(seeds, _, _)| layers.contains(seeds)).collect();
    rows.sort_unstable();
    rows
}

fn found(rows: &[Value], rules: &str) -> Vec<(u64, i64, u64)> {
    rows.iter()
        .map(|row| {
            assert!(row["rules"] == rules && super::keys(row).into_iter().eq(["count", "rules", "seeds", "value"]), "{row}");
            (row["seeds"].as_u64().unwrap(), row["value"].as_i64().unwrap(), row["count"].as_u64().unwrap())
        })
        .collect()
}

#[test]
fn counts_are_those_of_the_census() {
    let desk = Desk::new();
    for rules in rule_sets() {
        let rows = desk.json(&format!("db stats --rules {rules}"));
        assert_eq!(found(&rows, rules), census(rules, &[0, 1, 2, 3, 4, 5, 6, 7, 8]), "{rules}");
    }
    desk.build("wari", 9, "tables");
    let rows = desk.json("db stats --rules wari --seeds 9 --db tables");
    assert_eq!(found(&rows, "wari"), census("wari", &[9]));
}

#[test]
fn the_text_counts_wins_draws_and_losses_in_columns() {
    let text = Desk::new().text("db stats --seeds 4");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[2].split_whitespace().collect::<Vec<_>>(), ["seeds", "boards", "wins", "draws", "losses"]);
    assert_eq!(lines[3].split_whitespace().collect::<Vec<_>>(), ["4", "1,365", "577", "143", "645"]);
    assert_eq!(lines[2].len(), lines[3].len());
    assert!(text.contains("\n    0              143 █"), "{text}");
    let sum: u64 = lines
        .iter()
        .filter(|line| line.ends_with('█'))
        .map(|line| line.split_whitespace().nth(1).unwrap().replace(',', "").parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 1365, "{text}");
}

#[test]
fn a_layer_that_is_not_there_is_a_no() {
    let desk = Desk::new();
    desk.fails(
        "db stats --rules kalah --seeds 9",
        1,
        &["no shared table of kalah with 9 seeds", "oware db build --rules kalah --seeds 9 ("],
    );
    desk.folder("empty");
    desk.fails("db stats --db empty", 1, &["oware db build --rules abapa --seeds 0 --db empty"]);
}

#[test]
fn the_census_is_printed_in_the_form_of_the_record() {
    let desk = Desk::new();
    for rules in rule_sets() {
        let record =
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("databases/census/{rules}-shared.txt"))).unwrap();
        let text = desk.text(&format!("db stats --rules {rules} --census"));
        assert!(record.starts_with(&text), "{rules}: the built-in layers are the first of the record");
        assert!(text.lines().last().unwrap().starts_with("8 ") && record.len() > text.len());
    }
    desk.fails("db stats --census --json", 2, &["--census", "--json"]);
}

#[test]
fn the_picture_has_a_bar_for_each_layer_and_is_always_the_same() {
    let desk = Desk::new();
    desk.build("wari", 10, "tables");
    let draw = |options: &str, file: &str| {
        let run = desk.run(&format!("db stats {options} --plot {file}"));
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
        fs::read_to_string(desk.path(file)).unwrap()
    };
    let picture = draw("--rules wari --db tables", "wari.svg");
    assert_eq!([r#"<g class="layer">"#, r#"<g class="values">"#].map(|group| picture.matches(group).count()), [11, 11]);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && picture.contains("wari: the values of 646,646 boards"));
    assert!(picture.contains("<title>10 seeds: 44.7 % won, 26.6 % drawn, 28.7 % lost</title>"), "{picture}");
    assert_well_formed(&picture);
    assert_eq!(picture, draw("--rules wari --db tables", "again.svg"));
    let one = draw("--rules kalah --seeds 0", "one.svg");
    assert_eq!(one.matches(r#"<g class="layer">"#).count(), 1);
    assert_well_formed(&one);
}

/// Every element is closed, in order, and all attributes are quoted.
fn assert_well_formed(text: &str) {
    let mut open = Vec::new();
    for tag in text.split('<').skip(1).map(|rest| rest.split_once('>').expect("a tag ends").0) {
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

#[test]
fn a_picture_appears_whole_or_not_at_all() {
    let desk = Desk::new();
    desk.folder("there");
    desk.fails("db stats --plot there", 3, &["cannot write there"]);
    desk.fails("db stats --plot missing/wari.svg", 3, &["cannot write missing/wari.svg"]);
    desk.fails("db stats --kind forced --plot wari.svg", 2, &["--plot draws tables of kind shared"]);
    desk.fails("db stats --rules wari --seeds 9 --plot wari.svg", 1, &["no shared table of wari"]);
    let names: Vec<_> = fs::read_dir(desk.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["there"]);
}

#[test]
fn of_kind_forced_the_numbers_of_both_players_are_counted() {
    let desk = Desk::new();
    let layer = &naive::forced(RuleSet::Abapa, 4)[4];
    let rows = desk.json("db stats --kind forced --seeds 4");
    for row in &rows {
        assert_eq!((&row["rules"], &row["kind"], &row["seeds"]), (&"abapa".into(), &"forced".into(), &4.into()), "{row}");
        let of = |numbers: &(u8, u8)| if row["player"] == "mover" { numbers.0 } else { numbers.1 };
        assert_eq!(row["count"], layer.values().filter(|numbers| row["value"] == of(numbers)).count(), "{row}");
    }
    assert_eq!(rows.iter().map(|row| row["count"].as_u64().unwrap()).sum::<u64>(), 2 * 1365);
    let text = desk.text("db stats --kind forced --seeds 4");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[2].split_whitespace().collect::<Vec<_>>(), ["seeds", "boards", "decided"]);
    assert_eq!(lines[3].split_whitespace().collect::<Vec<_>>(), ["4", "1,365", "994"]);
    assert_eq!(lines[2].len(), lines[3].len());
}
