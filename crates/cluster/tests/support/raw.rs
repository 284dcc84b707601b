//! Who connects and does as it likes: the handshake as its documentation says, written again, so that any part of it can be wrong.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use snow::{Builder, HandshakeState, StatelessTransportState};

use super::PATIENCE;

/// The name and the version with which all begins.
pub const GREETING: [u8; 10] = *b"QUOTIENT\0\x01";

/// Its own handshake with a key and a context.
pub fn noise(key: &[u8; 32], context: &[u8]) -> HandshakeState {
    let prologue = [&GREETING[..], context].concat();
    let builder = Builder::new("Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s".parse().expect("a pattern"));
    let builder = builder.psk(0, key).expect("a key").prologue(&prologue).expect("a prologue");
    builder.build_initiator().expect("all that is needed")
}

/// A greeting and the first message.
pub fn first(noise: &mut HandshakeState) -> Vec<u8> {
    let mut first = [&GREETING[..], &[0; 48]].concat();
    assert_eq!(noise.write_message(&[], &mut first[10..]), Ok(48));
    first
}

/// A frame with this number in its direction.
pub fn frame(agreed: &StatelessTransportState, nonce: u64, payload: &[u8]) -> Vec<u8> {
    let length = payload.len() + 16;
    let mut frame = [&(length as u16).to_be_bytes()[..], &vec![0; length]].concat();
    assert_eq!(agreed.write_message(nonce, payload, &mut frame[2..]), Ok(length));
    frame
}

/// A connection to who listens.
pub fn connected(address: SocketAddr) -> TcpStream {
    let socket = TcpStream::connect(address).expect("a listener");
    socket.set_read_timeout(Some(PATIENCE)).expect("a limit");
    socket
}

/// A connection after a correct handshake, with all but the hello.
pub fn without_hello(
    address: SocketAddr,
    key: &[u8; 32],
    context: &[u8],
) -> Option<(TcpStream, StatelessTransportState)> {
    let mut socket = connected(address);
    let mut noise = noise(key, context);
    socket.write_all(&first(&mut noise)).ok()?;
    let mut answer = [0; 59];
    socket.read_exact(&mut answer).ok()?;
    assert_eq!(answer[..11], [&GREETING[..], &[0]].concat());
    noise.read_message(&answer[11..], &mut [0; 48]).expect("one key");
    Some((socket, noise.into_stateless_transport_mode().expect("an end")))
}
