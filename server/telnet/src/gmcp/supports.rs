//! GMCP modules that a client supports and wants (`Core.Supports`).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Module: a group of messages that is enabled as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Module {
    /// `Core`, which everyone with GMCP has.
    Core,
    /// `Char`: name, status and vitals.
    Char,
    /// `Char.Items`.
    CharItems,
    /// `Char.Login`.
    CharLogin,
    /// `Room`: where one is and who is there.
    Room,
    /// `Comm.Channel`.
    CommChannel,
    /// `Client.Media`.
    ClientMedia,
    /// `mudstd.channel`, the same as `Comm.Channel` in a newer draft.
    MudstdChannel,
}

/// Names of all modules, each at the place of its number.
const MODULES: [(Module, &str); 8] = [
    (Module::Core, "Core"),
    (Module::Char, "Char"),
    (Module::CharItems, "Char.Items"),
    (Module::CharLogin, "Char.Login"),
    (Module::Room, "Room"),
    (Module::CommChannel, "Comm.Channel"),
    (Module::ClientMedia, "Client.Media"),
    (Module::MudstdChannel, "mudstd.channel"),
];

/// The modules that a client listed. Modules that we do not know are not kept, so this stays the
/// same small size whatever a client lists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supports {
    /// Version of each module, by the number of the module; 0 is not listed.
    versions: [u8; MODULES.len()],
    /// True if the client removed `Comm.Channel` from its list.
    no_channels: bool,
}

/// The three ways to change the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Set,
    Add,
    Remove,
}

impl Supports {
    /// Returns the list of a client that wants these modules.
    #[must_use]
    pub fn of(wanted: &[Module]) -> Self {
        let mut supports = Self::default();
        for ((module, _), version) in MODULES.iter().zip(&mut supports.versions) {
            *version = u8::from(wanted.contains(module));
        }
        supports.no_channels = !wanted.contains(&Module::CommChannel);
        supports
    }

    /// Returns the version that the client listed, at least 1; `None` if it did not list the
    /// module.
    pub fn version(self, module: Module) -> Option<u8> {
        MODULES
            .iter()
            .zip(self.versions)
            .find_map(|((known, _), version)| (*known == module).then_some(version))
            .filter(|version| *version > 0)
    }

    /// Returns whether the client wants the messages of `module`.
    ///
    /// The fixed list of a widely used client has no `Comm.Channel`, but its players' scripts do
    /// read it: so everyone gets it who did not take it off.
    pub fn wants(self, module: Module) -> bool {
        match module {
            Module::Core => true,
            Module::CommChannel => !self.no_channels,
            Module::Char
            | Module::CharItems
            | Module::CharLogin
            | Module::Room
            | Module::ClientMedia
            | Module::MudstdChannel => self.version(module).is_some(),
        }
    }

    /// Applies one message: a list of texts such as `Char.Items 1`. Other values are skipped.
    pub(super) fn change(&mut self, change: Change, list: &[Value]) {
        if change == Change::Set {
            *self = Self::default();
        }
        for text in list.iter().filter_map(Value::as_str) {
            let (name, version) = text.trim().split_once(' ').unwrap_or((text.trim(), "1"));
            let version = version.trim().parse().unwrap_or(1).max(1);
            self.put(name, if change == Change::Remove { 0 } else { version });
        }
    }

    fn put(&mut self, name: &str, version: u8) {
        for ((module, known), place) in MODULES.iter().zip(&mut self.versions) {
            if known.eq_ignore_ascii_case(name) {
                *place = version;
                if *module == Module::CommChannel {
                    self.no_channels = version == 0;
                }
            }
        }
    }
}
