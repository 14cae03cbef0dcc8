use engine::id::CharacterId;

use super::*;

const NOW: WorldTime = WorldTime(1_795_228_980_000);

fn rule(what: Restriction, pattern: &str) -> Rule {
    Rule {
        number: 0,
        what,
        pattern: pattern.parse().unwrap(),
        reason: "spam".to_owned(),
        until: None,
        by: CharacterRef { id: CharacterId::new("wiz").unwrap(), name: "Wiz".to_owned() },
        at: NOW,
    }
}

fn lock(what: Restriction, pattern: &str) -> Sitelock {
    let mut lock = Sitelock::default();
    lock.add(rule(what, pattern)).unwrap();
    lock
}

fn at(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn patterns_mean_names_and_addresses() {
    for (pattern, name, address, fits) in [
        ("10.1.2.0/24", None, "10.1.2.200", true),
        ("10.1.2.0/24", None, "10.1.3.1", false),
        ("10.1.2.77/24", None, "10.1.2.1", true),
        ("10.1.2.3", None, "10.1.2.3", true),
        ("10.1.2.3", None, "10.1.2.4", false),
        ("0.0.0.0/0", None, "203.0.113.9", true),
        ("0.0.0.0/0", None, "2001:db8::1", false),
        // IPv4 that comes over an IPv6 socket, on either side.
        ("10.1.2.0/24", None, "::ffff:10.1.2.200", true),
        ("::ffff:10.1.2.0/120", None, "10.1.2.200", true),
        ("::ffff:10.1.2.3", None, "10.1.2.3", true),
        ("::/0", None, "::ffff:10.1.2.3", false),
        ("2001:db8::/32", None, "2001:db8:1::5", true),
        ("2001:db8::/32", None, "2001:db9::5", false),
        ("2001:DB8::1", None, "2001:db8::1", true),
        ("bob", Some("Bob"), "10.0.0.1", true),
        ("BOB", Some("bob"), "10.0.0.1", true),
        ("bob", Some("Bobby"), "10.0.0.1", false),
        ("bob", None, "10.0.0.1", false),
        ("bob*", Some("Bobby"), "10.0.0.1", true),
        ("bob*", Some("Bob"), "10.0.0.1", true),
        ("bob*", Some("Rob"), "10.0.0.1", false),
        ("bob*", None, "10.0.0.1", false),
        ("ärger*", Some("Ärgernis"), "10.0.0.1", true),
        ("*", Some("Anybody"), "10.0.0.1", true),
        ("*", None, "2001:db8::1", true),
    ] {
        let lock = lock(Restriction::Connect, pattern);
        let found = lock.check(Restriction::Connect, name, at(address), NOW);
        assert_eq!(found.is_some(), fits, "{pattern} {name:?} {address}");
    }
}

#[test]
fn what_is_no_pattern_says_why() {
    for bad in ["10.1.2", "10.1.2.0/33", "2001:db8", "::/129", "10.1.2.*", "bob2", "1"] {
        assert_eq!(bad.parse::<Pattern>(), Err(BadPattern::Address(bad.to_owned())));
    }
    for bad in ["", "b*b", "*b", "two words", "b!", &"x".repeat(65)] {
        assert_eq!(bad.parse::<Pattern>(), Err(BadPattern::Name(bad.to_owned())), "{bad}");
    }
}

#[test]
fn patterns_are_written_as_they_are_read() {
    for (typed, shown) in [
        ("10.1.2.77/24", "10.1.2.0/24"),
        ("10.1.2.3/32", "10.1.2.3"),
        ("2001:db8::1/128", "2001:db8::1"),
        ("::ffff:10.1.2.0/120", "10.1.2.0/24"),
        ("Bob*", "bob*"),
        ("O'Neil", "o'neil"),
        ("*", "*"),
    ] {
        let pattern: Pattern = typed.parse().unwrap();
        assert_eq!(pattern.to_string(), shown);
        assert_eq!(shown.parse(), Ok(pattern));
    }
}

#[test]
fn a_rule_refuses_only_what_it_says_and_only_until_it_ends() {
    let mut lock = Sitelock::default();
    let end = NOW.after(std::time::Duration::from_secs(60));
    lock.add(Rule { until: Some(end), ..rule(Restriction::Guest, "10.0.0.1") }).unwrap();
    let refused = |what, now| lock.check(what, None, at("10.0.0.1"), now).is_some();
    assert!(refused(Restriction::Guest, NOW));
    assert!(!refused(Restriction::Connect, NOW));
    assert!(!refused(Restriction::Create, NOW));
    assert!(refused(Restriction::Guest, WorldTime(end.0 - 1)));
    assert!(!refused(Restriction::Guest, end), "it is over at that moment");
    assert_eq!(lock.rules(end).count(), 0);
}

#[test]
fn rules_are_numbered_lifted_and_bounded() {
    let mut lock = Sitelock::default();
    let soon = NOW.after(std::time::Duration::from_secs(1));
    assert_eq!(lock.add(rule(Restriction::Create, "ann")).unwrap().number, 1);
    let brief = Rule { until: Some(soon), ..rule(Restriction::Create, "bob") };
    assert_eq!(lock.add(brief).unwrap().number, 2);
    assert_eq!(lock.lift(1, NOW).unwrap().number, 1);
    assert!(lock.lift(1, NOW).is_err(), "it is gone");
    assert!(lock.lift(2, soon).is_err(), "it has ended");
    for number in 3..Sitelock::MAX + 3 {
        let added = lock.add(Rule { at: soon, ..rule(Restriction::Create, "zoe") }).unwrap().number;
        assert_eq!(usize::try_from(added).unwrap(), number, "no number is used twice");
    }
    assert!(lock.add(Rule { at: soon, ..rule(Restriction::Create, "zoe") }).is_err());
}

#[test]
fn whoever_is_refused_reads_why_and_until_when() {
    let mut it = rule(Restriction::Connect, "10.1.2.0/24");
    assert_eq!(it.refusal(), "Nobody can connect from your address. The reason: spam");
    it.until = Some(NOW);
    it.reason = String::new();
    assert_eq!(it.refusal(), "Nobody can connect from your address until 2026-11-21 02:43 UTC.");
    let create = rule(Restriction::Create, "bob*").refusal();
    assert!(create.starts_with("No character with that name can be created."), "{create}");
}
