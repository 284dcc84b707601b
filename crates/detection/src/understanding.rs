//! What detection knows of a program, found out once, step by step, and asked by everything that has a question about its
//! symmetry: detection itself, the reasons why components are not interchangeable, declared scalarsets and groups, and the
//! published method that detection is compared with.

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;

use diagnostics::Span;
use groups::{Automorphisms, Interrupted, Patience, SparsePermutation, automorphisms_within};
use machine::Machine;
use num_bigint::BigUint;

use super::classes::{Classes, NumberUse};
use super::detector::Detector;
use super::graph::{Kept, Kinds, ProgramGraph, program_graph};
use super::inference::infer;
use super::mirrors::Mirrors;
use super::shape::Shape;
use super::spin::beyond_symmetry;
use super::{Constraint, Reduction, Remark};

/// What is known of the symmetry of a machine. Nothing is computed before it is asked for, nor twice. A question that takes longer
/// than whoever asks has patience leaves no trace.
#[derive(Debug)]
pub struct Understanding<'m> {
    machine: &'m Machine,
    dropped: Option<Constraint>,
    shape: OnceCell<Option<Shape>>,
    known: OnceCell<Result<Known<'m>, Remark>>,
}

/// What is known of a machine of which something may be permuted.
#[derive(Debug)]
struct Known<'m> {
    classes: Classes<'m>,
    graph: OnceCell<ProgramGraph>,
    automorphisms: OnceCell<Automorphisms>,
    /// Whether a group was found that some state refutes.
    is_refuted: Cell<bool>,
}

impl<'m> Understanding<'m> {
    /// Of a machine, nothing as yet.
    #[must_use]
    pub fn new(machine: &'m Machine) -> Understanding<'m> {
        Understanding { machine, dropped: None, shape: OnceCell::new(), known: OnceCell::new() }
    }

    /// The same with a constraint left out, to test that it is needed.
    pub(super) fn without(machine: &'m Machine, dropped: Constraint) -> Understanding<'m> {
        Understanding { dropped: Some(dropped), ..Understanding::new(machine) }
    }

    /// The machine.
    #[must_use]
    pub fn machine(&self) -> &'m Machine {
        self.machine
    }

    /// The processes once all are started; none if that never comes.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn shape(&self, patience: &mut Patience<'_>) -> Result<Option<&Shape>, Interrupted> {
        let shape = once(&self.shape, || Shape::find_within(self.machine, patience))?;
        Ok(shape.as_ref())
    }

    /// What there is to permute; inside, why nothing can be.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn understood(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Understood<'_>, &Remark>, Interrupted> {
        let known = once(&self.known, || self.find_out(patience))?;
        Ok(known.as_ref().map(|known| {
            let shape = self.shape.get().and_then(Option::as_ref);
            let shape = shape.expect("classes are inferred with it");
            Understood { machine: self.machine, classes: &known.classes, shape, known }
        }))
    }

    /// Whether a group was found that some state refutes.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        matches!(self.known.get(), Some(Ok(known)) if known.is_refuted.get())
    }

    fn find_out(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Known<'m>, Remark>, Interrupted> {
        if let Some(text) = beyond_symmetry(self.machine, self.dropped) {
            return Ok(Err(Remark { span: None, text }));
        }
        let Some(shape) = self.shape(patience)? else {
            let text = "the set of processes never settles: processes are started for ever, \
                        or only after a long run"
                .to_owned();
            return Ok(Err(Remark { span: None, text }));
        };
        let classes = infer(self.machine, shape, self.dropped, &Mirrors::default(), patience)?;
        let numbers = classes.channels_are_numbers();
        if let Some(used) = numbers.filter(|_| classes.keeps(Constraint::ChannelsByNumber)) {
            let what = used.map_or("named by a number, or computed", |used| used.what);
            let text = format!("no symmetry is looked for: channels are {what}");
            return Ok(Err(Remark { span: used.map(|used| used.span), text }));
        }
        let plain = Known::new(classes);
        let mirrored = self.mirrored(&plain, shape, patience)?;
        Ok(Ok(mirrored.unwrap_or(plain)))
    }

    /// What is known if kinds of values are taken together that let processes change places, as far as more can be exchanged
    /// then.
    fn mirrored(
        &self,
        plain: &Known<'m>,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Known<'m>>, Interrupted> {
        let found = Mirrors::find(self.machine, &plain.classes, shape, patience)?;
        if found.is_empty() {
            return Ok(None);
        }
        let (mut best, mut taken) = (None, Mirrors::default());
        let mut order = plain.order(self.machine, shape, patience)?;
        for mirrors in found {
            let mut tried = taken.clone();
            tried.add(mirrors);
            let classes = infer(self.machine, shape, self.dropped, &tried, patience)?;
            if classes.channels_are_numbers().is_some() {
                continue;
            }
            let known = Known::new(classes);
            let found = known.order(self.machine, shape, patience)?;
            if found > order {
                (best, taken, order) = (Some(known), tried, found);
            }
        }
        Ok(best)
    }
}

