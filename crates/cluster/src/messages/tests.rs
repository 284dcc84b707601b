use super::*;

fn sent(messages: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for message in messages {
        send_message(&mut bytes, message).expect("memory takes all");
    }
    bytes
}

#[test]
fn messages_arrive_as_they_were_sent() {
    let long = vec![7; 300_000];
    let bytes = sent(&[b"one", b"", &long]);
    let mut from = &bytes[..];
    for message in [&b"one"[..], b"", &long] {
        let received = receive_message(&mut from, 300_000).expect("a message");
        assert_eq!(received.as_deref(), Some(message));
    }
    assert!(matches!(receive_message(&mut from, 300_000), Ok(None)));
}

#[test]
fn a_length_over_the_limit_is_refused_before_anything_is_read() {
    for length in [11, 1 << 30, 1 << 60, u64::MAX] {
        let bytes = [&length.to_be_bytes()[..], b"rest"].concat();
        let mut from = &bytes[..];
        let refused = receive_message(&mut from, 10);
        let named = matches!(refused, Err(MessageError::TooLong { length: told, limit: 10 }) if told == length);
        assert!(named, "{refused:?}");
        assert_eq!(from, b"rest");
    }
    let bytes = sent(&[&[1; 10]]);
    assert!(receive_message(&mut &bytes[..], 10).is_ok());
}

#[test]
fn an_end_inside_a_message_is_told() {
    let bytes = sent(&[b"a message"]);
    for end in 1..bytes.len() {
        let cut = receive_message(&mut &bytes[..end], 100);
        assert!(matches!(cut, Err(MessageError::CutOff)), "after {end} bytes: {cut:?}");
    }
}
