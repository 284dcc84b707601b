//! Why components that are alike by their sort are not interchangeable.
//!
//! Two vertices of the program's graph that no automorphism exchanges are, nearly always, told
//! apart by colour refinement: round by round, a vertex is known by the multiset of its neighbours
//! (Weisfeiler and Leman, 1968). The rounds are kept; walking them backwards from two components
//! leads to the first thing in the text that one of them has and the other has not. What that says is for
//! `endings` to tell, and `statements` knows where it stands.

mod endings;
mod given;
mod groups_of_pairs;
mod names;
mod passed;
mod reason;
mod rounds;
mod rows;
mod sorts;
mod statements;
mod told_by_tables;

use std::collections::HashMap;

use endings::Ending;
use groups::{Interrupted, Patience, uninterrupted};
use groups_of_pairs::{Apart, by_reason};
use machine::Machine;
use machine::index::ProcessId;
use reason::{Form, Reason};
use rounds::Rounds;
use sorts::sorts;
use statements::is_of_statement;

use super::classes::Classes;
use super::graph::ProgramGraph;
use super::shape::Shape;
use super::vertex_kind::VertexKind;
use super::{Difference, Understanding, Understood};

/// Of so many orbits of one sort any two are compared. Of more, each with the first: a reason for
/// any two would be more than can be read, or held.
const MOST_COMPARED: usize = 8;

/// For each two components of one sort that no symmetry exchanges, the first reason; components
/// that symmetries exchange share their reasons. Where a sort falls into many parts, each is only
/// compared with the first. Empty if nothing is known.
///
/// Pairs with the same reason stand together and say it of all of them. Processes and values come before channels, which mostly
/// go with them, and of each the reasons first for which the group is smallest.
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
        let sorts = sorts(understood.classes, understood.shape, program, &orbit_of);
        let mut found = Vec::new();
        for orbits in &sorts {
            found.extend(explainer.apart(orbits, patience)?);
        }
        found.retain(|apart| !explainer.is_about_nobody(apart));
        let rank = |apart: &Apart<'_>| {
            let (gain, is_all) = apart.gain(&found);
            (explainer.is_channel(apart.orbits[0][0]), -gain, !is_all)
        };
        let mut ranked: Vec<_> = found.iter().map(|apart| (rank(apart), apart)).collect();
        ranked
            .sort_by(|((a, x, p), _), ((b, y, q), _)| a.cmp(b).then(x.total_cmp(y)).then(p.cmp(q)));
        Ok(ranked.iter().flat_map(|(_, apart)| explainer.told(apart)).collect())
    }
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
        let reason = explainer.reason(first, second, patience)?;
        Ok(explainer.difference(&[first], &[second], &reason))
    }))
}

