//! `--cluster`: machines that share a search say what one says, and end when one is lost.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Place, finish};

/// Three processes that go round; some five million states.
const ROUNDS: &str = "
active [3] proctype P() {
  byte x;
  do
  :: x < 170 -> x++
  :: x == 170 -> x = 0
  od
}
";

/// The place of what was tested among the facts.
const AUDIT: usize = 6;

/// What does not depend on how many machines there are: the length of a counterexample, and not the run itself.
pub fn facts(said: &Value) -> Vec<Value> {
    let counts = [
        "states",
        "transitions",
        "depth",
        "violations",
        "unreached",
        "unreached_undecided",
        "audit",
    ];
    let of_check = |check: &Value| {
        let length = check["trace"].as_array().map(Vec::len);
        Value::from(vec![check["property"].clone(), check["verdict"].clone(), length.into()])
    };
    let mut facts: Vec<Value> = counts.iter().map(|name| said[name].clone()).collect();
    // How many states are tested depends on who expands them.
    facts[AUDIT] = facts[AUDIT]["unreduced"].clone();
    facts.extend(said["checks"].as_array().expect("checks").iter().map(of_check));
    facts
}

/// The examples of a few thousand states, in all languages whose properties are of states.
fn examples() -> Vec<PathBuf> {
    let of_promela = [
        "best-offer",
        "broken-peterson-3",
        "broken-shortage",
        "broken-two-ways",
        "client-server-2x2",
        "commit-3",
        "dijkstra-ring-3",
        "mutex-watched-3",
        "near-miss-quorum",
        "pattern-leader",
        "peterson-3",
        "ticket-lock-4",
        "workers-loop",
    ];
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut all: Vec<PathBuf> =
        of_promela.iter().map(|name| models.join(format!("promela/{name}.pml"))).collect();
    all.extend(
        ["broken-philosophers-3.prl", "mutex-4.prl"].map(|it| models.join("promela-lite").join(it)),
    );
    all.extend(
        ["philosophers-2", "two-phase-commit-2", "broken-philosophers-3"]
            .map(|it| models.join(format!("rebeca/{it}.rebeca"))),
    );
    for entry in fs::read_dir(models.join("red")).expect("examples") {
        let path = entry.expect("a file").path();
        all.extend((path.extension().is_some_and(|it| it == "red")).then_some(path));
    }
    all
}

#[test]
fn machines_say_together_what_one_says() {
    let place = Place::new("cluster");
    for model in examples() {
        for (symmetry, por) in [("auto", "on"), ("auto", "off"), ("off", "on"), ("off", "off")] {
            let reduction = format!("--symmetry {symmetry} --por {por}");
            let options = format!("{} --keep-going {reduction}", model.display());
            let (alone, exit) = place.json(&options);
            for cluster in ["local:3", "local:2 --workers 2 --store disk"] {
                let (together, its_exit) = place.json(&format!("{options} --cluster {cluster}"));
                let about = format!("{options} --cluster {cluster}");
                assert_eq!(facts(&together), facts(&alone), "{about}");
                assert_eq!(its_exit, exit, "{about}");
                let states = together["states"].as_u64().expect("a number");
                let shares = &together["shares"];
                let least = shares["least"].as_u64().expect("it is shared");
                let most = shares["most"].as_u64().expect("it is shared");
                let machines = shares["machines"].as_u64().expect("it is shared");
                assert!(machines * least <= states && states <= machines * most, "{about}");
            }
        }
    }
}

#[test]
fn machines_add_up_what_the_classes_stand_for() {
    let place = Place::new("cluster-orbits");
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    for name in ["peterson-3", "commit-3", "client-server-2x2"] {
        let model = models.join(format!("{name}.pml"));
        let options = format!("{} --orbits", model.display());
        let (alone, _) = place.json(&options);
        let (together, _) = place.json(&format!("{options} --cluster local:3"));
        assert_eq!(together["orbits"], alone["orbits"], "{name}");
        assert_eq!(facts(&together), facts(&alone), "{name}");
    }
}

/// Who uses the channel of a process that has ended cannot be sure of it, and the symmetry is given up.
const ENDED: &str = "
chan shelf;
proctype P() { byte x; do :: x < 3 -> x++ :: break od }
active proctype Shop() { chan own = [0] of { byte }; shelf = own }
active proctype User() { shelf!2 }
init { run P(); run P(); run P() }
";

