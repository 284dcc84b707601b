//! Random bodies of message servers.

use testing::Numbers;

use crate::random::tree::{Class, Expr, INITIAL, Model, Operator, Place, Server, Statement, Type};

/// What is being written, and what can be named in it.
pub struct Bodies<'g> {
    pub numbers: &'g mut Numbers,
    pub model: &'g Model,
    pub class: usize,
    pub server: &'g Server,
    /// The types of parameters and of what was declared so far.
    pub locals: Vec<Type>,
    pub in_loop: bool,
    /// How many messages may still be sent.
    budget: usize,
}

impl<'g> Bodies<'g> {
    pub fn new(
        numbers: &'g mut Numbers,
        model: &'g Model,
        class: usize,
        server: usize,
    ) -> Bodies<'g> {
        let server = &model.classes[class].servers[server];
        let locals = server.parameters.clone();
        let budget = numbers.weighted(&[(1, 0), (8, 1), (1, 2)]);
        Bodies { numbers, model, class, server, locals, in_loop: false, budget }
    }

    pub fn class(&self) -> &'g Class {
        &self.model.classes[self.class]
    }

    pub fn body(&mut self) -> Vec<Statement> {
        let mut body = Vec::new();
        if self.numbers.one_in(8) {
            body.push(self.declaration());
        }
        for _ in 0..self.numbers.between(1, 3) {
            body.push(self.statement(2));
        }
        if self.numbers.one_in(2) {
            body.extend(self.creation());
        }
        while self.budget > 0 {
            body.push(self.send());
        }
        body
    }

    fn declaration(&mut self) -> Statement {
        let ty = *self.numbers.pick(&[Type::Boolean, Type::Byte]);
        let value = self.value(ty);
        self.locals.push(ty);
        Statement::Declare(self.locals.len() - 1, ty, value)
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let loops = if self.class().set.is_some() && !self.in_loop { 2 } else { 0 };
        let branches = if depth > 0 { 3 } else { 0 };
        let sends = if self.budget > 0 { 2 } else { 0 };
        match self.numbers.weighted(&[(6, 0), (sends, 1), (branches, 2), (loops, 3), (1, 4)]) {
            0 => self.assignment(),
            1 => self.send(),
            2 => self.branches(depth),
            3 => self.for_each(),
            _ => self.assertion(),
        }
    }

    fn assignment(&mut self) -> Statement {
        let variable = self.numbers.below(self.class().variables.len());
        let declared = self.class().variables[variable];
        let place = match declared.grouped {
            true => Place::Cell(variable, self.element()),
            false => Place::Variable(variable),
        };
        let is_number = matches!(declared.ty, Type::Byte | Type::Int);
        let value = if is_number && self.numbers.one_in(2) {
            self.counted(Expr::load(place.clone()))
        } else {
            self.chosen(declared.ty)
        };
        Statement::Assign(place, value)
    }

    /// The next number, from the greatest back to the least.
    fn counted(&mut self, before: Expr) -> Expr {
        let next = Expr::binary(Operator::Add, before, Expr::Number(1));
        Expr::binary(Operator::Modulo, next, Expr::Number(self.numbers.between(2, 3) as i32))
    }

    /// A value, or one of two.
    fn chosen(&mut self, ty: Type) -> Expr {
        if self.numbers.one_in(8) {
            return Expr::Choice(vec![self.value(ty), self.value(ty)]);
        }
        self.value(ty)
    }

    fn branches(&mut self, depth: usize) -> Statement {
        let condition = self.chosen(Type::Boolean);
        let before = self.budget;
        let then = self.block(depth - 1);
        let after = std::mem::replace(&mut self.budget, before);
        let otherwise = if self.numbers.one_in(2) { self.block(depth - 1) } else { Vec::new() };
        self.budget = self.budget.min(after);
        Statement::If(condition, then, otherwise)
    }

    fn block(&mut self, depth: usize) -> Vec<Statement> {
        (0..self.numbers.between(1, 2)).map(|_| self.statement(depth)).collect()
    }

    /// One statement or two for each element. Messages are sent by few servers only: there are more of them each time.
    fn for_each(&mut self) -> Statement {
        let before = self.budget;
        let sends = self.budget > 0 && (self.server.message == INITIAL || self.numbers.one_in(3));
        let each = if sends { self.numbers.between(1, 2) } else { 0 };
        self.budget = each;
        self.in_loop = true;
        let mut body = self.block(1);
        while self.budget > 0 && !self.numbers.one_in(3) {
            body.push(self.send());
        }
        self.in_loop = false;
        let has_sent = self.budget < each;
        self.budget = before - usize::from(has_sent);
        Statement::ForEach(body)
    }

    /// Something that holds nearly always, more or less.
    fn assertion(&mut self) -> Statement {
        let first = self.truth(1);
        if self.numbers.one_in(4) {
            return Statement::Assert(first);
        }
        let second = self.truth(1);
        let third = Expr::binary(Operator::Or, self.truth(0), self.truth(0));
        let all = Expr::binary(Operator::Or, second, third);
        Statement::Assert(Expr::binary(Operator::Or, first, all))
    }

    fn send(&mut self) -> Statement {
        self.budget = self.budget.saturating_sub(1);
        let mut receivers = Vec::new();
        for class in 0..self.model.classes.len() {
            for server in &self.model.classes[class].servers {
                if server.message != INITIAL {
                    receivers.extend(
                        self.rebecs(class)
                            .into_iter()
                            .map(|(weight, rebec)| (weight, (rebec, server))),
                    );
                }
            }
        }
        let total: Vec<(usize, usize)> =
            receivers.iter().enumerate().map(|(at, &(weight, _))| (weight, at)).collect();
        if total.is_empty() {
            return self.assignment();
        }
        let (receiver, server) = receivers[self.numbers.weighted(&total)].1.clone();
        let low = self.low_of(server);
        let values = server.parameters.iter().map(|&ty| self.argument(ty, low));
        let values = values.collect();
        let is_variable = matches!(receiver, Expr::Load(_));
        let sent = Statement::Send(receiver.clone(), server.message, values);
        if is_variable && !self.numbers.one_in(8) {
            let somebody = Expr::binary(Operator::NotEqual, receiver, Expr::Null);
            return Statement::If(somebody, vec![sent], Vec::new());
        }
        sent
    }

    /// The scalar set of the class that serves a message: its own, or the lowest value of another with its size.
    fn low_of(&self, server: &Server) -> Option<(i32, usize)> {
        let serves = |class: &&Class| class.server(server.message) == Some(server);
        let class = self.model.classes.iter().find(serves)?;
        let is_own = std::ptr::eq(class, self.class());
        class.set.filter(|_| !is_own).map(|set| (set.low, set.size))
    }

    fn argument(&mut self, ty: Type, foreign: Option<(i32, usize)>) -> Expr {
        match (ty, foreign) {
            (Type::Element, Some((low, size))) => Expr::Element(self.numbers.below(size), low),
            (Type::Rebec(class), _) => {
                let found = self.rebecs(class);
                if found.is_empty() { Expr::Null } else { self.pick_weighted(found) }
            }
            (Type::Byte, _) if self.numbers.one_in(6) => {
                Expr::Choice(vec![Expr::Number(0), Expr::Number(1)])
            }
            _ => self.value(ty),
        }
    }

    /// Creates a rebec, of a later class mostly, so that creation comes to an end: once in `initial`, elsewhere while a variable
    /// says that there are few.
    fn creation(&mut self) -> Option<Statement> {
        let variables = self.class().variables.iter().enumerate();
        let plain = variables.filter(|(_, variable)| !variable.grouped);
        let plain: Vec<(usize, Type)> = plain.map(|(at, variable)| (at, variable.ty)).collect();
        let created = plain.iter().find_map(|&(at, ty)| match ty {
            Type::Rebec(class) if class > self.class => Some((at, class)),
            _ => None,
        });
        let (variable, class) = created?;
        let tree = &self.model.classes[class];
        // A new rebec is sent its known rebecs, which it takes out of its queue even if there is no `initial` to run.
        tree.server(INITIAL)?;
        let known = tree.given().into_iter().map(|of| self.argument(Type::Rebec(of), None));
        let known = known.collect();
        let foreign = tree.set.map(|set| (set.low, set.size));
        let values = tree.initial().iter().map(|&ty| self.argument(ty, foreign));
        let values = values.collect();
        let create = Statement::Create(Place::Variable(variable), class, known, values);
        if self.server.message == INITIAL {
            return Some(create);
        }
        let counter = plain.iter().find(|(_, ty)| *ty == Type::Byte)?.0;
        let count = || Expr::load(Place::Variable(counter));
        let next = Expr::binary(Operator::Add, count(), Expr::Number(1));
        let next = Statement::Assign(Place::Variable(counter), next);
        let few = Expr::binary(Operator::Less, count(), Expr::Number(1));
        Some(Statement::If(few, vec![next, create], Vec::new()))
    }
}
