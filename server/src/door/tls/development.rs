//! A self-signed certificate, so that TLS can be tried before there is a real one.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};

use super::TlsError;

/// Names that this machine has for itself.
const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "::1"];
/// Only the owner may read the key.
const KEY_MODE: u32 = 0o600;
const CERTIFICATE_MODE: u32 = 0o644;

/// Makes a certificate for this machine's own names, and its key, which only
/// the owner of the process may read. Neither file may be there yet.
///
/// # Errors
/// [`TlsError::Make`] when the files cannot be written.
pub fn make(certificate: &Path, key: &Path) -> Result<(), TlsError> {
    let folder = certificate.parent().unwrap_or(certificate);
    let failed = |why: &dyn std::fmt::Display| TlsError::Make {
        folder: folder.to_owned(),
        why: why.to_string(),
    };
    let mut params = CertificateParams::new(NAMES.map(str::to_owned)).map_err(|it| failed(&it))?;
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, "Hearsay, for development");
    let pair = KeyPair::generate().map_err(|it| failed(&it))?;
    let signed = params.self_signed(&pair).map_err(|it| failed(&it))?;
    fs::create_dir_all(folder)
        .and_then(|()| write(key, KEY_MODE, &pair.serialize_pem()))
        .and_then(|()| write(certificate, CERTIFICATE_MODE, &signed.pem()))
        .map_err(|it| failed(&it))
}

fn write(path: &Path, mode: u32, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
