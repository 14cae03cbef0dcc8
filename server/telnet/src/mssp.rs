//! MSSP listing: data about the game for listing sites, by telnet or in plain text.

use serde_json::Value;

use super::{encode::subnegotiation, options::MSSP};

/// The marks before names and values.
const NAME: u8 = 1;
const VALUE: u8 = 2;

/// The line by which a crawler without telnet asks at the login prompt.
const REQUEST: &[u8] = b"MSSP-REQUEST";

/// The game as a listing site shows it. What is `None` or empty is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The name of the game.
    pub name: String,
    /// Number of players now in the game.
    pub players: u32,
    /// Start time of the server, in Unix seconds.
    pub started_unix_seconds: u64,
    /// Address at which players connect.
    pub address: GameAddress,
    /// Contact of the operators, and sources of further information.
    pub people: Contact,
    /// Kind of the game.
    pub kind: GameKind,
    /// Size of the world.
    pub world: World,
    /// Terminal features and character sets in use.
    pub shows: Shows,
    /// Payment, and staff that is sought.
    pub terms: Terms,
}

/// Address at which players connect.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameAddress {
    /// The name of the host.
    pub host: Option<String>,
    /// The address by IPv4.
    pub ip: Option<String>,
    /// The address by IPv6.
    pub ipv6: Option<String>,
    /// The ports for plain telnet; the one that players should use comes last.
    pub ports: Vec<u16>,
    /// The port for telnet over TLS.
    pub tls_port: Option<u16>,
}

/// Contact of the operators, and sources of further information.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    /// E-mail address.
    pub contact: Option<String>,
    /// The year in which the game opened.
    pub created: Option<u16>,
    /// The invitation to its Discord server.
    pub discord: Option<String>,
    /// Icon: a square picture of at least 64 pixels and at most 256 KB.
    pub icon: Option<String>,
    /// The language of the game, in English.
    pub language: Option<String>,
    /// The country where the server stands, in English.
    pub location: Option<String>,
    /// Minimum age of players, in years.
    pub minimum_age: Option<u8>,
    /// Other games to list, each as `host port`.
    pub referrals: Vec<String>,
    /// Website of the game.
    pub website: Option<String>,
    /// The fewest hours between two visits of a crawler: 1, 5, 11 or 23; -1 leaves it to the
    /// crawler.
    pub crawl_delay_hours: Option<i8>,
}

/// Kind of the game, in the categories of listing sites.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameKind {
    /// The names and versions of the software.
    pub codebases: Vec<String>,
    /// The family of the software; `Custom` for one of its own.
    pub family: Option<String>,
    /// Genre, such as `Fantasy`.
    pub genre: Option<String>,
    /// Subgenre, such as `Medieval Fantasy`.
    pub subgenre: Option<String>,
    /// Styles of play, such as `Roleplaying`.
    pub gameplay: Vec<String>,
    /// `Alpha`, `Closed Beta`, `Open Beta` or `Live`.
    pub status: Option<String>,
    /// Rules of play, such as `Custom`.
    pub game_system: Option<String>,
    /// Networks between games that this game is part of.
    pub intermud: Vec<String>,
}

/// Size of the world. A count of zero is worth telling, so 0 is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct World {
    pub areas: Option<u32>,
    /// Help topics.
    pub helpfiles: Option<u32>,
    /// Number of non-player characters.
    pub mobiles: Option<u32>,
    /// Kinds of objects.
    pub objects: Option<u32>,
    pub rooms: Option<u32>,
    /// Classes to choose from.
    pub classes: Option<u32>,
    /// Levels to reach.
    pub levels: Option<u32>,
    /// Races to choose from.
    pub races: Option<u32>,
    /// Skills to learn.
    pub skills: Option<u32>,
}

/// Terminal features and character sets in use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shows {
    /// The character sets of the text; the preferred one comes last.
    pub charsets: Vec<String>,
    /// ANSI colours.
    pub ansi: bool,
    /// UTF-8.
    pub utf8: bool,
    /// VT100 cursor control.
    pub vt100: bool,
    /// The 256-colour palette.
    pub colours_256: bool,
    /// 24-bit colours.
    pub truecolour: bool,
}

/// Payment, and staff that is sought.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// True if players pay to play.
    pub pay_to_play: bool,
    /// True if players can pay for an advantage.
    pub pay_for_perks: bool,
    /// True if builders are sought.
    pub hiring_builders: bool,
    /// True if programmers are sought.
    pub hiring_coders: bool,
}

/// Returns whether a line is the plain-text request, ignoring letter case.
pub fn is_request(line: &[u8]) -> bool {
    line.trim_ascii().eq_ignore_ascii_case(REQUEST)
}

impl Listing {
    /// Returns the listing as one MSSP subnegotiation.
    pub fn subnegotiation(&self) -> Vec<u8> {
        let mut data = Vec::new();
        for (name, values) in self.variables() {
            data.push(NAME);
            data.extend(name.bytes());
            for value in values {
                data.push(VALUE);
                data.extend(value.bytes());
            }
        }
        let mut out = Vec::new();
        subnegotiation(MSSP, &data, &mut out);
        out
    }

