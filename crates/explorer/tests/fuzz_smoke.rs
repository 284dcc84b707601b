//! The fuzz target for a moment: on random bytes, on soups of what requests are made of, and on mutations of a request.

use testing::Numbers;

use crate::fuzzing::{SEPARATOR, request};

/// What requests are made of, and what they must not be made of.
const PIECES: [&[u8]; 28] = [
    b"/",
    b"//",
    b"..",
    b".",
    b"a",
    b"run",
    b"%2e",
    b"%2F",
    b"%00",
    b"%5c",
    b"%c3%a4",
    b"%ff",
    b"%",
    b"%4",
    b"+",
    b"&",
    b"&&",
    b"=",
    b"a=b",
    b";",
    b"?",
    b"#",
    b"\\",
    b"\0",
    b" ",
    b"\xff",
    "ä".as_bytes(),
    b"~",
];

const SEED: &[u8] = b"/run/%C3%A4%20/\x1esteps=1,2%263&see=a+b&x\x1efind=x%3D%3D1%0D%0A&from=here";

#[test]
fn random_bytes_are_decoded_or_refused() {
    let mut numbers = Numbers::new(1);
    let mut understood = 0;
    for _ in 0..20_000 {
        let length = numbers.below(40);
        let mut bytes: Vec<u8> = (0..length).map(|_| numbers.word() as u8).collect();
        if numbers.chance(50) {
            bytes.insert(0, b'/');
        }
        understood += usize::from(request(&bytes));
    }
    assert!(understood > 100, "{understood}");
}

#[test]
fn soups_of_pieces_are_decoded_or_refused() {
    let mut numbers = Numbers::new(2);
    let mut understood = 0;
    for _ in 0..20_000 {
        let mut bytes = b"/".to_vec();
        for _ in 0..numbers.below(12) {
            match numbers.one_in(6) {
                true => bytes.push(SEPARATOR),
                false => bytes.extend(*numbers.pick(&PIECES)),
            }
        }
        understood += usize::from(request(&bytes));
    }
    assert!(understood > 1_000, "{understood}");
}

#[test]
fn mutations_of_a_request_are_decoded_or_refused() {
    assert!(request(SEED));
    let mut numbers = Numbers::new(3);
    let mut understood = 0;
    for _ in 0..20_000 {
        let mut bytes = SEED.to_vec();
        for _ in 0..numbers.between(1, 3) {
            let at = numbers.below(bytes.len());
            match numbers.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = numbers.word() as u8,
                _ => drop(bytes.splice(at..at, numbers.pick(&PIECES).iter().copied())),
            }
        }
        understood += usize::from(request(&bytes));
    }
    assert!(understood > 1_000, "{understood}");
}

/// What takes long if something is looked at again and again.
#[test]
fn long_requests_are_decoded_at_once() {
    for piece in PIECES {
        request(&[b"/", &piece.repeat((1 << 18) / piece.len())[..]].concat());
        request(&[b"/\x1e", &piece.repeat((1 << 18) / piece.len())[..]].concat());
    }
}
