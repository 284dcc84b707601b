//! How a run ended: the exit status, and in words.

use checking::quantities::plural;
use checking::{Ending, EndingKind};

use crate::blocked_text::write_blocked;
use crate::counterexample_text::write_ending;
use crate::exit::Exit;
use crate::terminal::Paint;

/// The exit status of a run that ended.
pub fn exit(ending: &Ending) -> Exit {
    match ending.kind {
        EndingKind::Ended | EndingKind::ValidEnd | EndingKind::TraceEnd => Exit::Holds,
        EndingKind::Deadlock
        | EndingKind::Assertion
        | EndingKind::RuntimeError
        | EndingKind::Invariant => Exit::Violated,
        EndingKind::StepLimit | EndingKind::Limit | EndingKind::Interrupted => Exit::Unknown,
    }
}

/// How a run ended. `main` is the file of the model.
pub fn ending_text(main: &str, ending: &Ending, steps: usize, paint: Paint) -> String {
    let after = format!("({})", plural(steps as u64, "step"));
    let mark = match exit(ending) {
        Exit::Holds => paint.good("✓"),
        Exit::Violated => paint.bad("✗"),
        _ => paint.unsure("…"),
    };
    let after = match ending.kind {
        EndingKind::StepLimit | EndingKind::TraceEnd => "",
        _ => &after,
    };
    let mut out = String::new();
    write_ending(&mut out, &mark, &ending.text, after, paint);
    write_blocked(&mut out, main, &ending.blocked, paint);
    out
}