#[test]
fn whichever_machine_gives_the_symmetry_up_it_is_no_defect() {
    let place = Place::new("cluster-given-up");
    place.file("m.pml", ENDED);
    let (alone, _) = place.json("m.pml --keep-going --symmetry off");
    for machines in 2..6 {
        for audit in ["on", "off"] {
            let options = format!("--json --keep-going --audit {audit} --cluster local:{machines}");
            let said = place.run(&format!("check m.pml {options}"));
            let together: Value = serde_json::from_str(&said.out).expect("a document");
            assert!(together["audit"]["abandoned"].is_string(), "{options}");
            // How many were left unreduced before depends on who was first.
            let known = |said: &Value| {
                let mut facts = facts(said);
                facts.remove(AUDIT);
                facts
            };
            assert_eq!(known(&together), known(&alone), "{options}");
            assert!(!said.err.contains("defect"), "{options}: {}", said.err);
        }
    }
}

#[test]
fn a_counterexample_is_told_and_stored_once() {
    let place = Place::new("cluster-told");
    place.file("m.pml", "byte n; active [2] proctype P() { n++; n++; assert(n < 4) }");
    let said = place.run("check m.pml --cluster local:3 --trace run.json");
    said.expect(
        1,
        &[
            "assertions                 VIOLATED  after 5 steps",
            "counterexample for assertions (5 steps)",
        ],
    );
    assert_eq!(said.out.matches("VIOLATED").count(), 1);
    place.run("replay m.pml run.json").expect(1, &["assert(n < 4)"]);
}

#[test]
fn states_that_are_long_travel_in_pieces() {
    let place = Place::new("cluster-long");
    let model =
        "int a[150000] = -1; byte n; active [2] proctype P() { n++; a[n] = n; assert(n < 2) }";
    place.file("m.pml", model);
    let options = "m.pml --symmetry off --keep-going --keep-unread --no-dataflow";
    let (alone, _) = place.json(options);
    for machines in [2, 3] {
        let (together, _) = place.json(&format!("{options} --cluster local:{machines}"));
        assert_eq!(facts(&together), facts(&alone));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn who_was_not_heard_for_too_long_hears_of_it() {
    let place = Place::new("cluster-asleep");
    let (child, machines) = begun(&place);
    sleep(Duration::from_millis(1000));
    signal("STOP", child.id());
    sleep(Duration::from_secs(8));
    signal("CONT", child.id());
    let begin = Instant::now();
    let said = finish(child);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.out.contains("share the search"), "{said:?}");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert!(!machines.iter().any(|&it| is_there(it)), "nobody is left");
}

#[test]
fn limits_end_the_search_of_all() {
    let place = Place::new("cluster-limits");
    place.file("m.pml", ROUNDS);
    let all = "check m.pml --symmetry off --por off --cluster local:3";
    place.run(&format!("{all} --time 500ms")).expect(3, &["the time limit of 500 ms was reached"]);
    place.run(&format!("{all} --max-states 1000")).expect(3, &["states was reached"]);
    place.run(&format!("{all} --max-depth 7")).expect(3, &["only 7 steps deep"]);
    place
        .run(&format!("{all} --memory 90M --disk 100k"))
        .expect(3, &["the limit of the files of states was reached"]);
}

#[test]
fn whatever_the_limit_of_states_a_violation_is_told() {
    let place = Place::new("cluster-states");
    place.file(
        "m.pml",
        "active proctype P() { byte x; do :: x < 40 -> x++; assert(x != 5) :: else -> break od }",
    );
    for limit in [0, 1, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33] {
        let options = format!("m.pml --symmetry off --por off --keep-going --max-states {limit}");
        for machines in [2, 3] {
            let (said, exit) = place.json(&format!("{options} --cluster local:{machines}"));
            let is_violated = limit > 20;
            assert_eq!(exit, Some(if is_violated { 1 } else { 3 }), "{options} {said}");
            assert_eq!(said["limits"]["reached"], "states", "{options}");
            assert_eq!(said["shares"]["machines"], machines, "{options}");
        }
    }
}

/// A message as a machine is told it.
fn message(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_be_bytes(), text.as_bytes()].concat()
}

