//! Control as loops are looked for in it: locations with their edges, or the points of a deterministic block.

use diagnostics::Span;
use machine::Machine;
use machine::compile::Operation;
use machine::index::{EdgeId, LocationId};
use machine::program::{Action, DeterministicBlock, DeterministicPoint};

/// How many places are passed where nothing is done.
const MAX_SKIPS: usize = 16;

/// A control graph.
pub(super) struct Control<'m> {
    places: Places<'m>,
    /// For each place the ways to it: the place each comes from, and its number among those of that place. Found out once, so that
    /// a program of many loops is not walked again for each of them.
    entries: Vec<Vec<(u32, u32)>>,
}

/// The places of a control graph.
enum Places<'m> {
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
    /// The locations of all process types.
    pub fn locations(machine: &'m Machine) -> Control<'m> {
        let of = |edge: &EdgeId| machine.code.edges[edge.index()].to.map(|to| to.0);
        let targets = machine.code.locations.iter().map(|from| from.edges.iter().map(of));
        Control { entries: entries(targets), places: Places::Locations(machine) }
    }

    /// The points of a block.
    pub fn block(block: &'m DeterministicBlock) -> Control<'m> {
        let targets = block.points.iter().map(|from| from.options.iter().map(|(_, to)| *to));
        Control { entries: entries(targets), places: Places::Block(block) }
    }

    /// The ways from a place, in the order in which they are tried; none if something may interrupt them.
    pub fn ways(&self, at: u32) -> Option<Vec<Way<'m>>> {
        match self.places {
            Places::Locations(machine) => {
                let edges = &machine.code.locations[at as usize].edges;
                let escapes =
                    edges.iter().any(|edge| machine.code.edges[edge.index()].escape.is_some());
                (!escapes).then(|| edges.iter().map(|e| way(machine, *e)).collect())
            }
            Places::Block(block) => {
                let point = &block.points[at as usize];
                Some((0..point.options.len()).map(|number| option(point, number)).collect())
            }
        }
    }

    /// The ways to a place, with the places they come from.
    pub fn entries(&self, at: u32) -> impl Iterator<Item = (u32, Way<'m>)> {
        self.entries[at as usize].iter().map(|&(from, number)| {
            let way = match self.places {
                Places::Locations(machine) => {
                    way(machine, machine.code.locations[from as usize].edges[number as usize])
                }
                Places::Block(block) => option(&block.points[from as usize], number as usize),
            };
            (from, way)
        })
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
        match self.places {
            Places::Locations(machine) => {
                let at = LocationId(at);
                let code = &machine.code;
                code.entries.contains(&at) || code.begins.iter().any(|begins| begins.contains(&at))
            }
            Places::Block(_) => at == 0,
        }
    }
}

/// For each place the ways to it, given the targets of the ways from each place.
fn entries(
    targets: impl ExactSizeIterator<Item = impl Iterator<Item = Option<u32>>>,
) -> Vec<Vec<(u32, u32)>> {
    let mut entries = vec![Vec::new(); targets.len()];
    for (from, ways) in (0..).zip(targets) {
        for (number, to) in (0..).zip(ways) {
            if let Some(to) = to {
                entries[to as usize].push((from, number));
            }
        }
    }
    entries
}

fn option(point: &DeterministicPoint, number: usize) -> Way<'_> {
    let (action, to) = &point.options[number];
    Way { actions: vec![(action, point.span)], to: *to, keeps: true }
}

fn way(machine: &Machine, edge: EdgeId) -> Way<'_> {
    let edge = &machine.code.edges[edge.index()];
    let of = machine.type_of(edge.from);
    let control = &machine.program.process_types[of.index()].control;
    let place = |operation: &Operation| control.node(operation.node).span;
    Way {
        actions: edge.operations.iter().map(|o| (&o.action, place(o))).collect(),
        to: edge.to.map(|to| to.0),
        keeps: edge.atomic,
    }
}
