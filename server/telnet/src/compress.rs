//! Compression of the output (MCCP2) after its start: one zlib stream, flushed after each line of
//! which it must be known whether it arrived.

use flate2::{Compress, Compression, FlushCompress, Status};

use super::{options::MCCP2, parser::code};

/// End of the plain text; the byte after it is the first of the compressed stream. It leaves in one
/// write, since some clients look for it only inside one read.
pub const START: [u8; 5] = [code::IAC, code::SB, MCCP2, code::IAC, code::SE];

/// Window size of the compressor: 2 to this power bytes.
///
/// Measured with flate2 1.1.10 on zlib-rs 0.6.8 at level 6: the memory of one more connection, as
/// the allocator rounds it up, and the output in proportion to the input (the documents of this
/// project in frames of 200 bytes). 11 takes 257 KiB for 0.58; 12 and 13 take 332 KiB for 0.54 and
/// 0.51. 11 is the largest below the 300 KiB that a compressed connection may cost. The size of
/// zlib's other tables (memLevel, here 8), which is nearly all of it, cannot be chosen through
/// flate2.
const WINDOW_BITS: u8 = 11;

/// Growth step of the output buffer, in bytes: room for a small frame.
const STEP_BYTES: usize = 512;

/// Error of the compressed stream; it cannot be read past this point, and the connection must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the compressed stream is broken")]
pub struct CompressionFailed;

/// The compressed side of one connection.
pub struct Compressor {
    stream: Compress,
}

impl Compressor {
    /// Appends [`START`] to `out` and begins a stream. What is in `out` before it must leave in the
    /// same write, and everything after it goes through [`Self::write`].
    pub fn start(out: &mut Vec<u8>) -> Self {
        out.extend(START);
        let stream = Compress::new_with_window_bits(Compression::default(), true, WINDOW_BITS);
        Self { stream }
    }

    /// Compresses `frame` and appends it to `out` with a flush, so that the client can show all of
    /// it at once. An empty frame adds nothing.
    pub fn write(&mut self, frame: &[u8], out: &mut Vec<u8>) -> Result<(), CompressionFailed> {
        if frame.is_empty() {
            return Ok(());
        }
        self.push(frame, FlushCompress::Sync, out)
    }

    /// Ends the stream; the byte after it is plain again.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<(), CompressionFailed> {
        self.push(&[], FlushCompress::Finish, out)
    }

    fn push(
        &mut self,
        mut frame: &[u8],
        flush: FlushCompress,
        out: &mut Vec<u8>,
    ) -> Result<(), CompressionFailed> {
        loop {
            out.reserve(STEP_BYTES.max(frame.len() / 4));
            let (read, length) = (self.stream.total_in(), out.len());
            let status =
                self.stream.compress_vec(frame, out, flush).map_err(|_| CompressionFailed)?;
            let read = usize::try_from(self.stream.total_in() - read).unwrap_or(usize::MAX);
            frame = frame.get(read..).ok_or(CompressionFailed)?;
            // A flush is done when it leaves room; a full buffer may hide more to come.
            let flushed = frame.is_empty() && out.len() < out.capacity();
            match (status, flush) {
                (Status::StreamEnd, _) => return Ok(()),
                (_, FlushCompress::Sync) if flushed => return Ok(()),
                _ if read == 0 && out.len() == length => return Err(CompressionFailed),
                _ => {}
            }
        }
    }
}
