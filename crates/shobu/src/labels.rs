//! Finding the option of a menu that a label names.

/// What a label names among the options of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    One(usize),
    Nothing,
    /// Several options begin so.
    Several(Vec<usize>),
}

/// Finds the option with exactly this label, else the only one that begins with it. Upper and lower case, runs of
/// spaces and the width of brackets make no difference where nothing fits to the letter. A name is no beginning of its
/// twin's: `Ember` never means `Ember#2`.
pub fn find(labels: &[String], wanted: &str) -> Named {
    let wanted = wanted.trim();
    let tests: [&dyn Fn(&str) -> bool; 4] = [
        &|label| label == wanted,
        &|label| fold(label) == fold(wanted),
        &|label| begins(label, wanted),
        &|label| begins(&fold(label), &fold(wanted)),
    ];
    for test in tests {
        let hits: Vec<usize> = (0..labels.len()).filter(|at| test(&labels[*at])).collect();
        match hits[..] {
            [] => {}
            [at] => return Named::One(at),
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
