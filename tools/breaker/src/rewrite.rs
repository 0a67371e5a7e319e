//! Puts every break of a file into it: where the visitor finds a condition, an amount, an order, a refusal or a
//! statement on a line that cites a rule, it goes through a function of the crate `broken`.
//!
//! Only insertions within a line are made (and operators replaced), so that line numbers stay what they are and a
//! compiler's complaint leads back to the break.

use proc_macro2::Span;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Lit, ReturnType, Stmt};

/// A break: what it does, where, and near which rules.
#[derive(Clone)]
pub struct Break {
    pub number: u32,
    pub kind: String,
    pub file: String,
    /// From 1.
    pub line: usize,
    pub column: usize,
    pub rules: Vec<String>,
    /// The broken words.
    pub words: String,
}

impl Break {
    /// File, line and column, as compilers say them.
    pub fn place(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.column + 1)
    }

    /// Reads a line of a [`listing`].
    pub fn read(line: &str) -> Option<Break> {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        let number = next()?.parse().ok()?;
        let rules = next()?.split(' ').map(str::to_string).collect();
        let kind = next()?.to_string();
        let mut place = next()?.rsplitn(3, ':');
        let column = place.next()?.parse::<usize>().ok()?.checked_sub(1)?;
        let (line, file) = (place.next()?.parse().ok()?, place.next()?.to_string());
        Some(Break { number, kind, file, line, column, rules, words: next()?.to_string() })
    }
}

/// Breaks as a file lists them, a line each: number, rules, kind, place, words.
pub fn listing(breaks: &[Break]) -> String {
    let line = |one: &Break| {
        format!("{}\t{}\t{}\t{}\t{}\n", one.number, one.rules.join(" "), one.kind, one.place(), one.words)
    };
    breaks.iter().map(line).collect()
}

/// What is written where. At one place, what encloses more comes first when it opens and last when it closes.
struct Edit {
    at: usize,
    /// How many bytes are replaced.
    len: usize,
    text: String,
    opens: bool,
    size: usize,
    order: usize,
}

/// Constants that a citation speaks of, with the number of the first break of each.
pub type Constants = HashMap<String, u32>;

pub struct File<'a> {
    pub name: &'a str,
    pub text: &'a str,
    pub rules: &'a [Vec<String>],
    /// Lines (from 1) whose breaks do not compile.
    pub left_out: &'a HashSet<usize>,
}

/// The file with its breaks inside. Numbers go on from `next`.
pub fn rewrite(
    file: &File<'_>,
    constants: &Constants,
    next: &mut u32,
) -> Result<(String, Vec<Break>), String> {
    let tree = syn::parse_file(file.text).map_err(|error| format!("{}: {error}", file.name))?;
    let mut writer = Writer {
        file,
        constants,
        next,
        edits: Vec::new(),
        breaks: Vec::new(),
        seen: HashSet::new(),
        returns: Vec::new(),
    };
    writer.visit_file(&tree);
    let Writer { mut edits, breaks, .. } = writer;
    edits.sort_by(|a, b| a.at.cmp(&b.at).then_with(|| order(a, b)));
    let mut out = String::with_capacity(file.text.len() * 2);
    let mut at = 0;
    for edit in &edits {
        out.push_str(&file.text[at..edit.at]);
        out.push_str(&edit.text);
        at = edit.at + edit.len;
    }
    out.push_str(&file.text[at..]);
    Ok((out, breaks))
}

/// What closes stands before what opens; the smaller closes first, the larger opens first.
fn order(a: &Edit, b: &Edit) -> std::cmp::Ordering {
    (a.opens as u8).cmp(&(b.opens as u8)).then_with(|| match a.opens {
        true => b.size.cmp(&a.size).then(a.order.cmp(&b.order)),
        false => a.size.cmp(&b.size).then(b.order.cmp(&a.order)),
    })
}

