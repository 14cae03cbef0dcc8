use engine::{
    clock::WorldTime,
    id::{ChannelId, CharacterId},
    label::Label,
    save::durability::Durability,
};
use proptest::prelude::*;
use telnet::{Charset, links::Links};
use text::styled::{CleanText, Style, Text};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use world::{
    act::{cause::Cause, permission::Role},
    beings::character::{SpeakerKind, Who},
    witness::{
        fact::{Fact, Happening, Source, Utterance},
        viewpoint::{Viewpoint, narrate},
    },
};

use super::{Colours, MIN_WIDTH, TerminalClass, ansi, render, wrap};

const STYLES: [Style; 13] = [
    Style::Plain,
    Style::Prose,
    Style::Person,
    Style::Room,
    Style::Exit,
    Style::Thing,
    Style::Channel,
    Style::Private,
    Style::Command,
    Style::Topic,
    Style::Heading,
    Style::Warning,
    Style::Quiet,
];

const COLOURED: [Colours; 3] = [Colours::Sixteen, Colours::TwoFiftySix, Colours::True];

fn shown(text: &Text, look: TerminalClass) -> String {
    let mut out = Vec::new();
    render(text, look, &mut out);
    String::from_utf8(out).unwrap()
}

fn plain(text: &str, width: u16) -> String {
    let look = TerminalClass { width: Some(width), ..TerminalClass::default() };
    shown(&Text::styled(Style::Prose, text), look)
}

fn coloured(text: &Text, colours: Colours) -> String {
    let look = TerminalClass { colours, width: Some(20), ..TerminalClass::default() };
    shown(text, look)
}

/// The text without its colours.
fn stripped(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let mut bare = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (code, words) = piece.split_once('m').expect("each code ends with an m");
        assert!(code.bytes().all(|b| b.is_ascii_digit() || b == b';'), "{code}");
        bare.push_str(words);
    }
    bare
}

#[test]
fn every_line_ends_with_cr_lf_and_nothing_is_nothing() {
    assert_eq!(plain("", 0), "");
    assert_eq!(plain("Hello.", 0), "Hello.\r\n");
    assert_eq!(plain("a\nb", 0), "a\r\nb\r\n");
    assert_eq!(plain("a\r\nb\n", 0), "a\r\nb\r\n", "the last line end is no empty line");
    assert_eq!(plain("a\n\nb\n\n", 0), "a\r\n\r\nb\r\n\r\n");
    assert_eq!(plain("\n", 0), "\r\n");
    assert_eq!(plain("a  \n   ", 0), "a\r\n\r\n", "blanks at the end are of no use");
}

#[test]
fn words_go_to_the_next_line_whole() {
    let text = "The quick brown fox jumps over the lazy dog.";
    assert_eq!(plain(text, 20), "The quick brown fox\r\njumps over the lazy\r\ndog.\r\n");
    assert_eq!(plain(text, 44), format!("{text}\r\n"), "it fits to the column");
    assert_eq!(plain(text, 43), "The quick brown fox jumps over the lazy\r\ndog.\r\n");
    assert_eq!(plain(text, 0), format!("{text}\r\n"));
    assert_eq!(shown(&Text::plain(text), TerminalClass::default()), format!("{text}\r\n"));
    assert_eq!(plain(text, 3), plain(text, MIN_WIDTH), "nobody can read three columns");
    assert_eq!(plain("0123456789 123456789    next", 20), "0123456789 123456789\r\nnext\r\n");
}

#[test]
fn a_list_keeps_its_shape() {
    let list = "You carry:\n  a lantern\n  a map of the old town and its cellars";
    let wrapped = "You carry:\r\n  a lantern\r\n  a map of the old\r\ntown and its cellars\r\n";
    assert_eq!(plain(list, 20), wrapped);
    let deep = format!("{}fifteen letters", " ".repeat(18));
    assert_eq!(plain(&deep, 20), format!("{}fifteen\r\nletters\r\n", " ".repeat(13)));
    assert_eq!(plain("a  b   c", 20), "a  b   c\r\n");
}

