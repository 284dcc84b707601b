//! Statements have the numbers that SPIN 6.5.2 gives them, by which its trails name them.
//!
//! `spin -a -o3` writes a table of all statements of a model with their numbers (`pan.t`) and one of
//! their lines (`pan.c`). For each of its entries there must be a node of that number, of the same
//! kind and from the same line. Skips, saying so, where SPIN is not installed.

#[allow(dead_code)]
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::random;
use crate::support;
use crate::support::model_files_or_skip;
use diagnostics::{Sources, Span};
use machine::control::{ControlGraph, NodeKind};
use machine::index::{NodeId, ProcessTypeId};
use machine::program::Action;
use machine::spin::SpinAction;
use machine_model::words::NamedMachine;
use promela::{KeptClaims, LoadOptions, Numbering, ParseOptions, load};
use testing::peers::{Peer, are_installed};
use testing::places::Folder;

/// What SPIN says of one element.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Element {
    text: String,
    line: usize,
}

/// SPIN's elements by number; `None` if it refuses the model.
fn spin(folder: &Path, model: &Path) -> Option<BTreeMap<u32, Element>> {
    for name in ["pan.t", "pan.c"] {
        let _ = fs::remove_file(folder.join(name));
    }
    let mut command = Command::new("spin");
    command.args(["-a", "-o3"]).arg(model).current_dir(folder);
    let output = command.stdin(Stdio::null()).output().expect("spin runs");
    // It writes tables of what it refuses, too.
    if String::from_utf8_lossy(&output.stdout).contains("Error: ") {
        return None;
    }
    let read =
        |name| Some(String::from_utf8_lossy(&fs::read(folder.join(name)).ok()?).into_owned());
    let (table, verifier) = (read("pan.t")?, read("pan.c")?);
    let lines = lines(&verifier);
    let mut elements = BTreeMap::new();
    for line in table.lines() {
        let Some((number, process, state, text)) = entry(line) else { continue };
        let line = lines.get(&process).and_then(|lines| lines.get(state)).copied().unwrap_or(0);
        elements.insert(number, Element { text, line });
    }
    Some(elements)
}

/// `trans[1][4]\t= settr(6,0,5,1,0,".(goto)", 0, 2, 0);`
fn entry(line: &str) -> Option<(u32, usize, usize, String)> {
    let (place, rest) = line.split_once("trans[")?.1.split_once("= settr(")?;
    let (process, state) = place.split_once("][")?;
    let (number, rest) = rest.split_once(',')?;
    let text = rest.split_once('"')?.1;
    let text = &text[..text.rfind('"')?];
    let state = state.trim().trim_end_matches(']').parse().ok()?;
    Some((number.parse().ok()?, process.trim().parse().ok()?, state, text.to_owned()))
}

/// `short src_ln0 [] = {\n  0,  16,  16,  17,   0, };`
fn lines(verifier: &str) -> BTreeMap<usize, Vec<usize>> {
    let mut found = BTreeMap::new();
    for part in verifier.split("\nshort src_ln").skip(1) {
        let Some((process, rest)) = part.split_once("[] = {") else { continue };
        let (Ok(process), Some((numbers, _))) = (process.trim().parse(), rest.split_once("};"))
        else {
            continue;
        };
        let numbers = numbers.split(',').filter_map(|n| n.trim().parse().ok()).collect();
        found.insert(process, numbers);
    }
    found
}

/// What kind of a statement SPIN's text says.
fn kind_of_text(text: &str) -> &'static str {
    let starts = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    match text {
        // A structure that is declared in the middle of a body.
        "" => "print",
        "IF" | "DO" => "choice",
        "-end-" => "end",
        "else" => "else",
        ".(goto)" | "break" => "join",
        "ATOMIC" | "sub-sequence" => "block",
        "(1)" => "skip",
        _ if starts(&["goto "]) => "goto",
        _ if starts(&["D_STEP"]) => "deterministic",
        _ if starts(&["assert("]) => "assert",
        _ if starts(&["printf(", "printm("]) => "print",
        // The scratch variable holds nothing.
        _ if starts(&["_ = "]) => "print",
        _ if starts(&["set_priority"]) => "set priority",
        _ if starts(&["(run "]) || text.contains(" = run ") => "run",
        _ if starts(&["("]) => "condition",
        _ if text.contains(" = ") => "assignment",
        _ if text.contains('!') => "send",
        _ if text.contains('?') => "receive",
        _ => "unknown",
    }
}

