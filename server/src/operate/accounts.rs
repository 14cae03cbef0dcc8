//! Account commands of the operator: `hearsay grant` and `hearsay account`.

use std::{
    fmt::Write as _,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, anyhow};
use engine::id::CharacterId;
use store::{Batch, Row, Store, StoreSettings, private};
use world::{
    act::permission::Role,
    beings::character::CharacterRef,
    staff::audit::{self, AuditV1, Ended, OPERATOR},
};

use crate::{
    account::{
        Accounts,
        names::{PlayerName, Reserved, beginning},
        password::Password,
        saved::{Account, NameV1},
    },
    clock,
    operate::{
        args::account::{AccountTask, DataFolder},
        config::Config,
        tasks::{data_file, print, progress},
    },
    record,
    setup::{self, files},
};

/// Number of names on a page of the list.
const ON_A_PAGE: usize = 40;

/// Carries out a subcommand of `hearsay account`.
///
/// # Errors
/// No such account, an impossible change, or a running server on data that would change.
pub fn account(task: AccountTask) -> anyhow::Result<()> {
    match task {
        AccountTask::List { from, at } => list(&from, at),
        AccountTask::Show { name, at } => show(&name, at),
        AccountTask::ResetPassword { name, at } => reset_password(&name, at),
        AccountTask::Rename { old, new, content, at } => rename(&old, &new, content, at),
        AccountTask::Delete { name, yes, at } => delete(&name, yes, at),
        AccountTask::Export { name, to, at } => export(&name, to.as_deref(), at),
    }
}

/// Sets the role of a character's account.
///
/// # Errors
/// No such character, or a running server on the same data.
pub fn grant(name: &str, role: Role, data: Option<PathBuf>) -> anyhow::Result<()> {
    let name = parse_name(name)?;
    let role = changing(data, async |accounts, store| {
        let found = found(accounts, &name).await?;
        let role = accounts.set_role(&found.account, role).await?.role;
        write_down(store, format!("hearsay grant {name} {}", role.name())).await?;
        Ok(role)
    })?;
    print(&format!("{name} is now {}.\n", role.name()))
}

fn list(from: &str, at: DataFolder) -> anyhow::Result<()> {
    let more = at.typed();
    let page =
        reading(at, async |accounts| Ok(accounts.page(&beginning(from), ON_A_PAGE + 1).await?))?;
    let mut text = String::new();
    for (name, account) in page.iter().take(ON_A_PAGE) {
        match account {
            Ok(it) => text.push_str(&line(name, it)),
            Err(error) => writeln!(text, "{}\t{error}", name.name)?,
        }
    }
    match page.get(ON_A_PAGE) {
        Some((next, _)) => writeln!(text, "To read on: hearsay account list {}{more}", next.name)?,
        None if page.is_empty() => text.push_str("There are no names from there on.\n"),
        None => {}
    }
    print(&text)
}

/// Formats one name of the list.
fn line(NameV1 { name, .. }: &NameV1, account: &Account) -> String {
    let others: Vec<&str> = account.names().filter(|it| it != name).collect();
    let others = if others.is_empty() { "-".to_owned() } else { others.join(", ") };
    format!("{name}\t{others}\t{}\t{}\n", account.role.name(), account.created)
}

fn show(name: &str, at: DataFolder) -> anyhow::Result<()> {
    let name = parse_name(name)?;
    let kept = reading(at, async |accounts| {
        let found = found(accounts, &name).await?;
        Ok(accounts.personal_data(&found.account).await?)
    })?;
    let Account { id, role, created, reset, .. } = &kept.account;
    let by = if *reset { "the staff or the operator" } else { "its owner" };
    let mut text = format!(
        "account\t{id}\nrole\t{}\nmade\t{created}\npassword\tchosen by {by}\n",
        role.name()
    );
    for CharacterRef { id, name } in kept.parties() {
        let made = kept.names.iter().find(|(_, it)| it.character == *id).map(|(_, it)| it.made);
        let made = made.map_or_else(|| "-".to_owned(), |it| it.to_string());
        writeln!(text, "character\t{name}\t{id}\t{made}")?;
    }
    writeln!(text, "kept\t{}", kept.counted())?;
    print(&text)
}

fn reset_password(name: &str, at: DataFolder) -> anyhow::Result<()> {
    let name = parse_name(name)?;
    let password = Password::random()?;
    let new = password.clone();
    changing(at.folder, async |accounts, store| {
        let found = found(accounts, &name).await?;
        accounts.set_password(&found.account, new, true).await?;
        write_down(store, format!("hearsay account reset-password {name}")).await
    })?;
    print(&format!(
        "The new password of {name} is: {}\n\
         It is shown only now. Tell it to nobody but its owner, who can come in with it, by the name \
         of any character, and can choose another one then: password.\n",
        password.reveal()
    ))
}

fn rename(old: &str, new: &str, content: Option<PathBuf>, at: DataFolder) -> anyhow::Result<()> {
    let (old, new) = (parse_name(old)?, parse_name(new)?);
    reserved(content)?.check(&new)?;
    changing(at.folder, async |accounts, store| {
        found(accounts, &old).await?;
        accounts.rename(&old, &new, clock::now()).await?;
        write_down(store, format!("hearsay account rename {old} {new}")).await
    })?;
    print(&format!("{old} is now called {new}, and the old name is free.\n"))
}

