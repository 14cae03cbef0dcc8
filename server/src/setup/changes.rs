//! Changes of reloaded content, in sentences for whoever asked for the reload.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
};

use engine::id::CharacterId;
use world::content::{
    aftermath::{Aftermath, EmptiedRoom},
    changes::ContentChanges,
};

use super::files::Authored;

/// Most names of one list, and most places of the things of one kind; of the others there is only a
/// number.
const MOST_NAMED: usize = 12;

/// Changes, a sentence each.
pub(super) fn sentences(before: &Authored, today: &Authored, came: &Aftermath) -> Vec<String> {
    let (old, new) = (&before.content, &today.content);
    let rooms = ContentChanges::between(&old.rooms, &new.rooms, &new.former.rooms);
    let kinds = ContentChanges::between(&old.kinds, &new.kinds, &new.former.kinds);
    let start = new.start.as_ref().map_or_else(String::new, ToString::to_string);
    let mut told = listed("rooms", &rooms);
    told.extend(gone_rooms(&rooms.gone, came, &start));
    told.extend(listed("kinds of things", &kinds));
    told.extend(kinds.gone.iter().map(|kind| {
        gone_kind(kind, came.put_away.get(kind).map(Vec::as_slice).unwrap_or_default())
    }));
    told.extend(came.back.iter().map(|(kind, count)| {
        let are = if *count == 1 { "is" } else { "are" };
        format!("{} of the kind {kind} {are} back.", things(*count))
    }));
    let people = people(before, today);
    told.extend(listed("people", &people));
    if !people.gone.is_empty() {
        told.push(format!("Gone people: {}.", names(&people.gone)));
    }
    let besides = besides(before, today);
    if !besides.is_empty() {
        told.push(format!("Changed besides: {}.", names(&besides)));
    }
    if told.is_empty() {
        told.push("Nothing in it has changed.".to_owned());
    }
    told
}

