//! Failure counts by character, for the log.

use dashmap::DashMap;
use engine::id::CharacterId;

use crate::llm::{ChatReply, LlmError};

/// Number of failed requests of each character to each provider since its last reply. There are no
/// more entries than characters times providers.
#[derive(Debug, Default)]
pub(super) struct Troubles {
    failed: DashMap<(CharacterId, String), u32>,
}

/// Log message for the operator, with the number of failed requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProviderNews<'a> {
    /// No replies. Logged at the first, second, fourth, eighth failure and so on, so that an
    /// endpoint that is down for days does not fill the log.
    Fails(u32, &'a LlmError),
    /// Replies again.
    Recovers(u32),
}

impl Troubles {
    /// Records the result of a request and returns what to log, if anything.
    pub(super) fn record_result<'a>(
        &self,
        (npc, provider): (&CharacterId, &str),
        result: &'a Result<ChatReply, LlmError>,
    ) -> Option<ProviderNews<'a>> {
        let of = (npc.clone(), provider.to_owned());
        match result {
            Ok(_) => self.failed.remove(&of).map(|(_, times)| ProviderNews::Recovers(times)),
            Err(LlmError::Cancelled) => None,
            Err(error) => {
                let mut times = self.failed.entry(of).or_default();
                *times = times.saturating_add(1);
                times.is_power_of_two().then_some(ProviderNews::Fails(*times, error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_and_the_recovery_are_told_and_few_in_between() {
        let troubles = Troubles::default();
        let [mara, pip] = ["mara", "pip"].map(|it| CharacterId::new(it).unwrap());
        let (good, bad) = (Ok(ChatReply::default()), Err(LlmError::Resting));
        assert_eq!(troubles.record_result((&mara, "a"), &good), None);
        let told: Vec<_> =
            (0..10).filter_map(|_| troubles.record_result((&mara, "a"), &bad)).collect();
        assert_eq!(told, [1, 2, 4, 8].map(|times| ProviderNews::Fails(times, &LlmError::Resting)));
        assert_eq!(
            troubles.record_result((&pip, "a"), &bad),
            Some(ProviderNews::Fails(1, &LlmError::Resting)),
            "each has its own count"
        );
        assert_eq!(
            troubles.record_result((&mara, "a"), &Err(LlmError::Cancelled)),
            None,
            "nobody waits for it"
        );
        assert_eq!(troubles.record_result((&mara, "b"), &good), None, "another provider's answer");
        assert_eq!(troubles.record_result((&mara, "a"), &good), Some(ProviderNews::Recovers(10)));
        assert_eq!(troubles.record_result((&mara, "a"), &good), None);
        assert_eq!(
            troubles.record_result((&mara, "a"), &bad),
            Some(ProviderNews::Fails(1, &LlmError::Resting))
        );
    }
}
