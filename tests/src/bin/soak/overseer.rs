//! The staff member who looks at every room after a restart.

use std::{net::SocketAddr, path::Path, process::Command};

use tests::{Trouble, program, while_};

use crate::{
    facts::Facts,
    screen::{Entry, Screen},
    sight,
    town::Town,
};

/// The name.
pub(crate) const NAME: &str = "Zelda";

const GONE: &str = "the server ended while the overseer looked around";

/// Makes the account, on a server that runs.
pub(crate) async fn create(at: SocketAddr) -> Result<(), Trouble> {
    match Screen::create(at, NAME).await? {
        Entry::In(mut screen) => screen.quit().await.map(drop),
        Entry::Wrong | Entry::Soon | Entry::Ended { .. } => {
            Err("the overseer cannot be created".to_owned())
        }
    }
}

/// Gives the account its rights, while no server runs.
pub(crate) fn grant(data: &Path) -> Result<(), Trouble> {
    let mut command = Command::new(program::hearsay()?);
    let done = command.args(["grant", NAME, "staff", "--data"]).arg(data).output();
    let done = while_("making the overseer staff", done)?;
    if done.status.success() {
        Ok(())
    } else {
        Err(format!("the overseer cannot be staff: {}", String::from_utf8_lossy(&done.stderr)))
    }
}

/// Things in every room, and things that the town's people carry.
pub(crate) async fn look_around(at: SocketAddr, town: &Town) -> Result<Facts, Trouble> {
    let Entry::In(mut screen) = Screen::connect(at, NAME).await? else {
        return Err("the overseer is not let in".to_owned());
    };
    let mut facts = Facts::default();
    for room in town.rooms.keys() {
        let seen = sight::of_room(&mut screen, room, town).await?;
        facts.add_all(seen.ok_or(GONE)?.iter());
    }
    for person in &town.people {
        let seen = sight::of_person(&mut screen, &person.id, town).await?;
        facts.add_all(seen.ok_or(GONE)?.iter());
    }
    screen.quit().await?;
    Ok(facts)
}
