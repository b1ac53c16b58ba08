//! How a command ends: its exit code, and what is said when it fails.

use super::output::complain;
use anyhow::Error;
use std::io;
use std::process::ExitCode;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// The answer is no.
    No = 1,
    /// Usage or bad input.
    BadInput = 2,
    /// A file or I/O fault.
    Fault = 3,
    /// A build that was interrupted.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// A command that failed.
pub struct Failure {
    exit: Exit,
    error: Error,
}

/// What a command returns.
pub type Outcome = Result<Exit, Failure>;

impl Failure {
    /// The input is wrong.
    pub fn bad_input(error: impl Into<Error>) -> Self {
        Failure { exit: Exit::BadInput, error: error.into() }
    }

    /// A file or the system is at fault.
    pub fn fault(error: impl Into<Error>) -> Self {
        Failure { exit: Exit::Fault, error: error.into() }
    }

    /// A build was told to stop.
    pub fn interrupted(error: impl Into<Error>) -> Self {
        Failure { exit: Exit::Interrupted, error: error.into() }
    }

    /// The same failure, with where it happened in front.
    pub fn within(self, place: String) -> Self {
        Failure { error: self.error.context(place), ..self }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// What went wrong.
    pub fn text(&self) -> String {
        format!("{:#}", self.error)
    }

    /// Says what went wrong. That nobody reads the output any more is no failure.
    pub fn report(&self) -> ExitCode {
        let broken_pipe =
            self.error.chain().any(|cause| cause.downcast_ref().is_some_and(|e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe));
        if broken_pipe {
            return Exit::Done.into();
        }
        complain(format_args!("error: {}", self.text()));
        self.exit().into()
    }
}

/// Writing to standard output failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::fault(Error::new(error).context("cannot write to standard output"))
    }
}
