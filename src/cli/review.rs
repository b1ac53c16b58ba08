//! `oware review`: what each move of a played game was worth.

mod chart;
mod progress;
pub mod row;
pub mod text;

use super::arguments::SearchArguments;
use super::exit::{Exit, Failure, Outcome};
use super::file::write_whole;
use super::number::whole;
use super::output::json_line;
use super::{game_file, interrupt};
use clap::Args;
use oware::engine::Engine;
use oware::ogn::{self, Record};
use oware::review::review;
use oware::search::evaluation::Evaluate;
use oware::variant::Variant;
use oware::with_rules;
use progress::Progress;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;
use text::Text;

/// The time of a search where no limit is given.
const TIME: Duration = Duration::from_millis(300);

/// Options of `review`.
#[derive(Args)]
#[command(mut_arg("repetition", |option| option.help("Repetition rule of a game whose file does not say it: split or own-side [default: split]")))]
#[command(mut_arg("time", |option| option.help("Time a move, e.g. 1s; twice as much where a move was not the best [default: 300ms, if neither --depth nor --nodes is given]")))]
pub struct Arguments {
    /// File of games in OGN, `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u32::MAX))]
    game: u32,
    /// Rule set of a game whose file does not say it [default: abapa]
    #[arg(long)]
    rules: Option<Variant>,
    #[command(flatten)]
    search: SearchArguments,
    /// Write a chart of the values to a file, with the mistakes marked
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON: an object a move, then one about the whole game. Values are South's, losses those of the player who moved
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let search = &arguments.search;
    let record = game_file::read_by(&arguments.file, arguments.game as usize, arguments.rules, search.repetition.repetition)?;
    let mut engine = search.engine_of_game(record.variant(), record.repetition())?;
    with_rules!(record.variant(), R => run_with::<R>(arguments, record, &mut engine))
}

/// The same game, with the end that the rules give it where the file does not tell one.
fn with_end<R: Evaluate>(record: Record) -> Result<Record, Failure> {
    if record.result() != ogn::Outcome::Unfinished || record.termination().is_some() {
        return Ok(record);
    }
    let mut told = Record::of_game::<R>(record.start(), record.repetition(), record.moves().to_vec(), None).map_err(Failure::bad_input)?;
    *told.tags_mut() = record.tags().clone();
    Ok(told)
}

fn run_with<R: Evaluate>(arguments: &Arguments, record: Record, engine: &mut Engine) -> Outcome {
    let record = &with_end::<R>(record)?;
    let progress = Progress::new(record.moves().len());
    let limits = arguments.search.limits_or(TIME);
    let review = review::<R>(engine, record, limits, interrupt::signals(), &mut |done, _| progress.show(done));
    progress.finish();
    let review = review.map_err(Failure::bad_input)?;
    arguments.search.check_tables(engine)?;
    // First the file, whoever reads the text or does not; that it cannot be written takes nothing from the text.
    let chart = chart::Chart { record, review: &review };
    let drawn = arguments.svg.as_ref().map_or(Ok(()), |path| write_whole(path, chart.to_string().as_bytes()));
    let mut out = io::stdout().lock();
    if arguments.json {
        for ply in &review.plies {
            json_line(&mut out, &row::of_ply::<R>(ply))?;
        }
        json_line(&mut out, &row::summary(record, &review, engine))?;
    } else {
        let text = Text::<R>::new(format!("game {} of {}", arguments.game, game_file::place(&arguments.file)), record, &review, engine);
        let search = &arguments.search;
        write!(out, "{}", if search.no_db { text } else { text.with_hint(&search.tables) })?;
    }
    out.flush()?;
    drawn.map_err(Failure::fault)?;
    Ok(Exit::Done)
}
