//! Actions in the coloured graph: in order, but where it does not matter.

use std::rc::Rc;

use diagnostics::Span;
use machine::index::LocationId;
use machine::program::{Action, DeterministicBlock, Pattern, Reception};

use super::classes::Meaning;
use super::constraint::Constraint;
use super::folds::{End, Fold, Step, Tree};
use super::graph::{AFTER, Builder, CHILD, MEMBER, REFERS, TO};
use super::vertex_kind::VertexKind;

impl<'a> Builder<'a> {
    /// Actions in order, but for those that can change places.
    pub(super) fn sequence(&mut self, actions: &[(&'a Action, Span)]) -> usize {
        let order = self.rows.of_edge(actions);
        let mut parts = Vec::with_capacity(actions.len());
        for &(action, span) in actions {
            self.span = Some(span);
            parts.push(self.action(action));
        }
        self.row(parts, order)
    }

    /// Parts of a sequence, in their order if that is known to be partial.
    fn row(&mut self, parts: Vec<usize>, order: Option<Vec<(usize, usize)>>) -> usize {
        let order = if self.keeps(Constraint::SequenceOrder) { order } else { Some(Vec::new()) };
        match order {
            None => self.parent(VertexKind::Sequence, &[], &parts),
            Some(order) => {
                let parts = self.in_order(parts, &order);
                self.unordered(VertexKind::Sequence, &[], &parts)
            }
        }
    }

    /// Parts of a sequence, some of which come after others.
    fn in_order(&mut self, parts: Vec<usize>, order: &[(usize, usize)]) -> Vec<usize> {
        if order.is_empty() {
            return parts;
        }
        // Equal parts at different places of the order are two.
        let parts: Vec<usize> = parts.into_iter().map(|part| self.occurrence(part)).collect();
        for &(earlier, later) in order {
            self.graph.add_edge(parts[later], parts[earlier], AFTER);
        }
        parts
    }

    /// A vertex of its own for a part.
    fn occurrence(&mut self, part: usize) -> usize {
        let vertex = self.vertex(VertexKind::Together, &[]);
        self.graph.add_edge(vertex, part, CHILD);
        vertex
    }

    pub(super) fn action(&mut self, action: &'a Action) -> usize {
        match action {
            Action::Skip => self.leaf(VertexKind::Skip, &[]),
            Action::Else => self.leaf(VertexKind::Else, &[]),
            Action::Terminate => self.leaf(VertexKind::Terminate, &[]),
            Action::OutOfRoom => self.leaf(VertexKind::OutOfRoom, &[]),
            // What is printed is no part of the state, but to evaluate it may fail.
            Action::Print { arguments, .. } => {
                let told = arguments.iter().filter(|a| !self.cannot_fail(a));
                let told: Vec<_> =
                    told.filter(|_| self.keeps(Constraint::PrintedFailures)).collect();
                let children: Vec<usize> = told.into_iter().map(|a| self.expr(a)).collect();
                self.parent(VertexKind::Print, &[], &children)
            }
            Action::Guard(condition) => {
                let condition = self.truth(condition);
                self.parent(VertexKind::Guard, &[], &[condition])
            }
            Action::Assert(condition) => {
                let condition = self.truth(condition);
                let kind = if self.keeps(Constraint::AssertOrGuard) {
                    VertexKind::Assert
                } else {
                    VertexKind::Guard
                };
                self.parent(kind, &[], &[condition])
            }
            Action::Assign(place, value) => {
                let (to, value) = (self.place(place), self.expr(value));
                let mut edges = Vec::new();
                edges.extend(self.keeps(Constraint::AssignTarget).then_some((to, CHILD)));
                edges.extend(self.keeps(Constraint::AssignValue).then_some((value, CHILD + 1)));
                self.shared(VertexKind::Assign, &[], edges)
            }
            Action::Send { channel, sorted, message } => {
                let mut children = vec![self.expr(channel)];
                for field in message {
                    children.push(if self.classes.is_dummy(field) {
                        self.leaf(VertexKind::Any, &[])
                    } else {
                        self.expr(field)
                    });
                }
                if self.keeps(Constraint::MissingFields) {
                    let missing = self.classes.missing_of(channel, message.len());
                    children.extend(missing.into_iter().map(|field| self.literal(0, Some(field))));
                }
                let sorted = self.told(Constraint::SortedSend, *sorted);
                self.ordered(Constraint::FieldOrder, VertexKind::Send, &[sorted], &children)
            }
            Action::Receive(reception) => self.reception(VertexKind::Receive, reception),
            Action::Run { .. } => self.leaf(VertexKind::Run, &[]),
            Action::Spin(done) => {
                let children = done.operands().map(|part| self.expr(part));
                self.parent(VertexKind::SpinAction, &[], &children)
            }
            Action::Deterministic(block) => self.block(block),
        }
    }

    pub(super) fn reception(&mut self, kind: VertexKind, reception: &Reception) -> usize {
        let mut children = vec![self.expr(&reception.channel)];
        for (position, pattern) in reception.patterns.iter().enumerate() {
            children.push(match pattern {
                Pattern::Any => self.leaf(VertexKind::Any, &[]),
                Pattern::OwnNumber => {
                    let own = match self.classes.field_of(&reception.channel, position) {
                        Some(class) if self.meaning(Some(class)) == Meaning::Process => {
                            self.leaf(VertexKind::OwnProcess, &[])
                        }
                        _ => self.numbered_self(),
                    };
                    self.parent(VertexKind::ReceivedOwnNumber, &[], &[own])
                }
                Pattern::Store(place) => {
                    let place = self.place(place);
                    let kind = if self.keeps(Constraint::StoreOrMatch) {
                        VertexKind::Store
                    } else {
                        VertexKind::Load
                    };
                    self.parent(kind, &[], &[place])
                }
                Pattern::Match(value) => self.expr(value),
            });
        }
        if self.keeps(Constraint::MissingFields) {
            let beyond = self.classes.asked_beyond(reception);
            children.extend(beyond.into_iter().map(|field| self.literal(0, Some(field))));
        }
        let details = [
            self.told(Constraint::RandomReceive, reception.random),
            self.told(Constraint::CopyReceive, reception.copy),
        ];
        self.ordered(Constraint::FieldOrder, kind, &details, &children)
    }

    /// A sequence whose order nobody sees: its parts, each after those that it does not commute with.
    /// Where it leads to is known of those that are no part of a block.
    pub(super) fn fold(&mut self, fold: &Fold<'a>, to: Option<LocationId>) -> usize {
        let all = if self.keeps(Constraint::FoldRounds) { &fold.parts[..] } else { &[] };
        let mut parts = Vec::with_capacity(all.len());
        for (index, part) in all.iter().enumerate() {
            let rest = || all[index + 1..].iter().flat_map(Tree::all).map(|step| step.action);
            // What a part chooses from may read what it clears first.
            parts.push(match (&part.steps[..], part.options()) {
                ([step], []) if self.only_clears(step.action, rest(), to) => {
                    self.leaf(VertexKind::Skip, &[])
                }
                _ => self.tree(part),
            });
        }
        let is_drawn = |&&(_, later): &&(usize, usize)| later < parts.len();
        let order: Vec<(usize, usize)> = fold.order.iter().filter(is_drawn).copied().collect();
        let parts = self.in_order(parts, &order);
        let mut edges: Vec<_> = parts.into_iter().map(|part| (part, MEMBER)).collect();
        let counters = fold.counters.iter();
        edges.extend(counters.map(|counter| (self.variables[counter.index()], REFERS)));
        self.shared(VertexKind::Fold, &[], edges)
    }

    /// Statements of a fold, and the choice after them.
    fn tree(&mut self, tree: &Tree<'a>) -> usize {
        let steps: Vec<usize> = tree.steps.iter().map(|step| self.fold_step(step)).collect();
        let order = self.rows.of_option(&tree.steps);
        let body = self.row(steps, order);
        let leaves = i64::from(matches!(tree.end, End::Leaves));
        let mut ends = vec![(body, CHILD)];
        let is_ordered = matches!(tree.end, End::Choice { ordered: true, .. });
        for (option, place) in tree.options().iter().zip(CHILD + 1..) {
            let colour = if is_ordered { place } else { MEMBER };
            ends.push((self.tree(option), colour));
        }
        self.shared(VertexKind::Path, &[leaves], ends)
    }

    fn fold_step(&mut self, step: &Step<'a>) -> usize {
        self.span = Some(step.span);
        self.round = Some(Rc::clone(&step.known));
        let vertex = self.action(step.action);
        self.round = None;
        vertex
    }

    /// A deterministic block: its points, with the options of each.
    fn block(&mut self, block: &'a DeterministicBlock) -> usize {
        let vertices: Vec<usize> =
            block.points.iter().map(|_| self.vertex(VertexKind::Point, &[])).collect();
        let exit = self.vertex(VertexKind::Exit, &[]);
        let at = |point: Option<u32>| point.map_or(exit, |p| vertices[p as usize]);
        for (index, point) in block.points.iter().enumerate() {
            self.span = Some(point.span);
            let here = block.id().map(|id| (id, index as u32));
            let is_inside = here.is_some_and(|here| self.classes.folds().points.contains(&here));
            if is_inside {
                continue;
            }
            if let Some(fold) = here.and_then(|here| self.classes.folds().in_blocks.get(&here)) {
                let body = self.fold(fold, None);
                let (from, option) = fold.exit_option();
                let after = at(block.points[from].options[option].1);
                let option = self.shared(VertexKind::Option, &[], vec![(body, CHILD), (after, TO)]);
                self.graph.add_edge(vertices[index], option, MEMBER);
                continue;
            }
            let ordered = self.keeps(Constraint::OptionOrder) && !self.exclusive(&point.options);
            for (position, (action, target)) in point.options.iter().enumerate() {
                let body = self.sequence(&[(action, point.span)]);
                let mut ends = vec![(body, CHILD)];
                ends.extend(self.keeps(Constraint::OptionTarget).then_some((at(*target), TO)));
                let option = self.shared(VertexKind::Option, &[], ends);
                let colour = if ordered { CHILD + position as u32 } else { MEMBER };
                self.graph.add_edge(vertices[index], option, colour);
            }
        }
        let mut children = vec![vertices[0]];
        children.extend(self.heads(block));
        self.parent(VertexKind::Block, &[], &children)
    }

    /// What is asked before a block begins, unless that is what its entry asks.
    fn heads(&mut self, block: &'a DeterministicBlock) -> Option<usize> {
        let options = block.points[0].options.len() as u32;
        if block.heads.iter().copied().eq((0..options).map(|option| (0, option))) {
            return None;
        }
        let heads: Vec<usize> = block
            .heads
            .iter()
            .map(|&head| {
                let span = block.points[head.0 as usize].span;
                self.sequence(&[(&block.option(head).0, span)])
            })
            .collect();
        Some(self.parent(VertexKind::Heads, &[], &heads))
    }
}
