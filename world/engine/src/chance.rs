//! Seeded random numbers: one stream for each purpose, so that a new use of random numbers in one
//! place changes no others.

use bevy_ecs::prelude::*;
use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Purpose of a random number, which selects its stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// Choice between several wordings of a message.
    Variety = 1,
    /// Markers that delimit data in a prompt.
    Nonce = 2,
    /// Timing of conversations between NPCs that meet.
    Company = 3,
    /// Choice and timing of the ambient messages of a room.
    Ambience = 4,
}

/// Random number generator of the game. The same seed gives the same run.
#[derive(Resource, Debug)]
pub struct Chance {
    seed: u64,
    variety: ChaCha8Rng,
    nonce: ChaCha8Rng,
    company: ChaCha8Rng,
    ambience: ChaCha8Rng,
}

impl Chance {
    /// Creates the streams of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let stream = |purpose: Purpose| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(purpose as u64);
            rng
        };
        Self {
            seed,
            variety: stream(Purpose::Variety),
            nonce: stream(Purpose::Nonce),
            company: stream(Purpose::Company),
            ambience: stream(Purpose::Ambience),
        }
    }

    fn stream(&mut self, purpose: Purpose) -> &mut ChaCha8Rng {
        match purpose {
            Purpose::Variety => &mut self.variety,
            Purpose::Nonce => &mut self.nonce,
            Purpose::Company => &mut self.company,
            Purpose::Ambience => &mut self.ambience,
        }
    }

    /// Draws a number from the whole range of `u64`.
    pub fn number(&mut self, purpose: Purpose) -> u64 {
        self.stream(purpose).next_u64()
    }

    /// Returns the number of a key, whatever was drawn before and for other keys: what is drawn for one
    /// conversation tells nothing about another.
    #[must_use]
    pub fn number_of(&self, purpose: Purpose, key: u64) -> u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ key);
        rng.set_stream(purpose as u64);
        rng.next_u64()
    }

    /// Draws a number below `end`; zero if `end` is zero.
    pub fn below(&mut self, purpose: Purpose, end: u64) -> u64 {
        if end == 0 { 0 } else { self.stream(purpose).random_range(0..end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_do_not_disturb_one_another() {
        let (mut a, mut b) = (Chance::new(7), Chance::new(7));
        a.number(Purpose::Nonce);
        assert_eq!(a.number(Purpose::Variety), b.number(Purpose::Variety));
        let of_five = a.number_of(Purpose::Variety, 5);
        a.number(Purpose::Variety);
        assert_eq!(of_five, b.number_of(Purpose::Variety, 5));
        assert_ne!(of_five, b.number_of(Purpose::Variety, 6));
        assert_ne!(
            Chance::new(8).number(Purpose::Variety),
            Chance::new(7).number(Purpose::Variety)
        );
    }
}
