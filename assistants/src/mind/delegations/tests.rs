use engine::{id::CharacterId, label::Integrity};
use proptest::prelude::*;

use super::*;

const NOW: WorldTime = WorldTime(1_000);

fn reference(id: &str) -> CharacterRef {
    CharacterRef { id: CharacterId::new(id).unwrap(), name: id.to_owned() }
}

fn delegation(helper: &str, asker: &str) -> Delegation {
    Delegation {
        id: DelegationId::default(),
        state: DelegationState::Asked,
        helper: reference(helper),
        asker: reference(asker),
        task: "When is breakfast?".to_owned(),
        mode: DelegationMode::default(),
        handed: Vec::new(),
        answer: None,
        why: None,
        label: Label::by(reference(asker).id, Integrity::Player),
        hearers: Readers::Everyone,
        payer: Payer::default(),
        tools: Vec::new(),
        source: Source::Say,
        channel: None,
        conversation: None,
        since: NOW,
        tries: 0,
    }
}

#[test]
fn three_are_open_and_the_fourth_has_no_room() {
    let mut all = Delegations::default();
    let ids: Vec<_> = ["ann", "bob", "cyd", "dan"]
        .map(|asker| all.add(delegation("mara", asker)))
        .into_iter()
        .collect();
    assert_eq!(ids.iter().flatten().count(), MOST_OPEN);
    assert_eq!((ids[3], all.is_full()), (None, true));
    assert!(all.has_open(&reference("mara").id, &reference("ann").id));
    assert!(!all.has_open(&reference("mara").id, &reference("dan").id));
    all.close(ids[0].unwrap());
    assert!(all.add(delegation("mara", "dan")).is_some());
}

#[test]
fn an_answer_is_taken_once_and_told_once() {
    let mut all = Delegations::default();
    let id = all.add(delegation("mara", "ann")).unwrap();
    let label = Label::by(reference("mara").id, Integrity::Author);
    assert!(all.answer(id, ("At seven.".to_owned(), &label), NOW));
    assert!(!all.answer(id, ("At eight.".to_owned(), &label), NOW));
    assert!(!all.fail(id, NoAnswer::TimedOut, NOW), "an answer is no failure any more");
    assert_eq!(all.get(id).unwrap().sentence(), "mara says: \"At seven.\"");
    assert!(all.begin_telling(id));
    assert!(!all.begin_telling(id));
    // A stop of the server meanwhile leaves nothing to be said again.
    let restored = Delegations::restored(1, all.iter().cloned().collect());
    assert_eq!(restored.iter().count(), 0);
    assert!(all.put_off(id) && all.begin_telling(id) && all.put_off(id) && all.begin_telling(id));
    assert!(!all.put_off(id), "after three tries it is given up");
}

#[test]
fn what_was_asked_goes_on_after_a_restart_with_its_whole_time() {
    let mut all = Delegations::default();
    let id = all.add(delegation("mara", "ann")).unwrap();
    let mut all = Delegations::restored(7, all.iter().cloned().collect());
    let later = NOW.after(KEPT_FOR);
    assert_eq!(all.resume(later), [id]);
    assert_eq!(all.get(id).unwrap().until(), later.after(ANSWERED_WITHIN));
    assert_eq!(all.add(delegation("mara", "bob")), Some(DelegationId(8)));
}

proptest! {
    /// Whatever comes of a delegation, its label is never looser than that of the question or of the
    /// answer.
    #[test]
    fn a_label_only_gets_stricter(readers in proptest::collection::btree_set("[a-e]", 0..4), open in any::<bool>()) {
        let of = |ids: &std::collections::BTreeSet<String>| {
            Readers::Only(ids.iter().map(|it| reference(it).id).collect())
        };
        let mut all = Delegations::default();
        let id = all.add(delegation("mara", "ann")).unwrap();
        let readers = if open { Readers::Everyone } else { of(&readers) };
        let label = Label::by(reference("mara").id, Integrity::Author).kept_to(&readers);
        all.answer(id, ("At seven.".to_owned(), &label), NOW);
        let row = all.get(id).unwrap();
        prop_assert!(readers.admit_all(&row.label.readers));
        prop_assert_eq!(row.label.integrity, Integrity::Player);
        prop_assert!(row.names(&reference("ann").id) && row.names(&reference("mara").id));
    }
}
