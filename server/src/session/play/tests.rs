use std::net::Ipv4Addr;

use bytes::Bytes;
use engine::id::SessionId;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
    time::{interval, timeout},
};
use tokio_util::sync::CancellationToken;
use world::{
    beings::settings::Settings,
    witness::backlog::{Backlog, ShownUpto},
};

use super::*;
use crate::{
    clock::Stopwatch,
    contract::{
        frame::{Frame, Lines},
        screen::Screen,
    },
    listener::{listing::SharedState, ports::Ports},
    operate::config::Config,
    session::connection::TelnetConnection,
};

/// Buffer size of the test network, and limit of a screen's backlog, in bytes.
const NETWORK: usize = 1_000;
const MOST: usize = 16 * 1_024;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
/// Timeout longer than any test that ends.
const LONG: Duration = Duration::from_secs(24 * 60 * 60);

/// Environment of a player under test.
struct Around {
    screen: Screen,
    client: DuplexStream,
    inbox: mpsc::Receiver<ToGame>,
}

async fn player(idle: Option<Duration>) -> (Player<TelnetConnection<DuplexStream>>, Around) {
    let mut config = Config::standard().unwrap();
    config.server.telnet.set_port(0);
    config.tls.listen = None;
    config.web.listen = None;
    let ports = Ports::open(&config).await.unwrap();
    let about = SharedState::new("Hearsay", &ports, Arc::default(), &config);
    let (client, stream) = duplex(NETWORK);
    let (screen, view) = Screen::new(MOST, CancellationToken::new());
    let (to_game, inbox) = mpsc::channel(64);
    let player = Player {
        wire: TelnetConnection::new(stream, false, &config, Arc::new(about)),
        origin: Origin {
            session: SessionId(1),
            address: Ipv4Addr::LOCALHOST.into(),
            encrypted: false,
            since: Stopwatch::start(),
        },
        account: None,
        name: "Ann".into(),
        view,
        credits: Arc::new(Semaphore::new(32)),
        queue: 32,
        to_game,
        pace: LinePace::new(&config.limits),
        pending: VecDeque::new(),
        idle,
        typed_at: Duration::ZERO,
        look_at: Duration::MAX,
        armed: false,
        ends_at: None,
        switch: None,
        dialogue: None,
        context: None,
    };
    (player, Around { screen, client, inbox })
}

fn show(screen: &Screen, lines: usize, line: &str) {
    let lines = Lines::from_elem(Bytes::copy_from_slice(line.as_bytes()), lines);
    screen.send(Frame::new(lines, Settings::default()));
}

/// Returns the output that a client reads within a second.
async fn read(client: &mut DuplexStream) -> String {
    let mut read = Vec::new();
    while let Ok(Ok(1..)) = timeout(SECOND, client.read_buf(&mut read)).await {}
    String::from_utf8_lossy(&read).into_owned()
}

/// Returns the end of a connection; the timeout is for one that does not end.
async fn end(player: &mut Player<TelnetConnection<DuplexStream>>) -> Next {
    timeout(LONG, player.run()).await.expect("it never ends")
}

#[tokio::test(start_paused = true)]
async fn whoever_reads_gets_all_that_comes_at_once() {
    let (mut player, mut around) = player(None).await;
    let line = "la ".repeat(1_000) + "\r\n";
    // Many frames, and one that is larger than all that may wait.
    for lines in [10, 10, 10, 10, 100] {
        show(&around.screen, lines, &line);
    }
    let text = tokio::select! {
        next = player.run() => panic!("it ended: {next:?}"),
        text = read(&mut around.client) => text,
    };
    assert_eq!(text, line.repeat(140) + PROMPT);
}

