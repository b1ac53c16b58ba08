//! Proof and disproof numbers: how much must at least be shown before a claim is proven, and before it is refuted.

use crate::score::Score;

/// How far a claim is from its proof and from its refutation, in leaves of the tree that was looked at, each weighed by how likely it looks
/// ([`Promises`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// 0 if the claim holds, [`NEVER`] if it does not.
    pub proof: u32,
    /// The other way round.
    pub disproof: u32,
}

/// What cannot be shown.
pub(super) const NEVER: u32 = unpack(PACKED_NEVER);

/// The largest number of what is open; more is taken for as much.
pub(super) const MOST_OPEN: u32 = NEVER / 2;

/// Bits of a packed number: a number below 2^19, and how far it is shifted to the left.
const PACKED_BITS: u32 = 24;
const FRACTION_BITS: u32 = 19;
const PACKED_NEVER: u32 = 13 << FRACTION_BITS | ((1 << FRACTION_BITS) - 1);

/// A number in 24 bits. What does not fit is rounded up: a number that has reached a limit is never read as less.
#[inline]
pub(super) const fn pack(number: u32) -> u32 {
    let shift = (u32::BITS - number.leading_zeros()).saturating_sub(FRACTION_BITS);
    let fraction = (number + ((1 << shift) - 1)) >> shift;
    if fraction >> FRACTION_BITS == 0 { shift << FRACTION_BITS | fraction } else { (shift + 1) << FRACTION_BITS | fraction >> 1 }
}

/// The number that was packed, or the next larger one. Bits beyond the 24 are left out.
#[inline]
pub(super) const fn unpack(packed: u32) -> u32 {
    (packed & ((1 << FRACTION_BITS) - 1)) << (packed >> FRACTION_BITS & ((1 << (PACKED_BITS - FRACTION_BITS)) - 1))
}

/// The number of a claim that could as well hold as not. Large enough that the easiest ones still differ: of kalah with 4 seeds a pit, 300 takes 4.6 million
/// nodes, 1000 and 3000 take 4.0.
const EVEN: f64 = 3000.0;

/// By what each seed more to be won makes a proof harder. With 1.2 and 1.5 kalah-strict with 4 seeds a pit takes more nodes.
const HARDER: f64 = 1.3;

/// How much of the evaluation counts, in percent: what it promises makes a claim easier as fewer seeds to be won do. With an even number of 300, kalah with 4
/// seeds a pit takes 7.5 million nodes with 0, 4.6 with 30 and 50, 5.1 with 70 and 5.8 with 100.
const TRUST: i32 = 40;

/// Steps of a seed in which promises are kept.
const STEPS: i32 = 8;

/// The largest target, less what counts of the smallest evaluation, rounded up. Targets are −72 to 73, evaluations −72 to 72; beyond that the seeds on the
/// board settle a claim.
const MOST: i32 = 73 + 72 * TRUST / 100 + 1;

/// What a claim looks like before anything is known but its target and the looks of its board.
pub(super) struct Promises([Numbers; (2 * MOST * STEPS + 1) as usize]);

impl Promises {
    pub fn new() -> Self {
        let number = |target: f64| ((EVEN * HARDER.powf(target)) as u32).clamp(1, NEVER / 1024);
        Promises(std::array::from_fn(|i| {
            let target = f64::from(i as i32 - MOST * STEPS) / f64::from(STEPS);
            Numbers { proof: number(target), disproof: number(1.0 - target) }
        }))
    }

    /// The numbers of a claim whose mover has yet to win so many seeds more than the opponent, and is expected to win `estimate`.
    #[inline]
    pub fn of(&self, target: i32, estimate: Score) -> Numbers {
        let promised = i32::from(estimate.hundredths()) * STEPS * TRUST / 10_000;
        self.0[((target + MOST) * STEPS - promised) as usize]
    }
}

impl Numbers {
    /// The claim holds.
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: NEVER };
    /// It does not.
    pub const REFUTED: Numbers = Numbers { proof: NEVER, disproof: 0 };
    /// Nothing is known.
    pub const OPEN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// What holds.
    #[inline]
    pub const fn settled(holds: bool) -> Self {
        if holds { Self::PROVEN } else { Self::REFUTED }
    }

    /// Whether it holds, if that is shown.
    #[inline]
    pub const fn answer(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The numbers of the opposite claim.
    #[inline]
    pub const fn negated(self) -> Self {
        Numbers { proof: self.disproof, disproof: self.proof }
    }
}

/// A claim as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub numbers: Numbers,
    /// Whether what is settled is so whatever led to the board.
    pub certain: bool,
}

impl Verdict {
    pub const fn certain(holds: bool) -> Self {
        Verdict { numbers: Numbers::settled(holds), certain: true }
    }

    pub const fn open(numbers: Numbers) -> Self {
        Verdict { numbers, certain: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_looks_harder_with_each_seed_to_be_won_and_easier_with_each_that_is_expected() {
        let promises = Promises::new();
        let seeds = Score::from_seeds;
        assert_eq!(promises.of(0, Score::ZERO), Numbers { proof: 3000, disproof: 3900 });
        // 5 seeds expected are as good as 2 that need not be won.
        assert_eq!(promises.of(7, seeds(5)), promises.of(5, Score::ZERO));
        // The ends of what can be asked.
        assert_eq!(promises.of(-72, seeds(72)).proof, 1);
        assert_eq!(promises.of(73, seeds(-72)).disproof, 1);
    }

    #[test]
    fn a_packed_number_is_never_read_as_less() {
        for number in [0, 1, 300, (1 << 19) - 1, 1 << 19, (1 << 19) + 1, 123_456_789, MOST_OPEN, NEVER] {
            let read = unpack(pack(number));
            assert!(read >= number && u64::from(read) * 1000 <= u64::from(number) * 1001, "{number} {read}");
        }
        assert_eq!([0, 5, (1 << 19) - 1, NEVER].map(|number| unpack(pack(number))), [0, 5, (1 << 19) - 1, NEVER]);
        assert!(unpack(pack(MOST_OPEN)) < NEVER && pack(NEVER) < 1 << PACKED_BITS);
    }
}
