//! A review as text of at most 80 columns, but for names of folders.

use crate::cli::arguments::TableArguments;
use crate::cli::output::{cost_up_to, count, score};
use crate::cli::sheet::{missing_table, table_ranges};
use oware::board::Side;
use oware::engine::Engine;
use oware::notation::{line_letters, move_letter};
use oware::ogn::{Outcome, Record, Tag};
use oware::review::Review;
use oware::review::grade::Grade;
use oware::review::ply::Ply;
use oware::review::worth::Worth;
use oware::rules::Rules;
use oware::score::Score;
use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;

/// Longest line of text.
const WIDTH: usize = 80;
/// Where the text after a label begins.
const INDENT: usize = 13;
/// Where the better line begins.
const BETTER: usize = 51;
/// Most columns of the sparkline.
const COLUMNS: usize = WIDTH - INDENT;
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What there is to print.
pub struct Text<'a, R> {
    place: String,
    record: &'a Record,
    review: &'a Review,
    engine: &'a Engine,
    tables: Option<&'a TableArguments>,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> Text<'a, R> {
    /// The review of a game that is to be found at a place.
    pub fn new(place: String, record: &'a Record, review: &'a Review, engine: &'a Engine) -> Self {
        Text { place, record, review, engine, tables: None, rules: PhantomData }
    }

    /// The same, and tells which table would say more where these are looked for.
    pub fn with_hint(self, tables: &'a TableArguments) -> Self {
        Text { tables: Some(tables), ..self }
    }

    /// Who played by which rules, and how it ended.
    fn head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let record = self.record;
        let repetition = if R::CAN_REPEAT { format!(", repetition {}", record.repetition()) } else { String::new() };
        let moves = count(record.moves().len() as u64, "move");
        writeln!(f, "{}{repetition}, {}\n", R::NAME, self.place)?;
        for (side, tag) in [(Side::South, Tag::South), (Side::North, Tag::North)] {
            label(f, side, cut(record.tags().get(tag).unwrap_or("?"), WIDTH - INDENT))?;
        }
        let reason = record.termination().map_or_else(String::new, |reason| format!(", {reason}"));
        let result = if record.result() == Outcome::Unfinished { "unfinished" } else { record.result().name() };
        label(f, "result", cut(&format!("{result}{reason}, after {moves}"), WIDTH - INDENT))
    }

    /// A line for each move.
    fn table(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.review.plies.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n  move       before    after     loss                better")?;
        for ply in &self.review.plies {
            let loss = if ply.loss() == Score::ZERO { String::new() } else { lost(ply) };
            let grade = if ply.grade() == Grade::Good { "" } else { ply.grade().name() };
            let line = if ply.best.first() == Some(&ply.played) { String::new() } else { self.line(ply) };
            let [before, after] = [ply.before, ply.after].map(value);
            let row = format!("  {:>4}  {} {before:>9}{after:>9}{loss:>9}  {grade:<10}  {line}", ply.number, letter(ply));
            writeln!(f, "{}", row.trim_end())?;
        }
        writeln!(f, "\nValues are the seeds by which South is ahead at the end; ~ marks estimates.")
    }

    /// The better line, as much of it as there is room for.
    fn line(&self, ply: &Ply) -> String {
        cut(&line_letters::<R>(ply.position, &ply.best).join(" "), WIDTH - BETTER)
    }

    /// The values as a row of blocks, a move a column as long as there is room.
    fn sparkline(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let scores: Vec<Score> = self.review.worths().map(|worth| worth.score).collect();
        // In whole seeds, so that all values lie between what is printed.
        let most = scores.iter().map(|score| score.hundredths().unsigned_abs().div_ceil(100)).max().unwrap_or(0).max(1);
        let columns = scores.len().min(COLUMNS);
        let block = |column: usize| {
            let hundredths = i32::from(scores[column * scores.len() / columns].hundredths());
            let extreme = 100 * i32::from(most);
            BLOCKS[((hundredths + extreme) * BLOCKS.len() as i32 / (2 * extreme + 1)) as usize]
        };
        if columns < 2 {
            return Ok(());
        }
        label(f, "values", (0..columns).map(block).collect::<String>())?;
        label(f, "", format_args!("from -{most} to +{most}, the middle is even"))
    }

    /// Moves that changed who is ahead.
    fn turning_points(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut name = "turning";
        for ply in self.review.turning_points() {
            let [before, after] = [ply.before, ply.after].map(ahead);
            let sure = if ply.is_exact() { "" } else { " (estimate)" };
            label(f, name, format_args!("{:>3} {}  {before} → {after}{sure}", ply.number, letter(ply)))?;
            name = "";
        }
        if name.is_empty() {
            return Ok(());
        }
        let most = self.review.plies.iter().filter(|ply| ply.grade() != Grade::Good).max_by_key(|ply| (ply.loss(), ply.number));
        label(f, name, "no move changed who is ahead at the end")?;
        most.map_or(Ok(()), |ply| label(f, "", format_args!("{:>3} {}  lost most: {} seeds", ply.number, letter(ply), lost(ply))))
    }

    fn accuracy(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for side in [Side::South, Side::North] {
            let tally = self.review.tally(side);
            let (Some(share), Some(loss)) = (tally.share_kept(), tally.mean_loss()) else {
                label(f, side, "no choice")?;
                continue;
            };
            // A forced move is none.
            let choices = count(tally.moves(), "choice");
            label(f, side, format_args!("{:.1} % of {choices} kept the value, {loss:.2} seeds lost in the mean", 100.0 * share))?;
            let [inaccuracies, mistakes, blunders] =
                [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder].map(|grade| (tally.count(grade), grade.name()));
            let plural = |(number, name): (u32, &str)| match (number, name) {
                (1, _) => format!("1 {name}"),
                (_, "inaccuracy") => format!("{number} inaccuracies"),
                _ => format!("{number} {name}s"),
            };
            label(f, "", [inaccuracies, mistakes, blunders].map(plural).join(", "))?;
        }
        Ok(())
    }

    /// From where on everything is exact, and which table would make more so.
    fn exactness(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(end) = self.review.end else { return Ok(()) };
        match self.review.exact_from() {
            Some(1) => label(f, "exact", "all of it")?,
            Some(ply) => label(f, "exact", format_args!("from move {ply} on"))?,
            None if end.exact => label(f, "exact", "the end alone")?,
            None => label(f, "exact", "nothing for certain")?,
        }
        let seconds = self.review.time.as_secs_f64();
        label(f, "searched", format_args!("{} in {seconds:.1} s", count(self.review.nodes, "node")))?;
        let ranges = table_ranges(self.engine);
        for (i, range) in ranges.iter().enumerate() {
            label(f, if i == 0 { "tables" } else { "" }, range)?;
        }
        if ranges.is_empty() {
            label(f, "tables", "none")?;
        }
        self.hint(f)
    }

    fn hint(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(tables) = self.tables else { return Ok(()) };
        let open = self.review.plies.iter().filter(|ply| !ply.before.exact);
        let missing = open.filter_map(|ply| {
            let seeds = ply.position.board().seeds();
            Some((ply.number, seeds, missing_table::<R>(self.engine, self.record.repetition(), seeds)?))
        });
        // Seeds on the board only become fewer.
        let Some((number, seeds, id)) = missing.min_by_key(|&(number, ..)| number) else { return Ok(()) };
        label(f, "hint", format_args!("a table of {} would tell more from move {number} on:", count(seeds, "seed")))?;
        label(f, "", format_args!("`{}`", id.build_command(tables.db.as_deref())))?;
        label(f, "", format_args!("({})", cost_up_to(id)))
    }
}

