//! Whether play can be kept where a claim holds on condition.
//!
//! Inside a layer, one of the players is content with play that never ends. What the search finds for that player may rest on a position that came back on the
//! line, and so on how it was reached. So before it is believed, the boards of the layer on which the search found so much are gathered, from one of them on, and
//! those are struck out, again and again, on which
//!
//! * it is the player's turn, and no move is right for certain or leads to a board that is left;
//! * it is the opponent's turn, and a move is neither wrong for certain nor leads to a board that is left.
//!
//! On what is left the player can keep play there for ever or leave it to a board where the claim holds for certain: it holds on all of
//! them, whatever led there. What was struck out is open again.

use super::claim::Claim;
use super::numbers::Numbers;
use super::prover::{Place, Prover, Stop};
use super::table::Entry;
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use std::collections::HashMap;

/// A board on which the claim was found to hold.
struct Node {
    claim: Claim,
    key: u64,
    ply: u16,
    /// Ways to keep to it. The opponent's turn has none, only ways to leave.
    ways: u32,
    is_struck: bool,
    /// From where a move leads here.
    predecessors: Vec<u32>,
}

/// What the moves of a board do.
enum Ways {
    /// Whatever becomes of the other boards, the player keeps to it.
    Hold,
    /// The player cannot.
    Fail,
    /// That depends on the boards that these lead to.
    Depend(Vec<(Claim, u64)>),
}

impl<R: Evaluate, E: Endgames> Prover<'_, R, E> {
    /// Whether the claim about the first board of a layer, which holds if play never ends, does so for certain. If so, that is noted of each board
    /// on which play can be kept.
    pub(super) fn is_held(&mut self, claim: &Claim, place: Place) -> Result<bool, Stop> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut places: HashMap<(u64, i32), u32> = HashMap::new();
        let mut struck: Vec<u32> = Vec::new();
        let mut add = |nodes: &mut Vec<Node>, claim: Claim, key: u64, ply: u16| {
            *places.entry((key, claim.target)).or_insert_with(|| {
                nodes.push(Node { claim, key, ply, ways: 0, is_struck: false, predecessors: Vec::new() });
                nodes.len() as u32 - 1
            })
        };
        let key = self.key(claim, place.ply);
        let entry = self.table.get(key, claim.target).unwrap_or_else(|| Entry::unknown(claim));
        // Ways may lead back to it.
        self.table.put(key, Entry { target: claim.target as i8, numbers: Numbers::settled(claim.if_endless()), ..entry });
        add(&mut nodes, *claim, key, place.ply);
        let mut next = 0;
        while next < nodes.len() {
            self.spend(1, place.ply)?;
            let (claim, ply) = (nodes[next].claim, nodes[next].ply);
            match self.ways(&claim, ply) {
                Ways::Hold => nodes[next].ways = u32::MAX,
                Ways::Fail => struck.push(next as u32),
                Ways::Depend(ways) => {
                    nodes[next].ways = ways.len() as u32;
                    for (after, key) in ways {
                        // Only whose turn it is matters.
                        let to = add(&mut nodes, after, key, (ply & 1) + 1);
                        nodes[to as usize].predecessors.push(next as u32);
                    }
                }
            }
            next += 1;
        }
        for &i in &struck {
            nodes[i as usize].is_struck = true;
        }
        while let Some(i) = struck.pop() {
            for p in std::mem::take(&mut nodes[i as usize].predecessors) {
                let node = &mut nodes[p as usize];
                if node.is_struck || node.ways == u32::MAX {
                    continue;
                }
                node.ways -= 1;
                // The player needs one way, the opponent must have none.
                if !node.claim.if_endless() || node.ways == 0 {
                    node.is_struck = true;
                    struck.push(p);
                }
            }
        }
        for node in &nodes {
            let mut entry = self.table.get(node.key, node.claim.target).unwrap_or_else(|| Entry::unknown(&node.claim));
            if node.is_struck {
                (entry.target, entry.numbers) = (node.claim.target as i8, Numbers::OPEN);
            } else {
                entry.settle(node.claim.target, node.claim.if_endless());
            }
            self.table.put(node.key, entry);
        }
        Ok(!nodes[0].is_struck)
    }

    /// What the moves of a board do to a claim that holds if play never ends.
    fn ways(&self, claim: &Claim, ply: u16) -> Ways {
        // The mover is the one who is content with that.
        let own = claim.if_endless();
        let Some((replies, count)) = self.replies(claim, ply) else { return if own { Ways::Hold } else { Ways::Fail } };
        let mut ways = Vec::new();
        for reply in &replies[..count] {
            let after = &reply.claim;
            let known = self.look_up(after, reply.key);
            let certain = known.filter(|known| known.certain).and_then(|known| known.numbers.answer());
            let certain = certain.or_else(|| if reply.leaves { None } else { self.is_over(after, ply + 1) });
            match certain.map(|holds| holds != reply.opposes) {
                Some(true) => return if own { Ways::Hold } else { Ways::Fail },
                Some(false) => continue,
                None => {}
            }
            let found = known.and_then(|known| known.numbers.answer()) == Some(after.if_endless());
            match (found && !reply.leaves, own) {
                (true, _) => ways.push((*after, reply.key)),
                (false, true) => {}
                (false, false) => return Ways::Fail,
            }
        }
        match (ways.is_empty(), own) {
            (true, true) => Ways::Fail,
            (true, false) => Ways::Hold,
            (false, _) => Ways::Depend(ways),
        }
    }
}
