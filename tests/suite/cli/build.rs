//! `oware db build`.

use super::{Desk, USER_TABLES, files, keys};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    files(folder, "").into_iter().filter(|name| name != ".lock").map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

/// The rows of the layers that a build has made; the last row is the summary.
fn layers(desk: &Desk, line: &str) -> Vec<Value> {
    let mut rows = desk.json(line);
    let summary = rows.pop().unwrap();
    assert!(keys(&summary).into_iter().eq(["summary"]), "{summary}");
    let names = ["cpu_seconds", "rss_anon_idle", "rss_anon_peak", "seconds", "vm_hwm"];
    assert!(keys(&summary["summary"]).into_iter().eq(names), "{summary}");
    rows
}

#[test]
fn files_are_the_same_for_any_number_of_threads() {
    let desk = Desk::new();
    for rules in ["warri", "kalah"] {
        let built = [1, 2, 4].map(|threads| {
            let folder = desk.folder(&format!("by-{threads}"));
            desk.text(&format!("db build --rules {rules} --seeds 9 --threads {threads} --db by-{threads}"));
            contents(&folder.join(rules))
        });
        assert_eq!(
            built[0].keys().map(String::as_str).collect::<Vec<_>>(),
            (0..=9).map(|n| format!("shared-{n:02}.owt")).collect::<Vec<_>>()
        );
        assert!(built[0] == built[1] && built[0] == built[2], "{rules}");
    }
}

#[test]
fn what_is_built_in_is_what_a_build_gives() {
    let desk = Desk::new();
    desk.build("wari", 8, "tables");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("databases/wari");
    for (name, bytes) in contents(&desk.path("tables/wari")) {
        assert!(fs::read(shipped.join(&name)).unwrap() == bytes, "{name}");
    }
}

#[test]
fn a_second_run_builds_nothing_and_a_larger_one_what_is_missing() {
    let desk = Desk::new();
    desk.folder("tables");
    let first = layers(&desk, "db build --rules kalah-strict --seeds 4 --db tables");
    let names = ["boards", "file", "kind", "rules", "seconds", "seeds"];
    assert!(first.iter().all(|row| keys(row).into_iter().eq(names)), "{first:?}");
    let boards: Vec<_> = first.iter().map(|row| row["boards"].as_u64().unwrap()).collect();
    assert_eq!(boards, [1, 12, 78, 364, 1365]);
    let again = desk.run("db build --rules kalah-strict --seeds 4 --db tables --json");
    assert!(again.code == Some(0) && again.out.starts_with("{\"summary\":") && again.out.lines().count() == 1, "{}", again.out);
    assert!(again.err.contains("layers 0–4 in tables: 5 there, 0 to build"), "{}", again.err);
    let more = layers(&desk, "db build --rules kalah-strict --seeds 5 --db tables").remove(0);
    assert_eq!((&more["seeds"], &more["file"]), (&json!(5), &json!("tables/kalah-strict/shared-05.owt")));
}

#[test]
fn without_a_folder_the_local_one_or_the_users_is_taken() {
    let desk = Desk::new();
    desk.text("db build --seeds 1");
    assert!(desk.path(USER_TABLES).join("abapa/shared-01.owt").is_file());
    desk.folder("databases");
    desk.text("db build --seeds 2");
    assert!(desk.path("databases/abapa/shared-02.owt").is_file());
    let text = desk.text("db build --help");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("Folder to build in [default: ./databases if it exists, else the user's data folder]"), "{text}");
}

