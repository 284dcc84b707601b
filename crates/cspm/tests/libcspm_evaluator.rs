//! The scripts with which the evaluator of libcspm is tested.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::scripts;
use cspm::evaluate::Evaluator;
use cspm::tree::Expression;
use cspm::values::Value;
use cspm::with_large_stack;
use lts::{Definitions, Semantics, Term, TermId, Terms};
use testing::places;

fn scripts_in(folder: &str) -> Option<Vec<PathBuf>> {
    let folder = places::shared_or_skip("models/libcspm/evaluator")?.join(folder);
    let mut found = places::files_below(&folder);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "csp"));
    Some(found)
}

fn name_of(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// Does something with each value of a script whose name begins so.
fn each_value<T: Send>(
    path: &Path,
    begin: &str,
    visit: impl Fn(&mut Evaluator<'_>, &mut Terms, &str, &Expression) -> T + Sync,
) -> Vec<(String, T)> {
    let text = fs::read(path).expect("bytes");
    let (script, _) = scripts::read(&name_of(path), &text).expect("a script");
    with_large_stack(|stack| {
        let mut evaluator = scripts::evaluator(&script, stack);
        let mut terms = Terms::new();
        let mut found = Vec::new();
        for (name, expression) in scripts::values(&script) {
            if name.starts_with(begin) {
                let result = visit(&mut evaluator, &mut terms, &name, &expression);
                found.push((name, result));
            }
        }
        found
    })
}

#[test]
fn what_they_test_is_true() {
    let Some(paths) = scripts_in("should_pass") else { return };
    let (mut count, mut wrong) = (0, Vec::new());
    for path in paths {
        let results = each_value(&path, "test", |evaluator, terms, _, expression| match evaluator
            .evaluate(expression, terms)
        {
            Ok(Value::Boolean(true)) => None,
            Ok(other) => Some(evaluator.display(&other)),
            Err(said) => Some(said.message),
        });
        count += results.len();
        let of_script = results.into_iter().filter_map(|(name, result)| Some((name, result?)));
        wrong.extend(
            of_script.map(|(name, result)| format!("{}: {name}: {result}", name_of(&path))),
        );
    }
    println!("{count} values are true");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 190, "only {count} values");
}

/// Processes whose definitions are not those that libcspm prints, and why.
const OTHERWISE: [(&str, &str); 4] = [
    ("union-procTest1", "it prints how a set was made, and takes equal sets for different ones"),
    ("function_process_names-procTest1", "its lambdas are named by the patterns in them"),
    (
        "optional_timed_function-procTest1",
        "what waits in a timed section has names of its own there",
    ),
    ("prefix_stop-procTest1", "the same"),
];

/// The definitions of a process: base name and arguments, the events that it offers before other names are met; and how often.
type Shape = BTreeMap<(String, Vec<String>), usize>;

#[test]
fn processes_have_the_definitions_that_they_print() {
    let Some(paths) = scripts_in("should_pass") else { return };
    let (mut compared, mut wrong) = (0, Vec::new());
    for path in paths {
        for (name, found) in each_value(&path, "procTest", |evaluator, terms, name, expression| {
            let name = format!("{}-{name}", name_of(&path));
            let term = evaluator.process(expression, terms).expect("a process");
            let expected = path.with_file_name(format!("{name}-expected.txt"));
            let otherwise = OTHERWISE.iter().any(|(known, _)| *known == name);
            (expected.exists() && !otherwise).then(|| shape(evaluator, terms, term))
        }) {
            let Some(found) = found else { continue };
            let name = format!("{}-{name}", name_of(&path));
            let expected = path.with_file_name(format!("{name}-expected.txt"));
            let expected = shape_of(&fs::read_to_string(expected).expect("a text"));
            if found != expected {
                wrong.push(format!("{name}: {found:#?}, and not {expected:#?}"));
            }
            compared += 1;
        }
    }
    println!("{compared} processes have the same definitions");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 58, "only {compared} processes");
}

/// What can be reached of a process by names.
fn shape(evaluator: &mut Evaluator<'_>, terms: &mut Terms, process: TermId) -> Shape {
    let (mut shape, mut seen, mut open) = (Shape::new(), HashSet::new(), vec![process]);
    while let Some(named) = open.pop() {
        let Term::Call(call) = *terms.term(named) else { panic!("a name") };
        if !seen.insert(call) {
            continue;
        }
        let name = evaluator.call_name(terms, call);
        let base = name.split(" where ").next().expect("a name").to_owned();
        let body = evaluator.unfold(terms, call);
        let mut events = Vec::new();
        let mut parts = vec![body];
        while let Some(part) = parts.pop() {
            match terms.term(part).clone() {
                Term::Call(call) => {
                    let name = evaluator.call_name(terms, call);
                    // Lambdas have no names there.
                    if name.starts_with('(') {
                        parts.push(evaluator.unfold(terms, call));
                    } else if !is_built_in(&name) {
                        open.push(part);
                    }
                }
                Term::Prefix(offers) => {
                    for &(event, after) in &offers {
                        events.push(evaluator.event_name(event));
                        parts.push(after);
                    }
                }
                other => parts.extend(operands(&other)),
            }
        }
        events.sort();
        *shape.entry((base, events)).or_insert(0) += 1;
    }
    shape
}

