//! One type, one name: whoever reads a name anywhere knows which type is meant.

use std::collections::BTreeMap;

use proc_macro2::TokenTree;
use syn::{
    Attribute, ImplItemFn, ItemEnum, ItemFn, ItemMacro, ItemMod, ItemStruct, ItemTrait, ItemType,
    ItemUnion,
    visit::{self, Visit},
};

use super::{is_test, sources};

/// Names that several types bear, and why nobody takes one for another.
const SHARED: [(&str, &str); 1] =
    [("Arguments", "each tool's own, in the tool's file, and those of the command line")];

/// The types that a file declares, but those of its tests and inside functions.
#[derive(Default)]
struct Types(Vec<String>);

impl Visit<'_> for Types {
    fn visit_item_struct(&mut self, it: &ItemStruct) {
        self.0.push(it.ident.to_string());
    }

    fn visit_item_enum(&mut self, it: &ItemEnum) {
        self.0.push(it.ident.to_string());
    }

    fn visit_item_union(&mut self, it: &ItemUnion) {
        self.0.push(it.ident.to_string());
    }

    fn visit_item_trait(&mut self, it: &ItemTrait) {
        self.0.push(it.ident.to_string());
    }

    fn visit_item_type(&mut self, it: &ItemType) {
        self.0.push(it.ident.to_string());
    }

    fn visit_item_fn(&mut self, _: &ItemFn) {}

    fn visit_impl_item_fn(&mut self, _: &ImplItemFn) {}

    /// The ids are made by a macro, whose last word is the type's name.
    fn visit_item_macro(&mut self, it: &ItemMacro) {
        if it.mac.path.is_ident("slug") {
            let name = it.mac.tokens.clone().into_iter().filter_map(|token| match token {
                TokenTree::Ident(name) => Some(name.to_string()),
                TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
            });
            self.0.extend(name.last());
        }
    }

    fn visit_item_mod(&mut self, it: &ItemMod) {
        if !is_for_tests(&it.attrs) {
            visit::visit_item_mod(self, it);
        }
    }
}

pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|it| it == "test")
    };
    attributes.iter().any(is_test)
}

#[test]
fn one_name_is_one_type() {
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        // The tests play the game, so they speak of it in its own words.
        if is_test(&path) {
            continue;
        }
        let mut types = Types::default();
        types.visit_file(&syn::parse_file(&text).unwrap());
        for name in types.0 {
            named.entry(name).or_default().push(path.clone());
        }
    }
    assert!(named.contains_key("RoomId"), "types that a macro makes count, too");
    assert!(named.len() > 500, "{} types were found", named.len());
    for (name, paths) in named {
        let shared = SHARED.iter().any(|(it, _)| *it == name);
        assert_eq!(paths.len() > 1, shared, "{name} is declared in {}", paths.join(", "));
    }
}
