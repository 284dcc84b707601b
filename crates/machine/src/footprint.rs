//! What an action, or an edge, may touch in any state: its *footprint*.
//!
//! The shape is that of the dependency matrices of LTSmin's PINS (Kant, Laarman, Meijer, van de Pol, Blom and van Dijk, *LTSmin:
//! high-performance language-independent model checking*, TACAS 2015; *read*, *may write* and *must write* are from Meijer, Kant,
//! Blom and van de Pol, *Read, write and copy dependencies for symbolic model checking*, HVC 2014), with processes and channels
//! beside cells. Each part says how strict it is:
//!
//! - `reads` and `may_write`, and all that is not cells, are over-approximations: they remain correct if entries are added. An
//!   action does the same in two states in which the cells that it reads hold the same; a cell that it may not write keeps its
//!   value.
//! - `must_write` is an under-approximation: it remains correct if entries are taken away. Whenever the action comes to its end
//!   without an error, such a cell was written.
//!
//! Variables that no state holds (constants, and what is never read) are no part of it. Nor is what the machine does between
//! steps: a process that ends takes its cells with it, and what is forgotten is forgotten whoever moved.

use std::collections::BTreeSet;

use crate::declarations::initial_values;
use crate::index::{ChannelId, LabelId, ProcessTypeId, VariableId};
use crate::program::{Action, DeterministicBlock, Expr, ExprKind, Owner, Place, Program, Region};
use crate::spin::SpinExpr;
use crate::touches::{self, Deed, Touch};

/// Whose a variable is, seen from who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    /// Nobody's: it is global.
    Nobody,
    /// The process that acts.
    Actor,
    /// Some process of a type: any of those that there are, the actor perhaps included, or one that is being started.
    Of(ProcessTypeId),
}

/// Cells of one variable: of one process's, or of any that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cells {
    /// The variable.
    pub variable: VariableId,
    /// Whose it is.
    pub holder: Holder,
    /// The first, counted from 0 within the variable.
    pub first: u32,
    /// The one after the last.
    pub end: u32,
}

/// Which channels may be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channels {
    /// The only one of a declaration that belongs to no process.
    Declared(ChannelId),
    /// One that the actor has of its own, by its place among those.
    Own(u32),
    /// Any that there is.
    Any,
}

/// Something done with channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contact {
    /// With which.
    pub channels: Channels,
    /// What.
    pub deed: Deed,
}

/// What is touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The cells that may be read.
    pub reads: BTreeSet<Cells>,
    /// The cells that may be written.
    pub may_write: BTreeSet<Cells>,
    /// The cells that are written, whatever happens. Each entry is one cell.
    pub must_write: BTreeSet<Cells>,
    /// What may be done with channels. The cells of their buffers are not listed otherwise.
    pub contacts: BTreeSet<Contact>,
    /// The control points for which it may be asked whether a process is there.
    pub labels: BTreeSet<LabelId>,
    /// The types of processes that may be started.
    pub starts: BTreeSet<ProcessTypeId>,
    /// Whether the process may end.
    pub ends: bool,
    /// Whether it may matter which processes there are.
    pub counts: bool,
    /// Whether it may depend on anything at all: on where processes are, and on whether they can move.
    pub asks_everything: bool,
}

impl Footprint {
    /// That of one action.
    #[must_use]
    pub fn of_action(program: &Program, action: &Action) -> Footprint {
        let mut footprint = Footprint::default();
        touches::of_action(action, &mut |touch, _| footprint.note(program, Holder::Actor, touch));
        footprint.must_write = must_write(program, action).unwrap_or_default();
        footprint
    }

    /// That of evaluating an expression.
    #[must_use]
    pub fn of_expression(program: &Program, expr: &Expr) -> Footprint {
        let mut footprint = Footprint::default();
        touches::of_expression(expr, &mut |touch, _| {
            footprint.note(program, Holder::Actor, touch);
        });
        footprint
    }

    /// The own variables of the actor that may be read.
    pub fn own_reads(&self) -> impl Iterator<Item = VariableId> {
        own(&self.reads)
    }

