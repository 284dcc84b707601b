//! Moments as people write them.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_OF_DAY: u64 = 24 * 60 * 60;

/// A moment to the minute, in the time of Greenwich: `2026-11-29 10:31 UTC`.
pub fn moment(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / SECONDS_OF_DAY);
    let minutes = seconds % SECONDS_OF_DAY / 60;
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// The date of a day, counted from 1 January 1970.
fn date(mut day: u64) -> (u64, u64, u64) {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    // So many days have 400 years.
    let mut year = 1970 + day / 146_097 * 400;
    day %= 146_097;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for days in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    (year, month, day + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn moments_are_those_of_date() {
        // As `date -u -d @SECONDS` has them.
        for (seconds, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
            (13_574_563_200, "2400-02-29 00:00 UTC"),
        ] {
            assert_eq!(moment(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }
}
