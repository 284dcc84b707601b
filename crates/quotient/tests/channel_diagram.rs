//! `--detect channel-diagram` and `--diagram`.

use crate::support::{MUTEX, Place};
use roxmltree::Document;
use serde_json::Value;

/// Four clients, two of each level.
const LEVELS: &str = "\
mtype = { ask, grant };
chan link1 = [1] of { mtype };
chan link2 = [1] of { mtype };
chan link3 = [1] of { mtype };
chan link4 = [1] of { mtype };
byte level[5];

proctype client(chan link) {
  do
  :: link!ask; link?grant; assert(level[_pid] < 2)
  od
}

init {
  atomic {
    run client(link1);
    run client(link2);
    run client(link3);
    run client(link4);
    level[1] = 0;
    level[2] = 0;
    level[3] = 1;
    level[4] = 1
  }
}
";

/// Two channels that one process treats alike, known to it as parameters.
const ALIKE: &str = "\
chan a = [1] of { byte };
chan b = [1] of { byte };
proctype sender(chan one, two) { do :: one!1 :: two!1 od }
proctype receiver(chan in) { do :: in?_ od }
init { atomic { run sender(a, b); run receiver(a); run receiver(b) } }
";

#[test]
fn the_sizes_and_what_was_rejected() {
    let place = Place::new("diagram_sizes");
    let said = place.file("m.pml", LEVELS).run("symmetry m.pml --detect channel-diagram");
    said.expect(
        0,
        &[
            "24 automorphisms",
            "4 in the group of the valid generators",
            "4 in the largest valid group",
            "6 cosets of it",
            "(client(2) client(3))(link2 link3)\n",
            "`level[2] = 0; level[3] = 1` would be `level[3] = 0; level[2] = 1`",
            "order      4\n",
        ],
    );
    // The line is that of the statement that would be another.
    let line = LEVELS.lines().position(|line| line.contains("level[1] = 0")).unwrap() + 1;
    assert!(said.out.contains(&format!("line {line}: ")), "{}", said.out);
}

#[test]
fn the_figures_as_json() {
    let place = Place::new("diagram_json");
    place.file("m.pml", LEVELS).file("mutex.pml", MUTEX);
    let said = place.run("symmetry m.pml --detect channel-diagram --json");
    let object: Value = serde_json::from_str(&said.out).unwrap();
    let figures = &object["channel_diagram"];
    for (name, order) in [("automorphisms", "24"), ("initial", "4"), ("valid", "4")] {
        assert_eq!(figures[name], order, "{name}");
    }
    assert_eq!((&figures["cosets"], &figures["complete"]), (&6.into(), &true.into()));
    let rejected = figures["rejected"].as_array().unwrap();
    assert_eq!(rejected.len(), 1);
    assert!(rejected[0]["line"].is_u64() && rejected[0]["file"] == "m.pml");
    assert_ne!(rejected[0]["would_be"], rejected[0]["is"]);
    // Without the option there is no such object.
    for arguments in ["m.pml", "mutex.pml"] {
        let said = place.run(&format!("symmetry {arguments} --json"));
        let object: Value = serde_json::from_str(&said.out).unwrap();
        assert!(object.get("channel_diagram").is_none());
    }
}

#[test]
fn searches_use_the_group() {
    let place = Place::new("diagram_check");
    place.file("levels.pml", LEVELS).file("mutex.pml", MUTEX).file("alike.pml", ALIKE);
    for (model, order) in
        [("levels.pml", Some("4")), ("mutex.pml", Some("6")), ("alike.pml", Some("2"))]
    {
        // The clients that have a level wait for a server for ever.
        let (by_program, code) = place.json(&format!("{model} --keep-going"));
        let arguments = format!("{model} --keep-going --detect channel-diagram-extended --audit 1");
        let (by_diagram, same) = place.json(&arguments);
        assert_eq!(code, same);
        assert_eq!(by_diagram["states"], by_program["states"], "{model}");
        let found = &by_diagram["symmetry"];
        assert_eq!(found.get("order").and_then(Value::as_str), order);
        assert!(by_diagram["channel_diagram"]["valid"].is_string());
    }
    let said = place.run("check levels.pml --detect channel-diagram");
    said.expect(1, &["channel diagram: |Aut| 24, |H| 4, |G| 4, 6 cosets\n"]);
    let said = place.run("symmetry alike.pml --detect channel-diagram-extended");
    said.expect(0, &["2 in the largest valid group", "order      2\n"]);
    // What `run` passes would stand in another order.
    let said = place.run("symmetry alike.pml --detect channel-diagram");
    said.expect(
        0,
        &["1 in the largest valid group", "`run sender(a, b)` would be `run sender(b, a)`"],
    );
}

