use std::{collections::BTreeSet, sync::Arc, time::Duration};

use bevy_ecs::entity::Entity;
use engine::{id::ChannelId, label::Label, save::durability::Durability};
use text::styled::Text;
use world::{
    act::permission::Role,
    witness::{
        fact::{Fact, Happening},
        perception::{Forgery, Perceived},
    },
};

use super::*;

const NOW: WorldTime = WorldTime(1_000_000);

fn who(id: &str) -> CharacterId {
    CharacterId::new(id).unwrap()
}

fn channel(id: &str) -> ChannelId {
    ChannelId::new(id).unwrap()
}

fn later(seconds: u64) -> WorldTime {
    NOW.after(Duration::from_secs(seconds))
}

/// Standing of a sender without findings.
const UNKNOWN: SenderStanding = SenderStanding { corroborated: 0, contradicted: 0, flagged: 0 };

/// Stamp of a player's words in the room that address nobody.
fn said() -> Forgery {
    Forgery {
        speaker: Some(who("bob")),
        kind: SpeakerKind::Player,
        role: Role::Player,
        source: Source::Say,
        channel: None,
        addressed: Addressing::No,
        named_before: 0,
        cause: Cause::Typed,
        own: false,
        hops: 0,
    }
}

/// Stamp of another assistant's words in the room that address nobody.
fn chatter() -> Forgery {
    Forgery {
        speaker: Some(who("ann")),
        kind: SpeakerKind::Assistant,
        cause: Cause::Tool { call: CallId(1), captures: false },
        hops: 1,
        ..said()
    }
}

/// Stamp of the mind's own act.
fn own(cause: Cause) -> Forgery {
    Forgery { speaker: Some(who("mira")), own: true, cause, ..chatter() }
}

fn on_channel(name: &str, forgery: Forgery) -> Forgery {
    Forgery { source: Source::Channel, channel: Some(channel(name)), ..forgery }
}

fn judged(forgery: Forgery, attends: &Attends) -> (AttentionRule, Action) {
    let verdict = classify(&Stamp::forged(forgery), &AttentionPolicy::from(attends), UNKNOWN);
    assert_eq!(verdict.limited, None, "only `limit` limits");
    (verdict.rule, verdict.action)
}

// ---- All combinations, against a second opinion ----

#[derive(Debug, Clone, Copy, PartialEq)]
enum Author {
    Player,
    Guest,
    Assistant,
    Oneself,
    World,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Permission {
    Nobody,
    Players,
    Everybody,
    ByName,
}

const HOPS: [u8; 4] = [0, 3, 4, 5];
const CALL: CallId = CallId(7);

/// One combination, in terms of its own.
#[derive(Debug, Clone, Copy)]
struct Case {
    source: Source,
    author: Author,
    addressing: Addressing,
    permission: Permission,
    channel: Option<Mode>,
    hops: u8,
    interaction: bool,
    listens: bool,
    room: Mode,
    cause: Cause,
}

impl Case {
    fn attends(self) -> Attends {
        let all = ["bob", "gast", "ann", "mira"];
        Attends {
            interaction: self.interaction,
            addressing: self.listens,
            room: self.room,
            channels: self.channel.map(|mode| (channel("news"), mode)).into_iter().collect(),
            roles: match self.permission {
                Permission::Players => Some(Role::Player),
                Permission::Everybody => Some(Role::Guest),
                Permission::Nobody | Permission::ByName => None,
            },
            people: match self.permission {
                Permission::ByName => all.map(who).to_vec(),
                Permission::Nobody | Permission::Players | Permission::Everybody => Vec::new(),
            },
            ..Attends::default()
        }
    }

    fn stamp(self) -> Stamp {
        let (speaker, kind, role) = match self.author {
            Author::Player => (Some("bob"), SpeakerKind::Player, Role::Player),
            Author::Guest => (Some("gast"), SpeakerKind::Guest, Role::Guest),
            Author::Assistant => (Some("ann"), SpeakerKind::Assistant, Role::Player),
            Author::Oneself => (Some("mira"), SpeakerKind::Assistant, Role::Player),
            Author::World => (None, SpeakerKind::Assistant, Role::Guest),
        };
        Stamp::forged(Forgery {
            speaker: speaker.map(who),
            kind,
            role,
            source: self.source,
            channel: (self.source == Source::Channel).then(|| channel("news")),
            addressed: self.addressing,
            named_before: 0,
            cause: self.cause,
            own: self.author == Author::Oneself,
            hops: self.hops,
        })
    }

