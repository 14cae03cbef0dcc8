//! State of the telnet negotiation, and the reactions to each new message.

use super::{
    OptionPolicy, TelnetEvent,
    charset::{self, Talk},
    encode::subnegotiation,
    environ::{self, Variable},
    gmcp::{self, GmcpMessage, GmcpRequest, Module, Supports},
    naws::{self, WindowSize},
    options::{self, Negotiated, OptionRule, Options, Side, Signal},
    parser::{Raw, Verb, code},
    ttype::{self, Cycle},
};

/// State of the telnet negotiation, apart from half-received bytes.
#[derive(Default)]
pub(super) struct Negotiation {
    pub(super) options: Options,
    pub(super) terminal: Cycle,
    charset: Talk,
    supports: Supports,
    /// True if the server wants typed input hidden, told to the peer or not.
    pub(super) hidden: bool,
    /// True once any line has ended.
    typed: bool,
    /// True once the peer has sent a telnet command.
    pub(super) spoke: bool,
    /// True if late offers wait until TTYPE is settled.
    offers_wait: bool,
    /// True if the peer's MTTS bits say that it is a proxy between the server and the player.
    proxy: bool,
}

impl Negotiation {
    /// Creates the state of a new connection.
    pub(super) fn new(policy: OptionPolicy) -> Self {
        Self { options: Options::new(policy), ..Self::default() }
    }

    /// Makes the opening offers.
    pub(super) fn offer(&mut self, out: &mut Vec<u8>) {
        self.options.offer(OptionRule::Offer, out);
        self.offers_wait = true;
    }

    /// Returns whether the peer is sent the messages of `module`. The only place that decides this.
    pub(super) fn wants(&self, module: Module) -> bool {
        let allowed = match module {
            // It is told before the client has listed anything.
            Module::CharLogin => self.options.policy.login,
            Module::Core
            | Module::Char
            | Module::CharItems
            | Module::Room
            | Module::CommChannel
            | Module::ClientMedia
            | Module::MudstdChannel => self.supports.wants(module),
        };
        allowed && self.options.is_on(Side::Us, options::GMCP)
    }

    /// Returns whether the peer has sent a line but no telnet. It is taken for a plain client, such
    /// as `nc`, which would show our commands as junk.
    pub(super) fn is_plain(&self) -> bool {
        self.typed && !self.spoke
    }

    pub(super) fn hear(&mut self, raw: Raw<'_>, out: &mut Vec<u8>, events: &mut Vec<TelnetEvent>) {
        match raw {
            Raw::Line(line) => {
                self.typed = true;
                events.push(TelnetEvent::Line(line));
            }
            Raw::LineTooLong => events.push(TelnetEvent::LineTooLong),
            Raw::Null => events.push(TelnetEvent::KeepAlive),
            Raw::Http => events.push(TelnetEvent::Http),
            Raw::TlsHello => events.push(TelnetEvent::TlsHello),
            Raw::Command(command) => {
                self.speaks_telnet(out);
                events.extend(parse_command(command));
            }
            Raw::Negotiation(verb, option) => {
                self.speaks_telnet(out);
                self.negotiated(verb, option, out, events);
            }
            Raw::Subnegotiation { option, data } => {
                self.speaks_telnet(out);
                self.subnegotiated(option, data, out, events);
            }
        }
    }

    /// Notes that the peer speaks telnet. If it seemed plain when a password was asked for, the
    /// wish to hide typing is still to be told.
    fn speaks_telnet(&mut self, out: &mut Vec<u8>) {
        let first = !self.spoke;
        self.spoke = true;
        if first && self.hidden {
            self.options.want(Side::Us, options::ECHO, Signal::On, out);
        }
    }

    fn negotiated(
        &mut self,
        verb: Verb,
        option: u8,
        out: &mut Vec<u8>,
        events: &mut Vec<TelnetEvent>,
    ) {
        let outcome = self.options.hear(verb, option, out);
        match (verb, outcome, option) {
            (Verb::Will, Negotiated::TurnedOn, options::TTYPE) if self.terminal.start() => {
                subnegotiation(options::TTYPE, &[ttype::SEND], out);
            }
            (Verb::Wont, _, options::TTYPE) => self.offer_what_waits(out),
            (Verb::Will, Negotiated::TurnedOn, options::NEW_ENVIRON) => {
                subnegotiation(options::NEW_ENVIRON, environ::SEND_ALL, out);
                self.ask_address(out);
            }
            (Verb::Do, Negotiated::TurnedOn, options::CHARSET) => {
                self.charset.ask();
                subnegotiation(options::CHARSET, charset::OUR_REQUEST, out);
            }
            (Verb::Do, Negotiated::TurnedOn, options::MSSP) => {
                events.push(TelnetEvent::MsspRequested)
            }
            (Verb::Do, Negotiated::TurnedOn, options::GMCP) => {
                events.push(TelnetEvent::GmcpOn);
                if self.wants(Module::CharLogin) {
                    out.extend(GmcpMessage::LoginDefault.encode());
                }
            }
            (Verb::Do, Negotiated::TurnedOn, options::MCCP2) => {
                events.push(TelnetEvent::StartCompression)
            }
            (Verb::Dont, Negotiated::TurnedOff, options::MCCP2) => {
                events.push(TelnetEvent::StopCompression)
            }
            (Verb::Dont, Negotiated::TurnedOff, options::GMCP) => {
                self.supports = Supports::default();
                events.push(TelnetEvent::GmcpOff);
            }
            _ => {}
        }
    }

