//! Chronicle: the public events of a day of the record as a page that anybody may read. Entries
//! become a [`day::Chronicle`], that becomes a [`page::ChroniclePage`], and that becomes text or
//! HTML. All of it is pure.
//!
//! | File | Contents |
//! |---|---|
//! | `day` | public events of a day |
//! | `collect` | collection of them from entries; entries that are not public are dropped here |
//! | `saying` | path of one saying from teller to hearer |
//! | `page` | page in sentences and rows, and as text |
//! | `picture` | whereabouts of characters, and the path of a saying, as SVG |
//! | `html` | page as HTML |

pub mod collect;
pub mod day;
pub mod html;
pub mod page;
mod picture;
pub mod saying;
#[cfg(test)]
mod tests;
