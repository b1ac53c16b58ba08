//! `oware db plan`.

use super::{Desk, keys};
use serde_json::json;

#[test]
fn each_layer_has_a_row_and_the_sums_add_up() {
    let desk = Desk::new();
    let rows = desk.json("db plan --rules wari --seeds 48 --threads 1");
    assert_eq!(rows.len(), 49);
    let names = [
        "boards",
        "boards_per_second",
        "boards_total",
        "bytes_packed",
        "bytes_packed_total",
        "bytes_raw",
        "bytes_raw_total",
        "kind",
        "memory_available",
        "memory_in_core",
        "memory_out_of_core",
        "rules",
        "seconds",
        "seconds_total",
        "seeds",
        "threads",
    ];
    let mut sums = [0; 3];
    for (seeds, row) in (0..).zip(&rows) {
        assert!(keys(row).into_iter().eq(names), "{row}");
        assert_eq!(
            (&row["seeds"], &row["rules"], &row["kind"], &row["threads"]),
            (&json!(seeds), &json!("wari"), &json!("shared"), &json!(1))
        );
        for (sum, name) in sums.iter_mut().zip(["boards", "bytes_raw", "bytes_packed"]) {
            *sum += row[name].as_u64().unwrap();
            assert_eq!(row[format!("{name}_total")].as_u64(), Some(*sum), "{row}");
        }
        let small = row["seeds"].as_u64() < Some(5);
        assert!(
            (small || row["bytes_packed"].as_u64() <= row["bytes_raw"].as_u64())
                && row["memory_in_core"].as_u64() >= row["boards"].as_u64()
        );
        assert!(row["seconds"].as_f64() > Some(0.0) && row["seconds_total"].as_f64() >= row["seconds"].as_f64(), "{row}");
    }
    assert_eq!((&rows[48]["boards"], &rows[48]["boards_total"]), (&json!(279_871_768_995_u64), &json!(1_399_358_844_975_u64)));
}

#[test]
fn a_plan_says_what_it_rests_on() {
    let desk = Desk::new();
    let text = desk.text("db plan --rules kalah --seeds 72 --threads 1");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "kalah, tables of kind shared, layers 0–72, built on 1 thread");
    assert_eq!(lines.iter().filter(|line| line.contains(" │ ")).count(), 73 + 2, "{text}");
    for words in [
        "time    extrapolated: ",
        " million boards a second, measured now on layer ",
        "as measured on tables of up to 24 seeds",
        "memory  layer 72 takes ",
    ] {
        assert!(text.contains(words), "`{words}` is not in: {text}");
    }
    if cfg!(target_os = "linux") {
        assert!(text.contains(" available: it takes a machine with "), "{text}");
    }
    assert!(!desk.path("databases").exists() && !desk.path("data").exists(), "nothing is written");
}

#[test]
fn forced_tables_take_twice_as_much() {
    let desk = Desk::new();
    let raw = |kind: &str| desk.json(&format!("db plan --seeds 10 --kind {kind} --threads 1"))[10]["bytes_raw"].as_u64().unwrap();
    assert_eq!((raw("shared"), raw("forced")), (64 + 352_716 + 8 * 6, 64 + 705_432 + 8 * 11));
    desk.fails("db plan --rules kalah --seeds 4 --kind forced", 2, &["kalah has no tables of kind forced"]);
    desk.fails("db plan --seeds 49", 2, &["abapa has no layer 49"]);
}
