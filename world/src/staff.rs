//! Staff: reports by players, bans (site locks), the audit log, and the commands of the staff.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod accounts;
pub mod audit;
pub mod bug;
mod building;
pub mod case;
pub mod emit;
pub mod kick;
pub mod reload;
pub mod report;
pub mod reports;
pub mod shutdown;
pub mod sitelock;
pub mod teleport;

/// Adds the resources, saved documents and commands of the staff.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(case::plugin)
        .add_command::<report::ReportCommand, _>(report::report)
        .add_command::<bug::BugCommand, _>(bug::bug)
        .add_command::<emit::Emit, _>(emit::emit)
        .add_command::<kick::Kick, _>(kick::kick)
        .add_plugin(sitelock::plugin)
        .add_command::<sitelock::command::SitelockCommand, _>(sitelock::command::sitelock)
        .add_command::<accounts::AccountsCommand, _>(accounts::accounts)
        .add_command::<reports::Reports, _>(reports::reports)
        .add_plugin(audit::plugin)
        .add_command::<audit::command::AuditCommand, _>(audit::command::audit)
        .add_plugin(building::plugin)
        .add_command::<teleport::Teleport, _>(teleport::teleport)
        .add_command::<reload::Reload, _>(reload::reload)
        .add_command::<shutdown::Shutdown, _>(shutdown::shutdown);
}
