//! Input of a player or of the player's client.

use engine::id::RoomId;
use telnet::gmcp::{Credentials, GmcpRequest};

use world::witness::backlog::{SeenEvents, ShownUpto};

use super::pass::PassToken;
use crate::contract::{question::PanelQuestion, typed::TypedLine};

/// Input of the player or of the player's client.
#[derive(Debug)]
pub(crate) enum ClientInput {
    Line(TypedLine),
    /// A line that was too long to be read.
    TooLong,
    /// Change of the terminal's capabilities.
    Terminal,
    /// A line that the player gave by a panel, with the client's number of it.
    PanelLine(u32, TypedLine),
    /// A question of the client.
    Asked(PanelQuestion),
    /// Request of the client to join this channel.
    Enable(Box<str>),
    /// The client logs in for its player; without credentials it knows none.
    Login(Option<Box<Credentials>>),
    /// The player followed a link to this room, where a new character may begin.
    Landing(RoomId),
    /// The client creates an account for its player.
    Register(Box<Credentials>),
    /// The client goes on with a stay after a lost link.
    Resume(Box<ResumeRequest>),
    /// The client has shown all numbered lines up to this one.
    Acknowledged(ShownUpto),
    /// Request of the player to stop output and drop input that was typed ahead.
    Interrupt,
    /// A sign of life.
    Alive,
    /// A web browser.
    Http,
    /// A client that expects TLS here.
    Tls,
}

/// Request of a client to go on with a stay.
#[derive(Debug)]
pub(crate) struct ResumeRequest {
    /// Pass of the stay.
    pub(crate) pass: PassToken,
    /// Lines that the client has shown; `None` if there were none.
    pub(crate) seen: Option<SeenEvents>,
}

/// Translates a GMCP request into input; `None` if it means nothing to the game.
pub(crate) fn asked(request: GmcpRequest) -> Option<ClientInput> {
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
