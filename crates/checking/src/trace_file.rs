//! Stored runs: JSON that a person can read, and that can be replayed.

use std::fmt;

use confirm::{
    Departure, EndlessRunOf, Judge, Missing, RunOf, confirm, confirm_endless, confirm_prefix,
};
use kernel::{Fairness, Property, PropertyId, TransitionSystem};
use model::{Action, Named, Plan, RunStepOf, StateOf, StepId, StepOf, Words};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::counterexample::{Counterexample, Detail, describe, describe_endless};
use crate::endless::judge;
use crate::failure::Failure;
use crate::setting::{Setting, Settings};
use crate::start_state::{StartState, first_of, number_of_start};

/// The version of the format.
const FORMAT: u32 = 1;
/// What wrote a trace.
const TOOL: &str = "quotient";

/// A stored run, with what it takes to load its model again.
#[derive(Clone, Debug, Serialize)]
pub struct TraceFile {
    tool: String,
    version: String,
    format: u32,
    /// The model, as it was given.
    pub model: String,
    /// The language of the model; traces of old had none, and were of the first language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// How the model was loaded.
    #[serde(flatten)]
    pub settings: StoredSettings,
    /// The run.
    #[serde(flatten)]
    pub run: StoredRun,
}

/// A stored run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredRun {
    /// The violated property; empty if the run violates nothing.
    pub property: String,
    /// How the run ends.
    pub ending: String,
    /// The number, from 1, of the initial state in which it begins, where there are several; runs of old do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// The transitions.
    pub steps: Vec<StoredTransition>,
    /// Of a run that goes on for ever: the number of the step that comes again after the last one, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<usize>,
    /// Whether it is the beginning of a run that violates a claim, whatever comes later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prefix: bool,
    /// How fair such a run is said to be, where that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fairness: Option<StoredFairness>,
}

/// How fair a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoredFairness {
    /// Nobody who can always move is left out.
    Weak,
    /// Nobody who can move again and again is left out.
    Strong,
}

impl StoredFairness {
    /// Of a search for such runs.
    pub(crate) fn of(fairness: Fairness) -> Option<StoredFairness> {
        match fairness {
            Fairness::None => None,
            Fairness::Weak => Some(StoredFairness::Weak),
            Fairness::Strong => Some(StoredFairness::Strong),
        }
    }

    fn fairness(self) -> Fairness {
        match self {
            StoredFairness::Weak => Fairness::Weak,
            StoredFairness::Strong => Fairness::Strong,
        }
    }
}

/// One transition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredTransition {
    /// Its number, from 1; for people.
    pub step: usize,
    /// What the processes do.
    pub moves: Vec<StoredStep>,
}

/// What one process does.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredStep {
    /// The process's number.
    pub process: u32,
    /// The number of its action.
    pub edge: u32,
    /// The process's name.
    pub name: String,
    /// The line of its first statement, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The statements.
    pub text: String,
}

/// The settings of a language as a stored run has them, in the language's order: each a truth or a list of texts.
#[derive(Clone, Debug, Default)]
pub struct StoredSettings(Vec<(String, Value)>);

impl Serialize for StoredSettings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// Read key by key, so that mistakes have their places, and nothing is held twice.
impl<'de> Deserialize<'de> for TraceFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TraceVisitor)
    }
}

struct TraceVisitor;

