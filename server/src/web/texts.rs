//! Texts of the page: the defaults of the program, and those that a game says otherwise in its own
//! `page/texts.ron`. They come into the page as text alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use world::content::{
    problem::{Problem, SourceFile, did_you_mean},
    reading,
};

/// Path inside the content folder of the file of a game's own texts.
pub(crate) const PATH: &str = "page/texts.ron";

/// Maximum length of a text, in characters.
const MOST_CHARS: usize = 400;

const DEFAULTS: &str = include_str!("assets/texts.ron");

/// Import of the page's scripts.
const SCRIPT: &str = "\n// Text of this key, with values in place of the words in braces.\n\
    export function t(key, values = {}) {\n  \
    return texts[key].replace(/\\{([a-z]+)\\}/gu, (all, name) => values[name] ?? all);\n}\n";

/// Texts by their keys.
pub(crate) type TextsByKey = BTreeMap<String, String>;

/// Returns the texts of the program.
fn defaults() -> &'static TextsByKey {
    static TEXTS: OnceLock<TextsByKey> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let (file, mut problems) = (SourceFile::new(PATH, DEFAULTS), Vec::new());
        let read = reading::read::<TextsByKey>(&file, &mut problems);
        read.map(|it| it.value).unwrap_or_default()
    })
}

/// Checks a game's own texts, and returns them.
pub(crate) fn check(file: &SourceFile, problems: &mut Vec<Problem>) -> TextsByKey {
    let Some(read) = reading::read::<TextsByKey>(file, problems) else {
        return TextsByKey::new();
    };
    for (key, text) in &read.value {
        match defaults().get(key) {
            None => {
                let near = did_you_mean(key, defaults().keys().map(String::as_str));
                let sentence =
                    format!("the page has no text `{key}`{near}; docs/page-texts.md has all keys");
                problems.push(Problem::new(PATH, read.tree.key(key), sentence));
            }
            Some(default) => {
                if let Some(sentence) = fault(text, default) {
                    let at = read.tree.field(key).position();
                    problems.push(Problem::new(PATH, at, sentence));
                }
            }
        }
    }
    read.value
}

/// Returns what is wrong with a text that stands in place of this one.
fn fault(text: &str, default: &str) -> Option<String> {
    if text.trim().is_empty() {
        return Some(
            "this text is empty, so nobody could read what it is for; write something, or leave \
             the key out for the page's own words"
                .to_owned(),
        );
    }
    if text.chars().count() > MOST_CHARS {
        return Some(format!("this text has more than {MOST_CHARS} characters; shorten it"));
    }
    let (own, known) = (places(text), places(default));
    if let Some(odd) = own.difference(&known).next() {
        let near = did_you_mean(odd, known.iter().copied());
        let known: Vec<_> = known.iter().map(|it| format!("{{{it}}}")).collect();
        let has = if known.is_empty() { "nothing".to_owned() } else { known.join(" and ") };
        return Some(format!("the page puts nothing in for `{{{odd}}}` here{near}; it has {has}"));
    }
    let missing = known.difference(&own).next()?;
    Some(format!("this text needs `{{{missing}}}`, where the page puts in what it is about"))
}

/// Returns the words in braces.
fn places(text: &str) -> BTreeSet<&str> {
    let inside = text.split('{').skip(1).filter_map(|it| Some(it.split_once('}')?.0));
    inside.filter(|it| !it.is_empty() && it.chars().all(|c| c.is_ascii_lowercase())).collect()
}

/// Texts of a page: a game's own where it has some, and the program's.
#[derive(Clone, Copy)]
pub(super) struct PageWords<'a>(pub(super) &'a TextsByKey);

impl<'a> PageWords<'a> {
    /// Returns a text; empty for a key that there is not.
    pub(super) fn get(self, key: &str) -> &'a str {
        self.0.get(key).or_else(|| defaults().get(key)).map_or("", String::as_str)
    }

    /// Returns markup with a text for each `{{=KEY}}` in it.
    pub(super) fn fill(self, markup: &str) -> String {
        let mut parts = markup.split("{{=");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (key, rest) = part.split_once("}}").unwrap_or((part, ""));
            filled.push_str(&text(self.get(key)));
            filled.push_str(rest);
        }
        filled
    }

    /// Returns the module by which the page's scripts have the texts.
    pub(super) fn script(self) -> String {
        let texts: BTreeMap<_, _> = defaults().keys().map(|key| (key, self.get(key))).collect();
        let texts = serde_json::json!(texts).to_string();
        format!("const texts = {};\n{SCRIPT}", texts.replace('<', "\\u003c"))
    }
}

/// Returns a text of the page as it stands in markup, where it is no place for another.
pub(super) fn text(words: &str) -> String {
    escaped(words).replace('{', "&#123;")
}

