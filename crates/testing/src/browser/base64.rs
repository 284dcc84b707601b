//! Base64, in which the driver sends pictures.

/// The bytes of a text in Base64; none if it is none.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut kept, mut bits) = (Vec::new(), 0u32, 0);
    for sign in text.trim_end_matches('=').bytes() {
        kept = kept << 6 | value(sign)?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((kept >> bits) as u8);
            kept &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

fn value(sign: u8) -> Option<u32> {
    let value = match sign {
        b'A'..=b'Z' => sign - b'A',
        b'a'..=b'z' => sign - b'a' + 26,
        b'0'..=b'9' => sign - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn is_read_with_every_length_of_its_end() {
        let texts = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="];
        let wanted = ["", "f", "fo", "foo", "foob"];
        assert_eq!(texts.map(|text| decode(text).expect("bytes")), wanted.map(Vec::from));
        assert_eq!(decode("+/8"), Some(vec![0xfb, 0xff]));
        assert_eq!(decode("a b"), None);
    }
}
