//! Graph of the imports between source files, read from the code itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, mem,
    path::Path,
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Ident, ImplItemFn, Item, ItemConst, ItemEnum, ItemExternCrate, ItemFn,
    ItemForeignMod, ItemImpl, ItemMacro, ItemMod, ItemStatic, ItemStruct, ItemTrait,
    ItemTraitAlias, ItemType, ItemUnion, ItemUse, UseTree, Visibility,
    visit::{self, Visit},
};

use crate::{Trouble, while_};

#[cfg(test)]
mod tests;

/// The imports among the files of some crates.
///
/// An import is a path to another file, wherever it stands: in a `use`, in the
/// code, in an attribute, inside a macro's call. It leads to the deepest module
/// along it, so that something re-exported is imported from where it is
/// re-exported; only what a crate re-exports at its root is followed to its
/// file. `mod x;` is no import, and what is there for `#[cfg(test)]` is not
/// read, nor are paths in string literals. A glob brings in no names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// Each file, such as `world/src/place.rs`, and the files that it imports.
    pub edges: BTreeMap<String, BTreeSet<String>>,
    /// The paths, as they are written, by which the first file imports the
    /// second.
    pub paths: BTreeMap<(String, String), BTreeSet<String>>,
}

impl Graph {
    /// Reads the modules of `crates`, each of which is a folder below `root` whose last part is the
    /// name of the crate: those that its `src/lib.rs` declares, and `src/main.rs`.
    ///
    /// # Errors
    /// A file that cannot be read, or is no Rust.
    pub fn read(root: &Path, crates: &[&str]) -> Result<Self, Trouble> {
        let mut code = Code::default();
        for folder in crates {
            let name = crate_name(folder);
            code.folders.insert(name.to_owned(), (*folder).to_owned());
            code.read(root, name, format!("{folder}/src/lib.rs"))?;
            let main = format!("{folder}/src/main.rs");
            if root.join(&main).exists() {
                code.read(root, &format!("{name}::main"), main)?;
            }
        }
        let mut graph = Self::default();
        for (scope, path) in &code.paths {
            let Some(to) = code.absolute(scope, path, STEPS).and_then(|it| code.file(&it)) else {
                continue;
            };
            let Some(from) = code.deepest(scope) else { continue };
            if from != to {
                graph.edges.entry(from.to_owned()).or_default().insert(to.to_owned());
                let edge = (from.to_owned(), to.to_owned());
                graph.paths.entry(edge).or_default().insert(path.clone());
            }
        }
        for file in code.files.into_values() {
            graph.edges.entry(file).or_default();
        }
        Ok(graph)
    }

    /// The sets of two files or more that import each other, directly or by
    /// way of others of the set; all in order of their names. What a file takes
    /// from a module above it makes no circle.
    #[must_use]
    pub fn circles(&self) -> Vec<Vec<String>> {
        let (mut there, mut back) = (Edges::new(), Edges::new());
        for (from, to) in self.all() {
            if !is_above(to, from) {
                there.entry(from).or_default().insert(to);
                back.entry(to).or_default().insert(from);
            }
        }
        let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
        for file in self.edges.keys() {
            finish(&there, file, &mut seen, &mut order);
        }
        let mut circles = Vec::new();
        seen.clear();
        // All that leads to who finished last is its circle: whoever else led
        // to it would have finished later.
        for file in order.into_iter().rev() {
            let mut circle = Vec::new();
            finish(&back, file, &mut seen, &mut circle);
            if circle.len() > 1 {
                circle.sort_unstable();
                circles.push(circle.into_iter().map(str::to_owned).collect());
            }
        }
        circles.sort();
        circles
    }

    /// The imports between the rooms of a crate. A room is a name under its
    /// `src`: `place.rs` and the files of `place/` are the room `place`.
    #[must_use]
    pub fn between(&self, krate: &str) -> BTreeSet<(String, String)> {
        let edges = self.rooms(krate).filter(|(from, to)| to.0 == krate && to.1 != *from);
        edges.map(|(from, to)| (from.to_owned(), to.1.to_owned())).collect()
    }

    /// The imports of a crate's rooms from those of other crates, such as
    /// `world::fact`.
    #[must_use]
    pub fn foreign(&self, krate: &str) -> BTreeSet<(String, String)> {
        let edges = self.rooms(krate).filter(|(_, to)| to.0 != krate);
        edges.map(|(from, to)| (from.to_owned(), format!("{}::{}", to.0, to.1))).collect()
    }

    /// Each import of a file of `krate`: its room, and the other crate and room.
    fn rooms(&self, krate: &str) -> impl Iterator<Item = (&str, (&str, &str))> {
        self.all().filter_map(move |(from, to)| {
            let (of, from) = room(from)?;
            (of == krate).then_some((from, room(to)?))
        })
    }

