//! What of a program a permutation would change, in words.

use diagnostics::Span;
use groups::Permutation;
use machine::index::ProcessId;
use machine::program::{Initialiser, Place};

use super::flow::{Flow, FlowStep, Target};
use super::runs::Run;
use super::terms::{Term, Terms};
use super::validity::Validity;
use super::wording::Wording;

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

/// Looks for the first difference between a program and its image.
pub struct Search<'a, 'v> {
    /// The normal form of the program.
    pub validity: &'v Validity<'a>,
    /// All terms, known or not.
    pub terms: Terms,
    /// The names of the processes and channels.
    pub names: &'v dyn Fn(usize) -> String,
    /// What they are renamed to.
    pub permutation: &'v Permutation,
    /// What changes nothing.
    pub identity: &'v Permutation,
}

impl<'a, 'v> Search<'a, 'v> {
    fn wording<'w>(&'w self, renaming: &'w Permutation, process: Option<ProcessId>) -> Wording<'w> {
        Wording {
            machine: self.validity.machine,
            context: &self.validity.context,
            names: self.names,
            renaming,
            process,
        }
    }

    /// A process that would be started in another way.
    pub fn runs(&mut self) -> Option<Mismatch> {
        let validity = self.validity;
        for process in validity.processes() {
            let image = image(self.permutation, process);
            let term = validity.run(&mut self.terms, self.permutation, process)?;
            if validity.form.runs.get(image.index()) == Some(&term) {
                continue;
            }
            let text = |process, renaming: &Permutation| match validity.run_of(process) {
                Some(run) => self.run_text(run, renaming),
                None => self.given_text(process, renaming),
            };
            let (would_be, is) = (text(process, self.permutation), text(image, self.identity));
            let span = validity.run_of(image).map(|run| run.span);
            return Some(Mismatch { span, would_be, is });
        }
        None
    }

    fn run_text(&self, run: &Run<'_>, renaming: &Permutation) -> String {
        let process_type = &self.validity.machine.program.process_types[run.process_type.index()];
        let arguments = self.wording(renaming, Some(run.by)).list(run.arguments);
        format!("run {}({arguments})", process_type.name)
    }

    /// What a process was given that is started in a way that the text alone does not show.
    fn given_text(&self, process: ProcessId, renaming: &Permutation) -> String {
        let validity = self.validity;
        let declared =
            &validity.machine.program.process_types[validity.types[process.index()].index()];
        let wording = self.wording(renaming, Some(process));
        let has_cell = |parameter: &&_| validity.context.statics.has_cell(**parameter);
        let values = declared.parameters.iter().filter(has_cell).map(|&parameter| {
            let value = validity.context.statics.first(parameter, process);
            wording.value(value, Some(validity.context.classes.content(parameter)))
        });
        format!("run {}({})", declared.name, values.collect::<Vec<_>>().join(", "))
    }

    /// A variable that would have another initial value.
    pub fn initial_values(&mut self) -> Option<Mismatch> {
        let validity = self.validity;
        let identity = self.identity;
        let mut kept = Vec::new();
        for initialiser in validity.initial_values() {
            kept.push((initialiser, self.initial_value(initialiser, identity)?));
        }
        let mut left = Vec::new();
        for initialiser in validity.initial_values() {
            let renamed = self.initial_value(initialiser, self.permutation)?;
            match kept.iter().position(|(_, term)| *term == renamed) {
                Some(place) => drop(kept.remove(place)),
                None => left.push(initialiser),
            }
        }
        let other = left.first()?;
        // What stands where the other would be, or whatever is no longer there.
        let place = |place: &Place, renaming| self.wording(renaming, None).place(place);
        let would_be = place(&other.place, self.permutation);
        let same = |(kept, _): &&(&Initialiser, Term)| place(&kept.place, identity) == would_be;
        let (is, _) = kept.iter().find(same).or(kept.first())?;
        let text = |initialiser: &Initialiser, renaming| {
            let wording = self.wording(renaming, None);
            format!("{} = {}", wording.place(&initialiser.place), wording.expr(&initialiser.value))
        };
        let declared = &validity.machine.program.variables[is.place.variable.index()];
        Some(Mismatch {
            span: Some(declared.span),
            would_be: text(other, self.permutation),
            is: text(is, identity),
        })
    }

