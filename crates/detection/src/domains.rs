//! Which values identifiers take, and arithmetic on them as relations.
//!
//! Arithmetic on identifiers, such as `(_pid + 1) % N`, is not a reason to give up: it is a function
//! of finitely many values, and a permutation that commutes with the function respects it. Rings
//! keep their rotations that way, and an array with offset, such as `a[_pid - 1]`, is indexed by
//! values of its own kind that move along with the processes. To draw up the table of a function
//! one must know all values that its operands may take once all processes are started: what
//! variables hold then, and what the late code assigns to them, followed to a fixed point. Where
//! that is too much or unknown, or where identifiers meet numbers, identifiers are numbers.

use std::collections::{BTreeSet, HashMap, HashSet};

use diagnostics::Span;
use groups::{Interrupted, Patience};
use machine::index::{ChannelId, VariableId};
use machine::program::{CellType, Expr, ExprKind, Place, Region};

use super::by_expression::ByExpression;
use super::class::COMPARED;
use super::classes::{Class, Classes, Meaning, NumberUse};
use super::constraint::Constraint;
use super::counting::is_order;
use super::noted::{Domains, Flow, Holder, Table};
use super::shape::Shape;
use super::tables::{Context, ROW_BYTES};

/// The most values that one kind may have besides the processes.
const MAX_VALUES: usize = 64;

const MIXED: &str = "computed with, in arithmetic with numbers";
const TOO_MANY: &str = "computed with, in arithmetic with too many values";
const TOO_NARROW: &str = "stored where one of them does not fit";
const RESULT: &str = "the result of arithmetic";
const CHANNEL_INDEX: &str = "used as the index of an array";

impl<'m> Classes<'m> {
    /// The value of an expression that never changes.
    pub(super) fn constant_of(&self, expr: &Expr) -> Option<i32> {
        if let Some(value) = self.occupants.values.get(expr) {
            return Some(*value);
        }
        match &expr.kind {
            ExprKind::Load(place) => self.machine.constant_load(place),
            _ => expr.constant_value(),
        }
    }

    /// What a variable may hold in settled states, as far as it holds identifiers or is constant.
    pub(super) fn held_by(&self, place: &Place) -> BTreeSet<i32> {
        let variable = &self.machine.program.variables[place.variable.index()];
        match variable.region {
            Region::Constant => {
                let cells = variable.offset..variable.offset + variable.cells();
                cells.map(|cell| self.machine.constant(cell)).collect()
            }
            _ => self.held.variables[place.variable.index()].clone(),
        }
    }

