//! Output batching: a tick that was shown on many screens is followed by a short rest, so that
//! lines entered at the same time reach each of those screens in one write; and so do the answers
//! to lines that were sent together.

use std::time::Duration;

/// The longest rest. Nobody notices it, and it is far below the 40 ms after
/// which talk begins to feel slow.
const MOST: Duration = Duration::from_millis(5);
/// Estimated cost of a write to one screen; the rest after a tick leaves the screens about as much
/// time as they need.
const EACH_SCREEN: Duration = Duration::from_micros(5);
/// The shortest rest worth a timer, which counts in milliseconds.
const LEAST: Duration = Duration::from_millis(1);

/// Maximum time for which ticks follow one another at once while a session has further lines. A
/// client that sends several together gets the answers together, in one write.
pub(super) const COALESCE: Duration = Duration::from_millis(1);

/// Returns the remaining time that the next tick waits for more input, when the last one was shown
/// on `screens` screens and ended `since` ago.
///
/// It is zero when the world was idle, however many screens there are, and
/// when few screens were concerned.
#[must_use]
pub(super) fn rest(screens: usize, since: Duration) -> Duration {
    let screens = u32::try_from(screens).unwrap_or(u32::MAX);
    let whole = EACH_SCREEN.saturating_mul(screens).min(MOST);
    if whole < LEAST { Duration::ZERO } else { whole.saturating_sub(since) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MICROSECOND: Duration = Duration::from_micros(1);

    #[test]
    fn an_idle_world_answers_at_once() {
        for screens in [0, 1, 200, 1_000, usize::MAX] {
            assert_eq!(rest(screens, MOST), Duration::ZERO);
            assert_eq!(rest(screens, Duration::MAX), Duration::ZERO);
        }
    }

    #[test]
    fn a_few_screens_never_wait() {
        assert_eq!(rest(0, Duration::ZERO), Duration::ZERO);
        assert_eq!(rest(199, Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn many_screens_are_left_the_time_they_need_within_a_bound() {
        assert_eq!(rest(200, Duration::ZERO), Duration::from_millis(1));
        assert_eq!(rest(600, MICROSECOND), Duration::from_millis(3) - MICROSECOND);
        assert_eq!(rest(1_000, Duration::ZERO), MOST);
        assert_eq!(rest(usize::MAX, Duration::ZERO), MOST);
    }
}
