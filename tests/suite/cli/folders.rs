//! Where tables are looked for, and what a bad one does.

use super::{Desk, Run, THREE_SEEDS, USER_TABLES, rows};
use serde_json::{Value, json};
use std::fs;

const LINE: &str = "best --depth 1 --json";

/// Which layers came from where.
fn tables(desk: &Desk, options: &str, variable: Option<&str>) -> Value {
    let mut command = desk.command(&format!("{LINE} {options}"));
    if let Some(folder) = variable {
        command.env("OWARE_DB", folder);
    }
    rows(&Run::of(&mut command).done(options))[0]["tables"].clone()
}

fn range(from: u32, to: u32, source: &str) -> Value {
    json!({ "kind": "shared", "from": from, "to": to, "source": source })
}

#[test]
fn without_a_folder_the_built_in_layers_are_known() {
    let desk = Desk::new();
    for variable in [None, Some(""), Some("missing")] {
        assert_eq!(tables(&desk, "", variable), json!([range(0, 8, "built-in")]));
    }
    assert_eq!(tables(&desk, "--no-db", None), json!([]));
    desk.folder("empty");
    assert_eq!(tables(&desk, "", Some("empty")), json!([range(0, 8, "built-in")]));
    assert_eq!(tables(&desk, "--db empty", None), json!([]), "a folder that is named is used alone");
}

#[test]
fn the_first_folder_with_the_layer_wins() {
    let desk = Desk::new();
    let user = desk.path(USER_TABLES).display().to_string();
    desk.build("abapa", 9, USER_TABLES);
    assert_eq!(tables(&desk, "", None), json!([range(0, 9, &user)]));
    desk.build("abapa", 4, "databases");
    assert_eq!(tables(&desk, "", None), json!([range(0, 4, "databases"), range(5, 9, &user)]));
    desk.build("abapa", 2, "named");
    assert_eq!(tables(&desk, "", Some("named")), json!([range(0, 2, "named"), range(3, 4, "databases"), range(5, 9, &user)]));
    assert_eq!(tables(&desk, "--db databases", Some("named")), json!([range(0, 4, "databases")]));
    assert_eq!(tables(&desk, "--rules wari", Some("named")), json!([range(0, 8, "built-in")]), "rule sets have their own folders");
    fs::remove_file(desk.path("named/abapa/shared-01.owt")).unwrap();
    let text = desk.text("best --depth 1 --db named");
    assert!(text.contains("tables     shared layer 0 (named); shared layer 2 (named)\n"), "{text}");
}

#[test]
fn a_bad_file_is_passed_over_with_a_warning_unless_its_folder_was_named() {
    let desk = Desk::new();
    desk.build("abapa", 3, "mine");
    let path = desk.path("mine/abapa/shared-02.owt");
    let whole = fs::read(&path).unwrap();
    let mut foreign = whole.clone();
    foreign[..4].copy_from_slice(b"text");
    for (bytes, fault) in
        [(&whole[..100], "truncated: 100 bytes, expected 150"), (&foreign, "not a table file"), (&[], "truncated: 0 bytes")]
    {
        fs::write(&path, bytes).unwrap();
        let run = Run::of(desk.command(LINE).env("OWARE_DB", "mine"));
        assert!(run.err.starts_with("warning: passed over mine/abapa/shared-02.owt: ") && run.err.contains(fault), "{}", run.err);
        assert!(run.err.contains("delete it and run `oware db build --rules abapa --seeds 2 --db mine`"), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        let expected = json!([range(0, 1, "mine"), range(2, 2, "built-in"), range(3, 3, "mine"), range(4, 8, "built-in")]);
        assert_eq!(rows(&run.done(LINE))[0]["tables"], expected);
        for line in [&format!("{LINE} --db mine"), "analyze --db mine", "db stats --db mine", "bench --db mine"] {
            desk.fails(line, 3, &["error: mine/abapa/shared-02.owt: ", fault]);
        }
        desk.fails(&format!("db probe --position {THREE_SEEDS} --db mine"), 3, &[fault]);
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    desk.fails("best --db mine", 3, &["cannot read mine/abapa/shared-02.owt"]);
}

#[test]
fn a_folder_that_is_named_must_be_one() {
    let desk = Desk::new();
    fs::write(desk.path("file"), "").unwrap();
    let commands =
        ["best", "analyze", "bench", "db build --seeds 2", "db verify", "db stats", "db probe", "db export --seeds 2 --out layer.bin"];
    for command in commands {
        for folder in ["file", "missing"] {
            let words = [&format!("error: {folder} is no folder"), "create it, or name another with `--db DIR`"];
            desk.fails(&format!("{command} --db {folder}"), 3, &words);
        }
    }
}
