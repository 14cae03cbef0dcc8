//! A real server on a free port, with a data folder of its own.

use std::{
    net::SocketAddr,
    path::Path,
    sync::{Arc, OnceLock},
};

use assistants::llm::providers::Providers;
use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId},
};
use store::{Batch, Row, Store, StoreSettings};

use server::{
    account::{
        Accounts,
        names::PlayerName,
        password::{Hash, Password},
        saved::{Account, NameV1, account_row, name_row},
    },
    listener::ports::{OpenPorts, Ports},
    operate::config::Config,
    setup::Rules,
};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use world::{
    act::permission::Role,
    beings::{
        character::CharacterRef,
        roster::Roster,
        saved::{CharacterDocument, CharacterV1},
    },
};

use crate::{
    Trouble,
    cast::{PASSWORD, Place},
    client::patience::patiently,
    content, while_,
};

/// The hash of [`PASSWORD`], made once: hashing is most of the work of a story.
static HASH: OnceLock<Hash> = OnceLock::new();

/// Set once the examples of the shipped content are learned, which all servers of the process share.
static LEARNED: OnceLock<()> = OnceLock::new();

/// A folder with data and content, and the settings to run a server on it.
pub struct Home {
    /// The settings; may be changed before a start.
    pub config: Config,
    /// The rules of the game; may be changed before a start.
    pub rules: Rules,
    folder: TempDir,
}

/// A server that runs.
pub struct Host {
    /// Address for telnet.
    pub address: SocketAddr,
    /// Address for TLS, if it is on.
    pub tls: Option<SocketAddr>,
    /// Address of the page for browsers, if it is on.
    pub web: Option<SocketAddr>,
    stop: CancellationToken,
    ended: oneshot::Receiver<Result<(), Trouble>>,
}

impl Home {
    /// A folder with this content: path and text of each file.
    ///
    /// # Errors
    /// A folder or file that cannot be written.
    pub fn new(content: &[(String, String)]) -> Result<Self, Trouble> {
        let folder = while_("a folder", tempfile::tempdir())?;
        let mut config = while_("the settings", Config::standard())?;
        config.server.data = folder.path().join("data");
        config.server.content = folder.path().join("content");
        config.server.seed = Some(1);
        config.server.beat_milliseconds = 5;
        config.limits.lines_per_second = 1_000;
        config.limits.burst_lines = 1_000;
        config.server.telnet = SocketAddr::from(([127, 0, 0, 1], 0));
        config.tls.listen = None;
        config.web.listen = None;
        config.limits.per_address = 1_000;
        config.limits.connects_per_minute = 100_000;
        config.limits.failed_logins_per_minute = 1_000;
        let home = Self { config, rules: server::setup::rules, folder };
        while_("a folder", std::fs::create_dir_all(&home.config.server.data))?;
        for (path, text) in content {
            home.write(path, text)?;
        }
        Ok(home)
    }

