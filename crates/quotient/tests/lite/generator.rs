//! Random models in Promela-Lite, well typed by its rules.

use std::collections::HashSet;
use std::fmt::Write;

use testing::Numbers;

/// What a variable or a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Pid,
    /// Channels whose messages are of the shape with this place in [`SHAPES`].
    Channel(usize),
}

/// The fields of messages, and how the type of channels for them may be written. The last two are of
/// channels of their own type.
const SHAPES: [(&[Kind], &[&str]); 5] = [
    (&[Kind::Int], &["chan{int}"]),
    (&[Kind::Pid, Kind::Int], &["chan{pid, int}"]),
    (&[Kind::Channel(0)], &["chan{chan{int}}"]),
    (
        &[Kind::Channel(3), Kind::Pid],
        &[
            "rec X . chan{X, pid}",
            "chan{rec X . chan{X, pid}, pid}",
            "rec in . chan{rec Y . chan{in, pid}, pid}",
        ],
    ),
    (
        &[Kind::Int, Kind::Channel(4), Kind::Channel(4)],
        &["rec X . chan{int, X, X}", "rec X . chan{int, X, rec X . chan{int, X, X}}"],
    ),
];

/// Names that mean something to SPIN, to C, or to the translation.
const HARD_NAMES: [&str; 26] = [
    "in", "byte", "_x", "_", "true", "else", "while", "depth", "stack", "main", "__", "kept",
    "kept_", "now", "left", "T", "EOF", "double", "full", "in_", "P0", "reached1", "timeout",
    "_last", "src_ln2", "mtype",
];

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: Kind,
}

/// What a model is made of.
struct Generator<'a> {
    numbers: &'a mut Numbers,
    /// Declared channels.
    channels: Vec<Variable>,
    /// Variables that can be used.
    variables: Vec<Variable>,
    /// Names that are in use at this place.
    used: HashSet<String>,
    processes: usize,
}

/// A random model.
pub fn model(numbers: &mut Numbers) -> String {
    let processes = numbers.between(1, 3);
    let (channels, variables) = (Vec::new(), Vec::new());
    Generator { numbers, channels, variables, used: HashSet::new(), processes }.model()
}

