//! A build that is killed, starved of disk, or killed again: what is left is right or absent.

use super::{Desk, Run, files};
use crate::library::Random;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const BUILD: &str = "db build --rules wari --seeds 11 --threads 1 --db";

/// Every file of the rule set's folder, hidden ones too.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    files(folder, "wari").into_iter().map(|name| (name.clone(), fs::read(folder.join("wari").join(name)).unwrap())).collect()
}

#[test]
fn a_builder_killed_at_twenty_moments_ends_with_the_same_bytes() {
    const KILLS: u32 = 20;
    let desk = Desk::new();
    desk.folder("calm");
    let start = Instant::now();
    desk.text(&format!("{BUILD} calm"));
    let duration = start.elapsed();
    let calm = contents(&desk.path("calm"));
    assert_eq!(calm.len(), 12 + 1, "twelve layers and the lock");

    let mut random = Random::new(20);
    let (mut kills, mut runs, mut folders) = (0, 0, 0);
    while kills < KILLS {
        assert!(runs < 40 * KILLS, "{kills} kills in {runs} runs: the moments do not meet the build");
        // A folder is finished after some kills; then the next begins.
        let name = format!("stormy-{folders}");
        let folder = desk.folder(&name);
        // Half of the runs also keep each stage of a layer, so that the next goes on inside it.
        let stages = if runs % 2 == 0 { "" } else { " --checkpoint 0s" };
        let mut build = desk.process(&format!("{BUILD} {name}{stages}")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(duration.mul_f64(random.below(1000) as f64 / 1000.0));
        // Does nothing if the build has ended.
        build.kill().unwrap();
        let status = build.wait().unwrap();
        runs += 1;
        if status.signal() == Some(9) {
            kills += 1;
        } else {
            assert!(status.success(), "{status}");
            assert!(contents(&folder) == calm, "after {kills} kills in {runs} runs");
            folders += 1;
        }
    }
    let name = format!("stormy-{folders}");
    desk.text(&format!("{BUILD} {name}"));
    let left = contents(&desk.path(&name));
    assert!(left.keys().eq(calm.keys()), "{:?}", left.keys());
    assert!(left == calm);
    println!("{kills} kills in {runs} runs over {} folders, undisturbed {duration:?}", folders + 1);
}

/// No file may be larger than some 200 or 400 kB, by the shell: layer 10 or 11 does not fit.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_no_more_is_told_and_leaves_nothing_wrong() {
    let desk = Desk::new();
    let folder = desk.folder("tables");
    let program = desk.process("");
    let mut shell = Command::new("sh");
    // Without the trap the system would kill the build at the limit, as it does not at the end of a disk.
    let script = format!("trap '' XFSZ; ulimit -f 400; exec \"$0\" {BUILD} tables");
    shell.arg("-c").arg(script).arg(program.get_program()).current_dir(desk.path("."));
    let mut command = assert_cmd::Command::from_std(shell);
    let run = Run::of(command.env("HOME", desk.path(".")));
    run.failed("ulimit", 3, &["error: cannot write tables/wari/shared-1", "--db DIR"]);
    let there = contents(&folder);
    let tables: Vec<&String> = there.keys().filter(|name| *name != ".lock").collect();
    assert!((10..=11).contains(&tables.len()) && tables.iter().all(|name| name.starts_with("shared-")), "{tables:?}");
    assert!(desk.json("db verify --full --db tables").iter().all(|row| row["ok"] == true));
    // With room, the same command goes on.
    desk.text(&format!("{BUILD} tables"));
    assert_eq!(contents(&folder).len(), 12 + 1);
    assert!(desk.json("db verify --full --db tables").iter().all(|row| row["ok"] == true));
}

#[test]
fn nothing_is_built_on_a_damaged_layer() {
    let desk = Desk::new();
    desk.build("wari", 6, "tables");
    let folder = desk.path("tables");
    let path = folder.join("wari/shared-04.owt");
    let mut bytes = fs::read(&path).unwrap();
    bytes[1000] ^= 4;
    fs::write(&path, bytes).unwrap();
    let before = contents(&folder);
    let remedy = "delete it and run `oware db build --rules wari --seeds 4 --db tables`";
    desk.fails(&format!("{BUILD} tables"), 3, &["error: tables/wari/shared-04.owt: damaged: block 0", remedy]);
    assert!(contents(&folder) == before, "nothing was written");
}

#[test]
fn a_second_builder_is_turned_away_and_does_no_harm() {
    let desk = Desk::new();
    let folder = desk.folder("tables");
    let mut first = desk.process("db build --rules wari --seeds 16 --threads 1 --db tables").stderr(Stdio::null()).spawn().unwrap();
    let patience = Instant::now();
    while !folder.join("wari/shared-09.owt").is_file() {
        assert!(patience.elapsed() < Duration::from_secs(60), "no layer of the build appears");
        sleep(Duration::from_millis(2));
    }
    desk.fails(&format!("{BUILD} tables"), 3, &["another build is running in tables/wari", "wait until it ends, or name another folder"]);
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock went with its holder.
    desk.text(&format!("{BUILD} tables"));
    desk.text("db verify --full --db tables");
}
