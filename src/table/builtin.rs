//! The tables that are part of the program, so that it knows the small endings without any file.
//!
//! They are the files under `databases` as `oware db build --seeds 8 --db databases` writes them. After a change of the format, build
//! them into another folder with the program that still has the old ones, then replace them.

use super::id::{Kind, TableId};
use crate::variant::Variant;

/// The largest layer that is part of the program.
pub const LARGEST_BUILT_IN: u32 = 8;

type Layers = [&'static [u8]; LARGEST_BUILT_IN as usize + 1];

/// The nine files of one rule set.
macro_rules! layers {
    ($rules:literal) => {{
        static LAYERS: Layers = [
            include_bytes!(concat!("../../databases/", $rules, "/shared-00.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/shared-01.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/shared-02.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/shared-03.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/shared-04.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/shared-05.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/shared-06.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/shared-07.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/shared-08.owt")),
        ];
        &LAYERS
    }};
}

/// The table's file, if it is part of the program.
pub(super) fn built_in(id: TableId) -> Option<&'static [u8]> {
    if id.kind() != Kind::Shared {
        return None;
    }
    let layers: &Layers = match id.variant() {
        Variant::Abapa => layers!("abapa"),
        Variant::AbapaPlayOn => layers!("abapa-play-on"),
        Variant::Wari => layers!("wari"),
        Variant::Warri => layers!("warri"),
        Variant::Kalah => layers!("kalah"),
        Variant::KalahStrict => layers!("kalah-strict"),
    };
    layers.get(id.seeds() as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::super::file::Table;
    use super::*;

    #[test]
    fn what_is_built_in_is_right() {
        for variant in Variant::ALL {
            for id in Kind::ALL.into_iter().flat_map(|kind| TableId::all(variant, kind)) {
                let table = Table::built_in(id).unwrap();
                assert_eq!(table.is_some(), id.kind() == Kind::Shared && id.seeds() <= LARGEST_BUILT_IN, "{id}");
                if let Some(table) = table {
                    table.verify().unwrap();
                }
            }
        }
    }
}
