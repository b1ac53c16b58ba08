//! A move seed by seed: where each falls and what is taken, for whoever shows it or tells it.
//!
//! What a move does is said by [`Rules::play`] alone; this takes apart what came of it. Between the sowing and the board after the move lies what was taken.

use crate::board::{Move, PITS, PITS_PER_ROW, Side};
use crate::position::Position;
use crate::rules::Rules;

/// A place for seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hole {
    /// A pit: A–F of South, then a–f of North, 0 to 11, in the order of sowing.
    Pit(usize),
    /// A player's store.
    Store(Side),
}

impl Hole {
    /// The player whose pit it is and which of the row, 0 to 5; `None` of a store.
    #[must_use]
    pub const fn pit(self) -> Option<(Side, usize)> {
        match self {
            Hole::Pit(pit) if pit < PITS_PER_ROW => Some((Side::South, pit)),
            Hole::Pit(pit) => Some((Side::North, pit - PITS_PER_ROW)),
            Hole::Store(_) => None,
        }
    }
}

/// A move taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// Where the seeds fall, one after another; empty for a pass.
    pub falls: Vec<Hole>,
    /// The pits that are emptied into the mover's store at the end, with their seeds, from the pit of the last seed backward; in kalah the pit opposite comes second.
    pub taken: Vec<(Hole, u8)>,
}