#[test]
fn too_little_memory_is_told_with_the_numbers() {
    let desk = Desk::new();
    desk.folder("tables");
    let words = [
        "layer 14 of abapa",
        "4457400 boards",
        "takes 8 MiB of memory, or 4 MiB with its boards on disk",
        "budget of 2 MiB",
        "--memory",
        "--seeds",
    ];
    desk.fails("db build --seeds 14 --memory 2 --db tables", 2, &words);
    let files: Vec<_> = fs::read_dir(desk.path("tables")).unwrap().collect();
    assert!(files.is_empty(), "refused before any work");
    desk.fails("db build --seeds 36 --memory 2 --db tables", 2, &["layer 36 is beyond this solver", "at most 35 seeds"]);
    desk.fails("db build --seeds 35 --memory 1000 --db tables", 2, &["layer 35 of abapa (13340783196 boards)", "--memory"]);
}

#[test]
fn a_layer_that_does_not_fit_into_memory_is_built_on_disk_to_the_same_bytes() {
    let desk = Desk::new();
    for (rules, kind, memory) in [("abapa", "shared", 2), ("warri", "forced", 2), ("kalah", "shared", 1)] {
        desk.folder("memory");
        desk.folder("disk");
        let run = |options: &str| desk.run(&format!("db build --rules {rules} --kind {kind} --seeds 12 {options}"));
        assert_eq!(run("--db memory").code, Some(0));
        let on_disk = run(&format!("--memory {memory} --checkpoint 0s --db disk"));
        assert_eq!(on_disk.code, Some(0), "{}", on_disk.err);
        assert!(on_disk.err.contains("the boards are kept in a file"), "{}", on_disk.err);
        for seeds in 0..=12 {
            let file = format!("{rules}/{kind}-{seeds:02}.owt");
            let bytes = ["memory", "disk"].map(|folder| fs::read(desk.path(folder).join(&file)).unwrap());
            assert!(bytes[0] == bytes[1], "{file}");
        }
        assert_eq!(fs::read_dir(desk.path("disk").join(rules)).unwrap().count(), 14, "13 tables and the lock");
    }
}

#[test]
fn a_build_tells_what_it_took() {
    let desk = Desk::new();
    desk.folder("tables");
    let run = desk.run("db build --rules wari --seeds 12 --threads 1 --json --db tables");
    let summary = &super::rows(&run.out).pop().unwrap()["summary"];
    assert!(summary["seconds"].as_f64() > Some(0.0), "{summary}");
    let last = run.err.lines().last().unwrap();
    assert!(last.starts_with("took ") && last.contains(" s"), "{}", run.err);
    if cfg!(target_os = "linux") {
        let [idle, peak, high_water] = ["rss_anon_idle", "rss_anon_peak", "vm_hwm"].map(|name| summary[name].as_u64().unwrap());
        // Some byte a board of the largest layer and not hundreds; mapped files come on top of that.
        let boards = 1_352_078;
        assert!(idle > 0 && peak - idle > boards / 2 && peak - idle < 100 * boards, "{summary}");
        assert!(high_water >= peak, "{summary}");
        assert!(summary["cpu_seconds"].as_f64() > Some(0.0), "{summary}");
        assert!(last.contains("s of processor time); memory at most ") && last.ends_with(" with mapped files"), "{last}");
    }
}

#[test]
fn a_bad_file_among_the_layers_is_not_built_upon() {
    let desk = Desk::new();
    desk.build("wari", 4, "tables");
    let path = desk.path("tables/wari/shared-03.owt");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let words = ["tables/wari/shared-03.owt: damaged", "delete it and run `oware db build --rules wari --seeds 3 --db tables`"];
    desk.fails("db build --rules wari --seeds 5 --db tables", 3, &words);
    fs::write(&path, &bytes[..99]).unwrap();
    desk.fails("db build --rules wari --seeds 5 --db tables", 3, &["shared-03.owt: truncated: 99 bytes, expected 436"]);
    fs::remove_file(&path).unwrap();
    let rows = layers(&desk, "db build --rules wari --seeds 5 --db tables");
    assert_eq!(rows.iter().map(|row| &row["seeds"]).collect::<Vec<_>>(), [3, 5]);
    desk.text("db verify --full --db tables");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let desk = Desk::new();
    desk.folder("tables");
    fs::write(desk.path("tables/wari"), "").unwrap();
    desk.fails("db build --rules wari --seeds 2 --db tables", 3, &["tables/wari", "move it away"]);
}