impl<'de> Visitor<'de> for TraceVisitor {
    type Value = TraceFile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a stored run")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TraceFile, A::Error> {
        let (mut tool, mut version, mut model) = (None, None, None);
        let (mut format, mut language) = (None, None);
        let (mut property, mut ending, mut steps) = (None, None, None);
        let (mut start, mut again, mut prefix, mut fairness) = (None, None, None, None);
        let mut settings = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "tool" => put(&mut tool, "tool", &mut map)?,
                "version" => put(&mut version, "version", &mut map)?,
                "format" => put(&mut format, "format", &mut map)?,
                "model" => put(&mut model, "model", &mut map)?,
                "language" => put(&mut language, "language", &mut map)?,
                "property" => put(&mut property, "property", &mut map)?,
                "ending" => put(&mut ending, "ending", &mut map)?,
                "start" => put(&mut start, "start", &mut map)?,
                "steps" => put(&mut steps, "steps", &mut map)?,
                "again" => put(&mut again, "again", &mut map)?,
                "prefix" => put(&mut prefix, "prefix", &mut map)?,
                "fairness" => put(&mut fairness, "fairness", &mut map)?,
                // The language says which of the rest are settings.
                _ => settings.push((key, map.next_value()?)),
            }
        }
        let missing = <A::Error as Error>::missing_field;
        let run = StoredRun {
            property: property.ok_or_else(|| missing("property"))?,
            ending: ending.ok_or_else(|| missing("ending"))?,
            steps: steps.ok_or_else(|| missing("steps"))?,
            start: start.flatten(),
            again: again.flatten(),
            prefix: prefix.unwrap_or_default(),
            fairness: fairness.flatten(),
        };
        Ok(TraceFile {
            tool: tool.ok_or_else(|| missing("tool"))?,
            version: version.ok_or_else(|| missing("version"))?,
            format: format.ok_or_else(|| missing("format"))?,
            model: model.ok_or_else(|| missing("model"))?,
            language: language.flatten(),
            settings: StoredSettings(settings),
            run,
        })
    }
}

/// Takes the value of a key.
fn put<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    slot: &mut Option<T>,
    key: &'static str,
    map: &mut A,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(<A::Error as Error>::duplicate_field(key));
    }
    *slot = Some(map.next_value()?);
    Ok(())
}

impl TraceFile {
    /// A run of a model, to be stored.
    #[must_use]
    pub fn new(
        model: String,
        language: &str,
        settings: StoredSettings,
        run: StoredRun,
    ) -> TraceFile {
        TraceFile {
            tool: TOOL.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            format: FORMAT,
            model,
            language: Some(language.to_owned()),
            settings,
            run,
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// A defect.
    pub fn text(&self) -> Result<String, Failure> {
        let text = serde_json::to_string_pretty(self);
        let text =
            text.map_err(|error| Failure::Internal(format!("the trace as JSON: {error}")))?;
        Ok(text + "\n")
    }

    /// Reads what a file of some name holds.
    ///
    /// # Errors
    /// That it is no stored run.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<TraceFile, Failure> {
        let file: TraceFile = serde_json::from_slice(bytes)
            .map_err(|error| Failure::Input(format!("{name}: not a stored trace: {error}")))?;
        if file.tool != TOOL || file.format != FORMAT {
            let text = format!(
                "{name}: a trace of {} {}, format {}; this is format {FORMAT}",
                file.tool, file.version, file.format
            );
            return Err(Failure::Input(text));
        }
        Ok(file)
    }
}

/// A run described by the steps of its transitions, the last of which leads to a state; `property` is what it violates, or empty.
pub(crate) fn stored_run<M: Words>(
    model: &M,
    transitions: &[RunStepOf<M>],
    last: &StateOf<M>,
    property: &str,
    ending: &str,
) -> StoredRun {
    let moves = transitions.iter().map(|made| stored_steps(model, &made.before, &made.steps));
    let start = number_of_start(model.system(), first_of(transitions, last));
    StoredRun { start, ..StoredRun::of(moves.map(Iterator::collect), property, ending) }
}

impl StoredRun {
    /// Whether it violates a claim, and is known by more than its end: by what it does for ever, or whatever comes later.
    #[must_use]
    pub fn violates_claim(&self) -> bool {
        self.again.is_some() || self.prefix
    }

