//! Random models in extended Promela-Lite that are well typed.

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

/// The fields of messages, and how the type of channels for them may be written. The last one is of
/// channels of its own type.
const SHAPES: [(&[Kind], &[&str]); 4] = [
    (&[Kind::Int], &["chan{int}"]),
    (&[Kind::Pid, Kind::Int], &["chan{pid, int}"]),
    (&[Kind::Channel(0)], &["chan{chan{int}}"]),
    (
        &[Kind::Channel(3), Kind::Pid],
        &[
            "rec X . chan{X, pid}",
            "chan{rec X . chan{X, pid}, pid}",
            "rec X . chan{rec Y . chan{X, pid}, pid}",
        ],
    ),
];

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: Kind,
}

/// What a model is made of.
pub struct Generator<'a> {
    pub numbers: &'a mut Numbers,
    /// Declared channels.
    channels: Vec<Variable>,
    /// Variables that can be used.
    variables: Vec<Variable>,
    processes: usize,
    /// Whether `_pid` can be used.
    inside: bool,
}

/// A random model. In three of four, guards see to it that updates can be executed.
pub fn model(numbers: &mut Numbers) -> String {
    let careful = numbers.chance(75);
    let processes = numbers.between(1, 3);
    let mut generator = Generator {
        numbers,
        channels: Vec::new(),
        variables: Vec::new(),
        processes,
        inside: false,
    };
    generator.model(careful)
}

