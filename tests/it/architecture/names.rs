//! One type, one name: whoever reads a name anywhere knows which type is meant.

use std::collections::BTreeMap;

use syn::{Attribute, Item};

use super::{code, is_test, sources};

/// Names that several types bear, and why nobody takes one for another.
const SHARED: [(&str, &str); 1] =
    [("Arguments", "each tool's own, in the tool's file, and those of the command line")];

/// The types that a file declares, but those of its tests.
fn types(items: &[Item], found: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Struct(it) => found.push(it.ident.to_string()),
            Item::Enum(it) => found.push(it.ident.to_string()),
            Item::Union(it) => found.push(it.ident.to_string()),
            Item::Trait(it) => found.push(it.ident.to_string()),
            Item::Type(it) => found.push(it.ident.to_string()),
            Item::Mod(it) if !is_for_tests(&it.attrs) => {
                types(it.content.as_ref().map_or(&[], |(_, items)| items), found);
            }
            _ => {}
        }
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let is_test = |it: &Attribute| {
        it.path().is_ident("cfg") && it.parse_args::<syn::Ident>().is_ok_and(|it| it == "test")
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
        let mut found = Vec::new();
        types(&syn::parse_file(&code(&text)).unwrap().items, &mut found);
        for name in found {
            named.entry(name).or_default().push(path.clone());
        }
    }
    assert!(named.len() > 500, "{} types were found", named.len());
    for (name, paths) in named {
        let shared = SHARED.iter().any(|(it, _)| *it == name);
        assert_eq!(paths.len() > 1, shared, "{name} is declared in {}", paths.join(", "));
    }
}