    /// Makes the offers that waited for TTYPE, once.
    fn offer_what_waits(&mut self, out: &mut Vec<u8>) {
        if std::mem::take(&mut self.offers_wait) {
            self.options.offer(OptionRule::OfferLate, out);
        }
    }

    /// Asks a proxy that we trust for the address of its player.
    fn ask_address(&self, out: &mut Vec<u8>) {
        let trusted = self.proxy && self.options.policy.trusted_proxy;
        if trusted && self.options.is_on(Side::Him, options::NEW_ENVIRON) {
            subnegotiation(options::NEW_ENVIRON, environ::SEND_ADDRESS, out);
        }
    }

    fn subnegotiated(
        &mut self,
        option: u8,
        data: &[u8],
        out: &mut Vec<u8>,
        events: &mut Vec<TelnetEvent>,
    ) {
        // Data for an option that is not on is either a mistake or mischief.
        let (us, him) =
            (self.options.is_on(Side::Us, option), self.options.is_on(Side::Him, option));
        match option {
            options::NAWS if him => {
                if let Some(WindowSize { columns, rows }) = naws::decode(data) {
                    events.push(TelnetEvent::WindowSize { columns, rows });
                }
            }
            options::TTYPE if him => self.told_terminal(data, out, events),
            options::NEW_ENVIRON if him => self.told_environ(data, events),
            options::CHARSET if us || him => {
                let told = self.charset.on_data(data);
                events.extend(told.news.map(TelnetEvent::Charset));
                if let Some(reply) = told.reply {
                    subnegotiation(options::CHARSET, &reply, out);
                }
            }
            options::GMCP if us => self.told_gmcp(data, out, events),
            _ => {}
        }
    }

    fn told_terminal(&mut self, data: &[u8], out: &mut Vec<u8>, events: &mut Vec<TelnetEvent>) {
        let told = self.terminal.on_data(data);
        let mtts = told.news.as_ref().and_then(|facts| facts.mtts);
        if mtts.is_some_and(|mtts| mtts.proxy) && !self.proxy {
            self.proxy = true;
            self.ask_address(out);
        }
        events.extend(told.news.map(TelnetEvent::Terminal));
        if told.ask_again {
            subnegotiation(options::TTYPE, &[ttype::SEND], out);
        } else if self.terminal.is_done() {
            self.offer_what_waits(out);
        }
    }

    fn told_environ(&self, data: &[u8], events: &mut Vec<TelnetEvent>) {
        for variable in environ::decode(data) {
            match variable {
                Variable::Fact(fact) => events.push(TelnetEvent::Environ(fact)),
                Variable::Address(address) if self.options.policy.trusted_proxy => {
                    events.push(TelnetEvent::ClaimedAddress(address));
                }
                Variable::Address(_) => {}
            }
        }
    }

    fn told_gmcp(&mut self, data: &[u8], out: &mut Vec<u8>, events: &mut Vec<TelnetEvent>) {
        let Some(request) = gmcp::parse(data, &mut self.supports) else {
            return;
        };
        match request {
            // A password that anyone on the way could read is not to be used.
            GmcpRequest::Login(_) if !self.options.policy.login => return,
            GmcpRequest::Ping { .. } => out.extend(GmcpMessage::Ping.encode()),
            GmcpRequest::Hello { .. }
            | GmcpRequest::Supports(_)
            | GmcpRequest::KeepAlive
            | GmcpRequest::Inventory
            | GmcpRequest::RoomItems
            | GmcpRequest::Contents(_)
            | GmcpRequest::EnableChannel(_)
            | GmcpRequest::ChannelPlayers
            | GmcpRequest::Login(_) => {}
        }
        events.push(TelnetEvent::Gmcp(request));
    }
}

/// Returns the event of a two-byte command; most mean nothing to the game.
fn parse_command(command: u8) -> Option<TelnetEvent> {
    match command {
        code::AYT => Some(TelnetEvent::AreYouThere),
        code::IP | code::BRK | code::AO => Some(TelnetEvent::Interrupt),
        code::NOP => Some(TelnetEvent::KeepAlive),
        _ => None,
    }
}