fn operands(term: &Term) -> Vec<TermId> {
    match term {
        Term::ExternalChoice(all)
        | Term::InternalChoice(all)
        | Term::Synchronised(_, all)
        | Term::SynchronisingChoice(_, all) => all.to_vec(),
        Term::Alphabetised(all) => all.iter().map(|&(operand, _)| operand).collect(),
        Term::SlidingChoice(left, right)
        | Term::Sequence(left, right)
        | Term::Interrupt(left, right)
        | Term::Exception(left, _, right)
        | Term::SynchronisingInterrupt(left, _, right)
        | Term::Linked(left, right, _) => vec![*left, *right],
        Term::Hide(of, _)
        | Term::Rename(of, _)
        | Term::Prioritise(of, _)
        | Term::Compress(_, of)
        | Term::TraceWatchdog(of, ..)
        | Term::FailureWatchdog(of, ..) => vec![*of],
        Term::Stop | Term::Skip | Term::Div | Term::Chaos(_) | Term::Run(_) => Vec::new(),
        other => panic!("{other:?} is not expected"),
    }
}

/// Processes that have no definition in the script, which are printed in other ways.
fn is_built_in(name: &str) -> bool {
    let built_in = ["RUN(", "CHAOS(", "BUFFER(", "WEAK_BUFFER(", "DIV", "SKIP", "TSTOP"];
    built_in.iter().any(|begin| name.starts_with(begin))
}

/// The definitions that were printed.
fn shape_of(text: &str) -> Shape {
    let mut shape = Shape::new();
    for paragraph in text.split("\n\n") {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        // A line may be broken after a dot.
        let line = words.join(" ").replace(". ", ".");
        let Some((name, body)) = line.split_once(" = ") else { continue };
        let base = name.rsplit("::").next().expect("a name");
        if !is_built_in(base) {
            *shape.entry((base.to_owned(), events_in(body))).or_insert(0) += 1;
        }
    }
    shape
}

/// What stands before the arrows.
fn events_in(body: &str) -> Vec<String> {
    let mut events = Vec::new();
    let pieces: Vec<&str> = body.split(" ->").collect();
    for piece in &pieces[..pieces.len() - 1] {
        let begin = ["[] ", "||| ", "+] "]
            .iter()
            .filter_map(|operator| piece.rfind(operator).map(|place| place + operator.len()));
        let event = piece[begin.max().unwrap_or(0)..].trim();
        match event.strip_prefix('{').and_then(|events| events.strip_suffix('}')) {
            Some(several) => events.extend(several.split(", ").map(str::to_owned)),
            None => events.push(event.to_owned()),
        }
    }
    events.sort();
    events
}

/// What is said of the scripts that fail, in the order of their names.
const FAILURES: [(&str, &str); 16] = [
    ("ambiguous_buffer_event1", "more than one event of this buffer"),
    ("datatype_alphabets", "the value 2 is not in the set"),
    ("divide_by_zero", "a division by zero"),
    ("error_1", "the script says: 1"),
    ("error_2", "the script says: 4 is not an allowed argument"),
    ("internal_choice", "nothing that `$` could choose"),
    ("lambdas", "the lambda does not match"),
    ("lists_head", "`head` of the empty sequence"),
    ("lists_tail", "`tail` of the empty sequence"),
    ("mod_by_zero", "the remainder of a division by zero"),
    ("outside_event_set", "the value 0 is not in the set"),
    ("prioritise_empty", "at least one set of events"),
    ("prioritisepo_1", "is above itself in the order"),
    ("prioritisepo_3", "but not among the events that are prioritised"),
    ("rep_internal_choice", "of no processes at all"),
    ("rep_link_parallel", "of no processes at all"),
];

#[test]
fn what_fails_there_fails_for_the_same_reason() {
    let Some(paths) = scripts_in("should_fail") else { return };
    let (mut count, mut wrong) = (0, Vec::new());
    for path in paths {
        let name = name_of(&path);
        let wanted = FAILURES.iter().find(|(known, _)| *known == name);
        let wanted = wanted.unwrap_or_else(|| panic!("{name} is not known")).1;
        for begin in ["test", "procTest"] {
            for (value, said) in each_value(&path, begin, |evaluator, terms, name, expression| {
                if name.starts_with("test") {
                    return evaluator.evaluate(expression, terms).err().map(|said| said.message);
                }
                let process = match evaluator.process(expression, terms) {
                    Ok(process) => process,
                    Err(said) => return Some(said.message),
                };
                match Semantics::new(terms, evaluator).transitions(process) {
                    Err(lts::Failure::Fault(fault)) => Some(evaluator.fault(fault).message.clone()),
                    _ => None,
                }
            }) {
                count += 1;
                if !said.as_ref().is_some_and(|said| said.contains(wanted)) {
                    wrong.push(format!("{name}: {value}: {said:?}"));
                }
            }
        }
    }
    println!("{count} values fail");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(count, 16);
}
