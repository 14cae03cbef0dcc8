//! Telnet and all that rides on it, over real sockets, against a small client that can do as much
//! or as little as each test wants.

use tests::{
    Trouble,
    brain::Brain,
    client::{Client, telnet::Skills},
    host::{Home, Host},
};

mod alive;
mod claims;
mod compression;
mod gmcp;
mod listing;
mod panels;
mod screens;

type Done = Result<(), Trouble>;

const PASSWORD: &str = "long enough for us";

async fn town() -> Result<(Home, Host), Trouble> {
    let home = Home::town(&[])?;
    let host = home.start(Brain::new([])).await?;
    Ok((home, host))
}

/// Creates a player, with the skills of a client.
async fn created(host: &Host, name: &str, skills: Skills) -> Result<Client, Trouble> {
    Client::skilled_in(host.address, skills, &format!("create {name} {PASSWORD}")).await
}

/// Logs a player in, with the skills of a client.
async fn returned(host: &Host, name: &str, skills: Skills) -> Result<Client, Trouble> {
    Client::skilled_in(host.address, skills, &format!("connect {name} {PASSWORD}")).await
}

/// Creates a player, by `nc`.
async fn plain(host: &Host, name: &str) -> Result<Client, Trouble> {
    Client::come_in(host.address, &format!("create {name} {PASSWORD}")).await
}

/// Number of times that these bytes occur.
fn times(stream: &[u8], bytes: &[u8]) -> usize {
    stream.windows(bytes.len()).filter(|it| *it == bytes).count()
}
