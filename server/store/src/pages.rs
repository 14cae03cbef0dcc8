//! Rows of a data file as its pages hold them, without the trees that lead to them: for a file whose
//! trees are damaged. <https://sqlite.org/fileformat2.html> is the form.
//!
//! Whatever is not exactly as SQLite writes it is passed over, so noise gives no rows.

use std::{collections::BTreeSet, fs::File, io, os::unix::fs::FileExt, path::Path};

/// Size of a page where the file does not say it: SQLite's default, which all our files have.
const USUAL_SIZE: usize = 4_096;
/// Beginning of every database of SQLite.
pub(crate) const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Length of the header, which stands before the first page's own contents.
pub(crate) const HEADER: usize = 100;

const INDEX_NODE: u8 = 0x02;
const INDEX_LEAF: u8 = 0x0A;
const TABLE_NODE: u8 = 0x05;
const TABLE_LEAF: u8 = 0x0D;

/// A value in a row. Our tables hold nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RowValue {
    Null,
    Number(i64),
    Text(String),
}

/// A row of a table or an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageRow {
    /// Number of the row in its table; none in an index.
    pub(crate) number: Option<i64>,
    pub(crate) values: Vec<RowValue>,
    /// True when the row is continued in pages of its own, whose contents nothing vouches for.
    pub(crate) overflows: bool,
}

/// The pages of a file.
pub(crate) struct DataPages {
    file: File,
    size: usize,
    /// Bytes of a page that hold something.
    usable: usize,
    /// Number of pages.
    count: u32,
    /// Pages that hold nothing any more, as far as they are known.
    free: BTreeSet<u32>,
}

