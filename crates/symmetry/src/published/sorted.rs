//! Sorting identical parts: three ways that need no search.
//!
//! - [`SortedBy::Main`], SymmSpin's (D. Bosnacki, D. Dams, L. Holenderski, "Symmetric Spin", STTT 4(1), 2002): sort the blocks
//!   of each family by one cell of data each, the [main array](crate::published::main_array), and apply that permutation.
//!   [`Complete`](Guarantee::Complete): the order of blocks with equal values depends on where they are, on which symmetric states do
//!   not agree. The sort is ascending and by selection, which the paper leaves open: the figures of ATVA 2007 (see
//!   [`markers`](crate::published::markers)) are those of a selection sort of the flags. For Peterson's algorithm with 3 to 7
//!   processes they count 907, 9373, 95303, 885399 and 7.94 million states, where representatives are kept but
//!   [not searched](crate::Explore::Concrete), depth first.
//! - [`SortedBy::Swaps`], TopSPIN's (A. F. Donaldson, A. Miller, "Exact and approximate strategies for symmetry reduction in
//!   model checking", FM 2006; Donaldson's thesis, Section 11): apply permutations of a minimising set while that makes the state
//!   lexicographically smaller. Serves every group; see [`swaps`](crate::published::swaps) for the set, which the papers leave open for
//!   groups that do not permute blocks in all ways: we take involutions that exchange points, generators and their inverses.
//!   [`Unique`](Guarantee::Unique) for blocks if no cell relates them to each other and their cells are laid out alike, as
//!   proved there; otherwise [`Complete`](Guarantee::Complete): a local minimum.
//! - [`SortedBy::Records`]: sort the blocks by all that they own; lexicographically, but that in the first eight cells values less
//!   than -1 or more than 254 decide only where nothing else does. Only for layouts in which states cannot hold references to
//!   what is moved, and no cell has several blocks as owners; there the state is what its multiset of records is, and the
//!   strategy is [`Unique`](Guarantee::Unique). It is the fastest there is.
//!
//! Cost: a sort of the blocks and one copy of the state; for swaps, as many copies as permutations are tried, which are some
//! times `n²/2` for `n` blocks.

use groups::Patience;

use crate::canonical::order::Order;
use crate::canonical::parts::{OwnCells, Parts};
use crate::foundation::point::Family;
use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{
    Guarantee, Permuting, Representative, then, write_identity,
};
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::twins::Twins;
use crate::published::main_array::MainArray;
use crate::published::swaps::{MinimisingSet, exchanges_decide};

const NAME: &str = "sorted";

/// What to sort by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum SortedBy {
    /// Records where that serves, and the whole state elsewhere.
    #[default]
    Suited,
    /// One variable of each of the identical parts.
    Main,
    /// The whole state: whatever a permutation makes smaller.
    Swaps,
    /// All variables of the identical parts, where they cannot refer to each other.
    Records,
}

/// Sorts identical parts.
pub struct Sorted<'a> {
    symmetry: &'a SymmetryGroup,
    rule: Rule,
    /// If it sorts by records.
    twins: Option<Twins<'a>>,
}

enum Rule {
    Main(Parts, MainArray),
    Swaps { set: MinimisingSet, unique: bool },
    Records(Parts),
}

/// Working memory of [`Sorted`].
pub struct SortedScratch {
    order: Order,
    selected: Vec<u32>,
    /// The identity, unless the main array is sorted by.
    image: Vec<u32>,
    smaller: Vec<i32>,
}