    /// Each import: the file, and the other.
    fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let of = |(from, to)| (String::as_str(from), String::as_str(to));
        self.edges.iter().flat_map(move |(from, to)| to.iter().map(move |to| of((from, to))))
    }
}

/// The crate and the room of a file.
#[must_use]
pub fn room(file: &str) -> Option<(&str, &str)> {
    let (folder, inside) = file.split_once("/src/")?;
    let room = inside.split('/').next()?;
    Some((crate_name(folder), room.strip_suffix(".rs").unwrap_or(room)))
}

/// The name of the crate in a folder: the last part of its path.
fn crate_name(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}

/// Returns whether the module of one file is above that of another: `parse.rs` is above
/// `parse/line.rs`, and `lib.rs` above all of its crate.
#[must_use]
pub fn is_above(module: &str, file: &str) -> bool {
    let stem = module.strip_suffix("/lib.rs").or_else(|| module.strip_suffix(".rs"));
    stem.and_then(|it| file.strip_prefix(it)).is_some_and(|it| it.starts_with('/'))
}

/// Files, and those that they lead to.
type Edges<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Adds what `file` leads to and nobody has seen to `order`, and itself last.
fn finish<'a>(
    edges: &Edges<'a>,
    file: &'a str,
    seen: &mut BTreeSet<&'a str>,
    order: &mut Vec<&'a str>,
) {
    if seen.insert(file) {
        for next in edges.get(file).into_iter().flatten() {
            finish(edges, next, seen, order);
        }
        order.push(file);
    }
}

/// Most names brought in by `use` that are followed one after the other; a name
/// may stand for itself, as in `use tracing;`.
const STEPS: u8 = 4;

/// Names in the code of all crates. Modules are written as `world::place`; inline modules are part
/// of them.
#[derive(Default)]
struct Code {
    /// The folder of each crate.
    folders: BTreeMap<String, String>,
    /// Each module that is a file.
    files: BTreeMap<String, String>,
    /// Each name that a `use` brings into a module, and the path it stands for.
    names: BTreeMap<String, String>,
    /// Each path, after the module in which it stands.
    paths: Vec<(String, String)>,
}

impl Code {
    /// Reads the module in `file`, and those that it declares.
    fn read(&mut self, root: &Path, module: &str, file: String) -> Result<(), Trouble> {
        let text = while_(&file, fs::read_to_string(root.join(&file)))?;
        let parsed = while_(&file, syn::parse_file(&text))?;
        self.files.insert(module.to_owned(), file);
        let mut reader = Reader { code: self, scope: module.to_owned(), modules: Vec::new() };
        reader.visit_file(&parsed);
        for module in reader.modules {
            let (krate, inside) = module.split_once("::").unwrap_or((&module, ""));
            let inside = inside.replace("::", "/").replace("r#", "");
            let folder = self.folders.get(krate).map_or(krate, String::as_str);
            let file = format!("{folder}/src/{inside}.rs");
            self.read(root, &module, file)?;
        }
        Ok(())
    }

    /// The path from its crate on of what `path` means in the module `scope`;
    /// nothing when it is neither a module nor something in one.
    fn absolute(&self, scope: &str, path: &str, steps: u8) -> Option<String> {
        let (first, rest) = path.split_once("::").map_or((path, None), |it| (it.0, Some(it.1)));
        let start = match first {
            "crate" => scope.split("::").next()?.to_owned(),
            "self" => scope.to_owned(),
            "super" => {
                let parent = scope.rsplit_once("::")?.0;
                return match rest {
                    Some(rest) if rest.split("::").next() == Some("super") => {
                        self.absolute(parent, rest, steps)
                    }
                    Some(rest) => Some(format!("{parent}::{rest}")),
                    None => Some(parent.to_owned()),
                };
            }
            _ => {
                let inside = format!("{scope}::{first}");
                if self.files.contains_key(&inside) {
                    inside
                } else if let Some(stands_for) = self.names.get(&inside)
                    && steps > 0
                {
                    self.absolute(scope, stands_for, steps - 1)?
                } else {
                    self.files.contains_key(first).then(|| first.to_owned())?
                }
            }
        };
        Some(rest.map_or_else(|| start.clone(), |rest| format!("{start}::{rest}")))
    }

    /// The file from which something is imported.
    fn file(&self, absolute: &str) -> Option<&str> {
        let file = self.deepest(absolute)?;
        let (krate, inside) = absolute.split_once("::").unwrap_or((absolute, ""));
        let item = inside.split("::").next().unwrap_or_default();
        if self.files.get(krate).is_some_and(|it| it == file)
            && let Some(stands_for) = self.names.get(&format!("{krate}::{item}"))
            && let Some(followed) = self.absolute(krate, stands_for, STEPS)
        {
            return self.deepest(&followed);
        }
        Some(file)
    }

