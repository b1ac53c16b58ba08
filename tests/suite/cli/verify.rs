//! `oware db verify`.

use super::{Desk, Run, keys, rule_sets};
use crate::library;
use crate::naive::RuleSet;
use crate::prove::forced_layers;
use oware::table::{Kind, TableId, encode};
use oware::variant::Variant;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Changes the bytes of a file.
fn alter(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

/// Makes the header's checksum right again.
fn seal(bytes: &mut [u8]) {
    let checksum = xxh3_64(&bytes[..56]).to_le_bytes();
    bytes[56..64].copy_from_slice(&checksum);
}

#[test]
fn what_is_built_in_is_good_down_to_each_value() {
    let rows = Desk::new().json("db verify --full");
    assert_eq!(rows.len(), 6 * 9);
    assert_eq!(rows.iter().map(|row| row["rules"].as_str().unwrap()).collect::<BTreeSet<_>>(), rule_sets().collect());
    for row in &rows {
        assert!(
            keys(row).into_iter().eq(["boards", "census", "checked", "error", "file", "kind", "not_checked", "ok", "rules", "seeds"]),
            "{row}"
        );
        assert_eq!((&row["ok"], &row["error"], &row["checked"]), (&json!(true), &json!(null), &json!("checksums and values")), "{row}");
        let cycles =
            if row["rules"].as_str().unwrap().starts_with("kalah") { json!(null) } else { json!("values that are carried round cycles") };
        assert_eq!((&row["not_checked"], &row["census"]), (&cycles, &json!("as recorded")), "{row}");
    }
}

#[test]
fn each_bad_file_has_a_line_and_the_answer_is_no() {
    let desk = Desk::new();
    desk.build("wari", 6, "tables");
    desk.build("warri", 3, "tables");
    let file = |seeds: u32| desk.path(&format!("tables/wari/shared-{seeds:02}.owt"));
    alter(&file(0), |bytes| bytes[12] = 1); // The header's checksum is no longer right.
    alter(&file(1), |bytes| bytes[70] ^= 1);
    alter(&file(2), |bytes| bytes.truncate(100));
    fs::copy(desk.path("tables/warri/shared-03.owt"), file(3)).unwrap();
    alter(&file(4), |bytes| {
        bytes[15] = 0;
        seal(bytes);
    });
    alter(&file(5), |bytes| {
        bytes[8] = 3;
        seal(bytes);
    });
    let faults = [
        "damaged header",
        "damaged: block 0 (boards 0 to 11)",
        "truncated: 100 bytes, expected 150",
        "the file of another rule set: warri, expected wari",
        "unfinished: its build was interrupted",
        "format version 3, expected 1 to 2",
    ];

    let run = desk.run("db verify --db tables");
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 7 + 4 + 4, "{}", run.out);
    for (seeds, fault) in (0..).zip(faults) {
        let start = format!("BAD   tables/wari/shared-{seeds:02}.owt: {fault}");
        let end = format!("; delete it and run `oware db build --rules wari --seeds {seeds} --db tables`");
        assert!(lines[seeds].starts_with(&start) && lines[seeds].ends_with(&end), "{}", lines[seeds]);
    }
    assert_eq!(lines[6], "good  tables/wari/shared-06.owt  (checksums; census as recorded)");
    let summary = [
        "",
        "checked: checksums of 11 files, census of 5 as recorded",
        "not checked: values of wari 6, warri 0–3; --full checks them",
        "bad: 6 files",
    ];
    assert_eq!(lines[11..], summary);
    assert!(lines[7..11].iter().all(|line| line.starts_with("good  tables/warri/")), "{}", run.out);

    let run = desk.run("db verify --db tables --json --rules wari");
    let rows = super::rows(&run.out);
    assert_eq!((run.code, rows.len()), (Some(1), 7));
    for (row, fault) in rows.iter().zip(faults) {
        assert!(row["ok"] == false && row["error"].as_str().unwrap().contains(fault), "{row}");
    }
    assert_eq!(desk.run("db verify --db tables --rules warri").code, Some(0));
    // Found by the search order, they are bad all the same.
    let run = Run::of(desk.command("db verify --rules wari").env("OWARE_DB", "tables"));
    assert_eq!((run.code, run.out.matches("BAD ").count()), (Some(1), 6), "{}", run.out);
}

