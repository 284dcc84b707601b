//! A language in a hundred lines: counters that go up to a bound, and a sum that must never be reached. Counters with the same
//! bound are interchangeable. It has every command of `quotient`:
//!
//! `printf 'a to 2\nb to 2\nnever 3\n' >sum.counters; cargo run -p quotient --example counters -- check sum.counters`

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::process::ExitCode;

use checking::{
    ForeignRuns, Lack, Language, Loading, Peer, Purpose, Setting, Settings, Translate, loaded,
};
use diagnostics::{Diagnostic, FileId, Sources, Span};
use groups::{Group, Permutation};
use kernel::{
    Fairness, Observable, Property, PropertyId, PropertyKind, Starts, StateIdentity, Transition,
    TransitionSystem, Valuation, Visitor,
};
use model::{Declared, Described, Direct, Method, StepId, Value};
use quotient::Languages;
use symmetry::{Content, LayoutBuilder, SymmetryGroup, Unmodified};

/// A text: for each counter its name, its bound and where it stands; and the sum that must never be reached.
struct Counters {
    counters: Vec<(String, i32, Span)>,
    never: Option<i32>,
    properties: Vec<Property>,
}

impl Counters {
    /// Reads lines such as `a to 2` and `never 3`.
    fn read(sources: &Sources, file: FileId) -> Result<Counters, Diagnostic> {
        let mut read = Counters { counters: Vec::new(), never: None, properties: Vec::new() };
        let mut start = 0;
        for line in sources.text(file).lines() {
            let span = Span { file, start, end: start + line.len() as u32 };
            start = span.end + 1;
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = words.last().and_then(|word| word.parse().ok());
            match (&words[..], number) {
                ([], _) => {}
                (["never", _], Some(sum)) => read.never = Some(sum),
                ([name, "to", _], Some(bound @ 0..=100)) => {
                    read.counters.push(((*name).to_owned(), bound, span));
                }
                _ => {
                    let help = "write `NAME to BOUND`, at most 100, or `never SUM`";
                    return Err(Diagnostic::error(span, "this is no counter").help(help));
                }
            }
        }
        let never = |_| Property::new("never this sum", PropertyKind::Invariant);
        read.properties.extend(read.never.map(never));
        read.properties.push(Property::new("deadlock", PropertyKind::Deadlock));
        Ok(read)
    }

    /// Neighbours among the counters of each bound can be exchanged, and so can all of them.
    fn symmetry(&self) -> Option<SymmetryGroup> {
        let mut builder = LayoutBuilder::new();
        let value = builder.family();
        for (name, ..) in &self.counters {
            let point = builder.point(0, name);
            builder.cell(value, &[point], Content::Data);
        }
        let same = |i: usize| {
            (i + 1..self.counters.len()).find(|&j| self.counters[i].1 == self.counters[j].1)
        };
        let exchanges = (0..self.counters.len()).filter_map(|i| {
            Permutation::from_cycles(self.counters.len(), &[vec![i, same(i)?]]).ok()
        });
        let group = Group::from_generators(self.counters.len(), exchanges.collect());
        SymmetryGroup::new(group, builder.build().ok()?).ok()
    }
}

impl TransitionSystem for Counters {
    type State = Vec<i32>;
    type Step = usize;
    type Scratch = ();
    fn scratch(&self) {}
    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<Vec<i32>>) -> ControlFlow<()> {
        starts.start(&vec![0; self.counters.len()])
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<i32>,
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for counter in 0..state.len() {
            if state[counter] < self.counters[counter].1 {
                let mut target = state.clone();
                target[counter] += 1;
                visitor.transition(Transition {
                    steps: &[counter],
                    target: Some(&target),
                    violation: None,
                })?;
            }
        }
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, state: &Vec<i32>, out: &mut Vec<u8>) {
        out.extend(state.iter().map(|&value| value as u8));
    }
    fn decode(&self, bytes: &[u8], state: &mut Vec<i32>) {
        state.clear();
        state.extend(bytes.iter().map(|&byte| i32::from(byte)));
    }
    fn blank(&self) -> Vec<i32> {
        Vec::new()
    }
    fn properties(&self) -> &[Property] {
        &self.properties
    }
    fn violates(&self, state: &Vec<i32>, _: PropertyId, (): &mut ()) -> bool {
        Some(state.iter().sum()) == self.never
    }
    fn may_halt(&self, _: &Vec<i32>) -> bool {
        true
    }
}

impl Unmodified for Counters {
    fn reducible(&self, _: &Vec<i32>) -> bool {
        true
    }
    fn cells<'a>(&self, state: &'a Vec<i32>) -> &'a [i32] {
        state
    }
    fn cells_like<'a>(&self, state: &Vec<i32>, target: &'a mut Vec<i32>) -> &'a mut [i32] {
        target.resize(state.len(), 0);
        target
    }

    /// A state holds nothing but its cells.
    fn complete(&self, _: &mut Vec<i32>) {}
    fn label(&self, counter: &usize, images: &[u32], label: &mut Vec<u8>) {
        label.extend(images[*counter].to_be_bytes());
    }
}

/// They say nothing of runs that go on for ever, and have no propositions.
impl Observable for Counters {
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

impl Described for Counters {
    fn processes(&self) -> Vec<String> {
        self.counters.iter().map(|(name, ..)| name.clone()).collect()
    }
    fn step_id(&self, counter: &usize) -> StepId {
        StepId { component: *counter as u32, action: 0 }
    }
    fn text(&self, _: &usize) -> String {
        "goes up".to_owned()
    }
    fn span(&self, counter: &usize) -> Option<Span> {
        Some(self.counters[*counter].2)
    }
    fn contents(&self, state: &Vec<i32>) -> Vec<(String, Value)> {
        self.processes()
            .into_iter()
            .zip(state.iter().map(|&value| Value::Number(value.into())))
            .collect()
    }
}

/// The row of the table.
struct CountersLanguage;

impl Language for CountersLanguage {
    fn name(&self) -> &'static str {
        "counters"
    }
    fn title(&self) -> &'static str {
        "Counters"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["counters"]
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
        match Counters::read(&sources, file) {
            Ok(counters) => {
                let (name, symmetry) = (sources.name(file).to_owned(), counters.symmetry());
                let model = Direct::new(counters, symmetry).read_from(sources);
                Loading::of(loaded(model, name), Vec::new())
            }
            Err(wrong) => Loading::refused(sources, vec![wrong]),
        }
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

/// This language alone.
const TABLE: Languages = Languages { known: &[&CountersLanguage], later: &[] };

fn main() -> ExitCode {
    run(std::env::args_os().collect())
}

/// Runs the command with these arguments.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    quotient::run(TABLE, arguments.into_iter())
}
