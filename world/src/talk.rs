//! Talk: words for those present, for one person, or for a channel, and not
//! hearing somebody's words.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod ask;
pub mod board;
pub mod call;
pub mod channel;
pub mod emote;
pub mod greet;
pub mod ignore;
pub mod mail;
pub mod page;
pub mod reply;
pub mod say;
pub mod shout;
pub mod social;
pub mod whisper;

/// Adds channels and the commands of talk.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_command::<say::Say, _>(say::say)
        .add_command::<ask::AskCommand, _>(ask::ask)
        .add_command::<greet::Greet, _>(greet::greet)
        .add_command::<greet::TalkTo, _>(greet::talk)
        .add_command::<shout::Shout, _>(shout::shout)
        .add_command::<emote::Emote, _>(emote::emote)
        .add_command::<whisper::Whisper, _>(whisper::whisper)
        .add_command::<page::Page, _>(page::page)
        .add_command::<reply::ReplyCommand, _>(reply::reply)
        .add_plugin(channel::plugin)
        .add_command::<channel::command::ChannelCommand, _>(channel::command::channel)
        .add_command::<channel::history::History, _>(channel::history::history)
        .add_plugin(mail::plugin)
        .add_command::<mail::command::MailCommand, _>(mail::command::mail)
        .add_plugin(board::plugin)
        .add_command::<board::command::BoardCommand, _>(board::command::board)
        .add_command::<board::command::Post, _>(board::command::post)
        .add_command::<board::command::Unpost, _>(board::command::unpost)
        .add_command::<board::command::ReadCommand, _>(board::command::read)
        .add_command::<ignore::Ignore, _>(ignore::ignore)
        .add_plugin(social::plugin)
        .add_plugin(call::plugin);
}
