//! What a rebec does when it serves a message: the statements, run on the tree.

use std::collections::VecDeque;

use crate::random::tree::{Class, Expr, INITIAL, Model, Operator, Place, Statement, Type};

/// How many rebecs of a class may be created.
const MOST_CREATED: usize = 8;

/// A rebec, by its class and its number among the rebecs of that: those of `main` first, then as they are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id {
    pub class: usize,
    pub number: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Truth(bool),
    Number(i32),
    /// None of the elements, or one, counted from 0.
    Element(Option<usize>),
    Rebec(Option<Id>),
}

impl Value {
    /// What variables begin with.
    pub fn default(ty: Type) -> Value {
        match ty {
            Type::Boolean => Value::Truth(false),
            Type::Byte | Type::Int => Value::Number(0),
            Type::Element => Value::Element(None),
            Type::Rebec(_) => Value::Rebec(None),
        }
    }

    /// What a variable holds to which the value is assigned.
    fn kept(self, ty: Type) -> Value {
        match (self, ty) {
            (Value::Number(number), Type::Byte) => Value::Number(i32::from(number as i8)),
            (value, _) => value,
        }
    }

    fn truth(self) -> bool {
        let Value::Truth(truth) = self else { panic!("{self:?} is no truth value") };
        truth
    }

    fn number(self) -> i32 {
        let Value::Number(number) = self else { panic!("{self:?} is not a number") };
        number
    }

    fn element(self) -> Option<usize> {
        let Value::Element(element) = self else { panic!("{self:?} is no element") };
        element
    }

    fn rebec(self) -> Option<Id> {
        let Value::Rebec(rebec) = self else { panic!("{self:?} is no rebec") };
        rebec
    }
}

/// A message that waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Letter {
    pub message: usize,
    pub sender: Id,
    pub values: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rebec {
    /// One or those of a group. Who was created may know nobody somewhere.
    pub known: Vec<Vec<Option<Id>>>,
    /// For each variable its value, or its value at no element and then at each.
    pub variables: Vec<Vec<Value>>,
    pub queue: VecDeque<Letter>,
}

impl Rebec {
    pub fn new(class: &Class, given: &[Option<Id>]) -> Rebec {
        let size = class.set.map_or(0, |set| set.size);
        let mut given = given.iter().copied();
        let known = class.known.iter().map(|known| {
            let count = if known.grouped { size } else { 1 };
            given.by_ref().take(count).collect()
        });
        let known = known.collect();
        let variables = class.variables.iter().map(|variable| {
            let count = if variable.grouped { size + 1 } else { 1 };
            vec![Value::default(variable.ty); count]
        });
        Rebec { known, variables: variables.collect(), queue: VecDeque::new() }
    }

    /// Begins the queue with `initial`, if the class has it.
    pub fn begin(&mut self, class: &Class, sender: Id, values: Vec<Value>) {
        if class.server(INITIAL).is_some() {
            let values = kept(values, class.initial());
            self.queue.push_back(Letter { message: INITIAL, sender, values });
        }
    }
}

fn kept(values: Vec<Value>, types: &[Type]) -> Vec<Value> {
    values.into_iter().zip(types).map(|(value, &ty)| value.kept(ty)).collect()
}

/// The rebecs of each class.
pub type State = Vec<Vec<Rebec>>;

/// What is chosen, one choice after the other: all combinations in turn.
#[derive(Default)]
pub struct Choices {
    /// What was chosen, of how many.
    made: Vec<(usize, usize)>,
    at: usize,
}

impl Choices {
    fn choose(&mut self, count: usize) -> usize {
        if self.at == self.made.len() {
            self.made.push((0, count));
        }
        self.at += 1;
        self.made[self.at - 1].0
    }

    /// Goes on to the next combination, if there is one.
    pub fn next(&mut self) -> bool {
        self.at = 0;
        while let Some((chosen, count)) = self.made.pop() {
            if chosen + 1 < count {
                self.made.push((chosen + 1, count));
                return true;
            }
        }
        false
    }
}

