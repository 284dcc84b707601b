//! Where requests wait for the thread of the site.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use tokio::sync::oneshot;

use super::refusal::Refusal;
use super::{Answer, Request, Site};

/// The most requests that wait.
const MOST_WAITING: usize = 32;

/// The side of the desk where requests are handed in.
pub(super) struct Desk(SyncSender<Errand>);

/// The side of the desk where they are answered.
pub(super) struct Errands(Receiver<Errand>);

struct Errand {
    request: Request,
    reply: oneshot::Sender<Answer>,
}

impl Desk {
    /// Both sides.
    pub(super) fn open() -> (Desk, Errands) {
        let (sender, receiver) = sync_channel(MOST_WAITING);
        (Desk(sender), Errands(receiver))
    }

    /// What the site answers.
    pub(super) async fn ask(&self, request: Request) -> Result<Answer, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.0.try_send(Errand { request, reply }).map_err(|error| match error {
            TrySendError::Full(_) => Refusal::Busy,
            TrySendError::Disconnected(_) => Refusal::Ended,
        })?;
        answer.await.map_err(|_| Refusal::Ended)
    }
}

impl Errands {
    /// Answers the next request, if one comes in that time. Says whether there may be more.
    pub(super) fn run_next(&self, site: &mut dyn Site, time: Duration) -> bool {
        match self.0.recv_timeout(time) {
            // Who has gone, as browsers do when a user clicks on, gets no answer.
            Ok(errand) if errand.reply.is_closed() => true,
            Ok(errand) => {
                let answer = site.answer(&errand.request);
                // It may have gone meanwhile.
                let _ = errand.reply.send(answer);
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        }
    }
}
