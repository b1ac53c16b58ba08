//! The `oware` command.
fn main() {}
