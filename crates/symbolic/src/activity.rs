//! In which states of a process its variables are active: predicates over all of its local variables.
//!
//! F. Wang and K. Schmidt, *Symmetric symbolic safety-analysis of concurrent software with pointer data structures* (FORTE 2002),
//! Sect. 5. A variable of a process is active where a step that the process may take there reads it, and where a step that may be
//! taken there leaves it alone and leads to where it is active: the least such predicate. What stands in the process's own cells is
//! taken as it is, all else may be anything. As printed only the steps of the process itself count, and only guards that may hold.
//! Here
//! - steps of others count that write to variables of the process, for they may lead to where another variable is read;
//! - a guard that does not hold has read what it reads. Were that left out, each of two variables could be inactive for the value of the
//!   other: under `x == 0 and y == 0` either is where the other is not 0. Both cleared at once, the guard would hold;
//! - a variable that another process reads somewhere, or a condition on states, is active everywhere;
//! - what reads is asked of the machine for all values of the cells in question, 0 among them, as it is what is cleared to.
//!
//! So all that is inactive in a state may be cleared at once: no step reads it, the same steps are possible, and it is inactive in
//! what they lead to, unless they write it. For the same reason it does not depend on it what else is inactive.

use std::collections::{HashMap, HashSet};

use kernel::StopReason;
use machine::Machine;
use machine::index::{ProcessId, VariableId};
use machine::predicates::{Decision, Node, Predicate, Predicates};
use machine::program::Region;
use model::LevelOrder;

use crate::diagram::{Diagrams, NodeId, Relation, Touched, Watch};
use crate::domains::Domains;
use crate::layout::{Layout, Room};
use crate::learning::{Halt, Leaf, Learner};
use crate::reversal::{Effect, backwards};
use crate::search::initial_types;
use crate::universe::values;

/// Why there are no predicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPredicates {
    /// It takes more than a variable's worth of time or memory: this much may be asked.
    TooMany,
    /// Processes come and go, or move alone in atomic sequences.
    Unsettled,
    /// A defect of this program.
    Defect,
}

/// The cells of one process: for each, where its location comes first, the values that it may hold, in order.
struct Record {
    process: ProcessId,
    /// The levels of the cells in a vector of a whole state, and the place of the cell at each.
    cells: HashMap<u32, u32>,
    values: Vec<Vec<i32>>,
}

/// In which states of processes what is inactive of their variables, each of which holds values of a range, its ends included.
///
/// # Errors
/// Why that is not known.
pub fn predicates(
    machine: &Machine,
    range: &dyn Fn(VariableId) -> (i32, i32),
) -> Result<Predicates, NoPredicates> {
    let machine = machine.clearing_nothing();
    let effort = Effort::default();
    let mut diagrams = Diagrams::new(&effort);
    let room = Room::new(&machine, initial_types(&machine), LevelOrder::Declared);
    let mut layout = Layout::new(&machine, room);
    let initial = machine.initial();
    let (Ok(_), None, None) = (layout.shape_of(initial), layout.control, layout.shape) else {
        return Err(NoPredicates::Unsettled);
    };
    let values = values(&machine, &layout, &|variable| values_within(range(variable)))?;
    let all = diagrams.all_of(&values).map_err(too_many)?;
    let mut learner = Learner::noting_leaves(&machine);
    learner.learn(all, &mut layout, &mut diagrams, &mut Vec::new()).map_err(|halt| match halt {
        Halt::Unforeseen => NoPredicates::Defect,
        Halt::TooSmall(_) | Halt::Reorder(_) => NoPredicates::Unsettled,
        Halt::Stop(reason) => too_many(reason),
    })?;
    let leaves = learner.take_leaves(&mut diagrams);
    let mut found = Predicates::default();
    for process in initial.process_ids() {
        let record = Record::new(process, &layout, &values);
        let of_process = of_process(&machine, &record, &leaves, &mut found, &mut diagrams);
        found.processes.push(of_process.map_err(too_many)?);
    }
    Ok(found)
}

fn too_many(_: StopReason) -> NoPredicates {
    NoPredicates::TooMany
}

/// The values of a range, and 0, in order.
fn values_within((low, high): (i32, i32)) -> Result<Vec<i32>, NoPredicates> {
    if i64::from(high) - i64::from(low) > MOST_VALUES {
        return Err(NoPredicates::TooMany);
    }
    let mut values: Vec<i32> = (low..=high).collect();
    if let Err(place) = values.binary_search(&0) {
        values.insert(place, 0);
    }
    Ok(values)
}

impl Record {
    fn new(process: ProcessId, layout: &Layout<'_>, values: &[Vec<i32>]) -> Record {
        let shape = layout.shape_at(0);
        let start = shape.blank.starts[process.index()] as usize;
        let end = shape.blank.starts.get(process.index() + 1);
        let levels = &shape.levels[start..end.map_or(shape.levels.len(), |&end| end as usize)];
        let cells = levels.iter().enumerate().map(|(cell, &level)| (level, cell as u32));
        let values = levels.iter().map(|&level| values[level as usize].clone());
        Record { process, cells: cells.collect(), values: values.collect() }
    }

    /// Those of some levels that are in the record, as cells of it.
    fn within(&self, levels: &[(u32, i32)]) -> Vec<(u32, i32)> {
        let inside = |&(level, value)| self.cells.get(&level).map(|&cell| (cell, value));
        let mut inside: Vec<_> = levels.iter().filter_map(inside).collect();
        inside.sort_unstable();
        inside
    }
}

