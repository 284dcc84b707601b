//! Why components that are alike by their sort are not interchangeable.
//!
//! Two vertices of the program's graph that no automorphism exchanges are, nearly always, told
//! apart by colour refinement: round by round, a vertex is known by the multiset of its neighbours
//! (Weisfeiler and Leman, 1968). The rounds are kept; walking them backwards from two components
//! leads to the first thing in the text that one of them has and the other has not.

mod passed;

use std::collections::HashMap;

use diagnostics::Span;
use groups::{ColouredGraph, Interrupted, Patience, uninterrupted};

use super::classes::{Class, Classes, Meaning};
use super::graph::ProgramGraph;
use super::layout::{ValueNames, variable_name};
use super::shape::Shape;
use super::vertex_kind::VertexKind;
use super::{Difference, Understanding, Understood};
use crate::index::{ChannelInstance, ProcessId, VariableId};
use crate::machine::Machine;
use crate::program::Region;

/// The most rounds of refinement that are kept.
const MAX_ROUNDS: usize = 64;

/// Of so many orbits of one sort any two are compared. Of more, each with the first: a reason for
/// any two would be more than can be read, or held.
const MOST_COMPARED: usize = 8;

/// For each two components of one sort that no symmetry exchanges, the first reason; components
/// that symmetries exchange share their reasons. Where a sort falls into many parts, each is only
/// compared with the first. Empty if nothing is known.
#[must_use]
pub fn differences(machine: &Machine) -> Vec<Difference> {
    uninterrupted(|patience| Understanding::new(machine).differences(patience))
}

impl Understanding<'_> {
    /// The same, as long as the caller has patience.
    ///
    /// # Errors
    /// The caller lost it.
    pub fn differences(&self, patience: &mut Patience<'_>) -> Result<Vec<Difference>, Interrupted> {
        let Ok(understood) = self.understood(patience)? else { return Ok(Vec::new()) };
        let program = understood.graph(patience)?;
        let orbit_of = understood.automorphisms(patience)?.orbits(program.graph.vertex_count());
        let explainer = Explainer::new(understood, program, patience)?;
        let mut differences = Vec::new();
        for alike in kinds(understood.shape, program, &orbit_of) {
            let compared = if alike.len() > MOST_COMPARED { 1 } else { alike.len() };
            for (position, first) in alike.iter().take(compared).enumerate() {
                for second in &alike[position + 1..] {
                    differences.push(explainer.difference(first, second, patience)?);
                }
            }
        }
        Ok(differences)
    }
}

/// The orbits of processes and channels, those of one sort together, in the order of their firsts: processes of one type, or
/// channels of one kind.
fn kinds(shape: &Shape, program: &ProgramGraph, orbit_of: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let mut kinds: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut kind_of_colour = HashMap::new();
    let mut place_of_orbit: HashMap<usize, (usize, usize)> = HashMap::new();
    let types = shape.types.iter().copied().map(Some).chain(std::iter::repeat(None));
    for (&component, of) in program.processes.iter().chain(&program.channels).zip(types) {
        if let Some(&(kind, place)) = place_of_orbit.get(&orbit_of[component]) {
            kinds[kind][place].push(component);
            continue;
        }
        let colour = program.graph.colours()[component];
        let kind = *kind_of_colour.entry((colour, of)).or_insert(kinds.len());
        if kind == kinds.len() {
            kinds.push(Vec::new());
        }
        place_of_orbit.insert(orbit_of[component], (kind, kinds[kind].len()));
        kinds[kind].push(vec![component]);
    }
    kinds
}

/// What tells two components of one sort apart; none if a symmetry exchanges them.
pub(super) fn difference_between(
    understood: Understood<'_>,
    program: &ProgramGraph,
    orbit_of: &[usize],
    first: usize,
    second: usize,
) -> Option<Difference> {
    if orbit_of[first] == orbit_of[second] {
        return None;
    }
    Some(uninterrupted(|patience| {
        let explainer = Explainer::new(understood, program, patience)?;
        explainer.difference(&[first], &[second], patience)
    }))
}

/// The colours of the vertices after each round of refinement.
struct Rounds {
    colours: Vec<Vec<u32>>,
    /// Edges from and to each vertex: the other end, and the colour, odd for edges towards it.
    neighbours: Vec<Vec<(usize, u64)>>,
}

