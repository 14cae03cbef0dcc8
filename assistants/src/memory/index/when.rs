//! Time expressions: the days that a line names, resolved against its own day, and the days that a
//! question asks for.

use time::{Date, Month};

use super::{
    calendar::{
        DaySpan, last_month, month_around, named_month, near_weekday, season, three_months,
        weekday, whole_month, whole_year, year_around,
    },
    tokens::TextWord,
};

/// Maximum number of day ranges kept of one text.
const MOST_SPANS: usize = 4;

/// Time expressions of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TimeSaid {
    /// Days named by their date.
    dated: Vec<DaySpan>,
    /// Days named relative to the text's own day, such as `yesterday`.
    counted: Vec<DaySpan>,
    /// True if the text has any time expression.
    pub(super) word: bool,
}

impl TimeSaid {
    /// Returns the named days, at most four ranges.
    pub(super) fn spans(&self) -> impl Iterator<Item = DaySpan> {
        self.dated.iter().chain(&self.counted).copied().take(MOST_SPANS)
    }

    /// Returns the days that a question asks for, and whether they are relative to today. If the
    /// question has a date, as in `the Friday before the 9th of June`, only dates count.
    fn asked(&self) -> (&[DaySpan], bool) {
        if self.dated.is_empty() { (&self.counted, true) } else { (&self.dated, false) }
    }

    /// Returns whether the text names any day.
    pub(super) fn is_dated(&self) -> bool {
        !self.asked().0.is_empty()
    }
}

/// Parses the time expressions of English words said on a day.
pub(super) fn said(words: &[TextWord<'_>], day: i32) -> TimeSaid {
    TimeReader { words, today: day, newest: None, said: TimeSaid::default() }.read_all()
}

/// Parses the time expressions of an English question asked on a day about lines up to the day
/// `newest`: a month without a year is the last one up to then.
pub(super) fn asked(words: &[TextWord<'_>], day: i32, newest: i32) -> TimeSaid {
    let newest = Some(newest.min(day));
    TimeReader { words, today: day, newest, said: TimeSaid::default() }.read_all()
}

/// Returns whether an English question asks for a time.
pub(super) fn asks_when(words: &[TextWord<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", |it| it.lower.as_ref());
    (0..words.len()).any(|at| match word(at) {
        "when" => {
            at == 0 || ASKING_VERBS.contains(&word(at + 1)) || TELLING_VERBS.contains(&word(at - 1))
        }
        "what" | "which" => {
            matches!(
                word(at + 1),
                "day" | "date" | "month" | "year" | "week" | "weekday" | "season"
            )
        }
        "how" => word(at + 1) == "long",
        _ => false,
    })
}

const ASKING_VERBS: [&str; 12] =
    ["did", "does", "do", "is", "was", "are", "were", "has", "have", "had", "will", "would"];
const TELLING_VERBS: [&str; 8] =
    ["know", "remember", "tell", "me", "recall", "exactly", "since", "and"];

/// Unit of time in a question such as "last week".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeUnit {
    Day,
    Week,
    Weekend,
    Month,
    Season(u8),
    Year,
    /// Weekday, in days after Monday.
    Weekday(u8),
    NamedMonth(Month),
}

fn unit(word: &str) -> Option<TimeUnit> {
    let found = match word {
        "day" | "days" => TimeUnit::Day,
        "week" | "weeks" => TimeUnit::Week,
        "weekend" | "weekends" => TimeUnit::Weekend,
        "month" | "months" => TimeUnit::Month,
        "year" | "years" => TimeUnit::Year,
        "spring" => TimeUnit::Season(3),
        "summer" => TimeUnit::Season(6),
        "autumn" | "fall" => TimeUnit::Season(9),
        "winter" => TimeUnit::Season(12),
        "monday" => TimeUnit::Weekday(0),
        "tuesday" => TimeUnit::Weekday(1),
        "wednesday" => TimeUnit::Weekday(2),
        "thursday" => TimeUnit::Weekday(3),
        "friday" => TimeUnit::Weekday(4),
        "saturday" => TimeUnit::Weekday(5),
        "sunday" => TimeUnit::Weekday(6),
        other => return month(other).map(TimeUnit::NamedMonth),
    };
    Some(found)
}

fn month(word: &str) -> Option<Month> {
    let found = match word {
        "january" | "jan" => Month::January,
        "february" | "feb" => Month::February,
        "march" | "mar" => Month::March,
        "april" | "apr" => Month::April,
        "may" => Month::May,
        "june" | "jun" => Month::June,
        "july" | "jul" => Month::July,
        "august" | "aug" => Month::August,
        "september" | "sep" | "sept" => Month::September,
        "october" | "oct" => Month::October,
        "november" | "nov" => Month::November,
        "december" | "dec" => Month::December,
        _ => return None,
    };
    Some(found)
}

/// Parses a number word, as in `three weeks ago`; vague words count as 2 to 4.
fn count(word: &str) -> Option<i32> {
    let found = match word {
        "a" | "an" | "one" => 1,
        "two" | "couple" => 2,
        "three" | "few" => 3,
        "four" | "several" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        other => return other.parse().ok().filter(|it| (1..=100).contains(it)),
    };
    Some(found)
}

/// Parser of time expressions.
struct TimeReader<'a> {
    words: &'a [TextWord<'a>],
    today: i32,
    /// Day of the newest line; only for questions.
    newest: Option<i32>,
    said: TimeSaid,
}

