//! A machine with its symmetry.

use machine::index::EdgeId;
use machine::{Machine, State};
use model::Reduced;
use symmetry::SymmetryGroup;

use super::invented::Invention;
use super::layout::Points;
use crate::immaterial::Immaterial;
use crate::settled::Settled;

/// A machine with its symmetry, ready to be searched in the quotient.
#[derive(Debug)]
pub struct Reduction {
    /// The machine to search.
    pub machine: Machine,
    /// The group and the layout of reducible states.
    pub symmetry: SymmetryGroup,
    /// How many of the points are processes; channels, variables and values follow, then locations.
    pub processes: usize,
    /// How many are channels.
    pub channels: usize,
    /// How many are variables, of those that can be exchanged with others.
    pub variables: usize,
    /// How many are values, of the kinds that can be renamed.
    pub values: usize,
    /// The machine that runs in states that are not reducible: the one that was loaded, with other values in the unused
    /// slots of channels.
    pub(crate) early: Machine,
    /// What the points are.
    pub(super) points: Points,
    /// The reducible states.
    pub(crate) settled: Settled,
    /// What is cleared in them.
    pub(crate) immaterial: Immaterial,
    /// What such states are invented from, to try the group on.
    pub(crate) invention: Invention,
    /// For each edge, the first of those that symmetry maps it to.
    pub(crate) edge_orbits: Vec<usize>,
    /// For each edge of a loop whose rounds can change places, the one by which it is left.
    pub(crate) folded: Vec<Option<EdgeId>>,
    /// Whether the search is abandoned where a channel of an ended process is used: always, but in tests.
    pub(crate) minds_ended_channels: bool,
}

impl Reduction {
    /// Whether symmetry applies to a state: all processes are started, as expected, and none can
    /// be started any more.
    #[must_use]
    pub fn is_reducible(&self, state: &State) -> bool {
        self.settled.holds(state)
    }

    /// Why it is no symmetry of a machine's own states, as the end of a sentence; none if it is: nothing is cleared in them, put in or
    /// left in place that the machine itself does not, and it applies to the initial ones.
    #[must_use]
    pub fn departs_from_states_of(&self, machine: &Machine) -> Option<&'static str> {
        let applies = machine.all_initial().iter().all(|state| self.is_reducible(state));
        self.holds_other_states_than(machine)
            .or((!applies).then_some("its symmetry does not apply to the initial states yet"))
    }

    /// The same, whether or not it applies to the initial states.
    #[must_use]
    pub fn holds_other_states_than(&self, machine: &Machine) -> Option<&'static str> {
        let initial = machine.all_initial();
        if self.machine.keep_terminated {
            return Some("its processes are removed when they have ended, the youngest first");
        }
        if !self.immaterial.adds_nothing_to(machine) {
            return Some("its states hold values of variables that nothing reads any more");
        }
        if !self.machine.has_blanks_of(machine) || initial != self.machine.all_initial() {
            return Some("in its states 0 stands where nothing matters, and names somebody too");
        }
        None
    }

    /// The edges that are executed somewhere in the full state space, given those that were
    /// executed from representatives: with an edge, those that symmetry maps it to.
    #[must_use]
    pub fn covered(&self, by_representatives: &[bool]) -> Vec<bool> {
        // Within a fold any edge may stand for any other.
        let orbit = |edge: usize| self.edge_orbits[self.folded[edge].map_or(edge, EdgeId::index)];
        let mut orbit_covered = vec![false; by_representatives.len()];
        for (edge, &covered) in by_representatives.iter().enumerate() {
            orbit_covered[orbit(edge)] |= covered;
        }
        (0..by_representatives.len()).map(|edge| orbit_covered[orbit(edge)]).collect()
    }
}

impl Reduced for Reduction {
    type System = Reduction;

    fn system(&self) -> &Reduction {
        self
    }

    fn symmetry(&self) -> &SymmetryGroup {
        &self.symmetry
    }

    fn leaves_out_steps(&self) -> bool {
        self.machine.keep_terminated
    }

    /// Processes, channels, variables and values. Locations come after them.
    fn components(&self) -> usize {
        self.processes + self.channels + self.variables + self.values
    }

    fn moves_other_points_alone(&self) -> bool {
        let processes: Vec<usize> = (0..self.processes).collect();
        !self.symmetry.group().pointwise_stabiliser(&processes).is_trivial()
    }

    fn images(&self, executed: &[bool]) -> Vec<bool> {
        self.covered(executed)
    }

    fn sure_images(&self, executed: &[bool]) -> Vec<bool> {
        let drawn = self.covered(executed).into_iter().zip(&self.folded);
        let known = drawn.map(|(covered, fold)| covered && fold.is_none());
        known.zip(executed).map(|(known, &executed)| known || executed).collect()
    }
}
