//! Output of a tick by its recipients: the same in play and in a replay.

use std::collections::{BTreeMap, BTreeSet};

use engine::{id::SessionId, request::Request, simulation::Simulation};

use crate::screen::draft::Draft;

/// Output of a tick.
#[derive(Debug, Default)]
pub struct Shown {
    /// Frames to show, one draft per session.
    pub drafts: Vec<Draft>,
    /// Requests to the server; the ends of connections are shown, too.
    pub requests: Vec<Request>,
}

/// Piece of output of one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownPiece<'a> {
    /// Structured data for its client, as on the wire.
    Data(&'a [u8]),
    /// A rendered line, with its end.
    Line(&'a [u8]),
    /// Last words, after which the connection ends.
    Last(&'a str),
}

/// A few bytes for each session that was shown something, by which a replay tells whether it shows
/// the same.
pub type Digests = BTreeMap<SessionId, u64>;

impl Shown {
    /// Takes out what the last tick shows.
    pub fn take(sim: &mut Simulation) -> Self {
        Self { drafts: sim.drain(), requests: sim.drain() }
    }

    /// Returns the pieces of output, in the order in which each session is shown them.
    pub fn pieces(&self) -> impl Iterator<Item = (SessionId, ShownPiece<'_>)> {
        let drawn = self.drafts.iter().flat_map(|draft| {
            let data = draft.data.iter().map(|it| ShownPiece::Data(it.bytes()));
            let lines = draft.lines.iter().map(|it| ShownPiece::Line(it));
            data.chain(lines).map(|it| (draft.session, it))
        });
        let mut ended = BTreeSet::new();
        let last = self.requests.iter().filter_map(move |it| match it {
            // A connection ends once.
            Request::Close { session, words } => {
                ended.insert(*session).then_some((*session, ShownPiece::Last(words)))
            }
            Request::Play { .. }
            | Request::Account { .. }
            | Request::Shutdown { .. }
            | Request::Npc { .. }
            | Request::Reload { .. } => None,
        });
        drawn.chain(last)
    }

    /// Returns the digests of what each session was shown.
    #[must_use]
    pub fn digests(&self) -> Digests {
        let mut digests = Digests::new();
        for (session, piece) in self.pieces() {
            let digest = digests.entry(session).or_insert(FNV_BASIS);
            *digest = piece.digest(*digest);
        }
        digests
    }
}

/// FNV-1a of 64 bits: the same on every machine and with every compiler. It finds what differs by
/// mistake, and need not withstand anybody.
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

impl ShownPiece<'_> {
    /// Adds it to what was shown before it.
    fn digest(self, before: u64) -> u64 {
        let (kind, bytes) = match self {
            Self::Data(bytes) => (b'd', bytes),
            Self::Line(bytes) => (b'l', bytes),
            Self::Last(words) => (b'w', words.as_bytes()),
        };
        // With its length no two pieces read as one.
        let length = bytes.len().to_le_bytes();
        let all = std::iter::once(&kind).chain(&length).chain(bytes);
        all.fold(before, |digest, byte| (digest ^ u64::from(*byte)).wrapping_mul(FNV_PRIME))
    }
}

#[cfg(test)]
mod tests {
    use engine::save::durability::Durability;
    use telnet::gmcp::GmcpMessage;
    use world::beings::settings::Settings;

    use super::*;
    use crate::contract::frame::Lines;

    fn draft(session: u64, data: &[&'static str], lines: &[&'static str]) -> Draft {
        Draft {
            session: SessionId(session),
            data: data.iter().map(|it| GmcpMessage::Goodbye(it).encoded()).collect(),
            shown_upto: None,
            lines: lines.iter().map(|it| (*it).into()).collect::<Lines>(),
            durability: Durability::None,
            reader: false,
            settings: Settings::default(),
        }
    }

    fn close(session: u64, words: &str) -> Request {
        Request::Close { session: SessionId(session), words: words.to_owned() }
    }

    fn digests(drafts: &[Draft], requests: &[Request]) -> Digests {
        Shown { drafts: drafts.to_vec(), requests: requests.to_vec() }.digests()
    }

    #[test]
    fn whatever_differs_on_a_screen_has_another_digest() {
        let forms = [
            digests(&[draft(1, &[], &["ab", "c"])], &[]),
            digests(&[draft(1, &[], &["a", "bc"])], &[]),
            digests(&[draft(1, &[], &["c", "ab"])], &[]),
            digests(&[draft(1, &["ab", "c"], &[])], &[]),
            digests(&[draft(1, &["ab"], &["c"])], &[]),
            digests(&[draft(1, &[], &["ab"])], &[close(1, "c")]),
            digests(&[draft(2, &[], &["ab", "c"])], &[]),
            digests(&[], &[]),
        ];
        for (at, form) in forms.iter().enumerate() {
            assert!(!forms[..at].contains(form), "{at}: {form:?}");
        }
    }

    #[test]
    fn what_is_not_seen_does_not_count() {
        let seen = digests(&[draft(1, &[], &["ab"])], &[close(2, "Goodbye!")]);
        let unseen = [draft(3, &[], &[]), draft(1, &[], &["ab"])];
        assert_eq!(digests(&unseen, &[close(2, "Goodbye!"), close(2, "Too late.")]), seen);
    }
}
