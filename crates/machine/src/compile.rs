//! From control graphs to locations and edges, the form that the evaluator runs.

use diagnostics::Span;

use crate::choices::{Choice, Choices};
use crate::control::{Atomicity, ControlGraph, NodeKind};
use crate::declarations::named_by_others;
use crate::folding::fold_action;
use crate::index::{EdgeId, LocationId, NodeId, ProcessTypeId, VariableId};
use crate::liveness::dead_after;
use crate::merging::{Merge, chain, merge};
use crate::program::{Action, ExprKind, InitialProcess, Program, Variable};

/// Which analyses shape the edges. All are on by default, as in SPIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// Reset dead variables ([`crate::liveness`]).
    pub reset_dead_variables: bool,
    /// Merge statements that no other process can see ([`crate::merging`]).
    pub merge_statements: bool,
    /// Do both where processes name variables of one another, but for what touches these; and reset wherever a variable is dead,
    /// not only where SPIN would if it did: it does neither in such a program.
    pub despite_others: bool,
    /// Clear in every state what is inactive there (`inactive.rs`).
    pub clear_inactive: bool,
    /// Forget what hidden variables hold between steps ([`crate::transient`]).
    pub forget_hidden: bool,
    /// Of nested escapes let the inner one take precedence, as in Java (SPIN's `-J`).
    pub inner_escapes_first: bool,
}

impl CompileOptions {
    /// The options without what would be wrong for a program, or is not done as SPIN does not do it: a condition to move can
    /// forbid each statement of a merged one, and claims may see what no process does.
    fn sound_for(self, program: &Program, named_by_others: &[bool]) -> CompileOptions {
        let off = !self.despite_others && named_by_others.contains(&true);
        let provided = program.process_types.iter().any(|t| t.provided.is_some());
        CompileOptions {
            reset_dead_variables: self.reset_dead_variables && !off,
            merge_statements: self.merge_statements
                && !off
                && !provided
                && !claims_see_more_than_variables(program),
            ..self
        }
    }
}

/// Whether a claim looks at channels, processes or places: merged statements change these in one step.
fn claims_see_more_than_variables(program: &Program) -> bool {
    let mut more = false;
    for claim in &program.claims {
        claim.walk(&mut |expr| {
            more |= !matches!(
                expr.kind,
                ExprKind::Constant(_)
                    | ExprKind::Load(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Conditional(_)
            );
        });
    }
    more
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            reset_dead_variables: true,
            merge_statements: true,
            despite_others: false,
            clear_inactive: false,
            forget_hidden: true,
            inner_escapes_first: false,
        }
    }
}

/// A control location.
#[derive(Clone, Debug)]
pub struct Location {
    /// Whose location it is.
    pub process_type: ProcessTypeId,
    /// The node where control rests.
    pub node: NodeId,
    /// Whether a process may properly end here.
    pub valid_end: bool,
    /// What can be done here, in the order in which it is tried: an [`Action::Else`] may stand
    /// anywhere, and is possible if nothing before it is.
    pub edges: Vec<EdgeId>,
}

/// One elementary action of an edge.
#[derive(Clone, Debug)]
pub struct Operation {
    /// What it does.
    pub action: Action,
    /// Dead variables that it resets.
    pub resets: Vec<Reset>,
    /// The node it came from.
    pub node: NodeId,
}

impl Operation {
    /// Whether it does nothing but to assign a constant to a variable that it then resets: what was
    /// assigned is never seen.
    #[must_use]
    pub fn assigns_in_vain(&self) -> bool {
        match &self.action {
            Action::Assign(place, value) => {
                matches!(value.kind, ExprKind::Constant(_) | ExprKind::Pid)
                    && place.subscripts.is_empty()
                    && self.resets.iter().any(|reset| reset.variable == place.variable)
            }
            _ => false,
        }
    }
}

