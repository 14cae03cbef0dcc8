//! Telnet over TLS: played over real sockets, with certificates that change.

use std::{fs, net::SocketAddr, path::PathBuf, sync::Arc};

use futures_util::{SinkExt, StreamExt};
use tests::{
    Trouble,
    brain::Brain,
    client::Client,
    client::patience::patiently,
    host::{Home, Host},
    while_,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{
        ClientConfig, RootCertStore, SupportedProtocolVersion,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
        version::{TLS12, TLS13},
    },
};

use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

use crate::origin::{header, proxied};

type Done = Result<(), Trouble>;

async fn town() -> Result<(Home, Host, SocketAddr), Trouble> {
    let mut home = Home::town(&[])?;
    home.config.tls.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let host = home.start(Brain::new([])).await?;
    let tls = host.tls.ok_or("it does not listen for TLS")?;
    Ok((home, host, tls))
}

fn files(home: &Home) -> (PathBuf, PathBuf) {
    let folder = home.config.server.data.join("tls");
    (folder.join("certificate.pem"), folder.join("key.pem"))
}

fn certificate(home: &Home) -> Result<CertificateDer<'static>, Trouble> {
    while_("the certificate", CertificateDer::from_pem_file(files(home).0))
}

/// Connects as somebody who trusts one certificate only.
async fn connect(
    to: SocketAddr,
    name: &'static str,
    trusted: &CertificateDer<'static>,
    version: &'static SupportedProtocolVersion,
) -> Result<TlsStream<TcpStream>, Trouble> {
    shake(while_("connecting", TcpStream::connect(to).await)?, name, trusted, version).await
}

/// Speaks TLS over a connection.
async fn shake(
    stream: TcpStream,
    name: &'static str,
    trusted: &CertificateDer<'static>,
    version: &'static SupportedProtocolVersion,
) -> Result<TlsStream<TcpStream>, Trouble> {
    let mut roots = RootCertStore::empty();
    while_("a certificate", roots.add(trusted.clone()))?;
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[version]);
    let config = while_("TLS", config)?.with_root_certificates(roots).with_no_client_auth();
    let name = while_("a name", ServerName::try_from(name))?;
    while_("the handshake", TlsConnector::from(Arc::new(config)).connect(name, stream).await)
}

async fn client(to: SocketAddr, home: &Home) -> Result<Client, Trouble> {
    Ok(Client::over(connect(to, "localhost", &certificate(home)?, &TLS13).await?))
}

/// Puts the files of another certificate in the place of those in use.
fn exchange(home: &Home) -> Done {
    let other = home.path().join("other");
    let (new_certificate, new_key) = (other.join("certificate.pem"), other.join("key.pem"));
    while_("a certificate", server::listener::tls::make(&new_certificate, &new_key))?;
    let (certificate, key) = files(home);
    while_("a certificate", fs::rename(new_certificate, certificate))?;
    while_("a key", fs::rename(new_key, key))
}

#[tokio::test]
async fn two_play_together_over_tls_and_without() -> Done {
    let (home, host, tls) = town().await?;
    let mut ann = client(tls, &home).await?;
    ann.log_in("create ann sesame99").await?;
    let mut bob = Client::come_in(host.address, "create bob sesame99").await?;
    ann.send("say hello over there").await?;
    bob.until("Ann says, \"hello over there\"").await?;
    bob.send("say hello yourself").await?;
    ann.until("Bob says, \"hello yourself\"").await?;
    host.stop().await
}

#[tokio::test]
async fn the_certificate_is_for_this_machines_names_in_both_versions() -> Done {
    let (home, host, tls) = town().await?;
    let trusted = certificate(&home)?;
    for name in ["localhost", "127.0.0.1", "::1"] {
        for version in [&TLS12, &TLS13] {
            let mut client = Client::over(connect(tls, name, &trusted, version).await?);
            client.until("The test town.").await?;
        }
    }
    let error = connect(tls, "example.org", &trusted, &TLS13).await.map(|_| ());
    assert!(error.is_err_and(|it| it.contains("not valid for name")), "it is not for every name");
    host.stop().await
}

#[tokio::test]
async fn the_end_is_told_so_that_nobody_can_cut_a_connection_unnoticed() -> Done {
    let (home, host, tls) = town().await?;
    let mut ann = client(tls, &home).await?;
    ann.log_in("create ann sesame99").await?;
    drop(ann);
    // Leaving the game, leaving the login, and giving it no way in.
    for lines in ["connect ann sesame99\nquit\n", "quit\n", "GET / HTTP/1.1\r\n\r\n"] {
        let mut stream = connect(tls, "localhost", &certificate(&home)?, &TLS13).await?;
        while_("sending", stream.write_all(lines.as_bytes()).await)?;
        let mut told = Vec::new();
        let read = patiently(stream.read_to_end(&mut told)).await;
        // A connection that just stops is an error for TLS.
        while_(lines, while_(lines, read)?)?;
        assert!(!told.is_empty(), "{lines}");
    }
    host.stop().await
}

#[tokio::test]
async fn a_long_answer_arrives_whole() -> Done {
    let (home, host, tls) = town().await?;
    let mut ann = client(tls, &home).await?;
    ann.log_in("create ann sesame99").await?;
    // More than a socket and TLS keep, before anything is read.
    let times = 2_000;
    ann.send_bytes("look well\n".repeat(times).as_bytes()).await?;
    for _ in 0..times {
        ann.until("It is deep.").await?;
    }
    host.stop().await
}

