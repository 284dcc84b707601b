//! Where SPIN's verifier is known to err, and what differs then: only a model with such a construct may differ, and only so. Each
//! construct has a line in the guide (`coming-from-spin.md`, "What differs").

use std::fmt;

use machine::Machine;
use machine::program::{Action, CellType, ExprKind, Pattern, Reception};
use machine::uses::walk_action;

/// What SPIN's verifier reports otherwise than we do.
#[derive(Debug)]
pub enum Difference {
    /// Only SPIN sees an error at run time.
    FaultOfSpin(String),
    /// Only we see one.
    FaultOfOurs(String),
    /// Whether an assertion fails and whether there is a deadlock.
    Violations { ours: [bool; 2], spins: [bool; 2] },
    /// States and transitions.
    Counts { ours: [u64; 2], spins: [u64; 2] },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::FaultOfSpin(said) => write!(f, "an error that we do not see: {said}"),
            Difference::FaultOfOurs(said) => write!(f, "an error that SPIN does not see: {said}"),
            Difference::Violations { ours, spins } => {
                write!(f, "assertion and deadlock: {ours:?}, SPIN {spins:?}")
            }
            Difference::Counts { ours, spins } => {
                write!(f, "states and transitions: {ours:?}, SPIN {spins:?}")
            }
        }
    }
}

/// Why SPIN may differ so on a model, if there is a reason.
pub fn excuse(machine: &Machine, difference: &Difference) -> Option<&'static str> {
    let habits = Habits::of(machine);
    if habits.forgets_messages && adds(difference) {
        return Some("SPIN does not put back all that a receive took");
    }
    let misjudged = habits.misjudges_guards && !is_fault(difference)
        || habits.misjudges_assertions && is_of_assertions(difference);
    misjudged.then_some("SPIN compares the place of a process of another type")
}

/// SPIN goes on with states that no run reaches: it has more of them, with more errors.
fn adds(difference: &Difference) -> bool {
    match difference {
        Difference::FaultOfSpin(_) => true,
        Difference::FaultOfOurs(_) => false,
        Difference::Violations { ours, spins } => ours.iter().zip(spins).all(|(o, s)| o <= s),
        Difference::Counts { ours, spins } => ours.iter().zip(spins).all(|(o, s)| o <= s),
    }
}

fn is_fault(difference: &Difference) -> bool {
    matches!(difference, Difference::FaultOfSpin(_) | Difference::FaultOfOurs(_))
}

/// Whether the two differ in failing assertions alone.
fn is_of_assertions(difference: &Difference) -> bool {
    matches!(difference, Difference::Violations { ours, spins } if ours[1] == spins[1])
}

/// What a model has that SPIN's verifier errs about.
#[derive(Default)]
struct Habits {
    /// A receive that does not take, or keep, all of a message.
    forgets_messages: bool,
    /// Conditions on where another process is, which may be of another type, in assertions and elsewhere.
    misjudges_assertions: bool,
    misjudges_guards: bool,
}

impl Habits {
    fn of(machine: &Machine) -> Habits {
        let channels = &machine.program.channels;
        let has_others = machine.program.process_types.len() > 1;
        let mut habits = Habits::default();
        for operation in machine.code.edges.iter().flat_map(|edge| &edge.operations) {
            for_each_action(&operation.action, &mut |action| {
                if let Action::Receive(reception) = action {
                    habits.forgets_messages |= channels.iter().any(|channel| {
                        let fields = channel.fields.iter().map(|field| field.cell);
                        does_not_take_all(machine, reception, fields)
                    });
                }
                match has_others && asks_place(action) {
                    true if matches!(action, Action::Assert(_)) => {
                        habits.misjudges_assertions = true
                    }
                    asks => habits.misjudges_guards |= asks,
                }
            });
        }
        habits
    }
}

fn asks_place(action: &Action) -> bool {
    let mut found = false;
    walk_action(action, &mut |expr| found |= matches!(expr.kind, ExprKind::At(..)), &mut |_| {});
    found
}

/// The action, or those of a deterministic step.
fn for_each_action(action: &Action, visit: &mut dyn FnMut(&Action)) {
    match action {
        Action::Deterministic(block) => {
            let options = block.points.iter().flat_map(|point| &point.options);
            options.for_each(|(action, _)| for_each_action(action, visit));
        }
        _ => visit(action),
    }
}
/// Whether a receive drops a field, or keeps one in a variable that cannot hold all of it.
fn does_not_take_all(
    machine: &Machine,
    reception: &Reception,
    fields: impl ExactSizeIterator<Item = CellType>,
) -> bool {
    fields.len() > reception.patterns.len()
        || fields.zip(&reception.patterns).any(|(field, pattern)| match pattern {
            Pattern::Store(place) => {
                let cell = machine.program.variables[place.variable.index()].cell;
                cell.bits < field.bits || cell.signed != field.signed
            }
            _ => false,
        })
}
