//! From the syntax tree to a [`machine::program::Program`].
//!
//! All processes are of one type. A mode is a place where control rests, and each of its rules one step from there: a guard, then
//! the actions, as one atomic sequence. A process may read and write variables of any other ([`machine::program::Owner`]). What F.
//! Wang and K. Schmidt (*Symmetric symbolic safety-analysis of concurrent software with pointer data structures*, FORTE 2002, Sect.
//! 2) call ⊥ is an expression without a value: a run-time error of the machine, which in a guard means that it does not hold, and
//! where it is assigned that the next state is undefined.

mod actions;
mod conditions;
mod constants;
mod declared;
mod initial;
mod interval;
mod modes;
mod properties;
mod scope;
mod values;

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};
use machine::ProgramBuilder;
use machine::control::ControlGraph;
use machine::index::{NodeId, ProcessTypeId, VariableId};
use machine::program::{Label, ProcessType, Program};
use machine::semantics::{Ending, FullChannel, GuardFault, MissingProcess, Semantics};
use machine_model::words::{Meanings, Pointers};

use crate::ast::{Expr, Model};
use crate::model::{Faults, LoadOptions};
pub(crate) use declared::{Declared, Meaning};

/// The most parts that expressions may have together, once quantifiers are written out.
const MAX_PARTS: usize = 1 << 19;
/// The most initial states, and the most cells that they may have together.
const MAX_INITIAL: u32 = 200_000;
const MAX_INITIAL_CELLS: u32 = 20_000_000;
/// The only process type.
const OWNER: ProcessTypeId = ProcessTypeId(0);

/// What a model comes to.
pub(crate) struct Lowered {
    pub program: Program,
    /// What values are called.
    pub meanings: Meanings,
    /// The least and the greatest value of each variable.
    pub ranges: HashMap<VariableId, (i32, i32)>,
    /// What is to be said of what it leaves open.
    pub notes: Vec<Diagnostic>,
}

/// Lowers a model; that what is sought never holds becomes a claim.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn lower(
    model: &Model,
    sought: Option<&Expr>,
    options: &LoadOptions,
) -> Result<Lowered, Vec<Diagnostic>> {
    let declared = Declared::new(model, options);
    if !declared.diagnostics.is_empty() {
        return Err(declared.diagnostics);
    }
    let builder = ProgramBuilder::new(semantics(&declared, options));
    let mut lowering = Lowering { declared, builder, options, parts: 0, is_too_large: false };
    lowering.builder.program.keeps_dead = !options.clear_inactive;
    lowering.declare_variables();
    lowering.declare_labels(model);
    let control = lowering.modes(model);
    lowering.start(control, model);
    lowering.invariants_of_modes(model);
    lowering.risk(model);
    if let Some(sought) = sought {
        lowering.never(sought);
    }
    let notes = lowering.initially(model);
    let Declared { diagnostics, variables, .. } = lowering.declared;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let ranges = variables.iter().map(|it| (it.id, (it.lowest, it.highest))).collect();
    let notes = diagnostics.into_iter().chain(notes).collect();
    Ok(Lowered { program: lowering.builder.finish(), meanings: meanings(model), ranges, notes })
}

fn semantics(declared: &Declared<'_>, options: &LoadOptions) -> Semantics {
    let count = declared.count as u32;
    let locals = declared.variables.iter().filter(|variable| variable.is_local).count() as u32;
    let cells = declared.variables.len() as u32 + count.saturating_mul(locals + 1);
    Semantics {
        ending: Ending::Stays,
        full_channel: FullChannel::Blocks,
        guard_fault: match options.faults {
            Faults::Lenient => GuardFault::Blocks,
            Faults::Strict => GuardFault::Fails,
        },
        missing_process: MissingProcess::Fails,
        first_process: 1,
        most_processes: count as u16,
        most_initial: (MAX_INITIAL_CELLS / cells).min(MAX_INITIAL),
        ..Semantics::SPIN
    }
}

/// What values and places are called.
fn meanings(model: &Model) -> Meanings {
    let modes = model.modes.iter().enumerate();
    let modes = modes.map(|(place, mode)| ((OWNER, NodeId::new(place)), mode.name.text.clone()));
    Meanings::of_pointers(Pointers { null: "NULL", place: "mode", places: modes.collect() })
}

struct Lowering<'m> {
    declared: Declared<'m>,
    builder: ProgramBuilder,
    options: &'m LoadOptions,
    /// How many parts the expressions have so far.
    parts: usize,
    /// Whether that was said to be too many.
    is_too_large: bool,
}

impl Lowering<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let diagnostic = Diagnostic::error(span, message).help(help);
        if !self.declared.diagnostics.contains(&diagnostic) {
            self.declared.diagnostics.push(diagnostic);
        }
    }

    /// Takes account of some parts of expressions; none if there are too many.
    fn spend(&mut self, parts: usize, span: Span) -> Option<()> {
        self.parts = self.parts.saturating_add(parts);
        if self.parts <= MAX_PARTS {
            return Some(());
        }
        if !self.is_too_large {
            self.is_too_large = true;
            let message = format!(
                "too large: conditions have more than {MAX_PARTS} parts once quantifiers are written out"
            );
            self.error(span, message, "use fewer processes, or fewer quantified names");
        }
        None
    }

    fn declare_labels(&mut self, model: &Model) {
        let labels = model.modes.iter().enumerate().map(|(place, mode)| Label {
            name: mode.name.text.clone(),
            process_type: OWNER,
            node: NodeId::new(place),
        });
        self.builder.program.labels = labels.collect();
    }

    /// The process type.
    fn start(&mut self, control: ControlGraph, model: &Model) {
        let span = model.modes[0].name.span;
        self.builder.process_type(ProcessType::new("process", control, span));
    }
}

/// Names, each with what it stands for.
type Names<'m, T> = HashMap<&'m str, T>;
