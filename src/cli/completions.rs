//! `oware completions`: what a shell offers while a command is typed.

use super::exit::{Exit, Outcome};
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::io::{self, Write};

/// Options of `completions`.
#[derive(Args)]
pub struct Arguments {
    /// The shell that will read it
    shell: Shell,
}

/// Runs the command; `command` is the whole program.
pub fn run(arguments: &Arguments, mut command: Command) -> Outcome {
    let name = command.get_name().to_owned();
    // By way of memory: the generator does not survive a reader that leaves.
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, name, &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Exit::Done)
}
