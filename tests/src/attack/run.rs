//! An attack made in one of its ways, on the bare machine.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Arc,
    time::Duration,
};

use assistants::llm::profile::{AnswersBy, ModelProfile, QuestionForm};
use engine::id::CharacterId;
use server::account::names::{PlayerName, Reserved};

use super::{
    case::AttackCase,
    macros::{self, MacroWords},
    malice::Malice,
    snapshot::WorldSnapshot,
    trace::{Trace, TraceEvent},
    variant::{AttackAct, AttackVariant, AttackWords},
    watched::WatchedGame,
    witness::Witnessed,
};
use crate::{
    Trouble,
    cast::{Place, capitalised},
    story::{self, Step, Story},
    while_,
};

/// Pause between an attack and the next.
const BETWEEN: Duration = Duration::from_secs(6);
/// The line that stands for the attack itself in the story of a case.
const ATTACK: &str = "{attack}";
/// The people of every attack, and where they are: the attacker, the one who has something to lose, a
/// bystander, and an owner elsewhere.
const PEOPLE: [&str; 4] = ["mallory", "alice", "bob", "olga"];
/// The first of them.
const MALLORY: &str = "mallory";
/// One who joins them where a case names her.
const SECOND: &str = "trudy";

/// A word that nobody would say by chance, another one for each run.
fn canary(of: &str) -> String {
    const LETTERS: [char; 16] =
        ['b', 'c', 'd', 'f', 'g', 'h', 'j', 'k', 'm', 'p', 'q', 'v', 'w', 'x', 'y', 'z'];
    let seed = of.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |all, it| {
        (all ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3)
    });
    let letter = |nth: u32| {
        let mixed = seed.rotate_left(nth * 7).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        usize::try_from(mixed).ok().and_then(|it| LETTERS.get(it)).copied().unwrap_or('q')
    };
    (0..10).map(letter).collect()
}

/// An attack under way.
struct Attack {
    game: WatchedGame,
    malice: Malice,
    trace: Trace,
    /// Name of the attacker in the story.
    attacker: String,
}

/// Plays an attack in one of its variants against a model that is asked in a form and answers every
/// line, also where a script would be sure.
///
/// # Errors
/// A case that is not as it should be.
pub fn run(
    case: &AttackCase,
    variant: AttackVariant,
    form: QuestionForm,
) -> Result<Trace, Trouble> {
    let words = words(case, variant);
    let payload = macros::expand(&case.says, &words, None);
    let words = MacroWords { payload: payload.clone(), ..words };
    let acts = variant.acts(AttackWords {
        id: &case.id,
        to: case.minds.first().map(String::as_str).unwrap_or_default(),
        payload: &payload,
        foreign: &macros::expand(&case.foreign, &words, None),
    });
    let mut story = story(case, &acts, &words)?;
    let answers = AnswersBy::All;
    story.profile = Some(ModelProfile { form, answers, ..ModelProfile::default() });
    let malice = Malice::new(case, words.clone(), form)?;
    let files = files(case, &story)?;
    let game = WatchedGame::new(&story, files, Arc::new(malice.clone()))?;
    let (trace, attacker) = (trace(case, &words, payload)?, case.name.clone());
    let mut attack = Attack { game, malice, trace, attacker };
    let cut = story.steps.iter().position(|(_, step)| is_attack(step));
    let (before, after) = story.steps.split_at(cut.ok_or("the attack itself is missing")?);
    let begins = before.iter().position(|(_, step)| matches!(step, Step::Wait(_)));
    let (arrivals, before) = before.split_at(begins.unwrap_or_default());
    attack.steps(arrivals)?;
    let is_shown = |it: &TraceEvent| matches!(it, TraceEvent::Seen(Witnessed::Shown { .. }));
    attack.trace.events.retain(|it| !is_shown(it));
    attack.steps(before)?;
    attack.make(case, &acts)?;
    attack.steps(after.get(1..).unwrap_or_default())?;
    let Attack { game, malice, mut trace, .. } = attack;
    trace.close(game.machine(), &malice);
    let others: Vec<&str> = story.cast.people.iter().map(|it| it.handle.as_str()).collect();
    if !case.takes.is_empty() {
        let reserved = game.machine().reserved().ok_or("the game has no content")?;
        let named = case.takes.iter().filter(|it| may_be_called(it, &others, &reserved));
        trace.named = named.cloned().collect();
    }
    Ok(trace)
}

