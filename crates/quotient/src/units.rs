//! Sizes and durations as people write them.

use std::time::Duration;

/// Parses a memory size: `500M`, `2G`, `1.5GiB`, `4096` (bytes). Units are powers of 1024.
///
/// # Errors
/// Text that is no size.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_number(text)?;
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(format!("`{unit}` is not a unit of memory: use K, M, G or T, as in `2G`")),
    };
    let bytes = number * (1u64 << shift) as f64;
    if bytes < 1.0 || bytes >= u64::MAX as f64 {
        return Err("a size is at least one byte and less than 2^64".to_owned());
    }
    Ok(bytes as u64)
}

/// Parses a duration: `30s`, `5m`, `1h30m`, `250ms`, `10` (seconds).
///
/// # Errors
/// Text that is not a duration.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let mut rest = text.trim();
    let mut seconds = 0.0;
    if rest.is_empty() {
        return Err("a duration is needed, as in `30s` or `5m`".to_owned());
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..end].parse().map_err(|_| not_a_duration(text))?;
        rest = &rest[end..];
        let end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        seconds += number
            * match rest[..end].trim() {
                "ms" => 0.001,
                "" | "s" | "sec" => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                "d" => 86400.0,
                _ => return Err(not_a_duration(text)),
            };
        rest = &rest[end..];
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| not_a_duration(text))
}

fn not_a_duration(text: &str) -> String {
    format!("`{text}` is not a duration: write `30s`, `5m`, `1h30m` or `250ms`")
}

fn split_number(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse();
    let number = number.map_err(|_| format!("`{text}` is not a size: write `500M` or `2G`"))?;
    Ok((number, text[end..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4096"), Ok(4096));
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        assert_eq!(parse_size("1.5 MiB"), Ok(3 << 19));
        assert!(parse_size("2X").is_err());
        assert!(parse_size("").is_err());
        assert!(parse_size("0").is_err());
        assert!(parse_size("-1G").is_err());
    }

    #[test]
    fn durations() {
        assert_eq!(parse_duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        assert!(parse_duration("5 parsecs").is_err());
        assert!(parse_duration("").is_err());
        assert!(parse_duration("s").is_err());
        assert!(parse_duration("-3s").is_err());
    }
}
