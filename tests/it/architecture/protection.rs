//! Every text that a mind writes of its own passes the persona protection, `memory::protect`: a mind that
//! stored what it did itself would tell of itself in ever finer words.
//!
//! Notes are made in one place, behind the admission; lines are what others and the mind itself said, as
//! it was perceived. Slots and goals are written by one function each, which protects. A writer that goes
//! around these fails here.

use std::collections::BTreeSet;

use syn::{
    Expr, ExprAssign, ExprMethodCall, ExprStruct, ImplItemFn, ItemFn, ItemMod, Member,
    visit::{self, Visit},
};

use super::{is_test, sources};

/// Functions that write such a text: what is written, the file and the function, and why it may.
const WRITERS: [(&str, &str, &str); 10] = [
    ("Note", "assistants/src/memory/keep.rs numbered", "its draft was admitted"),
    ("Note", "assistants/src/think/talks.rs keep", "a line, as it was perceived"),
    ("Note", "assistants/src/think/rumours.rs watch", "a deed, as it was perceived"),
    ("numbered", "assistants/src/think/remember.rs keep", "it admits"),
    ("restore_slot", "assistants/src/mind/acquaintance.rs learn", "it protects"),
    ("restore_slot", "assistants/src/mind/saved.rs current", "it was saved"),
    ("Goal", "assistants/src/mind/goals/change.rs set", "it protects"),
    ("Goal", "assistants/src/mind/goals.rs sync_one", "the author wrote it"),
    ("text", "assistants/src/mind/goals/change.rs update", "it protects"),
    ("slots", "assistants/src/mind/acquaintance.rs restore_slot", "it is what writes slots"),
];

/// Functions that protect, each by a call of this name.
const PROTECTORS: [(&str, &str); 5] = [
    ("assistants/src/memory/keep.rs admit", "protect"),
    ("assistants/src/think/remember.rs keep", "admit"),
    ("assistants/src/mind/acquaintance.rs learn", "protect"),
    ("assistants/src/mind/goals/change.rs checked", "protect"),
    ("assistants/src/mind/goals/change.rs set", "checked"),
];

/// What a file writes, and calls, by function.
#[derive(Default)]
struct Writes {
    path: String,
    /// True if the file names drafts of notes; what is numbered elsewhere is something else.
    has_drafts: bool,
    function: String,
    found: BTreeSet<(String, String)>,
    calls: BTreeSet<(String, String)>,
}

impl Writes {
    fn at(&self) -> String {
        format!("{} {}", self.path, self.function)
    }

    fn note(&mut self, what: &str) {
        let at = self.at();
        self.found.insert((what.to_owned(), at));
    }

    fn within(&mut self, name: &syn::Ident, look: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, name.to_string());
        look(self);
        self.function = outer;
    }
}

impl Visit<'_> for Writes {
    fn visit_item_fn(&mut self, function: &ItemFn) {
        self.within(&function.sig.ident, |this| visit::visit_item_fn(this, function));
    }

    fn visit_impl_item_fn(&mut self, function: &ImplItemFn) {
        self.within(&function.sig.ident, |this| visit::visit_impl_item_fn(this, function));
    }

    fn visit_item_mod(&mut self, module: &ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    /// Notes and goals that are made with a text of their own, not as a changed copy.
    fn visit_expr_struct(&mut self, made: &ExprStruct) {
        let name = made.path.segments.last().map(|it| it.ident.to_string()).unwrap_or_default();
        let has = |field: &str| {
            made.fields.iter().any(|it| matches!(&it.member, Member::Named(name) if name == field))
        };
        if (name == "Note" && has("content")) || (name == "Goal" && has("text")) {
            self.note(&name);
        }
        visit::visit_expr_struct(self, made);
    }

    /// Texts of notes and goals that are assigned.
    fn visit_expr_assign(&mut self, assigned: &ExprAssign) {
        let targets: Vec<&Expr> = if let Expr::Tuple(all) = &*assigned.left {
            all.elems.iter().collect()
        } else {
            vec![&*assigned.left]
        };
        for target in targets {
            if let Expr::Field(field) = target
                && let Member::Named(name) = &field.member
                && let Expr::Path(of) = &*field.base
                && (name == "content" || (name == "text" && of.path.is_ident("goal")))
            {
                self.note(&name.to_string());
            }
        }
        visit::visit_expr_assign(self, assigned);
    }

    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        let (name, at) = (call.method.to_string(), self.at());
        let of_slots = matches!(&*call.receiver, Expr::Field(field)
            if matches!(&field.member, Member::Named(it) if it == "slots"));
        if of_slots && ["entry", "insert"].contains(&&*name) {
            self.note("slots");
        }
        if name == "restore_slot" || (name == "numbered" && self.has_drafts) {
            self.note(&name);
        }
        self.calls.insert((at, name));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if let Some(last) = path.segments.last() {
            let at = self.at();
            self.calls.insert((at, last.ident.to_string()));
        }
        visit::visit_path(self, path);
    }
}

/// Returns what the code of a file writes.
fn writes(path: &str, text: &str) -> Writes {
    let has_drafts = text.contains("NoteDraft");
    let mut writes = Writes { path: path.to_owned(), has_drafts, ..Writes::default() };
    writes.visit_file(&syn::parse_file(text).unwrap());
    writes
}

#[test]
fn every_text_that_a_mind_keeps_passes_the_persona_protection() {
    let known: BTreeSet<_> =
        WRITERS.iter().map(|(what, at, _)| (String::from(*what), String::from(*at))).collect();
    let (mut found, mut calls) = (BTreeSet::new(), BTreeSet::new());
    for (path, text) in sources() {
        if path.starts_with("assistants/src") && !is_test(&path) {
            let of = writes(&path, &text);
            found.extend(of.found);
            calls.extend(of.calls);
        }
    }
    let around: Vec<_> = found.difference(&known).collect();
    assert_eq!(around, Vec::<&(String, String)>::new(), "these write without the protection");
    let gone: Vec<_> = known.difference(&found).collect();
    assert_eq!(gone, Vec::<&(String, String)>::new(), "these are no writers any more");
    for (at, call) in PROTECTORS {
        assert!(calls.contains(&(at.to_owned(), call.to_owned())), "{at} calls no `{call}`");
    }
}

#[test]
fn a_writer_that_goes_around_the_protection_is_found() {
    for (code, what) in [
        ("fn a() { let n = Note { content, ..old }; }", "Note"),
        ("fn a(draft: NoteDraft) { let n = draft.numbered(1); }", "numbered"),
        ("fn a(known: &mut Acquaintance) { known.slots.entry(slot).or_default(); }", "slots"),
        ("impl A { fn a(&mut self) { known.restore_slot(slot, value, label); } }", "restore_slot"),
        ("fn a() { goals.enter(Goal { text, ..of }); }", "Goal"),
        ("fn a() { goal.text = words; }", "text"),
        ("fn a() { (note.content, note.at) = (words, at); }", "content"),
    ] {
        let found = writes("x.rs", code).found;
        assert_eq!(found, BTreeSet::from([(what.to_owned(), "x.rs a".to_owned())]), "{code}");
    }
    assert_eq!(writes("x.rs", "fn a() { let n = Note { links, ..old }; }").found.len(), 0);
}
