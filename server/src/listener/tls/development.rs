//! A self-signed certificate, so that TLS can be tried before there is a real one.

use std::{
    io::{self, Write},
    path::Path,
};

use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};

use super::TlsError;
use store::private;

/// Names that this machine has for itself.
const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// Makes a certificate for this machine's own names, and its key. Only the
/// owner of the process may read them. Neither file may be there yet.
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
    private::make_folder(folder)
        .and_then(|()| write(key, &pair.serialize_pem()))
        .and_then(|()| write(certificate, &signed.pem()))
        .map_err(|it| failed(&it))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = private::file().create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
