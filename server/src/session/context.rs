//! Context that connections share, and the origin of a connection.

use std::{net::IpAddr, sync::Arc};

use engine::id::SessionId;
use store::Store;
use tokio::sync::{mpsc, watch};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    account::{Accounts, guests::Guests, names::Reserved, registrar::Registrar},
    clock::Stopwatch,
    contract::inbox::ToGame,
    listener::{
        access::AccessRules,
        limiter::ConnectionLimiter,
        listing::SharedState,
        rates::{Rates, Tally},
        tls::Certificates,
    },
    operate::config::Config,
    session::pass::Passes,
    web::front::PageTexts,
};

/// Context of all connections: stores, limits, channels and shutdown tokens. There is one, shared
/// by all.
pub struct SessionContext {
    /// The settings.
    pub config: Arc<Config>,
    /// Accounts: names and passwords.
    pub accounts: Accounts,
    /// Store of saved state.
    pub store: Arc<Store>,
    /// Limiter of concurrent connections.
    pub sessions: Arc<ConnectionLimiter>,
    /// Access rules (sitelock) for connections, guests and new accounts.
    pub gate: AccessRules,
    /// Sender of messages to the game.
    pub to_game: mpsc::Sender<ToGame>,
    /// Reserved names, as the content says now.
    pub reserved: watch::Receiver<Arc<Reserved>>,
    /// Texts of the page for browsers.
    pub page: PageTexts,
    /// Banner, shown first.
    pub banner: Arc<str>,
    /// State that all connections share.
    pub about: Arc<SharedState>,
    /// Tracker of tasks to wait for at shutdown.
    pub tasks: TaskTracker,
    /// Shutdown: no new player comes in.
    pub stop: CancellationToken,
    /// Final shutdown: goodbyes not read by now are given up.
    pub cut: CancellationToken,
    /// Allocator of guest numbers.
    pub guests: Guests,
    /// Passes with which clients come back after a lost link.
    pub(crate) passes: Arc<Passes>,
    /// Session of the first connection. Ids grow from run to run, as the numbers of lines name them.
    pub first_session: SessionId,
    /// Certificates for TLS; `None` if TLS is off.
    pub certificates: Option<Arc<Certificates>>,
    /// Rate limit of new connections, by address.
    pub connects: Rates,
    /// Rate limit of failed logins, by address.
    pub failed_logins: Rates,
    /// Tally of wrong passwords for the log, by address.
    pub wrong_passwords: Tally,
    /// Clock of these three.
    pub watch: Stopwatch,
}

impl SessionContext {
    /// Returns the registrar that handles requests about accounts.
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

/// Origin of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    /// Session of the connection.
    pub session: SessionId,
    /// The address of the player's machine.
    pub address: IpAddr,
    /// True if the connection is encrypted by TLS.
    pub encrypted: bool,
    /// Stopwatch started when the connection was accepted.
    pub since: Stopwatch,
}
