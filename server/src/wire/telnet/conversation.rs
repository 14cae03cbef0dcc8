//! What both sides have said so far, and what follows from each new thing.

use super::{
    Event, Policy,
    charset::{self, Talk},
    encode::subnegotiation,
    environ::{self, Variable},
    gmcp::{self, Message, Module, Request, Supports},
    naws::{self, WindowSize},
    options::{self, Options, Outcome, Rule, Side, Signal},
    parser::{Raw, Verb, code},
    ttype::{self, Cycle},
};

/// What both sides have said so far, apart from half-received bytes.
#[derive(Default)]
pub(super) struct Conversation {
    pub(super) options: Options,
    pub(super) terminal: Cycle,
    charset: Talk,
    supports: Supports,
    /// Whether the server wants typing hidden, told to the peer or not.
    pub(super) hidden: bool,
    /// Whether any line has ended yet.
    typed: bool,
    /// Whether the peer has sent a telnet command.
    pub(super) spoke: bool,
    /// Whether offers wait until the peer has told what its client is.
    offers_wait: bool,
    /// Whether the peer's MTTS bits say that it stands between us and the player.
    proxy: bool,
}

impl Conversation {
    /// Nothing said yet.
    pub(super) fn new(policy: Policy) -> Self {
        Self { options: Options::new(policy), ..Self::default() }
    }

    /// Makes the opening offers.
    pub(super) fn offer(&mut self, out: &mut Vec<u8>) {
        self.options.offer(Rule::Offer, out);
        self.offers_wait = true;
    }

    /// Whether to send the peer the messages of `module`.
    pub(super) fn wants(&self, module: Module) -> bool {
        let policy = &self.options.policy;
        let allowed = match module {
            Module::ClientMedia => policy.media && self.supports.wants(module),
            // It is told before the client has listed anything.
            Module::CharLogin => policy.login,
            Module::Core
            | Module::Char
            | Module::CharItems
            | Module::Room
            | Module::CommChannel
            | Module::MudstdChannel => self.supports.wants(module),
        };
        allowed && self.options.is_on(Side::Us, options::GMCP)
    }

    /// A peer that has sent a line but no telnet is taken for a plain one, such as `nc`, which
    /// would show our commands as junk.
    pub(super) fn is_plain(&self) -> bool {
        self.typed && !self.spoke
    }

