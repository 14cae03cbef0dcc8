//! Login on a connection, from the banner to a character: drives the dialogue and answers its
//! requests.

use engine::id::CharacterId;
use telnet::{gmcp::GmcpMessage, mssp};
use world::{beings::character::CharacterRef, staff::sitelock::Restriction};

use super::{
    LoggedIn,
    client::ClientConnection,
    input::{ClientInput, ResumeRequest},
    login::{Ask, Login, LoginAnswer, LoginReply},
    throttle::LinePace,
};
use crate::{
    account::{AccountError, NameStatus, names::PlayerName, password::Password, saved::Account},
    clock,
    session::context::{Origin, SessionContext},
};

const NO_NUMBER: &str = "The door is stuck: guests cannot be let in just now. \
    Please try again in a minute.";
const TOO_MANY_WRONG: &str = "There were too many wrong passwords from your address just now. \
    Please connect again in a minute.";

const NO_PASS: &str = "Your visit has ended meanwhile. Please come in again.";

/// State of a login in progress.
#[derive(Default)]
struct Through {
    account: Option<(Account, CharacterRef)>,
    /// The number of a guest.
    guest: Option<u64>,
    reader: bool,
    new: bool,
}

/// Tells a browser that came to the telnet port where it is, and ends the connection.
async fn turn_away<W: ClientConnection>(wire: &mut W) -> Option<LoggedIn> {
    wire.show("This is a text game. Connect with a MUD client or with telnet.");
    wire.flush().await.ok()?;
    None
}

/// Runs the login dialogue. Returns `None` if the client disconnected or the login was given up.
pub(super) async fn arrive<W: ClientConnection>(
    wire: &mut W,
    origin: Origin,
    context: &SessionContext,
) -> Option<LoggedIn> {
    let tries = u8::try_from(context.config.limits.login_tries).unwrap_or(u8::MAX);
    let mut login = Login::new(context.reserved.borrow().clone(), tries);
    let mut through = Through::default();
    wire.offer();
    let reply = login.greet(&context.banner);
    // It is boxed, so that whoever sits at the question holds no room for it.
    Box::pin(follow(wire, origin, context, (&mut login, &mut through), reply, false)).await?;
    let (mut pace, mut landing) = (LinePace::new(&context.config.limits), None);
    loop {
        wire.flush().await.ok()?;
        if !wire.read().await.ok()? {
            return None;
        }
        while let Some(it) = wire.next_heard() {
            tokio::time::sleep(pace.hold(wire.elapsed())).await;
            pace.on_line_released();
            let by_client = matches!(it, ClientInput::Login(_) | ClientInput::Register(_));
            let reply = match it {
                ClientInput::Line(it) if mssp::is_request(it.line.as_bytes()) => {
                    wire.show_listing();
                    wire.flush().await.ok()?;
                    return None;
                }
                ClientInput::Line(it) => login.line(&it.line),
                ClientInput::TooLong => login.line_too_long(),
                ClientInput::Login(Some(it)) => login.credentials(&it.account, &it.password.0),
                ClientInput::Register(it) => login.register(&it.account, &it.password.0),
                ClientInput::Landing(room) => {
                    landing = Some(room).filter(|it| context.page.leads_to(it));
                    continue;
                }
                ClientInput::Resume(it) => {
                    match Box::pin(come_back(wire, *it, origin, context)).await {
                        Some(player) => return Some(player),
                        None => continue,
                    }
                }
                ClientInput::Http => return turn_away(wire).await,
                ClientInput::Tls => return None,
                ClientInput::Terminal
                | ClientInput::PanelLine(..)
                | ClientInput::Asked(_)
                | ClientInput::Enable(_)
                | ClientInput::Login(None)
                | ClientInput::Interrupt
                | ClientInput::Acknowledged(_)
                | ClientInput::Alive => continue,
            };
            let told = (&mut login, &mut through);
            Box::pin(follow(wire, origin, context, told, reply, by_client)).await?;
            if login.is_over() {
                // What was typed ahead stays for the game, in no room of who has not logged in.
                let learned = Box::pin(wire.learn_terminal()).await.ok()?;
                let logged_in = learned.then(|| logged_in(through))??;
                return Some(LoggedIn { landing, ..logged_in });
            }
        }
    }
}

/// Returns the player who goes on with a stay; a client that cannot is told why.
async fn come_back<W: ClientConnection>(
    wire: &mut W,
    request: ResumeRequest,
    origin: Origin,
    context: &SessionContext,
) -> Option<LoggedIn> {
    match resume(request, origin, context).await {
        Ok(player) => Some(player),
        Err(why) => {
            wire.send_gmcp(&GmcpMessage::LoginResult { success: false, message: &why });
            None
        }
    }
}

