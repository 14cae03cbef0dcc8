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
