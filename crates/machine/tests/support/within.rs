//! Whether what steps are seen to touch lies within the footprints that are known before they run.

use std::collections::{HashSet, VecDeque};

use kernel::TransitionSystem;
use machine::compile::Operation;
use machine::footprint::{Cells, Channels, Footprint, Holder};
use machine::index::{ChannelInstance, ProcessId};
use machine::program::Action;
use machine::touches::Deed;
use machine::{Accessed, Accesses, Machine, Moment, Observer, Performed, State, StepResult, Way};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Cells that were read or written.
    pub accesses: usize,
    /// Cells that had to be written.
    pub written: usize,
    /// Messages.
    pub messages: usize,
}

/// Looks at the steps from so many states of a machine.
///
/// # Panics
/// If a footprint leaves out what a step touches, or has it write what it does not.
pub fn compare(machine: &Machine, states: usize) -> Compared {
    let mut scratch = machine.scratch();
    let mut pending: VecDeque<(State, Option<ProcessId>)> =
        machine.all_initial().iter().map(|state| (state.clone(), None)).collect();
    let mut seen: HashSet<_> = pending.iter().cloned().collect();
    let mut compared = Compared::default();
    while let Some((state, control)) = pending.pop_front() {
        let mut found = Vec::new();
        machine.small_steps(&state, control, &mut scratch, &mut |step| {
            let target = step.target.cloned().map(|target| (target, step.control));
            found.push((step.steps.to_vec(), target, step.timeout));
        });
        for (steps, target, timeout) in found {
            let failed = steps.iter().any(|step| step.result != StepResult::Done);
            let watch = Watch { machine, since: Vec::new(), before: None, failed, compared };
            let mut watch = watch;
            machine.replay(&state, &steps, timeout, &mut watch);
            compared = watch.compared;
            if let Some(target) = target
                && seen.len() < states
                && seen.insert(target.clone())
            {
                pending.push_back(target);
            }
        }
    }
    compared
}

struct Watch<'a> {
    machine: &'a Machine,
    /// What the operation that is being done has touched.
    since: Vec<Accesses>,
    before: Option<State>,
    failed: bool,
    compared: Compared,
}

impl Observer for Watch<'_> {
    fn before(&mut self, _: Performed, state: &State) {
        self.since.clear();
        self.before = Some(state.clone());
    }

    fn begin(&mut self, moment: Moment<'_>, action: &Action) {
        self.since.push(moment.accesses(action));
    }

    fn after(&mut self, performed: Performed, _: &State) {
        let machine = self.machine;
        let operation = &machine.code.edges[performed.edge.index()].operations
            [usize::from(performed.operation)];
        let footprint = Footprint::of_operation(&machine.program, operation);
        self.within(performed.process, &footprint);
        self.written(performed.process, operation, &footprint);
        self.within(performed.process, &machine.footprint(performed.edge));
    }
}

impl Watch<'_> {
    fn state(&self) -> &State {
        self.before.as_ref().expect("a state before")
    }

    fn within(&mut self, actor: ProcessId, footprint: &Footprint) {
        for accesses in &self.since {
            for cell in &accesses.reads {
                let holders = self.holders(actor, cell);
                let told = footprint.may_read(cell.variable, cell.cell, &holders);
                assert!(told, "{cell:?} is read unsaid: {footprint:?}");
            }
            for cell in &accesses.writes {
                let holders = self.holders(actor, cell);
                let told = footprint.may_write(cell.variable, cell.cell, &holders);
                assert!(told, "{cell:?} is written unsaid: {footprint:?}");
            }
            for &channel in &accesses.looks_into {
                let told = self.deeds(actor, channel, footprint).any(|_| true);
                assert!(told, "{channel:?} is looked into unsaid: {footprint:?}");
            }
            if let Some(done) = &accesses.communicated {
                let sends = matches!(done.way, Way::Sent { .. } | Way::Offered);
                let told = self
                    .deeds(actor, done.channel, footprint)
                    .any(|deed| matches!(deed, Deed::Send { .. }) == sends);
                assert!(told, "{done:?} unsaid: {footprint:?}");
            }
        }
        let accesses = self.since.iter().map(|it| it.reads.len() + it.writes.len());
        self.compared.accesses += accesses.sum::<usize>();
        self.compared.messages +=
            self.since.iter().filter_map(|it| it.communicated.as_ref()).count();
    }

    /// How a footprint may call whoever has a cell.
    fn holders(&self, actor: ProcessId, cell: &Accessed) -> Vec<Holder> {
        let Some(owner) = cell.process else { return vec![Holder::Nobody] };
        let process_type = self.machine.type_of(self.state().location(owner));
        let own = (owner == actor).then_some(Holder::Actor);
        own.into_iter().chain([Holder::Of(process_type)]).collect()
    }

    /// What is said to be done with a channel.
    fn deeds(
        &self,
        actor: ProcessId,
        channel: ChannelInstance,
        footprint: &Footprint,
    ) -> impl Iterator<Item = Deed> {
        let (machine, state) = (self.machine, self.state());
        let owner = machine.channel_owner(state, channel);
        let declared = machine.channel_at(state, channel).map(|(declared, _)| declared);
        let contacts = footprint.contacts.iter().filter(move |contact| match contact.channels {
            Channels::Declared(told) => owner.is_none() && declared == Some(told),
            Channels::Own(place) => {
                let own = |owner| machine.type_of(state.location(owner));
                owner == Some(actor)
                    && owner.map(own).and_then(|of| {
                        let own = &machine.program.process_types[of.index()].channels;
                        own.get(place as usize).copied()
                    }) == declared
            }
            Channels::Any => true,
        });
        contacts.map(|contact| contact.deed)
    }

    /// What must be written was seen to be.
    fn written(&mut self, actor: ProcessId, operation: &Operation, footprint: &Footprint) {
        if self.failed {
            return;
        }
        for &Cells { variable, holder, first, end } in &footprint.must_write {
            assert_eq!(end, first + 1, "it is said which cell");
            let owner = match holder {
                Holder::Nobody => None,
                Holder::Actor => Some(actor),
                Holder::Of(_) => panic!("it is said whose cell"),
            };
            let cell = Accessed { process: owner, variable, cell: first };
            let resets = holder == Holder::Actor
                && operation.resets.iter().any(|reset| reset.variable == variable);
            let seen = self.since.iter().any(|accesses| accesses.writes.contains(&cell));
            assert!(seen || resets, "{cell:?} is not written: {operation:?}");
            self.compared.written += 1;
        }
    }
}
