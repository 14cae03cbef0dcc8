//! Session: a connection from its first byte to its last frame, with a task for the login, then one
//! for the play.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use engine::{
    id::{AccountId, CharacterId, RoomId, SessionId},
    save::document::{self, SavedRow},
};
use store::StoreError;
use tokio::sync::{Semaphore, oneshot};
use world::{
    act::permission::Role,
    beings::{
        self,
        character::SpeakerKind,
        profile::{self},
        roster::Roster,
        saved::{CharacterDocument, CharacterV1},
        settings::Settings,
    },
    staff::sitelock::Restriction,
    things::{holder::carried_by, thing},
    witness::backlog::SeenEvents,
};

use crate::{
    account::saved::Account,
    clock,
    contract::{
        frame::Switch,
        inbox::{Arrival, Claim, ClaimKey, Loaded, SessionHandle, ToGame, unclaim},
        screen::Screen,
        stay::StayBefore,
    },
    listener::limiter::ConnectionPermit,
    session::context::{Origin, SessionContext},
};
use client::ClientConnection;
use connection::{ClientStream, TelnetConnection};
use pass::{PassHolder, PassToken};

pub mod accept;
pub mod context;
pub mod login;
pub mod throttle;

pub(crate) mod client;
pub(crate) mod input;
pub(crate) mod link;
pub(crate) mod pass;

mod arrive;
mod connection;
mod dialogue;
mod incoming;
mod play;

/// Timeout for the game's answer to a claim.
const CLAIMED_WITHIN: Duration = Duration::from_secs(3);

const CLOSING: &str = "The server stops now.";
const TAKEN: &str = "Somebody is just waking up as this character. Please try again in a moment.";
const UNSETTLED: &str = "Nothing can be saved just now, so nobody can come in. \
    Please try again in a minute.";
const RESET: &str =
    "Somebody else has chosen your password for you. To choose your own, type: password";
const VISIT_ENDED: &str = "Your visit as a guest has ended meanwhile. Please come in again.";
const UNREADABLE: &str = "Your character cannot be read from where it is saved, so you cannot come \
    in just now. Nothing was changed; please tell the staff.";

/// Player who has completed the login.
struct LoggedIn {
    id: CharacterId,
    name: String,
    account: Option<Account>,
    reader: bool,
    new: bool,
    /// Room in which a new character begins, if it is not where all arrive.
    landing: Option<RoomId>,
    /// Pass by which a client goes on with the stay, and what it has shown of it.
    pass: Option<PassToken>,
    seen: Option<SeenEvents>,
    /// The stay in the run before, if it goes on from there.
    before: Option<StayBefore>,
}

impl LoggedIn {
    /// Returns a player who comes back as this character.
    fn of(id: CharacterId, name: String, account: Option<Account>) -> Self {
        Self {
            id,
            name,
            account,
            reader: false,
            new: false,
            landing: None,
            pass: None,
            seen: None,
            before: None,
        }
    }

    fn roster(&self) -> Option<Roster> {
        let account = self.account.as_ref()?;
        Some(Roster { account: account.id.clone(), characters: account.characters.clone() })
    }

    /// Returns the key to claim before the character enters.
    fn claims(&self) -> ClaimKey {
        ClaimKey::of(self.roster().as_ref(), &self.id)
    }
}

/// Serves a connection through the login, and then to its end in a task of its own, so that an idle
/// player holds only the state of play. What a phase of a connection needs is in a box that ends
/// with the phase, so that who has not logged in yet does not carry what others need.
pub(crate) async fn serve<W: ClientConnection>(
    mut wire: Box<W>,
    origin: Origin,
    place: Arc<ConnectionPermit>,
    context: Arc<SessionContext>,
) {
    if let Some(words) = context.gate.refuses(&[Restriction::Connect], None, origin.address) {
        Box::pin(wire.last(&words)).await;
        return;
    }
    let limit = Duration::from_secs(context.config.limits.login_seconds);
    let limit = limit.saturating_sub(origin.since.elapsed());
    let arriving = Box::pin(arrive::arrive(&mut *wire, origin, &context));
    let arriving = tokio::time::timeout(limit, arriving);
    let guest = tokio::select! { biased;
        () = context.stop.cancelled() => {
            Box::pin(wire.last_of_all(CLOSING)).await;
            return;
        }
        arrived = arriving => match arrived {
            Ok(Some(guest)) => guest,
            Ok(None) => {
                wire.close().await;
                return;
            }
            Err(_) => {
                Box::pin(wire.last("You took long to say who you are, so the connection ends. \
                    You are welcome to try again.")).await;
                return;
            }
        },
    };
    let Some(player) = Box::pin(enter(wire, origin, guest, &context)).await else { return };
    context.tasks.spawn(player.play(place));
}

