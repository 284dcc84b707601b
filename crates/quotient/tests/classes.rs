//! Classes of states, equal steps and twins, on the examples, against brute force: every element of the group is applied to whole runs, which
//! are taken on the model itself.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use checking::{Explorable, Language, Purpose, Session, Settings, SimulatedStep, SymmetrySource};
use diagnostics::Sources;
use kernel::SearchOptions;
use model::{Action, Blocked};
use testing::Numbers;

/// Groups of more elements are not listed.
const MOST_ELEMENTS: usize = 130;

fn languages() -> [(&'static str, &'static dyn Language); 5] {
    [
        ("promela", &promela::Promela),
        ("promela-lite", &promela_lite::PromelaLite),
        ("rebeca", &rebeca::Rebeca),
        ("cspm", &cspm::Cspm),
        ("red", &red::Red),
    ]
}

/// The examples, each with its language.
pub fn examples() -> Vec<(PathBuf, &'static dyn Language)> {
    let mut found = Vec::new();
    for (name, language) in languages() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name);
        let files = fs::read_dir(folder).expect("the examples");
        let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        found.extend(files.into_iter().map(|file| (file, language)));
    }
    found
}

/// Loads an example as it is written, inactive variables kept: what they hold is told, and where they are cleared is no difference
/// between classes. A script of several assertions has no run of its own.
pub fn explored(
    path: &Path,
    language: &dyn Language,
    symmetry: SymmetrySource<'_>,
    walk: &mut dyn FnMut(&dyn Explorable, &str),
) {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let mut sources = Sources::new();
    let file = sources.add(&name, text);
    let settings = language.keeping_inactive(&language.as_written(&Settings::default()));
    if let Some(model) = language.load(sources, file, &settings, Purpose::Search).model {
        let options = SearchOptions::default();
        let _ = model.explorable(symmetry, &options, &mut |model| walk(model, &name));
    }
}

/// So many states of each example, on random walks.
fn compared(states: usize) -> Sum {
    let mut sum = Sum::default();
    for (path, language) in examples() {
        let counters = loop_counters(&fs::read_to_string(&path).unwrap());
        explored(&path, language, SymmetrySource::Found, &mut |model, name| {
            look(model, name, &counters, states, &mut sum);
        });
    }
    println!("{sum:?}");
    sum
}

#[test]
#[ignore = "1,000 states of each example: some six minutes"]
fn classes_of_many_states_are_those_of_brute_force() {
    let sum = compared(1000);
    assert!(sum.states > 70_000, "{sum:?}");
}

/// What was compared.
#[derive(Default, Debug)]
struct Sum {
    models: usize,
    states: usize,
    twins: usize,
    without_twin: usize,
    together: usize,
}

#[test]
fn classes_steps_and_twins_are_those_of_brute_force() {
    let sum = compared(8);
    assert!(sum.models > 80 && sum.states > 800, "{sum:?}");
    assert!(sum.twins > 10_000 && sum.together > 300, "{sum:?}");
}

/// The variables that loops of Promela count with, which nothing reads behind them: what they hold there is no difference between classes.
fn loop_counters(text: &str) -> Vec<String> {
    let heads = text.split("for (").skip(1);
    let names = heads.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next());
    names.map(|name| format!(".{name}")).collect()
}

/// What is looked at: a model, and the elements of its group.
struct Subject<'a> {
    name: &'a str,
    elements: Vec<Element>,
    counters: &'a [String],
}

impl Subject<'_> {
    /// All that makes a difference between classes.
    fn state(&self, session: &(dyn Session + '_)) -> State {
        let (mut cells, mut places) = state(session);
        cells.retain(|(name, _)| !self.counters.iter().any(|counter| name.ends_with(counter)));
        // Whether a process that has ended is removed already nobody notices.
        let ended = places.extract_if(.., |(_, waits)| has_ended(waits));
        let owned: Vec<String> = ended.map(|(process, _)| format!("{process}.")).collect();
        cells.retain(|(name, _)| !owned.iter().any(|owner| name.starts_with(owner)));
        (cells, places)
    }

    /// Where the twin of a run ends, and what it does last.
    fn twin_end(
        &self,
        session: &dyn Session,
        element: &Element,
    ) -> Result<(State, Vec<Action>), String> {
        let mut twin = session.twin(&cycles(element))?;
        let known = twin.known();
        assert!(twin.jump(known));
        let last = twin.step(known, checking::Detail::Actions);
        Ok((self.state(&*twin), last.map(done).unwrap_or_default()))
    }
}