    fn is_by_tool(&self) -> bool {
        matches!(self.cause, Cause::Tool { .. })
    }

    fn has_words(&self) -> bool {
        !matches!(self.source, Source::Deed | Source::Feedback)
    }

    fn is_permitted(&self) -> bool {
        let rights: &[Author] = match self.permission {
            Permission::Nobody => &[],
            Permission::Players => &[Author::Player, Author::Assistant],
            Permission::Everybody | Permission::ByName => {
                &[Author::Player, Author::Guest, Author::Assistant]
            }
        };
        rights.contains(&self.author)
    }
}

type Predicate = fn(&Case) -> bool;
type Outcome = fn(&Case) -> Action;

fn of_mode(mode: Mode) -> Action {
    [
        (Mode::Trigger, Action::Trigger),
        (Mode::Context, Action::Context),
        (Mode::Ignore, Action::Ignore),
    ]
    .into_iter()
    .find_map(|(it, action)| (it == mode).then_some(action))
    .unwrap()
}

/// The table, line by line.
const TABLE: [(AttentionRule, Predicate, Outcome); 12] = [
    (AttentionRule::Disabled, |it| !it.interaction, |_| Action::Ignore),
    (
        AttentionRule::Captured,
        |it| {
            let captures = Cause::Tool { call: CALL, captures: true };
            it.author == Author::Oneself && it.cause == captures
        },
        |_| Action::Capture(CALL),
    ),
    (
        AttentionRule::OwnCall,
        |it| it.author == Author::Oneself && it.is_by_tool(),
        |_| Action::Ignore,
    ),
    (AttentionRule::OwnAct, |it| it.author == Author::Oneself, |_| Action::Context),
    (
        AttentionRule::Addressed,
        |it| it.listens && it.addressing > Addressing::No,
        |_| Action::Trigger,
    ),
    (AttentionRule::Private, |it| it.source <= Source::Page, |_| Action::Trigger),
    (
        AttentionRule::Assistant,
        |it| it.author == Author::Assistant && it.has_words(),
        |_| Action::Context,
    ),
    (AttentionRule::Permitted, |it| it.is_permitted() && it.has_words(), |_| Action::Trigger),
    (
        AttentionRule::Channel,
        |it| it.source == Source::Channel && it.channel.is_some(),
        |it| of_mode(it.channel.unwrap()),
    ),
    (
        AttentionRule::Room,
        |it| [Source::Say, Source::Pose, Source::Emit].contains(&it.source),
        |it| of_mode(it.room),
    ),
    (
        AttentionRule::Room,
        |it| it.source == Source::Shout,
        |it| of_mode(if it.room == Mode::Trigger { Mode::Context } else { it.room }),
    ),
    (AttentionRule::Otherwise, |_| true, |_| Action::Ignore),
];

/// Every setting of a mind.
fn settings() -> Vec<Case> {
    let mut all = Vec::new();
    let permissions =
        [Permission::Nobody, Permission::Players, Permission::Everybody, Permission::ByName];
    let modes = [Mode::Trigger, Mode::Context, Mode::Ignore];
    for permission in permissions {
        for channel in modes.map(Some).into_iter().chain([None]) {
            for room in modes {
                for (interaction, listens) in
                    [(true, true), (true, false), (false, true), (false, false)]
                {
                    all.push(Case {
                        permission,
                        channel,
                        room,
                        interaction,
                        listens,
                        source: Source::Say,
                        author: Author::World,
                        addressing: Addressing::No,
                        hops: 0,
                        cause: Cause::World,
                    });
                }
            }
        }
    }
    all
}

/// Everything that can be perceived.
fn perceived() -> Vec<Case> {
    let mut all = Vec::new();
    let tool = |captures| Cause::Tool { call: CALL, captures };
    let authors =
        [Author::Player, Author::Guest, Author::Assistant, Author::Oneself, Author::World];
    let addressings = [
        Addressing::No,
        Addressing::Talking,
        Addressing::Meant,
        Addressing::Alone,
        Addressing::Called,
        Addressing::Named,
        Addressing::Directed,
    ];
    let like = settings()[0];
    for source in Source::ALL {
        for author in authors {
            for addressing in addressings {
                for hops in HOPS {
                    for cause in [Cause::Typed, Cause::World, tool(true), tool(false)] {
                        all.push(Case { source, author, addressing, hops, cause, ..like });
                    }
                }
            }
        }
    }
    all
}

#[test]
fn every_combination_is_judged_as_the_table_says() {
    let perceived: Vec<_> = perceived().into_iter().map(|it| (it, it.stamp())).collect();
    let mut met = BTreeSet::new();
    let mut count = 0;
    for setting in settings() {
        let policy = AttentionPolicy::from(&setting.attends());
        for (what, stamp) in &perceived {
            let case = Case {
                source: what.source,
                author: what.author,
                addressing: what.addressing,
                hops: what.hops,
                cause: what.cause,
                ..setting
            };
            let (rule, _, outcome) = TABLE.iter().find(|(_, fits, _)| fits(&case)).unwrap();
            let expected = outcome(&case);
            let verdict = classify(stamp, &policy, UNKNOWN);
            assert_eq!((verdict.rule, verdict.action), (*rule, expected), "{case:?}");

            let chained = expected == Action::Trigger && case.author == Author::Assistant;
            let long = (case.hops >= 4).then_some(Limit::Hops);
            let there = (case.source == Source::Channel).then_some(Limit::Channel);
            let stopped = long.or(there).filter(|_| chained);
            let limited = limit(verdict, stamp, &policy, &mut Pairs::default(), NOW);
            let expected = Verdict {
                action: if stopped.is_some() { Action::Context } else { expected },
                limited: stopped,
                ..verdict
            };
            assert_eq!(limited, expected, "{case:?}");
            met.insert(*rule);
            count += 1;
        }
    }
    assert_eq!(count, 967_680);
    // Deeds are handled before a stamp is classified.
    let all = AttentionRule::ALL.into_iter().filter(|rule| *rule != AttentionRule::Deed);
    assert_eq!(met, all.collect(), "every rule decides somewhere");
}

// ---- One for each rule ----

#[test]
fn rule_0_a_mind_that_takes_no_part_hears_nothing() {
    let off = Attends { interaction: false, ..Attends::default() };
    let paged = Forgery { source: Source::Page, addressed: Addressing::Directed, ..said() };
    assert_eq!(judged(paged, &off), (AttentionRule::Disabled, Action::Ignore));
}

#[test]
fn rule_1a_what_a_capturing_call_shows_is_its_result() {
    let call = CallId(42);
    let shown = Forgery { source: Source::Feedback, ..own(Cause::Tool { call, captures: true }) };
    let expected = (AttentionRule::Captured, Action::Capture(call));
    assert_eq!(judged(shown, &Attends::default()), expected);
}

#[test]
fn rule_1b_a_mind_does_not_hear_itself_speak() {
    let spoken = own(Cause::Tool { call: CallId(42), captures: false });
    assert_eq!(judged(spoken, &Attends::default()), (AttentionRule::OwnCall, Action::Ignore));
}

#[test]
fn rule_1c_what_happens_to_its_body_otherwise_is_noted() {
    for cause in [Cause::Typed, Cause::World] {
        let expected = (AttentionRule::OwnAct, Action::Context);
        assert_eq!(judged(own(cause), &Attends::default()), expected);
    }
}

#[test]
fn rule_2_being_addressed_is_a_reason_to_react_unless_switched_off() {
    let addressed = Forgery { addressed: Addressing::Alone, ..said() };
    let expected = (AttentionRule::Addressed, Action::Trigger);
    assert_eq!(judged(addressed.clone(), &Attends::default()), expected);
    let deaf = Attends { addressing: false, ..Attends::default() };
    assert_eq!(judged(addressed, &deaf), (AttentionRule::Room, Action::Context));
    let gift = Forgery { source: Source::Deed, addressed: Addressing::Directed, ..said() };
    assert_eq!(judged(gift, &Attends::default()), expected, "a gift addresses one too");
}

#[test]
fn rule_3_a_whisper_and_a_page_are_reasons_to_react() {
    for source in [Source::Whisper, Source::Page] {
        let deaf = Attends { addressing: false, ..Attends::default() };
        let private = Forgery { source, ..said() };
        assert_eq!(judged(private, &deaf), (AttentionRule::Private, Action::Trigger));
    }
}

#[test]
fn rule_4_what_another_assistant_says_is_noted() {
    let expected = (AttentionRule::Assistant, Action::Context);
    assert_eq!(judged(chatter(), &Attends::default()), expected);
}

#[test]
fn rule_5_a_permitted_sender_is_a_reason_to_react() {
    let expected = (AttentionRule::Permitted, Action::Trigger);
    let by_name = Attends { people: vec![who("bob")], ..Attends::default() };
    let staff = Attends { roles: Some(Role::Staff), ..Attends::default() };
    let by_staff = Forgery { role: Role::Owner, ..said() };
    assert_eq!(judged(said(), &by_name), expected);
    assert_eq!(judged(by_staff, &staff), expected);
    assert_eq!(judged(said(), &staff), (AttentionRule::Room, Action::Context));
    let walks_in = Forgery { source: Source::Deed, ..said() };
    let expected = (AttentionRule::Otherwise, Action::Ignore);
    assert_eq!(judged(walks_in, &by_name), expected, "it reacts to what is said");
}

#[test]
fn rule_6_each_channel_has_its_own_mode() {
    let attends = Attends {
        channels: [
            (channel("help"), Mode::Trigger),
            (channel("news"), Mode::Context),
            (channel("trade"), Mode::Ignore),
        ]
        .into(),
        room: Mode::Trigger,
        ..Attends::default()
    };
    for (name, action) in
        [("help", Action::Trigger), ("news", Action::Context), ("trade", Action::Ignore)]
    {
        assert_eq!(judged(on_channel(name, said()), &attends), (AttentionRule::Channel, action));
    }
    let expected = (AttentionRule::Otherwise, Action::Ignore);
    assert_eq!(judged(on_channel("gossip", said()), &attends), expected);
}

#[test]
fn rule_7_speech_in_the_room_is_what_the_persona_says() {
    assert_eq!(Attends::default().room, Mode::Context, "it is noted unless the persona says else");
    for source in [Source::Say, Source::Pose, Source::Emit] {
        for mode in [Mode::Trigger, Mode::Context, Mode::Ignore] {
            let attends = Attends { room: mode, ..Attends::default() };
            let speech = Forgery { source, ..said() };
            assert_eq!(judged(speech, &attends), (AttentionRule::Room, of_mode(mode)));
        }
    }
}

#[test]
fn rule_7_a_shout_is_noted_and_asks_nobody_for_an_answer() {
    let shout = || Forgery { source: Source::Shout, ..said() };
    for (mode, action) in [
        (Mode::Trigger, Action::Context),
        (Mode::Context, Action::Context),
        (Mode::Ignore, Action::Ignore),
    ] {
        let attends = Attends { room: mode, ..Attends::default() };
        assert_eq!(judged(shout(), &attends), (AttentionRule::Room, action));
    }
    let named = Forgery { addressed: Addressing::Named, ..shout() };
    let (rule, action) = judged(named, &Attends::default());
    assert_eq!((rule, action), (AttentionRule::Addressed, Action::Trigger));
}

#[test]
fn rule_8_anything_else_leaves_no_trace() {
    let deed = Forgery { source: Source::Deed, ..said() };
    let all_ears = Attends { room: Mode::Trigger, ..Attends::default() };
    assert_eq!(judged(deed, &all_ears), (AttentionRule::Otherwise, Action::Ignore));
}

#[test]
fn what_the_world_does_needs_more_than_the_least_of_rights() {
    let everybody =
        AttentionPolicy::from(&Attends { roles: Some(Role::Guest), ..Attends::default() });
    let notice = Perceived {
        conversation: None,
        observer: Entity::PLACEHOLDER,
        what: Arc::new(Happening {
            fact: Fact::Notice(Text::plain("The bell rings.")),
            actor: None,
            cause: Cause::World,
            source: Source::Emit,
            witnesses: 1,
            addressed: Vec::new(),
            label: Label::engine(),
            at: NOW,
            durability: Durability::None,
        }),
    };
    let verdict = classify(&notice.stamp(&who("ann")), &everybody, UNKNOWN);
    assert_eq!((verdict.rule, verdict.trust), (AttentionRule::Room, Trust(20)));
}

#[test]
fn each_rule_has_a_name_of_its_own() {
    let names: BTreeSet<_> = AttentionRule::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), AttentionRule::ALL.len());
}

