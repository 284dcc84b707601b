//! Which message servers are safe, as Theorem 3 of the paper says: in its models, by what it says of them in Section 6.

#[path = "safe_servers/theorem_3.rs"]
mod theorem_3;

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;

use diagnostics::Sources;
use kernel::{Transition, TransitionSystem};
use machine::index::{ChannelId, ProcessId};
use machine::program::{Action, Pattern};
use machine::{Machine, State};
use machine_model::words::NamedMachine;
use rebeca::{KeptProperties, LoadOptions, load_with};
use testing::places;
use theorem_3::{Server, safe_servers};

fn loaded(text: &str, properties: Option<&str>) -> NamedMachine {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let properties = properties.map(|text| sources.add("p", text));
    let options = LoadOptions { properties, kept: KeptProperties::All, ..LoadOptions::default() };
    let loaded = load_with(&sources, file, &options);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{messages:#?}"))
}

/// As in `Fork.initial`, in the order of their names.
fn safe(text: &str, properties: Option<&str>) -> Vec<String> {
    let NamedMachine { machine, meanings } = loaded(text, properties);
    // Queues are the last channels.
    let queue = ChannelId::new(machine.program.channels.len() - 1);
    let kind = meanings.field_kind(queue, 0).expect("messages have names");
    let mut names: Vec<String> = safe_servers(&machine.program)
        .into_iter()
        .map(|server| {
            let class = &machine.program.process_types[server.class.index()].name;
            format!("{class}.{}", meanings.symbol(kind, server.message))
        })
        .collect();
    names.sort();
    names
}

fn example(name: &str) -> String {
    fs::read_to_string(places::root().join("models/rebeca").join(name)).expect("a text")
}

#[test]
fn philosophers() {
    // The paper says that only `initial` of `Fork` is safe. By the theorem `release` is, too, unless a property asks for `busy`:
    // it does nothing but assign to that.
    assert_eq!(safe(&example("philosophers-2.rebeca"), None), ["Fork.initial", "Fork.release"]);
    let asked = "property { define { b = north.busy; } LTL { Free: G(F(!b)); } }";
    assert_eq!(safe(&example("philosophers-2.rebeca"), Some(asked)), ["Fork.initial"]);
    let asked = asked.replace("north.busy", "plato.eating");
    assert_eq!(
        safe(&example("philosophers-2.rebeca"), Some(&asked)),
        ["Fork.initial", "Fork.release"]
    );
}

#[test]
fn trains() {
    // The controller of the paper is not printed; in that, `release` sends nothing. This one's `leave` lets the next train pass,
    // which sends messages to itself as well.
    let properties = example("bridge-3.property");
    for properties in [None, Some(&*properties)] {
        assert_eq!(safe(&example("bridge-3.rebeca"), properties), ["Controller.initial"]);
    }
    // One that is asked whether a train may pass, and is told when it left.
    let polling = "reactiveclass Controller(6) {
        knownrebecs { Train trains[i:1..2]; } statevars { boolean busy; }
        msgsrv initial() { busy = false; }
        msgsrv arrive() { sender.pass(!busy); busy = true; }
        msgsrv release() { busy = false; }
      }
      reactiveclass Train(3) {
        knownrebecs { Controller controller; } statevars { boolean on; }
        msgsrv initial() { controller.arrive(); }
        msgsrv pass(boolean may) { if (may) { on = true; self.passed(); } else controller.arrive(); }
        msgsrv passed() { on = false; controller.release(); controller.arrive(); }
      }
      main { Controller c(a, b):(); Train a(c):(); Train b(c):(); }";
    assert_eq!(safe(polling, None), ["Controller.initial", "Controller.release"]);
}

#[test]
fn load_balancers_and_two_phase_commit() {
    // The paper does not count `initial` of `Server`, which is empty.
    let balancer = example("load-balancer-4-2.rebeca");
    assert_eq!(safe(&balancer, None), ["Balancer.initial", "Server.initial"]);
    assert_eq!(safe(&example("two-phase-commit-2.rebeca"), None), [""; 0]);
}