/// Why a message server does not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A run-time error.
    Error,
    /// Rebecs are created without end, it seems.
    Unbounded,
}

/// What came of a message: whether an assertion failed, and the next state.
pub struct Served {
    pub failed: bool,
    pub end: Result<State, Stop>,
}

struct Serving<'m, 'c> {
    model: &'m Model,
    state: State,
    own: Id,
    sender: Id,
    types: Vec<Type>,
    locals: Vec<Value>,
    index: Option<usize>,
    choices: &'c mut Choices,
    failed: bool,
}

/// Lets a rebec serve its oldest message.
pub fn serve(model: &Model, state: &State, own: Id, choices: &mut Choices) -> Served {
    let mut state = state.clone();
    let letter = state[own.class][own.number].queue.pop_front().expect("a message");
    let Some(server) = model.classes[own.class].server(letter.message) else {
        // It was sent to a sender.
        return Served { failed: true, end: Ok(state) };
    };
    let mut serving = Serving {
        model,
        state,
        own,
        sender: letter.sender,
        types: server.parameters.clone(),
        locals: letter.values,
        index: None,
        choices,
        failed: false,
    };
    let end = serving.statements(&server.body);
    Served { failed: serving.failed, end: end.map(|()| serving.state) }
}

impl Serving<'_, '_> {
    fn statements(&mut self, statements: &[Statement]) -> Result<(), Stop> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Stop> {
        match statement {
            Statement::Assign(place, value) => {
                let value = self.value(value)?;
                self.assign(place, value)
            }
            Statement::Send(receiver, message, arguments) => {
                let receiver = self.value(receiver)?.rebec();
                let values = self.values(arguments)?;
                self.send(receiver.ok_or(Stop::Error)?, *message, values)
            }
            Statement::If(condition, then, otherwise) => {
                let holds = self.value(condition)?.truth();
                self.statements(if holds { then } else { otherwise })
            }
            Statement::ForEach(body) => {
                let size = self.class().set.map_or(0, |set| set.size);
                for element in 0..size {
                    self.index = Some(element);
                    self.statements(body)?;
                }
                self.index = None;
                Ok(())
            }
            Statement::Assert(condition) => {
                self.failed |= !self.value(condition)?.truth();
                Ok(())
            }
            Statement::Declare(_, ty, value) => {
                let value = self.value(value)?.kept(*ty);
                self.types.push(*ty);
                self.locals.push(value);
                Ok(())
            }
            Statement::Create(place, class, known, arguments) => {
                let known = self.values(known)?;
                let values = self.values(arguments)?;
                let created = self.create(*class, &known, values)?;
                self.assign(place, Value::Rebec(Some(created)))
            }
        }
    }

    fn class(&self) -> &Class {
        &self.model.classes[self.own.class]
    }

    fn rebec(&self) -> &Rebec {
        &self.state[self.own.class][self.own.number]
    }

    fn values(&mut self, exprs: &[Expr]) -> Result<Vec<Value>, Stop> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    fn assign(&mut self, place: &Place, value: Value) -> Result<(), Stop> {
        let (variable, cell) = match place {
            Place::Local(local) => {
                self.locals[*local] = value.kept(self.types[*local]);
                return Ok(());
            }
            Place::Variable(variable) => (*variable, 0),
            Place::Cell(variable, element) => (*variable, self.cell(element)?),
        };
        let value = value.kept(self.class().variables[variable].ty);
        self.state[self.own.class][self.own.number].variables[variable][cell] = value;
        Ok(())
    }

    /// Where the value at an element stands.
    fn cell(&mut self, element: &Expr) -> Result<usize, Stop> {
        Ok(self.value(element)?.element().map_or(0, |element| element + 1))
    }