/// |Aut|, |H| and |G| of a model.
fn figures(place: &Place, model: &str) -> [String; 3] {
    let said = place.run(&format!("symmetry {model} --detect channel-diagram --json"));
    let object: Value = serde_json::from_str(&said.out).expect(&said.out);
    let figures = &object["channel_diagram"];
    ["automorphisms", "initial", "valid"].map(|name| figures[name].as_str().unwrap().to_owned())
}

/// Figure 6 of the paper.
fn load_balancer() -> String {
    let paths = testing::places::examples("promela-lite");
    let path = paths.into_iter().find(|path| path.ends_with("load-balancer-figure-6.prl"));
    std::fs::read_to_string(path.unwrap()).unwrap()
}

/// Sections 7.2 and 7.4: 288 automorphisms, of which 24 come from valid generators and 48 are valid. With the arguments as they
/// are printed, servers begin at 1, 2 and 3 and are not symmetric: of 48, their 3! permutations fall away.
#[test]
fn the_load_balancer_of_the_paper() {
    let place = Place::new("diagram_load_balancer");
    let mended = load_balancer();
    let printed = mended
        .replace("run server(se2,null,1)", "run server(se2,null,2)")
        .replace("run server(se3,null,1)", "run server(se3,null,3)");
    assert_ne!(mended, printed);
    place.file("mended.prl", &mended).file("printed.prl", &printed);
    assert_eq!(figures(&place, "mended.prl"), ["288", "24", "48"]);
    let [whole, _, valid] = figures(&place, "printed.prl");
    assert_eq!([whole, valid], ["288", "8"]);
    place.run("symmetry printed.prl --detect channel-diagram").expect(
        0,
        &[
            "`run server(se3, null, 3)` would be `run server(se3, null, 2)`",
            "line 23: `blocked_client = 9` would be `blocked_client = 10`",
        ],
    );
}

/// Figure 9: clients send to their load balancer and receive on channels of their own, load balancers receive, and send to all
/// servers, which receive; servers answer on channels that were sent to them, which makes no edges.
#[test]
fn the_diagram_of_the_load_balancer() {
    let place = Place::new("diagram_figure_9");
    place.file("m.prl", load_balancer());
    place.run("symmetry m.prl --diagram d.dot").expect(0, &[]);
    let text = place.read("d.dot");
    let mut names = std::collections::HashMap::new();
    let mut edges = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("  v")) {
        match line.trim_end_matches(';').split_once(" -> v") {
            Some((from, to)) => edges.push((from.to_owned(), to.to_owned())),
            None => {
                let (vertex, rest) = line.split_once(" [label=\"").unwrap();
                names.insert(vertex.to_owned(), rest.split('"').next().unwrap().to_owned());
            }
        }
    }
    let mut found: Vec<String> =
        edges.iter().map(|(from, to)| format!("{} -> {}", names[from], names[to])).collect();
    let mut expected = Vec::new();
    for server in 1..=3 {
        expected.push(format!("se{server} -> server({server})"));
        let balancer = format!("loadbalancer({})", server + 3);
        expected.push(format!("lb{server} -> {balancer}"));
        expected.extend((1..=3).map(|server| format!("{balancer} -> se{server}")));
    }
    for client in 1..=6 {
        let process = format!("client({})", client + 6);
        expected.push(format!("cl{client} -> {process}"));
        expected.push(format!("{process} -> lb{}", (client + 1) / 2));
    }
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

/// Definition 11 asks what a parameter is initialised with, not whether it is assigned later: 3!, not 3! 3!.
#[test]
fn parameters_that_are_assigned_make_edges() {
    let place = Place::new("diagram_reassigned");
    let text = "chan a = [1] of {int}; chan b = [1] of {int}; chan c = [1] of {int};
        proctype s(chan{int} out; int pc) {
          do :: atomic { pc==0 && nfull(out) -> out!1; out = null; pc = 1 } od
        }
        proctype r(chan{int} in; int x) { do :: atomic { nempty(in) -> in?x; x = 0 } od }
        init { atomic {
          run s(a,0); run s(b,0); run s(c,0); run r(a,0); run r(b,0); run r(c,0)
        } }";
    place.file("m.prl", text);
    assert_eq!(figures(&place, "m.prl"), ["6", "6", "6"]);
}