    /// Decides which classes have identifiers, and which values these are.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn decide(
        &mut self,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.tagged_constants();
        self.missing_fields();
        self.sorted_fields();
        self.checked_ranges(shape);
        loop {
            let before = self.numbers();
            self.separate();
            if self.numbers() > before {
                continue;
            }
            let domains = self.close(shape, patience)?;
            if self.numbers() > before {
                continue;
            }
            self.tabulate(shape, domains.clone(), patience)?;
            self.check_widths(shape, &domains);
            self.held = domains;
            if self.numbers() == before {
                self.zeros = self.zeros(shape);
                return Ok(());
            }
        }
    }

    /// A range is one of numbers, unless all processes are in it or none is: what is no process keeps its value, so that whoever
    /// changes places is in it or not as before.
    fn checked_ranges(&mut self, shape: &Shape) {
        let semantics = self.machine.program.semantics;
        let numbers = shape.processes().map(|(process, _)| semantics.process_number(process));
        let numbers: Vec<i32> = numbers.collect();
        for checked in std::mem::take(&mut self.ranges) {
            let facts = &self.facts[self.root(checked.class)];
            let range = checked.lowest..=checked.highest;
            let inside = numbers.iter().filter(|number| range.contains(number)).count();
            let is_cut = inside != 0 && inside != numbers.len();
            let names = facts.process && !facts.channel;
            if !names || (is_cut && self.keeps(Constraint::CutRange)) {
                self.is_number(checked.class, checked.used);
            }
        }
    }

    /// How many classes are known to be numbers.
    fn numbers(&self) -> usize {
        self.facts.iter().filter(|f| f.number.is_some()).count()
    }

    /// Where identifiers meet numbers in arithmetic, they are numbers; so are channels as subscripts, as the elements
    /// of an array do not move with channels.
    fn separate(&mut self) {
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            for dimension in 0..variable.dimensions.len() {
                let class = self.subscript(VariableId::new(index), dimension);
                let has_channels = self.facts[self.root(class)].channel;
                if has_channels && self.keeps(Constraint::ChannelSubscripts) {
                    let used = NumberUse { span: variable.span, what: CHANNEL_INDEX };
                    self.is_number(class, used);
                }
            }
        }
        let derived = std::mem::take(&mut self.derived);
        let kept = self.keeps(Constraint::Arithmetic);
        for one in derived.iter().filter(|_| kept) {
            let classes: Vec<Class> = one.operands.iter().filter_map(|o| self.of(o)).collect();
            let meanings: Vec<Meaning> = classes.iter().map(|&c| self.meaning(c)).collect();
            let tied = meanings.iter().any(|m| matches!(m, Meaning::Data | Meaning::Channel));
            // With several operands the order of these would matter where the function's does not.
            let loose = meanings.len() > 1 && meanings.iter().any(|m| *m != Meaning::Process);
            let what = if tied || loose {
                MIXED
            } else if meanings.len() > 2 {
                TOO_MANY
            } else {
                continue;
            };
            // What is made of a counter is a number because that is one.
            let known = classes.iter().filter_map(|&class| self.number_use(class));
            let counted = known.into_iter().find(NumberUse::is_of_ids);
            let what_of_them = if compares_by_size(one.expr) { COMPARED } else { what };
            for &class in classes.iter().chain(&one.constants) {
                self.is_number(class, NumberUse { span: one.span, what: what_of_them });
            }
            self.is_number(
                one.result,
                counted.unwrap_or(NumberUse { span: one.span, what: RESULT }),
            );
        }
        self.derived = derived;
    }

    /// Follows values to a fixed point; what takes too many of them is a number.
    fn close(
        &mut self,
        shape: &Shape,
        patience: &mut Patience<'_>,
    ) -> Result<Domains, Interrupted> {
        let mut domains = Domains::at_entry(self, shape);
        let most = MAX_VALUES + shape.types.len();
        let flows = std::mem::take(&mut self.flows);
        let derived = std::mem::take(&mut self.derived);
        let mut by_expr = ByExpression::new(self.machine);
        derived.iter().for_each(|one| by_expr.insert(one.expr, one));
        let mut changed = true;
        while changed {
            changed = false;
            for flow in &flows {
                let (class, cell) = match flow.to {
                    Holder::Variable(v) => {
                        (self.content(v), Some(self.machine.program.variables[v.index()].cell))
                    }
                    Holder::Field(class) => (class, None),
                    Holder::Expr(_) => continue,
                };
                if matches!(self.meaning(class), Meaning::Data | Meaning::Channel) {
                    continue;
                }
                let context = Context::new(self, shape, &by_expr);
                let values = context.values(&domains, flow.from, flow.context);
                patience.spend(context.work.get())?;
                let Some(values) = values else {
                    self.is_number(class, self.too_many(class, flow, shape));
                    continue;
                };
                let is_cut = |&v: &i32| cell.is_some_and(|cell: CellType| cell.wrap(v) != v);
                if values.iter().any(is_cut) && self.keeps(Constraint::FlowWidth) {
                    self.is_number(class, NumberUse { span: flow.span, what: TOO_NARROW });
                    continue;
                }
                let known = domains.held(self, flow.to);
                let size = known.len();
                known.extend(values);
                changed |= known.len() > size;
                if known.len() > most {
                    self.is_number(class, self.too_many(class, flow, shape));
                }
            }
        }
        self.flows = flows;
        self.derived = derived;
        Ok(domains)
    }

    /// What is said of a class of too many values, of which one more flow tells: where a variable of it counts, that.
    fn too_many(&self, class: Class, flow: &Flow<'_>, shape: &Shape) -> NumberUse {
        let used = NumberUse { span: flow.span, what: TOO_MANY };
        self.counted_through(class, shape).unwrap_or(used)
    }

    /// What the cells of a class hold moves from one to another, so each of them must be able to hold all of it: nothing wraps
    /// on the way and becomes a name.
    fn check_widths(&mut self, shape: &Shape, held: &Domains) {
        let program = &self.machine.program;
        let by_class = held.by_class(self);
        let none = BTreeSet::new();
        let mut narrow: Vec<(Class, NumberUse)> = Vec::new();
        let channels =
            if self.keeps(Constraint::NarrowChannels) { shape.channels.len() } else { 0 };
        let processes = program.semantics.process_numbers(shape.types.len());
        let mut check = |class: Class, cell: CellType, span: Span| {
            let mut values = by_class.get(&self.root(class)).unwrap_or(&none).iter().copied();
            let lost = |value: i32| cell.wrap(value) != value;
            let too_narrow = match self.meaning(class) {
                Meaning::Process => processes.clone().any(lost) || values.any(lost),
                Meaning::Channel => (0..=channels as i32).any(lost),
                Meaning::Value(_) => {
                    values.any(lost) || self.domain(class).iter().copied().any(lost)
                }
                Meaning::Data => false,
            };
            if too_narrow {
                narrow.push((class, NumberUse { span, what: TOO_NARROW }));
            }
        };
        let variables =
            if self.keeps(Constraint::NarrowVariables) { &program.variables[..] } else { &[] };
        for (index, variable) in variables.iter().enumerate() {
            if matches!(variable.region, Region::Global | Region::Local(_)) {
                check(self.content(VariableId::new(index)), variable.cell, variable.span);
            }
        }
        let channels =
            if self.keeps(Constraint::NarrowFields) { &program.channels[..] } else { &[] };
        for (id, channel) in ChannelId::below(channels.len()).zip(channels) {
            for (position, field) in channel.fields.iter().enumerate() {
                check(self.field(id, position), field.cell, channel.span);
            }
        }
        for (class, used) in narrow {
            self.is_number(class, used);
        }
    }

    /// Draws up the tables, and the values of each class.
    fn tabulate(
        &mut self,
        shape: &Shape,
        domains: Domains,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let derived = std::mem::take(&mut self.derived);
        let mut by_expr = ByExpression::new(self.machine);
        derived.iter().for_each(|one| by_expr.insert(one.expr, one));
        let context = Context::new(self, shape, &by_expr);
        let mut tables = ByExpression::new(self.machine);
        // Arithmetic on identifiers that has no table must not pass for arithmetic on numbers.
        let mut too_large: Vec<(Class, NumberUse)> = Vec::new();
        for one in &derived {
            let (operands, result, span) = (one.operands.clone(), one.result, one.span);
            let rows = context.rows(&domains, one);
            patience.spend(context.work.take())?;
            if let Some(rows) = rows {
                patience.hold(rows.len() * ROW_BYTES)?;
                let table = Table { operands, rows, result, span };
                tables.insert(one.expr, table);
                continue;
            }
            if !self.keeps(Constraint::Arithmetic) {
                continue;
            }
            let classes = operands.iter().filter_map(|operand| self.of(operand)).chain([result]);
            too_large.extend(classes.map(|class| (class, NumberUse { span, what: TOO_MANY })));
        }
        let mut values = domains.classes;
        for (root, facts) in self.facts.iter().enumerate() {
            if self.alike.root(root) == root {
                values.entry(root).or_default().extend(&facts.constants);
            }
        }
        for (variable, held) in domains.variables.iter().enumerate() {
            let class = self.root(self.content(VariableId::new(variable)));
            values.entry(class).or_default().extend(held);
        }
        for table in tables.values() {
            let results = table.rows.iter().filter_map(|(_, result)| *result);
            values.entry(self.root(table.result)).or_default().extend(results);
            for (place, operand) in table.operands.iter().enumerate() {
                if let Some(class) = self.of(operand) {
                    let used = table.rows.iter().map(|(row, _)| row[place]);
                    values.entry(self.root(class)).or_default().extend(used);
                }
            }
        }
        values.retain(|_, values| !values.is_empty() && values.len() <= 2 * MAX_VALUES + 255);
        self.domains = values;
        self.tables = tables;
        self.derived = derived;
        for (class, used) in too_large {
            self.is_number(class, used);
        }
        Ok(())
    }
}