impl Rounds {
    fn new(graph: &ColouredGraph, patience: &mut Patience<'_>) -> Result<Rounds, Interrupted> {
        let mut neighbours = vec![Vec::new(); graph.vertex_count()];
        for (from, to, colour) in graph.edges() {
            neighbours[from].push((to, 2 * u64::from(colour)));
            neighbours[to].push((from, 2 * u64::from(colour) + 1));
        }
        let mut rounds = Rounds { colours: vec![graph.colours().to_vec()], neighbours };
        let mut known = 0;
        while rounds.colours.len() < MAX_ROUNDS {
            patience.spend(16 * (graph.vertex_count() + graph.edge_count()))?;
            let (next, count) = rounds.refined();
            if count == known {
                break;
            }
            known = count;
            rounds.colours.push(next);
        }
        Ok(rounds)
    }

    /// The colours of the next round, and how many there are.
    fn refined(&self) -> (Vec<u32>, usize) {
        let last = self.colours.len() - 1;
        let mut numbers: HashMap<(u32, Vec<(u64, u32)>), u32> = HashMap::new();
        let next = (0..self.neighbours.len()).map(|vertex| {
            let count = numbers.len() as u32;
            let key = (self.colours[last][vertex], self.seen(vertex, last));
            *numbers.entry(key).or_insert(count)
        });
        let next: Vec<u32> = next.collect();
        (next, numbers.len())
    }

    /// The neighbours of a vertex, as they are known after a round.
    fn seen(&self, vertex: usize, round: usize) -> Vec<(u64, u32)> {
        let colours = &self.colours[round];
        let mut seen: Vec<(u64, u32)> =
            self.neighbours[vertex].iter().map(|&(other, edge)| (edge, colours[other])).collect();
        seen.sort_unstable();
        seen
    }

    /// The first round after which two vertices differ.
    fn parted(&self, a: usize, b: usize) -> Option<usize> {
        self.colours.iter().position(|colours| colours[a] != colours[b])
    }

    /// What tells two vertices apart that part after round `round`: a neighbour of one of them, and
    /// the most similar neighbour of the other, if there is one; and whether it is one of the second.
    fn witness(
        &self,
        a: usize,
        b: usize,
        round: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Witness>, Interrupted> {
        let Some(before) = round.checked_sub(1) else { return Ok(None) };
        let mut best: Option<(usize, Witness)> = None;
        for (swapped, one, other) in [(false, a, b), (true, b, a)] {
            let missing = surplus(&self.seen(one, before), &self.seen(other, before));
            for &(vertex, edge) in &self.neighbours[one] {
                if missing.binary_search(&(edge, self.colours[before][vertex])).is_err() {
                    continue;
                }
                patience.spend(4 * self.neighbours[other].len())?;
                let (counterpart, agreed) = self.counterpart(vertex, edge, other, before);
                let witness = Witness { vertex, counterpart, swapped };
                if best.is_none_or(|(least, _)| agreed < least) {
                    best = Some((agreed, witness));
                }
            }
        }
        Ok(best.map(|(_, witness)| witness))
    }

    /// The neighbour of `other` that agrees longest with `vertex`, and for how many rounds.
    fn counterpart(
        &self,
        vertex: usize,
        edge: u64,
        other: usize,
        before: usize,
    ) -> (Option<usize>, usize) {
        let alike = self.neighbours[other].iter().filter(|&&(_, e)| e == edge).map(|&(v, _)| v);
        let agreement = |v: usize| (0..=before).take_while(|&r| self.same(v, vertex, r)).count();
        let found = alike.map(|v| (agreement(v), v)).filter(|&(n, _)| n <= before).max();
        match found {
            Some((agreed, v)) if agreed > 0 => (Some(v), agreed),
            _ => (None, 0),
        }
    }

    fn same(&self, a: usize, b: usize, round: usize) -> bool {
        self.colours[round][a] == self.colours[round][b]
    }
}

#[derive(Clone, Copy)]
struct Witness {
    vertex: usize,
    counterpart: Option<usize>,
    /// Whether `vertex` belongs to the second of the two.
    swapped: bool,
}

/// What the first sorted list has more of than the second.
fn surplus(a: &[(u64, u32)], b: &[(u64, u32)]) -> Vec<(u64, u32)> {
    let mut rest = b.iter().peekable();
    let mut found = Vec::new();
    for &item in a {
        while rest.next_if(|&&other| other < item).is_some() {}
        if rest.next_if(|&&other| other == item).is_none() {
            found.push(item);
        }
    }
    found
}

fn in_order((a, b): (usize, usize), swapped: bool) -> (usize, usize) {
    if swapped { (b, a) } else { (a, b) }
}

/// What tells two components apart, where, and what stands there for the other.
type Reason = (String, Option<Span>, Option<Span>);

struct Explainer<'a> {
    machine: &'a Machine,
    classes: &'a Classes<'a>,
    shape: &'a Shape,
    program: &'a ProgramGraph,
    rounds: Rounds,
    /// The places of processes, channels and variables among their like.
    places: HashMap<usize, usize>,
    /// The kinds and numbers of values.
    values: HashMap<usize, (u32, i32)>,
}

