//! Expressions, with their types.

use diagnostics::Span;
use machine::program::{Action, BinaryOperator, Expr, ExprKind as MachineKind, UnaryOperator};

use crate::ast::{self, ExprKind, Operator, Unary};
use crate::constants::{binary, unary};
use crate::declared::Type;
use crate::lower::body::Body;
use crate::lower::flow::Fragment;
use crate::lower::{effects, own_queue};

/// The value of what is wrong, which was said already.
const WRONG: (Expr, Type) = (Expr::constant(0), Type::Wrong);

impl<'m> Body<'_, 'm> {
    /// A value of a type; anything else is wrong.
    pub fn wanted(&mut self, expr: &'m ast::Expr, wanted: Type) -> Expr {
        let (value, ty) = self.value(expr, Some(wanted));
        self.expect(expr, ty, wanted);
        value
    }

    pub fn expect(&mut self, expr: &ast::Expr, ty: Type, wanted: Type) {
        if !self.lowering.declared.fits(ty, wanted) {
            let declared = &mut self.lowering.declared;
            let (is, wanted) = (declared.type_name(ty), declared.type_name(wanted));
            declared.error(expr.span, format!("this is {is}, and {wanted} is wanted here"));
        }
        if let (Type::Rebec(None), Type::Rebec(Some(class))) = (ty, wanted)
            && !matches!(expr.kind, ExprKind::Null)
        {
            self.lowering.doubt(class, self.serving());
        }
    }

    /// The message whose sender is asked for.
    fn serving(&self) -> Option<usize> {
        self.lowering.declared.message(*self.running.first()?)
    }

    /// A value and its type. A number can be an element of a scalar set, where one is wanted.
    pub fn value(&mut self, expr: &'m ast::Expr, wanted: Option<Type>) -> (Expr, Type) {
        self.deeper(expr.span, |body| body.value_within(expr, wanted)).unwrap_or(WRONG)
    }

    fn value_within(&mut self, expr: &'m ast::Expr, wanted: Option<Type>) -> (Expr, Type) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(number) => self.number(expr, *number, wanted),
            ExprKind::Truth(value) => (Expr::constant(i32::from(*value)), Type::Boolean),
            ExprKind::Null => (Expr::constant(0), Type::Rebec(None)),
            ExprKind::Own => (own_queue(), Type::Rebec(Some(self.class))),
            ExprKind::Sender => self.sender(span),
            ExprKind::Reference(reference) if self.properties.is_some() => {
                self.definition(reference)
            }
            ExprKind::Reference(reference) => self.named(reference),
            ExprKind::Field(rebec, variable) => self.remote(rebec, variable),
            ExprKind::Choice(values) => self.one_of(values, wanted, span),
            ExprKind::New(..) => self.wrong(span, "a new rebec is assigned to a variable"),
            ExprKind::Call(call) => self.called_value(call),
            ExprKind::Mathematics(name, arguments) => self.mathematics(expr, name, arguments),
            ExprKind::Unary(operator, operand) => {
                let ty = if *operator == Unary::Not { Type::Boolean } else { Type::INT };
                (Expr::unary(unary(*operator), self.wanted(operand, ty)), ty)
            }
            ExprKind::Cast(ty, operand) => self.cast(ty, operand),
            ExprKind::InstanceOf(operand, class) => self.instance_of(operand, class, span),
            ExprKind::Binary(operator, operands) => {
                self.binary(*operator, &operands.0, &operands.1, wanted)
            }
            ExprKind::Conditional(parts) => self.conditional(parts, wanted, span),
            ExprKind::Temporal(..) => {
                self.wrong(span, "a formula over runs cannot be compared or counted with")
            }
        }
    }

    pub fn wrong(&mut self, span: Span, text: &str) -> (Expr, Type) {
        self.lowering.declared.error(span, text);
        WRONG
    }

    fn sender(&mut self, span: Span) -> (Expr, Type) {
        if self.starting {
            return self.wrong(span, "a constructor answers no message: it has no `sender`");
        }
        self.reads_sender = true;
        (self.load(self.sender), Type::Rebec(None))
    }

    fn called_value(&mut self, call: &'m ast::Call) -> (Expr, Type) {
        let noted = self.lowering.declared.diagnostics.len();
        match self.call(call) {
            Some(value) => value,
            None if self.lowering.declared.diagnostics.len() == noted => {
                self.wrong(call.span, "this method returns no value")
            }
            None => WRONG,
        }
    }

    fn number(&mut self, expr: &ast::Expr, number: i32, wanted: Option<Type>) -> (Expr, Type) {
        let Some(scalar @ Type::Scalar(_)) = wanted else {
            return (Expr::constant(number), Type::INT);
        };
        (Expr::constant(self.lowering.declared.constant(expr, scalar)), scalar)
    }

    /// One of several values, each with what has to be done for it.
    fn one_of(
        &mut self,
        values: &'m [ast::Expr],
        wanted: Option<Type>,
        span: Span,
    ) -> (Expr, Type) {
        let outer = self.before.take();
        let mut ty = wanted;
        let mut lowered: Vec<(Option<Fragment>, Expr)> = Vec::new();
        for value in values {
            let (value, of) = match ty {
                Some(ty) => (self.wanted(value, ty), ty),
                None => self.value(value, None),
            };
            ty = Some(of);
            lowered.push((self.before.take(), value));
        }
        let ty = ty.unwrap_or(Type::Wrong);
        let variable = self.unseen("?", ty, span);
        let mut options = Vec::new();
        for (before, value) in lowered {
            let assigned =
                self.single(Action::Assign(self.place(variable, Vec::new()), value), span);
            options.extend(self.then(before, assigned));
        }
        let choice = self.choice(options, span);
        self.before = self.then(outer, Some(choice));
        (self.load(variable), ty)
    }

    /// `c ? a : b`: what has to be done for a value is done only if that is taken.
    fn conditional(
        &mut self,
        parts: &'m (ast::Expr, ast::Expr, ast::Expr),
        wanted: Option<Type>,
        span: Span,
    ) -> (Expr, Type) {
        let condition = self.wanted(&parts.0, Type::Boolean);
        let outer = self.before.take();
        let (then, mut ty) = self.value(&parts.1, wanted);
        if let Some(wanted) = wanted {
            self.expect(&parts.1, ty, wanted);
            ty = wanted;
        }
        let first = self.before.take();
        let otherwise = self.wanted(&parts.2, ty);
        let second = self.before.take();
        if first.is_none() && second.is_none() {
            self.before = outer;
            return (Expr::conditional(condition, then, otherwise), ty);
        }
        let variable = self.unseen("?:", ty, span);
        let mut ways = [(first, then), (second, otherwise)].into_iter().map(|(before, value)| {
            let set = self.single(Action::Assign(self.place(variable, Vec::new()), value), span);
            self.then(before, set)
        });
        let (first, second) = (ways.next().flatten(), ways.next().flatten());
        let branches = self.branch(condition, first, second, span);
        self.before = self.then(outer, branches);
        (self.load(variable), ty)
    }

    /// `(T) e`: numbers wrap, and of a rebec its class is believed.
    fn cast(&mut self, ty: &ast::Name, operand: &'m ast::Expr) -> (Expr, Type) {
        let wanted = self.lowering.declared.type_named(self.frame.class, ty);
        match wanted {
            Type::Rebec(Some(class)) => {
                let (value, is) = self.value(operand, None);
                let declared = &self.lowering.declared;
                if !declared.fits(is, wanted) && !declared.fits(wanted, is) {
                    self.expect(operand, is, wanted);
                }
                let sent = is == Type::Rebec(None);
                if sent || !self.lowering.declared.fits(is, wanted) {
                    let message = if sent { self.serving() } else { None };
                    self.lowering.doubt(class, message);
                }
                (value, wanted)
            }
            Type::Number(cell) if cell.bits < 32 => {
                let value = self.wanted(operand, Type::INT);
                let shift = || Expr::constant(32 - i32::from(cell.bits));
                let up = Expr::binary(BinaryOperator::ShiftLeft, value, shift());
                (Expr::binary(BinaryOperator::ShiftRight, up, shift()), wanted)
            }
            _ => (self.wanted(operand, wanted), wanted),
        }
    }

    /// `e instanceof C`: of a sender its message says which class it is of; of others the text must.
    fn instance_of(
        &mut self,
        operand: &'m ast::Expr,
        class: &ast::Name,
        span: Span,
    ) -> (Expr, Type) {
        let Some(wanted) = self.lowering.declared.class_named(&class.text) else {
            let text = format!("there is no class `{}`", class.text);
            return self.wrong(class.span, &text);
        };
        let below =
            |class: usize, above: usize| self.lowering.declared.lines.above(class).contains(&above);
        let classes = 0..self.lowering.declared.classes.len();
        let of_it: Vec<usize> = classes.filter(|&class| below(class, wanted)).collect();
        if let (ExprKind::Sender, Some(held)) = (&operand.kind, self.class_of_sender) {
            let (_, ty) = self.sender(span);
            let is = |&class: &usize| {
                let number = Expr::constant(class as i32 + 1);
                Expr::binary(BinaryOperator::Equal, self.load(held), number)
            };
            let any = |a, b| Expr::binary(BinaryOperator::Or, a, b);
            let answer = of_it.iter().map(is).reduce(any).unwrap_or(Expr::constant(0));
            return if ty == Type::Wrong { WRONG } else { (answer, Type::Boolean) };
        }
        let (value, ty) = self.value(operand, None);
        let declared = &self.lowering.declared;
        match ty {
            Type::Wrong => WRONG,
            Type::Rebec(Some(is)) if declared.lines.above(is).contains(&wanted) => {
                let some = Expr::binary(BinaryOperator::NotEqual, value, Expr::constant(0));
                (some, Type::Boolean)
            }
            Type::Rebec(Some(is))
                if !of_it.iter().any(|&c| declared.lines.above(c).contains(&is)) =>
            {
                (Expr::constant(0), Type::Boolean)
            }
            Type::Rebec(_) => {
                let text = "`instanceof` is not supported where it cannot be told from the text";
                let help = "ask it of `sender`, or of a variable whose class says it";
                self.lowering.declared.error_with_help(span, text, help);
                WRONG
            }
            other => {
                let text = format!("{} is of no class", self.lowering.declared.type_name(other));
                self.wrong(operand.span, &text)
            }
        }
    }

    /// `pow` and `sqrt`, in whole numbers: of constants, powers of 2, and powers with a small exponent.
    fn mathematics(
        &mut self,
        whole: &'m ast::Expr,
        name: &ast::Name,
        arguments: &'m [ast::Expr],
    ) -> (Expr, Type) {
        if let Some((value, ty)) = self.lowering.declared.evaluated(whole) {
            return (Expr::constant(value), ty);
        }
        let span = name.span;
        if let ("pow", [base, exponent]) = (&*name.text, arguments) {
            let declared = &self.lowering.declared;
            let known = (declared.evaluated(base), declared.evaluated(exponent));
            match known {
                (Some((2, _)), _) => return (self.power_of_two(exponent), Type::INT),
                (_, Some((exponent @ 0..=31, _))) => {
                    let base = self.wanted(base, Type::INT);
                    let base = self.kept(base, Type::INT, span);
                    let product = |a, _| Expr::binary(BinaryOperator::Multiply, a, base.clone());
                    return ((0..exponent).fold(Expr::constant(1), product), Type::INT);
                }
                _ => {}
            }
        }
        let text = format!("`{}` of these values is not supported", name.text);
        let help =
            "`sqrt` takes constants, `pow` constants, the base 2, or an exponent from 0 to 31";
        self.lowering.declared.error_with_help(span, text, help);
        WRONG
    }

    /// 2 to the power of something: 0 below 1, and the largest number where it would be larger.
    fn power_of_two(&mut self, exponent: &'m ast::Expr) -> Expr {
        let value = self.wanted(exponent, Type::INT);
        let value = self.kept(value, Type::INT, exponent.span);
        let is = |operator, bound| Expr::binary(operator, value.clone(), Expr::constant(bound));
        let power = Expr::binary(BinaryOperator::ShiftLeft, Expr::constant(1), value.clone());
        let large = is(BinaryOperator::Greater, 30);
        let power = Expr::conditional(large, Expr::constant(i32::MAX), power);
        Expr::conditional(is(BinaryOperator::Less, 0), Expr::constant(0), power)
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &'m ast::Expr,
        right: &'m ast::Expr,
        wanted: Option<Type>,
    ) -> (Expr, Type) {
        match operator {
            Operator::Rotate => return self.rotate(left, right, wanted),
            Operator::Equal => return self.equality(BinaryOperator::Equal, left, right),
            Operator::NotEqual => return self.equality(BinaryOperator::NotEqual, left, right),
            Operator::And | Operator::Or => return self.both(operator, left, right),
            _ => {}
        }
        let is_bitwise = matches!(operator, Operator::BitAnd | Operator::BitOr | Operator::BitXor);
        let (value, mut ty) = self.value(left, Some(Type::INT));
        if !(is_bitwise && ty == Type::Boolean) {
            self.expect(left, ty, Type::INT);
            ty = Type::INT;
        }
        let value = if effects::calls(right) { self.kept(value, ty, left.span) } else { value };
        self.combined(operator, (value, ty), right)
    }

    /// An operator that takes both operands, the first being there.
    fn combined(
        &mut self,
        operator: Operator,
        (left, ty): (Expr, Type),
        right: &'m ast::Expr,
    ) -> (Expr, Type) {
        let right = self.wanted(right, ty);
        let Some((machine, result)) = binary(operator) else { return WRONG };
        (Expr::binary(machine, left, right), result.unwrap_or(ty))
    }

    /// What `v op= e` assigns.
    pub fn changed(
        &mut self,
        operator: Operator,
        (old, ty): (Expr, Type),
        by: &'m ast::Expr,
        span: Span,
    ) -> Expr {
        let is_bitwise = matches!(operator, Operator::BitAnd | Operator::BitOr | Operator::BitXor);
        let counts = matches!(ty, Type::Number(_) | Type::Wrong);
        if !(counts || is_bitwise && ty == Type::Boolean) {
            let is = self.lowering.declared.type_name(ty);
            let text = format!("this is {is}, and a number is wanted here");
            self.lowering.declared.error(span, text);
            return Expr::constant(0);
        }
        let old = if effects::calls(by) { self.kept(old, ty, span) } else { old };
        let ty = if ty == Type::Boolean { ty } else { Type::INT };
        self.combined(operator, (old, ty), by).0
    }

    /// `a && b` or `a || b`: what has to be done for the second is done only if it is asked for.
    fn both(
        &mut self,
        operator: Operator,
        left: &'m ast::Expr,
        right: &'m ast::Expr,
    ) -> (Expr, Type) {
        let Some((machine, _)) = binary(operator) else { return WRONG };
        let value = self.wanted(left, Type::Boolean);
        if !effects::happens(right) {
            let right = self.wanted(right, Type::Boolean);
            return (Expr::binary(machine, value, right), Type::Boolean);
        }
        let span = left.span;
        let variable = self.unseen("both", Type::Boolean, span);
        let place = self.place(variable, Vec::new());
        self.act_before(Action::Assign(place.clone(), value), span);
        let outer = self.before.take();
        let right = self.wanted(right, Type::Boolean);
        let second = self.act(Action::Assign(place, right), span);
        let first = self.load(variable);
        let asked =
            if operator == Operator::And { first } else { Expr::unary(UnaryOperator::Not, first) };
        let branches = self.branch(asked, second, None, span);
        self.before = self.then(outer, branches);
        (self.load(variable), Type::Boolean)
    }

    /// Whether two values are the same, both of one type.
    fn equality(
        &mut self,
        operator: BinaryOperator,
        left: &'m ast::Expr,
        right: &'m ast::Expr,
    ) -> (Expr, Type) {
        let is_number = |expr: &ast::Expr| matches!(expr.kind, ExprKind::Number(_));
        // A number takes its type from the other side.
        let swapped = is_number(left);
        let (first, second) = if swapped { (right, left) } else { (left, right) };
        let (mut one, ty) = self.value(first, None);
        if effects::calls(second) {
            one = self.kept(one, ty, first.span);
        }
        let (other, is) = self.value(second, Some(ty));
        let declared = &self.lowering.declared;
        if !declared.fits(is, ty) && !declared.fits(ty, is) {
            self.expect(second, is, ty);
        }
        let (left, right) = if swapped { (other, one) } else { (one, other) };
        (Expr::binary(operator, left, right), Type::Boolean)
    }

    /// `i +% c` is ((i + c - d) mod n) + d, where the `n` elements of the set begin with `d`: they are kept as 1 to `n`.
    /// (Section 3.3 of the paper.)
    fn rotate(
        &mut self,
        left: &'m ast::Expr,
        right: &'m ast::Expr,
        wanted: Option<Type>,
    ) -> (Expr, Type) {
        let (element, ty) = self.value(left, wanted);
        let set = match ty {
            Type::Scalar(set) => set,
            Type::Wrong => return WRONG,
            _ => return self.wrong(left.span, "`+%` adds to an element of a scalar set"),
        };
        let Some((distance, Type::Number(_))) = self.lowering.declared.evaluated(right) else {
            return self.wrong(right.span, "`+%` adds a number that is written there");
        };
        // It stands twice in what follows: what is long would double with each operator.
        let is_short = matches!(element.kind, MachineKind::Load(_) | MachineKind::Constant(_));
        let element = if is_short { element } else { self.kept(element, ty, left.span) };
        let size = i64::from(self.lowering.declared.sets[set].size());
        let shift = Expr::constant((i64::from(distance) - 1).rem_euclid(size) as i32);
        let sum = Expr::binary(BinaryOperator::Add, element.clone(), shift);
        let size = Expr::constant(size as i32);
        let rotated = Expr::binary(BinaryOperator::Modulo, sum, size);
        let rotated = Expr::binary(BinaryOperator::Add, rotated, Expr::constant(1));
        // None of them stays none, so that no element is told apart as the one after it.
        let none = Expr::binary(BinaryOperator::Equal, element, Expr::constant(0));
        (Expr::conditional(none, Expr::constant(0), rotated), ty)
    }
}

impl crate::lower::Lowering<'_> {
    /// Notes that a variable for rebecs of a class may come to hold another: the sender of a message, or some rebec.
    pub fn doubt(&mut self, class: usize, sender_of: Option<usize>) {
        if !self.doubted.contains(&(class, sender_of)) {
            self.doubted.push((class, sender_of));
        }
    }
}
