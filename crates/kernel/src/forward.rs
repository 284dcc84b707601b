//! Writing once what systems around a system answer as it does.

/// Answers methods of [`TransitionSystem`](crate::TransitionSystem), or of [`Visitor`](crate::Visitor), as the system or visitor
/// within does, which is held in the field that is named first. The scratch of a system holds the scratch of the one within in a
/// field of the same name.
///
/// ```ignore
/// impl<S: TransitionSystem> TransitionSystem for Around<'_, S> {
///     // ...
///     kernel::forward!(system: identity, encode, decode, blank, properties, violates, may_halt);
/// }
/// ```
///
/// Methods are listed, so that one which is added to a trait and not listed, nor answered otherwise, does not compile.
#[macro_export]
macro_rules! forward {
    ($within:ident: $($method:ident),+) => {
        $($crate::forward!(@$method $within);)+
    };
    (@initial_states $within:ident) => {
        fn initial_states(
            &self,
            scratch: &mut Self::Scratch,
            starts: &mut dyn $crate::Starts<Self::State>,
        ) -> ::std::ops::ControlFlow<()> {
            self.$within.initial_states(&mut scratch.$within, starts)
        }
    };
    (@identity $within:ident) => {
        fn identity(&self) -> $crate::StateIdentity {
            self.$within.identity()
        }
    };
    (@encode $within:ident) => {
        fn encode(&self, state: &Self::State, out: &mut Vec<u8>) {
            self.$within.encode(state, out);
        }
    };
    (@decode $within:ident) => {
        fn decode(&self, bytes: &[u8], state: &mut Self::State) {
            self.$within.decode(bytes, state);
        }
    };
    (@blank $within:ident) => {
        fn blank(&self) -> Self::State {
            self.$within.blank()
        }
    };
    (@properties $within:ident) => {
        fn properties(&self) -> &[$crate::Property] {
            self.$within.properties()
        }
    };
    (@violates $within:ident) => {
        fn violates(
            &self,
            state: &Self::State,
            invariant: $crate::PropertyId,
            scratch: &mut Self::Scratch,
        ) -> bool {
            self.$within.violates(state, invariant, &mut scratch.$within)
        }
    };
    (@may_halt $within:ident) => {
        fn may_halt(&self, state: &Self::State) -> bool {
            self.$within.may_halt(state)
        }
    };
    (@valuation $within:ident) => {
        fn valuation(
            &self,
            state: &Self::State,
            scratch: &mut Self::Scratch,
        ) -> $crate::Valuation {
            self.$within.valuation(state, &mut scratch.$within)
        }
    };
    (@threads $within:ident) => {
        fn threads(&self, state: &Self::State) -> usize {
            self.$within.threads(state)
        }
    };
    (@actor $within:ident) => {
        fn actor(&self, steps: &[Self::Step]) -> ::std::option::Option<u32> {
            self.$within.actor(steps)
        }
    };
    (@renaming $within:ident) => {
        fn renaming<'s>(&self, target: &'s Self::State) -> ::std::option::Option<&'s [u32]> {
            self.$within.renaming(target)
        }
    };
    (@give_up $within:ident) => {
        fn give_up(&mut self, why: $crate::GivenUp) -> ::std::ops::ControlFlow<()> {
            self.$within.give_up(why)
        }
    };
    (@pause $within:ident) => {
        fn pause(&mut self) -> ::std::ops::ControlFlow<()> {
            self.$within.pause()
        }
    };
    (@abandon $within:ident) => {
        fn abandon(&mut self) -> ::std::ops::ControlFlow<()> {
            self.$within.abandon()
        }
    };
    (@wants_all $within:ident) => {
        fn wants_all(&self) -> bool {
            self.$within.wants_all()
        }
    };
    (@ways $within:ident) => {
        fn ways(&self, begun: &[S::Step]) -> $crate::Ways {
            self.$within.ways(begun)
        }
    };
}
