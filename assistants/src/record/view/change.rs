//! Display of the changes of a mind itself.

use std::fmt::{self, Write};

use text::styled;
use world::beings::character::CharacterRef;

use super::party;
use crate::{mind::settings, record::entry::MindChange};

/// Writes a change of a mind.
pub(super) fn write_change(to: &mut String, change: &MindChange) -> fmt::Result {
    match change {
        MindChange::Created => write!(to, "the mind is created by new content"),
        MindChange::Removed => write!(to, "the mind is removed by new content"),
        MindChange::Configured { fields } => {
            write!(to, "the persona is read again, with other {}", styled::list(fields))
        }
        MindChange::Set { by, setting, value } => {
            let value = value.map_or("what the persona says".to_owned(), |it| it.to_string());
            let setting = settings::named(setting).map_or("?", |it| it.name);
            write!(to, "setting {setting} is {value} now{}", by_staff(by.as_ref()))
        }
        MindChange::Stopped { by, all } => {
            write!(to, "stopped{}{}", of_all(*all), by_staff(by.as_ref()))
        }
        MindChange::Started { by, all } => {
            write!(to, "started again{}{}", of_all(*all), by_staff(by.as_ref()))
        }
        MindChange::Paused { by, until } => {
            write!(to, "paused until {until}{}", by_staff(by.as_ref()))
        }
        MindChange::Reset { by } => write!(to, "reset{}", by_staff(by.as_ref())),
        MindChange::RestBegun { until } => {
            write!(to, "rests after too many errors of its model, until {until}")
        }
        MindChange::RestEnded => write!(to, "the rest is over: its model answers again"),
        MindChange::FellAsleep => write!(to, "falls asleep"),
        MindChange::Woke => write!(to, "wakes up"),
        MindChange::SentToSleep { by } => write!(to, "sent to sleep{}", by_staff(by.as_ref())),
        MindChange::Woken { by } => write!(to, "woken{}", by_staff(by.as_ref())),
    }
}

fn of_all(all: bool) -> &'static str {
    if all { " with all others" } else { "" }
}

fn by_staff(by: Option<&CharacterRef>) -> String {
    by.map(|it| format!(" by {}", party(&Some(it.clone())))).unwrap_or_default()
}