/// A cell that is set to 0 because its value is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reset {
    /// Its place in the process record.
    pub offset: u32,
    /// The variable.
    pub variable: VariableId,
}

/// A transition of one process.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: LocationId,
    /// Where it leads; `None` if the process is gone after it.
    pub to: Option<LocationId>,
    /// What it does; only the first operation may block.
    pub operations: Vec<Operation>,
    /// Whether the process keeps control after it.
    pub atomic: bool,
    /// Whether it keeps control only because nobody can tell that it does: the state may be stored ([`Machine::movers`](crate::Machine::movers)).
    pub joined: bool,
    /// The escape that it begins, if it begins one: once an edge of an escape was possible, edges
    /// that stand after that escape's are not.
    pub escape: Option<NodeId>,
    /// The place of its first statement.
    pub span: Span,
}

impl Edge {
    /// Whether it is possible only if nothing listed before it at its location is.
    #[must_use]
    pub fn is_else(&self) -> bool {
        match self.operations.first().map(|first| &first.action) {
            Some(Action::Else) => true,
            Some(Action::Deterministic(block)) => block.begins_with_else(),
            _ => false,
        }
    }
}

/// Locations and edges of all process types.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// All locations; those of one type are consecutive.
    pub locations: Vec<Location>,
    /// All edges.
    pub edges: Vec<Edge>,
    /// Where a process of each type starts.
    pub entries: Vec<LocationId>,
    /// Where each process may begin that is there from the start.
    pub begins: Vec<Vec<LocationId>>,
    /// Whether statements were merged that no other process can see.
    pub merges_statements: bool,
}

/// Compiles every process type of a program.
#[must_use]
pub fn compile(program: &Program, options: CompileOptions) -> Code {
    let named_by_others = named_by_others(program);
    let options = options.sound_for(program, &named_by_others);
    let mut code = Code { merges_statements: options.merge_statements, ..Code::default() };
    for (index, process_type) in program.process_types.iter().enumerate() {
        let mut graph = process_type.control.clone();
        let count = graph.nodes.len();
        let resets = if options.reset_dead_variables {
            let everywhere = named_by_others.contains(&true);
            dead_after(&graph, program, &named_by_others, everywhere)
        } else {
            vec![Vec::new(); count]
        };
        let merges = if options.merge_statements {
            merge(program, &graph, &named_by_others)
        } else {
            vec![Merge::default(); count]
        };
        graph.settle_jumps();
        let mut compiler = Compiler {
            graph: &graph,
            resets: &resets,
            merges: &merges,
            variables: &program.variables,
            process_type: ProcessTypeId::new(index),
            base: code.locations.len(),
            places: vec![None; count],
            valid_end: valid_ends(&graph),
            choices: Choices::new(&graph, options.inner_escapes_first),
            code: &mut code,
        };
        let others = program.initial.iter().filter(|it| it.process_type.index() == index);
        let others: Vec<NodeId> = others.flat_map(|it| &it.begins).copied().collect();
        let entry = compiler.run(&others);
        code.entries.push(entry);
    }
    code.begins = program.initial.iter().map(|process| code.begins_of(process)).collect();
    code
}

impl Code {
    /// Where an initial process may begin.
    fn begins_of(&self, process: &InitialProcess) -> Vec<LocationId> {
        let of_type = process.process_type;
        if process.begins.is_empty() {
            return vec![self.entries[of_type.index()]];
        }
        let is_begin = |&location: &LocationId| {
            let Location { process_type, node, .. } = &self.locations[location.index()];
            *process_type == of_type && process.begins.contains(node)
        };
        LocationId::below(self.locations.len()).filter(is_begin).collect()
    }
}

struct Compiler<'a> {
    graph: &'a ControlGraph,
    resets: &'a [Vec<VariableId>],
    merges: &'a [Merge],
    variables: &'a [Variable],
    process_type: ProcessTypeId,
    base: usize,
    /// The location of each node that has one.
    places: Vec<Option<LocationId>>,
    valid_end: Vec<bool>,
    choices: Choices<'a>,
    code: &'a mut Code,
}

