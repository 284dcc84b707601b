//! Scripts of others: what they assert and print is evaluated, as far as the names of its processes and what those stand for.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cspm::evaluate::Evaluator;
use cspm::names::resolve;
use cspm::tree::{AssertionKind, Declaration, DeclarationKind, Expression};
use cspm::types::check;
use cspm::with_large_stack;
use cspm::{add_script, parse};
use diagnostics::{Diagnostic, Sources, read_file};
use lts::{Definitions, Term, TermId, Terms};
use testing::places;

/// Longer than any of them takes that ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// What does not end, and why.
const ENDLESS: [(&str, &str); 1] =
    [("GenericBuffer1.csp", "three inputs of 100,000 values each stand behind one another")];

/// What is said of scripts that leave sets infinite which their users are to make finite.
const INFINITE: &str = "is infinite, and its elements would have to be listed";

/// What became of expressions.
#[derive(Default)]
struct Counts {
    processes: usize,
    values: usize,
    infinite: usize,
    endless: usize,
}

#[test]
fn what_they_assert_and_print_is_evaluated() {
    let Some(folder) = places::shared_or_skip("models/cspm") else { return };
    let mut table: BTreeMap<String, Counts> = BTreeMap::new();
    let (mut scripts, mut wrong) = (0, Vec::new());
    for path in places::files_below(&folder) {
        if path.extension().is_none_or(|extension| extension != "csp") {
            continue;
        }
        let below = path.strip_prefix(&folder).expect("below the folder");
        let group = below.components().next().expect("a part").as_os_str().to_string_lossy();
        let counts = table.entry(group.into_owned()).or_default();
        scripts += usize::from(evaluate_all(&path, counts, &mut wrong));
    }
    for (group, counts) in &table {
        println!(
            "{group}: {} processes, {} values; {} infinite, {} endless",
            counts.processes, counts.values, counts.infinite, counts.endless
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let processes: usize = table.values().map(|counts| counts.processes).sum();
    assert!(scripts >= 150 && processes >= 1300, "{scripts} scripts, {processes} processes");
}

/// Evaluates what a script asserts and prints, if nothing is wrong with its types.
fn evaluate_all(path: &Path, counts: &mut Counts, wrong: &mut Vec<String>) -> bool {
    let mut sources = Sources::new();
    let bytes = fs::read(path).expect("bytes");
    let file = add_script(&mut sources, path.display().to_string(), &bytes).expect("a text");
    let (mut script, said) = parse(&mut sources, file, &mut |path: &Path| read_file(path));
    if said.iter().any(Diagnostic::is_error) {
        return false;
    }
    let (bindings, said) = resolve(&mut script);
    if said.iter().any(Diagnostic::is_error)
        || check(&script, &bindings).diagnostics.iter().any(Diagnostic::is_error)
    {
        return false;
    }
    let endless = ENDLESS.iter().any(|(name, _)| path.ends_with(name));
    let (mut processes, mut values) = (Vec::new(), Vec::new());
    collect(&script.declarations, &mut processes, &mut values);
    let sources = &sources;
    let script = &script;
    let found = with_large_stack(|stack| {
        let begin = Instant::now();
        let patience = if endless { PATIENCE / 5 } else { PATIENCE };
        let mut evaluator = match Evaluator::new(script, stack, || begin.elapsed() > patience) {
            Ok(evaluator) => evaluator,
            Err(said) => return vec![Err(said[0].one_line(sources))],
        };
        let mut terms = Terms::new();
        let mut results = Vec::new();
        for process in processes {
            let result = first_term(&mut evaluator, &mut terms, process);
            results.push(result.map(|()| true).map_err(|said| said.one_line(sources)));
        }
        for value in values {
            let result = evaluator.evaluate(value, &mut terms);
            results.push(result.map(|_| false).map_err(|said| said.one_line(sources)));
        }
        results
    });
    for result in found {
        match result {
            Ok(true) => counts.processes += 1,
            Ok(false) => counts.values += 1,
            Err(said) if said.contains(INFINITE) => counts.infinite += 1,
            Err(_) if endless => counts.endless += 1,
            Err(said) => wrong.push(format!("{}: {said}", path.display())),
        }
    }
    true
}

/// Evaluates a process and what its outermost names stand for.
fn first_term(
    evaluator: &mut Evaluator<'_>,
    terms: &mut Terms,
    process: &Expression,
) -> Result<(), Diagnostic> {
    let mut term: TermId = evaluator.process(process, terms)?;
    loop {
        match *terms.term(term) {
            Term::Call(call) => term = evaluator.unfold(terms, call),
            Term::Fault(fault) => return Err(evaluator.fault(fault).clone()),
            _ => return Ok(()),
        }
    }
}

fn collect<'s>(
    declarations: &'s [Declaration],
    processes: &mut Vec<&'s Expression>,
    values: &mut Vec<&'s Expression>,
) {
    for declaration in declarations {
        match &declaration.kind {
            DeclarationKind::Timed { declarations, .. } => {
                collect(declarations, processes, values);
            }
            DeclarationKind::Print { value, .. } => values.push(value),
            DeclarationKind::Assertion(assertion) => match &assertion.kind {
                AssertionKind::Refinement { specification, implementation, .. } => {
                    processes.extend([specification, implementation]);
                }
                AssertionKind::Property { process, .. }
                | AssertionKind::HasTrace { process, .. } => processes.push(process),
                _ => {}
            },
            _ => {}
        }
    }
}
