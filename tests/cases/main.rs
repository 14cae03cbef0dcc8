//! Test cases that are written as data, one test each by the name of its file: every story of `tests/stories` on
//! the bare game and, where sockets change something, over sockets; every attack of `tests/attacks`.
//!
//! `cargo test -p tests --test cases give` runs those with `give` in their name. With
//! `-- --include-ignored`, as `scripts/nightly` does, every story that can is played over sockets too, and
//! every attack is made in all its variants.

use std::process::ExitCode;

use libtest_mimic::Arguments;
use tests::Trouble;

mod attacks;
mod stories;

/// The scale of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// Every behaviour is shown once.
    Gate,
    /// Everything.
    Nightly,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let nightly = arguments.include_ignored || arguments.ignored;
    let scale = if nightly { Scale::Nightly } else { Scale::Gate };
    match trials(scale) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(why) => {
            tests::print(&format!("{why}\n")).unwrap_or_default();
            ExitCode::FAILURE
        }
    }
}

fn trials(scale: Scale) -> Result<Vec<libtest_mimic::Trial>, Trouble> {
    let mut trials = stories::trials(scale)?;
    trials.extend(attacks::trials(scale)?);
    Ok(trials)
}
