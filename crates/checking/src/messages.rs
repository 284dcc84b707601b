//! Which send a receive answers: the messages of a run, followed through the buffers of their channels.

use std::collections::{HashMap, VecDeque};

use model::{Communication, CommunicationKind, Performed, Sending};

/// The messages that wait in the buffers, by channel, the oldest first; none of a message whose send is not known.
#[derive(Debug, Default)]
pub(crate) struct InTransit {
    channels: HashMap<String, VecDeque<Option<(Sending, String)>>>,
}

impl InTransit {
    /// Follows the messages of a transition, the next of the run, and says of each receive what it answers.
    pub fn follow(&mut self, step: usize, actions: &mut [Performed]) {
        for (action, performed) in actions.iter_mut().enumerate() {
            for (message, sent) in performed.effects.messages.iter_mut().enumerate() {
                self.message(Sending { step, action, message }, sent);
            }
            // Its channels end with it.
            if let Some(ended) = &performed.effects.ends {
                let own = format!("{ended}.");
                self.channels.retain(|channel, _| !channel.starts_with(&own));
            }
        }
    }

    fn message(&mut self, here: Sending, message: &mut Communication) {
        let Some(buffered) = message.buffered else { return };
        let waiting = self.channels.entry(message.channel.clone()).or_default();
        // A channel may begin with messages, and a name may come back with another process: what is not known is no answer.
        if waiting.len() != buffered.length {
            *waiting = (0..buffered.length).map(|_| None).collect();
        }
        let place = buffered.place.min(waiting.len());
        match message.kind {
            CommunicationKind::Send => {
                waiting.insert(place, message.from.clone().map(|sender| (here, sender)));
            }
            CommunicationKind::Receive => {
                let answered = match buffered.stays {
                    true => waiting.get(place).cloned().flatten(),
                    false => waiting.remove(place).flatten(),
                };
                if let Some((sending, sender)) = answered {
                    message.answers = Some(sending);
                    message.from = Some(sender);
                }
            }
            CommunicationKind::Rendezvous => {}
        }
    }
}
