//! Random statements and bodies.

use super::generator::{ChannelKind, Generator, Process, Type, Variable};
use super::labels::{LABELS, label};
use super::text::{Node, block, line, option, render};

/// Where a statement stands.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// In a deterministic step: nothing may block, nothing may jump out.
    deterministic: bool,
    /// In an atomic sequence: loops might go round in it for ever, by ever more ways.
    atomic: bool,
    /// In a loop that a `break` may leave.
    in_loop: bool,
    /// In an inline: no labels, no processes.
    in_inline: bool,
    /// How deep blocks may still be nested.
    depth: usize,
    /// The process type.
    process: usize,
}

#[derive(Clone, Copy)]
enum Kind {
    Assign,
    Count,
    Guard,
    Send,
    Receive,
    If,
    Do,
    Atomic,
    Deterministic,
    Braces,
    Assert,
    Print,
    Skip,
    Jump,
    Break,
    Run,
    For,
    ForIn,
    Select,
    Inline,
    Macro,
    Declare,
    Timeout,
    Unless,
}

impl Generator {
    /// The body of process type `process`.
    pub fn body(&mut self, process: usize) -> Vec<Node> {
        let scope = self.scope.len();
        let mut nodes = Vec::new();
        for _ in 0..self.numbers.below(3) {
            let variable = self.variable("l");
            nodes.push(self.declaration(&variable, true));
            self.scope.push(variable);
        }
        if self.numbers.chance(25)
            && let Some((channel, kind)) = self.channel(None)
        {
            let name = self.fresh("d");
            nodes.push(line(format!("chan {name} = {channel};")));
            self.scope.push(Variable { name, ty: Type::Chan(kind), length: None, writable: true });
        }
        if self.numbers.chance(10) {
            nodes.extend(self.own_channel());
        }
        let context = Context {
            deterministic: false,
            atomic: false,
            in_loop: false,
            in_inline: false,
            depth: 3,
            process,
        };
        let count = self.numbers.between(2, 5);
        let mut statements = self.sequence(count, context);
        if self.numbers.chance(25) {
            let body = self.options(Context { in_loop: true, ..context }, 40);
            statements.push(block("do", body, "od;"));
        }
        self.scope.truncate(scope);
        label(self, &mut statements);
        nodes.extend(statements);
        nodes
    }

    /// A channel of the process's own, with the messages of some kind. It is not handed to others,
    /// which might outlive it: its name says so.
    fn own_channel(&mut self) -> Option<Node> {
        let kinds: Vec<usize> =
            (0..self.kinds.len()).filter(|&kind| !self.kinds[kind].rendezvous).collect();
        if kinds.is_empty() {
            return None;
        }
        let kind = *self.numbers.pick(&kinds);
        let fields: Vec<String> =
            self.kinds[kind].fields.iter().map(|&ty| self.type_name(ty)).collect();
        let name = self.fresh("own");
        let text = format!("chan {name} = [1] of {{ {} }};", fields.join(", "));
        self.scope.push(Variable { name, ty: Type::Chan(kind), length: None, writable: false });
        Some(line(text))
    }

    /// The body of an inline.
    pub fn inline_body(&mut self) -> Vec<Node> {
        let context = Context {
            deterministic: false,
            atomic: false,
            in_loop: false,
            in_inline: true,
            depth: 1,
            process: usize::MAX,
        };
        let count = self.numbers.between(1, 3);
        self.sequence(count, context)
    }

    /// Some statements; what they declare is in scope until their end.
    fn sequence(&mut self, count: usize, context: Context) -> Vec<Node> {
        let scope = self.scope.len();
        let mut nodes = Vec::new();
        for _ in 0..count {
            self.statement(context, &mut nodes);
        }
        if nodes.is_empty() {
            nodes.push(line("skip;"));
        }
        self.scope.truncate(scope);
        nodes
    }