impl<R: Rules> Display for Text<'_, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        self.table(f)?;
        writeln!(f)?;
        let left = self.review.moves - self.review.plies.len();
        if left > 0 {
            label(f, "stopped", format_args!("the first {} not reviewed", count_are(left)))?;
        }
        self.sparkline(f)?;
        if let Some(end) = self.review.end.filter(|_| self.review.plies.is_empty()) {
            label(f, "value", format_args!("{} ({})", value(end), ahead(end)))?;
        }
        if !self.review.plies.is_empty() {
            self.turning_points(f)?;
            self.accuracy(f)?;
        }
        self.exactness(f)
    }
}

fn count_are(moves: usize) -> String {
    format!("{} {}", count(moves as u64, "move"), if moves == 1 { "is" } else { "are" })
}

/// A line with what it is about in front.
fn label(f: &mut Formatter<'_>, name: impl Display, text: impl Display) -> fmt::Result {
    let name = name.to_string();
    writeln!(f, "  {name:<width$}{text}", width = INDENT - 2)
}

fn letter(ply: &Ply) -> char {
    move_letter(ply.played, ply.mover())
}

/// `+3`, or `~+2.75` of an estimate.
fn value(worth: Worth) -> String {
    format!("{}{}", if worth.exact { "" } else { "~" }, score(worth.score, worth.exact))
}

/// `4`, or `~1.25` of an estimate.
fn lost(ply: &Ply) -> String {
    if ply.is_exact() { (ply.loss().hundredths() / 100).to_string() } else { format!("~{:.2}", ply.loss().seeds()) }
}

/// Who is ahead at the end.
fn ahead(worth: Worth) -> String {
    match worth.leader() {
        Some(side) => format!("{side} {}", if worth.exact { "wins" } else { "ahead" }),
        None if worth.exact => "draw".to_owned(),
        None => "even".to_owned(),
    }
}

/// A text of at most so many characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end())
}
