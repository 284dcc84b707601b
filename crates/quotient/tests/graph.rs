//! State graphs: their counts, what is read back from them, what they mark, and what is refused.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use crate::support::{BROKEN_MUTEX, DEADLOCK, ENDLESS, MUTEX, Place};
use detection::detect;
use diagnostics::Sources;
use kernel::{Transition, TransitionSystem, reachable};
use machine::{State, Step};
use machine_model::words::NamedMachine;
use promela::{LoadOptions, ParseOptions, load};
use suites::{Counted, Fact, Head};
use symmetry::{Canonical, Quotient};
use testing::peers::{Peer, ask};
use testing::places::examples;

/// Larger graphs are not compared.
const MOST_STATES: u64 = 5_000;
/// Larger graphs are not laid out.
const MOST_DRAWN: u64 = 30;

/// A graph in the Aldebaran format.
struct Aut {
    states: u64,
    edges: Vec<(u64, String, u64)>,
}

/// Reads a graph as mCRL2 does: a label ends at the next double quote.
fn read_aut(text: &str) -> Aut {
    assert!(text.is_ascii() && text.ends_with('\n'));
    let mut lines = text.lines();
    let first = lines.next().expect("a first line");
    let counts = first.strip_prefix("des (0,").and_then(|rest| rest.strip_suffix(')'));
    let (transitions, states) = counts.and_then(|c| c.split_once(',')).expect(first);
    let edges: Vec<_> = lines
        .map(|line| {
            let (source, rest) =
                line.strip_prefix('(').and_then(|l| l.split_once(",\"")).expect(line);
            let (label, target) = rest.split_once('"').expect(line);
            let target = target.strip_prefix(',').and_then(|t| t.strip_suffix(')')).expect(line);
            (source.parse().expect(line), label.to_owned(), target.parse().expect(line))
        })
        .collect();
    let states: u64 = states.parse().expect(first);
    assert_eq!(transitions.parse(), Ok(edges.len()));
    assert!(edges.iter().all(|(source, _, target)| *source < states && *target < states));
    Aut { states, edges }
}

/// States and transitions that the head of an example expects.
fn expected(path: &Path, of: Counted) -> Option<(u64, u64)> {
    let head = Head::read(&fs::read_to_string(path).expect("readable"));
    head.runs[0].expectations.iter().find_map(|expectation| match expectation.fact {
        Fact::Counts(counted, states, Some(transitions)) if counted == of => {
            Some((states, transitions))
        }
        _ => None,
    })
}

fn load_model(path: &Path) -> NamedMachine {
    let mut sources = Sources::new();
    let text = fs::read(path).expect("readable");
    let file = sources.add_bytes(path.display().to_string(), &text).expect("text");
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    loaded.model.expect("a model")
}

/// The graph of each small example has the counts of its header: those of SPIN and of orbits
/// counted without representatives.
#[test]
fn graphs_have_the_states_and_transitions_of_the_search() {
    let place = Place::new("graph_counts");
    let (mut compared, mut dead_ends) = (0, 0);
    for path in examples("promela") {
        for (symmetry, key) in [("auto", Counted::Quotient), ("off", Counted::Unreduced)] {
            let Some(counts) = expected(&path, key).filter(|c| c.0 <= MOST_STATES) else {
                continue;
            };
            let options = format!("{} --symmetry {symmetry}", path.display());
            let said = place.run(&format!("graph {options} --format aut"));
            // What `check` warns of, and nothing else.
            let warned = place.run(&format!("check {options} --quiet --max-states 1")).err;
            assert_eq!((said.code, said.err), (Some(0), warned), "{options}");
            let aut = read_aut(&said.out);
            // Transitions without a target lead to a state of their own, and do not count.
            let nowhere: Vec<_> = aut.edges.iter().filter(|edge| edge.2 == counts.0).collect();
            assert_eq!(aut.states, counts.0 + u64::from(!nowhere.is_empty()), "{options}");
            assert!(nowhere.iter().all(|(_, label, _)| label.starts_with("run-time error: ")));
            let transitions = (aut.edges.len() - nowhere.len()) as u64;
            assert_eq!(transitions + 1, counts.1, "{options}");
            let (object, _) = place.json(&format!("{options} --keep-going --por off"));
            assert_eq!(object["states"], counts.0, "{options}");
            assert_eq!(object["transitions"], counts.1, "{options}");
            compared += 1;
            dead_ends += nowhere.len();
        }
    }
    assert!(compared > 40, "{compared} graphs");
    assert!(dead_ends > 0, "no example has a run-time error");
}

