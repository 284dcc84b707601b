//! Control flow in a form in which exchanging two options exchanges two parts of a tree.
//!
//! Nodes are put below the node that dominates them at once (Lengauer and Tarjan 1979; computed as in Cooper, Harvey and
//! Kennedy, "A simple, fast dominance algorithm", 2001). A step to a node that can be reached by no other step contains it; any
//! other step goes to a node that hangs below an ancestor, and is written as how many levels up, and which of those it is.
//! Nothing in the parts of the tree that belong to an option then depends on where the option stands.

use detection::order::commute;
use diagnostics::Span;
use machine::Machine;
use machine::compile::Edge;
use machine::control::{ControlGraph, NodeKind};
use machine::index::{NodeId, ProcessTypeId};
use machine::program::{Action, DeterministicBlock};

/// What can be done at a node.
#[derive(Clone, Debug)]
pub struct FlowStep<'a> {
    /// The actions, in order.
    pub actions: Vec<&'a Action>,
    /// Whatever else must agree.
    pub marks: Vec<i64>,
    /// Whether control is kept after it.
    pub atomic: bool,
    /// Whether assignments in it that could change places may.
    pub rearranged: bool,
    /// Where it leads; `None` if out.
    pub to: Option<usize>,
    /// The place in the text.
    pub span: Span,
}

/// A place of control.
#[derive(Clone, Debug)]
pub struct FlowNode<'a> {
    /// Whatever must agree.
    pub marks: Vec<i64>,
    /// Whether the order of the steps matters.
    pub ordered: bool,
    /// What can be done.
    pub steps: Vec<FlowStep<'a>>,
}

/// How a step refers to where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Out.
    Gone,
    /// To the beginning.
    Entry,
    /// To a node that only this step leads to.
    Inside(usize),
    /// To a node that hangs below an ancestor: how many levels up, and its place there.
    Back(usize, usize),
}

/// The control flow of a process type or of a deterministic block.
#[derive(Clone, Debug)]
pub struct Flow<'a> {
    /// The nodes; only those in `order` can be reached.
    pub nodes: Vec<FlowNode<'a>>,
    /// The first node.
    pub entry: usize,
    /// The nodes, each after the one that dominates it.
    pub order: Vec<usize>,
    /// For each node, those that hang below it and that several steps lead to.
    pub joins: Vec<Vec<usize>>,
    dominators: Vec<usize>,
    depths: Vec<usize>,
    arrivals: Vec<usize>,
}

impl<'a> Flow<'a> {
    /// The control flow of a process type; whether assignments that could change places may.
    #[must_use]
    pub fn of_type(machine: &'a Machine, process_type: ProcessTypeId, rearranged: bool) -> Self {
        let code = &machine.code;
        let mine: Vec<usize> = (0..code.locations.len())
            .filter(|&l| code.locations[l].process_type == process_type)
            .collect();
        // Locations of one type are consecutive.
        let first = mine.first().copied().unwrap_or(0);
        let deterministic = machine.program.process_types[process_type.index()].deterministic;
        let node = |&location: &usize| {
            let edges = || code.locations[location].edges.iter().map(|e| &code.edges[e.index()]);
            FlowNode {
                marks: location_marks(machine, location),
                ordered: deterministic
                    || edges().any(|edge| edge.escape.is_some())
                    || edges().rev().skip(1).any(Edge::is_else),
                steps: edges().map(|edge| step(edge, first, rearranged)).collect(),
            }
        };
        let nodes = mine.iter().map(node).collect();
        Flow::new(nodes, code.entries[process_type.index()].index() - first, rearranged)
    }

