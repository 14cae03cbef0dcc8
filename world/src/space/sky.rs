//! Sky: the light by the hour, and a calm weather that follows from the date alone.

use bevy_ecs::prelude::*;
use engine::simulation::Simulation;
use serde::Deserialize;

use crate::space::calendar::DayTime;

/// Number of hours for which the weather stays the same.
const SPELL: u64 = 6;

/// Light from an hour on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LightLine {
    /// Hour, 0 to 23, at which it begins; it lasts until that of the next line.
    pub from: u8,
    /// Text that players read.
    pub text: String,
    /// True for night.
    #[serde(default)]
    pub dark: bool,
}

/// Kind of weather.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherLine {
    /// Text that players read.
    pub text: String,
    /// Text at night. Default: the same text.
    #[serde(default)]
    pub dark: Option<String>,
}

/// Tables of light and weather. Neither is ever empty in content without problems.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct Sky {
    /// Light, by rising hours; before the first line the last one holds.
    pub light: Vec<LightLine>,
    /// Kinds of weather, from the fairest to the foulest.
    pub weather: Vec<WeatherLine>,
}

impl Default for Sky {
    fn default() -> Self {
        let light = |from, text: &str, dark| LightLine { from, text: text.to_owned(), dark };
        let weather = |text: &str, dark: &str| WeatherLine {
            text: text.to_owned(),
            dark: Some(dark.to_owned()),
        };
        Self {
            light: vec![
                light(5, "Dawn greys the sky.", false),
                light(7, "It is full morning light.", false),
                light(11, "The sun stands high.", false),
                light(14, "It is the long light of the afternoon.", false),
                light(18, "The light is going; it is dusk.", false),
                light(21, "It is dark.", true),
            ],
            weather: vec![
                weather("The sky is clear.", "The sky is clear and full of stars."),
                weather("A few white clouds go by.", "Clouds pass over the stars."),
                weather("The sky is grey and still.", "No star is to be seen."),
                weather("A light rain falls.", "A light rain falls in the dark."),
            ],
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Sky>();
}

impl Sky {
    /// Returns the light of the hour, by the world's clock.
    #[must_use]
    pub fn light_at(&self, now: DayTime) -> Option<&LightLine> {
        let begun = self.light.iter().rev().find(|it| it.from <= now.hour);
        begun.or(self.light.last())
    }

    /// Returns the text of the weather. It is a function of the date and the hour: each day has a
    /// weather of its own, chosen by its number, and each six hours of it have that one or a
    /// neighbour of it in the list.
    #[must_use]
    pub fn weather_at(&self, now: DayTime) -> Option<&str> {
        let day = now.day;
        let spell = day * (24 / SPELL) + u64::from(now.hour) / SPELL;
        let kinds = u64::try_from(self.weather.len()).ok()?;
        let usual = scatter(day).checked_rem(kinds)?;
        // One fairer than usual, as usual, or one fouler.
        let turned = (usual + scatter(!spell) % 3).saturating_sub(1).min(kinds - 1);
        let entry = self.weather.get(usize::try_from(turned).ok()?)?;
        let dark = self.light_at(now).is_some_and(|it| it.dark);
        Some(entry.dark.as_ref().filter(|_| dark).unwrap_or(&entry.text))
    }
}

/// Hashes a number to one that looks random and is always the same: the last steps of `SplitMix64`.
fn scatter(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn on(day: u64, hour: u8) -> DayTime {
        DayTime { day, hour, minute: 0 }
    }

    #[test]
    fn the_light_is_that_of_the_hour() {
        let sky = Sky::default();
        let light = |hour| sky.light_at(on(20_000, hour)).unwrap();
        assert_eq!(light(0), light(23), "the last one lasts until the first");
        assert!(light(4).dark && !light(5).dark);
        assert_eq!(light(12).text, "The sun stands high.");
        assert_eq!(light(20).from, 18);
    }

    #[test]
    fn the_weather_follows_from_the_date_and_changes_calmly() {
        let sky = Sky {
            light: Vec::new(),
            weather: (0..5).map(|n| WeatherLine { text: n.to_string(), dark: None }).collect(),
        };
        let at =
            |day: u64, hour: u8| -> u64 { sky.weather_at(on(day, hour)).unwrap().parse().unwrap() };
        let mut seen = BTreeSet::new();
        for day in 20_000..20_200 {
            let hours: Vec<u64> = (0..24).map(|hour| at(day, hour)).collect();
            seen.extend(&hours);
            let (least, most) = (hours.iter().min().unwrap(), hours.iter().max().unwrap());
            assert!(most - least <= 2, "a day is of one kind: {hours:?}");
            let changes = hours.windows(2).filter(|it| it[0] != it[1]).count();
            assert!(changes <= 3, "it stays for six hours: {hours:?}");
            assert_eq!(at(day, 7), at(day, 9));
        }
        assert_eq!(seen, BTreeSet::from([0, 1, 2, 3, 4]), "each of them comes");
        // The function must not change, so that a note of yesterday's weather stays true.
        let week: Vec<u64> = (20_000..20_007).map(|day| at(day, 12)).collect();
        assert_eq!(week, [1, 4, 3, 4, 4, 1, 4]);
    }

    #[test]
    fn a_night_has_words_of_its_own() {
        let weather =
            |dark: Option<&str>| WeatherLine { text: "day".into(), dark: dark.map(Into::into) };
        let mut sky = Sky { weather: vec![weather(Some("night"))], ..Sky::default() };
        let noon = on(20_000, 12);
        let midnight = on(20_000, 0);
        assert_eq!((sky.weather_at(noon), sky.weather_at(midnight)), (Some("day"), Some("night")));
        sky.weather = vec![weather(None)];
        assert_eq!(sky.weather_at(midnight), Some("day"));
        sky.weather.clear();
        assert_eq!(sky.weather_at(midnight), None);
    }
}