    /// The file of the deepest module along a path.
    fn deepest(&self, mut absolute: &str) -> Option<&str> {
        loop {
            if let Some(file) = self.files.get(absolute) {
                return Some(file);
            }
            absolute = absolute.rsplit_once("::")?.0;
        }
    }
}

/// Walks the code of one file.
struct Reader<'a> {
    code: &'a mut Code,
    /// The module in which it is.
    scope: String,
    /// The modules that are declared, and have files.
    modules: Vec<String>,
}

impl Reader<'_> {
    fn found(&mut self, path: &str) {
        self.code.paths.push((self.scope.clone(), path.to_owned()));
    }

    /// Takes what code spells: a path, or only a name, perhaps with the colons
    /// before something else. What begins with a type is known by the `use`
    /// that brought the type in.
    fn spelled(&mut self, path: &str) {
        let path = path.trim_end_matches(':');
        if path.contains("::") && !path.starts_with(char::is_uppercase) {
            self.found(path);
        }
    }

    /// Takes what a `use` brings in below `path`.
    fn brought(&mut self, path: &str, tree: &UseTree) {
        let below = |name: &Ident| {
            if path.is_empty() { name.to_string() } else { format!("{path}::{name}") }
        };
        let (target, name) = match tree {
            UseTree::Path(inner) => return self.brought(&below(&inner.ident), &inner.tree),
            UseTree::Group(group) => {
                return group.items.iter().for_each(|it| self.brought(path, it));
            }
            UseTree::Glob(_) => return self.found(path),
            UseTree::Name(it) if it.ident == "self" => {
                (path.to_owned(), path.rsplit("::").next().unwrap_or(path).to_owned())
            }
            UseTree::Rename(it) if it.ident == "self" => (path.to_owned(), it.rename.to_string()),
            UseTree::Name(it) => (below(&it.ident), it.ident.to_string()),
            UseTree::Rename(it) => (below(&it.ident), it.rename.to_string()),
        };
        self.found(&target);
        self.code.names.insert(format!("{}::{name}", self.scope), target);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !item.attrs.iter().any(is_for_tests) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let inside = format!("{}::{}", self.scope, item.ident);
        if item.content.is_none() {
            return self.modules.push(inside);
        }
        let outside = mem::replace(&mut self.scope, inside);
        visit::visit_item_mod(self, item);
        self.scope = outside;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.brought("", &item.tree);
    }

    /// `pub(in crate::llm)` imports nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let names: Vec<_> = path.segments.iter().map(|it| it.ident.to_string()).collect();
            self.spelled(&names.join("::"));
        }
        visit::visit_path(self, path);
    }

    /// Paths in the tokens of macros and attributes, which have no grammar of their own: names with
    /// `::` between them.
    fn visit_token_stream(&mut self, tokens: &'ast TokenStream) {
        let mut path = String::new();
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(name) if path.ends_with("::") => path += &name.to_string(),
                TokenTree::Punct(it) if it.as_char() == ':' && !path.is_empty() => path.push(':'),
                TokenTree::Ident(name) => {
                    self.spelled(&mem::replace(&mut path, name.to_string()));
                }
                TokenTree::Group(it) => {
                    self.spelled(&mem::take(&mut path));
                    self.visit_token_stream(&it.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.spelled(&mem::take(&mut path));
                }
            }
        }
        self.spelled(&path);
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.parse_args::<Ident>().is_ok_and(|condition| condition == "test")
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(ItemConst { attrs, .. })
        | Item::Enum(ItemEnum { attrs, .. })
        | Item::ExternCrate(ItemExternCrate { attrs, .. })
        | Item::Fn(ItemFn { attrs, .. })
        | Item::ForeignMod(ItemForeignMod { attrs, .. })
        | Item::Impl(ItemImpl { attrs, .. })
        | Item::Macro(ItemMacro { attrs, .. })
        | Item::Mod(ItemMod { attrs, .. })
        | Item::Static(ItemStatic { attrs, .. })
        | Item::Struct(ItemStruct { attrs, .. })
        | Item::Trait(ItemTrait { attrs, .. })
        | Item::TraitAlias(ItemTraitAlias { attrs, .. })
        | Item::Type(ItemType { attrs, .. })
        | Item::Union(ItemUnion { attrs, .. })
        | Item::Use(ItemUse { attrs, .. }) => attrs,
        Item::Verbatim(_) | _ => &[],
    }
}
