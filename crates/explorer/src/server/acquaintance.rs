//! Whether somebody has come in by a connection.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::sleep;

/// Whether a request on a connection had the cookie, or the link. Strangers on the same machine can connect as well, and would otherwise
/// hold all places as long as a slow browser may.
#[derive(Clone, Default)]
pub(super) struct Acquaintance(Arc<AtomicBool>);

impl Acquaintance {
    /// Notes that somebody has.
    pub(super) fn make(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Comes to an end if nobody has after this time.
    pub(super) async fn is_missed(&self, time: Duration) {
        sleep(time).await;
        if self.0.load(Ordering::Relaxed) {
            pending::<()>().await;
        }
    }
}
