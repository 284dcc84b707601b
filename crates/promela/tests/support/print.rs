//! Trees as Promela text again: every operator in parentheses, one blank between words.

use promela::ast::*;

/// A whole model, one unit a line. With `mark_inlines`, expanded inlines are shown as
/// `inline f { ... }`, which is no Promela; without, as blocks.
pub fn model(model: &Model, mark_inlines: bool) -> String {
    let printer = Printer { mark_inlines };
    let units: Vec<String> = model.units.iter().map(|u| printer.unit(u)).collect();
    units.join("\n")
}

struct Printer {
    mark_inlines: bool,
}

fn join<T>(items: &[T], separator: &str, print: impl Fn(&T) -> String) -> String {
    items.iter().map(print).collect::<Vec<_>>().join(separator)
}

impl Printer {
    fn unit(&self, unit: &Unit) -> String {
        match unit {
            Unit::Mtype(d) => {
                let kind = d.kind.as_ref().map_or(String::new(), |k| format!(":{}", k.text));
                format!("mtype{kind} = {{ {} }}", join(&d.symbols, ", ", |n| n.text.clone()))
            }
            Unit::Typedef(t) => {
                format!(
                    "typedef {} {{ {} }}",
                    t.name.text,
                    join(&t.fields, "; ", |d| self.declaration(d))
                )
            }
            Unit::Variables(d) => self.declaration(d),
            Unit::Proctype(p) => {
                let active = match &p.active {
                    None => String::new(),
                    Some(None) => "active ".to_owned(),
                    Some(Some(n)) => format!("active [{}] ", self.expr(n)),
                };
                let word = if p.deterministic { "D_proctype" } else { "proctype" };
                let priority = p
                    .priority
                    .as_ref()
                    .map_or(String::new(), |e| format!(" priority {}", self.expr(e)));
                let provided = p
                    .provided
                    .as_ref()
                    .map_or(String::new(), |e| format!(" provided ({})", self.expr(e)));
                let parameters = join(&p.parameters, "; ", |d| self.declaration(d));
                format!(
                    "{active}{word} {}({parameters}){priority}{provided} {}",
                    p.name.text,
                    self.body(&p.body)
                )
            }
            Unit::Init(body) => {
                let priority = body
                    .priority
                    .as_ref()
                    .map_or(String::new(), |e| format!(" priority {}", self.expr(e)));
                format!("init{priority} {}", self.body(body))
            }
            Unit::Never(name, body) => {
                let name = name.as_ref().map_or(String::new(), |n| format!(" {}", n.text));
                format!("never{name} {}", self.body(body))
            }
            Unit::Trace { negated, body } => {
                format!("{} {}", if *negated { "notrace" } else { "trace" }, self.body(body))
            }
            Unit::Ltl { name, formula, .. } => {
                let name = name.as_ref().map_or(String::new(), |n| format!(" {}", n.text));
                format!("ltl{name} {{ {formula} }}")
            }
        }
    }

    fn body(&self, body: &Body) -> String {
        format!("{{ {} }}", self.sequence(&body.steps))
    }