    /// The own variables of the actor that may be written.
    pub fn own_writes(&self) -> impl Iterator<Item = VariableId> {
        own(&self.may_write)
    }

    /// Whether a scalar variable of the actor's own is written, whatever happens.
    #[must_use]
    pub fn surely_writes_own(&self, variable: VariableId) -> bool {
        self.must_write.contains(&Cells { variable, holder: Holder::Actor, first: 0, end: 1 })
    }

    /// Whether a cell of somebody's variable may be read.
    #[must_use]
    pub fn may_read(&self, variable: VariableId, cell: u32, holders: &[Holder]) -> bool {
        self.asks_everything || contain(&self.reads, variable, cell, holders)
    }

    /// Whether a cell of somebody's variable may be written.
    #[must_use]
    pub fn may_write(&self, variable: VariableId, cell: u32, holders: &[Holder]) -> bool {
        contain(&self.may_write, variable, cell, holders)
    }

    fn note(&mut self, program: &Program, actor: Holder, touch: Touch<'_>) {
        match touch {
            Touch::Read(place) => self.reads.extend(Cells::of(program, place, actor)),
            Touch::Write(place) => self.may_write.extend(Cells::of(program, place, actor)),
            Touch::Name(_) | Touch::NameChannel(_) => {}
            Touch::Channel(channel, deed) => {
                let channels = Channels::named_by(channel, actor);
                self.contacts.insert(Contact { channels, deed });
            }
            Touch::Start(process_type) => self.start(program, process_type),
            // Only the youngest can end.
            Touch::End => (self.ends, self.counts) = (true, true),
            Touch::Count => self.counts = true,
            Touch::At(label) => {
                self.labels.insert(label);
            }
            Touch::Timeout => self.asks_everything = true,
            Touch::Ask(SpinExpr::ProcessCount) => self.counts = true,
            Touch::Ask(SpinExpr::Priority(_)) => {
                self.counts = true;
                self.reads.extend(priorities(program));
            }
            Touch::Ask(
                SpinExpr::NonProgress
                | SpinExpr::Accepting
                | SpinExpr::Enabled(_)
                | SpinExpr::ControlPoint(_),
            ) => self.asks_everything = true,
            Touch::SetPriority => {
                self.counts = true;
                self.may_write.extend(priorities(program));
            }
        }
    }

    /// A process is started: who starts it evaluates its initial values, which become its own.
    fn start(&mut self, program: &Program, process_type: ProcessTypeId) {
        self.starts.insert(process_type);
        self.counts = true;
        let declared = &program.process_types[process_type.index()];
        let started = Holder::Of(process_type);
        initial_values(declared, &mut |touch, _| self.note(program, started, touch));
    }

    /// Adds what comes after it in the same step.
    pub(crate) fn add(&mut self, then: Footprint) {
        self.may_write.extend(then.may_write);
        self.must_write.extend(then.must_write);
        self.contacts.extend(then.contacts);
        self.starts.extend(then.starts);
        self.ends |= then.ends;
        self.reads.extend(then.reads);
        self.labels.extend(then.labels);
        self.counts |= then.counts;
        self.asks_everything |= then.asks_everything;
    }

    /// Adds what it depends on whether something else is possible.
    pub(crate) fn add_question(&mut self, asked: Footprint) {
        self.reads.extend(asked.reads);
        self.labels.extend(asked.labels);
        self.counts |= asked.counts;
        self.asks_everything |= asked.asks_everything;
        let question = |contact: Contact| Contact { deed: Deed::Poll, ..contact };
        self.contacts.extend(asked.contacts.into_iter().map(question));
    }
}

impl Cells {
    /// The cells that a place may be, if a state holds them, where `actor` evaluates it.
    fn of(program: &Program, place: &Place, actor: Holder) -> Option<Cells> {
        let holder = match place.region {
            Region::Global => Holder::Nobody,
            Region::Local(of) => match place.owner {
                Owner::Actor => actor,
                Owner::Process(_) => Holder::Of(of),
            },
            Region::Constant | Region::Discarded => return None,
        };
        let all = Cells::all(program, place.variable, holder);
        let (mut first, mut end) = (0, 1);
        for subscript in &place.subscripts {
            match subscript.index.constant_value().map(u32::try_from) {
                Some(Ok(index)) if index < subscript.length => {
                    first += index * subscript.stride;
                    end += index * subscript.stride;
                }
                // One that is out of range is an error whatever there is.
                Some(_) => return Some(all),
                None => end += subscript.length.saturating_sub(1) * subscript.stride,
            }
        }
        Some(Cells { first, end, ..all })
    }