    /// Returns the listing as plain text, with line feeds as line ends.
    pub fn plain_text(&self) -> String {
        let mut text = String::from("\nMSSP-REPLY-START\n");
        for (name, values) in self.variables() {
            text.push_str(name);
            for value in values {
                text.push('\t');
                text.push_str(&value);
            }
            text.push('\n');
        }
        text.push_str("MSSP-REPLY-END\n");
        text
    }

    /// Returns the listing as JSON: an object with each variable that has a value, as text, or as a
    /// list of texts where there are several.
    #[must_use]
    pub fn json(&self) -> String {
        let variables = self.variables().into_iter().map(|(name, mut values)| {
            let value = match (values.len(), values.pop()) {
                (1, Some(only)) => Value::from(only),
                (_, last) => Value::from_iter(values.into_iter().chain(last)),
            };
            (name.to_owned(), value)
        });
        Value::Object(variables.collect()).to_string()
    }

    /// Returns every variable that has a value.
    fn variables(&self) -> Vec<(&'static str, Vec<String>)> {
        let mut list = Variables::default();
        list.one("NAME", Some(&self.name));
        list.one("PLAYERS", Some(self.players));
        list.one("UPTIME", Some(self.started_unix_seconds));
        self.address.list(&mut list);
        self.people.list(&mut list);
        self.kind.list(&mut list);
        self.world.list(&mut list);
        self.shows.list(&mut list);
        self.terms.list(&mut list);
        list.0
    }
}

impl GameAddress {
    fn list(&self, list: &mut Variables) {
        list.one("HOSTNAME", self.host.as_ref());
        list.one("IP", self.ip.as_ref());
        list.one("IPV6", self.ipv6.as_ref());
        list.many("PORT", &self.ports);
        list.one("SSL", self.tls_port);
    }
}

impl Contact {
    fn list(&self, list: &mut Variables) {
        list.one("CONTACT", self.contact.as_ref());
        list.one("CRAWL DELAY", self.crawl_delay_hours);
        list.one("CREATED", self.created);
        list.one("DISCORD", self.discord.as_ref());
        list.one("ICON", self.icon.as_ref());
        list.one("LANGUAGE", self.language.as_ref());
        list.one("LOCATION", self.location.as_ref());
        list.one("MINIMUM AGE", self.minimum_age);
        list.many("REFERRAL", &self.referrals);
        list.one("WEBSITE", self.website.as_ref());
    }
}

impl GameKind {
    fn list(&self, list: &mut Variables) {
        list.many("CODEBASE", &self.codebases);
        list.one("FAMILY", self.family.as_ref());
        list.one("GENRE", self.genre.as_ref());
        list.one("SUBGENRE", self.subgenre.as_ref());
        list.many("GAMEPLAY", &self.gameplay);
        list.one("STATUS", self.status.as_ref());
        list.one("GAMESYSTEM", self.game_system.as_ref());
        list.many("INTERMUD", &self.intermud);
    }
}

impl World {
    fn list(&self, list: &mut Variables) {
        for (name, count) in [
            ("AREAS", self.areas),
            ("HELPFILES", self.helpfiles),
            ("MOBILES", self.mobiles),
            ("OBJECTS", self.objects),
            ("ROOMS", self.rooms),
            ("CLASSES", self.classes),
            ("LEVELS", self.levels),
            ("RACES", self.races),
            ("SKILLS", self.skills),
        ] {
            list.one(name, count);
        }
    }
}

impl Shows {
    fn list(&self, list: &mut Variables) {
        list.many("CHARSET", &self.charsets);
        list.flag("ANSI", self.ansi);
        list.flag("UTF-8", self.utf8);
        list.flag("VT100", self.vt100);
        list.flag("XTERM 256 COLORS", self.colours_256);
        list.flag("XTERM TRUE COLORS", self.truecolour);
    }
}

impl Terms {
    fn list(&self, list: &mut Variables) {
        list.flag("PAY TO PLAY", self.pay_to_play);
        list.flag("PAY FOR PERKS", self.pay_for_perks);
        list.flag("HIRING BUILDERS", self.hiring_builders);
        list.flag("HIRING CODERS", self.hiring_coders);
    }
}

/// Variables to send: names and values.
#[derive(Default)]
struct Variables(Vec<(&'static str, Vec<String>)>);

impl Variables {
    fn one(&mut self, name: &'static str, value: Option<impl ToString>) {
        self.many(name, value.as_slice());
    }

    fn flag(&mut self, name: &'static str, set: bool) {
        self.one(name, Some(u8::from(set)));
    }

    /// Adds a variable. Its values are cleaned of control characters, among them the marks of MSSP
    /// and of the plain form; byte 255 does not occur in UTF-8.
    fn many(&mut self, name: &'static str, values: &[impl ToString]) {
        let values: Vec<String> = values.iter().map(|value| clean(&value.to_string())).collect();
        if !values.is_empty() {
            self.0.push((name, values));
        }
    }
}

fn clean(value: &str) -> String {
    value.chars().filter(|character| !character.is_control()).collect()
}