/// Serves a stream of telnet's bytes.
pub(crate) async fn serve_telnet<S: ClientStream>(
    stream: S,
    origin: Origin,
    place: Arc<ConnectionPermit>,
    context: Arc<SessionContext>,
) {
    let (config, about) = (&context.config, context.about.clone());
    let wire = Box::new(TelnetConnection::new(stream, origin.encrypted, config, about));
    serve(wire, origin, place, context).await;
}

/// Switches to another character of the same account. Returns `None` if that failed, after the
/// player was told why.
async fn go_on<W: ClientConnection>(
    player: play::Player<W>,
    switch: Switch,
) -> Option<play::Player<W>> {
    let play::Player { mut wire, origin, account, name: old, pending, context, .. } = player;
    let context = context?;
    if let Some(pass) = wire.take_pass() {
        context.passes.revoke(&pass, origin.session);
    }
    let guest = match another(account, &switch.character, origin, &context).await {
        Ok(guest) => guest,
        Err(words) => {
            wire.last(&words).await;
            return None;
        }
    };
    wire.show(&format!("You fall asleep as {old}, and wake up as {}.", guest.name));
    let mut player = enter(Box::new(wire), origin, guest, &context).await?;
    let unread = switch.unread.into_iter().map(|it| play::PendingInput::Line(it.into()));
    player.pending = unread.chain(pending).collect();
    Some(player)
}

/// Returns the other character, if it still belongs to the account and may come in.
async fn another(
    account: Option<AccountId>,
    character: &CharacterId,
    origin: Origin,
    context: &SessionContext,
) -> Result<LoggedIn, String> {
    let account = account.ok_or(TAKEN)?;
    let account = context.accounts.load(&account).await.map_err(|it| it.sentence())?;
    let locked = |name| context.gate.refuses(&[Restriction::Connect], Some(name), origin.address);
    if let Some(words) = account.names().find_map(locked) {
        return Err(words);
    }
    let party = account.character(character).ok_or("That character is gone.")?;
    let (id, name) = (party.id.clone(), party.name.clone());
    Ok(LoggedIn::of(id, name, Some(account)))
}

/// Loads the character and enters the game with it. Returns `None` if that failed, after the player
/// was told why.
async fn enter<W: ClientConnection>(
    mut wire: Box<W>,
    origin: Origin,
    guest: LoggedIn,
    context: &Arc<SessionContext>,
) -> Option<play::Player<W>> {
    let loaded = match load(&guest, origin.session, context).await {
        Ok(loaded) => loaded,
        Err(CLOSING) => {
            wire.last_of_all(CLOSING).await;
            return None;
        }
        Err(words) => {
            wire.last(words).await;
            return None;
        }
    };
    let pass = if W::RESUMES { pass(&guest, origin.session, context) } else { None };
    wire.begin_stay(&guest.name, pass);
    if let Some(before) = &guest.before {
        wire.show_stay(before, guest.seen.as_ref());
    }
    let (screen, view) = Screen::new(context.config.limits.backlog_bytes, context.cut.clone());
    let queue = context.config.limits.queued_lines;
    let credits = Arc::new(Semaphore::new(queue));
    let seat =
        SessionHandle { screen, credits: credits.clone(), waits: false, lines: VecDeque::new() };
    if guest.account.as_ref().is_some_and(|it| it.reset) {
        wire.show(RESET);
    }
    let terminal = wire.terminal();
    let (session, address) = (origin.session, origin.address);
    let (roster, account) = (guest.roster(), guest.account.map(|it| it.id));
    let (id, seen) = (guest.id, guest.seen);
    let arrival = Arrival { session, address, seat, terminal, id, roster, loaded, seen };
    if context.to_game.send(ToGame::Enter(Box::new(arrival))).await.is_err() {
        wire.last_of_all(CLOSING).await;
        return None;
    }
    let name: Box<str> = guest.name.into();
    tracing::info!(name = &*name, %address, tls = origin.encrypted, "came in");
    let look_at = wire.elapsed() + wire.looks_every();
    Some(play::Player {
        typed_at: wire.link().read_at(),
        wire: *wire,
        origin,
        account,
        name,
        view,
        credits,
        queue: u32::try_from(queue).unwrap_or(u32::MAX),
        to_game: context.to_game.clone(),
        pace: throttle::LinePace::new(&context.config.limits),
        pending: VecDeque::new(),
        idle: context.config.limits.idle_minutes.map(|it| Duration::from_secs(it * 60)),
        look_at,
        armed: false,
        ends_at: None,
        switch: None,
        dialogue: None,
        context: Some(context.clone()),
    })
}