fn kind(graph: &ControlGraph, node: NodeId) -> &'static str {
    match &graph.node(node).kind {
        NodeKind::Choice(_) => "choice",
        NodeKind::Join | NodeKind::Exit => "join",
        NodeKind::Goto(_) => "goto",
        NodeKind::Block { .. } => "block",
        NodeKind::Escapable(_) => "escapable",
        NodeKind::Action(action) => match action {
            Action::Skip => "skip",
            Action::OutOfRoom => "out of room",
            Action::Guard(_) => "condition",
            Action::Else => "else",
            Action::Assign(..) => "assignment",
            Action::Assert(_) => "assert",
            Action::Print { .. } => "print",
            Action::Send { .. } => "send",
            Action::Receive(_) => "receive",
            Action::Run { .. } => "run",
            Action::Spin(SpinAction::SetPriority { .. }) => "set priority",
            Action::Terminate => "end",
            Action::Deterministic(_) => "deterministic",
        },
    }
}

struct Ours {
    sources: Sources,
    model: NamedMachine,
    numbering: Numbering,
    /// SPIN's preprocessor begins a line after a lone carriage return.
    lone_returns: bool,
}

fn ours(name: &str, bytes: &[u8]) -> Option<Ours> {
    let mut sources = Sources::new();
    let file = sources.add_bytes(name.to_owned(), bytes).ok()?;
    let options = LoadOptions { claims: KeptClaims::LeftOut, ..LoadOptions::default() };
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    let lone_returns = bytes.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n');
    Some(Ours { model: loaded.model?, numbering: loaded.numbering, sources, lone_returns })
}

/// Whether a statement stands at a line, as SPIN counts: that of the token that it has read last.
fn stands_at(ours: &Ours, span: Span, line: usize) -> bool {
    let (first, _) = ours.sources.line_column(span);
    let text = ours.sources.snippet(span);
    // A declaration is a statement once SPIN has seen the token after it.
    if ours.lone_returns {
        return true;
    }
    let declares = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    first <= line && (declares || line <= first + text.matches('\n').count())
}

/// How the numbers of a model differ from SPIN's; how many there are.
fn compare(ours: &Ours, spins: &BTreeMap<u32, Element>) -> Result<usize, String> {
    let mut compared = 0;
    for (&number, element) in spins {
        let Some((process_type, node)) = ours.numbering.node(number) else { continue };
        compared += 1;
        let declared = &ours.model.machine.program.process_types[process_type.index()];
        let (has, wants) = (kind(&declared.control, node), kind_of_text(&element.text));
        let span = declared.control.node(node).span;
        let (line, _) = ours.sources.line_column(span);
        if has != wants {
            return Err(format!(
                "{number} is {has} at line {line} of {}; SPIN has {} at line {}",
                declared.name, element.text, element.line
            ));
        }
        let exact = matches!(has, "assignment" | "send" | "receive" | "assert" | "condition");
        if exact && !stands_at(ours, span, element.line) {
            return Err(format!(
                "{number} is at line {line} of {}; SPIN has {} at line {}",
                declared.name, element.text, element.line
            ));
        }
    }
    // Every process type's end is in SPIN's table: all nodes were counted.
    for index in 0..ours.model.machine.program.process_types.len() {
        let id = ProcessTypeId::new(index);
        let declared = &ours.model.machine.program.process_types[index];
        let end = NodeId::new(declared.control.nodes.len() - 1);
        let number = ours.numbering.number(id, end).ok_or("an end without a number")?;
        if spins.get(&number).is_none_or(|element| element.text != "-end-") {
            return Err(format!("SPIN has no end {number} of {}", declared.name));
        }
    }
    Ok(compared)
}