impl TimeReader<'_> {
    fn read_all(mut self) -> TimeSaid {
        let mut at = 0;
        while at < self.words.len() {
            at += self.read(at).max(1);
        }
        self.said
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |it| it.lower.as_ref())
    }

    /// Returns the word `back` words before a position; empty if there is none.
    fn before(&self, at: usize, back: usize) -> &str {
        at.checked_sub(back).map_or("", |it| self.word(it))
    }

    /// Adds a range of days that is relative to today.
    fn counted(&mut self, span: DaySpan) {
        self.said.word = true;
        self.said.counted.push(span);
    }

    /// Adds a range of days that is named by its date.
    fn dated(&mut self, span: Option<DaySpan>) {
        self.said.word = true;
        self.said.dated.extend(span);
    }

    /// Parses a time expression at a word, and returns the number of words consumed.
    fn read(&mut self, at: usize) -> usize {
        let today = self.today;
        match self.word(at) {
            "today" | "tonight" => self.counted(DaySpan::day(today)),
            "yesterday" => {
                let before = self.before(at, 1) == "before" && self.before(at, 2) == "day";
                self.counted(DaySpan::day(today - 1 - i32::from(before)));
            }
            "tomorrow" => self.counted(DaySpan::day(today + 1)),
            "ago" | "back" | "earlier" => self.ago(at),
            "last" | "past" | "previous" | "this" | "next" | "coming" => return self.shifted(at),
            "recently" | "lately" | "christmas" | "easter" | "halloween" | "thanksgiving"
            | "midsummer" | "midwinter" => self.said.word = true,
            // `when I was seven`
            "was" | "were" if matches!(self.before(at, 2), "when" | "since") => {
                self.said.word = true;
            }
            _ => return self.read_named_time(at),
        }
        1
    }

    /// Parses `ago` with the number before it.
    fn ago(&mut self, at: usize) {
        let Some(unit) = unit(self.before(at, 1)) else {
            self.said.word |= self.word(at) == "ago";
            return;
        };
        // `a couple of weeks ago`
        let number =
            if self.before(at, 2) == "of" { self.before(at, 3) } else { self.before(at, 2) };
        let vague = matches!(number, "few" | "several" | "couple");
        let Some(number) = count(number) else {
            self.said.word |= self.word(at) == "ago";
            return;
        };
        let span = match unit {
            TimeUnit::Day => DaySpan::around(self.today - number, i32::from(vague)),
            TimeUnit::Week | TimeUnit::Weekend => {
                DaySpan::around(self.today - 7 * number, if vague { 7 } else { 3 })
            }
            TimeUnit::Month => month_around(self.today, -number),
            TimeUnit::Year => year_around(self.today, -number),
            TimeUnit::Season(first) => season(self.today, first, -number),
            TimeUnit::Weekday(_) | TimeUnit::NamedMonth(_) => return self.said.word = true,
        };
        self.counted(span);
    }

    /// Parses `last week` and similar expressions, and returns the number of words consumed.
    fn shifted(&mut self, at: usize) -> usize {
        let by = match self.word(at) {
            "this" => 0,
            "next" | "coming" => 1,
            _ => -1,
        };
        let next = self.word(at + 1);
        if matches!(next, "night" | "evening" | "morning" | "afternoon") {
            if by <= 0 || next == "morning" {
                self.counted(DaySpan::day(self.today + by));
            }
            return 2;
        }
        // `the last few months`, `the past two weeks`
        if let (Some(number), Some(unit)) = (count(next), unit(self.word(at + 2))) {
            let days = match unit {
                TimeUnit::Day => 1,
                TimeUnit::Week | TimeUnit::Weekend => 7,
                TimeUnit::Month => 30,
                TimeUnit::Year => 365,
                TimeUnit::Season(_) | TimeUnit::Weekday(_) | TimeUnit::NamedMonth(_) => return 1,
            };
            let end = self.today + by * number * days;
            self.counted(DaySpan { from: end.min(self.today), to: end.max(self.today) });
            return 3;
        }
        let Some(unit) = unit(next) else { return 1 };
        let monday = self.today - weekday(self.today);
        let span = match unit {
            TimeUnit::Day => return 2,
            TimeUnit::Week => DaySpan { from: monday + 7 * by, to: monday + 7 * by + 6 },
            TimeUnit::Weekend => {
                // On a Sunday the weekend is not over, and `last weekend` is that of a week ago.
                let friday = monday + 4 + 7 * by;
                DaySpan { from: friday, to: friday + 2 }
            }
            TimeUnit::Month => month_around(self.today, by),
            TimeUnit::Season(first) => season(self.today, first, by),
            TimeUnit::Year => year_around(self.today, by),
            TimeUnit::Weekday(day) => DaySpan::day(near_weekday(self.today, day, by)),
            TimeUnit::NamedMonth(month) => named_month(self.today, month, by),
        };
        self.counted(span);
        2
    }

    /// Parses a weekday, a date, a month, a season or a year, and returns the number of words
    /// consumed.
    fn read_named_time(&mut self, at: usize) -> usize {
        if let Some((year, rest)) = self.year(at) {
            return self.with_year(at, year, rest);
        }
        match unit(self.word(at)) {
            Some(TimeUnit::NamedMonth(month)) => self.month(at, month),
            Some(TimeUnit::Weekday(day)) => {
                let to_come = (at.saturating_sub(6)..at)
                    .any(|it| matches!(self.word(it), "will" | "ll" | "going" | "gonna" | "until"));
                let by = if to_come { 1 } else { -1 };
                self.counted(DaySpan::day(near_weekday(self.today, day, by)));
                1
            }
            Some(TimeUnit::Week | TimeUnit::Weekend | TimeUnit::Month | TimeUnit::Year) => {
                self.said.word = true;
                1
            }
            Some(TimeUnit::Day) => {
                let before = self.before(at, 1);
                self.said.word |= before == "other" || count(before).is_some_and(|it| it > 1);
                1
            }
            Some(TimeUnit::Season(first)) => {
                // `the summer of 2022`
                let next = at + 1 + usize::from(self.word(at + 1) == "of");
                if let Some((year, end)) = self.year(next)
                    && let Ok(month) = Month::try_from(first)
                {
                    let span = whole_month(year, month).map(three_months);
                    self.dated(span);
                    return end - at;
                }
                let common = matches!(self.word(at), "spring" | "fall");
                self.said.word |= !common || matches!(self.before(at, 1), "in" | "every");
                1
            }
            None => 1,
        }
    }

    /// Parses a year at a word, 1900 to 2100; returns it with the next position.
    fn year(&self, at: usize) -> Option<(i32, usize)> {
        let word = self.word(at);
        let year: i32 = word.parse().ok().filter(|it| (1_900..=2_100).contains(it))?;
        (word.len() == 4).then_some((year, at + 1))
    }

    /// Parses a date such as 2023-05-08, or a year alone; returns the number of words consumed.
    fn with_year(&mut self, at: usize, year: i32, rest: usize) -> usize {
        let part = |it: usize| self.word(it).parse::<u8>().ok();
        let month = part(rest).and_then(|it| Month::try_from(it).ok());
        if let (Some(month), Some(day)) = (month, part(rest + 1))
            && let Ok(date) = Date::from_calendar_date(year, month, day)
        {
            self.dated(Some(DaySpan::day(date.to_julian_day())));
            return rest + 2 - at;
        }
        self.dated(whole_year(year));
        rest - at
    }

    /// Parses `8 May 2023`, `May 8th, 2023`, `May 2023` or `in May`; returns the number of words
    /// consumed.
    fn month(&mut self, at: usize, month: Month) -> usize {
        let day_at = |place: usize| {
            let word = self.word(place);
            let digits = word.trim_end_matches(|it: char| it.is_ascii_alphabetic());
            let tail = word.get(digits.len()..).unwrap_or_default();
            let day = digits.parse::<u8>().ok().filter(|it| (1..=31).contains(it))?;
            matches!(tail, "" | "st" | "nd" | "rd" | "th").then_some(day)
        };
        let before = if self.before(at, 1) == "of" { at.checked_sub(2) } else { at.checked_sub(1) };
        let day_before = before.and_then(day_at);
        let day_after = if self.word(at + 1) == "the" { None } else { day_at(at + 1) };
        let day = day_before.or(day_after);
        let next = if day_before.is_none() && day.is_some() { at + 2 } else { at + 1 };
        let year = self.year(next);
        let capital = self.words.get(at).is_some_and(|it| it.capital && !it.first);
        let certain = !matches!(self.word(at), "may" | "march" | "mar" | "jan" | "dec" | "jun");
        let inside = matches!(self.before(at, 1), "in" | "since" | "until" | "during" | "of");
        if !(certain || capital || inside || year.is_some() || day.is_some()) {
            return 1;
        }
        let end = year.map_or(next, |(_, end)| end);
        let whole = match year {
            Some((year, _)) => whole_month(year, month),
            None => Some(match self.newest {
                Some(day) => last_month(day, month),
                None => named_month(self.today, month, 0),
            }),
        };
        let dated = |whole: DaySpan, day: u8| DaySpan::day(whole.from + i32::from(day) - 1);
        self.dated(whole.map(|whole| day.map_or(whole, |day| dated(whole, day))));
        end - at
    }
}

