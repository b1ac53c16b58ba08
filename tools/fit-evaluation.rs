//! Fits the weights of `src/search/evaluation.rs`: least squares over all boards of one layer, against their exact values.
//!
//! `cargo run --release --example fit-evaluation -- [RULES] [SEEDS]` solves the layers up to SEEDS (default 13) and prints the weights in
//! hundredths of a seed, and which share of the values' variance they explain. The engine leaves the constant, `tempo`, out.

use oware::board::Board;
use oware::index::boards_from;
use oware::solve::layer::solve_up_to;
use oware::table::{Kind, TableId};
use oware::variant::Variant;

const NAMES: [&str; 3] = ["tempo", "seed", "pit"];

/// The features that the evaluation weighs.
fn features(board: Board) -> [f64; 3] {
    let seeds = f64::from(board.mover.seeds()) - f64::from(board.opponent.seeds());
    let pits = f64::from(board.mover.occupied().len()) - f64::from(board.opponent.occupied().len());
    [1.0, seeds, pits]
}

/// Solves the symmetric equations `a · x = b` by elimination.
fn solve_equations(mut a: [[f64; 3]; 3], mut b: [f64; 3]) -> [f64; 3] {
    for i in 0..3 {
        for j in i + 1..3 {
            let (row, factor) = (a[i], a[j][i] / a[i][i]);
            for (target, source) in a[j].iter_mut().zip(row) {
                *target -= factor * source;
            }
            b[j] -= factor * b[i];
        }
    }
    let mut x = [0.0; 3];
    for i in (0..3).rev() {
        let known: f64 = (i + 1..3).map(|k| a[i][k] * x[k]).sum();
        x[i] = (b[i] - known) / a[i][i];
    }
    x
}

fn fit(variant: Variant, seeds: u32) {
    let layer = TableId::new(variant, Kind::Shared, seeds).expect("SEEDS is a layer of the rule set");
    let values: Vec<i8> = solve_up_to(layer).pop().expect("at least layer 0").into_iter().map(|byte| byte as i8).collect();
    let (mut squares, mut products) = ([[0.0; 3]; 3], [0.0; 3]);
    for (board, &value) in boards_from(seeds, 0).zip(&values) {
        let x = features(board);
        for i in 0..3 {
            products[i] += x[i] * f64::from(value);
            for j in 0..3 {
                squares[i][j] += x[i] * x[j];
            }
        }
    }
    let weights = solve_equations(squares, products);
    let mean = products[0] / values.len() as f64;
    let (mut rest, mut all) = (0.0, 0.0);
    for (board, &value) in boards_from(seeds, 0).zip(&values) {
        let guess: f64 = features(board).iter().zip(weights).map(|(x, weight)| x * weight).sum();
        rest += (f64::from(value) - guess).powi(2);
        all += (f64::from(value) - mean).powi(2);
    }
    let shown: Vec<String> = NAMES.iter().zip(weights).map(|(name, weight)| format!("{name} {:.0}", 100.0 * weight)).collect();
    println!("{variant}, {} boards of {seeds} seeds: {}; explained {:.1} %", values.len(), shown.join(", "), 100.0 * (1.0 - rest / all));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seeds = arguments.get(1).map_or(13, |text| text.parse().expect("SEEDS is a number"));
    let chosen = arguments.first().map(|name| name.parse::<Variant>().expect("RULES is the name of a rule set"));
    for variant in Variant::ALL.into_iter().filter(|&variant| chosen.is_none_or(|chosen| chosen == variant)) {
        fit(variant, seeds);
    }
}