    /// The control flow of a never claim.
    #[must_use]
    pub fn of_claim(graph: &'a ControlGraph) -> Self {
        let place = |node: &NodeId| Some(node.index());
        let step = |actions: Vec<&'a Action>, marks: Vec<i64>, to: Option<usize>, span| FlowStep {
            actions,
            marks,
            atomic: false,
            rearranged: false,
            to,
            span,
        };
        let nodes = graph.nodes.iter().map(|node| {
            let escapes = node.escapes.iter().zip(1..);
            let mut steps: Vec<FlowStep<'a>> = escapes
                .map(|(escape, rank)| step(Vec::new(), vec![rank], place(escape), node.span))
                .collect();
            let mut to = |actions, to| steps.push(step(actions, Vec::new(), to, node.span));
            match &node.kind {
                NodeKind::Action(Action::Terminate) => to(Vec::new(), None),
                NodeKind::Action(action) => to(vec![action], node.next.as_ref().and_then(place)),
                NodeKind::Goto(first)
                | NodeKind::Escapable(first)
                | NodeKind::Block { first, .. } => to(Vec::new(), place(first)),
                NodeKind::Join | NodeKind::Exit => {
                    to(Vec::new(), node.next.as_ref().and_then(place));
                }
                NodeKind::Choice(options) => {
                    options.iter().for_each(|option| to(Vec::new(), place(option)));
                }
            }
            let marks = [node.accepting, node.progress, node.valid_end].map(i64::from);
            let marks = [&marks[..], &[node.atomicity as i64]].concat();
            FlowNode { marks, ordered: false, steps }
        });
        Flow::new(nodes.collect(), graph.first.index(), false)
    }

    /// The control flow of a deterministic block: the first possible option is taken.
    #[must_use]
    pub fn of_block(block: &'a DeterministicBlock, rearranged: bool) -> Self {
        let nodes = block.points.iter().map(|point| FlowNode {
            marks: Vec::new(),
            ordered: true,
            steps: point
                .options
                .iter()
                .map(|(action, to)| FlowStep {
                    actions: vec![action],
                    marks: Vec::new(),
                    atomic: true,
                    rearranged,
                    to: to.map(|to| to as usize),
                    span: point.span,
                })
                .collect(),
        });
        Flow::new(nodes.collect(), 0, rearranged)
    }

    fn new(mut nodes: Vec<FlowNode<'a>>, entry: usize, rearranged: bool) -> Self {
        if rearranged {
            join_assignments(&mut nodes, entry);
        }
        let order = reverse_postorder(&nodes, entry);
        let dominators = dominators(&nodes, &order, entry);
        let arrivals = arrivals(&nodes, &order);
        let mut depths = vec![0; nodes.len()];
        let mut joins = vec![Vec::new(); nodes.len()];
        for &node in order.iter().skip(1) {
            depths[node] = depths[dominators[node]] + 1;
        }
        for node in 0..nodes.len() {
            if arrivals[node] > 1 && node != entry {
                joins[dominators[node]].push(node);
            }
        }
        Flow { nodes, entry, order, joins, dominators, depths, arrivals }
    }

    /// Where a step of a node leads.
    #[must_use]
    pub fn target(&self, from: usize, to: Option<usize>) -> Target {
        let Some(to) = to else { return Target::Gone };
        if to == self.entry {
            return Target::Entry;
        }
        if self.arrivals[to] == 1 {
            return Target::Inside(to);
        }
        let above = self.dominators[to];
        let place = self.joins[above].iter().position(|&join| join == to);
        Target::Back(self.depths[from] - self.depths[above], place.unwrap_or(0))
    }
}

/// The labels of a location that mean something: where a process may end, what accepts a run or is progress, and what an
/// expression names.
fn location_marks(machine: &Machine, location: usize) -> Vec<i64> {
    let located = &machine.code.locations[location];
    let control = &machine.program.process_types[located.process_type.index()].control;
    let mut marks = vec![
        i64::from(located.valid_end),
        i64::from(control.begins_with(located.node, |node| node.accepting)),
        i64::from(control.begins_with(located.node, |node| node.progress)),
    ];
    let labels = machine.program.labels.iter().zip(0..);
    marks.extend(labels.filter_map(|(label, number)| {
        let is_here = label.process_type == located.process_type
            && (label.node == located.node
                || control.rest(label.node, false, None) == located.node);
        is_here.then_some(number)
    }));
    marks
}

