//! The page on JSON lists the keys that there are: every key of the documents of all commands and languages is on it, with its
//! type, and every key on it occurs in one of them.

use std::collections::BTreeSet;

use crate::support::Place;
use crate::support::page::Page;
use serde_json::Value;
use testing::places::root;

/// The records that are whole documents.
const DOCUMENTS: [&str; 6] =
    ["`check`", "`symmetry`", "`symmetry --types`", "`simulate`", "`replay`", "Stored run"];

/// Users with a lock, whose numbers a message carries, and who print.
const USERS: &str = "\
chan ask = [2] of { byte, bool };
chan give = [0] of { byte };
byte turn;
byte last;
inline take() { give?got }
active [2] proctype user() {
  byte got;
  atomic { len(ask) < 2 -> ask!_pid, true };
  printf(\"%d %d\\n\", _pid);
  take();
  last = got
}
active proctype lock() {
  byte who; bool yes;
  do
  :: ask?who, yes -> give!who; turn = turn + 1; assert(turn < 2)
  od
}
";

/// Two processes that differ, a local channel, a scalarset, a formula that costs symmetry, and a statement that is never reached.
const COSTLY: &str = "\
byte at[3];
byte chosen;
bool done;
//@ scalarset chosen = 0..2
active [3] proctype worker() {
  chan own = [1] of { byte };
  own!1;
  at[_pid] = 1;
  chosen = _pid;
  if :: at[_pid] == 2 -> done = true :: else fi;
  do :: at[_pid] == 1 -> at[_pid] = 0 :: at[_pid] == 0 -> at[_pid] = 1 od
}
ltl returns { [] <> (at[1] == 1) }
ltl never_one { [] (at[1] == 0) }
ltl settles { <> [] (at[2] == 1) }
";

/// Clients of two levels, who wait for ever in the end.
const LEVELS: &str = "\
chan one = [1] of { byte };
chan two = [1] of { byte };
byte level[3];
proctype client(chan link) { link!1; level[_pid] < 2; link!2; link!3 }
init { atomic { run client(one); run client(two); level[1] = 0; level[2] = 1 } }
";

/// Processes of which one is named.
const NAMED: &str = "\
byte z;
active [3] proctype p() {
  if :: _pid == 2 -> z = 1 :: _pid != 2 -> z = 2 fi
}
";

/// Processes with priorities, which partial order reduction does not serve.
const RANKED: &str = "active [2] proctype p() priority 2 { skip }\n";

/// A statement that SPIN's simulator reads in its own way.
const DOUBTFUL: &str = "byte x;\nactive proctype p() {\n  !timeout;\n  assert(x == 1)\n}\n";

const SCRIPT: &str = "\
channel a, b
P = a -> b -> P
print {1, 2}
print 1 / 0
assert P [T= a -> a -> STOP
assert P :[deadlock free [F]]:
";

const STARTS: &str = "\
process count = 2;
global discrete n: 0..1;
local discrete x: 0..1;
mode a { when x == 0 may x = 1; }
initially forall i: x[i] == 0;
";

/// The documents of a run, each with its record on the page.
struct Seen<'a> {
    place: Place,
    page: &'a Page,
    keys: BTreeSet<(String, String)>,
}

impl Seen<'_> {
    /// Looks at the document that a run prints.
    fn run(&mut self, record: &str, arguments: &str) {
        let said = self.place.run(arguments);
        let document = serde_json::from_str(&said.out)
            .unwrap_or_else(|error| panic!("{arguments}: {error}: {said:?}"));
        self.page.check(record, &document, arguments, &mut self.keys);
    }

    /// Looks at the document in a file.
    fn file(&mut self, record: &str, name: &str) {
        let document: Value = serde_json::from_str(&self.place.read(name)).unwrap();
        self.page.check(record, &document, name, &mut self.keys);
    }
}

