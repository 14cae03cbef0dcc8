//! What a player, or a player's client, wants of the game.

use telnet::gmcp::{Credentials, GmcpRequest};

use crate::contract::{question::PanelQuestion, typed::TypedLine};

/// Something that the player, or the player's client, wants of the game.
#[derive(Debug)]
pub(in crate::session) enum ClientInput {
    Line(TypedLine),
    /// A line that was too long to be read.
    TooLong,
    /// The terminal can show something else than before.
    Terminal,
    /// A question of the client.
    Asked(PanelQuestion),
    /// The client wants to hear this channel.
    Enable(Box<str>),
    /// The client logs in for its player; without credentials it knows none.
    Login(Option<Box<Credentials>>),
    /// The player wants what is under way to stop.
    Interrupt,
    /// A sign of life.
    Alive,
    /// A web browser.
    Http,
    /// A client that expects TLS here.
    Tls,
}

/// What a message of the client means to the game.
pub(super) fn asked(request: GmcpRequest) -> Option<ClientInput> {
    Some(match request {
        GmcpRequest::Inventory => ClientInput::Asked(PanelQuestion::Inventory),
        GmcpRequest::RoomItems => ClientInput::Asked(PanelQuestion::RoomItems),
        GmcpRequest::Contents(number) => ClientInput::Asked(PanelQuestion::Contents(number)),
        GmcpRequest::ChannelPlayers => ClientInput::Asked(PanelQuestion::ChannelPlayers),
        GmcpRequest::EnableChannel(name) => ClientInput::Enable(name),
        GmcpRequest::Login(credentials) => ClientInput::Login(credentials),
        GmcpRequest::KeepAlive | GmcpRequest::Ping { .. } => ClientInput::Alive,
        GmcpRequest::Hello { .. } | GmcpRequest::Supports(_) => return None,
    })
}