fn look(model: &dyn Explorable, name: &str, counters: &[String], states: usize, sum: &mut Sum) {
    let Some(symmetry) = model.symmetry() else { return };
    let names: Vec<&str> =
        symmetry.orbits.iter().flat_map(|orbit| orbit.members.iter().map(String::as_str)).collect();
    let generators = symmetry.generators.iter().map(|text| mapping(text, &names)).collect();
    let Some(elements) = closure(generators, &names) else { return };
    // Some elements may move nothing that has a name.
    if elements.len().to_string() != symmetry.order {
        return;
    }
    let subject = Subject { name, elements, counters };
    sum.models += 1;
    let before = sum.states;
    let enough = sum.states + states;
    // In some models symmetry applies in few states only.
    for seed in 0..states as u64 {
        if sum.states >= enough {
            break;
        }
        let mut numbers = Numbers::new(seed);
        let mut session = model.session().expect("it has an initial state");
        let mut started = BTreeSet::new();
        for _ in 0..20 {
            started.extend(session.processes().into_iter().map(|it| it.process));
            if numbers.below(2) == 0 {
                sum.states += usize::from(look_at(&mut *session, &subject, &started, sum));
            }
            match session.choice_count() {
                0 => break,
                count => session.take(numbers.below(count)),
            }
        }
    }
    println!("{name}: {} states", sum.states - before);
}

/// An element, as cycles.
type Element = BTreeMap<String, String>;

/// The elements that generators make; none if there are too many.
fn closure(generators: Vec<Element>, names: &[&str]) -> Option<Vec<Element>> {
    let identity: Element = names.iter().map(|it| (it.to_string(), it.to_string())).collect();
    let mut known = BTreeSet::from([identity.clone()]);
    let mut open = vec![identity];
    while let Some(element) = open.pop() {
        for generator in &generators {
            let then = |image: &String| generator.get(image).unwrap_or(image).clone();
            let product: Element =
                element.iter().map(|(from, to)| (from.clone(), then(to))).collect();
            if known.insert(product.clone()) {
                open.push(product);
            }
        }
        if known.len() > MOST_ELEMENTS {
            return None;
        }
    }
    Some(known.into_iter().collect())
}

/// What cycles of names do.
fn mapping(text: &str, names: &[&str]) -> Element {
    let mut element = Element::new();
    let mut rest = text;
    while let Some(inside) = rest.strip_prefix('(') {
        let mut cycle: Vec<String> = Vec::new();
        rest = inside;
        while !rest.starts_with(')') {
            let first = names.iter().filter(|name| rest.starts_with(**name));
            let name = first.max_by_key(|name| name.len()).unwrap_or_else(|| panic!("{rest}"));
            cycle.push(name.to_string());
            rest = rest[name.len()..].trim_start();
        }
        rest = &rest[1..];
        for (place, name) in cycle.iter().enumerate() {
            element.insert(name.clone(), cycle[(place + 1) % cycle.len()].clone());
        }
    }
    element
}

fn cycles(element: &Element) -> String {
    let mut text = String::new();
    let mut seen = HashSet::new();
    for start in element.keys() {
        let mut cycle = Vec::new();
        let mut name = start;
        while seen.insert(name.clone()) {
            cycle.push(name.clone());
            name = &element[name];
        }
        if !cycle.is_empty() {
            text += &format!("({})", cycle.join(" "));
        }
    }
    text
}

type Cells = Vec<(String, String)>;

