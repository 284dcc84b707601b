//! What an implementation is compared with.

use crate::event::Event;
use crate::explicit::{Acceptances, Explicit, State, Unfinished};
use crate::normal::{Limits, Model, Preserving, normalise};
use crate::term::TermId;

/// A specification: nodes of which each trace leads to one, and what each demands of the states that are there with it.
#[derive(Clone)]
pub struct Specification {
    /// The nodes. An event leads from one to one.
    pub(super) nodes: Explicit,
    /// What each node demands.
    demands: Vec<Demand>,
    /// What an event means that a node does not have.
    otherwise: Otherwise,
    /// Whether divergence is forbidden, where the node itself does not diverge.
    pub(super) forbids_divergence: bool,
}

/// What a node demands of a state of the implementation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Demand {
    /// Nothing.
    Nothing,
    /// If it is stable, that it accepts all of one of these sets.
    OneOf(Acceptances),
    /// If it is stable, that it accepts some event.
    Something,
    /// Nothing, and nothing of what follows: the specification diverges.
    NoMore,
    /// That no state is ever there.
    Unreached,
    /// That some state there can do what the trace goes on with, which none can.
    Lacking,
}

/// What an event means that a node does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Otherwise {
    /// It is forbidden.
    Forbidden,
    /// What follows does not matter.
    Ignored,
    /// The node stays as it is.
    Stays,
}

/// Where an event of the implementation leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    /// To a node.
    Node(State),
    /// Nowhere: it is forbidden.
    Forbidden,
    /// Nowhere: what follows does not matter.
    Ignored,
}

impl Specification {
    /// That a process refines this one.
    ///
    /// # Errors
    /// The normal form is too large, or the work was interrupted.
    pub fn refined_process(
        process: &Explicit,
        model: Model,
        limits: &mut Limits<'_>,
    ) -> Result<Specification, Unfinished> {
        let nodes = normalise(process, Preserving::Model(model), limits)?;
        let demand = |marks: &crate::explicit::Marks| match model {
            _ if marks.diverges => Demand::NoMore,
            Model::Traces => Demand::Nothing,
            Model::Failures | Model::FailuresDivergences => {
                Demand::OneOf(marks.acceptances.clone())
            }
        };
        Ok(Specification {
            demands: nodes.generalised.iter().flatten().map(demand).collect(),
            nodes,
            otherwise: Otherwise::Forbidden,
            forbids_divergence: model == Model::FailuresDivergences,
        })
    }

    /// That every stable state accepts something, also after termination; in the model with divergences, that there are none.
    #[must_use]
    pub fn deadlock_free(model: Model) -> Specification {
        Specification::one_node(Demand::Something, model == Model::FailuresDivergences)
    }

    /// That no state diverges.
    #[must_use]
    pub fn divergence_free() -> Specification {
        Specification::one_node(Demand::Nothing, true)
    }

    /// That after each trace all stable states accept all that the process can do then. It is to be checked of the process itself.
    ///
    /// # Errors
    /// The normal form is too large, or the work was interrupted.
    pub fn deterministic(
        process: &Explicit,
        model: Model,
        limits: &mut Limits<'_>,
    ) -> Result<Specification, Unfinished> {
        let nodes = normalise(process, Preserving::Model(Model::Traces), limits)?;
        let all = |node| nodes.of(node).iter().map(|&(event, _)| event).collect();
        let demands = (0..nodes.len() as u32).map(|node| one(all(State(node)))).collect();
        Ok(Specification {
            demands,
            nodes,
            otherwise: Otherwise::Forbidden,
            forbids_divergence: model == Model::FailuresDivergences,
        })
    }

    /// That a process refuses no event of this trace, given those before it; in the model with divergences, that it does not
    /// diverge before the last.
    #[must_use]
    pub fn follows_trace(model: Model, trace: &[Event]) -> Specification {
        let each = trace.iter().map(|&event| one(Box::from([event])));
        Specification {
            nodes: line(trace),
            demands: each.chain([Demand::NoMore]).collect(),
            otherwise: Otherwise::Ignored,
            forbids_divergence: model == Model::FailuresDivergences,
        }
    }

    /// That a process does not do this trace, which is not empty: its last event violates that.
    #[must_use]
    pub fn lacks_trace(trace: &[Event]) -> Specification {
        let before = trace.iter().map(|_| Demand::Nothing);
        Specification {
            nodes: line(trace),
            demands: before.chain([Demand::Unreached]).collect(),
            otherwise: Otherwise::Ignored,
            forbids_divergence: false,
        }
    }

    /// That a process goes on behind so much of this trace, which it does not.
    pub(super) fn lacking(trace: &[Event], furthest: usize) -> Specification {
        let demand = |place| if place == furthest { Demand::Lacking } else { Demand::Nothing };
        Specification {
            nodes: line(trace),
            demands: (0..=trace.len()).map(demand).collect(),
            otherwise: Otherwise::Ignored,
            forbids_divergence: false,
        }
    }

    /// That a process does anything.
    pub(super) fn anything() -> Specification {
        Specification::one_node(Demand::Nothing, false)
    }

    /// A specification that says nothing of traces.
    fn one_node(demand: Demand, forbids_divergence: bool) -> Specification {
        let demands = vec![demand];
        let otherwise = Otherwise::Stays;
        Specification { nodes: line(&[]), demands, otherwise, forbids_divergence }
    }

    /// The nodes: a transition system without τ in which no event leads from one to two.
    #[must_use]
    pub fn nodes(&self) -> &Explicit {
        &self.nodes
    }

    /// What a node demands.
    #[must_use]
    pub fn demand(&self, node: State) -> &Demand {
        &self.demands[node.0 as usize]
    }

    /// The events that are allowed at a node; none if nothing is said of that.
    pub(crate) fn allowed(&self, node: State) -> Option<Vec<Event>> {
        let events = self.nodes.of(node).iter().map(|&(event, _)| event);
        (self.otherwise == Otherwise::Forbidden).then(|| events.collect())
    }

    /// What the specification says of an event of the implementation at a node.
    pub(super) fn after(&self, node: State, event: Event) -> After {
        if event == Event::TAU {
            return After::Node(node);
        }
        let steps = self.nodes.of(node);
        match steps.binary_search_by_key(&event, |&(other, _)| other) {
            Ok(place) if *self.demand(steps[place].1) == Demand::Unreached => After::Forbidden,
            Ok(place) => After::Node(steps[place].1),
            Err(_) => match self.otherwise {
                Otherwise::Forbidden => After::Forbidden,
                Otherwise::Ignored => After::Ignored,
                Otherwise::Stays => After::Node(node),
            },
        }
    }
}

fn one(acceptance: Box<[Event]>) -> Demand {
    Demand::OneOf(Acceptances::from([acceptance]))
}

/// Nodes in a row, with these events between them.
fn line(trace: &[Event]) -> Explicit {
    let count = trace.len() as u32;
    Explicit {
        initial: State(0),
        starts: (0..=count).chain([count]).collect(),
        transitions: trace.iter().zip(1..).map(|(&event, next)| (event, State(next))).collect(),
        labels: vec![TermId(0); trace.len() + 1],
        generalised: None,
    }
}