// ---- One for each way in which assistants could go on for ever ----

/// Returns the number of lines that two assistants exchange, one per second, if each answers every
/// line that triggers it; the first line comes `routinely` at hop zero, and each answer is one hop
/// further.
fn lines_exchanged(line: &Forgery) -> usize {
    let policy = AttentionPolicy::from(&Attends {
        people: vec![who("ann"), who("ben")],
        roles: Some(Role::Guest),
        room: Mode::Trigger,
        channels: [(channel("news"), Mode::Trigger)].into(),
        ..Attends::default()
    });
    let mut minds = [Pairs::default(), Pairs::default()];
    for said in 0..50u8 {
        let speaker = if said % 2 == 0 { "ann" } else { "ben" };
        let stamp =
            Stamp::forged(Forgery { speaker: Some(who(speaker)), hops: said, ..line.clone() });
        let verdict = classify(&stamp, &policy, UNKNOWN);
        let hearer = &mut minds[usize::from(said + 1) % 2];
        let now = later(said.into());
        if limit(verdict, &stamp, &policy, hearer, now).action != Action::Trigger {
            return usize::from(said) + 1;
        }
    }
    panic!("they never came to rest");
}

#[test]
fn two_assistants_that_mention_each_other_come_to_rest() {
    let mention = Forgery { addressed: Addressing::Named, ..chatter() };
    assert_eq!(lines_exchanged(&mention), 5, "hop four is only noted");
    let there = lines_exchanged(&on_channel("news", mention));
    assert_eq!(there, 1, "on a channel they answer people and not one another");
}