    fn initial_value(&mut self, initialiser: &Initialiser, renaming: &Permutation) -> Option<Term> {
        self.validity.normaliser(&mut self.terms, renaming, None).initialiser(initialiser)
    }

    /// A claim that would be another one.
    pub fn claims(&mut self) -> Option<Mismatch> {
        let validity = self.validity;
        let renamed = validity.claims(&mut self.terms, self.permutation)?;
        let differs = |&place: &usize| renamed[place] != validity.form.claims[place];
        let place = (0..renamed.len().min(validity.form.claims.len())).find(differs)?;
        let claim = &validity.machine.program.claims[place];
        let mut asked = Vec::new();
        claim.actions().for_each(|(action, _)| asked.push(Asked::Action(action)));
        claim.atoms().into_iter().for_each(|atom| asked.push(Asked::Atom(atom)));
        let text = |asked: &Asked<'_>, renaming| {
            let wording = self.wording(renaming, None);
            match asked {
                Asked::Action(action) => wording.actions(&[action]).join("; "),
                Asked::Atom(atom) => wording.expr(atom),
            }
        };
        let all = |renaming| asked.iter().map(|asked| text(asked, renaming)).collect();
        let (would_be, is) = without_common(Some(all(self.permutation)), Some(all(self.identity)));
        Some(Mismatch { span: Some(claim.span), would_be, is })
    }

    /// A process that would have another body.
    pub fn bodies(&mut self) -> Option<Mismatch> {
        let (validity, permutation, identity) = (self.validity, self.permutation, self.identity);
        for process in validity.bodies() {
            let image = image(permutation, process);
            let term = validity.body(&mut self.terms, permutation, process);
            if term.as_ref() == validity.form.bodies.get(image.index()) {
                continue;
            }
            if let Some(mismatch) = self.locals(process, image) {
                return Some(mismatch);
            }
            let flow = &validity.flows[validity.types[process.index()].index()];
            let terms = &mut self.terms;
            let ours = validity.normaliser(terms, permutation, Some(process)).nodes(flow)?;
            let theirs = validity.normaliser(terms, identity, Some(image)).nodes(flow)?;
            let terms = std::mem::take(terms);
            let mut comparison = Comparison { validity, flow, terms, ours, theirs };
            let (ours, theirs) = comparison.differ((process, permutation), (image, identity))?;
            let texts = |step: Option<&FlowStep<'_>>, (process, renaming)| {
                step.map(|step| self.wording(renaming, Some(process)).actions(&step.actions))
            };
            let (would_be, is) =
                (texts(ours, (process, permutation)), texts(theirs, (image, identity)));
            let span = theirs.or(ours).map(|step| step.span);
            let (would_be, is) = without_common(would_be, is);
            return Some(Mismatch { span, would_be, is });
        }
        None
    }

    /// A local variable that would have another initial value.
    fn locals(&mut self, process: ProcessId, image: ProcessId) -> Option<Mismatch> {
        let validity = self.validity;
        let (permutation, identity) = (self.permutation, self.identity);
        let declared =
            &validity.machine.program.process_types[validity.types[process.index()].index()];
        for initialiser in &declared.initialisers {
            let terms = &mut self.terms;
            let ours =
                validity.normaliser(terms, permutation, Some(process)).initialiser(initialiser);
            let theirs = validity.normaliser(terms, identity, Some(image)).initialiser(initialiser);
            if ours != theirs {
                let text = |renaming, process| {
                    let wording = self.wording(renaming, Some(process));
                    let place = wording.place(&initialiser.place);
                    format!("{place} = {}", wording.expr(&initialiser.value))
                };
                let variable =
                    &validity.machine.program.variables[initialiser.place.variable.index()];
                return Some(Mismatch {
                    span: Some(variable.span),
                    would_be: text(permutation, process),
                    is: text(identity, image),
                });
            }
        }
        None
    }
}

/// Something that a claim asks.
enum Asked<'a> {
    Action(&'a machine::program::Action),
    Atom(&'a machine::program::Expr),
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
