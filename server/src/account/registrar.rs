//! Registrar: carries out the requests about accounts that come from the game. They may take long,
//! so each is seen to in a task of its own, and whoever wished is told what came of it.

use std::{net::IpAddr, sync::Arc};

use engine::{
    id::{AccountId, CharacterId, SessionId},
    request::{AccountWish, StaffWish},
};
use tokio::sync::{mpsc, oneshot, watch};
use world::{
    beings::{forgetting::Forgotten, roster::Roster},
    staff::sitelock::Restriction,
};

use crate::{
    account::{
        AccountError, Accounts,
        names::{BadName, PlayerName, Reserved},
        privacy::PersonalData,
    },
    clock,
    contract::inbox::{ClaimKey, ToGame, unclaim},
    listener::access::AccessRules,
};

mod staff;

const COMING_IN: &str =
    "Somebody is just coming in by that account, so nothing was changed; please try again.";

/// Handle that carries out requests about accounts.
#[derive(Clone)]
pub struct Registrar {
    pub accounts: Accounts,
    /// Names nobody may take.
    pub reserved: watch::Receiver<Arc<Reserved>>,
    /// Rules about addresses and characters that may not connect.
    pub gate: AccessRules,
    pub to_game: mpsc::Sender<ToGame>,
    /// Most characters of one account.
    pub most_characters: usize,
}

/// Refusal of a request, as a sentence.
#[derive(Debug, thiserror::Error)]
pub enum Unmet {
    /// Name that is not allowed.
    #[error(transparent)]
    Name(#[from] BadName),
    /// The request cannot be carried out, or not now.
    #[error("{}", .0.sentence())]
    Account(#[from] AccountError),
    /// A rule forbids it, in the rule's words.
    #[error("{0}")]
    Rule(String),
}

impl Unmet {
    /// Returns the sentence for whoever made the request; what is behind it is for the log.
    #[must_use]
    pub fn sentence(&self) -> String {
        if let Self::Account(error) = self {
            tracing::debug!(%error, "a wish about an account was not granted");
        }
        self.to_string()
    }
}

impl Registrar {
    /// Sees to a wish that somebody had over this connection.
    pub async fn serve(self, by: CharacterId, session: SessionId, wish: AccountWish) {
        let granted = match wish {
            AccountWish::NewCharacter { account, name, address } => {
                self.new_character(&account, &name, address).await
            }
            // A password is nobody else's business, so no journal is to have it.
            AccountWish::Staff { account, wish: StaffWish::ResetPassword { name } } => {
                match self.reset_password(&account, &name).await {
                    Ok(words) => return self.send(ToGame::Beside(by, words)).await,
                    Err(unmet) => Err(unmet),
                }
            }
            AccountWish::Staff { account, wish } => self.staff(session, &account, wish).await,
        };
        let words = granted.unwrap_or_else(|unmet| unmet.sentence());
        self.send(ToGame::Answer(by, words)).await;
    }

    /// Deletes an account with all that is kept about it, in the world and in the store, and hands
    /// back what there was. Whoever of it is in the world leaves with these words. `session` is in
    /// whose name nobody else comes in by it meanwhile.
    ///
    /// # Errors
    /// [`Unmet`]; then all of it is still there, unless the disk failed in the middle of it. Then
    /// what minds knew may be forgotten and the account be there, and it can be deleted once more.
    pub async fn delete(
        &self,
        id: &AccountId,
        session: SessionId,
        words: &str,
    ) -> Result<PersonalData, Unmet> {
        // What cannot be read cannot be deleted, and then nothing is forgotten either.
        let kept = self.accounts.personal_data(id).await?;
        let whom = Forgotten { account: id.clone(), characters: kept.ids() };
        let (answer, forgotten) = oneshot::channel();
        self.send(ToGame::Forget { whom, session, words: words.to_owned(), answer }).await;
        forgotten.await.map_err(|_| Unmet::Rule(COMING_IN.to_owned()))?;
        let deleted = self.accounts.delete(id).await;
        unclaim(&self.to_game, ClaimKey::Account(id.clone()), session).await;
        let deleted = deleted?;
        tracing::info!(
            names = deleted.character_names(),
            "an account is deleted: {}",
            deleted.counted()
        );
        Ok(deleted)
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

    async fn send(&self, to_game: ToGame) {
        if self.to_game.send(to_game).await.is_err() {
            tracing::debug!("the game ended before a wish was granted");
        }
    }
}
