//! Connections: how many, and for how long.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::acquaintance::Acquaintance;
use super::patient_stream::PatientStream;
use super::reception::{Reception, receive};

/// The most connections at once.
const MOST: usize = 64;

/// The longest header of a request, in bytes. An address has up to 65,534 of them; there must be room for the rest.
const LONGEST_HEADER: usize = 128 << 10;

/// A connection that has not shown the cookie keeps its place for so small a part of the patience.
const OF_STRANGERS: u32 = 5;

/// How long connections may go on when the server ends, to send what was answered.
const GRACE: Duration = Duration::from_millis(500);

/// How long nobody is accepted when the operating system has no means for one more.
const NAP: Duration = Duration::from_millis(10);

/// What is said to who comes when too many are there.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// All connections of a server.
pub(super) struct Connections {
    router: Router,
    patience: Duration,
    places: Arc<Semaphore>,
    /// Changes, or has no sender any more, when the server is to end.
    ended: watch::Receiver<()>,
}

impl Connections {
    /// None yet.
    pub(super) fn new(
        reception: Arc<Reception>,
        patience: Duration,
        ended: watch::Receiver<()>,
    ) -> Connections {
        let router = Router::new().fallback(receive).with_state(reception);
        Connections { router, patience, places: Arc::new(Semaphore::new(MOST)), ended }
    }

    /// Accepts connections until the server is to end. Those that are left then have the grace, and are closed when the runtime
    /// is dropped.
    pub(super) async fn accept_all(mut self, listener: std::net::TcpListener) -> io::Result<()> {
        let listener = TcpListener::from_std(listener)?;
        loop {
            tokio::select! {
                _ = self.ended.changed() => break,
                accepted = listener.accept() => match accepted {
                    Ok((socket, _)) => self.accept(socket),
                    Err(_) => sleep(NAP).await,
                },
            }
        }
        drop(listener);
        let all = u32::try_from(MOST).expect("a small number");
        let _ = timeout(GRACE, self.places.acquire_many(all)).await;
        Ok(())
    }

    /// Gives a connection a place, or tells it that there is none.
    fn accept(&self, socket: TcpStream) {
        match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => {
                let stream = PatientStream::new(socket, self.patience);
                let (router, patience) = (self.router.clone(), self.patience);
                tokio::spawn(converse(stream, router, patience, self.ended.clone(), place));
            }
            // Nobody waits until it is read.
            Err(_) => drop(socket.try_write(FULL)),
        }
    }
}

/// Answers the requests of one connection, until it or the server ends, or nobody has come in by it for too long.
async fn converse(
    stream: PatientStream,
    router: Router,
    patience: Duration,
    mut ended: watch::Receiver<()>,
    _place: OwnedSemaphorePermit,
) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience);
    // What is read at once may be more than what is kept.
    builder.max_buf_size(LONGEST_HEADER).max_header_size(LONGEST_HEADER);
    let acquaintance = Acquaintance::default();
    let service = TowerToHyperService::new(router.layer(Extension(acquaintance.clone())));
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(stream), service));
    // What goes wrong with a connection is its end, and nothing to anybody else.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = acquaintance.is_missed(patience / OF_STRANGERS) => return,
        _ = ended.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
