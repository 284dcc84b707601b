//! Whether renaming processes and channels leaves a program as it is.

use std::collections::HashSet;

use diagnostics::Span;
use groups::Permutation;

use super::flow::{Flow, FlowStep, Target};
use super::normal::{Context, Normaliser};
use super::runs::{Run, runs};
use super::statics::Statics;
use super::terms::{Kind, Term, Terms};
use super::wording::Wording;
use machine::Machine;
use machine::detect::classes::Classes;
use machine::detect::shape::Shape;
use machine::index::{ProcessId, ProcessTypeId, VariableId};
use machine::program::{Action, Initialiser, Region};

/// The normal form of a program, to be compared with those of its images (Donaldson and Miller 2008, section 7.3.1).
///
/// A permutation is valid if for each process the body, renamed, is that of its image, as are the arguments with which it is
/// started; and if the initial values of variables, renamed, are the initial values. The valid permutations form a group.
/// Bodies are compared as control flow, not as text: labels need not have the same names.
#[derive(Debug)]
pub struct Validity<'a> {
    machine: &'a Machine,
    context: Context<'a>,
    types: Vec<ProcessTypeId>,
    flows: Vec<Flow<'a>>,
    runs: Vec<Run<'a>>,
    /// The constant arrays whose cells matter together.
    searched: HashSet<VariableId>,
    terms: Terms,
    form: Form,
}

/// A program in normal form.
#[derive(Debug, Default)]
struct Form {
    bodies: Vec<Term>,
    /// For each process, how it is started, if that is known.
    runs: Vec<Option<Term>>,
    initialisers: Option<Term>,
}

/// The first difference between a program and its image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where it is, in the image.
    pub span: Option<Span>,
    /// What would stand there.
    pub would_be: String,
    /// What stands there.
    pub is: String,
}

impl<'a> Validity<'a> {
    /// Brings a program to normal form.
    #[must_use]
    pub fn new(
        machine: &'a Machine,
        classes: &'a Classes,
        shape: &'a Shape,
        statics: Statics<'a>,
    ) -> Self {
        let known_runs = runs(machine, shape);
        let program = &machine.program;
        let searched = statics.searched_constants();
        let context = Context {
            classes,
            statics,
            semantics: program.semantics,
            processes: shape.types.len(),
            channels: shape.channels.clone(),
            blocks: blocks(machine),
            remotes: program.remotes.iter().map(|remote| remote.variable.0).collect(),
            parameters: program.process_types.iter().map(|t| t.parameters.clone()).collect(),
            runs_are_known: known_runs.is_some(),
        };
        let types = ProcessTypeId::below(program.process_types.len());
        let mut validity = Validity {
            machine,
            context,
            types: shape.types.clone(),
            flows: types.map(|process_type| Flow::of_type(machine, process_type)).collect(),
            runs: known_runs.unwrap_or_default(),
            searched,
            terms: Terms::default(),
            form: Form::default(),
        };
        let identity = Permutation::identity(shape.types.len() + shape.channels.len());
        let mut terms = Terms::default();
        if let Some(form) = validity.form(&mut terms, &identity) {
            validity.form = form;
        }
        terms.complete();
        validity.terms = terms;
        validity
    }

    /// Whether a permutation of the processes and channels leaves the program as it is.
    pub fn is_valid(&mut self, permutation: &Permutation) -> bool {
        let mut terms = std::mem::take(&mut self.terms);
        let valid = self.keeps(&mut terms, permutation).is_some();
        self.terms = terms;
        valid
    }

    fn processes(&self) -> impl Iterator<Item = ProcessId> + use<> {
        ProcessId::below(self.types.len())
    }