/// The constants of a file that a citation speaks of, each given two numbers.
pub fn constants(
    file: &File<'_>,
    found: &mut Constants,
    next: &mut u32,
    breaks: &mut Vec<Break>,
) -> Result<(), String> {
    let tree = syn::parse_file(file.text).map_err(|error| format!("{}: {error}", file.name))?;
    for item in &tree.items {
        let syn::Item::Const(item) = item else { continue };
        let span = item.ident.span();
        let rules = file.rules.get(span.start().line - 1).cloned().unwrap_or_default();
        let number = matches!(&*item.expr, Expr::Lit(lit) if matches!(lit.lit, Lit::Int(_)));
        if rules.is_empty() || !number || found.contains_key(&item.ident.to_string()) {
            continue;
        }
        found.insert(item.ident.to_string(), *next);
        for kind in ["one more", "one less"] {
            breaks.push(Break {
                number: *next,
                kind: kind.to_string(),
                file: file.name.to_string(),
                line: span.start().line,
                column: span.start().column,
                rules: rules.clone(),
                words: item.ident.to_string(),
            });
            *next += 1;
        }
    }
    Ok(())
}

struct Writer<'a> {
    file: &'a File<'a>,
    constants: &'a Constants,
    next: &'a mut u32,
    edits: Vec<Edit>,
    breaks: Vec<Break>,
    /// What has a break of a kind already.
    seen: HashSet<(usize, usize, &'static str)>,
    /// What the enclosing functions return, innermost last.
    returns: Vec<String>,
}

const CONDITION: [&str; 3] = ["turned round", "always", "never"];
const AMOUNT: [&str; 2] = ["one more", "one less"];

