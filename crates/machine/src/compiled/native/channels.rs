//! What is done with the channel that is meant, where that is found out by its number.

use super::super::code::{ByChannel, Owned, Value};
use super::body::Body;

impl Body<'_> {
    /// Writes something for the channel that is meant, or for each that may be.
    pub(super) fn by_channel<T>(
        &mut self,
        by_channel: &ByChannel<T>,
        mut each: impl FnMut(&mut Self, &T),
    ) {
        match by_channel {
            ByChannel::One(it) => each(self, it),
            ByChannel::Any(number, all) => self.by_number(number, all, |_| true, each),
        }
    }

    /// The same by a number, where what is written is equal for all that differ from what is `particular`.
    pub(super) fn by_number<T>(
        &mut self,
        number: &Value,
        all: &[Option<Owned<T>>],
        particular: impl Fn(&T) -> bool,
        mut each: impl FnMut(&mut Self, &T),
    ) {
        let (mut cases, mut common) = (Vec::new(), [None; 2]);
        let mut targets = Vec::new();
        for it in all {
            let shared = match it {
                None => Some(0),
                Some(Owned(None, it)) if !particular(it) => Some(1),
                _ => None,
            };
            let known = shared.and_then(|shared: usize| common[shared]);
            targets.push(known.unwrap_or(cases.len()));
            if known.is_none() {
                cases.push(it);
            }
            if let Some(shared) = shared {
                common[shared] = targets.last().copied();
            }
        }
        let done = self.block();
        self.value(number);
        self.constant(1);
        self.op().i32_sub();
        self.switch(&targets, cases.len(), |body, case| match cases[case] {
            None => body.raise(),
            Some(Owned(owner, it)) => {
                if let Some(owner) = owner {
                    body.read(*owner, None);
                    body.op().i32_eqz();
                    body.raise_if();
                }
                each(body, it);
                body.branch(done);
            }
        });
        // Nobody comes here: whoever has no case has raised the alarm.
        self.end();
    }
}
