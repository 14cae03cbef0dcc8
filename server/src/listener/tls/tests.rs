use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::*;

const DEFAULTS: config::TlsConfig =
    config::TlsConfig { listen: None, certificate: None, key: None };

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn files(folder: &Path) -> (PathBuf, PathBuf) {
    (folder.join("tls/certificate.pem"), folder.join("tls/key.pem"))
}

/// The data folder with a certificate of its own.
fn opened() -> (TempDir, Certificates) {
    let data = folder();
    let certificates = Certificates::open(&DEFAULTS, data.path()).unwrap();
    (data, certificates)
}

fn in_use(certificates: &Certificates) -> Arc<ServerConfig> {
    certificates.current.borrow().config.clone()
}

/// Puts the files of another certificate in the place of these.
fn exchange(data: &Path) {
    let other = folder();
    let (new_certificate, new_key) = files(other.path());
    make(&new_certificate, &new_key).unwrap();
    let (certificate, key) = files(data);
    // Moved, as two written in the same moment could look the same.
    fs::rename(new_certificate, certificate).unwrap();
    fs::rename(new_key, key).unwrap();
}

fn refused(settings: &config::TlsConfig, data: &Path) -> String {
    let error = Certificates::open(settings, data).expect_err("it should be refused").to_string();
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("--tls off"), "says what to do: {error}");
    error
}

#[test]
fn one_for_development_is_made_once_and_its_key_is_private() {
    let (data, _) = opened();
    let (certificate, key) = files(data.path());
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&key), 0o600);
    let before = (fs::read(&certificate).unwrap(), fs::read(&key).unwrap());
    Certificates::open(&DEFAULTS, data.path()).unwrap();
    assert_eq!(before, (fs::read(&certificate).unwrap(), fs::read(&key).unwrap()));

    let (other, _) = opened();
    assert_ne!(before.1, fs::read(files(other.path()).1).unwrap(), "everybody has their own");
}

#[test]
fn none_is_made_over_half_of_one_or_where_one_was_named() {
    let (data, _) = opened();
    let (certificate, key) = files(data.path());
    fs::remove_file(&key).unwrap();
    let error = refused(&DEFAULTS, data.path());
    assert!(error.contains(&key.display().to_string()), "{error}");
    assert!(certificate.exists() && !key.exists());

    let empty = folder();
    let named = |name: &str| Some(empty.path().join(name));
    let settings =
        config::TlsConfig { listen: None, certificate: named("c.pem"), key: named("k.pem") };
    let error = refused(&settings, empty.path());
    assert!(error.contains("c.pem") && error.contains("No such file"), "{error}");
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0);
}

#[test]
fn files_that_are_something_else_are_named() {
    let (data, _) = opened();
    let (certificate, key) = files(data.path());
    let (good_certificate, good_key) = (fs::read(&certificate).unwrap(), fs::read(&key).unwrap());
    let in_vain = [(b"nothing".to_vec(), "certificate"), (good_key.clone(), "certificate")];
    for (content, what) in in_vain {
        fs::write(&certificate, content).unwrap();
        let error = refused(&DEFAULTS, data.path());
        assert!(error.contains(&certificate.display().to_string()), "{error}");
        assert!(error.contains(&format!("put a {what} in PEM form")), "{error}");
    }
    fs::write(&certificate, &good_certificate).unwrap();
    fs::write(&key, &good_certificate).unwrap();
    let error = refused(&DEFAULTS, data.path());
    assert!(error.contains("put a private key in PEM form"), "{error}");

    let (other, _) = opened();
    fs::write(&key, fs::read(files(other.path()).1).unwrap()).unwrap();
    let error = refused(&DEFAULTS, data.path());
    assert!(error.contains("that belong together"), "{error}");
    fs::write(&key, good_key).unwrap();
    Certificates::open(&DEFAULTS, data.path()).unwrap();
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let data = folder();
    fs::write(data.path().join("tls"), "a file").unwrap();
    let error = refused(&DEFAULTS, data.path());
    assert!(error.contains("make the folder writable"), "{error}");
}

#[test]
fn a_change_is_taken_up_and_a_broken_one_is_told_once() {
    let (data, certificates) = opened();
    let first = in_use(&certificates);
    assert!(matches!(certificates.look(), FileLook::Same));

    exchange(data.path());
    assert!(matches!(certificates.look(), FileLook::New));
    let second = in_use(&certificates);
    assert!(!Arc::ptr_eq(&first, &second));
    assert!(matches!(certificates.look(), FileLook::Same));

    let (certificate, key) = files(data.path());
    fs::write(&certificate, "half of").unwrap();
    assert!(matches!(certificates.look(), FileLook::Broken(TlsError::File { .. })));
    assert!(matches!(certificates.look(), FileLook::Same), "it is told once");
    fs::remove_file(&key).unwrap();
    assert!(matches!(certificates.look(), FileLook::Broken(_)), "this is another change");
    assert!(Arc::ptr_eq(&second, &in_use(&certificates)), "the old one stays");

    exchange(data.path());
    assert!(matches!(certificates.look(), FileLook::New), "the next good one is taken up");
    assert!(!Arc::ptr_eq(&second, &in_use(&certificates)));
}

#[test]
fn an_older_file_that_was_moved_here_is_a_change() {
    let (data, certificates) = opened();
    let (certificate, _) = files(data.path());
    let aside = certificate.with_extension("new");
    fs::copy(&certificate, &aside).unwrap();
    let modified = fs::metadata(&certificate).unwrap().modified().unwrap();
    fs::File::options().write(true).open(&aside).unwrap().set_modified(modified).unwrap();
    fs::rename(&aside, &certificate).unwrap();
    assert!(matches!(certificates.look(), FileLook::New));
}