#[derive(Default)]
struct Tally {
    models: usize,
    statements: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, folder: &Folder, path: &Path, name: &str) {
        let Ok(bytes) = fs::read(path) else { return };
        let Some(ours) = ours(&path.display().to_string(), &bytes) else { return };
        if ours.numbering.irregular.is_some() {
            println!("{name}: irregular");
            return;
        }
        let Some(spins) = spin(folder.path(), path) else { return };
        self.models += 1;
        match compare(&ours, &spins) {
            Ok(compared) => self.statements += compared,
            Err(message) => self.wrong.push(format!("{name}: {message}")),
        }
    }

    fn verdict(&self, name: &str) {
        println!("{name}: {} models, {} statements", self.models, self.statements);
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
    }
}

#[test]
fn examples_are_numbered_as_in_spin() {
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    let folder = Folder::new("numbering-examples");
    let mut tally = Tally::default();
    for example in support::examples::examples() {
        tally.add(&folder, &example.path, &example.name);
    }
    tally.verdict("examples");
    assert!(tally.statements > 400, "{} statements", tally.statements);
}

/// What takes numbers in ways of its own: claims before and between, and escapes, whose heads are
/// numbered after what they escape to.
const AWKWARD: &str = "\
byte x, y, k;
never early {
  k = 0;
  do
  :: x > 3 -> goto accept_here
  :: else
  od;
accept_here:
  for (k : 1 .. 3) { skip; if :: true -> break :: else -> k++ fi };
  select (k : 0 .. 2);
  select (k : 0 .. k);
  { x > 5; y > 4 } unless { y > 6 };
  x > 7 unless y > 8;
end_jump: goto accept_here;
  atomic { x > 9; y > 9 } unless { if :: y > 1 -> skip fi };
  d_step { x > 1; y > 1 }
}
active proctype first() {
  x = 1 unless y == 2;
  { x = 3; y = 4 } unless { y == 5; x = 6 };
  if :: x == 7 -> y = 8 :: else fi unless { y == 9; skip };
  do :: x++ :: x == 10 -> break od unless y == 11;
  atomic { x = 12; y = 13 } unless { y == 14 };
  d_step { x = 15; y = 16 } unless atomic { y == 17; x = 18 };
both: { x = 19; y = 20 } unless { y == 21 };
whole: atomic { x = 22; y = 23 } unless { y == 24 };
  { { x = 25 unless y == 26 } unless y == 27; x = 28 } unless { y == 29 unless x == 30 };
end_1: goto end_2;
  { x = 31; goto done; y = 32 } unless { y == 33 -> goto end_2 };
end_2: end_3: skip;
done: x = 34
}
chan c = [1] of { byte };
trace { do :: c?1 :: c!1 od }
init { byte j; for (j : 1 .. 3) { x = j } unless y == 36; select (j : 0 .. 3); c!j; c?j }
proctype last(byte p) { x = p; byte late = 3; byte later, latest; y = late }
";

#[test]
fn escapes_and_claims_are_numbered_as_in_spin() {
    let Some(ours) = ours("awkward.pml", AWKWARD.as_bytes()) else { panic!("not understood") };
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    let folder = Folder::new("numbering-awkward");
    let path = folder.join("awkward.pml");
    fs::write(&path, AWKWARD).expect("written");
    let spins = spin(folder.path(), &path).expect("SPIN accepts it");
    let compared = compare(&ours, &spins).unwrap_or_else(|message| panic!("{message}"));
    assert!(compared > 90, "{compared} statements");
}

#[test]
fn random_models_are_numbered_as_in_spin() {
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    let folder = Folder::new("numbering-random");
    let path = folder.join("model.pml");
    let mut tally = Tally::default();
    let asked = std::env::var("QUOTIENT_RANDOM_MODELS").ok().and_then(|n| n.parse().ok());
    for seed in 0..asked.unwrap_or(60) {
        fs::write(&path, random::text::render(&random::generator::model(seed))).expect("written");
        tally.add(&folder, &path, &format!("model {seed}"));
    }
    tally.verdict("random models");
    assert!(tally.statements > 400, "{} statements", tally.statements);
}

#[test]
fn models_of_other_people_are_numbered_as_in_spin() {
    let Some(files) = model_files_or_skip() else { return };
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    let folder = Folder::new("numbering-shared");
    let mut tally = Tally::default();
    for path in files {
        let name = path.display().to_string();
        tally.add(&folder, &path, &name);
    }
    tally.verdict("models of other people");
}
