//! Input that cannot be read: what is wrong, where it stands, and what to do about it.

use std::fmt;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A text that came from somewhere, so that an error can point into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file, or a word for what it was (`built-in cards`).
    pub name: Arc<str>,
    /// What it says.
    pub text: Arc<str>,
}

impl Source {
    /// A text with the name of its file.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Source { name: name.into(), text: text.into() }
    }

    /// The largest file that is read, twenty times the largest card list there is. A device or a pipe that never
    /// ends is noticed by it too.
    pub const LARGEST: u64 = 64 << 20;

    /// Reads a file as UTF-8; a byte order mark is dropped.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let name = path.display().to_string();
        let mut bytes = Vec::new();
        std::fs::File::open(path)
            .and_then(|file| file.take(Self::LARGEST + 1).read_to_end(&mut bytes))
            .map_err(|error| Fault::of_file(&name, reading(&error)))?;
        if bytes.len() as u64 > Self::LARGEST {
            let what =
                format!("more than {} MiB, and no file that is read here is so large", Self::LARGEST >> 20);
            return Err(Fault::of_file(&name, what).help("is it the right file?"));
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let line = 1 + error.as_bytes()[..good].iter().filter(|byte| **byte == b'\n').count();
                let what = format!("line {line} is not UTF-8 text (byte {good} of the file)");
                return Err(Fault::of_file(&name, what).help("save the file as UTF-8"));
            }
        };
        let text = text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text);
        Ok(Source::new(name, text))
    }

    /// The line (from 1) in which a byte stands.
    pub fn line(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        1 + self.text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count()
    }

    /// The bytes of a line (from 1), without its line end.
    pub fn span_of_line(&self, line: usize) -> Range<usize> {
        let mut start = 0;
        for (number, text) in self.text.split('\n').enumerate() {
            if number + 1 == line {
                return start..start + text.trim_end_matches('\r').len();
            }
            start += text.len() + 1;
        }
        self.text.len()..self.text.len()
    }

    /// The bytes of the line behind the one with these bytes, without its line end.
    pub fn span_of_next_line(&self, line: Range<usize>) -> Range<usize> {
        let rest = &self.text[line.end.min(self.text.len())..];
        let Some(end) = rest.find('\n') else { return self.text.len()..self.text.len() };
        let start = line.end + end + 1;
        let text = self.text[start..].split('\n').next().unwrap_or("");
        start..start + text.trim_end_matches('\r').len()
    }

    /// A fault at these bytes.
    pub fn fault(&self, span: Range<usize>, what: impl Into<String>) -> Fault {
        let line = self.line(span.start.min(span.end));
        self.fault_on(line, span, what)
    }

    /// A fault at these bytes, on a line (from 1) that is known: counting lines anew for each fault of a long file
    /// would take for ever.
    pub fn fault_on(&self, line: usize, span: Range<usize>, what: impl Into<String>) -> Fault {
        let mut end = span.end.min(self.text.len());
        let mut start = span.start.min(end);
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let column = 1 + self.text[line_start..start].chars().count();
        let place = Place { line, column, span: start..end, text: self.text.clone() };
        Fault { what: brief(what.into()), file: self.name.clone(), place: Some(Box::new(place)), help: None }
    }

    /// A fault at the first of `words` in the text, or in the file as a whole.
    pub fn fault_at_word(&self, words: &str, what: impl Into<String>) -> Fault {
        match self.text.find(words) {
            Some(at) => self.fault(at..at + words.len(), what),
            None => Fault::of_file(&self.name, what),
        }
    }
}

fn reading(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".into(),
        std::io::ErrorKind::PermissionDenied => "not allowed to read it".into(),
        std::io::ErrorKind::IsADirectory => "a folder, where a file was expected".into(),
        _ => format!("cannot be read: {error}"),
    }
}

/// A message quotes the input; where that is endless, its middle is left out.
fn brief(words: String) -> String {
    const MOST: usize = 600;
    let long = words.chars().count();
    if long <= MOST {
        return words;
    }
    let (first, last) = (words.chars().take(MOST / 2), words.chars().skip(long - MOST / 4));
    first.chain(" … ".chars()).chain(last).collect()
}

/// Where a fault stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Bytes in `text`, on character boundaries.
    pub span: Range<usize>,
    /// The line's text.
    pub text: Arc<str>,
}

/// One thing that is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub what: String,
    /// The file; empty where the fault is not in a file.
    pub file: Arc<str>,
    /// Where.
    pub place: Option<Box<Place>>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault that is in no file: wrong use.
    pub fn new(what: impl Into<String>) -> Self {
        Fault::of_file("", what)
    }

    /// A fault of a whole file.
    pub fn of_file(file: &str, what: impl Into<String>) -> Self {
        Fault { what: brief(what.into()), file: file.into(), place: None, help: None }
    }

    /// The same, with what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(brief(help.into()));
        self
    }

    /// Adds advice if there is any to give.
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// The line, where it is known.
    pub fn line(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.line)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}", self.file)?;
            if let Some(place) = &self.place {
                write!(f, ":{}:{}", place.line, place.column)?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.what)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

/// Everything that is wrong with an input, as far as it is worth telling.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Faults {
    /// The first of them, in order.
    pub list: Vec<Fault>,
    /// How many more there are.
    pub left_out: usize,
}

impl Faults {
    /// More than this many faults of one input are counted, not told.
    pub const TOLD: usize = 20;

    /// Adds a fault.
    pub fn push(&mut self, fault: Fault) {
        if self.list.len() < Self::TOLD {
            self.list.push(fault);
        } else {
            self.left_out += 1;
        }
    }

    /// Adds a fault that takes long to put into words, if it will be told at all.
    pub fn push_with(&mut self, fault: impl FnOnce() -> Fault) {
        if self.list.len() < Self::TOLD {
            self.list.push(fault());
        } else {
            self.left_out += 1;
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// `value`, if nothing is wrong.
    pub fn or<T>(self, value: T) -> Result<T, Faults> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Faults { list: vec![fault], left_out: 0 }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.list.iter().enumerate() {
            if at > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        match self.left_out {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

impl std::error::Error for Faults {}
