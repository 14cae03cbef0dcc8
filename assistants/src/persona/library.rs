//! Library: documents that builders ship in the content, and that characters may look up.

use std::{collections::BTreeSet, sync::Arc};

use engine::label::{Integrity, Label};
use serde::Deserialize;
use world::content::{
    problem::{Problem, SourceFile, did_you_mean},
    reading::{Read, read},
};

use super::Persona;
use crate::memory::words;

/// Returns the provenance label of what stands in a document: the builder ships it, and vouches for no
/// order in it. A thought that has read it only answers and notes from then on.
#[must_use]
pub fn label() -> Label {
    Label { integrity: Integrity::Player, ..Label::authored() }
}

/// Folder of the documents.
pub const FOLDER: &str = "library/";

/// Maximum number of documents that one character may read.
pub const MOST_DOCUMENTS: usize = 20;
/// Maximum number of pages of a document.
const MOST_PAGES: usize = 40;
/// Maximum length of a page, in characters.
const LONGEST_PAGE: usize = 2_000;
/// Maximum number of passages that a search finds.
pub const MOST_PASSAGES: usize = 3;
/// Least share of the weight of the words of a query that a passage has to hold.
const LEAST_SHARE: f64 = 1.0 / 3.0;

/// `content/library/*.ron`: one document. Its name is the name of its file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentFile {
    /// Title of the document, as a character names it.
    title: String,
    /// Pages, each of at most 2,000 characters; a blank line separates paragraphs.
    pages: Vec<String>,
}

/// Document of the library, divided into pages, which characters can search and read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryDocument {
    /// Name: that of its file.
    pub name: String,
    pub title: String,
    /// Paragraphs of each page.
    pub pages: Vec<Vec<String>>,
}

/// Passage of a document that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryPassage<'a> {
    pub document: &'a LibraryDocument,
    /// Number of the page, from 1.
    pub page: usize,
    /// Paragraph of the page.
    pub text: &'a str,
}

impl LibraryDocument {
    fn new(name: &str, file: &DocumentFile) -> Self {
        let paragraph = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ");
        let page = |text: &String| {
            let all = text.split("\n\n").map(paragraph);
            all.filter(|it| !it.is_empty()).collect()
        };
        let pages = file.pages.iter().map(page).collect();
        Self { name: name.to_owned(), title: file.title.clone(), pages }
    }

    /// Returns the text of a page, by its number from 1.
    #[must_use]
    pub fn page(&self, number: usize) -> Option<String> {
        Some(self.pages.get(number.checked_sub(1)?)?.join("\n"))
    }
}