    fn normaliser<'n>(
        &'n self,
        terms: &'n mut Terms,
        renaming: &'n Permutation,
        process: Option<ProcessId>,
    ) -> Normaliser<'n> {
        Normaliser { context: &self.context, terms, renaming, process }
    }

    fn form(&self, terms: &mut Terms, renaming: &Permutation) -> Option<Form> {
        let mut form = Form {
            bodies: Vec::new(),
            runs: vec![None; self.types.len()],
            initialisers: Some(self.initialisers(terms, renaming)?),
        };
        for process in self.processes() {
            form.bodies.push(self.body(terms, renaming, process)?);
        }
        for run in &self.runs {
            form.runs[run.process.index()] = Some(self.run(terms, renaming, run)?);
        }
        Some(form)
    }

    /// Something, if the renamed program is the program; it is given up at the first difference.
    fn keeps(&self, terms: &mut Terms, renaming: &Permutation) -> Option<()> {
        let equal = |a: bool| a.then_some(());
        for run in &self.runs {
            let term = self.run(terms, renaming, run)?;
            equal(self.form.runs[renaming.image(run.process.index())] == Some(term))?;
        }
        equal(Some(self.initialisers(terms, renaming)?) == self.form.initialisers)?;
        for process in self.processes() {
            let term = self.body(terms, renaming, process)?;
            equal(self.form.bodies.get(renaming.image(process.index())) == Some(&term))?;
        }
        Some(())
    }

    fn initialisers(&self, terms: &mut Terms, renaming: &Permutation) -> Option<Term> {
        let mut normaliser = self.normaliser(terms, renaming, None);
        // A constant stands for what it holds wherever it is read: a channel's name has no other meaning.
        let is_kept = |initialiser: &&Initialiser| {
            let place = &initialiser.place;
            place.region != Region::Constant || self.searched.contains(&place.variable)
        };
        let initialisers = self.machine.program.initialisers.iter().filter(is_kept);
        let all = initialisers.map(|i| normaliser.initialiser(i)).collect::<Option<_>>()?;
        terms.unordered(all)
    }

    fn body(&self, terms: &mut Terms, renaming: &Permutation, process: ProcessId) -> Option<Term> {
        let process_type = self.types[process.index()];
        let mut normaliser = self.normaliser(terms, renaming, Some(process));
        let provided = self.machine.program.process_types[process_type.index()].provided.as_ref();
        let provided = match provided {
            Some(condition) => normaliser.truth(condition)?,
            None => -1,
        };
        let flow = normaliser.flow(&self.flows[process_type.index()])?;
        terms.term(Kind::Process, &[i64::from(process_type.0), provided, flow])
    }

    fn run(&self, terms: &mut Terms, renaming: &Permutation, run: &Run<'_>) -> Option<Term> {
        let mut normaliser = self.normaliser(terms, renaming, Some(run.by));
        normaliser.run(run.process_type, run.arguments, run.result)
    }

    /// The first difference between the program and its image; none if the permutation is valid.
    #[must_use]
    pub fn mismatch(
        &self,
        permutation: &Permutation,
        names: &dyn Fn(usize) -> String,
    ) -> Option<Mismatch> {
        let identity = Permutation::identity(permutation.degree());
        let mut terms = self.terms.open();
        let wording = |renaming, process| Wording {
            machine: self.machine,
            context: &self.context,
            names,
            renaming,
            process,
        };
        for run in &self.runs {
            let image = image(permutation, run.process);
            let image = self.runs.iter().find(|r| r.process == image)?;
            let term = self.run(&mut terms, permutation, run)?;
            if self.form.runs[image.process.index()] != Some(term) {
                let text = |run: &Run<'_>, renaming| {
                    let name = &self.machine.program.process_types[run.process_type.index()].name;
                    format!("run {name}({})", wording(renaming, run.by).list(run.arguments))
                };
                let (would_be, is) = (text(run, permutation), text(image, &identity));
                return Some(Mismatch { span: Some(image.span), would_be, is });
            }
        }
        if self.initialisers(&mut terms, permutation) != self.form.initialisers {
            let is = "the initial values of variables".to_owned();
            return Some(Mismatch { span: None, would_be: "others".to_owned(), is });
        }
        for process in self.processes() {
            let image = image(permutation, process);
            let term = self.body(&mut terms, permutation, process);
            if term.as_ref() == self.form.bodies.get(image.index()) {
                continue;
            }
            let flow = &self.flows[self.types[process.index()].index()];
            let ours = self.normaliser(&mut terms, permutation, Some(process)).nodes(flow)?;
            let theirs = self.normaliser(&mut terms, &identity, Some(image)).nodes(flow)?;
            let mut comparison = Comparison { validity: self, flow, terms, ours, theirs };
            let (ours, theirs) = comparison.differ((process, permutation), (image, &identity))?;
            let texts = |step: Option<&FlowStep<'_>>, (process, renaming)| {
                step.map(|step| wording(renaming, process).actions(&step.actions))
            };
            let (would_be, is) =
                (texts(ours, (process, permutation)), texts(theirs, (image, &identity)));
            let span = theirs.or(ours).map(|step| step.span);
            let (would_be, is) = without_common(would_be, is);
            return Some(Mismatch { span, would_be, is });
        }
        None
    }
}