    fn statement(&mut self, context: Context, nodes: &mut Vec<Node>) {
        let mut kinds = vec![
            (10, Kind::Assign),
            (6, Kind::Count),
            (2, Kind::Assert),
            (1, Kind::Print),
            (2, Kind::Skip),
            (2, Kind::Macro),
            (2, Kind::Inline),
        ];
        if !context.deterministic {
            kinds.extend([(5, Kind::Guard), (5, Kind::Send), (5, Kind::Receive)]);
            kinds.extend([(2, Kind::Declare), (1, Kind::Timeout)]);
            if !context.in_inline {
                kinds.extend([(if context.atomic { 1 } else { 3 }, Kind::Jump), (2, Kind::Run)]);
            }
        }
        if context.in_loop {
            kinds.push((2, Kind::Break));
        }
        if context.depth > 0 {
            kinds.extend([(5, Kind::If), (2, Kind::For), (1, Kind::ForIn), (2, Kind::Select)]);
            if !context.deterministic {
                kinds.extend([(4, Kind::Atomic), (3, Kind::Deterministic), (1, Kind::Braces)]);
                kinds.push((if context.atomic { 0 } else { 4 }, Kind::Do));
                kinds.push((usize::from(!context.atomic && !context.in_inline), Kind::Unless));
            }
        }
        let kind = self.numbers.weighted(&kinds);
        if let Some(node) = self.of_kind(kind, context) {
            nodes.extend(node);
        }
    }

    fn of_kind(&mut self, kind: Kind, context: Context) -> Option<Vec<Node>> {
        let inner = Context { depth: context.depth.saturating_sub(1), ..context };
        let node = match kind {
            Kind::Assign => self.assignment()?,
            Kind::Count => self.count()?,
            Kind::Guard => line(format!("{};", self.condition(2))),
            Kind::Send => line(format!("{};", self.send(None)?)),
            Kind::Receive => line(format!("{};", self.receive(None)?)),
            Kind::If => block("if", self.options(inner, 0), "fi;"),
            Kind::Do => {
                let chance = if context.in_inline { 100 } else { 80 };
                block("do", self.options(Context { in_loop: true, ..inner }, chance), "od;")
            }
            Kind::Atomic => {
                let count = self.numbers.between(1, 4);
                block("atomic {", self.sequence(count, Context { atomic: true, ..inner }), "};")
            }
            Kind::Deterministic => self.deterministic(inner),
            Kind::Braces => {
                let count = self.numbers.between(1, 3);
                block("{", self.sequence(count, inner), "};")
            }
            Kind::Assert => self.assertion(),
            Kind::Print => line(format!("printf(\"%d\\n\", {});", self.number(1))),
            Kind::Skip => {
                let count = self.numbers.between(1, 3);
                return Some(vec![line("skip;"); count]);
            }
            Kind::Jump => line(format!("goto L{};", self.numbers.below(LABELS))),
            Kind::Break => line("break;"),
            Kind::Run => self.run_statement(context)?,
            Kind::For => return self.for_loop(inner),
            Kind::ForIn => return self.for_in(inner),
            Kind::Select => {
                let place = self.plain()?;
                let (from, to) = (self.numbers.below(2), self.numbers.between(1, 3));
                line(format!("select ({place} : {from} .. {to});"))
            }
            Kind::Inline => self.inline_call(context)?,
            Kind::Macro if self.has_macros => {
                let (place, _) = self.place(true, &Type::is_number)?;
                line(format!("SET({place}, {});", self.number(1)))
            }
            Kind::Macro => return None,
            Kind::Declare => {
                let variable = self.variable("m");
                let node = self.declaration(&Variable { length: None, ..variable.clone() }, false);
                self.scope.push(Variable { length: None, ..variable });
                node
            }
            Kind::Timeout => line("timeout;"),
            Kind::Unless => {
                let count = self.numbers.between(1, 2);
                let body = self.sequence(count, inner);
                let mut escape = vec![line(self.first(inner) + ";")];
                escape.extend(self.sequence(1, inner));
                return Some(vec![block("{", body, "}"), block("unless {", escape, "};")]);
            }
        };
        Some(vec![node])
    }

    fn assignment(&mut self) -> Option<Node> {
        let assignable = |ty: Type| !matches!(ty, Type::User(_));
        let (place, ty) = self.place(true, &assignable)?;
        let value = match ty {
            Type::Mtype | Type::Chan(_) => self.value_for(ty)?,
            // Values stay small.
            _ if self.numbers.chance(40) => self.constant(),
            _ => match self.numbers.below(4) {
                0 => format!("{} % 3", self.number(2)),
                1 => format!("({} + 1) % {}", place, self.numbers.between(2, 4)),
                _ => self.number(2),
            },
        };
        Some(line(format!("{place} = {value};")))
    }

    fn count(&mut self) -> Option<Node> {
        let small = |ty| {
            matches!(ty, Type::Bit | Type::Bool | Type::Unsigned(2) | Type::Unsigned(5))
                || ty == Type::Byte
        };
        let (place, _) = self.place(true, &small)?;
        let operator = *self.numbers.pick(&["++", "++", "--"]);
        Some(line(format!("{place}{operator};")))
    }

