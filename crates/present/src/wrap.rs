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

/// Puts parts behind a heading, as many to a line as fit; further lines are indented as far as the heading reaches. A part
/// that is wider than a line is broken at its spaces.
pub fn hang(head: &str, parts: &[String], between: &str, width: usize) -> Vec<String> {
    let indent = columns(head);
    let mut lines = Lines { all: vec![head.to_string()], used: indent, indent, width };
    for (at, part) in parts.iter().enumerate() {
        let ending = if at + 1 < parts.len() { between } else { "" };
        if indent + columns(part) + columns(ending.trim_end()) <= width {
            lines.put(part, ending);
            continue;
        }
        if lines.used > indent {
            lines.turn();
        }
        let words: Vec<&str> = part.split(' ').collect();
        for (at, word) in words.iter().enumerate() {
            lines.put(word, if at + 1 < words.len() { " " } else { ending });
            // What goes on with a part stands deeper than where the next part begins.
            lines.indent = indent + 2;
        }
        lines.indent = indent;
    }
    lines.all.iter().map(|line| line.trim_end().to_string()).collect()
}

/// Lines that are being filled.
struct Lines {
    all: Vec<String>,
    used: usize,
    indent: usize,
    width: usize,
}

impl Lines {
    /// Begins a new line.
    fn turn(&mut self) {
        self.all.push(" ".repeat(self.indent));
        self.used = self.indent;
    }

    /// Adds what must not be broken, on a new line if it does not fit behind what is there.
    fn put(&mut self, part: &str, ending: &str) {
        let begun = self.used > self.indent;
        if begun && self.used + columns(part) + columns(ending.trim_end()) > self.width {
            self.turn();
        }
        if let Some(line) = self.all.last_mut() {
            line.push_str(part);
            line.push_str(ending);
        }
        self.used += columns(part) + columns(ending);
    }
}

/// A sentence broken at its spaces, further lines indented.
pub fn sentence(words: &str, indent: usize, width: usize) -> Vec<String> {
    let parts: Vec<String> = words.split_whitespace().map(str::to_string).collect();
    hang(&" ".repeat(indent), &parts, " ", width)
}