/// What a process is renamed to.
fn image(renaming: &Permutation, process: ProcessId) -> ProcessId {
    ProcessId::new(renaming.image(process.index()))
}

/// Two lists of statements, without those that are in both; all of them if that leaves nothing of one.
fn without_common(a: Option<Vec<String>>, b: Option<Vec<String>>) -> (String, String) {
    let text = |list: &[String]| list.join("; ");
    let (Some(a), Some(b)) = (&a, &b) else {
        let text = |list: Option<Vec<String>>| {
            list.map_or_else(|| "nothing like it".to_owned(), |list| text(&list))
        };
        return (text(a), text(b));
    };
    let only = |list: &[String], other: &[String]| -> Vec<String> {
        list.iter().filter(|text| !other.contains(text)).cloned().collect()
    };
    match (only(a, b), only(b, a)) {
        (a, b) if !a.is_empty() && !b.is_empty() => (text(&a), text(&b)),
        _ => (text(a), text(b)),
    }
}

/// The deterministic blocks of a program, by their identities.
fn blocks(machine: &Machine) -> Vec<Option<Flow<'_>>> {
    let mut flows = Vec::new();
    flows.resize_with(machine.block_count(), || None);
    for operation in machine.code.edges.iter().flat_map(|edge| &edge.operations) {
        if let Action::Deterministic(block) = &operation.action
            && let Some(id) = block.id()
        {
            flows[id.index()] = Some(Flow::of_block(block));
        }
    }
    flows
}

/// Two steps that differ; none stands for a step that only the other side has.
type Pair<'a, 'f> = (Option<&'f FlowStep<'a>>, Option<&'f FlowStep<'a>>);

/// A process and what it is renamed by.
type Side<'a> = (ProcessId, &'a Permutation);

/// Looks for the first difference between two bodies of one process type.
struct Comparison<'a, 'f> {
    validity: &'a Validity<'a>,
    flow: &'f Flow<'a>,
    terms: Terms,
    ours: Vec<Term>,
    theirs: Vec<Term>,
}

impl<'a, 'f> Comparison<'a, 'f> {
    /// The steps that differ.
    fn differ(&mut self, ours: Side<'_>, theirs: Side<'_>) -> Option<Pair<'a, 'f>> {
        let flow = self.flow;
        let mut open = vec![(flow.entry, flow.entry)];
        while let Some((a, b)) = open.pop() {
            if self.ours[a] == self.theirs[b] {
                continue;
            }
            let mine = self.steps(ours, a, true);
            let mut other = self.steps(theirs, b, false);
            let mut left = Vec::new();
            for step in mine {
                match other.iter().position(|o| (o.1, o.2) == (step.1, step.2)) {
                    Some(place) => drop(other.remove(place)),
                    None => left.push(step),
                }
            }
            for (step, body, _) in &left {
                let Some(place) = other.iter().position(|o| o.1 == *body) else {
                    return Some((Some(step), other.first().map(|o| o.0)));
                };
                let (like, ..) = other.remove(place);
                match (flow.target(a, step.to), flow.target(b, like.to)) {
                    (Target::Inside(a), Target::Inside(b)) => open.push((a, b)),
                    _ => return Some((Some(step), Some(like))),
                }
            }
            if let Some((step, ..)) = other.first() {
                return Some((None, Some(step)));
            }
            open.extend(flow.joins[a].iter().copied().zip(flow.joins[b].iter().copied()));
        }
        None
    }

    /// The steps of a node: each with its term alone, and that of where it leads.
    fn steps(
        &mut self,
        (process, renaming): Side<'_>,
        node: usize,
        mine: bool,
    ) -> Vec<(&'f FlowStep<'a>, Option<Term>, Option<Term>)> {
        let nodes = if mine { &self.ours } else { &self.theirs };
        let flow = self.flow;
        let mut normaliser = self.validity.normaliser(&mut self.terms, renaming, Some(process));
        let steps = flow.nodes[node].steps.iter();
        steps
            .map(|step| {
                let body = normaliser.step(step);
                (step, body, normaliser.target(flow, node, step, nodes))
            })
            .collect()
    }
}
