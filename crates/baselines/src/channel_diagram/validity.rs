//! Whether renaming processes and channels leaves a program as it is.

use std::collections::HashSet;

use detection::classes::Classes;
use detection::shape::Shape;
use groups::Permutation;
use machine::Machine;
use machine::index::{ProcessId, ProcessTypeId, VariableId};
use machine::program::{Action, Initialiser, Region};

use super::equivalence::Equivalence;
use super::flow::Flow;
use super::meanings::Meanings;
use super::mismatch::{Mismatch, Search};
use super::normal::{Context, Normaliser};
use super::runs::{Run, runs};
use super::statics::Statics;
use super::terms::{Kind, Term, Terms};

/// The normal form of a program, to be compared with those of its images (Donaldson and Miller 2008, section 7.3.1).
///
/// A permutation is valid if for each process the body, renamed, is that of its image, as are the arguments with which it is
/// started; and if the initial values of variables, renamed, are the initial values, and each claim, renamed, is that claim. The
/// valid permutations form a group. Bodies are compared as control flow, not as text: labels need not have the same names.
#[derive(Debug)]
pub struct Validity<'a> {
    pub(super) machine: &'a Machine,
    pub(super) context: Context<'a>,
    pub(super) types: Vec<ProcessTypeId>,
    pub(super) flows: Vec<Flow<'a>>,
    runs: Vec<Run<'a>>,
    /// The constant arrays whose cells matter together.
    searched: HashSet<VariableId>,
    terms: Terms,
    pub(super) form: Form,
}

/// A program in normal form.
#[derive(Debug, Default)]
pub(super) struct Form {
    pub(super) bodies: Vec<Term>,
    /// For each process, how it is started.
    pub(super) runs: Vec<Term>,
    initialisers: Option<Term>,
    pub(super) claims: Vec<Term>,
}

impl<'a> Validity<'a> {
    /// Brings a program to normal form.
    #[must_use]
    pub fn new(
        machine: &'a Machine,
        classes: &'a Classes,
        shape: &'a Shape,
        statics: Statics<'a>,
        equivalence: Equivalence,
    ) -> Self {
        let known_runs = runs(machine, shape);
        let program = &machine.program;
        let is_extended = equivalence == Equivalence::Extended;
        let searched =
            if is_extended { statics.searched_constants() } else { statics.read_constants() };
        // The process that starts the others may set variables before they move, in any order.
        let starter = known_runs.as_ref().and_then(|runs| Some(runs.first()?.by));
        let starter = starter.map(|starter| shape.types[starter.index()]);
        let starts = !program.initial.is_empty() && program.initial.len() < shape.types.len();
        let rearranged = |of: ProcessTypeId| is_extended || (starts && starter == Some(of));
        let context = Context {
            equivalence,
            classes,
            meanings: Meanings::new(machine, classes),
            statics,
            semantics: program.semantics,
            processes: shape.types.len(),
            channels: shape.channels.clone(),
            blocks: blocks(machine, &rearranged),
            parameters: program.process_types.iter().map(|t| t.parameters.clone()).collect(),
            runs_are_known: known_runs.is_some(),
        };
        let types = ProcessTypeId::below(program.process_types.len());
        let mut validity = Validity {
            machine,
            context,
            types: shape.types.clone(),
            flows: types.map(|of| Flow::of_type(machine, of, rearranged(of))).collect(),
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

    pub(super) fn processes(&self) -> impl Iterator<Item = ProcessId> + use<> {
        ProcessId::below(self.types.len())
    }

    pub(super) fn normaliser<'n>(
        &'n self,
        terms: &'n mut Terms,
        renaming: &'n Permutation,
        process: Option<ProcessId>,
    ) -> Normaliser<'n> {
        Normaliser { context: &self.context, terms, renaming, process }
    }

    fn form(&self, terms: &mut Terms, renaming: &Permutation) -> Option<Form> {
        Some(Form {
            bodies: self
                .processes()
                .map(|p| self.body(terms, renaming, p))
                .collect::<Option<_>>()?,
            runs: self.processes().map(|p| self.run(terms, renaming, p)).collect::<Option<_>>()?,
            initialisers: Some(self.initialisers(terms, renaming)?),
            claims: self.claims(terms, renaming)?,
        })
    }

    /// Something, if the renamed program is the program; it is given up at the first difference.
    fn keeps(&self, terms: &mut Terms, renaming: &Permutation) -> Option<()> {
        let equal = |a: bool| a.then_some(());
        for process in self.processes() {
            let term = self.run(terms, renaming, process)?;
            equal(self.form.runs.get(renaming.image(process.index())) == Some(&term))?;
        }
        equal(Some(self.initialisers(terms, renaming)?) == self.form.initialisers)?;
        equal(self.claims(terms, renaming)? == self.form.claims)?;
        for process in self.bodies() {
            let term = self.body(terms, renaming, process)?;
            equal(self.form.bodies.get(renaming.image(process.index())) == Some(&term))?;
        }
        Some(())
    }

