use super::*;

fn headers() -> Headers {
    Headers { here: 2..4, limit: 100, header: [0; HEADER], filled: 0, left: 0, has_ended: false }
}

fn message(targets: Range<u64>, length: u64) -> Vec<u8> {
    let header = [7, 0, targets.start, targets.end, length, 5];
    header.iter().flat_map(|number| number.to_be_bytes()).collect()
}

fn with_body(targets: Range<u64>, length: u64) -> Vec<u8> {
    let mut message = message(targets, length);
    message.resize(HEADER + length as usize, 0xff);
    message
}

#[test]
fn messages_are_followed_however_they_are_cut() {
    let whole = [with_body(2..3, 100), with_body(2..4, 1), with_body(3..4, 64), message(0..0, 0)];
    let whole = whole.concat();
    for piece in 1..=whole.len() {
        let mut headers = headers();
        for bytes in whole.chunks(piece) {
            assert_eq!(headers.follow(bytes), Ok(()), "in pieces of {piece} bytes");
        }
        assert_eq!((headers.filled, headers.left), (0, 0));
    }
}

#[test]
fn lengths_are_limited() {
    for length in [101, 1 << 30, 1 << 60, u64::MAX - 47, u64::MAX] {
        let bytes = [with_body(2..3, 9), message(2..3, length)].concat();
        let too_long = Err(DataflowError::TooLong { length, limit: 100 });
        assert_eq!(headers().follow(&bytes), too_long);
    }
}

#[test]
fn targets_are_threads_of_this_process() {
    for targets in [0..1, 1..3, 3..5, 4..5, 3..3, u64::MAX - 1..u64::MAX] {
        let not_here = Err(DataflowError::NotHere { targets: targets.clone(), here: 2..4 });
        assert_eq!(headers().follow(&message(targets, 8)), not_here);
    }
}
