//! Characters that staff made: their place among the files of the content, and the content with one
//! more or one less of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use assistants::{
    mind::made::{FOLDER, KIND, MadeDocument, MadeV1},
    persona::{Persona, archetype},
};
use engine::{
    id::CharacterId,
    request::{NewPersona, NpcWish},
    save::document::Saved,
};
use store::Store;
use world::{
    act::command::CommandSpec,
    beings::character::CharacterRef,
    content::{
        locate::{quoted_text, with_quoted_texts, with_word_in_sentences},
        problem::{Problem, SourceFile},
    },
};

use super::{
    files::{self, Authored},
    reload::ReloadRequest,
    reserved, source_files, taken,
};
use crate::account::names::PlayerName;

/// Folder of the personas of the content.
const PERSONAS: &str = "personas/";
/// Archetype of whoever is made without one, where the content has it.
const USUAL: &str = "folk";

/// Name of the topic that asks who somebody is.
const WHO: &str = "who-are-you";

const ID: &[&str] = &["id"];
const NAME: &[&str] = &["body", "name"];
const HOME: &[&str] = &["body", "home"];

/// Made characters by id.
type Made = BTreeMap<CharacterId, MadeV1>;
/// Path and text of each file.
type Files = Vec<(String, String)>;

/// Returns the saved made characters as files beside those of the content.
#[must_use]
pub fn files(saved: &Saved) -> Files {
    let rows = saved.0.get(KIND).into_iter().flatten();
    rows.map(|row| (path(&row.id), row.body.clone())).collect()
}

/// Made characters as files.
fn documents(made: Made) -> Files {
    let documents = made.into_iter().filter_map(|(id, it)| {
        Some((path(id.as_str()), serde_json::to_string(&MadeDocument::V1(it)).ok()?))
    });
    documents.collect()
}

/// Path of the document of a made character among the files.
fn path(id: &str) -> String {
    format!("{FOLDER}{id}.json")
}

/// Path of its persona, in problems.
fn persona_path(id: &CharacterId) -> String {
    format!("{FOLDER}{id}.ron")
}

/// Splits files into made characters and the content. What cannot be read is no character: a saved row
/// like that keeps the game from starting, as any other does.
pub(super) fn parted(files: &[SourceFile]) -> (Made, Vec<SourceFile>) {
    let (mut made, mut content) = (Made::new(), Vec::new());
    for file in files {
        let id = file.path.strip_prefix(FOLDER).and_then(|it| it.strip_suffix(".json"));
        match id.map(CharacterId::new) {
            None => content.push(file.clone()),
            Some(id) => {
                let document = serde_json::from_str::<MadeDocument>(&file.text);
                made.extend(id.ok().zip(document.ok().map(MadeDocument::current)));
            }
        }
    }
    (made, content)
}

/// Characters of the content, with those made ones that fit it.
pub(super) struct People {
    pub(super) personas: Vec<Arc<Persona>>,
    pub(super) problems: Vec<Problem>,
    /// Made characters that do not fit the content, with the reason.
    pub(super) put_away: BTreeMap<CharacterId, String>,
}

/// Checks the files of the minds together with the made characters. Those that cause problems are put
/// away, so that they never keep content from being read.
pub(super) fn people(
    of_minds: &[SourceFile],
    made: &Made,
    check: impl Fn(&[SourceFile]) -> (Vec<Arc<Persona>>, Vec<Problem>),
) -> People {
    let mut put_away = overridden(of_minds, made);
    loop {
        let left: Vec<_> = made.iter().filter(|(id, _)| !put_away.contains_key(*id)).collect();
        let file = |(id, it): &(&CharacterId, &MadeV1)| SourceFile::new(persona_path(id), &it.persona);
        let all = [of_minds.to_vec(), left.iter().map(file).collect()].concat();
        let (personas, problems) = check(&all);
        if left.is_empty() || problems.is_empty() {
            return People { personas, problems, put_away };
        }
        let blamed: BTreeMap<CharacterId, String> =
            left.iter().filter_map(|(id, _)| Some(((*id).clone(), blame(id, &problems)?))).collect();
        if blamed.is_empty() {
            // They may be what others have problems with; else those are found once more.
            let why = |problem: &Problem| problem.to_string();
            let why = problems.first().map(why).unwrap_or_default();
            put_away.extend(left.iter().map(|(id, _)| ((*id).clone(), why.clone())));
        } else {
            put_away.extend(blamed);
        }
    }
}

