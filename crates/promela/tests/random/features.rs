//! What only some models have, because it would spoil the others: priorities make most states
//! unreachable, and reading the variables of other processes switches analyses off.
//!
//! What SPIN 6.5.2 does wrong or leaves open is avoided:
//! - questions and references that name processes of another type, of which it reads whatever is
//!   there: such models start all their processes with `active`, so that the numbers are known;
//! - `enabled()` in two processes, each of which asks for the other for ever;
//! - `hidden` variables that a later step reads, which make the result depend on the search order.

use super::generator::{Generator, Type, Variable};
use super::text::{Node, block, line, option};
use testing::Numbers;

/// The label that references name: every process type has it.
pub const SEEN: &str = "seen";

/// What a model has that most have not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    /// Processes have priorities.
    pub priorities: bool,
    /// Processes move only while a condition holds.
    pub provided: bool,
    /// It is asked who moved last.
    pub last: bool,
    /// It is asked where other processes are, by label.
    pub labels: bool,
    /// Variables of other processes are read.
    pub variables: bool,
    /// Control points of processes are compared.
    pub control: bool,
    /// One process asks who can move.
    pub enabled: bool,
    /// There are many escapes, also in one another.
    pub escapes: bool,
    /// There are variables that are no part of the state.
    pub hidden: bool,
    /// Channels are claimed by processes.
    pub exclusive: bool,
}

impl Features {
    /// Mostly none.
    pub fn random(numbers: &mut Numbers) -> Features {
        let mut features = Features::default();
        match numbers.below(100) {
            0..7 => features.priorities = true,
            7..14 => features.provided = true,
            14..17 => features.last = true,
            17..23 => features.labels = true,
            23..28 => features.variables = true,
            28..31 => features.control = true,
            31..35 => features.enabled = true,
            _ => {}
        }
        if numbers.chance(4) {
            features.provided = true;
        }
        if numbers.chance(3) {
            features.last = true;
        }
        if numbers.chance(3) {
            features.labels = true;
        }
        features.escapes = numbers.chance(15);
        features.hidden = numbers.chance(10);
        features.exclusive = numbers.chance(7);
        features
    }

    /// Whether all processes must be there from the start.
    pub fn needs_known_processes(&self) -> bool {
        self.labels || self.variables || self.control || self.enabled
    }

    /// Whether channels must hold messages.
    pub fn needs_buffers(&self) -> bool {
        self.priorities || self.enabled
    }
}

impl Generator {
    /// The numbers of the processes of a type, where all run from the start.
    fn instances(&self, process: usize) -> std::ops::Range<usize> {
        let before = self.processes[..process].iter().map(|p| p.active).sum();
        before..before + self.processes[process].active
    }

    /// The number of a process of that type, as an expression.
    fn instance(&mut self, process: usize) -> String {
        if process == self.current && self.numbers.chance(30) {
            return "_pid".to_owned();
        }
        let known = self.instances(process);
        self.numbers.between(known.start, known.end - 1).to_string()
    }

    /// A process type that runs. References to later ones SPIN does not read.
    fn any_process(&mut self) -> Option<usize> {
        let known = if self.current == usize::MAX { 0 } else { self.current + 1 };
        let some: Vec<usize> = (0..known).filter(|&p| self.processes[p].active > 0).collect();
        if some.is_empty() { None } else { Some(*self.numbers.pick(&some)) }
    }

    /// `P[i]`, or `P`.
    fn reference(&mut self) -> Option<String> {
        let process = self.any_process()?;
        let name = self.processes[process].name.clone();
        if self.numbers.chance(20) {
            return Some(name);
        }
        Some(format!("{name}[{}]", self.instance(process)))
    }

    /// A process whose label is asked for: in its own type SPIN finds it only after the label.
    fn labelled(&mut self) -> Option<String> {
        let own = self.processes.get(self.current)?.name.clone();
        let found = self.reference()?;
        let is_own = found == own || found.starts_with(&format!("{own}["));
        if is_own && self.numbers.chance(80) { None } else { Some(found) }
    }

    /// A condition that only such models have.
    pub fn special_condition(&mut self) -> Option<String> {
        let features = self.features;
        let mut found = Vec::new();
        if features.last {
            let who = (*self.numbers.pick(&["0", "1", "_pid"])).to_owned();
            found.push(format!("(_last {} {who})", self.numbers.pick(&["==", "!="])));
        }
        if features.priorities {
            let number = self.priority_of_someone();
            let operator = *self.numbers.pick(&["==", ">", "<="]);
            found.push(format!("({number} {operator} {})", self.numbers.between(1, 3)));
        }
        if features.labels
            && !self.in_d_step
            && let Some(one) = self.labelled()
        {
            found.push(match self.labelled() {
                Some(two) if self.numbers.chance(50) => {
                    format!("!(({one}@{SEEN}) && ({two}@{SEEN}))")
                }
                _ if self.numbers.chance(30) => format!("(!({one}@{SEEN}))"),
                _ => format!("({one}@{SEEN})"),
            });
        }
        if features.variables
            && !self.in_d_step
            && let Some(variable) = self.remote_variable()
        {
            let operator = *self.numbers.pick(&["==", "!=", "<"]);
            found.push(format!("({variable} {operator} {})", self.numbers.below(3)));
        }
        if features.control
            && let Some(process) = self.any_process()
        {
            let (a, b) = (self.instance(process), self.instance(process));
            found.push(format!("(pc_value({a}) == pc_value({b}))"));
        }
        found.extend(self.who_can_move());
        if found.is_empty() { None } else { Some(self.numbers.pick(&found).clone()) }
    }

