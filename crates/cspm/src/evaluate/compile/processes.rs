//! Processes. In timed sections they are translated: everything lets time pass, with the event `tock` (section 11 of the notes on
//! the language; *Timed sections* in the manual of FDR4).

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};

use super::patterns::names_in;
use super::{Compiler, Meaning, Section};
use crate::builtin::Builtin;
use crate::evaluate::code::{Body, Code, Field, Kind, Pairs, Place, Prefix, Replication, Timed};
use crate::tree::{
    self, Expression, ExpressionKind, FieldKind, Name, ProcessOperator, Relation, Replicated,
    Statement,
};
use crate::values::{ConstructorId, Value};

impl Compiler<'_> {
    pub(super) fn process(&mut self, expression: &Expression) -> Kind {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Prefix { channel, fields, after } => {
                self.prefix(channel, fields, after, span)
            }
            ExpressionKind::Guard(condition, process) => {
                let (condition, process) = (self.expression(condition), self.expression(process));
                let stop = Kind::Builtin(self.stop());
                Kind::If(condition, process, self.node(span, stop))
            }
            ExpressionKind::Process(operator, left, right) => {
                self.operator(*operator, expression, left, right)
            }
            ExpressionKind::Synchronised(left, events, right) => {
                let events = self.alphabet(events);
                Kind::Synchronised(events, vec![self.expression(left), self.expression(right)])
            }
            ExpressionKind::Alphabetised { left, right } => {
                let side = |(process, alphabet): &(Expression, Expression)| {
                    (self.expression(process), self.alphabet(alphabet))
                };
                Kind::Alphabetised([&**left, &**right].map(side).into())
            }
            ExpressionKind::Exception(process, events, handler) => Kind::Exception(
                self.expression(process),
                self.expression(events),
                self.expression(handler),
            ),
            ExpressionKind::SynchronisingChoice(left, events, right) => {
                let events = self.alphabet(events);
                let operands = vec![self.expression(left), self.expression(right)];
                Kind::SynchronisingChoice(events, operands)
            }
            ExpressionKind::SynchronisingInterrupt(left, events, right) => {
                let (left, events) = (self.expression(left), self.alphabet(events));
                Kind::SynchronisingInterrupt(left, events, self.expression(right))
            }
            ExpressionKind::Linked { left, right, links } => {
                self.refuse_in_section("linked parallel", span);
                let (left, right) = (self.expression(left), self.expression(right));
                Kind::Linked(left, right, self.pairs(links))
            }
            ExpressionKind::Rename(process, relation) => {
                Kind::Rename(self.expression(process), self.pairs(relation))
            }
            ExpressionKind::Replicated { operator, statements, body } => {
                self.replicated(operator, statements, body, span)
            }
            _ => unreachable!("expressions that are no processes are compiled elsewhere"),
        }
    }

    fn operator(
        &mut self,
        operator: ProcessOperator,
        whole: &Expression,
        left: &Expression,
        right: &Expression,
    ) -> Kind {
        let span = whole.span;
        match operator {
            ProcessOperator::ExternalChoice => {
                let operands = self.operands(operator, whole);
                match self.timed {
                    None => Kind::ExternalChoice(operands),
                    Some(_) => Kind::SynchronisingChoice(self.only_tock(span), operands),
                }
            }
            ProcessOperator::InternalChoice => Kind::InternalChoice(self.operands(operator, whole)),
            ProcessOperator::Interleave => {
                let operands = self.operands(operator, whole);
                Kind::Synchronised(self.only_tock(span), operands)
            }
            ProcessOperator::SlidingChoice => {
                Kind::SlidingChoice(self.expression(left), self.expression(right))
            }
            ProcessOperator::Sequence => Kind::Then(self.expression(left), self.expression(right)),
            ProcessOperator::Interrupt => {
                let (left, right) = (self.expression(left), self.expression(right));
                match self.timed {
                    None => Kind::Interrupt(left, right),
                    Some(_) => Kind::SynchronisingInterrupt(left, self.only_tock(span), right),
                }
            }
            ProcessOperator::Hide => Kind::Hide(self.expression(left), self.expression(right)),
            ProcessOperator::Project => {
                Kind::Project(self.expression(left), self.expression(right))
            }
        }
    }

    /// The operands of a chain of one operator, which is associative.
    fn operands(&mut self, operator: ProcessOperator, whole: &Expression) -> Vec<Code> {
        let (mut operands, mut left) = (Vec::new(), vec![whole]);
        while let Some(expression) = left.pop() {
            match &expression.kind {
                ExpressionKind::Process(same, one, other) if *same == operator => {
                    left.extend([&**other, &**one]);
                }
                _ => operands.push(self.expression(expression)),
            }
        }
        operands
    }

    fn prefix(
        &mut self,
        channel: &Expression,
        fields: &[tree::Field],
        after: &Expression,
        span: Span,
    ) -> Kind {
        if self.timed.is_none() {
            return Kind::Prefix(Rc::new(self.prefix_in_place(channel, fields, after)));
        }
        // What waits loops: it needs a name.
        let tock = self.tock(span);
        let id = self.definition(None, span, None);
        let prefix = self.owned(id, |compiler| compiler.prefix_in_place(channel, fields, after));
        let waiting = self.node(span, Kind::Definition(0, id));
        let code = Kind::Waiting(self.node(span, Kind::Prefix(Rc::new(prefix))), tock, waiting);
        self.set_body(id, Body::Value(self.node(span, code)));
        self.depend_on_definition(self.level, id);
        Kind::Definition(0, id)
    }

    fn prefix_in_place(
        &mut self,
        channel: &Expression,
        fields: &[tree::Field],
        after: &Expression,
    ) -> Prefix {
        let channel = self.expression(channel);
        let (level, slots) = (self.level, self.slots);
        let fields = fields.iter().map(|field| self.field(field)).collect();
        let timed = self.timed.map(|section| self.duration(section, after.span));
        let after = self.expression(after);
        (self.level, self.slots) = (level, slots);
        Prefix { channel, fields, after, timed }
    }

    /// How long an event takes, as it is asked where this is compiled.
    fn duration(&mut self, section: Section, span: Span) -> Timed {
        let Some((level, id)) = section.durations else { return Timed::OneTock };
        self.depend_on_definition(level, id);
        Timed::By(self.node(span, Kind::Definition(self.level - level, id)))
    }

    fn field(&mut self, field: &tree::Field) -> Field {
        let (pattern, set, internal) = match &field.kind {
            FieldKind::Output(value) => return Field::Output(self.expression(value)),
            FieldKind::Input(pattern, set) => (pattern, set, false),
            FieldKind::Chosen(pattern, set) => (pattern, set, true),
        };
        if internal {
            self.refuse_in_section("`$`", field.span);
        }
        let set = set.as_ref().map(|set| self.expression(set));
        self.level += 1;
        self.slots = 0;
        let mut patterns = Vec::new();
        self.dotted_patterns(pattern, &mut patterns);
        Field::Input { internal, patterns, slots: self.slots, set, span: field.span }
    }

    fn pairs(&mut self, relation: &Relation) -> Pairs {
        let (pairs, steps) = self.after(&relation.statements, |compiler| {
            let pair = |(from, to)| (compiler.expression(from), compiler.expression(to));
            relation.pairs.iter().map(|(from, to)| (from, to)).map(pair).collect()
        });
        Pairs { pairs, steps }
    }

    fn replicated(
        &mut self,
        operator: &Replicated,
        statements: &[Statement],
        body: &Expression,
        span: Span,
    ) -> Kind {
        let timed = self.timed.is_some();
        let (stop, skip) = (Some(self.stop()), Some(self.skip()));
        // Parallel processes of none terminate at once, but in a timed section they only let time pass.
        let none = if timed { stop } else { skip };
        let (mut alphabet, mut links) = (None, None);
        if let Replicated::Linked(_) = operator {
            self.refuse_in_section("linked parallel", span);
        }
        let mut indices = Vec::new();
        let (body, steps) = self.after(statements, |compiler| {
            indices = compiler.indices(statements);
            match operator {
                Replicated::Alphabetised(events) => alphabet = Some(compiler.alphabet(events)),
                Replicated::Linked(relation) => links = Some(compiler.pairs(relation)),
                _ => {}
            }
            compiler.expression(body)
        });
        let (operator, empty) = match operator {
            Replicated::ExternalChoice if timed => {
                (Replication::SynchronisingChoice(self.only_tock(span)), stop)
            }
            Replicated::ExternalChoice => (Replication::ExternalChoice, stop),
            Replicated::InternalChoice => (Replication::InternalChoice, None),
            Replicated::Interleave => (Replication::Synchronised(self.only_tock(span)), none),
            Replicated::Sequence => (Replication::Sequence, skip),
            Replicated::Alphabetised(_) => {
                (Replication::Alphabetised(alphabet.expect("compiled above")), none)
            }
            Replicated::Synchronised(events) => {
                (Replication::Synchronised(self.alphabet(events)), none)
            }
            Replicated::Linked(_) => (Replication::Linked(links.expect("compiled above")), None),
            Replicated::SynchronisingChoice(events) => {
                (Replication::SynchronisingChoice(self.alphabet(events)), stop)
            }
        };
        Kind::Replicated { operator, steps, body, indices, empty }
    }

    /// The variables that generators bind, as they are seen from behind them.
    fn indices(&self, statements: &[Statement]) -> Vec<(Rc<str>, Place)> {
        let mut names = Vec::new();
        for statement in statements {
            if let Statement::Generator(pattern, _) = statement {
                names_in(pattern, &mut names);
            }
        }
        let place = |name: &Name| {
            let meaning = name.binding.and_then(|binding| self.program.meanings.get(&binding))?;
            let &Meaning::Variable(level, slot) = meaning else { return None };
            Some((name.to_string().into(), Place { depth: self.level - level, slot }))
        };
        names.into_iter().filter_map(place).collect()
    }

    fn stop(&self) -> Builtin {
        if self.timed.is_some() { Builtin::TimedStop } else { Builtin::Stop }
    }

    fn skip(&self) -> Builtin {
        if self.timed.is_some() { Builtin::TimedSkip } else { Builtin::Skip }
    }

    /// The events on which processes synchronise: in a timed section `tock`, too.
    fn alphabet(&mut self, events: &Expression) -> Code {
        let set = self.expression(events);
        if self.timed.is_none() {
            return set;
        }
        let tock = self.only_tock(events.span);
        self.node(events.span, Kind::Call(Builtin::Union, vec![set, tock]))
    }

    /// The set of `tock`, or of nothing outside timed sections.
    fn only_tock(&mut self, span: Span) -> Code {
        let mut elements = Vec::new();
        if self.timed.is_some() {
            let tock = self.tock(span);
            elements.extend(
                self.program.constructors.get(tock.0 as usize).map(|tock| tock.bare.clone()),
            );
        }
        self.node(span, Kind::Value(Value::set(elements)))
    }

    /// The channel that says that time passes.
    pub(super) fn tock(&mut self, span: Span) -> ConstructorId {
        let tock = self.program.tock.filter(|tock| {
            let channel = &self.program.constructors[tock.0 as usize];
            channel.carries.get().is_none() && !channel.bare.is_incomplete()
        });
        tock.unwrap_or_else(|| {
            if !self.no_tock {
                self.no_tock = true;
                let text = "a timed section needs a channel `tock` that carries nothing";
                let help = "declare `channel tock`";
                self.say(Diagnostic::error(span, text).help(help));
            }
            ConstructorId(0)
        })
    }

    fn refuse_in_section(&mut self, what: &str, span: Span) {
        if self.timed.is_some() {
            let text = format!("{what} cannot be used in a timed section");
            self.say(Diagnostic::error(span, text));
        }
    }
}
