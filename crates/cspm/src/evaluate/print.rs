//! Values and terms in the words of the script.

use lts::{Call, Compression, EventSet, Term, TermId, Terms};

use super::Evaluator;
use super::calls::Named;
use super::code::{Body, DefinitionId};
use crate::values::{Callee, Lazy, Set, Value};

/// Messages show no more of a value than so many bytes.
const LONGEST: usize = 200;

/// No more operators than this are shown in one another.
const DEEPEST: usize = 3;

/// No more operands or events than this are shown side by side.
const WIDEST: usize = 8;

/// Writes until there is enough.
struct Printer<'e, 's> {
    evaluator: &'e Evaluator<'s>,
    terms: &'e Terms,
    text: String,
    most: usize,
}

impl Evaluator<'_> {
    /// A value as the script would write it. Parts that are not computed are `_`.
    #[must_use]
    pub fn display(&self, value: &Value) -> String {
        self.printed(value, &self.terms, usize::MAX)
    }

    /// The same of a value with processes in it.
    #[must_use]
    pub fn value_text(&self, terms: &Terms, value: &Value) -> String {
        self.printed(value, terms, usize::MAX)
    }

    /// A process in short: a name with its arguments, or its outermost operators.
    #[must_use]
    pub fn term_text(&self, terms: &Terms, term: TermId) -> String {
        let mut printer = Printer { evaluator: self, terms, text: String::new(), most: usize::MAX };
        printer.term(term, 0);
        printer.text
    }

    /// The name of a process, with its arguments.
    #[must_use]
    pub fn call_name(&self, terms: &Terms, call: Call) -> String {
        let mut printer = Printer { evaluator: self, terms, text: String::new(), most: usize::MAX };
        printer.call(call);
        printer.text
    }

    /// A value in a message.
    pub(super) fn shown(&self, value: &Value) -> String {
        self.printed(value, &self.terms, LONGEST)
    }

    pub(super) fn shown_lazily(&self, value: &Lazy) -> String {
        value.known().map_or("_".to_owned(), |value| self.shown(&value))
    }

    pub(super) fn shown_set(&self, set: &Set) -> String {
        let mut printer =
            Printer { evaluator: self, terms: &self.terms, text: String::new(), most: LONGEST };
        printer.set(set);
        printer.text
    }

    fn printed(&self, value: &Value, terms: &Terms, most: usize) -> String {
        let mut printer = Printer { evaluator: self, terms, text: String::new(), most };
        printer.value(value);
        printer.text
    }
}