/// Channels of channels of numbers and of processes have different colours; channels of types that unfold to the same tree have
/// one.
#[test]
fn colours_are_whole_types() {
    let place = Place::new("diagram_colours");
    let pair = |one: &str, other: &str| {
        format!(
            "chan a = [1] of {{{one}}}; chan b = [1] of {{{other}}}; int x = 0;
             proctype p(chan{{{one}}} i; chan{{{other}}} j) {{ do :: atomic {{ x==0 -> x = 1 }} od }}
             init {{ atomic {{ run p(a,b) }} }}"
        )
    };
    for (one, other, order) in [
        ("chan{int}", "chan{pid}", "1"),
        ("int", "pid", "1"),
        ("chan{int}", "chan{int}", "2"),
        ("chan{chan{int}}", "chan{chan{pid}}", "1"),
        ("rec X . chan{X}", "chan{rec X . chan{X}}", "2"),
        ("rec X . chan{X}", "chan{int}", "1"),
    ] {
        place.file("m.prl", pair(one, other));
        assert_eq!(figures(&place, "m.prl")[0], order, "{one} and {other}");
    }
    let reconstructed = |sent: &str| {
        format!(
            "chan a = [1] of {{ chan }}; chan b = [1] of {{ chan }};
             chan c = [1] of {{ int }}; chan d = [1] of {{ int }}; chan e = [1] of {{ bit }};
             proctype p() {{ do :: a!c :: b!{sent} od }}
             init {{ atomic {{ run p() }} }}"
        )
    };
    // The diagram alone exchanges c and d too.
    for (sent, order) in [("d", "4"), ("e", "2")] {
        place.file("m.pml", reconstructed(sent));
        assert_eq!(figures(&place, "m.pml")[0], order, "{sent}");
    }
}

#[test]
fn diagrams_are_written() {
    let place = Place::new("diagram_files");
    place.file("m.pml", LEVELS);
    // What differs is looked at after a grant, and nobody ever grants.
    place.run("symmetry m.pml --diagram d.svg").expect(0, &["order      48\n"]);
    let text = place.read("d.svg");
    let document = Document::parse(&text).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    for name in ["client(1)", "link4", "init(0)", "[1] of {byte}"] {
        assert!(texts.contains(&name), "no `{name}` in {texts:?}");
    }
    place.run("symmetry m.pml --diagram d.dot").expect(0, &[]);
    let text = place.read("d.dot");
    assert_eq!(text.matches(" -> ").count(), 8, "each client sends and receives");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let place = Place::new("diagram_refused");
    place.file("m.pml", MUTEX).file("ever.pml", "proctype p() { run p() } init { run p() }");
    place.run("symmetry m.pml --diagram d.png").refused(&["d.png", "`.svg`"]);
    place.run("symmetry m.pml --diagram nowhere/d.svg").refused(&["cannot write"]);
    place
        .run("symmetry ever.pml --diagram d.svg")
        .refused(&["no static channel diagram", "settles"]);
    place.run("symmetry m.pml --detect guess").refused(&["channel-diagram", "known-rebecs-inter"]);
}

#[test]
fn a_method_of_another_language_is_refused_with_those_that_there_are() {
    let place = Place::new("diagram_foreign_method");
    place.file("m.pml", MUTEX).file("m.csp", "channel a\nP = a -> P\nassert P :[deadlock free]:\n");
    let own = "`--detect known-rebecs`: models of this language offer `program`, `channel-diagram`, `channel-diagram-extended`";
    for command in ["symmetry", "check"] {
        place.run(&format!("{command} m.pml --detect known-rebecs")).refused(&[own]);
    }
    let said = place.run("check m.csp --detect channel-diagram");
    said.refused(&["`--detect channel-diagram`: models of this language offer `program`"]);
    assert!(!said.err.contains("`program`,"), "{}", said.err);
}

