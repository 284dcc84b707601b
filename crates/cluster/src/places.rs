//! The places of those who are in handshake: a bounded number, so that strangers take no more than that.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A bounded number of places. When all are taken, who has been in handshake for longest gives way: a handshake takes
/// milliseconds, so this is a stranger, and no number of silent ones keeps others waiting.
pub(crate) struct Places {
    bound: usize,
    state: Mutex<State>,
    left: Condvar,
}

#[derive(Default)]
struct State {
    /// By the order in which they came.
    guests: BTreeMap<u64, Guest>,
    next: u64,
    is_closed: bool,
}

struct Guest {
    socket: Arc<TcpStream>,
    stay: Stay,
}

/// What becomes of who is in handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stay {
    /// It has its place.
    Undisturbed,
    /// Its handshake is over, and nobody may disturb the connection.
    Over,
    /// It had to give way, and its connection was closed.
    GaveWay,
    /// The places were closed, and its connection with them.
    Closed,
}

impl Places {
    pub(crate) fn new(bound: usize) -> Arc<Places> {
        Arc::new(Places { bound, state: Mutex::default(), left: Condvar::new() })
    }

    /// Takes a place for a connection; or none, where the places are closed.
    pub(crate) fn enter(self: &Arc<Self>, socket: &Arc<TcpStream>) -> Option<Place> {
        let mut state = self.locked();
        while state.guests.len() >= self.bound && !state.is_closed {
            state.let_the_first_give_way();
            state = self.left.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return None;
        }
        let number = state.next;
        state.next += 1;
        let guest = Guest { socket: Arc::clone(socket), stay: Stay::Undisturbed };
        state.guests.insert(number, guest);
        Some(Place { places: Arc::clone(self), number })
    }

    /// Lets nobody in any more and closes the connections of those who are in.
    pub(crate) fn close(&self) {
        let mut state = self.locked();
        state.is_closed = true;
        for guest in state.guests.values_mut() {
            guest.disturb(Stay::Closed);
        }
        self.left.notify_all();
    }

    /// Waits until all have left. After [`Places::close`] that is soon.
    pub(crate) fn wait_until_empty(&self) {
        let state = self.locked();
        let empty = self.left.wait_while(state, |state| !state.guests.is_empty());
        drop(empty.unwrap_or_else(PoisonError::into_inner));
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn let_the_first_give_way(&mut self) {
        // One is enough: whoever gave way before leaves a place as well.
        let leaving = self.guests.values().any(|guest| guest.stay != Stay::Undisturbed);
        if !leaving && let Some(first) = self.guests.values_mut().next() {
            first.disturb(Stay::GaveWay);
        }
    }
}

impl Guest {
    fn disturb(&mut self, stay: Stay) {
        if self.stay == Stay::Undisturbed {
            self.stay = stay;
            // It may be closed already, which is all that is wanted.
            let _ = self.socket.shutdown(Shutdown::Both);
        }
    }
}

/// A place that is taken, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    number: u64,
}

impl Place {
    /// Notes that the handshake is over, and tells whether it was disturbed before.
    pub(crate) fn is_over(&self) -> Stay {
        let mut state = self.places.locked();
        let guest = state.guests.get_mut(&self.number).expect("a guest until the place is dropped");
        if guest.stay == Stay::Undisturbed {
            guest.stay = Stay::Over;
        }
        guest.stay
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.locked().guests.remove(&self.number);
        self.places.left.notify_all();
    }
}