fn promela(seen: &mut Seen<'_>) {
    for (name, model) in [
        ("users", USERS),
        ("costly", COSTLY),
        ("levels", LEVELS),
        ("named", NAMED),
        ("ranked", RANKED),
    ] {
        seen.place.file(&format!("{name}.pml"), model);
    }
    seen.place.file("doubtful.pml", DOUBTFUL);
    seen.run("`check`", "check users.pml --json --trace users.json");
    seen.run("`check`", "check costly.pml --json --keep-going --property assertions");
    seen.run(
        "`check`",
        "check costly.pml --json --property returns --shortest --trace returns.json",
    );
    seen.run("`check`", "check costly.pml --json --property never_one --trace prefix.json");
    seen.run(
        "`check`",
        "check costly.pml --json --property settles --fairness weak --trace fair.json",
    );
    seen.run("`check`", "check costly.pml --json --reach at[1]==1 --trace reach.json");
    seen.run("`check`", "check levels.pml --json --detect channel-diagram --max-states 5");
    seen.run("`check`", "check levels.pml --json --search dfs");
    seen.run("`check`", "check doubtful.pml --json --trail");
    seen.run("`check`", "check ranked.pml --json");
    seen.run("`check`", "check users.pml --json --orbits");
    seen.run("`check`", "check users.pml --json --store bitstate --memory 64M --swarm 2");
    seen.run("`check`", "check users.pml --json --cluster local:2");
    seen.run("`check`", "check users.pml --json --engine symbolic");
    seen.run("`symmetry`", "symmetry named.pml --json");
    seen.run("`symmetry`", "symmetry costly.pml --json");
    seen.run("`symmetry`", "symmetry levels.pml --json --detect channel-diagram");
    seen.run("`symmetry --types`", "symmetry costly.pml --json --types");
    seen.run("`simulate`", "simulate levels.pml --json --seed 1");
    seen.run("`simulate`", "simulate users.pml --json --trace users.json");
    seen.run("`simulate`", "simulate users.pml --json --seed 1");
    for trace in ["users", "returns", "prefix", "fair", "reach"] {
        let model = if trace == "users" { "users" } else { "costly" };
        seen.run("`replay`", &format!("replay {model}.pml {trace}.json --json"));
        seen.file("Stored run", &format!("{trace}.json"));
    }
    seen.run("`replay`", "replay doubtful.pml doubtful.pml.trail --json");
}

fn others(seen: &mut Seen<'_>) {
    seen.place.file("script.csp", SCRIPT);
    seen.run("`check`", "check script.csp --json --trace script.json");
    seen.run("`replay`", "replay script.csp script.json --json");
    seen.run("`check`", "check script.csp --json --typecheck");
    seen.file("Stored run", "script.json");
    seen.run("No answer", "check missing.pml --json");
    seen.run("No answer", "symmetry script.csp --json -D N=3");
    // Runs begin in several states.
    seen.place.file("starts.red", STARTS);
    seen.run("`simulate`", "simulate starts.red --json --seed 1 --save starts.json");
    seen.file("Stored run", "starts.json");
    let models = ["rebeca/broken-philosophers-3.rebeca", "promela-lite/broken-philosophers-3.prl"];
    for model in models.map(|model| root().join("models").join(model).display().to_string()) {
        seen.run("`check`", &format!("check {model} --json --trace other.json"));
        seen.run("`symmetry`", &format!("symmetry {model} --json"));
        seen.run("`simulate`", &format!("simulate {model} --json --seed 1 --save other.json"));
        seen.file("Stored run", "other.json");
    }
}

#[test]
fn every_key_is_on_the_page_and_every_key_on_the_page_occurs() {
    let page = Page::of_guide();
    for document in DOCUMENTS {
        assert!(page.has(document), "the page has no table of {document}");
    }
    let mut seen = Seen { place: Place::new("json_page"), page: &page, keys: BTreeSet::new() };
    promela(&mut seen);
    others(&mut seen);
    let listed = page.keys();
    let missing: Vec<_> = listed.difference(&seen.keys).collect();
    assert!(missing.is_empty(), "on the page, and in no document: {missing:?}");
}
