//! Durations in words.

use std::time::Duration;

/// Formats a duration in whole minutes, hours and minutes (below two days), or days.
#[must_use]
pub fn in_words(span: Duration) -> String {
    let minutes = span.as_secs() / 60;
    match (minutes / 1_440, minutes / 60, minutes % 60) {
        (0, 0, 0) => "less than a minute".to_owned(),
        (0, 0, 1) => "1 minute".to_owned(),
        (0, 0, m) => format!("{m} minutes"),
        (0 | 1, h, m) => format!("{h} h {m:02} min"),
        (days, ..) => format!("{days} days"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_told_in_what_people_count_by() {
        for (minutes, words) in [
            (0, "less than a minute"),
            (1, "1 minute"),
            (59, "59 minutes"),
            (60, "1 h 00 min"),
            (47 * 60 + 5, "47 h 05 min"),
            (48 * 60, "2 days"),
            (40 * 24 * 60, "40 days"),
        ] {
            assert_eq!(in_words(Duration::from_secs(minutes * 60)), words);
        }
    }
}
