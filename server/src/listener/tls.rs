//! Telnet over TLS: a certificate that may be exchanged while the server runs.

mod development;
#[cfg(test)]
mod tests;

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use tokio::{sync::watch, task::spawn_blocking};
use tokio_rustls::rustls::{
    self, ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    server::NoServerSessionStorage,
};

use crate::operate::{config, permissions};

pub use development::make;

/// Error when no certificate can be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// File that cannot be read or has the wrong content.
    #[error(
        "The file {} for TLS cannot be used ({why}); put a {what} in PEM form there, change \
         `tls` in the settings, or start with --tls off.", path.display()
    )]
    File {
        /// The file.
        path: PathBuf,
        /// Expected content of the file.
        what: &'static str,
        /// Cause of the error.
        why: rustls::pki_types::pem::Error,
    },
    /// Certificate and key that do not match, or are of an unknown kind.
    #[error(
        "The certificate {} cannot be used with the key {} ({why}); put the two that belong \
         together there, or start with --tls off.", certificate.display(), key.display()
    )]
    Unfit {
        /// The certificate's file.
        certificate: PathBuf,
        /// The key's file.
        key: PathBuf,
        /// Cause of the error.
        why: rustls::Error,
    },
    /// The certificate for development cannot be made.
    #[error(
        "A certificate for development cannot be made in {} ({why}); make the folder writable, \
         name a certificate and its key under `tls` in the settings, or start with --tls off.",
        folder.display()
    )]
    Make {
        /// Folder in which it was to be made.
        folder: PathBuf,
        /// Cause of the error.
        why: String,
    },
}

/// Paths of the certificate and its key.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// Versions of the two files, compared to detect a change. A missing file has `None`, so that its
/// return is a change.
type FileStamp = [Option<Version>; 2];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Version {
    modified: Option<SystemTime>,
    bytes: u64,
    /// A file that was moved here may be older than the one it replaced.
    inode: u64,
}

/// Configuration in use for new connections.
#[derive(Debug)]
struct Current {
    stamp: FileStamp,
    config: Arc<ServerConfig>,
}

/// The certificate and its key, read anew whenever their files have changed.
#[derive(Debug)]
pub struct Certificates {
    files: Files,
    current: watch::Sender<Current>,
}

/// Result of checking the files for a change.
#[derive(Debug)]
enum FileLook {
    Same,
    New,
    /// Changed files that cannot be used.
    Broken(TlsError),
}

impl Certificates {
    /// Reads the files that the settings name. When they name none and there
    /// are none in the data folder, a certificate for development is made there.
    ///
    /// # Errors
    /// [`TlsError`] when there is none to use then.
    pub fn open(settings: &config::TlsConfig, data: &Path) -> Result<Self, TlsError> {
        let default = data.join("tls");
        let files = Files {
            certificate: settings
                .certificate
                .clone()
                .unwrap_or_else(|| default.join("certificate.pem")),
            key: settings.key.clone().unwrap_or_else(|| default.join("key.pem")),
        };
        let named = settings.certificate.is_some() || settings.key.is_some();
        if !named && !files.certificate.exists() && !files.key.exists() {
            make(&files.certificate, &files.key)?;
            tracing::info!(
                "a self-signed certificate for development was made in {}; clients ask whether \
                 to trust it, so put one for your host's name in the place of both files, or \
                 name yours under `tls` in the settings",
                default.display()
            );
        }
        if named {
            permissions::warn_if_public(&files.key);
        }
        let stamp = files.stamp();
        let config = files.load()?;
        let (current, _) = watch::channel(Current { stamp, config });
        Ok(Self { files, current })
    }

    /// Returns the TLS configuration for a new connection. Checks the files for a change first, on
    /// a thread that may wait for the disk.
    pub async fn current(self: &Arc<Self>) -> Arc<ServerConfig> {
        let this = self.clone();
        match spawn_blocking(move || this.look()).await {
            Ok(FileLook::Same) => {}
            Ok(FileLook::New) => tracing::info!("a new certificate is used from now on"),
            Ok(FileLook::Broken(error)) => {
                tracing::error!(%error, "the changed certificate is not used; the old one stays");
            }
            Err(_) => tracing::error!("looking for a new certificate broke; the old one stays"),
        }
        self.current.borrow().config.clone()
    }

    /// Reads the files if they have changed. The stamp is taken first: what
    /// changes during the reading is found by the next look.
    fn look(&self) -> FileLook {
        let stamp = self.files.stamp();
        if self.current.borrow().stamp == stamp {
            return FileLook::Same;
        }
        let loaded = self.files.load();
        let first = self.current.send_if_modified(|current| {
            let first = current.stamp != stamp;
            current.stamp = stamp;
            if let Ok(config) = &loaded {
                current.config = config.clone();
            }
            first
        });
        match loaded {
            Ok(_) if first => FileLook::New,
            Err(error) if first => FileLook::Broken(error),
            // Another look at the same time has told already.
            Ok(_) | Err(_) => FileLook::Same,
        }
    }
}

impl Files {
    fn stamp(&self) -> FileStamp {
        [&self.certificate, &self.key].map(|path| {
            let it = fs::metadata(path).ok()?;
            Some(Version { modified: it.modified().ok(), bytes: it.len(), inode: it.ino() })
        })
    }

    fn load(&self) -> Result<Arc<ServerConfig>, TlsError> {
        let unfit = |why| TlsError::Unfit {
            certificate: self.certificate.clone(),
            key: self.key.clone(),
            why,
        };
        let chain = self.chain().map_err(|why| TlsError::File {
            path: self.certificate.clone(),
            what: "certificate",
            why,
        })?;
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|why| TlsError::File {
            path: self.key.clone(),
            what: "private key",
            why,
        })?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(unfit)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(unfit)?;
        // Connections last for hours, so remembering them to shorten the next
        // handshake would only cost memory.
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = 0;
        Ok(Arc::new(config))
    }

    fn chain(&self) -> Result<Vec<CertificateDer<'static>>, rustls::pki_types::pem::Error> {
        let chain: Vec<_> =
            CertificateDer::pem_file_iter(&self.certificate)?.collect::<Result<_, _>>()?;
        if chain.is_empty() { Err(rustls::pki_types::pem::Error::NoItemsFound) } else { Ok(chain) }
    }
}
