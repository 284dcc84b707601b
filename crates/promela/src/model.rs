//! From a text to a model.

use detection::scalarset::Scalarset;
use diagnostics::{Diagnostic, FileId, Severity, Sources};
use machine::compile::CompileOptions;
use machine::control::ControlGraph;
use machine_model::claimed::ClaimedProgram;
use machine_model::words::NamedMachine;

use crate::ast::Unit;
use crate::check::{ChannelTypes, check_with_types};
use crate::elses::judge_elses;
use crate::lower::{Numbering, lower};
use crate::machines::machines;
use crate::options::ParseOptions;
use crate::parse::{Claims, parse_for};
use crate::unread::unread;

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
    /// Whether the last formula of the text is an expression of which it is claimed that it never holds.
    pub seeks_last: bool,
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
    /// Never claims and formulas are left out. A model that has others is refused.
    Skipped,
    /// Never claims and formulas are kept apart from the program, each to be checked on a machine of its own. A model that has others
    /// is refused.
    Separate,
}

impl KeptClaims {
    /// Whether some become part of the program.
    pub(crate) fn are_kept(self) -> bool {
        matches!(self, KeptClaims::All | KeptClaims::Separate)
    }

    /// Whether a claim may stand in the text.
    pub(crate) fn bear(self, unit: &Unit) -> bool {
        match self {
            KeptClaims::Refused => false,
            KeptClaims::LeftOut => true,
            KeptClaims::All | KeptClaims::Skipped | KeptClaims::Separate => {
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
            seeks_last: false,
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
    /// What is claimed of it, if anything is, and is kept apart.
    pub claims: Option<ClaimedProgram>,
    /// The scalarsets that it declares, unchecked.
    pub scalarsets: Vec<Scalarset>,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
    /// What is to be said of variables that are no part of the state, which is no fault of the model.
    pub unread: Option<Diagnostic>,
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
    let mut lowered = lower(&parsed.model, options);
    diagnostics.append(&mut lowered.diagnostics);
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
    let unread = unread(&lowered.program, &parsed.model, options.claims);
    let numbering = std::mem::take(&mut lowered.numbering);
    let Some((model, claims)) = machines(lowered, &parsed.model, options, &mut diagnostics) else {
        return refused(diagnostics);
    };
    let (model, scalarsets) = (Some(model), parsed.scalarsets);
    Loaded { model, numbering, channel_types, claims, scalarsets, diagnostics, unread }
}

fn refused(diagnostics: Vec<Diagnostic>) -> Loaded {
    let channel_types = ChannelTypes::default();
    let (numbering, scalarsets) = (Numbering::default(), Vec::new());
    Loaded {
        model: None,
        numbering,
        channel_types,
        claims: None,
        scalarsets,
        diagnostics,
        unread: None,
    }
}
