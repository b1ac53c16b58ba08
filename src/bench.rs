//! The signature bench: fixed positions of all rule sets, searched to a fixed depth by one thread. The number of nodes and a checksum of the
//! results change when the behaviour of rules, tables or search changes, and only then.
//!
//! How good that behaviour is, [`accuracy`] measures.

pub mod accuracy;
pub mod graded;

use crate::engine::equipment::Equipment;
use crate::game::{Game, Repetition};
use crate::notation::{Letters, parse_position};
use crate::search::iteration::Breadth;
use crate::search::limits::Limits;
use crate::search::signals::Signals;
use crate::table::{Sources, TableError};
use crate::variant::Variant;
use crate::with_rules;
use std::time::Duration;
use xxhash_rust::xxh3::Xxh3;

/// MiB of the transposition table.
const HASH: u32 = 16;

/// A bench position: rule set, repetition rule, position, moves played from there, depth.
type Question = (Variant, Repetition, &'static str, &'static str, u32);

use Repetition::{OwnSide, Split};
use Variant::{Abapa, AbapaPlayOn, Kalah, KalahStrict, Wari, Warri};

const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

/// Openings, middle games and endings; some with a history, some in which a side has to be fed, passes or can make a grand slam.
const QUESTIONS: [Question; 24] = [
    (Abapa, Split, START, "", 22),
    (Abapa, Split, START, "FfBeDa", 22),
    (Abapa, OwnSide, "6-1-6-0-1-7-7-2-0-2-7-6-0-3-S", "", 22),
    (Abapa, OwnSide, "1-0-3-2-0-4-0-1-2-0-3-1-16-15-N", "", 24),
    (Abapa, Split, "0-2-0-1-1-0-3-0-1-0-2-0-20-18-S", "", 26),
    (Abapa, Split, "0-0-0-0-0-1-0-0-1-0-0-1-0-0-S", "FfAcBdCe", 28),
    (AbapaPlayOn, Split, START, "CdAf", 21),
    (AbapaPlayOn, Split, "3-0-0-2-1-5-0-0-1-0-0-0-18-18-S", "", 24),
    (AbapaPlayOn, OwnSide, "0-0-0-0-0-3-1-2-2-0-0-0-20-20-S", "", 26),
    (Wari, Split, START, "", 21),
    (Wari, Split, "12-0-0-1-0-13-1-1-0-2-2-0-8-8-S", "", 21),
    (Wari, Split, "1-1-1-1-1-2-4-2-3-0-0-0-16-16-S", "", 24),
    (Wari, OwnSide, "0-0-6-0-3-5-1-2-1-0-0-0-15-15-S", "", 24),
    (Warri, Split, START, "EbFe", 21),
    (Warri, Split, "4-0-6-0-0-2-1-1-0-0-0-0-17-17-S", "", 26),
    (Warri, OwnSide, "7-4-4-0-0-4-1-0-0-0-0-0-14-14-S", "", 26),
    (Kalah, Split, START, "", 17),
    (Kalah, Split, "6-6-6-6-6-6-6-6-6-6-6-6-0-0-S", "", 15),
    (Kalah, Split, "3-3-3-3-3-3-3-3-3-3-3-3-0-0-S", "DF", 20),
    (Kalah, Split, "0-2-1-0-3-5-1-0-4-0-2-1-14-15-N", "", 20),
    (KalahStrict, Split, START, "CFb", 17),
    (KalahStrict, Split, "2-2-2-2-2-2-2-2-2-2-2-2-0-0-S", "", 20),
    (KalahStrict, Split, "13-1-0-2-0-1-1-0-2-0-3-1-12-12-S", "", 18),
    (KalahStrict, Split, "1-0-2-1-18-1-1-1-1-2-0-2-9-9-N", "", 18),
];

/// What a run of the bench gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// Positions visited.
    pub nodes: u64,
    /// Nodes, scores and moves of all questions in one number.
    pub signature: u64,
    /// Wall-clock time of the searches.
    pub time: Duration,
}

/// Runs the bench with these tables. `progress` is told the number of questions done and of all.
///
/// # Errors
/// If a folder of tables is missing or bad.
///
/// # Panics
/// Never: the questions are fixed and legal.
pub fn run(sources: &Sources, mut progress: impl FnMut(usize, usize)) -> Result<Measurement, TableError> {
    let mut hash = Xxh3::new();
    let mut total = Measurement { nodes: 0, signature: 0, time: Duration::ZERO };
    for (i, &(variant, repetition, position, moves, depth)) in QUESTIONS.iter().enumerate() {
        let equipment = Equipment { variant, repetition, sources: Some(sources.clone()), hash_mebibytes: HASH, threads: 1 };
        let mut engine = equipment.engine(equipment.tables()?);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let analysis = with_rules!(variant, R => {
            let start = parse_position(position, variant.max_seeds()).expect("a bench position is a position");
            let mut game = Game::<R>::new(start, repetition);
            game.replay(moves, Letters::Exact).expect("a bench line is legal");
            engine.analyse(&game, limits, Breadth::Best, &Signals::new())
        });
        let best = &analysis.moves[0];
        hash.update(&analysis.nodes.to_le_bytes());
        hash.update(&analysis.depth.to_le_bytes());
        hash.update(&best.score.hundredths().to_le_bytes());
        hash.update(&[u8::from(best.exact)]);
        hash.update(&best.line.iter().map(|mv| mv.index() as u8).collect::<Vec<u8>>());
        total.nodes += analysis.nodes;
        total.time += analysis.time;
        progress(i + 1, QUESTIONS.len());
    }
    total.signature = hash.digest();
    Ok(total)
}
