//! Claims about deeds in spoken lines ("Bob gave Mara a spoon", "I never opened the gate"), and
//! their check against the deeds that a mind saw. Pure functions, no model.
//!
//! Only plain statements count: a question, a wish or a report of what a third person said is no
//! claim. A claim is corroborated or contradicted only by a deed that was seen; what was not seen
//! may have been done elsewhere.

use engine::id::CharacterId;
use world::beings::character::CharacterRef;

use super::classify::Finding;
use crate::{
    memory,
    mind::{
        rumour::Rumour,
        seen::{SeenDeed, SeenKind},
    },
};

/// Claim that a character did, or did not do, a deed of one of the kinds that a mind records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeedClaim {
    /// Character who is said to have done the deed.
    pub who: CharacterId,
    pub kind: SeenKind,
    /// Name of the other party (recipient or partner) as it stands in a deed's words; "me" for the
    /// mind.
    pub other: Option<String>,
    /// Id of the other party; may be the mind itself.
    pub whom: Option<CharacterId>,
    /// Further words of the claim (the item involved), case-folded.
    pub with: Vec<String>,
    /// True if the claim is a denial.
    pub denied: bool,
}

/// Resolver of names and pronouns in a line to characters.
pub struct Naming<'a> {
    pub speaker: &'a CharacterId,
    /// Name of the speaker.
    pub speaker_name: &'a str,
    /// The mind that hears it.
    pub mind: &'a CharacterId,
    /// Lookup of a character by a word: its id and its name as written.
    pub called: &'a dyn Fn(&str) -> Option<(CharacterId, String)>,
}

/// Words that mark a line as no claim: questions, wishes, conditions and reports of others' words.
const UNSURE: [&str; 27] = [
    "who", "what", "when", "where", "why", "how", "if", "whether", "would", "will", "shall",
    "should", "could", "can", "may", "might", "must", "maybe", "perhaps", "say", "says", "said",
    "told", "heard", "think", "thinks", "let",
];
/// Words allowed between the subject and the verb of a claim.
const BETWEEN: [&str; 9] = ["has", "have", "had", "just", "did", "once", "even", "really", "ve"];
const DENYING: [&str; 6] = ["never", "not", "didn", "hasn", "haven", "t"];
/// Stop words that do not identify the item of a deed.
const SMALL: [&str; 14] =
    ["a", "an", "the", "to", "of", "for", "some", "his", "her", "their", "my", "your", "and", "it"];

/// Returns the kind of deed that a verb stands for.
pub(super) fn kind_of(verb: &str) -> Option<SeenKind> {
    Some(match verb {
        "gave" | "given" | "give" => SeenKind::Gave,
        "opened" | "open" => SeenKind::Opened,
        "left" | "leave" => SeenKind::Left,
        "came" | "come" | "arrived" => SeenKind::Came,
        "shouted" | "shout" | "yelled" => SeenKind::Shouted,
        "insulted" | "insult" => SeenKind::Quarrelled,
        "bought" | "sold" | "traded" | "buy" | "sell" => SeenKind::Traded,
        _ => return None,
    })
}

impl DeedClaim {
    /// Parses the claim in a line; none for most lines.
    #[must_use]
    pub fn of(line: &str, naming: &Naming<'_>) -> Option<Self> {
        if line.contains('?') {
            return None;
        }
        let words: Vec<String> = memory::words(line).collect();
        if words.iter().any(|it| UNSURE.contains(&it.as_str())) {
            return None;
        }
        let (at, kind) = words.iter().enumerate().find_map(|(n, it)| Some((n, kind_of(it)?)))?;
        let (before, rest) = words.split_at_checked(at)?;
        let (verb, after) = rest.split_first()?;
        let denied = before.iter().any(|it| DENYING.contains(&it.as_str()));
        // "Bob did open the gate" is one, "open the gate" and "they give spoons" are none.
        let is_bare = matches!(
            verb.as_str(),
            "give" | "open" | "leave" | "come" | "shout" | "insult" | "buy" | "sell"
        );
        if is_bare && !before.iter().any(|it| ["did", "didn"].contains(&it.as_str())) {
            return None;
        }
        let is_name =
            |it: &String| !BETWEEN.contains(&it.as_str()) && !DENYING.contains(&it.as_str());
        let at = before.iter().rposition(is_name)?;
        // "Did Bob open the gate" asks, with a question mark or without one.
        let verb_first = at.checked_sub(1).and_then(|it| before.get(it));
        if verb_first.is_some_and(|it| ["did", "has", "had", "was", "does"].contains(&it.as_str()))
        {
            return None;
        }
        let (who, _) = naming.person(before.get(at)?)?;
        let other = after.iter().find_map(|it| naming.person(it).filter(|(id, _)| *id != who));
        let is_small = |it: &String| SMALL.contains(&it.as_str()) || naming.person(it).is_some();
        let with = after.iter().take_while(|it| *it != "because" && *it != "when");
        let with = with.filter(|it| !is_small(it)).cloned().collect();
        let whom = other.as_ref().map(|(id, _)| id.clone());
        let other = other.map(|(id, name)| if id == *naming.mind { "me".to_owned() } else { name });
        Some(Self { who, kind, other, whom, with, denied })
    }