fn step(edge: &Edge, first: usize, rearranged: bool) -> FlowStep<'_> {
    let resets = edge.operations.iter().enumerate();
    FlowStep {
        actions: edge.operations.iter().map(|operation| &operation.action).collect(),
        marks: resets
            .flat_map(|(place, o)| {
                o.resets.iter().flat_map(move |r| [place as i64, r.offset.into()])
            })
            .collect(),
        atomic: edge.atomic,
        rearranged,
        to: edge.to.map(|to| to.index() - first),
        span: edge.span,
    }
}

/// Makes one step of assignments that follow one another without a break and that could change places: nobody sees what is
/// between them.
fn join_assignments(nodes: &mut [FlowNode<'_>], entry: usize) {
    let all: Vec<usize> = (0..nodes.len()).collect();
    let mut arrivals = arrivals(nodes, &all);
    arrivals[entry] += 1;
    for node in 0..nodes.len() {
        for at in 0..nodes[node].steps.len() {
            while let Some(next) = joinable(nodes, &arrivals, &nodes[node].steps[at]) {
                let follower = nodes[next].steps[0].clone();
                // It cannot be reached any more.
                nodes[next].steps.clear();
                let step = &mut nodes[node].steps[at];
                let place = step.actions.len() as i64;
                let marks = follower.marks.chunks(2).flat_map(|m| [m[0] + place, m[1]]);
                step.marks.extend(marks);
                step.actions.extend(follower.actions);
                (step.atomic, step.to) = (follower.atomic, follower.to);
            }
        }
    }
}

fn joinable(nodes: &[FlowNode<'_>], arrivals: &[usize], step: &FlowStep<'_>) -> Option<usize> {
    let next = step.to.filter(|_| step.atomic)?;
    let [follower] = &nodes[next].steps[..] else { return None };
    let commutes = commute(step.actions.last()?, follower.actions.first()?);
    (arrivals[next] == 1 && commutes).then_some(next)
}

fn arrivals(nodes: &[FlowNode<'_>], order: &[usize]) -> Vec<usize> {
    let mut arrivals = vec![0; nodes.len()];
    for step in order.iter().flat_map(|&node| &nodes[node].steps) {
        step.to.into_iter().for_each(|to| arrivals[to] += 1);
    }
    arrivals
}

fn reverse_postorder(nodes: &[FlowNode<'_>], entry: usize) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; nodes.len()];
    seen[entry] = true;
    let mut open = vec![(entry, 0)];
    while let Some((node, next)) = open.pop() {
        match nodes[node].steps.get(next) {
            None => order.push(node),
            Some(step) => {
                open.push((node, next + 1));
                if let Some(to) = step.to
                    && !std::mem::replace(&mut seen[to], true)
                {
                    open.push((to, 0));
                }
            }
        }
    }
    order.reverse();
    order
}

/// The immediate dominator of each node; the entry is its own.
fn dominators(nodes: &[FlowNode<'_>], order: &[usize], entry: usize) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut rank = vec![NONE; nodes.len()];
    order.iter().enumerate().for_each(|(place, &node)| rank[node] = place);
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for &node in order {
        for to in nodes[node].steps.iter().filter_map(|step| step.to) {
            before[to].push(node);
        }
    }
    let mut dominators = vec![NONE; nodes.len()];
    dominators[entry] = entry;
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().skip(1) {
            let mut known = before[node].iter().copied().filter(|&b| dominators[b] != NONE);
            let Some(first) = known.next() else { continue };
            let common = known.fold(first, |mut a, mut b| {
                while a != b {
                    while rank[a] > rank[b] {
                        a = dominators[a];
                    }
                    while rank[b] > rank[a] {
                        b = dominators[b];
                    }
                }
                a
            });
            changed |= std::mem::replace(&mut dominators[node], common) != common;
        }
    }
    dominators
}
