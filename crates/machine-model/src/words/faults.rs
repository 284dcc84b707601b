//! What went wrong, in words.

use machine::Fault;

use crate::words::named::NamedMachine;

impl NamedMachine {
    /// A run-time error; where processes are actors, what they send goes to a queue.
    pub(crate) fn fault_text(&self, fault: Fault) -> String {
        match (fault, &self.meanings.actors) {
            (Fault::FullChannel, Some(_)) => "a message is sent to a queue that is full".to_owned(),
            (Fault::NoChannel, Some(_)) => "a message is sent to `null`".to_owned(),
            (Fault::Missing { process: 0 }, _) if self.meanings.pointers.is_some() => {
                "NULL is followed".to_owned()
            }
            _ => fault.to_string(),
        }
    }
}