#[test]
fn a_wrong_value_with_right_checksums_is_found_by_the_full_check() {
    let desk = Desk::new();
    desk.build("abapa", 3, "tables");
    alter(&desk.path("tables/abapa/shared-02.owt"), |bytes| {
        let last = bytes.len() - 9;
        bytes[last] = if bytes[last] == 2 { 1 } else { 2 };
        let sum = xxh3_64(&bytes[64..=last]).to_le_bytes();
        bytes[last + 1..].copy_from_slice(&sum);
    });
    let run = desk.run("db verify --db tables");
    assert!(run.code == Some(1) && run.out.contains(" by the census on record"), "{}", run.out);
    let run = desk.run("db verify --full --db tables");
    assert_eq!(run.code, Some(1));
    let bad: Vec<&str> = run.out.lines().filter(|line| line.starts_with("BAD ")).collect();
    assert!(bad[0].starts_with("BAD   tables/abapa/shared-02.owt: "), "{}", run.out);
    assert!(bad[0].contains("in the table, but its moves make it "), "{}", run.out);
    assert!(bad[0].ends_with("; delete it and run `oware db build --rules abapa --seeds 2 --db tables`"), "{}", run.out);
    let alone = "good  tables/abapa/shared-03.owt  (checksums; census as recorded)";
    assert!(run.out.contains(alone) && run.out.contains("values of abapa 3, since a lower layer is missing or bad"), "{}", run.out);
}

/// Writes tables of these layers, one byte a value.
fn put(desk: &Desk, folder: &str, variant: Variant, kind: Kind, layers: &[Vec<u8>]) {
    for (seeds, layer) in (0..).zip(layers) {
        let id = TableId::new(variant, kind, seeds).unwrap();
        let path = id.path(&desk.path(folder));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let values: Vec<i8> = layer.iter().map(|&byte| byte as i8).collect();
        fs::write(path, encode(id, &values)).unwrap();
    }
}

#[test]
fn the_proof_says_what_it_covers() {
    let desk = Desk::new();
    desk.build("warri", 6, "tables");
    desk.build("kalah", 2, "tables");
    let run = desk.run("db verify --prove --db tables");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "good  tables/warri/shared-00.owt  (checksums, values and proof; census as recorded)");
    let all = "checked: checksums of 10 files, census of 10 as recorded, values of 10 from their successors, 10 layers proven by another solution";
    assert_eq!(lines[10..], ["", all]);

    let run = desk.run("db verify --prove=3 --db tables");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[4], "good  tables/warri/shared-04.owt  (checksums and values; census as recorded)");
    assert!(lines[11].ends_with("values of 10 from their successors, 7 layers proven by another solution"), "{}", run.out);
    assert!(lines[12].starts_with("not checked: cycles in warri 4–6 (one-ply consistency does not prove "), "{}", run.out);

    let run = desk.run("db verify --full --rules kalah --db tables");
    let acyclic = "values of 3 from their successors, 3 layers proven by that, since no position comes back there";
    assert!(run.out.lines().last().unwrap().ends_with(acyclic), "{}", run.out);
    fs::remove_file(desk.path("tables/warri/shared-02.owt")).unwrap();
    let rows = desk.json("db verify --prove --rules warri --db tables");
    let scopes: Vec<_> = rows.iter().map(|row| (row["seeds"].as_u64().unwrap(), row["checked"].as_str().unwrap())).collect();
    let (proof, alone) = ("checksums, values and proof", "checksums");
    assert_eq!(scopes, [(0, proof), (1, proof), (3, alone), (4, alone), (5, alone), (6, alone)]);
    assert_eq!(rows[2]["not_checked"], "values, since a lower layer is missing or bad");
}