/// The program's graph need not keep what a variable holds first: a quotient rests on what processes do, not on where they
/// begin. So it finds all 288 symmetries of the load balancer if somebody else can come to be blocked. As the paper prints it,
/// nobody can: what maps client 9 elsewhere maps reachable states to states that are never reached, and the 48 are all there
/// is to gain.
#[test]
fn initial_values_bind_the_program_where_they_are_for_ever() {
    let place = Place::new("diagram_initial_values");
    let printed = load_balancer();
    let moving = "response = -1; blocked_client = _pid; pc = 1";
    let changed = printed.replace("response = -1; pc = 1", moving);
    assert_ne!(printed, changed);
    place.file("printed.prl", &printed).file("changed.prl", &changed);
    place.run("symmetry printed.prl").expect(0, &["order      48\n"]);
    place.run("symmetry changed.prl").expect(0, &["order      288\n"]);
    place
        .run("symmetry changed.prl --detect channel-diagram")
        .expect(0, &["48 in the largest valid group"]);
    // The same with two clients, which all states tell apart by who is blocked: each class has two states.
    let start = printed.find("chan se1").unwrap();
    let small = printed[start..]
        .replace("chan se2 = [3] of {chan{int}};\nchan se3 = [3] of {chan{int}};\n", "")
        .replace("[3] of", "[1] of")
        .replace("= 9", "= 4")
        .replace("len(se1)<=len(se2) && len(se1)<=len(se3) && ", "");
    let without = |text: &str, from: &str, to: &str| {
        let (start, end) = (text.find(from).unwrap(), text.find(to).unwrap());
        format!("{}{}", &text[..start], &text[end..])
    };
    let small = without(&small, "  :: atomic { pc==3 && len(se2)", "  :: atomic { pc==4");
    let small = format!(
        "{}init {{ atomic {{ run server(se1,null,1); run loadbalancer(lb1,null,0,1);
           run loadbalancer(lb2,null,0,1); run client(cl1,lb1,-1,1); run client(cl2,lb2,-1,1) }} }}",
        &small[..small.find("init {").unwrap()]
    );
    place.file("small.prl", small.replace("response = -1; pc = 1", moving));
    let (reduced, _) = place.json("small.prl --audit 1");
    let (whole, _) = place.json("small.prl --symmetry off");
    assert_eq!(reduced["symmetry"]["order"], "2");
    assert_eq!(whole["states"].as_u64().unwrap(), 2 * reduced["states"].as_u64().unwrap());
}

/// Figure 3: 113 states, 12 of which are left (figure 11.6 of Donaldson's thesis).
#[test]
fn the_mutex_of_the_paper() {
    let place = Place::new("diagram_mutex");
    let others: Vec<String> = (1..=5).map(|user| format!("st[{user}] != C")).collect();
    let text = format!(
        "mtype = {{ N, T, C }}; mtype st[6] = N;
         proctype user() {{
           do
           :: atomic {{ st[_pid] == N -> st[_pid] = T }}
           :: atomic {{ st[_pid] == T && ({}) -> st[_pid] = C }}
           :: atomic {{ st[_pid] == C -> st[_pid] = N }}
           od
         }}
         init {{ atomic {{ run user(); run user(); run user(); run user(); run user() }} }}",
        others.join(" && ")
    );
    place.file("m.pml", &text);
    assert_eq!(figures(&place, "m.pml"), ["120", "120", "120"]);
    for (arguments, states) in [("m.pml", 12), ("m.pml --symmetry off", 113)] {
        let (found, _) = place.json(&format!("{arguments} --detect channel-diagram"));
        assert_eq!(found["states"], states, "{arguments}");
    }
}

/// What is declared `pid` names processes, whether or not it is compared with `_pid`: exchanging the nodes exchanges what they are
/// run with. The order is that of the paper's definitions, by hand: two processes.
#[test]
fn what_is_declared_pid_names_processes() {
    let place = Place::new("diagram_pid");
    let model = "byte hit;
proctype node(pid x) { do :: x != 0 -> x = 0; hit = 1 od }
init { atomic { run node(2); run node(1) } }
";
    place.file("pid.pml", model).file("byte.pml", model.replace("pid x", "byte x"));
    let order = |file: &str| -> Value {
        let said = place.run(&format!("symmetry {file} --json --detect channel-diagram"));
        let report: Value = serde_json::from_str(&said.out).unwrap();
        report["channel_diagram"]["valid"].clone()
    };
    assert_eq!(order("pid.pml"), "2");
    assert_eq!(order("byte.pml"), "1");
    // Numbers, if anything is computed with them.
    place.file("sum.pml", model.replace("hit = 1", "hit = hit + x"));
    assert_eq!(order("sum.pml"), "1");
    let globals = "pid turn; pid given[3];
proctype node() { do :: turn = 1 :: turn = 2 :: given[turn] = 1; given[turn] = 2 od }
init { atomic { run node(); run node() } }
";
    place.file("globals.pml", globals);
    assert_eq!(order("globals.pml"), "1", "the assignments have an order");
    let fields = "chan c = [1] of { pid };
proctype node() { do :: c!1 :: c!2 od }
init { atomic { run node(); run node() } }
";
    place.file("fields.pml", fields).file("bytes.pml", fields.replace("pid }", "byte }"));
    assert_eq!(order("fields.pml"), "2");
}

