//! Table of the state of minds with respect to private turns: each field has a rule by which a
//! public turn shows nothing that a private one changed. A field without a row fails here, so that
//! its author has to choose the rule.

use std::collections::{BTreeMap, BTreeSet};

use assistants::mind::body;
use engine::id::CharacterId;
use syn::{
    Fields, Ident, Item, ItemStruct, Type,
    visit::{self, Visit},
};
use tests::{machine::Machine, story};

use super::{is_test, sources};

/// StateRule of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StateRule {
    /// A copy for each set of readers (`ReaderCopies`).
    Copies,
    /// Values that each have a label; whoever reads them goes by it, and none is dropped for one that
    /// not all its readers may know of.
    Labelled,
    /// Comes from what everybody could see, and from nothing else.
    Public,
    /// Values without a label of their own, each of whose fields has a row.
    Each,
    /// Time of an event, or room for it: never text that was said or asked.
    Timing,
    /// Numbers and marks that nobody can tell one from another.
    Masked,
    /// Text of the content, the settings or the staff.
    Authored,
    /// The thought in progress, of whose questions the label is known.
    Thought,
}

use StateRule::{Authored, Copies, Each, Labelled, Masked, Public, Thought, Timing};

/// The fields of all components and resources of minds.
const STATE: [(&str, StateRule); 109] = [
    ("Acquaintance.before", Public),
    ("Acquaintance.came", Public),
    ("Acquaintance.greeted", Copies),
    ("Acquaintance.regard", Copies),
    ("Acquaintance.said", Copies),
    ("Acquaintance.slots", Copies),
    ("Acquaintance.standing", Copies),
    ("Acquaintance.talk", Copies),
    ("Acquaintance.talked", Copies),
    ("Acquaintances.0", Each),
    ("Asking.0", Masked),
    ("Attention.owed", Timing),
    ("Attention.served", Timing),
    ("Attention.turned_away", Labelled),
    ("Attention.unbidden", Timing),
    ("Attention.waiting", Labelled),
    ("AuthoredPersona.0", Authored),
    ("ContextSettings.0", Authored),
    ("Delegations.all", Labelled),
    ("Delegations.next", Masked),
    ("OpenBreakers.0", Timing),
    ("ExamplesLearned.0", Authored),
    ("ExchangeLines.0", Labelled),
    ("Goals.all", Labelled),
    ("Goals.due", Timing),
    ("Goals.last", Masked),
    ("Health.errors", Timing),
    ("Health.paused_until", Timing),
    ("Health.rests_until", Timing),
    ("Health.stopped", Authored),
    ("Leads.beat", Timing),
    ("Leads.changed", Masked),
    ("Leads.misses", Timing),
    ("Leads.next", Masked),
    ("Leads.open", Labelled),
    ("Lingering.given", Timing),
    ("Lingering.rooms", Timing),
    ("LongActions.all", Labelled),
    ("LongActions.next", Masked),
    ("Meetings.expected", Timing),
    ("Meetings.met", Timing),
    ("Meetings.told", Timing),
    ("Mind.pairs", Timing),
    ("Mind.persona", Authored),
    ("Mind.policy", Authored),
    ("Mind.tools", Authored),
    ("ModelFallbacks.0", Authored),
    ("ModelProfiles.0", Authored),
    ("MadeCharacters.0", Authored),
    ("MindSettings.0", Authored),
    ("MindBounds.acquaintances", Authored),
    ("MindBounds.draws", Authored),
    ("MindBounds.fresh", Authored),
    ("MindBounds.fresh_lines", Authored),
    ("MindBounds.leads", Authored),
    ("MindBounds.lines", Authored),
    ("MindBounds.passed_over", Authored),
    ("MindBounds.rumours", Authored),
    ("MindBounds.talks", Authored),
    ("MindBounds.thoughts", Authored),
    ("Mood.0", Copies),
    ("NewestRecord.changes", Authored),
    ("NewestRecord.passed_over", Labelled),
    ("NewestRecord.thoughts", Thought),
    ("NextTicket.0", Masked),
    ("NoteReadings.0", Authored),
    ("Notebook.fresh", Labelled),
    ("Notebook.lines", Labelled),
    ("Notebook.next", Masked),
    ("Notebook.talks", Labelled),
    ("OpenOpinions.0", Masked),
    ("OutsideModels.0", Authored),
    ("Patience.0", Authored),
    ("Press.number", Masked),
    ("Press.printing", Authored),
    ("Reflection.asked", Labelled),
    ("Reflection.sums", Labelled),
    ("Projects.active", Public),
    ("Projects.all", Labelled),
    ("Projects.last", Masked),
    ("Retractions.0", Authored),
    ("Rumours.0", Labelled),
    ("RunQueue.0", Timing),
    ("SeenDeeds.0", Public),
    ("ServiceCache.0", Labelled),
    ("ServiceTools.0", Authored),
    ("Sleep.acts", Timing),
    ("Sleep.chosen", Authored),
    ("Sleep.drowsy", Timing),
    ("Sleep.opinion", Labelled),
    ("Sleep.phase", Timing),
    ("Sleep.questions", Timing),
    ("Sleep.units", Labelled),
    ("Sleep.worked", Masked),
    ("SmallTalk.0", Authored),
    ("Spending.ledger", Timing),
    ("Spending.told", Timing),
    ("Stream.0", Labelled),
    ("Thinking.acted", Timing),
    ("Thinking.asked", Timing),
    ("Thinking.captured", Labelled),
    ("Thinking.draws", Copies),
    ("Thinking.fences", Masked),
    ("Thinking.matter", Thought),
    ("Thinking.parked", Thought),
    ("Thinking.sent", Copies),
    ("Thinking.turn", Thought),
    ("WarmUps.open", Masked),
    ("WarmUps.waiting", Timing),
];