#[test]
fn values_that_lie_in_step_round_a_cycle_are_found_by_the_proof() {
    let desk = Desk::new();
    let mut layers = library::solve(Variant::Abapa, 6);
    let seeds = (1..=6).find(|&seeds| library::lie_in_step(Variant::Abapa, seeds, &mut layers)).expect("a layer with cycles");
    layers.truncate(seeds as usize + 1);
    put(&desk, "tables", Variant::Abapa, Kind::Shared, &layers);
    let file = format!("BAD   tables/abapa/shared-{seeds:02}.owt: ");
    let bad = |options: &str| {
        let run = desk.run(&format!("db verify --db tables {options}"));
        let bad: Vec<String> = run.out.lines().filter(|line| line.starts_with("BAD ")).map(str::to_owned).collect();
        assert!(run.code == Some(1) && bad.len() == 1 && bad[0].starts_with(&file), "{}", run.out);
        bad.into_iter().next().unwrap()
    };
    // Each value follows from the others; only their number gives them away, where it is on record.
    assert!(bad("--full").contains(" by the census on record"));
    let proof = bad("--prove");
    assert!(proof.contains(": the value is ") && proof.contains(" in the table, but the proof makes it "), "{proof}");
    assert!(proof.ends_with(&format!("; delete it and run `oware db build --rules abapa --seeds {seeds} --db tables`")), "{proof}");
}

#[test]
fn forced_tables_are_proven_too() {
    let desk = Desk::new();
    let mut layers = forced_layers(RuleSet::Wari, 3);
    put(&desk, "tables", Variant::Wari, Kind::Forced, &layers);
    let run = desk.run("db verify --kind forced --prove --db tables");
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(run.out.contains("4 layers proven by another solution\n"), "{}", run.out);
    assert!(run.out.starts_with("good  tables/wari/forced-00.owt  (checksums, values and proof; census as recorded)\n"), "{}", run.out);
    let last = layers[3].last_mut().unwrap();
    *last = (*last + 1) % 4;
    put(&desk, "tables", Variant::Wari, Kind::Forced, &layers);
    let run = desk.run("db verify --kind forced --prove --db tables");
    let wrong = "BAD   tables/wari/forced-03.owt: board [3, 0, 0, 0, 0, 0] / [0, 0, 0, 0, 0, 0] (mover / opponent): what the opponent can force is ";
    assert!(run.code == Some(1) && run.out.contains(wrong), "{}", run.out);
    let text = desk.text("db stats --kind forced --seeds 2 --rules wari --db tables");
    assert!(text.contains("histogram of layer 2, what the opponent can force\n"), "{text}");
    let rows = desk.json("db stats --kind forced --seeds 2 --rules wari --db tables");
    for player in ["mover", "opponent"] {
        let counts = rows.iter().filter(|row| row["player"] == player).map(|row| row["count"].as_u64().unwrap());
        assert_eq!(counts.sum::<u64>(), 78, "{rows:?}");
    }
    let census = desk.text("db stats --kind forced --rules wari --census --db tables");
    assert!(census.contains("\n# seeds player value count\n0 mover 0 1\n0 opponent 0 1\n1 mover "), "{census}");
}

#[test]
fn a_folder_without_tables_is_told_with_the_remedy() {
    let desk = Desk::new();
    desk.folder("empty");
    let run = desk.run("db verify --db empty");
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    let remedy = "there is no table in empty to check; build it: oware db build --rules abapa --seeds 12 --db empty (";
    assert!(run.err.starts_with(remedy), "{}", run.err);
    let forced = desk.run("db verify --db empty --kind forced");
    assert!(forced.err.contains("build it: oware db build --rules abapa --seeds 12 --kind forced --db empty ("), "{}", forced.err);
}
