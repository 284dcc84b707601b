//! Expressions that are known before a model runs: `env` constants, and what `main` gives to rebecs.

use diagnostics::{Diagnostic, Severity};
use machine::program::{BinaryOperator, CellType, UnaryOperator};

use crate::ast::{self, Expr, ExprKind, Operator, Unary};
use crate::declared::{Constant, Declared, Type};

impl Declared<'_> {
    /// Computes the constants of a model, with other values for those that are defined from outside.
    pub fn constants(&mut self, model: &ast::Model, defines: &[String]) {
        for constant in &model.constants {
            let name = &constant.name;
            if self.constant_named(&name.text).is_some() {
                self.error(name.span, format!("there is another constant `{}`", name.text));
            }
            let ty = match self.known_type(&constant.ty.text) {
                Some(ty) if !ty.is_rebec() => ty,
                _ => {
                    let message = format!("there is no type `{}` of constants", constant.ty.text);
                    let help = "constants are boolean, byte, short or int";
                    self.error_with_help(constant.ty.span, message, help);
                    Type::Wrong
                }
            };
            let given = defines.iter().rev().find_map(|define| value_of(define, &name.text));
            let value = match given {
                Some(text) => self.defined(&name.text, text, ty),
                None => self.constant(&constant.value, ty),
            };
            self.constants.push(Constant {
                name: name.text.clone(),
                ty,
                value: ty.cell().wrap(value),
            });
        }
        for define in defines {
            let name = define.split('=').next().unwrap_or_default();
            if self.constant_named(name).is_none() {
                let message = format!("-D {define}: the model has no constant `{name}`");
                let help = "constants are declared as in `env int n = 3;`";
                self.diagnostics.push(Diagnostic::new(Severity::Error, message).help(help));
            }
        }
    }

    fn defined(&mut self, name: &str, text: &str, ty: Type) -> i32 {
        let value = match (ty, text) {
            (Type::Boolean, "true") => Some(1),
            (Type::Boolean, "false") => Some(0),
            (Type::Number(cell), _) => text.parse().ok().filter(|&value| cell.wrap(value) == value),
            _ => None,
        };
        value.unwrap_or_else(|| {
            let wanted = self.type_name(ty);
            let message = format!("-D {name}={text}: {wanted} of its type is wanted");
            self.diagnostics.push(Diagnostic::new(Severity::Error, message));
            0
        })
    }

    pub fn constant_named(&self, name: &str) -> Option<&Constant> {
        self.constants.iter().find(|constant| constant.name == name)
    }

    /// The value of an expression that must be known, of a type.
    pub fn constant(&mut self, expr: &Expr, wanted: Type) -> i32 {
        if let (ExprKind::Number(value), Type::Scalar(set)) = (&expr.kind, wanted) {
            let (low, high) = (self.sets[set].low, self.sets[set].high);
            if !(low..=high).contains(value) {
                let message = format!("the scalar set goes from {low} to {high}");
                self.error(expr.span, message);
            }
            return value.wrapping_sub(low).wrapping_add(1);
        }
        match self.evaluated(expr) {
            Some((value, ty)) if self.fits(ty, wanted) => value,
            _ if wanted == Type::Wrong => 0,
            _ => {
                let message = format!("{} is wanted here, as a constant", self.type_name(wanted));
                self.error(expr.span, message);
                0
            }
        }
    }

    /// What an expression is, if that is known.
    pub fn evaluated(&self, expr: &Expr) -> Option<(i32, Type)> {
        Some(match &expr.kind {
            ExprKind::Number(value) => (*value, Type::INT),
            ExprKind::Truth(value) => (i32::from(*value), Type::Boolean),
            ExprKind::Null => (0, Type::Rebec(None)),
            ExprKind::Reference(reference) if reference.subscripts.is_empty() && !reference.own => {
                let constant = self.constant_named(&reference.name.text)?;
                (constant.value, constant.ty)
            }
            ExprKind::Cast(ty, operand) => {
                let (ty, (value, _)) = (self.known_type(&ty.text)?, self.evaluated(operand)?);
                (ty.cell().wrap(value), ty)
            }
            ExprKind::Unary(operator, operand) => {
                let (value, ty) = self.evaluated(operand)?;
                (unary(*operator).apply(value), ty)
            }
            ExprKind::Binary(operator, operands) => {
                let (a, ty) = self.evaluated(&operands.0)?;
                let (b, _) = self.evaluated(&operands.1)?;
                let (operator, result) = binary(*operator)?;
                (operator.apply(a, b).ok()?, result.unwrap_or(ty))
            }
            ExprKind::Conditional(parts) => {
                let chosen = if self.evaluated(&parts.0)?.0 != 0 { &parts.1 } else { &parts.2 };
                self.evaluated(chosen)?
            }
            ExprKind::Mathematics(name, arguments) => {
                let values: Option<Vec<i32>> =
                    arguments.iter().map(|argument| Some(self.evaluated(argument)?.0)).collect();
                (mathematics(&name.text, &values?)?, Type::INT)
            }
            _ => return None,
        })
    }
}

fn value_of<'d>(define: &'d str, name: &str) -> Option<&'d str> {
    define.strip_prefix(name)?.strip_prefix('=')
}

/// `pow` and `sqrt` in whole numbers: what is behind the point is cut off, and what is too large is the largest.
fn mathematics(name: &str, values: &[i32]) -> Option<i32> {
    let result = match (name, values) {
        ("pow", &[base, exponent]) => f64::from(base).powi(exponent),
        ("sqrt", &[value]) => f64::from(value).sqrt(),
        _ => return None,
    };
    Some(result as i32)
}

pub(crate) fn unary(operator: Unary) -> UnaryOperator {
    match operator {
        Unary::Not => UnaryOperator::Not,
        Unary::Negate => UnaryOperator::Negate,
        Unary::Complement => UnaryOperator::Complement,
    }
}

/// What an operator does, and of which type its value is if not of that of its operands; none for those of scalar sets.
pub(crate) fn binary(operator: Operator) -> Option<(BinaryOperator, Option<Type>)> {
    let truth = Some(Type::Boolean);
    let number = Some(Type::Number(CellType::INT));
    Some(match operator {
        Operator::Or => (BinaryOperator::Or, truth),
        Operator::And => (BinaryOperator::And, truth),
        Operator::BitOr => (BinaryOperator::BitOr, None),
        Operator::BitXor => (BinaryOperator::BitXor, None),
        Operator::BitAnd => (BinaryOperator::BitAnd, None),
        Operator::Equal => (BinaryOperator::Equal, truth),
        Operator::NotEqual => (BinaryOperator::NotEqual, truth),
        Operator::Less => (BinaryOperator::Less, truth),
        Operator::LessEqual => (BinaryOperator::LessEqual, truth),
        Operator::Greater => (BinaryOperator::Greater, truth),
        Operator::GreaterEqual => (BinaryOperator::GreaterEqual, truth),
        Operator::ShiftLeft => (BinaryOperator::ShiftLeft, number),
        Operator::ShiftRight => (BinaryOperator::ShiftRight, number),
        Operator::Add => (BinaryOperator::Add, number),
        Operator::Subtract => (BinaryOperator::Subtract, number),
        Operator::Multiply => (BinaryOperator::Multiply, number),
        Operator::Divide => (BinaryOperator::Divide, number),
        Operator::Modulo => (BinaryOperator::Modulo, number),
        Operator::Rotate => return None,
    })
}