/// Two rebecs that send to one another only, and a third that hears of one.
const CHAIN: &str = "reactiveclass A(2) { knownrebecs { B next; } statevars { byte n; A other; }
    msgsrv initial() { n = 1; next.m(n); }
    msgsrv back() { /* here */ } }
  reactiveclass B(2) { knownrebecs { A before; } statevars { boolean b; }
    msgsrv m(byte k) { b = k == 1; before.back(); } }
  main { A a(b):(); B b(a):(); }";

#[test]
fn queues_that_one_rebec_alone_sends_to() {
    let all = ["A.back", "A.initial", "B.m"];
    assert_eq!(safe(CHAIN, None), all);
    // What `initial` assigns counts as invisible (Lemma 6), other assignments do not.
    let asked =
        |variable: &str| format!("property {{ define {{ d = {variable}; }} LTL {{ P: G(d); }} }}");
    assert_eq!(safe(CHAIN, Some(&asked("a.n == 1"))), all);
    assert_eq!(safe(CHAIN, Some(&asked("b.b"))), ["A.back", "A.initial"]);
    // A second `A` sends to the same `B`: to send is not safe any more. `b` alone sends to its `A`, which is one of two.
    let two = CHAIN.replace("main {", "main { A c(b):();");
    assert_eq!(safe(&two, None), ["A.back", "B.m"]);
    // Somebody sends to itself what another sends, too.
    let own = CHAIN.replace("/* here */", "self.back();");
    assert_eq!(safe(&own, None), ["A.initial"]);
    // An assertion is neither an assignment nor a message.
    let asserts = CHAIN.replace("/* here */", "assertion(n == 1);");
    assert_eq!(safe(&asserts, None), ["A.initial", "B.m"]);
}

#[test]
fn where_it_depends_on_the_run_to_whom_is_sent_no_message_is_safe() {
    for dynamic in ["sender.m(1);", "other = self;", "other.back();", "other = new A(next):();"] {
        let text = CHAIN.replace("/* here */", dynamic);
        let expected: &[&str] = if dynamic.contains("= self") { &["A.back"] } else { &[] };
        assert_eq!(safe(&text, None), expected, "{dynamic}");
    }
}

/// The models of the paper as others wrote them down, if they are there, by what their names begin with. `philB` is the other
/// version of the philosophers, in which `release` lets somebody eat; `trainpoll` has a controller whose `release` sends nothing.
const OF_THE_PAPER: [(&str, &[&str]); 6] = [
    ("philB_", &["Fork.initial"]),
    ("phil_fig2_", &["Fork.initial", "Fork.release"]),
    ("trainpoll_", &["Controller.initial", "Controller.release"]),
    ("train_", &["Controller.initial"]),
    ("lb", &["LoadBalancer.initial", "Server.initial"]),
    ("tpc", &[]),
];

#[test]
fn models_of_the_paper() {
    let Some(folder) = places::shared_or_skip("models/rebeca-paper") else { return };
    let mut compared = 0;
    for path in places::files_below(&folder) {
        let name = path.file_name().expect("a name").to_string_lossy();
        let is_model = path.parent() == Some(&*folder) && name.ends_with(".rebeca");
        let known = OF_THE_PAPER.iter().find(|(begin, _)| is_model && name.starts_with(begin));
        let Some((_, expected)) = known else { continue };
        let text = fs::read_to_string(&path).expect("a text");
        assert_eq!(safe(&text, None), *expected, "{name}");
        compared += 1;
    }
    assert!(compared >= 20, "only {compared} models");
}

/// A transition: who makes it, with which server, and where it leads.
struct Move {
    server: Server,
    process: ProcessId,
    target: State,
}