    pub(super) fn hear(&mut self, raw: Raw<'_>, out: &mut Vec<u8>, events: &mut Vec<Event>) {
        match raw {
            Raw::Line(line) => {
                self.typed = true;
                events.push(Event::Line(line));
            }
            Raw::LineTooLong => events.push(Event::LineTooLong),
            Raw::Null => events.push(Event::KeepAlive),
            Raw::Http => events.push(Event::Http),
            Raw::TlsHello => events.push(Event::TlsHello),
            Raw::Command(command) => {
                self.speaks_telnet(out);
                events.extend(meaning(command));
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

    fn negotiated(&mut self, verb: Verb, option: u8, out: &mut Vec<u8>, events: &mut Vec<Event>) {
        let outcome = self.options.hear(verb, option, out);
        match (verb, outcome, option) {
            (Verb::Will, Outcome::TurnedOn, options::TTYPE) if self.terminal.start() => {
                subnegotiation(options::TTYPE, &[ttype::SEND], out);
            }
            (Verb::Wont, _, options::TTYPE) => self.offer_what_waits(out),
            (Verb::Will, Outcome::TurnedOn, options::NEW_ENVIRON) => {
                subnegotiation(options::NEW_ENVIRON, environ::SEND_ALL, out);
                self.ask_address(out);
            }
            (Verb::Do, Outcome::TurnedOn, options::CHARSET) => {
                self.charset.ask();
                subnegotiation(options::CHARSET, charset::OUR_REQUEST, out);
            }
            (Verb::Do, Outcome::TurnedOn, options::MSSP) => events.push(Event::MsspRequested),
            (Verb::Do, Outcome::TurnedOn, options::GMCP) => {
                events.push(Event::GmcpOn);
                if self.wants(Module::CharLogin) {
                    out.extend(Message::LoginDefault.encode());
                }
            }
            (Verb::Do, Outcome::TurnedOn, options::MCCP2) => events.push(Event::StartCompression),
            (Verb::Dont, Outcome::TurnedOff, options::MCCP2) => events.push(Event::StopCompression),
            (Verb::Dont, Outcome::TurnedOff, options::GMCP) => self.supports = Supports::default(),
            _ => {}
        }
    }

    /// Makes the offers that waited for TTYPE, once.
    fn offer_what_waits(&mut self, out: &mut Vec<u8>) {
        if std::mem::take(&mut self.offers_wait) {
            self.options.offer(Rule::OfferLate, out);
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
        events: &mut Vec<Event>,
    ) {
        // Data for an option that is not on is either a mistake or mischief.
        let (us, him) =
            (self.options.is_on(Side::Us, option), self.options.is_on(Side::Him, option));
        match option {
            options::NAWS if him => {
                if let Some(WindowSize { columns, rows }) = naws::decode(data) {
                    events.push(Event::WindowSize { columns, rows });
                }
            }
            options::TTYPE if him => self.told_terminal(data, out, events),
            options::NEW_ENVIRON if him => self.told_environ(data, events),
            options::CHARSET if us || him => {
                let told = self.charset.told(data);
                events.extend(told.news.map(Event::Charset));
                if let Some(reply) = told.reply {
                    subnegotiation(options::CHARSET, &reply, out);
                }
            }
            options::GMCP if us => self.told_gmcp(data, out, events),
            _ => {}
        }
    }

    fn told_terminal(&mut self, data: &[u8], out: &mut Vec<u8>, events: &mut Vec<Event>) {
        let told = self.terminal.told(data);
        let mtts = told.news.as_ref().and_then(|facts| facts.mtts);
        if mtts.is_some_and(|mtts| mtts.proxy) && !self.proxy {
            self.proxy = true;
            self.ask_address(out);
        }
        events.extend(told.news.map(Event::Terminal));
        if told.ask_again {
            subnegotiation(options::TTYPE, &[ttype::SEND], out);
        } else if self.terminal.is_done() {
            self.offer_what_waits(out);
        }
    }

    fn told_environ(&self, data: &[u8], events: &mut Vec<Event>) {
        for variable in environ::decode(data) {
            match variable {
                Variable::Fact(fact) => events.push(Event::Environ(fact)),
                Variable::Address(address) if self.options.policy.trusted_proxy => {
                    events.push(Event::ClaimedAddress(address));
                }
                Variable::Address(_) => {}
            }
        }
    }

    fn told_gmcp(&mut self, data: &[u8], out: &mut Vec<u8>, events: &mut Vec<Event>) {
        let Some(request) = gmcp::parse(data, &mut self.supports) else {
            return;
        };
        match request {
            // A password that anyone on the way could read is not to be used.
            Request::Login(_) if !self.options.policy.login => return,
            Request::Ping { .. } => out.extend(Message::Ping.encode()),
            Request::Hello { .. }
            | Request::Supports(_)
            | Request::KeepAlive
            | Request::Inventory
            | Request::RoomItems
            | Request::Contents(_)
            | Request::EnableChannel(_)
            | Request::ChannelPlayers
            | Request::Login(_) => {}
        }
        events.push(Event::Gmcp(request));
    }
}

/// What a two-byte command means to the game; most mean nothing.
fn meaning(command: u8) -> Option<Event> {
    match command {
        code::AYT => Some(Event::AreYouThere),
        code::IP | code::BRK | code::AO => Some(Event::Interrupt),
        code::NOP => Some(Event::KeepAlive),
        _ => None,
    }
}