fn in_order((a, b): (usize, usize), swapped: bool) -> (usize, usize) {
    if swapped { (b, a) } else { (a, b) }
}

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

    /// The pairs of orbits of one sort, by what tells them apart.
    fn apart<'o>(
        &self,
        orbits: &'o [Vec<usize>],
        patience: &mut Patience<'_>,
    ) -> Result<Vec<Apart<'o>>, Interrupted> {
        let compared = if orbits.len() > MOST_COMPARED { 1 } else { orbits.len() };
        let mut pairs = Vec::new();
        for first in 0..compared {
            for second in first + 1..orbits.len() {
                let reason = self.reason(orbits[first][0], orbits[second][0], patience)?;
                pairs.push(((first, second), reason));
            }
        }
        Ok(by_reason(orbits, pairs))
    }

    fn told(&self, apart: &Apart<'_>) -> Vec<Difference> {
        let orbit = |place: usize| &apart.orbits[place];
        let pairs = apart.pairs.iter();
        pairs.map(|&(a, b)| self.difference(orbit(a), orbit(b), &apart.reason)).collect()
    }

    fn difference(&self, first: &[usize], second: &[usize], reason: &Reason) -> Difference {
        let names = |orbit: &[usize]| orbit.iter().map(|&v| self.name(v)).collect();
        let &Reason { span, other, .. } = reason;
        Difference {
            first: names(first),
            second: names(second),
            reason: reason.text(),
            span,
            other,
        }
    }

    fn reason(
        &self,
        a: usize,
        b: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Reason, Interrupted> {
        if let Some(reason) = self.given_otherwise(a, b, patience)? {
            return Ok(reason);
        }
        let Some(mut round) = self.rounds.parted(a, b) else {
            let by_tables = self.exchanged_by_no_table(a, b);
            if let Some(reason) = by_tables.or_else(|| self.joined_otherwise(a, b)) {
                return Ok(reason);
            }
            let text = "each statement about the one has its like about the other, but no way to \
                        exchange them keeps the whole program";
            return Ok(Reason::whole(text.to_owned(), None, None));
        };
        if round == 0 {
            return Ok(self.coloured_otherwise(a, b));
        }
        let mut pair = (a, b);
        let mut end = Ending {
            vertex: a,
            before: (a, b),
            components: (a, b),
            first: None,
            statement: None,
            is_computed: false,
            is_placed: false,
        };
        // Whether the first of a pair goes with the second of those asked for.
        let mut swapped = false;
        while let Some(witness) = self.rounds.witness(pair.0, pair.1, round, patience)? {
            swapped ^= witness.swapped;
            end = end.next(pair, witness);
            let kind = self.program.origins[witness.vertex].kind;
            end.is_computed |= matches!(kind, VertexKind::Row | VertexKind::Function);
            end.is_placed |= kind == VertexKind::Location && end.first.is_some();
            if is_of_statement(kind) {
                end.statement = Some((witness.vertex, witness.counterpart));
                end.first = end.first.or(end.statement);
            }
            let Some(counterpart) = witness.counterpart else { break };
            pair = (witness.vertex, counterpart);
            if let (Some(one), Some(two)) = (self.named(pair.0), self.named(pair.1)) {
                (end.components, end.first) = ((one, two), None);
                (end.is_computed, end.is_placed) = (false, false);
                if let Some(reason) = self.given_otherwise(one, two, patience)? {
                    return Ok(self.because((a, b), in_order(end.components, swapped), reason));
                }
            }
            let Some(parted) = self.rounds.parted(pair.0, pair.1) else { break };
            round = parted;
        }
        let reason = self.ending(&end);
        Ok(self.because((a, b), in_order(end.components, swapped), reason))
    }

    /// A reason about other components than those asked for says so.
    fn because(&self, asked: (usize, usize), found: (usize, usize), reason: Reason) -> Reason {
        if found == asked || (found.1, found.0) == asked {
            return reason;
        }
        let (one, two) = (self.name(found.0), self.name(found.1));
        reason.after(&format!("they go with {one} and {two}, and "))
    }

    /// Two values of which one stands where there is nothing to say.
    fn coloured_otherwise(&self, a: usize, b: usize) -> Reason {
        let is_filler = |vertex: usize| {
            self.values.get(&vertex).is_some_and(|&(kind, value)| {
                value == self.classes.filler(super::classes::Class(kind))
            })
        };
        let (filler, other) = if is_filler(b) { (b, a) } else { (a, b) };
        let (filler, other) = (self.name(filler), self.name(other));
        let text = format!(
            "{filler} stands in cells that hold nothing yet, {other} does not: leave {filler} out of \
             the names"
        );
        Reason::whole(text, None, None)
    }

    fn is_channel(&self, vertex: usize) -> bool {
        self.program.origins[vertex].kind == VertexKind::Channel
    }

    /// Whether a value is told from others by arrays that have no element for it: it mostly stands for nobody. Processes whose ids have
    /// none say so themselves.
    fn is_about_nobody(&self, apart: &Apart<'_>) -> bool {
        let is_value = self.program.origins[apart.orbits[0][0]].kind == VertexKind::Value;
        is_value && matches!(apart.reason.form, Form::Short(_))
    }

    /// The process whose vertex this is.
    fn process(&self, vertex: usize) -> Option<ProcessId> {
        self.places.get(&vertex).map(|&place| ProcessId::new(place))
    }
}
