//! One small change of a program, which may or may not break its symmetry.

use machine::program::{Action, BinaryOperator, Expr, ExprKind, Owner, Pattern, Place, Reception};
use testing::Numbers;

use super::code::{Code, when};
use super::draft::number;
use super::random::Family;

/// Changes one thing somewhere, and says what; nothing, where there is nothing of the kind.
pub fn mutate(family: &mut Family, numbers: &mut Numbers) -> Option<&'static str> {
    let kind = numbers.weighted(&[
        (5, "constant"),
        (3, "operator"),
        (4, "name"),
        (2, "swap"),
        (2, "capacity"),
        (3, "drop"),
        (4, "guard"),
        (2, "again"),
        (2, "first value"),
    ]);
    let member = *numbers.pick(&family.members);
    let done = match kind {
        "constant" | "operator" | "name" => in_an_expression(kind, family, member, numbers),
        "capacity" => {
            let name = format!("boxes[{member}]");
            let channels = &mut family.draft.builder.program.channels;
            let channel = channels.iter_mut().find(|channel| channel.name == name);
            channel.is_some_and(|channel| {
                channel.capacity += 1;
                true
            })
        }
        "first value" => {
            let variables = &family.draft.builder.program.variables;
            let flag = variables.iter().position(|variable| variable.name == "flag");
            flag.is_some_and(|flag| {
                let flag = machine::index::VariableId::new(flag);
                family.draft.begin(flag, &[member as i32], 1);
                true
            })
        }
        _ => in_a_sequence(kind, family, member, numbers),
    };
    done.then_some(kind)
}

fn in_an_expression(kind: &str, family: &mut Family, member: usize, numbers: &mut Numbers) -> bool {
    let other = |expr: &Expr| match &expr.kind {
        ExprKind::Constant(value) if kind == "constant" => Some(number((value + 1) % 4)),
        ExprKind::Pid if kind == "name" => Some(number(member as i32)),
        ExprKind::Binary(operator, operands) if kind == "operator" => {
            let (a, b) = (operands.0.clone(), operands.1.clone());
            another(*operator).map(|other| Expr::binary(other, a, b))
        }
        _ => None,
    };
    let mut count = 0;
    expressions(family, &mut |expr| count += usize::from(other(expr).is_some()));
    if count == 0 {
        return false;
    }
    let mut ahead = numbers.below(count) as isize;
    expressions(family, &mut |expr| {
        let Some(other) = other(expr) else { return };
        if ahead == 0 {
            *expr = other;
        }
        ahead -= 1;
    });
    true
}

fn another(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::Equal => Some(BinaryOperator::LessEqual),
        BinaryOperator::NotEqual => Some(BinaryOperator::Less),
        BinaryOperator::And => Some(BinaryOperator::Or),
        BinaryOperator::Or => Some(BinaryOperator::And),
        BinaryOperator::Add => Some(BinaryOperator::Multiply),
        _ => None,
    }
}

fn in_a_sequence(kind: &str, family: &mut Family, member: usize, numbers: &mut Numbers) -> bool {
    let mut count = 0;
    sequences(family, &mut |_| count += 1);
    if count == 0 {
        return false;
    }
    let mut ahead = numbers.below(count) as isize;
    let mut done = false;
    sequences(family, &mut |body| {
        if ahead == 0 {
            let place = numbers.below(body.len());
            done = match kind {
                "swap" => {
                    let next = (place + 1) % body.len();
                    body.swap(place, next);
                    place != next
                }
                "drop" if body.len() > 1 => {
                    body.remove(place);
                    true
                }
                "drop" => false,
                "again" => {
                    body.insert(place, body[place].clone());
                    true
                }
                _ => {
                    let relation =
                        [BinaryOperator::Equal, BinaryOperator::NotEqual, BinaryOperator::Less];
                    let relation = *numbers.pick(&relation);
                    let guard = Expr::binary(relation, Expr::pid(), number(member as i32));
                    body.insert(place + 1, when(guard));
                    true
                }
            };
        }
        ahead -= 1;
    });
    done
}

/// Every sequence of statements that has some, but for what starts the others.
fn sequences(family: &mut Family, visit: &mut dyn FnMut(&mut Vec<Code>)) {
    for body in &mut family.draft.bodies {
        if body.name != "starter" {
            sequence(&mut body.code, visit);
        }
    }
}

fn sequence(body: &mut Vec<Code>, visit: &mut dyn FnMut(&mut Vec<Code>)) {
    for code in body.iter_mut() {
        match code {
            Code::Do(_) | Code::Break => {}
            Code::Atomic(body) => sequence(body, visit),
            Code::If(options) | Code::Loop(options) | Code::Serve(options) => {
                options.iter_mut().for_each(|option| sequence(option, visit));
            }
        }
    }
    if !body.is_empty() && !matches!(body[0], Code::Do(Action::Else)) {
        visit(body);
    }
}

/// Every expression, and those within it.
fn expressions(family: &mut Family, visit: &mut dyn FnMut(&mut Expr)) {
    sequences_all(family, &mut |code| {
        if let Code::Do(action) = code {
            of_action(action, visit);
        }
    });
}

fn sequences_all(family: &mut Family, visit: &mut dyn FnMut(&mut Code)) {
    fn within(body: &mut [Code], visit: &mut dyn FnMut(&mut Code)) {
        for code in body {
            visit(code);
            match code {
                Code::Do(_) | Code::Break => {}
                Code::Atomic(body) => within(body, visit),
                Code::If(options) | Code::Loop(options) | Code::Serve(options) => {
                    options.iter_mut().for_each(|option| within(option, visit));
                }
            }
        }
    }
    family.draft.bodies.iter_mut().for_each(|body| within(&mut body.code, visit));
}

fn of_action(action: &mut Action, visit: &mut dyn FnMut(&mut Expr)) {
    match action {
        Action::Guard(expr) | Action::Assert(expr) => of_expr(expr, visit),
        Action::Assign(place, value) => {
            of_place(place, visit);
            of_expr(value, visit);
        }
        Action::Send { message, .. } => message.iter_mut().for_each(|part| of_expr(part, visit)),
        Action::Receive(reception) => of_reception(reception, visit),
        Action::Deterministic(block) => {
            let options = block.points.iter_mut().flat_map(|point| &mut point.options);
            options.for_each(|(action, _)| of_action(action, visit));
        }
        _ => {}
    }
}

fn of_reception(reception: &mut Reception, visit: &mut dyn FnMut(&mut Expr)) {
    of_expr(&mut reception.channel, visit);
    for pattern in &mut reception.patterns {
        match pattern {
            Pattern::Store(place) => of_place(place, visit),
            Pattern::Match(value) => of_expr(value, visit),
            Pattern::Any | Pattern::OwnNumber => {}
        }
    }
}

fn of_place(place: &mut Place, visit: &mut dyn FnMut(&mut Expr)) {
    place.subscripts.iter_mut().for_each(|subscript| of_expr(&mut subscript.index, visit));
    if let Owner::Process(process) = &mut place.owner {
        of_expr(process, visit);
    }
}

fn of_expr(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Load(place) => of_place(place, visit),
        ExprKind::Binary(_, operands) => {
            of_expr(&mut operands.0, visit);
            of_expr(&mut operands.1, visit);
        }
        ExprKind::Unary(_, operand) | ExprKind::Query(_, operand) => of_expr(operand, visit),
        _ => {}
    }
    visit(expr);
}
