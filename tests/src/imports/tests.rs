use super::*;

/// The imports of a crate `a` and a crate `b` with these files.
fn graph(files: &[(&str, &str)]) -> Graph {
    let root = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path = root.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let crates = ["a", "b"];
    let there = crates.iter().filter(|it| root.path().join(it).exists());
    Graph::read(root.path(), &there.copied().collect::<Vec<_>>()).unwrap()
}

/// The files that `a/src/it.rs` imports when it holds `text`, beside a crate
/// of a few modules.
fn imports(text: &str) -> Vec<String> {
    let root = "mod it; mod x; mod y; pub use x::deep::Far; pub use std::fmt; fn own() {}";
    let graph = graph(&[
        ("a/src/lib.rs", root),
        ("a/src/it.rs", &format!("mod child; {text}")),
        ("a/src/it/child.rs", ""),
        ("a/src/it/use.rs", ""),
        ("a/src/x.rs", "mod deep; mod y; pub use deep::Far; mod inside { fn f() {} }"),
        ("a/src/x/deep.rs", ""),
        ("a/src/x/y.rs", ""),
        ("a/src/y.rs", ""),
        ("b/src/lib.rs", "pub mod z; pub use self::z::Thing;"),
        ("b/src/z.rs", ""),
    ]);
    graph.edges["a/src/it.rs"].iter().cloned().collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(imports(text), expected, "{text}");
}

#[test]
fn a_use_leads_to_the_deepest_module_along_it() {
    check("use crate::y;", &["a/src/y.rs"]);
    check("use crate::y::Item;", &["a/src/y.rs"]);
    check("use crate::x::deep::{self, Item as Other};", &["a/src/x/deep.rs"]);
    check(
        "use crate::{x::{deep::*, f}, y as why};",
        &["a/src/x.rs", "a/src/x/deep.rs", "a/src/y.rs"],
    );
    check("use super::y::Item;", &["a/src/y.rs"]);
    check("use super::supper;", &["a/src/lib.rs"]);
    check("use self::child::Item;", &["a/src/it/child.rs"]);
    check("pub use child::Item;", &["a/src/it/child.rs"]);
    check("fn f() { use crate::y; }", &["a/src/y.rs"]);
    check("use crate::x::inside::f;", &["a/src/x.rs"]);
    check("use b::z::Thing;", &["b/src/z.rs"]);
    check("use ::b::z::Thing;", &["b/src/z.rs"]);
}

#[test]
fn what_is_re_exported_is_followed_at_the_root_only() {
    check("use crate::x::Far;", &["a/src/x.rs"]);
    check("use crate::Far;", &["a/src/x/deep.rs"]);
    check("use super::Far;", &["a/src/x/deep.rs"]);
    check("use b::Thing;", &["b/src/z.rs"]);
    check("use crate::own;", &["a/src/lib.rs"]);
    check("use crate::fmt;", &["a/src/lib.rs"]);
}

#[test]
fn code_imports_without_a_use() {
    check("fn f(it: &crate::y::T) {}", &["a/src/y.rs"]);
    check("fn f() -> Vec<Option<super::y::T>> { g() }", &["a/src/y.rs"]);
    check("fn f() { g(|| child::f()) }", &["a/src/it/child.rs"]);
    check("fn f() { if let b::z::A(_) = g() {} }", &["b/src/z.rs"]);
    check("fn f() { <T as crate::y::T>::f() }", &["a/src/y.rs"]);
    check("impl crate::y::T for U {}", &["a/src/y.rs"]);
    check("#[component(on_add = super::y::f)] struct S;", &["a/src/y.rs"]);
    check("#[derive(Debug, crate::y::Derive)] struct S;", &["a/src/y.rs"]);
    check("fn f() { format!(\"{}\", g(vec![crate::y::A])) }", &["a/src/y.rs"]);
    check("macro_rules! m { () => { $crate::y::f::<u8>() }; }", &["a/src/y.rs"]);
}

