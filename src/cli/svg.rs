//! The parts of a picture in SVG.
//!
//! All colours are of middling lightness and the ground is transparent, so that it can be read on white and on black.

use std::fmt::{self, Display, Formatter, Write as _};

/// The width of every picture.
pub const WIDTH: f64 = 960.0;

/// What is good for South, or for the player to move.
pub const WIN: &str = "#3b82c4";
/// What is good for nobody.
pub const DRAW: &str = "#9aa4b2";
/// What is bad.
pub const LOSS: &str = "#e07b39";
/// Text and lines.
pub const TEXT: &str = "#7d8590";

/// The beginning of a picture, with its title, which stands at `left`.
pub fn open(f: &mut Formatter<'_>, height: f64, left: f64, title: &str) -> fmt::Result {
    let title = Escaped(title);
    writeln!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="ui-sans-serif, system-ui, Helvetica, Arial, sans-serif" font-size="13" fill="{TEXT}">"#
    )?;
    writeln!(f, "<title>{title}</title>")?;
    writeln!(f, r#"<text x="{left:.0}" y="30" font-size="17" font-weight="600">{title}</text>"#)
}

/// A rectangle: x, y, width, height.
pub fn rect(f: &mut Formatter<'_>, [x, y, width, height]: [f64; 4], colour: &str, opacity: f64) -> fmt::Result {
    write!(f, r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{colour}""#)?;
    if opacity < 1.0 {
        write!(f, r#" fill-opacity="{opacity:.2}""#)?;
    }
    writeln!(f, "/>")
}

/// A faint line across, from left to right.
pub fn rule(f: &mut Formatter<'_>, [left, right]: [f64; 2], y: f64) -> fmt::Result {
    writeln!(f, r#"<path d="M{left:.0} {y:.1}H{right:.0}" stroke="{TEXT}" stroke-opacity="0.25"/>"#)
}

/// A line of text, which must not need escaping.
pub fn text(f: &mut Formatter<'_>, x: f64, y: f64, anchor: &str, text: impl Display) -> fmt::Result {
    writeln!(f, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#)
}

/// Text from outside, in which no character has a meaning.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // XML has no other control characters, and none of these two.
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => f.write_char(' '),
            c => f.write_char(c),
        })
    }
}