#[test]
fn two_assistants_that_page_each_other_come_to_rest() {
    let page = Forgery { source: Source::Page, addressed: Addressing::Directed, ..chatter() };
    assert_eq!(lines_exchanged(&page), 5);
}

#[test]
fn two_assistants_alone_in_a_room_come_to_rest() {
    let alone = Forgery { addressed: Addressing::Alone, ..chatter() };
    assert_eq!(lines_exchanged(&alone), 5);
}

#[test]
fn two_assistants_that_hand_a_thing_to_and_fro_come_to_rest() {
    let gift = Forgery { source: Source::Deed, addressed: Addressing::Directed, ..chatter() };
    assert_eq!(lines_exchanged(&gift), 5);
}

#[test]
fn permissions_rooms_and_channels_wake_no_mind_for_an_assistant() {
    assert_eq!(lines_exchanged(&chatter()), 1);
    assert_eq!(lines_exchanged(&on_channel("news", chatter())), 1);
}

#[test]
fn a_mind_that_speaks_to_itself_does_not_wake_itself() {
    let to_itself = Forgery {
        source: Source::Page,
        addressed: Addressing::Named,
        ..own(Cause::Tool { call: CALL, captures: false })
    };
    assert_eq!(judged(to_itself, &Attends::default()), (AttentionRule::OwnCall, Action::Ignore));
}

