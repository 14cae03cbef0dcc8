//! Reads the window size that a peer reports by NAWS (RFC 1073).

use std::ops::RangeInclusive;

/// Some clients report pixels and some the size of the whole window, so what is beyond any
/// readable terminal is brought back to these bounds.
const COLUMNS: RangeInclusive<u16> = 20..=500;
const ROWS: RangeInclusive<u16> = 5..=500;

/// A window in character cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WindowSize {
    pub(super) columns: Option<u16>,
    pub(super) rows: Option<u16>,
}

/// Two numbers, each two bytes with the high one first, doubled 255s already made single. Any other
/// length is no window size.
pub(super) fn decode(data: &[u8]) -> Option<WindowSize> {
    let [wide_high, wide_low, tall_high, tall_low] = *data else {
        return None;
    };
    Some(WindowSize {
        columns: cells([wide_high, wide_low], &COLUMNS),
        rows: cells([tall_high, tall_low], &ROWS),
    })
}

/// RFC 1073 lets a peer send 0 for a size it does not know.
fn cells(bytes: [u8; 2], bounds: &RangeInclusive<u16>) -> Option<u16> {
    let count = u16::from_be_bytes(bytes);
    (count != 0).then(|| count.clamp(*bounds.start(), *bounds.end()))
}
