//! Damage of attacks to others: the time of their `look` without an attack and with it, and the
//! memory of the server before and after.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use tests::{Trouble, program, while_};

use crate::{
    attack::{ATTACK, Attack},
    crowd,
    figures::percentile,
    load::{self, Client},
    subject::{Program, Subject},
};

/// Numbers of clients that look, and that talk meanwhile. Together they fit into the limit of one
/// address.
const LOOKING: usize = 25;
const TALKING: usize = 30;
/// Time for which they are watched without the attack and with it: the attack begins a little
/// before and ends a little after.
const WATCHED: Duration = Duration::from_secs(5);
const LEAD: Duration = Duration::from_secs(1);

/// Damage of an attack.
pub(crate) struct Damage {
    pub(crate) attack: Attack,
    /// The 99th percentile of others' `look` without it and with it.
    pub(crate) look: [Duration; 2],
    /// Bytes of memory before and after.
    pub(crate) memory: [u64; 2],
    /// Fate of the attacker, in its own words.
    pub(crate) fate: String,
}

impl Damage {
    /// Attacks a server.
    pub(crate) async fn of(attack: Attack) -> Result<Self, Trouble> {
        let (subject, _) = Subject::start(Program::Guarded)?;
        let lookers = load::guests(&subject, LOOKING).await?;
        let talkers = load::guests(&subject, TALKING).await?;
        let (lookers, talkers, without) = watch(lookers, talkers).await?;
        let before = subject.memory()?;
        let attacker = start(attack, &subject)?;
        tokio::time::sleep(LEAD).await;
        let (_lookers, _talkers, with) = watch(lookers, talkers).await?;
        let said = tokio::task::spawn_blocking(move || attacker.wait_with_output()).await;
        let said = while_("the attacker", while_("the attacker", said)?)?;
        let fate = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        let memory = [before, subject.memory()?];
        Ok(Self { attack, look: [without, with], memory, fate })
    }
}

/// Lets some talk and the others look. Returns the 99th percentile of the looks.
async fn watch(
    lookers: Vec<Client>,
    talkers: Vec<Client>,
) -> Result<(Vec<Client>, Vec<Client>, Duration), Trouble> {
    let (looked, talkers) =
        tokio::join!(crowd::looks_among_talk(lookers, WATCHED), crowd::chat(talkers, WATCHED));
    let (lookers, took) = looked?;
    Ok((lookers, talkers?, percentile(&took, 99)))
}

/// Starts an attacker. It gives way to the clients, as it would if it had a
/// machine of its own.
fn start(attack: Attack, to: &Subject) -> Result<std::process::Child, Trouble> {
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(program::own_path()?).arg(crate::ATTACK);
    command.arg(attack.name()).arg(to.address.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    while_("starting an attacker", command.spawn())
}

// The attack has to last as long as it is watched.
const _: () = assert!(ATTACK.as_secs() > WATCHED.as_secs() + LEAD.as_secs());
