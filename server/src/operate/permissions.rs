//! Permissions of the data folder and of the files in it, which are readable by their owner alone.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::Path,
};

const GROUP: u32 = 0o070;
const OTHERS: u32 = 0o007;

/// Files of the server in its data folder.
const FILES: [&str; 7] = [
    "hearsay.sqlite",
    "hearsay.sqlite-wal",
    "hearsay.sqlite-shm",
    "hearsay.sqlite.lock",
    "journal",
    "tls/certificate.pem",
    "tls/key.pem",
];

/// The folder of the record in it.
const RECORD: &str = "record";

/// Looks at a data folder that is there already. Who may enter it is left as it is and told, since
/// it may be meant. Its files are kept from everybody but their owner, and but the group where the
/// folder lets one in and nobody else.
pub(crate) fn guard(data: &Path) {
    let Ok(folder) = mode(data) else { return };
    let path = data.display();
    if folder & (GROUP | OTHERS) != 0 {
        tracing::warn!(
            "more than its owner may enter the data folder {path} (mode {folder:o}); unless that \
             is meant, close it: chmod 700 {path}"
        );
    }
    let for_group = folder & GROUP != 0 && folder & OTHERS == 0;
    let rights = if for_group { OTHERS } else { GROUP | OTHERS };
    for name in FILES {
        narrow(&data.join(name), rights);
    }
    // Those of earlier runs are numbered.
    let others = fs::read_dir(data).into_iter().flatten().flatten();
    for journal in others.filter(|it| it.file_name().as_encoded_bytes().starts_with(b"journal.")) {
        narrow(&journal.path(), rights);
    }
    for file in fs::read_dir(data.join(RECORD)).into_iter().flatten().flatten() {
        narrow(&file.path(), rights);
    }
}

/// Takes rights to a file away, if it is there and gives them.
fn narrow(file: &Path, rights: u32) {
    let Ok(old) = mode(file) else { return };
    let (path, new) = (file.display(), old & !rights);
    if new == old {
        return;
    }
    match fs::set_permissions(file, Permissions::from_mode(new)) {
        Ok(()) => {
            tracing::info!("{path} was readable for others; its mode was {old:o}, now {new:o}")
        }
        Err(error) if old & OTHERS != 0 => tracing::warn!(
            "{path} is open to everybody (mode {old:o}), and that cannot be changed ({error}); \
             let its owner do so: chmod 600 {path}"
        ),
        // Where a file belongs to somebody else, the group may be how this program reads it.
        Err(error) => tracing::debug!(%error, "{path} stays as it is"),
    }
}

/// Logs a warning when everybody can read a file with a secret, which is not the server's own.
pub(crate) fn warn_if_public(file: &Path) {
    if let Some(mode) = mode(file).ok().filter(|mode| mode & OTHERS != 0) {
        let path = file.display();
        tracing::warn!("everybody can read {path} (mode {mode:o}); close it: chmod o-rwx {path}");
    }
}

fn mode(path: &Path) -> io::Result<u32> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o777)
}
