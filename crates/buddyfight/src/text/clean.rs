//! What card lists do to a text, undone: escapes, stray markup, lost brackets, quotation marks inside names. Every letter of
//! the mended text knows where it stood in the text as it was given.

/// A text as it is read, and where each of its bytes comes from.
pub(super) struct Plain {
    pub text: String,
    origin: Vec<u32>,
}

/// Marks and slips that lists carry, with what they stand for.
const SLIPS: [(&str, &str); 35] = [
    // Signs that nobody sees.
    ("\u{200e}", ""),
    ("\u{200b}", ""),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&amp;", "&"),
    ("=\"\"", ""),
    ("『[", "["),
    ("]』", "]"),
    ("[Counster]", "[Counter]"),
    ("[Crozznize]", "[Crossnize]"),
    ("[CallCost]", "[Call Cost]"),
    ("[Doubl Attack]", "[Double Attack]"),
    ("[Double Attack' />", "[Double Attack]"),
    ("[Life Link", "[Lifelink"),
    ("Life Link", "[Lifelink]"),
    ("<br< td>", ""),
    ("<b< td>", ""),
    ("this this card", "this card"),
    (" wth ", " with "),
    (" te drop", " the drop"),
    (" ths turn", " this turn"),
    (" lfe ", " life "),
    (" our hand", " your hand"),
    (" our field", " your field"),
    ("search you deck", "search your deck"),
    ("his or drop", "his or her drop"),
    ("this cards soul", "this card's soul"),
    (" this cards ", " this card "),
    ("eqiupped", "equipped"),
    ("nullfiy", "nullify"),
    ("links attack", "link attacks"),
    ("yo+ur", "your"),
    ("【[Counter] 】", "[Counter]"),
    ("【[Counter]】", "[Counter]"),
];

/// Keywords that lists wrote without their brackets, with them: those whose capitals tell them from plain words.
const ICONS: [(&str, &str); 32] = [
    ("Double Attack", "[Double Attack]"),
    ("Triple Attack", "[Triple Attack]"),
    ("Quadruple Attack", "[Quadruple Attack]"),
    ("Counterattack", "[Counterattack]"),
    ("Soulguard", "[Soulguard]"),
    ("Penetrate", "[Penetrate]"),
    ("Lifelink Lose", "[Lifelink Lose]"),
    ("Call Cost", "[Call Cost]"),
    ("Cast Cost", "[Cast Cost]"),
    ("Equip Cost", "[Equip Cost]"),
    ("D-Share", "[D-Share]"),
    ("Impact [Transform]", "[Impact Transform]"),
    ("Impact Transform", "[Impact Transform]"),
    ("Transform into", "[Transform] into"),
    ("Transform cost", "[Transform] cost"),
    ("Transform [", "[Transform] ["),
    ("Ride on", "[Ride] on"),
    ("Ride cost", "[Ride] cost"),
    ("with Set", "with [Set]"),
    ("with Move", "with [Move]"),
    ("cannot Move", "cannot [Move]"),
    ("get Move", "get [Move]"),
    ("gets Move", "gets [Move]"),
    ("cannot Stand", "cannot [Stand]"),
    ("Stand this card", "[Stand] this card"),
    ("Stand a ", "[Stand] a "),
    ("is Stand", "is [Stand]"),
    ("is Rest", "is [Rest]"),
    ("field Stand", "field [Stand]"),
    ("field Rest", "field [Rest]"),
    ("Weaponry Link", "[Weaponry Link]"),
    ("Crossnize", "[Crossnize]"),
];

/// Words that some lists mark as keywords with a sign behind them.
const MARKED: [&str; 14] = [
    "Double Attack",
    "Triple Attack",
    "Call Cost",
    "Cast Cost",
    "Equip Cost",
    "Counter",
    "Act",
    "Stand",
    "Rest",
    "Move",
    "Set",
    "Soulguard",
    "Penetrate",
    "D",
];

/// The text without what lists do to it.
pub(super) fn clean(paragraph: &str) -> Plain {
    let mut plain = Plain { text: paragraph.to_string(), origin: (0..=paragraph.len() as u32).collect() };
    for (slip, right) in SLIPS {
        plain.replace(slip, right);
    }
    plain.questioned();
    plain.marked();
    while let Some(open) = plain.text.find("</") {
        let Some(close) = plain.text[open..].find('>') else { break };
        plain.edit(open, open + close + 1, "");
    }
    plain.iconed();
    plain.balanced();
    plain.quoted();
    plain
}

impl Plain {
    /// Where a byte of the mended text stood.
    pub(super) fn origin(&self, at: usize) -> usize {
        self.origin.get(at).or(self.origin.last()).map_or(0, |at| *at as usize)
    }

    fn edit(&mut self, from: usize, to: usize, with: &str) {
        let start = self.origin[from];
        self.text.replace_range(from..to, with);
        self.origin.splice(from..to, std::iter::repeat_n(start, with.len()));
    }

    fn replace(&mut self, slip: &str, right: &str) {
        let mut from = 0;
        while let Some(at) = self.text[from..].find(slip).map(|at| from + at) {
            self.edit(at, at + slip.len(), right);
            from = at + right.len();
        }
    }