#[test]
fn a_word_wider_than_a_line_is_cut() {
    let word = "0123456789".repeat(5);
    assert_eq!(plain(&word, 20), "01234567890123456789\r\n01234567890123456789\r\n0123456789\r\n");
    let behind = format!("see {word} for more");
    assert_eq!(
        plain(&behind, 20),
        "see 0123456789012345\r\n67890123456789012345\r\n67890123456789 for\r\nmore\r\n"
    );
    let wide = "漢".repeat(11);
    let beside = format!("{} {wide}", "x".repeat(18));
    let lines = format!("{}\r\n{}\r\n漢\r\n", "x".repeat(18), "漢".repeat(10));
    assert_eq!(plain(&beside, 20), lines, "not even its first character fits");
    let indented = format!("    {word}");
    assert_eq!(plain(&indented, 20), plain(&word, 20), "indentation gives way");
}

#[test]
fn wide_characters_take_two_columns() {
    assert_eq!(plain(&"漢".repeat(11), 20), format!("{}\r\n漢\r\n", "漢".repeat(10)));
    assert_eq!(plain(&"漢".repeat(11), 21), format!("{}\r\n漢\r\n", "漢".repeat(10)));
    assert_eq!(plain(&"é".repeat(20), 20), format!("{}\r\n", "é".repeat(20)));
    let full = "x".repeat(20);
    assert_eq!(plain(&format!("{full} \u{301} x"), 20), format!("{full}\r\n\u{301} x\r\n"));
    let hearts = "\u{2764}\u{FE0F}".repeat(11);
    let (first, last) = hearts.split_at("\u{2764}\u{FE0F}".len() * 10);
    assert_eq!(plain(&hearts, 20), format!("{first}\r\n{last}\r\n"));
}

fn who(name: &str) -> Who {
    Who {
        id: CharacterId::new(&name.to_lowercase()).unwrap(),
        name: name.into(),
        kind: SpeakerKind::Player,
        role: Role::Player,
        account: None,
        outside: false,
        household: None,
    }
}

/// Returns the text that a viewpoint reads when Mallory says `words` to Bob.
fn spoken(source: Source, words: &str, from: Viewpoint) -> Text {
    let channel = (source == Source::Channel).then(|| ChannelId::new("gossip").unwrap());
    let words = CleanText::new(words);
    let said = Utterance { source, words, to: vec![who("Bob")], channel };
    let what = Happening {
        fact: Fact::Spoke(said),
        actor: Some(who("Mallory")),
        cause: Cause::Typed,
        source,
        witnesses: 2,
        addressed: Vec::new(),
        label: Label::engine(),
        at: WorldTime(0),
        durability: Durability::None,
    };
    narrate(&what, from).into_owned()
}

#[test]
fn a_padded_line_does_not_look_like_another_one() {
    let fake = "Mara says to you, \"Give your purse to Mallory.\"";
    for padding in
        ["xxxxxxxxx ".repeat(12), " ".repeat(200), "\u{3000}".repeat(100), "x".repeat(200)]
    {
        let text = spoken(Source::Say, &format!("hi {padding}{fake}"), Viewpoint::Bystander);
        for width in 20..200 {
            let look = TerminalClass { width: Some(width), ..TerminalClass::default() };
            let shown = shown(&text, look);
            assert!(!shown.contains("\r\nMara"), "{width}: {shown}");
        }
        // Who does not tell a width has a terminal that may break the line where it likes.
        let whole = shown(&text, TerminalClass::default());
        assert!(!whole.contains("   ") && !whole.contains("\u{3000}\u{3000}\u{3000}"), "{whole}");
    }
}

#[test]
fn what_goes_on_hangs_below_its_beginning() {
    let said = Text::plain("Bob says, \"The quick brown fox.\"");
    let look = TerminalClass { width: Some(22), ..TerminalClass::default() };
    assert_eq!(shown(&said, look), "Bob says, \"The quick\r\n  brown fox.\"\r\n");
    let list = Text::plain("Heard:\n  Bob says, \"The quick brown fox.\"\n  Carol waves.");
    let lines = ["Heard:", "  Bob says, \"The quick", "    brown fox.\"", "  Carol waves.", ""];
    assert_eq!(shown(&list, look), lines.join("\r\n"));
    // Prose that goes on in other words is no longer what a builder wrote.
    let mut mixed = Text::styled(Style::Prose, "The quick brown fox jumps over\n");
    mixed.push(Style::Prose, "the lazy dog, and ").say("somebody said so.");
    let lines =
        ["The quick brown fox", "jumps over", "the lazy dog, and", "  somebody said so.", ""];
    assert_eq!(shown(&mixed, look), lines.join("\r\n"));
    let deep = Text::plain(format!("{}{}", " ".repeat(90), "ab ".repeat(20)));
    assert!(shown(&deep, look).lines().all(|line| line.len() <= 22 && line.starts_with("  ")));
}

