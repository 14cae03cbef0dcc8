//! Everything public says what it is for. Fields and variants need no words where their name says
//! it all, which is why this is no lint.

use syn::{
    Attribute, ImplItemConst, ImplItemFn, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMod,
    ItemStatic, ItemStruct, ItemTrait, ItemType, ItemUnion, TraitItemFn, Visibility,
    visit::{self, Visit},
};

use super::{is_test, names::is_for_tests, sources};

/// Public items without a doc comment.
#[derive(Default)]
struct Silent(Vec<String>);

impl Silent {
    fn item(&mut self, name: &impl ToString, visibility: &Visibility, attributes: &[Attribute]) {
        let public = matches!(visibility, Visibility::Public(_));
        if public && !attributes.iter().any(|it| it.path().is_ident("doc")) {
            self.0.push(name.to_string());
        }
    }
}

impl Visit<'_> for Silent {
    fn visit_item_struct(&mut self, it: &ItemStruct) {
        self.item(&it.ident, &it.vis, &it.attrs);
    }

    fn visit_item_enum(&mut self, it: &ItemEnum) {
        self.item(&it.ident, &it.vis, &it.attrs);
    }

    fn visit_item_trait(&mut self, it: &ItemTrait) {
        self.item(&it.ident, &it.vis, &it.attrs);
        if matches!(it.vis, Visibility::Public(_)) {
            visit::visit_item_trait(self, it);
        }
    }

    fn visit_trait_item_fn(&mut self, it: &TraitItemFn) {
        self.item(&it.sig.ident, &Visibility::Public(syn::token::Pub::default()), &it.attrs);
    }

    fn visit_item_type(&mut self, it: &ItemType) {
        self.item(&it.ident, &it.vis, &it.attrs);
    }

    fn visit_item_const(&mut self, it: &ItemConst) {
        self.item(&it.ident, &it.vis, &it.attrs);
    }

    fn visit_item_static(&mut self, it: &ItemStatic) {
        self.item(&it.ident, &it.vis, &it.attrs);
    }

    fn visit_item_fn(&mut self, it: &ItemFn) {
        self.item(&it.sig.ident, &it.vis, &it.attrs);
    }

    fn visit_item_impl(&mut self, it: &ItemImpl) {
        // What a trait asks for is described there.
        if it.trait_.is_none() {
            visit::visit_item_impl(self, it);
        }
    }

    fn visit_impl_item_fn(&mut self, it: &ImplItemFn) {
        self.item(&it.sig.ident, &it.vis, &it.attrs);
    }

    fn visit_impl_item_const(&mut self, it: &ImplItemConst) {
        self.item(&it.ident, &it.vis, &it.attrs);
    }

    fn visit_item_union(&mut self, it: &ItemUnion) {
        self.item(&it.ident, &it.vis, &it.attrs);
    }

    fn visit_item_mod(&mut self, it: &ItemMod) {
        if !is_for_tests(&it.attrs) {
            visit::visit_item_mod(self, it);
        }
    }
}

#[test]
fn everything_public_says_what_it_is_for() {
    for (path, text) in sources() {
        if is_test(&path) && !path.starts_with("tests/src/") {
            continue;
        }
        let mut silent = Silent::default();
        silent.visit_file(&syn::parse_file(&text).unwrap());
        assert!(silent.0.is_empty(), "{path} says nothing about {}", silent.0.join(", "));
    }
}

/// First words of a doc that asks or points instead of naming the thing.
const NO_NAMES: [&str; 16] = [
    "What", "Whatever", "Whether", "Where", "Who", "Whoever", "Whom", "Whose", "How", "When",
    "Why", "Which", "That", "Those", "Until", "As",
];

/// Folder whose docs of fields are the descriptions of arguments that models read.
const SCHEMAS: &str = "assistants/src/tools/";

/// Docs of a file, each by the number and the text of its first line, and the line of code below it.
fn docs(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let mut lines = text.lines().map(str::trim).enumerate().peekable();
    std::iter::from_fn(move || {
        let (at, first) = lines.find(|(_, it)| it.starts_with("/// ") || it.starts_with("//! "))?;
        let is_further = |it: &str| it.starts_with("//") || it.starts_with("#[") || it.is_empty();
        while lines.next_if(|(_, it)| is_further(it)).is_some() {}
        Some((at + 1, first.get(4..)?, lines.peek().map_or("", |it| it.1)))
    })
}

/// Returns whether a line of code begins a function, rather than a field or a type that holds one.
fn is_function(code: &str) -> bool {
    let before = code.find("fn ").and_then(|at| code.get(..at));
    before.is_some_and(|it| !it.contains(": ") && !it.contains('='))
}

#[test]
fn docs_name_the_thing_first_and_those_of_functions_begin_with_a_verb() {
    let mut riddles = Vec::new();
    for (path, text) in sources() {
        if is_test(&path) {
            continue;
        }
        let shipped = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (line, doc, code) in docs(shipped) {
            let mut words = doc.split(|it: char| !it.is_alphabetic() && it != '-');
            let first = words.find(|it| !it.is_empty()).unwrap_or_default();
            let no_verb = is_function(code) && !first.ends_with('s');
            let asks = NO_NAMES.contains(&first) && !path.starts_with(SCHEMAS);
            if asks || doc.starts_with("The one ") || (no_verb && !doc.starts_with("# ")) {
                riddles.push(format!("{path}:{line}: {doc}"));
            }
        }
    }
    assert!(riddles.is_empty(), "docs that do not name the thing:\n{}", riddles.join("\n"));
}
