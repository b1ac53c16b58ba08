//! The command line: one file a command. The library does the work; only here something is printed.

mod account;
mod analyze;
mod arguments;
mod bench;
mod best;
mod completions;
mod db;
mod drawing;
mod exit;
mod file;
mod game_file;
mod interrupt;
mod man;
mod r#match;
mod moves;
mod number;
mod output;
mod perft;
mod play;
mod primer;
mod question;
mod review;
#[cfg(feature = "web")]
mod serve;
mod sheet;
mod svg;
mod uci;

use clap::{CommandFactory, Parser, Subcommand};
use exit::Outcome;
use output::{Verbosity, set_verbosity};
use std::process::ExitCode;

/// Finds the best move in oware and kalah, builds exact endgame tables, and measures itself.
#[derive(Parser)]
#[command(name = "oware", version, max_term_width = 110, propagate_version = true)]
#[command(after_help = "Examples:\n  oware best --moves FfBe\n  oware analyze --rules kalah --json\n  oware best --help")]
struct Cli {
    /// Say nothing on standard error but why there is no result: no progress, notes or warnings
    #[arg(short, long, global = true, display_order = 900)]
    quiet: bool,
    /// Say more on standard error: the tables that are used, each iteration of a search, each phase of a build
    #[arg(short, long, global = true, display_order = 900, conflicts_with = "quiet")]
    verbose: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The best move of a position
    #[command(after_help = "Examples:\n  oware best --rules wari --moves FfBe --time 3s\n  oware best --ogn games.ogn --game 2 --ply 30")]
    Best(best::Arguments),
    /// What every legal move of a position is worth
    #[command(
        after_help = "Examples:\n  oware analyze --position 0-2-0-1-1-0-3-0-1-0-2-0-20-18-S\n  oware analyze --ogn games.ogn --ply 30"
    )]
    Analyze(analyze::Arguments),
    /// The legal moves of a position and what each does
    #[command(after_help = "Example: oware moves --rules kalah --moves CF")]
    Moves(moves::Arguments),
    /// What each move of a played game was worth, what it lost, and what would have been better
    #[command(after_help = "Example: oware review games.ogn --game 2 --time 1s --svg game.svg")]
    Review(review::Arguments),
    /// Counts the move sequences of a length
    #[command(after_help = "Example: oware perft --rules abapa --depth 9 --divide")]
    Perft(perft::Arguments),
    /// Searches fixed positions and prints nodes, speed and a signature of the behaviour, or how good the moves are
    #[command(after_help = "Examples:\n  oware bench --json\n  oware bench --accuracy --nodes 100000")]
    Bench(bench::Arguments),
    /// Plays engine against engine
    #[command(after_help = "A player (SPEC of --first and --second) is described by entries KEY=VALUE with commas between:\n\
                            \x20 name=TEXT           what it is called in results and game files\n\
                            \x20 hash=MIB            transposition table [default: 16]\n\
                            \x20 threads=N           1 to 1024 [default: 1]; games with more than one cannot be repeated\n\
                            \x20 level=N             1, a beginner, to 10, an engine of this program [default: 10]\n\
                            \x20 book=on             plays from the opening book (an external engine with the option OwnBook from its own)\n\
                            \x20 nodes=N, depth=N, time=TIME or clock=TIME+TIME\n\
                            \x20                     limits of its own in place of those of the match\n\
                            \x20 db=DIR, tables=none for an engine of this program: other tables\n\
                            \x20 cmd=PATH ARGUMENTS  an external engine that speaks the UCI dialect\n\
                            \x20 option.NAME=VALUE   an option of it, which it must have\n\
                            Inside single or double quotes, commas and blanks stand for themselves: cmd='/a folder/engine' uci\n\n\
                            Examples:\n  oware match --first nodes=2000 --second nodes=1000 --openings random:6 --games 20\n  \
                            oware match --second 'cmd=./old-oware uci' --time 50ms --sprt 0,10 --games 2000 --ogn games.ogn")]
    Match(Box<r#match::Arguments>),
    /// Plays with you, or lets two people play: a board in the terminal, with hints, undo and game files
    #[command(after_help = "Examples:\n  oware play --rules kalah --level 3\n  oware play --side both --clock 10m+5s --save games.ogn\n\n\
                            Moves are letters; `help` (or ? on the board) lists the commands.")]
    Play(Box<play::Arguments>),
    /// A board in the browser, on this machine
    #[cfg(feature = "web")]
    #[command(after_help = "Example: oware serve --port 8000")]
    Serve(serve::Arguments),
    /// Builds, checks and reads endgame tables
    #[command(after_help = "Example: oware db build --rules abapa --seeds 12")]
    Db(db::Arguments),
    /// Engine mode: plays for a program that speaks UCI on standard input and output
    #[command(after_help = "Example: oware uci --rules wari --hash 256")]
    Uci(uci::Arguments),
    /// Prints what a shell needs to complete commands and options
    #[command(after_help = "Example: oware completions bash > ~/.local/share/bash-completion/completions/oware")]
    Completions(completions::Arguments),
    /// Prints the manual page, or writes one for each command
    #[command(after_help = "Example: oware man --out ~/.local/share/man/man1")]
    Man(man::Arguments),
}

/// Runs the command that the process was called with.
pub fn run() -> ExitCode {
    let Cli { quiet, verbose, command } = Cli::parse();
    set_verbosity(if quiet {
        Verbosity::Quiet
    } else if verbose {
        Verbosity::Verbose
    } else {
        Verbosity::Normal
    });
    let outcome = match command {
        Command::Best(arguments) => best::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Review(arguments) => review::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Match(arguments) => r#match::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        #[cfg(feature = "web")]
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Db(arguments) => db::run(&arguments),
        Command::Uci(arguments) => uci::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, Cli::command()),
        Command::Man(arguments) => man::run(&arguments, Cli::command()),
    };
    finish(outcome)
}

fn finish(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(),
    }
}