impl Writer<'_> {
    /// The rules near a place; `None` where nothing is cited or nothing can be broken.
    fn near(&self, span: Span) -> Option<Vec<String>> {
        let line = span.start().line;
        let rules = self.file.rules.get(line.checked_sub(1)?)?;
        let may =
            !rules.is_empty() && (line..=span.end().line).all(|line| !self.file.left_out.contains(&line));
        may.then(|| rules.clone())
    }

    /// Takes numbers for breaks of what this span holds; `None` if it has them already or cites nothing.
    fn number(&mut self, span: Span, what: &'static str, kinds: &[&'static str]) -> Option<u32> {
        let range = span.byte_range();
        let rules = self.near(span)?;
        if !self.seen.insert((range.start, range.end, what)) {
            return None;
        }
        let first = *self.next;
        for kind in kinds {
            let words: String =
                self.file.text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
            self.breaks.push(Break {
                number: *self.next,
                kind: kind.to_string(),
                file: self.file.name.to_string(),
                line: span.start().line,
                column: span.start().column,
                rules: rules.clone(),
                words: words.chars().take(120).collect(),
            });
            *self.next += 1;
        }
        Some(first)
    }

    fn edit(&mut self, at: Range<usize>, text: String, opens: bool, size: usize) {
        let order = self.edits.len();
        self.edits.push(Edit { at: at.start, len: at.len(), text, opens, size, order });
    }

    fn wrap(&mut self, range: Range<usize>, before: String, after: &str) {
        let size = range.len();
        self.edit(range.start..range.start, before, true, size);
        self.edit(range.end..range.end, after.to_string(), false, size);
    }

    /// Breaks the conditions that a yes-or-no expression is made of.
    fn conditions(&mut self, expr: &Expr) {
        match expr {
            Expr::Let(_) => {}
            Expr::Paren(inner) => self.conditions(&inner.expr),
            Expr::Binary(both) if matches!(both.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.conditions(&both.left);
                self.conditions(&both.right);
            }
            Expr::Match(choice) => choice.arms.iter().for_each(|arm| self.conditions(&arm.body)),
            Expr::If(choice) => {
                self.answer(&choice.then_branch);
                if let Some((_, other)) = &choice.else_branch {
                    self.conditions(other);
                }
            }
            Expr::Block(block) => self.answer(&block.block),
            Expr::Lit(lit) if matches!(lit.lit, Lit::Bool(_)) => {
                if let Some(number) = self.number(expr.span(), "not", &["turned round"]) {
                    self.wrap(expr.span().byte_range(), format!("broken::not({number}, "), ")");
                }
            }
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {}
            _ if self.is_engine(expr.span()) => {}
            _ => {
                if let Some(number) = self.number(expr.span(), "when", &CONDITION) {
                    self.wrap(expr.span().byte_range(), format!("broken::when({number}, "), ")");
                }
            }
        }
    }

    /// Whether a condition is the engine's and no rule's: whether refusals are listed too, whether a list is full.
    fn is_engine(&self, span: Span) -> bool {
        let words = &self.file.text[span.byte_range()];
        words.contains("S::WIDE") || words.ends_with(".overflowed()")
    }

    /// Breaks what a block of a yes-or-no kind answers.
    fn answer(&mut self, block: &Block) {
        if let Some(Stmt::Expr(expr, None)) = block.stmts.last() {
            self.conditions(expr);
        }
    }

    fn edge(&mut self, both: &syn::ExprBinary) {
        let (name, op) = match &both.op {
            BinOp::Lt(op) => ("below", op.span()),
            BinOp::Le(op) => ("at_most", op.span()),
            BinOp::Gt(op) => ("above", op.span()),
            BinOp::Ge(op) => ("at_least", op.span()),
            _ => return,
        };
        if let Some(number) = self.number(both.span(), "edge", &["the edge"]) {
            let range = both.span().byte_range();
            self.wrap(range.clone(), format!("broken::{name}({number}, &("), "))");
            self.edit(op.byte_range(), "), &(".into(), true, 0);
        }
    }

    /// Leaves statements out, and swaps neighbours that both change the table.
    fn statements(&mut self, block: &Block) {
        let mut swapped = 0;
        for (at, stmt) in block.stmts.iter().enumerate() {
            let Some(span) = droppable(stmt) else { continue };
            let words = &self.file.text[span.byte_range()];
            // What is only told changes nothing, and a refusal left out is its condition always met.
            // A mark that something is to be computed anew is the engine's.
            let told = words.contains("log.say(") || words.contains("log.tell(");
            if told || words.starts_with("ensure(") || words.ends_with("dirty = true;") {
                continue;
            }
            if at >= swapped
                && let Some(other) = block.stmts.get(at + 1)
                && let Some(beside) = droppable(other)
                && self.swap(span, beside)
            {
                swapped = at + 2;
            }
            if let Some(number) = self.number(span, "drop", &["left out"]) {
                self.wrap(span.byte_range(), format!("if !broken::is({number}) {{ "), " }");
            }
        }
    }

    fn swap(&mut self, one: Span, two: Span) -> bool {
        let text = self.file.text;
        let (first, second) = (&text[one.byte_range()], &text[two.byte_range()]);
        let happens =
            |words: &str| words.contains("cx") && !words.contains("log.say(") && !words.contains("//");
        if !happens(first) || !happens(second) || self.near(two).is_none() {
            return false;
        }
        let flat = |words: &str| words.split_whitespace().collect::<Vec<_>>().join(" ");
        let both = one.byte_range().start..two.byte_range().end;
        let Some(number) = self.number(one, "swap", &["behind the next"]) else { return false };
        let text = format!("if broken::is({number}) {{ {} {} }} else {{ ", flat(second), flat(first));
        self.wrap(both, text, " }");
        true
    }

    fn function(&mut self, attrs: &[syn::Attribute], sig: &syn::Signature, block: &Block) {
        if sig.constness.is_some() || is_test(attrs) {
            return;
        }
        let returns = match &sig.output {
            ReturnType::Default => String::new(),
            ReturnType::Type(_, kind) => self.file.text[kind.span().byte_range()].to_string(),
        };
        if returns == "bool" {
            self.answer(block);
        }
        self.returns.push(returns);
        visit::visit_block(self, block);
        self.statements(block);
        self.returns.pop();
    }
}

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("test"))
}

/// A statement that can be left out: it is done for what it does, not for what it gives.
fn droppable(stmt: &Stmt) -> Option<Span> {
    let Stmt::Expr(expr, semicolon) = stmt else { return None };
    let doing = match expr {
        Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_) | Expr::Try(_) => semicolon.is_some(),
        Expr::Binary(both) => semicolon.is_some() && !matches!(both.op, BinOp::And(_) | BinOp::Or(_)),
        Expr::ForLoop(_) => true,
        _ => false,
    };
    doing.then(|| stmt.span())
}