    /// An assertion, that seldom fails at once.
    pub fn assertion(&mut self) -> Node {
        if self.numbers.chance(50) {
            let small = |ty| matches!(ty, Type::Bit | Type::Bool | Type::Unsigned(2));
            if let Some((place, _)) = self.place(false, &small) {
                return line(format!("assert({place} < 4);"));
            }
        }
        line(format!("assert({});", self.condition(1)))
    }

    fn send(&mut self, rendezvous: Option<bool>) -> Option<String> {
        let (channel, kind) = self.channel(rendezvous)?;
        let ChannelKind { fields, rendezvous } = self.kinds[kind].clone();
        let values: Option<Vec<String>> =
            fields.into_iter().map(|field| self.value_for(field)).collect();
        let operator = if !rendezvous && self.numbers.chance(20) { "!!" } else { "!" };
        Some(format!("{channel}{operator}{}", values?.join(", ")))
    }

    fn receive(&mut self, rendezvous: Option<bool>) -> Option<String> {
        let (channel, kind) = self.channel(rendezvous)?;
        let ChannelKind { fields, rendezvous } = self.kinds[kind].clone();
        let patterns: Option<Vec<String>> =
            fields.into_iter().map(|field| self.pattern(field, true)).collect();
        let patterns = patterns?;
        // SPIN refuses a variable that receives two fields.
        // And its verifiers undo receives wrongly whose channel is chosen by what they write.
        let channel = match channel.split_once('[') {
            Some((name, _)) => format!("{name}[_pid % 2]"),
            _ => channel,
        };
        let root = |p: &String| p.split(['[', '.']).next().unwrap_or_default().to_owned();
        let is_place = |p: &&String| p.starts_with(|c: char| c.is_ascii_lowercase());
        let mut stored: Vec<String> =
            patterns.iter().filter(is_place).filter(|p| !p.starts_with("eval")).map(root).collect();
        stored.sort();
        if stored.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        // Its verifiers undo a match with the value that the expression has after the receive.
        let matched: Vec<&String> = patterns.iter().filter(|p| p.starts_with("eval")).collect();
        if stored.iter().any(|name| matched.iter().any(|p| p.contains(name.as_str()))) {
            return None;
        }
        let patterns = patterns.join(", ");
        if rendezvous {
            return Some(format!("{channel}?{patterns}"));
        }
        let operator = if self.numbers.chance(20) { "??" } else { "?" };
        Some(match self.numbers.chance(12) {
            true => format!("{channel}{operator}<{patterns}>"),
            false => format!("{channel}{operator}{patterns}"),
        })
    }

    /// The first statement of an option.
    fn first(&mut self, context: Context) -> String {
        if context.deterministic {
            return self.condition(1);
        }
        let found = match self.numbers.below(10) {
            0 | 1 => self.send(None),
            2 | 3 => self.receive(None),
            4 => Some("timeout".to_owned()),
            5 => Some("true".to_owned()),
            6 => Some("skip".to_owned()),
            _ => None,
        };
        found.unwrap_or_else(|| self.condition(1))
    }

    /// The options of a choice; one ends in a `break` with the given chance.
    fn options(&mut self, context: Context, break_chance: usize) -> Vec<Node> {
        let mut options = Vec::new();
        let count = self.numbers.between(1, 3);
        let mut has_io = false;
        for _ in 0..count {
            let mut body = Vec::new();
            if context.deterministic || self.numbers.chance(70) {
                let first = self.first(context);
                let arrow = if self.numbers.chance(70) { " ->" } else { ";" };
                body.push(line(first + arrow));
            }
            let more = usize::from(body.is_empty());
            let count = self.numbers.between(more, 2);
            if count > 0 {
                body.extend(self.sequence(count, context));
            } else {
                body.push(line("skip;"));
            }
            // SPIN takes an `else` that a nested choice begins with for one of the outer choice, and
            // believes it possible if no option *before* it is.
            if render(&body[..1]).contains("else") {
                body.insert(0, line("true ->"));
            }
            // SPIN refuses an `else` beside sends and receives, however deep they stand.
            has_io |= render(&body[..1]).replace("!=", "").contains(['?', '!']);
            options.push(option(body));
        }
        if self.numbers.chance(break_chance) {
            let mut body = vec![line("break;")];
            if self.numbers.chance(40) {
                body.insert(0, line(self.condition(1) + " ->"));
            }
            options.push(option(body));
        }
        if context.deterministic || (!has_io && self.numbers.chance(40)) {
            let mut body = vec![line("else ->")];
            if context.in_loop && self.numbers.chance(60) {
                body.push(line("break;"));
            } else {
                body.extend(self.sequence(1, context));
            }
            options.push(option(body));
        }
        options
    }

