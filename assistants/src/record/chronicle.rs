//! A day of the record as a page that anybody may read: entries become a [`day::Chronicle`], that
//! becomes a [`page::ChroniclePage`], and that becomes text or HTML. All of it is pure.
//!
//! | File | What it holds |
//! |---|---|
//! | `day` | what happened in public on a day |
//! | `collect` | making that of entries; what is not for everyone stops here |
//! | `saying` | the path of one saying |
//! | `page` | all of it in sentences and rows, and as text |
//! | `picture` | who was where, and the path of a saying, as SVG |
//! | `html` | the page as HTML |

pub mod collect;
pub mod day;
pub mod html;
pub mod page;
mod picture;
pub mod saying;
#[cfg(test)]
mod tests;
