//! Machines that are too large.

use diagnostics::{FileId, Span};

use crate::action::{DeterministicBlock, DeterministicPoint};
use crate::builder::ProgramBuilder;
use crate::compile::CompileOptions;
use crate::compiled::native::program::Program;
use crate::control::{self, ControlGraph, NodeKind};
use crate::index::NodeId;
use crate::machine::Machine;
use crate::program::{Action, CellType, InitialProcess, ProcessType, Region, Variable};
use crate::semantics::Semantics;

const SPAN: Span = Span { file: FileId(0), start: 0, end: 0 };

/// So many processes that go round through so many locations, with a block of so many statements at each.
fn rounds(processes: usize, locations: usize, statements: u32) -> Machine {
    let mut builder = ProgramBuilder::new(Semantics::default());
    // Locations of four bytes are a small part of the state then.
    let bytes = CellType { bits: 8, signed: false };
    let variable = Variable::new("a", Region::Global, bytes, SPAN);
    builder.variable(Variable { dimensions: vec![100], ..variable });
    let node = |place: usize| {
        let point = |next: u32| DeterministicPoint {
            span: SPAN,
            options: vec![(Action::Skip, Some(next).filter(|&next| next < statements))],
        };
        let block = DeterministicBlock::new((1..=statements).map(point).collect());
        control::Node {
            next: Some(NodeId::new((place + 1) % locations)),
            labelled: true,
            ..control::Node::new(NodeKind::Action(Action::Deterministic(Box::new(block))), SPAN)
        }
    };
    let control = ControlGraph { nodes: (0..locations).map(node).collect(), first: NodeId::new(0) };
    let id = builder.process_type(ProcessType::new("P", control, SPAN));
    (0..processes).for_each(|_| builder.start(InitialProcess::new(id, Vec::new())));
    Machine::new(builder.finish(), CompileOptions::default()).expect("no error")
}

/// What all processes do together counts, and not what one does at one location.
#[test]
fn what_is_large_is_left_to_closures() {
    for (locations, statements, is_small) in [(3, 400, true), (5, 400, false), (600, 1, false)] {
        let machine = rounds(40, locations, statements);
        let compiled = machine.compiled().expect("records");
        let lowered = Program::of(&machine, compiled);
        assert_eq!(lowered.is_some(), is_small, "{locations} locations of {statements}");
    }
}
