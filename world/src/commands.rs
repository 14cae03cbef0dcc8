//! The table of commands: one file each, one line each.

use crate::Simulation;

pub mod accept;
pub mod audit;
pub mod channel;
pub mod drop;
pub mod emit;
pub mod emote;
pub mod examine;
pub mod get;
pub mod give;
pub mod go;
pub mod help;
pub mod ignore;
pub mod inventory;
pub mod kick;
pub mod look;
pub mod offer;
pub mod page;
pub mod quit;
pub mod reload;
pub mod report;
pub mod reports;
pub mod say;
pub mod search;
pub mod set;
pub mod shutdown;
pub mod sitelock;
pub mod teleport;
pub mod time;
pub mod r#use;
pub mod whisper;
pub mod who;

/// Adds every command of the world. The order is that of the manual.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_command::<say::Say, _>(say::say)
        .add_command::<emote::Emote, _>(emote::emote)
        .add_command::<whisper::Whisper, _>(whisper::whisper)
        .add_command::<page::Page, _>(page::page)
        .add_command::<channel::Channel, _>(channel::channel)
        .add_command::<ignore::Ignore, _>(ignore::ignore)
        .add_command::<report::ReportCommand, _>(report::report)
        .add_command::<look::Look, _>(look::look)
        .add_command::<examine::Examine, _>(examine::examine)
        .add_command::<go::Go, _>(go::go)
        .add_command::<who::WhoCommand, _>(who::who)
        .add_command::<search::Search, _>(search::search)
        .add_command::<time::Time, _>(time::time)
        .add_command::<inventory::Inventory, _>(inventory::inventory)
        .add_command::<get::Get, _>(get::get)
        .add_command::<drop::Drop, _>(drop::drop)
        .add_command::<give::Give, _>(give::give)
        .add_command::<r#use::Use, _>(r#use::use_up)
        .add_command::<accept::Accept, _>(accept::accept)
        .add_command::<accept::Decline, _>(accept::decline)
        .add_command::<help::Help, _>(help::help)
        .add_command::<set::Set, _>(set::set)
        .add_command::<quit::Quit, _>(quit::quit)
        .add_command::<emit::Emit, _>(emit::emit)
        .add_command::<kick::Kick, _>(kick::kick)
        .add_command::<sitelock::SitelockCommand, _>(sitelock::sitelock)
        .add_command::<reports::Reports, _>(reports::reports)
        .add_command::<audit::AuditCommand, _>(audit::audit)
        .add_command::<teleport::Teleport, _>(teleport::teleport)
        .add_command::<reload::Reload, _>(reload::reload)
        .add_command::<shutdown::Shutdown, _>(shutdown::shutdown)
        .add_command::<offer::MakeOffer, _>(offer::offer);
}
