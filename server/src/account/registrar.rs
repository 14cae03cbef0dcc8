//! The registrar: sees to wishes about accounts that came from the game. They may take long, so each
//! is seen to in a task of its own, and whoever wished is told what came of it.

use std::{net::IpAddr, sync::Arc};

use tokio::sync::{mpsc, watch};
use world::{
    beings::roster::Roster,
    engine::{
        id::{AccountId, CharacterId},
        request::AccountWish,
    },
    staff::sitelock::Restriction,
};

use crate::{
    account::{
        AccountError, Accounts,
        names::{BadName, PlayerName, Reserved},
    },
    clock,
    contract::inbox::ToGame,
    door::gate::Gate,
};

/// What is needed to see to wishes.
#[derive(Clone)]
pub struct Registrar {
    pub accounts: Accounts,
    /// Names nobody may take.
    pub reserved: watch::Receiver<Arc<Reserved>>,
    /// Who may not come in.
    pub gate: Gate,
    pub to_game: mpsc::Sender<ToGame>,
    /// Most characters of one account.
    pub most_characters: usize,
}

/// Why a wish cannot be granted, as a sentence.
#[derive(Debug, thiserror::Error)]
enum Unmet {
    #[error(transparent)]
    Name(#[from] BadName),
    #[error("{}", .0.sentence())]
    Account(#[from] AccountError),
    /// A rule forbids it, in the rule's words.
    #[error("{0}")]
    Rule(String),
}

impl Registrar {
    /// Sees to a wish.
    pub async fn serve(self, by: CharacterId, wish: AccountWish) {
        let AccountWish::NewCharacter { account, name, address } = wish;
        let words = match self.new_character(&account, &name, address).await {
            Ok(words) => words,
            Err(unmet) => {
                if let Unmet::Account(error) = &unmet {
                    tracing::debug!(%error, "a wish about an account was not granted");
                }
                unmet.to_string()
            }
        };
        self.send(ToGame::Answer(by, words)).await;
    }

    async fn new_character(
        &self,
        account: &AccountId,
        name: &str,
        address: IpAddr,
    ) -> Result<String, Unmet> {
        let name = PlayerName::new(name)?;
        self.reserved.borrow().check(&name)?;
        let rules = [Restriction::Connect, Restriction::Create];
        if let Some(words) = self.gate.refuses(&rules, Some(name.as_str()), address) {
            return Err(Unmet::Rule(words));
        }
        let (now, most) = (clock::now(), self.most_characters);
        let account = self.accounts.add_character(account, &name, most, now).await?;
        tracing::info!(name = name.as_str(), %address, "a new character");
        self.send(ToGame::Roster(Roster { account: account.id, characters: account.characters }))
            .await;
        Ok(format!(
            "{name} is one of your characters now. To be {name}, type: play {}",
            name.as_str().to_lowercase()
        ))
    }

    async fn send(&self, it: ToGame) {
        if self.to_game.send(it).await.is_err() {
            tracing::debug!("the game ended before a wish was granted");
        }
    }
}
