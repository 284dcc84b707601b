//! The functions of a module, which are made once somebody calls them.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::index::ProcessId;

/// A function. It answers with a number below zero where the alarm is raised. Its first parameter is the address of a record, unless it
/// says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// Takes no record: begins with the record that is expanded.
    Begin,
    /// Takes no record: makes all moves of one after the other, after it has begun. Answers how many bytes were offered.
    Expand,
    /// Takes the number of a process and no record: makes its moves. Answers how many bytes were offered since it was begun.
    MovesOf,
    /// Makes the moves of a process, and answers whether there are any.
    Process(ProcessId),
    /// The same where the process stands at a location, counted from the first of its type.
    Node(ProcessId, usize),
    /// Goes on with the atomic sequence of a process, which is in the record, to its end.
    GoOn(ProcessId),
    /// The next move of an atomic sequence at a location: answers 1 if that goes on in the record.
    Way(ProcessId, usize),
    /// Offers the record in which an atomic sequence cannot go on.
    Blocked,
    /// Whether the record is a state.
    IsState,
    /// Takes an edge and no record, which is executed for the first time.
    Cover,
    /// Offers a message in the channel of a number to everybody. Further parameters: the process that offers it, the number of what it
    /// does [after](Part::After) that, and the message. Answers whether anybody took it.
    Offer(i32),
    /// The same for one process that may take it, without the one that offers it.
    Take(ProcessId, i32),
    /// What a process does at a location after its message was taken, by the number of the edge there.
    After(ProcessId, usize, usize),
}

/// Which functions there are.
#[derive(Debug, Default)]
pub(super) struct Parts {
    all: RefCell<Vec<(Part, u32)>>,
    numbers: RefCell<HashMap<Part, u32>>,
    /// What is done after messages, by number.
    after: RefCell<HashMap<u32, u32>>,
}

impl Parts {
    /// The number of a function with so many parameters.
    pub(super) fn number(&self, part: Part, parameters: u32) -> u32 {
        *self.numbers.borrow_mut().entry(part).or_insert_with(|| {
            let mut all = self.all.borrow_mut();
            all.push((part, parameters));
            all.len() as u32 - 1
        })
    }

    /// The place in the table of functions of what is done after a message.
    pub(super) fn after(&self, part: Part) -> u32 {
        let number = self.number(part, 1);
        let mut after = self.after.borrow_mut();
        let next = after.len() as u32;
        *after.entry(number).or_insert(next)
    }

    /// A function, and how many parameters it has.
    pub(super) fn get(&self, number: usize) -> Option<(Part, u32)> {
        self.all.borrow().get(number).copied()
    }

    /// How many parameters each has.
    pub(super) fn parameters(&self) -> Vec<u32> {
        self.all.borrow().iter().map(|&(_, parameters)| parameters).collect()
    }

    /// The table of functions.
    pub(super) fn table(&self) -> Vec<u32> {
        let after = self.after.borrow();
        let mut table = vec![0; after.len()];
        after.iter().for_each(|(&number, &place)| table[place as usize] = number);
        table
    }
}