#[test]
fn a_machine_of_a_worker_reads_nothing_that_was_not_sent() {
    let place = Place::new("cluster-crafted");
    place.file("secret.pml", "active proctype P() { skip }");
    let job = |model: &str, files: &str, own: u64, count: u64| {
        let version = env!("CARGO_PKG_VERSION");
        let key = "0".repeat(64);
        message(&format!(
            r#"{{"version":"{version}","arguments":["quotient","check","{model}","--cluster","h"],"language":"promela",
               "files":{files},"place":{{"own":{own},"count":{count},"key":"{key}","search":"s"}}}}"#
        ))
    };
    let sent = r#"[["m.pml","init { skip }"]]"#;
    for (input, why) in [
        (job("secret.pml", "null", 1, 2), "no search is asked for that machines share"),
        (job("m.pml", sent, 2, 2), "there is no such machine"),
        (job("m.pml", sent, 60_000_000, 60_000_001), "there is no such machine"),
        (job("m.pml", sent, u64::MAX - 2, u64::MAX), "there is no such machine"),
    ] {
        let said = place.feed("machine --sent", input);
        assert!(said.code == Some(3) && said.out.contains(why), "{said:?}");
        assert!(said.took < Duration::from_secs(5), "{said:?}");
    }
    // One that was sent is met, or not, but is read.
    let said = place.feed("machine --sent", job("m.pml", sent, 1, 2));
    assert!(said.out.contains("Listening"), "{said:?}");
}

#[test]
fn what_several_machines_cannot_do_is_refused() {
    let place = Place::new("cluster-refused");
    place.file("m.pml", "active proctype P() { skip } ltl p { [] true }");
    for (options, why) in [
        ("--search dfs", "`--search bfs`"),
        ("--store bitstate", "`--store auto`"),
        ("--store plain", "`--store auto`"),
        ("--engine symbolic", "without `--engine symbolic`"),
        ("", "`--property` asks for the properties alone"),
    ] {
        let options = format!("check m.pml --cluster local:2 {options}");
        place.run(&options).refused(&[why]);
    }
    place.run("check m.pml --cluster local:0").refused(&["local:N"]);
    place.run("check m.pml --cluster hosts.txt").refused(&["hosts.txt: no such file"]);
    for (hosts, why) in [
        ("# nobody", "there is no worker"),
        ("127.0.0.1:1\nnonsense", "hosts.txt:2: `nonsense` is no HOST:PORT"),
    ] {
        place.file("hosts.txt", hosts);
        place.run("check m.pml --cluster hosts.txt").refused(&[why]);
    }
    place.run("check m.pml --cluster hosts.txt --key none").refused(&["none: "]);
    place.run("check m.pml --cluster local:2 --key none").refused(&["`--key` is for workers"]);
    place.run("check m.pml --key none").refused(&["--cluster"]);
    place.feed("machine", "nonsense").refused(&["`machine` is what `check --cluster` starts"]);
    place.run("worker --listen 0.0.0.0:0").refused(&["a key is needed"]);
}

/// The machines that this one has started, as Linux tells it.
pub fn machines_of(child: &Child) -> Vec<u32> {
    children_of(child.id())
}

fn children_of(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children =
        threads.map(|it| fs::read_to_string(it.path().join("children")).unwrap_or_default());
    let children: String = children.collect();
    children.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

pub fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(process.to_string()).status();
    assert!(sent.expect("kill").success());
}

fn is_there(process: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}

/// A search that three machines share, which takes minutes, when all machines have begun.
fn begun(place: &Place) -> (Child, Vec<u32>) {
    place.file("m.pml", ROUNDS.replace("170", "250"));
    let child = place.start("check m.pml --symmetry off --por off --cluster local:3 --store disk");
    let begin = Instant::now();
    let mut machines = machines_of(&child);
    while machines.len() < 2 {
        assert!(begin.elapsed() < Duration::from_secs(60), "no machines");
        sleep(Duration::from_millis(10));
        machines = machines_of(&child);
    }
    (child, machines)
}