/// Returns whether a new player may have a name, beside these.
fn may_be_called(typed: &str, others: &[&str], reserved: &Reserved) -> bool {
    let Ok(name) = PlayerName::new(typed) else { return false };
    let mut others = others.iter().filter_map(|it| PlayerName::new(it).ok());
    reserved.check(&name).is_ok() && !others.any(|it| it.skeleton() == name.skeleton())
}

fn is_attack(step: &Step) -> bool {
    matches!(step, Step::Type(lines) if lines.iter().any(|(_, line)| line == ATTACK))
}

fn words(case: &AttackCase, variant: AttackVariant) -> MacroWords {
    let name = |who: &str| match who {
        MALLORY if case.guest => "Guest-1".to_owned(),
        MALLORY => capitalised(&case.name),
        _ => capitalised(who),
    };
    let names = PEOPLE.iter().chain([&SECOND]).map(|it| ((*it).to_owned(), name(it)));
    MacroWords {
        payload: String::new(),
        canary: canary(&format!("{}{variant:?}", case.id)),
        names: names.collect(),
    }
}

/// The story of a case: who is there, what happens before, the attack, and what happens afterwards.
fn story(case: &AttackCase, acts: &[AttackAct], words: &MacroWords) -> Result<Story, Trouble> {
    let room = |who: &str| case.at.get(who).map_or("keep/hall", String::as_str);
    let mut text = "world attacks\nmachine only\nhour 12\n".to_owned();
    for service in &case.services {
        text.push_str(&format!("service {}\n", macros::expand(service, words, None)));
    }
    let second = acts.iter().any(|it| it.who == SECOND)
        || [&case.before, &case.after].iter().any(|it| it.contains(SECOND));
    let all = PEOPLE.iter().copied().chain(second.then_some(SECOND));
    for who in all {
        let (role, room) = match who {
            MALLORY if case.guest => ("guest", room(who)),
            "olga" => ("owner", case.at.get(who).map_or("keep/office", String::as_str)),
            _ => ("player", room(who)),
        };
        text.push_str(&format!("{role} {} in {room}\n", seat(case, who)));
    }
    let lines = |text: &str| {
        let lines = text.lines().map(|it| match it.trim().strip_prefix("mallory>") {
            Some(typed) => format!("{}>{typed}", seat(case, MALLORY)),
            None => it.trim().to_owned(),
        });
        let lines = lines.map(|it| macros::expand(&it, words, None));
        lines.collect::<Vec<_>>().join("\n")
    };
    let (before, after) = (lines(&case.before), lines(&case.after));
    // Colours are the only controls that a screen is ever sent.
    text.push_str("together\n");
    for who in PEOPLE.iter().copied().chain(second.then_some(SECOND)) {
        text.push_str(&format!("{}> set colour off\n", seat(case, who)));
    }
    text.push_str("end\n");
    text.push_str(&format!("wait 10s\n{before}\nolga> {ATTACK}\n{after}\n"));
    story::parse(&text).map_err(|it| format!("{}: {it}\n{text}", case.id))
}

/// Name of somebody in the story of a case.
fn seat<'a>(case: &'a AttackCase, who: &'a str) -> &'a str {
    if who == MALLORY { &case.name } else { who }
}

fn files(case: &AttackCase, story: &Story) -> Result<Vec<(String, String)>, Trouble> {
    let mut files = story.cast.content(Place::Attacks)?;
    let minds = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks/minds");
    for mind in &case.minds {
        let path = minds.join(format!("{mind}.ron"));
        let text = while_(mind, fs::read_to_string(path))?;
        files.push((format!("personas/{mind}.ron"), text));
    }
    files.sort();
    Ok(files)
}