/// Returns the sentences about the made characters that came and went, for whoever asked for it.
pub(super) fn made(before: &Authored, today: &Authored) -> Vec<String> {
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

/// Returns the sentences about added, changed and renamed ids.
fn listed<Id: Display>(what: &str, content_changes: &ContentChanges<Id>) -> Vec<String> {
    let lists = [("New", &content_changes.added), ("Changed", &content_changes.changed)];
    let some = lists.into_iter().filter(|(_, ids)| !ids.is_empty());
    let mut told: Vec<String> =
        some.map(|(how, ids)| format!("{how} {what}: {}.", names(ids))).collect();
    if !content_changes.renamed.is_empty() {
        let pairs = content_changes
            .renamed
            .iter()
            .map(|(before, today)| format!("{before} is {today} now"));
        told.push(format!("Renamed {what}: {}.", names(&pairs.collect::<Vec<_>>())));
    }
    told
}

/// Returns the sentences about removed rooms, and about the people and things that were in them.
fn gone_rooms<Id: Display>(gone: &[Id], came: &Aftermath, start: &str) -> Option<String> {
    let left = came.emptied.values().fold(EmptiedRoom::default(), |all, it| EmptiedRoom {
        people: all.people + it.people,
        things: all.things + it.things,
        fixed: all.fixed + it.fixed,
    });
    let mut told = format!("Gone rooms: {}.", names(gone));
    let people = match left.people {
        1 => "1 person".to_owned(),
        people => format!("{people} people"),
    };
    for (count, what, went) in [
        (left.people, people, format!("went to {start}")),
        (left.things, things(left.things), format!("went to {start}")),
        (left.fixed, things(left.fixed), "cannot be moved and went with them".to_owned()),
    ] {
        if count > 0 {
            told.push_str(&format!(" {what} from there {went}."));
        }
    }
    told.push_str(&format!(
        " If one of them only has another id now, write was: \"{}\" in it and reload.",
        gone.first()?
    ));
    Some(told)
}

/// Returns a kind that is gone, and where the things of it were.
fn gone_kind(kind: &impl Display, places: &[String]) -> String {
    let with = match places.len() {
        0 => ".".to_owned(),
        count => format!(", and {} with it ({}).", things(count), names(places)),
    };
    format!(
        "The kind {kind} is gone{with} If it only has another id now, write was: \"{kind}\" in it and \
         reload: then its things are there again."
    )
}

/// Returns the characters, by the names that they had last, and with what stands in their own
/// files.
fn people(before: &Authored, today: &Authored) -> ContentChanges<String> {
    let by_id = |of: &Authored| {
        let people = of.personas.iter().map(|it| {
            let file = it.at.as_ref().and_then(|at| of.texts.get(&*at.path));
            (it.id.clone(), (file.copied(), it.clone()))
        });
        people.collect::<BTreeMap<_, _>>()
    };
    let (old, new) = (by_id(before), by_id(today));
    let name = |id: &CharacterId| {
        new.get(id).or(old.get(id)).map_or_else(String::new, |(_, it)| it.body.name.clone())
    };
    let file = |(id, (text, _)): (&CharacterId, &(Option<u64>, _))| (id.clone(), *text);
    let [old_files, new_files] = [&old, &new].map(|it| it.iter().map(file).collect());
    let ContentChanges { added, changed, renamed: _, gone } =
        ContentChanges::between(&old_files, &new_files, &BTreeMap::new());
    let [added, changed, gone] = [added, changed, gone].map(|it| it.iter().map(name).collect());
    ContentChanges { added, changed, renamed: Vec::new(), gone }
}

/// Returns changed files that hold neither rooms and kinds nor one character.
fn besides<'a>(before: &'a Authored, today: &'a Authored) -> Vec<&'a str> {
    let own = |path: &str| path.starts_with("zones/") || path.starts_with("personas/");
    let is_otherwise = |path: &&String| before.texts.get(*path) != today.texts.get(*path);
    let all: BTreeSet<&String> = before.texts.keys().chain(today.texts.keys()).collect();
    let others = all.into_iter().filter(|path| !own(path)).filter(is_otherwise);
    others.map(String::as_str).collect()
}

fn things(count: usize) -> String {
    match count {
        1 => "1 thing".to_owned(),
        count => format!("{count} things"),
    }
}

/// Returns the first of some names, and how many more there are.
fn names(all: &[impl Display]) -> String {
    let mut seen = BTreeSet::new();
    let named: Vec<String> = all.iter().map(ToString::to_string).collect();
    let named: Vec<&String> = named.iter().filter(|it| seen.insert(*it)).collect();
    let (some, more) = named.split_at(named.len().min(MOST_NAMED));
    let some: Vec<&str> = some.iter().map(|it| it.as_str()).collect();
    match more.len() {
        0 => some.join(", "),
        more => format!("{} and {more} more", some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use world::content::problem::SourceFile;

    use super::*;
    use crate::setup::{command_specs, files, rules};

    fn authored(rooms: &str, kinds: &str, people: &[(&str, &str)]) -> Authored {
        let world = r#"(name: "T", banner: "Hi.", welcome: "W.", start: "town/square")"#;
        let zone = format!("(id: \"town\", name: \"Town\", rooms: [{rooms}], kinds: [{kinds}])");
        let zones = [("world.ron", world.to_owned()), ("zones/town.ron", zone)];
        let people = people.iter().map(|(id, voice)| {
            let text = format!(
                r#"(id: "{id}", body: (name: "{id}", description: "Calm.", home: "town/square"),
                   voice: "{voice}", answers: {{"otherwise": ["Hm."]}})"#
            );
            SourceFile::new(format!("personas/{id}.ron"), text)
        });
        let zones = zones.iter().map(|(path, text)| SourceFile::new(*path, text));
        let news = SourceFile::new("news.ron", format!("// For {}.\n[]", people.len()));
        let files: Vec<SourceFile> = zones.chain([news]).chain(people).collect();
        files::check(&files, &command_specs(&rules(0))).unwrap()
    }

    #[test]
    fn what_changed_is_told_in_a_few_sentences() {
        let square = r#"(id: "square", name: "Square", description: "Wide.", exits: [EXITS]),"#;
        let rooms = |exits: &str, rest: &str| square.replace("EXITS", exits) + rest;
        let loft = r#"(id: "loft", name: "Loft", description: "High.")"#;
        let attic = r#"(id: "attic", was: "loft", name: "Attic", description: "High.")"#;
        let (up, to_attic) = (r#"(direction: Up, to: "loft")"#, r#"(direction: Up, to: "attic")"#);
        let lamp = r#"(id: "lamp", name: "a lamp", description: "It burns.")"#;
        let torch = r#"(id: "torch", was: ["lamp"], name: "a torch", description: "It burns.")"#;
        let before = authored(&rooms(up, loft), lamp, &[("ann", "Soft."), ("bea", "Loud.")]);
        let today = authored(&rooms(to_attic, attic), torch, &[("ann", "Low."), ("cid", "Dry.")]);
        let none = Aftermath::default();
        assert_eq!(sentences(&before, &before, &none), ["Nothing in it has changed."]);
        assert_eq!(
            sentences(&before, &today, &none),
            [
                "Changed rooms: town/square.",
                "Renamed rooms: town/loft is town/attic now.",
                "Renamed kinds of things: lamp is torch now.",
                "New people: cid.",
                "Changed people: ann.",
                "Gone people: bea.",
            ]
        );
        let alone = authored(&rooms("", ""), "", &[]);
        let left = EmptiedRoom { people: 2, things: 1, fixed: 1 };
        let emptied = [("town/loft".to_owned().try_into().unwrap(), left)].into();
        let came = Aftermath { emptied, ..Aftermath::default() };
        assert_eq!(
            sentences(&before, &alone, &came)[1..],
            [
                "Gone rooms: town/loft. 2 people from there went to town/square. 1 thing from there \
                 went to town/square. 1 thing from there cannot be moved and went with them. If \
                 one of them only has another id now, write was: \"town/loft\" in it and reload.",
                "The kind lamp is gone. If it only has another id now, write was: \"lamp\" in it \
                 and reload: then its things are there again.",
                "Gone people: ann, bea.",
                "Changed besides: news.ron.",
            ]
        );
        let many: Vec<usize> = (1..=15).collect();
        assert_eq!(names(&many), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more");
    }
}
