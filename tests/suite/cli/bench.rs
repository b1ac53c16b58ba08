//! `oware bench`.

use super::{Desk, keys};

#[test]
fn the_signature_is_the_same_from_run_to_run() {
    let desk = Desk::new();
    let first = desk.object("bench");
    assert!(keys(&first).into_iter().eq(["nodes", "nps", "signature"]), "{first}");
    assert!(first["nodes"].is_u64() && first["nps"].as_u64() > Some(0), "{first}");
    let signature = first["signature"].as_str().unwrap();
    assert!(signature.len() == 16 && signature.bytes().all(|digit| digit.is_ascii_hexdigit()), "{first}");
    // Tables that lie about do not matter.
    desk.build("abapa", 9, "databases");
    let text = desk.text("bench");
    assert!(text.lines().any(|line| line == format!("signature  {signature}")), "{text} after {first}");
}
