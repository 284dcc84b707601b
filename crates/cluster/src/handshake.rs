//! The handshake, by which two machines find out that they have one key and mean the same.
//!
//! ```text
//! who connects                                     who listens
//! greeting, first message of Noise (58 bytes)  ->
//!                                              <-  greeting, answer, second message of Noise (59 bytes)
//! hello, in the first frame                    ->
//! ```
//!
//! A greeting is eight bytes of name and two of version, and stays what it is in all versions. The answer is a byte: whether
//! the second message follows, or why not, for the sake of who wonders. It is not authenticated; all that it can do falsely is
//! to give a wrong reason for a failure. The messages are those of `Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s` (the Noise
//! Protocol Framework, revision 34, sections 7.4 and 9), with greeting and context as prologue. Both sides put a new random number into
//! each session. The first message alone could be a recording; the hello cannot: who did not make this first message cannot seal it. So
//! nobody is believed before it has come.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use snow::{Builder, HandshakeState, StatelessTransportState};

use crate::channel::Channel;
use crate::deadline::UntilDeadline;
use crate::frames::{Opening, Sealing};
use crate::key::Key;
use crate::messages::{receive_message, send_message};
use crate::refusal::Refusal;

/// The time for a whole handshake, if there is no reason for another.
pub const HANDSHAKE_TIME: Duration = Duration::from_secs(5);

/// The most bytes of a hello.
pub const MOST_OF_A_HELLO: u64 = 1024;

/// The version of the protocol.
pub(crate) const VERSION: u16 = 1;

const NAME: [u8; 8] = *b"QUOTIENT";
const GREETING: usize = NAME.len() + size_of::<u16>();
const NOISE: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";

/// A public key of 32 bytes, and the tag of an empty payload.
const NOISE_MESSAGE: usize = 48;

/// The answers of who listens.
const GO_ON: u8 = 0;
const OTHER_VERSION: u8 = 1;
const OTHER_KEY: u8 = 2;

/// What both sides of a connection must agree upon, and how long they may take to find out.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The key.
    pub key: Key,
    /// What the connection is for, any bytes, as the number of a job and those of both machines: two sides that mean
    /// something else do not come together. It is not sent.
    pub context: Vec<u8>,
    /// The time for the whole handshake, hello included, from the moment that the connection is made or looked for.
    pub time: Duration,
}

impl Terms {
    /// The terms of this key and context, with [`HANDSHAKE_TIME`].
    pub fn new(key: Key, context: impl Into<Vec<u8>>) -> Terms {
        Terms { key, context: context.into(), time: HANDSHAKE_TIME }
    }

    /// What Noise hashes first: greeting and context.
    fn prologue(&self) -> Vec<u8> {
        [&greeting()[..], &self.context].concat()
    }

    /// A handshake of one side.
    fn noise(&self, initiates: bool) -> HandshakeState {
        let prologue = self.prologue();
        let builder = Builder::new(NOISE.parse().expect("a pattern that there is"));
        let builder = builder.psk(0, self.key.bytes()).and_then(|known| known.prologue(&prologue));
        let built = builder.and_then(|known| match initiates {
            true => known.build_initiator(),
            false => known.build_responder(),
        });
        built.expect("all that the pattern needs is there")
    }
}

fn greeting() -> [u8; GREETING] {
    let mut greeting = [0; GREETING];
    greeting[..NAME.len()].copy_from_slice(&NAME);
    greeting[NAME.len()..].copy_from_slice(&VERSION.to_be_bytes());
    greeting
}

