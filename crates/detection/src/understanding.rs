//! What detection knows of a program, found out once, step by step, and asked by everything that has a question about its
//! symmetry: detection itself, the reasons why components are not interchangeable, declared scalarsets and groups, and the
//! published method that detection is compared with.

use std::cell::{Cell, OnceCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use diagnostics::Span;
use groups::{
    Automorphisms, Group, Interrupted, Patience, SparsePermutation, automorphisms_within,
};
use machine::Machine;
use machine::index::ProcessTypeId;
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
    shape: OnceCell<Option<Rc<Shape>>>,
    known: OnceCell<Result<Known<'m>, Remark>>,
    simplified: OnceCell<Option<Known<'m>>>,
}

/// What is known of a machine of which something may be permuted.
#[derive(Debug)]
struct Known<'m> {
    /// The machine, or what says the same more simply.
    machine: &'m Machine,
    shape: Rc<Shape>,
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
        let (shape, known, simplified) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Understanding { machine, dropped: None, shape, known, simplified }
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
        let find = || Ok(Shape::find_within(self.machine, patience)?.map(Rc::new));
        Ok(once(&self.shape, find)?.as_deref())
    }

    /// What there is to permute; inside, why nothing can be. Where more processes can be once the machine [says less](Machine::simplified), it is
    /// that machine's.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn understood(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Understood<'_>, &Remark>, Interrupted> {
        let as_written = self.as_written(patience)?;
        let known = self.known.get().and_then(|known| known.as_ref().ok());
        let simplified = once(&self.simplified, || self.if_simplified(known, patience))?;
        Ok(simplified.as_ref().map_or(as_written, |known| Ok(known.understood())))
    }

    /// The same of the machine as its text says.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn as_written(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Understood<'_>, &Remark>, Interrupted> {
        let known = once(&self.known, || self.of_machine(patience))?;
        Ok(known.as_ref().map(Known::understood))
    }

    /// Whether a group was found that some state refutes.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        let as_written = self.known.get().and_then(|known| known.as_ref().ok());
        let simplified = self.simplified.get().and_then(Option::as_ref);
        as_written.into_iter().chain(simplified).any(|known| known.is_refuted.get())
    }

    /// What is known of the machine once it says less, if more processes can be exchanged then. (Tests that leave a constraint out look at the
    /// machine as it is.)
    fn if_simplified(
        &self,
        as_written: Option<&Known<'m>>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Known<'m>>, Interrupted> {
        let Some(Some(shape)) = self.shape.get() else { return Ok(None) };
        if self.dropped.is_some() {
            return Ok(None);
        }
        let found = match as_written {
            Some(known) if known.moves_all(patience)? => return Ok(None),
            Some(known) => known.exchanges(patience)?,
            None => BigUint::from(1u8),
        };
        let beginnings = || shape.beginnings(self.machine);
        let Some(simplified) = self.machine.simplified(beginnings) else { return Ok(None) };
        let known = Understanding::new(simplified).of_machine(patience)?;
        match known.ok() {
            Some(known) if known.exchanges(patience)? > found => Ok(Some(known)),
            _ => Ok(None),
        }
    }

    /// What is known of the machine as it is.
    fn of_machine(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Known<'m>, Remark>, Interrupted> {
        let machine = self.machine;
        if let Some(text) = beyond_symmetry(machine, self.dropped) {
            return Ok(Err(Remark { span: None, text }));
        }
        self.shape(patience)?;
        let Some(shape) = self.shape.get().cloned().flatten() else {
            let text = "the set of processes never settles: processes are started for ever, \
                        or only after a long run"
                .to_owned();
            return Ok(Err(Remark { span: None, text }));
        };
        let classes = infer(machine, &shape, self.dropped, &Mirrors::default(), patience)?;
        let numbers = classes.channels_are_numbers();
        if let Some(used) = numbers.filter(|_| classes.keeps(Constraint::ChannelsByNumber)) {
            let what = used.map_or("named by a number, or computed", |used| used.what);
            let text = format!("no symmetry is looked for: channels are {what}");
            return Ok(Err(Remark { span: used.map(|used| used.span), text }));
        }
        let plain = Known::new(machine, shape, classes);
        let mirrored = self.mirrored(&plain, patience)?;
        Ok(Ok(mirrored.unwrap_or(plain)))
    }

    /// What is known if kinds of values are taken together that let processes change places, as far as more can be exchanged
    /// then.
    fn mirrored(
        &self,
        plain: &Known<'m>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Known<'m>>, Interrupted> {
        let (machine, shape) = (plain.machine, &plain.shape);
        let found = Mirrors::find(machine, &plain.classes, shape, patience)?;
        if found.is_empty() {
            return Ok(None);
        }
        let (mut best, mut taken) = (None, Mirrors::default());
        let mut order = plain.order(patience)?;
        for mirrors in found {
            let mut tried = taken.clone();
            tried.add(mirrors);
            let classes = infer(machine, shape, self.dropped, &tried, patience)?;
            if classes.channels_are_numbers().is_some() {
                continue;
            }
            let known = Known::new(machine, Rc::clone(shape), classes);
            let found = known.order(patience)?;
            if found > order {
                (best, taken, order) = (Some(known), tried, found);
            }
        }
        Ok(best)
    }
}

impl<'m> Known<'m> {
    fn new(machine: &'m Machine, shape: Rc<Shape>, classes: Classes<'m>) -> Known<'m> {
        let (graph, automorphisms) = (OnceCell::new(), OnceCell::new());
        Known { machine, shape, classes, graph, automorphisms, is_refuted: Cell::new(false) }
    }

    fn understood(&self) -> Understood<'_> {
        let Known { machine, shape, classes, .. } = self;
        Understood { machine, classes, shape, known: self }
    }

    fn graph(&self, patience: &mut Patience<'_>) -> Result<&ProgramGraph, Interrupted> {
        once(&self.graph, || self.draw(Kept::All, patience))
    }

    fn draw(&self, kept: Kept, patience: &mut Patience<'_>) -> Result<ProgramGraph, Interrupted> {
        program_graph(self.machine, &self.classes, &self.shape, Kinds::Apart, kept, patience)
    }

    fn automorphisms(&self, patience: &mut Patience<'_>) -> Result<&Automorphisms, Interrupted> {
        let graph = &self.graph(patience)?.graph;
        once(&self.automorphisms, || automorphisms_within(graph, patience))
    }

    /// Whether processes of one type change places in all orders: no more of them can.
    fn moves_all(&self, patience: &mut Patience<'_>) -> Result<bool, Interrupted> {
        let mut of_type: HashMap<ProcessTypeId, u32> = HashMap::new();
        self.shape.types.iter().for_each(|&it| *of_type.entry(it).or_default() += 1);
        let orders = of_type.values().flat_map(|&count| 1..=count).map(BigUint::from);
        Ok(self.of_processes(patience)? >= orders.product())
    }

    /// In how many ways processes change places.
    fn of_processes(&self, patience: &mut Patience<'_>) -> Result<BigUint, Interrupted> {
        let processes = &self.graph(patience)?.processes;
        let generators = self.automorphisms(patience)?.generators.iter();
        let generators = generators.filter_map(|it| it.restricted_to(processes)).collect();
        Ok(Group::from_generators_within(processes.len(), generators, patience)?.order())
    }

    /// In how many ways processes change places in a search.
    fn exchanges(&self, patience: &mut Patience<'_>) -> Result<BigUint, Interrupted> {
        let one = BigUint::from(1u8);
        if self.order(patience)? > one { self.of_processes(patience) } else { Ok(one) }
    }

    /// The order of the group that a search can use.
    fn order(&self, patience: &mut Patience<'_>) -> Result<BigUint, Interrupted> {
        let generators = &self.automorphisms(patience)?.generators;
        let program = self.graph(patience)?;
        self.order_by(program, generators, patience)
    }

    /// The same if only some propositions were to be kept.
    fn order_keeping(
        &self,
        kept: Kept,
        patience: &mut Patience<'_>,
    ) -> Result<BigUint, Interrupted> {
        let program = self.draw(kept, patience)?;
        let found = automorphisms_within(&program.graph, patience)?;
        self.order_by(&program, &found.generators, patience)
    }

    fn order_by(
        &self,
        program: &ProgramGraph,
        generators: &[SparsePermutation],
        patience: &mut Patience<'_>,
    ) -> Result<BigUint, Interrupted> {
        let detector =
            Detector { machine: self.machine, classes: &self.classes, shape: &self.shape };
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
        self.known.graph(patience)
    }

    /// The automorphisms of that graph.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn automorphisms(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<&'u Automorphisms, Interrupted> {
        self.known.automorphisms(patience)
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
        self.known.order_keeping(kept, patience)
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
