//! Validation of goals: names, texts, engine predicates, and what follows from them.

use world::content::{
    check::check_conditions,
    locate::Node,
    problem::{Problem, did_you_mean},
};

use super::Surroundings;
use crate::mind::goals::LONGEST;
use crate::persona::{
    Persona,
    goal::{
        AGAIN, COUNT, GOAL_PLACEHOLDERS, GoalCount, GoalNeeds, GoalPlan, MOST_AUTHORED, PRIORITY,
    },
    script::ScriptEvent,
};

/// Checks the goals of a character, and the deeds in `on` that name one.
pub(super) fn check(
    path: &str,
    tree: &Node,
    persona: &Persona,
    around: Surroundings<'_>,
    problems: &mut Vec<Problem>,
) {
    let mut check = GoalCheck { path, persona, problems };
    let node = tree.field("goals");
    let goals = &persona.goals;
    if goals.len() > MOST_AUTHORED {
        check.report(
            node.item(MOST_AUTHORED),
            format!("a character has at most {MOST_AUTHORED} goals"),
        );
    }
    for (index, goal) in goals.iter().enumerate() {
        check.goal(node.item(index), index, goal);
        let node = node.item(index);
        let mut conditions =
            check_conditions(around.content, path, node.field("asks_if"), &goal.asks_if);
        if let Some(needs) = &goal.needs {
            let when = node.field("needs").field("when");
            conditions.extend(check_conditions(around.content, path, when, &needs.when));
        }
        check.problems.extend(conditions);
    }
    check.reactions(tree.field("on"));
}

struct GoalCheck<'a> {
    path: &'a str,
    persona: &'a Persona,
    problems: &'a mut Vec<Problem>,
}

