//! `oware db convert`, and what the other commands make of packed files.

use super::{Desk, files, rule_sets};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    files(folder, "").into_iter().filter(|name| name != ".lock").map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

#[test]
fn packed_and_raw_again_is_what_it_was_for_each_rule_set() {
    let desk = Desk::new();
    for rules in rule_sets() {
        desk.build(rules, 10, "tables");
        let folder = desk.path("tables").join(rules);
        let raw = contents(&folder);
        let text = desk.text(&format!("db convert --rules {rules} --format packed --db tables"));
        assert!(text.contains("layer 10: 352,716 boards, packed "), "{text}");
        let packed = contents(&folder);
        assert!(packed.keys().eq(raw.keys()));
        assert!(packed.iter().all(|(_, bytes)| bytes[8] == 2));
        assert!(packed["shared-10.owt"].len() * 5 < raw["shared-10.owt"].len() * 2, "{rules}");
        desk.text(&format!("db verify --rules {rules} --full --db tables"));
        desk.text(&format!("db convert --rules {rules} --format raw --db tables"));
        assert!(contents(&folder) == raw, "{rules}");
    }
}

#[test]
fn one_layer_is_converted_alone_and_a_second_time_changes_nothing() {
    let desk = Desk::new();
    desk.build("wari", 9, "tables");
    let raw = contents(&desk.path("tables/wari"));
    let rows = desk.json("db convert --rules wari --seeds 9 --format packed --db tables");
    assert_eq!((rows.len(), &rows[0]["from"], &rows[0]["format"]), (1, &"raw".into(), &"packed".into()));
    let packed = contents(&desk.path("tables/wari"));
    let changed: Vec<_> = raw.iter().filter(|(name, bytes)| packed[*name] != **bytes).map(|(name, _)| name.as_str()).collect();
    assert_eq!(changed, ["shared-09.owt"]);
    let again = desk.json("db convert --rules wari --seeds 9 --format packed --db tables");
    assert_eq!((&again[0]["from"], &again[0]["bytes"]), (&"packed".into(), &rows[0]["bytes"]));
    assert!(contents(&desk.path("tables/wari")) == packed);
}

#[test]
fn a_layer_alone_in_its_folder_rests_on_the_built_in_ones() {
    let desk = Desk::new();
    desk.build("abapa", 9, "tables");
    let file = desk.path("tables/abapa/shared-09.owt");
    let raw = fs::read(&file).unwrap();
    for seeds in 0..9 {
        fs::remove_file(desk.path(&format!("tables/abapa/shared-0{seeds}.owt"))).unwrap();
    }
    desk.text("db convert --format packed --db tables");
    desk.text("db convert --format raw --db tables");
    assert!(fs::read(&file).unwrap() == raw);
}

#[test]
fn a_build_writes_packed_files_and_goes_on_from_them() {
    let desk = Desk::new();
    desk.build("warri", 10, "raw");
    desk.folder("tables");
    desk.text("db build --rules warri --seeds 8 --format packed --db tables");
    desk.text("db build --rules warri --seeds 10 --format packed --db tables");
    desk.build("warri", 10, "converted");
    desk.text("db convert --rules warri --format packed --db converted");
    assert!(contents(&desk.path("tables/warri")) == contents(&desk.path("converted/warri")));
    fs::remove_file(desk.path("tables/warri/shared-04.owt")).unwrap();
    desk.text("db build --rules warri --seeds 10 --db tables");
    desk.text("db convert --rules warri --format raw --db tables");
    assert!(contents(&desk.path("tables/warri")) == contents(&desk.path("raw/warri")));
}

#[test]
fn the_other_commands_say_the_same_of_packed_files() {
    let desk = Desk::new();
    desk.build("wari", 10, "tables-1");
    desk.build("wari", 10, "tables-2");
    desk.text("db convert --rules wari --format packed --db tables-2");
    // The second board is one that no game reaches.
    let boards = ["1-0-0-1-0-2-1-0-2-0-2-1-20-18-S", "1-1-0-0-1-0-1-1-2-1-1-1-20-18-S"];
    for line in boards.map(|board| format!("db probe --rules wari --position {board}")).iter().map(String::as_str).chain([
        "db stats --rules wari --seeds 10",
        "db stats --rules wari --json",
        "best --rules wari --position 1-0-0-1-0-2-1-0-2-0-2-1-20-18-S --depth 9",
    ]) {
        let answers = ["tables-1", "tables-2"].map(|folder| {
            let text = desk.text(&format!("{line} --db {folder}")).replace(folder, "FOLDER");
            // How long the search took differs.
            text.lines().map(|line| line.split(" in ").next().unwrap().to_owned()).collect::<Vec<_>>()
        });
        assert_eq!(answers[0], answers[1], "{line}");
    }
    for folder in ["tables-1", "tables-2"] {
        desk.text(&format!("db export --rules wari --seeds 10 --out {folder}.bin --db {folder}"));
    }
    assert!(fs::read(desk.path("tables-1.bin")).unwrap() == fs::read(desk.path("tables-2.bin")).unwrap());
}

#[test]
fn what_cannot_be_converted_is_told_and_stays() {
    let desk = Desk::new();
    desk.fails("db convert --format packed --db nowhere", 3, &["nowhere is no folder"]);
    desk.fails("db convert --format zip --db nowhere", 2, &["expected raw or packed"]);
    desk.folder("tables");
    desk.fails("db convert --format packed --db tables", 1, &["no shared table of abapa"]);
    desk.build("abapa", 4, "tables");
    let file = desk.path("tables/abapa/shared-04.owt");
    let mut bytes = fs::read(&file).unwrap();
    bytes[100] ^= 1;
    fs::write(&file, &bytes).unwrap();
    desk.fails("db convert --format packed --db tables --seeds 4", 3, &["shared-04.owt: damaged: block 0"]);
    assert!(fs::read(&file).unwrap() == bytes);
}
