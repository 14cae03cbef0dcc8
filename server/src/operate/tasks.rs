//! Commands of the operator beside running the server.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use assistants::{
    llm::{
        LlmError,
        cassette::ReplyTap,
        http::HttpModel,
        providers::{Models, Provider},
    },
    memory::index::Language,
    persona::{corpus, schema},
};
use engine::{
    clock::WorldTime,
    id::{CharacterId, SessionId},
    save::document::{SavedRow, read},
};
use telnet::gmcp;
use tokio_util::sync::CancellationToken;
use world::{
    content::{nouns, problem::SourceFile},
    staff::audit::{self, AuditDocument, Ended, OPERATOR},
};

use crate::{
    game::{
        replay::{self, JournalEnd},
        shown::ShownPiece,
    },
    listener::ports::OpenPorts,
    operate::{
        DATA_FILE,
        args::{chronicle::ChronicleTask, why::WhyTask},
        chronicle,
        config::Config,
        displaced, memory,
        persona::{self, Surrounds},
        prove, why,
    },
    setup::{
        self,
        files::{self, Authored},
    },
    web::picture,
};

/// Prints to standard output.
///
/// # Errors
/// A closed output.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints the addresses of the server, and how to get in.
pub fn say_how_to_connect(ports: &OpenPorts, over_tls: bool) {
    let OpenPorts { telnet, tls, web } = *ports;
    let (ip, port) = (telnet.ip(), telnet.port());
    let tls = tls.map_or_else(String::new, |it| format!("telnet over TLS listening on {it}\n"));
    let scheme = if over_tls { "https" } else { "http" };
    let link = web.map_or_else(String::new, |it| format!("Open in a browser: {scheme}://{it}/\n"));
    let words = format!(
        "{link}telnet listening on {telnet}\n{tls}\
         Or connect with a MUD client, or type in another terminal: telnet {ip} {port}\n\
         Ctrl-C stops the server and saves everything.\n"
    );
    if print(&words).is_err() {
        tracing::debug!("nobody reads standard output");
    }
}

/// Prints an error on standard error.
pub fn complain(error: &anyhow::Error) {
    progress(&in_words(error));
}

/// Prints a message on standard error.
pub(super) fn progress(words: &str) {
    if writeln!(std::io::stderr(), "hearsay: {words}").is_err() {
        tracing::debug!("nobody reads standard error");
    }
}

/// Formats an error with its causes. Many a sentence holds its cause already, which is then not
/// repeated.
fn in_words(error: &anyhow::Error) -> String {
    let mut words = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !words.contains(&cause) {
            let join = if words.is_empty() { "" } else { ": " };
            words.push_str(join);
            words.push_str(&cause);
        }
    }
    words
}

/// Reads and checks the authored world; every problem is printed.
fn authored(dir: Option<PathBuf>) -> anyhow::Result<(PathBuf, Vec<SourceFile>, Authored)> {
    let dir = match dir {
        Some(dir) => dir,
        None => Config::standard()?.server.content,
    };
    let files = files::read(&dir)?;
    let commands = setup::command_specs(&setup::rules(0));
    match files::check(&files, &commands) {
        Ok(authored) => Ok((dir, files, authored)),
        Err(problems) => {
            for problem in &problems {
                print(&format!("{}/{problem}\n", dir.display()))?;
            }
            bail!("{} problem(s) in {}.", problems.len(), dir.display());
        }
    }
}

/// Measures the built-in brain on the lines of a file, and prints the report.
///
/// # Errors
/// A file that cannot be read, or has a fault.
pub fn corpus(file: &Path, content: Option<PathBuf>) -> anyhow::Result<()> {
    let (_, _, authored) = authored(content)?;
    let lines =
        fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let report = corpus::evaluate(&authored.personas, &lines)
        .with_context(|| format!("{} cannot be used", file.display()))?;
    print(&format!("{report}\n"))
}

/// Measures how much a character finds of what was said to it, with the notes and questions of a
/// file; with `misses` what it does not find, too, and with `nights` after it slept on each conversation.
///
/// # Errors
/// A file that cannot be read, or has a fault.
pub fn memory_bench(
    file: &Path,
    language: Language,
    (misses, nights): (bool, bool),
) -> anyhow::Result<()> {
    let cannot = || format!("{} cannot be read", file.display());
    let lines = fs::File::open(file).with_context(cannot)?;
    let report = memory::bench(&mut std::io::BufReader::new(lines), language, nights)
        .with_context(|| format!("{} cannot be used", file.display()))?;
    let missed = if misses { report.missed.concat() } else { String::new() };
    print(&format!("{missed}{report}"))
}