/// Returns text as it stands in markup, between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() && c != '\n' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    fn told(text: &str) -> Vec<String> {
        let mut problems = Vec::new();
        check(&SourceFile::new(PATH, text), &mut problems);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_texts_problem_is_told_with_its_line_and_what_to_do() {
        assert_eq!(told("{\n  \"front.guest\": \"Komm herein\",\n}"), Vec::<String>::new());
        for (text, says) in [
            (
                "{\n  \"front.gest\": \"a\",\n}",
                "page/texts.ron:2:3: the page has no text `front.gest` (did you mean `front.guest`?)",
            ),
            ("{\n  \"front.guest\": \" \",\n}", "page/texts.ron:2:18: this text is empty"),
            (
                "{\n  \"panel.read\": \"Lies\",\n}",
                "page/texts.ron:2:17: this text needs `{number}`",
            ),
            (
                "{\n  \"panel.read\": \"{number} {nmber}\",\n}",
                "puts nothing in for `{nmber}` here (did you mean `number`?); it has {number}",
            ),
            ("{\n  \"front.guest\": 7,\n}", "page/texts.ron:2:"),
        ] {
            let told = told(text);
            assert!(told.len() == 1 && told[0].contains(says), "{text}: {told:?}");
        }
        let long = format!("{{ \"front.guest\": \"{}\" }}", "a".repeat(401));
        assert!(told(&long)[0].contains("more than 400 characters"));
    }

    #[test]
    fn a_text_is_never_markup() {
        let evil = "</script><img src=x onerror=alert(1)>\" onload='x' {{news}} \u{2028}";
        let own = TextsByKey::from([("front.guest".to_owned(), evil.to_owned())]);
        let filled =
            PageWords(&own).fill("<b title=\"{{=front.guest}}\">{{=front.guest}}</b>{{news}}");
        assert_eq!(filled.matches('<').count(), 2, "{filled}");
        assert_eq!(filled.matches('"').count(), 2, "{filled}");
        assert_eq!(filled.matches("{{news}}").count(), 1, "{filled}");
        assert!(!PageWords(&own).script().contains('<'));
    }

    /// Returns the keys that the page asks for.
    fn asked() -> BTreeSet<String> {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/assets");
        let mut keys = BTreeSet::new();
        for entry in fs::read_dir(assets).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            for (open, close) in [("{{=", "}}"), ("t(\"", "\"")] {
                let quoted = text.split(open).skip(1).filter_map(|it| it.split_once(close));
                let dotted = quoted
                    .map(|(key, _)| key)
                    .filter(|key| key.contains('.') && !key.starts_with('.') && !key.contains(' '));
                keys.extend(dotted.map(str::to_owned));
            }
        }
        for key in ["begin", "begin-at", "nobody", "one", "many", "among", "no-news", "chronicle"] {
            keys.insert(format!("front.{key}"));
        }
        keys
    }

    #[test]
    fn the_page_asks_for_every_text_and_for_no_other() {
        let known: BTreeSet<String> = defaults().keys().cloned().collect();
        assert_eq!(asked(), known);
    }

    /// Returns the quoted words of a script that a reader could see, such as a label.
    fn words_in(script: &str) -> Vec<&str> {
        /// Names of keys, the name that the game gives the player, and what ends a reason in a record.
        const NO_TEXT: [&str; 7] =
            ["ArrowUp", "ArrowDown", "Tab", "Escape", "Enter", "You", " after "];
        let code = script.lines().filter(|it| !it.trim_start().starts_with("//"));
        let quoted = code.flat_map(|line| {
            ['"', '`'].into_iter().flat_map(|mark| line.split(mark).skip(1).step_by(2))
        });
        let is_text = |it: &&str| {
            let mut letters = it.strip_prefix(' ').unwrap_or(it).chars();
            let first = letters.next().is_some_and(char::is_alphabetic);
            let capital = it.starts_with(char::is_uppercase);
            let word = letters.next().is_some_and(char::is_lowercase);
            let message = it.contains('.') && !it.contains(' ');
            first && word && (capital || it.starts_with(' ')) && !message && !NO_TEXT.contains(it)
        };
        quoted.filter(is_text).collect()
    }

    #[test]
    fn no_text_stands_in_a_script() {
        assert_eq!(
            words_in("table(\"By day\", `About ${n}`)\n// \"Or\""),
            ["By day", "About ${n}"]
        );
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/assets");
        for entry in fs::read_dir(assets).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "js") {
                let script = fs::read_to_string(&path).unwrap();
                assert_eq!(words_in(&script), Vec::<&str>::new(), "{}", path.display());
            }
        }
    }

    #[test]
    fn the_docs_list_every_text() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/page-texts.md");
        let mut page = "# Texts of the page\n\nThis page lists the texts that a game can say otherwise \
            in `content/page/texts.ron`; [content.md](content.md#the-page) says how.\nIt is made from \
            the program: `UPDATE_DOCS=1 cargo test -p server --lib texts`.\n\n| Key | Text |\n|---|---|\n"
            .to_owned();
        for (key, text) in defaults() {
            page.push_str(&format!("| `{key}` | {} |\n", text.replace('|', "\\|")));
        }
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &page).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), page);
    }
}