impl DataPages {
    /// Opens a file that nobody writes to, and to which no connection is open.
    ///
    /// # Errors
    /// Any error of the file system.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut header = [0; HEADER];
        let whole = length >= 100 && file.read_exact_at(&mut header, 0).is_ok();
        let knows = whole && header.starts_with(MAGIC);
        let size = match number(&header, 16, 2) {
            1 => 65_536,
            size if knows && size.is_power_of_two() && size >= 512 => size,
            _ => USUAL_SIZE,
        };
        let reserved = if knows { number(&header, 20, 1) } else { 0 };
        let count = u32::try_from(length / u64::try_from(size).unwrap_or(1)).unwrap_or(u32::MAX);
        let (usable, free) = (size.saturating_sub(reserved), BTreeSet::new());
        let mut pages = Self { file, size, usable, count, free };
        if knows {
            pages.free = pages.list_free(u32::try_from(number(&header, 32, 4)).unwrap_or(0));
        }
        Ok(pages)
    }

    /// Visits every row of every leaf of a table and of every page of an index, page by page: first
    /// those to which the trees of these roots lead, then the others. Of two rows with one key the
    /// first is the one that is not left over from earlier.
    ///
    /// # Errors
    /// Any error of the file system.
    pub(crate) fn rows(&self, roots: &[u32], mut each: impl FnMut(PageRow)) -> io::Result<()> {
        let mut led_to = BTreeSet::new();
        let mut open = roots.to_vec();
        while let Some(page) = open.pop().filter(|it| (1..=self.count).contains(it)) {
            if led_to.insert(page) {
                open.extend(self.below(&self.page(page)?));
            }
        }
        let others = (1..=self.count).filter(|it| !led_to.contains(it) && !self.free.contains(it));
        for page in led_to.iter().copied().chain(others) {
            let bytes = self.page(page)?;
            self.rows_of(&bytes, if page == 1 { HEADER } else { 0 }, &mut each);
        }
        Ok(())
    }

    fn page(&self, page: u32) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; self.size];
        let size = u64::try_from(self.size).unwrap_or(0);
        self.file.read_exact_at(&mut bytes, u64::from(page.saturating_sub(1)) * size)?;
        Ok(bytes)
    }

    /// Returns the pages below one in the middle of a table's tree.
    fn below(&self, page: &[u8]) -> Vec<u32> {
        if page.first() != Some(&TABLE_NODE) {
            return Vec::new();
        }
        let cells = number(page, 3, 2).min(self.size / 2);
        let cell = |it: usize| number(page, number(page, 12 + 2 * it, 2), 4);
        let pages = (0..cells).map(cell).chain([number(page, 8, 4)]);
        pages.filter_map(|it| u32::try_from(it).ok()).collect()
    }

    /// Returns the pages on the list of free ones, which begins in page `trunk`.
    fn list_free(&self, mut trunk: u32) -> BTreeSet<u32> {
        let mut free = BTreeSet::new();
        while trunk > 1 && trunk <= self.count && free.insert(trunk) {
            let Ok(bytes) = self.page(trunk) else { break };
            let leaves = number(&bytes, 4, 4).min(self.size / 4);
            let page = |at: usize| u32::try_from(number(&bytes, at, 4)).unwrap_or(0);
            free.extend((0..leaves).map(|it| page(8 + 4 * it)));
            trunk = page(0);
        }
        free
    }

    fn rows_of(&self, page: &[u8], at: usize, each: &mut impl FnMut(PageRow)) {
        let kind = page.get(at).copied().unwrap_or(0);
        let head = match kind {
            TABLE_LEAF | INDEX_LEAF => 8,
            INDEX_NODE => 12,
            _ => return,
        };
        let cells = number(page, at + 3, 2);
        for cell in 0..cells {
            let start = number(page, at + head + 2 * cell, 2);
            if start >= at + head + 2 * cells
                && let Some(row) = self.row(page, start, kind)
            {
                each(row);
            }
        }
    }

    /// Returns the row in a cell, if there is one in every detail.
    fn row(&self, page: &[u8], mut at: usize, kind: u8) -> Option<PageRow> {
        if kind == INDEX_NODE {
            // The page to its left.
            at += 4;
        }
        let length = usize::try_from(varint(page, &mut at)?).ok()?;
        if length > self.size.saturating_mul(usize::try_from(self.count).ok()?) {
            return None;
        }
        let table = kind == TABLE_LEAF;
        let number = if table { Some(varint(page, &mut at)?) } else { None };
        let u = self.usable;
        let most = if table { u.checked_sub(35)? } else { (u.checked_sub(12)? * 64 / 255) - 23 };
        let overflows = length > most;
        let payload = if overflows {
            let least = (u.checked_sub(12)? * 32 / 255) - 23;
            let local = least + (length - least) % (u - 4);
            let local = if local <= most { local } else { least };
            let mut payload = page.get(at..at + local)?.to_vec();
            let next = u32::try_from(self::number(page, at + local, 4)).ok()?;
            self.read_on(next, length, &mut payload)?;
            payload
        } else {
            page.get(at..at.checked_add(length)?)?.to_vec()
        };
        Some(PageRow { number, values: values(&payload)?, overflows })
    }

    /// Reads the rest of a row from the pages that only it has; none when they do not end with it.
    fn read_on(&self, mut page: u32, length: usize, payload: &mut Vec<u8>) -> Option<()> {
        while payload.len() < length {
            if page < 2 || page > self.count || self.free.contains(&page) {
                return None;
            }
            let bytes = self.page(page).ok()?;
            let part = (length - payload.len()).min(self.usable - 4);
            payload.extend_from_slice(bytes.get(4..4 + part)?);
            page = u32::try_from(number(&bytes, 0, 4)).ok()?;
        }
        (page == 0).then_some(())
    }
}

/// Returns the length of a file that its header states, in bytes; none where it is no header.
pub(crate) fn length(header: &[u8; HEADER]) -> Option<u64> {
    let size = if number(header, 16, 2) == 1 { 65_536 } else { number(header, 16, 2) };
    let bytes = u64::try_from(size).ok()?.checked_mul(u64::try_from(number(header, 28, 4)).ok()?);
    bytes.filter(|_| header.starts_with(MAGIC))
}

/// Returns the number in `size` bytes, the greatest first; 0 beyond the end.
fn number(bytes: &[u8], at: usize, size: usize) -> usize {
    let bytes = bytes.get(at..at.saturating_add(size)).unwrap_or_default();
    bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
}

/// Reads a number of 1 to 9 bytes and moves on behind it.
fn varint(bytes: &[u8], at: &mut usize) -> Option<i64> {
    let mut sum: u64 = 0;
    for place in 0..9 {
        let byte = *bytes.get(*at)?;
        *at += 1;
        if place == 8 {
            sum = sum << 8 | u64::from(byte);
            break;
        }
        sum = sum << 7 | u64::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            break;
        }
    }
    Some(i64::from_ne_bytes(sum.to_ne_bytes()))
}

