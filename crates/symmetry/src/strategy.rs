//! All strategies, by name: one interface to compare them by.

use crate::any::{AnyMarker, AnyRepresentative};
use crate::blocks::{Blocks, NoBlocks};
use crate::canonical::Canonical;
use crate::component_order::{ComponentOrder, ComponentOrderBy};
use crate::enumerate::{Enumerate, EnumerateBy, EnumerateOptions};
use crate::flattened::Flattened;
use crate::markers::{ApproximateMarkers, ExactMarkers};
use crate::naive::Naive;
use crate::on_the_fly::OnTheFly;
use crate::refusal::Refusal;
use crate::representative::{Guarantee, Marker, Representative};
use crate::segmented::Segmented;
use crate::sinc::Sinc;
use crate::sorted::{Sorted, SortedBy};
use crate::symmetry::SymmetryGroup;

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
            _ => vec![default],
        }
    }

    /// The strategy that suits a group and its states: always one that is exact and unique.
    pub fn auto(symmetry: &SymmetryGroup) -> Auto<'_> {
        let (strategy, reason) = match Sorted::new(symmetry, SortedBy::Records) {
            Ok(sorted) => {
                (AnyRepresentative::new(sorted), "states cannot refer to what is permuted")
            }
            Err(_) => {
                let reason = match Blocks::of(symmetry) {
                    Ok(_) => "states can refer to what is permuted",
                    Err(NoBlocks::Other) => {
                        "the group does not permute identical parts in all ways"
                    }
                    Err(NoBlocks::TooManyPoints(_)) => "it serves every group",
                };
                (AnyRepresentative::new(Canonical::new(symmetry)), reason)
            }
        };
        Auto { prepared: Prepared::Representative(strategy), reason }
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
        let representative = match self {
            Strategy::ApproximateMarkers => {
                return Ok(Prepared::Marker(AnyMarker::new(ApproximateMarkers::new(symmetry)?)));
            }
            Strategy::Canonical => AnyRepresentative::new(Canonical::new(symmetry)),
            Strategy::ComponentOrder => {
                AnyRepresentative::new(ComponentOrder::new(symmetry, options.component_order)?)
            }
            Strategy::Enumerate => {
                AnyRepresentative::new(Enumerate::new(symmetry, options.enumerate)?)
            }
            Strategy::ExactMarkers => AnyRepresentative::new(ExactMarkers::new(symmetry)?),
            Strategy::Flattened => {
                return Ok(Prepared::Marker(AnyMarker::new(Flattened::new(symmetry)?)));
            }
            Strategy::OnTheFly => AnyRepresentative::new(OnTheFly::new(symmetry)),
            Strategy::Naive => AnyRepresentative::new(Naive::new(symmetry)?),
            Strategy::Segmented => AnyRepresentative::new(Segmented::new(symmetry)?),
            Strategy::Sinc => AnyRepresentative::new(Sinc::new(symmetry)?),
            Strategy::Sorted => AnyRepresentative::new(Sorted::new(symmetry, options.sorted_by)?),
        };
        Ok(Prepared::Representative(representative))
    }
}

/// The strategy that suits a group and its states, and why.
pub struct Auto<'a> {
    /// The strategy.
    pub prepared: Prepared<'a>,
    /// Why it was chosen, as a clause.
    pub reason: &'static str,
}

/// Variants of strategies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StrategyOptions {
    /// How all elements of the group are met.
    pub enumerate: EnumerateOptions,
    /// By what components order the values.
    pub component_order: ComponentOrderBy,
    /// What identical parts are sorted by.
    pub sorted_by: SortedBy,
}

/// A strategy that is ready for a group.
pub enum Prepared<'a> {
    /// It gives states, to be searched as a [`Quotient`](crate::Quotient).
    Representative(AnyRepresentative<'a>),
    /// It gives markers, to be searched as a [`Marked`](crate::Marked) system.
    Marker(AnyMarker<'a>),
}

impl Prepared<'_> {
    /// What it promises, for this group and layout.
    pub fn guarantee(&self) -> Guarantee {
        match self {
            Prepared::Representative(strategy) => strategy.guarantee(),
            Prepared::Marker(strategy) => strategy.guarantee(),
        }
    }

    /// The name of the strategy.
    pub fn name(&self) -> &'static str {
        match self {
            Prepared::Representative(strategy) => strategy.name(),
            Prepared::Marker(strategy) => strategy.name(),
        }
    }
}