    fn priority_of_someone(&mut self) -> String {
        let names = ["_priority", "get_priority(_pid)", "get_priority(0)", "get_priority(1)"];
        (*self.numbers.pick(&names)).to_owned()
    }

    /// A variable of a process, seen from outside.
    fn remote_variable(&mut self) -> Option<String> {
        let reference = self.reference()?;
        Some(match self.numbers.chance(70) {
            true => format!("{reference}:rv"),
            false => format!("{reference}:ra[{}]", self.subscript(2)),
        })
    }

    /// Asks whether another process can move. Only the last process may ask, if it is one alone.
    fn who_can_move(&mut self) -> Option<String> {
        let last = self.processes.len().checked_sub(1)?;
        let alone = self.processes[last].active == 1 && self.current == last;
        if !self.features.enabled || !alone || last == 0 {
            return None;
        }
        // One number more than there are processes.
        let others = self.instances(last).start;
        Some(match self.numbers.below(3) {
            0 => format!("enabled({})", others + 1),
            1 => format!("!enabled({})", self.numbers.below(others)),
            _ => format!("enabled({})", self.numbers.below(others)),
        })
    }

    /// A number that only such models have.
    pub fn special_number(&mut self) -> Option<String> {
        match self.numbers.below(3) {
            0 if self.features.last => Some("_last".to_owned()),
            1 if self.features.priorities => Some(self.priority_of_someone()),
            _ if self.features.variables && !self.in_d_step => self.remote_variable(),
            _ => None,
        }
    }

    /// A statement that only such models have.
    pub fn special_statement(&mut self) -> Option<Node> {
        let features = self.features;
        if features.hidden && self.numbers.chance(50) {
            return Some(self.hidden_statement());
        }
        if features.priorities {
            let priority = self.numbers.between(1, 3);
            // SPIN's verifiers do not undo it well if there is no such process: process 0 ends last.
            let who = *self.numbers.pick(&["_pid", "_pid", "0"]);
            return Some(line(match self.numbers.chance(50) {
                true => format!("set_priority({who}, {priority});"),
                false => format!("_priority = {priority};"),
            }));
        }
        let condition = self.special_condition()?;
        Some(match self.numbers.below(4) {
            0 => line(format!("assert({condition});")),
            1 => {
                let (place, _) = self.place(true, &Type::is_number)?;
                line(format!("{place} = {condition};"))
            }
            _ if self.in_d_step => return None,
            _ => line(format!("{condition};")),
        })
    }

    /// Hidden variables, which no other statements know.
    pub fn hidden_variables(&mut self) -> Vec<Node> {
        if !self.features.hidden {
            return Vec::new();
        }
        ["hidden byte h0 = 2;", "hidden int h1[2];", "hidden short h2;"].map(line).into()
    }

    /// Writes a hidden variable, and reads it in the same step if at all.
    fn hidden_statement(&mut self) -> Node {
        let name = *self.numbers.pick(&["h0", "h1[0]", "h1[1]", "h2"]);
        let value = self.number(1);
        let write = line(format!("{name} = ({value}) % 3;"));
        let Some((place, _)) = self.place(true, &Type::is_number) else { return write };
        let read = match self.numbers.below(3) {
            0 => return write,
            1 => line(format!("{place} = {name};")),
            _ => {
                let some = vec![line(format!("{name} > 0 ->")), line(format!("{place} = 1;"))];
                block("if", vec![option(some), option(vec![line("else;")])], "fi;")
            }
        };
        match self.in_d_step {
            true => block("{", vec![write, read], "};"),
            false => block("d_step {", vec![write, read], "};"),
        }
    }

    /// The variables that others may read.
    pub fn visible_variables(&mut self) -> Vec<Node> {
        if !self.features.variables {
            return Vec::new();
        }
        for (name, length) in [("rv", None), ("ra", Some(2))] {
            let name = name.to_owned();
            self.scope.push(Variable { name, ty: Type::Byte, length, writable: true });
        }
        vec![line("byte rv;"), line("byte ra[2];")]
    }

    /// What stands between the parameters and the body of a process type.
    pub fn clauses(&mut self) -> String {
        let mut text = String::new();
        if self.features.priorities && self.numbers.chance(60) {
            text += &format!(" priority {}", self.numbers.between(1, 3));
        }
        if self.features.provided && self.numbers.chance(60) {
            self.in_d_step = true;
            text += &format!(" provided ({})", self.condition(1));
            self.in_d_step = false;
        }
        text
    }

    /// The priority of a process that is started.
    pub fn priority_clause(&mut self) -> String {
        match self.features.priorities && self.numbers.chance(60) {
            true => format!(" priority {}", self.numbers.between(1, 3)),
            false => String::new(),
        }
    }

    /// A claim that a channel has one reader or writer.
    pub fn exclusive(&mut self) -> Option<Node> {
        if !self.features.exclusive {
            return None;
        }
        let names: Vec<String> = self
            .scope
            .iter()
            .filter(|v| v.name.starts_with('c') && v.length.is_none())
            .map(|v| v.name.clone())
            .collect();
        if names.is_empty() {
            return None;
        }
        let which = *self.numbers.pick(&["xr", "xs"]);
        Some(line(format!("{which} {};", self.numbers.pick(&names))))
    }
}
