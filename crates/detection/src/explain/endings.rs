//! What the end of the way from two components says: the vertex that one of them leads to and the other does not.

use diagnostics::Span;
use machine::index::VariableId;
use machine::program::{ExprKind, Region};

use super::Explainer;
use super::reason::{Form, Reason};
use super::rounds::Witness;
use super::statements::is_of_statement;
use crate::class::{NumberUse, ONLY_NAMES};
use crate::graph::{CHILD, REFERS};
use crate::vertex_kind::VertexKind;

/// The end of the way from two components.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    /// What the first leads to.
    pub vertex: usize,
    /// The last pair before it.
    pub before: (usize, usize),
    /// The last pair of components on the way.
    pub components: (usize, usize),
    /// The first part of a statement on the way from these components, and its like on the other.
    pub first: Option<(usize, Option<usize>)>,
    /// The last one.
    pub statement: Option<(usize, Option<usize>)>,
    /// Whether the way from these components led through what arithmetic makes of them.
    pub is_computed: bool,
    /// Whether it led from a statement to the place where that stands.
    pub is_placed: bool,
}

impl Ending {
    /// One step further, from a pair to what one of them has and the other has not.
    pub fn next(self, pair: (usize, usize), witness: Witness) -> Ending {
        let swap = |(a, b)| if witness.swapped { (b, a) } else { (a, b) };
        let turned = |statement| match (statement, witness.swapped) {
            (Some((here, Some(there))), true) => Some((there, Some(here))),
            (_, true) => None,
            (statement, false) => statement,
        };
        let (first, statement) = (turned(self.first), turned(self.statement));
        let (before, components) = (swap(pair), swap(self.components));
        Ending { vertex: witness.vertex, before, components, first, statement, ..self }
    }
}