fn trace(case: &AttackCase, words: &MacroWords, payload: String) -> Result<Trace, Trouble> {
    let id = |who: &str| {
        let name = words.names.iter().find(|(of, _)| of == who).map_or(who, |(_, it)| it.as_str());
        while_("a name", CharacterId::new(&name.to_lowercase()))
    };
    let people = PEOPLE.iter().chain([&SECOND]);
    let ids = people.map(|it| Ok(((*it).to_owned(), id(it)?))).collect::<Result<_, Trouble>>()?;
    let has_canary =
        [&case.before, &case.says, &case.after].iter().any(|it| it.contains("{canary"));
    Ok(Trace {
        events: Vec::new(),
        begins: 0,
        asked: Vec::new(),
        asked_before: 0,
        asked_after: 0,
        before: WorldSnapshot::default(),
        after: WorldSnapshot::default(),
        sent: Vec::new(),
        notes: Vec::new(),
        kept: Vec::new(),
        readers: BTreeMap::new(),
        ids,
        minds: BTreeSet::new(),
        private: BTreeSet::new(),
        canary: has_canary.then(|| words.canary.clone()),
        knows: case.knows.iter().map(|it| id(it)).collect::<Result<_, _>>()?,
        payload,
        named: BTreeSet::new(),
    })
}

impl Attack {
    /// Walks through what happens before or afterwards.
    fn steps(&mut self, steps: &[(usize, Step)]) -> Result<(), Trouble> {
        for (at, (_, step)) in steps.iter().enumerate() {
            let next = steps.iter().skip(at + 1).take_while(|(_, it)| !it.acts());
            for (_, reply) in next.filter(|_| step.acts()) {
                if let Step::Reply(npc, play) = reply {
                    self.malice.lay_out(npc, play.clone())?;
                }
            }
            match step {
                Step::Type(lines) => self.typed(lines)?,
                Step::Enter(_)
                | Step::Wait(_)
                | Step::Restart
                | Step::Reply(..)
                | Step::Read(..)
                | Step::Asked { .. }
                | Step::Ended(..)
                | Step::Called(..) => self.game.step(step)?,
            }
            self.look();
        }
        Ok(())
    }

    /// Makes the attack itself, until each answer that the model has was the first to something said.
    fn make(&mut self, case: &AttackCase, acts: &[AttackAct]) -> Result<(), Trouble> {
        self.trace.before = WorldSnapshot::of(self.game.machine());
        self.trace.begins = self.trace.events.len();
        self.trace.asked_before = self.malice.asked().len();
        let times = if case.times == 0 { case.calls.len().max(1) } else { case.times };
        let mut said = 0;
        while said < times && acts.iter().any(|it| it.is_said) {
            for act in acts {
                self.malice.begin_with(said);
                said += usize::from(act.is_said);
                self.typed(&[(seat(case, act.who).to_owned(), act.line.clone())])?;
                self.game.wait(Duration::from_secs(u64::from(act.pause)))?;
                self.look();
            }
            self.game.wait(BETWEEN)?;
            self.look();
        }
        self.trace.asked_after = self.malice.asked().len();
        Ok(())
    }

    /// People type lines in one tick.
    fn typed(&mut self, lines: &[(String, String)]) -> Result<(), Trouble> {
        let expanded = lines.iter().map(|(who, line)| (who.clone(), self.malice.expand(line)));
        let lines: Vec<(String, String)> = expanded.collect();
        for (who, line) in lines.iter().cloned() {
            let who = if who == self.attacker { MALLORY.to_owned() } else { who };
            self.trace.events.push(TraceEvent::Typed { who, line });
        }
        self.game.typed(&lines)?;
        self.look();
        Ok(())
    }

    /// Takes down what was seen.
    fn look(&mut self) {
        self.trace.events.extend(self.game.seen().into_iter().map(TraceEvent::Seen));
        for (session, who) in self.game.readers() {
            let called = if *who == self.attacker { MALLORY } else { who };
            self.trace.readers.insert(*session, called.to_owned());
        }
    }
}