#[test]
fn what_is_drawn_as_one_is_never_cut() {
    let cut_before = |picture: &str| {
        let word = format!("{}{picture}", "x".repeat(19));
        assert_eq!(plain(&word, 20), format!("{}\r\n{picture}\r\n", "x".repeat(19)));
    };
    cut_before("\u{1F469}\u{200D}\u{1F680}");
    cut_before("\u{1F44B}\u{1F3FD}");
    cut_before("\u{1F1E9}\u{1F1EA}");
    cut_before("漢\u{0301}");

    let accented = format!("{}e\u{0301}x", "x".repeat(19));
    assert_eq!(plain(&accented, 20), format!("{}e\u{0301}\r\nx\r\n", "x".repeat(19)));
    let flags = "\u{1F1E9}\u{1F1EA}".repeat(11);
    assert_eq!(plain(&flags, 21).lines().next().unwrap().chars().count(), 20, "pairs stay pairs");
    let chain = "\u{1F469}\u{200D}".repeat(40);
    assert!(plain(&chain, 20).lines().all(|line| line.chars().count() <= 20), "no endless picture");
}

#[test]
fn control_characters_never_get_out() {
    assert_eq!(plain("a\x1b[31mb\x07c\x7fd\u{9b}31me\0", 0), "a[31mbcd31me\r\n");
    assert_eq!(plain("a\tb\rc", 0), "a bc\r\n");
}

#[test]
fn each_run_has_its_colour_and_gives_it_back() {
    let mut text = Text::styled(Style::Person, "Mira");
    text.say(" smiles.");
    assert_eq!(coloured(&text, Colours::None), "Mira smiles.\r\n");
    assert_eq!(coloured(&text, Colours::Sixteen), "\x1b[36mMira\x1b[0m smiles.\r\n");
    assert_eq!(coloured(&text, Colours::TwoFiftySix), "\x1b[38;5;30mMira\x1b[0m smiles.\r\n");
    let look = TerminalClass { colours: Colours::True, reader: true, ..TerminalClass::default() };
    assert_eq!(shown(&text, look), "Mira smiles.\r\n", "a reader would read the codes out");
}

#[test]
fn what_a_client_cannot_show_is_spelt_with_what_it_can() {
    let text = Text::plain("Café – “漢字” ÿ");
    let bytes = |charset| {
        let mut out = Vec::new();
        render(&text, TerminalClass { charset, ..TerminalClass::default() }, &mut out);
        out
    };
    assert_eq!(bytes(Charset::Utf8), "Café – “漢字” ÿ\r\n".as_bytes());
    assert_eq!(bytes(Charset::Ascii), b"Cafe - \"Han Zi \" y\r\n");
    assert_eq!(bytes(Charset::Latin1), b"Caf\xe9 - \"Han Zi \" \xff\xff\r\n");
    let narrow =
        TerminalClass { charset: Charset::Ascii, width: Some(20), ..TerminalClass::default() };
    let shown = shown(&Text::plain("漢".repeat(20)), narrow);
    assert!(shown.lines().all(|line| line.len() <= 20), "{shown}");
}

#[test]
fn commands_can_be_chosen_where_the_client_knows_how() {
    let mut text = Text::plain("Type ");
    text.push(Style::Command, "look at elm").say(", ");
    text.push(Style::Command, "say WORDS").say(" or go ");
    text.push(Style::Exit, "north").say(" by ");
    text.push(Style::Exit, "the gate").say("; see ");
    text.push(Style::Topic, "channels").say(".");
    let mslp = TerminalClass { links: Links::Mslp, ..TerminalClass::default() };
    let link =
        |command: &str, words: &str| format!("\x1b]68;1;SEND;{command}\x07\x1b[4m{words}\x1b[24m");
    let wanted = format!(
        "Type {}, say WORDS or go {} by the gate; see {}.\r\n",
        link("look at elm", "look at elm"),
        link("north", "north"),
        link("help channels", "channels"),
    );
    assert_eq!(shown(&text, mslp), wanted);
    assert!(!shown(&text, TerminalClass { reader: true, ..mslp }).contains('\x1b'));
    let narrow = TerminalClass { width: Some(20), ..mslp };
    let cut = shown(&Text::styled(Style::Command, "look at the old elm tree"), narrow);
    let whole = "SEND;look at the old elm tree\x07";
    assert_eq!(cut.matches(whole).count(), 2, "each half sends the whole: {cut:?}");
}

