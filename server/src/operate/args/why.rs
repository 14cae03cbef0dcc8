//! Arguments of `hearsay why`.

use std::path::PathBuf;

use clap::Args;
use engine::clock::WorldTime;

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;

/// Arguments of `hearsay why`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct WhyTask {
    /// The character's id or name
    pub name: String,
    /// Around when, in UTC: 2026-11-23T18:05, or 18:05 for today [default: the newest]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub at: Option<WhyMoment>,
    /// Number of thoughts: 1 to 100
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub count: u8,
    /// Show what was said in private, too, and write down that it was read
    #[arg(long)]
    pub private: bool,
    /// The folder where the server keeps what play changes [default: data]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// A moment as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyMoment {
    /// On a day.
    At(WorldTime),
    /// Today, so many milliseconds after midnight.
    Today(u64),
}

impl WhyMoment {
    /// Returns the moment in UTC; a time of day alone is one of today.
    #[must_use]
    pub fn on_day_of(self, now: WorldTime) -> WorldTime {
        match self {
            Self::At(at) => at,
            Self::Today(time) => WorldTime(now.0 - now.0 % DAY + time),
        }
    }
}

/// A moment that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write it as 2026-11-23T18:05, or as 18:05 for today, in UTC")]
pub struct BadMoment;

fn moment(text: &str) -> Result<WhyMoment, BadMoment> {
    match text.split_once('T') {
        None => time(text).map(WhyMoment::Today),
        Some((date, clock)) => {
            let (day, clock) = (day(date)?, time(clock.trim_end_matches('Z'))?);
            Ok(WhyMoment::At(WorldTime(day * DAY + clock)))
        }
    }
}

/// Parses `18:05` or `18:05:12` as milliseconds after midnight.
fn time(text: &str) -> Result<u64, BadMoment> {
    let parts = numbers(text, ':')?;
    let (hour, minute, second) = match parts[..] {
        [hour, minute] => (hour, minute, 0),
        [hour, minute, second] => (hour, minute, second),
        _ => return Err(BadMoment),
    };
    if hour > 23 || minute > 59 || second > 59 {
        return Err(BadMoment);
    }
    Ok((hour * 60 + minute) * MINUTE + second * 1_000)
}

/// Parses `2026-11-23` as days since the beginning of 1970.
pub(super) fn day(text: &str) -> Result<u64, BadMoment> {
    let parts = numbers(text, '-')?;
    let [year @ 1970..=9999, month @ 1..=12, day @ 1..=31] = parts[..] else {
        return Err(BadMoment);
    };
    // Years begin in March, so that a leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400;
    Ok(days + (153 * month + 2) / 5 + day - 1 - 719_468)
}

fn numbers(text: &str, between: char) -> Result<Vec<u64>, BadMoment> {
    text.split(between).map(|it| it.parse().map_err(|_| BadMoment)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_as_the_clock_writes_them() {
        for (text, shown) in [
            ("2026-11-23T18:05", "2026-11-23 18:05 UTC"),
            ("2024-02-29T00:00:59Z", "2024-02-29 00:00 UTC"),
            ("1970-01-01T00:00", "1970-01-01 00:00 UTC"),
            ("2100-03-01T23:59", "2100-03-01 23:59 UTC"),
        ] {
            let Ok(WhyMoment::At(at)) = moment(text) else { panic!("{text}") };
            assert_eq!(at.to_string(), shown);
        }
        let now = WorldTime(1_700_000_000_000);
        let today = moment("18:05").unwrap().on_day_of(now);
        assert_eq!(today.to_string(), "2023-11-14 18:05 UTC");
        for wrong in
            ["", "18", "24:00", "18:60", "yesterday", "2026-13-01T10:00", "2026-11-23", "-1:5"]
        {
            assert_eq!(moment(wrong), Err(BadMoment), "{wrong}");
        }
    }
}
