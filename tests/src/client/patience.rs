//! Patience by progress: a wait fails when the process that is waited for stands still, not when a
//! number of seconds is over.
//!
//! A machine that is busy with something else makes everything slower by any factor, so no number of
//! seconds tells a slow server from one that hangs. A process that waits for nothing but time uses no
//! processor; one that has work uses what it gets, however little that is.

use std::{
    fs,
    future::Future,
    pin::pin,
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::Duration,
};

use server::clock::Stopwatch;

/// The interval between two looks at the process.
pub const LOOK: Duration = Duration::from_secs(1);
/// The time without progress after which a wait fails.
const STILL: Duration = Duration::from_secs(12);
/// The longest wait, whatever the process does.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// The share of the time, as its inverse, that a process with work gets at least: one in fifty.
const LEAST_SHARE: u32 = 50;
/// The length of a tick in which Linux counts processor time.
const TICK: Duration = Duration::from_millis(10);

/// The error of a wait that failed.
pub const OVER: &str = "nothing came, and nothing was being done any more";

/// The state of one wait.
#[derive(Debug)]
pub struct Patience {
    process: String,
    watch: Stopwatch,
    /// The last look: when, and the processor time used by then.
    seen: Option<(Duration, Duration)>,
    /// The last time at which there was progress.
    moved: Duration,
}

impl Default for Patience {
    /// A wait for something in this process.
    fn default() -> Self {
        Self {
            process: "self".into(),
            watch: Stopwatch::start(),
            seen: None,
            moved: Duration::ZERO,
        }
    }
}

impl Patience {
    /// A wait for another process, by its id.
    #[must_use]
    pub fn with(process: u32) -> Self {
        Self { process: process.to_string(), ..Self::default() }
    }

    /// Looks at the process, about once in [`LOOK`]. Returns whether the wait has failed.
    pub fn is_over(&mut self) -> bool {
        let now = self.watch.elapsed();
        match (processor_time(&self.process), self.seen) {
            (Some(used), Some((at, before))) => {
                if used.saturating_sub(before) * LEAST_SHARE >= now.saturating_sub(at) {
                    self.moved = now;
                }
                self.seen = Some((now, used));
            }
            (Some(used), None) => self.seen = Some((now, used)),
            // Where nobody tells, only the longest wait counts.
            (None, _) => self.moved = now,
        }
        now.saturating_sub(self.moved) >= STILL || now >= LONGEST
    }
}

/// Waits for something in this process.
///
/// # Errors
/// [`OVER`] when the process stands still before it is there.
pub async fn patiently<T>(work: impl Future<Output = T>) -> Result<T, &'static str> {
    let mut work = pin!(work);
    let mut patience = Patience::default();
    loop {
        match tokio::time::timeout(LOOK, &mut work).await {
            Ok(done) => return Ok(done),
            Err(_) if patience.is_over() => return Err(OVER),
            Err(_) => {}
        }
    }
}

/// The next message that a thread passes on from another process, by its id.
///
/// # Errors
/// A process that stands still before there is one, or a closed channel.
pub fn receive<T>(from: &Receiver<T>, process: u32) -> Result<T, RecvTimeoutError> {
    let mut patience = Patience::with(process);
    loop {
        match from.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) if !patience.is_over() => {}
            received => return received,
        }
    }
}

/// The processor time that a process has used; none where the system has no such file.
fn processor_time(process: &str) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, may hold spaces.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(11);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    Some(TICK * user.saturating_add(system))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_works_is_told_from_one_that_stands_still() {
        let before = processor_time("self").unwrap();
        let mut sum = 0_u64;
        while processor_time("self").unwrap() < before + TICK * 3 {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(processor_time("self").unwrap() > before);
        assert_eq!(processor_time("0"), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_is_as_long_as_there_is_progress() {
        assert_eq!(patiently(std::future::ready(1)).await, Ok(1));
        // Time that is only counted on stands for a process that does nothing meanwhile.
        assert_eq!(patiently(std::future::pending::<()>()).await, Err(OVER));
        let later = tokio::time::sleep(STILL / 2);
        assert_eq!(patiently(later).await, Ok(()));
    }
}