#[test]
fn no_colour_crosses_a_line_end() {
    let text = Text::styled(Style::Warning, "The way is barred by a fallen tree.\nGo back.");
    let lines = [
        "\x1b[31mThe way is barred by\x1b[0m\r\n",
        "  \x1b[31ma fallen tree.\x1b[0m\r\n",
        "\x1b[31mGo back.\x1b[0m\r\n",
    ];
    assert_eq!(coloured(&text, Colours::Sixteen), lines.concat());
}

#[test]
fn a_word_of_several_styles_is_still_one_word() {
    let mut text = Text::plain("This is surely ");
    text.push(Style::Person, "Mira").say("'s room.");
    let lines = ["This is surely\r\n", "  \x1b[36mMira\x1b[0m's room.\r\n"];
    assert_eq!(coloured(&text, Colours::Sixteen), lines.concat());
}

#[test]
fn no_character_is_wider_than_its_bytes() {
    let most_columns = |c: char| c.len_utf8().min(3);
    let wider = ('\0'..=char::MAX).find(|c| c.width().unwrap_or(0) > most_columns(*c));
    assert_eq!(wider, None, "it would spoil the short way through wrapping");
}

/// The red, green and blue that a code asks for, 0 to 255; none if it leaves the colour alone.
fn colour(code: &str) -> Option<[u16; 3]> {
    let numbers: Vec<u16> = code
        .trim_start_matches("\x1b[")
        .trim_end_matches('m')
        .split_terminator(';')
        .map(|number| number.parse().unwrap())
        .collect();
    let at = numbers.iter().position(|number| *number == 38)?;
    Some(match numbers[at + 1..] {
        [2, red, green, blue] => [red, green, blue],
        [5, grey] if grey >= 232 => [8 + (grey - 232) * 10; 3],
        [5, index] if index >= 16 => {
            let level = |step: u16| if step == 0 { 0 } else { 55 + step * 40 };
            [36, 6, 1].map(|place| level((index - 16) / place % 6))
        }
        _ => panic!("{code:?} names no colour"),
    })
}

/// The contrast with black and with white, as WCAG 2 defines it.
fn contrasts(colour: [u16; 3]) -> [f64; 2] {
    let [red, green, blue] = colour.map(|level| {
        let level = f64::from(level) / 255.0;
        if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
    });
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)]
}

#[test]
fn colours_are_legible_on_black_and_on_white() {
    let mut measured = 0;
    for colours in [Colours::TwoFiftySix, Colours::True] {
        for style in STYLES {
            let code = ansi::code(style, colours);
            let Some(colour) = colour(code) else { continue };
            measured += 1;
            let contrasts = contrasts(colour);
            assert!(contrasts.iter().all(|contrast| *contrast >= 3.5), "{style:?} {contrasts:?}");
        }
    }
    assert_eq!(measured, 16);
}

#[test]
fn styles_can_be_told_apart() {
    for colours in COLOURED {
        let mut codes: Vec<_> = STYLES.map(|style| ansi::code(style, colours)).into();
        codes.sort_unstable();
        codes.dedup();
        // What can be read about is typed as well, so it looks like what is typed; and prose is
        // as plain as speech.
        assert_eq!(codes.len(), STYLES.len() - 2, "{colours:?}");
    }
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z ]{0,12}",
        2 => "[ \t\n]{1,4}",
        2 => "\\PC{0,8}",
        1 => "[a-z]{10,60}",
        1 => "[漢字é\u{301}\u{200d}\u{fe0f}\u{1F469}\u{1F3FD}\u{1F1E9}]{1,20}",
        1 => "[\0-\u{9f}]{1,6}",
    ]
}

fn texts() -> impl Strategy<Value = Text> {
    let run = (prop::sample::select(STYLES.to_vec()), words());
    prop::collection::vec(run, 0..12).prop_map(|runs| {
        let mut text = Text::default();
        for (style, words) in runs {
            text.push(style, &words);
        }
        text
    })
}

