//! Actions in the coloured graph: in order, but where it does not matter.

use diagnostics::Span;
use machine::program::{Action, DeterministicBlock, Pattern, Reception};

use super::classes::Meaning;
use super::constraint::Constraint;
use super::folds::{Fold, LEAVING};
use super::graph::{Builder, CHILD, MEMBER, REFERS, TO};
use super::order::{commute_as, straight_runs};
use super::vertex_kind::VertexKind;

impl Builder<'_> {
    /// Actions in order; runs of constant assignments to different cells have none.
    pub(super) fn sequence(&mut self, actions: &[(&Action, Span)]) -> usize {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut run: Vec<&Action> = Vec::new();
        let demands = self.classes.demands();
        for &(action, span) in actions {
            self.span = Some(span);
            let vertex = self.action(action);
            if !run.is_empty() && run.iter().all(|other| commute_as(other, action, demands)) {
                run.push(action);
                if let Some(group) = groups.last_mut() {
                    group.push(vertex);
                }
            } else {
                run = vec![action];
                groups.push(vec![vertex]);
            }
        }
        let children: Vec<usize> =
            groups.iter().map(|group| self.unordered(VertexKind::Together, &[], group)).collect();
        self.ordered(Constraint::SequenceOrder, VertexKind::Sequence, &[], &children)
    }

    pub(super) fn action(&mut self, action: &Action) -> usize {
        match action {
            _ if self.classes.folds().counts(action) => self.leaf(VertexKind::Skip, &[]),
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

    /// A loop whose rounds can change places: the rounds, in no order.
    pub(super) fn fold(&mut self, fold: &Fold<'_>) -> usize {
        let values = if self.keeps(Constraint::FoldRounds) { fold.values.clone() } else { 0..0 };
        let mut rounds = Vec::new();
        for (round, _) in values.enumerate() {
            self.round = Some(round);
            let paths: Vec<usize> = fold
                .paths
                .iter()
                .map(|path| {
                    let body = self.sequence(&path.actions);
                    self.parent(VertexKind::Path, &[i64::from(path.leaves)], &[body])
                })
                .collect();
            rounds.push(self.parent(VertexKind::Round, &[], &paths));
        }
        self.round = None;
        let mut edges: Vec<_> = rounds.into_iter().map(|round| (round, MEMBER)).collect();
        edges.push((self.variables[fold.counter.index()], REFERS));
        self.shared(VertexKind::Fold, &[], edges)
    }

    /// A deterministic block: its points, with the options of each.
    fn block(&mut self, block: &DeterministicBlock) -> usize {
        let vertices: Vec<usize> =
            block.points.iter().map(|_| self.vertex(VertexKind::Point, &[])).collect();
        let exit = self.vertex(VertexKind::Exit, &[]);
        let at = |point: Option<u32>| point.map_or(exit, |p| vertices[p as usize]);
        let joined = straight_runs(block, self.classes.demands());
        for (index, point) in block.points.iter().enumerate() {
            self.span = Some(point.span);
            let here = block.id().map(|id| (id, index as u32));
            let is_inside = here.is_some_and(|here| self.classes.folds().points.contains(&here));
            if joined.swallowed[index] || is_inside {
                continue;
            }
            if let Some(fold) = here.and_then(|here| self.classes.folds().in_blocks.get(&here)) {
                let body = self.fold(fold);
                let after = at(point.options[LEAVING].1);
                let option = self.shared(VertexKind::Option, &[], vec![(body, CHILD), (after, TO)]);
                self.graph.add_edge(vertices[index], option, MEMBER);
                continue;
            }
            if let Some(run) = &joined.runs[index] {
                let points = run.iter().map(|&p| &block.points[p]);
                let actions: Vec<_> = points.map(|p| (&p.options[0].0, p.span)).collect();
                let body = self.sequence(&actions);
                let last = run[run.len() - 1];
                let after = at(block.points[last].options[0].1);
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
    fn heads(&mut self, block: &DeterministicBlock) -> Option<usize> {
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
