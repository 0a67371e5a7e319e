//! Lines that fit.

/// The columns that text takes on a screen: escape codes take none, wide letters two.
pub fn columns(text: &str) -> usize {
    let mut columns = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            // A colour: up to its `m`.
            '\u{1b}' => {
                letters.by_ref().find(|letter| *letter == 'm');
            }
            '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' => columns += 2,
            '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' => columns += 2,
            '\u{300}'..='\u{36f}' => {}
            _ => columns += 1,
        }
    }
    columns
}

/// Puts parts behind a heading, as many to a line as fit; further lines are indented as far as the heading reaches.
pub fn hang(head: &str, parts: &[String], between: &str, width: usize) -> Vec<String> {
    let indent = columns(head);
    let mut lines = vec![head.to_string()];
    let mut used = indent;
    for (at, part) in parts.iter().enumerate() {
        let ending = if at + 1 < parts.len() { between } else { "" };
        let needs = columns(part) + columns(ending.trim_end());
        if used > indent && used + needs > width {
            let line = lines.last_mut().expect("there is always a line");
            line.truncate(line.trim_end().len());
            lines.push(" ".repeat(indent));
            used = indent;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(part);
            line.push_str(ending);
        }
        used += columns(part) + columns(ending);
    }
    if let Some(line) = lines.last_mut() {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// A sentence broken at its spaces, further lines indented.
pub fn sentence(words: &str, indent: usize, width: usize) -> Vec<String> {
    let parts: Vec<String> = words.split_whitespace().map(str::to_string).collect();
    hang(&" ".repeat(indent), &parts, " ", width)
}