/// Returns the fit of a line's day and of the days that it names to the days asked for, 0 to 1.3.
pub(super) fn date_fit(asked: &TimeSaid, day: i32, spans: impl Iterator<Item = DaySpan>) -> f32 {
    let (asked, counted) = asked.asked();
    let of_day = asked.iter().map(|it| day_fit(*it, counted, day));
    let spans = spans.flat_map(|it| asked.iter().map(move |asked| span_fit(*asked, it, day)));
    of_day.chain(spans).fold(0.0, f32::max)
}

/// Returns the fit of a conversation's day to the days asked for, 0 to 1: an event is told on its
/// day or in the week after it.
fn day_fit(asked: DaySpan, counted: bool, day: i32) -> f32 {
    let (early, late) = (asked.from - day, day - asked.to);
    if early <= 0 && late <= 0 {
        // A range above 100 days is not selective: most lines are in it.
        return if asked.days() > 100 { 0.0 } else { 1.0 };
    }
    match asked.days() {
        101.. => 0.0,
        // A relative date in the question refers to the day of the conversation itself.
        _ if counted => {
            if (0..=7).contains(&late) {
                0.4
            } else {
                0.0
            }
        }
        11..=100 if (1..=31).contains(&late) => 0.5,
        11..=100 if (1..=31).contains(&early) => 0.15,
        11..=100 => 0.0,
        ..=10 if early == 1 || (1..=8).contains(&late) => 1.0,
        ..=10 if late > 8 => (1.0 - (late - 8) as f32 / 22.0).max(0.0),
        ..=10 if early <= 8 => 0.15,
        ..=10 => 0.0,
    }
}

