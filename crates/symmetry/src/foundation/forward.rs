//! Writing once what systems around a system that can be reduced answer as it does.

/// Answers methods of [`Symmetric`](crate::Symmetric) as the system within does, as [`kernel::forward`] does for those of
/// [`kernel::TransitionSystem`].
#[macro_export]
macro_rules! forward_symmetric {
    ($within:ident: $($method:ident),+) => {
        $($crate::forward_symmetric!(@$method $within);)+
    };
    (@reducible $within:ident) => {
        fn reducible(&self, state: &Self::State) -> bool {
            self.$within.reducible(state)
        }
    };
    (@reaches_reducible $within:ident) => {
        fn reaches_reducible(&self, from_reducible: bool, target: &Self::State) -> bool {
            self.$within.reaches_reducible(from_reducible, target)
        }
    };
    (@cells $within:ident) => {
        fn cells<'state>(&self, state: &'state Self::State) -> &'state [i32] {
            self.$within.cells(state)
        }
    };
    (@cells_like $within:ident) => {
        fn cells_like<'state>(
            &self,
            state: &Self::State,
            target: &'state mut Self::State,
        ) -> &'state mut [i32] {
            self.$within.cells_like(state, target)
        }
    };
    (@complete $within:ident) => {
        fn complete(&self, target: &mut Self::State) {
            self.$within.complete(target);
        }
    };
    (@decode_near $within:ident) => {
        fn decode_near(
            &self,
            near: (&Self::State, &[u8]),
            bytes: &[u8],
            target: &mut Self::State,
            differing: &mut ::std::vec::Vec<u32>,
        ) -> bool {
            self.$within.decode_near(near, bytes, target, differing)
        }
    };
    (@observe $within:ident) => {
        fn observe(
            &self,
            state: &Self::State,
            images: &[u32],
            scratch: &mut Self::Scratch,
            visit: &mut $crate::Observe<'_, Self::State>,
        ) {
            self.$within.observe(state, images, &mut scratch.$within, visit);
        }
    };
    (@transition_label $within:ident) => {
        fn transition_label(
            &self,
            steps: &[Self::Step],
            images: &[u32],
            label: &mut ::std::vec::Vec<u8>,
        ) {
            self.$within.transition_label(steps, images, label);
        }
    };
    (@agrees_with_original $within:ident) => {
        fn agrees_with_original(
            &self,
            state: &Self::State,
            scratch: &mut Self::Scratch,
        ) -> Result<(), $crate::Departure> {
            self.$within.agrees_with_original(state, &mut scratch.$within)
        }
    };
    (@invent $within:ident) => {
        fn invent(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<Self::State> {
            self.$within.invent(below)
        }
    };
    (@allowance $within:ident) => {
        fn allowance<'scratch>(
            &self,
            scratch: &'scratch mut Self::Scratch,
        ) -> Option<&'scratch mut u64> {
            self.$within.allowance(&mut scratch.$within)
        }
    };
    (@distrust $within:ident) => {
        fn distrust(&self, scratch: &Self::Scratch) -> Option<&'static str> {
            self.$within.distrust(&scratch.$within)
        }
    };
}
