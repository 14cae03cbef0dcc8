//! What a connection needs, and where it comes from.

use std::{net::IpAddr, sync::Arc};

use engine::id::SessionId;
use tokio::sync::{mpsc, watch};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    account::{Accounts, guests::Guests, names::Reserved, registrar::Registrar},
    clock::Stopwatch,
    contract::inbox::ToGame,
    listener::{access::AccessRules, limiter::ConnectionLimiter},
    listener::{
        listing::SharedState,
        rates::{Rates, Tally},
        tls::Certificates,
    },
    operate::config::Config,
    store::Store,
};

/// What every connection needs to come in; all hold the same one.
pub struct SessionContext {
    /// The settings.
    pub config: Arc<Config>,
    /// Names and passwords.
    pub accounts: Accounts,
    /// What is saved.
    pub store: Arc<Store>,
    /// Who is connected.
    pub sessions: Arc<ConnectionLimiter>,
    /// Who may not come in.
    pub gate: AccessRules,
    /// The way to the game.
    pub to_game: mpsc::Sender<ToGame>,
    /// Names nobody may take, as the content says now.
    pub reserved: watch::Receiver<Arc<Reserved>>,
    /// Shown first.
    pub banner: Arc<str>,
    /// What all connections share.
    pub about: Arc<SharedState>,
    /// Tasks to wait for at the end.
    pub tasks: TaskTracker,
    /// The end: nobody new comes in.
    pub stop: CancellationToken,
    /// The very end: who has not read the goodbye by now will not.
    pub cut: CancellationToken,
    /// The numbers of guests.
    pub guests: Guests,
    /// What TLS is spoken with.
    pub certificates: Option<Arc<Certificates>>,
    /// How often somebody connected, by address.
    pub connects: Rates,
    /// How often a password was wrong, by address.
    pub failed_logins: Rates,
    /// How many wrong passwords were told of in the log, by address.
    pub wrong_passwords: Tally,
    /// What the moments of these three count by.
    pub watch: Stopwatch,
}

impl SessionContext {
    /// Who sees to wishes about accounts.
    #[must_use]
    pub fn registrar(&self) -> Registrar {
        Registrar {
            accounts: self.accounts.clone(),
            reserved: self.reserved.clone(),
            gate: self.gate.clone(),
            to_game: self.to_game.clone(),
            most_characters: self.config.limits.characters,
        }
    }
}

/// Where a connection comes from.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    /// Which connection it is.
    pub session: SessionId,
    /// The address of the player's machine.
    pub address: IpAddr,
    /// Whether nobody on the way can read along.
    pub encrypted: bool,
    /// Runs since it connected.
    pub since: Stopwatch,
}