impl Generator<'_> {
    fn model(&mut self) -> String {
        let mut out = String::new();
        for _ in 0..self.numbers.between(1, 3) {
            let shape = self.numbers.below(SHAPES.len());
            let name = self.name("c");
            let fields: Vec<&str> =
                SHAPES[shape].0.iter().map(|&kind| self.type_text(kind)).collect();
            let capacity = self.numbers.between(1, 2);
            let _ = writeln!(out, "chan {name} = [{capacity}] of {{{}}};", fields.join(", "));
            self.channels.push(Variable { name, kind: Kind::Channel(shape) });
        }
        for _ in 0..self.numbers.between(0, 2) {
            let kind = *self.numbers.pick(&[Kind::Int, Kind::Pid]);
            let name = self.name("g");
            let value = self.constant(kind);
            let _ = writeln!(out, "{} {name} = {value};", self.type_text(kind));
            self.variables.push(Variable { name, kind });
        }
        let (globals, outside) = (self.variables.clone(), self.used.clone());
        let mut proctypes: Vec<(String, Vec<Kind>)> = Vec::new();
        for _ in 0..self.numbers.between(1, 2) {
            // What the parameters of the proctype before are called is free again.
            let mut known = outside.clone();
            known.extend(proctypes.iter().map(|(name, _)| name.clone()));
            self.used = known;
            let again: Vec<String> = self.variables[globals.len()..]
                .iter()
                .map(|variable| variable.name.clone())
                .filter(|name| !self.used.contains(name))
                .collect();
            let name = match again.first() {
                Some(name) if self.numbers.chance(20) => name.clone(),
                _ => self.name("p"),
            };
            self.used.insert(name.clone());
            self.variables.clone_from(&globals);
            let (text, signature) = self.proctype(&name);
            out += &text;
            proctypes.push((name, signature));
        }
        out + &self.init(&proctypes)
    }

    /// A name that is not in use here.
    fn name(&mut self, like: &str) -> String {
        let hard = *self.numbers.pick(&HARD_NAMES);
        let mut name = if self.numbers.chance(30) {
            hard.to_owned()
        } else {
            format!("{like}{}", self.used.len())
        };
        while !self.used.insert(name.clone()) {
            name.push('x');
        }
        name
    }

    fn type_text(&mut self, kind: Kind) -> &'static str {
        match kind {
            Kind::Int => "int",
            Kind::Pid => "pid",
            Kind::Channel(shape) => self.numbers.pick::<&str>(SHAPES[shape].1),
        }
    }

    fn kind(&mut self) -> Kind {
        match self.numbers.below(6) {
            0..=1 => Kind::Int,
            2 => Kind::Pid,
            _ => {
                let channel = self.numbers.pick(&self.channels).kind;
                let other = Kind::Channel(self.numbers.below(SHAPES.len()));
                if self.numbers.chance(80) { channel } else { other }
            }
        }
    }

    /// A number, `null` or a declared channel.
    fn constant(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Int if self.numbers.chance(3) => {
                (*self.numbers.pick(&["2147483647", "-2147483648"])).to_owned()
            }
            Kind::Int => self.numbers.pick(&["0", "1", "2", "-1"]).to_string(),
            Kind::Pid => self.numbers.between(0, self.processes).to_string(),
            Kind::Channel(_) => {
                let known = named(&self.channels, kind);
                if known.is_empty() || self.numbers.chance(25) {
                    return "null".to_owned();
                }
                self.numbers.pick(&known).clone()
            }
        }
    }

    fn proctype(&mut self, name: &str) -> (String, Vec<Kind>) {
        let mut signature = Vec::new();
        let mut parameters = Vec::new();
        for _ in 0..self.numbers.between(0, 4) {
            let kind = self.kind();
            let name = self.name("a");
            parameters.push(format!("{} {name}", self.type_text(kind)));
            self.variables.push(Variable { name, kind });
            signature.push(kind);
        }
        let statements: Vec<String> =
            (0..self.numbers.between(1, 4)).map(|_| self.statement()).collect();
        let parameters = parameters.join("; ");
        let text = format!("proctype {name}({parameters}) {{\ndo\n{}od\n}}\n", statements.concat());
        (text, signature)
    }

    fn statement(&mut self) -> String {
        let (mut guard, mut updates) = (self.conjunct(2), Vec::new());
        if self.numbers.chance(65) {
            let (question, update) = self.communication();
            guard = match self.numbers.below(3) {
                0 => question,
                1 => format!("({}) && {question}", self.guard(2)),
                _ => format!("{guard} && {question}"),
            };
            updates.push(update);
        }
        for _ in 0..self.numbers.between(usize::from(updates.is_empty()), 2) {
            let update = self.assignment();
            updates.push(update);
        }
        format!(":: atomic {{ {guard} -> {} }}\n", updates.join("; "))
    }

    /// A send or receive, and the question that comes before it.
    fn communication(&mut self) -> (String, String) {
        let known: Vec<Variable> = self.channels.iter().chain(&self.variables).cloned().collect();
        let known: Vec<(&str, usize)> = known
            .iter()
            .filter_map(|variable| match variable.kind {
                Kind::Channel(shape) => Some((&variable.name[..], shape)),
                Kind::Int | Kind::Pid => None,
            })
            .collect();
        let &(name, shape) = self.numbers.pick(&known);
        if self.numbers.chance(50)
            && let Some(targets) = self.targets(shape)
        {
            return (format!("nempty({name})"), format!("{name}?{}", targets.join(",")));
        }
        let message: Vec<String> = SHAPES[shape].0.iter().map(|&kind| self.value(kind)).collect();
        (format!("nfull({name})"), format!("{name}!{}", message.join(",")))
    }

    /// Different variables for the fields of a message, if there are enough.
    fn targets(&mut self, shape: usize) -> Option<Vec<String>> {
        let mut targets: Vec<String> = Vec::new();
        for &kind in SHAPES[shape].0 {
            let mut known = named(&self.variables, kind);
            known.retain(|name| !targets.contains(name));
            if known.is_empty() {
                return None;
            }
            targets.push(self.numbers.pick(&known).clone());
        }
        Some(targets)
    }

    fn assignment(&mut self) -> String {
        if self.variables.is_empty() || self.numbers.chance(10) {
            return "skip".to_owned();
        }
        let target = self.numbers.pick(&self.variables).clone();
        let name = &target.name;
        let value = match target.kind {
            Kind::Int => match self.numbers.below(10) {
                0..=4 => self.constant(Kind::Int),
                5..=7 => format!("1 - {name}"),
                8 => format!("{name} * {}", self.constant(Kind::Int)),
                _ => self.int(2),
            },
            kind => self.value(kind),
        };
        format!("{name} = {value}")
    }

    /// An expression.
    fn value(&mut self, kind: Kind) -> String {
        if self.numbers.chance(10) {
            return format!("({})", self.value(kind));
        }
        match kind {
            Kind::Int => self.int(1),
            Kind::Pid if self.numbers.chance(25) => "_pid".to_owned(),
            _ => self.atom(kind),
        }
    }

    /// A variable or a constant.
    fn atom(&mut self, kind: Kind) -> String {
        let known = named(&self.variables, kind);
        if known.is_empty() || self.numbers.chance(40) {
            return self.constant(kind);
        }
        self.numbers.pick(&known).clone()
    }

    fn int(&mut self, depth: usize) -> String {
        match self.numbers.below(if depth == 0 { 5 } else { 7 }) {
            0..=3 => self.atom(Kind::Int),
            4 => {
                let known = self.channels.iter().chain(&self.variables);
                let channels = known.filter(|v| matches!(v.kind, Kind::Channel(_)));
                let mut names: Vec<&str> = channels.map(|v| &v.name[..]).collect();
                names.push("null");
                format!("len({})", self.numbers.pick(&names))
            }
            _ => {
                let operator = self.numbers.pick(&["+", "-", "*"]);
                let (left, right) = (self.int(depth - 1), self.int(depth - 1));
                format!("({left} {operator} {right})")
            }
        }
    }

    fn guard(&mut self, depth: usize) -> String {
        match self.numbers.below(if depth == 0 { 2 } else { 4 }) {
            0 => self.conjunct(depth),
            1 => self.comparison(),
            2 => format!("{} || {}", self.guard(depth - 1), self.guard(depth - 1)),
            _ => format!("{} && {}", self.conjunct(depth - 1), self.conjunct(depth - 1)),
        }
    }

    /// A guard that can stand beside `&&` as it is.
    fn conjunct(&mut self, depth: usize) -> String {
        match self.numbers.below(if depth == 0 { 2 } else { 4 }) {
            0..=1 => self.comparison(),
            2 => format!("!({})", self.guard(depth - 1)),
            _ => format!("({})", self.guard(depth - 1)),
        }
    }

    fn comparison(&mut self) -> String {
        if self.numbers.chance(30) {
            let operator = self.numbers.pick(&["<", "<=", ">", ">="]);
            return format!("{} {operator} {}", self.int(1), self.int(1));
        }
        let kind = self.kind();
        let operator = self.numbers.pick(&["==", "!=", "!="]);
        format!("{} {operator} {}", self.value(kind), self.value(kind))
    }

    fn init(&mut self, proctypes: &[(String, Vec<Kind>)]) -> String {
        let runs: Vec<String> = (0..self.processes)
            .map(|_| {
                let (name, signature) = self.numbers.pick(proctypes);
                let arguments: Vec<String> =
                    signature.iter().map(|&kind| self.constant(kind)).collect();
                format!("run {name}({})", arguments.join(", "))
            })
            .collect();
        format!("init {{ atomic {{ {} }} }}\n", runs.join("; "))
    }
}

/// The names of what is of a kind.
fn named(variables: &[Variable], kind: Kind) -> Vec<String> {
    variables.iter().filter(|v| v.kind == kind).map(|v| v.name.clone()).collect()
}
