//! Gestures: what a character shows by a social command such as a smile, and the templates in which
//! builders write them.

use std::sync::Arc;

use text::styled::{CleanText, Style, Text};

use crate::beings::character::Who;

/// Characters that end a sentence.
const ENDS: [char; 4] = ['.', '!', '?', '…'];

/// Characters trimmed from the end of the further words where text follows them.
const PAUSES: [char; 7] = ['.', '!', '?', '…', ',', ';', ':'];

/// Target of a gesture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GestureAim {
    Nobody,
    One(Who),
    /// All characters in the room.
    Everybody,
    Oneself,
}

/// Gesture by a social command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gesture {
    /// Name of the social command.
    pub social: Arc<str>,
    /// Template that fits the target.
    pub form: Arc<GestureForm>,
    pub aim: GestureAim,
    /// Further words of the actor; empty if there are none.
    pub how: CleanText,
    /// True if the gesture is unkind to its target.
    pub unkind: bool,
}

/// Perspective from which a gesture is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GestureSide {
    /// Perspective of the actor.
    Own,
    /// Perspective of the target.
    Met,
    /// Perspective of any other observer.
    Other,
}

/// Template of a gesture, which follows the name of the actor: `smile|smiles {how} at {whom}`.
///
/// Of two words with `|` between them the actor reads the first, and the others read the second.
/// `{whom}` is the target, `{whose}` its possessive, and `{how}` the further words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GestureForm(Vec<FormPart>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct FormPart {
    kind: PartKind,
    /// Text that follows without a blank, such as a comma.
    after: Box<str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PartKind {
    Words { own: Box<str>, others: Box<str> },
    Whom,
    Whose,
    How,
}

impl FormPart {
    fn words(own: &str, others: &str, after: Box<str>) -> Self {
        Self { kind: PartKind::Words { own: own.into(), others: others.into() }, after }
    }

    fn read(word: &str) -> Result<Self, String> {
        if let Some((before, rest)) = word.split_once('{') {
            let (name, after) = rest.split_once('}').unwrap_or((rest, "{"));
            let kind = match name {
                "whom" => Some(PartKind::Whom),
                "whose" => Some(PartKind::Whose),
                "how" => Some(PartKind::How),
                _ => None,
            };
            return match kind.filter(|_| before.is_empty() && !after.contains(['{', '}', '|'])) {
                Some(kind) => Ok(Self { kind, after: after.into() }),
                None => Err(format!(
                    "`{word}` cannot be filled in; write `{{whom}}`, `{{whose}}` or `{{how}}` \
                     with a blank before it"
                )),
            };
        }
        match word.split_once('|') {
            None if !word.contains('}') => Ok(Self::words(word, word, "".into())),
            Some((own, others))
                if !own.is_empty() && !others.is_empty() && !others.contains(['|', '}']) =>
            {
                Ok(Self::words(own, others, "".into()))
            }
            None | Some(_) => Err(format!(
                "`{word}` cannot be read; write what the one who does it reads and what the \
                 others read with one `|` between them, as in `smile|smiles`"
            )),
        }
    }

    fn names_somebody(&self) -> bool {
        matches!(self.kind, PartKind::Whom | PartKind::Whose)
    }
}

impl GestureForm {
    /// Parses a template as a builder wrote it; `aimed` tells whether it must name a target or must
    /// not.
    ///
    /// # Errors
    /// Sentence that tells what is wrong with the template.
    pub fn new(text: &str, aimed: bool) -> Result<Self, String> {
        let parts: Vec<FormPart> =
            text.split_whitespace().map(FormPart::read).collect::<Result<_, _>>()?;
        let verb = parts.first().is_some_and(|it| match &it.kind {
            PartKind::Words { own, others } => own != others,
            PartKind::Whom | PartKind::Whose | PartKind::How => false,
        });
        if !verb {
            let sentence = "this begins with no verb; write it as the one who does it and as \
                            the others read it, as in `smile|smiles`";
            return Err(sentence.to_owned());
        }
        let form = Self(parts);
        if form.0.iter().filter(|it| it.kind == PartKind::How).count() > 1 {
            return Err("`{how}` may stand here once".to_owned());
        }
        match (aimed, form.0.iter().any(FormPart::names_somebody)) {
            (true, false) => Err("this names nobody; write `{whom}` or `{whose}` where the name \
                                  is to stand"
                .to_owned()),
            (false, true) => Err("here nobody is meant; write it without `{whom}` and `{whose}`, \
                                  or as `at`"
                .to_owned()),
            (true, true) | (false, false) => Ok(form),
        }
    }

    /// Returns the same template, aimed at the actor.
    #[must_use]
    pub fn at_oneself(&self) -> Self {
        let own = |it: &FormPart| match it.kind {
            PartKind::Whom => FormPart::words("yourself", "themself", it.after.clone()),
            PartKind::Whose => FormPart::words("your own", "their own", it.after.clone()),
            PartKind::Words { .. } | PartKind::How => it.clone(),
        };
        Self(self.0.iter().map(own).collect())
    }

    /// Returns whether the template has a place for further words.
    #[must_use]
    pub fn takes_how(&self) -> bool {
        self.0.iter().any(|it| it.kind == PartKind::How)
    }

    /// Returns whether the actor's text has this word anyway, as the "up" of "stand up".
    #[must_use]
    pub fn says(&self, word: &str) -> bool {
        self.0.iter().any(|it| match &it.kind {
            PartKind::Words { own, .. } => {
                own.split_whitespace().any(|own| own.eq_ignore_ascii_case(word))
            }
            PartKind::Whom | PartKind::Whose | PartKind::How => false,
        })
    }
}

