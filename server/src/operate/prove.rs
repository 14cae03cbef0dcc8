//! `hearsay prove`: whether all that the characters did was allowed, proven again from the record.

use std::{collections::BTreeMap, path::Path};

use anyhow::Context;
use assistants::record::proof::{ProofFault, RecordProof, RecordProver};
use world::act::{command::CommandSpec, permission::Role};

use crate::record::reading;

/// Most faults of one kind that are told one by one.
const TOLD: usize = 5;

/// Returns the findings of the proof of a record, a line each, and whether every rule of the gate
/// held.
///
/// # Errors
/// No record, or one that cannot be read.
pub fn lines(
    path: &Path,
    commands: &[&'static CommandSpec],
) -> anyhow::Result<(Vec<String>, bool)> {
    let needs: BTreeMap<&str, Role> = commands
        .iter()
        .flat_map(|it| it.aliases.iter().chain([&it.name]).map(|name| (*name, it.role)))
        .collect();
    let needs = |verb: &str| needs.get(verb).copied();
    let mut prover = RecordProver::new(&needs);
    let unreadable = reading::all(path, |entry| prover.take(&entry))
        .with_context(|| format!("The record {} cannot be read", path.display()))?;
    let proof = prover.finish();
    let sound = proof.broken.is_empty();
    Ok((report_lines(&proof, unreadable), sound))
}

fn report_lines(proof: &RecordProof, unreadable: usize) -> Vec<String> {
    let RecordProof { entries, thoughts, allowed, refused, proven, of_the_world, .. } = proof;
    let changes = proof.changes;
    let refusals: usize = refused.values().sum();
    let by_rule: Vec<String> =
        refused.iter().map(|(rule, count)| format!("{count} by {}", rule.name())).collect();
    let by_rule =
        if by_rule.is_empty() { String::new() } else { format!(": {}", by_rule.join(", ")) };
    let mut lines = vec![
        format!("{entries} entries of {thoughts} thoughts"),
        format!("calls: {allowed} allowed, {refusals} refused{by_rule}"),
        format!("acts proven: {proven}, of them {of_the_world} that changed the world"),
        format!("changes of minds: {changes} created, removed, configured, stopped or at rest"),
        format!("broken: {}", proof.broken.len()),
    ];
    lines.extend(faults(&proof.broken));
    lines.push(format!("cannot be proven: {}", proof.unproven.len() + unreadable));
    lines.extend(faults(&proof.unproven));
    if unreadable > 0 {
        lines.push(format!("  {unreadable} lines cannot be read"));
    }
    lines.push(
        "taken from the record as it stands: who had which rights then, and which words were \
         somebody else's"
            .to_owned(),
    );
    lines
}

/// Returns the faults by their kind, and when the first of each were.
fn faults(all: &[ProofFault]) -> Vec<String> {
    let mut kinds: BTreeMap<_, Vec<&ProofFault>> = BTreeMap::new();
    for it in all {
        kinds.entry(it.what).or_default().push(it);
    }
    let mut lines = Vec::new();
    for (kind, of) in kinds {
        lines.push(format!("  {} x {kind}", of.len()));
        for it in of.iter().take(TOLD) {
            let mind = it.mind.as_ref().map_or("-", |mind| mind.as_str());
            lines.push(format!("    {} {mind}", it.at));
        }
    }
    lines
}
