//! The representatives of symmetric states: as they are asked for, or as it serves best.

use groups::Patience;
use model::Reduced;
use symmetry::{Auto, Guarantee, Prepared, Strategy, StrategyOptions, Unready};

use crate::detection::SymmetrySource;
use crate::failure::Failure;

/// A request for representatives of symmetric states.
#[derive(Clone, Copy, Debug, Default)]
pub struct RepresentativeRequest {
    /// None if the choice is left to the program.
    pub strategy: Option<Strategy>,
    /// How the strategy goes about it.
    pub options: StrategyOptions,
}

/// A strategy, ready for a group.
pub(crate) struct PreparedStrategy<'a> {
    /// The strategy.
    pub prepared: Prepared<'a>,
    /// Why the program chose it, if it did.
    pub reason: Option<&'static str>,
}

/// How states are told apart, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct Representative {
    /// The name of the strategy.
    pub name: &'static str,
    /// What it promises.
    pub guarantee: Guarantee,
    /// Whether the search goes on from the states that were reached, and not from what they are told apart by.
    pub concrete: bool,
    /// Why the program chose it, if it did.
    pub reason: Option<&'static str>,
}

impl RepresentativeRequest {
    /// Makes it ready for a reduction.
    ///
    /// None, if that takes longer than the caller has patience.
    ///
    /// # Errors
    /// The strategy does not serve the group.
    pub(crate) fn prepare<'a, R: Reduced>(
        self,
        reduction: &'a R,
        source: SymmetrySource<'_>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<PreparedStrategy<'a>>, Failure> {
        let symmetry = reduction.symmetry();
        let Some(strategy) = self.strategy else {
            let auto = Strategy::auto_within(symmetry, patience).ok();
            let explore = self.options.explore;
            let chosen = |auto: Auto<'a>| PreparedStrategy {
                prepared: auto.prepared.exploring(explore),
                reason: Some(auto.reason),
            };
            return Ok(auto.map(chosen));
        };
        match strategy.prepare_within(symmetry, &self.options, patience) {
            Ok(prepared) => Ok(Some(PreparedStrategy { prepared, reason: None })),
            Err(Unready::Interrupted) => Ok(None),
            Err(Unready::Refused(refusal)) => {
                let of_data =
                    matches!(source, SymmetrySource::Found) && reduction.moves_other_points_alone();
                let restrict = match of_data {
                    true => "; `--points processes` leaves out the symmetries that move no process",
                    false => "",
                };
                Err(Failure::Input(format!(
                    "{refusal}\nhelp: `--representative auto` serves every model{restrict}"
                )))
            }
        }
    }
}

impl PreparedStrategy<'_> {
    /// The same as plain data.
    pub(crate) fn describe(&self) -> Representative {
        Representative {
            name: self.prepared.name(),
            guarantee: self.prepared.guarantee(),
            concrete: self.prepared.is_concrete(),
            reason: self.reason,
        }
    }
}
