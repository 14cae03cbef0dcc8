//! Content with one made character more or less, as a staff member wants it.

use std::{collections::BTreeMap, sync::Arc};

use assistants::{
    mind::made::{FOLDER, MadeV1},
    persona::archetype,
};
use engine::{
    clock::WorldTime,
    id::CharacterId,
    request::{NewPersona, NpcWish},
};
use store::Store;
use world::{
    act::command::CommandSpec,
    beings::character::CharacterRef,
    content::locate::{quoted_text, with_quoted_texts, with_word_in_sentences},
};

use super::{ID, NAME, PERSONAS, TextFiles, documents};
use crate::{
    account::names::PlayerName,
    setup::{
        files::{self, Authored},
        reload::ReloadRequest,
        reserved, source_files, taken,
    },
};

/// Archetype of whoever is made without one, where the content has it.
const USUAL: &str = "folk";

/// Name of the topic that asks who somebody is.
const WHO: &str = "who-are-you";

const HOME: &[&str] = &["body", "home"];

/// Context of a change of characters: the game in which they are changed.
pub struct NpcChange<'a> {
    /// Current content of the game.
    pub before: &'a Authored,
    /// Commands of the game.
    pub commands: &'a [&'static CommandSpec],
    /// TextFiles of that content.
    pub files: TextFiles,
    pub wish: &'a NpcWish,
    /// Staff member who wants the change.
    pub made: MadeV1,
}

impl<'a> NpcChange<'a> {
    /// Builds the change that a request wants.
    #[must_use]
    pub fn new(
        before: &'a Authored,
        commands: &'a [&'static CommandSpec],
        files: TextFiles,
        wish: &'a NpcWish,
        (by, at): (CharacterRef, WorldTime),
    ) -> Self {
        let made = MadeV1 { by, at, persona: String::new() };
        Self { before, commands, files, wish, made }
    }

    /// Returns the content with the change.
    ///
    /// # Errors
    /// Sentence for the staff.
    pub fn prepare(self) -> Result<ReloadRequest, String> {
        let Self { before, commands, files, wish, mut made } = self;
        let mut all = before.made.clone();
        match wish {
            NpcWish::Remove { id } => {
                all.remove(id);
            }
            NpcWish::Make { id, name, home, persona } => {
                let name = PlayerName::new(name).map_err(|why| why.to_string())?;
                reserved(before).check(&name).map_err(|why| why.to_string())?;
                let (name, home) = (name.as_str(), home.as_str());
                made.persona = match persona {
                    NewPersona::Like(like) => {
                        plain(&files, (id.as_str(), name, home), like.as_deref())?
                    }
                    NewPersona::Of(of) => copied(before, &files, (id.as_str(), name, home), of)?,
                };
                all.insert(id.clone(), made);
            }
        }
        let files = [files, documents(all)].concat();
        let authored = files::check(&source_files(&files), commands).map_err(|problems| {
            let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
            format!("{}\nNothing was changed.", problems.join("\n"))
        })?;
        if let NpcWish::Make { id, name, .. } = wish
            && let Some(why) = authored.put_away.get(id)
        {
            return Err(format!("{name} does not fit the content: {why}. Nothing was changed."));
        }
        Ok(ReloadRequest { files, authored: Arc::new(authored) })
    }

    /// Checks that the files are those that the game was last read from.
    ///
    /// # Errors
    /// Sentence for the staff.
    pub fn check_unchanged(&self) -> Result<(), String> {
        let today = self.files.iter().map(|(path, text)| (path, files::hash(text)));
        let before = self.before.texts.iter().filter(|(path, _)| !path.starts_with(FOLDER));
        if today.collect::<BTreeMap<_, _>>() == before.map(|(path, it)| (path, *it)).collect() {
            return Ok(());
        }
        Err("The content files have changed since they were read. Read them again first: @npc reload"
            .to_owned())
    }
}

/// Checks that no player has the name or the id of a new character.
///
/// # Errors
/// Sentence for the staff.
pub async fn check_taken(wish: &NpcWish, store: &Store) -> Result<(), String> {
    let NpcWish::Make { id, name, .. } = wish else { return Ok(()) };
    let taken = taken::by_player(id, name, store).await.map_err(|it| it.to_string())?;
    taken.map_or(Ok(()), |(_, why)| Err(format!("{why}.")))
}

/// Returns the text of the persona of somebody plain.
fn plain(
    files: &TextFiles,
    (id, name, home): (&str, &str, &str),
    like: Option<&str>,
) -> Result<String, String> {
    let prefix = archetype::FOLDER;
    let known =
        files.iter().filter_map(|(path, _)| path.strip_prefix(prefix)?.strip_suffix(".ron"));
    let known: Vec<&str> = known.collect();
    let like = match like {
        Some(like) if !known.contains(&like) => {
            let all = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(format!("There is no archetype {like}; there are: {all}."));
        }
        Some(like) => Some(like),
        None => known.contains(&USUAL).then_some(USUAL),
    };
    let itself = format!(r#""I am {name}.", "{name} is my name.""#);
    let talk = match like {
        Some(like) if is_asked_who(files, like) => {
            format!("like: {like:?},\n    answers: {{ {WHO:?}: [{itself}] }}")
        }
        Some(like) => format!("like: {like:?}"),
        None => format!(
            "answers: {{ \"otherwise\": [\"That is more than I know.\"] }},\n    topics: [(name: {WHO:?}, \
             hears: [\"who are you\", \"your name\"], text: [{itself}])]"
        ),
    };
    Ok(format!(
        r#"(
    id: {id:?},
    body: (
        name: {name:?},
        description: "{name} has not been here for long.",
        home: {home:?},
        role: Player,
    ),
    {talk},
    voice: "Plain and friendly, in short sentences.",
)
"#
    ))
}

/// Returns whether an archetype, or one that it is like, has an answer to who somebody is.
fn is_asked_who(files: &TextFiles, like: &str) -> bool {
    let mut like = Some(like.to_owned());
    // In checked content no archetype is like itself.
    while let Some(name) = like {
        let path = format!("{}{name}.ron", archetype::FOLDER);
        let Some((_, text)) = files.iter().find(|(it, _)| *it == path) else { return false };
        if text.contains(&format!("name: {WHO:?}")) {
            return true;
        }
        like = quoted_text(text, &["like"]);
    }
    false
}

/// Returns the text of the persona of another, under this id and name and with this home. Where it
/// speaks of itself by its name, the copy does by its own.
fn copied(
    before: &Authored,
    files: &TextFiles,
    (id, name, home): (&str, &str, &str),
    of: &CharacterId,
) -> Result<String, String> {
    let of_content = || {
        let texts = files.iter().filter(|(path, _)| path.starts_with(PERSONAS));
        let mut texts = texts.map(|(_, text)| text.as_str());
        texts.find(|text| quoted_text(text, ID).as_deref() == Some(of.as_str()))
    };
    let put_away = before.put_away.contains_key(of);
    let made = before.made.get(of).filter(|_| !put_away).map(|it| it.persona.as_str());
    let text = made.or_else(of_content);
    let copy = text.and_then(|it| {
        let renamed = with_word_in_sentences(it, &quoted_text(it, NAME)?, name);
        with_quoted_texts(&renamed, &[(ID, id), (NAME, name), (HOME, home)])
    });
    copy.ok_or_else(|| {
        format!("The persona of {of} cannot be copied; copy its file in the content.")
    })
}