    fn sequence(&self, steps: &[Step]) -> String {
        join(steps, "; ", |s| self.step(s))
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Declare(d) => self.declaration(d),
            Step::Statement(s) => self.statement(s),
            Step::Exclusive { receive, channels, .. } => {
                format!(
                    "{} {}",
                    if *receive { "xr" } else { "xs" },
                    join(channels, ", ", |c| self.lvalue(c))
                )
            }
        }
    }

    fn declaration(&self, d: &Declaration) -> String {
        let visibility = match d.visibility {
            Visibility::Plain => "",
            Visibility::Hidden => "hidden ",
            Visibility::Show => "show ",
            Visibility::Local => "local ",
        };
        format!("{visibility}{} {}", self.ty(&d.ty), join(&d.variables, ", ", |v| self.variable(v)))
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Bit => "bit",
            Type::Bool => "bool",
            Type::Byte => "byte",
            Type::Pid => "pid",
            Type::Short => "short",
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Mtype(None) => "mtype",
            Type::Mtype(Some(kind)) => return format!("mtype:{kind}"),
            Type::Chan => "chan",
            Type::User(name) => name,
        }
        .to_owned()
    }

    fn variable(&self, v: &Variable) -> String {
        let mut text = v.name.text.clone();
        if let Some(width) = &v.width {
            text += &format!(" : {}", self.expr(width));
        }
        if let Some(length) = &v.length {
            text += &format!("[{}]", self.expr(length));
        }
        match &v.initial {
            None => {}
            Some(Initialiser::Value(e)) => text += &format!(" = {}", self.expr(e)),
            Some(Initialiser::List(es, _)) => {
                text += &format!(" = {{ {} }}", join(es, ", ", |e| self.expr(e)))
            }
            Some(Initialiser::Channel(c)) => {
                let fields = join(&c.fields, ", ", |(t, _)| self.ty(t));
                text += &format!(" = [{}] of {{ {fields} }}", self.expr(&c.capacity));
            }
        }
        text
    }

    fn statement(&self, s: &Statement) -> String {
        let mut text = join(&s.labels, "", |l| format!("{}: ", l.text));
        text += &self.kind(&s.kind);
        if let Some(unless) = &s.unless {
            text += &format!(" unless {}", self.statement(unless));
        }
        text
    }

    fn options(&self, options: &[Sequence]) -> String {
        join(options, " ", |o| format!(":: {}", self.sequence(o)))
    }

    fn kind(&self, kind: &StatementKind) -> String {
        use StatementKind as S;
        match kind {
            S::Assign(l, e) => format!("{} = {}", self.lvalue(l), self.expr(e)),
            S::Increment(l) => format!("{}++", self.lvalue(l)),
            S::Decrement(l) => format!("{}--", self.lvalue(l)),
            S::Send { channel, sorted, arguments } => {
                let mark = if *sorted { "!!" } else { "!" };
                format!(
                    "{} {mark} {}",
                    self.lvalue(channel),
                    join(arguments, ", ", |e| self.expr(e))
                )
            }
            S::Receive { channel, random, copy, arguments } => {
                let mark = if *random { "??" } else { "?" };
                let pattern = self.pattern(arguments);
                let pattern = if *copy { format!("<{pattern}>") } else { pattern };
                format!("{} {mark} {pattern}", self.lvalue(channel))
            }
            S::Expression(e) => self.expr(e),
            S::Else => "else".to_owned(),
            S::If(options) => format!("if {} fi", self.options(options)),
            S::Do(options) => format!("do {} od", self.options(options)),
            S::ForRange { variable, from, to, body } => format!(
                "for ({} : {} .. {}) {{ {} }}",
                self.lvalue(variable),
                self.expr(from),
                self.expr(to),
                self.sequence(body)
            ),
            S::ForIn { variable, collection, body } => format!(
                "for ({} in {}) {{ {} }}",
                self.lvalue(variable),
                self.lvalue(collection),
                self.sequence(body)
            ),
            S::Select { variable, from, to, .. } => {
                format!(
                    "select ({} : {} .. {})",
                    self.lvalue(variable),
                    self.expr(from),
                    self.expr(to)
                )
            }
            S::Break => "break".to_owned(),
            S::Goto(label) => format!("goto {}", label.text),
            S::Atomic(body) => format!("atomic {{ {} }}", self.sequence(body)),
            S::DStep(body) => format!("d_step {{ {} }}", self.sequence(body)),
            S::Block(body) => format!("{{ {} }}", self.sequence(body)),
            S::Inline { name, body, .. } if self.mark_inlines => {
                format!("inline {} {{ {} }}", name.text, self.sequence(body))
            }
            S::Inline { body, .. } => format!("{{ {} }}", self.sequence(body)),
            S::Assert(e) => format!("assert({})", self.expr(e)),
            S::Printf { format, arguments } => {
                format!(
                    "printf(\"{format}\"{})",
                    join(arguments, "", |e| format!(", {}", self.expr(e)))
                )
            }
            S::Printm(e) => format!("printm({})", self.expr(e)),
            S::SetPriority(a, b) => format!("set_priority({}, {})", self.expr(a), self.expr(b)),
        }
    }

    fn pattern(&self, arguments: &[ReceiveArgument]) -> String {
        join(arguments, ", ", |a| match a {
            ReceiveArgument::Store(l) => self.lvalue(l),
            ReceiveArgument::Any(_) => "_".to_owned(),
            ReceiveArgument::Match(Expr { kind: ExprKind::Number(n), .. }) => n.to_string(),
            ReceiveArgument::Match(e) => self.expr(e),
            ReceiveArgument::Eval(e) => format!("eval({})", self.expr(e)),
        })
    }

    fn lvalue(&self, l: &LValue) -> String {
        join(&l.path, ".", |part| match &part.index {
            Some(index) => format!("{}[{}]", part.name.text, self.expr(index)),
            None => part.name.text.clone(),
        })
    }

    fn expr(&self, e: &Expr) -> String {
        use ExprKind as E;
        match &e.kind {
            // As a number that wraps to it.
            E::Number(n) if *n < 0 => (n + (1 << 32)).to_string(),
            E::Number(n) => n.to_string(),
            E::Variable(l) => self.lvalue(l),
            E::Unary(op, e) => {
                let op = match op {
                    UnaryOperator::Negate => "-",
                    UnaryOperator::Not => "!",
                    UnaryOperator::Complement => "~",
                };
                format!("({op}{})", self.expr(e))
            }
            E::Binary(op, a, b) => format!("({} {} {})", self.expr(a), operator(*op), self.expr(b)),
            E::Conditional(c, a, b) => {
                format!("({} -> {} : {})", self.expr(c), self.expr(a), self.expr(b))
            }
            E::Channel(query, l) => {
                let word = match query {
                    ChannelQuery::Length => "len",
                    ChannelQuery::Empty => "empty",
                    ChannelQuery::NotEmpty => "nempty",
                    ChannelQuery::Full => "full",
                    ChannelQuery::NotFull => "nfull",
                };
                format!("{word}({})", self.lvalue(l))
            }
            E::Poll { channel, random, arguments } => {
                let mark = if *random { "??" } else { "?" };
                format!("{}{mark}[{}]", self.lvalue(channel), self.pattern(arguments))
            }
            E::Run { process, arguments, priority } => {
                let priority = priority
                    .as_ref()
                    .map_or(String::new(), |e| format!(" priority {}", self.expr(e)));
                format!(
                    "run {}({}){priority}",
                    process.text,
                    join(arguments, ", ", |e| self.expr(e))
                )
            }
            E::Timeout => "timeout".to_owned(),
            E::NonProgress => "np_".to_owned(),
            E::Pid => "_pid".to_owned(),
            E::ProcessCount => "_nr_pr".to_owned(),
            E::Last => "_last".to_owned(),
            E::Priority => "_priority".to_owned(),
            E::Scratch => "_".to_owned(),
            E::Enabled(e) => format!("enabled({})", self.expr(e)),
            E::PcValue(e) => format!("pc_value({})", self.expr(e)),
            E::GetPriority(e) => format!("get_priority({})", self.expr(e)),
            E::RemoteLabel { process, instance, label } => {
                format!("{}{}@{}", process.text, self.instance(instance), label.text)
            }
            E::RemoteVariable { process, instance, variable } => {
                format!("{}{}:{}", process.text, self.instance(instance), self.lvalue(variable))
            }
        }
    }

    fn instance(&self, instance: &Option<Box<Expr>>) -> String {
        instance.as_ref().map_or(String::new(), |e| format!("[{}]", self.expr(e)))
    }
}

fn operator(op: BinaryOperator) -> &'static str {
    use BinaryOperator as B;
    match op {
        B::Multiply => "*",
        B::Divide => "/",
        B::Modulo => "%",
        B::Add => "+",
        B::Subtract => "-",
        B::ShiftLeft => "<<",
        B::ShiftRight => ">>",
        B::Less => "<",
        B::LessEqual => "<=",
        B::Greater => ">",
        B::GreaterEqual => ">=",
        B::Equal => "==",
        B::NotEqual => "!=",
        B::BitAnd => "&",
        B::BitXor => "^",
        B::BitOr => "|",
        B::And => "&&",
        B::Or => "||",
    }
}