impl Motion {
    /// What a legal move does. `R` is the rule set.
    #[must_use]
    pub fn of<R: Rules>(position: Position, mv: Move) -> Self {
        if mv.is_pass() {
            return Motion::default();
        }
        let (side, board) = (position.to_move(), position.board());
        // Pits from here on are the mover's 0 to 5 and the opponent's 6 to 11, as on the board.
        let mut pits = board.pits();
        let seeds = std::mem::take(&mut pits[mv.index()]);
        let ring = (mv.index() + 1..).map(|at| at % R::RING);
        // The ring of kalah has the mover's store between the rows; that of the oware family skips the pit of origin.
        let pit = |at: usize| match at {
            PITS_PER_ROW if R::RING > PITS => None,
            at => Some(if R::RING > PITS && at > PITS_PER_ROW { at - 1 } else { at }),
        };
        let stops = ring.map(pit).filter(|&pit| R::RING > PITS || pit != Some(mv.index()));
        let falls: Vec<Option<usize>> = stops.take(usize::from(seeds)).collect();
        falls.iter().flatten().for_each(|&pit| pits[pit] += 1);
        let played = R::play(board, mv);
        let after = if played.again { played.board } else { played.board.swapped() }.pits();
        let last = falls.last().copied().flatten().unwrap_or(0);
        let backward = (0..PITS).map(|steps| (last + PITS - steps) % PITS);
        let hole = |pit: usize| Hole::Pit((pit + side as usize * PITS_PER_ROW) % PITS);
        Motion {
            taken: backward.filter(|&pit| pits[pit] > after[pit]).map(|pit| (hole(pit), pits[pit] - after[pit])).collect(),
            falls: falls.into_iter().map(|fall| fall.map_or(Hole::Store(side), hole)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::index;
    use crate::notation::parse_position;
    use crate::variant::Variant;
    use crate::with_rules;

    fn motion<R: Rules>(position: &str, pit: usize) -> Motion {
        Motion::of::<R>(parse_position(position, R::MAX_SEEDS).unwrap(), Move::from_pit(pit))
    }

    fn pits(pits: &[usize]) -> Vec<Hole> {
        pits.iter().map(|&pit| Hole::Pit(pit)).collect()
    }

    #[test]
    fn a_long_sowing_skips_its_pit_and_captures_go_backward() {
        use crate::rules::oware::Abapa;
        let long = motion::<Abapa>("0-0-0-0-0-14-1-1-1-0-0-9-0-0-S", 5);
        assert_eq!(long.falls, pits(&[6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 6, 7, 8]));
        assert_eq!(long.taken, [8, 7, 6].map(|pit| (Hole::Pit(pit), 3)));
        let north = motion::<Abapa>("1-1-9-0-0-0-0-0-0-0-0-2-0-0-N", 5);
        assert_eq!((north.falls, north.taken), (pits(&[0, 1]), vec![(Hole::Pit(1), 2), (Hole::Pit(0), 2)]));
    }

    #[test]
    fn a_grand_slam_takes_nothing_where_the_rules_say_so() {
        use crate::rules::oware::{Abapa, Warri};
        let slam = "0-0-0-0-0-2-1-1-0-0-0-0-0-0-S";
        assert_eq!(motion::<Abapa>(slam, 5).taken, []);
        assert_eq!(motion::<Warri>(slam, 5).taken, [(Hole::Pit(7), 2), (Hole::Pit(6), 2)]);
    }

    #[test]
    fn kalah_passes_the_own_store_and_takes_the_pit_opposite() {
        use crate::rules::kalah::{Kalah, KalahStrict};
        let start = motion::<Kalah>("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 2);
        assert_eq!(start.falls, [pits(&[3, 4, 5]), vec![Hole::Store(Side::South)]].concat());
        let takes = motion::<Kalah>("1-0-0-0-0-4-2-2-2-2-5-2-0-0-S", 0);
        assert_eq!((takes.falls, takes.taken), (pits(&[1]), vec![(Hole::Pit(1), 1), (Hole::Pit(10), 5)]));
        let alone = "1-0-0-0-0-4-2-2-2-2-0-2-0-0-S";
        assert_eq!(motion::<Kalah>(alone, 0).taken, [(Hole::Pit(1), 1)]);
        assert_eq!(motion::<KalahStrict>(alone, 0).taken, []);
        let round = motion::<Kalah>("0-0-0-0-0-13-1-0-0-0-0-3-0-0-S", 5);
        assert_eq!(round.falls, [vec![Hole::Store(Side::South)], pits(&[6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5])].concat());
        assert_eq!(round.taken, [(Hole::Pit(5), 1), (Hole::Pit(6), 2)]);
        let north = motion::<Kalah>("2-2-2-2-2-2-0-0-0-0-0-9-0-0-N", 5);
        assert_eq!(north.falls, [vec![Hole::Store(Side::North)], pits(&[0, 1, 2, 3, 4, 5, 6, 7])].concat());
        assert_eq!(north.taken, [(Hole::Pit(7), 1), (Hole::Pit(4), 3)]);
    }

    /// Sowing the falls and emptying what is taken gives the board after the move, and what came into the store is the gain.
    #[test]
    fn the_parts_make_up_the_move() {
        fn check<R: Rules>(board: Board) {
            for mv in R::moves(board) {
                let motion = Motion::of::<R>(Position::of(board), mv);
                let mut pits = board.pits();
                let mut stored = 0;
                if !mv.is_pass() {
                    pits[mv.index()] = 0;
                }
                for fall in &motion.falls {
                    match *fall {
                        Hole::Pit(pit) => pits[pit] += 1,
                        Hole::Store(side) => {
                            assert_eq!(side, Side::South);
                            stored += 1;
                        }
                    }
                }
                assert_eq!(stored, R::dropped(board, mv));
                for &(hole, seeds) in &motion.taken {
                    let Hole::Pit(pit) = hole else { panic!("{hole:?} is taken") };
                    assert_eq!(std::mem::take(&mut pits[pit]), seeds);
                    stored += seeds;
                }
                let played = R::play(board, mv);
                let after = if played.again { played.board } else { played.board.swapped() };
                assert_eq!((pits, stored), (after.pits(), played.gain), "{}: {board:?} {mv:?}", R::NAME);
            }
        }
        for variant in Variant::ALL {
            for seeds in 1..=5 {
                (0..index::layer_size(seeds)).for_each(|rank| with_rules!(variant, R => check::<R>(index::unrank(seeds, rank))));
            }
            let mut random = fastrand::Rng::with_seed(7);
            for _ in 0..20_000 {
                let seeds = random.u32(6..=48);
                let rank = random.u64(..index::layer_size(seeds));
                with_rules!(variant, R => check::<R>(index::unrank(seeds, rank)));
            }
        }
    }
}