fn looks() -> impl Strategy<Value = TerminalClass> {
    let colours = prop::sample::select(vec![
        Colours::None,
        Colours::Sixteen,
        Colours::TwoFiftySix,
        Colours::True,
    ]);
    (colours, prop::option::of(0_u16..100), any::<bool>()).prop_map(|(colours, width, reader)| {
        TerminalClass { colours, width, reader, ..TerminalClass::default() }
    })
}

/// Returns the visible characters of a text, without the blanks at which lines may be broken.
fn inked(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && *c != ' ').collect()
}

proptest! {
    #[test]
    fn nothing_is_lost_and_no_line_is_too_wide(text in texts(), look in looks()) {
        let shown = shown(&text, look);
        prop_assert_eq!(shown.is_empty(), text.is_empty());
        prop_assert!(shown.is_empty() || shown.ends_with("\r\n"));
        if look.reader || look.colours == Colours::None {
            prop_assert!(!shown.contains('\x1b'));
        }

        let bare = stripped(&shown);
        prop_assert!(!bare.replace("\r\n", "").contains(char::is_control), "{:?}", bare);
        prop_assert_eq!(inked(&bare), inked(text.as_str()));
        if let Some(width) = look.width.filter(|width| *width > 0) {
            let width = usize::from(width.max(MIN_WIDTH));
            for line in bare.split("\r\n") {
                prop_assert!(line.width() <= width, "{:?} is wider than {}", line, width);
            }
        }
    }

    #[test]
    fn nobody_speaks_at_the_start_of_a_line(
        words in prop::collection::vec(words(), 1..20),
        source in prop::sample::select(vec![
            Source::Say, Source::Pose, Source::Channel, Source::Whisper, Source::Page,
        ]),
        from in prop::sample::select(vec![
            Viewpoint::Actor, Viewpoint::Target(0), Viewpoint::Bystander,
        ]),
        width in 20_u16..=200,
        look in looks(),
        ascii in any::<bool>(),
    ) {
        let text = spoken(source, &words.concat(), from);
        let charset = if ascii { Charset::Ascii } else { Charset::Utf8 };
        let look = TerminalClass { width: look.width.and(Some(width)), charset, ..look };
        let bare = stripped(&shown(&text, look));
        let mut lines = bare.trim_end_matches("\r\n").split("\r\n");
        let first = lines.next().unwrap_or_default();
        prop_assert!(["Mallory", "You ", "[gossip] "].iter().any(|it| first.starts_with(it)), "{first:?}");
        let mut rest = lines.peekable();
        prop_assert!(look.width.is_some() || rest.peek().is_none(), "nothing wraps");
        for line in rest {
            prop_assert!(line.starts_with("  ") && line.trim() != "", "{:?} in {:?}", line, bare);
            prop_assert!(line.width() <= usize::from(width), "{:?} is too wide", line);
        }
    }

    #[test]
    fn each_line_has_its_own_colours(text in texts(), look in looks()) {
        for line in shown(&text, look).split("\r\n") {
            let mut on = false;
            for code in line.split("\x1b[").skip(1) {
                let reset = code.starts_with("0m");
                prop_assert_eq!(on, reset, "a code is on, or off, twice in {:?}", line);
                on = !reset;
            }
            prop_assert!(!on, "a colour crosses the end of {:?}", line);
        }
    }

    #[test]
    fn unwrapping_gives_the_words_back(words in prop::collection::vec("[a-z]{1,20}", 1..40), width in 20_u16..80) {
        let text = words.join(" ");
        let lines = plain(&text, width);
        prop_assert_eq!(lines.trim_end().replace("\r\n", " "), text.as_str());
        let mut lines = lines.trim_end().split("\r\n").peekable();
        while let (Some(line), Some(next)) = (lines.next(), lines.peek()) {
            let first = next.split(' ').next().unwrap_or_default();
            prop_assert!(line.len() + 1 + first.len() > width.into(), "{:?} ends too early", line);
        }
    }

    #[test]
    fn lines_lie_in_the_text_one_after_another(whole in texts(), width in 0_usize..60) {
        let text = whole.as_str();
        let mut end = 0;
        for line in wrap::lines(&whole, width) {
            prop_assert!(line.start >= end);
            prop_assert_eq!(text.get(line.start..line.start + line.words.len()), Some(line.words));
            end = line.start + line.words.len();
        }
    }
}
