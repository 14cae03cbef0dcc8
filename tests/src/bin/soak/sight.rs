//! Parser of screens: their output as facts.

use ::tests::Trouble;

use crate::{
    facts::{Fact, Facts},
    screen::Screen,
    town::Town,
};

/// Begins the list of what lies in a room.
pub(crate) const LYING: &str = "You see ";
/// Begins the list of what oneself carries.
const CARRIED: &str = "You carry ";
/// Begins the list of what somebody else carries.
const CARRIES: &str = "Carries ";
/// Begins what is in the purse.
pub(crate) const PURSE: &str = "In your purse: ";

/// Looks at everything about oneself. None when the connection ended.
///
/// # Errors
/// Output that cannot be read.
pub(crate) async fn of_oneself(
    screen: &mut Screen,
    who: &str,
    town: &Town,
) -> Result<Option<Facts>, Trouble> {
    let mut facts = Facts::default();
    let owner = || who.to_owned();
    facts.add(Fact::Account(owner()), 1);
    let Some(look) = screen.ask("look").await? else { return Ok(None) };
    facts.add(Fact::At(owner(), place(&look, town)?.to_owned()), 1);
    let Some(inventory) = screen.ask("inventory").await? else { return Ok(None) };
    facts.add(Fact::Coins(owner()), purse(&inventory)?);
    for (thing, n) in listed(&inventory, CARRIED, town)? {
        facts.add(Fact::Holds(owner(), thing), n);
    }
    let Some(set) = screen.ask("set").await? else { return Ok(None) };
    for line in after(&set, "Your settings") {
        let Some((name, value)) = line.trim().split_once(' ') else { continue };
        facts.add(Fact::Setting(owner(), name.to_owned(), value.to_owned()), 1);
    }
    let Some(channels) = screen.ask("channel list").await? else { return Ok(None) };
    for (channel, _) in &town.channels {
        // Its other names may stand between both.
        let is_on = |line: &&String| {
            let rest = line.trim_start().strip_prefix(channel.as_str());
            rest.is_some_and(|rest| {
                rest.starts_with([' ', ',']) && rest.contains(" (you are on it): ")
            })
        };
        if channels.iter().find(is_on).is_some() {
            facts.add(Fact::On(owner(), channel.clone()), 1);
        }
    }
    let Some(ignored) = screen.ask("ignore").await? else { return Ok(None) };
    for name in after(&ignored, "You do not hear what these say") {
        facts.add(Fact::Ignores(owner(), name.trim().to_owned()), 1);
    }
    Ok(Some(facts))
}

/// The indented lines after a heading.
fn after<'a>(lines: &'a [String], heading: &str) -> impl Iterator<Item = &'a String> {
    let from = lines.iter().skip_while(move |it| *it != heading).skip(1);
    from.take_while(|it| it.starts_with("  "))
}

/// Things that lie in a room, to which a staff member is sent. None when the connection ended.
///
/// # Errors
/// Output that cannot be read.
pub(crate) async fn of_room(
    screen: &mut Screen,
    room: &str,
    town: &Town,
) -> Result<Option<Facts>, Trouble> {
    let Some(lines) = screen.ask(&format!("teleport {room}")).await? else { return Ok(None) };
    if place(&lines, town)? != room {
        return Err(format!("the way to {room} led elsewhere: {lines:?}"));
    }
    let mut facts = Facts::default();
    for (thing, n) in listed(&lines, LYING, town)? {
        facts.add(Fact::Lies(room.to_owned(), thing), n);
    }
    Ok(Some(facts))
}

/// Things that one of the town's people carries, seen by a staff member. None when the connection
/// ended.
///
/// # Errors
/// Output that cannot be read.
pub(crate) async fn of_person(
    screen: &mut Screen,
    id: &str,
    town: &Town,
) -> Result<Option<Facts>, Trouble> {
    if screen.ask(&format!("teleport {id}")).await?.is_none() {
        return Ok(None);
    }
    let Some(lines) = screen.ask(&format!("examine {id}")).await? else { return Ok(None) };
    let mut facts = Facts::default();
    for (thing, n) in listed(&lines, CARRIES, town)? {
        facts.add(Fact::Holds(id.to_owned(), thing), n);
    }
    Ok(Some(facts))
}

fn place<'a>(lines: &[String], town: &'a Town) -> Result<&'a str, Trouble> {
    let place = lines.iter().find_map(|it| town.room_called(it));
    place.ok_or_else(|| format!("no room is shown: {lines:?}"))
}

fn purse(lines: &[String]) -> Result<i64, Trouble> {
    let line = lines.iter().find_map(|it| it.strip_prefix(PURSE));
    line.and_then(sum).ok_or_else(|| format!("no purse is shown: {lines:?}"))
}

/// The number in "nothing.", "1 coin." or "7 coins."
pub(crate) fn sum(words: &str) -> Option<i64> {
    match words.split([' ', '.']).next() {
        Some("nothing") => Some(0),
        Some(number) => number.parse().ok(),
        None => None,
    }
}

/// The things of a list, each with its number.
fn listed(lines: &[String], begin: &str, town: &Town) -> Result<Vec<(String, i64)>, Trouble> {
    let mut list = String::new();
    // What a refused look shows begins in the same way.
    let from =
        lines.iter().skip_while(|it| !it.starts_with(begin) || it.starts_with("You see no "));
    for line in from {
        list.push_str(if list.is_empty() { "" } else { " " });
        list.push_str(line);
        if line.ends_with('.') {
            break;
        }
    }
    let Some(names) = list.strip_prefix(begin) else { return Ok(Vec::new()) };
    things(names).map_or(Ok(Vec::new()), |all| {
        all.into_iter()
            .map(|(name, n)| {
                let known = town.kinds.contains_key(name);
                let unknown = || format!("there is no kind called {name:?}: {list}");
                if known { Ok((name.to_owned(), n)) } else { Err(unknown()) }
            })
            .collect()
    })
}

/// "a mug of ale (2), an apple and a pear." as names and numbers; none for "nothing."
pub(crate) fn things(names: &str) -> Option<Vec<(&str, i64)>> {
    let names = names.trim_end_matches('.');
    let all = names.split(", ").flat_map(|it| it.split(" and "));
    (names != "nothing").then(|| all.map(counted).collect())
}

fn counted(entry: &str) -> (&str, i64) {
    let number = entry.rsplit_once(" (").and_then(|(name, n)| {
        let n = n.strip_suffix(')')?.parse().ok()?;
        Some((name, n))
    });
    number.unwrap_or((entry, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_things_are_read() {
        let read = things("a mug of ale (2), an apple and a pear.").unwrap();
        assert_eq!(read, [("a mug of ale", 2), ("an apple", 1), ("a pear", 1)]);
        assert_eq!(things("nothing."), None);
        let purses = ["nothing.", "1 coin.", "12 coins."].map(sum);
        assert_eq!(purses, [Some(0), Some(1), Some(12)]);
    }
}
