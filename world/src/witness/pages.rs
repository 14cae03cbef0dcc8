//! Pagination of long answers.

use std::num::NonZeroUsize;

use text::styled::{Style, Text};

use crate::act::refusal::Refusal;

/// Columns of the narrowest terminal that is common.
const COLUMNS: usize = 80;
/// Rows of a page besides its heading, for a terminal of 24 rows: one row tells how to read on, and
/// one is the prompt.
const ROWS: usize = 21;

/// Page of a list, numbered from 1, with the command that asks for the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListPage {
    number: usize,
    last: usize,
    ask: String,
}

impl ListPage {
    /// Returns the page with this number; without entries there is one page that says so. `ask` is
    /// the command that asks for the first page.
    ///
    /// # Errors
    /// [`Refusal::Because`] when there are fewer pages.
    pub(crate) fn of(
        pages: usize,
        number: NonZeroUsize,
        ask: impl Into<String>,
    ) -> Result<Self, Refusal> {
        let (number, last, ask) = (number.get(), pages.max(1), ask.into());
        match (number <= last, last) {
            (true, _) => Ok(Self { number, last, ask }),
            (false, 1) => {
                Err(Refusal::because(format!("There is only one page. To read it, type: {ask}")))
            }
            (false, _) => Err(Refusal::because(format!(
                "There are only {last} pages. For the last one, type: {ask} {last}"
            ))),
        }
    }

    /// Returns the number of pages before it.
    pub(crate) fn before(&self) -> usize {
        self.number - 1
    }

    /// Returns whether the page is the only page.
    pub(crate) fn is_whole(&self) -> bool {
        self.last == 1
    }

    pub(crate) fn heading(&self, words: &str) -> Text {
        if self.is_whole() {
            Text::styled(Style::Heading, words)
        } else {
            let words = format!("{words}, page {} of {}", self.number, self.last);
            Text::styled(Style::Heading, words)
        }
    }

    /// Appends, after `between`, how to read the next page, or that this was the last of several.
    pub(crate) fn lead_on(&self, between: &str, text: &mut Text) {
        if self.number < self.last {
            text.say(between).say("For the next page, type ");
            text.push(Style::Command, &format!("{} {}", self.ask, self.number + 1)).say(".");
        } else if !self.is_whole() {
            text.say(between).say("This was the last page.");
        }
    }
}

/// Returns one page of a text whose first line is its heading. Lines are never cut, so a page with
/// one very long line may be longer than the others.
///
/// # Errors
/// As [`ListPage::of`].
pub(crate) fn leaf(text: &Text, number: NonZeroUsize, ask: &str) -> Result<Text, Refusal> {
    let lines = text.lines();
    let Some((heading, lines)) = lines.split_first() else { return Ok(Text::default()) };
    let leaves = leaves(lines);
    let page = ListPage::of(leaves.len(), number, ask)?;
    let mut text = page.heading(heading.as_str());
    for line in leaves.into_iter().nth(page.before()).unwrap_or_default() {
        text.say("\n").append(line);
    }
    page.lead_on("\n", &mut text);
    Ok(text)
}

/// Splits lines into pages.
fn leaves(lines: &[Text]) -> Vec<Vec<&Text>> {
    let mut leaves: Vec<Vec<&Text>> = Vec::new();
    let mut left = 0;
    for line in lines {
        let rows = line.as_str().chars().count().div_ceil(COLUMNS).max(1);
        match leaves.last_mut() {
            Some(leaf) if rows <= left => {
                leaf.push(line);
                left -= rows;
            }
            // A blank line does not begin a page.
            Some(_) if line.is_empty() => {}
            Some(_) | None => {
                leaves.push(vec![line]);
                left = ROWS.saturating_sub(rows);
            }
        }
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, number: usize) -> Result<String, Refusal> {
        let number = NonZeroUsize::new(number).unwrap();
        leaf(&Text::plain(text), number, "help songs").map(|it| it.as_str().to_owned())
    }

    #[test]
    fn what_fits_a_screen_is_one_page() {
        let text = format!("Songs{}", "\nla".repeat(ROWS));
        assert_eq!(read(&text, 1).unwrap(), text);
        let none = "There is only one page. To read it, type: help songs";
        assert_eq!(read(&text, 2).unwrap_err().to_string(), none);
        assert_eq!(read("Songs", 1).unwrap(), "Songs");
        // One line that is longer than a page stands on a page by itself.
        let long = format!("Songs\n{}", "la ".repeat(1_000));
        assert_eq!(read(&long, 1).unwrap(), long);
    }

    #[test]
    fn every_line_stands_on_one_page() {
        let lines: Vec<String> = (0..50).map(|n| format!("line {n}")).collect();
        let text = format!("Songs\n{}", lines.join("\n"));
        let pages: Vec<String> = (1..=3).map(|number| read(&text, number).unwrap()).collect();
        assert!(pages[0].starts_with("Songs, page 1 of 3\nline 0\n"));
        assert!(pages[0].ends_with("\nline 20\nFor the next page, type help songs 2."));
        assert!(pages[2].ends_with("\nline 49\nThis was the last page."));
        let shown = pages.iter().flat_map(|it| it.lines()).filter(|it| it.starts_with("line"));
        assert_eq!(shown.collect::<Vec<_>>(), lines);
        let none = "There are only 3 pages. For the last one, type: help songs 3";
        assert_eq!(read(&text, 4).unwrap_err().to_string(), none);
    }

    #[test]
    fn long_lines_count_as_the_rows_they_take() {
        let paragraph = "x".repeat(COLUMNS * 8);
        let text = format!("Songs\n{paragraph}\n{paragraph}\n\n{paragraph}");
        assert_eq!(
            read(&text, 2).unwrap(),
            format!("Songs, page 2 of 2\n{paragraph}\nThis was the last page.")
        );
    }
}