    /// Finds the seen deed that the claim is about, and returns whether it corroborates or
    /// contradicts the claim.
    pub fn weigh<'a>(
        &self,
        mut seen: impl Iterator<Item = &'a SeenDeed>,
    ) -> Option<(Finding, &'a SeenDeed)> {
        let deed = seen.find(|it| self.is_about(it))?;
        let finding = if self.denied { Finding::Contradicted } else { Finding::Corroborated };
        Some((finding, deed))
    }

    /// Returns whether the claim denies the deed that a rumour reports, as far as the claim is
    /// specific.
    #[must_use]
    pub fn denies(&self, rumour: &Rumour) -> bool {
        let did: Vec<String> = memory::words(&rumour.did).collect();
        let is = |party: &Option<CharacterRef>, id: &CharacterId| {
            party.as_ref().is_some_and(|of| of.id == *id)
        };
        self.denied
            && self.kind == rumour.kind
            && is(&rumour.who, &self.who)
            && self.whom.as_ref().is_none_or(|whom| is(&rumour.other, whom))
            && self.with.iter().all(|word| did.contains(word))
    }

    fn is_about(&self, deed: &SeenDeed) -> bool {
        let did: Vec<String> = memory::words(&deed.did).collect();
        let names = |name: &String| memory::words(name).all(|it| did.contains(&it));
        self.who == deed.who
            && self.kind == deed.kind
            && self.other.as_ref().is_none_or(names)
            && self.with.iter().all(|it| did.contains(it))
    }
}

impl Naming<'_> {
    /// Resolves a word to a character: a name, or "I", "me" or "you" relative to the speaker.
    pub(super) fn person(&self, word: &str) -> Option<(CharacterId, String)> {
        match word {
            "i" | "me" => Some((self.speaker.clone(), self.speaker_name.to_owned())),
            "you" => Some((self.mind.clone(), "me".to_owned())),
            _ => (self.called)(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{clock::WorldTime, label::Label};
    use proptest::prelude::*;

    use super::*;

    fn id(id: &str) -> CharacterId {
        CharacterId::new(id).unwrap()
    }

    fn called(word: &str) -> Option<(CharacterId, String)> {
        let names = ["Ann", "Bob", "Mara", "Bram"];
        let name = names.into_iter().find(|it| it.eq_ignore_ascii_case(word))?;
        Some((id(&name.to_lowercase()), name.to_owned()))
    }

    fn claim(line: &str) -> Option<DeedClaim> {
        let (speaker, mind) = (id("ann"), id("mara"));
        let naming =
            Naming { speaker: &speaker, speaker_name: "Ann", mind: &mind, called: &called };
        DeedClaim::of(line, &naming)
    }

    fn seen(who: &str, kind: SeenKind, did: &str) -> SeenDeed {
        SeenDeed {
            who: id(who),
            name: who.into(),
            kind,
            did: did.to_owned(),
            at: WorldTime(0),
            label: Label::engine(),
            left: None,
            door: None,
        }
    }

    fn finding(line: &str) -> Option<Finding> {
        let deeds = [
            seen("bob", SeenKind::Gave, "gave me a wooden spoon"),
            seen("ann", SeenKind::Opened, "had Bram open the old gate"),
            seen("bob", SeenKind::Left, "left east"),
        ];
        Some(claim(line)?.weigh(deeds.iter())?.0)
    }

    #[test]
    fn what_was_seen_bears_a_claim_out_or_denies_it() {
        for line in [
            "Bob gave you a spoon",
            "mara, bob has given you a wooden spoon.",
            "I opened the gate",
            "I had opened the old gate",
            "Bob left",
            "bob did leave",
        ] {
            assert_eq!(finding(line), Some(Finding::Corroborated), "{line}");
        }
        for line in ["Bob never gave you a spoon", "I didn't open the gate", "bob has not left"] {
            assert_eq!(finding(line), Some(Finding::Contradicted), "{line}");
        }
    }

    #[test]
    fn what_was_not_seen_may_have_been_done() {
        for line in ["Bob gave you a crown", "Ann gave you a spoon", "Bram left", "I shouted"] {
            assert_eq!(finding(line), None, "{line}");
        }
    }

    #[test]
    fn a_question_a_wish_and_what_others_say_claim_nothing() {
        for line in [
            "did bob give you a spoon?",
            "who gave you a spoon",
            "They say Bob gave you a spoon",
            "if bob left I shall cry",
            "open the gate",
            "give me a spoon",
            "the left hand",
            "it came to nothing",
            "",
        ] {
            assert_eq!(claim(line), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd(line in "\\PC{0,80}") {
            let _ = claim(&line);
        }
    }
}
