//! Lengths take no memory. (A binary of its own: counting replaces the allocator.)

use allocation_counter::measure;
use cluster::{MessageError, receive_message};

/// What is allocated while a message is received of which no more comes than this.
fn allocated(length: u64, comes: usize) -> u64 {
    let bytes = [&length.to_be_bytes()[..], &vec![1; comes]].concat();
    let allocated = measure(|| {
        let cut = receive_message(&mut &bytes[..], u64::MAX);
        assert!(matches!(cut, Err(MessageError::CutOff)), "{cut:?}");
    });
    allocated.bytes_max
}

#[test]
fn memory_is_taken_as_bytes_arrive() {
    for length in [1 << 20, 1 << 30, 1 << 60, u64::MAX] {
        assert!(allocated(length, 0) < 1_000);
        assert!(allocated(length, 1_000) < 10_000);
        assert!(allocated(length, 1_000_000) < 4_000_000);
    }
}