fn cells(session: &(dyn Session + '_)) -> Cells {
    session.cells().into_iter().map(|cell| (cell.name, cell.text)).collect()
}

fn places(session: &(dyn Session + '_)) -> Vec<(String, Vec<String>)> {
    let place = |line, statement: &String| format!("line {line}: {statement}");
    let waits = |it: &Blocked| {
        let line = it.line.unwrap_or_default();
        it.waits_at.iter().map(|statement| place(line, statement)).collect()
    };
    session.processes().into_iter().map(|it| (it.process.clone(), waits(&it))).collect()
}

/// All that can be seen of a state.
pub type State = (Cells, Vec<(String, Vec<String>)>);

pub fn state(session: &(dyn Session + '_)) -> State {
    (cells(session), places(session))
}

fn done(step: SimulatedStep) -> Vec<Action> {
    step.transition.actions.into_iter().map(|performed| performed.action).collect()
}

/// Whether somebody who waits there has ended.
fn has_ended(waits: &[String]) -> bool {
    waits.is_empty() || waits.iter().any(|it| it.ends_with(": -end-"))
}

/// Looks at one state, given the processes that have run so far. Says whether symmetry applies there.
fn look_at(
    session: &mut dyn Session,
    subject: &Subject<'_>,
    started: &BTreeSet<String>,
    sum: &mut Sum,
) -> bool {
    let (name, elements) = (subject.name, &subject.elements);
    let at = session.at();
    let about = format!("{name} after {at} steps");
    let Ok(class) = session.class() else {
        let alone: Vec<Vec<usize>> = (0..session.choice_count()).map(|it| vec![it]).collect();
        assert_eq!(session.entries(), alone, "{about}");
        return false;
    };
    let own = subject.state(session);
    // Of processes that change places and have ended, it decides who they are which are removed already.
    let is_there = |name: &String| own.1.iter().any(|it| it.0 == *name);
    let moves = |element: &Element, name: &String| element.get(name).is_some_and(|to| to != name);
    let is_moved = |name: &&String| elements.iter().any(|element| moves(element, name));
    if started.iter().filter(is_moved).any(|name| !is_there(name)) {
        return false;
    }
    let mut ends = HashSet::new();
    let mut stabiliser = Vec::new();
    let mut missing = 0;
    for element in elements {
        match subject.twin_end(session, element) {
            Ok((end, _)) => {
                if end == own {
                    stabiliser.push(element);
                }
                ends.insert(end);
                sum.twins += 1;
            }
            Err(_) => missing += 1,
        }
    }
    let size: usize = class.size.parse().unwrap();
    let order: usize = class.stabiliser_order.parse().unwrap();
    assert_eq!(size * order, elements.len(), "{about}");
    sum.without_twin += missing;
    let entries = session.entries();
    let (orbits, failing) = orbits_of_choices(session, subject, &stabiliser);
    match missing + failing {
        0 => {
            let found = (ends.len(), stabiliser.len());
            assert_eq!(found, (size, order), "{about}: {own:?} {:?}", ends.iter().next());
            assert_eq!(entries, orbits, "{about}");
        }
        // Where runs do not begin symmetrically, some elements that fix the state have no twin to show it; nor has a step that fails.
        _ => {
            assert!(stabiliser.len() <= order && ends.len() <= size, "{about}");
            let within = |orbit: &Vec<usize>| {
                entries.iter().any(|entry| orbit.iter().all(|it| entry.contains(it)))
            };
            assert!(orbits.iter().all(within), "{about}: {entries:?} {orbits:?}");
        }
    }
    sum.together += entries.iter().filter(|entry| entry.len() > 1).count();
    true
}

/// The choices that elements take to one another that leave the state as it is; and how many of them fail.
fn orbits_of_choices(
    session: &mut dyn Session,
    subject: &Subject<'_>,
    stabiliser: &[&Element],
) -> (Vec<Vec<usize>>, usize) {
    let mut failing = 0;
    let at = session.at();
    let count = session.choice_count();
    let mut led: Vec<(State, Vec<Action>)> = Vec::new();
    let mut images: Vec<Vec<(State, Vec<Action>)>> = Vec::new();
    for place in 0..count {
        session.take(place);
        let last = session.step(at + 1, checking::Detail::Actions).unwrap();
        led.push((subject.state(session), done(last)));
        failing += usize::from(session.has_failed());
        let image = |it: &&Element| subject.twin_end(session, it).ok();
        images.push(stabiliser.iter().filter_map(image).collect());
        assert!(session.jump(at));
    }
    let mut home: Vec<usize> = (0..count).collect();
    for (place, images) in images.iter().enumerate() {
        for image in images {
            for (other, led) in led.iter().enumerate() {
                if led.0 == image.0 && alike(&led.1, &image.1) {
                    let (from, to) = (home[other].max(home[place]), home[other].min(home[place]));
                    home.iter_mut().filter(|home| **home == from).for_each(|home| *home = to);
                }
            }
        }
    }
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    for first in 0..count {
        let orbit: Vec<usize> = (0..count).filter(|&place| home[place] == first).collect();
        if !orbit.is_empty() {
            orbits.push(orbit);
        }
    }
    (orbits, failing)
}

fn alike(one: &[Action], other: &[Action]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| (&one.process, &one.place) == (&other.process, &other.place))
}
