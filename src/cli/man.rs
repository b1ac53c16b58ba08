//! `oware man`: manual pages, made of what `--help` says.

use super::exit::{Exit, Failure, Outcome};
use super::output::note;
use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::{Man, generate_to};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Options of `man`.
#[derive(Args)]
pub struct Arguments {
    /// Write a page for each command to a folder, which is made if it is not there, instead of the main page to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command; `command` is the whole program.
pub fn run(arguments: &Arguments, command: Command) -> Outcome {
    match &arguments.out {
        Some(folder) => write_all(folder, command).map_err(Failure::fault)?,
        None => Man::new(command).render(&mut io::stdout().lock())?,
    }
    Ok(Exit::Done)
}

fn write_all(folder: &Path, command: Command) -> anyhow::Result<()> {
    let cannot = || format!("cannot write manual pages to {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    generate_to(command, folder).with_context(cannot)?;
    note(format_args!("manual pages written to {0}; read one by `man {0}/oware-best.1`", folder.display()));
    Ok(())
}
