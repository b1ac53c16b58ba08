//! `Rules::unmoves` against `Rules::play`: the edges of the small layers, walked from both ends.

use oware::board::Board;
use oware::index::{boards_from, rank};
use oware::rules::Rules;
use oware::variant::Variant;
use oware::with_rules;

/// Each move that stays in the layer, as (rank before, rank after), sorted; two moves between the same boards count twice.
fn edges_by_moves<R: Rules>(seeds: u32) -> Vec<(u64, u64)> {
    let mut edges = vec![];
    for before in boards_from(seeds, 0) {
        let stays = R::moves(before).map(|mv| R::play(before, mv)).filter(|played| played.gain == 0);
        edges.extend(stays.map(|played| (rank(before), rank(played.board))));
    }
    edges.sort_unstable();
    edges
}

fn edges_by_unmoves<R: Rules>(seeds: u32) -> Vec<(u64, u64)> {
    let mut edges = vec![];
    for after in boards_from(seeds, 0) {
        R::unmoves(after, |before: Board| {
            assert_eq!(before.seeds(), seeds, "{}: {before:?} before {after:?}", R::NAME);
            edges.push((rank(before), rank(after)));
        });
    }
    edges.sort_unstable();
    edges
}

#[test]
fn unmoves_are_the_moves_of_a_layer_reversed_each_exactly_once() {
    for variant in Variant::ALL {
        for seeds in 0..=7 {
            let (forward, backward) = with_rules!(variant, R => (edges_by_moves::<R>(seeds), edges_by_unmoves::<R>(seeds)));
            assert!(forward == backward, "{variant}, layer {seeds}: {} moves, {} unmoves", forward.len(), backward.len());
        }
    }
}