/// Sentences about the problems of one character; none if it has none.
fn blame(id: &CharacterId, problems: &[Problem]) -> Option<String> {
    let path = persona_path(id);
    let own = problems.iter().filter(|it| it.path == path);
    let sentences: Vec<&str> = own.map(|it| it.sentence.as_str()).collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// Made characters whose id or name a file of the content has, which goes before.
fn overridden(of_minds: &[SourceFile], made: &Made) -> BTreeMap<CharacterId, String> {
    if made.is_empty() {
        return BTreeMap::new();
    }
    let mut gone = BTreeMap::new();
    for file in of_minds.iter().filter(|it| it.path.starts_with(PERSONAS)) {
        let (id, name) = (quoted_text(&file.text, ID), quoted_text(&file.text, NAME));
        for (made_id, it) in made {
            let is_id = id.as_deref() == Some(made_id.as_str());
            let made_name = quoted_text(&it.persona, NAME).map(|it| it.to_lowercase());
            if is_id || made_name.is_some() && made_name == name.as_ref().map(|it| it.to_lowercase())
            {
                gone.insert(made_id.clone(), format!("{} has that id or name now", file.path));
            }
        }
    }
    gone
}

impl Authored {
    /// Returns the made characters as files beside those of the content.
    #[must_use]
    pub fn made_files(&self) -> Files {
        documents(self.made.clone())
    }

    /// Logs the made characters that have no place beside the content.
    pub fn log_put_away(&self) {
        for (id, why) in &self.put_away {
            tracing::warn!(
                %id, %why,
                "a character that the staff made is not there, because of the content; to delete \
                 what is saved of it: @npc remove"
            );
        }
    }

    /// Returns the content of before with one made character more or less, if that is all that this
    /// content differs in. Characters that stay are the very same, and a new one reads lines by the
    /// examples that the others have learned from.
    #[must_use]
    pub(super) fn with_one_changed(&self, before: &Self) -> Option<Self> {
        let of_content = |it: &Self| {
            let texts = it.texts.iter().filter(|(path, _)| !path.starts_with(FOLDER));
            texts.map(|(path, hash)| (path.clone(), *hash)).collect::<Vec<_>>()
        };
        let all: BTreeSet<&CharacterId> = self.made.keys().chain(before.made.keys()).collect();
        let changed = all.iter().filter(|id| self.made.get(**id) != before.made.get(**id)).count();
        if changed != 1 || of_content(self) != of_content(before) {
            return None;
        }
        let known = |id| before.personas.iter().find(|it| it.id == id);
        let examples = before.personas.first().map(|it| it.script.examples().clone());
        let persona = |it: &Arc<Persona>| {
            let same = self.made.get(&it.id) == before.made.get(&it.id);
            if let Some(known) = known(it.id.clone()).filter(|_| same) {
                return known.clone();
            }
            let mut new = Persona::clone(it);
            if let Some(examples) = &examples {
                new.script = new.script.with_examples(examples.clone());
            }
            Arc::new(new)
        };
        Some(Self {
            content: before.content.clone(),
            personas: self.personas.iter().map(persona).collect(),
            texts: self.texts.clone(),
            made: self.made.clone(),
            put_away: self.put_away.clone(),
        })
    }
}

/// What the characters of a game are changed in.
pub struct NpcChange<'a> {
    /// Current content of the game.
    pub before: &'a Authored,
    /// Commands of the game.
    pub commands: &'a [&'static CommandSpec],
    /// Files of that content.
    pub files: Files,
    pub wish: &'a NpcWish,
    /// Staff member who wants it.
    pub made: MadeV1,
}

impl<'a> NpcChange<'a> {
    /// Builds the change that a request wants.
    #[must_use]
    pub fn new(
        before: &'a Authored,
        commands: &'a [&'static CommandSpec],
        files: Files,
        wish: &'a NpcWish,
        (by, at): (CharacterRef, engine::clock::WorldTime),
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
                    NewPersona::Like(like) => plain(&files, (id.as_str(), name, home), like.as_deref())?,
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

/// Text of the persona of somebody plain.
fn plain(
    files: &Files,
    (id, name, home): (&str, &str, &str),
    like: Option<&str>,
) -> Result<String, String> {
    let prefix = archetype::FOLDER;
    let known = files.iter().filter_map(|(path, _)| path.strip_prefix(prefix)?.strip_suffix(".ron"));
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
fn is_asked_who(files: &Files, like: &str) -> bool {
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

/// Text of the persona of another, under this id and name and with this home. Where it speaks of itself
/// by its name, the copy does by its own.
fn copied(
    before: &Authored,
    files: &Files,
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
    copy.ok_or_else(|| format!("The persona of {of} cannot be copied; copy its file in the content."))
}

/// Sentences about the made characters that came and went, for whoever asked for it.
pub(super) fn sentences(before: &Authored, today: &Authored) -> Vec<String> {
    let name = |of: &Authored, id: &CharacterId| {
        let persona = of.personas.iter().find(|it| it.id == *id);
        persona.map_or_else(|| id.to_string(), |it| it.body.name.clone())
    };
    let gone = before.made.keys().filter(|id| !today.made.contains_key(*id));
    let gone = gone.map(|id| format!("{} is gone, with all that it remembered.", name(before, id)));
    let came = today.made.keys().filter(|id| !before.made.contains_key(*id));
    let came = came.map(|id| {
        let name = name(today, id);
        format!("{name} is here now, and answers when spoken to. To see more: @npc show {id}")
    });
    gone.chain(came).collect()
}

#[cfg(test)]
mod tests;
