//! Account commands of the staff, over the game.

use std::fmt::Write as _;

use engine::{
    id::{AccountId, SessionId},
    request::StaffWish,
};
use world::beings::roster::Roster;

use super::{Registrar, Unmet};
use crate::{
    account::{
        AccountError,
        names::{PlayerName, beginning},
        password::Password,
        saved::{Account, NameV1},
    },
    clock,
    contract::inbox::ToGame,
};

/// Number of names on a page of the list.
const ON_A_PAGE: usize = 20;

const HIGHER: &str = "That account has as many rights as you, or more, so nothing was changed. \
    Whoever runs the server can do it: hearsay account";
const DELETED: &str = "Your account was deleted by the staff.";

impl Registrar {
    /// Carries out a request of the staff, and returns the answer.
    pub(super) async fn staff(
        &self,
        session: SessionId,
        by: &AccountId,
        wish: StaffWish,
    ) -> Result<String, Unmet> {
        match wish {
            StaffWish::List { from } => self.list(&from).await,
            StaffWish::Show { name } => self.show(&name).await,
            StaffWish::ResetPassword { name } => self.reset_password(by, &name).await,
            StaffWish::Rename { old, new } => self.rename(by, &old, &new).await,
            StaffWish::Delete { name, surely: false } => {
                let (account, name) = self.below(by, &name).await?;
                let kept = self.accounts.personal_data(&account.id).await?;
                Ok(format!(
                    "This would delete the account of {}: {}. Nothing was changed. To delete it, \
                     type: accounts delete {} yes",
                    kept.character_names(),
                    kept.counted(),
                    name.as_str().to_lowercase()
                ))
            }
            StaffWish::Delete { name, surely: true } => {
                let (account, _) = self.below(by, &name).await?;
                let kept = self.delete(&account.id, session, DELETED).await?;
                Ok(format!(
                    "The account of {} is deleted: {}.",
                    kept.character_names(),
                    kept.counted()
                ))
            }
        }
    }

    /// Sets a random password for an account, and returns it.
    pub(super) async fn reset_password(&self, by: &AccountId, name: &str) -> Result<String, Unmet> {
        let (account, name) = self.below(by, name).await?;
        let password = Password::random().map_err(AccountError::from)?;
        let new = password.clone();
        self.accounts.set_password(&account.id, new, true).await?;
        tracing::info!(name = name.as_str(), "a password was reset by the staff");
        Ok(format!(
            "The new password of {name} is: {}\n\
             It is shown only now. Tell it to nobody but its owner, who can come in with it and \
             choose another one then: password",
            password.reveal()
        ))
    }

    async fn rename(&self, by: &AccountId, old: &str, new: &str) -> Result<String, Unmet> {
        let (_, old) = self.below(by, old).await?;
        let new = PlayerName::new(new)?;
        self.reserved.borrow().check(&new)?;
        let (account, party) = self.accounts.rename(&old, &new, clock::now()).await?;
        tracing::info!(old = old.as_str(), new = party.name, "renamed by the staff");
        self.send(ToGame::Roster(Roster { account: account.id, characters: account.characters }))
            .await;
        Ok(format!("{old} is called {} now, and the old name is free.", party.name))
    }

    async fn list(&self, from: &str) -> Result<String, Unmet> {
        let page = self.accounts.page(&beginning(from), ON_A_PAGE + 1).await?;
        let mut text = "Characters and those of the same account:".to_owned();
        for (name, account) in page.iter().take(ON_A_PAGE) {
            text.push_str("\n  ");
            text.push_str(&line(name, account.as_ref()));
        }
        match page.get(ON_A_PAGE) {
            Some((next, _)) => {
                let next = next.name.to_lowercase();
                text.push_str("\nTo read on, type: accounts list ");
                text.push_str(&next);
            }
            None if page.is_empty() => "There are no names from there on.".clone_into(&mut text),
            None => {}
        }
        Ok(text)
    }

    async fn show(&self, name: &str) -> Result<String, Unmet> {
        let found = self.accounts.find(&PlayerName::new(name)?).await?;
        let kept = self.accounts.personal_data(&found.account).await?;
        let Account { id, role, created, reset, .. } = &kept.account;
        let by = if *reset { "the staff" } else { "its owner" };
        let mut text = format!(
            "The account of {} has the rights of {} and was made {created}; its password was \
             chosen by {by}. It has the id {id}.",
            kept.character_names(),
            role.name()
        );
        for party in kept.parties() {
            let made = kept.names.iter().find(|(_, it)| it.character == party.id);
            if let Some((_, NameV1 { made, .. })) = made {
                // Writing to a text cannot fail.
                write!(text, "\n  {}, made {made}", party.name).unwrap_or_default();
            }
        }
        write!(text, "\nIt has {}.", kept.counted()).unwrap_or_default();
        Ok(text)
    }

    /// Returns the account of a character, if it has less rights than this one.
    async fn below(&self, by: &AccountId, name: &str) -> Result<(Account, PlayerName), Unmet> {
        let name = PlayerName::new(name)?;
        let found = self.accounts.find(&name).await?;
        let account = self.accounts.load(&found.account).await?;
        if account.role >= self.accounts.load(by).await?.role {
            return Err(Unmet::Rule(HIGHER.to_owned()));
        }
        Ok((account, name))
    }
}

/// Formats one name of the list.
fn line(NameV1 { name, .. }: &NameV1, account: Result<&Account, &AccountError>) -> String {
    let Ok(account) = account else { return format!("{name}: cannot be read") };
    let others: Vec<&str> = account.names().filter(|it| it != name).collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!(", also {}", others.join(", ")),
    };
    format!("{name} ({}){others}", account.role.name())
}
