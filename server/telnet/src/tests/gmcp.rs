//! GMCP and links.

use serde_json::Value;

use super::{
    super::{
        gmcp::{
            Attribute, ChannelInfo, ChannelMember, Definition, GmcpMessage, GmcpRequest, ItemInfo,
            Location, MaskedPassword, Media, Module, Person, RoomInfo, frame,
        },
        links::Links,
    },
    *,
};

fn said(text: &str) -> Vec<u8> {
    sub(GMCP, text.as_bytes())
}

/// A connection on which GMCP is on.
fn gmcp_on(policy: OptionPolicy) -> Peer {
    let mut peer = Peer::under(policy);
    assert_eq!(peer.events(&[IAC, DO, GMCP]), [TelnetEvent::GmcpOn]);
    peer
}

/// Returns the requests that `text` makes on a connection with GMCP.
fn asked(text: &str) -> Vec<GmcpRequest> {
    let events =
        gmcp_on(OptionPolicy { login: true, ..OptionPolicy::default() }).events(&said(text));
    let request = |event| {
        let TelnetEvent::Gmcp(request) = event else { panic!("another event") };
        request
    };
    events.into_iter().map(request).collect()
}

fn hello(client: &str, version: &str) -> GmcpRequest {
    GmcpRequest::Hello { client: client.into(), version: version.into() }
}