    /// Signs that a list could not write came out as question marks: around an attribute, between words, in front of a line.
    fn questioned(&mut self) {
        let (mut quoted, mut at) = (false, 0);
        while let Some(c) = self.text[at..].chars().next() {
            let begins = at == 0 || self.text[..at].ends_with(['\n', '\r', '■']);
            let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let (before, behind) =
                (self.text[..at].chars().next_back(), self.text[at + c.len_utf8()..].chars().next());
            match c {
                '"' => quoted = !quoted,
                '“' | '『' => quoted = true,
                '”' | '』' | '\n' | '■' => quoted = false,
                '?' if quoted => {}
                '?' if begins => self.edit(at, at + 1, " "),
                '?' if letter(before) && letter(behind) => self.edit(at, at + 1, " "),
                '?' if behind.is_some_and(char::is_uppercase) => {
                    let named = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'');
                    let end = self.text[at + 1..].find(|c: char| !named(c)).map(|end| at + 1 + end);
                    if let Some(end) = end.filter(|end| self.text[*end..].starts_with('?')) {
                        self.edit(end, end + 1, "》");
                        self.edit(at, at + 1, "《");
                        at = end;
                        continue;
                    }
                }
                _ => {}
            }
            at += self.text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }

    /// Lists carry a sign behind keywords; inside a name it belongs there.
    fn marked(&mut self) {
        let mut from = 0;
        while let Some((at, sign)) = self.text[from..].char_indices().find(|(_, c)| matches!(c, '@' | '＠'))
        {
            let (at, len) = (from + at, sign.len_utf8());
            let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let before = &self.text[..at];
            let icon = MARKED.iter().find(|icon| {
                before.strip_suffix(**icon).is_some_and(|rest| {
                    let behind = rest.chars().next_back();
                    !letter(behind) && behind != Some('[')
                })
            });
            if letter(before.chars().next_back()) && letter(self.text[at + len..].chars().next()) {
                from = at + len;
            } else if let Some(icon) = icon {
                let bracketed = format!("[{icon}] ");
                self.edit(at - icon.len(), at + len, &bracketed);
                from = at - icon.len() + bracketed.len();
            } else {
                self.edit(at, at + len, " ");
                from = at + 1;
            }
        }
    }

    /// Keywords get their lost brackets back, outside of brackets and names.
    fn iconed(&mut self) {
        if !ICONS.iter().any(|(icon, _)| self.text.contains(icon)) {
            return;
        }
        let (mut depth, mut quoted, mut at) = (0_i32, false, 0);
        while let Some(c) = self.text[at..].chars().next() {
            match c {
                '[' | '(' | '（' | '《' | '＜' | '<' | '【' | '〔' => depth += 1,
                ']' | ')' | '）' | '》' | '＞' | '>' | '】' | '〕' => depth -= 1,
                '"' => quoted = !quoted,
                '“' => quoted = true,
                '”' | '\n' | '■' => quoted = false,
                _ => {}
            }
            let begins = self.text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric());
            let icon =
                ICONS.iter().find(|(icon, _)| self.text[at..].starts_with(icon)).filter(|(icon, _)| {
                    let behind = self.text[at + icon.len()..].chars().next();
                    let ends = icon.ends_with([' ', '[', ']'])
                        || behind.is_none_or(|c| !c.is_alphanumeric() && c != ']');
                    begins && depth <= 0 && !quoted && ends
                });
            match icon {
                Some((icon, right)) => {
                    // A bracket that the words end with opens what follows.
                    depth += i32::from(icon.ends_with('['));
                    self.edit(at, at + icon.len(), right);
                    at += right.len();
                }
                None => at += c.len_utf8(),
            }
        }
    }

    /// A bracket closed by the wrong sign is closed by the right one; a closing sign that closes nothing goes.
    fn balanced(&mut self) {
        let (mut square, mut round, mut at) = (Vec::new(), 0, 0);
        while let Some(c) = self.text[at..].chars().next() {
            let len = c.len_utf8();
            match c {
                '[' => square.push(at),
                ']' if square.pop().is_none() => {
                    self.edit(at, at + len, "");
                    continue;
                }
                '(' | '（' => round += 1,
                ')' | '）' if round > 0 => round -= 1,
                ')' | '）' => {
                    let closes = square.last().is_some_and(|open| !self.text[*open..].contains(']'));
                    self.edit(at, at + len, if closes { "]" } else { "" });
                    if closes {
                        square.pop();
                        at += 1;
                    }
                    continue;
                }
                '\n' | '■' => {
                    // A cost that a list forgot to close ends with its line.
                    if let (Some(open), true) = (square.first(), c == '\n') {
                        if self.text[..*open].trim_end().ends_with("Cost]") {
                            self.edit(at, at, "]");
                            at += 1;
                        }
                    }
                    square.clear();
                    round = 0;
                }
                _ => {}
            }
            at += len;
        }
        if square.first().is_some_and(|open| self.text[..*open].trim_end().ends_with("Cost]")) {
            let end = self.text.trim_end().len();
            self.edit(end, end, "]");
        }
    }

    /// A name with quotation marks of its own gets the other kind around it.
    fn quoted(&mut self) {
        let mut open: Vec<(usize, bool)> = Vec::new();
        let mut at = 0;
        while let Some(c) = self.text[at..].chars().next() {
            let len = c.len_utf8();
            let before = self.text[..at].chars().next_back();
            let behind = self.text[at + len..].chars().next();
            match c {
                '\n' | '■' => open.clear(),
                '"' | '“' | '”' => {
                    let fresh = before.is_none_or(|c| c.is_whitespace() || "([《■/【,・".contains(c));
                    let begins = c == '“'
                        || c == '"'
                            && fresh
                            && behind.is_some_and(|c| !c.is_whitespace() && !".,!?)]\"”".contains(c));
                    if begins {
                        if let Some((_, nested)) = open.last_mut() {
                            *nested = true;
                        }
                        open.push((at, false));
                    } else if let Some((from, true)) = open.pop() {
                        if open.is_empty() {
                            let first = self.text[from..].chars().next().map_or(1, char::len_utf8);
                            self.edit(at, at + len, "』");
                            self.edit(from, from + first, "『");
                            at = at + "『".len() - first + "』".len();
                            continue;
                        }
                    }
                }
                _ => {}
            }
            at += len;
        }
    }
}