/// Returns the fit of the days that a line names to the days asked for, 0 to 1.3.
fn span_fit(asked: DaySpan, said: DaySpan, day: i32) -> f32 {
    if said.to < asked.from || asked.to < said.from {
        return 0.0;
    }
    // For a whole year only lines from outside that name it count, such as `last year`.
    let inside = asked.from <= day && day <= asked.to;
    if asked.days() > 100 && (inside || said.days() < 28) {
        return 0.0;
    }
    let days = |it: i32| (it + 6) as f32;
    1.3 * (days(asked.days()) / days(said.days().max(asked.days())))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            calendar::{date, day_of},
            tokens,
        },
        *,
    };

    /// Monday, the 15th of May 2023.
    const MONDAY: i32 = 2_460_080;

    fn written(span: DaySpan) -> String {
        let (from, to) = (date(span.from).unwrap(), date(span.to).unwrap());
        if from == to { from.to_string() } else { format!("{from}..{to}") }
    }

    fn line(text: &str) -> Vec<String> {
        said(&tokens::words(text), MONDAY).spans().map(written).collect()
    }

    fn question(text: &str) -> Vec<String> {
        let said = asked(&tokens::words(text), MONDAY + 200, MONDAY);
        said.asked().0.iter().map(|it| written(*it)).collect()
    }

    #[test]
    fn moments_become_days() {
        assert_eq!(written(DaySpan::day(day_of(1_684_108_800))), "2023-05-15");
        assert_eq!(written(DaySpan::day(day_of(-1))), "1969-12-31");
        assert_eq!(day_of(i64::MAX), Date::MAX.to_julian_day());
        assert_eq!(day_of(i64::MIN), Date::MIN.to_julian_day());
    }

    #[test]
    fn days_are_counted_from_the_line() {
        assert_eq!(line("I went yesterday."), ["2023-05-14"]);
        assert_eq!(line("The day before yesterday"), ["2023-05-13"]);
        assert_eq!(line("We met last night, and today again"), ["2023-05-14", "2023-05-15"]);
        assert_eq!(line("last Friday"), ["2023-05-12"]);
        assert_eq!(line("On Monday we swam"), ["2023-05-08"]);
        assert_eq!(line("I'll go on Monday"), ["2023-05-22"]);
        assert_eq!(line("Last week"), ["2023-05-08..2023-05-14"]);
        assert_eq!(line("next weekend"), ["2023-05-26..2023-05-28"]);
        assert_eq!(line("two days ago"), ["2023-05-13"]);
        assert_eq!(line("a couple of weeks ago"), ["2023-04-24..2023-05-08"]);
        assert_eq!(line("three months ago"), ["2023-02-01..2023-02-28"]);
        assert_eq!(line("4 years ago"), ["2019-01-01..2019-12-31"]);
        assert_eq!(line("last summer"), ["2022-06-01..2022-08-31"]);
        assert_eq!(line("this summer"), ["2023-06-01..2023-08-31"]);
        assert_eq!(line("this winter"), ["2023-12-01..2024-02-29"]);
        assert_eq!(line("the last few months"), ["2023-02-14..2023-05-15"]);
        assert_eq!(line("I may march back, and fall in spring"), [""; 0]);
    }

    #[test]
    fn dates_are_read_in_every_order() {
        for text in ["8 May 2023", "on May 8th, 2023", "the 8th of May", "2023-05-08", "8 may"] {
            assert_eq!(line(text), ["2023-05-08"], "{text}");
        }
        assert_eq!(line("in March"), ["2023-03-01..2023-03-31"]);
        assert_eq!(line("Last December"), ["2022-12-01..2022-12-31"]);
        assert_eq!(line("back in 2019"), ["2019-01-01..2019-12-31"]);
        assert_eq!(line("in May 2021 I left"), ["2021-05-01..2021-05-31"]);
        assert_eq!(line("the summer of 2021"), ["2021-06-01..2021-08-31"]);
    }

    #[test]
    fn a_question_asks_for_what_was() {
        assert_eq!(question("What did she do in May?"), ["2023-05-01..2023-05-31"]);
        assert_eq!(question("What did she do in July?"), ["2022-07-01..2022-07-31"]);
        assert_eq!(question("the Friday before 9 June 2023"), ["2023-06-09"]);
        for text in
            ["When did he go?", "Do you know when I came?", "In which year?", "How long ago"]
        {
            assert!(asks_when(&tokens::words(text)), "{text}");
        }
        assert!(!asks_when(&tokens::words("What did he say when they left?")));
    }

    #[test]
    fn lines_answer_to_days() {
        let fit = |question: &str, day: i32, line: &str| {
            let asked = asked(&tokens::words(question), MONDAY + 60, MONDAY + 60);
            let said = said(&tokens::words(line), day);
            date_fit(&asked, day, said.spans())
        };
        assert_eq!(fit("in May 2023", MONDAY, ""), 1.0);
        assert_eq!(fit("in May 2023", MONDAY + 30, ""), 0.5);
        assert_eq!(fit("in May 2023", MONDAY + 30, "I did it last month"), 1.3);
        assert_eq!(fit("in May 2023", MONDAY - 30, ""), 0.15);
        assert_eq!(fit("on 15 May 2023", MONDAY + 8, ""), 1.0);
        assert_eq!(fit("on 15 May 2023", MONDAY + 19, ""), 0.5);
        assert_eq!(fit("on 15 May 2023", MONDAY + 40, "on the 15th of May"), 1.3);
        assert_eq!(fit("on 15 May 2023", MONDAY - 40, ""), 0.0);
        assert_eq!(fit("in 2023", MONDAY, "yesterday"), 0.0);
        assert_eq!(fit("in 2022", MONDAY, "last year"), 1.3);
        assert_eq!(fit("yesterday", MONDAY + 59, ""), 1.0);
        assert_eq!(fit("yesterday", MONDAY + 60, ""), 0.4);
    }
}
