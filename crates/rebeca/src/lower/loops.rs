//! Loops, `switch`, and what leaves them.

use diagnostics::Span;
use machine::program::{Action, BinaryOperator, Expr};

use crate::ast::{self, Case, Statement};
use crate::declared::Type;
use crate::lower::Entry;
use crate::lower::body::{Body, Leaves};
use crate::lower::flow::Fragment;

impl<'m> Body<'_, 'm> {
    /// `forEachValueOf(i) ...`: a loop from the first element to the last.
    pub fn for_each(
        &mut self,
        index: &ast::Name,
        body: &'m [Statement],
        span: Span,
    ) -> Option<Fragment> {
        let Some(set) = self.lowering.declared.set_named(self.frame.class, &index.text) else {
            let text = format!("`{}` is not a scalar set of the class", index.text);
            self.lowering.declared.error(index.span, text);
            return None;
        };
        let size = self.lowering.declared.sets[set].size() as i32;
        if size > 1 {
            self.lowering.loops_over_places.insert(span);
        }
        let ty = Type::Scalar(set);
        let variable = self.fresh(&index.text, ty, &[], index.span);
        let name = index.text.clone();
        self.locals.push(Entry { name, ty, variable, extents: Vec::new(), assignable: false });
        let place = self.place(variable, Vec::new());
        let load = Expr::load(place.clone());
        let begin = self.single(Action::Assign(place.clone(), Expr::constant(1)), span);
        let more = Expr::binary(BinaryOperator::LessEqual, load.clone(), Expr::constant(size));
        let next = Expr::binary(BinaryOperator::Add, load, Expr::constant(1));
        let next = self.single(Action::Assign(place, next), span);
        let rounds = self.rounds(None, more, body, next, span);
        self.locals.pop();
        self.then(begin, rounds)
    }

    /// `for (first; condition; next) body`, or `while (condition) body`.
    pub fn repeated(&mut self, whole: &'m ast::Loop, span: Span) -> Option<Fragment> {
        let known = self.locals.len();
        let first = self.in_a_row(&whole.first);
        let condition = whole.condition.as_ref();
        let condition = condition.map_or(Expr::constant(1), |it| self.wanted(it, Type::Boolean));
        let before = self.before.take();
        let next = self.in_a_row(&whole.next);
        let counted = self.counted(span);
        let next = self.then(next, counted);
        let rounds = self.rounds(before, condition, &whole.body, next, span);
        self.locals.truncate(known);
        self.then(first, rounds)
    }

    /// Counts a round: a loop that comes back to where it was would seem to end there, with nothing behind it.
    fn counted(&mut self, span: Span) -> Option<Fragment> {
        let variable = self.unseen("rounds", Type::INT, span);
        let next = Expr::binary(BinaryOperator::Add, self.load(variable), Expr::constant(1));
        self.single(Action::Assign(self.place(variable, Vec::new()), next), span)
    }

    /// Statements of the head of a loop or of a case: what they declare stays known after them.
    fn in_a_row(&mut self, statements: &'m [Statement]) -> Option<Fragment> {
        let mut all = None;
        for statement in statements {
            let next = self.deeper(statement.span, |body| body.statement(statement)).flatten();
            all = self.then(all, next);
        }
        all
    }

    /// Rounds of a loop: as long as the condition holds, for which something may have to be done before.
    fn rounds(
        &mut self,
        before: Option<Fragment>,
        condition: Expr,
        body: &'m [Statement],
        next: Option<Fragment>,
        span: Span,
    ) -> Option<Fragment> {
        self.frame.loops.push(Leaves { continues: Some(Vec::new()), ..Leaves::default() });
        let holds = self.single(Action::Guard(condition), span);
        let body = self.statements(body);
        let leaves = self.frame.loops.pop().unwrap_or_default();
        let mut round = self.then(holds, body)?;
        round.exits.extend(leaves.continues.into_iter().flatten());
        let round = self.then(Some(round), next)?;
        let done = self.single(Action::Else, span)?;
        let (back, first) = (round.exits, round.first);
        let mut exits = done.exits.clone();
        exits.extend(leaves.breaks);
        let round = Fragment { first, exits: Vec::new() };
        let choice = self.choice(vec![round, done], span);
        let head = before.as_ref().map_or(choice.first, |before| before.first);
        self.lead(&back, head);
        self.then(before, Some(Fragment { first: choice.first, exits }))
    }

    /// `switch (e) { case c: ... }`: the statements of a case are followed by those of the next.
    pub fn switch(
        &mut self,
        subject: &'m ast::Expr,
        cases: &'m [Case],
        span: Span,
    ) -> Option<Fragment> {
        let (value, ty) = self.value(subject, None);
        if !matches!(ty, Type::Number(_) | Type::Wrong) {
            let is = self.lowering.declared.type_name(ty);
            let text = format!("this is {is}, and a number is wanted here");
            self.lowering.declared.error(subject.span, text);
        }
        let before = self.before.take();
        let known = self.locals.len();
        self.frame.loops.push(Leaves::default());
        let mut options = Vec::new();
        let mut default = None;
        let mut seen: Vec<i32> = Vec::new();
        let mut falling: Option<Fragment> = None;
        for case in cases {
            let entered = match &case.value {
                Some(label) => {
                    let label = self.label(label, &mut seen);
                    let same = Expr::binary(BinaryOperator::Equal, value.clone(), label);
                    self.single(Action::Guard(same), case.span)?
                }
                None => self.single(Action::Else, case.span)?,
            };
            let falls = falling.map_or(Vec::new(), |before| before.exits);
            let join = self.join(&[falls.as_slice(), &entered.exits].concat(), case.span);
            let option = Fragment { first: entered.first, exits: Vec::new() };
            match case.value {
                Some(_) => options.push(option),
                None => default = Some(option),
            }
            // Variables of one case are known in the next.
            let body = self.in_a_row(&case.body);
            falling = self.then(join, body);
        }
        self.locals.truncate(known);
        let leaves = self.frame.loops.pop().unwrap_or_default();
        let default = default.or_else(|| self.single(Action::Else, span));
        options.extend(default);
        let mut whole = self.choice(options, span);
        whole.exits.extend(falling.into_iter().flat_map(|last| last.exits));
        whole.exits.extend(leaves.breaks);
        self.then(before, Some(whole))
    }

    /// The value of a case, which must be known.
    fn label(&mut self, label: &'m ast::Expr, seen: &mut Vec<i32>) -> Expr {
        let span = label.span;
        let Some((value, Type::Number(_))) = self.lowering.declared.evaluated(label) else {
            let text = "the value of a case is a number that is known";
            self.lowering.declared.error(span, text);
            return Expr::constant(0);
        };
        if seen.contains(&value) {
            self.lowering.declared.error(span, format!("there is another case for {value}"));
        }
        seen.push(value);
        Expr::constant(value)
    }

    pub fn leave_loop(&mut self, span: Span) -> Option<Fragment> {
        let (node, jump) = self.jump(span);
        match self.frame.loops.last_mut() {
            Some(leaves) => leaves.breaks.push(node),
            None => {
                let text = "`break` stands in no loop and in no `switch`";
                self.lowering.declared.error(span, text);
            }
        }
        jump
    }

    pub fn next_round(&mut self, span: Span) -> Option<Fragment> {
        let (node, jump) = self.jump(span);
        let mut loops = self.frame.loops.iter_mut().rev();
        match loops.find_map(|leaves| leaves.continues.as_mut()) {
            Some(continues) => continues.push(node),
            None => self.lowering.declared.error(span, "`continue` stands in no loop"),
        }
        jump
    }
}
