//! A drawing of rooms: each in a box, where the ways to it lead, and lines
//! between the boxes.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use text::parse::Direction;

use crate::space::path::{self, WayOut};

/// Most rooms that are looked at and drawn: the one in the middle, and one for
/// each letter.
const MOST_DRAWN: usize = 27;

/// Most columns of boxes on either side of the middle.
const MOST_ASIDE: i32 = 4;

/// Rows of boxes above the middle and below it.
const MOST_ABOVE: i32 = 3;

/// Columns from one box to the next.
const PITCH: i32 = 6;

/// Columns of a box.
const BOX: i32 = 3;

/// A place on the grid, to the right and down from the middle.
type Cell = (i32, i32);

/// The rooms of a drawing, the nearest first, and where each stands.
pub(super) struct Drawing {
    rooms: Vec<(Entity, Cell)>,
    cells: BTreeMap<Entity, Cell>,
    /// From which cell a line goes where.
    lines: Vec<(Cell, Cell)>,
}

/// One step on the grid; none for ways that no map shows.
fn offset(direction: Direction) -> Option<Cell> {
    Some(match direction {
        Direction::North => (0, -1),
        Direction::NorthEast => (1, -1),
        Direction::East => (1, 0),
        Direction::SouthEast => (1, 1),
        Direction::South => (0, 1),
        Direction::SouthWest => (-1, 1),
        Direction::West => (-1, 0),
        Direction::NorthWest => (-1, -1),
        Direction::Up | Direction::Down | Direction::In | Direction::Out => return None,
    })
}

/// What stands in the box of a room.
pub(super) fn sign(at: usize) -> char {
    let letter = at.checked_sub(1).and_then(|it| u8::try_from(it).ok());
    letter.map_or('@', |it| char::from(b'A'.saturating_add(it)))
}

impl Drawing {
    /// Looks around from a room, through what stands open, and draws no wider
    /// than so many columns. A room whose place is taken, because the ways do not
    /// lie as on paper, is not drawn.
    pub(super) fn around(world: &World, here: Entity, width: u16) -> Self {
        let aside = ((i32::from(width) - BOX) / PITCH / 2).clamp(0, MOST_ASIDE);
        let mut drawing = Self {
            rooms: vec![(here, (0, 0))],
            cells: BTreeMap::from([(here, (0, 0))]),
            lines: Vec::new(),
        };
        let mut taken = BTreeMap::from([((0, 0), here)]);
        let mut at = 0;
        while let Some((room, from)) = drawing.rooms.get(at).copied() {
            at += 1;
            for way in path::ways(world, room).filter(WayOut::is_open) {
                let Some(step) = offset(way.direction) else { continue };
                let to = (from.0 + step.0, from.1 + step.1);
                let fits = to.0.abs() <= aside && to.1.abs() <= MOST_ABOVE;
                let free = !taken.contains_key(&to) && !drawing.cells.contains_key(&way.to);
                if fits && free && drawing.rooms.len() < MOST_DRAWN {
                    drawing.rooms.push((way.to, to));
                    drawing.cells.insert(way.to, to);
                    taken.insert(to, way.to);
                }
                if taken.get(&to) == Some(&way.to) {
                    drawing.lines.push((from, to));
                }
            }
        }
        drawing
    }

    /// The rooms, in the order of their signs.
    pub(super) fn rooms(&self) -> impl Iterator<Item = Entity> {
        self.rooms.iter().map(|it| it.0)
    }

    /// Whether a way can be seen in the drawing, or leads on to where it has no
    /// room for more.
    pub(super) fn shows(&self, room: Entity, way: &WayOut<'_>) -> bool {
        let Some(step) = offset(way.direction).filter(|_| way.is_open()) else { return false };
        let from = self.cells.get(&room);
        let to = from.map(|it| (it.0 + step.0, it.1 + step.1));
        match self.cells.get(&way.to) {
            Some(cell) => Some(*cell) == to,
            None => to.is_none_or(|to| !self.cells.values().any(|it| *it == to)),
        }
    }

    /// The lines of the drawing, without blanks at their ends.
    pub(super) fn lines(&self) -> String {
        let cells = || self.rooms.iter().map(|it| it.1);
        let (left, right) = ends(cells().map(|it| it.0));
        let (top, bottom) = ends(cells().map(|it| it.1));
        let (columns, rows) = ((right - left) * PITCH + BOX, (bottom - top) * 2 + 1);
        let mut canvas = Canvas::blank(columns, rows);
        let middle = |cell: Cell| ((cell.0 - left) * PITCH + BOX / 2, (cell.1 - top) * 2);
        for (from, to) in &self.lines {
            canvas.line(middle(*from), middle(*to));
        }
        for (at, (_, cell)) in self.rooms.iter().enumerate() {
            let (x, y) = middle(*cell);
            for (column, letter) in (x - 1..).zip(['[', sign(at), ']']) {
                canvas.put(column, y, letter);
            }
        }
        canvas.text()
    }
}

/// The least and the most of some numbers; zero for none.
fn ends(numbers: impl Iterator<Item = i32> + Clone) -> (i32, i32) {
    (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0))
}

/// Letters in rows.
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn blank(columns: i32, rows: i32) -> Self {
        let size = |it| usize::try_from(it).unwrap_or(0);
        Self(vec![vec![' '; size(columns)]; size(rows)])
    }

    fn put(&mut self, column: i32, row: i32, letter: char) {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else { return };
        if let Some(place) = self.0.get_mut(row).and_then(|it| it.get_mut(column)) {
            // Two lines that cross stay crossed.
            let crossed = matches!((*place, letter), ('/', '\\') | ('\\', '/') | ('X', _));
            *place = if crossed { 'X' } else { letter };
        }
    }

    /// A line between the middles of two boxes beside each other.
    fn line(&mut self, from: (i32, i32), to: (i32, i32)) {
        let (x, y) = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
        match (to.0 - from.0, to.1 - from.1) {
            (_, 0) => (x - 1..=x + 1).for_each(|x| self.put(x, y, '-')),
            (0, _) => self.put(x, y, '|'),
            (right, down) => self.put(x, y, if (right > 0) == (down > 0) { '\\' } else { '/' }),
        }
    }

    fn text(&self) -> String {
        let lines = self.0.iter().map(|row| row.iter().collect::<String>());
        lines.map(|it| it.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests;
