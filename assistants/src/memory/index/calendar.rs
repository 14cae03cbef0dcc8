//! Calendar arithmetic: days, months and years around a day. Days are Julian day numbers.

use time::{Date, Month};

/// Julian day number of 1 January 1970.
const EPOCH: i64 = 2_440_588;

/// Range of days, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DaySpan {
    pub(super) from: i32,
    pub(super) to: i32,
}

impl DaySpan {
    pub(super) fn day(day: i32) -> Self {
        Self { from: day, to: day }
    }

    pub(super) fn around(day: i32, slack: i32) -> Self {
        Self { from: day - slack, to: day + slack }
    }

    /// Returns the number of days.
    pub(super) fn days(self) -> i32 {
        self.to - self.from + 1
    }
}

/// Returns the day of a time in Unix seconds, clamped to the range of the calendar.
pub(super) fn day_of(seconds: i64) -> i32 {
    let day = seconds.div_euclid(86_400).saturating_add(EPOCH);
    let (first, last) = (Date::MIN.to_julian_day(), Date::MAX.to_julian_day());
    i32::try_from(day).unwrap_or(if day < 0 { first } else { last }).clamp(first, last)
}

/// Returns the number of days since Monday, 0 to 6.
pub(super) fn weekday(day: i32) -> i32 {
    day.rem_euclid(7)
}

/// Returns the nearest given weekday before a day (`by` below 0), on or after it (0), or after it.
pub(super) fn near_weekday(today: i32, day: u8, by: i32) -> i32 {
    let ahead = (i32::from(day) - weekday(today)).rem_euclid(7);
    match by {
        ..=-1 => today - if ahead == 0 { 7 } else { 7 - ahead },
        0 => today + ahead,
        1.. => today + if ahead == 0 { 7 } else { ahead },
    }
}

pub(super) fn date(day: i32) -> Option<Date> {
    Date::from_julian_day(day).ok()
}

pub(super) fn whole_month(year: i32, month: Month) -> Option<DaySpan> {
    let first = Date::from_calendar_date(year, month, 1).ok()?.to_julian_day();
    Some(DaySpan { from: first, to: first + i32::from(month.length(year)) - 1 })
}

pub(super) fn whole_year(year: i32) -> Option<DaySpan> {
    let first = Date::from_calendar_date(year, Month::January, 1).ok()?.to_julian_day();
    let last = Date::from_calendar_date(year, Month::December, 31).ok()?.to_julian_day();
    Some(DaySpan { from: first, to: last })
}

/// Returns the calendar month that is `by` months from a day's.
pub(super) fn month_around(today: i32, by: i32) -> DaySpan {
    let found = date(today).and_then(|date| {
        let months = date.year() * 12 + i32::from(u8::from(date.month())) - 1 + by;
        let month = u8::try_from(months.rem_euclid(12) + 1).ok()?;
        whole_month(months.div_euclid(12), Month::try_from(month).ok()?)
    });
    found.unwrap_or(DaySpan::day(today))
}

/// Returns the calendar year that is `by` years from a day's.
pub(super) fn year_around(today: i32, by: i32) -> DaySpan {
    date(today).and_then(|date| whole_year(date.year() + by)).unwrap_or(DaySpan::day(today))
}

/// Returns the month of a name: the last one before this month (`by` below 0), the nearest (0), or
/// the next or present one.
pub(super) fn named_month(today: i32, month: Month, by: i32) -> DaySpan {
    let Some(date) = date(today) else { return DaySpan::day(today) };
    let ahead = (i32::from(u8::from(month)) - i32::from(u8::from(date.month()))).rem_euclid(12);
    let shift = match by {
        ..=-1 => ahead - 12,
        0 if ahead > 5 => ahead - 12,
        0.. => ahead,
    };
    month_around(today, shift)
}

/// Returns the month of a name that contains a day, or the last one before it.
pub(super) fn last_month(day: i32, month: Month) -> DaySpan {
    let same = date(day).is_some_and(|it| it.month() == month);
    if same { month_around(day, 0) } else { named_month(day, month, -1) }
}

/// Returns the season that begins with a month: the last one that has begun, shifted by `by` years;
/// an ongoing season counts as `this`, a season that is over as `last`.
pub(super) fn season(today: i32, first: u8, by: i32) -> DaySpan {
    let Ok(month) = Month::try_from(first) else { return DaySpan::day(today) };
    let begun = |it: DaySpan| it.from <= today;
    let near = named_month(today, month, 0);
    let near = if begun(near) { near } else { month_around(near.from, -12) };
    let last = month_around(near.from, 2);
    let over = last.to < today;
    let years = match by {
        0 | 1 if over => 1,
        ..=-1 => by + i32::from(over),
        0.. => by,
    };
    three_months(month_around(near.from, 12 * years))
}

/// Returns the range of a month and the two after it.
pub(super) fn three_months(first: DaySpan) -> DaySpan {
    DaySpan { from: first.from, to: month_around(first.from, 2).to }
}
