use engine::label::Integrity;

use super::*;

fn by(name: &str) -> Label {
    Label::by(CharacterId::new(name).unwrap(), Integrity::Staff)
}

fn at(n: u64) -> WorldTime {
    WorldTime(n)
}

#[test]
fn a_project_is_paged_out_with_its_notes_and_comes_back_as_it_was() {
    let mut it = Projects::default();
    it.create("net", "Mend the net.", by("wiz"), at(1)).unwrap();
    let note =
        ProjectUpdate { note: Some("twine is in the loft".to_owned()), ..ProjectUpdate::default() };
    it.update(None, note, &by("wiz"), at(2)).unwrap();
    it.create("boat", "Caulk the boat.", by("wiz"), at(3)).unwrap();
    assert_eq!(it.active().map(|it| it.name.as_str()), Some("boat"));
    let again = it.swap("NET", Some("pitch is warm".to_owned()), &by("ann"), at(4)).unwrap();
    assert_eq!(again.whole(), "net: Mend the net.\n- twine is in the loft");
    let boat = it.swap("boat", None, &by("wiz"), at(5)).unwrap();
    assert_eq!(boat.whole(), "boat: Caulk the boat.\n- pitch is warm");
    assert!(boat.label.names(&CharacterId::new("ann").unwrap()), "its note came from there");
    assert_eq!(it.iter().count(), 2);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut it = Projects::default();
    let nothing = || ProjectUpdate { done: true, ..ProjectUpdate::default() };
    assert_eq!(it.update(None, nothing(), &by("wiz"), at(0)), Err(ProjectRefusal::NoneActive));
    it.create("net", "Mend the net.", by("wiz"), at(1)).unwrap();
    let before = it.clone();
    let same = it.create("Net", "Again.", by("wiz"), at(2)).map(Project::whole);
    assert_eq!(same, Err(ProjectRefusal::Taken("Net".to_owned())));
    assert_eq!(
        it.swap("net", None, &by("wiz"), at(2)),
        Err(ProjectRefusal::Active("net".to_owned()))
    );
    let unknown = ProjectRefusal::Unknown("boat".to_owned(), "net".to_owned());
    assert_eq!(it.swap("boat", Some("x".to_owned()), &by("wiz"), at(2)), Err(unknown));
    let none = it.update(None, ProjectUpdate::default(), &by("wiz"), at(2)).map(Project::whole);
    assert_eq!(none, Err(ProjectRefusal::Nothing));
    let long = "a".repeat(LONGEST + 1);
    assert_eq!(
        it.create("b", &long, by("wiz"), at(2)).map(Project::whole),
        Err(ProjectRefusal::TooLong)
    );
    assert_eq!(
        it.create(" ", "x", by("wiz"), at(2)).map(Project::whole),
        Err(ProjectRefusal::Empty)
    );
    assert_eq!(it, before);
}

#[test]
fn projects_are_few_and_go_with_whoever_they_came_from() {
    let mut it = Projects::default();
    for n in 0..30 {
        it.create(&n.to_string(), "x", by("wiz"), at(n)).unwrap();
        let done = ProjectUpdate { done: true, ..ProjectUpdate::default() };
        it.update(None, done, &by("wiz"), at(n)).unwrap();
        assert_eq!(it.active(), None);
    }
    assert_eq!(it.iter().count(), MOST_DONE);
    for n in 30..30 + u64::try_from(MOST_OPEN).unwrap() {
        it.create(&n.to_string(), "x", by("wiz"), at(n)).unwrap();
    }
    assert_eq!(
        it.create("more", "x", by("wiz"), at(99)).map(Project::whole),
        Err(ProjectRefusal::TooMany)
    );
    for n in 0..50 {
        let note = ProjectUpdate { note: Some(n.to_string()), ..ProjectUpdate::default() };
        it.update(None, note, &by("wiz"), at(99)).unwrap();
    }
    assert_eq!(it.active().unwrap().notes.len(), MOST_NOTES);
    assert!(it.forget(&CharacterId::new("wiz").unwrap()));
    assert_eq!((it.iter().count(), it.active()), (0, None));
}
