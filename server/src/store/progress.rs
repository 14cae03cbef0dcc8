//! How far the writer has got: how many batches were handed over, and how many are committed.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tokio::sync::watch;

use super::{StoreClosed, StoreError};

/// How long a load waits for the commits before it.
pub(super) const SETTLES_WITHIN: Duration = Duration::from_secs(3);

/// Both counts, as those who hand over and load see them.
pub(super) struct Progress {
    handed_over: AtomicU64,
    committed: watch::Receiver<u64>,
}

impl Progress {
    /// Nothing is handed over yet; the writer tells how many batches are committed.
    pub(super) fn new(committed: watch::Receiver<u64>) -> Self {
        Self { handed_over: AtomicU64::new(0), committed }
    }

    /// Counts a batch. That is done before the writer can have it, so that no load overlooks it.
    pub(super) fn hand_over(&self) {
        self.handed_over.fetch_add(1, Ordering::AcqRel);
    }

    /// Waits until every batch handed over so far is committed, but not for long: somebody is
    /// waiting for the answer.
    pub(super) async fn settle(&self) -> Result<(), StoreError> {
        let handed_over = self.handed_over.load(Ordering::Acquire);
        if *self.committed.borrow() >= handed_over {
            return Ok(());
        }
        let mut committed = self.committed.clone();
        let settled = committed.wait_for(|committed| *committed >= handed_over);
        match tokio::time::timeout(SETTLES_WITHIN, settled).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) => Err(StoreClosed.into()),
            Err(_) => Err(StoreError::Unsettled),
        }
    }
}
