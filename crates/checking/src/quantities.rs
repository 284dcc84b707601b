//! Sizes, durations and counts as people read them.

use std::time::Duration;

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

/// What stands between groups of three digits: a narrow space, which nothing else is written with. Who hands a text on to programs leaves it
/// out.
pub const GROUP: char = '\u{202f}';

/// A count with its digits in groups of three: `1 557 370`.
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// Digits in groups of three, as [`count`] has them.
pub fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(GROUP);
        }
        text.push(digit);
    }
    text
}

/// `1 state`, `2 states`.
pub fn plural(number: u64, noun: &str) -> String {
    let noun = if number == 1 { noun.to_owned() } else { several(noun) };
    format!("{} {noun}", count(number))
}

/// `states`, `processes`.
pub fn several(noun: &str) -> String {
    let ending = if noun.ends_with('s') { "es" } else { "s" };
    format!("{noun}{ending}")
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
        assert_eq!(size(0), "0 bytes");
        assert_eq!(size(3 << 20), "3.0 MB");
        assert_eq!(size(700 << 20), "700 MB");
    }

    #[test]
    fn durations() {
        assert_eq!(duration(Duration::from_secs(303)), "5 m 03 s");
        assert_eq!(duration(Duration::from_millis(420)), "420 ms");
    }

    #[test]
    fn counts() {
        assert_eq!(count(0), "0");
        assert_eq!(count(1_557_370).replace(GROUP, " "), "1 557 370");
        assert_eq!(plural(1, "state"), "1 state");
        assert_eq!(plural(24, "state"), "24 states");
        assert_eq!(plural(2, "process"), "2 processes");
        assert_eq!(rate(100, Duration::ZERO), "");
        assert_eq!(rate(2_500_000, Duration::from_secs(1)), "2.50 million/s");
    }
}