/// The components of a mind that are the world's: what it does there are deeds, which have the readers
/// of their place, and what is said between two is known by the conversation.
const WORLDS: &[&str] = &[
    "Aliases",
    "AuthoredAt",
    "Authorship",
    "Character",
    "ContainedIn",
    "Contents",
    "Conversations",
    "Cooldowns",
    "Description",
    "Doing",
    "FollowedBy",
    "Follows",
    "Home",
    "Ignores",
    "Marks",
    "Name",
    "Offers",
    "OnFoot",
    "Profile",
    "Purse",
    "Rights",
    "Routine",
    "SaidAside",
    "Settings",
    "Speaker",
    "StandingOffers",
    "Subscriptions",
    "TalkPace",
    "TalkPartner",
    "Walks",
];

/// All structs of the minds, by name.
fn structs() -> BTreeMap<String, ItemStruct> {
    let mut all = BTreeMap::new();
    for (path, text) in sources() {
        if !path.starts_with("assistants/src/") || is_test(&path) {
            continue;
        }
        let file = syn::parse_file(&text).unwrap_or_else(|why| panic!("{path}: {why}"));
        for item in file.items {
            if let Item::Struct(it) = item {
                all.insert(it.ident.to_string(), it);
            }
        }
    }
    all
}

fn is_root(of: &ItemStruct) -> bool {
    let mut is = false;
    for attribute in of.attrs.iter().filter(|it| it.path().is_ident("derive")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            is |= ["Component", "Resource"].iter().any(|it| meta.path.is_ident(it));
            Ok(())
        });
        parsed.unwrap();
    }
    is
}

fn fields(it: &ItemStruct) -> Vec<(String, &Type)> {
    let name = |n: usize, field: &syn::Field| {
        let name = field.ident.as_ref().map_or_else(|| n.to_string(), ToString::to_string);
        format!("{}.{name}", it.ident)
    };
    match &it.fields {
        Fields::Unit => Vec::new(),
        of @ (Fields::Named(_) | Fields::Unnamed(_)) => {
            of.iter().enumerate().map(|(n, field)| (name(n, field), &field.ty)).collect()
        }
    }
}

/// The names in a type.
fn named(of: &Type) -> Vec<String> {
    struct TypeNames(Vec<String>);
    impl<'a> Visit<'a> for TypeNames {
        fn visit_ident(&mut self, it: &'a Ident) {
            self.0.push(it.to_string());
            visit::visit_ident(self, it);
        }
    }
    let mut names = TypeNames(Vec::new());
    names.visit_type(of);
    names.0
}

#[test]
fn everything_that_a_mind_keeps_has_a_rule_for_who_may_know_of_it() {
    let (all, rules) = (structs(), BTreeMap::from(STATE));
    let mut left: Vec<&ItemStruct> = all.values().filter(|it| is_root(it)).collect();
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    while let Some(next) = left.pop() {
        for (field, of) in fields(next) {
            let names = named(of);
            let inside = || names.iter().filter_map(|it| all.get(it));
            let holds = |names: &[String], name: &str| names.iter().any(|it| it == name);
            let is_labelled = |of: &ItemStruct| {
                let mut all = fields(of).into_iter().map(|(_, of)| named(of));
                all.any(|names| holds(&names, "Label") || holds(&names, "Readers"))
            };
            match rules.get(field.as_str()) {
                None => wrong.push(format!("{field} has no rule: {}", names.join(" "))),
                Some(Copies) if !holds(&names, "ReaderCopies") => {
                    wrong.push(format!("{field} has no copy for each set of readers"));
                }
                Some(Labelled) if !holds(&names, "Label") && !inside().any(is_labelled) => {
                    wrong.push(format!("{field} holds nothing with a label"));
                }
                Some(Each) => left.extend(inside()),
                Some(_) => {}
            }
            seen.insert(field);
        }
    }
    wrong.extend(rules.keys().filter(|it| !seen.contains(**it)).map(|it| format!("{it} is gone")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The components that the minds of the shipped town have in play are those that have a rule, and
/// those of the world.
#[test]
fn a_mind_in_play_has_no_component_without_a_rule() {
    let machine = Machine::new(&story::parse("machine only\nworld content\n").unwrap()).unwrap();
    let world = machine.world();
    let mind = body::find(world, &CharacterId::new("mara").unwrap()).unwrap();
    let owners: BTreeSet<&str> =
        STATE.iter().filter_map(|(field, _)| field.split('.').next()).collect();
    let mut unknown = Vec::new();
    for (_, component) in world.inspect_entity(mind).unwrap() {
        let name = component.name().to_string();
        let last = name.rsplit("::").next().unwrap_or_default();
        let is_known = if name.starts_with("assistants::") {
            owners.contains(last)
        } else {
            WORLDS.contains(&last)
        };
        if !is_known {
            unknown.push(name);
        }
    }
    assert!(unknown.is_empty(), "these need a rule: {unknown:#?}");
}