    /// A folder with the small town, and nobody in it but who is given.
    ///
    /// # Errors
    /// A folder or file that cannot be written.
    pub fn town(more: &[(&str, &str)]) -> Result<Self, Trouble> {
        let mut files = Vec::clone(&*content::read(Place::Test.folder())?);
        files.extend(more.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())));
        Self::new(&files)
    }

    /// Writes a file of the content.
    ///
    /// # Errors
    /// A folder or file that cannot be written.
    pub fn write(&self, path: &str, text: &str) -> Result<(), Trouble> {
        let path = self.config.server.content.join(path);
        while_("a folder", std::fs::create_dir_all(path.parent().unwrap_or(&path)))?;
        while_("a file", std::fs::write(path, text))
    }

    /// The folder of everything.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Opens the saved data, does something with it, and closes it. No server
    /// may be running on it.
    ///
    /// # Errors
    /// A store that cannot be opened or closed, and any error of `work`.
    pub async fn with_store<T>(
        &self,
        work: impl AsyncFnOnce(&Arc<Store>) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let path = self.config.server.data.join("hearsay.sqlite");
        let store = Store::open(&path, StoreSettings::default());
        let store = Arc::new(while_("the store", store)?);
        let done = work(&store).await;
        match Arc::try_unwrap(store) {
            Ok(store) => while_("the store", store.close().await)?,
            Err(_) => return Err("somebody keeps the store open".into()),
        }
        done
    }

    /// Gives a character's account a role, as `hearsay grant` does.
    ///
    /// # Errors
    /// No such account, or a store that fails.
    pub async fn grant(&self, name: &str, role: Role) -> Result<(), Trouble> {
        self.with_store(async |store| {
            let name = while_("a name", PlayerName::new(name))?;
            let accounts = Accounts::new(store.clone());
            let found = while_("an account", accounts.find(&name).await)?;
            while_("a role", accounts.set_role(&found.account, role).await.map(|_| ()))
        })
        .await
    }

    /// Saves characters with accounts whose password is [`PASSWORD`].
    ///
    /// # Errors
    /// A store that fails.
    pub async fn save(&self, characters: Vec<CharacterV1>) -> Result<(), Trouble> {
        self.with_store(async |store| {
            for character in characters {
                register(store, &character).await?;
                let id = character.id.to_string();
                let document = serde_json::to_string(&CharacterDocument::V1(character));
                put(store, world::beings::saved::KIND, &id, &while_("a document", document)?)?;
            }
            Ok(())
        })
        .await
    }

    /// The account of a character that was saved so.
    ///
    /// # Errors
    /// A malformed id.
    pub fn roster_of(id: &str, name: &str) -> Result<Roster, Trouble> {
        let account = while_("an id", AccountId::new(&format!("of-{id}")))?;
        let party =
            CharacterRef { id: while_("an id", CharacterId::new(id))?, name: name.to_owned() };
        Ok(Roster { account, characters: vec![party] })
    }

    /// Learns from the examples ahead of the start, so that answers in a test do not depend on how soon
    /// a line comes in.
    fn learn(&self) -> Result<(), Trouble> {
        let content = &self.config.server.content;
        if LEARNED.get().is_none() && content.join("examples.ron").exists() {
            let files = while_("the content", server::setup::files::read(content))?;
            let commands = server::setup::command_specs(&(self.rules)(1));
            // The start itself reports content with problems.
            if let Ok(authored) = server::setup::files::check(&files, &commands) {
                authored.learn(content);
                LEARNED.get_or_init(|| ());
            }
        }
        Ok(())
    }

    /// Starts a server.
    ///
    /// # Errors
    /// Any error of the start.
    pub async fn start(&self, models: impl Providers) -> Result<Host, Trouble> {
        self.learn()?;
        let ports = while_("a port", Ports::open(&self.config).await)?;
        let open = while_("a port", ports.open_ports())?;
        let stop = CancellationToken::new();
        let (say, ended) = oneshot::channel();
        let (says_ready, ready) = oneshot::channel();
        let (config, rules, token) = (self.config.clone(), self.rules, stop.clone());
        TaskTracker::new().spawn(async move {
            // Whoever does not wait for it any more has given up already.
            let ready = || says_ready.send(()).unwrap_or_default();
            let ran = server::run::run(config, ports, models, rules, token, ready).await;
            say.send(ran.map_err(|error| error.to_string())).unwrap_or_default();
        });
        match ready.await {
            Ok(()) => {
                let OpenPorts { telnet: address, tls, web } = open;
                Ok(Host { address, tls, web, stop, ended })
            }
            Err(_) => match ended.await {
                Ok(Err(why)) => Err(why),
                Ok(Ok(())) | Err(_) => Err("the server ended before it began".into()),
            },
        }
    }
}

/// Makes an account for a character, with a hash that is made once.
async fn register(store: &Store, character: &CharacterV1) -> Result<(), Trouble> {
    let hash = match HASH.get() {
        Some(hash) => hash.clone(),
        None => {
            let made = while_("a hash", Hash::of(Password::new(PASSWORD)).await)?;
            HASH.get_or_init(|| made).clone()
        }
    };
    let name = while_("a name", PlayerName::new(&character.name))?;
    let id = Home::roster_of(character.id.as_str(), &character.name)?.account;
    let role = character.role;
    let account = Account {
        id: id.clone(),
        characters: Vec::new(),
        hash,
        role,
        created: WorldTime(0),
        reset: false,
    };
    let document = NameV1 {
        name: name.to_string(),
        account: id,
        character: character.id.clone(),
        made: WorldTime(0),
        since: WorldTime(0),
    };
    let rows = vec![
        while_("an account", account_row(&account))?,
        while_("a name", name_row(&name, document))?,
    ];
    while_("an account", store.commit(Batch::of_rows(rows)).map(|_| ()))
}

/// Puts a row into the store.
///
/// # Errors
/// A closed store.
pub fn put(store: &Store, kind: &'static str, id: &str, body: &str) -> Result<(), Trouble> {
    let row = Row { body: Some(body.to_owned()), ..Row::gone(kind, id) };
    while_("a row", store.commit(Batch::of_rows(vec![row])).map(|_| ()))
}

impl Host {
    /// Stops it and waits for its end.
    ///
    /// # Errors
    /// A server that could not save, or does not end.
    pub async fn stop(self) -> Result<(), Trouble> {
        self.stop.cancel();
        self.ended().await
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// As [`Host::stop`].
    pub async fn ended(self) -> Result<(), Trouble> {
        match patiently(self.ended).await {
            Ok(Ok(ended)) => ended,
            Ok(Err(_)) => Err("the server broke".into()),
            Err(why) => Err(format!("the server does not end: {why}")),
        }
    }
}
