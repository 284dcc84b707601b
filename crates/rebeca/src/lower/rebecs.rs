//! The rebecs that `main` declares.

use machine::index::ProcessId;
use machine::program::{Expr, InitialProcess, Introduction, Region};

use crate::ast::{self, ClassKind, ExprKind};
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
        let room = self.room.saturating_mul(self.declared.created.len() as u32);
        if room as usize > MAX_REBECS - model.rebecs.len() {
            let message = format!(
                "too large: a model may have {MAX_REBECS} rebecs, with those for which there is room"
            );
            let help =
                "`--created N` makes room for fewer of each class that are created at run time";
            return self.declared.error_with_help(model.end, message, help);
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
        self.waiting_rebecs();
        let cells = model.rebecs.iter().map(|rebec| self.cells(rebec)).fold(0, u32::saturating_add);
        let cells = cells.saturating_add(self.cells_in_waiting());
        if cells > MAX_CELLS {
            let message = format!("too large: the rebecs may have {MAX_CELLS} cells together");
            self.declared.error(model.end, message);
        }
    }

    /// How many cells a rebec has.
    fn cells(&self, rebec: &ast::Rebec) -> u32 {
        let class = self.declared.class_named(&rebec.class.text);
        let class = class.filter(|&class| self.classes[class].is_some());
        class.map_or(0, |class| {
            let owner = self.process_type_of(class);
            let pools = self.declared.created.len();
            let queue = &self.builder.program.channels[pools + owner.index()];
            self.builder.cells(Region::Local(owner)).saturating_add(queue.cells())
        })
    }

    fn rebec(&mut self, model: &ast::Model, rebec: &ast::Rebec) {
        let Some(class) = self.declared.class_named(&rebec.class.text) else {
            let message = format!("there is no class `{}`", rebec.class.text);
            return self.declared.error(rebec.class.span, message);
        };
        if self.declared.classes[class].tree.kind != ClassKind::Concrete {
            let message = format!("no rebec is of `{}` alone, which is abstract", rebec.class.text);
            let help = "name a class that extends or implements it";
            return self.declared.error_with_help(rebec.class.span, message, help);
        }
        let mut process = InitialProcess::new(self.process_type_of(class), Vec::new());
        process.name = Some(rebec.name.text.clone());
        let wanted = self.declared.known_classes(class);
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
        let (is, wanted) = (Type::Rebec(class), Type::Rebec(wanted));
        if !self.declared.fits(is, wanted) {
            let (is, wanted) = (self.declared.type_name(is), self.declared.type_name(wanted));
            let message = format!("`{}` is {is}, and {wanted} is wanted here", name.text);
            self.declared.error(name.span, message);
        }
        Some(ProcessId::new(place))
    }

    /// What the constructor or `initial` is given.
    fn arguments(
        &mut self,
        model: &ast::Model,
        rebec: &ast::Rebec,
        class: usize,
        process: &mut InitialProcess,
    ) {
        let wanted = self.classes[class].as_ref().map_or(Vec::new(), |class| class.wanted.clone());
        if wanted.len() != rebec.arguments.len() {
            let (wanted, given) = (wanted.len(), rebec.arguments.len());
            let receiver = match self.declared.constructor(class) {
                Some(id) => format!("the constructor of `{}`", self.declared.routine(id).name.text),
                None => format!("`{INITIAL}`"),
            };
            let message =
                format!("{receiver} has {wanted} parameters, and {given} values are given");
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
                _ => self.declared.constant(argument, wanted),
            };
            process.arguments.push(Expr::constant(value));
        }
    }
}