impl<'a> Sorted<'a> {
    /// Prepares sorting for a group.
    ///
    /// [`SortedBy::Records`] is refused just if the group does not permute blocks in all ways or states can hold references to
    /// what it moves.
    pub fn new(symmetry: &'a SymmetryGroup, by: SortedBy) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, by, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        by: SortedBy,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let rule = match by {
            SortedBy::Suited => {
                return match Self::prepare(symmetry, SortedBy::Records, patience) {
                    Err(Unready::Refused(_)) => Self::prepare(symmetry, SortedBy::Swaps, patience),
                    prepared => prepared,
                };
            }
            SortedBy::Main => return Self::prepare_by_main(symmetry, &[], patience),
            SortedBy::Swaps => {
                let unique = match Parts::new(NAME, symmetry, patience) {
                    Ok(parts) => exchanges_decide(&parts),
                    Err(Unready::Refused(_)) => false,
                    Err(interrupted) => return Err(interrupted),
                };
                Rule::Swaps { set: MinimisingSet::new(symmetry, patience)?, unique }
            }
            SortedBy::Records => {
                let parts = Parts::new(NAME, symmetry, patience)?;
                if !parts.hold_no_references() {
                    let reason = "it compares the variables of identical parts as they are, and in this model they \
                                  can refer to such parts, are referred to, or belong to several";
                    return Err(Refusal { strategy: NAME, reason: reason.to_owned() }.into());
                }
                Rule::Records(parts)
            }
        };
        let twins = match &rule {
            Rule::Records(parts) => parts.blocks.twins(symmetry.layout()),
            Rule::Main(..) | Rule::Swaps { .. } => None,
        };
        Ok(Sorted { symmetry, rule, twins })
    }

    /// Sorts by main arrays that the caller chooses: each family of blocks by the first of `arrays` of which each block owns a
    /// cell, and by the default where there is none.
    pub fn by_main(symmetry: &'a SymmetryGroup, arrays: &[Family]) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare_by_main(symmetry, arrays, patience))
    }

    fn prepare_by_main(
        symmetry: &'a SymmetryGroup,
        arrays: &[Family],
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let parts = Parts::new(NAME, symmetry, patience)?;
        let main = MainArray::new(NAME, symmetry.layout(), &parts, arrays)?;
        Ok(Sorted { symmetry, rule: Rule::Main(parts, main), twins: None })
    }

    /// Writes the representative to `target`, and the permutation that takes the state there to `asked` if it is.
    #[inline(always)]
    fn find(
        &self,
        state: &[i32],
        target: &mut [i32],
        mut asked: Option<&mut [u32]>,
        scratch: &mut SortedScratch,
    ) {
        let layout = self.symmetry.layout();
        let SortedScratch { order, selected, image, smaller } = scratch;
        if let Some(asked) = &mut asked {
            write_identity(asked);
        }
        match &self.rule {
            Rule::Main(parts, main) => {
                for family in 0..parts.own.len() {
                    parts.send(family, main.sort(family, state, selected), image);
                }
                layout.apply(image, state, target);
                if let Some(asked) = asked {
                    asked.copy_from_slice(image);
                }
            }
            Rule::Swaps { set, .. } => {
                target.copy_from_slice(state);
                set.minimise(layout, target, image, smaller, |applied| {
                    if let Some(asked) = &mut asked {
                        then(asked, applied);
                    }
                });
            }
            Rule::Records(parts) => {
                target.copy_from_slice(state);
                for (family, own) in parts.own.iter().enumerate() {
                    let key = |block| own.key(state, block);
                    let order = order.sort(own.count, key, |a, b| own.compare(state, a, b));
                    move_records(own, order, state, target);
                    if let Some(asked) = &mut asked {
                        parts.send(family, order, asked);
                    }
                }
            }
        }
    }
}

impl Representative for Sorted<'_> {
    type Scratch = SortedScratch;

    fn scratch(&self) -> SortedScratch {
        let layout = self.symmetry.layout();
        let order = match &self.rule {
            Rule::Records(parts) => parts.order(),
            Rule::Main(..) | Rule::Swaps { .. } => Order::new(0),
        };
        let selected = match &self.rule {
            Rule::Main(parts, _) => parts.own.iter().map(|own| own.count).max().unwrap_or(0),
            Rule::Records(_) | Rule::Swaps { .. } => 0,
        };
        SortedScratch {
            order,
            selected: Vec::with_capacity(selected),
            image: (0..layout.point_count() as u32).collect(),
            smaller: vec![0; layout.cell_count()],
        }
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut SortedScratch) {
        self.find(state, target, None, scratch);
    }

    fn guarantee(&self) -> Guarantee {
        match self.rule {
            Rule::Swaps { unique: true, .. } | Rule::Records(_) => Guarantee::Unique,
            Rule::Main(..) | Rule::Swaps { unique: false, .. } => Guarantee::Complete,
        }
    }

    fn name(&self) -> &'static str {
        NAME
    }

    fn twins(&self) -> Option<&Twins<'_>> {
        self.twins.as_ref()
    }
}

impl Permuting for Sorted<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut SortedScratch,
    ) {
        self.find(state, target, Some(image), scratch);
    }
}

/// Copies the cells of the blocks, in this order, to the first, the second, and so on.
#[inline(always)]
fn move_records(own: &OwnCells, order: &[u32], source: &[i32], target: &mut [i32]) {
    for (to, &from) in order.iter().enumerate() {
        if to == from as usize {
            continue;
        }
        let (from, to) = (own.of(from as usize), own.of(to));
        for &(slot, length) in &own.runs {
            let (from, to) = (from[slot as usize] as usize, to[slot as usize] as usize);
            let run = source[from..].iter().zip(&mut target[to..]);
            run.take(length as usize).for_each(|(from, to)| *to = *from);
        }
    }
}
