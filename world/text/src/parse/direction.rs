//! The twelve directions that an exit can lead in.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Direction of an exit. Files write it as its variant is named: `NorthEast`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Direction {
    /// Typed "north" or "n".
    North,
    /// Typed "northeast" or "ne".
    NorthEast,
    /// Typed "east" or "e".
    East,
    /// Typed "southeast" or "se".
    SouthEast,
    /// Typed "south" or "s".
    South,
    /// Typed "southwest" or "sw".
    SouthWest,
    /// Typed "west" or "w".
    West,
    /// Typed "northwest" or "nw".
    NorthWest,
    /// Typed "up" or "u".
    Up,
    /// Typed "down" or "d".
    Down,
    /// Typed "in".
    In,
    /// Typed "out".
    Out,
}

impl Direction {
    /// Every direction, clockwise from north, in the order in which exits are listed.
    pub const ALL: [Direction; 12] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
        Direction::Up,
        Direction::Down,
        Direction::In,
        Direction::Out,
    ];

    /// Parses a direction by its full name or its abbreviation, in any case. Hyphens and spaces in
    /// it are ignored.
    ///
    /// ```text
    /// Direction::parse("ne")          ->  Some(NorthEast)
    /// Direction::parse("north-east")  ->  Some(NorthEast)
    /// Direction::parse("nor")         ->  None
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Direction> {
        let is = |name: &str| {
            let typed = text.trim().chars().filter(|c| !matches!(c, '-' | ' '));
            typed.map(|c| c.to_ascii_lowercase()).eq(name.chars())
        };
        Direction::ALL.into_iter().find(|way| is(way.name()) || is(way.short()))
    }

    /// Returns the opposite direction.
    ///
    /// ```text
    /// Direction::NorthEast.opposite()  ->  SouthWest
    /// ```
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::NorthEast => Direction::SouthWest,
            Direction::East => Direction::West,
            Direction::SouthEast => Direction::NorthWest,
            Direction::South => Direction::North,
            Direction::SouthWest => Direction::NorthEast,
            Direction::West => Direction::East,
            Direction::NorthWest => Direction::SouthEast,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::In => Direction::Out,
            Direction::Out => Direction::In,
        }
    }

    /// Returns the name in lower case, as shown to players: "northeast".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::North => "north",
            Direction::NorthEast => "northeast",
            Direction::East => "east",
            Direction::SouthEast => "southeast",
            Direction::South => "south",
            Direction::SouthWest => "southwest",
            Direction::West => "west",
            Direction::NorthWest => "northwest",
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::In => "in",
            Direction::Out => "out",
        }
    }

    /// Returns the usual abbreviation: "ne". In and out have none and keep their names.
    #[must_use]
    pub fn short(self) -> &'static str {
        match self {
            Direction::North => "n",
            Direction::NorthEast => "ne",
            Direction::East => "e",
            Direction::SouthEast => "se",
            Direction::South => "s",
            Direction::SouthWest => "sw",
            Direction::West => "w",
            Direction::NorthWest => "nw",
            Direction::Up => "u",
            Direction::Down => "d",
            Direction::In => "in",
            Direction::Out => "out",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