/// Methods whose closure answers yes or no.
const ASKING: [&str; 13] = [
    "any",
    "all",
    "filter",
    "find",
    "position",
    "rposition",
    "retain",
    "is_some_and",
    "is_none_or",
    "is_ok_and",
    "take_while",
    "skip_while",
    "partition",
];

impl<'ast> Visit<'ast> for Writer<'_> {
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }
    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.attrs, &item.sig, block);
        }
    }

    fn visit_block(&mut self, block: &'ast Block) {
        visit::visit_block(self, block);
        self.statements(block);
    }

    fn visit_expr_if(&mut self, expr: &'ast syn::ExprIf) {
        self.conditions(&expr.cond);
        visit::visit_expr_if(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.conditions(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if ASKING.contains(&call.method.to_string().as_str())
            && let Some(Expr::Closure(closure)) = call.args.first()
        {
            self.conditions(&closure.body);
        }
        // The bounds of a figure in a card file are no amounts of a rule.
        if call.method != "number" {
            visit::visit_expr_method_call(self, call);
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func {
            if path.path.is_ident("ensure")
                && let Some(holds) = call.args.first()
            {
                self.conditions(holds);
            }
            if path.path.is_ident("Err")
                && self.returns.last().is_some_and(|returns| returns == "Legal")
                && let Some(number) = self.number(call.span(), "refusal", &["not refused"])
            {
                self.wrap(call.span().byte_range(), format!("broken::refusal({number}, "), ")");
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_binary(&mut self, both: &'ast syn::ExprBinary) {
        match both.op {
            BinOp::And(_) | BinOp::Or(_) => {
                self.conditions(&both.left);
                self.conditions(&both.right);
            }
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                if let Some(number) = self.number(both.span(), "when", &CONDITION) {
                    self.wrap(both.span().byte_range(), format!("broken::when({number}, "), ")");
                }
                self.edge(both);
            }
            _ => {}
        }
        visit::visit_expr_binary(self, both);
    }

    fn visit_expr_macro(&mut self, made: &'ast syn::ExprMacro) {
        if made.mac.path.is_ident("matches")
            && let Some(number) = self.number(made.span(), "when", &CONDITION)
        {
            self.wrap(made.span().byte_range(), format!("broken::when({number}, "), ")");
        }
    }

    fn visit_expr_array(&mut self, list: &'ast syn::ExprArray) {
        if (2..=8).contains(&list.elems.len())
            && let Some(number) = self.number(list.span(), "turned", &["the other way round"])
        {
            self.wrap(list.span().byte_range(), format!("broken::turned({number}, "), ")");
        }
        visit::visit_expr_array(self, list);
    }

    fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
        // A list behind a reference may have to live for ever, which what a function gives does not.
        match &*reference.expr {
            Expr::Array(list) => visit::visit_expr_array(self, list),
            other => self.visit_expr(other),
        }
    }

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.visit_expr(&index.expr);
        if !matches!(&*index.index, Expr::Lit(_) | Expr::Range(_)) {
            self.visit_expr(&index.index);
        }
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_lit(&mut self, lit: &'ast syn::ExprLit) {
        // Nothing is not an amount that could be one off; where it is compared with, the edge is broken.
        if matches!(&lit.lit, Lit::Int(number) if number.base10_digits() != "0")
            && let Some(number) = self.number(lit.span(), "off", &AMOUNT)
        {
            self.wrap(lit.span().byte_range(), format!("broken::off({number}, "), ")");
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let Some(last) = path.path.segments.last() else { return };
        if path.qself.is_none()
            && let Some(number) = self.constants.get(&last.ident.to_string())
            && !self.file.left_out.contains(&path.span().start().line)
        {
            self.wrap(path.span().byte_range(), format!("broken::off({number}, "), ")");
        }
    }
}
