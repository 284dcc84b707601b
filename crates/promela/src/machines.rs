//! From a lowered model to its machine, and to claims that are checked on machines of their own.

use diagnostics::Diagnostic;
use machine::program::{Region, Variable};
use machine::{Machine, NotAutomaton};
use machine_model::claimed::{ClaimedProgram, SeparateClaim};
use machine_model::words::NamedMachine;
use model::RunProperty;

use crate::ast::{Model, Unit};
use crate::lower::{Lowered, LoweredClaim, claims_change_processes, lower};
use crate::model::{Cycles, KeptClaims, LoadOptions};

/// The machine of a model, and its claims if they are kept apart. None if that is impossible, for a reason among the diagnostics.
pub(crate) fn machines(
    lowered: Lowered,
    model: &Model,
    options: LoadOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(NamedMachine, Option<ClaimedProgram>)> {
    let Lowered { program, meanings, claims, of_claims, .. } = lowered;
    let mut claimed = ClaimedProgram {
        program,
        meanings,
        infers_symbols: true,
        options: options.compile,
        claims: Vec::new(),
    };
    let changed = options.claims == KeptClaims::Separate && claims_change_processes(model);
    let named = if changed { unclaimed(model, options) } else { claimed.machine() };
    let named = named.map_err(|problem| diagnostics.push(problem)).ok()?;
    if options.compile.forget_hidden {
        diagnostics.extend(remembered(&named.machine));
    }
    diagnostics.extend(of_claims);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let names = claim_names(&model.units, options.cycles);
    // Where something is looked for, nothing else is claimed.
    let first = if options.seeks_last { claims.len().saturating_sub(1) } else { 0 };
    for (claim, name) in claims.into_iter().zip(names).skip(first) {
        match separate(claim, name) {
            Ok(claim) => claimed.claims.push(claim),
            Err(refused) => {
                diagnostics.push(unsupported(refused));
                return None;
            }
        }
    }
    if options.compile.forget_hidden {
        remembered_for_claims(&named.machine, &claimed, diagnostics)?;
    }
    Some((named, Some(claimed).filter(|claimed| !claimed.claims.is_empty())))
}

/// The machine of a model whose processes have variables that only claims ask for: without these.
fn unclaimed(model: &Model, options: LoadOptions) -> Result<NamedMachine, Diagnostic> {
    let Lowered { program, mut meanings, .. } =
        lower(model, LoadOptions { claims: KeptClaims::Skipped, ..options });
    meanings.infer(&program);
    let machine = Machine::new(program, options.compile).map_err(|fault| fault.at_start())?;
    Ok(NamedMachine { machine, meanings })
}

fn separate(lowered: LoweredClaim, name: String) -> Result<SeparateClaim, NotAutomaton> {
    let LoweredClaim { claim, labels } = lowered;
    let requirement = claim.requirement()?;
    let awaited = claim.awaited();
    let property = RunProperty { name, requirement, awaited, is_sought: false };
    Ok(SeparateClaim { property, claim, labels })
}

/// That a never claim is no automaton.
pub(crate) fn unsupported(NotAutomaton { span, what }: NotAutomaton) -> Diagnostic {
    let message = format!("{what} in a never claim is not supported yet");
    let help = "`--no-claims` leaves all claims out and checks the rest";
    Diagnostic::error(span, message).help(help)
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

/// The same of what only claims ask for. Only where a variable is hidden are their machines made for that.
fn remembered_for_claims(
    machine: &Machine,
    claimed: &ClaimedProgram,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<()> {
    let is_hidden = |variable: &Variable| variable.hidden && variable.region == Region::Global;
    if !machine.program.variables.iter().any(is_hidden) {
        return Some(());
    }
    for place in 0..claimed.claims.len() {
        let named = claimed.machine_for(place).map_err(|problem| diagnostics.push(problem)).ok()?;
        for warning in remembered(&named.machine) {
            if !diagnostics.contains(&warning) {
                diagnostics.push(warning);
            }
        }
    }
    Some(())
}