/// Returns the player who goes on with a stay, by the pass of the stay.
async fn resume(
    request: ResumeRequest,
    origin: Origin,
    context: &SessionContext,
) -> Result<LoggedIn, String> {
    let (from, now) = (origin.address, context.watch.elapsed());
    if !context.failed_logins.allows(from, now) {
        return Err(TOO_MANY_WRONG.to_owned());
    }
    let redeemed =
        context.passes.redeem(&request.pass, request.seen.as_ref(), origin.session, clock::now());
    let Some((holder, before)) = redeemed else {
        // Counted as a wrong password is, so that nobody tries them in turn.
        return Err(
            if context.failed_logins.take(from, now) { NO_PASS } else { TOO_MANY_WRONG }.to_owned()
        );
    };
    let account = match &holder.account {
        None => None,
        Some(id) => {
            let account = context.accounts.load(id).await.map_err(|it| it.sentence())?;
            if !holder.fits(&account) || account.character(&holder.id).is_none() {
                context.passes.revoke(&request.pass, origin.session);
                return Err(NO_PASS.to_owned());
            }
            Some(account)
        }
    };
    let named = account.iter().flat_map(Account::names).map(Some);
    let names = named.chain(account.is_none().then_some(None));
    for name in names {
        let what: &[_] = match name {
            Some(_) => &[Restriction::Connect],
            None => &[Restriction::Connect, Restriction::Guest],
        };
        if let Some(words) = context.gate.refuses(what, name, from) {
            return Err(words);
        }
    }
    // Its name may have changed since.
    let character = account.as_ref().and_then(|it| it.character(&holder.id));
    let name = character.map_or_else(|| holder.name.to_string(), |it| it.name.clone());
    let (pass, seen) = (Some(request.pass), request.seen);
    Ok(LoggedIn { pass, seen, before, ..LoggedIn::of(holder.id, name, account) })
}

/// Shows a reply, and answers what it asks until it asks the player. None when
/// the connection is to end. A client that logs in for its player is told how that went.
async fn follow<W: ClientConnection>(
    wire: &mut W,
    origin: Origin,
    context: &SessionContext,
    (login, through): (&mut Login, &mut Through),
    mut reply: LoginReply,
    by_client: bool,
) -> Option<()> {
    loop {
        if let (Some(at), Some((account, party))) = (reply.chosen, &mut through.account) {
            *party = account.characters.get(at)?.clone();
        }
        if let Some(hide) = reply.hide_input {
            wire.hide_input(hide);
        }
        if !reply.show.is_empty() {
            wire.show(&reply.show);
        }
        if let Some(prompt) = &reply.prompt {
            wire.prompt(format!("{prompt} "));
        }
        if by_client && reply.ask.is_none() {
            let success = through.account.is_some();
            wire.send_gmcp(&GmcpMessage::LoginResult { success, message: reply.show.trim() });
        }
        if reply.close {
            wire.flush().await.ok()?;
            return None;
        }
        let Some(ask) = reply.ask else { break };
        wire.flush().await.ok()?;
        let answer = answer(ask, origin, context, through).await;
        reply = login.answer(answer);
    }
    Some(())
}

async fn answer(
    ask: Ask,
    origin: Origin,
    context: &SessionContext,
    through: &mut Through,
) -> LoginAnswer {
    if let Some(words) = locked(&ask, origin, context) {
        return LoginAnswer::Refused(words);
    }
    match ask {
        Ask::Standing(name) => match context.accounts.standing(&name).await {
            Ok(standing) => locked_by_name(standing, &name, origin, context),
            Err(error) => refused(&error),
        },
        Ask::Verify { name, password } => verify(name, password, origin, context, through).await,
        Ask::Create { name, password, reader } => {
            // The content may have changed since the connection began.
            if let Err(why) = context.reserved.borrow().check(&name) {
                return LoginAnswer::Refused(why.to_string());
            }
            match context.accounts.create(&name, password, clock::now()).await {
                Ok((account, party)) => {
                    let (address, tls) = (origin.address, origin.encrypted);
                    tracing::info!(name = party.name, %address, tls, "a new account");
                    let account = Some((account, party));
                    *through = Through { account, guest: None, reader, new: true };
                    LoginAnswer::Welcome
                }
                Err(error) => refused(&error),
            }
        }
        Ask::Guest => match context.guests.next().await {
            Ok(number) => {
                *through = Through { guest: Some(number), new: true, ..Through::default() };
                LoginAnswer::Welcome
            }
            Err(error) => {
                tracing::warn!(%error, address = %origin.address, "a guest has no number");
                LoginAnswer::Refused(NO_NUMBER.to_owned())
            }
        },
    }
}