#[test]
fn the_persona_may_shorten_the_chain() {
    let policy = AttentionPolicy::from(&Attends { max_hops: 1, ..Attends::default() });
    let stamp = Stamp::forged(Forgery { addressed: Addressing::Named, ..chatter() });
    let verdict =
        limit(classify(&stamp, &policy, UNKNOWN), &stamp, &policy, &mut Pairs::default(), NOW);
    assert_eq!((verdict.action, verdict.rule), (Action::Context, AttentionRule::Addressed));
    assert_eq!(verdict.limited, Some(Limit::Hops));
}

#[test]
fn of_several_whom_an_assistant_names_the_first_answers_and_a_person_sets_off_all() {
    let policy = AttentionPolicy::default();
    let second = |from: Forgery| {
        let named = Forgery { addressed: Addressing::Named, named_before: 1, ..from };
        let stamp = Stamp::forged(named);
        limit(classify(&stamp, &policy, UNKNOWN), &stamp, &policy, &mut Pairs::default(), NOW)
    };
    let verdict = second(chatter());
    assert_eq!((verdict.action, verdict.limited), (Action::Context, Some(Limit::FanOut)));
    let verdict = second(said());
    assert_eq!((verdict.action, verdict.limited), (Action::Trigger, None));
}

#[test]
fn a_long_chain_does_not_silence_a_person() {
    let policy = AttentionPolicy::default();
    let stamp = Stamp::forged(Forgery { addressed: Addressing::Named, hops: 200, ..said() });
    let verdict =
        limit(classify(&stamp, &policy, UNKNOWN), &stamp, &policy, &mut Pairs::default(), NOW);
    assert_eq!((verdict.action, verdict.limited), (Action::Trigger, None));
}