/// Finds the passages that hold most of a query's words, each weighed by how rare it is, best first;
/// those that hold less than a third are left out.
#[must_use]
pub fn find<'a>(shelf: &'a [Arc<LibraryDocument>], query: &str) -> Vec<LibraryPassage<'a>> {
    let asked: BTreeSet<String> = words(query).collect();
    let passages: Vec<(LibraryPassage<'a>, BTreeSet<String>)> = shelf
        .iter()
        .flat_map(|document| document.pages.iter().zip(1..).map(move |(it, n)| (document, it, n)))
        .flat_map(|(document, page, number)| {
            page.iter().map(move |text| {
                let held = words(text).chain(words(&document.title)).collect();
                (LibraryPassage { document, page: number, text: text.as_str() }, held)
            })
        })
        .collect();
    let weight = |word: &String| {
        let holding = passages.iter().filter(|(_, held)| held.contains(word)).count();
        (1.0 + passages.len() as f64 / (1.0 + holding as f64)).ln()
    };
    let weights: Vec<(&String, f64)> = asked.iter().map(|it| (it, weight(it))).collect();
    let whole: f64 = weights.iter().map(|(_, it)| it).sum();
    let mut found: Vec<(f64, LibraryPassage<'a>)> = passages
        .iter()
        .map(|(passage, held)| {
            let of = weights.iter().filter(|(word, _)| held.contains(*word));
            (of.map(|(_, it)| it).sum::<f64>(), passage.clone())
        })
        .filter(|(score, _)| *score > 0.0 && *score >= LEAST_SHARE * whole)
        .collect();
    // The sort is stable, so that passages of the same score stay in their order.
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.into_iter().take(MOST_PASSAGES).map(|(_, it)| it).collect()
}

/// Documents of the content, as far as they could be read.
#[derive(Debug, Default)]
pub(super) struct Library {
    documents: Vec<Arc<LibraryDocument>>,
    /// Names of documents whose files could not be parsed.
    unread: BTreeSet<String>,
}

impl Library {
    pub(super) fn read(files: &[&SourceFile], problems: &mut Vec<Problem>) -> Self {
        let mut library = Self::default();
        for file in files {
            let Some(name) = file.path.strip_prefix(FOLDER) else { continue };
            let name = name.strip_suffix(".ron").unwrap_or(name);
            let Some(document) = read::<DocumentFile>(file, problems) else {
                library.unread.insert(name.to_owned());
                continue;
            };
            problems.extend(faults(&document));
            library.documents.push(Arc::new(LibraryDocument::new(name, &document.value)));
        }
        library
    }

    /// Gives a character the documents that it may read, and reports those that there are not.
    pub(super) fn fill(&self, persona: &mut Read<Persona>, problems: &mut Vec<Problem>) {
        let field = persona.tree.field("library");
        if persona.value.library.len() > MOST_DOCUMENTS {
            let sentence = format!("`library` has at most {MOST_DOCUMENTS} documents");
            problems.push(Problem::new(&persona.path, field.position(), sentence));
        }
        let names = || self.documents.iter().map(|it| it.name.as_str());
        for (index, name) in persona.value.library.iter().enumerate() {
            if names().any(|it| it == name) || self.unread.contains(name) {
                continue;
            }
            let hint = did_you_mean(name, names());
            let sentence = format!("there is no document `{name}` in `{FOLDER}`{hint}");
            problems.push(Problem::new(&persona.path, field.item(index).position(), sentence));
        }
        let listed = |it: &&Arc<LibraryDocument>| persona.value.library.contains(&it.name);
        persona.value.shelf = self.documents.iter().filter(listed).cloned().collect();
    }
}

/// Returns the problems of a document.
fn faults(read: &Read<DocumentFile>) -> Vec<Problem> {
    let Read { path, tree, value } = read;
    let mut problems = Vec::new();
    if value.title.trim().is_empty() {
        let sentence = "a document has a `title`, by which characters name it";
        problems.push(Problem::new(path, tree.field("title").position(), sentence));
    }
    let pages = tree.field("pages");
    if value.pages.is_empty() || value.pages.len() > MOST_PAGES {
        let sentence = format!("a document has 1 to {MOST_PAGES} `pages`");
        problems.push(Problem::new(path, pages.position(), sentence));
    }
    for (index, page) in value.pages.iter().enumerate() {
        let length = page.chars().count();
        if page.trim().is_empty() || length > LONGEST_PAGE {
            let sentence =
                format!("a page has 1 to {LONGEST_PAGE} characters, and this one {length}");
            problems.push(Problem::new(path, pages.item(index).position(), sentence));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf() -> Vec<Arc<LibraryDocument>> {
        let file = DocumentFile {
            title: "The Annals".to_owned(),
            pages: vec![
                "In the dry year the bridge was built of oak.\n\nThe miller paid for it."
                    .to_owned(),
                "In the wet year the bridge fell, and the miller swam.".to_owned(),
            ],
        };
        vec![Arc::new(LibraryDocument::new("annals", &file))]
    }

    #[test]
    fn a_search_finds_the_passages_that_hold_the_rare_words() {
        let shelf = shelf();
        let found = |query: &str| -> Vec<(usize, String)> {
            find(&shelf, query).into_iter().map(|it| (it.page, it.text.to_owned())).collect()
        };
        let built = (1, "In the dry year the bridge was built of oak.".to_owned());
        assert_eq!(found("What was built of OAK?").first(), Some(&built));
        assert_eq!(found("who swam in the wet year").first().map(|it| it.0), Some(2));
        assert_eq!(found("dragons and their gold"), []);
        assert_eq!(found(""), []);
        assert_eq!(find(&shelf, "the annals").len(), MOST_PASSAGES);
    }

    #[test]
    fn pages_are_numbered_from_one() {
        let document = shelf().remove(0);
        assert_eq!(
            document.page(1).as_deref(),
            Some("In the dry year the bridge was built of oak.\nThe miller paid for it.")
        );
        assert_eq!((document.page(0), document.page(3)), (None, None));
    }
}