#[test]
#[cfg(target_os = "linux")]
fn who_is_lost_ends_the_search_and_is_named() {
    let place = Place::new("cluster-lost");
    for (lost, name, wait) in [(1, "KILL", 200), (2, "KILL", 900), (1, "STOP", 700), (2, "KILL", 0)]
    {
        let (child, machines) = begun(&place);
        sleep(Duration::from_millis(wait));
        signal(name, machines[lost - 1]);
        let begin = Instant::now();
        let said = finish(child);
        // It may not have met the others when it was lost.
        let is_named =
            said.out.contains(&format!("machine {lost} of those that share the search was lost"));
        assert!(is_named || wait == 0, "{}{}", said.out, said.err);
        assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
        assert!(begin.elapsed() < Duration::from_secs(20), "{name}: {:?}", begin.elapsed());
        assert!(!machines.iter().any(|&it| is_there(it)), "nobody is left");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn machines_end_with_the_program_that_has_started_them() {
    let place = Place::new("cluster-orphans");
    let (child, machines) = begun(&place);
    signal("KILL", child.id());
    let _ = finish(child);
    let begin = Instant::now();
    while machines.iter().any(|&it| is_there(it)) {
        assert!(begin.elapsed() < Duration::from_secs(20), "machines are left");
        sleep(Duration::from_millis(10));
    }
}

/// A worker, which ends when it is dropped, and where it listens.
struct Worker(Child, String);

impl Worker {
    fn new(place: &Place, options: &str) -> Worker {
        let mut child = place.start(&format!("worker --listen 127.0.0.1:0 {options}"));
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("listening at ").expect("an address").to_owned();
        Worker(child, address)
    }

    /// Ends it, and tells what it has logged.
    fn log(mut self) -> String {
        let _ = self.0.kill();
        let mut log = String::new();
        let output = self.0.stderr.as_mut().expect("output");
        output.read_to_string(&mut log).expect("text");
        log
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn workers_are_sent_the_model_and_read_nothing() {
    let (place, elsewhere) = (Place::new("cluster-asks"), Place::new("cluster-works"));
    place.file("part.h", "active [3] proctype P() { n++; n++; assert(n < SECRET) }");
    place.file("m.pml", "#include \"part.h\"\nbyte n;\n");
    place.run("worker --new-key key");
    let key = place.path("key");
    let workers = [0, 1].map(|_| Worker::new(&elsewhere, &format!("--key {}", key.display())));
    place.file("hosts.txt", format!("{}\n{} # another\n", workers[0].1, workers[1].1));
    let options = "check m.pml -D SECRET=6 --symmetry off --json --cluster hosts.txt --key key";
    let (alone, _) = place.json("m.pml -D SECRET=6 --symmetry off");
    let said = place.run(options);
    let together: Value = serde_json::from_str(&said.out).expect("a document");
    assert_eq!((said.code, &together["checks"][0]["verdict"]), (Some(1), &"violated".into()));
    let length = |said: &Value| said["checks"][0]["trace"].as_array().map(Vec::len);
    assert_eq!(length(&together), length(&alone));
    // Another key, and none.
    place.run("worker --new-key other");
    for key in ["--key other", ""] {
        let said = place.run(&format!("check m.pml -D SECRET=6 --cluster hosts.txt {key}"));
        assert!(said.code == Some(3) && said.err.contains("it has another key"), "{said:?}");
    }
    let digits = place.read("key");
    for log in workers.map(Worker::log) {
        assert!(log.contains(" has a search\n") && log.contains("has ended"), "{log}");
        assert!(!log.contains("SECRET") && !log.contains(digits.trim()), "{log}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_worker_serves_one_search_and_outlives_its_end() {
    let place = Place::new("cluster-one");
    let worker = Worker::new(&place, "");
    place.file("long.pml", ROUNDS.replace("170", "250")).file("m.pml", "init { skip }");
    place.file("hosts.txt", &worker.1);
    let mut first = place.start("check long.pml --symmetry off --cluster hosts.txt");
    let begin = Instant::now();
    while children_of(worker.0.id()).is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no machine");
        sleep(Duration::from_millis(10));
    }
    let said = place.run("check m.pml --cluster hosts.txt");
    assert!(said.code == Some(3) && said.err.contains("takes part in another search"), "{said:?}");
    first.kill().expect("it runs");
    first.wait().expect("it has ended");
    while !children_of(worker.0.id()).is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(120), "the machine is left");
        sleep(Duration::from_millis(10));
    }
    place.run("check m.pml --cluster hosts.txt").expect(0, &["shared by 2 machines"]);
}