impl Generator<'_> {
    fn model(&mut self, careful: bool) -> String {
        let mut out = String::new();
        for place in 0..self.numbers.between(1, 3) {
            let shape = self.numbers.below(SHAPES.len());
            let name = format!("c{place}");
            let fields: Vec<&str> =
                SHAPES[shape].0.iter().map(|&kind| self.type_text(kind)).collect();
            let capacity = self.numbers.between(1, 2);
            let _ = writeln!(out, "chan {name} = [{capacity}] of {{{}}};", fields.join(", "));
            self.channels.push(Variable { name, kind: Kind::Channel(shape) });
        }
        for place in 0..self.numbers.between(0, 2) {
            let declared = self.variable(format!("g{place}"), true);
            let _ = writeln!(out, "{declared};");
        }
        let globals = self.variables.clone();
        let mut signatures = Vec::new();
        for place in 0..self.numbers.between(1, 2) {
            self.variables.clone_from(&globals);
            let (text, signature) = self.proctype(place, careful);
            out += &text;
            signatures.push(signature);
        }
        out + &self.init(&signatures)
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
                if self.numbers.chance(80) { channel } else { Kind::Channel(self.numbers.below(4)) }
            }
        }
    }

    /// The declaration of a new variable.
    fn variable(&mut self, name: String, begins: bool) -> String {
        let kind = self.kind();
        let mut text = format!("{} {name}", self.type_text(kind));
        if begins && self.numbers.chance(70) {
            let value = self.constant(kind);
            let _ = write!(text, " = {value}");
        }
        self.variables.push(Variable { name, kind });
        text
    }

    fn constant(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Int => self.numbers.below(3).to_string(),
            Kind::Pid if self.inside && self.numbers.chance(40) => "_pid".to_owned(),
            Kind::Pid => self.numbers.between(0, self.processes).to_string(),
            Kind::Channel(_) => {
                let known = named(&self.channels, kind);
                if known.is_empty() || self.numbers.chance(20) {
                    return "null".to_owned();
                }
                self.numbers.pick(&known).clone()
            }
        }
    }

    fn proctype(&mut self, place: usize, careful: bool) -> (String, Vec<Kind>) {
        let globals = self.variables.len();
        let parameters: Vec<String> = (0..self.numbers.between(0, 2))
            .map(|parameter| self.variable(format!("a{parameter}"), false))
            .collect();
        let signature = self.variables[globals..].iter().map(|variable| variable.kind).collect();
        self.inside = true;
        let locals: Vec<String> = (0..self.numbers.between(0, 2))
            .map(|local| self.variable(format!("x{local}"), true) + ";\n")
            .collect();
        let statements: Vec<String> =
            (0..self.numbers.between(1, 4)).map(|_| self.statement(careful)).collect();
        self.inside = false;
        let text = format!(
            "proctype p{place}({}) {{\n{}do\n{}od\n}}\n",
            parameters.join("; "),
            locals.concat(),
            statements.concat()
        );
        (text, signature)
    }

    fn statement(&mut self, careful: bool) -> String {
        let mut guards = vec![self.guard(2)];
        let mut updates = Vec::new();
        // With one use of a channel the guard can say all that is needed.
        if self.numbers.chance(70) {
            let (needed, update) = self.communication();
            if careful || self.numbers.chance(50) {
                guards.extend(needed);
            }
            updates.push(update);
        }
        for _ in 0..self.numbers.between(usize::from(updates.is_empty()), 2) {
            let update = self.assignment();
            updates.push(update);
        }
        format!(":: atomic {{ {} -> {} }}\n", guards.join(" && "), updates.join("; "))
    }

    /// A send or receive, and what makes it executable.
    fn communication(&mut self) -> (Vec<String>, String) {
        let channels: Vec<Variable> =
            self.channels.iter().chain(&self.variables).cloned().collect();
        let channels: Vec<&Variable> =
            channels.iter().filter(|v| matches!(v.kind, Kind::Channel(_))).collect();
        let channel = *self.numbers.pick(&channels);
        let Kind::Channel(shape) = channel.kind else { return (Vec::new(), "skip".to_owned()) };
        let name = &channel.name;
        let targets: Option<Vec<String>> = SHAPES[shape]
            .0
            .iter()
            .map(|&kind| {
                let known = named(&self.variables, kind);
                (!known.is_empty()).then(|| self.numbers.pick(&known).clone())
            })
            .collect();
        match targets {
            Some(targets) if self.numbers.chance(50) => {
                (vec![format!("nempty({name})")], format!("{name}?{}", targets.join(",")))
            }
            _ => {
                let message: Vec<String> =
                    SHAPES[shape].0.iter().map(|&kind| self.value(kind)).collect();
                (vec![format!("nfull({name})")], format!("{name}!{}", message.join(",")))
            }
        }
    }

    fn assignment(&mut self) -> String {
        if self.variables.is_empty() || self.numbers.chance(10) {
            return "skip".to_owned();
        }
        let target = self.numbers.pick(&self.variables).clone();
        // Numbers stay small.
        let value = match target.kind {
            Kind::Int => format!("({} + {}) % 3", self.value(Kind::Int), self.numbers.below(3)),
            kind => self.value(kind),
        };
        format!("{} = {value}", target.name)
    }

    fn value(&mut self, kind: Kind) -> String {
        let known = named(&self.variables, kind);
        if known.is_empty() || self.numbers.chance(40) {
            return self.constant(kind);
        }
        self.numbers.pick(&known).clone()
    }

    fn guard(&mut self, depth: usize) -> String {
        match self.numbers.below(if depth == 0 { 5 } else { 8 }) {
            0 => "true".to_owned(),
            1 => format!("{} <= {}", self.number(), self.number()),
            2..=4 => {
                let kind = self.kind();
                let operator = self.numbers.pick(&["==", "!="]);
                format!("{} {operator} {}", self.value(kind), self.value(kind))
            }
            5 => format!("!({})", self.guard(depth - 1)),
            6 => format!("({} || {})", self.guard(depth - 1), self.guard(depth - 1)),
            _ => {
                let channel = self.channel();
                let query = self.numbers.pick(&["nfull", "nempty"]);
                format!("({query}({channel}) && {})", self.guard(depth - 1))
            }
        }
    }

    /// A channel, a variable that may hold one, or `null`.
    fn channel(&mut self) -> String {
        let known = self.channels.iter().chain(&self.variables);
        let channels = known.filter(|v| matches!(v.kind, Kind::Channel(_)));
        let mut names: Vec<&str> = channels.map(|v| &v.name[..]).collect();
        names.push("null");
        (*self.numbers.pick(&names)).to_owned()
    }

    fn number(&mut self) -> String {
        if self.numbers.chance(40) {
            return format!("len({})", self.channel());
        }
        self.value(Kind::Int)
    }

    fn init(&mut self, signatures: &[Vec<Kind>]) -> String {
        let runs: Vec<String> = (0..self.processes)
            .map(|_| {
                let place = self.numbers.below(signatures.len());
                let arguments: Vec<String> =
                    signatures[place].iter().map(|&kind| self.constant(kind)).collect();
                format!("run p{place}({})", arguments.join(", "))
            })
            .collect();
        format!("init {{ atomic {{ {} }} }}\n", runs.join("; "))
    }
}

/// The names of what is of a kind.
fn named(variables: &[Variable], kind: Kind) -> Vec<String> {
    variables.iter().filter(|v| v.kind == kind).map(|v| v.name.clone()).collect()
}
