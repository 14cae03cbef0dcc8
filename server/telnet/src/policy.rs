//! Policy of one connection: the options it may negotiate beyond the basics.

/// Stance towards one protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stance {
    /// Never enabled.
    Refuse,
    /// Enabled when the peer asks for it or the server wants it later; not offered.
    Accept,
    /// Offered at the start.
    Offer,
}

/// Policy of the options of a connection. ECHO, SGA, EOR, NAWS, TTYPE and TIMING-MARK always work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionPolicy {
    /// CHARSET (RFC 2066), by which we ask for UTF-8.
    pub charset: Stance,
    /// NEW-ENVIRON (RFC 1572) with the variables of MNES.
    pub environ: Stance,
    /// MSSP, the data of listing sites.
    pub mssp: Stance,
    /// GMCP, structured data beside the text.
    pub gmcp: Stance,
    /// MCCP2, compression of what we send. To be refused under TLS and on a WebSocket, where it
    /// gains nothing and can give away secrets. An offer goes out once TTYPE is settled.
    pub compression: Stance,
    /// True if GMCP may carry a login (`Char.Login`); only for a connection that is encrypted.
    pub login: bool,
    /// True if the peer is a trusted proxy, so that the address it reports for its player may be
    /// used. From any other peer the address is neither asked for nor reported.
    pub trusted_proxy: bool,
}

impl Default for OptionPolicy {
    fn default() -> Self {
        Self {
            charset: Stance::Offer,
            environ: Stance::Offer,
            mssp: Stance::Offer,
            gmcp: Stance::Offer,
            compression: Stance::Accept,
            login: false,
            trusted_proxy: false,
        }
    }
}
