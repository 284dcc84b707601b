//! Automata in the Hanoi Omega-Automata format.

use std::fmt::Write;

use crate::automaton::{Automaton, Edge};
use crate::{AtomId, Guard};

impl Automaton {
    /// The automaton as text: Hanoi Omega-Automata, version 1 (Babiak et al., "The Hanoi Omega-Automata Format", CAV
    /// 2015; adl.github.io/hoaf), with a name, and with what atoms are called. Acceptance is on states where it can
    /// be ([`is_state_based`](Self::is_state_based)), else on edges.
    #[must_use]
    pub fn hoa(&self, name: &str, atom_name: impl Fn(AtomId) -> String) -> String {
        let mut text = format!("HOA: v1\nname: {}\n", quoted(name));
        // A `String` takes all that is written to it.
        let _ = self.write_header(&mut text, atom_name);
        let _ = self.write_body(&mut text);
        text
    }

    fn write_header(
        &self,
        text: &mut String,
        atom_name: impl Fn(AtomId) -> String,
    ) -> std::fmt::Result {
        writeln!(text, "States: {}", self.state_count())?;
        writeln!(text, "Start: {}", self.initial.index())?;
        write!(text, "AP: {}", self.atoms.len())?;
        for &atom in &self.atoms {
            write!(text, " {}", quoted(&atom_name(atom)))?;
        }
        let name = match self.sets {
            0 => "all".to_owned(),
            1 => "Buchi".to_owned(),
            more => format!("generalized-Buchi {more}"),
        };
        writeln!(text, "\nacc-name: {name}")?;
        let condition: Vec<String> = (0..self.sets).map(|set| format!("Inf({set})")).collect();
        let condition = if self.sets == 0 { "t".to_owned() } else { condition.join("&") };
        writeln!(text, "Acceptance: {} {condition}", self.sets)?;
        let acceptance = if self.is_state_based() { "state-acc" } else { "trans-acc" };
        let deterministic = if self.is_deterministic() { " deterministic" } else { "" };
        writeln!(text, "properties: trans-labels explicit-labels {acceptance}{deterministic}")
    }

    fn write_body(&self, text: &mut String) -> std::fmt::Result {
        let is_state_based = self.is_state_based();
        writeln!(text, "--BODY--")?;
        for state in self.states() {
            let accepts = is_state_based && self.is_accepting(state);
            writeln!(text, "State: {}{}", state.index(), if accepts { " {0}" } else { "" })?;
            for edge in self.edges(state) {
                let marks = if is_state_based { String::new() } else { self.marks(edge) };
                writeln!(text, "[{}] {}{marks}", self.label(edge.guard), edge.target.index())?;
            }
        }
        writeln!(text, "--END--")
    }

    fn marks(&self, edge: &Edge) -> String {
        let sets = (0..self.sets).filter(|set| edge.marks >> set & 1 == 1);
        let sets: Vec<String> = sets.map(|set| set.to_string()).collect();
        if sets.is_empty() { String::new() } else { format!(" {{{}}}", sets.join(" ")) }
    }

    /// A guard over the places of atoms in the list of the header.
    fn label(&self, guard: Guard) -> String {
        let literal = |(at, &atom): (usize, &AtomId)| {
            let is_in = |set: u64| atom.is_true_in(set);
            if is_in(guard.positive()) {
                Some(at.to_string())
            } else {
                is_in(guard.negative()).then(|| format!("!{at}"))
            }
        };
        let literals: Vec<String> = self.atoms.iter().enumerate().filter_map(literal).collect();
        if literals.is_empty() { "t".to_owned() } else { literals.join("&") }
    }
}

/// A string of the format.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