/// What is known of the variables of one process.
struct Analysis {
    /// For each cell where it is read before anything else is done.
    read: Vec<Domains>,
    /// Whether others read it.
    is_read_by_others: Vec<bool>,
    /// The steps that write to the process, backwards.
    backwards: Vec<Relation>,
}

fn of_process(
    machine: &Machine,
    record: &Record,
    leaves: &[Leaf],
    found: &mut Predicates,
    diagrams: &mut Diagrams<'_>,
) -> Result<Vec<Predicate>, StopReason> {
    let all = diagrams.all_of(&record.values)?;
    let mut analysis = Analysis::new(record, leaves, diagrams)?;
    let type_of = machine.type_of(machine.initial().location(record.process));
    let read_elsewhere = machine.read_by_others();
    let mut predicates = Vec::new();
    for (place, variable) in machine.program.variables.iter().enumerate() {
        let is_local = variable.region == Region::Local(type_of);
        if !is_local || read_elsewhere[place] {
            continue;
        }
        for cell in variable.offset + 1..=variable.offset + variable.cells() {
            let Some(active) = analysis.active(cell, all, diagrams)? else { continue };
            let inactive = diagrams.minus(all, active)?;
            if inactive.is_empty() {
                continue;
            }
            let root = Diagram { record, found, known: HashMap::new() }.node(inactive, 0, diagrams);
            predicates.push(Predicate { variable: VariableId::new(place), cell, root });
        }
    }
    Ok(predicates)
}

impl Analysis {
    fn new(
        record: &Record,
        leaves: &[Leaf],
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Analysis, StopReason> {
        let cells = record.values.len();
        let mut read: Vec<Domains> = (0..cells).map(|_| Domains::default()).collect();
        let mut is_read_by_others = vec![false; cells];
        let (mut reads, mut effects) = (HashSet::new(), HashSet::new());
        for leaf in leaves {
            let known = record.within(&leaf.known);
            let is_own = leaf.process == record.process;
            for &(cell, _) in known.iter().filter(|_| !is_own) {
                is_read_by_others[cell as usize] = true;
            }
            for writes in leaf.moves.iter().filter_map(|made| made.writes.as_ref()) {
                let written = record.within(writes);
                if !written.is_empty() {
                    // As far as the step is known from the process itself.
                    effects.insert(Effect { read: known.clone(), written });
                }
            }
            if is_own && reads.insert(known.clone()) {
                known.iter().for_each(|&(cell, _)| read[cell as usize].add(&known, diagrams));
            }
        }
        read.iter_mut().try_for_each(|domains| domains.settle(diagrams))?;
        let backwards = backwards(&record.values, effects, diagrams)?;
        Ok(Analysis { read, is_read_by_others, backwards })
    }

    /// Where a cell is active, of all; none if others read it.
    fn active(
        &mut self,
        cell: u32,
        all: NodeId,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Option<NodeId>, StopReason> {
        if self.is_read_by_others[cell as usize] {
            return Ok(None);
        }
        let writes = |touched: &Touched| touched.level == cell && touched.writes;
        let leaves_it = |relation: &&Relation| !relation.touched.iter().any(writes);
        let leave_it: Vec<&Relation> = self.backwards.iter().filter(leaves_it).collect();
        let mut active = self.read[cell as usize].within(all, diagrams)?;
        loop {
            let before = active;
            for relation in &leave_it {
                let earlier = diagrams.image(active, relation)?;
                active = diagrams.union(active, earlier)?;
            }
            if active == before {
                return Ok(Some(active));
            }
        }
    }
}

/// Makes a diagram of decisions of a set: what decides nothing is left out.
struct Diagram<'a> {
    record: &'a Record,
    found: &'a mut Predicates,
    known: HashMap<NodeId, Decision>,
}

impl Diagram<'_> {
    fn node(&mut self, set: NodeId, cell: usize, diagrams: &Diagrams<'_>) -> Decision {
        if set.is_empty() || set == NodeId::UNIT {
            return Decision::Is(set == NodeId::UNIT);
        }
        if let Some(&known) = self.known.get(&set) {
            return known;
        }
        let branches: Vec<(i32, Decision)> = diagrams
            .beginnings(set)
            .into_iter()
            .map(|(value, down)| (value, self.node(down, cell + 1, diagrams)))
            .collect();
        let (_, first) = branches[0];
        let decides = branches.len() < self.record.values[cell].len()
            || branches.iter().any(|&(_, decision)| decision != first);
        let decision = if decides {
            self.found.nodes.push(Node { cell: cell as u32, branches });
            Decision::By(self.found.nodes.len() as u32 - 1)
        } else {
            first
        };
        self.known.insert(set, decision);
        decision
    }
}

/// How much may be done to find predicates: so many questions are asked whether to go on, and so much memory is taken. That is as much
/// on every machine. A job's own limits are looked at from outside, as everywhere while a model is loaded.
#[derive(Default)]
struct Effort {
    questions: std::cell::Cell<u32>,
}

/// The most questions: some seconds.
const MOST_QUESTIONS: u32 = 1 << 12;
/// The most values of one variable.
const MOST_VALUES: i64 = 1 << 16;
/// The most memory, in bytes.
const MOST_BYTES: u64 = 1 << 30;

impl Watch for Effort {
    fn check(&self, bytes: u64) -> Result<(), StopReason> {
        self.questions.set(self.questions.get() + 1);
        match self.questions.get() > MOST_QUESTIONS || bytes > MOST_BYTES {
            true => Err(StopReason::TimeLimit),
            false => Ok(()),
        }
    }
}
