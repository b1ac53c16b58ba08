//! A picture of the layers of a shared table as SVG: the shares of wins, draws and losses, and the shares of all values.
//!
//! All colours are of middling lightness and the ground is transparent, so that it can be read on white and on black. The text follows from the
//! counts alone: no date, and of arithmetic only what every machine does alike.

use crate::cli::svg::{self, DRAW, LOSS, WIN, rect, text};
use oware::score::Value;
use oware::solve::census::Census;
use oware::variant::Variant;
use std::fmt::{self, Display, Formatter};

const HEIGHT: f64 = 680.0;
/// The columns of the layers lie between these.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 940.0;
/// The upper and the lower picture.
const SHARES: Panel = Panel { top: 76.0, bottom: 286.0 };
const VALUES: Panel = Panel { top: 352.0, bottom: 622.0 };

/// Where one of the pictures lies, from top to bottom.
struct Panel {
    top: f64,
    bottom: f64,
}

impl Panel {
    /// The place of a part of the height, 0 at the bottom.
    fn at(&self, part: f64) -> f64 {
        self.bottom - part * (self.bottom - self.top)
    }
}

/// The layers of one rule set to draw, each with its census, from the smallest up.
pub struct Plot<'a> {
    pub rules: Variant,
    pub layers: &'a [(u32, Census)],
}

impl Plot<'_> {
    /// The left edge of a layer's column, and its width without the gap.
    fn column(&self, i: usize) -> (f64, f64) {
        let pitch = (RIGHT - LEFT) / self.layers.len() as f64;
        (LEFT + pitch * i as f64, pitch - (pitch * 0.12).min(2.5))
    }

    /// Every how many layers one is named.
    fn naming(&self) -> usize {
        self.layers.len().div_ceil(26)
    }

    /// The largest value that occurs, at least 1.
    fn extreme(&self) -> i32 {
        let values = self.layers.iter().flat_map(|(_, census)| census.counts()).map(|(value, _)| i32::from(value).abs());
        values.max().unwrap_or(0).max(1)
    }

    fn names(&self, f: &mut Formatter<'_>, y: f64) -> fmt::Result {
        for (i, (seeds, _)) in self.layers.iter().enumerate().step_by(self.naming()) {
            let (x, width) = self.column(i);
            text(f, x + width / 2.0, y, "middle", seeds)?;
        }
        Ok(())
    }

    /// A stacked bar for each layer: losses below, draws, wins above.
    fn shares(&self, f: &mut Formatter<'_>) -> fmt::Result {
        text(f, LEFT, SHARES.top - 12.0, "start", "share of boards that the player to move")?;
        for (i, (name, colour)) in [("wins", WIN), ("draws", DRAW), ("loses", LOSS)].into_iter().enumerate() {
            let x = LEFT + 276.0 + 76.0 * i as f64;
            rect(f, [x, SHARES.top - 22.0, 12.0, 12.0], colour, 1.0)?;
            text(f, x + 17.0, SHARES.top - 12.0, "start", name)?;
        }
        for percent in [0, 25, 50, 75, 100] {
            rule(f, SHARES.at(f64::from(percent) / 100.0))?;
            text(f, LEFT - 8.0, SHARES.at(f64::from(percent) / 100.0) + 4.0, "end", format_args!("{percent} %"))?;
        }
        for (i, (seeds, census)) in self.layers.iter().enumerate() {
            let (x, width) = self.column(i);
            let parts = [(census.losses(), LOSS), (census.draws(), DRAW), (census.wins(), WIN)];
            let shares = parts.map(|(count, _)| share(count, census));
            let percent = |i: usize| format!("{:.1} %", 100.0 * shares[i]);
            writeln!(f, r#"<g class="layer">"#)?;
            writeln!(f, "<title>{seeds} seeds: {} won, {} drawn, {} lost</title>", percent(2), percent(1), percent(0))?;
            let mut below = 0.0;
            for ((_, colour), share) in parts.into_iter().zip(shares) {
                let (top, bottom) = (SHARES.at(below + share), SHARES.at(below));
                if share > 0.0 {
                    rect(f, [x, top, width, bottom - top], colour, 1.0)?;
                }
                below += share;
            }
            writeln!(f, "</g>")?;
        }
        self.names(f, SHARES.bottom + 18.0)
    }

    /// A column for each layer and a row for each value, the fuller the more boards there are.
    fn values(&self, f: &mut Formatter<'_>) -> fmt::Result {
        text(f, LEFT, VALUES.top - 14.0, "start", "value in seeds to the player to move; share of the layer's boards:")?;
        for (i, (name, share)) in
            [("0.01 %", 0.0001), ("0.1 %", 0.001), ("1 %", 0.01), ("10 %", 0.1), ("100 %", 1.0)].into_iter().enumerate()
        {
            let x = LEFT + 446.0 + 78.0 * i as f64;
            rect(f, [x, VALUES.top - 24.0, 12.0, 12.0], DRAW, opacity(share))?;
            text(f, x + 17.0, VALUES.top - 14.0, "start", name)?;
        }
        let extreme = self.extreme();
        let rows = f64::from(2 * extreme + 1);
        let top = |value: i32| VALUES.at(f64::from(value + extreme + 1) / rows);
        let height = (VALUES.bottom - VALUES.top) / rows;
        // About four steps to each side.
        let step = [1, 2, 3, 4, 6, 12, 24].into_iter().find(|step| extreme / step <= 4).unwrap_or(24);
        for value in (-extreme..=extreme).filter(|value| value % step == 0) {
            rule(f, top(value) + height / 2.0)?;
            let sign = if value > 0 { "+" } else { "" };
            text(f, LEFT - 8.0, top(value) + height / 2.0 + 4.0, "end", format_args!("{sign}{}", value.to_string().replace('-', "−")))?;
        }
        for (i, (_, census)) in self.layers.iter().enumerate() {
            let (x, width) = self.column(i);
            writeln!(f, r#"<g class="values">"#)?;
            for (value, count) in census.counts() {
                rect(f, [x, top(value.into()), width, height], colour(value), opacity(share(count, census)))?;
            }
            writeln!(f, "</g>")?;
        }
        self.names(f, VALUES.bottom + 18.0)?;
        text(f, f64::midpoint(LEFT, RIGHT), VALUES.bottom + 42.0, "middle", "seeds on the board")
    }
}

/// The whole file.
impl Display for Plot<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let boards: u64 = self.layers.iter().map(|(_, census)| census.boards()).sum();
        let title = format!("{}: the values of {} boards by seeds on the board", self.rules, crate::cli::output::thousands(boards));
        svg::open(f, HEIGHT, LEFT, &title)?;
        self.shares(f)?;
        self.values(f)?;
        writeln!(f, "</svg>")
    }
}

fn share(count: u64, census: &Census) -> f64 {
    count as f64 / census.boards().max(1) as f64
}

fn colour(value: Value) -> &'static str {
    match value {
        1.. => WIN,
        0 => DRAW,
        _ => LOSS,
    }
}

/// The fourth root lets one board in ten thousand be seen; unlike a logarithm, square roots are the same on every machine.
fn opacity(share: f64) -> f64 {
    share.sqrt().sqrt()
}

/// A faint line across.
fn rule(f: &mut Formatter<'_>, y: f64) -> fmt::Result {
    svg::rule(f, [LEFT, RIGHT], y)
}
