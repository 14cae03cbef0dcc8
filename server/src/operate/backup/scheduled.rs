//! Scheduled backups: one every so many hours beside the game, of which the newest are kept.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use engine::clock::WorldTime;
use tokio::{sync::mpsc, task::spawn_blocking};

use crate::{
    clock,
    contract::inbox::ToGame,
    operate::{
        DATA_FILE,
        config::{BackupConfig, Config},
    },
    session::context::SessionContext,
};

/// Time after a start before a backup that is overdue, so that nobody waits for it to come in.
const FIRST_AFTER: Duration = Duration::from_secs(60);

/// Digits of a backup's number, by which they are ordered: unlike a clock it only goes on.
const DIGITS: usize = 6;

/// Spawns the task that makes backups from now on, until the end, when the settings want any.
pub(crate) fn begin(context: &SessionContext) {
    if context.config.backup.hours == 0 {
        return;
    }
    let (config, to_game) = (context.config.clone(), context.to_game.clone());
    let stop = context.stop.clone();
    context.tasks.spawn(stop.run_until_cancelled_owned(keep_on(config, to_game)));
}

async fn keep_on(config: Arc<Config>, to_game: mpsc::Sender<ToGame>) {
    let mut wait = until_next(&config.backup, clock::now());
    loop {
        tokio::time::sleep(wait).await;
        wait = interval(&config.backup);
        let config = config.clone();
        let made = spawn_blocking(move || make(&config.server.data, &config.backup)).await;
        let made = made.map_err(anyhow::Error::from).and_then(|made| made);
        match made {
            Ok(to) => tracing::info!("a backup was made: {}", to.display()),
            Err(error) => {
                let why = format!(
                    "The backup that was due was not made: {error:#}. The next try comes in {} h; to \
                     make one by hand: hearsay backup",
                    wait.as_secs() / 3_600
                );
                tracing::error!("{why}");
                if to_game.send(ToGame::TellStaff(why)).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn interval(config: &BackupConfig) -> Duration {
    Duration::from_secs(u64::from(config.hours) * 3_600)
}

/// Returns the time from the start to the first backup. A clock that was wrong cannot put it off
/// for longer than the usual time.
fn until_next(config: &BackupConfig, now: WorldTime) -> Duration {
    let newest = numbered(&config.folder).ok().and_then(|all| {
        let (_, path) = all.last()?.clone();
        let made = fs::metadata(path.join(DATA_FILE)).ok()?.modified().ok()?;
        let since = made.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(WorldTime::default().after(since))
    });
    let due = newest.map_or(now, |it| it.after(interval(config)));
    due.since(now).clamp(FIRST_AFTER, interval(config))
}

/// Makes a backup and deletes the oldest ones beyond those that are kept.
fn make(data: &Path, config: &BackupConfig) -> anyhow::Result<PathBuf> {
    let folder = &config.folder;
    store::private::make_folder(folder).with_context(|| super::cannot_write(folder))?;
    let last = numbered(folder)?.last().map_or(0, |(number, _)| *number);
    let to = folder.join(name(last + 1, clock::now()));
    super::make(data, &to)?;
    let all = numbered(folder)?;
    let surplus = all.len().saturating_sub(config.keep);
    for (_, old) in all.iter().take(surplus) {
        fs::remove_dir_all(old).with_context(|| format!("{} cannot be deleted", old.display()))?;
        tracing::info!("{} made room for a newer backup", old.display());
    }
    Ok(to)
}

/// Returns the folder name of a backup: `000012-2026-11-23-1805`.
fn name(number: u64, now: WorldTime) -> String {
    let now: String = now.to_string().trim_end_matches(" UTC").replace(' ', "-").replace(':', "");
    format!("{number:0DIGITS$}-{now}")
}

/// Returns the backups in a folder with their numbers, the oldest first. What else is in it is
/// somebody's own.
fn numbered(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
        let number = name.split_once('-').filter(|(it, _)| it.len() >= DIGITS);
        let number = number.and_then(|(it, _)| it.parse::<u64>().ok());
        let whole = !name.ends_with(".unfinished") && path.join(DATA_FILE).is_file();
        all.extend(number.filter(|_| whole).map(|it| (it, path)));
    }
    all.sort_unstable();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use store::{Batch, Row, Store, StoreSettings};

    use super::*;

    #[tokio::test]
    async fn the_newest_are_kept_by_number_whatever_the_clock_says() {
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        let store = Store::open(&data.join(DATA_FILE), StoreSettings::default());
        let store = store.unwrap();
        let row = Row { body: Some("{}".to_owned()), ..Row::gone("thing", "a") };
        store.commit(Batch::of_rows(vec![row])).unwrap();
        store.settle().await.unwrap();
        let config = BackupConfig { hours: 24, folder: home.path().join("backups"), keep: 3 };
        assert_eq!(until_next(&config, clock::now()), FIRST_AFTER, "there is none yet");
        // Of a clock that was two hundred years ahead, and somebody's own things.
        fs::create_dir_all(config.folder.join("000001-2226-01-01-0000")).unwrap();
        fs::create_dir_all(config.folder.join("mine")).unwrap();
        fs::write(config.folder.join("000001-2226-01-01-0000").join("hearsay.sqlite"), "").unwrap();
        let made: Vec<_> = (0..4).map(|_| make(&data, &config).unwrap()).collect();
        let left = numbered(&config.folder).unwrap();
        let left: Vec<_> = left.into_iter().map(|(_, path)| path).collect();
        assert_eq!(left, made[1..]);
        assert!(config.folder.join("mine").exists());
        let wait = until_next(&config, clock::now());
        assert!(wait > interval(&config) / 2 && wait <= interval(&config), "{wait:?}");
        let wait = until_next(&config, WorldTime(0));
        assert_eq!(wait, interval(&config), "a clock that was ahead does not put it off");
        store.close().await.unwrap();
    }

    #[test]
    fn what_cannot_be_made_says_why() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("file");
        fs::write(&folder, "in the way").unwrap();
        let config = BackupConfig { hours: 1, folder, keep: 1 };
        let why = make(&home.path().join("data"), &config).unwrap_err();
        assert!(format!("{why:#}").contains("file cannot be written"), "{why:#}");
    }
}