impl<'m> Known<'m> {
    fn new(classes: Classes<'m>) -> Known<'m> {
        let (graph, automorphisms) = (OnceCell::new(), OnceCell::new());
        Known { classes, graph, automorphisms, is_refuted: Cell::new(false) }
    }

    fn graph(
        &self,
        machine: &'m Machine,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<&ProgramGraph, Interrupted> {
        let draw =
            || program_graph(machine, &self.classes, shape, Kinds::Apart, Kept::All, patience);
        once(&self.graph, draw)
    }

    fn automorphisms(
        &self,
        machine: &'m Machine,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<&Automorphisms, Interrupted> {
        let graph = &self.graph(machine, shape, patience)?.graph;
        once(&self.automorphisms, || automorphisms_within(graph, patience))
    }

    /// The order of the group that a search can use.
    fn order(
        &self,
        machine: &'m Machine,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<BigUint, Interrupted> {
        let generators = &self.automorphisms(machine, shape, patience)?.generators;
        let program = self.graph(machine, shape, patience)?;
        self.order_by(machine, shape, program, generators, patience)
    }

    /// The same if only some propositions were to be kept.
    fn order_keeping(
        &self,
        kept: Kept,
        machine: &'m Machine,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<BigUint, Interrupted> {
        let program = program_graph(machine, &self.classes, shape, Kinds::Apart, kept, patience)?;
        let found = automorphisms_within(&program.graph, patience)?;
        self.order_by(machine, shape, &program, &found.generators, patience)
    }

    fn order_by(
        &self,
        machine: &'m Machine,
        shape: &Shape,
        program: &ProgramGraph,
        generators: &[SparsePermutation],
        patience: &mut Patience<'_>,
    ) -> Result<BigUint, Interrupted> {
        let detector = Detector { machine, classes: &self.classes, shape };
        let reduction = detector.run(program, generators, &mut Vec::new(), patience)?;
        Ok(reduction.map_or_else(|| BigUint::from(1u8), |reduction| reduction.symmetry.order()))
    }
}

/// What a cell holds; if that is nothing, what is computed now, unless it fails.
fn once<T>(
    cell: &OnceCell<T>,
    compute: impl FnOnce() -> Result<T, Interrupted>,
) -> Result<&T, Interrupted> {
    if let Some(known) = cell.get() {
        return Ok(known);
    }
    let computed = compute()?;
    Ok(cell.get_or_init(|| computed))
}

/// A machine of which something may be permuted.
#[derive(Clone, Copy, Debug)]
pub struct Understood<'u> {
    /// The machine.
    pub machine: &'u Machine,
    /// What values mean.
    pub classes: &'u Classes<'u>,
    /// The processes.
    pub shape: &'u Shape,
    known: &'u Known<'u>,
}

impl<'u> Understood<'u> {
    /// The coloured graph of the program.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn graph(&self, patience: &mut Patience<'_>) -> Result<&'u ProgramGraph, Interrupted> {
        self.known.graph(self.machine, self.shape, patience)
    }

    /// The automorphisms of that graph.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn automorphisms(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<&'u Automorphisms, Interrupted> {
        self.known.automorphisms(self.machine, self.shape, patience)
    }

    /// The order of the group that a search could use if only some propositions were to be kept.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub(super) fn order_keeping(
        &self,
        kept: Kept,
        patience: &mut Patience<'_>,
    ) -> Result<BigUint, Interrupted> {
        self.known.order_keeping(kept, self.machine, self.shape, patience)
    }

    /// What may stand in the way of symmetry.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark> {
        self.classes.conflicts().iter().map(remark).collect()
    }

    /// The heads of the loops that count rounds up to a constant, whose rounds are not known to be able to change places. A head is
    /// among them that is none of a loop.
    #[must_use]
    pub fn ordered_loops(&self) -> &'u HashSet<Span> {
        self.classes.folds().ordered()
    }

    /// The reduction by the group that some automorphisms of the graph generate; what stands in its way goes to the remarks.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn reduce(
        &self,
        automorphisms: &[SparsePermutation],
        remarks: &mut Vec<Remark>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Reduction>, Interrupted> {
        let &Understood { machine, classes, shape, known } = self;
        let program = self.graph(patience)?;
        let detector = Detector { machine, classes, shape };
        let Some(reduction) = detector.run(program, automorphisms, remarks, patience)? else {
            return Ok(None);
        };
        // A test that leaves something out tries the group itself.
        if classes.leaves_out_something() {
            return Ok(Some(reduction));
        }
        match reduction.try_invented_states(patience)? {
            Ok(()) => Ok(Some(reduction)),
            Err(difference) => {
                remarks.push(reduction.refuted(machine, &difference));
                known.is_refuted.set(true);
                Ok(None)
            }
        }
    }
}

fn remark(conflict: &NumberUse) -> Remark {
    Remark { span: Some(conflict.span), text: format!("ids are {}", conflict.told()) }
}
