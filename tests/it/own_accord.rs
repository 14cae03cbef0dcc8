//! The shipped town left to itself for a while, with a model: what it is asked of its characters' own
//! accord, and how rarely a mind looks at what was left open while nothing comes of it.

use std::{collections::BTreeMap, time::Duration};

use assistants::{
    llm::profile::{AnswersBy, ModelProfile, QuestionForm},
    mind::leads::HEARTBEAT,
    record::entry::{OccasionKind, Recorded},
};
use engine::clock::WorldTime;
use tests::{
    Trouble,
    bare::asked::{AskedTown, TICK, says},
};

type Done = Result<(), Trouble>;

const MINUTE: Duration = Duration::from_secs(60);

/// Questions to the model by what began the thought.
type Asked = BTreeMap<&'static str, usize>;

fn name(by: OccasionKind) -> &'static str {
    match by {
        OccasionKind::Words => "event",
        OccasionKind::Deed => "deed",
        OccasionKind::Arrival => "arrival",
        OccasionKind::Gambit => "gambit",
        OccasionKind::Order => "order",
        OccasionKind::Capsule => "time capsule",
        OccasionKind::OpenQuestion => "question",
        OccasionKind::OpenClaim => "claim",
        OccasionKind::OwnPromise => "own promise",
        OccasionKind::OpenPromise => "promise",
        OccasionKind::OpenMessage => "message",
        OccasionKind::OpenRequest => "request",
        OccasionKind::LapsedOffer => "offer",
        OccasionKind::OpenGoal => "goal",
        OccasionKind::Decomposition => "decomposition",
        OccasionKind::Letter => "letter",
        OccasionKind::Delegated => "question passed on",
        OccasionKind::HelpBrought => "answer brought",
    }
}

/// Beginning of each thought, and true if it is lean.
type Begun = BTreeMap<(String, u64), (OccasionKind, bool)>;

/// Counts the questions of what was recorded, and checks that nothing was looked up for lean ones.
fn count(town: &mut AskedTown, asked: &mut Asked, begun: &mut Begun) {
    for entry in town.take_recorded() {
        let (Some(mind), Some(thought)) = (&entry.mind, entry.thought) else { continue };
        let key = (mind.to_string(), thought);
        if let Recorded::Begun { by, lean, .. } = &entry.what {
            let is_lean = !matches!(
                by,
                OccasionKind::Words
                    | OccasionKind::Deed
                    | OccasionKind::Arrival
                    | OccasionKind::Gambit
                    | OccasionKind::Order
                    | OccasionKind::Capsule
                    | OccasionKind::OpenQuestion
                    | OccasionKind::Letter
            );
            assert_eq!(*lean, is_lean, "{by:?}");
            begun.insert(key, (*by, *lean));
        } else if let Recorded::Asked(question) = &entry.what {
            let (by, lean) = begun.get(&key).copied().expect("a thought begins before it asks");
            *asked.entry(name(by)).or_default() += 1;
            assert!(!lean || question.memories == 0, "{by:?}");
        }
    }
}

fn town() -> Result<AskedTown, Trouble> {
    // Whose words are held to no answer of the script.
    let profile = ModelProfile {
        form: QuestionForm::Tools,
        answers: AnswersBy::All,
        ..ModelProfile::default()
    };
    AskedTown::new(profile)
}

/// Lets some minutes go by in which each of these guests promises something, leaves, and comes again;
/// between that nobody speaks.
fn visits(guests: u64, minutes: u32) -> Result<(Asked, usize), Trouble> {
    let mut town = town()?;
    let (mut asked, mut begun) = (Asked::new(), Begun::new());
    for number in 1..=guests {
        town.enter(number)?;
    }
    town.wait(MINUTE)?;
    let mut promised = 0;
    for minute in 0..minutes {
        // Of its own accord nothing is said twice in the same words.
        town.result = Ok(says(&format!("It is minute {minute}.")));
        let number = 1 + u64::from(minute / 8) % guests;
        match minute % 8 {
            0 => {
                town.types(number, "say to mara I'll bring you a silver spoon");
                promised += 1;
            }
            1 => town.types(number, "west"),
            3 => town.types(number, "east"),
            _ => {}
        }
        town.wait(MINUTE)?;
        count(&mut town, &mut asked, &mut begun);
    }
    Ok((asked, promised))
}

