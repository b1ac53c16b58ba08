//! What `best` and `analyze` print about a position: the same facts as text and as JSON.

use super::arguments::SearchArguments;
use super::drawing;
use super::output::{LARGEST_PROPOSAL, TableRange, cost_up_to, count, json_score, letters, result, score, signed};
use oware::board::{Move, Side};
use oware::engine::{Analysis, Engine, MoveAnalysis};
use oware::game::{Game, Repetition};
use oware::notation::position_text;
use oware::rules::Rules;
use oware::score::Score;
use oware::table::{Kind, TableId};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// One object of JSON output.
#[derive(Serialize)]
pub struct Row {
    rules: &'static str,
    repetition: &'static str,
    position: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    score: Value,
    exact: bool,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    pv: Vec<String>,
    tables: Vec<TableRange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
}

impl Row {
    /// The object for the best move, or for a game that is over, with what a proof says.
    pub fn best<R: Rules>(engine: &Engine, game: &Game<R>, analysis: &Analysis, bounds: Option<[i32; 2]>) -> Self {
        let line = analysis.moves.first().map_or(&[][..], |best| &best.line);
        let row = Self::of(engine, game, analysis, line, (analysis.score, analysis.exact), None);
        Row { bounds, ..row }
    }

    /// The object for one move of an analysis, with what it loses against the best.
    pub fn with_loss<R: Rules>(engine: &Engine, game: &Game<R>, analysis: &Analysis, of: &MoveAnalysis) -> Self {
        let loss = json_score(analysis.score - of.score, analysis.exact && of.exact);
        Self::of(engine, game, analysis, &of.line, (of.score, of.exact), Some(loss))
    }

    fn of<R: Rules>(
        engine: &Engine,
        game: &Game<R>,
        analysis: &Analysis,
        line: &[Move],
        (seeds, exact): (Score, bool),
        loss: Option<Value>,
    ) -> Self {
        let pv = letters(game, line);
        Row {
            rules: R::NAME,
            repetition: game.repetition().name(),
            position: position_text(game.position()),
            mv: pv.first().cloned(),
            score: json_score(seeds, exact),
            exact,
            depth: analysis.depth,
            nodes: analysis.nodes,
            time_ms: analysis.time.as_millis() as u64,
            pv,
            tables: table_ranges(engine),
            loss,
            over: analysis.over.map(oware::rules::Ending::name),
            bounds: None,
        }
    }
}

/// The head of the text output: rules, board, and how the game stands.
pub fn head<R: Rules>(game: &Game<R>) -> String {
    let position = game.position();
    let mut text = String::new();
    let repetition = if R::CAN_REPEAT { format!(", repetition {}", game.repetition()) } else { String::new() };
    let _ = writeln!(text, "{}{repetition}, {} on the board", R::NAME, count(position.board().seeds(), "seed"));
    let _ = writeln!(text, "\n{}", drawing::board(position));
    if let Some(ending) = game.ending() {
        let _ = writeln!(text, "The game is over: {ending}.");
    }
    text
}

/// What a score means, seen from `mover`.
pub fn meaning(mover: Side, of: Score, exact: bool) -> String {
    if exact {
        format!("exact: {} with best play", result(mover, of.hundredths() / 100))
    } else {
        let ahead = if of.hundredths() < 0 { mover.other() } else { mover };
        format!("estimate: {ahead} ahead by {:.2} at the end", of.seeds().abs())
    }
}

/// The text about a best move, and about what a proof says if the score is not exact.
pub fn best<R: Rules>(game: &Game<R>, analysis: &Analysis, bounds: Option<[i32; 2]>) -> String {
    let mover = game.position().to_move();
    let mut text = String::new();
    let Some(best) = analysis.moves.first() else {
        let _ = writeln!(text, "  result     {}", result(mover, analysis.score.hundredths() / 100));
        return text;
    };
    let line = letters(game, &best.line);
    let _ = writeln!(text, "  best move  {}", line[0]);
    let (seeds, exact) = (analysis.score, analysis.exact);
    let _ = writeln!(text, "  score      {}  ({})", score(seeds, exact), meaning(mover, seeds, exact));
    if let Some([least, most]) = bounds.filter(|_| !exact) {
        let _ = writeln!(text, "  proven     between {} and {} with best play", signed(least), signed(most));
    }
    let _ = writeln!(text, "  line       {}", line.join(" "));
    text
}

/// A finished iteration of a search, in a line.
pub fn iteration<R: Rules>(game: &Game<R>, analysis: &Analysis) -> String {
    let Analysis { moves, score: seeds, exact, depth, nodes, time, .. } = analysis;
    let line = moves.first().map_or_else(Vec::new, |best| letters(game, &best.line)).join(" ");
    format!("depth {depth}  {}  {line}  ({} in {:.2} s)", score(*seeds, *exact), count(*nodes, "node"), time.as_secs_f64())
}

/// The foot of the text output: effort, tables, and which table would say more.
pub fn foot<R: Rules>(engine: &Engine, game: &Game<R>, analysis: &Analysis, search: &SearchArguments) -> String {
    let mut text = String::new();
    if analysis.over.is_some() {
        return text;
    }
    let seconds = analysis.time.as_secs_f64();
    let speed = analysis.nodes as f64 / seconds / 1e6;
    // Of a short search the speed says nothing.
    let speed = if seconds < 0.1 { String::new() } else { format!(" ({speed:.1} million a second)") };
    let _ = writeln!(text, "  searched   depth {}, {} in {seconds:.2} s{speed}", analysis.depth, count(analysis.nodes, "node"));
    let ranges: Vec<String> = table_ranges(engine).iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "  tables     {}", if ranges.is_empty() { "none".to_owned() } else { ranges.join("; ") });
    let proposal = if search.no_db { None } else { proposal(engine, game, analysis, search.tables.db.as_deref()) };
    if let Some(proposal) = proposal {
        let _ = writeln!(text, "  hint       {proposal}");
    }
    text
}

/// The tables that an engine uses.
pub fn table_ranges(engine: &Engine) -> Vec<TableRange> {
    [engine.tables(), engine.forced_tables()].into_iter().flat_map(TableRange::of).collect()
}

/// Which table would settle a position that the search did not, and what it costs. `folder` is the one that is used alone, if any.
fn proposal<R: Rules>(engine: &Engine, game: &Game<R>, analysis: &Analysis, folder: Option<&Path>) -> Option<String> {
    let seeds = game.position().board().seeds();
    let id = if analysis.exact { None } else { missing_table::<R>(engine, game.repetition(), seeds) }?;
    Some(format!("a table of {} would settle this: `{}` ({})", count(seeds, "seed"), id.build_command(folder), cost_up_to(id)))
}

/// The table that would tell what a board with so many seeds is worth, if there is none and building it is no great matter.
pub fn missing_table<R: Rules>(engine: &Engine, repetition: Repetition, seeds: u32) -> Option<TableId> {
    let tables = engine.tables();
    let settles = !R::CAN_REPEAT || repetition == Repetition::Split;
    let lacks = tables.largest().is_none_or(|largest| largest < seeds);
    if settles && lacks && seeds <= LARGEST_PROPOSAL { TableId::new(tables.variant(), Kind::Shared, seeds).ok() } else { None }
}