impl Gesture {
    /// Returns the target, if it is one character.
    #[must_use]
    pub fn to(&self) -> Option<&Who> {
        match &self.aim {
            GestureAim::One(who) => Some(who),
            GestureAim::Nobody | GestureAim::Everybody | GestureAim::Oneself => None,
        }
    }

    /// Appends the gesture to the name of its actor, as a whole sentence with `how` as its further
    /// words.
    pub(crate) fn write_sentence(&self, side: GestureSide, how: &str, text: &mut Text) {
        let parts = &self.form.0;
        for (n, FormPart { kind, after }) in parts.iter().enumerate() {
            match kind {
                PartKind::Words { own, others } => {
                    text.say(" ").say(if side == GestureSide::Own { own } else { others });
                }
                PartKind::Whom => self.whom(side, false, text.say(" ")),
                PartKind::Whose => self.whom(side, true, text.say(" ")),
                PartKind::How => {
                    let last = n + 1 == parts.len() && after.is_empty();
                    let how = if last { how } else { how.trim_end_matches(PAUSES) };
                    if !how.is_empty() {
                        text.say(" ").say(how);
                    }
                }
            }
            text.say(after);
        }
        let closed = text.as_str().trim_end_matches(['"', '\'', ')', '”', '’']);
        if !closed.ends_with(ENDS) {
            text.say(".");
        }
    }

    fn whom(&self, side: GestureSide, owner: bool, text: &mut Text) {
        match (&self.aim, owner) {
            (GestureAim::One(_), false) if side == GestureSide::Met => text.say("you"),
            (GestureAim::One(_), true) if side == GestureSide::Met => text.say("your"),
            (GestureAim::One(who), false) => text.push(Style::Person, &who.name),
            (GestureAim::One(who), true) => text.push(Style::Person, &who.name).say("'s"),
            (GestureAim::Everybody | GestureAim::Nobody | GestureAim::Oneself, false) => {
                text.say("everybody")
            }
            (GestureAim::Everybody | GestureAim::Nobody | GestureAim::Oneself, true) => {
                text.say("everybody's")
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use engine::id::CharacterId;

    use super::*;
    use crate::{act::permission::Role, beings::character::SpeakerKind};

    fn ann() -> GestureAim {
        GestureAim::One(Who {
            id: CharacterId::new("ann").unwrap(),
            name: "Ann".into(),
            kind: SpeakerKind::Player,
            role: Role::Player,
            account: None,
            outside: false,
            household: None,
        })
    }

    fn told(form: &GestureForm, aim: GestureAim, how: &str) -> [String; 3] {
        let form = Arc::new(form.clone());
        let gesture = Gesture { social: "it".into(), form, aim, how: how.into(), unkind: false };
        [("You", GestureSide::Own), ("Bob", GestureSide::Met), ("Bob", GestureSide::Other)].map(
            |(name, side)| {
                let mut text = Text::plain(name);
                gesture.write_sentence(side, &gesture.how, &mut text);
                text.as_str().to_owned()
            },
        )
    }

    #[test]
    fn a_form_reads_right_from_every_side() {
        let smile = GestureForm::new("smile|smiles {how} at {whom}", true).unwrap();
        assert_eq!(
            told(&smile, ann(), "warmly"),
            ["You smile warmly at Ann.", "Bob smiles warmly at you.", "Bob smiles warmly at Ann."]
        );
        assert_eq!(told(&smile, ann(), "")[2], "Bob smiles at Ann.");
        assert_eq!(
            told(&smile, ann(), "so very, very much!")[0],
            "You smile so very, very much at Ann."
        );
        assert_eq!(told(&smile, GestureAim::Everybody, "")[1], "Bob smiles at everybody.");
        let hand = GestureForm::new("shake|shakes {whose} hand {how}", true).unwrap();
        assert_eq!(
            told(&hand, ann(), "twice!"),
            [
                "You shake Ann's hand twice!",
                "Bob shakes your hand twice!",
                "Bob shakes Ann's hand twice!"
            ]
        );
        let own = hand.at_oneself();
        assert_eq!(told(&own, GestureAim::Oneself, "")[0], "You shake your own hand.");
        assert_eq!(
            told(&smile.at_oneself(), GestureAim::Oneself, "")[2],
            "Bob smiles at themself."
        );
        let cheer = GestureForm::new("cheer|cheers {how}!", false).unwrap();
        assert_eq!(told(&cheer, GestureAim::Nobody, "loudly.")[0], "You cheer loudly!");
        assert_eq!(told(&cheer, GestureAim::Nobody, "")[0], "You cheer!");
    }

    #[test]
    fn a_form_that_cannot_be_read_says_why() {
        for (text, aimed, word) in [
            ("smiles", false, "begins with no verb"),
            ("", false, "begins with no verb"),
            ("{how} smile|smiles", false, "begins with no verb"),
            ("smile|smiles|smiled", false, "`smile|smiles|smiled` cannot be read"),
            ("smile|", false, "`smile|` cannot be read"),
            ("smile|smiles at {who}", true, "`{who}` cannot be filled in"),
            ("smile|smiles at {whom", true, "`{whom` cannot be filled in"),
            ("smile|smiles at whom}", true, "`whom}` cannot be read"),
            ("smile|smiles ({whom})", true, "`({whom})` cannot be filled in"),
            ("smile|smiles", true, "names nobody"),
            ("smile|smiles at {whom}", false, "nobody is meant"),
            ("smile|smiles {how} {how}", false, "once"),
        ] {
            let why = GestureForm::new(text, aimed).unwrap_err();
            assert!(why.contains(word), "{text}: {why}");
        }
    }
}
