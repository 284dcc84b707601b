//! Sizes, durations and counts as people write and read them.

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
        _ => return Err(format!("`{unit}` is no unit of memory: use K, M, G or T, as in `2G`")),
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
/// Text that is no duration.
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
    format!("`{text}` is no duration: write `30s`, `5m`, `1h30m` or `250ms`")
}

fn split_number(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse();
    let number = number.map_err(|_| format!("`{text}` is no size: write `500M` or `2G`"))?;
    Ok((number, text[end..].trim()))
}

/// A size for people: `3.2 MB`.
pub fn size(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut unit = "bytes";
    for next in ["kB", "MB", "GB", "TB"] {
        if value < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    if unit == "bytes" || value >= 100.0 {
        format!("{value:.0} {unit}")
    } else {
        format!("{value:.1} {unit}")
    }
}

/// A duration for people: `420 ms`, `12.3 s`, `5 m 03 s`, `2 h 05 m`.
pub fn duration(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let whole = elapsed.as_secs();
    match seconds {
        s if s < 0.01 => format!("{:.1} ms", s * 1000.0),
        s if s < 1.0 => format!("{:.0} ms", s * 1000.0),
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 100.0 => format!("{s:.1} s"),
        s if s < 3600.0 => format!("{} m {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} m", whole / 3600, whole / 60 % 60),
    }
}

/// A count with its digits in groups of three: `1 557 370`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// `1 state`, `2 states`.
pub fn plural(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(number))
}

/// A rate for people: `1.2 million/s`, `830 000/s`; empty if too little time has passed to tell.
pub fn rate(number: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if seconds < 0.005 {
        return String::new();
    }
    let rate = number as f64 / seconds;
    if rate >= 1e6 {
        format!("{:.2} million/s", rate / 1e6)
    } else if rate >= 1e4 {
        format!("{}/s", count((rate / 1e3) as u64 * 1000))
    } else {
        format!("{rate:.0}/s")
    }
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
        assert_eq!(size(0), "0 bytes");
        assert_eq!(size(3 << 20), "3.0 MB");
        assert_eq!(size(700 << 20), "700 MB");
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
        assert_eq!(duration(Duration::from_secs(303)), "5 m 03 s");
        assert_eq!(duration(Duration::from_millis(420)), "420 ms");
    }

    #[test]
    fn counts() {
        assert_eq!(count(0), "0");
        assert_eq!(count(1_557_370), "1 557 370");
        assert_eq!(plural(1, "state"), "1 state");
        assert_eq!(plural(24, "state"), "24 states");
        assert_eq!(rate(100, Duration::ZERO), "");
        assert_eq!(rate(2_500_000, Duration::from_secs(1)), "2.50 million/s");
    }
}
