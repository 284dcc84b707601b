//! Control as loops are looked for in it: locations with their edges, or the points of a deterministic block.

use diagnostics::Span;

use crate::compile::Operation;
use crate::index::LocationId;
use crate::machine::Machine;
use crate::program::{Action, DeterministicBlock};

/// How many places are passed where nothing is done.
const MAX_SKIPS: usize = 16;

/// A control graph.
pub(super) enum Control<'m> {
    /// The locations of all process types.
    Locations(&'m Machine),
    /// The points of a block.
    Block(&'m DeterministicBlock),
}

/// A way from one place to the next.
pub(super) struct Way<'m> {
    /// What is done on it, and where that is written.
    pub actions: Vec<(&'m Action, Span)>,
    /// Where it leads; none: out of the graph.
    pub to: Option<u32>,
    /// Whether no other process can look then.
    pub keeps: bool,
}

impl<'m> Control<'m> {
    /// The ways from a place, in the order in which they are tried; none if something may interrupt them.
    pub fn ways(&self, at: u32) -> Option<Vec<Way<'m>>> {
        match self {
            Control::Locations(machine) => {
                let edges = &machine.code.locations[at as usize].edges;
                let escapes =
                    edges.iter().any(|edge| machine.code.edges[edge.index()].escape.is_some());
                (!escapes).then(|| edges.iter().map(|e| way(machine, e.index())).collect())
            }
            Control::Block(block) => {
                let point = &block.points[at as usize];
                let ways = point.options.iter().map(|(action, to)| Way {
                    actions: vec![(action, point.span)],
                    to: *to,
                    keeps: true,
                });
                Some(ways.collect())
            }
        }
    }

    /// The ways to a place, with the places they come from.
    pub fn entries(&self, at: u32) -> Vec<(u32, Way<'m>)> {
        match self {
            Control::Locations(machine) => {
                let edges = machine.code.edges.iter().enumerate();
                let here = edges.filter(|(_, edge)| edge.to == Some(LocationId(at)));
                here.map(|(index, edge)| (edge.from.0, way(machine, index))).collect()
            }
            Control::Block(block) => {
                let points = 0..block.points.len() as u32;
                let ways = points.flat_map(|from| {
                    self.ways(from).into_iter().flatten().map(move |way| (from, way))
                });
                ways.filter(|(_, way)| way.to == Some(at)).collect()
            }
        }
    }

    /// Where a way leads in the end, and whether no other process can look there: past places where nothing is done.
    pub fn landing(&self, way: &Way<'m>) -> (Option<u32>, bool) {
        let mut landing = (way.to, way.keeps);
        for _ in 0..MAX_SKIPS {
            let (Some(at), true) = landing else { break };
            let Some([next]) = self.ways(at).and_then(|ways| <[Way<'m>; 1]>::try_from(ways).ok())
            else {
                break;
            };
            if next.actions.iter().any(|(action, _)| **action != Action::Skip) {
                break;
            }
            landing = (next.to, next.keeps);
        }
        landing
    }

    /// Whether control can begin at a place.
    pub fn is_entry(&self, at: u32) -> bool {
        match self {
            Control::Locations(machine) => machine.code.entries.contains(&LocationId(at)),
            Control::Block(_) => at == 0,
        }
    }
}

fn way(machine: &Machine, edge: usize) -> Way<'_> {
    let edge = &machine.code.edges[edge];
    let of = machine.type_of(edge.from);
    let control = &machine.program.process_types[of.index()].control;
    let place = |operation: &Operation| control.node(operation.node).span;
    Way {
        actions: edge.operations.iter().map(|o| (&o.action, place(o))).collect(),
        to: edge.to.map(|to| to.0),
        keeps: edge.atomic,
    }
}
