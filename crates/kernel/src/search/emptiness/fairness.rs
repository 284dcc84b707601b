//! Whether a component has a run that is accepted and fair, though its states may stand for others up to renaming.
//!
//! A transition says how threads are renamed on the way. Let a *thread of a node* be followed along the edges of a component: thread
//! `t` of a node goes with an edge to thread `renaming[t]` of the next. Threads of nodes that are connected in this way, in whatever
//! direction, are a *class*.
//!
//! That is exact, and the proof is short. The states that the component stands for form a covering of it: over each node lies one
//! copy for each way to rename, finitely many, and an edge leads from the copies of its source one to one to those of its target.
//! A closed way through a strongly connected graph permutes the copies over its first node, and some power of it moves none; so each
//! connected piece of the covering is strongly connected. A run that goes round in such a piece through all of its edges meets,
//! for each thread, just the members of one class. So for weak fairness there is a fair run if and only if each class has a
//! member that is not enabled, or that moves along an edge: more nodes and edges only help, and the largest component is enough.
//! For strong fairness, a class that is enabled somewhere and never moves forbids the nodes in which a member is enabled, and no
//! others: these are taken out, and what is left is looked at again.
//!
//! The idea to follow threads through a quotient is that of E. A. Emerson and A. P. Sistla, *Utilizing symmetry when model-checking
//! under fairness assumptions*, TOPLAS 1997 (Sect. 4, the threaded graph and its resolution); taking out nodes for strong
//! fairness is O. Lichtenstein and A. Pnueli, *Checking that finite state concurrent programs satisfy their linear specification*,
//! POPL 1985.

use groups::Partition;
use rapidhash::RapidHashMap;
use std::ops::ControlFlow;

use super::components::Graph;
use super::product::{Leaving, Node};
use super::{Fairness, Search};
use crate::acceptor::{Acceptor, Observable};
use crate::outcome::StopReason;

/// A thread that is enabled in the node.
const ENABLED: u8 = 1;
/// One that is not.
const RESTS: u8 = 2;
/// One that moves along an edge inside.
const MOVES: u8 = 4;

/// Memory that a thread of a node takes, and a node.
const BYTES_A_THREAD: usize = size_of::<u32>() + 1;
const BYTES_A_NODE: usize = size_of::<(Node, u32)>() * 2;

impl<S: Observable, A: Acceptor> Search<'_, S, A> {
    /// Nodes of a strongly connected graph in which some run is accepted and fair, among those of one; none if there is no such
    /// run.
    pub(super) fn fair_part(&mut self, nodes: Vec<Node>) -> ControlFlow<(), Option<Vec<Node>>> {
        let mut parts = vec![nodes];
        while let Some(nodes) = parts.pop() {
            let bytes = (nodes.len() * BYTES_A_NODE) as i64;
            self.product.control.frontier_changed(0, bytes);
            let survey = self.survey(&nodes);
            self.product.control.frontier_changed(0, -bytes);
            let mut survey = survey?;
            if !survey.has_edges || survey.marks != self.product.acceptor.marks() {
                continue;
            }
            let unfair = survey.unfair(self.fairness);
            if !unfair.contains(&true) {
                return ControlFlow::Continue(Some(nodes));
            }
            if self.fairness == Fairness::Strong {
                let kept: Vec<bool> = unfair.into_iter().map(|unfair| !unfair).collect();
                let components = survey.graph.components(&kept);
                let nodes = |component: Vec<u32>| {
                    component.into_iter().map(|node| nodes[node as usize]).collect()
                };
                parts.extend(components.into_iter().map(nodes));
            }
        }
        ControlFlow::Continue(None)
    }

    /// What happens in a strongly connected graph of these nodes.
    fn survey(&mut self, nodes: &[Node]) -> ControlFlow<(), Survey> {
        let numbers: RapidHashMap<Node, u32> = nodes.iter().copied().zip(0..).collect();
        let mut leaving = Leaving::default();
        let mut width = 0;
        for &node in nodes {
            width = width.max(self.product.threads(node)?);
        }
        let threads = nodes.len() * width;
        if u32::try_from(threads).is_err() {
            self.product.control.stop(StopReason::MemoryLimit)?;
        }
        let bytes = (threads * BYTES_A_THREAD) as i64;
        self.product.control.frontier_changed(0, bytes);
        let room = self.product.look_at_limits();
        self.product.control.frontier_changed(0, -bytes);
        room?;
        let mut survey = Survey::new(threads, width);
        for (place, &node) in nodes.iter().enumerate() {
            self.product.leave(node, &mut leaving)?;
            for thread in 0..width {
                let enabled = leaving.enabled.get(thread).is_some_and(|&enabled| enabled);
                survey.said[place * width + thread] |= if enabled { ENABLED } else { RESTS };
            }
            for taken in &leaving.taken {
                let Some(&to) = numbers.get(&taken.to) else { continue };
                survey.has_edges = true;
                survey.marks |= taken.marks;
                survey.graph.edge(to);
                if let Some(actor) = taken.actor.filter(|&actor| (actor as usize) < width) {
                    survey.said[place * width + actor as usize] |= MOVES;
                }
                for thread in 0..width {
                    let renamed = taken.renamed(thread as u32) as usize;
                    survey.classes.join(place * width + thread, to as usize * width + renamed);
                }
            }
            survey.graph.end_node();
        }
        ControlFlow::Continue(survey)
    }
}

/// What happens in a strongly connected graph.
struct Survey {
    /// The edges inside, if they may be needed.
    graph: Graph,
    has_edges: bool,
    /// The marks of the edges inside.
    marks: u64,
    /// How many threads there are in a node.
    width: usize,
    /// The threads of the nodes: those are of one class that are one thread, seen from different nodes.
    classes: Partition,
    /// For each, what is said of it.
    said: Vec<u8>,
}

impl Survey {
    fn new(threads: usize, width: usize) -> Survey {
        Survey {
            graph: Graph::default(),
            has_edges: false,
            marks: 0,
            width,
            classes: Partition::singletons(threads),
            said: vec![0; threads],
        }
    }

    /// For each node, whether a thread is enabled in it whose class is treated unfairly.
    fn unfair(&mut self, fairness: Fairness) -> Vec<bool> {
        let mut of_class = vec![0; self.said.len()];
        for thread in 0..self.said.len() {
            let class = self.classes.find(thread);
            of_class[class] |= self.said[thread];
        }
        let mut unfair = vec![false; self.said.len() / self.width.max(1)];
        for thread in 0..self.said.len() {
            let class = of_class[self.classes.find(thread)];
            let is_fair = class & MOVES != 0
                || match fairness {
                    Fairness::None => true,
                    Fairness::Weak => class & RESTS != 0,
                    Fairness::Strong => class & ENABLED == 0,
                };
            unfair[thread / self.width] |= !is_fair && self.said[thread] & ENABLED != 0;
        }
        unfair
    }
}
