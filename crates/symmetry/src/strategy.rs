//! All strategies, by name: one interface to compare them by.

use crate::any::{AnyMarker, AnyRepresentative};
use crate::canonical::Canonical;
use crate::enumerate::{Enumerate, EnumerateBy, EnumerateOptions};
use crate::naive::Naive;
use crate::on_the_fly::OnTheFly;
use crate::refusal::Refusal;
use crate::representative::{Guarantee, Marker, Representative};
use crate::sinc::Sinc;
use crate::symmetry::SymmetryGroup;

/// A way to tell the classes of states apart. The variants' own modules say what each does, after whom, and at what cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Strategy {
    Canonical,
    Enumerate,
    OnTheFly,
    Naive,
    Sinc,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 5] = [
        Strategy::Canonical,
        Strategy::Enumerate,
        Strategy::OnTheFly,
        Strategy::Naive,
        Strategy::Sinc,
    ];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Canonical => "canonical",
            Strategy::Enumerate => "enumerate",
            Strategy::OnTheFly => "on-the-fly",
            Strategy::Naive => "naive",
            Strategy::Sinc => "sinc",
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
            _ => vec![default],
        }
    }

    /// The strategy that suits a group and its states: always one that is exact and unique.
    pub fn auto(symmetry: &SymmetryGroup) -> Auto<'_> {
        let prepared = Prepared::Representative(AnyRepresentative::new(Canonical::new(symmetry)));
        Auto { prepared, reason: "states can refer to what is permuted" }
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
            Strategy::Canonical => AnyRepresentative::new(Canonical::new(symmetry)),
            Strategy::Enumerate => {
                AnyRepresentative::new(Enumerate::new(symmetry, options.enumerate)?)
            }
            Strategy::OnTheFly => AnyRepresentative::new(OnTheFly::new(symmetry)),
            Strategy::Naive => AnyRepresentative::new(Naive::new(symmetry)?),
            Strategy::Sinc => AnyRepresentative::new(Sinc::new(symmetry)?),
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