impl Compiler<'_> {
    /// Makes the locations that can be reached from the first one or from `others`, where control rests, in the order in which they
    /// are first met.
    fn run(&mut self, others: &[NodeId]) -> LocationId {
        let first = self.graph.first;
        let inside = self.graph.node(first).atomicity == Atomicity::Inside;
        let entry = self.location(self.graph.rest(first, inside, None));
        others.iter().for_each(|&node| {
            self.location(node);
        });
        let mut done = self.base;
        while done < self.code.locations.len() {
            let from = LocationId::new(done);
            for Choice { statement, escape } in self.choices.at(self.code.locations[done].node) {
                self.edge(from, statement, escape);
            }
            done += 1;
        }
        entry
    }

    fn location(&mut self, node: NodeId) -> LocationId {
        if let Some(known) = self.places[node.index()] {
            return known;
        }
        let id = LocationId::new(self.code.locations.len());
        self.places[node.index()] = Some(id);
        self.code.locations.push(Location {
            process_type: self.process_type,
            node,
            valid_end: self.valid_end[node.index()],
            edges: Vec::new(),
        });
        id
    }

    fn edge(&mut self, from: LocationId, statement: NodeId, escape: Option<NodeId>) {
        let nodes = chain(self.graph, self.merges, statement);
        let operations = nodes.iter().filter_map(|&n| self.operation(n)).collect();
        let last = nodes[nodes.len() - 1];
        let target = self.merges[statement.index()].target.or(self.graph.successor(statement));
        let to = target.map(|node| self.location(node));
        let id = EdgeId::new(self.code.edges.len());
        self.code.edges.push(Edge {
            from,
            to,
            operations,
            atomic: self.graph.node(last).atomicity == Atomicity::Inside,
            joined: false,
            escape,
            span: self.graph.node(statement).span,
        });
        self.code.locations[from.index()].edges.push(id);
    }

    fn operation(&self, node: NodeId) -> Option<Operation> {
        let action = match &self.graph.node(node).kind {
            // The analyses saw what stands in the text, as SPIN's do.
            NodeKind::Action(action) => fold_action(action),
            NodeKind::Goto(_) | NodeKind::Join | NodeKind::Exit => Action::Skip,
            NodeKind::Choice(_) | NodeKind::Block { .. } | NodeKind::Escapable(_) => return None,
        };
        // A process record starts with the location.
        let reset = |&variable: &VariableId| Reset {
            offset: self.variables[variable.index()].offset + 1,
            variable,
        };
        let resets = self.resets[node.index()].iter().map(reset).collect();
        Some(Operation { action, resets, node })
    }
}

/// Where a process may properly end: nodes with an end label, the end of the body, and, as in
/// SPIN, the heads that begin with such a node and the place after an option that does.
fn valid_ends(graph: &ControlGraph) -> Vec<bool> {
    let mut ends: Vec<bool> = graph.nodes.iter().map(|n| n.valid_end).collect();
    for index in 0..graph.nodes.len() {
        for branch in graph.branches(NodeId::new(index)) {
            spread(graph, &mut ends, branch);
        }
    }
    for index in 0..graph.nodes.len() {
        let id = NodeId::new(index);
        let jump = matches!(graph.node(id).kind, NodeKind::Goto(_) | NodeKind::Join);
        if jump
            && ends[index]
            && let Some(after) = graph.successor(id)
        {
            ends[after.index()] = true;
        }
    }
    ends
}

fn spread(graph: &ControlGraph, ends: &mut [bool], from: NodeId) {
    if !ends[from.index()] {
        return;
    }
    let branches = graph.branches(from);
    let targets =
        if branches.is_empty() { graph.successor(from).into_iter().collect() } else { branches };
    for target in targets {
        ends[target.index()] = true;
    }
}