/// What a graph should be: for each state in breadth-first order, who moves first in each
/// transition and where it leads.
fn explored<S>(model: &NamedMachine, system: &S) -> Vec<Vec<(String, u64)>>
where
    S: TransitionSystem<State = State, Step = Step>,
{
    let states = reachable(system, usize::MAX).expect("no bound");
    let numbers: HashMap<&State, u64> = states.iter().zip(0..).collect();
    let nowhere = states.len() as u64;
    let mut scratch = system.scratch();
    let mut graph = Vec::new();
    for state in &states {
        let mut edges = Vec::new();
        let _ = system.successors(state, &mut scratch, &mut |t: Transition<'_, S>| {
            let process = t.steps[0].process;
            let target = t.target.map_or(nowhere, |target| numbers[target]);
            edges.push((model.process_name(state, process), target));
            ControlFlow::Continue(())
        });
        graph.push(edges);
    }
    graph
}

#[test]
fn a_graph_that_is_read_back_is_the_one_explored() {
    let place = Place::new("graph_round_trip");
    let check = |path: &Path, symmetry: &str, wanted: Vec<Vec<(String, u64)>>| {
        let said =
            place.run(&format!("graph {} --symmetry {symmetry} --format aut", path.display()));
        let mut read = vec![Vec::new(); wanted.len()];
        for (source, label, target) in read_aut(&said.out).edges {
            let label = label.strip_prefix("assertion violated: ").unwrap_or(&label);
            let label = match label.strip_prefix("run-time error: ") {
                Some(rest) => rest.split_once(": ").expect("what went wrong").1,
                None => label,
            };
            let (process, _) = label.split_once(": ").expect("a process");
            read[source as usize].push((process.to_owned(), target));
        }
        assert_eq!(read, wanted, "{}, {symmetry}", path.display());
    };
    for path in examples("promela") {
        let model = load_model(&path);
        let is_small = |key| expected(&path, key).is_some_and(|c| c.0 <= 4000);
        if is_small(Counted::Unreduced) {
            check(&path, "off", explored(&model, &model.machine));
        }
        if is_small(Counted::Quotient)
            && let Some(reduction) = detect(&model.machine).reduction
        {
            let canonical = Canonical::new(&reduction.symmetry);
            let quotient = Quotient::new(&reduction, &canonical);
            check(&path, "auto", explored(&model, &quotient));
        }
    }
}

/// Lays a DOT graph out; `None` where Graphviz is not installed.
fn svg(dot: &str) -> Option<String> {
    ask(Peer::Dot, &["-Tsvg"], dot)
}

#[test]
fn graphviz_draws_every_state_and_transition() {
    let place = Place::new("graph_svg");
    let mut drawn = 0;
    for path in examples("promela") {
        let Some((states, transitions)) = expected(&path, Counted::Quotient) else { continue };
        if states > MOST_DRAWN {
            continue;
        }
        let said = place.run(&format!("graph {} --labels full", path.display()));
        let Some(svg) = svg(&said.expect(0, &[]).out) else { return };
        let to_error = said.out.matches("-> error").count();
        let nodes = states as usize + 1 + usize::from(to_error > 0);
        // The arrow that points at the initial state is the transition counted for it.
        let edges = transitions as usize + to_error;
        assert_eq!(svg.matches("class=\"node\"").count(), nodes, "{}", path.display());
        assert_eq!(svg.matches("class=\"edge\"").count(), edges, "{}", path.display());
        drawn += 1;
    }
    assert!(drawn > 10, "{drawn} graphs");
}

