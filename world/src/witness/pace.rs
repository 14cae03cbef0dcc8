//! Rate limits of talk, for guests and players alike (flood control): token buckets with a burst
//! and a refill interval.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::ChannelId,
    simulation::Simulation,
    token_bucket::{Rate, TokenBucket},
};
use serde::{Deserialize, Serialize};

use crate::{
    act::refusal::{Outcome, Refusal},
    beings::{character::SpeakerKind, presence::Connected},
    witness::fact::{Source, Utterance},
};

pub(super) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<TalkRates>();
    world.register_required_components::<Connected, TalkPace>();
}

/// Cost of a shout, in lines: it is heard in more than one room.
const SHOUT: u32 = 5;

/// Rate of a player on each channel.
const CHANNEL: Rate = Rate { burst: 10, gap: Duration::from_secs(1) };
/// Rate of a guest on each channel.
const GUEST_CHANNEL: Rate = Rate { burst: 4, gap: Duration::from_secs(3) };
/// Rate of anybody for say, emote, whisper and page together: far more than a conversation has, and less
/// than a machine could send.
pub const OFF_CHANNEL: Rate = Rate { burst: 40, gap: Duration::from_millis(200) };

/// Rate limits of talk for players and guests. Each character has its own count, because only one
/// of an account is awake at a time. NPCs have a cadence of their own.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkRates {
    /// Limit of a player on each channel.
    pub channel: Rate,
    /// Limit of a guest on each channel.
    pub guest_channel: Rate,
    /// Limit of a player or guest for all words outside channels.
    pub elsewhere: Rate,
}

impl TalkRates {
    /// Returns the default rates with other bursts; the burst of guests on channels is two fifths
    /// of that of players.
    #[must_use]
    pub fn bursts(on_channel: u32, elsewhere: u32) -> Self {
        Self {
            channel: Rate { burst: on_channel, ..CHANNEL },
            guest_channel: Rate { burst: on_channel / 5 * 2, ..GUEST_CHANNEL },
            elsewhere: Rate { burst: elsewhere, ..OFF_CHANNEL },
        }
    }
}

impl Default for TalkRates {
    fn default() -> Self {
        Self { channel: CHANNEL, guest_channel: GUEST_CHANNEL, elsewhere: OFF_CHANNEL }
    }
}

/// Recent talk of a character: a token bucket for words outside channels, and one for each channel
/// that was used recently. Bounded by the number of channels.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
pub struct TalkPace {
    off_channel: TokenBucket,
    channels: BTreeMap<ChannelId, TokenBucket>,
}

impl TalkPace {
    /// Counts words of a speaker of this kind against its rate limit; NPCs have none.
    ///
    /// # Errors
    /// [`Refusal::Hasty`] when the rate limit is exceeded.
    pub(crate) fn count(
        &mut self,
        kind: SpeakerKind,
        words: &Utterance,
        rates: &TalkRates,
        now: WorldTime,
    ) -> Outcome {
        let now = now.since(WorldTime::default());
        let on = words.channel.as_ref();
        let taken = match (kind, on) {
            (SpeakerKind::Assistant, _) => Ok(()),
            (SpeakerKind::Player | SpeakerKind::Guest, None) => {
                let lines = match words.source {
                    Source::Shout => SHOUT,
                    Source::Whisper
                    | Source::Page
                    | Source::Channel
                    | Source::Say
                    | Source::Pose
                    | Source::Emit
                    | Source::Deed
                    | Source::Feedback => 1,
                };
                let rate = rates.elsewhere;
                self.off_channel.try_take(now, lines, rate)
            }
            (SpeakerKind::Player, Some(id)) => self.on(id, now).try_take(now, 1, rates.channel),
            (SpeakerKind::Guest, Some(id)) => {
                self.on(id, now).try_take(now, 1, rates.guest_channel)
            }
        };
        taken.map_err(|wait| Refusal::Hasty { on: on.cloned(), wait })
    }

    /// Returns the bucket of a channel; those that are full again need not be kept.
    fn on(&mut self, channel: &ChannelId, now: Duration) -> &mut TokenBucket {
        self.channels.retain(|_, bucket| !bucket.is_full(now));
        self.channels.entry(channel.clone()).or_default()
    }
}

#[cfg(test)]
mod tests {
    use engine::id::SessionId;

    use super::*;
    use crate::{act::permission::Role, beings::character::Speaker, fixture::Fixture};

    /// Returns how many of `many` lines, sent at once, are refused.
    fn refused(game: &mut Fixture, session: SessionId, line: &str, many: u32) -> usize {
        for _ in 1..many {
            game.line(session, line);
        }
        let read = game.type_line(session, line);
        read.lines().filter(|it| it.starts_with("Give the others a moment")).count()
    }

    #[test]
    fn players_and_guests_are_asked_to_wait_on_each_channel_by_itself() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Staff, "town/square");
        let dan = game.enter("Dan", Role::Guest, "town/square");
        for session in [ann, dan] {
            game.type_line(session, "channel join chat");
        }
        game.type_line(ann, "channel join staff");
        assert_eq!(refused(&mut game, ann, "chat Hello.", 12), 2);
        assert_eq!(refused(&mut game, ann, "staff Hello.", 12), 2);
        assert_eq!(refused(&mut game, dan, "chat Hello.", 12), 8);
        assert_eq!(
            game.type_line(dan, "chat Hello."),
            "Give the others a moment to read: you can speak on chat again in 3 seconds."
        );
        assert_eq!(game.type_line(dan, "say Well."), "You say, \"Well.\"");
        let pace = |game: &Fixture| {
            let ann = game.entity("ann").unwrap();
            game.sim.world().get::<TalkPace>(ann).unwrap().channels.len()
        };
        assert_eq!(pace(&game), 2);
        game.now = game.now.after(Duration::from_secs(60));
        assert_eq!(refused(&mut game, ann, "chat Hello.", 10), 0);
        assert_eq!(pace(&game), 1, "what is full again is not kept");
    }

    #[test]
    fn other_talk_has_one_generous_bound_and_minds_have_none() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.enter("Bob", Role::Player, "town/square");
        let most = OFF_CHANNEL.burst;
        assert_eq!(refused(&mut game, ann, "say Hello.", most - 3), 0);
        for line in ["emote waves.", "whisper bob Hello.", "page bob Hello."] {
            game.line(ann, line);
        }
        assert_eq!(
            game.type_line(ann, "say And more."),
            "Ann waves.\nYou whisper to Bob, \"Hello.\"\nYou page Bob, \"Hello.\"\n\
             Give the others a moment to read: you can speak again in 1 second."
        );
        game.now = game.now.after(Duration::from_secs(1));
        // Each tick takes a tenth of a second as well.
        assert_eq!(refused(&mut game, ann, "say Hello.", 8), 2);
        let it = game.entity("ann").unwrap();
        game.sim.world_mut().entity_mut(it).insert(Speaker(SpeakerKind::Assistant));
        assert_eq!(refused(&mut game, ann, "say Hello.", 3 * most), 0);
    }

    #[test]
    fn a_server_can_grant_more() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.type_line(ann, "channel join chat");
        game.sim.world_mut().resource_mut::<TalkRates>().channel.burst = 100;
        assert_eq!(refused(&mut game, ann, "chat Hello.", 101), 1);
    }
}
