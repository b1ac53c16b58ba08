//! A reader of the output that leaves early.

use super::Desk;
use std::io::Read;
use std::process::Stdio;

#[test]
fn a_closed_output_is_no_failure_and_nothing_is_said() {
    let desk = Desk::new();
    let commands = [
        "moves",
        "best --depth 5",
        "analyze --json --depth 3",
        "perft --depth 3 --divide",
        "db stats",
        "db verify",
        "--help",
        "completions zsh",
        "man",
    ];
    for command in commands {
        let mut child = desk.process(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        let status = child.wait().unwrap();
        assert_eq!((status.code(), text.as_str()), (Some(0), ""), "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let desk = Desk::new();
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = desk.process("moves").stdout(full()).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text.starts_with("error: cannot write to standard output: "), "{text}");
    let output = desk.process("best --moves FF- --depth 3").stderr(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "the message is lost, the code is not");
}
