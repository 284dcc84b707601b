//! Numbers in as few bytes as they need, seven bits a byte, the lowest first.

/// The length of the longest number.
pub(super) const LONGEST: usize = 10;

/// Room for one number.
pub(super) type Buffer = [u8; LONGEST];

/// Writes a number to the front of the buffer and returns the bytes written.
pub(super) fn write(mut number: u64, buffer: &mut Buffer) -> &[u8] {
    let mut length = 0;
    while number >= 0x80 {
        buffer[length] = number as u8 | 0x80;
        number >>= 7;
        length += 1;
    }
    buffer[length] = number as u8;
    &buffer[..=length]
}

/// Reads the number at the front and tells how many bytes it has.
pub(super) fn read(bytes: &[u8]) -> (u64, usize) {
    let first = bytes[0];
    if first < 0x80 {
        return (u64::from(first), 1);
    }
    let (mut number, mut shift) = (0, 0);
    for (index, &byte) in bytes.iter().enumerate() {
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return (number, index + 1);
        }
        shift += 7;
    }
    (number, bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive() {
        for bit in 0..64 {
            for number in [(1 << bit) - 1, 1 << bit, (1u64 << bit) + 1, u64::MAX - bit] {
                let mut buffer = Buffer::default();
                let mut bytes = write(number, &mut buffer).to_vec();
                let length = bytes.len();
                bytes.push(0x55);
                assert_eq!(read(&bytes), (number, length));
            }
        }
    }
}
