//! What may ever happen from some states on, whatever the order of statements: which values variables and messages may have, where
//! processes may come, and which edges may be taken. (Wegman and Zadeck, *Constant propagation with conditional branches*, ACM
//! TOPLAS 13, 1991: values and reachability are found together, so that what a constant forbids gives no variable another value.)
//!
//! Guarantee: each is at least what happens, as long as no process is started. Variables are looked at as a whole, arrays with all
//! their elements, those of processes with all processes of the type. What is written because a value no longer matters, as the reset
//! of a dead variable, is left out: nobody reads it. Cost: a pass over the code for each piece of news that the pass before it had;
//! what takes many values may have any.

mod expressions;
mod flow;
mod rests_on;
mod simplified;
mod values;

pub use simplified::Simplified;

use std::collections::BTreeSet;

use crate::index::{ChannelId, LocationId, VariableId};
use crate::machine::Machine;
use crate::partial_order::Holdings;
use crate::program::{Region, Variable};
use crate::touches::Touch;
use crate::uses::may_fail;
use flow::Flow;
use values::Values;

/// After so many passes nothing is known.
const MOST_PASSES: usize = 100;

/// What states hold in which the processes are there that will ever be.
#[derive(Clone, Debug)]
pub struct Beginnings {
    /// What each variable may hold, in any of its cells, in any process, where that matters.
    pub variables: Vec<BTreeSet<i32>>,
    /// What the messages in each channel declaration's channels may hold, field by field.
    pub fields: Vec<Vec<BTreeSet<i32>>>,
    /// Where processes stand.
    pub locations: BTreeSet<LocationId>,
    /// For each process type the numbers of its processes.
    pub numbers: Vec<BTreeSet<i32>>,
    /// For each location whether processes may be there then.
    pub late: Vec<bool>,
}

/// What may ever happen.
#[derive(Clone, Debug)]
struct Possible {
    /// By variable.
    variables: Vec<Values>,
    /// By channel declaration: whether there are messages at all, and what their fields may be.
    messages: Vec<Option<Vec<Values>>>,
    /// By process type: the numbers of its processes.
    numbers: Vec<Values>,
    /// Whether a process may come to a location.
    locations: Vec<bool>,
    /// Whether an edge may be taken.
    edges: Vec<bool>,
}

impl Possible {
    /// From some states on; none if that takes too long, or processes may be started. A condition to move that fails does so at
    /// some edge, be it never taken: where one may, nothing is left out.
    fn from(machine: &Machine, beginnings: &Beginnings) -> Option<Possible> {
        if machine.program.process_types.iter().filter_map(|it| it.provided.as_ref()).any(may_fail)
        {
            return None;
        }
        let holdings = Holdings::of(machine);
        let mut possible = Possible::at(machine, beginnings);
        possible.forget_what_is_beyond(machine);
        for _ in 0..MOST_PASSES {
            let mut flow = Flow::new(machine, &holdings, &mut possible);
            flow.pass();
            if flow.starts {
                return None;
            }
            if !flow.news {
                return Some(possible);
            }
        }
        None
    }

    /// What holds in the states themselves.
    fn at(machine: &Machine, beginnings: &Beginnings) -> Possible {
        let messages = beginnings.fields.iter().map(|fields| {
            let are_there = fields.iter().all(|field| !field.is_empty());
            are_there.then(|| fields.iter().map(Values::from).collect())
        });
        let mut possible = Possible {
            variables: beginnings.variables.iter().map(Values::from).collect(),
            messages: messages.collect(),
            numbers: beginnings.numbers.iter().map(Values::from).collect(),
            locations: vec![false; machine.code.locations.len()],
            edges: vec![false; machine.code.edges.len()],
        };
        for location in &beginnings.locations {
            possible.locations[location.index()] = true;
        }
        for (variable, declared) in possible.variables.iter_mut().zip(&machine.program.variables) {
            if declared.region == Region::Constant {
                let cells = declared.offset..declared.offset + declared.cells();
                cells.for_each(|cell| _ = variable.add(machine.constant(cell)));
            }
        }
        possible
    }

    /// What edges do not say: who moved last, priorities, what claims write, which channels there are.
    fn forget_what_is_beyond(&mut self, machine: &Machine) {
        let program = &machine.program;
        let declared = VariableId::below(program.variables.len()).zip(&program.variables);
        let is_unseen = |it: &Variable| it.read_unseen || it.holds_channels;
        let changes = |it: &Variable| it.region != Region::Constant;
        let unseen = declared.filter(|(_, it)| is_unseen(it) && changes(it));
        let priorities = program.process_types.iter().filter_map(|it| it.priority);
        let mut beyond: Vec<VariableId> =
            unseen.map(|(id, _)| id).chain(priorities).chain(program.last).collect();
        for claim in &program.claims {
            claim.touches(&mut |touch, _| {
                if let Touch::Write(place) = touch {
                    beyond.push(place.variable);
                }
            });
        }
        beyond.into_iter().for_each(|it| self.variables[it.index()] = Values::Any);
    }

    /// The fields of the messages of a channel, of which there are some now.
    fn fields(&mut self, channel: ChannelId, count: usize) -> &mut Vec<Values> {
        self.messages[channel.index()].get_or_insert_with(|| vec![Values::NONE; count])
    }
}
