//! The tags of a game that tell about it and change nothing in it.

use std::collections::HashMap;
use thiserror::Error;

/// A tag that every game file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// The tournament or match.
    Event,
    /// The place.
    Site,
    /// The day, as `YYYY.MM.DD`.
    Date,
    /// The round.
    Round,
    /// The name of the player South.
    South,
    /// The name of the player North.
    North,
}

impl Tag {
    /// All of them, as a game file lists them.
    pub const ALL: [Tag; 6] = [Tag::Event, Tag::Site, Tag::Date, Tag::Round, Tag::South, Tag::North];

    /// The name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tag::Event => "Event",
            Tag::Site => "Site",
            Tag::Date => "Date",
            Tag::Round => "Round",
            Tag::South => "South",
            Tag::North => "North",
        }
    }

    /// What stands for an unknown value, as in PGN.
    #[must_use]
    pub const fn unknown(self) -> &'static str {
        match self {
            Tag::Date => "????.??.??",
            _ => "?",
        }
    }
}

/// Tags that a [`super::Record`] knows as something else than text.
pub(super) const RESERVED: [&str; 6] = ["Variant", "Result", "FEN", "Rules", "Repetition", "Termination"];

/// A name that no further tag can have.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` cannot name a further tag; expected letters, digits and `_`, and none of the names that OGN gives a meaning")]
pub struct TagName(String);

/// The tags of a game: those of [`Tag`], and others in their order. A control character in a value becomes a space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    known: [Option<String>; Tag::ALL.len()],
    others: Vec<(String, String)>,
}

impl Tags {
    /// A tag's value; `None` if it is unknown.
    #[must_use]
    pub fn get(&self, tag: Tag) -> Option<&str> {
        self.known[tag as usize].as_deref()
    }

    /// Sets a tag. An empty value and `?` mean that it is unknown.
    pub fn set(&mut self, tag: Tag, value: &str) {
        let unknown = value.is_empty() || value == "?" || value == tag.unknown();
        self.known[tag as usize] = (!unknown).then(|| one_line(value));
    }

    /// The other tags, name and value.
    #[must_use]
    pub fn others(&self) -> &[(String, String)] {
        &self.others
    }

    /// Sets a further tag, in its old place if it is there.
    ///
    /// # Errors
    /// [`TagName`] if the name has other characters than letters, digits and `_`, or OGN gives it a meaning.
    pub fn set_other(&mut self, name: &str, value: &str) -> Result<(), TagName> {
        if !is_further(name) {
            return Err(TagName(name.to_owned()));
        }
        let value = one_line(value);
        match self.others.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.others.push((name.to_owned(), value)),
        }
        Ok(())
    }

    /// Tags that a file has, one after another as [`Tags::set`] and [`Tags::set_other`] would set them, in time that does not grow with the square of their
    /// number. Those that have another meaning are left out.
    pub(super) fn of_file<'a>(tags: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut all = Tags::default();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (name, value) in tags {
            if let Some(tag) = Tag::ALL.into_iter().find(|tag| tag.name() == name) {
                all.set(tag, value);
            } else if let Some(&place) = places.get(name) {
                all.others[place].1 = one_line(value);
            } else if is_further(name) {
                places.insert(name, all.others.len());
                all.others.push((name.to_owned(), one_line(value)));
            }
        }
        all
    }
}

/// Whether a further tag may have this name.
fn is_further(name: &str) -> bool {
    let word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    word && !RESERVED.contains(&name) && Tag::ALL.iter().all(|tag| tag.name() != name)
}

/// A tag stands on one line.
pub(super) fn one_line(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
