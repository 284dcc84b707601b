//! What may take long can be interrupted.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

/// What comes instead of a result if the caller lost patience.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl Error for Interrupted {}

/// Elementary steps between two questions: they take about a millisecond.
const PACE: u64 = 1 << 20;

/// How much work and memory a caller is willing to wait for.
///
/// A computation tells how much work it does and how much memory it takes, and every million or so elementary steps the caller is
/// asked whether to go on, given the bytes that are held. After the first `Break` there are no more questions: everything that
/// shares the patience ends with [`Interrupted`]. Results do not depend on it otherwise.
///
/// ```
/// use std::ops::ControlFlow;
/// use groups::{ColouredGraph, Patience, automorphisms_within};
///
/// let graph = ColouredGraph::new(vec![0; 500]);
/// let mut questions = 0;
/// let mut ask = |_bytes| {
///     questions += 1;
///     if questions < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// let mut patience = Patience::new(&mut ask);
/// while automorphisms_within(&graph, &mut patience).is_ok() {}
/// assert_eq!(questions, 3);
/// ```
pub struct Patience<'a> {
    ask: Option<&'a mut dyn FnMut(u64) -> ControlFlow<()>>,
    /// Steps since the last question.
    work: u64,
    bytes: u64,
    lost: bool,
}

impl<'a> Patience<'a> {
    /// Asks this.
    pub fn new(ask: &'a mut dyn FnMut(u64) -> ControlFlow<()>) -> Self {
        Patience { ask: Some(ask), work: 0, bytes: 0, lost: false }
    }

    /// Waits for the end, whatever it costs.
    pub fn endless() -> Self {
        Patience { ask: None, work: 0, bytes: 0, lost: false }
    }

    /// Tells of some elementary steps, each about a memory access or two.
    #[inline]
    pub fn spend(&mut self, steps: usize) -> Result<(), Interrupted> {
        self.work = self.work.saturating_add(steps as u64);
        if self.work < PACE { Ok(()) } else { self.question() }
    }

    /// Tells of memory that is taken, which is also work.
    #[inline]
    pub fn hold(&mut self, bytes: usize) -> Result<(), Interrupted> {
        self.bytes = self.bytes.saturating_add(bytes as u64);
        self.spend(bytes / 4)
    }

    /// Tells of memory that is given back.
    pub fn release(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes as u64);
    }

    /// Asks at once.
    #[cold]
    pub fn question(&mut self) -> Result<(), Interrupted> {
        self.work = 0;
        if let Some(ask) = &mut self.ask
            && !self.lost
        {
            self.lost = ask(self.bytes).is_break();
        }
        if self.lost {
            // Whatever goes on all the same is told so at its next step.
            self.work = PACE;
            return Err(Interrupted);
        }
        Ok(())
    }
}

/// Computes what can be interrupted without interrupting it.
pub fn uninterrupted<T>(
    compute: impl FnOnce(&mut Patience<'static>) -> Result<T, Interrupted>,
) -> T {
    match compute(&mut Patience::endless()) {
        Ok(result) => result,
        Err(Interrupted) => unreachable!("nobody was asked"),
    }
}
