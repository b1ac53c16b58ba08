//! `oware db verify`.

use super::{Desk, Run, keys, rule_sets};
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
        assert!(keys(row).into_iter().eq(["boards", "checked", "error", "file", "kind", "ok", "rules", "seeds"]), "{row}");
        assert_eq!((&row["ok"], &row["error"], &row["checked"]), (&json!(true), &json!(null), &json!("checksums and values")), "{row}");
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
    assert_eq!(lines.len(), 7 + 4, "{}", run.out);
    for (seeds, fault) in (0..).zip(faults) {
        let start = format!("BAD   tables/wari/shared-{seeds:02}.owt: {fault}");
        let end = format!("; delete it and run `oware db build --rules wari --seeds {seeds} --db tables`");
        assert!(lines[seeds].starts_with(&start) && lines[seeds].ends_with(&end), "{}", lines[seeds]);
    }
    assert_eq!(lines[6], "good  tables/wari/shared-06.owt  (checksums)");
    assert!(lines[7..].iter().all(|line| line.starts_with("good  tables/warri/")), "{}", run.out);

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
    assert_eq!(desk.run("db verify --db tables").code, Some(0));
    let run = desk.run("db verify --full --db tables");
    assert_eq!(run.code, Some(1));
    let bad: Vec<&str> = run.out.lines().filter(|line| line.starts_with("BAD ")).collect();
    assert!(bad[0].starts_with("BAD   tables/abapa/shared-02.owt: "), "{}", run.out);
    assert!(
        bad[0].ends_with("; delete it and run oware db build --rules abapa --seeds 2 --db tables") || bad[0].ends_with('`'),
        "{}",
        run.out
    );
}

#[test]
fn a_folder_without_tables_is_told_with_the_remedy() {
    let desk = Desk::new();
    desk.folder("empty");
    let run = desk.run("db verify --db empty");
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    let remedy = "there is no table in empty to check; build it: oware db build --rules abapa --seeds 12 --db empty (";
    assert!(run.err.starts_with(remedy), "{}", run.err);
    // No build is proposed that would be refused.
    let forced = desk.run("db verify --db empty --kind forced");
    assert_eq!(forced.err, "there is no table in empty to check; this version builds only tables of kind shared\n");
}