/// Returns the reserved names, those of the content included: a character of the content with the
/// name of a player would keep the server from starting.
fn reserved(content: Option<PathBuf>) -> anyhow::Result<Reserved> {
    let dir = match content {
        Some(dir) => dir,
        None => Config::standard()?.server.content,
    };
    let files = files::read(&dir)?;
    let authored = files::check(&files, &setup::command_specs(&setup::rules(0)));
    let authored = authored.map_err(|problems| {
        let (dir, count) = (dir.display(), problems.len());
        anyhow!("{count} problem(s) in {dir}; to read them: hearsay check {dir}")
    })?;
    Ok(setup::reserved(&authored))
}

fn delete(name: &str, yes: bool, at: DataFolder) -> anyhow::Result<()> {
    let name = parse_name(name)?;
    if !yes {
        let more = at.typed();
        let kept = reading(at, async |accounts| {
            let found = found(accounts, &name).await?;
            Ok(accounts.personal_data(&found.account).await?)
        })?;
        let (names, counted) = (kept.character_names(), kept.counted());
        return print(&format!(
            "This would delete the account of {names}: {counted}.\n\
             Nothing was changed. To delete it: hearsay account delete {name} --yes{more}\n"
        ));
    }
    let file = data_file(at.folder.clone())?;
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let kept = changing(at.folder, async |accounts, store| {
        let found = found(accounts, &name).await?;
        // First, so that the account can be deleted once more when this fails.
        let whom = accounts.personal_data(&found.account).await?.ids();
        record::forget(&folder, &whom).context("The record of what was said cannot be changed")?;
        let kept = accounts.delete(&found.account).await?;
        write_down(store, format!("hearsay account delete {name}")).await?;
        Ok(kept)
    })?;
    let (names, counted) = (kept.character_names(), kept.counted());
    print(&format!("The account of {names} is deleted: {counted}.\n"))
}

fn export(name: &str, to: Option<&Path>, at: DataFolder) -> anyhow::Result<()> {
    let name = parse_name(name)?;
    let file = data_file(at.folder.clone())?;
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let told = reading(at, async |accounts| {
        let found = found(accounts, &name).await?;
        let mut told = accounts.export(&found.account).await?;
        let whom = accounts.personal_data(&found.account).await?.ids();
        let lines = record::reading::lines_of(&folder, &whom)
            .context("The record of what was said cannot be read")?;
        if let Some(told) = told.as_object_mut() {
            told.insert("record".to_owned(), lines.into());
        }
        Ok(told)
    })?;
    let text = format!("{told:#}\n");
    let Some(to) = to else { return print(&text) };
    let written = || {
        let mut file = private::file().create_new(true).open(to)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    let path = to.display();
    written().with_context(|| format!("{path} was not written; name a file that is not there"))?;
    print(&format!("Everything that is kept about {name} stands in {path}.\n"))
}

fn parse_name(typed: &str) -> anyhow::Result<PlayerName> {
    PlayerName::new(typed).map_err(|error| anyhow!("{error}"))
}

async fn found(accounts: &Accounts, name: &PlayerName) -> anyhow::Result<NameV1> {
    let found = accounts.find(name).await;
    found.with_context(|| format!("There is no character called {name}"))
}

/// Changes accounts in data on which no server is running, and waits until the change is on the
/// disk.
fn changing<T>(
    data: Option<PathBuf>,
    work: impl AsyncFnOnce(&Accounts, &Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let store = Store::open(&data_file(data)?, StoreSettings::default())?;
    if let Some(missing) = store.missing() {
        progress(missing);
    }
    with(store, work)
}

/// Looks at the accounts of data that a server may be running on.
fn reading<T>(
    DataFolder { folder }: DataFolder,
    work: impl AsyncFnOnce(&Accounts) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let store = Store::beside(&data_file(folder)?)?;
    with(store, async |accounts, _| work(accounts).await)
}

fn with<T>(
    store: Store,
    work: impl AsyncFnOnce(&Accounts, &Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Arc::new(store);
        let accounts = Accounts::new(store.clone());
        let done = work(&accounts, &store).await;
        drop(accounts);
        if let Ok(store) = Arc::try_unwrap(store).map_err(|_| ()) {
            store.close().await?;
        }
        done
    })
}

/// Writes an act of the operator down, beside those of the staff.
async fn write_down(store: &Store, line: String) -> anyhow::Result<()> {
    let acts = store.all(audit::KIND).await?;
    let last = acts.last().map(|(id, _, _)| id.parse::<u64>()).transpose()?.unwrap_or(0);
    let act = AuditV1 {
        number: last + 1,
        at: clock::now(),
        who: CharacterRef { id: CharacterId::new(OPERATOR)?, name: OPERATOR.to_owned() },
        account: None,
        line,
        address: None,
        ended: Ended::Done,
    };
    let old = audit::displaced(act.number);
    let gone = |id| Row::gone(audit::KIND, id);
    let rows = std::iter::once(audit::row(&act)?).chain(old.map(gone)).collect();
    store.commit(Batch::of_rows(rows))?;
    Ok(())
}