impl Printer<'_, '_> {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Integer(value) => self.text += &value.to_string(),
            Value::Boolean(value) => self.text += &value.to_string(),
            Value::Character(value) => self.text += &format!("'{value}'"),
            Value::Tuple(tuple) => {
                self.text.push('(');
                self.parts(tuple.0.iter());
                self.text.push(')');
            }
            Value::Sequence(sequence) => {
                let character = |element: &Lazy| match element {
                    Lazy::Value(Value::Character(character)) => Some(*character),
                    _ => None,
                };
                let elements = sequence.first();
                let text: Option<String> = elements.iter().map(character).collect();
                match text {
                    Some(text) if !text.is_empty() && sequence.rest().is_none() => {
                        self.text += &format!("\"{text}\"");
                    }
                    _ => {
                        self.text.push('<');
                        self.parts(elements.iter());
                        if sequence.rest().is_some() {
                            self.text += ", …";
                        }
                        self.text.push('>');
                    }
                }
            }
            Value::Dots(fields) => self.dotted(fields),
            Value::Constructed(constructed) => {
                let constructor =
                    &self.evaluator.program.constructors[constructed.constructor.0 as usize];
                self.text += &constructor.name;
                for field in &constructed.fields {
                    self.text.push('.');
                    self.field(field);
                }
            }
            Value::Set(set) => self.set(set),
            Value::Map(map) => {
                self.text += "(| ";
                for (place, (key, value)) in map.0.iter().enumerate() {
                    self.comma(place);
                    self.value(key);
                    self.text += " => ";
                    self.lazy(value);
                }
                self.text += if map.0.is_empty() { "|)" } else { " |)" };
            }
            Value::Function(closure) => {
                match closure.callee {
                    Callee::Builtin(builtin) => self.text += builtin.text(),
                    Callee::Definition(id, _) => self.definition(id),
                }
                for group in &closure.given {
                    self.text.push('(');
                    self.parts(group.iter());
                    self.text.push(')');
                }
            }
            Value::Process(term) => self.term(*term, 0),
            Value::Unused => self.text.push('_'),
        }
    }

    fn lazy(&mut self, lazy: &Lazy) {
        match lazy.known() {
            Some(value) => self.value(&value),
            None => self.text.push('_'),
        }
    }

    fn parts<'p>(&mut self, parts: impl Iterator<Item = &'p Lazy>) {
        for (place, part) in parts.enumerate() {
            self.comma(place);
            if self.is_full() {
                return;
            }
            self.lazy(part);
        }
    }

    fn comma(&mut self, place: usize) {
        if place > 0 {
            self.text += ", ";
        }
    }

    /// Whether there is enough, which is said then.
    fn is_full(&mut self) -> bool {
        let full = self.text.len() > self.most;
        if full {
            self.text.push('…');
        }
        full
    }

    fn dotted(&mut self, fields: &[Value]) {
        for (place, field) in fields.iter().enumerate() {
            if place > 0 {
                self.text.push('.');
            }
            self.field(field);
        }
    }

    /// A field, in brackets where the dot would not belong to it.
    fn field(&mut self, field: &Value) {
        let negative = matches!(field, Value::Integer(value) if *value < 0);
        if negative || matches!(field, Value::Dots(_)) {
            self.text.push('(');
            self.value(field);
            self.text.push(')');
        } else {
            self.value(field);
        }
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Listed(elements) => {
                self.text.push('{');
                for (place, element) in elements.iter().enumerate() {
                    self.comma(place);
                    if self.is_full() {
                        break;
                    }
                    self.value(element);
                }
                self.text.push('}');
            }
            Set::Range(from, to) if to.saturating_sub(*from) < 10 => {
                let elements: Vec<String> = (*from..=*to).map(|value| value.to_string()).collect();
                self.text += &format!("{{{}}}", elements.join(", "));
            }
            Set::Range(from, to) => self.text += &format!("{{{from}..{to}}}"),
            Set::From(from) => self.text += &format!("{{{from}..}}"),
            Set::Integers => self.text += "Int",
            Set::Characters => self.text += "Char",
            Set::Processes => self.text += "Proc",
            Set::Tuples(parts) => self.sets("(", parts, ", ", ")"),
            Set::Dots(parts) => self.sets("", parts, ".", ""),
            Set::Sequences(of) => self.sets("Seq(", std::slice::from_ref(of), "", ")"),
            Set::Subsets(of) => self.sets("Set(", std::slice::from_ref(of), "", ")"),
            Set::Maps(keys, values) => {
                self.sets("Map(", &[keys.clone(), values.clone()], ", ", ")");
            }
            Set::Datatype(id) => {
                self.text += &self.evaluator.program.datatypes[id.0 as usize].name;
            }
            Set::Constructed(id, parts) => {
                let name = &self.evaluator.program.constructors[id.0 as usize].name;
                self.text += name;
                for part in parts {
                    self.sets(".", std::slice::from_ref(part), "", "");
                }
            }
            Set::Events(without) if without.is_empty() => self.text += "Events",
            Set::Events(without) => {
                self.text += "diff(Events, ";
                self.set(&Set::Listed(without.clone()));
                self.text.push(')');
            }
            Set::Union(parts) => self.sets("Union({", parts, ", ", "})"),
            Set::Difference(from, without) => {
                self.sets("diff(", &[from.clone(), without.clone()], ", ", ")");
            }
        }
    }

    fn sets(&mut self, begin: &str, parts: &[std::rc::Rc<Set>], between: &str, end: &str) {
        self.text += begin;
        for (place, part) in parts.iter().enumerate() {
            if place > 0 {
                self.text += between;
            }
            self.set(part);
        }
        self.text += end;
    }

    fn definition(&mut self, id: DefinitionId) {
        let definition = &self.evaluator.program.definitions[id.0 as usize];
        self.text += definition.name.as_deref().unwrap_or("\\ … @ …");
    }

    fn call(&mut self, call: Call) {
        let name = self.evaluator.calls.name(call).clone();
        let mut arguments = name.arguments.iter();
        match name.named {
            Named::Builtin(builtin) => {
                self.text += builtin.text();
                if !name.arguments.is_empty() {
                    self.group(&mut arguments, name.arguments.len());
                }
            }
            Named::Definition(id) => {
                let definition = &self.evaluator.program.definitions[id.0 as usize];
                match (&definition.name, definition.body.get()) {
                    (None, Some(Body::Function(_))) => self.text += "(\\ … @ …)",
                    (None, _) => self.text += "(… -> …)",
                    (Some(name), _) => self.text += name,
                }
                if let Some(Body::Function(function)) = definition.body.get() {
                    for group in &function.used {
                        self.group(&mut arguments, group.len());
                    }
                }
                let captures = definition.captures.get().map_or(&[][..], |captures| captures);
                for (place, (capture, value)) in captures.iter().zip(&name.captured).enumerate() {
                    self.text += if place == 0 { " where " } else { ", " };
                    self.text += &format!("{} = ", capture.name);
                    self.value(value);
                }
            }
        }
    }

    fn group<'p>(&mut self, arguments: &mut impl Iterator<Item = &'p Value>, count: usize) {
        self.text.push('(');
        for (place, argument) in arguments.take(count).enumerate() {
            self.comma(place);
            self.value(argument);
        }
        self.text.push(')');
    }

    fn term(&mut self, id: TermId, depth: usize) {
        if id.0 as usize >= self.terms.len() {
            self.text.push('…');
            return;
        }
        match self.terms.term(id) {
            Term::Stop => self.text += "STOP",
            Term::Skip => self.text += "SKIP",
            Term::Omega => self.text += "Ω",
            Term::Div => self.text += "DIV",
            Term::Call(call) => self.call(*call),
            Term::Fault(_) => self.text += "<error>",
            Term::State(..) => self.text += "<compressed>",
            _ if depth >= DEEPEST => self.text += "…",
            Term::Chaos(events) => self.applied("CHAOS", None, Some(*events), depth),
            Term::Run(events) => self.applied("RUN", None, Some(*events), depth),
            Term::Prefix(offers) => {
                for (place, &(event, after)) in offers.iter().take(WIDEST).enumerate() {
                    if place > 0 {
                        self.text += " [] ";
                    }
                    self.text += &self.evaluator.event_name(event);
                    self.text += " -> ";
                    self.operand(after, depth);
                }
                if offers.len() > WIDEST {
                    self.text += " [] …";
                }
            }
            Term::ExternalChoice(operands) => self.chain(operands, " [] ", depth),
            Term::InternalChoice(operands) => self.chain(operands, " |~| ", depth),
            Term::SlidingChoice(left, right) => self.chain(&[*left, *right], " [> ", depth),
            Term::Sequence(left, right) => self.chain(&[*left, *right], " ; ", depth),
            Term::Interrupt(left, right) => self.chain(&[*left, *right], " /\\ ", depth),
            Term::Exception(left, events, right) => {
                let events = self.events(self.terms.events(*events));
                self.chain(&[*left, *right], &format!(" [|{events}|> "), depth);
            }
            Term::SynchronisingChoice(events, operands) => {
                let events = self.events(self.terms.events(*events));
                self.chain(operands, &format!(" [+{events}+] "), depth);
            }
            Term::SynchronisingInterrupt(left, events, right) => {
                let events = self.events(self.terms.events(*events));
                self.chain(&[*left, *right], &format!(" /+{events}+\\ "), depth);
            }
            Term::Synchronised(events, operands) => {
                let events = self.terms.events(*events);
                if events.is_empty() {
                    return self.chain(operands, " ||| ", depth);
                }
                let events = self.events(events);
                self.chain(operands, &format!(" [|{events}|] "), depth);
            }
            Term::Alphabetised(operands) => {
                let operands: Vec<TermId> = operands.iter().map(|&(operand, _)| operand).collect();
                self.chain(&operands, " [… || …] ", depth);
            }
            Term::Linked(left, right, _) => self.chain(&[*left, *right], " [… <-> …] ", depth),
            Term::Hide(process, events) => {
                self.operand(*process, depth);
                let events = self.events(self.terms.events(*events));
                self.text += &format!(" \\ {events}");
            }
            Term::Rename(process, _) => {
                self.operand(*process, depth);
                self.text += "[[…]]";
            }
            Term::Prioritise(process, _) => self.applied("prioritise", Some(*process), None, depth),
            Term::Compress(compression, process) => {
                self.applied(name_of(*compression), Some(*process), None, depth);
            }
            Term::TraceWatchdog(process, events, _) => {
                self.applied("trace_watchdog", Some(*process), Some(*events), depth);
            }
            Term::FailureWatchdog(process, events, _) => {
                self.applied("failure_watchdog", Some(*process), Some(*events), depth);
            }
        }
    }

    fn applied(
        &mut self,
        name: &str,
        process: Option<TermId>,
        events: Option<lts::SetId>,
        depth: usize,
    ) {
        self.text += name;
        self.text.push('(');
        if let Some(process) = process {
            self.term(process, depth + 1);
        }
        if let Some(events) = events {
            self.comma(usize::from(process.is_some()));
            self.text += &self.events(self.terms.events(events));
        }
        self.text.push(')');
    }

    fn chain(&mut self, operands: &[TermId], between: &str, depth: usize) {
        for (place, &operand) in operands.iter().take(WIDEST).enumerate() {
            if place > 0 {
                self.text += between;
            }
            self.operand(operand, depth);
        }
        if operands.len() > WIDEST {
            self.text += between;
            self.text.push('…');
        }
    }

    /// A process inside another one, in brackets if it has an operator itself.
    fn operand(&mut self, id: TermId, depth: usize) {
        let simple = matches!(
            self.terms.term(id),
            Term::Stop
                | Term::Skip
                | Term::Omega
                | Term::Div
                | Term::Call(_)
                | Term::Fault(_)
                | Term::State(..)
                | Term::Chaos(_)
                | Term::Run(_)
                | Term::Compress(..)
                | Term::Prioritise(..)
        );
        let captures = match self.terms.term(id) {
            Term::Call(call) => !self.evaluator.calls.name(*call).captured.is_empty(),
            _ => false,
        };
        if (simple && !captures) || depth + 1 >= DEEPEST {
            return self.term(id, depth + 1);
        }
        self.text.push('(');
        self.term(id, depth + 1);
        self.text.push(')');
    }

    fn events(&self, events: &EventSet) -> String {
        let names = |events: &[lts::Event]| {
            let shown = events.iter().take(WIDEST).map(|&event| self.evaluator.event_name(event));
            let mut names: Vec<String> = shown.collect();
            if events.len() > WIDEST {
                names.push("…".to_owned());
            }
            names.join(", ")
        };
        match events.left_out() {
            None => format!("{{{}}}", names(events.listed().unwrap_or_default())),
            Some([]) => "Events".to_owned(),
            Some(left_out) => format!("diff(Events, {{{}}})", names(left_out)),
        }
    }
}

/// The function that a compression is in scripts.
fn name_of(compression: Compression) -> &'static str {
    match compression {
        Compression::StrongBisimulation => "sbisim",
        Compression::DelayBisimulation => "dbisim",
        Compression::WeakBisimulation => "wbisim",
        Compression::Normal => "normal",
        Compression::Diamond => "diamond",
        Compression::TauLoopFactor => "tau_loop_factor",
        Compression::ModelCompress => "model_compress",
        Compression::Explicate => "explicate",
        Compression::LazyEnumerate => "lazyenumerate",
        Compression::Chase => "chase",
        Compression::ChaseNoCache => "chase_nocache",
        Compression::Deterministic => "deter",
    }
}
