//! Space: rooms, exits, containment, movement, the time of day and the weather.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod ambience;
pub mod calendar;
pub mod containment;
pub mod door;
pub mod enter;
pub mod exit;
pub mod exits;
pub mod follow;
pub mod go;
mod journey;
pub mod light;
pub mod map;
pub mod path;
mod place;
pub mod room;
pub mod routine;
pub mod sky;
pub mod sound;
mod step;
pub mod stop;
pub mod time;
pub mod towards;
pub mod walk;
pub mod weather;
pub mod whereabouts;

/// Registers rooms, doors that fall shut, the calendar, routines, ambience, walks, the sky, and the
/// commands of space.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(room::plugin)
        .add_plugin(door::plugin)
        .add_plugin(calendar::plugin)
        .add_plugin(routine::plugin)
        .add_plugin(ambience::plugin)
        .add_plugin(walk::plugin)
        .add_plugin(sky::plugin)
        .add_command::<go::Go, _>(go::go)
        .add_command::<stop::Stop, _>(stop::stop)
        .add_command::<exits::ShowExits, _>(exits::exits)
        .add_command::<map::ShowMap, _>(map::map)
        .add_command::<whereabouts::Whereabouts, _>(whereabouts::whereabouts)
        .add_plugin(journey::plugin)
        .add_plugin(follow::plugin)
        .add_command::<light::ShowLight, _>(light::light)
        .add_command::<weather::ShowWeather, _>(weather::weather)
        .add_command::<enter::Enter, _>(enter::enter)
        .add_command::<time::Time, _>(time::time);
}
