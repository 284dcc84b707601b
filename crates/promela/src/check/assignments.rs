//! Values that do not fit where they go.

use diagnostics::Diagnostic;

use super::Checker;
use super::cells::{Cell, Range};
use super::operands::kind;
use super::values::{Kind, Value, with_article};
use crate::ast::Type;

impl Checker<'_> {
    /// A value that is stored in a cell; `target` names it, as in "`b`".
    pub fn flow(&mut self, value: &Value, cell: &Cell, target: &str) {
        if let (Kind::Channel(from), Some(to)) = (&value.kind, cell.signature) {
            self.same(*from, to, value.span);
            return;
        }
        self.fit(value, cell, target);
    }

    /// Whether a value fits in a cell; channels among channels always do.
    pub fn fit(&mut self, value: &Value, cell: &Cell, target: &str) {
        match (&value.kind, &cell.ty) {
            (Kind::Unknown, _) | (Kind::Channel(_), Type::Chan) => {}
            (Kind::Channel(_), _) | (_, Type::Chan) => self.channel_clash(value, cell, target),
            (Kind::Symbol(of), Type::Mtype(wanted)) if of == wanted => {}
            (Kind::Symbol(_), Type::Mtype(_)) => self.kind_clash(value, cell, target),
            (Kind::Symbol(_), Type::Bit | Type::Bool) => {
                let message = format!(
                    "{} does not fit into {target}, {}",
                    value.subject(),
                    with_article(cell)
                );
                let help = format!("declare {target} as `mtype`");
                self.report(Diagnostic::warning(value.span, message).help(help));
            }
            (Kind::Symbol(_), _) => {}
            (_, Type::Mtype(_)) => self.number_as_symbol(value, cell, target),
            _ => self.narrowing(value, cell, target),
        }
    }

    fn channel_clash(&mut self, value: &Value, cell: &Cell, target: &str) {
        if value.constant == Some(0) {
            return;
        }
        let message = format!("{} goes to {target}, {}", value.subject(), with_article(cell));
        let help = "only channels can be where channels are expected, and only there";
        self.report(Diagnostic::warning(value.span, message).help(help));
    }

    fn kind_clash(&mut self, value: &Value, cell: &Cell, target: &str) {
        let message =
            format!("a symbol of {} goes to {target}, {}", kind(value), with_article(cell));
        let help = "the kinds of `mtype` number their symbols independently";
        self.report(Diagnostic::warning(value.span, message).help(help));
    }

    fn number_as_symbol(&mut self, value: &Value, cell: &Cell, target: &str) {
        let Some(constant) = value.constant.filter(|constant| *constant != 0) else { return };
        let number = if value.is_word {
            "a truth value".to_owned()
        } else {
            format!("the number {constant}")
        };
        let message = format!("{number} goes to {target}, {}", with_article(cell));
        let help = "use a symbol: the numbers of symbols change when symbols are added";
        self.report(Diagnostic::warning(value.span, message).help(help));
    }

    fn narrowing(&mut self, value: &Value, cell: &Cell, target: &str) {
        let range = cell.range();
        if range.holds(value.range) {
            return;
        }
        let (low, high) = (range.low, range.high);
        let place = format!("{target}, {} ({low} to {high})", with_article(cell));
        let diagnostic = match value.constant {
            Some(constant) if cell.is_loose => {
                Diagnostic::warning(value.span, format!("{constant} does not fit into {place}"))
            }
            Some(constant) => {
                let stored = range.wrap(constant);
                let message = format!("{constant} does not fit into {place}: it becomes {stored}");
                Diagnostic::warning(value.span, message)
            }
            None => {
                let message = format!("{} may not fit into {place}", value.subject());
                Diagnostic::warning(value.span, message)
            }
        };
        self.report(diagnostic.help(format!("declare {target} as {}", wide_enough(value.range))));
    }
}

/// The narrowest type that holds a range.
fn wide_enough(range: Range) -> &'static str {
    let types = [(Range::BIT, "`bool`"), (Range::BYTE, "`byte`"), (Range::SHORT, "`short`")];
    types.iter().find(|(held, _)| held.holds(range)).map_or("`int`", |(_, name)| name)
}
