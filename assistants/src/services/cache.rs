//! Cache of answers of services. An entry is found only by the character whose mind made the same call,
//! before the same readers, of a tool that is still the same: nobody learns by it what others asked.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    label::{Label, Readers},
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use world::beings::forgetting::{AddForgetter, Forgotten, Gone};

use super::{CacheScope, ServiceTool};

/// Kind of the documents; their ids are those of the characters.
pub const KIND: &str = "service-answers";

/// Maximum number of entries of one character in each scope, of those that everybody may know of and of the
/// others; of more the oldest goes.
pub const MOST_ENTRIES: usize = 16;

/// Key of an entry beside the character.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct CacheKey {
    tool: String,
    /// Arguments as JSON, sorted by name.
    arguments: String,
    /// Permitted readers of the call.
    readers: Readers,
    /// Epoch of the tool.
    epoch: u64,
}

/// Cached answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct CacheEntry {
    text: String,
    /// Label of the call, whose arguments stand in the key.
    label: Label,
    since: WorldTime,
    /// Time from which on the answer is too old.
    until: WorldTime,
    scope: CacheScope,
}

/// Answers of services by the character whose mind asked.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct ServiceCache(BTreeMap<CharacterId, BTreeMap<CacheKey, CacheEntry>>);

/// Call as the cache sees it.
#[derive(Debug, Clone, Copy)]
pub struct CachedCall<'a> {
    /// Character whose mind calls.
    pub npc: &'a CharacterId,
    pub tool: &'a ServiceTool,
    pub arguments: &'a Map<String, Value>,
    /// Label of the call.
    pub label: &'a Label,
}

impl CachedCall<'_> {
    fn key(&self) -> CacheKey {
        CacheKey {
            tool: self.tool.name.clone(),
            arguments: Value::Object(self.arguments.clone()).to_string(),
            readers: self.label.readers.clone(),
            epoch: self.tool.epoch(),
        }
    }
}

impl ServiceCache {
    /// Returns the answer to a call that was made before, if it is not too old.
    #[must_use]
    pub fn get(&self, call: &CachedCall<'_>, now: WorldTime) -> Option<&str> {
        let entry = self.0.get(call.npc)?.get(&call.key())?;
        let is_fresh = match entry.scope {
            CacheScope::None => false,
            CacheScope::Tick => entry.since == now,
            CacheScope::Session | CacheScope::Persistent => now < entry.until,
        };
        is_fresh.then_some(entry.text.as_str())
    }

    /// Keeps an answer. Returns whether it has to be saved.
    pub fn put(&mut self, call: &CachedCall<'_>, text: &str, now: WorldTime) -> bool {
        let scope = call.tool.scope;
        if scope == CacheScope::None {
            return false;
        }
        let until = now.after(call.tool.keep);
        let entry = CacheEntry {
            text: text.to_owned(),
            label: call.label.clone(),
            since: now,
            until,
            scope,
        };
        let all = self.0.entry(call.npc.clone()).or_default();
        all.insert(call.key(), entry);
        all.retain(|_, it| match it.scope {
            CacheScope::Tick => it.since == now,
            CacheScope::None | CacheScope::Session | CacheScope::Persistent => now < it.until,
        });
        let is_public = |label: &Label| label.readers == Readers::Everyone;
        let like =
            |it: &CacheEntry| it.scope == scope && is_public(&it.label) == is_public(call.label);
        while all.values().filter(|it| like(it)).count() > MOST_ENTRIES {
            let like = all.iter().filter(|(_, it)| like(it));
            let Some(oldest) = like.min_by_key(|(_, it)| it.since).map(|(key, _)| key.clone())
            else {
                break;
            };
            all.remove(&oldest);
        }
        scope == CacheScope::Persistent
    }

    /// Drops the entries of one character, or of all, whose calls had words of such a one in them.
    /// Returns the characters whose entries changed.
    fn drop_of(
        &mut self,
        npc: Option<&CharacterId>,
        is_gone: impl Fn(&CharacterId) -> bool,
    ) -> Vec<CharacterId> {
        let mut changed = Vec::new();
        let is_such = |it: &CharacterId| npc.is_none_or(|of| of == it);
        for (id, all) in self.0.iter_mut().filter(|(id, _)| is_such(id)) {
            let before = all.len();
            all.retain(|_, it| !it.label.all_named().any(&is_gone));
            if all.len() != before {
                changed.push(id.clone());
            }
        }
        self.0.retain(|_, all| !all.is_empty());
        changed
    }
}