    /// A deterministic step: its first statement may block, the others may not.
    fn deterministic(&mut self, context: Context) -> Node {
        let mut body = Vec::new();
        match self.numbers.below(10) {
            0 | 1 => body.push(line(self.condition(2) + ";")),
            2 => body.extend(self.send(Some(false)).map(|text| line(text + ";"))),
            3 => body.extend(self.receive(Some(false)).map(|text| line(text + ";"))),
            _ => {}
        }
        let count = self.numbers.between(1, 3);
        let context = Context { deterministic: true, in_loop: false, ..context };
        body.extend(self.sequence(count, context));
        block("d_step {", body, "};")
    }

    /// A loop over a variable of its own, which nothing else writes.
    fn for_loop(&mut self, context: Context) -> Option<Vec<Node>> {
        if context.in_inline {
            return None;
        }
        let name = self.fresh("i");
        let ty = if self.numbers.chance(50) { Type::Byte } else { Type::Int };
        let declared = line(format!("{} {name};", self.type_name(ty)));
        self.scope.push(Variable { name: name.clone(), ty, length: None, writable: false });
        let to = if self.numbers.chance(70) { "1".to_owned() } else { self.constant() };
        let count = self.numbers.between(1, 2);
        let body = self.sequence(count, Context { in_loop: true, ..context });
        Some(vec![declared, block(format!("for ({name} : 0 .. {to}) {{"), body, "};")])
    }

    fn for_in(&mut self, context: Context) -> Option<Vec<Node>> {
        if context.in_inline || context.deterministic {
            return None;
        }
        let arrays: Vec<String> = self
            .scope
            .iter()
            .filter(|v| v.length.is_some() && v.ty.is_number())
            .map(|v| v.name.clone())
            .collect();
        if arrays.is_empty() {
            return None;
        }
        let array = self.numbers.pick(&arrays).clone();
        let name = self.fresh("i");
        let declared = line(format!("byte {name};"));
        let variable =
            Variable { name: name.clone(), ty: Type::Byte, length: None, writable: false };
        self.scope.push(variable);
        let body = self.sequence(1, Context { in_loop: true, ..context });
        Some(vec![declared, block(format!("for ({name} in {array}) {{"), body, "};")])
    }

    fn inline_call(&mut self, context: Context) -> Option<Node> {
        // An inline may block and declare.
        if context.in_inline || context.deterministic || self.inlines.is_empty() {
            return None;
        }
        let inline = self.numbers.pick(&self.inlines).clone();
        let arguments: Option<Vec<String>> = inline
            .parameters
            .iter()
            .map(|&is_place| match is_place {
                true => self.place(true, &|ty| ty == Type::Byte).map(|(place, _)| place),
                false => Some(self.number(1)),
            })
            .collect();
        Some(line(format!("{}({});", inline.name, arguments?.join(", "))))
    }

    /// A `run` of process type `process`.
    pub fn run(&mut self, process: usize) -> String {
        let Process { name, parameters, .. } = self.processes[process].clone();
        let arguments: Vec<String> = parameters
            .iter()
            .map(|p| self.value_for(p.ty).unwrap_or_else(|| "0".to_owned()))
            .collect();
        format!("run {name}({})", arguments.join(", "))
    }

    /// A variable for `select`, which takes no elements and no fields.
    fn plain(&mut self) -> Option<String> {
        let plain = |v: &&Variable| v.writable && v.length.is_none() && v.ty.is_number();
        let names: Vec<String> = self.scope.iter().filter(plain).map(|v| v.name.clone()).collect();
        if names.is_empty() { None } else { Some(self.numbers.pick(&names).clone()) }
    }

    /// Starts two processes in a loop.
    pub fn run_loop(&mut self, process: usize) -> Vec<Node> {
        let name = self.fresh("i");
        let start = line(format!("{};", self.run(process)));
        let counted = vec![line(format!("{name} < 2 ->")), start, line(format!("{name}++;"))];
        let options = vec![option(counted), option(vec![line("else ->"), line("break;")])];
        vec![line(format!("byte {name};")), block("do", options, "od;")]
    }

    fn run_statement(&mut self, context: Context) -> Option<Node> {
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