#[cfg(unix)]
mod stopped {
    use super::super::{Desk, Run, files};
    use std::io::Read;
    use std::process::{Child, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    /// Starts a build of more than the test waits for, and waits until some layers are there.
    fn begun(desk: &Desk) -> Child {
        let folder = desk.folder("tables");
        let mut build = desk.process("db build --rules abapa --seeds 16 --threads 1 --db tables");
        let child = build.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while !folder.join("abapa/shared-08.owt").is_file() {
            assert!(start.elapsed() < Duration::from_secs(60), "no layer of the build appears");
            sleep(Duration::from_millis(2));
        }
        child
    }

    /// Waits for the end of a build that was stopped.
    fn ended(mut child: Child) -> (Option<i32>, String) {
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        (child.wait().unwrap().code(), text)
    }

    /// What a stopped build left is good, and the next one goes on from there.
    fn goes_on(desk: &Desk) {
        let rows = desk.json("db verify --rules abapa --db tables");
        let tables = files(&desk.path("tables"), "abapa").into_iter().filter(|name| name.starts_with("shared-")).count();
        assert!(rows.len() == tables && tables >= 9, "{rows:?}");
        assert!(rows.iter().all(|row| row["ok"] == true), "{rows:?}");
        desk.text("db build --rules abapa --seeds 10 --db tables");
        assert!(desk.json("db verify --full --rules abapa --db tables").len() >= 11);
        let left: Vec<_> =
            files(&desk.path("tables"), "abapa").into_iter().filter(|name| name.contains("-10") && name.contains("partial")).collect();
        assert_eq!(left, Vec::<String>::new());
    }

    #[test]
    fn a_killed_build_leaves_whole_files_and_the_next_goes_on() {
        let desk = Desk::new();
        let mut child = begun(&desk);
        child.kill().unwrap();
        child.wait().unwrap();
        goes_on(&desk);
    }

    #[test]
    fn an_interrupted_build_says_so_and_keeps_its_layers() {
        let desk = Desk::new();
        let child = begun(&desk);
        interrupt(&child);
        let (code, text) = ended(child);
        assert_eq!(code, Some(130), "{text}");
        assert!(text.contains("error: interrupted; what is finished is kept, and the same command goes on from there"), "{text}");
        goes_on(&desk);
    }

    #[test]
    fn an_interrupted_search_answers_with_its_best_so_far() {
        let desk = Desk::new();
        let mut best = desk.process("best --json --time 10min");
        let child = best.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(400));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let best: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(best["move"].is_string() && best["depth"].as_u64() >= Some(1), "{best}");
    }

    fn interrupt(child: &Child) {
        let status = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    #[test]
    fn a_folder_has_one_builder_at_a_time() {
        let desk = Desk::new();
        let child = begun(&desk);
        desk.fails("db build --rules abapa --seeds 4 --db tables", 3, &["another build is running in tables/abapa", "wait until it ends"]);
        // Another rule set's build is none of its business, nor is reading.
        desk.text("db build --rules wari --seeds 3 --db tables");
        desk.text("db stats --seeds 8 --db tables");
        interrupt(&child);
        assert_eq!(ended(child).0, Some(130));
    }

    #[test]
    fn a_reader_of_the_messages_may_leave() {
        let desk = Desk::new();
        desk.folder("tables");
        let mut build = desk.process("db build --seeds 4 --db tables");
        let mut child = build.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        let status = child.wait().unwrap();
        assert!(status.success(), "{status}");
        let run = Run::of(&mut desk.command("db verify --db tables"));
        assert_eq!(run.done("verify").lines().filter(|line| line.starts_with("good  ")).count(), 5);
    }
}
