//! All strategies, by name: one interface to compare them by.

use groups::{Interrupted, Patience, uninterrupted};

use crate::canonical::Canonical;
use crate::canonical::blocks::{Blocks, NoBlocks};
use crate::foundation::any::{AnyMarker, AnyRepresentative};
use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Marker, Representative};
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::component_order::{ComponentOrder, ComponentOrderBy};
use crate::published::enumerate::{Enumerate, EnumerateBy, EnumerateOptions};
use crate::published::flattened::Flattened;
use crate::published::markers::{ApproximateMarkers, ExactMarkers};
use crate::published::naive::Naive;
use crate::published::on_the_fly::OnTheFly;
use crate::published::segmented::Segmented;
use crate::published::segmented_by_chain::SegmentedByChain;
use crate::published::sinc::{ComparePointers, Sinc};
use crate::published::sorted::{Sorted, SortedBy};

/// A way to tell the classes of states apart. The variants' own modules say what each does, after whom, and at what cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Strategy {
    ApproximateMarkers,
    Canonical,
    ComponentOrder,
    Enumerate,
    ExactMarkers,
    Flattened,
    OnTheFly,
    Naive,
    Segmented,
    Sinc,
    Sorted,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 11] = [
        Strategy::ApproximateMarkers,
        Strategy::Canonical,
        Strategy::ComponentOrder,
        Strategy::Enumerate,
        Strategy::ExactMarkers,
        Strategy::Flattened,
        Strategy::OnTheFly,
        Strategy::Naive,
        Strategy::Segmented,
        Strategy::Sinc,
        Strategy::Sorted,
    ];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::ApproximateMarkers => "approximate-markers",
            Strategy::Canonical => "canonical",
            Strategy::ComponentOrder => "component-order",
            Strategy::Enumerate => "enumerate",
            Strategy::ExactMarkers => "exact-markers",
            Strategy::Flattened => "flattened",
            Strategy::OnTheFly => "on-the-fly",
            Strategy::Naive => "naive",
            Strategy::Segmented => "segmented",
            Strategy::Sinc => "sinc",
            Strategy::Sorted => "sorted",
        }
    }

    /// The strategy of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// The variants that there are of the strategy: for comparisons.
    pub fn variants(self) -> Vec<StrategyOptions> {
        let default = StrategyOptions::default();
        match self {
            Strategy::Enumerate => {
                let ways = [EnumerateBy::Elements, EnumerateBy::Chain].into_iter();
                let ways =
                    ways.flat_map(|by| [false, true].map(|transpositions| (by, transpositions)));
                let options =
                    ways.map(|(by, transpositions)| EnumerateOptions { by, transpositions });
                options.map(|enumerate| StrategyOptions { enumerate, ..default }).collect()
            }
            Strategy::ComponentOrder => {
                use ComponentOrderBy::{N, NDoublePrime, NPrime};
                let options = [N, NPrime, NDoublePrime];
                options.map(|component_order| StrategyOptions { component_order, ..default }).into()
            }
            Strategy::Sorted => {
                let options = [SortedBy::Main, SortedBy::Swaps, SortedBy::Records];
                options.map(|sorted_by| StrategyOptions { sorted_by, ..default }).into()
            }
            Strategy::Segmented => {
                vec![default, StrategyOptions { sorted_by: SortedBy::Records, ..default }]
            }
            Strategy::Sinc => {
                let options = [ComparePointers::Unmet, ComparePointers::Always];
                options
                    .map(|compare_pointers| StrategyOptions { compare_pointers, ..default })
                    .into()
            }
            _ => vec![default],
        }
    }

    /// The strategy that suits a group and its states: always one that is exact and unique.
    pub fn auto(symmetry: &SymmetryGroup) -> Auto<'_> {
        uninterrupted(|patience| Self::auto_within(symmetry, patience))
    }

    /// The same, as long as the caller has patience.
    ///
    /// # Errors
    /// The caller lost it.
    pub fn auto_within<'a>(
        symmetry: &'a SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Auto<'a>, Interrupted> {
        let (strategy, reason) = match Sorted::prepare(symmetry, SortedBy::Records, patience) {
            Ok(sorted) => {
                (AnyRepresentative::new(sorted), "states cannot refer to permuted components")
            }
            Err(Unready::Interrupted) => return Err(Interrupted),
            Err(Unready::Refused(_)) => {
                let reason = match Blocks::of(symmetry, patience)? {
                    Ok(_) => "states can refer to permuted components",
                    Err(NoBlocks::Other) => {
                        "the group does not permute identical parts in all ways"
                    }
                    Err(NoBlocks::TooManyPoints(_)) => "it serves every group",
                };
                (AnyRepresentative::new(Canonical::new_within(symmetry, patience)?), reason)
            }
        };
        Ok(Auto { prepared: Prepared::Representative(strategy), reason })
    }

    /// Makes the strategy ready for a group.
    ///
    /// # Errors
    /// If it cannot serve the group, or the layout of its states.
    pub fn prepare<'a>(
        self,
        symmetry: &'a SymmetryGroup,
        options: &StrategyOptions,
    ) -> Result<Prepared<'a>, Refusal> {
        patiently(|patience| self.prepare_within(symmetry, options, patience))
    }

    /// The same, as long as the caller has patience.
    ///
    /// # Errors
    /// If it cannot serve the group, or the layout of its states, or if the caller lost patience.
    pub fn prepare_within<'a>(
        self,
        symmetry: &'a SymmetryGroup,
        options: &StrategyOptions,
        patience: &mut Patience<'_>,
    ) -> Result<Prepared<'a>, Unready> {
        let representative = match self {
            Strategy::ApproximateMarkers => {
                let markers = ApproximateMarkers::prepare(symmetry, patience)?;
                return Ok(Prepared::Marker(AnyMarker::new(markers)));
            }
            Strategy::Canonical => {
                AnyRepresentative::new(Canonical::new_within(symmetry, patience)?)
            }
            Strategy::ComponentOrder => {
                let by = options.component_order;
                AnyRepresentative::new(ComponentOrder::prepare(symmetry, by, patience)?)
            }
            Strategy::Enumerate => {
                let (name, options) = (self.name(), options.enumerate);
                AnyRepresentative::new(Enumerate::named(name, symmetry, options, patience)?)
            }
            Strategy::ExactMarkers => {
                AnyRepresentative::new(ExactMarkers::prepare(symmetry, patience)?)
            }
            Strategy::Flattened => {
                let flattened = Flattened::prepare(symmetry, patience)?;
                return Ok(Prepared::Marker(AnyMarker::new(flattened)));
            }
            Strategy::OnTheFly => AnyRepresentative::new(OnTheFly::prepare(symmetry, patience)?),
            Strategy::Naive => AnyRepresentative::new(Naive::prepare(symmetry, patience)?),
            Strategy::Segmented => {
                let by_main = match options.sorted_by {
                    SortedBy::Records => None,
                    _ => match Segmented::prepare(symmetry, &[], patience) {
                        Err(Unready::Refused(_)) => None,
                        prepared => Some(prepared?),
                    },
                };
                match by_main {
                    Some(segmented) => AnyRepresentative::new(segmented),
                    None => AnyRepresentative::new(SegmentedByChain::prepare(symmetry, patience)?),
                }
            }
            Strategy::Sinc => {
                let compare = options.compare_pointers;
                AnyRepresentative::new(Sinc::prepare(symmetry, compare, patience)?)
            }
            Strategy::Sorted => {
                AnyRepresentative::new(Sorted::prepare(symmetry, options.sorted_by, patience)?)
            }
        };
        Ok(Prepared::Representative(representative).exploring(options.explore))
    }
}

