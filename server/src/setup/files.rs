//! Reader of the content folder: texts by their paths, which the world parses.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, OpenOptions},
    io::{self, Read},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use assistants::{
    llm::learning::{self, Learning},
    mind::made::MadeV1,
    persona::{
        Persona, archetype,
        check::{self as personas, Surroundings},
        example::Examples,
        library,
    },
    tools,
};
use engine::{digest::Fnv, id::CharacterId};
use world::{
    act::{command::CommandSpec, permission::Role},
    content::{
        authored::Content,
        check,
        nouns::{self, TextNouns},
        parse::parse,
        problem::{Problem, SourceFile, Warning},
        reading::CheckedFiles,
        shown, ways,
    },
};

use super::made;
use crate::web::texts as page_texts;

/// Most files, and most bytes of one; content far beyond that is a mistake.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The content cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The folder cannot be read.
    #[error("{} cannot be read ({source}); is --content right?", path.display())]
    Unreadable {
        path: PathBuf,
        /// Error of the file system.
        source: io::Error,
    },
    /// Content larger than any content is.
    #[error("{} holds more than content can be; is --content right?", path.display())]
    TooMuch {
        /// The folder.
        path: PathBuf,
    },
}

/// Reads every `.ron` file under `dir`, in order of their paths. What cannot be read comes among
/// them, with the reason, so that it is reported as any problem of a file. What has a name that begins
/// with a dot is none of the content: editors and desktops leave such files and folders.
///
/// # Errors
/// [`FilesError`] when `dir` cannot be read, or holds too much.
pub fn read(dir: &Path) -> Result<Vec<SourceFile>, FilesError> {
    let unreadable = |source| FilesError::Unreadable { path: dir.to_owned(), source };
    let mut seen = BTreeSet::from([dir.canonicalize().map_err(unreadable)?]);
    let mut files = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>)
        {
            Ok(entries) => entries,
            Err(source) if folder == dir => return Err(unreadable(source)),
            Err(error) => {
                files.push(SourceFile::unreadable(inside(dir, &folder), why(&error)));
                continue;
            }
        };
        for path in entries.into_iter().map(|it| it.path()).filter(|it| !is_hidden(it)) {
            if path.is_dir() {
                match leads_back(&path, &mut seen) {
                    Some(why) => files.push(SourceFile::unreadable(inside(dir, &path), why)),
                    None => open.push(path),
                }
            } else if path.extension().is_some_and(|it| it == "ron") {
                files.push(read_one(dir, &path));
            }
            if files.len() > MOST_FILES {
                return Err(FilesError::TooMuch { path: dir.to_owned() });
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the reason for skipping a folder: it is a link to one that is entered anyway, or holds
/// such a one.
fn leads_back(folder: &Path, seen: &mut BTreeSet<PathBuf>) -> Option<String> {
    if !folder.is_symlink() {
        return None;
    }
    let target = match folder.canonicalize() {
        Ok(target) => target,
        Err(error) => return Some(why(&error)),
    };
    if seen.iter().any(|it| it.starts_with(&target) || target.starts_with(it)) {
        let sentence = "this link leads to a folder that is read anyway; remove it";
        return Some(sentence.to_owned());
    }
    seen.insert(target);
    None
}

/// Returns the sentence about an error of the file system.
fn why(error: &io::Error) -> String {
    format!("this cannot be read ({error}); see that it is there and that the server may read it")
}

fn inside(dir: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(dir).unwrap_or(path);
    let parts: Vec<_> = inside.components().map(|it| it.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

fn read_one(dir: &Path, path: &Path) -> SourceFile {
    let inside = inside(dir, path);
    let bytes = match bounded(path) {
        Ok(bytes) => bytes,
        Err(error) => return SourceFile::unreadable(inside, why(&error)),
    };
    match bytes {
        ReadFile::Whole(bytes) => SourceFile::new(inside, words(&bytes)),
        ReadFile::Other => {
            let sentence = "this is no regular file, such as a pipe or a device; remove it";
            SourceFile::unreadable(inside, sentence.to_owned())
        }
        ReadFile::TooLarge => {
            let most = MOST_BYTES / (1024 * 1024);
            let sentence = format!("this file has more than {most} MiB; no content needs so much");
            SourceFile::unreadable(inside, sentence)
        }
    }
}

/// Kind of entry under the name of a file.
enum ReadFile {
    Whole(Vec<u8>),
    TooLarge,
    Other,
}

/// Reads a file, as far as content can be long: what it says of its length may be wrong by then.
fn bounded(path: &Path) -> io::Result<ReadFile> {
    // A pipe would be waited for until somebody writes to it.
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(ReadFile::Other);
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    let fits = u64::try_from(bytes.len()).is_ok_and(|it| it <= MOST_BYTES);
    Ok(if fits { ReadFile::Whole(bytes) } else { ReadFile::TooLarge })
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|it| it.as_encoded_bytes().starts_with(b"."))
}

/// Returns the text of a file. What is no text shows as U+FFFD, which the check explains; an
/// editor's choice of line ends and of a mark before the first letter says nothing about what is in
/// a file.
fn words(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text)
}

/// Checked content and personas.
#[derive(Debug, Clone)]
pub struct Authored {
    /// The world.
    pub content: Content,
    /// The characters.
    pub personas: Vec<Arc<Persona>>,
    /// Texts of the page that the game says otherwise, by their keys.
    pub page: Arc<BTreeMap<String, String>>,
    /// The hash of each file's text, by its path, by which one sees what changed.
    pub texts: BTreeMap<String, u64>,
    /// Characters that staff made, by id.
    pub made: BTreeMap<CharacterId, MadeV1>,
    /// Made characters that have no place beside the content, with the reason.
    pub put_away: BTreeMap<CharacterId, String>,
}

impl Authored {
    /// Compiles the patterns of all characters.
    fn read_patterns(&self) {
        self.personas.iter().for_each(|it| it.script.read_patterns());
    }

    /// Returns the examples, which all characters share; none without characters.
    fn examples(&self) -> Option<&Examples> {
        self.personas.first().map(|it| it.script.examples())
    }

    /// Compiles the patterns and learns from the examples, ahead of the first line. `dir` is the folder of
    /// the content, with the cache of what was learned. Blocks for seconds if that is stale.
    pub fn learn(&self, dir: &Path) {
        self.read_patterns();
        if let Some(examples) = self.examples() {
            learning::learn(examples, Some(&dir.join(learning::CACHE)));
        }
    }

    /// Learns the examples as [`Authored::learn`] does, but many of them on a thread of its own;
    /// none if everything is done on return.
    #[must_use]
    pub fn learn_beside(&self, dir: &Path) -> Option<Learning> {
        self.read_patterns();
        let examples = self.examples()?;
        if examples.is_ready() {
            examples.learn();
            return None;
        }
        Some(learning::begin(examples, Some(dir.join(learning::CACHE))))
    }
}

/// Checks texts. `commands` are the commands that exist.
///
/// # Errors
/// All problems, in order.
pub fn check(files: &[SourceFile], commands: &[&CommandSpec]) -> Result<Authored, Vec<Problem>> {
    let texts = files.iter().map(|it| (it.path.clone(), hash(&it.text))).collect();
    let (made, files) = made::parted(files);
    let (of_minds, of_world) = parted(&files);
    let (content, mut problems) = parse(&of_world);
    problems.extend(check::hidden(&content, commands));
    let own = files.iter().find(|it| it.path == page_texts::PATH && it.fault.is_none());
    let page = own.map(|it| page_texts::check(it, &mut problems)).unwrap_or_default().into();
    let (tools, commands) = (tools::names(), rights(commands));
    let around = Surroundings { content: &content, commands: &commands, tools: &tools };
    let people = made::people(&of_minds, &made, |of_minds| {
        let (personas, mut problems) = personas::parse(of_minds, around);
        if problems.is_empty() {
            problems.extend(personas::of_world(&of_world, &content, &personas));
        }
        (personas, problems)
    });
    problems.extend(people.problems);
    problems.sort();
    if !problems.is_empty() {
        return Err(problems);
    }
    let (personas, put_away) = (people.personas, people.put_away);
    Ok(Authored { content, personas, page, texts, made, put_away })
}

pub(super) fn hash(text: &str) -> u64 {
    let mut hash = Fnv::default();
    hash.piece(b'T', text);
    hash.value()
}

/// Splits files into those of the minds and all others.
fn parted(files: &[SourceFile]) -> (Vec<SourceFile>, Vec<SourceFile>) {
    files.iter().cloned().partition(|it| {
        let is_in = |folder| it.path.starts_with(folder);
        let shared = [archetype::WORDS, archetype::EXAMPLES];
        is_in("personas/")
            || is_in(archetype::FOLDER)
            || is_in(library::FOLDER)
            || shared.contains(&&*it.path)
    })
}

fn rights(commands: &[&CommandSpec]) -> Vec<(&'static str, Role)> {
    commands.iter().map(|it| (it.name, it.role)).collect()
}

/// Returns the warnings: texts without problems that may not mean what they say, in the order of
/// the files. Slower than the check itself.
#[must_use]
pub fn warnings(
    authored: &Authored,
    files: &[SourceFile],
    commands: &[&CommandSpec],
) -> Vec<Warning> {
    let content = &authored.content;
    let checked = CheckedFiles::new(files);
    let mut warnings = nouns::warnings(&nouns(authored), &checked);
    warnings.extend(ways::warnings(content, &checked));
    warnings.extend(shown::warnings(content, &checked));
    let (tools, commands) = (tools::names(), rights(commands));
    let around = Surroundings { content, commands: &commands, tools: &tools };
    warnings.extend(personas::warnings(&parted(files).0, around));
    warnings.sort();
    warnings
}

/// Returns the nouns of all texts, with what they lead to.
#[must_use]
pub fn nouns(authored: &Authored) -> Vec<TextNouns> {
    let bodies: Vec<_> = authored.personas.iter().map(|it| &it.body).collect();
    nouns::nouns(&authored.content, &bodies)
}

/// Content whose warnings are looked for once nobody waits for the start any more.
#[derive(Clone)]
pub struct DeferredWarnings {
    pub(super) authored: Arc<Authored>,
    pub(super) files: Arc<[SourceFile]>,
    pub(super) commands: Vec<&'static CommandSpec>,
}

impl DeferredWarnings {
    /// Logs the number of warnings.
    pub fn log_count(&self) {
        let warnings = warnings(&self.authored, &self.files, &self.commands).len();
        if warnings > 0 {
            tracing::warn!(warnings, "the content may not be all that is meant; see hearsay check");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_either_line_ends() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("world.ron"), "(\r\n    banner: \"a\r\nb\",\n)\n").unwrap();
        let files = read(dir.path()).unwrap();
        assert_eq!(files[0].text, "(\n    banner: \"a\nb\",\n)\n");
    }

    #[test]
    fn what_editors_and_desktops_leave_is_not_content() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("personas/.git")).unwrap();
        for name in
            ["._mara.ron", ".#mara.ron", ".mara.ron.swp", ".mara.ron", ".git/mara.ron", "mara.ron~"]
        {
            fs::write(dir.path().join("personas").join(name), "\u{0}").unwrap();
        }
        std::os::unix::fs::symlink("nobody@nowhere:7", dir.path().join(".#world.ron")).unwrap();
        fs::write(dir.path().join("personas/mara.ron"), "()").unwrap();
        let files = read(dir.path()).unwrap();
        assert_eq!(files, [SourceFile::new("personas/mara.ron", "()")]);
    }

    #[test]
    fn only_regular_files_are_read_and_no_further_than_content_goes() {
        let dir = tempfile::tempdir().unwrap();
        let socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket.ron"));
        std::os::unix::fs::symlink("/dev/zero", dir.path().join("endless.ron")).unwrap();
        let fifo = std::process::Command::new("mkfifo").arg(dir.path().join("pipe.ron")).status();
        assert!(fifo.unwrap().success());
        let long = fs::File::create(dir.path().join("long.ron")).unwrap();
        long.set_len(MOST_BYTES + 1).unwrap();
        let files = read(dir.path()).unwrap();
        let paths: Vec<_> = files.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(paths, ["endless.ron", "long.ron", "pipe.ron", "socket.ron"]);
        let problems = check(&files, &[]).unwrap_err();
        let told: Vec<_> = problems.iter().map(ToString::to_string).collect();
        for (name, why) in [
            ("endless", "no regular file"),
            ("long", "more than 4 MiB"),
            ("pipe", "no regular file"),
            ("socket", "cannot be read"),
        ] {
            let is_told =
                |it: &&String| it.starts_with(&format!("{name}.ron:")) && it.contains(why);
            assert!(told.iter().find(is_told).is_some(), "{name}: {told:?}");
        }
        drop(socket);
    }
}