/// The handshake of who connects, and its hello.
pub(crate) fn initiate(
    socket: Arc<TcpStream>,
    terms: &Terms,
    hello: &[u8],
    deadline: Instant,
) -> Result<Channel, Refusal> {
    let mut line = Line(UntilDeadline::new(&socket, deadline));
    let mut noise = terms.noise(true);
    let mut first = [0; GREETING + NOISE_MESSAGE];
    first[..GREETING].copy_from_slice(&greeting());
    noise.write_message(&[], &mut first[GREETING..]).map_err(|_| Refusal::NoRandomness)?;
    line.send(&first)?;
    line.expect_greeting()?;
    let [answer] = line.receive()?;
    match answer {
        GO_ON => {}
        OTHER_KEY => return Err(Refusal::OtherKey),
        _ => return Err(Refusal::NotTheProtocol),
    }
    let second: [u8; NOISE_MESSAGE] = line.receive()?;
    noise.read_message(&second, &mut []).map_err(|_| Refusal::OtherKey)?;
    let (opening, mut sealing) = halves(noise);
    send_message(&mut sealing.over(&mut line.0), hello)
        .map_err(|error| Refusal::of_failure(&error, true))?;
    line.lift()?;
    Ok(Channel::new(Arc::clone(&socket), opening, sealing))
}

/// The handshake of who listens, with the hello of the other side.
pub(crate) fn respond(
    socket: Arc<TcpStream>,
    terms: &Terms,
    deadline: Instant,
) -> Result<(Channel, Vec<u8>), Refusal> {
    let mut line = Line(UntilDeadline::new(&socket, deadline));
    if let Err(refusal) = line.expect_greeting() {
        if matches!(refusal, Refusal::OtherVersion(_)) {
            line.tell(OTHER_VERSION);
            line.wait_for_the_end();
        }
        return Err(refusal);
    }
    let first: [u8; NOISE_MESSAGE] = line.receive()?;
    let mut noise = terms.noise(false);
    if noise.read_message(&first, &mut []).is_err() {
        line.tell(OTHER_KEY);
        return Err(Refusal::OtherKey);
    }
    let mut second = [0; GREETING + 1 + NOISE_MESSAGE];
    second[..GREETING].copy_from_slice(&greeting());
    second[GREETING] = GO_ON;
    noise.write_message(&[], &mut second[GREETING + 1..]).map_err(|_| Refusal::NoRandomness)?;
    line.send(&second)?;
    let (mut opening, sealing) = halves(noise);
    let hello = receive_message(&mut opening.over(&mut line.0), MOST_OF_A_HELLO);
    let hello = hello.map_err(|error| Refusal::of_hello(&error))?.ok_or(Refusal::Closed)?;
    line.lift()?;
    Ok((Channel::new(Arc::clone(&socket), opening, sealing), hello))
}

/// Both directions of what a handshake has agreed upon.
fn halves(noise: HandshakeState) -> (Opening, Sealing) {
    let agreed: StatelessTransportState =
        noise.into_stateless_transport_mode().expect("the handshake is over");
    let agreed = Arc::new(agreed);
    (Opening::new(Arc::clone(&agreed)), Sealing::new(agreed))
}

/// The connection while a handshake lasts.
struct Line<'a>(UntilDeadline<'a>);

impl Line<'_> {
    fn receive<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], Refusal> {
        let mut bytes = [0; COUNT];
        let received = self.0.read_exact(&mut bytes);
        received.map_err(|error| Refusal::of_failure(&error, self.0.has_received))?;
        Ok(bytes)
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let sent = self.0.write_all(bytes);
        sent.map_err(|error| Refusal::of_failure(&error, self.0.has_received))
    }

    fn expect_greeting(&mut self) -> Result<(), Refusal> {
        if self.receive()? != NAME {
            return Err(Refusal::NotTheProtocol);
        }
        match u16::from_be_bytes(self.receive()?) {
            VERSION => Ok(()),
            other => Err(Refusal::OtherVersion(other)),
        }
    }

    /// Tells who is refused why. Whether that arrives changes nothing.
    fn tell(&mut self, answer: u8) {
        let mut reply = [answer; GREETING + 1];
        reply[..GREETING].copy_from_slice(&greeting());
        let _ = self.send(&reply);
    }

    /// Waits until the other side closes the connection, at most until the deadline. Who speaks another version may have sent
    /// any number of bytes, and a connection that is closed before they are read loses what was sent.
    fn wait_for_the_end(&mut self) {
        let mut unread = [0; NOISE_MESSAGE];
        while self.0.read(&mut unread).is_ok_and(|count| count > 0) {}
    }

    fn lift(&self) -> Result<(), Refusal> {
        self.0.lift().map_err(|error| Refusal::Network(error.kind()))
    }
}