fn compares_by_size(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(operator, _) if is_order(*operator))
}

/// What stands where nothing matters, if 0 is a value like others, and this is none; it has room wherever a smaller one has.
pub(super) const SPARE: i32 = 255;
/// What may stand there instead is no less.
const LEAST_SPARE: i32 = 128;

impl Classes<'_> {
    /// What the values of a class mean if arithmetic makes numbers of its operands, as in the published
    /// method of detection.
    #[must_use]
    pub fn uncomputed(&self, class: Class) -> Meaning {
        let is_in = |table: &Table| {
            let mut operands = table.operands.iter().filter_map(|operand| self.of(operand));
            self.same(table.result, class) || operands.any(|operand| self.same(operand, class))
        };
        if self.tables.values().any(is_in) { Meaning::Data } else { self.meaning(class) }
    }

    /// What cells of a class of values hold where that does not matter: 0, which is then no value that
    /// may be renamed, unless 0 is a value like others and there is one that is not used: not 255 where that stands for nobody.
    #[must_use]
    pub fn filler(&self, class: Class) -> i32 {
        let root = self.root(class);
        let is_value = self.facts[root].constants.contains(&0)
            || self.zeros.contains(&root)
            || self
                .tables
                .values()
                .any(|t| self.root(t.result) == root && t.rows.iter().any(|(_, r)| *r == Some(0)));
        if !is_value {
            return 0;
        }
        let domain = self.domain(class);
        let is_free = |spare: &i32| !domain.contains(spare) || !self.keeps(Constraint::SpareFiller);
        (LEAST_SPARE..=SPARE).rev().find(is_free).unwrap_or(0)
    }

    /// The values of each class that cells may hold, or belong to.
    pub(super) fn present(&self) -> HashMap<usize, BTreeSet<i32>> {
        let mut present = self.held.by_class(self);
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            for (dimension, &length) in variable.dimensions.iter().enumerate() {
                let class = self.root(self.subscript(VariableId::new(index), dimension));
                let known = self.domains.get(&class).into_iter().flatten().copied();
                let inside = known.filter(|index| (0..length as i32).contains(index));
                present.entry(class).or_default().extend(inside);
            }
        }
        present
    }

    /// The classes of which 0 is a value like others when all processes have just been started: what holds it there holds
    /// another elsewhere, or never changes.
    fn zeros(&self, shape: &Shape) -> HashSet<usize> {
        let entry = Domains::at_entry(self, shape);
        let variables = entry.variables.iter().enumerate().filter(|(index, held)| {
            let is_frozen = shape.frozen.contains(&VariableId::new(*index));
            held.contains(&0) && (is_frozen || held.len() > 1)
        });
        let variables = variables.map(|(v, _)| self.root(self.content(VariableId::new(v))));
        let fields = entry.classes.iter().filter(|(_, held)| held.contains(&0));
        variables.chain(fields.map(|(&root, _)| root)).collect()
    }
}

