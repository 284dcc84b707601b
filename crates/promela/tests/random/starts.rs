//! Random statements that start processes.

use super::generator::{Generator, Process, Type};
use super::statements::Context;
use super::text::{Node, block, line, option};

impl Generator {
    /// A `run` of process type `process`.
    pub fn run(&mut self, process: usize) -> String {
        let Process { name, parameters, .. } = self.processes[process].clone();
        let arguments: Vec<String> = parameters
            .iter()
            .map(|p| self.value_for(p.ty).unwrap_or_else(|| "0".to_owned()))
            .collect();
        format!("run {name}({}){}", arguments.join(", "), self.priority_clause())
    }

    /// Starts two processes in a loop.
    pub fn run_loop(&mut self, process: usize) -> Vec<Node> {
        let name = self.fresh("i");
        let start = line(format!("{};", self.run(process)));
        let counted = vec![line(format!("{name} < 2 ->")), start, line(format!("{name}++;"))];
        let options = vec![option(counted), option(vec![line("else ->"), line("break;")])];
        vec![line(format!("byte {name};")), block("do", options, "od;")]
    }

    /// Starts a process of a later type, if there are few.
    pub fn run_statement(&mut self, context: Context) -> Option<Node> {
        let later = context.process.checked_add(1)?;
        if later >= self.processes.len() || self.runs_left == 0 {
            return None;
        }
        self.runs_left -= 1;
        let process = self.numbers.between(later, self.processes.len() - 1);
        let run = self.run(process);
        // A label before it, or a loop around it, may start it again: not too often.
        let start = match self.place(true, &|ty| matches!(ty, Type::Pid | Type::Byte)) {
            Some((place, _)) if self.numbers.chance(40) => format!("{place} = {run};"),
            _ => format!("{run};"),
        };
        let few = option(vec![line("_nr_pr < 5 ->"), line(start)]);
        Some(block("if", vec![few, option(vec![line("else;")])], "fi;"))
    }
}
