//! A program and what is claimed of it, each claim by itself.
//!
//! What a machine keeps in its states depends on who looks at them: a claim that looks into processes sees variables that are dead to
//! their owners, and states between statements that are merged elsewhere ([`CompileOptions`]). So each claim is checked on a machine of
//! its own, which loses nothing that the claim looks at. The program is lowered once; a machine is compiled from it whenever its claim
//! is checked, and lives as long as that takes.

use diagnostics::Diagnostic;
use machine::Machine;
use machine::claim::Claim;
use machine::compile::CompileOptions;
use machine::program::{Label, Program};
use model::RunProperty;

use crate::words::{Meanings, NamedMachine};

/// A program and what is claimed of it.
#[derive(Clone, Debug)]
pub struct ClaimedProgram {
    /// The program, without any claim.
    pub program: Program,
    /// What its values are called, as far as it is declared.
    pub meanings: Meanings,
    /// Whether what is declared as a number may be [found to be](Meanings::infer) used for symbols alone.
    pub infers_symbols: bool,
    /// How it is compiled.
    pub options: CompileOptions,
    /// What is claimed of it, in the order of the text.
    pub claims: Vec<SeparateClaim>,
}

/// A claim, with what it refers to.
#[derive(Clone, Debug)]
pub struct SeparateClaim {
    /// What it requires of runs, with the name that users know.
    pub property: RunProperty,
    /// The claim.
    pub claim: Claim,
    /// Labels that it names, and the processes of its program do not. Their numbers go on where those of the program end, whatever
    /// other claims name.
    pub labels: Vec<Label>,
}

impl SeparateClaim {
    /// A claim that names no label; none if it is an automaton that cannot be checked.
    #[must_use]
    pub fn new(claim: Claim) -> Option<SeparateClaim> {
        let requirement = claim.requirement().ok()?;
        let name = claim.name.clone().unwrap_or_default();
        let awaited = claim.awaited();
        let property = RunProperty { name, requirement, awaited, is_sought: false };
        Some(SeparateClaim { property, claim, labels: Vec::new() })
    }
}

impl ClaimedProgram {
    /// The machine without any claim.
    ///
    /// # Errors
    /// Why there is no initial state.
    pub fn machine(&self) -> Result<NamedMachine, Diagnostic> {
        self.compiled(self.program.clone())
    }

    /// The machine on which a claim is checked, by its place.
    ///
    /// # Errors
    /// Why there is no initial state.
    pub fn machine_for(&self, place: usize) -> Result<NamedMachine, Diagnostic> {
        let SeparateClaim { claim, labels, .. } = &self.claims[place];
        let mut program = self.program.clone();
        program.labels.extend(labels.iter().cloned());
        program.claims.push(claim.clone());
        self.compiled(program)
    }

    /// The same with its last claim alone, under another name: that something never holds which somebody looks for.
    #[must_use]
    pub fn seeking_last(mut self, name: String) -> ClaimedProgram {
        self.claims.drain(..self.claims.len().saturating_sub(1));
        if let Some(last) = self.claims.last_mut() {
            last.property.name = name;
            last.property.is_sought = true;
        }
        self
    }

    fn compiled(&self, program: Program) -> Result<NamedMachine, Diagnostic> {
        let mut meanings = self.meanings.clone();
        if self.infers_symbols {
            meanings.infer(&program);
        }
        let machine = Machine::new(program, self.options).map_err(|fault| fault.at_start())?;
        Ok(NamedMachine { machine, meanings })
    }
}
