//! More processes and channels than SPIN has.

use crate::support::{SPAN, explore, looping};
use diagnostics::Span;
use machine::compile::CompileOptions;
use machine::program::{Action, BinaryOperator, CellType, Channel, Expr, Field, Region, Variable};
use machine::semantics::Semantics;
use machine::{Fault, Machine, Obstacle, ProgramBuilder};

const COUNT: i32 = 300;

/// 300 processes that take a token in turn, each with a channel of its own, to which it sends once it has the token for the first
/// time.
fn ring(semantics: Semantics, channels: bool) -> Result<Machine, Fault> {
    let span: Span = SPAN;
    let mut builder = ProgramBuilder::new(semantics);
    let token = builder.variable(Variable::new("token", Region::Global, CellType::SHORT, span));
    let token = builder.program.place(token, Vec::new());
    let mine = Expr::binary(BinaryOperator::Equal, Expr::load(token.clone()), Expr::pid());
    let next = Expr::binary(BinaryOperator::Add, Expr::pid(), Expr::constant(1));
    let next = Expr::binary(BinaryOperator::Modulo, next, Expr::constant(COUNT));
    let mut actions = vec![Action::Guard(mine), Action::Assign(token, next)];
    if channels {
        let own = Channel {
            owner: Some(builder.next_process_type()),
            ..Channel::new("own", 1, vec![Field::new(CellType::BIT)], span)
        };
        let own = builder.channel(own);
        let channel = builder.named_channel(own);
        let message = vec![Expr::constant(1)];
        actions.insert(1, Action::Send { channel, sorted: false, message });
    }
    looping(&mut builder, "station", actions, COUNT as usize);
    Machine::new(builder.finish(), CompileOptions::default())
}

#[test]
fn a_language_says_how_many_processes_and_channels_there_may_be() {
    assert_eq!(ring(Semantics::SPIN, false).err(), Some(Fault::TooManyProcesses { most: 255 }));
    let few = Semantics { most_processes: 299, ..Semantics::SPIN };
    assert_eq!(ring(few, false).err(), Some(Fault::TooManyProcesses { most: 299 }));
    let many = Semantics { most_processes: 300, ..Semantics::SPIN };
    assert_eq!(ring(many, true).err(), Some(Fault::TooManyChannels { most: 255 }));
    let machine = ring(many, false).expect("the initial state");
    assert_eq!(machine.partial_order.as_ref().err(), Some(&Obstacle::TooManyProcesses));
    // One station holds the token, and is at one of its two places.
    let outcome = explore(&machine);
    assert_eq!((outcome.statistics.states, outcome.violation_count), (600, 0));
    let more = Semantics { most_channels: 300, ..many };
    // Each of the three steps of each station once; the second time the first cannot send.
    let outcome = explore(&ring(more, true).expect("the initial state"));
    let stuck = [Machine::deadlock()];
    assert_eq!(outcome.statistics.states, 3 * 300 + 2);
    assert_eq!(outcome.violations.iter().map(|it| it.property).collect::<Vec<_>>(), stuck);
}
