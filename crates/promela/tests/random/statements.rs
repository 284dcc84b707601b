//! Random statements and bodies.

use super::generator::{Generator, Type, Variable};
use super::labels::{LABELS, label};
use super::text::{Node, block, line, option, render};

/// Where a statement stands.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// In a deterministic step: nothing may block, nothing may jump out.
    pub deterministic: bool,
    /// In an atomic sequence: loops might go round in it for ever, by ever more ways.
    pub atomic: bool,
    /// In a loop that a `break` may leave.
    pub in_loop: bool,
    /// In an inline: no labels, no processes.
    pub in_inline: bool,
    /// How deep blocks may still be nested.
    pub depth: usize,
    /// The process type.
    pub process: usize,
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
    ForMessages,
    Select,
    Inline,
    Macro,
    Declare,
    Timeout,
    Unless,
    Special,
    Scratch,
}

impl Generator {
    /// The body of process type `process`.
    pub fn body(&mut self, process: usize) -> Vec<Node> {
        let scope = self.scope.len();
        let mut nodes = Vec::new();
        for _ in 0..self.numbers.below(3) {
            let variable = self.variable("l");
            // In `init` statements stand before it.
            nodes.push(self.declaration(&variable, self.current != usize::MAX));
            self.scope.push(variable);
        }
        nodes.extend(self.visible_variables());
        if self.current != usize::MAX && self.numbers.chance(10) {
            nodes.extend(self.own_channel());
        }
        if self.numbers.chance(25)
            && let Some((channel, kind)) = self.channel(None)
        {
            let name = self.fresh("d");
            nodes.push(line(format!("chan {name} = {channel};")));
            self.scope.push(Variable { name, ty: Type::Chan(kind), length: None, writable: true });
        }
        nodes.extend(self.exclusive());
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
        if self.current != usize::MAX {
            self.with_sequences(&mut statements);
        }
        self.scope.truncate(scope);
        label(self, &mut statements);
        nodes.extend(statements);
        nodes
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
    pub fn sequence(&mut self, count: usize, context: Context) -> Vec<Node> {
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
            (1, Kind::Scratch),
            (4, Kind::Special),
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
                let escapes = if self.features.escapes { 7 } else { 1 };
                kinds.push((if context.in_inline { 0 } else { escapes }, Kind::Unless));
                kinds.push((2, Kind::ForMessages));
            }
        }
        let kind = self.numbers.weighted(&kinds);
        if let Some(node) = self.of_kind(kind, context) {
            // SPIN takes the way from a loop into a deterministic step for a jump into it.
            let after_block = matches!(nodes.last(), Some(Node::Block { .. }));
            if after_block && matches!(kind, Kind::Deterministic) {
                nodes.push(line("assert(true);"));
            }
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
            Kind::Print => self.print(),
            Kind::Skip => {
                let count = self.numbers.between(1, 3);
                return Some(vec![line("skip;"); count]);
            }
            Kind::Jump => line(format!("goto L{};", self.numbers.below(LABELS))),
            Kind::Break => line("break;"),
            Kind::Run => self.run_statement(context)?,
            Kind::For => return self.for_loop(inner),
            Kind::ForIn => return self.for_in(inner),
            Kind::ForMessages => return self.for_messages(inner),
            Kind::Select => self.select()?,
            Kind::Special => self.special_statement()?,
            Kind::Scratch => line(format!("_ = {};", self.number(1))),
            Kind::Inline => self.inline_call(context)?,
            Kind::Macro if self.has_macros => {
                let (place, _) = self.place(true, &Type::is_number)?;
                line(format!("SET({place}, {});", self.number(1)))
            }
            Kind::Macro => return None,
            Kind::Declare => {
                let variable = self.variable("m");
                // Channels inside are made at the start of a process.
                if self.leads_to(variable.ty, &|ty| matches!(ty, Type::Chan(_))) {
                    return None;
                }
                let node = self.declaration(&variable, false);
                self.scope.push(variable);
                node
            }
            Kind::Timeout => line("timeout;"),
            Kind::Unless => {
                return Some(self.unless(inner));
            }
        };
        Some(vec![node])
    }

    fn assignment(&mut self) -> Option<Node> {
        let assignable = |ty: Type| !matches!(ty, Type::User(_));
        let (place, ty) = self.place(true, &assignable)?;
        let value = match ty {
            Type::Mtype | Type::Fruit | Type::Chan(_) => self.value_for(ty)?,
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

    /// The first statement of an option.
    fn first(&mut self, context: Context) -> String {
        if context.deterministic {
            return self.condition(1);
        }
        let found = match self.numbers.below(10) {
            0 | 1 => self.send(None),
            2 | 3 => self.receive(None),
            4 if self.numbers.chance(20) => Some(format!("(timeout && {})", self.condition(1))),
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
            let first = render(&body[..1]).replace("!=", "");
            let asks = ["inl", " in c", " in own", "full(", "empty("];
            has_io |= first.contains(['?', '!']) || asks.iter().any(|word| first.contains(word));
            options.push(option(body));
        }
        if self.numbers.chance(break_chance) {
            let mut body = vec![line("break;")];
            if self.numbers.chance(40) {
                body.insert(0, line(self.condition(1) + " ->"));
            }
            options.push(option(body));
        }
        if context.deterministic && has_io {
            options.push(option(vec![line("true ->"), line("skip;")]));
        } else if context.deterministic || (!has_io && self.numbers.chance(40)) {
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
        self.in_d_step = true;
        match self.numbers.below(10) {
            0 | 1 => body.push(line(self.condition(2) + ";")),
            2 => body.extend(self.send(Some(false)).map(|text| line(text + ";"))),
            3 => body.extend(self.receive(Some(false)).map(|text| line(text + ";"))),
            _ => {}
        }
        let count = self.numbers.between(1, 3);
        let context = Context { deterministic: true, in_loop: false, ..context };
        body.extend(self.sequence(count, context));
        self.in_d_step = false;
        // SPIN takes a way into a sequence that begins with nothing for a jump into its middle.
        if render(&body[..1]).trim_start().starts_with("skip") {
            body.insert(0, line("assert(true);"));
        }
        block("d_step {", body, "};")
    }

    /// A sequence, and one to escape to.
    fn unless(&mut self, context: Context) -> Vec<Node> {
        let count = self.numbers.between(1, 2);
        let mut body = self.sequence(count, context);
        // SPIN merges a jump to itself, and forgets that it can be escaped from.
        if render(&body[..1]).starts_with("goto") {
            body.insert(0, line("assert(true);"));
        }
        let open = *self.numbers.pick(&["{", "{", "{", "atomic {"]);
        let escape = match self.numbers.below(6) {
            // SPIN's verifiers try an `else` first here, although another option is possible.
            0 => {
                let mut options = self.options(context, 0);
                let is_else = |option: &Node| render(std::slice::from_ref(option)).contains("else");
                options.retain(|option| !is_else(option));
                if options.is_empty() {
                    options.push(option(vec![line("true;")]));
                }
                vec![block("if", options, "fi;")]
            }
            _ => {
                let mut escape = vec![line(self.first(context) + ";")];
                escape.extend(self.sequence(1, context));
                escape
            }
        };
        vec![block(open, body, "}"), block("unless {", escape, "};")]
    }

    fn print(&mut self) -> Node {
        match self.place(false, &|ty| ty == Type::Mtype) {
            Some((place, _)) if self.numbers.chance(30) => line(format!("printm({place});")),
            Some((place, _)) if self.numbers.chance(30) => {
                line(format!("printf(\"%e %d\\n\", {place}, {});", self.number(1)))
            }
            _ => line(format!("printf(\"%d\\n\", {});", self.number(1))),
        }
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
}
