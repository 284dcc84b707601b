//! Control as loops are looked for in it: locations with their edges, or the points of a deterministic block.

use diagnostics::Span;
use groups::strong_components;
use machine::Machine;
use machine::compile::Operation;
use machine::index::{EdgeId, LocationId};
use machine::program::{Action, DeterministicBlock, DeterministicPoint};

use super::meeting::{Meeting, Meetings, Outlet};

/// How many places are passed where nothing is done.
const MAX_SKIPS: usize = 16;

/// A control graph.
pub(super) struct Control<'m> {
    places: Places<'m>,
    /// For each place the ways to it: the place each comes from, and its number among those of that place. Found out once, so that
    /// a program of many loops is not walked again for each of them.
    entries: Vec<Vec<(u32, u32)>>,
    /// The loop that each place is in: its strongly connected component of what no other process can look into.
    loops: Vec<u32>,
    /// For each component whether it is a loop.
    is_loop: Vec<bool>,
    meetings: Meetings,
}

/// The places of a control graph.
enum Places<'m> {
    /// The locations of all process types.
    Locations(&'m Machine),
    /// The points of a block.
    Block(&'m DeterministicBlock),
}

/// A way from one place to the next.
#[derive(Clone)]
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
        Control::new(entries(targets), Places::Locations(machine))
    }

    /// The points of a block.
    pub fn block(block: &'m DeterministicBlock) -> Control<'m> {
        let targets = block.points.iter().map(|from| from.options.iter().map(|(_, to)| *to));
        Control::new(entries(targets), Places::Block(block))
    }

    fn new(entries: Vec<Vec<(u32, u32)>>, places: Places<'m>) -> Control<'m> {
        let kept = |at: usize, number: usize| match &places {
            Places::Locations(machine) => {
                let edge = machine.code.locations[at].edges.get(number)?;
                let edge = &machine.code.edges[edge.index()];
                // Every edge has a place, also one that is not followed.
                Some(edge.to.filter(|_| edge.atomic).map_or(at, LocationId::index))
            }
            Places::Block(block) => {
                let (_, to) = block.points[at].options.get(number)?;
                Some(to.map_or(at, |to| to as usize))
            }
        };
        let components = strong_components(entries.len(), kept);
        let mut sizes = vec![0; components.count];
        components.of.iter().for_each(|&it| sizes[it as usize] += 1);
        let mut is_loop: Vec<bool> = sizes.iter().map(|&size| size > 1).collect();
        for (at, ways) in entries.iter().enumerate() {
            // A way from a place to itself.
            is_loop[components.of[at] as usize] |=
                ways.iter().any(|&(from, _)| from as usize == at);
        }
        Control { places, entries, loops: components.of, is_loop, meetings: Meetings::default() }
    }

    /// The loop that a place is in.
    pub fn loop_of(&self, at: u32) -> Option<u32> {
        let found = self.loops[at as usize];
        self.is_loop[found as usize].then_some(found)
    }

    /// Where the options of a choice meet; none if that is not known.
    pub fn meeting(&self, at: u32) -> Option<Meeting> {
        self.meetings.of_choice(self, at)
    }

    /// Where all ways out of a loop lead to, if that is one place.
    pub fn outlet(&self, around: u32) -> Option<Outlet> {
        self.meetings.of_loop(self, around)
    }

    /// Whether a way leads out of the loop that its place is in.
    pub fn leaves_loop(&self, at: u32, way: &Way<'m>) -> bool {
        let here = self.loop_of(at);
        here.is_some() && way.to.filter(|_| way.keeps).and_then(|to| self.loop_of(to)) != here
    }

    /// Whether these are the points of a deterministic block.
    pub fn is_block(&self) -> bool {
        matches!(self.places, Places::Block(_))
    }

    /// How many places there are.
    pub fn count(&self) -> u32 {
        self.entries.len() as u32
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