/// The strategy that suits a group and its states, and why.
pub struct Auto<'a> {
    /// The strategy.
    pub prepared: Prepared<'a>,
    /// Why it was chosen, as a clause.
    pub reason: &'static str,
}

/// Which states a search goes on from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Explore {
    /// From the representatives.
    #[default]
    Representative,
    /// From the states that were reached, whose representatives are kept.
    Concrete,
}

/// Variants of strategies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StrategyOptions {
    /// How all elements of the group are met.
    pub enumerate: EnumerateOptions,
    /// By what components order the values.
    pub component_order: ComponentOrderBy,
    /// What identical parts are sorted by; for segmented a main array where there is one, unless it is by records.
    pub sorted_by: SortedBy,
    /// Where `sinc` compares pointers.
    pub compare_pointers: ComparePointers,
    /// Which states a search goes on from. Of markers it does so from the states that were reached in any case.
    pub explore: Explore,
}

/// A strategy that is ready for a group.
pub enum Prepared<'a> {
    /// It gives states, to be searched as a [`Quotient`](crate::Quotient).
    Representative(AnyRepresentative<'a>),
    /// It gives states, to be kept while those are searched that [they stand for](crate::ByRepresentative).
    Concrete(AnyRepresentative<'a>),
    /// It gives markers, to be searched as a [`Marked`](crate::Marked) system.
    Marker(AnyMarker<'a>),
}

impl Prepared<'_> {
    /// The same strategy, to go on from these states.
    #[must_use]
    pub fn exploring(self, explore: Explore) -> Self {
        match (self, explore) {
            (Prepared::Representative(strategy), Explore::Concrete) => Prepared::Concrete(strategy),
            (Prepared::Concrete(strategy), Explore::Representative) => {
                Prepared::Representative(strategy)
            }
            (unchanged, _) => unchanged,
        }
    }

    /// Whether a search goes on from the states that were reached, so that which states it keeps may depend on its order, and
    /// what it finds are runs as they are.
    pub fn is_concrete(&self) -> bool {
        !matches!(self, Prepared::Representative(_))
    }

    /// What it promises, for this group and layout.
    pub fn guarantee(&self) -> Guarantee {
        match self {
            Prepared::Representative(strategy) | Prepared::Concrete(strategy) => {
                strategy.guarantee()
            }
            Prepared::Marker(strategy) => strategy.guarantee(),
        }
    }

    /// The name of the strategy.
    pub fn name(&self) -> &'static str {
        match self {
            Prepared::Representative(strategy) | Prepared::Concrete(strategy) => strategy.name(),
            Prepared::Marker(strategy) => strategy.name(),
        }
    }
}
