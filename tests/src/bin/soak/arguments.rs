//! Arguments of the soak. `scripts/soak --help` explains them.

use std::{
    fmt::{Debug, Display},
    ops::RangeInclusive,
    str::FromStr,
    time::Duration,
};

use ::tests::Trouble;

/// Arguments of the soak.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arguments {
    /// Number of players.
    pub(crate) players: usize,
    /// Number of kills of the server.
    pub(crate) kills: usize,
    /// The mean time that they play between two kills, in seconds. Much longer, and things would
    /// grow back meanwhile.
    pub(crate) seconds: f64,
    /// Number of links that break before the first kill.
    pub(crate) drops: u64,
    /// Seed of all choices.
    pub(crate) seed: u64,
    /// True to go on after a problem.
    pub(crate) keep_going: bool,
}

impl Default for Arguments {
    fn default() -> Self {
        Self { players: 8, kills: 10, seconds: 3.0, drops: 20, seed: 1, keep_going: false }
    }
}

impl Arguments {
    /// Reads them.
    ///
    /// # Errors
    /// An argument that is unknown, or out of its range.
    pub(crate) fn read(from: impl IntoIterator<Item = String>) -> Result<Self, Trouble> {
        let mut read = Self::default();
        let mut from = from.into_iter();
        while let Some(option) = from.next() {
            let mut value = || from.next().ok_or_else(|| format!("{option} needs a value"));
            match option.as_str() {
                "--players" => read.players = within(&option, &value()?, 1..=200)?,
                "--kills" => read.kills = within(&option, &value()?, 1..=10_000)?,
                "--seconds" => read.seconds = within(&option, &value()?, 0.1..=60.0)?,
                "--drops" => read.drops = within(&option, &value()?, 0..=10_000)?,
                "--seed" => read.seed = within(&option, &value()?, 0..=u64::MAX)?,
                "--keep-going" => read.keep_going = true,
                _ => return Err(format!("there is no option {option}; try scripts/soak --help")),
            }
        }
        Ok(read)
    }

    /// The shortest and the longest time between two kills.
    pub(crate) fn gap(&self) -> (Duration, Duration) {
        (Duration::from_secs_f64(self.seconds * 0.5), Duration::from_secs_f64(self.seconds * 1.5))
    }

    /// Timeout of the whole soak; only a broken one takes that long.
    pub(crate) fn patience(&self) -> Duration {
        let rounds = u32::try_from(self.kills).unwrap_or(u32::MAX).saturating_add(2);
        (self.gap().1 + Duration::from_secs(60)).saturating_mul(rounds)
    }
}

fn within<T>(option: &str, value: &str, range: RangeInclusive<T>) -> Result<T, Trouble>
where
    T: FromStr + PartialOrd + Debug + Display,
{
    match value.parse() {
        Ok(value) if range.contains(&value) => Ok(value),
        Ok(_) | Err(_) => {
            let (least, most) = (range.start(), range.end());
            Err(format!("{option} is a number from {least} to {most}, not {value}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, Trouble> {
        Arguments::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read_and_kept_in_their_ranges() {
        let all = read("--players 20 --kills 200 --seconds 0.5 --drops 7 --seed 9 --keep-going");
        let expected = Arguments {
            players: 20,
            kills: 200,
            seconds: 0.5,
            drops: 7,
            seed: 9,
            keep_going: true,
        };
        assert_eq!(all, Ok(expected));
        assert_eq!(read(""), Ok(Arguments::default()));
        for wrong in ["--players 0", "--players", "--seconds 61", "--seed -1", "--port 1", "8"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_help_tells_every_option_with_its_default() {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/soak");
        let script = std::fs::read_to_string(script).unwrap();
        let Arguments { players, kills, seconds, drops, seed, .. } = Arguments::default();
        let told = |option: &str, default: &str| {
            let line = script.lines().find(|it| it.starts_with(&format!("#   {option} ")));
            assert!(line.is_some_and(|it| it.contains(default)), "{option}: {line:?}");
        };
        told("--players N", &format!("({players})"));
        told("--kills N", &format!("({kills})"));
        told("--seconds S", &format!("({seconds})"));
        told("--drops N", &format!("({drops})"));
        told("--seed N", &format!("({seed})"));
        told("--keep-going", "");
        told("--profile NAME", "");
    }
}