/// Hears a mention at hop zero, as from an assistant that begins anew each
/// time, and says whether it is a reason to react.
fn reacts(from: Forgery, pairs: &mut Pairs, now: WorldTime) -> Result<(), Option<Limit>> {
    let policy = AttentionPolicy::default();
    let stamp = Stamp::forged(Forgery { addressed: Addressing::Named, hops: 0, ..from });
    let verdict = limit(classify(&stamp, &policy, UNKNOWN), &stamp, &policy, pairs, now);
    match verdict.action {
        Action::Trigger => Ok(()),
        Action::Context => Err(verdict.limited),
        other @ (Action::Capture(_) | Action::Ignore) => panic!("{other:?}"),
    }
}

#[test]
fn assistants_that_keep_beginning_anew_come_to_rest_by_their_budget() {
    let mut pairs = Pairs::default();
    for second in 0..4 {
        assert_eq!(reacts(chatter(), &mut pairs, later(second)), Ok(()));
    }
    let spent = Err(Some(Limit::Pair));
    assert_eq!(reacts(chatter(), &mut pairs, later(4)), spent);
    assert_eq!(reacts(chatter(), &mut pairs, later(59)), spent);
    assert_eq!(reacts(chatter(), &mut pairs, later(60)), Ok(()), "the first is a minute old");
    assert_eq!(reacts(chatter(), &mut pairs, later(60)), spent, "the second is not");
}

#[test]
fn each_assistant_has_a_budget_of_its_own() {
    let mut pairs = Pairs::default();
    let from = |id: &str| Forgery { speaker: Some(who(id)), ..chatter() };
    for _ in 0..4 {
        assert_eq!(reacts(from("ann"), &mut pairs, NOW), Ok(()));
    }
    assert_eq!(reacts(from("ben"), &mut pairs, NOW), Ok(()));
    assert_eq!(reacts(from("ann"), &mut pairs, NOW), Err(Some(Limit::Pair)));
}

#[test]
fn a_person_refills_the_budget() {
    let mut pairs = Pairs::default();
    for _ in 0..4 {
        assert_eq!(reacts(chatter(), &mut pairs, NOW), Ok(()));
    }
    // A remark to nobody in particular is no reason to react, so it refills nothing.
    let policy = AttentionPolicy::default();
    let remark = Stamp::forged(said());
    let noted = limit(classify(&remark, &policy, UNKNOWN), &remark, &policy, &mut pairs, NOW);
    assert_eq!(noted.action, Action::Context);
    assert_eq!(reacts(chatter(), &mut pairs, NOW), Err(Some(Limit::Pair)));

    assert_eq!(reacts(said(), &mut pairs, NOW), Ok(()));
    assert_eq!(reacts(chatter(), &mut pairs, NOW), Ok(()));
}