#[tokio::test]
async fn a_new_certificate_is_taken_up_and_nobody_is_disconnected() -> Done {
    let (home, host, tls) = town().await?;
    let old = certificate(&home)?;
    let mut ann = client(tls, &home).await?;
    ann.log_in("create ann sesame99").await?;

    exchange(&home)?;
    let new = certificate(&home)?;
    assert_ne!(old, new);
    let mut bob = client(tls, &home).await?;
    bob.log_in("create bob sesame99").await?;
    let error = connect(tls, "localhost", &old, &TLS13).await.map(|_| ());
    assert!(error.is_err(), "the old one is gone");
    ann.send("say still here").await?;
    bob.until("Ann says, \"still here\"").await?;

    // A broken one is not taken up.
    while_("a file", fs::write(files(&home).0, "-----BEGIN NOTHING-----\n"))?;
    let mut carol = Client::over(connect(tls, "localhost", &new, &TLS13).await?);
    carol.log_in("create carol sesame99").await?;
    carol.send("say me too").await?;
    ann.until("Carol says, \"me too\"").await?;
    host.stop().await
}

#[tokio::test]
async fn the_page_takes_up_a_new_certificate_and_no_page_is_disconnected() -> Done {
    let mut home = Home::town(&[])?;
    home.config.tls.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    home.config.web.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    home.config.web.tls = true;
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    let before = certificate(&home)?;
    let open = async |trusted: &CertificateDer<'static>| {
        let stream = connect(web, "localhost", trusted, &TLS13).await?;
        let request = while_("a request", format!("wss://{web}/play").into_client_request())?;
        let mut request = request;
        let named = while_("a name", "terminal.mudstandards.org".parse())?;
        request.headers_mut().insert("sec-websocket-protocol", named);
        let shaken = patiently(tokio_tungstenite::client_async(request, stream)).await;
        Ok::<_, Trouble>(while_("a handshake", while_("a handshake", shaken)?)?.0)
    };
    let mut ann = open(&before).await?;
    while_("a line", ann.send(Message::Binary("connect guest".into())).await)?;
    exchange(&home)?;
    let after = certificate(&home)?;
    assert_ne!(before, after);
    let mut bob = open(&after).await?;
    assert!(open(&before).await.is_err(), "the old one is in use no more");
    while_("a line", bob.send(Message::Binary("connect guest".into())).await)?;
    while_("a line", bob.send(Message::Binary("say over the new one".into())).await)?;
    // Whoever came by the old one is still there, and hears it.
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("over the new one") {
        match while_("a message", patiently(ann.next()).await)? {
            Some(Ok(Message::Binary(bytes))) => heard.extend_from_slice(&bytes),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err("Ann was disconnected".into()),
        }
    }
    host.stop().await
}

#[tokio::test]
async fn broken_files_stop_the_start() -> Done {
    let (home, host, _) = town().await?;
    host.stop().await?;
    while_("a file", fs::write(files(&home).1, "no key"))?;
    let why = home.start(Brain::new([])).await.map(|_| ());
    let why = why.err().ok_or("it started")?;
    assert!(why.contains("key.pem") && why.contains("put a private key"), "{why}");
    Ok(())
}

#[tokio::test]
async fn who_speaks_no_tls_is_told_so_and_keeps_no_place() -> Done {
    let mut home = Home::town(&[])?;
    home.config.tls.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    home.config.limits.per_address = 1;
    let host = home.start(Brain::new([])).await?;
    let tls = host.tls.ok_or("it does not listen for TLS")?;

    let mut plain = Client::connect(tls).await?;
    plain.send("connect guest").await?;
    plain.until("This port is for TLS only.").await?;
    plain.until_end().await?;
    let mut broken = Client::connect(tls).await?;
    broken.send_bytes(b"\x16\x03\x01\x00\x05hello").await?;
    broken.until_end().await?;

    let mut ann = free_place(tls, &home).await?;
    // The one place counts for both ports, and who is refused reads why.
    let mut bob = client(tls, &home).await?;
    bob.until("too many connections from your").await?;
    bob.until_end().await?;
    let mut bob = Client::connect(host.address).await?;
    bob.until("too many connections from your").await?;
    ann.send("quit").await?;
    ann.until_end().await?;
    host.stop().await
}

#[tokio::test]
async fn the_header_of_a_proxy_comes_before_the_handshake() -> Done {
    let mut home = proxied()?;
    home.config.tls.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    home.config.limits.connections = 2;
    // Both have a place, so the one at the proxy's own address was not counted.
    home.config.limits.per_address = 1;
    let host = home.start(Brain::new([])).await?;
    let tls = host.tls.ok_or("it does not listen for TLS")?;
    let trusted = certificate(&home)?;
    let mut clients = Vec::new();
    for (from, says) in [
        ("203.0.113.7", "The test town."),
        ("203.0.113.8", "The test town."),
        ("203.0.113.9", "The town is full just now."),
    ] {
        let mut stream = while_("connecting", TcpStream::connect(tls).await)?;
        while_("the header", stream.write_all(&header(1, from)?).await)?;
        let stream = shake(stream, "localhost", &trusted, &TLS13).await?;
        let mut client = Client::over(stream);
        client.until(says).await?;
        clients.push(client);
    }
    host.stop().await
}

/// The place is free as soon as the server has noticed.
async fn free_place(tls: SocketAddr, home: &Home) -> Result<Client, Trouble> {
    for _ in 0..1_000 {
        let mut client = client(tls, home).await?;
        if client.line().await?.is_some_and(|it| it == "The test town.") {
            return Ok(client);
        }
    }
    Err("the place is never free again".into())
}