#[test]
fn requests_are_read_whatever_their_letter_case() {
    for (text, request) in [
        (r#"Core.Hello {"client":"Mudlet","version":"4.20"}"#, hello("Mudlet", "4.20")),
        (
            r#"CORE.HELLO { "Client" : "MUSHclient", "Version" : 5.07 }"#,
            hello("MUSHclient", "5.07"),
        ),
        (r#"core.hello {"client":"x"}"#, hello("x", "")),
        ("Core.Ping", GmcpRequest::Ping { average: None }),
        ("core.ping 120", GmcpRequest::Ping { average: Some(120) }),
        (r#"Core.Ping "120""#, GmcpRequest::Ping { average: Some(120) }),
        ("Core.KeepAlive", GmcpRequest::KeepAlive),
        ("Core.KeepAlive  ", GmcpRequest::KeepAlive),
        ("Char.Items.Inv", GmcpRequest::Inventory),
        (r#"Char.Items.Inv """#, GmcpRequest::Inventory),
        ("Char.Items.Room {}", GmcpRequest::RoomItems),
        ("Char.Items.Contents 77", GmcpRequest::Contents(77)),
        (r#"Char.Items.Contents "77""#, GmcpRequest::Contents(77)),
        (r#"Comm.Channel.Enable "newbie""#, GmcpRequest::EnableChannel("newbie".into())),
        ("Comm.Channel.Players\t\"\"", GmcpRequest::ChannelPlayers),
        ("Char.Login.Credentials {}", GmcpRequest::Login(None)),
    ] {
        assert_eq!(asked(text), [request], "{text}");
    }
}

#[test]
fn what_makes_no_sense_is_ignored() {
    for text in [
        "",
        " ",
        "Core",
        "Core.Hello",
        "Core.Hello []",
        r#"Core.Hello {"version":"1"}"#,
        r#"Core.Hello {"client":""}"#,
        r#"Core.Hello {"client":"x""#,
        "Core.Ping {",
        "Core.Supports.Set",
        "Core.Supports.Set {}",
        "Char.Items.Contents",
        "Char.Items.Contents -1",
        "Char.Items.Contents {}",
        "Comm.Channel.Enable 7 8",
        r#"Comm.Channel.Enable "  ""#,
        r#"Char.Login.Credentials {"account":"mira"}"#,
        r#"Char.Login.Credentials "mira""#,
        "External.Discord.Hello",
        "Char.Vitals {\"hp\":1}",
    ] {
        assert_eq!(asked(text), [], "{text}");
    }
    let deep = format!("Core.Ping {}", "[".repeat(1500));
    assert_eq!(asked(&deep), []);
    assert_eq!(gmcp_on(OptionPolicy::default()).events(&sub(GMCP, b"Core.Ping \xc3(")), []);
}

#[test]
fn names_are_short_and_printable() {
    let text = format!(r#"Core.Hello {{"client":"a\u001b[31m\u0000{}"}}"#, "é".repeat(100));
    assert_eq!(asked(&text), [hello(&format!("a[31m{}", "é".repeat(59)), "")]);
}

#[test]
fn a_ping_is_answered_without_further_ado() {
    let mut peer = gmcp_on(OptionPolicy::default());
    let (events, replies) = peer.send(&said("Core.Ping 80"));
    assert_eq!(events, [TelnetEvent::Gmcp(GmcpRequest::Ping { average: Some(80) })]);
    assert_eq!(replies, said("Core.Ping"));
}

#[test]
fn a_client_is_sent_what_it_lists() {
    let mut peer = gmcp_on(OptionPolicy::default());
    let wants = |peer: &Peer| {
        let all = [
            Module::Core,
            Module::Char,
            Module::CharItems,
            Module::CharLogin,
            Module::Room,
            Module::CommChannel,
            Module::ClientMedia,
            Module::MudstdChannel,
        ];
        all.into_iter().filter(|module| peer.telnet.wants(*module)).collect::<Vec<_>>()
    };
    let default = [Module::Core, Module::CommChannel];
    assert_eq!(wants(&peer), default);
    let events = peer.events(&said(
        r#"Core.Supports.Set ["Char 1","Char.Skills 1","char.items 2","Room","Client.Media 1",7]"#,
    ));
    let [TelnetEvent::Gmcp(GmcpRequest::Supports(supports))] = events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(supports.version(Module::CharItems), Some(2));
    assert_eq!(supports.version(Module::Room), Some(1));
    assert_eq!(supports.version(Module::CommChannel), None);
    let (core, talk, media) = (Module::Core, Module::CommChannel, Module::ClientMedia);
    let listed = [core, Module::Char, Module::CharItems, Module::Room, talk, media];
    assert_eq!(wants(&peer), listed);
    peer.send(&said(r#"Core.Supports.Remove ["Char","Room 1","Comm.Channel","Client.Media"]"#));
    assert_eq!(wants(&peer), [core, Module::CharItems]);
    peer.send(&said(r#"Core.Supports.Add ["Comm.Channel 1","mudstd.channel 999"]"#));
    assert_eq!(wants(&peer), [core, Module::CharItems, talk, Module::MudstdChannel]);
    peer.send(&said("Core.Supports.Set []"));
    assert_eq!(wants(&peer), default);
    peer.send(&said(r#"Core.Supports.Set ["Char 1"]"#));
    assert_eq!(peer.events(&[IAC, DONT, GMCP]), [TelnetEvent::GmcpOff]);
    assert_eq!(wants(&peer), []);
    peer.send(&[IAC, DO, GMCP]);
    assert_eq!(wants(&peer), default, "the old list is gone");
}

#[test]
fn nothing_is_sent_to_who_does_not_want_it() {
    let mut peer = gmcp_on(OptionPolicy::default());
    peer.send(&said(r#"Core.Supports.Set ["Client.Media 1"]"#));
    let messages = [GmcpMessage::Name(MIRA), GmcpMessage::LoginDefault];
    for message in messages.into_iter().chain([GmcpMessage::WrongDirection("ne")]) {
        assert!(!peer.telnet.send_gmcp(&message, &mut peer.out), "{message:?}");
        assert!(!peer.telnet.send_encoded(&message.encoded(), &mut peer.out), "{message:?}");
    }
    assert_eq!(peer.out, NOTHING);
    assert!(peer.telnet.send_gmcp(&GmcpMessage::Goodbye("bye"), &mut peer.out));
    assert_eq!(peer.out, said(r#"Core.Goodbye "bye""#));
    let mut silent = Peer::offered();
    assert_eq!(silent.send(&said("Core.Ping")), (vec![], vec![]), "not agreed to");
    assert!(!silent.telnet.send_gmcp(&GmcpMessage::Ping, &mut silent.out));
}

#[test]
fn a_login_is_welcome_only_where_the_policy_says_so() {
    let words = said(r#"Char.Login.Credentials {"account":"mira:Owl","password":"s3 cret"}"#);
    assert_eq!(gmcp_on(OptionPolicy::default()).send(&words), (vec![], vec![]));
    let mut peer = Peer::under(OptionPolicy { login: true, ..OptionPolicy::default() });
    let welcome = said(r#"Char.Login.Default {"type":["password-credentials"]}"#);
    assert_eq!(peer.replies(&[IAC, DO, GMCP]), [&[IAC, WILL, GMCP][..], &welcome].concat());
    let events = peer.events(&words);
    let [TelnetEvent::Gmcp(GmcpRequest::Login(Some(credentials)))] = &events[..] else { panic!() };
    assert_eq!((&*credentials.account, credentials.character.as_deref()), ("mira", Some("Owl")));
    assert_eq!(credentials.password, MaskedPassword("s3 cret".into()));
    assert!(!format!("{events:?}").contains("cret"), "a password is not to be printed");
    let result = GmcpMessage::LoginResult { success: false, message: "No." };
    assert!(peer.telnet.send_gmcp(&result, &mut peer.out));
}

const MIRA: Person<'_> = Person { name: "Mira", fullname: "Mira the Owl" };
const LAMP: ItemInfo<'_> = ItemInfo {
    id: 7,
    name: "a lamp",
    icon: None,
    attributes: &[Attribute::Wearable, Attribute::Container, Attribute::Takeable],
};

/// Messages about a character, its things and its place, and what is sent for each.
fn messages_of_the_world() -> Vec<(GmcpMessage<'static>, &'static str)> {
    let rat = ItemInfo { id: 8, name: "a rat", icon: Some("animal"), attributes: &[] };
    let room = RoomInfo {
        number: 42,
        name: "The Inn",
        area: "Town",
        environment: "Indoors",
        coordinates: Some((1, -2, 3, 0)),
        exits: &[("n", 43), ("up", 44)],
        details: &["shop"],
    };
    let info = r#"Room.Info {"num":42,"name":"The Inn","area":"Town","environment":"Indoors",
        "coords":"1,-2,3,0","exits":{"n":43,"up":44},"details":["shop"]}"#;
    let inv = Location::Inventory;
    let lamp = r#"{"location":"inv","item":{"id":7,"name":"a lamp","attrib":"Wct"}}"#;
    vec![
        (GmcpMessage::Name(MIRA), r#"Char.Name {"name":"Mira","fullname":"Mira the Owl"}"#),
        (GmcpMessage::StatusVars(&[("race", "Race")]), r#"Char.StatusVars {"race":"Race"}"#),
        (GmcpMessage::Status(&[("race", "owl")]), r#"Char.Status {"race":"owl"}"#),
        (GmcpMessage::Vitals(&[("hp", 5), ("maxhp", 9)]), r#"Char.Vitals {"hp":5,"maxhp":9}"#),
        (
            GmcpMessage::ItemsList(Location::Room, const { &[LAMP] }),
            r#"Char.Items.List {"location":"room","items":[{"id":7,"name":"a lamp","attrib":"Wct"}]}"#,
        ),
        (GmcpMessage::ItemsAdd(inv, LAMP), Box::leak(format!("Char.Items.Add {lamp}").into())),
        (
            GmcpMessage::ItemsUpdate(inv, LAMP),
            Box::leak(format!("Char.Items.Update {lamp}").into()),
        ),
        (
            GmcpMessage::ItemsRemove(Location::Container(9), rat),
            r#"Char.Items.Remove {"location":"rep9","item":{"id":8,"name":"a rat","icon":"animal"}}"#,
        ),
        (GmcpMessage::Room(room), info),
        (GmcpMessage::WrongDirection("ne"), r#"Room.WrongDir "ne""#),
        (
            GmcpMessage::Players(const { &[MIRA] }),
            r#"Room.Players [{"name":"Mira","fullname":"Mira the Owl"}]"#,
        ),
        (
            GmcpMessage::AddPlayer(MIRA),
            r#"Room.AddPlayer {"name":"Mira","fullname":"Mira the Owl"}"#,
        ),
        (GmcpMessage::RemovePlayer("Mira"), r#"Room.RemovePlayer "Mira""#),
    ]
}

/// Messages about the connection, channels and sounds, and what is sent for each.
fn messages_about_the_rest() -> Vec<(GmcpMessage<'static>, &'static str)> {
    const NEWBIE: ChannelInfo<'_> =
        ChannelInfo { name: "newbie", caption: "Newbie", command: "newbie" };
    const MEMBER: ChannelMember<'_> = ChannelMember { name: "Mira", channels: &["newbie"] };
    const COLOURED: Definition<'_> =
        Definition { id: "newbie", label: "Newbie", color: Some("00ffff") };
    let media = Media { name: Some("rain.mp3"), goes_on: Some(true), ..Media::default() };
    let result = GmcpMessage::LoginResult { success: true, message: "Hi." };
    let text = GmcpMessage::ChannelText { channel: "newbie", talker: "Mira", text: "hi" };
    let event = |sender| GmcpMessage::ChannelEvent { channel: "newbie", sender, text: "hi" };
    let url = "https://example.org/";
    vec![
        (GmcpMessage::Goodbye("bye"), r#"Core.Goodbye "bye""#),
        (GmcpMessage::Ping, "Core.Ping"),
        (
            GmcpMessage::Channels(const { &[NEWBIE] }),
            r#"Comm.Channel.List [{"name":"newbie","caption":"Newbie","command":"newbie"}]"#,
        ),
        (text, r#"Comm.Channel.Text {"channel":"newbie","talker":"Mira","text":"hi"}"#),
        (
            GmcpMessage::ChannelPlayers(const { &[MEMBER] }),
            r#"Comm.Channel.Players [{"name":"Mira","channels":["newbie"]}]"#,
        ),
        (GmcpMessage::MediaDefault(url), r#"Client.Media.Default {"url":"https://example.org/"}"#),
        (GmcpMessage::MediaPlay(media), r#"Client.Media.Play {"name":"rain.mp3","continue":true}"#),
        (GmcpMessage::MediaLoad(Media::default()), "Client.Media.Load {}"),
        (GmcpMessage::MediaStop(Media::default()), "Client.Media.Stop {}"),
        (GmcpMessage::LoginDefault, r#"Char.Login.Default {"type":["password-credentials"]}"#),
        (result, r#"Char.Login.Result {"success":true,"message":"Hi."}"#),
        (
            GmcpMessage::Definitions(const { &[COLOURED] }),
            r#"mudstd.channel.definitions [{"id":"newbie","label":"Newbie","color":"00ffff"}]"#,
        ),
        (event(Some("Mira")), r#"mudstd.channel.event {"id":"newbie","sender":"Mira","msg":"hi"}"#),
        (event(None), r#"mudstd.channel.event {"id":"newbie","msg":"hi"}"#),
    ]
}

/// The package and the data of a framed message, read as a client reads them: keys in any order.
fn read(bytes: &[u8]) -> (String, Value) {
    let text = std::str::from_utf8(&bytes[3..bytes.len() - 2]).unwrap();
    let (package, json) = text.split_once(' ').unwrap_or((text, "null"));
    (package.to_owned(), serde_json::from_str(json).unwrap())
}

#[test]
fn each_message_has_its_name_and_keys() {
    for (message, text) in messages_of_the_world().into_iter().chain(messages_about_the_rest()) {
        let bytes = message.encode();
        assert!(bytes.starts_with(&[IAC, SB, GMCP]) && bytes.ends_with(&[IAC, SE]));
        assert_eq!(read(&bytes), read(&said(text)), "{message:?}");
    }
}

#[test]
fn text_cannot_break_out_of_its_frame() {
    let text = "\"}\u{0}\u{1b}[31m\u{7f}\u{9b}\u{ff}\r\nü";
    let bytes = GmcpMessage::Goodbye(text).encode();
    let inside = &bytes[3..bytes.len() - 2];
    assert!(!inside.iter().any(|byte| *byte < b' ' || *byte == 127 || *byte == IAC));
    let inside = std::str::from_utf8(inside).unwrap();
    assert!(!inside.chars().any(char::is_control));
    assert_eq!(read(&bytes), ("Core.Goodbye".to_owned(), Value::from(text)));
    assert_eq!(frame("A.B", ""), said("A.B"));
}

#[test]
fn a_command_link_is_written_as_the_client_reads_it() {
    let link = |links: Links| links.around("look \"Ä;b\"");
    assert_eq!(link(Links::None), None);
    let osc8 = ("\x1b]8;;send:look%20%22%C3%84%3Bb%22\x1b\\".to_owned(), "\x1b]8;;\x1b\\");
    assert_eq!(link(Links::Osc8), Some(osc8));
    assert_eq!(link(Links::Mslp), None, "a semicolon would be two commands");
    let mslp = ("\x1b]68;1;SEND;look owl\x07\x1b[4m".to_owned(), "\x1b[24m");
    assert_eq!(Links::Mslp.around("look owl"), Some(mslp));
}

#[test]
fn a_link_cannot_be_broken_out_of() {
    for links in [Links::None, Links::Osc8, Links::Mslp] {
        for command in ["", "look\x07", "look\n", "say \u{9c}", &"x".repeat(201)] {
            assert_eq!(links.around(command), None, "{command:?}");
        }
    }
}

#[test]
fn links_follow_what_the_client_says() {
    assert_eq!(Links::from_mtts(Mtts::from_bits(1023)), Links::None);
    assert_eq!(Links::from_mtts(Mtts::from_bits(1024)), Links::Mslp);
    let osc8 = Links::None.with(Ability::CommandLinks, true);
    assert_eq!(osc8, Links::Osc8);
    assert_eq!(osc8.with(Ability::Ansi, false), Links::Osc8);
    assert_eq!(osc8.with(Ability::CommandLinks, false), Links::None);
    assert_eq!(Links::Mslp.with(Ability::CommandLinks, true), Links::Mslp);
}
