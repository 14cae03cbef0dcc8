//! Staff commands for sessions: for one of a page as for one of telnet.

use std::net::SocketAddr;

use serde_json::json;
use tests::{
    Trouble,
    brain::Brain,
    cast::{Cast, PASSWORD, Person, Place},
    client::{Client, page::PageClient},
    host::{Home, Host},
};
use world::act::permission::Role;

use super::{Done, create, guest};

/// A town with a page and a wizard.
async fn town() -> Result<(Home, Host, SocketAddr), Trouble> {
    let mut home = Home::town(&[])?;
    home.config.web.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let people = vec![Person::parse(Role::Staff, "wiz in town/square")?];
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    let host = home.start(Brain::new([])).await?;
    let web = host.web.ok_or("there is no page")?;
    Ok((home, host, web))
}

#[tokio::test]
async fn who_names_a_page_and_kick_ends_it_with_the_reason() -> Done {
    let (_home, host, web) = town().await?;
    let mut staff = Client::come_in(host.address, &format!("connect wiz {PASSWORD}")).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    staff.send("who").await?;
    staff.until("Ann").await?;
    staff.send("kick ann = Enough of that.").await?;
    let goodbye = ann.until_end().await?.ok_or("no goodbye")?;
    assert!(goodbye.contains("Enough of that."), "{goodbye}");
    staff.until("Ann is sent away.").await?;
    host.stop().await
}

#[tokio::test]
async fn rules_of_the_staff_hold_for_pages_by_name_and_by_address() -> Done {
    let (_home, host, web) = town().await?;
    let mut staff = Client::come_in(host.address, &format!("connect wiz {PASSWORD}")).await?;
    let mut ann = PageClient::come_in(web, create("Ann")).await?;
    ann.line("quit").await?;
    ann.until_end().await?;
    staff.send("sitelock connect ann = Talk to us by mail.").await?;
    staff.until("The rule holds.").await?;
    let mut again = PageClient::connect(web).await?;
    again.send(json!({"t": "connect", "name": "Ann", "password": PASSWORD})).await?;
    again.until("Talk to us by mail.").await?;
    assert!(again.pass.is_none(), "nobody is in");
    staff.send("sitelock guest 127.0.0.1 = A break.").await?;
    staff.until("The rule holds.").await?;
    let mut page = PageClient::connect(web).await?;
    page.send(guest()).await?;
    page.until("A break.").await?;
    assert!(page.pass.is_none(), "nobody is in");
    host.stop().await
}

#[tokio::test]
async fn a_page_whose_player_types_nothing_for_too_long_is_told_so_and_ends() -> Done {
    let mut home = Home::town(&[])?;
    home.config.web.listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    home.config.limits.idle_minutes = Some(0);
    let host = home.start(Brain::new([])).await?;
    let mut ann = PageClient::come_in(host.web.ok_or("there is no page")?, create("Ann")).await?;
    // What the page sends by itself is no sign of its player.
    ann.send(json!({"t": "ping"})).await?;
    let goodbye = ann.until_end().await?.ok_or("no goodbye")?;
    assert!(goodbye.contains("You have typed nothing for so long"), "{goodbye}");
    host.stop().await
}
