//! Where variables are inactive, in words: what predicates say of the first process.

use std::collections::BTreeMap;

use diagnostics::Diagnostic;
use machine::Machine;
use machine::predicates::{Decision, Predicate, Predicates};
use machine::program::{Region, Variable};

/// With more conditions than this, it is only said which variables decide.
const MOST_CONDITIONS: usize = 4;

/// A note for each variable that is inactive somewhere; modes are called by their names.
pub fn notes(machine: &Machine, modes: &[&str]) -> Vec<Diagnostic> {
    let Some(predicates) = machine.predicates() else { return Vec::new() };
    let Some(first) = predicates.processes.first() else { return Vec::new() };
    let told = Told { machine, predicates, modes };
    first.iter().map(|predicate| told.note(predicate)).collect()
}

struct Told<'a> {
    machine: &'a Machine,
    predicates: &'a Predicates,
    modes: &'a [&'a str],
}

/// Cells, each with values that it may have.
type Condition = Vec<(u32, Vec<i32>)>;

impl Told<'_> {
    fn note(&self, predicate: &Predicate) -> Diagnostic {
        let variable = &self.machine.program.variables[predicate.variable.index()];
        let places: Vec<String> = match predicate.root {
            Decision::Is(_) => vec!["every mode".to_owned()],
            Decision::By(node) => match &self.predicates.nodes[node as usize] {
                by_mode if by_mode.cell == 0 => {
                    let branches = by_mode.branches.iter();
                    branches.map(|&(location, next)| self.at(location, next)).collect()
                }
                _ => vec![format!("every mode ({})", self.conditions(predicate.root))],
            },
        };
        let message =
            format!("`{}` of process 1 is inactive in {}", variable.name, places.join(", "));
        Diagnostic::note(variable.span, message)
    }

    fn at(&self, location: i32, next: Decision) -> String {
        let mode = self.modes[self.machine.code.locations[location as usize].node.index()];
        match next {
            Decision::Is(_) => format!("`{mode}`"),
            Decision::By(_) => format!("`{mode}` ({})", self.conditions(next)),
        }
    }

    /// With which values of the other variables it is.
    fn conditions(&self, from: Decision) -> String {
        let mut all = Vec::new();
        self.collect(from, &mut Vec::new(), &mut all);
        if all.len() > MOST_CONDITIONS {
            let mut cells: Vec<u32> = all.iter().flatten().map(|(cell, _)| *cell).collect();
            cells.sort_unstable();
            cells.dedup();
            let names: Vec<String> = cells.iter().map(|&cell| self.name(cell)).collect();
            return format!("by the value of {}", names.join(", "));
        }
        let text = |condition: &Condition| {
            let parts: Vec<String> = condition.iter().map(|part| self.part(part)).collect();
            parts.join(" and ")
        };
        all.iter().map(text).collect::<Vec<_>>().join(" or ")
    }

    /// The ways through a diagram to where it says inactive; no more than are told.
    fn collect(&self, from: Decision, way: &mut Condition, all: &mut Vec<Condition>) {
        let node = match from {
            Decision::Is(inactive) => return all.extend(inactive.then(|| way.clone())),
            Decision::By(node) => &self.predicates.nodes[node as usize],
        };
        let mut by_next: BTreeMap<i32, (Decision, Vec<i32>)> = BTreeMap::new();
        for &(value, next) in &node.branches {
            match by_next.values_mut().find(|(known, _)| *known == next) {
                Some((_, values)) => values.push(value),
                None => drop(by_next.insert(value, (next, vec![value]))),
            }
        }
        for (next, values) in by_next.into_values() {
            if all.len() > MOST_CONDITIONS {
                return;
            }
            way.push((node.cell, values));
            self.collect(next, way, all);
            way.pop();
        }
    }

    fn part(&self, (cell, values): &(u32, Vec<i32>)) -> String {
        let values: Vec<String> = values.iter().map(i32::to_string).collect();
        format!("{} = {}", self.name(*cell), values.join(" | "))
    }

    /// The variable whose cell it is.
    fn name(&self, cell: u32) -> String {
        let mut variables = self.machine.program.variables.iter();
        let is_it = |it: &&Variable| matches!(it.region, Region::Local(_)) && it.offset + 1 == cell;
        variables.find(is_it).map_or_else(|| "mode".to_owned(), |it| it.name.clone())
    }
}
