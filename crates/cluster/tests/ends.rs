//! The ways in which a process of a dataflow ends when another does not keep to the rules. It panics, so each is a child of the test.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, path::PathBuf, thread};

use cluster::{Channel, Key, connect};
use testing::places::Folder;
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::dataflow::{MOST_OF_A_MESSAGE, exchange, run};
use crate::support::{Log, PATIENCE, next, terms_of};

const ADDRESS: &str = "CLUSTER_TEST_ADDRESS";
const KEY: &str = "CLUSTER_TEST_KEY";

/// The child: the second of two processes, whose other one is the test that started it.
#[test]
fn child() {
    let Ok(address) = env::var(ADDRESS) else { return };
    let address: SocketAddr = address.parse().expect("an address");
    let key = Key::read(&PathBuf::from(env::var(KEY).expect("a file"))).expect("a key");
    let terms = terms_of(key);
    let channel = connect(address, &terms, b"child").expect("a channel");
    for sums in run(vec![Some(channel), None], 1, 1, exchange) {
        sums.expect("no panic of a thread");
    }
}

/// Starts the child, does something with the channel to it, and returns how the child ended.
fn ended(with: impl FnOnce(&mut Channel)) -> Output {
    let folder = Folder::new("ends");
    let file = folder.join("key");
    let key = Key::create(&file).expect("a key");
    let terms = terms_of(key);
    let listener = Log::default().listener(&terms);
    let mut child = Command::new(env::current_exe().expect("the tests"));
    child.args(["--exact", "ends::child", "--nocapture", "--test-threads=1"]);
    child.env("RUST_BACKTRACE", "0").env(ADDRESS, listener.address().to_string()).env(KEY, &file);
    child.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().expect("a child");
    let mut channel = next(&listener).channel;
    with(&mut channel);
    drop(channel);
    wait(child)
}

fn wait(mut child: Child) -> Output {
    let begin = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().expect("a child");
            panic!("the child did not end: {:?}", child.wait_with_output());
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("a child")
}

/// The child panics by the name of what was wrong, whatever else it prints.
fn ends_by_name(name: &str, with: impl FnOnce(&mut Channel)) {
    let output = ended(with);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{printed}");
    let named = format!("timely communication error: reading data: {name}");
    assert!(printed.contains(&named), "{named}: {printed}");
}

/// Sends the header of a message for some threads, of some length, and some of the message; then waits until the child has ended.
fn send(channel: &mut Channel, targets: [u64; 2], length: u64) {
    let header = [1, 0, targets[0], targets[1], length, 0];
    let header: Vec<u8> = header.iter().flat_map(|number| number.to_be_bytes()).collect();
    channel.write_all(&header).expect("a child");
    channel.write_all(&[0xff; 1000]).expect("a child");
    channel.flush().expect("a child");
    // What it wrote until then, and no end.
    channel.read_to_end(&mut Vec::new()).expect_err("a panic");
}

#[test]
fn a_connection_that_is_cut_off() {
    ends_by_name("the connection was cut off", |_| {});
}

#[test]
fn an_end_before_the_end_of_the_dataflow() {
    ends_by_name("socket closed", |channel| channel.shutdown(Shutdown::Write).expect("a child"));
}

#[test]
fn messages_of_any_length() {
    for length in [MOST_OF_A_MESSAGE + 1, 1 << 60, u64::MAX - 47, u64::MAX] {
        let name = format!("a message for the dataflow of {length} bytes");
        ends_by_name(&name, |channel| send(channel, [1, 2], length));
    }
}

#[test]
fn messages_for_others() {
    for targets in [[0, 1], [0, 2], [2, 3], [1, 1]] {
        let name = format!("a message for the threads {}..{}", targets[0], targets[1]);
        ends_by_name(&name, |channel| send(channel, targets, 8));
    }
}