/// Looks a call up in the cache of a world.
#[must_use]
pub fn look_up(world: &World, call: &CachedCall<'_>) -> Option<String> {
    let now = world.resource::<Clock>().now;
    world.resource::<ServiceCache>().get(call, now).map(str::to_owned)
}

/// Keeps the answer to a call in the cache of a world.
pub fn keep(world: &mut World, call: &CachedCall<'_>, text: &str) {
    let now = world.resource::<Clock>().now;
    if world.resource_mut::<ServiceCache>().put(call, text, now) {
        world.resource_mut::<Dirty>().touch_document(KIND, call.npc.as_str());
    }
}

/// Drops the answers that a character's mind asked for with words of somebody, or for them alone.
pub fn forget_by(world: &mut World, npc: &CharacterId, whom: &CharacterId) {
    let changed = world.resource_mut::<ServiceCache>().drop_of(Some(npc), |it| it == whom);
    touch(world, &changed);
}

fn touch(world: &mut World, changed: &[CharacterId]) {
    let mut dirty = world.resource_mut::<Dirty>();
    changed.iter().for_each(|it| dirty.touch_document(KIND, it.as_str()));
}

/// Document of the answers that one character keeps over a restart.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum AnswersDocument {
    V1(Vec<(CacheKey, CacheEntry)>),
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<ServiceCache>();
    sim.add_forgetter(forget);
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let npc = CharacterId::new(id).ok()?;
    let gone = world.resource::<Gone>();
    let is_gone = |it: &CacheEntry| it.label.all_named().any(|id| gone.contains(id));
    let all = world.resource::<ServiceCache>().0.get(&npc)?.iter();
    let kept = all.filter(|(_, it)| it.scope == CacheScope::Persistent && !is_gone(it));
    let kept: Vec<_> = kept.map(|(key, it)| (key.clone(), it.clone())).collect();
    if kept.is_empty() {
        return None;
    }
    let named = kept.iter().flat_map(|(_, it)| it.label.all_named());
    let named: BTreeSet<CharacterId> = named.filter(|it| **it != npc).cloned().collect();
    let row = document::row(KIND, id, id, &AnswersDocument::V1(kept));
    Some(row.map(|it| it.mentioning(named)))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let mut cache = ServiceCache::default();
    for row in saved {
        let AnswersDocument::V1(kept) = document::read(KIND, row)?;
        let Ok(npc) = CharacterId::new(&row.id) else { continue };
        cache.0.insert(npc, kept.into_iter().collect());
    }
    world.insert_resource(cache);
    Ok(())
}