impl Domains {
    fn at_entry(classes: &Classes, shape: &Shape) -> Domains {
        let program = &classes.machine.program;
        let mut variables = shape.entries.variables.clone();
        for variable in &shape.frozen {
            let declared = &program.variables[variable.index()];
            let Region::Local(owner) = declared.region else { continue };
            let processes = shape.processes_of(owner);
            let held = processes.map(|process| shape.frozen_value(declared, process));
            variables[variable.index()] = held.collect();
        }
        let mut fields: HashMap<usize, BTreeSet<i32>> = HashMap::new();
        let channels = ChannelId::below(program.channels.len());
        for (channel, held) in channels.zip(&shape.entries.fields) {
            for (field, values) in held.iter().enumerate() {
                let class = classes.root(classes.field(channel, field));
                fields.entry(class).or_default().extend(values);
            }
        }
        Domains { variables, classes: fields }
    }

    /// What the cells of each class hold.
    fn by_class(&self, classes: &Classes) -> HashMap<usize, BTreeSet<i32>> {
        let mut found = self.classes.clone();
        for (variable, held) in self.variables.iter().enumerate() {
            let class = classes.root(classes.content(VariableId::new(variable)));
            found.entry(class).or_default().extend(held);
        }
        found
    }

    fn held(&mut self, classes: &Classes, holder: Holder) -> &mut BTreeSet<i32> {
        match holder {
            Holder::Variable(variable) => &mut self.variables[variable.index()],
            Holder::Field(class) => self.classes.entry(classes.root(class)).or_default(),
            Holder::Expr(_) => unreachable!("nothing flows into an expression"),
        }
    }
}