    /// All cells of a variable.
    pub(crate) fn all(program: &Program, variable: VariableId, holder: Holder) -> Cells {
        let end = program.variables[variable.index()].cells();
        Cells { variable, holder, first: 0, end }
    }

    /// Whether that is a single cell, of a process that is known.
    fn is_one(&self) -> bool {
        self.end - self.first == 1 && !matches!(self.holder, Holder::Of(_))
    }
}

impl Channels {
    fn named_by(expr: &Expr, actor: Holder) -> Channels {
        match &expr.kind {
            ExprKind::Channel(channel) => Channels::Declared(*channel),
            ExprKind::OwnChannel(place) if actor == Holder::Actor => Channels::Own(*place),
            _ => Channels::Any,
        }
    }
}

fn own(cells: &BTreeSet<Cells>) -> impl Iterator<Item = VariableId> {
    cells.iter().filter(|cells| cells.holder == Holder::Actor).map(|cells| cells.variable)
}

fn contain(all: &BTreeSet<Cells>, variable: VariableId, cell: u32, holders: &[Holder]) -> bool {
    all.iter().any(|cells| {
        cells.variable == variable
            && holders.contains(&cells.holder)
            && (cells.first..cells.end).contains(&cell)
    })
}

/// The priorities of all processes.
fn priorities(program: &Program) -> impl Iterator<Item = Cells> {
    let types = program.process_types.iter().enumerate();
    types.filter_map(|(index, declared)| {
        let holder = Holder::Of(ProcessTypeId::new(index));
        Some(Cells::all(program, declared.priority?, holder))
    })
}

/// The cells that are written whenever an action comes to its end; none if it never does.
fn must_write(program: &Program, action: &Action) -> Option<BTreeSet<Cells>> {
    if let Action::Deterministic(block) = action {
        return must_write_in(program, block);
    }
    let mut written = BTreeSet::new();
    touches::of_action(action, &mut |touch, _| {
        if let Touch::Write(place) = touch {
            written.extend(Cells::of(program, place, Holder::Actor).filter(|cells| cells.is_one()));
        }
    });
    Some(written)
}

/// The cells that are written on every way through a block, from wherever it begins; none if there is no way out of it.
fn must_write_in(program: &Program, block: &DeterministicBlock) -> Option<BTreeSet<Cells>> {
    let options: Vec<Vec<_>> = block
        .points
        .iter()
        .map(|point| point.options.iter().map(|(it, to)| (must_write(program, it), *to)).collect())
        .collect();
    // From each point to the end; none while no way to the end is known.
    let mut rest: Vec<Option<BTreeSet<Cells>>> = vec![None; block.points.len()];
    let through = |(written, to): &(Option<BTreeSet<Cells>>, Option<u32>), rest: &[Option<_>]| {
        let then = to.map_or(Some(BTreeSet::new()), |to| rest[to as usize].clone());
        Some(written.as_ref()?.union(&then?).copied().collect())
    };
    let mut news = true;
    while std::mem::take(&mut news) {
        for (place, options) in options.iter().enumerate().rev() {
            let found = options.iter().filter_map(|option| through(option, &rest));
            let found = found.reduce(|a: BTreeSet<Cells>, b| a.intersection(&b).copied().collect());
            news |= rest[place] != found;
            rest[place] = found;
        }
    }
    // A message that is taken over begins it anywhere among its heads.
    let heads =
        block.heads.iter().map(|&(point, option)| &options[point as usize][option as usize]);
    let heads = heads.filter_map(|head| through(head, &rest));
    let starts = rest.first().cloned().flatten().into_iter().chain(heads);
    starts.reduce(|a, b| a.intersection(&b).copied().collect())
}
