//! Talk: words for those present, for one person, or for a channel, and not
//! hearing somebody's words.

use crate::engine::simulation::Simulation;

pub mod channel;
pub mod emote;
pub mod ignore;
pub mod page;
pub mod say;
pub mod whisper;

/// Adds channels and the commands of talk.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_command::<say::Say, _>(say::say)
        .add_command::<emote::Emote, _>(emote::emote)
        .add_command::<whisper::Whisper, _>(whisper::whisper)
        .add_command::<page::Page, _>(page::page)
        .add_plugin(channel::plugin)
        .add_command::<channel::command::ChannelCommand, _>(channel::command::channel)
        .add_command::<ignore::Ignore, _>(ignore::ignore);
}
