//! ANSI codes: the colours and styles of a terminal (SGR, ECMA-48 8.3.117).

use text::styled::Style;

use super::Colours;

/// Switches every colour and attribute off again.
pub(super) const RESET: &str = "\x1b[0m";

/// Returns the code that switches a style on; empty when it looks like plain prose.
pub(super) fn code(style: Style, colours: Colours) -> &'static str {
    let [sixteen, palette, full] = codes(style);
    match colours {
        Colours::None => "",
        Colours::Sixteen => sixteen,
        Colours::TwoFiftySix => palette,
        Colours::True => full,
    }
}

/// Returns a style's codes with sixteen colours, with 256, and with all.
///
/// Nobody can know whether the screen is dark or light. So among sixteen colours only those are
/// used that are neither nearly black nor nearly white in the usual palettes, and none is made
/// bright; the others are of middle brightness, and a test measures their contrast with both.
/// Important text is bold or underlined rather than coloured, for those who see no colours.
///
/// The colours of the page are in `server/src/web/assets/*.css`.
fn codes(style: Style) -> [&'static str; 3] {
    match style {
        Style::Plain | Style::Prose => ["", "", ""],
        Style::Person => ["\x1b[36m", "\x1b[38;5;30m", "\x1b[38;2;0;136;143m"],
        Style::Room => ["\x1b[1m", "\x1b[1;38;5;67m", "\x1b[1;38;2;84;132;178m"],
        Style::Exit => ["\x1b[32m", "\x1b[38;5;28m", "\x1b[38;2;42;136;58m"],
        Style::Thing => ["\x1b[33m", "\x1b[38;5;130m", "\x1b[38;2;176;106;24m"],
        Style::Channel => ["\x1b[35m", "\x1b[38;5;133m", "\x1b[38;2;160;98;186m"],
        Style::Private => ["\x1b[1;35m", "\x1b[1;38;5;162m", "\x1b[1;38;2;206;52;128m"],
        Style::Command | Style::Topic => ["\x1b[4m", "\x1b[4m", "\x1b[4m"],
        Style::Heading => ["\x1b[1;4m", "\x1b[1;4m", "\x1b[1;4m"],
        Style::Warning => ["\x1b[31m", "\x1b[38;5;160m", "\x1b[38;2;212;48;48m"],
        Style::Quiet => ["\x1b[2m", "\x1b[38;5;243m", "\x1b[38;2;120;118;114m"],
    }
}
