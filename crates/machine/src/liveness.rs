//! Dead variables: local scalars whose value no later statement reads are reset to 0.
//!
//! States that differ only in dead values then coincide. As SPIN does it (Holzmann 1999, see
//! [`crate::merging`]): a scalar local is dead after a statement if on every path from there it
//! is written before it is read, or never touched again. It is reset where it was last read, if
//! that was a condition or a receive, and where it was written in vain. Parameters count;
//! arrays, structures and channels do not. Sound for every property that does not name local
//! variables.

use std::collections::{BTreeSet, HashMap};

use crate::control::{ControlGraph, NodeKind};
use crate::footprint::Footprint;
use crate::index::{NodeId, ProcessTypeId, VariableId};
use crate::program::{Action, DeterministicBlock, Program, Region, Variable};

/// The variables that each node resets after its action: none that other processes name. Where SPIN would, or `everywhere`, also
/// where the last statement that reads a variable was not passed.
#[must_use]
pub fn dead_after(
    graph: &ControlGraph,
    program: &Program,
    named_by_others: &[bool],
    everywhere: bool,
) -> Vec<Vec<VariableId>> {
    let flow = Flow::new(graph, program);
    let mut candidates = Vec::new();
    let own = if everywhere { flow.own_scalars(&program.variables) } else { BTreeSet::new() };
    for (index, node) in graph.nodes.iter().enumerate() {
        if let NodeKind::Action(action) = &node.kind {
            flow.candidates(index, action, &program.variables, &mut candidates);
            // What is dead where a block begins may live where it ends; and who has ended has no variables.
            if !matches!(action, Action::Deterministic(_) | Action::Terminate) {
                candidates.extend(own.iter().map(|&variable| (variable, index)));
            }
        }
    }
    candidates.retain(|(variable, _)| !named_by_others[variable.index()]);
    candidates.sort_unstable();
    candidates.dedup();
    let mut resets = vec![Vec::new(); graph.nodes.len()];
    let mut live = Live::new(&flow);
    for (variable, index) in candidates {
        if !flow.next[index].iter().any(|&vertex| live.is_live(variable, vertex)) {
            resets[index].push(variable);
        }
    }
    resets
}

/// For each of some nodes, the scalar locals of a process type whose value is not needed there: on
/// every path from the node they are written before they are read, or never touched.
#[must_use]
pub fn dead_at(
    graph: &ControlGraph,
    owner: ProcessTypeId,
    program: &Program,
    nodes: &[NodeId],
) -> Vec<Vec<VariableId>> {
    let variables = &program.variables;
    let flow = Flow::new(graph, program);
    let mut live = Live::new(&flow);
    let mut dead = vec![Vec::new(); nodes.len()];
    let scalars = VariableId::below(variables.len()).filter(|v| {
        variables[v.index()].region == Region::Local(owner) && may_die(&variables[v.index()])
    });
    for variable in scalars {
        for (node, dead) in nodes.iter().zip(&mut dead) {
            if !live.is_live(variable, node.index()) {
                dead.push(variable);
            }
        }
    }
    dead
}

/// Whether a local variable is of the kind that this analysis looks at.
fn may_die(variable: &Variable) -> bool {
    variable.dimensions.is_empty()
        && !variable.holds_channels
        && !variable.in_structure
        && !variable.read_unseen
}

/// The graph that liveness walks: nodes of the control graph first, then the points of
/// deterministic blocks, each followed by its options.
struct Flow {
    touched: Vec<Footprint>,
    next: Vec<Vec<usize>>,
    /// What can run instead of a node: it begins where the node does, before its action.
    escapes: Vec<Vec<usize>>,
}

impl Flow {
    fn new(graph: &ControlGraph, program: &Program) -> Flow {
        let count = graph.nodes.len();
        let mut flow = Flow {
            touched: vec![Footprint::default(); count],
            next: vec![Vec::new(); count],
            escapes: vec![Vec::new(); count],
        };
        for index in 0..count {
            let id = NodeId::new(index);
            let after = match &graph.node(id).kind {
                NodeKind::Choice(_) | NodeKind::Block { .. } => {
                    graph.branches(id).into_iter().map(NodeId::index).collect()
                }
                _ => graph.successor(id).map(NodeId::index).into_iter().collect::<Vec<_>>(),
            };
            if matches!(graph.node(id).kind, NodeKind::Action(_) | NodeKind::Exit) {
                let escapes = graph.node(id).escapes.iter();
                flow.escapes[index] = escapes.map(|&e| graph.start(e).index()).collect();
            }
            match &graph.node(id).kind {
                NodeKind::Action(Action::Deterministic(block)) => {
                    flow.next[index] = vec![flow.add_block(program, block, &after)];
                }
                NodeKind::Action(action) => {
                    flow.touched[index] = Footprint::of_action(program, action);
                    flow.next[index] = after;
                }
                _ => flow.next[index] = after,
            }
        }
        flow
    }

