//! `docs/code-map.md`: every source file with its public types and the first sentence of its documentation.

use std::{env, fmt::Write, fs};

use syn::{
    Attribute, Expr, ExprLit, Ident, ItemEnum, ItemMod, ItemStruct, ItemTrait, ItemType, Lit, Meta,
    Visibility, visit::Visit,
};

use super::{CRATES, is_test, root, sources};

const PAGE: &str = "docs/code-map.md";

const HEAD: &str = "# Code map

Every source file, its public types, and the first sentence of its documentation.
This page is generated: `UPDATE_DOCS=1 cargo test -p tests --test it code_map` writes it anew, and the same test without
the variable fails when the page is stale.
[ARCHITECTURE.md](../ARCHITECTURE.md) says how the parts work together, [GLOSSARY.md](../GLOSSARY.md) what the words mean.
";

/// The first sentence of a file's own documentation, on one line.
fn sentence(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        let Meta::NameValue(doc) = &attribute.meta else { continue };
        let Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) = &doc.value else { continue };
        if !doc.path.is_ident("doc") {
            continue;
        }
        let line = line.value();
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        text.push_str(if text.is_empty() { "" } else { " " });
        text.push_str(line);
    }
    let end = text.find(". ").map_or(text.trim_end_matches('.').len(), |at| at);
    text.truncate(end);
    text.trim_end_matches(':').replace('|', "\\|")
}

/// The names of a file's public types and traits, in their order.
#[derive(Default)]
struct Types(Vec<String>);

impl Types {
    fn add(&mut self, visibility: &Visibility, name: &Ident) {
        if !matches!(visibility, Visibility::Inherited) {
            self.0.push(format!("`{name}`"));
        }
    }
}

impl Visit<'_> for Types {
    fn visit_item_mod(&mut self, _: &ItemMod) {}

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        self.add(&item.vis, &item.ident);
    }

    fn visit_item_enum(&mut self, item: &ItemEnum) {
        self.add(&item.vis, &item.ident);
    }

    fn visit_item_trait(&mut self, item: &ItemTrait) {
        self.add(&item.vis, &item.ident);
    }

    fn visit_item_type(&mut self, item: &ItemType) {
        self.add(&item.vis, &item.ident);
    }
}

/// The page as it has to be.
fn page() -> String {
    let mut page = HEAD.to_owned();
    for krate in CRATES {
        let source = format!("{krate}/src/");
        write!(page, "\n## `{source}`\n\n| File | Types | What it is |\n|---|---|---|\n").unwrap();
        for (path, text) in sources() {
            let Some(inside) =
                path.strip_prefix(&source).filter(|_| krate == "tests" || !is_test(&path))
            else {
                continue;
            };
            if inside.ends_with("tests.rs") || inside.starts_with("tests/") {
                continue;
            }
            let file = syn::parse_file(&text).unwrap();
            let mut types = Types::default();
            types.visit_file(&file);
            writeln!(page, "| `{inside}` | {} | {} |", types.0.join(", "), sentence(&file.attrs))
                .unwrap();
        }
    }
    page
}

#[test]
fn the_code_map_is_fresh() {
    let (path, page) = (root().join(PAGE), page());
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "run: UPDATE_DOCS=1 cargo test -p tests --test it code_map");
}