    fn send(&mut self, to: Id, message: usize, values: Vec<Value>) -> Result<(), Stop> {
        let classes = &self.model.classes;
        let types = classes.iter().find_map(|class| class.server(message));
        let values = kept(values, &types.expect("somebody serves it").parameters);
        let queue = &mut self.state[to.class][to.number].queue;
        if queue.len() == classes[to.class].capacity {
            return Err(Stop::Error);
        }
        queue.push_back(Letter { message, sender: self.own, values });
        Ok(())
    }

    fn create(&mut self, class: usize, known: &[Value], values: Vec<Value>) -> Result<Id, Stop> {
        let declared = self.model.rebecs.iter().filter(|rebec| rebec.class == class).count();
        let number = self.state[class].len();
        if number == declared + MOST_CREATED {
            return Err(Stop::Unbounded);
        }
        let known: Vec<Option<Id>> = known.iter().map(|known| known.rebec()).collect();
        let tree = &self.model.classes[class];
        let mut rebec = Rebec::new(tree, &known);
        rebec.begin(tree, self.own, values);
        self.state[class].push(rebec);
        Ok(Id { class, number })
    }

    fn value(&mut self, expr: &Expr) -> Result<Value, Stop> {
        Ok(match expr {
            Expr::Truth(value) => Value::Truth(*value),
            Expr::Number(number) => Value::Number(*number),
            Expr::Element(element, _) => Value::Element(Some(*element)),
            Expr::Null => Value::Rebec(None),
            Expr::Own => Value::Rebec(Some(self.own)),
            Expr::Sender => Value::Rebec(Some(self.sender)),
            Expr::Index => Value::Element(self.index),
            Expr::Load(place) => self.load(place)?,
            Expr::Known(known) => Value::Rebec(self.rebec().known[*known][0]),
            Expr::KnownAt(known, element) => {
                let element = self.value(element)?.element();
                Value::Rebec(element.and_then(|element| self.rebec().known[*known][element]))
            }
            Expr::Choice(values) => {
                let chosen = self.choices.choose(values.len());
                self.value(&values[chosen])?
            }
            Expr::Not(operand) => Value::Truth(!self.value(operand)?.truth()),
            Expr::Binary(operator, operands) => self.binary(*operator, &operands.0, &operands.1)?,
            Expr::Rotate(element, distance) => {
                let size = self.class().set.map_or(1, |set| set.size as i32);
                let element = self.value(element)?.element();
                let rotated = |element| (element as i32 + distance).rem_euclid(size) as usize;
                Value::Element(element.map(rotated))
            }
        })
    }

    fn load(&mut self, place: &Place) -> Result<Value, Stop> {
        Ok(match place {
            Place::Local(local) => self.locals[*local],
            Place::Variable(variable) => self.rebec().variables[*variable][0],
            Place::Cell(variable, element) => {
                let cell = self.cell(element)?;
                self.rebec().variables[*variable][cell]
            }
        })
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr) -> Result<Value, Stop> {
        let left = self.value(left)?;
        match (operator, left) {
            (Operator::And, Value::Truth(false)) | (Operator::Or, Value::Truth(true)) => {
                return Ok(left);
            }
            _ => {}
        }
        let right = self.value(right)?;
        let numbers = || (left.number(), right.number());
        Ok(match operator {
            Operator::And | Operator::Or => right,
            Operator::Equal => Value::Truth(left == right),
            Operator::NotEqual => Value::Truth(left != right),
            Operator::Less => Value::Truth(left.number() < right.number()),
            operator => Value::Number(arithmetic(operator, numbers())?),
        })
    }
}

fn arithmetic(operator: Operator, (left, right): (i32, i32)) -> Result<i32, Stop> {
    if right == 0 && matches!(operator, Operator::Divide | Operator::Modulo) {
        return Err(Stop::Error);
    }
    Ok(match operator {
        Operator::Add => left.wrapping_add(right),
        Operator::Subtract => left.wrapping_sub(right),
        Operator::Multiply => left.wrapping_mul(right),
        Operator::Divide => left.wrapping_div(right),
        Operator::Modulo => left.wrapping_rem(right),
        other => unreachable!("{other:?} gives no number"),
    })
}
