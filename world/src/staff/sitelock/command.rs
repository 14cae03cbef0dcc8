//! `sitelock` command: management of bans by name and address.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    id::SessionId,
    index::Index,
    save::{dirty::Dirty, durability::Durability},
};
use text::{
    parse::Line,
    styled::{Style, Text},
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{character::CharacterRef, presence::Address},
    staff::sitelock::{KIND, Pattern, Restriction, Rule, Sitelock},
    witness::narrator::Narrator,
};

/// Maximum number of rules in one list; the rest are only counted.
const MOST: usize = 100;

/// Words that may stand behind `sitelock`, and behind its short forms `ban` and `unban` as well.
const KEYWORDS: [&str; 5] = ["list", "lift", "connect", "create", "guest"];

/// `sitelock` command: lists, adds and removes ban rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SitelockCommand {
    /// Lists all rules in force.
    List,
    /// Adds a rule.
    Make {
        /// Forbidden action.
        what: Restriction,
        /// Pattern of the names or addresses banned.
        pattern: Pattern,
        /// Duration of the rule; none for a permanent one.
        span: Option<Duration>,
        /// Reason of the rule; may be empty.
        reason: String,
    },
    /// Removes the rule with this number.
    Lift(u32),
}

impl Command for SitelockCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "sitelock",
        aliases: &["@sitelock", "ban", "unban"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "sitelock\nsitelock connect WHOM = REASON\nsitelock create WHOM = REASON\n\
                sitelock guest WHOM = REASON\nsitelock connect WHOM for 2 days = REASON\n\
                sitelock lift NUMBER",
        summary: "Ban people and addresses: say who may not come in.",
        help: "Example: sitelock connect 10.1.2.0/24 for 2 days = spam\n\
               Example: ban bob for 2 days = spam\n\
               ban is short for sitelock connect, unban for sitelock lift. connect keeps people out, create keeps them from making characters, guest from \
               coming in as guests. WHOM is an address, a subnet, a name, the beginning of \
               names as in bob*, or * for everybody; for guests it is an address, a subnet or \
               *. A name means the account: who has a character of that name comes in with \
               none of theirs. The time is in minutes, hours, days or weeks; without it the rule stands \
               until you lift it. Those who are refused read the reason. A rule holds at once, \
               for those who come; to send somebody away: help kick. Where people come from is \
               shown by: who. A rule that would keep out somebody of the staff who is awake is \
               not made.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let verb = line.small_verb();
        let (short, usage) = match &*verb {
            "ban" => (Some("connect"), "ban WHOM = REASON\nban WHOM for 2 days = REASON\nban"),
            "unban" => (Some("lift"), "unban NUMBER\nban"),
            _ => (None, Self::SPEC.usage),
        };
        let usage = || Refusal::Usage(usage);
        let (rule, reason) = line.rest.split_once('=').unwrap_or((line.rest, ""));
        let words: Vec<String> = rule.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_whole = words.first().is_none_or(|it| KEYWORDS.contains(it));
        let words: Vec<&str> = short.filter(|_| !is_whole).into_iter().chain(words).collect();
        let (what, pattern, span) = match words.as_slice() {
            [] | ["list"] => return Ok(Self::List),
            ["lift", number] => {
                return number.parse().map(Self::Lift).map_err(|_| usage());
            }
            [what, pattern] => (what, pattern, None),
            [what, pattern, "for", count, unit] => (what, pattern, Some(span(count, unit)?)),
            _ => return Err(usage()),
        };
        let what = Restriction::ALL.into_iter().find(|it| it.name() == *what).ok_or_else(usage)?;
        let pattern: Pattern = pattern.parse().map_err(|why| Refusal::because(format!("{why}")))?;
        if what == Restriction::Guest && !is_for_guests(&pattern) {
            let words = "Guests have no names of their own: give an address, a subnet, or * for \
                         all of them.";
            return Err(Refusal::because(words));
        }
        Ok(Self::Make { what, pattern, span, reason: reason.trim().to_owned() })
    }
}

fn is_for_guests(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Net(_) => true,
        Pattern::Prefix(it) => it.is_empty(),
        Pattern::Name(_) => false,
    }
}

/// Parses a duration such as `2 days`: 1 to 10,000 minutes, hours, days or weeks.
fn span(count: &str, unit: &str) -> Result<Duration, Refusal> {
    let minutes = match unit.strip_suffix('s').unwrap_or(unit) {
        "minute" => 1,
        "hour" => 60,
        "day" => 24 * 60,
        "week" => 7 * 24 * 60,
        _ => 0,
    };
    match count.parse::<u64>() {
        Ok(count @ 1..=10_000) if minutes > 0 => Ok(Duration::from_secs(count * minutes * 60)),
        Ok(_) | Err(_) => Err(Refusal::because(
            "A time is a number and minutes, hours, days or weeks, as in: for 2 days",
        )),
    }
}

/// Runs `sitelock`: lists, adds or removes rules.
pub fn sitelock(
    invocation: Invocation<SitelockCommand>,
    index: Res<Index<SessionId>>,
    addresses: Query<&Address>,
    mut lock: ResMut<Sitelock>,
    mut dirty: ResMut<Dirty>,
    mut narrator: Narrator,
) -> Outcome {
    let (act, now) = (&invocation.act, narrator.now());
    let me = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?;
    let text = match invocation.command {
        SitelockCommand::List => {
            narrator.show(act, list(lock.rules(now)));
            return Ok(());
        }
        SitelockCommand::Make { what, pattern, span, reason } => {
            if what == Restriction::Connect {
                spare_staff(act, &pattern, &index, &addresses, &narrator)?;
            }
            let until = span.map(|span| now.after(span));
            let by = CharacterRef::from(&me);
            let rule = Rule { number: 0, what, pattern, reason, until, by, at: now };
            format!("The rule holds. {}", lock.add(rule)?)
        }
        SitelockCommand::Lift(number) => {
            format!("The rule is lifted. {}", lock.lift(number, now)?)
        }
    };
    dirty.touch_document(KIND, KIND);
    narrator.show(act, Text::plain(text));
    Ok(())
}

/// Refuses a pattern that matches the actor or another staff member who is online, so that a
/// mistyped rule cannot lock out the staff.
fn spare_staff(
    act: &Act,
    pattern: &Pattern,
    index: &Index<SessionId>,
    addresses: &Query<&Address>,
    narrator: &Narrator,
) -> Outcome {
    for entity in std::iter::once(act.actor).chain(index.entities()) {
        let (Some(who), Ok(address)) = (narrator.people.who(entity), addresses.get(entity)) else {
            continue;
        };
        if who.role < Role::Staff || !pattern.fits(Some(&who.name), address.0) {
            continue;
        }
        let words = if entity == act.actor {
            "That rule would keep you out yourself, so it is not made.".to_owned()
        } else {
            format!("That rule would keep out {} of the staff, so it is not made.", who.name)
        };
        return Err(Refusal::because(words));
    }
    Ok(())
}

fn list<'a>(rules: impl Iterator<Item = &'a Rule>) -> Text {
    let mut text = Text::styled(Style::Heading, "Who may not come in");
    let mut count = 0_usize;
    for rule in rules {
        count += 1;
        if count <= MOST {
            text.say(&format!("\n  {rule}"));
        }
    }
    match count {
        0 => Text::plain("Everybody may come in; there is no rule."),
        _ if count > MOST => {
            text.say(&format!("\nAnd {} more.", count - MOST));
            text
        }
        _ => text,
    }
}
