//! Finding the option of a menu that a label names.

use kernel::{unnumbered, without_number};

/// What a label names among the options of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// That option.
    One(usize),
    /// None of them.
    Nothing,
    /// Several options begin so.
    Several(Vec<usize>),
}

/// Finds the option with exactly this label, else the only one that begins with it. Upper and lower case, runs of
/// spaces and the width of brackets make no difference where nothing fits to the letter. A name is no beginning of its
/// twin's: for `Ember` where only `Ember#2` can be meant, see [`find_twin`].
pub fn find(labels: &[String], wanted: &str) -> Named {
    let wanted = wanted.trim();
    first_that_fits(
        labels,
        &[
            &|label| label == wanted,
            &|label| fold(label) == fold(wanted),
            &|label| begins(label, wanted),
            &|label| begins(&fold(label), &fold(wanted)),
        ],
    )
}

/// Finds the only option that a label names when the numbers of twins are left out: the copy in the hand of a card that
/// has a twin on the table is `Ember#2`, and who says `play Ember` means it.
pub fn find_twin(labels: &[String], wanted: &str) -> Named {
    let wanted = fold(wanted);
    let plain = |label: &str| unnumbered(&fold(label));
    first_that_fits(labels, &[&|label| plain(label) == wanted, &|label| begins(&plain(label), &wanted)])
}

fn first_that_fits(labels: &[String], tests: &[&dyn Fn(&str) -> bool]) -> Named {
    for test in tests {
        let hits: Vec<usize> = (0..labels.len()).filter(|at| test(&labels[*at])).collect();
        match hits[..] {
            [] => {}
            [at] => return Named::One(at),
            // Of options that nothing tells apart, the first is meant.
            [first, ref rest @ ..]
                if rest.iter().all(|at| without_number(&labels[*at]) == without_number(&labels[first])) =>
            {
                return Named::One(first);
            }
            _ => return Named::Several(hits),
        }
    }
    Named::Nothing
}

/// Whether a label begins so.
pub fn begins(label: &str, beginning: &str) -> bool {
    !beginning.is_empty() && label.strip_prefix(beginning).is_some_and(|rest| !rest.starts_with('#'))
}

/// A text for comparing: lower case, single spaces, plain brackets.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        for letter in word.chars() {
            match letter {
                '＜' | '《' => folded.push('<'),
                '＞' | '》' => folded.push('>'),
                '【' => folded.push('['),
                '】' => folded.push(']'),
                '’' => folded.push('\''),
                _ => folded.extend(letter.to_lowercase()),
            }
        }
    }
    folded
}
