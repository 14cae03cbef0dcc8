//! Fairness of a busy model of four seconds an answer: somebody who writes as people do, beside
//! nine who write all the time.

use std::{net::IpAddr, time::Duration};

use assistants::llm::profile::{AnswersBy, ModelProfile, QuestionForm};
use tests::bare::asked::{AskedTown, says};
use world::beings::character::SpeakerKind;

const FLOODERS: std::ops::RangeInclusive<u64> = 2..=10;

/// Answers that a guest got, and the longest wait for one.
#[derive(Debug, Default, Clone, Copy)]
struct Served {
    by_model: usize,
    by_script: usize,
    longest: Duration,
}

/// Plays five minutes, in which an honest player writes every eight seconds, once answered, and the
/// others every two. Returns what the player and each of the others got.
fn play(address_of: impl Fn(u64) -> u8) -> (Served, Vec<Served>) {
    // Whose words are held to no answer of the script.
    let profile = ModelProfile {
        form: QuestionForm::Tools,
        answers: AnswersBy::All,
        ..ModelProfile::default()
    };
    let mut town = AskedTown::new(profile).unwrap();
    town.takes = Duration::from_secs(4);
    let mut words = 0_u64;
    town.enter_from(1, SpeakerKind::Player, IpAddr::from([127, 0, 0, 1])).unwrap();
    for guest in FLOODERS {
        let address = IpAddr::from([127, 0, 0, address_of(guest)]);
        town.enter_from(guest, SpeakerKind::Guest, address).unwrap();
    }
    town.wait(Duration::from_secs(30)).unwrap();
    let mut served = [Served::default(); 11];
    let mut typed = None;
    for half_second in 0..600_u64 {
        words += 1;
        // Each reply differs from those before, and says that a model made it.
        town.result = Ok(says(&format!("Modelled word number {words} of mine, as it were.")));
        if half_second % 4 == 0 {
            for guest in FLOODERS {
                town.types(guest, &format!("say to mara what of riddle {words}, pray?"));
            }
        }
        if half_second % 16 == 0 && typed.is_none() {
            town.types(1, &format!("say to mara wherefore does riddle {words} gallivant?"));
            typed = Some(town.now());
        }
        town.wait(Duration::from_millis(500)).unwrap();
        for guest in std::iter::once(1).chain(FLOODERS) {
            let Some(sums) = usize::try_from(guest).ok().and_then(|at| served.get_mut(at)) else {
                continue;
            };
            for line in town.take_shown(guest) {
                if !line.contains("Mara says to you") && !line.contains("Mara asks you") {
                    continue;
                }
                let by_model = line.contains("Modelled word");
                sums.by_model += usize::from(by_model);
                sums.by_script += usize::from(!by_model);
                if let Some(at) = typed.take_if(|_| guest == 1) {
                    sums.longest = sums.longest.max(town.now().since(at));
                }
            }
        }
    }
    let [_, honest, flooders @ ..] = served;
    println!("the player: {honest:?}; the others: {flooders:?}");
    (honest, flooders.to_vec())
}

#[test]
fn nine_guests_of_one_address_take_the_model_from_nobody() {
    let (honest, flooders) = play(|_| 2);
    let all: usize = flooders.iter().map(|it| it.by_model).sum();
    assert!(honest.by_model >= 3 * honest.by_script, "{honest:?}");
    assert!(all > 0, "the model is idle while they wait: {flooders:?}");
    assert!(honest.longest <= Duration::from_secs(10), "{honest:?}");
}

#[test]
fn nine_guests_of_nine_addresses_take_no_more_than_their_share() {
    let (honest, flooders) = play(|guest| u8::try_from(guest).unwrap());
    let all: usize = flooders.iter().map(|it| it.by_model).sum();
    // One answer more or less is a matter of when the five minutes end.
    assert!((honest.by_model + 1) * flooders.len() >= all, "{honest:?}, {flooders:?}");
    assert!(honest.by_model + honest.by_script >= 25, "mute: {honest:?}");
    assert!(honest.longest <= Duration::from_secs(10), "{honest:?}");
}
