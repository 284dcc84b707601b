//! Random models: declarations, process types and how they are started.
//!
//! Every model is meant to type check and to have few states: values stay small, loops end or come
//! back to where they were. What SPIN 6.5.2 does wrong, or cannot do, is avoided:
//! - subscripts out of range, division by zero and channel variables that hold no channel, after
//!   which its verifiers go on with arbitrary values (they are left to the symmetric models, which
//!   SPIN does not see).

use super::features::Features;
use super::text::{Node, block, line};
use testing::Numbers;

/// The type of a variable or of a field of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bit,
    Bool,
    Byte,
    Short,
    Int,
    Unsigned(u8),
    Mtype,
    /// Symbols of a kind of their own.
    Fruit,
    Pid,
    /// A structure: its place among the typedefs.
    User(usize),
    /// A channel: its place among the kinds of channels.
    Chan(usize),
}

impl Type {
    /// Whether values are never negative and no structures.
    pub fn is_unsigned(self) -> bool {
        !matches!(self, Type::Short | Type::Int | Type::User(_) | Type::Chan(_))
    }

    /// Whether a variable of this type can hold what a field of type `field` holds.
    pub fn holds(self, field: Type) -> bool {
        match field {
            Type::Short => matches!(self, Type::Short | Type::Int),
            Type::Int => self == Type::Int,
            _ => matches!(self, Type::Byte | Type::Pid | Type::Short | Type::Int),
        }
    }

    /// Whether it holds a number.
    pub fn is_number(self) -> bool {
        !matches!(self, Type::User(_) | Type::Chan(_) | Type::Mtype | Type::Fruit)
    }
}

/// A variable, or a field of a structure.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    pub length: Option<usize>,
    /// Whether statements may write it at will.
    pub writable: bool,
}

/// Channels with equal messages, either all buffered or all rendezvous channels.
#[derive(Clone, Debug)]
pub struct ChannelKind {
    pub fields: Vec<Type>,
    pub rendezvous: bool,
}

/// A process type.
#[derive(Clone, Debug)]
pub struct Process {
    pub name: String,
    pub parameters: Vec<Variable>,
    /// How many instances the declaration starts.
    pub active: usize,
}

/// A piece of text with parameters: each takes a place (`true`) or an expression.
#[derive(Clone, Debug)]
pub struct Inline {
    pub name: String,
    pub parameters: Vec<bool>,
}

/// What is being generated.
pub struct Generator {
    pub numbers: Numbers,
    pub typedefs: Vec<(String, Vec<Variable>)>,
    pub kinds: Vec<ChannelKind>,
    pub symbols: Vec<String>,
    pub fruits: Vec<String>,
    pub processes: Vec<Process>,
    pub inlines: Vec<Inline>,
    /// The variables in scope: globals first.
    pub scope: Vec<Variable>,
    /// Whether there are the macros that [`Generator::macros`] makes.
    pub has_macros: bool,
    pub features: Features,
    /// The process type whose body is being made.
    pub current: usize,
    /// Whether it is within a deterministic step, or where the like holds.
    pub in_d_step: bool,
    /// How many processes statements of the body at hand may still start.
    pub runs_left: usize,
    pub fresh: usize,
    /// Numbers for the statements of `sequences`, and which of these there are.
    pub own_numbers: Numbers,
    pub has_sequences: bool,
    pub has_meetings: bool,
    /// Whether SPIN's verifiers must be able to search it.
    pub for_spin: bool,
}

/// The model number `seed`.
pub fn model(seed: u64) -> Vec<Node> {
    made(seed, true)
}

/// The same with what SPIN's verifiers do wrongly, as far as it is made here.
pub fn model_beyond_spin(seed: u64) -> Vec<Node> {
    made(seed, false)
}

fn made(seed: u64, for_spin: bool) -> Vec<Node> {
    let mut generator = Generator {
        numbers: Numbers::new(seed),
        own_numbers: Numbers::new(seed ^ 0x5e90_e2ce),
        has_sequences: false,
        has_meetings: false,
        for_spin,
        typedefs: Vec::new(),
        kinds: Vec::new(),
        symbols: Vec::new(),
        fruits: Vec::new(),
        processes: Vec::new(),
        inlines: Vec::new(),
        scope: Vec::new(),
        has_macros: false,
        features: Features::default(),
        current: usize::MAX,
        in_d_step: false,
        runs_left: 0,
        fresh: 0,
    };
    generator.model()
}