    /// The processes whose bodies are compared: if nothing in them stands for what a process was given, one of each type.
    pub(super) fn bodies(&self) -> impl Iterator<Item = ProcessId> {
        let is_text = self.context.equivalence == Equivalence::Published;
        let is_first = move |process: &ProcessId| {
            let process = process.index();
            !is_text || !self.types[..process].contains(&self.types[process])
        };
        self.processes().filter(is_first)
    }

    pub(super) fn claims(&self, terms: &mut Terms, renaming: &Permutation) -> Option<Vec<Term>> {
        let mut normaliser = self.normaliser(terms, renaming, None);
        self.machine.program.claims.iter().map(|claim| normaliser.claim(claim)).collect()
    }

    fn initialisers(&self, terms: &mut Terms, renaming: &Permutation) -> Option<Term> {
        let mut normaliser = self.normaliser(terms, renaming, None);
        let initialisers = self.initial_values();
        let all = initialisers.map(|i| normaliser.initialiser(i)).collect::<Option<_>>()?;
        terms.unordered(all)
    }

    /// The initial values that are compared. A constant that stands for what it holds wherever it is read has no other meaning.
    pub(super) fn initial_values(&self) -> impl Iterator<Item = &'a Initialiser> {
        let is_kept = |initialiser: &&Initialiser| {
            let place = &initialiser.place;
            place.region != Region::Constant || self.searched.contains(&place.variable)
        };
        self.machine.program.initialisers.iter().filter(is_kept)
    }

    pub(super) fn body(
        &self,
        terms: &mut Terms,
        renaming: &Permutation,
        process: ProcessId,
    ) -> Option<Term> {
        let process_type = self.types[process.index()];
        let mut normaliser = self.normaliser(terms, renaming, Some(process));
        let declared = &self.machine.program.process_types[process_type.index()];
        let provided = match &declared.provided {
            Some(condition) => normaliser.truth(condition)?,
            None => -1,
        };
        let mut parts = vec![i64::from(process_type.0), provided];
        parts.push(normaliser.flow(&self.flows[process_type.index()])?);
        for initialiser in &declared.initialisers {
            parts.push(normaliser.initialiser(initialiser)?);
        }
        terms.term(Kind::Process, &parts)
    }

    /// How a process is started, as the text says it or as the processes find it.
    pub(super) fn run(
        &self,
        terms: &mut Terms,
        renaming: &Permutation,
        process: ProcessId,
    ) -> Option<Term> {
        match self.run_of(process) {
            Some(run) => {
                let mut normaliser = self.normaliser(terms, renaming, Some(run.by));
                normaliser.run(run.process_type, run.arguments, run.priority, run.result)
            }
            None => {
                let process_type = self.types[process.index()];
                self.normaliser(terms, renaming, Some(process)).given(process_type, process)
            }
        }
    }

    pub(super) fn run_of(&self, process: ProcessId) -> Option<&Run<'a>> {
        self.runs.iter().find(|run| run.process == process)
    }

    /// What would be another part of the program; none if the permutation is valid.
    #[must_use]
    pub fn mismatch(
        &self,
        permutation: &Permutation,
        names: &dyn Fn(usize) -> String,
    ) -> Option<Mismatch> {
        let identity = Permutation::identity(permutation.degree());
        let mut search = Search {
            validity: self,
            terms: self.terms.open(),
            names,
            permutation,
            identity: &identity,
        };
        search
            .runs()
            .or_else(|| search.initial_values())
            .or_else(|| search.claims())
            .or_else(|| search.bodies())
    }
}

/// The deterministic blocks of a program, by their identities.
fn blocks<'a>(
    machine: &'a Machine,
    rearranged: &dyn Fn(ProcessTypeId) -> bool,
) -> Vec<Option<Flow<'a>>> {
    let mut flows = Vec::new();
    flows.resize_with(machine.block_count(), || None);
    let mut add = |action: &'a Action, rearranged: bool| {
        if let Action::Deterministic(block) = action
            && let Some(id) = block.id()
        {
            flows[id.index()] = Some(Flow::of_block(block, rearranged));
        }
    };
    for edge in &machine.code.edges {
        let rearranged = rearranged(machine.type_of(edge.from));
        edge.operations.iter().for_each(|operation| add(&operation.action, rearranged));
    }
    let claims = machine.program.claims.iter();
    claims.flat_map(|claim| claim.actions()).for_each(|(action, _)| add(action, false));
    flows
}