/// Asks what a new character is like, and writes its file: to `file`, or else into the content.
///
/// # Errors
/// Content with a problem, answers that end early, or a file that cannot be written.
pub fn new_persona(file: Option<PathBuf>, content: Option<PathBuf>) -> anyhow::Result<()> {
    let (dir, files, Authored { content, .. }) = authored(content)?;
    let rules = setup::rules(0);
    let commands = setup::command_specs(&rules);
    let around = Surrounds { dir: &dir, files: &files, content: &content, commands: &commands };
    let (mut input, mut out) = (std::io::stdin().lock(), std::io::stdout().lock());
    persona::new(file, &around, &mut input, &mut out)
}

/// Prints the form of a persona's file.
///
/// # Errors
/// A closed output.
pub fn persona_schema() -> anyhow::Result<()> {
    print(&format!("{:#}\n", schema::persona()))
}

/// Checks content and prints every problem, and where the nouns of its texts lead: with `all`
/// those of every text, else only those that lead nowhere; with `data` also what is saved there and
/// has no place in it.
///
/// # Errors
/// A problem, or content or data that cannot be read.
pub fn check(dir: Option<PathBuf>, all: bool, data: Option<PathBuf>) -> anyhow::Result<()> {
    let (dir, files, authored) = authored(dir)?;
    let commands = setup::command_specs(&setup::rules(0));
    let mut warnings = files::warnings(&authored, &files, &commands);
    warnings.extend(picture::warning(&dir));
    for warning in &warnings {
        print(&format!("{}/{warning}\n", dir.display()))?;
    }
    if all {
        print(&nouns::report(&files::nouns(&authored)))?;
    }
    if let Some(folder) = data {
        let told = displaced::sentences(&data_file(Some(folder.clone()))?, &authored.content)?;
        for sentence in told {
            print(&format!("{}: {sentence}\n", folder.display()))?;
        }
    }
    if picture::is_missing(&dir) {
        print(&format!(
            "{}: there is no page/picture.png, so a link to the page is shown with `mssp.icon` of \
             the settings, or without a picture.\n",
            dir.display()
        ))?;
    }
    print(&format!(
        "{}: {} files, {} rooms, {} kinds of things, {} characters; no problems{}.\n",
        dir.display(),
        files.len(),
        authored.content.rooms.len(),
        authored.content.kinds.len(),
        authored.personas.len(),
        if warnings.is_empty() {
            String::new()
        } else {
            format!(", {} warning(s)", warnings.len())
        }
    ))
}

/// Returns the data file in a folder.
pub(super) fn data_file(data: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let data = match data {
        Some(data) => data,
        None => Config::standard()?.server.data,
    };
    let path = data.join(DATA_FILE);
    if !path.exists() {
        bail!("There is no data in {}; start the server on it once.", data.display());
    }
    Ok(path)
}

/// Prints what the staff did, oldest first: when, who, of which account, from where, how it ended
/// and the line, with tabs between.
///
/// # Errors
/// No data, or data that cannot be read.
pub fn audit(data: Option<PathBuf>) -> anyhow::Result<()> {
    let file = data_file(data)?;
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let mut readings = why::read_in_private(&folder)?.into_iter().peekable();
    for (id, owner, body) in store::peek(&file, audit::KIND)? {
        let document: AuditDocument = read(audit::KIND, &SavedRow { id, owner, body })?;
        let act = document.current();
        while let Some((at, of)) = readings.next_if(|(at, _)| *at <= act.at) {
            print(&read_by_operator(at, &of))?;
        }
        let from = act.address.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let account = act.account.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let (at, who, ended, line) = (act.at, act.who.name, act.ended, act.line);
        print(&format!("{at}\t{who}\t{account}\t{from}\t{ended}\t{line}\n"))?;
    }
    for (at, of) in readings {
        print(&read_by_operator(at, &of))?;
    }
    Ok(())
}

/// Prints the thoughts of a character nearest to a moment, a line for each entry.
///
/// # Errors
/// As for [`why::lines`], and when nobody reads it.
pub fn why(task: WhyTask) -> anyhow::Result<()> {
    let lines: Vec<String> = why::lines(task)?.into_iter().map(|it| it + "\n").collect();
    print(&lines.concat())
}

/// Prints what happened in public on a day, or writes it into a file.
///
/// # Errors
/// As for [`chronicle::page`], and when nobody reads it.
pub fn chronicle(task: ChronicleTask) -> anyhow::Result<()> {
    print(&chronicle::page(task)?)
}