impl Generator {
    /// A name that nothing else has.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    fn model(&mut self) -> Vec<Node> {
        self.features = Features::random(&mut self.numbers);
        let mut nodes = Vec::new();
        self.macros(&mut nodes);
        if self.numbers.chance(50) {
            self.mtypes(&mut nodes);
        }
        if self.numbers.chance(30) {
            self.structures(&mut nodes);
        }
        if self.numbers.chance(70) {
            self.channels(&mut nodes);
        }
        if self.numbers.chance(10) {
            nodes.extend(self.boxes());
        }
        nodes.extend(self.hidden_variables());
        nodes.extend(self.sequence_variables());
        for _ in 0..self.numbers.between(1, 4) {
            let variable = self.variable("g");
            let declared = self.declaration(&variable, true);
            nodes.push(self.shown(declared));
            self.scope.push(variable);
        }
        if self.numbers.chance(25) {
            nodes.push(self.inline());
        }
        self.proctypes(&mut nodes);
        nodes
    }

    fn inline(&mut self) -> Node {
        let parameters = vec![true, false];
        let scope = self.scope.len();
        let name = self.fresh("inl");
        let writable = true;
        let place = Variable { name: "va".to_owned(), ty: Type::Byte, length: None, writable };
        let value = Variable { writable: false, name: "ex".to_owned(), ..place.clone() };
        self.scope.extend([place, value]);
        let body = self.inline_body();
        self.scope.truncate(scope);
        self.inlines.push(Inline { name: name.clone(), parameters });
        block(format!("inline {name}(va, ex) {{"), body, "}")
    }

    fn proctypes(&mut self, nodes: &mut Vec<Node>) {
        let count = self.numbers.weighted(&[(3, 1), (4, 2), (1, 3)]);
        let mut left: usize = 4;
        for number in 0..count {
            let known = self.features.needs_known_processes();
            let active =
                if known || self.numbers.chance(60) { self.numbers.between(1, 2) } else { 0 };
            let active = active.min(left);
            left -= active;
            let mut parameters = Vec::new();
            if active == 0 || (!known && self.numbers.chance(5)) {
                for _ in 0..self.numbers.between(0, 2) {
                    parameters.push(self.parameter());
                }
                // The channels of processes that run from the start would be none.
                parameters.retain(|p| active == 0 || !matches!(p.ty, Type::Chan(_)));
            }
            self.processes.push(Process { name: format!("P{number}"), parameters, active });
        }
        // A process starts those that come after it: their declarations are known already.
        let mut texts = Vec::new();
        for number in 0..count {
            texts.push(self.proctype(number));
        }
        nodes.extend(texts);
        let has_active = self.processes.iter().any(|p| p.active > 0);
        if !has_active || (!self.features.needs_known_processes() && self.numbers.chance(30)) {
            nodes.push(self.init(left.clamp(1, 3)));
        }
    }

    fn parameter(&mut self) -> Variable {
        if !self.kinds.is_empty() && self.numbers.chance(40) {
            let kind = self.numbers.below(self.kinds.len());
            let name = self.fresh("q");
            return Variable { name, ty: Type::Chan(kind), length: None, writable: false };
        }
        loop {
            let mut variable = self.variable("p");
            variable.length = None;
            if !matches!(variable.ty, Type::User(_) | Type::Unsigned(_)) {
                return variable;
            }
        }
    }

    fn proctype(&mut self, number: usize) -> Node {
        let process = self.processes[number].clone();
        let scope = self.scope.len();
        let parameters: Vec<String> = process
            .parameters
            .iter()
            .map(|p| format!("{} {}", self.type_name(p.ty), p.name))
            .collect();
        self.scope.extend(process.parameters.iter().cloned());
        let may_run = !self.features.needs_known_processes();
        self.runs_left = usize::from(may_run && number + 1 < self.processes.len());
        self.current = number;
        let body = self.body(number);
        self.current = usize::MAX;
        self.scope.truncate(scope);
        let clauses = self.clauses();
        let active = match process.active {
            0 => String::new(),
            1 => "active ".to_owned(),
            many => format!("active [{many}] "),
        };
        let deterministic = !self.features.needs_buffers() && self.numbers.chance(4);
        let word = if deterministic { "D_proctype" } else { "proctype" };
        let (name, parameters) = (process.name, parameters.join("; "));
        let open = format!("{active}{word} {name}({parameters}){clauses} {{");
        block(open, body, "}")
    }

    /// Starts the process types that are not active, and perhaps others.
    fn init(&mut self, most: usize) -> Node {
        let mut started: Vec<usize> =
            (0..self.processes.len()).filter(|&p| self.processes[p].active == 0).collect();
        while started.len() < most && (started.is_empty() || self.numbers.chance(50)) {
            started.push(self.numbers.below(self.processes.len()));
        }
        self.numbers.shuffle(&mut started);
        let mut body: Vec<Node> = started.iter().map(|&p| line(self.run(p) + ";")).collect();
        if let [process, ..] = started[..]
            && self.numbers.chance(15)
        {
            body = self.run_loop(process);
        }
        if self.numbers.chance(50) {
            body = vec![block("atomic {", body, "};")];
        }
        if self.numbers.chance(25) {
            let after = self.body(self.processes.len());
            body.extend(after);
        } else if self.numbers.chance(20) {
            body.push(line("_nr_pr == 1;"));
            body.push(self.assertion());
        }
        block(format!("init{} {{", self.priority_clause()), body, "}")
    }
}
