//! Mistakes of builders: each one of `tests/mistakes/*.txt` is made once in the good content beside
//! it, and `hearsay check` reports exactly the lines written there.
//!
//! `# WORDS` says what the mistake is. `in PATH` names a file, and of the lines after it `- ` is what
//! is taken out of it and `+ ` what stands in its place; without `- ` it is the whole file. In these
//! `⟨TEXT*N⟩` is a text so many times. `gone PATH` takes a file away. Every other line is one of the
//! check, after the last of which `…` may stand for more. `UPDATE_MISTAKES=1 cargo test -p tests
//! mistakes` rewrites these lines; then read them as a builder would.

use std::{
    env, fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use server::setup::{self, files};
use world::content::problem::SourceFile;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("mistakes")
}

/// The lines that `hearsay check` prints of these files.
fn checked(files: &[SourceFile]) -> Vec<String> {
    let commands = setup::command_specs(&setup::rules(0));
    match files::check(files, &commands) {
        Ok(authored) => {
            let warnings = files::warnings(&authored, files, &commands);
            warnings.iter().map(ToString::to_string).collect()
        }
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

/// One change to a file.
#[derive(Debug, Default)]
struct Slip {
    path: String,
    old: Vec<String>,
    new: Vec<String>,
}

impl Slip {
    fn make(&self, files: &mut Vec<SourceFile>) {
        let new = repeated(&self.new.join("\n"));
        let Some(file) = files.iter_mut().find(|it| it.path == self.path) else {
            return files.push(SourceFile::new(&self.path, new));
        };
        let old = self.old.join("\n");
        assert!(file.text.contains(&old), "{} has no `{old}`", self.path);
        file.text = if old.is_empty() { new } else { file.text.replacen(&old, &new, 1) };
    }
}

/// A text in which `⟨TEXT*N⟩` is written out.
fn repeated(text: &str) -> String {
    let mut parts = text.split('⟨');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inner, rest) = part.split_once('⟩').unwrap();
        let (words, count) = inner.rsplit_once('*').unwrap();
        whole.push_str(&words.repeat(count.parse().unwrap()));
        whole.push_str(rest);
    }
    whole
}

/// A mistake: its lines as they stand in the file, what it changes, and what is said of it.
#[derive(Debug, Default)]
struct Mistake {
    written: Vec<String>,
    slips: Vec<Slip>,
    gone: Vec<String>,
    told: Vec<String>,
}

impl Mistake {
    fn read(text: &str) -> Self {
        let mut it = Self::default();
        for line in text.lines() {
            let is_told = match (line.split_once(' ').unwrap_or((line, "")), it.slips.last_mut()) {
                (("#", _), _) => false,
                (("in", path), _) => {
                    it.slips.push(Slip { path: path.to_owned(), ..Slip::default() });
                    false
                }
                (("gone", path), _) => {
                    it.gone.push(path.to_owned());
                    false
                }
                (("-", old), Some(slip)) => {
                    slip.old.push(old.to_owned());
                    false
                }
                (("+", new), Some(slip)) => {
                    slip.new.push(new.to_owned());
                    false
                }
                _ => true,
            };
            if is_told { &mut it.told } else { &mut it.written }.push(line.to_owned());
        }
        it
    }

    /// Report of the check with the mistake made.
    fn checked(&self, good: &[SourceFile]) -> Vec<String> {
        let mut files = good.to_vec();
        self.slips.iter().for_each(|it| it.make(&mut files));
        files.retain(|it| !self.gone.contains(&it.path));
        files.sort();
        checked(&files)
    }

    /// Returns whether these are the expected lines, where `…` stands for more.
    fn is_told(&self, lines: &[String]) -> bool {
        let fits = |(told, line): (&String, &String)| match told.strip_suffix('…') {
            Some(start) => line.starts_with(start),
            None => told == line,
        };
        self.told.len() == lines.len() && self.told.iter().zip(lines).all(fits)
    }
}

#[test]
fn each_mistake_is_explained_where_it_was_made_and_nothing_else_is() {
    let good = files::read(&folder().join("good")).unwrap();
    assert_eq!(checked(&good), [""; 0]);
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "txt") {
            continue;
        }
        let mut rewritten = Vec::new();
        for text in fs::read_to_string(&path).unwrap().split("\n\n") {
            let mistake = Mistake::read(text.trim_end());
            if mistake.slips.is_empty() && mistake.gone.is_empty() {
                rewritten.push(text.trim_end().to_owned());
                continue;
            }
            count += 1;
            let lines = mistake.checked(&good);
            let told = if mistake.is_told(&lines) { mistake.told.clone() } else { lines.clone() };
            if told != mistake.told {
                wrong.push(format!("{text}\n  but is: {lines:#?}"));
            }
            rewritten.push([mistake.written, told].concat().join("\n"));
        }
        if env::var_os("UPDATE_MISTAKES").is_some() {
            fs::write(&path, format!("{}\n", rewritten.join("\n\n"))).unwrap();
            wrong.clear();
        }
    }
    assert!(count > 90, "only {count} mistakes are made");
    assert!(
        wrong.is_empty(),
        "{} of {count} are told otherwise:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Copies the good content into a folder of its own.
fn copied() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in files::read(&folder().join("good")).unwrap() {
        let path = dir.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file.text).unwrap();
    }
    dir
}