    /// Of what is done in each transition.
    pub(crate) fn of(
        transitions: impl Iterator<Item = Vec<StoredStep>>,
        property: &str,
        ending: &str,
    ) -> StoredRun {
        let numbered = transitions.zip(1..);
        StoredRun {
            property: property.to_owned(),
            ending: ending.to_owned(),
            start: None,
            steps: numbered.map(|(moves, step)| StoredTransition { step, moves }).collect(),
            again: None,
            prefix: false,
            fairness: None,
        }
    }
}

/// The steps of a transition that is possible in a state.
pub(crate) fn stored_steps<M: Words>(
    model: &M,
    before: &StateOf<M>,
    steps: &[StepOf<M>],
) -> impl Iterator<Item = StoredStep> {
    steps.iter().map(|step| stored(model, before, step))
}

fn stored<M: Words>(model: &M, before: &StateOf<M>, step: &StepOf<M>) -> StoredStep {
    let StepId { component, action } = model.step_id(step);
    // All statements of the action, also those that an error kept from running: they identify it.
    let actions = match model.named(model.step_id(step)) {
        Named::Actions(actions) => actions,
        Named::Nothing | Named::Untold => model.actions(before, step),
    };
    StoredStep {
        process: component,
        edge: action,
        line: actions.first().and_then(|first| Some(first.place.as_ref()?.line)),
        text: statements(&actions),
        name: actions.into_iter().next().map_or_else(String::new, |first| first.process),
    }
}

/// The statements of actions in one line.
fn statements(actions: &[Action]) -> String {
    let statements: Vec<&str> = actions.iter().map(|action| action.statement.as_str()).collect();
    statements.join("; ")
}

/// Runs a stored counterexample, and sees that it is real.
///
/// # Errors
/// Where it departs from the model.
pub fn replay<M: Words>(
    model: &M,
    main: &str,
    stored: &StoredRun,
    detail: Detail,
    judge: &mut Judge<'_, M>,
) -> Result<Counterexample, Failure> {
    if stored.violates_claim() {
        return replay_endless(model, stored, detail);
    }
    let property = property(model.system().properties(), stored)?;
    let plan = plan(model, stored)?;
    let begins = StartState::of(model.system(), stored)?;
    let judge = &mut |run: &RunOf<M>| {
        begins.check(first_of(&run.transitions, &run.last)).and_then(|()| judge(run))
    };
    let run = confirm(model, &plan, property, judge);
    let run = run.map_err(|departure| departs(stored, departure))?;
    if let Some(step) = (0..plan.len()).find(|&index| !is_as_told(model, stored, &run, index)) {
        return Err(departs(stored, Departure::Transition(step)));
    }
    Ok(describe(model, main, &run, detail))
}

/// Whether a step with a name that [tells nothing](Named::Untold) beforehand does what was stored.
fn is_as_told<M: Words>(model: &M, stored: &StoredRun, run: &RunOf<M>, index: usize) -> bool {
    let (Some(made), told) = (run.transitions.get(index), &stored.steps[index].moves) else {
        return false;
    };
    made.steps.iter().zip(told).all(|(step, told)| {
        model.named(model.step_id(step)) != Named::Untold
            || statements(&model.actions(&made.before, step)) == told.text
    })
}

/// The same with a run that goes on for ever, or the beginning of one that violates a claim.
fn replay_endless<M: Words>(
    model: &M,
    stored: &StoredRun,
    detail: Detail,
) -> Result<Counterexample, Failure> {
    let name = &stored.property;
    let property = model.run_properties().iter().find(|property| property.name == *name);
    let property = property.ok_or_else(|| {
        Failure::Input(format!("the trace violates `{name}`, which the model does not say"))
    })?;
    let first_again = |again: usize| {
        let again = again.checked_sub(1).filter(|&first| first <= stored.steps.len());
        again.ok_or_else(|| {
            let text = "the trace does not fit the model: it has no step to go on with for ever";
            Failure::Input(text.to_owned())
        })
    };
    let again = stored.again.map(first_again).transpose()?;
    let plan = plan(model, stored)?;
    // What was stored is the run of the model itself.
    let fairness = stored.fairness.map_or(Fairness::None, StoredFairness::fairness);
    let begins = StartState::of(model.system(), stored)?;
    let judge = |run: &EndlessRunOf<M>| {
        begins
            .check(first_of(&run.transitions, &run.last))
            .and_then(|()| judge(model, property, fairness, run))
    };
    let run = match again {
        Some(again) => confirm_endless(model, &plan, again, Missing::Nowhere, &judge),
        None => confirm_prefix(model, &plan, &judge),
    };
    let run = run.map_err(|departure| match departure {
        Departure::Refused(why) => {
            Failure::Input(format!("the trace does not violate `{name}`: {why}"))
        }
        departure => departs(stored, departure),
    })?;
    Ok(describe_endless(model, property, fairness, &run, detail))
}

fn property(properties: &[Property], stored: &StoredRun) -> Result<PropertyId, Failure> {
    let place = properties.iter().position(|property| is_called(property, &stored.property));
    place.map(PropertyId::new).ok_or_else(|| {
        let name = &stored.property;
        Failure::Input(format!("the trace violates `{name}`, which is not a property of the model"))
    })
}

fn departs(stored: &StoredRun, departure: Departure) -> Failure {
    Failure::Input(match departure {
        Departure::Transition(index) => {
            let moves = stored.steps.get(index).map_or(&[][..], |step| &step.moves);
            let text: Vec<String> = moves.iter().map(in_words).collect();
            let step = index + 1;
            format!(
                "the trace does not fit the model: step {step} is not possible there: {}",
                text.join(", ")
            )
        }
        Departure::NoViolation => format!(
            "the trace does not fit the model: it can be run to its end, step {}, but does not \
             violate `{}` there",
            stored.steps.len(),
            stored.property
        ),
        Departure::NotEndless => "the trace does not fit the model: it can be run to its end, but \
                                  does not come back to where it should go on for ever"
            .to_owned(),
        Departure::Refused(why) => {
            format!("the trace fits the model, and does not violate `{}`: {why}", stored.property)
        }
    })
}

fn in_words(stored: &StoredStep) -> String {
    let StoredStep { name, line, text, .. } = stored;
    match line {
        Some(line) => format!("{name} at line {line}: {text}"),
        None => format!("{name}: {text}"),
    }
}

/// The stored steps as a plan, each compared with what the model has for it, as far as that can be told beforehand.
///
/// # Errors
/// The first step that the model does not have.
pub(crate) fn plan<M: Words>(model: &M, stored: &StoredRun) -> Result<Plan, Failure> {
    let mut plan = Plan::new();
    for (index, transition) in stored.steps.iter().enumerate() {
        let mut ids = Vec::new();
        for step in &transition.moves {
            let misfit = |has: &str| {
                let (number, wanted) = (index + 1, in_words(step));
                Failure::Input(format!(
                    "the trace does not fit the model: step {number} is {wanted}; {has}"
                ))
            };
            let id = StepId { component: step.process, action: step.edge };
            match model.named(id) {
                Named::Untold => {}
                Named::Nothing => return Err(misfit("the model has no such statement")),
                Named::Actions(actions) => {
                    let process = actions.first().map_or("", |first| &first.process);
                    let text = statements(&actions);
                    if text != step.text || process != step.name {
                        return Err(misfit(&format!("the model has {process}: {text} there")));
                    }
                }
            }
            ids.push(id);
        }
        plan.push(ids);
    }
    Ok(plan)
}

/// Whether a property is meant by a name: capitals, spaces, hyphens and a final `s` do not matter.
#[must_use]
pub fn is_called(property: &Property, name: &str) -> bool {
    let plain = |text: &str| {
        let text: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
        text.to_lowercase().trim_end_matches('s').to_owned()
    };
    plain(&property.name) == plain(name)
}

impl StoredSettings {
    /// The settings of a language, as they are stored.
    #[must_use]
    pub fn of(known: &[Setting], settings: &Settings) -> StoredSettings {
        let stored = known.iter().filter_map(|setting| {
            let name = setting.stored.as_ref()?;
            Some((name.key.to_owned(), name.of(setting, settings)))
        });
        StoredSettings(stored.collect())
    }

    /// The settings of a language that were stored: what is not, is not given. Those of another are passed over.
    ///
    /// # Errors
    /// A value of the wrong type.
    pub fn settings(&self, known: &[Setting]) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        for setting in known {
            let Some(name) = &setting.stored else { continue };
            for (_, value) in self.0.iter().filter(|(key, _)| key == name.key) {
                name.restore(setting, value, &mut settings).map_err(Failure::Input)?;
            }
        }
        Ok(settings)
    }
}