/// Its translation has one channel `null` for all types, whose first field is therefore that of `lb1`, a `pid`, and of `cl1`, a number:
/// numbers that are sent to clients name processes there.
const NULL_MERGES: &str = "load-balancer-figure-6.prl";

/// A model in Promela-Lite and what it is translated to have the same group, but for one.
#[test]
fn a_translation_has_the_group_of_its_model() {
    let place = Place::new("diagram_translated");
    for path in testing::places::examples("promela-lite") {
        place.file("m.prl", std::fs::read(&path).unwrap());
        place.run("translate m.prl -o m.pml").expect(0, &[]);
        let valid = |file: &str| -> Value {
            let said = place.run(&format!("symmetry {file} --json --detect channel-diagram"));
            let report: Value = serde_json::from_str(&said.out).unwrap();
            report["channel_diagram"]["valid"].clone()
        };
        let (model, translation) = (valid("m.prl"), valid("m.pml"));
        assert!(model.is_string(), "{}", path.display());
        if path.ends_with(NULL_MERGES) {
            assert_ne!(model, translation, "it need not be left out any more");
            continue;
        }
        assert_eq!(model, translation, "{}", path.display());
    }
}

/// Clients with a link each, whom `init` starts as SymmExtractor asks for.
const STARTED: &str = "\
mtype = { ask };
chan one = [1] of { mtype };
chan two = [1] of { mtype };
byte level[3];
proctype client(chan link) { do :: link!ask; link?ask; assert(level[_pid] < 2) od }
init {
  atomic {
    run client(one);
    run client(two);
    level[1] = 1; level[2] = 1
  };
  level[0] == 0
}
";

/// What SymmExtractor asks for and a model does not have is told with its line, where its method is asked for.
#[test]
fn restrictions_are_told_with_their_lines() {
    let place = Place::new("diagram_restrictions");
    let asks = "SymmExtractor asks";
    let told = |model: &str| {
        place.file("m.pml", model);
        let said = place.run("symmetry m.pml --detect channel-diagram");
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(!place.run("symmetry m.pml").out.contains(asks), "{model}");
        let lines: Vec<&str> = said.out.lines().collect();
        let broken = lines.windows(2).filter(|two| two[0].contains(asks));
        broken.map(|two| format!("{}: {}", two[0].trim(), two[1].trim())).collect::<Vec<_>>()
    };
    assert_eq!(told(STARTED), Vec::<String>::new());
    for (from, to, expected) in [
        (
            "proctype client(chan link)",
            "active proctype other() { skip }\nproctype client(chan link)",
            "`other` is active: m.pml:5",
        ),
        ("  level[0] == 0", "  run client(two)", "in the atomic block of `init` only: m.pml:12"),
        (
            "do :: link!ask;",
            "do :: atomic { level[0] == 9 -> run client(link) } :: link!ask;",
            "in the atomic block of `init` only: m.pml:5",
        ),
        ("level[1] = 1; level[2]", "level[1] = 1; level[1]", "distinct variables: m.pml:10"),
        ("level[1] = 1;", "level[1] = level[2];", "distinct variables: m.pml:10"),
        (
            "    run client(two);",
            "    if :: true -> run client(two) :: run client(two) fi;",
            "distinct variables: m.pml:9",
        ),
        ("    level[1] = 1;", "    level[1] = 1; run client(one);", "distinct variables: m.pml:10"),
        (
            "byte level[3];",
            "byte level[3]; chan none;",
            "an initialiser of the global channel `none`: m.pml:4",
        ),
        (
            "link?ask;",
            "link?ask; two = one;",
            "the global channel `two` is never reassigned: m.pml:5",
        ),
    ] {
        assert!(STARTED.contains(from), "{from}");
        let found = told(&STARTED.replace(from, to));
        assert!(matches!(&found[..], [one] if one.contains(expected)), "{to}: {found:?}");
    }
}