    /// Adds a block's points and options as vertices; returns that of its entry.
    fn add_block(
        &mut self,
        program: &Program,
        block: &DeterministicBlock,
        exit: &[usize],
    ) -> usize {
        let mut points = Vec::with_capacity(block.points.len());
        for point in &block.points {
            points.push(self.vertex(Footprint::default()));
            for (action, _) in &point.options {
                self.vertex(Footprint::of_action(program, action));
            }
        }
        for (point, &vertex) in block.points.iter().zip(&points) {
            let options = vertex + 1..;
            for ((_, target), option) in point.options.iter().zip(options) {
                self.next[vertex].push(option);
                match target {
                    Some(target) => self.next[option].push(points[*target as usize]),
                    None => self.next[option].extend_from_slice(exit),
                }
            }
        }
        points[0]
    }

    fn vertex(&mut self, touched: Footprint) -> usize {
        self.touched.push(touched);
        self.next.push(Vec::new());
        self.escapes.push(Vec::new());
        self.touched.len() - 1
    }

    /// The variables of the process that may die, as far as it touches them.
    fn own_scalars(&self, variables: &[Variable]) -> BTreeSet<VariableId> {
        let own = self.touched.iter().flat_map(|it| it.own_reads().chain(it.own_writes()));
        own.filter(|variable| may_die(&variables[variable.index()])).collect()
    }

    /// The variables that a node could reset, each with the node, as in SPIN.
    fn candidates(
        &self,
        index: usize,
        action: &Action,
        variables: &[Variable],
        found: &mut Vec<(VariableId, usize)>,
    ) {
        let touched = &self.touched[index];
        let read = matches!(
            action,
            Action::Guard(_) | Action::Receive(_) | Action::Run { result: None, .. }
        );
        let reads = touched.own_reads().filter(|_| read);
        let scalars = reads.chain(touched.own_writes()).filter(|v| may_die(&variables[v.index()]));
        found.extend(scalars.map(|variable| (variable, index)));
    }
}

/// Where one variable is live. Only the vertices where it is are visited, from its readers
/// backwards, so that many short-lived variables cost little.
struct Live<'a> {
    flow: &'a Flow,
    previous: Vec<Vec<usize>>,
    /// The vertices that can be escaped from to each vertex.
    escaped: Vec<Vec<usize>>,
    readers: HashMap<VariableId, Vec<usize>>,
    /// The variable that the marks are about.
    variable: Option<VariableId>,
    /// The last variable that was found live at each vertex.
    marks: Vec<Option<VariableId>>,
}

impl<'a> Live<'a> {
    fn new(flow: &'a Flow) -> Self {
        let mut previous = vec![Vec::new(); flow.next.len()];
        let mut escaped = vec![Vec::new(); flow.next.len()];
        let mut readers: HashMap<VariableId, Vec<usize>> = HashMap::new();
        for (vertex, next) in flow.next.iter().enumerate() {
            next.iter().for_each(|&after| previous[after].push(vertex));
            flow.escapes[vertex].iter().for_each(|&escape| escaped[escape].push(vertex));
            for variable in flow.touched[vertex].own_reads() {
                readers.entry(variable).or_default().push(vertex);
            }
        }
        let marks = vec![None; flow.next.len()];
        Live { flow, previous, escaped, readers, variable: None, marks }
    }

    /// Whether some path from `vertex` on reads the variable before writing it. Cheap if asked of
    /// one variable after the other.
    fn is_live(&mut self, variable: VariableId, vertex: usize) -> bool {
        if self.variable != Some(variable) {
            self.variable = Some(variable);
            self.mark(variable);
        }
        self.marks[vertex] == Some(variable)
    }

    fn mark(&mut self, variable: VariableId) {
        let mut stack = self.readers.get(&variable).cloned().unwrap_or_default();
        while let Some(vertex) = stack.pop() {
            if self.marks[vertex].replace(variable) == Some(variable) {
                continue;
            }
            stack.extend(&self.escaped[vertex]);
            for &before in &self.previous[vertex] {
                if !self.flow.touched[before].surely_writes_own(variable) {
                    stack.push(before);
                }
            }
        }
    }
}