/// Proves a record again and prints what that comes to.
///
/// # Errors
/// As for [`prove::lines`], when something is broken, and when nobody reads it.
pub fn prove(record: &Path) -> anyhow::Result<()> {
    let commands = setup::command_specs(&setup::rules(0));
    let (lines, sound) = prove::lines(record, &commands)?;
    print(&(lines.join("\n") + "\n"))?;
    if !sound {
        bail!("Something in this record is not as it must be.");
    }
    Ok(())
}

/// Returns the line of the audit for the operator's reading what was said in private. It stands in
/// the record, because a server may be running on the data.
fn read_by_operator(at: WorldTime, of: &CharacterId) -> String {
    let ended = Ended::Done;
    format!("{at}\t{OPERATOR}\t-\t-\t{ended}\thearsay why {of} --private\n")
}

/// Plays a journal again and prints what everybody saw: for each line the number of the session, a
/// bar and the line, and for data of its client the number, a `#` and the data.
///
/// # Errors
/// A journal that cannot be read or played, or output that differs from the recorded one.
pub fn replay(file: &Path) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut failed = Ok(());
    let end = replay::replay(file, setup::rules, |session, piece| {
        if failed.is_ok() {
            failed = print_shown(&mut out, session, piece);
        }
    })?;
    failed?;
    match end {
        JournalEnd::Whole => {}
        JournalEnd::Cut => progress("The journal ends in the middle of a line, as after a kill."),
        JournalEnd::Full => progress(
            "The journal ends here because it had no room for more; the run went on. \
             `server.journal_mebibytes` sets the bound.",
        ),
    }
    Ok(())
}

fn print_shown(
    out: &mut impl Write,
    SessionId(session): SessionId,
    piece: ShownPiece<'_>,
) -> std::io::Result<()> {
    match piece {
        ShownPiece::Data(message) => {
            write!(out, "{session}# ")?;
            out.write_all(gmcp::framed(message))?;
            writeln!(out)
        }
        // A line that was too wide for its terminal is several.
        ShownPiece::Line(line) => line.split_inclusive(|it| *it == b'\n').try_for_each(|line| {
            write!(out, "{session}| ")?;
            out.write_all(line)
        }),
        ShownPiece::Last(words) => {
            words.lines().try_for_each(|line| writeln!(out, "{session}| {line}"))
        }
    }
}

/// Sets up the cryptography that requests to models need.
pub fn install_tls() {
    if rustls::crypto::ring::default_provider().install_default().is_err() {
        tracing::debug!("cryptography was set up already");
    }
}

/// Returns the models of the settings.
///
/// # Errors
/// A missing key, or a malformed address.
pub fn models(config: &Config) -> anyhow::Result<Models> {
    tapped_models(config, None)
}

/// Returns the models of the settings, with a function that is called with each of their responses.
///
/// # Errors
/// As for [`models`].
pub fn tapped_models(config: &Config, tap: Option<&ReplyTap>) -> anyhow::Result<Models> {
    install_tls();
    let mut providers = BTreeMap::new();
    for (name, provider) in &config.providers {
        let endpoints = provider.endpoints(name)?.into_iter();
        let endpoints = endpoints.map(|it| Ok(HttpModel::new(it)?.with_tap(tap.cloned())));
        let endpoints = endpoints.collect::<Result<Vec<HttpModel>, LlmError>>()?;
        providers.insert(name.clone(), Provider::Http(endpoints));
    }
    Ok(Models::new(&config.minds.provider, providers)?)
}

/// Takes the sting out of signals that would end the process without a goodbye. A write beyond the
/// limit on the size of files fails instead, which the store can tell and try again; what a hangup
/// does is up to the server, and until that runs it does nothing.
pub fn outlive_signals() {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::hangup(), SignalKind::from_raw(libc::SIGXFSZ)] {
        // Whoever waited once for a signal of a kind is never ended by one.
        if let Err(error) = signal(kind) {
            tracing::warn!(%error, signal = kind.as_raw_value(), "a signal can still end the server");
        }
    }
}

/// Does something that writes large files, while a limit on the size of files or a hangup makes a write
/// fail or does nothing, instead of ending the process in the middle.
///
/// # Errors
/// A runtime that cannot be started.
pub(super) fn with_signals<T>(work: impl FnOnce() -> T) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let entered = runtime.enter();
    outlive_signals();
    let done = work();
    drop(entered);
    Ok(done)
}

/// Waits for Ctrl-C or SIGTERM and cancels `stop`, which begins the graceful shutdown that
/// `server/src/run/shutdown.rs` lists.
pub async fn stop_on_signals(stop: CancellationToken) {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(it) => it,
        Err(error) => {
            tracing::warn!(%error, "SIGTERM cannot be waited for");
            stop.cancelled().await;
            return;
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
        () = stop.cancelled() => {}
    }
    stop.cancel();
}
