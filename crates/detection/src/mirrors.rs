//! Kinds of values that must be one for processes to change places.
//!
//! Values that never meet are of different kinds, each with names of its own. Two processes with a flag each,
//! `a = 1; b == 0` and `b = 1; a == 0`, are mirror images only if `1` in `a` is the same as `1` in `b`. States cannot say that:
//! each cell holds values of one kind. So where processes would change places if kinds did, what these hold is taken to be of one
//! kind, as if it had been compared somewhere, and all is inferred again. That is sound whatever is taken together: it only
//! forbids renamings of one kind alone. It is done where more can be exchanged then.

use std::collections::{HashMap, HashSet};

use groups::{Interrupted, Patience, SparsePermutation, automorphisms_within};
use machine::Machine;
use machine::index::{ChannelId, ProcessTypeId, VariableId};
use machine::program::Region;

use super::classes::{Class, Classes, Meaning};
use super::graph::{Kept, Kinds, ProgramGraph, program_graph};
use super::shape::Shape;

/// So many things that could be taken together are tried.
const MOST: usize = 16;

/// Pairs of variables, and of channels, of which each holds what the other does.
#[derive(Clone, Debug, Default)]
pub(super) struct Mirrors {
    /// The variables.
    pub variables: Vec<(VariableId, VariableId)>,
    /// The channels.
    pub channels: Vec<(ChannelId, ChannelId)>,
    /// The kinds that become one by that.
    kinds: HashSet<usize>,
}

impl Mirrors {
    /// What processes would need that change places: pairs that have no kind in common with others stand by themselves.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn find(
        machine: &Machine,
        classes: &Classes<'_>,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<Vec<Mirrors>, Interrupted> {
        let mut found: Vec<Mirrors> = Vec::new();
        let kinds = classes.value_classes();
        let held = kinds.iter().filter(|(class, _)| classes.has_cells(*class)).count();
        if held < 2 && !have_own_kinds(machine, classes, shape) || shape.types.len() < 2 {
            return Ok(found);
        }
        let program = program_graph(machine, classes, shape, Kinds::Alike, Kept::All, patience)?;
        for generator in &automorphisms_within(&program.graph, patience)?.generators {
            if program.processes.iter().all(|&process| generator.image(process) == process) {
                continue;
            }
            let mut one = Mirrors::of(machine, classes, shape, &program, generator);
            while let Some(place) = found.iter().position(|it| !it.kinds.is_disjoint(&one.kinds)) {
                one.add(found.swap_remove(place));
            }
            if !one.kinds.is_empty() {
                found.push(one);
            }
        }
        found.truncate(MOST);
        Ok(found)
    }

    /// What an automorphism takes to something that holds another kind.
    fn of(
        machine: &Machine,
        classes: &Classes<'_>,
        shape: &Shape,
        program: &ProgramGraph,
        automorphism: &SparsePermutation,
    ) -> Mirrors {
        let mut mirrors = Mirrors::default();
        let kinds = &mut mirrors.kinds;
        let mut differ = |a: Class, b: Class| {
            let is_kind = |class| matches!(classes.meaning(class), Meaning::Value(_));
            let differ = !classes.same(a, b) && is_kind(a) && is_kind(b);
            kinds.extend([a, b].into_iter().filter(|_| differ).map(|class| classes.root(class)));
            differ
        };
        for (from, to) in moved(&program.variables, automorphism) {
            let (a, b) = (VariableId::new(from), VariableId::new(to));
            let mut needed = differ(classes.content(a), classes.content(b));
            for dimension in 0..machine.program.variables[from].dimensions.len() {
                needed |= differ(classes.subscript(a, dimension), classes.subscript(b, dimension));
            }
            mirrors.variables.extend(needed.then_some((a, b)));
        }
        for (from, to) in moved(&program.channels, automorphism) {
            let (a, b) = (shape.channels[from], shape.channels[to]);
            let mut needed = false;
            for field in 0..machine.program.channels[a.index()].fields.len() {
                needed |= differ(classes.field(a, field), classes.field(b, field));
            }
            mirrors.channels.extend(needed.then_some((a, b)));
        }
        mirrors
    }

    /// Adds others.
    pub fn add(&mut self, other: Mirrors) {
        self.variables.extend(other.variables);
        self.channels.extend(other.channels);
        self.kinds.extend(other.kinds);
    }
}

impl Classes<'_> {
    /// Takes what mirrors pair to be alike.
    pub(super) fn mirror(&mut self, mirrors: &Mirrors) {
        for &(a, b) in &mirrors.variables {
            self.unify(self.content(a), self.content(b));
            for dimension in 0..self.subscripts[a.index()].len() {
                self.unify(self.subscript(a, dimension), self.subscript(b, dimension));
            }
        }
        for &(a, b) in &mirrors.channels {
            self.unify(self.channels[a.index()], self.channels[b.index()]);
        }
    }
}

/// Whether local variables of several process types are of kinds of their own, as counters are that nothing else is compared with.
fn have_own_kinds(machine: &Machine, classes: &Classes<'_>, shape: &Shape) -> bool {
    let variables = VariableId::below(machine.program.variables.len());
    let own = variables.filter_map(|it| match machine.program.variables[it.index()].region {
        Region::Local(owner) if shape.types.contains(&owner) => Some((owner, classes.content(it))),
        _ => None,
    });
    let is_kind = |class: Class| matches!(classes.meaning(class), Meaning::Value(_));
    let owners: HashSet<ProcessTypeId> =
        own.filter(|&(_, class)| is_kind(class)).map(|(owner, _)| owner).collect();
    owners.len() > 1
}

/// The places of the vertices that an automorphism moves, with those of their images.
fn moved<'a>(
    vertices: &'a [usize],
    automorphism: &'a SparsePermutation,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let places: HashMap<usize, usize> =
        vertices.iter().enumerate().map(|(place, &vertex)| (vertex, place)).collect();
    let images = vertices.iter().map(|&vertex| automorphism.image(vertex));
    let images = images.enumerate().filter_map(move |(from, to)| Some((from, *places.get(&to)?)));
    images.filter(|(from, to)| from != to)
}
