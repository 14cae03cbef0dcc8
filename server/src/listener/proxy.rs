//! PROXY protocol, version 2: the header by which a proxy reports for which client it connects.
//!
//! Whoever is trusted must send one, and from nobody else is one read: the
//! specification forbids guessing, because a player could forge the guess.

#[cfg(test)]
mod tests;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Signature of a PROXY protocol v2 header. No text protocol begins so.
const SIGNATURE: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";
/// Length of the fixed part of a header, in bytes: the signature, version and command, family and
/// transport, and the length of the rest.
const FIXED: usize = 16;
/// Command LOCAL: the proxy connects for itself. PROXY, for a client, is 1.
const LOCAL: u8 = 0;
/// Maximum number of bytes after the fixed part. The specification wants a whole header to fit into
/// the 536 bytes that every TCP segment may have; a Unix address takes 216, and the rest is for
/// extra fields, which are skipped.
pub const MOST: usize = 536;

/// Source of a connection according to a PROXY header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// Connection of the proxy itself, or of a client without an address.
    Own,
    /// Connection for a client at this address.
    For(IpAddr),
}

/// Progress of reading a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Incomplete: at least so many bytes are missing, and no more than that may be read.
    More(usize),
    /// Complete header, which ends with the bytes that were given.
    Whole(Header),
}

/// Error in a PROXY protocol header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProxyError {
    /// Signature missing; also for version 1, which is text.
    #[error("it does not begin with a PROXY protocol v2 header; does the proxy send one?")]
    Missing,
    /// Unsupported version.
    #[error("its header has version {0}, but only 2 is known")]
    Version(u8),
    /// Unknown command, neither LOCAL nor PROXY.
    #[error("its header has the unknown command {0}")]
    Command(u8),
    /// Address family and transport that do not belong to a stream.
    #[error("its header has the address family {0:#04x}, which is no stream's")]
    Family(u8),
    /// Address block that is too short.
    #[error("its header has only {0} bytes of addresses")]
    Short(usize),
    /// Header that is too long.
    #[error("its header has {0} bytes after the first 16, more than {MOST}")]
    Long(usize),
}

/// Reads a header from the bytes that have come so far.
///
/// # Errors
/// [`ProxyError`] as soon as these can no longer become one.
pub fn parse(bytes: &[u8]) -> Result<Progress, ProxyError> {
    if bytes.iter().zip(&SIGNATURE).any(|(byte, expected)| byte != expected) {
        return Err(ProxyError::Missing);
    }
    let Some((fixed, rest)) = bytes.split_first_chunk::<FIXED>() else {
        return Ok(Progress::More(FIXED - bytes.len()));
    };
    let [.., version, family, high, low] = *fixed;
    if version >> 4 != 2 {
        return Err(ProxyError::Version(version >> 4));
    }
    let length = usize::from(u16::from_be_bytes([high, low]));
    if length > MOST {
        return Err(ProxyError::Long(length));
    }
    let command = version & 0x0F;
    if command > 1 {
        return Err(ProxyError::Command(command));
    }
    if rest.len() < length {
        return Ok(Progress::More(length - rest.len()));
    }
    let header = if command == LOCAL { Header::Own } else { origin(family, rest)? };
    Ok(Progress::Whole(header))
}

/// Returns the source of the connection. Each block of addresses begins with the source address;
/// the extra fields (TLVs) after the block are ignored.
fn origin(family: u8, block: &[u8]) -> Result<Header, ProxyError> {
    /// Length of two addresses and two ports, in bytes.
    const V4: usize = 12;
    const V6: usize = 36;
    /// Two paths of 108 bytes.
    const UNIX: usize = 216;
    let header = match family {
        0x00 => Some(Header::Own),
        0x11 => block
            .first_chunk::<V4>()
            .map(|&[a, b, c, d, ..]| Header::For(IpAddr::V4(Ipv4Addr::new(a, b, c, d)))),
        0x21 => block
            .first_chunk::<V6>()
            .and_then(|block| block.first_chunk())
            .map(|source| Header::For(IpAddr::V6(Ipv6Addr::from(*source)).to_canonical())),
        0x31 => block.first_chunk::<UNIX>().map(|_| Header::Own),
        other => return Err(ProxyError::Family(other)),
    };
    header.ok_or(ProxyError::Short(block.len()))
}
