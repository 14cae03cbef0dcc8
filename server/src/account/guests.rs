//! Guest numbers, each of which is given once for ever: labels, ignoring and what minds remember
//! know guests by them.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use engine::save::document::{SavedRow, read};
use store::{Batch, Row, Store, StoreClosed, StoreError};
use tokio::sync::Semaphore;

use crate::{
    clock,
    setup::error::{RunError, Unbuildable},
};

/// The kind of the rows that hold the first of something's numbers that is not reserved.
const COUNTER: &str = "counter";
/// The row that holds the first number that is not reserved.
const GUEST: &str = "guest";

/// Number of guest numbers that are reserved by one write; a restart skips the unused ones.
const BLOCK: u64 = 100;

/// Maximum time a guest waits for that write.
const RESERVE_WITHIN: Duration = Duration::from_secs(5);

/// Error of reserving a guest's number.
#[derive(Debug, thiserror::Error)]
pub enum NoNumber {
    /// The write failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The write takes too long, as it does while commits fail.
    #[error("the store does not answer")]
    Late,
}

/// Counter that gives out the numbers of guests.
pub struct Guests {
    store: Arc<Store>,
    /// Reserved, unless it begins a block.
    next: AtomicU64,
    /// Lock for one reservation at a time.
    turn: Semaphore,
}

impl Guests {
    /// Goes on where the last run reserved.
    ///
    /// # Errors
    /// [`RunError`] when that cannot be read: nobody may begin anew over it.
    pub async fn open(store: Arc<Store>) -> Result<Self, RunError> {
        let next = match store.load(COUNTER, GUEST).await? {
            Some(body) => {
                let row = SavedRow { id: GUEST.to_owned(), owner: String::new(), body };
                read(COUNTER, &row).map_err(Unbuildable::from)?
            }
            None => first(),
        };
        let next = AtomicU64::new(next.next_multiple_of(BLOCK));
        Ok(Self { store, next, turn: Semaphore::new(1) })
    }

    /// Reserves a number that nobody had before.
    ///
    /// # Errors
    /// [`NoNumber`] when none can be reserved just now.
    pub async fn next(&self) -> Result<u64, NoNumber> {
        let number = tokio::time::timeout(RESERVE_WITHIN, self.reserved()).await;
        Ok(number.map_err(|_| NoNumber::Late)??)
    }

    async fn reserved(&self) -> Result<u64, StoreError> {
        let _turn = self.turn.acquire().await.map_err(|_| StoreClosed)?;
        let number = self.next.load(Ordering::Relaxed);
        if number.is_multiple_of(BLOCK) {
            let body = Some((number + BLOCK).to_string());
            let row = Row { body, ..Row::gone(COUNTER, GUEST) };
            self.store.commit(Batch::of_rows(vec![row]))?;
            self.store.settle().await?;
        }
        self.next.store(number + 1, Ordering::Relaxed);
        Ok(number)
    }
}

/// Returns the first number in a data file without a reservation: the minutes since a fixed day,
/// because guests were once numbered from there.
fn first() -> u64 {
    /// 20 November 2026, in milliseconds since the epoch.
    const DAY_ONE: u64 = 1_795_132_800_000;
    clock::now().0.saturating_sub(DAY_ONE) / 60_000 + 1
}

#[cfg(test)]
mod tests {
    use store::StoreSettings;
    use tempfile::TempDir;

    use super::*;

    fn open(home: &TempDir) -> Arc<Store> {
        let path = home.path().join("hearsay.sqlite");
        Arc::new(Store::open(&path, StoreSettings::default()).unwrap())
    }

    async fn numbers(guests: &Guests, count: usize) -> Vec<u64> {
        let mut numbers = Vec::new();
        for _ in 0..count {
            numbers.push(guests.next().await.unwrap());
        }
        numbers
    }

    #[tokio::test]
    async fn a_number_is_given_once_whatever_becomes_of_the_server() {
        let home = tempfile::tempdir().unwrap();
        let mut last = 0;
        for count in [1, 150, 0, 3] {
            let store = open(&home);
            let guests = Guests::open(store).await.unwrap();
            for number in numbers(&guests, count).await {
                assert!(number > last, "{number} after {last}");
                last = number;
            }
        }
    }

    #[tokio::test]
    async fn a_guest_seldom_costs_a_write() {
        let home = tempfile::tempdir().unwrap();
        let store = open(&home);
        let guests = Guests::open(store.clone()).await.unwrap();
        assert_eq!(*store.committed().borrow(), 0, "nor does a start");
        let given = numbers(&guests, 250).await;
        assert!(given.windows(2).all(|pair| pair[1] == pair[0] + 1), "{given:?}");
        assert_eq!(*store.committed().borrow(), 3);
    }

    #[tokio::test]
    async fn a_number_is_reserved_before_it_is_given() {
        let home = tempfile::tempdir().unwrap();
        let store = open(&home);
        let guests = Guests::open(store.clone()).await.unwrap();
        let number = guests.next().await.unwrap();
        let row = store.load(COUNTER, GUEST).await.unwrap();
        assert_eq!(row, Some((number + BLOCK).to_string()));
    }

    #[tokio::test]
    async fn a_reservation_that_cannot_be_read_is_not_written_over() {
        let home = tempfile::tempdir().unwrap();
        let store = open(&home);
        let body = Some("many".to_owned());
        let row = Row { body, ..Row::gone(COUNTER, GUEST) };
        store.insert_new(vec![row]).await.unwrap();
        let error = Guests::open(store).await.err().unwrap().to_string();
        assert!(error.contains("The saved counter `guest` cannot be read"), "{error}");
    }
}