impl<'a> Explainer<'a> {
    fn new(
        understood: Understood<'a>,
        program: &'a ProgramGraph,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let Understood { machine, classes, shape, .. } = understood;
        let components = [&program.processes, &program.channels, &program.variables];
        let places = components.into_iter().flat_map(|vertices| vertices.iter().zip(0..));
        Ok(Explainer {
            machine,
            classes,
            shape,
            program,
            rounds: Rounds::new(&program.graph, patience)?,
            places: places.map(|(&vertex, place)| (vertex, place)).collect(),
            values: program.values.iter().map(|(&value, &vertex)| (vertex, value)).collect(),
        })
    }

    fn difference(
        &self,
        first: &[usize],
        second: &[usize],
        patience: &mut Patience<'_>,
    ) -> Result<Difference, Interrupted> {
        let names = |orbit: &[usize]| orbit.iter().map(|&v| self.name(v)).collect();
        let (reason, span, other) = self.reason(first[0], second[0], patience)?;
        Ok(Difference { first: names(first), second: names(second), reason, span, other })
    }

    fn reason(
        &self,
        a: usize,
        b: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Reason, Interrupted> {
        if let Some(reason) = self.given_otherwise(a, b) {
            return Ok(reason);
        }
        let Some(mut round) = self.rounds.parted(a, b) else {
            let text = "each statement about the one has its like about the other, but no way to \
                        exchange them keeps the whole program";
            return Ok((text.to_owned(), None, None));
        };
        // The pair at hand, and the last pair of components on the way.
        let (mut pair, mut components) = ((a, b), (a, b));
        let (mut span, mut other) = (None, None);
        let mut kind = None;
        // Whether the first of a pair goes with the second of those asked for.
        let mut swapped = false;
        while let Some(witness) = self.rounds.witness(pair.0, pair.1, round, patience)? {
            let origin = self.program.origins[witness.vertex];
            kind = Some(origin.kind);
            let counterpart = witness.counterpart;
            swapped ^= witness.swapped;
            if witness.swapped {
                components = (components.1, components.0);
                std::mem::swap(&mut span, &mut other);
            }
            if origin.span.is_some() && !self.is_component(witness.vertex) {
                span = origin.span;
                other = counterpart.and_then(|v| self.program.origins[v].span);
            }
            let Some(counterpart) = counterpart else { break };
            pair = (witness.vertex, counterpart);
            if let (Some(one), Some(two)) = (self.named(pair.0), self.named(pair.1)) {
                components = (one, two);
                if let Some(reason) = self.given_otherwise(one, two) {
                    return Ok(self.because((a, b), in_order(components, swapped), reason));
                }
            }
            let Some(parted) = self.rounds.parted(pair.0, pair.1) else { break };
            round = parted;
        }
        let other = other.filter(|o| Some(*o) != span);
        let text = self.text(kind, components, other.is_some());
        Ok(self.because((a, b), in_order(components, swapped), (text, span, other)))
    }

    /// A reason about other components than those asked for says so.
    fn because(
        &self,
        asked: (usize, usize),
        found: (usize, usize),
        (text, span, other): Reason,
    ) -> Reason {
        if found == asked || (found.1, found.0) == asked {
            return (text, span, other);
        }
        let (one, two) = (self.name(found.0), self.name(found.1));
        (format!("they go with {one} and {two}, and {text}"), span, other)
    }

    /// What two components were given that tells them apart, if that is all there is to say.
    fn given_otherwise(&self, a: usize, b: usize) -> Option<Reason> {
        self.started_otherwise(a, b).or_else(|| self.passed_otherwise(a, b))
    }

    /// The process whose vertex this is.
    fn process(&self, vertex: usize) -> Option<ProcessId> {
        self.places.get(&vertex).map(|&place| ProcessId::new(place))
    }

    /// Whether two processes of one type were started with different numbers, or with values that are not alike.
    fn started_otherwise(&self, a: usize, b: usize) -> Option<Reason> {
        let is_process = |v: usize| self.program.origins[v].kind == VertexKind::Process;
        if !is_process(a) || !is_process(b) {
            return None;
        }
        let (one, two) = (self.process(a)?, self.process(b)?);
        let owner = self.shape.types[one.index()];
        for &variable in &self.shape.frozen {
            let declared = &self.machine.program.variables[variable.index()];
            let held = |process| self.shape.frozen_value(declared, process);
            if declared.region != Region::Local(owner) || held(one) == held(two) {
                continue;
            }
            let unlike = match self.classes.meaning(self.classes.content(variable)) {
                Meaning::Data => "",
                Meaning::Value(kind) if self.are_unlike(kind, held(one), held(two)) => {
                    ", and these values are not alike"
                }
                Meaning::Value(_) | Meaning::Process | Meaning::Channel => continue,
            };
            let text = format!(
                "`{name}` is {} in {} and {} in {}{unlike}",
                held(one),
                self.name(a),
                held(two),
                self.name(b),
                name = declared.name,
            );
            let (span, other) = (self.start_of(one), self.start_of(two));
            return Some(match span {
                Some(_) => (text, span, other.filter(|_| span != other)),
                None => (text, Some(declared.span), None),
            });
        }
        None
    }

    /// Whether no symmetry takes one value to another.
    fn are_unlike(&self, kind: u32, a: i32, b: i32) -> bool {
        let vertex = |value| self.program.values.get(&(kind, value));
        match (vertex(a), vertex(b)) {
            (Some(&a), Some(&b)) => self.rounds.parted(a, b).is_some(),
            _ => false,
        }
    }

    fn text(&self, kind: Option<VertexKind>, (a, b): (usize, usize), has_other: bool) -> String {
        let (one, two) = (self.name(a), self.name(b));
        match kind {
            Some(VertexKind::OwnNumberOfProcess | VertexKind::NumberedProcess) => {
                "process identifiers are used as numbers".to_owned()
            }
            Some(VertexKind::Row | VertexKind::Function) => {
                format!("the arithmetic tells {one} from {two}")
            }
            Some(VertexKind::Element) => {
                format!("the array has an element for {one} and none for {two}")
            }
            Some(VertexKind::Frozen) => {
                format!("a process is given {one} as it starts; none is given {two} like that")
            }
            Some(VertexKind::Variable) if has_other => {
                format!("the first variable may name {one}, the second {two}: they are not alike")
            }
            _ if has_other => format!(
                "of these statements the first mentions {one}, the second {two}: they are not alike"
            ),
            _ => format!("this statement mentions {one}; none mentions {two} like that"),
        }
    }

    /// The component that a vertex is, or names.
    fn named(&self, vertex: usize) -> Option<usize> {
        if self.program.origins[vertex].kind != VertexKind::Name {
            return Some(vertex).filter(|&vertex| self.is_component(vertex));
        }
        let neighbours = self.rounds.neighbours[vertex].iter().map(|&(neighbour, _)| neighbour);
        let mut named = neighbours.filter(|&neighbour| self.is_component(neighbour));
        named.next().filter(|_| named.next().is_none())
    }

    fn is_component(&self, vertex: usize) -> bool {
        match self.program.origins[vertex].kind {
            VertexKind::Value => self.values.contains_key(&vertex),
            VertexKind::Process | VertexKind::Channel | VertexKind::Variable => true,
            _ => false,
        }
    }

    /// `user(2)`, `link`, `turn`: the name of a component; nothing for other vertices.
    fn name(&self, vertex: usize) -> String {
        let place = self.places.get(&vertex).copied();
        match (self.program.origins[vertex].kind, place) {
            (VertexKind::Process, Some(process)) => {
                let process_type = self.shape.types[process];
                self.machine.program.process_name(process_type, ProcessId::new(process))
            }
            (VertexKind::Channel, Some(channel)) => {
                let channel = ChannelInstance::new(channel);
                self.machine.channel_name(&self.shape.settled, channel).unwrap_or_default()
            }
            (VertexKind::Variable, Some(variable)) => {
                variable_name(self.machine, VariableId::new(variable))
            }
            (VertexKind::Value, _) => {
                self.values.get(&vertex).map_or(String::new(), |&(kind, value)| {
                    ValueNames::new(self.machine, self.classes, Class(kind)).of(value)
                })
            }
            _ => String::new(),
        }
    }
}
