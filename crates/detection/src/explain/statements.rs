//! The statements that a vertex of the program's graph stands for. Equal expressions are one vertex, and so are equal
//! statements: what matters is on which edges they are, and what is said there.

use std::collections::HashSet;

use diagnostics::Span;
use machine::compile::Edge;
use machine::control::NodeKind;
use machine::index::{LocationId, VariableId};
use machine::program::{Action, Expr, ExprKind, Place, ProcessType};
use machine::touches::{self, Touch};
use machine::uses::{walk_action, walk_expr};

use super::Explainer;
use crate::shape::late_edges;
use crate::vertex_kind::VertexKind;

/// Whether a vertex is part of a statement, and not a component, a location, or what is declared.
pub(super) fn is_of_statement(kind: VertexKind) -> bool {
    !matches!(
        kind,
        VertexKind::Process
            | VertexKind::ProcessType
            | VertexKind::Channel
            | VertexKind::Variable
            | VertexKind::Value
            | VertexKind::Kind
            | VertexKind::Element
            | VertexKind::Constant
            | VertexKind::Frozen
            | VertexKind::Location
            | VertexKind::Name
            | VertexKind::Number
    )
}

impl Explainer<'_> {
    /// The statements that a vertex is part of, in the order of the text: of each edge those that mention the component, or
    /// else the first one.
    pub(super) fn statements(&self, vertex: usize, component: usize) -> Vec<Span> {
        // Where it was first drawn; on other edges the same may stand.
        let own = self.own_place(vertex);
        let mut spans: Vec<Span> = Vec::new();
        for edge in self.edges_with(vertex) {
            let mentioning = self.mentioning(edge, component);
            match (&mentioning[..], own) {
                ([], own) => spans.push(own.unwrap_or(edge.span)),
                (_, Some(own)) if mentioning.contains(&own) => spans.push(own),
                _ => spans.extend(mentioning),
            }
        }
        if spans.is_empty() {
            spans.extend(own);
        }
        spans.sort_unstable_by_key(|span| (span.file, span.start));
        spans.dedup();
        spans
    }

    /// The place that a vertex was first drawn for, if that is a statement.
    pub(super) fn own_place(&self, vertex: usize) -> Option<Span> {
        let origin = self.program.origins[vertex];
        origin.span.filter(|_| is_of_statement(origin.kind))
    }

    /// Whether a vertex is part of a statement that mentions a component.
    pub(super) fn mentions(&self, vertex: usize, component: usize) -> bool {
        self.edges_about(vertex, component).next().is_some()
    }

    /// The edges that a vertex is part of, with those of their statements that mention a component; only if some do.
    pub(super) fn edges_about(
        &self,
        vertex: usize,
        component: usize,
    ) -> impl Iterator<Item = (&Edge, Vec<Span>)> {
        let about = move |edge| Some((edge, self.mentioning(edge, component)));
        self.edges_with(vertex).filter_map(about).filter(|(_, spans)| !spans.is_empty())
    }

    /// The same, without those that mention another component, too.
    pub(super) fn edges_about_only(
        &self,
        vertex: usize,
        component: usize,
        other: usize,
    ) -> impl Iterator<Item = (&Edge, Vec<Span>)> {
        let edges = self.edges_about(vertex, component);
        edges.filter(move |(edge, _)| self.mentioning(edge, other).is_empty())
    }

    /// Whether some of the statements that a vertex is part of and that mention one component mention another, too; and whether all do.
    pub(super) fn about_both(&self, vertex: usize, (one, two): (usize, usize)) -> (bool, bool) {
        let both = |(edge, spans): (&Edge, Vec<Span>)| {
            let others = self.mentioning(edge, two);
            spans.into_iter().map(move |span| others.contains(&span)).collect::<Vec<bool>>()
        };
        let both: Vec<bool> = self.edges_about(vertex, one).flat_map(both).collect();
        (both.contains(&true), !both.is_empty() && !both.contains(&false))
    }

    /// The process type whose condition to move mentions a component, for statements that a vertex is part of and that do not
    /// themselves.
    pub(super) fn moving_by(&self, vertex: usize, component: usize) -> Option<&ProcessType> {
        let edge = self.edges_with(vertex).find(|it| self.mentioning(it, component).is_empty())?;
        let owner = self.machine.type_of(edge.from);
        let declared = &self.machine.program.process_types[owner.index()];
        let mut found = false;
        walk_expr(declared.provided.as_ref()?, &mut |expr| {
            found |= self.named_by(expr) == Some(component);
        });
        found.then_some(declared)
    }

    /// The edges that a vertex is part of.
    fn edges_with(&self, vertex: usize) -> impl Iterator<Item = &Edge> {
        let above = self.edges_above(vertex);
        let edges = self.machine.code.edges.iter().zip(&self.program.edges);
        let with = edges.filter(move |(_, drawn)| drawn.is_some_and(|v| above.contains(&v)));
        with.map(|(edge, _)| edge)
    }

    /// The vertices of the edges that a vertex is part of.
    fn edges_above(&self, vertex: usize) -> HashSet<usize> {
        let mut seen = HashSet::from([vertex]);
        let mut pending = vec![vertex];
        let mut edges = HashSet::new();
        while let Some(vertex) = pending.pop() {
            if self.program.origins[vertex].kind == VertexKind::Edge {
                edges.insert(vertex);
                continue;
            }
            for &(above, colour) in &self.rounds.neighbours[vertex] {
                let kind = self.program.origins[above].kind;
                let holds = colour % 2 == 1 && is_of_statement(kind) | (kind == VertexKind::Name);
                if holds && seen.insert(above) {
                    pending.push(above);
                }
            }
        }
        edges
    }

    /// The variable that never changes by which alone the statements that a vertex is part of mention a component.
    pub(super) fn constant_naming(&self, vertex: usize, component: usize) -> Option<VariableId> {
        let mut naming: Vec<Option<VariableId>> = Vec::new();
        for operation in self.edges_with(vertex).flat_map(|edge| &edge.operations) {
            let mut see = |expr: &Expr| {
                if self.named_by(expr) == Some(component) {
                    naming.push(loaded(expr));
                }
            };
            walk_action(&operation.action, &mut see, &mut |_| {});
        }
        let first = naming.first().copied().flatten()?;
        naming.iter().all(|it| *it == Some(first)).then_some(first)
    }

    /// The statements of an edge that mention a component.
    pub(super) fn mentioning(&self, edge: &Edge, component: usize) -> Vec<Span> {
        let owner = self.machine.code.locations[edge.from.index()].process_type;
        let control = &self.machine.program.process_types[owner.index()].control;
        let operations = edge.operations.iter().filter(|o| self.names(&o.action, component));
        operations.map(|operation| control.node(operation.node).span).collect()
    }

    /// Whether an action mentions a component.
    pub(super) fn names(&self, action: &Action, component: usize) -> bool {
        let mut found = false;
        let mut see = |expr: &_| found |= self.named_by(expr) == Some(component);
        walk_action(action, &mut see, &mut |_| {});
        found
    }

    /// The first statement that reads a variable once all processes are started.
    pub(super) fn reading(&self, variable: VariableId) -> Option<Span> {
        late_edges(self.machine, self.shape).find_map(|edge| {
            let mut reads = false;
            let mut see = |touch: Touch<'_>, _| {
                reads |= matches!(touch, Touch::Read(place) if place.variable == variable);
            };
            edge.operations.iter().for_each(|o| touches::of_action(&o.action, &mut see));
            reads.then_some(edge.span)
        })
    }

    /// The statement by which processes come to a location from where others can be, too.
    pub(super) fn way_to(&self, location: usize) -> Option<Span> {
        let drawn = |id: LocationId| self.program.locations[id.index()];
        let edges = self.machine.code.edges.iter();
        let leading = edges.filter(|edge| edge.to.and_then(drawn) == Some(location));
        let mut from_others = leading.filter(|e| self.classes.only_occupant(e.from).is_none());
        from_others.next().map(|edge| edge.span)
    }

    /// The statement that gives a cell of a variable what it holds once all processes are started; its declaration, if none
    /// does.
    pub(super) fn assignment(&self, variable: VariableId, cell: u32) -> Span {
        let is_meant = |place: &Place| {
            place.variable == variable
                && match place.subscripts.iter().map(|s| s.index.constant_value()).collect() {
                    Some(indices) => self.cell_of(variable, indices) == cell,
                    None => true,
                }
        };
        let nodes = self.machine.program.process_types.iter().flat_map(|t| &t.control.nodes);
        let mut assigning = nodes.filter(|node| match &node.kind {
            NodeKind::Action(
                Action::Assign(place, _) | Action::Run { result: Some(place), .. },
            ) => is_meant(place),
            _ => false,
        });
        let declared = self.machine.program.variables[variable.index()].span;
        assigning.next().map_or(declared, |node| node.span)
    }

    /// The place of an element among the cells of its array.
    fn cell_of(&self, variable: VariableId, indices: Vec<i32>) -> u32 {
        let dimensions = &self.machine.program.variables[variable.index()].dimensions;
        let indexed = dimensions.iter().zip(indices);
        indexed.fold(0, |cell, (&length, index)| cell * length + index as u32)
    }
}

/// The variable that an expression is the value of, if it has no dimensions.
fn loaded(expr: &Expr) -> Option<VariableId> {
    match &expr.kind {
        ExprKind::Load(place) if place.subscripts.is_empty() => Some(place.variable),
        _ => None,
    }
}