#[test]
fn quotes_and_backslashes_of_statements_survive() {
    let model = "byte x;\nactive proctype p() {\n  printf(\"say \\\"é\\\" \\\\ & \\t%d;\\n\", x);\n  \
                 x = (x\n    + 1)\n}\n";
    let place = Place::new("graph_escapes");
    let said = place.file("m.pml", model).run("graph m.pml");
    let label = r#"label="p(0) 3: printf(\"say \\\"é\\\" \\\\ & \\t%d;\\n\", x)\l"#;
    said.expect(0, &[label, r"p(0) 4: x = (x + 1)\l"]);
    if let Some(svg) = svg(&said.out) {
        let shown = r#"printf(&quot;say \&quot;é\&quot; \\ &amp; \t%d;\n&quot;, x)"#;
        let svg = svg.replace("&#45;", "-").replace("&#160;", " ");
        assert!(svg.contains(shown), "{svg}");
    }
    let aut = read_aut(&place.run("graph m.pml --format aut").out);
    assert_eq!(aut.edges[0].1, r"p(0): printf(''say \''\u{e9}\'' \\ & \t%d;\n'', x)");
}

#[test]
fn what_happens_is_written_at_the_transitions() {
    let model = "chan c = [0] of { byte };\nbyte x;\nactive proctype sender() {\n  \
                 atomic { x++; x--; c!7 }\n}\nactive proctype receiver() {\n  c?x\n}\n";
    let place = Place::new("graph_labels");
    place.file("m.pml", model);
    let aut = read_aut(&place.run("graph m.pml --format aut").out);
    assert_eq!(aut.edges[0].1, "sender(0): x++; x--; c!7 & receiver(1): c?x");
    let said = place.run("graph m.pml");
    let rows = r#"label="sender(0) 4: x++\l4: x--\l4: c!7\lreceiver(1) 7: c?x\l""#;
    said.expect(0, &[rows, r#"label="0\nsender(0) 4\nreceiver(1) 7", tooltip="x = 0""#]);
    place.run("graph m.pml --labels numbers").expect(0, &["0 [label=\"0\", tooltip="]);
    place.run("graph m.pml --labels full").expect(0, &[r"0\nsender(0) 4\nreceiver(1) 7\nx = 0"]);
}

#[test]
fn ends_deadlocks_and_violations_are_marked() {
    let place = Place::new("graph_marks");
    place.file("dead.pml", DEADLOCK).file("broken.pml", BROKEN_MUTEX);
    let deadlock = ", style=\"rounded,filled\", fillcolor=tomato];";
    let said = place.run("graph dead.pml");
    said.expect(0, &["start0 -> 0;", deadlock]);
    assert!(!said.out.contains("peripheries"));
    place.file("ends.pml", "active proctype p() { skip }\n");
    let said = place.run("graph ends.pml");
    said.expect(
        0,
        &["2 [label=\"2\", tooltip=\"\", peripheries=2];", "1 -> 2 [label=\"p(0) 1: -end-"],
    );
    assert!(!said.out.contains(deadlock));
    // A failed assertion is no end: the search goes on behind it.
    let said = place.run("graph broken.pml");
    said.expect(0, &["\\lassertion violated\\l\", color=red, fontcolor=red];"]);
    assert!(!said.out.contains(deadlock) && !said.out.contains("peripheries"));
    let aut = place.run("graph broken.pml --format aut");
    aut.expect(0, &["\"assertion violated: user("]);
    let fault = "byte zero;\nactive proctype p() { zero = 1 / zero }\n";
    let said = place.file("fault.pml", fault).run("graph fault.pml");
    let edge =
        "0 -> error [label=\"p(0) 2: zero = 1 / zero\\lrun-time error: division by zero\\l\"";
    said.expect(0, &["  error [shape=octagon", edge, "// 1 state, 1 transition\n"]);
    let aut = place.run("graph fault.pml --format aut");
    let line = "(0,\"run-time error: division by zero: p(0): zero = 1 / zero\",1)\n";
    assert_eq!(aut.out, format!("des (0,1,2)\n{line}"));
    let endless = "byte x;\nactive proctype p() { atomic { do :: x = 1 - x od } }\n";
    let said = place.file("endless.pml", endless).run("graph endless.pml");
    said.expect(0, &["0 -> endless [label="]);
    place
        .run("graph endless.pml --format aut")
        .expect(0, &["(0,\"endless atomic sequence: p(0): "]);
}

#[test]
fn what_is_incomplete_says_so() {
    let place = Place::new("graph_incomplete");
    place.file("m.pml", ENDLESS);
    let said = place.run("graph m.pml --max-states 5");
    let why = "the limit of 5 states was reached; `--max-states N` allows more";
    let comment = format!("// INCOMPLETE: {why}\n");
    said.expect(
        3,
        &["// 5 states, ", &comment, "label=\"incomplete: the limit of 5", "rounded,dashed"],
    );
    assert_eq!(said.err, format!("incomplete: {why}\n"));
    let said = place.run("graph m.pml --max-depth 2 --quiet");
    said.expect(3, &["// INCOMPLETE: only 2 steps deep\n"]);
    // The format has no way to say it.
    for options in ["--format aut", "-o g.aut"] {
        let said = place.run(&format!("graph m.pml --max-states 5 {options}"));
        assert_eq!((said.code, said.out.as_str()), (Some(3), ""));
        assert!(said.err.starts_with("incomplete: no graph was written: the limit of 5 states"));
    }
    assert!(!place.path("g.aut").exists());
    // Unless told otherwise, no more is drawn than somebody can look at.
    place.run("graph m.pml -o g.dot").expect(3, &[]);
    assert!(place.read("g.dot").contains("// 10000 states, "));
}

#[test]
fn graphs_go_where_they_are_told() {
    let place = Place::new("graph_output");
    place.file("m.pml", MUTEX);
    let aut = place.run("graph m.pml --format aut").out;
    let dot = place.run("graph m.pml").out;
    for (options, file, wanted) in [
        ("-o a.aut", "a.aut", &aut),
        ("--output a.dot", "a.dot", &dot),
        ("-o a.gv", "a.gv", &dot),
        ("-o a", "a", &dot),
        ("-o a.txt --format aut", "a.txt", &aut),
    ] {
        let said = place.run(&format!("graph m.pml {options}"));
        said.expect(0, &[]);
        assert!(said.err.starts_with(&format!("{file}: 3 states, 6 transitions")), "{}", said.err);
        assert_eq!((said.out.as_str(), &place.read(file)), ("", wanted), "{options}");
        assert_eq!(place.run(&format!("graph m.pml {options} --quiet")).err, "");
    }
    place.run("graph m.pml -o a.svg").refused(&["a.svg: the extension does not tell the format"]);
    place.run("graph m.pml -o no/such/a.dot").refused(&["no/such/a.dot: cannot write"]);
    place
        .run("graph m.pml --symmetry declared")
        .refused(&["`--symmetry declared` is not supported"]);
    place.run("graph m.csp").refused(&["m.csp: no such file"]);
}

/// States as they are drawn, without their numbers: row by row.
type Rows = BTreeSet<String>;

/// What a graph in full shows: the states, and of each edge where it begins, what is done, where it ends, and after which exchange.
struct Shown {
    states: HashMap<String, Rows>,
    edges: Vec<(String, Vec<String>, String, Option<String>)>,
}

fn shown(dot: &str) -> Shown {
    let mut shown = Shown { states: HashMap::new(), edges: Vec::new() };
    for line in dot.lines().map(str::trim) {
        let Some((head, rest)) = line.split_once(" [label=\"") else { continue };
        let label = rest.split('"').next().unwrap_or_default();
        match head.split_once(" -> ") {
            None => {
                let rows = label.split("\\n").skip(1).map(str::to_owned).collect();
                shown.states.insert(head.to_owned(), rows);
            }
            Some((from, to)) => {
                let rows = label.split("\\l").filter(|row| !row.is_empty()).map(str::to_owned);
                let mut rows: Vec<String> = rows.collect();
                let last = rows.last().and_then(|row| row.strip_prefix("then ").map(str::to_owned));
                rows.truncate(rows.len() - usize::from(last.is_some()));
                shown.edges.push((from.to_owned(), rows, to.to_owned(), last));
            }
        }
    }
    shown
}

/// What each name becomes as cycles say.
fn images(cycles: &str) -> HashMap<&str, &str> {
    let mut image = HashMap::new();
    let (mut depth, mut start) = (0, 0);
    for (at, character) in cycles.char_indices() {
        match character {
            '(' if depth == 0 => (depth, start) = (1, at + 1),
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if character == ')' && depth == 0 {
            let names: Vec<&str> = cycles[start..at].split(' ').collect();
            for (place, name) in names.iter().enumerate() {
                image.insert(*name, names[(place + 1) % names.len()]);
            }
        }
    }
    image
}

/// The rows of a state whose parts change places as cycles say. No variable holds a process, and of arrays that cycles do not name each
/// process has the element of its number.
fn exchanged(rows: &Rows, cycles: &str) -> Rows {
    let image = images(cycles);
    let row = |row: &String| {
        let Some(end) = row.find([')', ']']) else { return row.clone() };
        let (head, rest) = row.split_at(end + 1);
        let to = image.get(head).map(|it| (*it).to_owned()).or_else(|| {
            let (array, number) = head.strip_suffix(']')?.split_once('[')?;
            let process = image.get(&*format!("node({number})"))?;
            Some(format!("{array}[{}]", process.strip_prefix("node(")?.strip_suffix(')')?))
        });
        format!("{}{rest}", to.as_deref().unwrap_or(head))
    };
    rows.iter().map(row).collect()
}

/// Two nodes go through three stages, and the last event is kept as the stages of all before it and after it.
const EVENTS: &str = "byte stage[2], before[2], after[2];
active [2] proctype node() {
  do
  :: atomic { stage[_pid] < 2 ->
       before[0] = stage[0]; before[1] = stage[1];
       stage[_pid]++;
       after[0] = stage[0]; after[1] = stage[1] }
  od
}
";

/// Every edge that is drawn is a transition of the model, and leads to the state that is drawn once the exchange at it is made: in a graph
/// of classes there are no steps that no run makes (as in <https://github.com/tlaplus/tlaplus/issues/816>).
#[test]
fn no_transition_is_drawn_that_the_model_has_not() {
    let place = Place::new("graph_real");
    let two = "byte a; active [3] proctype p() { do :: a < 2 -> a++; a-- :: skip; skip od }\n";
    let mut with_exchange = 0;
    for model in [MUTEX, BROKEN_MUTEX, two, EVENTS] {
        place.file("m.pml", model);
        let full = shown(&place.run("graph m.pml --labels full --keep-unread").out);
        let all = shown(&place.run("graph m.pml --labels full --keep-unread --symmetry off").out);
        let real: HashSet<(&Rows, &Vec<String>, &Rows)> = all
            .edges
            .iter()
            .filter_map(|(from, done, to, _)| Some((&all.states[from], done, all.states.get(to)?)))
            .collect();
        for (from, done, to, exchange) in &full.edges {
            let Some(drawn) = full.states.get(to) else { continue };
            let from = &full.states[from];
            // Where it leads in truth becomes what is drawn.
            let leads = |(before, made, after): &(&Rows, &Vec<String>, &Rows)| {
                *before == from
                    && *made == done
                    && match exchange {
                        Some(cycles) => exchanged(after, cycles) == *drawn,
                        None => *after == drawn,
                    }
            };
            assert!(real.iter().any(leads), "{model}: {from:?} {done:?} {exchange:?} {drawn:?}");
            with_exchange += usize::from(exchange.is_some());
        }
        assert!(full.states.len() < all.states.len(), "{model}");
    }
    assert!(with_exchange > 10, "{with_exchange}");
}
