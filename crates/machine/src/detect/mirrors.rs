//! Kinds of values that must be one for processes to change places.
//!
//! Values that never meet are of different kinds, each with names of its own. Two processes with a flag each,
//! `a = 1; b == 0` and `b = 1; a == 0`, are mirror images only if `1` in `a` is the same as `1` in `b`. States cannot say that:
//! each cell holds values of one kind. So where processes would change places if kinds did, what these hold is taken to be of one
//! kind, as if it had been compared somewhere, and all is inferred again. That is sound whatever is taken together: it only
//! forbids renamings of one kind alone. Where these are more than what is won, all stays as it was.

use std::collections::HashMap;

use groups::{Interrupted, Patience, Permutation, automorphisms_within};

use super::classes::{Class, Classes, Meaning};
use super::graph::{Kinds, ProgramGraph, program_graph};
use super::shape::Shape;
use crate::index::{ChannelId, VariableId};
use crate::machine::Machine;

/// Pairs of variables, and of channels, of which each holds what the other does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mirrors {
    /// The variables.
    pub variables: Vec<(VariableId, VariableId)>,
    /// The channels.
    pub channels: Vec<(ChannelId, ChannelId)>,
}

impl Mirrors {
    /// Those that processes would need that change places.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn find(
        machine: &Machine,
        classes: &Classes<'_>,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<Mirrors, Interrupted> {
        let mut mirrors = Mirrors::default();
        let kinds = classes.value_classes();
        let held = kinds.iter().filter(|(class, _)| classes.has_cells(*class)).count();
        if held < 2 || shape.types.len() < 2 {
            return Ok(mirrors);
        }
        let program = program_graph(machine, classes, shape, Kinds::Alike, patience)?;
        let found = automorphisms_within(&program.graph, patience)?;
        for generator in &found.generators {
            if program.processes.iter().any(|&process| generator.image(process) != process) {
                mirrors.add(machine, classes, shape, &program, generator);
            }
        }
        Ok(mirrors)
    }

    /// Adds what an automorphism takes to something that holds another kind.
    fn add(
        &mut self,
        machine: &Machine,
        classes: &Classes<'_>,
        shape: &Shape,
        program: &ProgramGraph,
        automorphism: &Permutation,
    ) {
        let differ = |a: Class, b: Class| {
            let is_kind = |class| matches!(classes.meaning(class), Meaning::Value(_));
            !classes.same(a, b) && is_kind(a) && is_kind(b)
        };
        for (from, to) in moved(&program.variables, automorphism) {
            let (a, b) = (VariableId::new(from), VariableId::new(to));
            let dimensions = machine.program.variables[from].dimensions.len();
            let mut subscripts =
                (0..dimensions).map(|d| (classes.subscript(a, d), classes.subscript(b, d)));
            if differ(classes.content(a), classes.content(b))
                || subscripts.any(|(a, b)| differ(a, b))
            {
                self.variables.push((a, b));
            }
        }
        for (from, to) in moved(&program.channels, automorphism) {
            let (a, b) = (shape.channels[from], shape.channels[to]);
            let fields = 0..machine.program.channels[a.index()].fields.len();
            let mut fields = fields.map(|field| (classes.field(a, field), classes.field(b, field)));
            if fields.any(|(a, b)| differ(a, b)) {
                self.channels.push((a, b));
            }
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.channels.is_empty()
    }
}

/// The places of the vertices that an automorphism moves, with those of their images.
fn moved<'a>(
    vertices: &'a [usize],
    automorphism: &'a Permutation,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let places: HashMap<usize, usize> =
        vertices.iter().enumerate().map(|(place, &vertex)| (vertex, place)).collect();
    let images = vertices.iter().map(|&vertex| automorphism.image(vertex));
    let images = images.enumerate().filter_map(move |(from, to)| Some((from, *places.get(&to)?)));
    images.filter(|(from, to)| from != to)
}
