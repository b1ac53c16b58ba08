//! Ctrl-C while a command searches: the best so far, and success.

use super::Desk;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Interrupts a search that would take minutes once it has finished an iteration or has begun its proof, and gives what it prints.
fn interrupted(line: &str, sign: &str) -> String {
    let desk = Desk::new();
    let mut child = desk.process(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(said.any(|line| line.starts_with(sign)), "{line}: no `{sign}`");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!((said.filter(|line| line.starts_with("error")).count(), child.wait().unwrap().code()), (0, Some(0)), "{line}: {text}");
    text
}

#[test]
fn a_search_for_the_best_move_answers() {
    let best: serde_json::Value = serde_json::from_str(&interrupted("best -v --json --depth 100", "depth 2 ")).unwrap();
    assert!(best["move"].is_string() && best["depth"].as_u64() >= Some(2), "{best}");
}

#[test]
fn a_search_of_all_moves_answers() {
    let rows = super::rows(&interrupted("analyze -v --json --time 10min", "depth 2 "));
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().all(|row| row["move"].is_string() && row["depth"].as_u64() >= Some(2)), "{rows:?}");
    let text = interrupted("analyze -v --time 10min", "depth 2 ");
    assert!(text.contains("  move   score ") && text.contains("  searched   depth "), "{text}");
}

#[test]
fn a_proof_answers_with_its_bounds() {
    let desk = Desk::new();
    let mut best = desk.process("best --prove --json --hash 32");
    let child = best.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let best: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (output.status.code(), best["exact"].as_bool(), best["bounds"].as_array().map(Vec::len)),
        (Some(0), Some(false), Some(2)),
        "{best}"
    );
}
