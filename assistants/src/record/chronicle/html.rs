//! HTML file of a chronicle, without scripts and external resources; every picture has a text
//! alternative beside it.

use std::fmt::Write;

use super::{
    day::Chronicle,
    page::{ChroniclePage, clock, escaped, first_words, place_words},
    picture::{self, COLOURS, DOTS},
    saying::tellings,
};

/// Style sheet for light and dark colour schemes.
pub const STYLE: &str = include_str!("page.css");

/// Returns the page of a day, with the path of a saying that contains these words, as a file that
/// needs no other.
#[must_use]
pub fn html(day: &Chronicle, saying: Option<&str>) -> String {
    let mut head = String::from(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'\">\n<style>\n",
    );
    head.push_str(STYLE);
    head.push_str("</style>\n");
    whole(day, saying, &head, "")
}

/// Returns the page of a day for a server that has the [`STYLE`] at an address, and a page that this
/// one leads back to.
#[must_use]
pub fn served(day: &Chronicle, style: &'static str, home: &'static str) -> String {
    let head = format!("<link rel=\"stylesheet\" href=\"{style}\">\n");
    let back = format!("<p><a href=\"{home}\">To the front door</a></p>\n");
    whole(day, None, &head, &back)
}

fn whole(day: &Chronicle, saying: Option<&str>, head: &str, back: &str) -> String {
    let mut html = String::new();
    // Writing into a `String` never fails.
    write_page(&mut html, day, saying, head, back).unwrap_or_default();
    html
}

fn write_page(
    to: &mut String,
    day: &Chronicle,
    saying: Option<&str>,
    head: &str,
    back: &str,
) -> std::fmt::Result {
    let page = ChroniclePage::of(day, saying);
    let title = escaped(&page.title);
    write!(
        to,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         {head}</head>\n<body>\n<main>\n{back}<h1>{title}</h1>\n<p>Times are in UTC.</p>\n"
    )?;
    if let (Some((words, path)), Some(saying)) = (&page.path, saying) {
        writeln!(to, "<h2>The path of {}</h2>", escaped(words))?;
        let tellings = tellings(day, saying);
        if !tellings.is_empty() {
            writeln!(
                to,
                "<div class=\"picture\">{}</div>\n<p>An arrow goes from whoever tells it to whoever \
                 hears it; a full circle hears it for the first time.</p>",
                picture::path(day, &tellings)
            )?;
        }
        write_list(to, path)?;
    }
    write_whereabouts(to, day, &page)?;
    write_told(to, day)?;
    for hour in &page.hours {
        writeln!(to, "<h2>From {:02}:00</h2>", hour.hour)?;
        for (heading, sentences) in
            [("Said", &hour.said), ("Done", &hour.done), ("Written down", &hour.noted)]
        {
            if !sentences.is_empty() {
                writeln!(to, "<h3>{heading}</h3>")?;
                write_list(to, sentences)?;
            }
        }
    }
    write_table(
        to,
        "Lines in public",
        &["Who", "Lines"],
        page.counts.iter().map(|(who, lines)| [who.clone(), lines.to_string()]),
    )?;
    to.push_str("</main>\n</body>\n</html>\n");
    Ok(())
}

/// Writes the whereabouts: picture, legend and table.
fn write_whereabouts(to: &mut String, day: &Chronicle, page: &ChroniclePage) -> std::fmt::Result {
    to.push_str("<h2>Who was where</h2>\n");
    if page.stays.is_empty() {
        to.push_str("<p>The record of this day has no rooms.</p>\n");
        return Ok(());
    }
    writeln!(to, "<div class=\"picture\">{}</div>", picture::whereabouts(day))?;
    to.push_str(
        "<p>A dot is a line that somebody said in public. The rooms:</p>\n<ol class=\"rooms\">\n",
    );
    for (n, room) in picture::rooms(day).into_iter().enumerate() {
        writeln!(
            to,
            "<li><svg width=\"14\" height=\"14\" aria-hidden=\"true\"><rect class=\"room r{}\" \
             width=\"14\" height=\"14\" rx=\"3\"/></svg> {}</li>",
            n % COLOURS,
            escaped(room.as_str())
        )?;
    }
    to.push_str("</ol>\n");
    let rows = page.stays.iter().cloned();
    write_table(to, "Who was where", &["Who", "Room", "From", "To"], rows)
}

/// Writes the table of who told whom what, with a row for each line that has a dot.
fn write_told(to: &mut String, day: &Chronicle) -> std::fmt::Result {
    let rows = day.lines.iter().take(DOTS).map(|dot| {
        let hearers = if dot.to.is_empty() { &dot.heard } else { &dot.to };
        let (who, hearers) = (day.name(&dot.who), day.list(hearers));
        [clock(dot.at), who, hearers, place_words(dot), first_words(&dot.words)]
    });
    to.push_str("<details>\n<summary>Who told whom what</summary>\n");
    write_table(to, "Who told whom what", &["When", "Who", "To whom", "Where", "What"], rows)?;
    to.push_str("</details>\n");
    match day.lines.len().saturating_sub(DOTS) {
        0 => Ok(()),
        more => writeln!(to, "<p>And {more} lines more.</p>"),
    }
}

fn write_list(to: &mut String, sentences: &[String]) -> std::fmt::Result {
    to.push_str("<ul>\n");
    for it in sentences {
        writeln!(to, "<li>{}</li>", escaped(it))?;
    }
    to.push_str("</ul>\n");
    Ok(())
}

fn write_table<const N: usize>(
    to: &mut String,
    caption: &str,
    heads: &[&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> std::fmt::Result {
    write!(to, "<table>\n<caption>{caption}</caption>\n<tr>")?;
    for it in heads {
        write!(to, "<th scope=\"col\">{it}</th>")?;
    }
    to.push_str("</tr>\n");
    for row in rows {
        to.push_str("<tr>");
        for it in row {
            write!(to, "<td>{}</td>", escaped(&it))?;
        }
        to.push_str("</tr>\n");
    }
    to.push_str("</table>\n");
    Ok(())
}
