//! The tables that are part of the program, so that it knows the small endings without any file.
//!
//! They are the files under `databases`: those of kind shared as `oware db build --seeds 8 --db databases` writes them for each rule set, and those of kind
//! forced as the same command with `--kind forced` does for each rule set in which positions can come back. After a change of the format, build
//! them into another folder with the program that still has the old ones, then replace them.

use super::id::{Kind, TableId};
use crate::variant::Variant;

/// The largest layer that is part of the program, of each kind.
pub const LARGEST_BUILT_IN: u32 = 8;

type Layers = [&'static [u8]; LARGEST_BUILT_IN as usize + 1];

/// The nine files of one rule set and kind.
macro_rules! layers {
    ($rules:literal, $kind:literal) => {{
        static LAYERS: Layers = [
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-00.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-01.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-02.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-03.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-04.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-05.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-06.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-07.owt")),
            include_bytes!(concat!("../../databases/", $rules, "/", $kind, "-08.owt")),
        ];
        &LAYERS
    }};
}

/// The table's file, if it is part of the program.
pub(super) fn built_in(id: TableId) -> Option<&'static [u8]> {
    let layers: &Layers = match (id.kind(), id.variant()) {
        (Kind::Shared, Variant::Abapa) => layers!("abapa", "shared"),
        (Kind::Shared, Variant::AbapaPlayOn) => layers!("abapa-play-on", "shared"),
        (Kind::Shared, Variant::Wari) => layers!("wari", "shared"),
        (Kind::Shared, Variant::Warri) => layers!("warri", "shared"),
        (Kind::Shared, Variant::Kalah) => layers!("kalah", "shared"),
        (Kind::Shared, Variant::KalahStrict) => layers!("kalah-strict", "shared"),
        (Kind::Forced, Variant::Abapa) => layers!("abapa", "forced"),
        (Kind::Forced, Variant::AbapaPlayOn) => layers!("abapa-play-on", "forced"),
        (Kind::Forced, Variant::Wari) => layers!("wari", "forced"),
        (Kind::Forced, Variant::Warri) => layers!("warri", "forced"),
        (Kind::Forced, Variant::Kalah | Variant::KalahStrict) => return None,
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
                assert_eq!(table.is_some(), id.seeds() <= LARGEST_BUILT_IN, "{id}");
                if let Some(table) = table {
                    table.verify().unwrap();
                }
            }
        }
    }
}
