//! Pairs of names and values, as queries and forms have them (`application/x-www-form-urlencoded`).

/// The most pairs of a query or form. Each takes some memory, even if it is empty.
const MOST_PAIRS: usize = 10_000;

/// The pairs; none where these bytes are not how browsers send any.
pub(super) fn decode(bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    for pair in bytes.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty()) {
        if pairs.len() == MOST_PAIRS {
            return None;
        }
        let end = pair.iter().position(|&byte| byte == b'=').unwrap_or(pair.len());
        let value = pair.get(end + 1..).unwrap_or_default();
        pairs.push((decode_percent(&pair[..end], true)?, decode_percent(value, true)?));
    }
    Some(pairs)
}

/// The text that was encoded with percent signs and, in forms, with `+` for a space; none if it is no text, or contains NUL.
pub(super) fn decode_percent(bytes: &[u8], is_form: bool) -> Option<String> {
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        decoded.push(match byte {
            b'%' => digit(*rest.next()?)? << 4 | digit(*rest.next()?)?,
            b'+' if is_form => b' ',
            b'!'..=b'~' => byte,
            _ => return None,
        });
    }
    String::from_utf8(decoded).ok().filter(|text| !text.contains('\0'))
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| digit.try_into().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_decoded() {
        let pairs = decode(b"a=1+2&b&=c&&d=%3D=%26%0D%0A&%C3%A4=").expect("pairs");
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (&name[..], &value[..])).collect();
        assert_eq!(pairs, [("a", "1 2"), ("b", ""), ("", "c"), ("d", "==&\r\n"), ("ä", "")]);
        assert_eq!(decode(b""), Some(Vec::new()));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in
            [&b"a=%"[..], b"a=%2", b"a=%zz", b"%00", b"a=\0", b"a=%FF", b"a=\xc3\xa4", b"a b"]
        {
            assert_eq!(decode(bytes), None, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn pairs_are_bounded() {
        assert_eq!(decode(&b"a&".repeat(MOST_PAIRS)).map(|pairs| pairs.len()), Some(MOST_PAIRS));
        assert_eq!(decode(&b"a&".repeat(MOST_PAIRS + 1)), None);
    }
}
