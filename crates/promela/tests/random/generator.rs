//! Random models: declarations, process types and how they are started.
//!
//! Every model is meant to type check and to have few states: values stay small, loops end or come
//! back to where they were. What SPIN 6.5.2 does wrong, or cannot do, is avoided:
//! - `hidden` variables, which SPIN leaves out of its states;
//! - subscripts out of range, division by zero and channel variables that hold no channel, after
//!   which its verifiers go on with arbitrary values (they are left to the symmetric models, which
//!   SPIN does not see).

use super::numbers::Numbers;
use super::text::{Node, block, line};

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
        !matches!(self, Type::User(_) | Type::Chan(_) | Type::Mtype)
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
    pub processes: Vec<Process>,
    pub inlines: Vec<Inline>,
    /// The variables in scope: globals first.
    pub scope: Vec<Variable>,
    /// Whether there are the macros that [`Generator::macros`] makes.
    pub has_macros: bool,
    /// How many processes statements of the body at hand may still start.
    pub runs_left: usize,
    fresh: usize,
}

/// The model number `seed`.
pub fn model(seed: u64) -> Vec<Node> {
    let mut generator = Generator {
        numbers: Numbers::new(seed),
        typedefs: Vec::new(),
        kinds: Vec::new(),
        symbols: Vec::new(),
        processes: Vec::new(),
        inlines: Vec::new(),
        scope: Vec::new(),
        has_macros: false,
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
        for _ in 0..self.numbers.between(1, 4) {
            let variable = self.variable("g");
            nodes.push(self.declaration(&variable, true));
            self.scope.push(variable);
        }
        if self.numbers.chance(25) {
            nodes.push(self.inline());
        }
        self.proctypes(&mut nodes);
        nodes
    }

    fn macros(&mut self, nodes: &mut Vec<Node>) {
        if self.numbers.chance(30) {
            self.has_macros = true;
            nodes.push(line("#define N 2"));
            nodes.push(line("#define LAST (N - 1)"));
            nodes.push(line("#define SET(v, e) v = (e) % N"));
            nodes.push(line("#define BOTH(a, b) ((a) && (b))"));
        }
    }

    fn mtypes(&mut self, nodes: &mut Vec<Node>) {
        for _ in 0..self.numbers.between(1, 2) {
            let symbols: Vec<String> =
                (0..self.numbers.between(1, 3)).map(|_| self.fresh("M")).collect();
            nodes.push(line(format!("mtype = {{ {} }};", symbols.join(", "))));
            self.symbols.extend(symbols);
        }
    }

    fn structures(&mut self, nodes: &mut Vec<Node>) {
        for number in 0..self.numbers.between(1, 2) {
            let mut fields = Vec::new();
            for _ in 0..self.numbers.between(1, 3) {
                let mut field = self.variable("f");
                if number > 0 && self.numbers.chance(50) {
                    field.ty = Type::User(0);
                }
                fields.push(field);
            }
            let name = format!("T{number}");
            let body = fields.iter().map(|field| self.declaration(field, false)).collect();
            nodes.push(block(format!("typedef {name} {{"), body, "};"));
            self.typedefs.push((name, fields));
        }
    }

    /// The structures without arrays and structures in them, which may be in messages.
    pub fn is_flat(&self, typedef: usize) -> bool {
        let fields = &self.typedefs[typedef].1;
        fields.iter().all(|field| field.length.is_none() && !matches!(field.ty, Type::User(_)))
    }

    fn channels(&mut self, nodes: &mut Vec<Node>) {
        for _ in 0..self.numbers.between(1, 2) {
            let mut fields = Vec::new();
            for _ in 0..self.numbers.weighted(&[(5, 1), (3, 2), (1, 3)]) {
                fields.push(self.message_type());
            }
            let rendezvous = self.numbers.chance(30);
            self.kinds.push(ChannelKind { fields, rendezvous });
            let kind = self.kinds.len() - 1;
            for _ in 0..self.numbers.between(1, 2) {
                let length = self.numbers.chance(20).then_some(2);
                let capacity = if rendezvous { 0 } else { self.numbers.between(1, 2) };
                let fields: Vec<String> =
                    self.kinds[kind].fields.iter().map(|&ty| self.type_name(ty)).collect();
                let name = self.fresh("c");
                let subscript = length.map(|n| format!("[{n}]")).unwrap_or_default();
                let fields = fields.join(", ");
                nodes.push(line(format!(
                    "chan {name}{subscript} = [{capacity}] of {{ {fields} }};"
                )));
                self.scope.push(Variable { name, ty: Type::Chan(kind), length, writable: false });
            }
        }
    }

    fn message_type(&mut self) -> Type {
        if self.numbers.chance(12) && !self.kinds.is_empty() {
            return Type::Chan(0);
        }
        if self.numbers.chance(10) && !self.typedefs.is_empty() && self.is_flat(0) {
            return Type::User(0);
        }
        if self.numbers.chance(30) && !self.symbols.is_empty() {
            return Type::Mtype;
        }
        *self.numbers.pick(&[
            Type::Bit,
            Type::Bool,
            Type::Byte,
            Type::Byte,
            Type::Pid,
            Type::Short,
            Type::Int,
        ])
    }

    /// The name of a type.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Bit => "bit".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Byte => "byte".to_owned(),
            Type::Short => "short".to_owned(),
            Type::Int => "int".to_owned(),
            Type::Unsigned(_) => "unsigned".to_owned(),
            Type::Mtype => "mtype".to_owned(),
            Type::Pid => "pid".to_owned(),
            Type::User(typedef) => self.typedefs[typedef].0.clone(),
            Type::Chan(_) => "chan".to_owned(),
        }
    }

    /// A variable of any type but a channel.
    pub fn variable(&mut self, prefix: &str) -> Variable {
        let mut types = vec![
            (3, Type::Bit),
            (2, Type::Bool),
            (6, Type::Byte),
            (1, Type::Short),
            (2, Type::Int),
            (1, Type::Unsigned(2)),
            (1, Type::Unsigned(5)),
            (1, Type::Pid),
        ];
        if !self.symbols.is_empty() {
            types.push((3, Type::Mtype));
        }
        types.extend((0..self.typedefs.len()).map(|typedef| (3, Type::User(typedef))));
        let ty = self.numbers.weighted(&types);
        let array = !matches!(ty, Type::Unsigned(_)) && self.numbers.chance(20);
        let length = array.then(|| self.numbers.between(1, 3));
        Variable { name: self.fresh(prefix), ty, length, writable: true }
    }

    /// A declaration, perhaps with an initial value.
    pub fn declaration(&mut self, variable: &Variable, may_list: bool) -> Node {
        let ty = self.type_name(variable.ty);
        let mut text = format!("{ty} {}", variable.name);
        if let Type::Unsigned(width) = variable.ty {
            text += &format!(" : {width}");
        }
        if let Some(length) = variable.length {
            text += &format!("[{length}]");
        }
        let initial = |generator: &mut Generator| match variable.ty {
            Type::Mtype => generator.symbol(),
            _ => (*generator.numbers.pick(&["0", "1", "2", "3", "-1", "255", "300"])).to_owned(),
        };
        match (variable.ty, variable.length) {
            (Type::User(_), _) => {}
            (_, Some(length)) if may_list && self.numbers.chance(20) => {
                let values: Vec<String> = (0..length).map(|_| initial(self)).collect();
                text += &format!(" = {{ {} }}", values.join(", "));
            }
            (_, Some(_)) if !may_list => {}
            _ if self.numbers.chance(30) => text += &format!(" = {}", initial(self)),
            _ => {}
        }
        line(text + ";")
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
            let active = if self.numbers.chance(60) { self.numbers.between(1, 2) } else { 0 };
            let active = active.min(left);
            left -= active;
            let mut parameters = Vec::new();
            if active == 0 || self.numbers.chance(5) {
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
        if !has_active || self.numbers.chance(30) {
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
        self.runs_left = usize::from(number + 1 < self.processes.len());
        let body = self.body(number);
        self.scope.truncate(scope);
        let active = match process.active {
            0 => String::new(),
            1 => "active ".to_owned(),
            many => format!("active [{many}] "),
        };
        let open = format!("{active}proctype {}({}) {{", process.name, parameters.join("; "));
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
        block("init {", body, "}")
    }
}