/// Report of the check when a file of the good content has other bytes.
fn checked_with(path: &str, bytes: impl FnOnce(String) -> Vec<u8>) -> Vec<String> {
    let dir = copied();
    let path = dir.path().join(path);
    let good = fs::read_to_string(&path).unwrap_or_default();
    fs::write(path, bytes(good)).unwrap();
    checked(&files::read(dir.path()).unwrap())
}

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn files_that_are_no_texts_are_explained_beside_the_others() {
    let zone = "zones/isle.ron";
    let latin_1 = checked_with(zone, |good| {
        let quay = |letter| if letter == 'q' { 0xE9 } else { u8::try_from(letter).unwrap() };
        good.chars().map(quay).collect()
    });
    let sentence = "zones/isle.ron:19:35: a letter here is not written as UTF-8; save the file as \
                    UTF-8, not as Latin-1 or Windows-1252";
    assert_eq!(latin_1, [sentence]);
    let sentence = "zones/isle.ron:1:1: this file is saved as UTF-16; save it as UTF-8";
    assert_eq!(checked_with(zone, |good| utf_16(&good)), [sentence]);
    assert_eq!(checked_with(zone, |good| utf_16(&format!("\u{FEFF}{good}"))), [sentence]);
    let picture: Vec<u8> = (0..=255).cycle().take(20_000).collect();
    let sentence = "zones/isle.ron:1:1: this is no text, but a file of another kind, such as a \
                    picture; move it elsewhere";
    assert_eq!(checked_with(zone, |_| picture), [sentence]);
    let sentence = "zones/isle.ron:1:1: this file has more than 4 MiB; no content needs so much";
    assert_eq!(checked_with(zone, |_| vec![b' '; 5 * 1024 * 1024]), [sentence]);
    let both = checked_with("personas/bea.ron", |_| vec![0xFF, 0xFE, 0, 1, 2, 3]);
    assert_eq!(both.len(), 1, "{both:?}");
    for fine in ["\u{FEFF}", "\u{FEFF}// A remark.\r\n"] {
        let lines = checked_with(zone, |good| format!("{fine}{good}").into_bytes());
        assert_eq!(lines, [""; 0], "{fine:?}");
    }
    let lines = checked_with(zone, |good| good.replace('\n', "\r\n").into_bytes());
    assert_eq!(lines, [""; 0]);
}

#[test]
fn links_and_folders_are_explained_beside_the_files() {
    let lines = |make: fn(&Path)| {
        let dir = copied();
        make(dir.path());
        checked(&files::read(dir.path()).unwrap())
    };
    let again = "this link leads to a folder that is read anyway; remove it";
    let itself = lines(|dir| symlink(dir.join("zones"), dir.join("zones/more")).unwrap());
    assert_eq!(itself, [format!("zones/more:1:1: {again}")]);
    let other = lines(|dir| symlink(dir.join("zones"), dir.join("personas/more")).unwrap());
    assert_eq!(other, [format!("personas/more:1:1: {again}")]);
    let nowhere = lines(|dir| symlink("nowhere", dir.join("zones/hill.ron")).unwrap());
    let sentence = "zones/hill.ron:1:1: this cannot be read (No such file or directory (os error \
                    2)); see that it is there and that the server may read it";
    assert_eq!(nowhere, [sentence]);
    let nowhere = lines(|dir| symlink("nowhere", dir.join("personas/bea.ron")).unwrap());
    assert_eq!(nowhere, [sentence.replace("zones/hill", "personas/bea")]);
    let folder = lines(|dir| fs::create_dir(dir.join("zones/hill.ron")).unwrap());
    assert_eq!(folder, [""; 0]);
    let elsewhere = lines(|dir| {
        let file = dir.join("zones/isle.ron");
        fs::rename(&file, dir.join("isle.txt")).unwrap();
        symlink(dir.join("isle.txt"), file).unwrap();
    });
    assert_eq!(elsewhere, [""; 0]);
}