/// Verifies a password, unless the rate limit of failed logins is reached. The limit is checked
/// again after the hash has been made: parallel attempts reveal no more than sequential ones.
async fn verify(
    name: PlayerName,
    password: Password,
    origin: Origin,
    context: &SessionContext,
    through: &mut Through,
) -> LoginAnswer {
    let (failed, from) = (&context.failed_logins, origin.address);
    let now = || context.watch.elapsed();
    let too_many = || LoginAnswer::Ended(TOO_MANY_WRONG.to_owned());
    if !failed.allows(from, now()) {
        tell_too_many(origin, context);
        return too_many();
    }
    match context.accounts.verify(&name, password).await {
        Ok(Some((account, party))) if failed.allows(from, now()) => {
            let locked = |name| context.gate.refuses(&[Restriction::Connect], Some(name), from);
            if let Some(words) = account.names().find_map(locked) {
                return LoginAnswer::Refused(words);
            }
            let names: Vec<String> = account.names().map(str::to_owned).collect();
            through.account = Some((account, party));
            if names.len() > 1 { LoginAnswer::Several(names) } else { LoginAnswer::Welcome }
        }
        Ok(None) if failed.take(from, now()) => {
            tell_wrong(&name, origin, context).await;
            LoginAnswer::Wrong
        }
        Ok(_) => {
            tell_too_many(origin, context);
            too_many()
        }
        Err(error) => refused(&error),
    }
}

/// Logs a wrong password. A name that no character has may be a password typed in the wrong place,
/// so it is not logged.
async fn tell_wrong(name: &PlayerName, origin: Origin, context: &SessionContext) {
    let address = origin.address;
    let Some(times) = context.wrong_passwords.count(address, context.watch.elapsed()) else {
        return;
    };
    let known = context.accounts.find(name).await.is_ok();
    let name = known.then_some(name.as_str());
    tracing::warn!(name, %address, times, "a wrong password");
}

/// Logs that a password was not checked because the rate limit was reached.
fn tell_too_many(origin: Origin, context: &SessionContext) {
    let address = origin.address;
    if let Some(times) = context.wrong_passwords.count(address, context.watch.elapsed()) {
        tracing::warn!(%address, times, "too many wrong passwords: for now none is looked at");
    }
}

/// Returns the refusal of a login request by an access rule, checked before any work is done for
/// it. The rules may have changed since the connection began.
fn locked(ask: &Ask, origin: Origin, context: &SessionContext) -> Option<String> {
    let (what, name): (&[Restriction], _) = match ask {
        Ask::Standing(_) => return None,
        Ask::Verify { name, .. } => (&[Restriction::Connect], Some(name)),
        Ask::Create { name, .. } => (&[Restriction::Connect, Restriction::Create], Some(name)),
        Ask::Guest => (&[Restriction::Connect, Restriction::Guest], None),
    };
    context.gate.refuses(what, name.map(PlayerName::as_str), origin.address)
}

/// Returns the status of a name as an answer, or the refusal if an access rule makes it useless to
/// go on.
fn locked_by_name(
    standing: NameStatus,
    name: &PlayerName,
    origin: Origin,
    context: &SessionContext,
) -> LoginAnswer {
    let what: &[Restriction] = match standing {
        NameStatus::Known => &[Restriction::Connect],
        NameStatus::Free => &[Restriction::Connect, Restriction::Create],
        NameStatus::Alike => &[],
    };
    let words = context.gate.refuses(what, Some(name.as_str()), origin.address);
    words.map_or_else(|| standing.into(), LoginAnswer::Refused)
}

fn refused(error: &AccountError) -> LoginAnswer {
    tracing::debug!(%error, "a login was refused");
    LoginAnswer::from(error)
}

fn logged_in(through: Through) -> Option<LoggedIn> {
    let Through { account, guest, reader, new } = through;
    if let Some((account, CharacterRef { id, name })) = account {
        return Some(LoggedIn { reader, new, ..LoggedIn::of(id, name, Some(account)) });
    }
    let number = guest?;
    let id = CharacterId::new(&format!("guest-{number}")).ok()?;
    Some(LoggedIn { reader, new, ..LoggedIn::of(id, format!("Guest-{number}"), None) })
}
