//! Rebecs that are created at run time.
//!
//! The processes of new rebecs are there from the start, as many as there is room for, and do nothing until they are taken from the
//! queue of their class that holds those which are not in use yet. So all that holds of processes holds of them: those that
//! were not taken are told apart by nothing, and which one is taken makes no difference up to symmetry. A new rebec begins with a
//! message from who created it, which brings the rebecs that it knows and what its constructor, or `initial`, is given
//! (Jaghoori et al. 2010, Section 2.1: the creator is the sender).

use diagnostics::Span;
use machine::index::{ChannelId, ProcessTypeId};
use machine::program::{
    Action, CellType, Channel, Expr, Field, FirstMessage, InitialProcess, Pattern, Place,
    Reception, Region,
};

use crate::ast::{self, Name};
use crate::created::Created;
use crate::declared::Type;
use crate::lower::body::Body;
use crate::lower::flow::Fragment;
use crate::lower::{Lowering, own_queue};

/// How many rebecs of a class can be created, if nothing else is said.
pub(super) const ROOM: u32 = 8;

impl Lowering<'_> {
    /// Makes the queues of processes that are not in use yet.
    pub(super) fn pools(&mut self) {
        for created in self.declared.created.clone() {
            let name = &self.declared.classes[created.class].tree.name;
            let process = Field { holds_channel: true, ..Field::new(CellType::BYTE) };
            let name_of_pool = format!("{} not in use", name.text);
            self.builder.channel(Channel::new(&name_of_pool, self.room, vec![process], name.span));
        }
    }

    /// Who waits to be created puts itself into the queue of those.
    pub(super) fn offer(&self, place: usize) -> FirstMessage {
        FirstMessage::to(Expr::channel(ChannelId::new(place)), vec![own_queue()])
    }

    /// The processes that wait to be created.
    pub(super) fn waiting_rebecs(&mut self) {
        let first = self.classes.iter().flatten().count();
        for (place, created) in self.declared.created.clone().into_iter().enumerate() {
            for number in 1..=self.room {
                let mut process =
                    InitialProcess::new(ProcessTypeId::new(first + place), Vec::new());
                let class = &self.declared.classes[created.class].tree.name.text;
                process.name = Some(format!("{class}#{number}"));
                self.builder.start(process);
            }
        }
    }

    /// How many cells they have.
    pub(super) fn cells_in_waiting(&self) -> u32 {
        let first = self.classes.iter().flatten().count();
        let pools = self.declared.created.len();
        let cells = (0..pools).map(|place| {
            let owner = ProcessTypeId::new(first + place);
            let queue = &self.builder.program.channels[pools + owner.index()];
            self.builder.cells(Region::Local(owner)).saturating_add(queue.cells())
        });
        cells.fold(0, u32::saturating_add).saturating_mul(self.room)
    }

    fn created(&self, class: usize) -> Option<(usize, Created)> {
        let mut all = self.declared.created.iter().enumerate();
        all.find(|(_, created)| created.class == class).map(|(place, it)| (place, it.clone()))
    }
}

impl<'m> Body<'_, 'm> {
    /// `v = new C(known):(arguments);`
    pub fn creation(
        &mut self,
        (target, ty): (Place, Type),
        value: &'m ast::Expr,
        span: Span,
    ) -> Option<Fragment> {
        let ast::ExprKind::New(class, known, arguments) = &value.kind else { return None };
        let (place, created) = self.creatable(class)?;
        self.expect(value, Type::Rebec(Some(created.class)), ty);
        let count = self.lowering.declared.known_classes(created.class).len();
        if known.len() != count {
            let text =
                format!("a `{}` knows {count} rebecs, and {} are given", class.text, known.len());
            self.lowering.declared.error(class.span, text);
            return None;
        }
        let types = self.lowering.declared.messages[created.message].parameters.clone();
        let what = match created.first {
            Some(first) => self.lowering.declared.routine(first).name.text.clone(),
            None => class.text.clone(),
        };
        if !self.has_parameters(&what, types.len() - count, arguments.len(), class.span) {
            return None;
        }
        let mut values = self.values(known, &types[..count]);
        values.extend(self.values(arguments, &types[count..]));
        let before = self.before.take();
        let born = self.unseen("new", Type::Rebec(Some(created.class)), span);
        let taken = self.taken(ChannelId::new(place), self.place(born, Vec::new()), span);
        let taken = self.then(before, taken);
        let message = self.lowering.message(created.message, self.class, values);
        let sent = Action::Send { channel: self.load(born), sorted: false, message };
        let sent = self.single(sent, span);
        let done = self.then(taken, sent);
        let assigned = self.single(Action::Assign(target, self.load(born)), span);
        self.then(done, assigned)
    }

    fn creatable(&mut self, class: &Name) -> Option<(usize, Created)> {
        let declared = &mut self.lowering.declared;
        let Some(found) = declared.class_named(&class.text) else {
            declared.error(class.span, format!("there is no class `{}`", class.text));
            return None;
        };
        let created = self.lowering.created(found);
        if created.is_none() {
            let text = format!("no rebec is of `{}` alone, which is abstract", class.text);
            let help = "name a class that extends or implements it";
            self.lowering.declared.error_with_help(class.span, text, help);
        }
        created
    }

    /// Takes a process that is not in use; what follows is unknown if there is none.
    fn taken(&mut self, pool: ChannelId, to: Place, span: Span) -> Option<Fragment> {
        let first = self.nodes.len();
        let (channel, patterns) = (Expr::channel(pool), vec![Pattern::Store(to)]);
        let taken = Reception { channel, random: false, copy: false, patterns };
        let taken = self.single(Action::Receive(taken), span);
        let none = self.single(Action::Else, span);
        let ends = self.single(Action::OutOfRoom, span);
        let none = self.then(none, ends);
        let choice = self.choice(taken.into_iter().chain(none).collect(), span);
        self.nodes[first..].iter_mut().for_each(|node| node.untold = true);
        Some(choice)
    }
}