fn moves(machine: &Machine, state: &State) -> Vec<Move> {
    let mut found: Vec<Move> = Vec::new();
    let visit = &mut |transition: Transition<'_, Machine>| {
        let first = transition.steps.first().expect("a step");
        let edge = &machine.code.edges[first.edge.index()];
        let Action::Receive(taken) = &edge.operations[0].action else { panic!("a message") };
        let Pattern::Match(message) = &taken.patterns[0] else { panic!("a message") };
        let message = message.number().expect("which one it is");
        let server = Server { class: machine.type_of(edge.from), message };
        let target = transition.target.expect("no run-time error").clone();
        found.push(Move { server, process: first.process, target });
        ControlFlow::Continue(())
    };
    let _ = machine.successors(state, &mut machine.scratch(), visit);
    found
}

/// Modere's search, depth first: the first rebec whose oldest message has a safe server goes alone, if none of its transitions
/// leads back to the path.
struct Modere<'m> {
    machine: &'m Machine,
    safe: &'m [Server],
    numbers: HashMap<State, usize>,
    is_on_path: Vec<bool>,
    /// The numbers of states, and where they still lead.
    path: Vec<(usize, Vec<State>)>,
    deadlocks: usize,
}

impl Modere<'_> {
    fn enter(&mut self, state: State) {
        let mut all = moves(self.machine, &state);
        self.deadlocks += usize::from(all.is_empty());
        let number = self.numbers.len();
        self.numbers.insert(state, number);
        self.is_on_path.push(true);
        let closes =
            |it: &Move| self.numbers.get(&it.target).is_some_and(|&number| self.is_on_path[number]);
        let is_ample = |&process: &ProcessId| {
            let mut own = all.iter().filter(|it| it.process == process);
            own.all(|it| self.safe.contains(&it.server) && !closes(it))
        };
        let first = all.iter().map(|it| it.process).filter(is_ample).min();
        if let Some(first) = first {
            all.retain(|it| it.process == first);
        }
        let left = all.into_iter().rev().map(|it| it.target).collect();
        self.path.push((number, left));
    }

    /// The states and the deadlocks that it meets.
    fn search(machine: &Machine, safe: &[Server]) -> (usize, usize) {
        let mut initial = Vec::new();
        let _ = machine.initial_states(&mut machine.scratch(), &mut |state: &machine::State| {
            initial.push(state.clone());
            ControlFlow::Continue(())
        });
        let (numbers, is_on_path, path) = (HashMap::new(), Vec::new(), Vec::new());
        let mut search = Modere { machine, safe, numbers, is_on_path, path, deadlocks: 0 };
        search.enter(initial.remove(0));
        while let Some((number, left)) = search.path.last_mut() {
            match left.pop() {
                Some(next) if search.numbers.contains_key(&next) => {}
                Some(next) => search.enter(next),
                None => {
                    search.is_on_path[*number] = false;
                    search.path.pop();
                }
            }
        }
        (search.numbers.len(), search.deadlocks)
    }
}

/// Where the safe servers are those of `initial`, no cycle is closed, so that only the choice of the first rebec matters.
fn states_left(text: &str) -> (usize, usize) {
    let machine = loaded(text, None).machine;
    let all = Modere::search(&machine, &[]);
    let left = Modere::search(&machine, &safe_servers(&machine.program));
    // No deadlock is lost.
    assert_eq!(left.1 > 0, all.1 > 0);
    (all.0, left.0)
}

#[test]
fn what_the_search_of_the_paper_leaves() {
    // Counted by an implementation of their own in another language.
    assert_eq!(states_left(&example("load-balancer-4-2.rebeca")), (21_332, 8_377));
    // None of its servers is safe (Section 6).
    assert_eq!(states_left(&example("two-phase-commit-2.rebeca")), (324, 324));
    let (all, left) = states_left(&example("broken-philosophers-3.rebeca"));
    assert!(left < all, "{left} of {all}");
    let Some(folder) = places::shared_or_skip("models/rebeca-paper") else { return };
    // Of the second, the authors' paper on Modere (SAC 2006) says 27,240: what the other implementation counts if in the first
    // state the first rebec moves as well.
    for (name, expected) in [("philB_order_3", (3_062, 2_050)), ("philB_alt_4", (46_882, 27_236))] {
        let text = fs::read_to_string(folder.join(format!("{name}.rebeca"))).expect("a text");
        assert_eq!(states_left(&text), expected, "{name}");
    }
}