#[tokio::test(start_paused = true)]
async fn what_is_too_much_for_any_reader_is_left_out_and_said_to_be() {
    let (mut player, mut around) = player(None).await;
    let line = "la ".repeat(1_000) + "\r\n";
    for _ in 0..20 {
        show(&around.screen, 10, &line);
    }
    let text = tokio::select! {
        next = player.run() => panic!("it ended: {next:?}"),
        text = read(&mut around.client) => text,
    };
    let shown = text.matches(&line).count();
    assert!(shown * line.len() > MOST, "{shown}");
    let left_out = format!("[{} lines were left out", 200 - shown);
    assert!(text.contains(&left_out) && text.ends_with(PROMPT), "{shown}");
}

#[tokio::test(start_paused = true)]
async fn whoever_never_reads_is_let_go_once_too_much_waits() {
    let (mut player, around) = player(None).await;
    show(&around.screen, 1, &"a".repeat(2 * NETWORK));
    assert!(timeout(10 * MINUTE, player.run()).await.is_err(), "little waits, so it may take long");
    let (mut player, around) = self::player(None).await;
    show(&around.screen, 1, &"a".repeat(70 * 1_024));
    show(&around.screen, 1, &"a".repeat(2 * MOST));
    assert_eq!(end(&mut player).await, Next::TooSlow);
}

#[tokio::test(start_paused = true)]
async fn last_words_end_a_connection_that_takes_nothing() {
    let (mut player, around) = player(None).await;
    show(&around.screen, 1, &"a".repeat(2 * NETWORK));
    let taken_over = async {
        around.screen.send(Frame::last_words("You have connected from somewhere else."));
    };
    // The write hangs already when the last words come.
    let (next, ()) = tokio::join!(biased; end(&mut player), taken_over);
    assert_eq!(next, Next::TooSlow);
}

#[tokio::test(start_paused = true)]
async fn a_connection_to_which_nobody_can_say_anything_ends() {
    let (mut player, around) = player(None).await;
    // As when its goodbye was to follow a commit that never came.
    drop(around.screen);
    assert_eq!(end(&mut player).await, Next::End);
}

#[tokio::test(start_paused = true)]
async fn only_typed_lines_keep_an_idle_connection() {
    let (mut player, mut around) = player(Some(10 * MINUTE)).await;
    let client_alone = async {
        let mut minutes = interval(MINUTE);
        loop {
            minutes.tick().await;
            // A sign of life, a question whether we are there, and the window's size.
            let bytes = b"\xff\xf1\xff\xf6\xff\xfb\x1f\xff\xfa\x1f\0\x50\0\x18\xff\xf0";
            around.client.write_all(bytes).await.unwrap();
            read(&mut around.client).await;
        }
    };
    tokio::select! {
        next = end(&mut player) => assert_eq!(next, Next::Idle),
        () = client_alone => {}
    }
    let (mut player, mut around) = self::player(Some(10 * MINUTE)).await;
    let typing = async {
        let mut pauses = interval(9 * MINUTE);
        for _ in 0..20 {
            pauses.tick().await;
            around.client.write_all(b"look\r\n").await.unwrap();
            let said = around.inbox.recv().await;
            assert!(matches!(said, Some(ToGame::Line(..))), "{said:?}");
        }
    };
    tokio::select! {
        next = end(&mut player) => panic!("it ended: {next:?}"),
        () = typing => {}
    }
}

/// Shows a line with this number.
fn show_numbered(screen: &Screen, n: u64) {
    let line = Lines::from_elem(Bytes::from_static(b"la\r\n"), 1);
    let mut frame = Frame::new(line, Settings::default());
    frame.shown_upto = Some(ShownUpto { epoch: SessionId(1), n });
    screen.send(frame);
}

