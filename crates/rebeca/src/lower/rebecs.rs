//! The rebecs that `main` declares.

use machine::index::{ProcessId, ProcessTypeId};
use machine::program::{Expr, InitialProcess, Introduction, Region};

use crate::ast::{self, ExprKind};
use crate::declared::Type;
use crate::lower::{INITIAL, Lowering, MAX_CELLS};

/// The most rebecs: each is a process, and there may be 255 of these.
const MAX_REBECS: usize = 254;

impl Lowering<'_> {
    pub(super) fn rebecs(&mut self, model: &ast::Model) {
        if model.rebecs.len() > MAX_REBECS {
            let message = format!("too large: a model may have {MAX_REBECS} rebecs");
            self.declared.error(model.rebecs[MAX_REBECS].name.span, message);
            return;
        }
        if model.rebecs.is_empty() {
            self.declared.error(model.end, "`main` declares no rebec");
        }
        for (place, rebec) in model.rebecs.iter().enumerate() {
            if model.rebecs[..place].iter().any(|other| other.name.text == rebec.name.text) {
                let message = format!("there is another rebec `{}`", rebec.name.text);
                self.declared.error(rebec.name.span, message);
            }
            self.rebec(model, rebec);
        }
        let cells = model.rebecs.iter().map(|rebec| self.cells(rebec)).fold(0, u32::saturating_add);
        if cells > MAX_CELLS {
            let message = format!("too large: the rebecs may have {MAX_CELLS} cells together");
            self.declared.error(model.end, message);
        }
    }

    /// How many cells a rebec has.
    fn cells(&self, rebec: &ast::Rebec) -> u32 {
        let class = self.declared.class_named(&rebec.class.text);
        class.map_or(0, |class| {
            let variables = self.builder.cells(Region::Local(ProcessTypeId::new(class)));
            variables.saturating_add(self.builder.program.channels[class].cells())
        })
    }

    fn rebec(&mut self, model: &ast::Model, rebec: &ast::Rebec) {
        let Some(class) = self.declared.class_named(&rebec.class.text) else {
            let message = format!("there is no class `{}`", rebec.class.text);
            return self.declared.error(rebec.class.span, message);
        };
        let mut process = InitialProcess::new(ProcessTypeId::new(class), Vec::new());
        process.name = Some(rebec.name.text.clone());
        let wanted = self.known_classes(class);
        if wanted.len() != rebec.known.len() {
            let (name, wanted, given) = (&rebec.class.text, wanted.len(), rebec.known.len());
            let message = format!("a `{name}` knows {wanted} rebecs, and {given} are given");
            return self.declared.error(rebec.name.span, message);
        }
        for (place, (known, wanted)) in rebec.known.iter().zip(&wanted).enumerate() {
            if let Some(owner) = self.rebec_named(model, known, *wanted) {
                let parameter = place as u32;
                process.introductions.push(Introduction { parameter, process: owner, channel: 0 });
            }
        }
        process.arguments.resize(wanted.len(), Expr::constant(0));
        self.arguments(model, rebec, class, &mut process);
        self.builder.start(process);
    }

    /// The classes of the rebecs that a rebec of a class knows, one after the other.
    fn known_classes(&self, class: usize) -> Vec<Option<usize>> {
        let known = self.declared.classes[class].tree.known.iter();
        let classes = known.flat_map(|known| {
            let set = known.group.as_ref();
            let set = set.and_then(|group| self.declared.set_named(class, &group.index.text));
            let count = set.map_or(1, |set| self.declared.sets[set].size() as usize);
            std::iter::repeat_n(self.declared.class_named(&known.class.text), count)
        });
        classes.collect()
    }

    fn rebec_named(
        &mut self,
        model: &ast::Model,
        name: &ast::Name,
        wanted: Option<usize>,
    ) -> Option<ProcessId> {
        let Some(place) = model.rebecs.iter().position(|rebec| rebec.name.text == name.text) else {
            self.declared.error(name.span, format!("there is no rebec `{}`", name.text));
            return None;
        };
        let class = self.declared.class_named(&model.rebecs[place].class.text);
        if class != wanted {
            let (is, wanted) = (Type::Rebec(class), Type::Rebec(wanted));
            let (is, wanted) = (self.declared.type_name(is), self.declared.type_name(wanted));
            let message = format!("`{}` is {is}, and {wanted} is wanted here", name.text);
            self.declared.error(name.span, message);
        }
        Some(ProcessId::new(place))
    }

    /// What `initial` is given.
    fn arguments(
        &mut self,
        model: &ast::Model,
        rebec: &ast::Rebec,
        class: usize,
        process: &mut InitialProcess,
    ) {
        let server = self.declared.server(class, INITIAL);
        let message = server.map(|server| self.declared.classes[class].messages[server]);
        let wanted = message
            .map_or(Vec::new(), |message| self.declared.messages[message].parameters.clone());
        if wanted.len() != rebec.arguments.len() {
            let (wanted, given) = (wanted.len(), rebec.arguments.len());
            let message =
                format!("`{INITIAL}` has {wanted} parameters, and {given} values are given");
            return self.declared.error(rebec.name.span, message);
        }
        for (argument, wanted) in rebec.arguments.iter().zip(wanted) {
            let place = process.arguments.len() as u32;
            let value = match (&argument.kind, wanted) {
                (ExprKind::Reference(reference), Type::Rebec(wanted)) => {
                    if let Some(owner) = self.rebec_named(model, &reference.name, wanted) {
                        let known = Introduction { parameter: place, process: owner, channel: 0 };
                        process.introductions.push(known);
                    }
                    0
                }
                _ => self.constant(argument, wanted),
            };
            process.arguments.push(Expr::constant(value));
        }
    }

    fn constant(&mut self, expr: &ast::Expr, wanted: Type) -> i32 {
        match (&expr.kind, wanted) {
            (ExprKind::Truth(value), Type::Boolean) => i32::from(*value),
            (ExprKind::Number(value), Type::Number(_)) => *value,
            (ExprKind::Number(value), Type::Scalar(set)) => {
                let (low, high) = (self.declared.sets[set].low, self.declared.sets[set].high);
                if !(low..=high).contains(value) {
                    let message = format!("the scalar set goes from {low} to {high}");
                    self.declared.error(expr.span, message);
                }
                value.wrapping_sub(low).wrapping_add(1)
            }
            (ExprKind::Negate(operand), Type::Number(_)) => {
                self.constant(operand, wanted).wrapping_neg()
            }
            (ExprKind::Null, Type::Rebec(_)) => 0,
            _ => {
                let message =
                    format!("{} is wanted here, as a constant", self.declared.type_name(wanted));
                self.declared.error(expr.span, message);
                0
            }
        }
    }
}