#[test]
fn without_a_lead_nothing_is_asked_and_a_promise_is_come_back_to_once() -> Done {
    let mut town = town()?;
    town.enter(1)?;
    town.enter(2)?;
    town.wait(5 * MINUTE)?;
    let (mut asked, mut begun) = (Asked::new(), Begun::new());
    count(&mut town, &mut asked, &mut begun);
    assert!(asked.keys().all(|by| *by == "arrival"), "nobody said anything: {asked:?}");
    assert_eq!(town.next_look("mara"), None);
    let (asked, promised) = visits(1, 8)?;
    assert_eq!(promised, 1);
    assert_eq!((asked.get("event"), asked.get("promise")), (Some(&1), Some(&1)), "{asked:?}");
    assert!(
        asked.keys().all(|by| ["arrival", "event", "promise", "goal"].contains(by)),
        "{asked:?}"
    );
    Ok(())
}

#[test]
fn a_mind_looks_ever_more_rarely_at_what_nothing_comes_of() -> Done {
    let mut town = town()?;
    town.enter(1)?;
    town.wait(MINUTE)?;
    town.types(1, "say to mara I'll be back tomorrow");
    town.wait(Duration::from_secs(1))?;
    let mut looks = vec![town.next_look("mara").ok_or("Mara has a lead")?];
    for _ in 0..800 {
        town.wait(Duration::from_secs(1))?;
        let next = town.next_look("mara").ok_or("Mara has a lead still")?;
        if looks.last() != Some(&next) {
            looks.push(next);
        }
    }
    let spans: Vec<u64> =
        looks.windows(2).map(|it| it[1].since(it[0]).as_secs() / HEARTBEAT.as_secs()).collect();
    // While she is busy she puts off the look that is due by one.
    let rarer: Vec<u64> = spans.iter().copied().filter(|it| *it > 1).collect();
    assert_eq!(rarer, [2, 4, 8], "heartbeats between two looks: {spans:?}");
    Ok(())
}

/// An hour in which people leave things open: minute, guest, and what they type.
const LEFT_OPEN: [(u32, u64, &str); 12] = [
    (0, 1, "say to mara I'll bring you a silver spoon"),
    (1, 1, "west"),
    (3, 1, "east"),
    (5, 2, "say mara, who told you of the drowned fiddle?"),
    (7, 3, "say mara, the tanner found a drowned fiddle"),
    (10, 4, "say to mara I'll be back tomorrow"),
    (11, 4, "west"),
    (13, 4, "east"),
    (15, 2, "say mara, let me know when Tibor comes in"),
    (17, 3, "say to mara I'll bring you a copper pot"),
    (20, 1, "say to mara tell Bram I said hello"),
    (22, 2, "say to mara I'll be back tomorrow"),
];

/// The same hour without a word.
const COMING_AND_GOING: [(u32, u64, &str); 4] =
    [(1, 1, "west"), (3, 1, "east"), (11, 4, "west"), (13, 4, "east")];

/// Lets an hour go by on a clock that runs 60 times as fast as that of a server, in which these lines are
/// typed. Returns the questions by what began the thought, and the times of Mara's next look at her leads.
fn hour(lines: &[(u32, u64, &str)]) -> Result<(Asked, Vec<WorldTime>), Trouble> {
    let mut town = town()?;
    town.tick = TICK * 60;
    let (mut asked, mut begun) = (Asked::new(), Begun::new());
    (1..=4).try_for_each(|number| town.enter(number))?;
    town.wait(MINUTE)?;
    let mut looks: Vec<WorldTime> = Vec::new();
    for minute in 0..60 {
        town.result = Ok(says(&format!("It is minute {minute}.")));
        for (_, who, line) in lines.iter().filter(|(at, ..)| *at == minute) {
            town.types(*who, line);
        }
        for _ in 0..20 {
            town.wait(town.tick)?;
            let next = town.next_look("mara");
            looks.extend(next.filter(|it| looks.last() != Some(it)));
        }
        count(&mut town, &mut asked, &mut begun);
    }
    Ok((asked, looks))
}

#[test]
fn an_hour_at_sixtyfold_speed_asks_by_context_and_nothing_without_a_lead() -> Done {
    let is_own = |by: &str| !["arrival", "event", "goal"].contains(&by);
    let (asked, looks) = hour(&COMING_AND_GOING)?;
    assert!(asked.keys().all(|by| !is_own(by) && *by != "event"), "nobody said a word: {asked:?}");
    assert_eq!(looks, [], "there is no lead");
    let (asked, looks) = hour(&LEFT_OPEN)?;
    let by = |of: &str| asked.get(of).copied().unwrap_or_default();
    assert!(asked.keys().all(|by| !is_own(by) || *by == "promise"), "{asked:?}");
    // Of the three who promised something one came back with nothing, and one did come back.
    assert_eq!((by("event"), by("promise")), (8, 2), "{asked:?}");
    let spans: Vec<u64> =
        looks.windows(2).map(|it| it[1].since(it[0]).as_secs() / HEARTBEAT.as_secs()).collect();
    assert!(spans.ends_with(&[8, 8, 8]), "{spans:?}");
    Ok(())
}