#[tokio::test(start_paused = true)]
async fn the_game_learns_how_a_connection_stands_while_its_client_is_heard() {
    let (mut player, mut around) = player(None).await;
    let every = player.wire.looks_every();
    player.look_at = every;
    show_numbered(&around.screen, 1);
    show_numbered(&around.screen, 2);
    let heard = async {
        tokio::time::sleep(every - SECOND).await;
        // A sign of life, which nobody typed.
        around.client.write_all(b"\xff\xf1").await.unwrap();
        around.inbox.recv().await
    };
    let told = tokio::select! {
        next = player.run() => panic!("it ended: {next:?}"),
        told = heard => told,
    };
    let Some(ToGame::Link(SessionId(1), report)) = told else { panic!("{told:?}") };
    assert_eq!(report.written, Some(ShownUpto { epoch: SessionId(1), n: 2 }));
    assert_eq!(report.silent.as_secs(), 1);
    show_numbered(&around.screen, 3);
    let silent = timeout(10 * every, player.run()).await;
    assert!(silent.is_err() && around.inbox.try_recv().is_err(), "it is heard no more");
    assert_eq!(player.wire.report().written.map(|it| it.n), Some(3));
}

#[tokio::test(start_paused = true)]
async fn the_end_that_a_client_makes_is_a_sign_of_life() {
    let (mut player, around) = player(None).await;
    assert!(timeout(MINUTE, player.run()).await.is_err());
    assert!(player.wire.report().silent >= MINUTE);
    drop(around.client);
    assert_eq!(end(&mut player).await, Next::End);
    assert_eq!(player.wire.report().silent, Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn the_end_of_a_client_is_waited_for_but_not_for_long() {
    for ends in [true, false] {
        let (mut player, around) = player(None).await;
        tokio::time::sleep(MINUTE).await;
        let closes = async {
            player.wire.close().await;
            player.wire.until_end().await;
            player.wire.report().silent
        };
        let client = async {
            tokio::time::sleep(SECOND / 2).await;
            (!ends).then_some(around.client)
        };
        let (silent, _client) = tokio::join!(closes, client);
        let expected = if ends { Duration::ZERO } else { MINUTE + SECOND };
        assert_eq!(silent.as_secs(), expected.as_secs(), "{silent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_went_out_late_has_not_arrived_because_the_client_is_heard_soon() {
    let (mut player, mut around) = player(None).await;
    show(&around.screen, 1, &"a".repeat(2 * NETWORK));
    let typing = async {
        // So long the write hangs.
        tokio::time::sleep(MINUTE).await;
        read(&mut around.client).await;
        around.client.write_all(b"look\r\n").await.unwrap();
        around.inbox.recv().await
    };
    tokio::select! {
        next = player.run() => panic!("it ended: {next:?}"),
        said = typing => assert!(matches!(said, Some(ToGame::Line(..)))),
    }
    assert!(player.wire.report().silent >= MINUTE);
    tokio::time::sleep(Backlog::SURE_AFTER).await;
    around.client.write_all(b"look\r\n").await.unwrap();
    tokio::select! {
        next = player.run() => panic!("it ended: {next:?}"),
        said = around.inbox.recv() => assert!(matches!(said, Some(ToGame::Line(..)))),
    }
    assert_eq!(player.wire.report().silent, Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn what_a_client_wants_by_itself_is_no_answer_of_its_player() {
    let (mut player, mut around) = player(None).await;
    player.account = AccountId::new("an-account").ok();
    player.dialogue = Some(Box::new(Dialogue::New));
    player.on_input(ClientInput::Enable("newbie".into()));
    assert!(matches!(player.offer().await, Offered::Taken));
    let joins = around.inbox.try_recv();
    assert!(matches!(&joins, Ok(ToGame::Line(_, it)) if it.line.as_str() == "channel join newbie"));
    assert_eq!(player.dialogue.as_deref(), Some(&Dialogue::New), "it is still asked");
}

#[tokio::test(start_paused = true)]
async fn an_idle_player_holds_no_room_for_what_seldom_happens() {
    let (mut player, _around) = player(None).await;
    let (whole, plays) = (size_of_val(&player), size_of_val(&player.run()));
    assert!(whole <= 800 && plays <= 512, "{whole} and {plays} bytes");
}
