use std::collections::BTreeSet;

use engine::id::CharacterId;
use proptest::prelude::*;

use super::*;

fn id(n: u8) -> CharacterId {
    CharacterId::new(&format!("c{n}")).unwrap()
}

/// Case of an answer to the speaker.
fn said() -> GateCase {
    GateCase {
        kind: TurnAuthority::Reply,
        authored: false,
        effect: EffectClass::Speech,
        offered: true,
        label: Label::by(id(1), Integrity::Foreign),
        needs: Role::Guest,
        deputy: Role::Player,
        principals: Role::Guest,
        names_known: true,
        audience: Readers::Everyone,
        reach: SpeechReach::Back,
        reads: false,
        unbidden: false,
        leaves: false,
        copies: false,
        affordable: true,
    }
}

/// Case of a staff order.
fn ordered() -> GateCase {
    GateCase {
        kind: TurnAuthority::Own,
        effect: EffectClass::World,
        label: Label::by(id(2), Integrity::Staff),
        needs: Role::Staff,
        deputy: Role::Staff,
        principals: Role::Staff,
        reach: SpeechReach::Nowhere,
        ..said()
    }
}

#[test]
fn each_rule_refuses_what_it_is_for() {
    assert_eq!(decide(&said()), Ok(()));
    assert_eq!(decide(&ordered()), Ok(()));
    let private = Label { readers: Readers::Only(BTreeSet::from([id(1)])), ..said().label };
    let cases = [
        (GateRule::Offered, GateCase { offered: false, ..said() }),
        (GateRule::Authority, GateCase { kind: TurnAuthority::Reply, ..ordered() }),
        (GateRule::Authority, GateCase { label: said().label, ..ordered() }),
        (GateRule::Authority, GateCase { effect: EffectClass::Own, reads: true, ..said() }),
        (GateRule::Authority, GateCase { effect: EffectClass::Service, reads: true, ..said() }),
        (GateRule::Audience, GateCase { effect: EffectClass::Service, leaves: true, ..said() }),
        (GateRule::Deputy, GateCase { principals: Role::Player, ..ordered() }),
        (GateRule::Deputy, GateCase { deputy: Role::Player, ..ordered() }),
        (GateRule::Arguments, GateCase { names_known: false, ..said() }),
        (GateRule::Audience, GateCase { reach: SpeechReach::Elsewhere, ..said() }),
        (GateRule::Audience, GateCase { label: private.clone(), ..said() }),
        (GateRule::Audience, GateCase { label: private, authored: true, ..said() }),
        (GateRule::Audience, GateCase { unbidden: true, ..said() }),
        (GateRule::Audience, GateCase { unbidden: true, authored: true, ..said() }),
        (GateRule::Flow, GateCase { copies: true, ..said() }),
        (GateRule::Budget, GateCase { affordable: false, ..said() }),
    ];
    for (rule, case) in cases {
        assert_eq!(decide(&case), Err(rule), "{case:?}");
    }
}

#[test]
fn what_the_author_wrote_may_be_said_elsewhere_and_offers_need_no_rights() {
    let elsewhere = GateCase { reach: SpeechReach::Elsewhere, authored: true, ..said() };
    assert_eq!(decide(&elsewhere), Ok(()));
    assert_eq!(decide(&GateCase { copies: true, authored: true, ..said() }), Ok(()));
    let offer = GateCase { effect: EffectClass::Offer, needs: Role::Staff, ..said() };
    assert_eq!(decide(&offer), Ok(()));
    let script = GateCase { authored: true, kind: TurnAuthority::Reply, ..ordered() };
    assert_eq!(decide(&script), Err(GateRule::Authority), "a script is no order");
}

#[test]
fn each_rule_has_a_name_and_a_sentence_of_its_own() {
    let names: BTreeSet<_> = GateRule::ALL.iter().map(|it| it.name()).collect();
    let sentences: BTreeSet<_> = GateRule::ALL.iter().map(|it| it.sentence()).collect();
    assert_eq!((names.len(), sentences.len()), (8, 8));
    assert!(GateRule::ALL.is_sorted());
}

