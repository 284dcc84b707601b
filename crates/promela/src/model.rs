//! From a text to a model.

use detection::scalarset::Scalarset;
use diagnostics::{Diagnostic, FileId, Severity, Sources};
use machine::Machine;
use machine::compile::CompileOptions;
use machine::control::ControlGraph;
use machine_model::words::NamedMachine;

use crate::ast::Unit;
use crate::check::{ChannelTypes, check_with_types};
use crate::elses::judge_elses;
use crate::lower::{Numbering, lower};
use crate::options::ParseOptions;
use crate::parse::{Claims, parse_for};

/// How many edges escapes may make: a short text of many statements within a long `unless` would make
/// millions.
const MAX_ESCAPES: usize = 1 << 20;

/// How a model is to be understood.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Which analyses shape the steps.
    pub compile: CompileOptions,
    /// Drop what is written to global variables that are never read, as SPIN does.
    pub hide_unread: bool,
    /// What becomes of claims.
    pub claims: KeptClaims,
    /// Which cycles count as claims that follow those of the text.
    pub cycles: Cycles,
}

/// Cycles that a model says by labels that they should not be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cycles {
    /// Those through no `progress` label, as `pan -l` finds them.
    pub without_progress: bool,
    /// Those through an `accept` label of a process, as `pan -a` finds them.
    pub accepting: bool,
}

/// What becomes of never claims, `trace` and `notrace` blocks and `ltl` formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeptClaims {
    /// A model that has some is refused.
    #[default]
    Refused,
    /// They are left out, ill-formed ones too, as `pan -noclaim` does.
    LeftOut,
    /// Never claims and formulas are kept as `Program::claims`: symmetry is detected with them. A search for states takes no
    /// notice of them. A model that has others is refused.
    All,
    /// The never claim or formula with this number, in the order of the text, is kept, and others are left out; without a number,
    /// all are. A model that has others is refused.
    One(Option<usize>),
}

impl KeptClaims {
    /// Whether some become part of the program.
    pub(crate) fn are_kept(self) -> bool {
        matches!(self, KeptClaims::All | KeptClaims::One(Some(_)))
    }

    /// Whether a claim may stand in the text.
    pub(crate) fn bear(self, unit: &Unit) -> bool {
        match self {
            KeptClaims::Refused => false,
            KeptClaims::LeftOut => true,
            KeptClaims::All | KeptClaims::One(_) => {
                matches!(unit, Unit::Never(..) | Unit::Ltl { .. })
            }
        }
    }
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            compile: CompileOptions::default(),
            hide_unread: true,
            claims: KeptClaims::default(),
            cycles: Cycles::default(),
        }
    }
}

/// A loaded model: `model` is there unless a diagnostic is an error.
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Option<NamedMachine>,
    /// How SPIN numbers its statements; empty without a model.
    pub numbering: Numbering,
    /// The types of its channels; none without a model.
    pub channel_types: ChannelTypes,
    /// The names of its never claims and formulas, as in SPIN; none without a model.
    pub claims: Vec<String>,
    /// The scalarsets that it declares, unchecked.
    pub scalarsets: Vec<Scalarset>,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the model in `file` of `sources`.
#[must_use]
pub fn load(
    sources: &mut Sources,
    file: FileId,
    parsing: &ParseOptions<'_>,
    options: LoadOptions,
) -> Loaded {
    let claims = match options.claims {
        KeptClaims::LeftOut => Claims::LeftOut,
        _ => Claims::Wanted,
    };
    let parsed = parse_for(sources, file, parsing, claims);
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return refused(diagnostics);
    }
    let lowered = lower(&parsed.model, options);
    diagnostics.extend(lowered.diagnostics);
    let (warnings, channel_types) = check_with_types(&parsed.model, sources);
    diagnostics.extend(warnings);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return refused(diagnostics);
    }
    let graphs = lowered.program.process_types.iter().map(|declared| &declared.control);
    if graphs.map(ControlGraph::escape_edges).fold(0, usize::saturating_add) > MAX_ESCAPES {
        let message = format!("too large: `unless` makes more than {MAX_ESCAPES} transitions");
        diagnostics.push(Diagnostic::new(Severity::Error, message));
        return refused(diagnostics);
    }
    diagnostics.extend(judge_elses(&lowered.program, options.compile.inner_escapes_first));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return refused(diagnostics);
    }
    let mut meanings = lowered.meanings;
    meanings.infer(&lowered.program);
    match Machine::new(lowered.program, options.compile) {
        Ok(machine) => {
            if options.compile.forget_hidden {
                diagnostics.extend(remembered(&machine));
            }
            let model = Some(NamedMachine { machine, meanings });
            let (numbering, scalarsets) = (lowered.numbering, parsed.scalarsets);
            let claims = claim_names(&parsed.model.units, options.cycles);
            Loaded { model, numbering, channel_types, claims, scalarsets, diagnostics }
        }
        Err(fault) => {
            diagnostics.push(fault.at_start());
            refused(diagnostics)
        }
    }
}

fn refused(diagnostics: Vec<Diagnostic>) -> Loaded {
    let channel_types = ChannelTypes::default();
    let (numbering, scalarsets) = (Numbering::default(), Vec::new());
    Loaded { model: None, numbering, channel_types, claims: Vec::new(), scalarsets, diagnostics }
}

/// The names of never claims and formulas: formulas without one are numbered.
fn claim_names(units: &[Unit], cycles: Cycles) -> Vec<String> {
    let mut formulas = 0;
    let mut names = Vec::new();
    for unit in units {
        let (name, unnamed) = match unit {
            Unit::Never(name, _) => (name, "never claim".to_owned()),
            Unit::Ltl { name, .. } => {
                formulas += 1;
                (name, format!("ltl_{}", formulas - 1))
            }
            _ => continue,
        };
        names.push(name.as_ref().map_or(unnamed, |name| name.text.clone()));
    }
    names.extend(cycles.without_progress.then(|| "non-progress cycles".to_owned()));
    names.extend(cycles.accepting.then(|| "acceptance cycles".to_owned()));
    names
}

/// Warns of hidden variables that are part of the state all the same.
fn remembered(machine: &Machine) -> Vec<Diagnostic> {
    let variables = machine.remembered().into_iter();
    let mut warnings: Vec<Diagnostic> = variables
        .map(|variable| {
            let variable = &machine.program.variables[variable.index()];
            let name = variable.name.split('.').next().unwrap_or_default();
            let message = format!("`{name}` is hidden, but a later step may read it");
            Diagnostic::warning(variable.span, message).help(
                "it stays part of the state here; SPIN leaves it out, and what it finds then depends \
                 on the order of its search",
            )
        })
        .collect();
    warnings.dedup();
    warnings
}
