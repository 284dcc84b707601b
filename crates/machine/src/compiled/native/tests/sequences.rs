//! Atomic sequences that end where they have to.

use super::whole::{EDGES, Maker, compare, made_up};
use crate::compiled::code::{Change, Condition, Edge, Element, Node, Value};
use crate::compiled::layout::Cell;
use crate::compiled::native::program::{Process, Program};
use crate::index::EdgeId;
use crate::machine::Machine;
use crate::program::BinaryOperator;

/// A machine of which the first process does what is made up, given the variables, its location and the number of its first one, and the
/// others nothing.
fn of_one(nodes: impl Fn(&[Cell], Cell, usize) -> Vec<Node>, forgets: bool) -> Machine {
    made_up(|layout| {
        let Maker { cells, locations, .. } = Maker::new(0, layout);
        let (location, _, first) = locations[0];
        let mut first_nodes = nodes(&cells, location, first);
        let processes = locations.iter().map(|&(location, count, first)| {
            let mut nodes = std::mem::take(&mut first_nodes);
            let nothing = || Node { edges: Box::default(), deterministic: false };
            nodes.resize_with(count, nothing);
            Process { location, first, nodes, size: 1 }
        });
        Program {
            processes: processes.collect(),
            forgotten: if forgets { vec![Change::Byte(cells[0].at, 0)] } else { Vec::new() },
            state_condition: None,
            most_moves: 4_000,
            edges: EDGES,
            bytes: layout.bytes,
        }
    })
}

/// An edge that is taken alone.
fn alone(condition: Condition, changes: Vec<Change>, atomic: bool, joined: bool) -> Edge {
    Edge {
        id: EdgeId(0),
        condition,
        offers: None,
        takes: None,
        changes,
        after: Vec::new(),
        atomic,
        joined,
        escape: None,
    }
}

fn node(edges: Vec<Edge>) -> Node {
    Node { edges: edges.into(), deterministic: false }
}

/// How deep sequences go one in another: each move leaves another one over, so that none is made in place. All end in a loop.
#[test]
fn sequences_are_as_deep() {
    let mut left = Vec::new();
    for most in 890..910 {
        let machine = of_one(
            |cells, location, first| {
                let count = cells[6];
                let more =
                    Value::binary(BinaryOperator::Add, Value::Cell(count), Value::Constant(1));
                let less =
                    Value::binary(BinaryOperator::Less, Value::Cell(count), Value::Constant(most));
                let deeper = vec![Change::Assign(Element::Only(count), more)];
                let out = vec![Change::Byte(location.at, first as u8 + 2)];
                vec![
                    node(vec![
                        alone(Condition::If(less), deeper, true, false),
                        alone(Condition::Always, out, false, false),
                    ]),
                    node(vec![alone(Condition::Always, Vec::new(), false, false)]),
                ]
            },
            false,
        );
        left.push(compare(&machine, "sequences").1 > 0);
    }
    assert!(!left[0] && left[19], "no bound was met: {left:?}");
}

/// What is forgotten is forgotten in place, too, if the move is joined: the next one does not see it.
#[test]
fn joined_moves_in_place_forget() {
    for joined in [false, true] {
        let machine = of_one(
            |cells, location, first| {
                let to = |place: usize| Change::Byte(location.at, (first + 1 + place) as u8);
                let seen = Change::Assign(Element::Only(cells[2]), Value::Cell(cells[0]));
                let set = Change::Byte(cells[0].at, 1);
                vec![
                    node(vec![alone(Condition::Always, vec![to(1)], true, false)]),
                    node(vec![alone(Condition::Always, vec![set, to(2)], true, joined)]),
                    node(vec![alone(Condition::Always, vec![seen, to(0)], false, false)]),
                ]
            },
            true,
        );
        // One state, or another one where it was seen.
        assert_eq!(compare(&machine, "joined"), (if joined { 1 } else { 2 }, 0));
    }
}