/// Returns the values of a record; none unless it is one to the last byte.
fn values(record: &[u8]) -> Option<Vec<RowValue>> {
    let mut at = 0;
    let head = usize::try_from(varint(record, &mut at)?).ok()?;
    let (mut values, mut body) = (Vec::new(), head);
    while at < head {
        let kind = varint(record, &mut at)?;
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => usize::try_from(kind).ok()?,
            5 => 6,
            6 => 8,
            13.. if kind % 2 == 1 => usize::try_from((kind - 13) / 2).ok()?,
            // A float or bytes, which none of our rows has.
            _ => return None,
        };
        let part = record.get(body..body.checked_add(length)?)?;
        body += length;
        values.push(match kind {
            0 => RowValue::Null,
            8 => RowValue::Number(0),
            9 => RowValue::Number(1),
            1..=6 => {
                let negative = part.first().is_some_and(|it| it & 0x80 != 0);
                let first = if negative { -1 } else { 0 };
                RowValue::Number(part.iter().fold(first, |sum, it| sum << 8 | i64::from(*it)))
            }
            _ => RowValue::Text(str::from_utf8(part).ok()?.to_owned()),
        });
    }
    (at == head && body == record.len()).then_some(values)
}

#[cfg(test)]
mod tests {
    use rusqlite::{Connection, params};

    use super::*;

    /// A database with rows of all sizes, some of them deleted again.
    fn database(path: &Path) -> Connection {
        let db = Connection::open(path).unwrap();
        db.execute_batch("CREATE TABLE t (a TEXT, n INTEGER, b TEXT); CREATE INDEX i ON t (n, a);")
            .unwrap();
        for n in -150_i64..150 {
            let long = "ä".repeat(usize::try_from((n * n) % 9_000).unwrap());
            let n = n * n * n * 1_000_003;
            db.execute("INSERT INTO t VALUES (?1, ?2, ?3)", params![format!("r{n}"), n, long])
                .unwrap();
        }
        db.execute("DELETE FROM t WHERE rowid % 5 = 0 OR rowid > 250", ()).unwrap();
        db
    }

    #[test]
    fn all_that_is_there_is_read_and_nothing_that_was_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        let db = database(&path);
        let mut expected: Vec<_> = db
            .prepare("SELECT rowid, a, n, b FROM t")
            .unwrap()
            .query_map((), |row| {
                let values = vec![
                    RowValue::Text(row.get(1)?),
                    RowValue::Number(row.get(2)?),
                    RowValue::Text(row.get(3)?),
                ];
                Ok((row.get::<_, i64>(0)?, values))
            })
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        db.close().unwrap();
        let (mut table, mut index) = (Vec::new(), 0);
        DataPages::open(&path)
            .unwrap()
            .rows(&[], |row| match (row.number, row.values.len()) {
                (Some(number), 3) => table.push((number, row.values)),
                (None, 3) => index += 1,
                _ => {}
            })
            .unwrap();
        table.sort_by_key(|(number, _)| *number);
        expected.sort_by_key(|(number, _)| *number);
        assert_eq!(index, expected.len());
        assert_eq!(table, expected);
    }

    #[test]
    fn noise_gives_nothing_and_takes_nothing_else_along() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        database(&path).close().unwrap();
        let whole = std::fs::read(&path).unwrap();
        let rows = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let mut rows = Vec::new();
            DataPages::open(&path).unwrap().rows(&[], |it| rows.push(it)).unwrap();
            rows
        };
        let (mut all, least) = (rows(&whole), rows(&whole).len() - 250);
        // What is left of deleted rows is there when the list of free pages is not.
        let mut listless = whole.clone();
        listless[32..36].fill(0);
        all.extend(rows(&listless));
        for page in (1..whole.len() / USUAL_SIZE).step_by(3) {
            let mut damaged = whole.clone();
            let mut noise: u32 = 17;
            for byte in &mut damaged[page * USUAL_SIZE..(page + 1) * USUAL_SIZE] {
                noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = noise.to_be_bytes()[0];
            }
            // One that looks like a leaf.
            damaged[page * USUAL_SIZE] = TABLE_LEAF;
            let left = rows(&damaged);
            assert!(left.iter().all(|it| it.overflows || all.contains(it)), "page {page}");
            assert!(left.len() > least, "page {page}: {} of {least}", left.len());
        }
    }
}