/// Returns the pass with which the client may come back after a lost link: the one by which it has
/// come back now, or a new one.
fn pass(guest: &LoggedIn, session: SessionId, context: &SessionContext) -> Option<PassToken> {
    if guest.pass.is_some() {
        return guest.pass.clone();
    }
    let holder = PassHolder::new(guest.id.clone(), &guest.name, guest.account.as_ref());
    context.passes.issue(holder, session, clock::now()).unwrap_or_else(|error| {
        tracing::warn!(%error, "a client gets no pass");
        None
    })
}

/// Claims the character and loads its saved state; `None` when it is in the world. The claim is
/// made first, so nothing can change between the loading and the entering.
async fn load(
    guest: &LoggedIn,
    session: SessionId,
    context: &SessionContext,
) -> Result<Option<Loaded>, &'static str> {
    if claim(guest, session, context).await? == Claim::Awake {
        return Ok(None);
    }
    // A guest is nobody any more once the visit has ended, unless the server ended it.
    if let Some(character) = guest.before.as_ref().and_then(|it| it.guest.clone()) {
        return Ok(Some(Loaded { character: *character, things: Vec::new(), new: false }));
    }
    if guest.pass.is_some() && guest.account.is_none() {
        unclaim(&context.to_game, guest.claims(), session).await;
        return Err(VISIT_ENDED);
    }
    let loaded = load_asleep(guest, context).await;
    if loaded.is_err() {
        unclaim(&context.to_game, guest.claims(), session).await;
    }
    loaded.map(Some)
}

/// Claims the character for this session, unless another session holds the claim.
async fn claim(
    guest: &LoggedIn,
    session: SessionId,
    context: &SessionContext,
) -> Result<Claim, &'static str> {
    let (answer, claim) = oneshot::channel();
    let ask = ToGame::Claim { of: guest.claims(), id: Some(guest.id.clone()), session, answer };
    let claimed = async {
        context.to_game.send(ask).await.map_err(|_| CLOSING)?;
        claim.await.map_err(|_| CLOSING)
    };
    // A claim whose answer nobody waits for is none, so it may come too late.
    match tokio::time::timeout(CLAIMED_WITHIN, claimed).await {
        Ok(Ok(Claim::Taken)) => Err(TAKEN),
        Ok(claim) => claim,
        Err(_) => Err(UNSETTLED),
    }
}

/// Loads a saved character, or creates a new one.
async fn load_asleep(guest: &LoggedIn, context: &SessionContext) -> Result<Loaded, &'static str> {
    let first = || Loaded { character: fresh(guest), things: Vec::new(), new: true };
    let Some(account) = &guest.account else { return Ok(first()) };
    let id = guest.id.as_str();
    let owner = carried_by(&guest.id);
    let (body, things) =
        match context.store.load_whole(beings::saved::KIND, id, thing::KIND, &owner).await {
            Ok(whole) => whole,
            Err(StoreError::Unsettled) => return Err(UNSETTLED),
            Err(error) => return Err(unreadable(guest, &error)),
        };
    let Some(body) = body else { return Ok(first()) };
    let row = SavedRow { id: id.to_owned(), owner: String::new(), body };
    let document: CharacterDocument =
        document::read(beings::saved::KIND, &row).map_err(|it| unreadable(guest, &it))?;
    let mut character = document.current();
    // Rights and name are the account's; the character only carries them.
    character.role = account.role;
    character.name.clone_from(&guest.name);
    let row = |(id, body)| SavedRow { id, owner: owner.clone(), body };
    let things = things.into_iter().map(|it| document::read(thing::KIND, &row(it)));
    let things = things.collect::<Result<_, _>>().map_err(|it| unreadable(guest, &it))?;
    Ok(Loaded { character: CharacterDocument::V1(character), things, new: guest.new })
}

/// Returns the words for a player whose character, or an item of it, cannot be read, and logs the
/// error.
fn unreadable(guest: &LoggedIn, error: &dyn std::fmt::Display) -> &'static str {
    tracing::error!(%error, name = guest.name, id = %guest.id, "a login was stopped");
    UNREADABLE
}

/// Creates the document of a character that is not saved yet.
fn fresh(guest: &LoggedIn) -> CharacterDocument {
    let (kind, role) = match &guest.account {
        Some(account) => (SpeakerKind::Player, account.role),
        None => (SpeakerKind::Guest, Role::Guest),
    };
    CharacterDocument::V1(CharacterV1 {
        description: profile::plain(&guest.name),
        room: guest.landing.clone(),
        settings: Settings { reader: guest.reader, ..Settings::default() },
        ..CharacterV1::new(guest.id.clone(), &guest.name, kind, role)
    })
}