impl Explainer<'_> {
    pub(super) fn ending(&self, end: &Ending) -> Reason {
        let (one, two) = (self.name(end.components.0), self.name(end.components.1));
        let kind = |vertex: usize| self.program.origins[vertex].kind;
        let here = end.statement.and_then(|(vertex, _)| self.own_place(vertex));
        if let Some(reason) = self.stands_elsewhere(end) {
            return reason;
        }
        let is_process = kind(end.components.0) == VertexKind::Process;
        match kind(end.vertex) {
            _ if is_process && self.have_other_code(end.components) => {
                let start = |vertex| self.process(vertex).and_then(|p| self.start_of(p));
                let text = format!("{one} and {two} run different code: give both the same");
                let span = here.or(start(end.components.0));
                Reason::whole(text, span, start(end.components.1).filter(|_| here.is_none()))
            }
            VertexKind::Channel | VertexKind::Variable if end.vertex == end.components.0 => {
                let [span, other] = [end.components.0, end.components.1]
                    .map(|component| self.program.origins[component].span);
                let text = format!("{one} and {two} are declared otherwise: declare them alike");
                Reason::whole(text, span, other)
            }
            VertexKind::OwnNumberOfProcess | VertexKind::NumberedProcess => self.numbers(here),
            _ if end.is_computed || self.is_of_row(end.vertex) => self.computed(end),
            VertexKind::Element => self.short_array(end.vertex, &one, &two),
            VertexKind::Location if is_process && self.way_to(end.vertex).is_some() => {
                let text = format!("only {one} passes this statement: let each pass it, or none");
                Reason::whole(text, self.way_to(end.vertex), None)
            }
            VertexKind::Constant => self.held_by_one(end.vertex, end.components),
            _ if kind(end.before.0) == VertexKind::Constant => self.held_otherwise(end),
            VertexKind::Frozen => self.started_with(end.vertex, end.components),
            VertexKind::Name if end.statement.is_none() => self.named_once(end),
            _ => self.mentioned(end),
        }
    }

    fn have_other_code(&self, (one, two): (usize, usize)) -> bool {
        let of = |v| self.process(v).map(|process| self.shape.types[process.index()]);
        of(one) != of(two)
    }

    /// Whether a name or number stands only for what a function is given, or gives.
    fn is_of_row(&self, vertex: usize) -> bool {
        let above = self.rounds.neighbours[vertex].iter().filter(|(_, edge)| edge % 2 == 1);
        let users = above.map(|&(user, _)| self.program.origins[user].kind);
        let mut users = users.filter(|&kind| is_of_statement(kind)).peekable();
        users.peek().is_some() && users.all(|kind| kind == VertexKind::Row)
    }

    /// That arithmetic tells components apart.
    fn computed(&self, end: &Ending) -> Reason {
        let span = self.statements(end.vertex, end.components.0).first().copied();
        self.told_by_arithmetic(end.components, span)
    }

    /// That process numbers are used as numbers, and where.
    fn numbers(&self, here: Option<Span>) -> Reason {
        let uses = self.classes.conflicts();
        // What follows from a use of ids alone comes after it.
        let is_here = |used: &&NumberUse| Some(used.span) == here;
        let of_ids = || uses.iter().filter(|used| used.is_of_ids());
        let used = of_ids().find(is_here).or(of_ids().next());
        let used = used.or(uses.iter().find(is_here)).or(uses.first());
        let how = used.map_or(format!("used as numbers: {ONLY_NAMES}"), NumberUse::told);
        Reason::statement(format!("ids are {how}"), used.map(|used| used.span).or(here))
    }

    fn short_array(&self, element: usize, one: &str, two: &str) -> Reason {
        let variable = self.variable_of(element);
        let name = variable.map_or("", |id| &self.machine.program.variables[id.index()].name);
        let text = format!(
            "the array `{name}` has an element for {one} and none for {two}: give it more elements"
        );
        let span = variable.map(|id| self.machine.program.variables[id.index()].span);
        Reason { form: Form::Short(text), ..Reason::whole(String::new(), span, None) }
    }

    /// The variable that an element or a constant belongs to.
    fn variable_of(&self, vertex: usize) -> Option<VariableId> {
        let mut neighbours = self.rounds.neighbours[vertex].iter().map(|&(other, _)| other);
        let is_variable = |v: &usize| self.program.origins[*v].kind == VertexKind::Variable;
        neighbours.find(is_variable).and_then(|v| self.places.get(&v)).map(|&p| VariableId::new(p))
    }

    /// The variable of a constant, and the cell that it is: constants are drawn cell by cell.
    fn cell(&self, constant: usize) -> Option<(VariableId, u32)> {
        let variable = self.variable_of(constant)?;
        let drawn = &self.rounds.neighbours[self.program.variables[variable.index()]];
        let is_before = |&&(v, colour): &&(usize, u64)| {
            colour == 2 * u64::from(REFERS) + 1
                && v < constant
                && self.program.origins[v].kind == VertexKind::Constant
        };
        Some((variable, drawn.iter().filter(is_before).count() as u32))
    }

    fn value(&self, (variable, cell): (VariableId, u32)) -> i32 {
        let declared = &self.machine.program.variables[variable.index()];
        match declared.region {
            Region::Constant => self.machine.constant(declared.offset + cell),
            _ => self.shape.settled.cells[(declared.offset + cell) as usize],
        }
    }

    /// That a variable holds for ever what it holds for one component only.
    fn held_by_one(&self, constant: usize, (one, two): (usize, usize)) -> Reason {
        let Some((variable, cell)) = self.cell(constant) else {
            return Reason::whole(String::new(), None, None);
        };
        let name = &self.machine.program.variables[variable.index()].name;
        let text = if self.holds(constant, one) {
            format!("`{name}` is {} for ever", self.name(one))
        } else {
            format!("`{name}` holds something for {}", self.name(one))
        };
        let span = Some(self.assignment(variable, cell));
        Reason { form: Form::Missing(text), sides: vec![self.name(two)], span, other: None }
    }

    /// Whether a constant is the name of a component, and does not only belong to it.
    fn holds(&self, constant: usize, component: usize) -> bool {
        let is_held = |&(v, colour): &(usize, u64)| {
            colour == 2 * u64::from(CHILD) && self.named(v) == Some(component)
        };
        self.rounds.neighbours[constant].iter().any(is_held)
    }

    /// That a variable holds different things for two components for ever, or that it is known by numbers where it holds them.
    fn held_otherwise(&self, end: &Ending) -> Reason {
        let (Some(one), Some(two)) = (self.cell(end.before.0), self.cell(end.before.1)) else {
            return self.mentioned(end);
        };
        let name = &self.machine.program.variables[one.0.index()].name;
        if self.holds(end.before.0, end.components.0) {
            return self.known_by_place(one);
        }
        let side = |cell, component| format!("{} for {}", self.value(cell), self.name(component));
        let sides = vec![side(one, end.components.0), side(two, end.components.1)];
        let what = format!("`{name}` is");
        let then = " for ever: give it the same for each".to_owned();
        let (span, other) = (self.assignment(one.0, one.1), self.assignment(two.0, two.1));
        let other = Some(other).filter(|other| *other != span);
        Reason { form: Form::Held { what, then }, sides, span: Some(span), other }
    }

    /// That the elements of an array of names are known by their places.
    fn known_by_place(&self, (variable, cell): (VariableId, u32)) -> Reason {
        let declared = &self.machine.program.variables[variable.index()];
        let classes = (0..declared.dimensions.len()).map(|d| self.classes.subscript(variable, d));
        let mut used = classes.filter_map(|class| Some((class, self.classes.number_use(class)?)));
        let name = &declared.name;
        match used.next() {
            Some((class, used)) => {
                if let Some(reason) = self.ids_as_numbers(class) {
                    return reason;
                }
                let text = format!(
                    "they are known by their places in `{name}`, and such places are {}",
                    used.told()
                );
                Reason::whole(text, Some(used.span), None)
            }
            None => {
                let text = format!("they are known by their places in `{name}`: use each alike");
                let span = self.reading(variable).unwrap_or(self.assignment(variable, cell));
                Reason::whole(text, Some(span), None)
            }
        }
    }

    /// That some process holds a component for ever in a variable.
    fn started_with(&self, frozen: usize, (one, two): (usize, usize)) -> Reason {
        let neighbours = self.rounds.neighbours[frozen].iter();
        let mut holders = neighbours.filter_map(|&(v, _)| {
            let is_process = self.program.origins[v].kind == VertexKind::Process;
            self.process(v).filter(|_| is_process)
        });
        let (one, two) = (self.name(one), self.name(two));
        let reason = |text| Reason {
            form: Form::Missing(text),
            sides: vec![two.clone()],
            span: None,
            other: None,
        };
        let (Some(holder), Some(id)) = (holders.next(), self.variable_of(frozen)) else {
            let text = format!("a process is given {one} as it starts");
            let span = self.program.origins[frozen].span;
            return Reason { span, ..reason(text) };
        };
        let variable = &self.machine.program.variables[id.index()];
        let owner = &self.machine.program.process_types[self.shape.types[holder.index()].index()];
        let mut initialisers = owner.initialisers.iter();
        let initialiser = initialisers.find(|i| i.place.variable == id);
        let is_own = initialiser.is_some_and(|i| matches!(i.value.kind, ExprKind::OwnChannel(_)));
        if let Some(span) = self.reading(id).filter(|_| is_own) {
            let text = format!("this statement mentions {one}");
            return Reason { span: Some(span), ..reason(text) };
        }
        let start = self.start_of(holder).filter(|_| initialiser.is_none());
        let text = format!("`{}` of a process is {one} for ever", variable.name);
        Reason { span: Some(start.unwrap_or(variable.span)), ..reason(text) }
    }

    /// What names a component that nothing else of its sort is named like.
    fn named_once(&self, end: &Ending) -> Reason {
        let users = self.rounds.neighbours[end.vertex].iter().map(|&(user, _)| user);
        let is_statement = !self.statements(end.vertex, end.components.0).is_empty();
        let mut declared = users.filter(|&user| {
            let kind = self.program.origins[user].kind;
            matches!(kind, VertexKind::Constant | VertexKind::Frozen)
        });
        match declared.next() {
            Some(vertex) if !is_statement => {
                self.ending(&Ending { vertex, before: (end.vertex, end.vertex), ..*end })
            }
            _ => self.mentioned(&Ending { statement: Some((end.vertex, None)), ..*end }),
        }
    }

    /// That one statement, which is done for several, does not do the same for two of them.
    fn treated_otherwise(&self, (one, two): (usize, usize), span: Option<Span>) -> Reason {
        let what = "this statement does not do the same for".to_owned();
        let form = Form::Listed { what, then: ": let it do so".to_owned() };
        Reason { form, sides: vec![self.name(one), self.name(two)], span, other: None }
    }

    /// That a variable that never changes is the name of one component, where statements mention it by that only.
    fn named_by_constant(
        &self,
        statement: Option<(usize, Option<usize>)>,
        (one, two): (usize, usize),
    ) -> Option<Reason> {
        let variable = self.constant_naming(statement?.0, one)?;
        let declared = &self.machine.program.variables[variable.index()];
        let text = format!("`{}` is {} for ever", declared.name, self.name(one));
        let span = Some(declared.span);
        Some(Reason { form: Form::Missing(text), sides: vec![self.name(two)], span, other: None })
    }

    /// A statement that mentions one component, and what it says of the other.
    fn mentioned(&self, end: &Ending) -> Reason {
        let (one, two) = end.components;
        let of = |vertex, component| self.statements(vertex, component);
        // A way may lead on through a location to other statements, which do not mention the component.
        let mentions = |&(vertex, _): &(usize, Option<usize>)| self.mentions(vertex, one);
        let last = end.statement.filter(mentions);
        let statement = last.or(end.first.filter(mentions)).or(end.statement);
        let first = statement.map(|(vertex, _)| of(vertex, one)).unwrap_or_default();
        let second = statement.and_then(|(_, vertex)| vertex).map(|vertex| of(vertex, two));
        let span = first.first().copied().or(self.program.origins[end.vertex].span);
        if let Some(reason) = span.and_then(|span| self.blocking(span)) {
            return reason;
        }
        if let Some(moving) = statement.and_then(|(vertex, _)| self.moving_by(vertex, one)) {
            let (type_name, one) = (&moving.name, self.name(one));
            let text = format!("the condition to move of {type_name} (`provided`) mentions {one}");
            let sides = vec![self.name(two)];
            return Reason { form: Form::Missing(text), sides, span: None, other: None };
        }
        if let Some(reason) = self.named_by_constant(statement, end.components) {
            return reason;
        }
        if let Some(reason) = self.started_unlike(end.components).filter(|_| first.is_empty()) {
            return reason;
        }
        let (some, all) = statement.map_or((false, false), |(v, _)| self.about_both(v, (one, two)));
        if let Some(row) = some.then(|| self.row_about(one, two)).flatten() {
            return row;
        }
        if all || first.len() == 1 && second.as_ref() == Some(&first) {
            return self.treated_otherwise(end.components, span);
        }
        let other = second.and_then(|spans| spans.into_iter().find(|span| !first.contains(span)));
        if other.is_some() {
            let (one, two) = (self.name(one), self.name(two));
            let text = format!(
                "of these statements the first mentions {one}, the second {two}, and they are not \
                 alike: make them so"
            );
            return Reason::whole(text, span, other);
        }
        let one = self.name(one);
        let text = match first.len() {
            0 | 1 => format!("this statement mentions {one}"),
            n => format!("this statement and {} more mention {one}", n - 1),
        };
        Reason { form: Form::Missing(text), sides: vec![self.name(two)], span, other: None }
    }
}
