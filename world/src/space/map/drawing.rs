//! Drawing of a map: a box for each room, placed by the directions that lead to it, and lines
//! between the boxes.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use text::parse::Direction;

use crate::space::path::{self, WayOut};

/// Maximum number of rooms that are visited and drawn: the one in the middle, and one for each
/// letter.
const MOST_DRAWN: usize = 27;

/// Maximum number of columns of boxes on either side of the middle.
const MOST_ASIDE: i32 = 4;

/// Maximum number of rows of boxes above the middle and below it.
const MOST_ABOVE: i32 = 3;

/// Distance from one box to the next, in columns.
const PITCH: i32 = 6;

/// Width of a box, in columns.
const BOX: i32 = 3;

/// Cell of the grid, to the right and down from the middle.
type Cell = (i32, i32);

/// Rooms of a drawing, nearest first, with their cells.
pub(super) struct Drawing {
    rooms: Vec<(Entity, Cell)>,
    cells: BTreeMap<Entity, Cell>,
    /// Lines from cell to cell.
    lines: Vec<(Cell, Cell)>,
}

/// Returns the step on the grid; none for directions that no map shows.
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

/// Returns the letter in the box of a room by its index: `@` for the middle, then `A` to `Z`.
pub(super) fn sign(at: usize) -> char {
    let letter = at.checked_sub(1).and_then(|it| u8::try_from(it).ok());
    letter.map_or('@', |it| char::from(b'A'.saturating_add(it)))
}

impl Drawing {
    /// Draws the rooms around one, through open exits, no wider than `width` columns. A room whose
    /// cell is taken, because the exits do not fit a plane, is left out.
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

    /// Iterates over the rooms, in the order of their letters.
    pub(super) fn rooms(&self) -> impl Iterator<Item = Entity> {
        self.rooms.iter().map(|it| it.0)
    }

    /// Returns whether an exit can be seen in the drawing, or leads to a cell where no room is
    /// drawn.
    pub(super) fn shows(&self, room: Entity, way: &WayOut<'_>) -> bool {
        let Some(step) = offset(way.direction).filter(|_| way.is_open()) else { return false };
        let from = self.cells.get(&room);
        let to = from.map(|it| (it.0 + step.0, it.1 + step.1));
        match self.cells.get(&way.to) {
            Some(cell) => Some(*cell) == to,
            None => to.is_none_or(|to| !self.cells.values().any(|it| *it == to)),
        }
    }

    /// Returns the lines of the drawing, without trailing blanks.
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

/// Returns the minimum and the maximum of some numbers; zero for none.
fn ends(numbers: impl Iterator<Item = i32> + Clone) -> (i32, i32) {
    (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0))
}

/// Grid of characters, in rows.
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

    /// Draws a line between the centres of two neighbouring boxes.
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
