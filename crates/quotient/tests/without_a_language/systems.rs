//! The two systems as models: the names of what they consist of and do.

use checking::{
    ForeignRuns, Lack, Language, Loading, Peer, Purpose, Setting, Settings, Translate, loaded,
};
use diagnostics::{Diagnostic, FileId, Severity, Sources, Span};
use kernel::{Fairness, Observable, Valuation};
use model::{Declared, Described, Direct, Method, StepId, Value};
use symmetry::SymmetryGroup;

use super::linked_list::steps::{Action as ListAction, Step as ListStep};
use super::linked_list::{LinkedList, Locking};
use super::ring::{Action as RingAction, Ring, Stations, Step as RingStep};

/// Nothing is said of its runs.
impl Observable for LinkedList {
    fn valuation(&self, _: &Self::State, _: &mut Self::Scratch) -> Valuation {
        Valuation::default()
    }

    fn threads(&self, _: &Self::State) -> usize {
        0
    }

    fn actor(&self, _: &[Self::Step]) -> Option<u32> {
        None
    }

    fn renaming<'s>(&self, _: &'s Self::State) -> Option<&'s [u32]> {
        None
    }
}

impl Described for LinkedList {
    fn processes(&self) -> Vec<String> {
        (0..self.threads).map(|thread| format!("thread {thread}")).collect()
    }

    fn step_id(&self, step: &ListStep) -> StepId {
        let (kind, what) = match step.action {
            ListAction::WantsToInsert(key) => (0, key),
            ListAction::WantsToRemove(key) => (1, key),
            ListAction::Locks(node) => (2, node),
            ListAction::Reads(node) => (3, node),
            ListAction::FindsTheEnd => (4, 0),
            ListAction::MovesOnTo(node) => (5, node),
            ListAction::FindsNothingToDo => (6, 0),
            ListAction::Takes(node) => (7, node),
            ListAction::FindsNoNode => (8, 0),
            ListAction::Links(node) => (9, node),
            ListAction::Unlinks(node) => (10, node),
            ListAction::Frees(node) => (11, node),
            ListAction::Leaves => (12, 0),
        };
        StepId { component: step.thread as u32, action: kind * 100 + what as u32 }
    }

    fn text(&self, step: &ListStep) -> String {
        without_name(step.to_string())
    }

    fn span(&self, _: &ListStep) -> Option<Span> {
        None
    }

    fn contents(&self, state: &Vec<i32>) -> Vec<(String, Value)> {
        vec![("list".to_owned(), Value::Symbol(self.describe(state)))]
    }
}

/// Nothing is said of its runs.
impl Observable for Ring {
    fn valuation(&self, _: &Self::State, _: &mut Self::Scratch) -> Valuation {
        Valuation::default()
    }

    fn threads(&self, _: &Self::State) -> usize {
        0
    }

    fn actor(&self, _: &[Self::Step]) -> Option<u32> {
        None
    }

    fn renaming<'s>(&self, _: &'s Self::State) -> Option<&'s [u32]> {
        None
    }
}

impl Described for Ring {
    fn processes(&self) -> Vec<String> {
        (0..self.count).map(|station| format!("station {station}")).collect()
    }

    fn step_id(&self, step: &RingStep) -> StepId {
        let action = match step.action {
            RingAction::Draws(identity) => identity as u32,
            RingAction::Receives(_) => 0,
        };
        StepId { component: step.station as u32, action }
    }

    fn text(&self, step: &RingStep) -> String {
        without_name(step.to_string())
    }

    fn span(&self, _: &RingStep) -> Option<Span> {
        None
    }

    fn contents(&self, state: &Vec<i32>) -> Vec<(String, Value)> {
        let stations = self.describe(state);
        let stations = stations.split(" | ").map(|text| Value::Symbol(text.to_owned()));
        self.processes().into_iter().zip(stations).collect()
    }
}

/// `draws 2` for `station 0 draws 2`.
fn without_name(text: String) -> String {
    text.split_whitespace().skip(2).collect::<Vec<_>>().join(" ")
}

/// A system by its parameters: those words are all that a file says.
fn load<S: Described + Send + 'static>(
    sources: Sources,
    file: FileId,
    read: impl FnOnce(&[&str]) -> Option<(S, SymmetryGroup)>,
) -> Loading {
    let text = sources.shared_text(file);
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((system, symmetry)) = read(&words) else {
        let wrong = Diagnostic::new(Severity::Error, "no such system");
        return Loading::refused(sources, vec![wrong]);
    };
    let name = sources.name(file).to_owned();
    let model = loaded(Direct::new(system, Some(symmetry)), name);
    Loading::of(model, Vec::new())
}

/// Lists: threads, nodes, keys, and whether both nodes are locked or only the first.
pub struct Lists;

/// Rings: stations, identities, and whether stations are attentive.
pub struct Rings;

fn list(words: &[&str]) -> Option<(LinkedList, SymmetryGroup)> {
    let [threads, nodes, keys, locking] = words else { return None };
    let locking = if *locking == "both" { Locking::Both } else { Locking::OnlyTheFirst };
    let (threads, nodes) = (threads.parse().ok()?, nodes.parse().ok()?);
    let list = LinkedList::new(threads, nodes, keys.parse().ok()?, locking);
    let symmetry = list.symmetry();
    Some((list, symmetry))
}

fn ring(words: &[&str]) -> Option<(Ring, SymmetryGroup)> {
    let [count, identities, stations] = words else { return None };
    let stations = if *stations == "attentive" { Stations::Attentive } else { Stations::Careless };
    let ring = Ring::new(count.parse().ok()?, identities.parse().ok()?, stations);
    let symmetry = ring.symmetry();
    Some((ring, symmetry))
}

/// What both languages say alike.
macro_rules! language {
    ($language:ty, $name:literal, $read:ident) => {
        impl Language for $language {
            fn name(&self) -> &'static str {
                $name
            }
            fn title(&self) -> &'static str {
                $name
            }
            fn extensions(&self) -> &'static [&'static str] {
                &[$name]
            }
            fn settings(&self) -> &'static [Setting] {
                &[]
            }
            fn methods(&self) -> Vec<&'static Method> {
                Vec::new()
            }
            fn lacks(&self) -> &'static [Lack] {
                &[]
            }

            fn peer(&self) -> Option<&'static Peer> {
                None
            }

            fn fairness(&self) -> Fairness {
                Fairness::None
            }

            fn has_assertions(&self) -> bool {
                true
            }

            fn looks_for_deadlocks(&self) -> bool {
                true
            }

            fn objection(&self, _: &Settings) -> Option<String> {
                None
            }
            fn load(&self, sources: Sources, file: FileId, _: &Settings, _: Purpose) -> Loading {
                load(sources, file, $read)
            }
            fn keeping_inactive(&self, settings: &Settings) -> Settings {
                settings.clone()
            }

            fn declared(&self, _: &mut Sources, _: FileId, _: &Settings) -> Vec<Declared> {
                Vec::new()
            }

            fn as_written(&self, settings: &Settings) -> Settings {
                settings.clone()
            }
            fn translation(&self) -> Option<Translate> {
                None
            }
            fn foreign_runs(&self) -> Option<ForeignRuns> {
                None
            }
        }
    };
}

language!(Lists, "list", list);
language!(Rings, "ring", ring);
