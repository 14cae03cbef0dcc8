//! Parser of the window size that a peer reports by NAWS (RFC 1073).

use std::ops::RangeInclusive;

/// Bounds of a window size in character cells. Some clients report pixels and some the size of the
/// whole window, so values beyond any readable terminal are clamped.
const COLUMNS: RangeInclusive<u16> = 20..=500;
const ROWS: RangeInclusive<u16> = 5..=500;

/// A window in character cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WindowSize {
    pub(super) columns: Option<u16>,
    pub(super) rows: Option<u16>,
}

/// Decodes two numbers, each two bytes with the high one first, doubled 255s already made single.
/// Returns `None` for any other length.
pub(super) fn decode(data: &[u8]) -> Option<WindowSize> {
    let [wide_high, wide_low, tall_high, tall_low] = *data else {
        return None;
    };
    Some(WindowSize {
        columns: cells([wide_high, wide_low], &COLUMNS),
        rows: cells([tall_high, tall_low], &ROWS),
    })
}

/// Returns the clamped number of cells; `None` for 0, which RFC 1073 allows for an unknown size.
fn cells(bytes: [u8; 2], bounds: &RangeInclusive<u16>) -> Option<u16> {
    let count = u16::from_be_bytes(bytes);
    (count != 0).then(|| count.clamp(*bounds.start(), *bounds.end()))
}