#[test]
fn names_that_a_use_brought_in_are_followed() {
    check("use crate::x; fn f() { x::deep::f() }", &["a/src/x.rs", "a/src/x/deep.rs"]);
    check("use crate::x as z; fn f() { m!(z::y::f()) }", &["a/src/x.rs", "a/src/x/y.rs"]);
    check("use b::{self as other}; fn f() { other::z::f() }", &["b/src/lib.rs", "b/src/z.rs"]);
    check("mod inside { use crate::x; } fn f() { x::deep::f() }", &["a/src/x.rs"]);
    check("mod r#use; use r#use::f;", &["a/src/it/use.rs"]);
    check("mod inside { use super::child; }", &["a/src/it/child.rs"]);
    check("mod inside { use super::super::y::f; }", &["a/src/y.rs"]);
}

#[test]
fn what_leads_nowhere_is_no_import() {
    check("", &[]);
    check("mod inside { fn f() {} } fn f() { inside::f(); Self::g(); y::f() }", &[]);
    check("use std::b; use tracing; fn f() { tracing::warn!(y: x, b::z) }", &[]);
    check("pub(in crate::y) fn f() { y.x(\"crate::y::f\") }", &[]);
    check("/// Like [`crate::y::f`].\nfn f() {}", &[]);
}

#[test]
fn tests_are_not_read() {
    check("#[cfg(test)] mod tests { use crate::y; }", &[]);
    check("#[cfg(test)] mod nowhere;", &[]);
    check("#[cfg(test)] use crate::y;", &[]);
    check("impl S { #[cfg(test)] fn f() { crate::y::f() } }", &[]);
    check("#[cfg(unix)] use crate::y;", &["a/src/y.rs"]);
}

#[test]
fn the_binary_imports_its_library() {
    let graph = graph(&[
        ("a/src/lib.rs", "mod x;"),
        ("a/src/x.rs", ""),
        ("a/src/main.rs", "use a::x; fn main() {}"),
    ]);
    assert_eq!(graph.edges["a/src/main.rs"], BTreeSet::from(["a/src/x.rs".to_owned()]));
    assert_eq!(graph.edges.len(), 3, "a file without imports is there too");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let root = tempfile::tempdir().unwrap();
    let trouble = Graph::read(root.path(), &["a"]).unwrap_err();
    assert!(trouble.starts_with("a/src/lib.rs: "), "{trouble}");
}

#[test]
fn circles_are_those_who_import_each_other_by_any_way() {
    let graph = graph(&[
        ("a/src/lib.rs", "mod p; mod q; mod r; mod s; mod t; use p::f;"),
        ("a/src/p.rs", "use crate::q;"),
        ("a/src/q.rs", "use crate::{r, s};"),
        ("a/src/r.rs", "use crate::p; use super::q;"),
        ("a/src/s.rs", "mod u; mod v; use crate::t; use u::f;"),
        ("a/src/s/u.rs", "use super::{g, v};"),
        ("a/src/s/v.rs", "use super::u; use crate::own;"),
        ("a/src/t.rs", ""),
    ]);
    assert_eq!(
        graph.circles(),
        [vec!["a/src/p.rs", "a/src/q.rs", "a/src/r.rs"], vec!["a/src/s/u.rs", "a/src/s/v.rs"],]
    );
    let tie = ("a/src/r.rs".to_owned(), "a/src/q.rs".to_owned());
    assert_eq!(graph.paths[&tie], BTreeSet::from(["super::q".to_owned()]));
}

#[test]
fn rooms_are_the_names_under_src() {
    let graph = graph(&[
        ("a/src/lib.rs", "mod p; mod q;"),
        ("a/src/p.rs", "mod r; use r::f; use b::{z::y, own};"),
        ("a/src/p/r.rs", "use super::g; use crate::q;"),
        ("a/src/q.rs", ""),
        ("b/src/lib.rs", "pub mod z; use z::f;"),
        ("b/src/z.rs", "pub mod y;"),
        ("b/src/z/y.rs", ""),
    ]);
    let pairs = |of: &[(&str, &str)]| -> BTreeSet<(String, String)> {
        of.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
    };
    assert_eq!(graph.between("a"), pairs(&[("p", "q")]));
    assert_eq!(graph.between("b"), pairs(&[("lib", "z")]));
    assert_eq!(graph.foreign("a"), pairs(&[("p", "b::lib"), ("p", "b::z")]));
    assert_eq!(graph.foreign("b"), pairs(&[]));
}
