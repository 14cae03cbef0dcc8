//! `it` is what stands at hand; where two things do, each has its own name.
//!
//! Read are parameters, loops and the arms of `match`; what a `let` binds, and what stands inside a
//! macro's call, is not.

use syn::{
    ExprClosure, ExprForLoop, ImplItemFn, ItemFn, Pat,
    visit::{self, Visit},
};

use super::sources;

/// Lines in which an `it` hides another.
#[derive(Default)]
struct Shadows {
    bound: usize,
    found: Vec<usize>,
}

impl Shadows {
    /// Looks into what a pattern binds names for.
    fn within(&mut self, patterns: &[&Pat], look: impl FnOnce(&mut Self)) {
        let mut names = Names::default();
        patterns.iter().for_each(|pattern| names.visit_pat(pattern));
        if let (Some(line), true) = (names.0, self.bound > 0) {
            self.found.push(line);
        }
        self.bound += usize::from(names.0.is_some());
        look(self);
        self.bound -= usize::from(names.0.is_some());
    }
}

/// The line in which a pattern binds `it`.
#[derive(Default)]
struct Names(Option<usize>);

impl Visit<'_> for Names {
    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        if pattern.ident == "it" {
            self.0 = Some(pattern.ident.span().start().line);
        }
        visit::visit_pat_ident(self, pattern);
    }
}

impl Visit<'_> for Shadows {
    fn visit_expr_closure(&mut self, closure: &ExprClosure) {
        let patterns: Vec<&Pat> = closure.inputs.iter().collect();
        self.within(&patterns, |this| visit::visit_expr_closure(this, closure));
    }

    fn visit_expr_for_loop(&mut self, each: &ExprForLoop) {
        self.visit_expr(&each.expr);
        self.within(&[&each.pat], |this| this.visit_block(&each.body));
    }

    fn visit_arm(&mut self, arm: &syn::Arm) {
        self.within(&[&arm.pat], |this| visit::visit_arm(this, arm));
    }

    fn visit_item_fn(&mut self, function: &ItemFn) {
        self.function(&function.sig, |this| this.visit_block(&function.block));
    }

    fn visit_impl_item_fn(&mut self, function: &ImplItemFn) {
        self.function(&function.sig, |this| this.visit_block(&function.block));
    }
}

impl Shadows {
    fn function(&mut self, signature: &syn::Signature, look: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.bound);
        let patterns: Vec<&Pat> = signature
            .inputs
            .iter()
            .filter_map(|it| match it {
                syn::FnArg::Typed(typed) => Some(&*typed.pat),
                syn::FnArg::Receiver(_) => None,
            })
            .collect();
        self.within(&patterns, look);
        self.bound = outer;
    }
}

#[test]
fn no_it_hides_another() {
    let mut all = Vec::new();
    for (path, text) in sources() {
        let mut shadows = Shadows::default();
        shadows.visit_file(&syn::parse_file(&text).unwrap());
        all.extend(shadows.found.iter().map(|line| format!("{path}:{line}")));
    }
    assert!(all.is_empty(), "these hide an outer `it`: {all:#?}");
}