fn any_role() -> impl Strategy<Value = Role> {
    prop::sample::select(Role::ALL.to_vec())
}

fn any_readers() -> impl Strategy<Value = Readers> {
    let few = prop::collection::btree_set((0u8..4).prop_map(id), 0..4).prop_map(Readers::Only);
    prop_oneof![Just(Readers::Everyone), few]
}

fn any_label() -> impl Strategy<Value = Label> {
    use Integrity::{Author, Engine, Foreign, Granted, Player, Staff};
    let integrity = prop::sample::select(vec![Foreign, Player, Granted, Author, Staff, Engine]);
    let origins = prop::collection::btree_set((0u8..12).prop_map(id), 0..11);
    (integrity, any_readers(), origins).prop_map(|(integrity, readers, origins)| Label {
        integrity,
        readers,
        origins: origins.into(),
        ..Label::engine()
    })
}

fn any_case() -> impl Strategy<Value = GateCase> {
    let effect = prop::sample::select(vec![
        EffectClass::View,
        EffectClass::Own,
        EffectClass::Speech,
        EffectClass::Offer,
        EffectClass::World,
        EffectClass::Service,
    ]);
    let reach =
        prop::sample::select(vec![SpeechReach::Nowhere, SpeechReach::Back, SpeechReach::Elsewhere]);
    let kind = prop::sample::select(vec![TurnAuthority::Reply, TurnAuthority::Own]);
    let roles = (any_role(), any_role(), any_role());
    let flags = prop::array::uniform8(any::<bool>());
    (kind, effect, any_label(), any_readers(), reach, roles, flags).prop_map(
        |(kind, effect, label, audience, reach, (needs, deputy, principals), flags)| {
            let [authored, offered, names_known, reads, unbidden, leaves, copies, affordable] =
                flags;
            GateCase {
                kind,
                authored,
                effect,
                offered,
                label,
                needs,
                deputy,
                principals,
                names_known,
                audience,
                reach,
                reads,
                unbidden,
                leaves,
                copies,
                affordable,
            }
        },
    )
}

proptest! {
    /// The decision is total and deterministic, also after a round trip through the record.
    #[test]
    fn it_always_decides_and_always_the_same(case in any_case()) {
        prop_assert_eq!(decide(&case), decide(&case.clone()));
        let written = serde_json::to_string(&case).unwrap();
        let read: GateCase = serde_json::from_str(&written).unwrap();
        prop_assert_eq!(decide(&case), decide(&read), "also from the record");
    }

    /// The world is changed by no player's words and only with a sufficient role, and nobody
    /// notices what they may not learn.
    #[test]
    fn what_is_allowed_keeps_the_promises(case in any_case()) {
        if decide(&case).is_ok() {
            prop_assert!(case.offered && case.affordable && case.names_known && !case.unbidden);
            prop_assert!(case.label.readers.admit_all(&case.audience));
            prop_assert!(case.authored || !case.copies);
            if case.effect == EffectClass::World {
                prop_assert_eq!(case.kind, TurnAuthority::Own);
                prop_assert!(case.label.integrity >= Integrity::Author);
                prop_assert!(case.deputy >= case.needs && case.principals >= case.needs);
            }
            if case.reach == SpeechReach::Elsewhere && case.kind == TurnAuthority::Reply {
                prop_assert!(case.authored);
            }
        }
    }

    /// Further words in the prompt never allow more.
    #[test]
    fn more_words_allow_nothing_more(case in any_case(), words in any_label(), role in any_role()) {
        let label = case.label.join(&words);
        let principals = case.principals.min(role);
        let more = GateCase { label, principals, ..case.clone() };
        if decide(&case).is_err() {
            prop_assert!(decide(&more).is_err());
        }
    }
}
