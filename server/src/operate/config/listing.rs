//! Settings for listing sites (MSSP) that only the operator knows.

use serde::Deserialize;

/// Settings of the listing (MSSP) that only the operator knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mssp {
    /// The name of the host.
    pub host: Option<String>,
    /// An address for mail.
    pub contact: Option<String>,
    /// The game's pages.
    pub website: Option<String>,
    /// The invitation to its Discord server.
    pub discord: Option<String>,
    /// A square picture of at least 64 pixels and at most 256 KB.
    pub icon: Option<String>,
    /// The language of the game, in English.
    pub language: Option<String>,
    /// The country where the server stands, in English.
    pub location: Option<String>,
    /// The year in which the game opened.
    pub created: Option<u16>,
    /// The youngest age at which one may play, in years.
    pub minimum_age: Option<u8>,
    /// Genre, such as `Fantasy`.
    pub genre: Option<String>,
    /// Subgenre, such as `Medieval Fantasy`.
    pub subgenre: Option<String>,
    /// Gameplay styles, such as `Roleplaying`.
    pub gameplay: Vec<String>,
    /// `Alpha`, `Closed Beta`, `Open Beta` or `Live`.
    pub status: Option<String>,
    /// Other games to list, each as `host port`.
    pub referrals: Vec<String>,
    /// The fewest hours between two visits of a crawler: 1, 5, 11 or 23; -1 leaves it open.
    pub crawl_delay_hours: Option<i8>,
}