fn forget(world: &mut World, whom: &Forgotten) {
    let is_gone = |it: &CharacterId| whom.characters.contains(it);
    let changed = world.resource_mut::<ServiceCache>().drop_of(None, is_gone);
    touch(world, &changed);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::label::Integrity;
    use serde_json::json;

    use super::*;

    fn tool(scope: CacheScope) -> ServiceTool {
        ServiceTool {
            name: "wiki__lookup".to_owned(),
            description: "Look it up.".to_owned(),
            parameters: json!({}),
            outside: false,
            scope,
            keep: Duration::from_secs(60),
        }
    }

    fn id(name: &str) -> CharacterId {
        CharacterId::new(name).unwrap()
    }

    fn arguments(query: &str) -> Map<String, Value> {
        Map::from_iter([("query".to_owned(), Value::from(query))])
    }

    fn at(seconds: u64) -> WorldTime {
        WorldTime(seconds * 1_000)
    }

    #[test]
    fn an_answer_is_for_the_same_mind_readers_and_tool_alone() {
        let (mara, pip, open) = (id("mara"), id("pip"), Label::engine());
        let aside = Label {
            readers: Readers::Only([id("ann"), mara.clone()].into()),
            ..Label::by(id("ann"), Integrity::Player)
        };
        let (wiki, spoons) = (tool(CacheScope::Session), arguments("spoons"));
        let call = CachedCall { npc: &mara, tool: &wiki, arguments: &spoons, label: &aside };
        let mut cache = ServiceCache::default();
        cache.put(&call, "Of silver.", at(0));
        assert_eq!(cache.get(&call, at(59)), Some("Of silver."));
        assert_eq!(cache.get(&call, at(60)), None, "it is too old");
        let other_tool = ServiceTool { description: "Read it.".to_owned(), ..wiki.clone() };
        let ladles = arguments("ladles");
        for other in [
            CachedCall { npc: &pip, ..call },
            CachedCall { label: &open, ..call },
            CachedCall { tool: &other_tool, ..call },
            CachedCall { arguments: &ladles, ..call },
        ] {
            assert_eq!(cache.get(&other, at(1)), None, "{other:?}");
        }
    }

    #[test]
    fn a_scope_ends_with_its_tick_or_with_its_time() {
        let (mara, open, spoons) = (id("mara"), Label::engine(), arguments("spoons"));
        for (scope, same_tick, later, is_saved) in [
            (CacheScope::None, false, false, false),
            (CacheScope::Tick, true, false, false),
            (CacheScope::Session, true, true, false),
            (CacheScope::Persistent, true, true, true),
        ] {
            let wiki = tool(scope);
            let call = CachedCall { npc: &mara, tool: &wiki, arguments: &spoons, label: &open };
            let mut cache = ServiceCache::default();
            assert_eq!(cache.put(&call, "Of silver.", at(5)), is_saved);
            assert_eq!(cache.get(&call, at(5)).is_some(), same_tick, "{scope:?}");
            assert_eq!(cache.get(&call, at(6)).is_some(), later, "{scope:?}");
        }
    }

    #[test]
    fn the_oldest_makes_room_and_what_came_of_somebody_goes_with_them() {
        let (mara, wiki) = (id("mara"), tool(CacheScope::Session));
        let label = Label::by(id("ann"), Integrity::Player);
        let mut cache = ServiceCache::default();
        for n in 0..u64::try_from(MOST_ENTRIES).unwrap() + 1 {
            let asked = arguments(&n.to_string());
            let call = CachedCall { npc: &mara, tool: &wiki, arguments: &asked, label: &label };
            cache.put(&call, "Yes.", at(n));
        }
        let get = |cache: &ServiceCache, n: u64| {
            let asked = arguments(&n.to_string());
            let call = CachedCall { npc: &mara, tool: &wiki, arguments: &asked, label: &label };
            cache.get(&call, at(20)).is_some()
        };
        assert!(!get(&cache, 0) && get(&cache, 1) && get(&cache, 16));
        assert_eq!(cache.drop_of(None, |it| *it == id("bob")), []);
        assert_eq!(cache.drop_of(Some(&id("pip")), |it| *it == id("ann")), []);
        assert_eq!(cache.drop_of(Some(&mara), |it| *it == id("ann")), [mara]);
        assert_eq!(cache, ServiceCache::default());
    }

    #[test]
    fn what_is_to_last_is_there_after_a_restart() {
        let game = || {
            let mut sim = Simulation::new(1);
            sim.world_mut().init_resource::<Dirty>();
            sim.world_mut().init_resource::<Gone>();
            plugin(&mut sim);
            sim
        };
        let (mara, open, spoons) = (id("mara"), Label::engine(), arguments("spoons"));
        let (wiki, web) = (tool(CacheScope::Persistent), tool(CacheScope::Session));
        let web = ServiceTool { name: "web_search".to_owned(), ..web };
        let lasting = CachedCall { npc: &mara, tool: &wiki, arguments: &spoons, label: &open };
        let passing = CachedCall { tool: &web, ..lasting };
        let mut before = game();
        for call in [&lasting, &passing] {
            keep(before.world_mut(), call, "Of silver.");
        }
        let written = collect(before.world(), Changed::Document("mara")).unwrap().unwrap();
        let mut after = game();
        let row = SavedRow { id: written.id, owner: written.owner, body: written.body.unwrap() };
        restore(after.world_mut(), &[row]).unwrap();
        assert_eq!(look_up(after.world(), &lasting).as_deref(), Some("Of silver."));
        assert_eq!(look_up(after.world(), &passing), None);
    }
}
