//! What stands for machine code in programs that are built without.

use kernel::{Engine, Offers, StateId};

use super::Compiled;
use super::expand::TakenOver;
use crate::machine::Machine;
use crate::process_set::ProcessSet;

/// No code.
#[derive(Debug, Default)]
pub(super) struct Native(());

/// Who runs none.
#[derive(Debug, Default)]
pub(super) struct Worker;

/// There is none of these.
pub(super) enum Instance {}

impl Worker {
    #[inline(always)]
    pub(super) fn begin(
        &mut self,
        _: &Machine,
        compiled: &Compiled,
        _: &[u8],
        _: Engine,
    ) -> Option<&mut Instance> {
        let Native(()) = compiled.native;
        None
    }
}

impl Instance {
    pub(super) fn those(
        &mut self,
        _: &ProcessSet,
        _: StateId,
        _: &mut Offers,
        _: &mut [bool],
    ) -> Result<(), TakenOver> {
        match *self {}
    }
}