#[test]
fn a_crowd_of_assistants_cannot_fill_the_memory() {
    let mut pairs = Pairs::default();
    for n in 0..200 {
        let admitted = pairs.admit(&who(&format!("npc-{n}")), NOW);
        assert_eq!(admitted, n < PAIRS);
    }
    assert_eq!(pairs.recent.len(), PAIRS);
    assert!(pairs.admit(&who("npc-0"), NOW), "one who is counted goes on");
    assert!(pairs.admit(&who("npc-199"), later(60)), "after a minute there is room");
}

// ---- Trust ----

fn trusted(forgery: Forgery, policy: &AttentionPolicy) -> Trust {
    classify(&Stamp::forged(forgery), policy, UNKNOWN).trust
}

#[test]
fn each_way_has_its_trust() {
    let policy = AttentionPolicy::from(&Attends {
        channel_trust: [(channel("news"), 85)].into(),
        ..Attends::default()
    });
    for (source, plain, addressed) in [
        (Source::Whisper, 90, 90),
        (Source::Page, 90, 90),
        (Source::Channel, 60, 70),
        (Source::Say, 40, 70),
        (Source::Shout, 40, 70),
        (Source::Pose, 30, 70),
        (Source::Emit, 20, 70),
        (Source::Deed, 100, 100),
        (Source::Feedback, 100, 100),
    ] {
        let channel = (source == Source::Channel).then(|| channel("gossip"));
        let heard = Forgery { source, channel, ..said() };
        assert_eq!(trusted(heard.clone(), &policy), Trust(plain), "{source:?}");
        let to_me = Forgery { addressed: Addressing::Named, ..heard };
        assert_eq!(trusted(to_me, &policy), Trust(addressed), "{source:?}");
    }
    let to_me = Forgery { addressed: Addressing::Named, ..on_channel("news", said()) };
    assert_eq!(trusted(to_me, &policy), Trust(85), "the persona knows its channel better");
}

#[test]
fn history_moves_trust_and_the_persona_overrules_it() {
    let mut policy = AttentionPolicy::default();
    let mut standing = UNKNOWN;
    let trusted = |forgery: Forgery, policy: &AttentionPolicy, standing| {
        classify(&Stamp::forged(forgery), policy, standing).trust
    };
    for _ in 0..2 {
        standing.count(Finding::Corroborated);
    }
    // 40 × (0.5 + 3/4)
    assert_eq!(trusted(said(), &policy, standing), Trust(50));
    standing.count(Finding::Contradicted);
    // 40 × (0.5 + 3/5)
    assert_eq!(trusted(said(), &policy, standing), Trust(44));
    assert!(!standing.is_bad());
    for _ in 0..3 {
        standing.count(Finding::Flagged);
    }
    // 40 × (0.5 + 3/8)
    assert_eq!(trusted(said(), &policy, standing), Trust(35));
    assert!(standing.is_bad() && !standing.is_blank());
    let deed = Forgery { source: Source::Deed, ..said() };
    assert_eq!(trusted(deed, &policy, standing), Trust(100), "what the engine shows is so");
    policy.attends.trust.insert(who("bob"), 12);
    assert_eq!(trusted(said(), &policy, standing), Trust(12));
}

#[test]
fn trust_stays_between_nothing_and_everything() {
    let standing = |corroborated, contradicted, flagged| SenderStanding {
        corroborated,
        contradicted,
        flagged,
    };
    assert_eq!(standing(u32::MAX, 0, 0).adjust(Trust(90)), Trust(100));
    assert_eq!(standing(0, u32::MAX, u32::MAX).adjust(Trust(90)), Trust(45));
    assert_eq!(standing(1, 0, 0).adjust(Trust(30)), Trust(35));
    let mut full = standing(u32::MAX, 0, 0);
    full.count(Finding::Corroborated);
    assert_eq!(full, standing(u32::MAX, 0, 0));
}