impl GoalCheck<'_> {
    fn report(&mut self, node: &Node, sentence: impl Into<String>) {
        self.problems.push(Problem::new(self.path, node.position(), sentence));
    }

    fn goal(&mut self, node: &Node, index: usize, goal: &GoalPlan) {
        let before = self.persona.goals.iter().take(index);
        if before.clone().any(|it| it.name == goal.name) {
            self.report(
                node.field("name"),
                format!("there is another goal `{}`; rename one", goal.name),
            );
        }
        let is_id = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
        if goal.name.is_empty() || !goal.name.chars().all(is_id) {
            self.report(node.field("name"), "`name` is made of small letters, digits and hyphens");
        }
        if goal.text.trim().is_empty() || goal.text.chars().count() > LONGEST {
            let sentence =
                format!("`text` says what is to be reached, in at most {LONGEST} characters");
            self.report(node.field("text"), sentence);
        }
        if !PRIORITY.contains(&goal.priority) {
            let sentence = format!("`priority` is between 1 and 9, not {}", goal.priority);
            self.report(node.field("priority"), sentence);
        }
        if let Some(days) = goal.again.filter(|it| !AGAIN.contains(it)) {
            let sentence = format!("`again` is between 1 and 365, not {days}");
            self.report(node.field("again"), sentence);
        }
        self.texts(node, goal);
        self.whole(node, goal);
        if let Some(needs) = &goal.needs {
            self.needs(node.field("needs"), needs);
        }
    }

    /// Reports texts with placeholders that nothing fills.
    fn texts(&mut self, node: &Node, goal: &GoalPlan) {
        if goal.asks.is_empty() && !goal.asks_if.is_empty() {
            self.report(
                node.field("asks_if"),
                "nobody is asked without words; write them into `asks`",
            );
        }
        if !goal.asks.is_empty()
            && self.persona.autonomy.may_speak.is_some()
            && !self.persona.speaks_unasked()
        {
            let sentence = "nothing of this is ever said, because `autonomy.may_speak` has no `Room`; \
                            write that, or remove these";
            self.report(node.field("asks"), sentence);
        }
        let fields = [("says", &goal.says), ("asks", &goal.asks)];
        let all = fields.into_iter().flat_map(|(field, texts)| {
            texts.iter().enumerate().map(move |(at, text)| (field, at, text))
        });
        for (field, at, text) in all {
            let node = node.field(field).item(at);
            let names = text.split('{').skip(1).filter_map(|rest| rest.split('}').next());
            for name in names.filter(|it| !GOAL_PLACEHOLDERS.contains(it)) {
                let hint = did_you_mean(name, GOAL_PLACEHOLDERS);
                self.report(
                    node,
                    format!("nothing fills `{{{name}}}` in the text of a goal{hint}"),
                );
            }
            if text.contains('{') && goal.needs.is_none() {
                self.report(node, "there is nothing to count without `needs`; say it without");
            }
            if text.trim().is_empty() || text.starts_with('<') || text.starts_with('[') {
                let sentence =
                    "a goal is spoken of in a whole sentence, without a condition or a gesture";
                self.report(node, sentence);
            }
        }
    }

    /// Checks what a goal is a part of, and what it cannot have as a part or as a whole.
    fn whole(&mut self, node: &Node, goal: &GoalPlan) {
        let goals = &self.persona.goals;
        let is_whole = goals.iter().any(|it| it.part_of.as_ref() == Some(&goal.name));
        if is_whole && goal.needs.is_some() {
            let sentence = "this goal has parts, and is reached when they are; remove its `needs`";
            self.report(node.field("needs"), sentence);
        }
        let Some(of) = &goal.part_of else { return };
        if goal.again.is_some() {
            let sentence = "a part begins anew with its whole; write `again` there";
            self.report(node.field("again"), sentence);
        }
        let names = goals.iter().map(|it| it.name.as_str()).filter(|it| *it != goal.name);
        match goals.iter().find(|it| it.name == *of && it.name != goal.name) {
            None => {
                let hint = did_you_mean(of, names);
                self.report(node.field("part_of"), format!("there is no goal `{of}`{hint}"));
            }
            Some(whole) if whole.part_of.is_some() => {
                let sentence = "the goals of an author are wholes and their parts, no deeper; name the \
                                whole of that one";
                self.report(node.field("part_of"), sentence);
            }
            Some(_) => {}
        }
    }

    fn needs(&mut self, node: &Node, needs: &GoalNeeds) {
        let number = needs.count.number();
        if !COUNT.contains(&number) {
            let (least, most) = (COUNT.start(), COUNT.end());
            let sentence = format!("a goal takes between {least} and {most}, not {number}");
            self.report(node.field("count"), sentence);
        }
        let by_clock = matches!(needs.count, GoalCount::Unspoiled(_));
        if by_clock && !(needs.on.is_empty() && needs.when.is_empty()) {
            let sentence = "`Unspoiled` goes by the clock; say in `spoiled_by` what sets it back, and \
                            remove `on` and `when`";
            self.report(node.field("count"), sentence);
        }
        if !by_clock && needs.on.is_empty() && needs.when.is_empty() {
            self.report(node, "whatever anybody does would count; say in `on` or `when` what does");
        }
        for (field, deeds) in [("on", &needs.on), ("spoiled_by", &needs.spoiled_by)] {
            for (index, deed) in deeds.iter().enumerate() {
                self.deed(node.field(field).item(index), deed);
            }
        }
    }

    /// Reports deeds that no goal counts.
    fn deed(&mut self, node: &Node, deed: &ScriptEvent) {
        match deed {
            ScriptEvent::Accepted(offer) => {
                let ids = || self.persona.offers.iter().map(|it| it.id.as_str());
                if !ids().any(|it| it == offer.as_str()) {
                    let hint = did_you_mean(offer.as_str(), ids());
                    self.report(node, format!("there is no offer `{offer}`{hint}"));
                }
            }
            ScriptEvent::Social(name) if !self.persona.on.contains_key(deed) => {
                let sentence = format!(
                    "the character takes no note of `{name}`; say in `on` what it does when somebody \
                     shows it that"
                );
                self.report(node, sentence);
            }
            ScriptEvent::Social(_)
            | ScriptEvent::Gift
            | ScriptEvent::Declined
            | ScriptEvent::Shouted
            | ScriptEvent::Opened
            | ScriptEvent::Quarrel => {}
            ScriptEvent::Left
            | ScriptEvent::Asked
            | ScriptEvent::Followed
            | ScriptEvent::Met
            | ScriptEvent::Chatted
            | ScriptEvent::Told
            | ScriptEvent::Reached(_)
            | ScriptEvent::Spoiled(_) => {
                let sentence = "no goal counts this; it counts Accepted(\"OFFER\"), Gift, Declined, \
                                Shouted, Opened, Quarrel and Social(\"NAME\")";
                self.report(node, sentence);
            }
        }
    }

    /// Reports reactions to goals that there are not.
    fn reactions(&mut self, node: &Node) {
        let names = || self.persona.goals.iter().map(|it| it.name.as_str());
        for deed in self.persona.on.keys() {
            let (ScriptEvent::Reached(name) | ScriptEvent::Spoiled(name)) = deed else { continue };
            if !names().any(|it| it == name) {
                let hint = did_you_mean(name, names());
                self.report(node, format!("there is no goal `{name}`{hint}"));
            }
        }
    }
}
