//! A connection through somebody who hears all, and may change what passes.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use super::anywhere;

/// What passed, from who connected and to it.
pub struct Heard {
    pub from_client: Vec<u8>,
    pub to_client: Vec<u8>,
}

/// One change: the bit with this number, counted over all that passes in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Flip {
    pub of_client: bool,
    pub bit: usize,
}

/// An address at which one connection is taken and passed on; and what passed, once it has ended.
pub fn proxy(to: SocketAddr, flip: Option<Flip>) -> (SocketAddr, JoinHandle<Heard>) {
    let listener = TcpListener::bind(anywhere()).expect("a listener");
    let address = listener.local_addr().expect("an address");
    let heard = thread::spawn(move || {
        let (client, _) = listener.accept().expect("a client");
        let server = TcpStream::connect(to).expect("a listener");
        let (other_client, other_server) =
            (client.try_clone().expect("a clone"), server.try_clone().expect("a clone"));
        let of = |of_client: bool| flip.filter(|flip| flip.of_client == of_client);
        let (forth, back) = (of(true), of(false));
        let forth = thread::spawn(move || pass(client, server, forth));
        let to_client = pass(other_server, other_client, back);
        Heard { from_client: forth.join().expect("a direction"), to_client }
    });
    (address, heard)
}

fn pass(mut from: TcpStream, mut to: TcpStream, flip: Option<Flip>) -> Vec<u8> {
    let (mut heard, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(count) = from.read(&mut buffer)
        && count > 0
    {
        let place = flip.and_then(|flip| Some((flip, (flip.bit / 8).checked_sub(heard.len())?)));
        heard.extend_from_slice(&buffer[..count]);
        if let Some((flip, at)) = place
            && at < count
        {
            buffer[at] ^= 1 << (flip.bit % 8);
        }
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    // One side may have closed both directions already.
    let _ = to.shutdown(Shutdown::Write);
    let _ = from.shutdown(Shutdown::Read);
    heard
}
