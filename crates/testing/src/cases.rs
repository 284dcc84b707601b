//! Tests with a case for each model: named after it, run side by side, and failing each by itself.
//!
//! A test target of such cases has no harness of Rust's (`harness = false`), and takes the same arguments.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Arguments, Trial};

use crate::peers::skip;

/// How a case ended that did not panic: completed, or ignored with a reason if the model is none to compare.
pub use libtest_mimic::Completion;

/// Large models take much memory: more of them at a time only if asked for.
const SIDE_BY_SIDE: usize = 2;

/// Cases of one kind.
pub struct Suite {
    name: &'static str,
    cases: Vec<Trial>,
    /// So many cases must be completed if all are run.
    demanded: usize,
    completed: Arc<AtomicUsize>,
    /// Why there are no cases, if there are none.
    skipped: Option<String>,
}

impl Suite {
    /// A suite of cases that are called `NAME/...`. If all are run, so many must be completed: what is true of few models, for
    /// want of others, is no success.
    pub fn new(name: &'static str, demanded: usize) -> Suite {
        Suite { name, cases: Vec::new(), demanded, completed: Arc::default(), skipped: None }
    }

    /// A suite that lacks something it needs.
    pub fn skipped(name: &'static str, why: String) -> Suite {
        let reason = why.clone();
        let case = Trial::ignorable_test(name, || Ok(Completion::ignored_with(reason)));
        Suite { cases: vec![case], skipped: Some(why), ..Suite::new(name, 0) }
    }

    /// Adds a case. It fails by panicking.
    pub fn add(&mut self, name: &str, case: impl FnOnce() -> Completion + Send + 'static) {
        let completed = Arc::clone(&self.completed);
        let counted = move || {
            let completion = case();
            let is_completed = matches!(completion, Completion::Completed);
            completed.fetch_add(usize::from(is_completed), Ordering::Relaxed);
            Ok(completion)
        };
        self.cases.push(Trial::ignorable_test(format!("{}/{name}", self.name), counted));
    }

    /// Whether enough cases were completed. If not, says so.
    fn is_enough(&self) -> bool {
        let (name, demanded) = (self.name, self.demanded);
        let completed = self.completed.load(Ordering::Relaxed);
        if completed < demanded {
            eprintln!("{name}: {completed} cases are completed, and must be {demanded}");
        }
        completed >= demanded
    }
}

/// Runs the cases that the command line asks for, and names the suites that are skipped: what `main` returns.
pub fn run(suites: Vec<Suite>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(SIDE_BY_SIDE);
    let (mut cases, mut whole) = (Vec::new(), Vec::new());
    for mut suite in suites {
        let is_whole = suite.cases.iter().all(|case| !arguments.is_filtered_out(case));
        cases.append(&mut suite.cases);
        if is_whole && !arguments.list {
            whole.push(suite);
        }
    }
    let conclusion = libtest_mimic::run(&arguments, cases);
    // Only now, so that no line is broken by those of cases.
    for suite in &whole {
        suite.skipped.iter().for_each(|why| skip(&format!("{}: {why}", suite.name)));
    }
    let is_enough = whole.iter().all(Suite::is_enough);
    if is_enough { conclusion.exit_code() } else { ExitCode::FAILURE }
}
