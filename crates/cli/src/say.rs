//! Printing: to a terminal in colour, to anything else plain, and quietly when nobody reads any more.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use shobu::{Fault, Faults, Source};
use std::fmt::Arguments;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::PathBuf;

/// Prints a line to standard output.
#[macro_export]
macro_rules! say {
    () => { $crate::say::line(format_args!("")) };
    ($($words:tt)*) => { $crate::say::line(format_args!($($words)*)) };
}

/// Prints a line. When the reader of our output has gone away (`| head`), there is nothing left to do.
pub fn line(words: Arguments<'_>) {
    text(format_args!("{words}\n"));
}

/// Prints as it is, without a line end.
pub fn text(words: Arguments<'_>) {
    let mut out = anstream::stdout().lock();
    if let Err(error) = out.write_fmt(words).and_then(|()| out.flush()) {
        let code = if error.kind() == ErrorKind::BrokenPipe { 0 } else { 2 };
        std::process::exit(code);
    }
}

/// Clears a terminal, with what has scrolled off it. That is no colour: `NO_COLOR` does not keep it from being done. A terminal
/// that knows no signs gets empty lines.
pub fn clear_screen() {
    let mut out = std::io::stdout().lock();
    let knows_signs = std::env::var("TERM").is_ok_and(|term| term != "dumb");
    let cleared = match knows_signs {
        true => out.write_all(b"\x1b[2J\x1b[3J\x1b[H"),
        false => out.write_all("\n".repeat(screen().height.unwrap_or(60)).as_bytes()),
    };
    // Whoever does not read any more sees nothing either.
    let _ = cleared.and_then(|()| out.flush());
}

/// The reader's screen.
pub struct Screen {
    /// 80 where nobody tells.
    pub width: usize,
    /// How many lines are seen at once; nothing where the output goes on as long as it likes.
    pub height: Option<usize>,
    pub colors: bool,
}

pub fn screen() -> Screen {
    let size = terminal_size::terminal_size();
    let width = size.map_or(80, |(width, _)| usize::from(width.0)).clamp(40, 160);
    let terminal = std::io::stdout().is_terminal();
    let height = size.filter(|_| terminal).map(|(_, height)| usize::from(height.0).max(16));
    let colors = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    Screen { width, height, colors }
}

/// Prints one JSON value.
pub fn json(value: &serde_json::Value) {
    say!("{value}");
}

/// Prints a remark to standard error, where it disturbs nobody who reads the output.
pub fn remark(words: &str) {
    // Nobody to tell is no reason to stop.
    let _ = writeln!(anstream::stderr(), "{words}");
}

/// Prints what is wrong with an input, pointing at the words.
pub fn faults(faults: &Faults) {
    for fault in &faults.list {
        remark(&render(fault));
    }
    if faults.left_out > 0 {
        remark(&format!("… and {} more like these", faults.left_out));
    }
}

/// A fault in words, with the line it is on.
pub fn render(fault: &Fault) -> String {
    let mut group: Group<'_> = match &fault.place {
        Some(place) => {
            let text = &place.text;
            let start = text[..place.span.start].rfind('\n').map_or(0, |at| at + 1);
            let end = text[place.span.start..].find('\n').map_or(text.len(), |at| place.span.start + at);
            let line = text[start..end].trim_end_matches('\r');
            let from = (place.span.start - start).min(line.len());
            let to = (place.span.end - start).clamp(from, line.len());
            let snippet = Snippet::source(line.to_string())
                .line_start(place.line)
                .path(fault.file.to_string())
                .annotation(AnnotationKind::Primary.span(from..to));
            Level::ERROR.primary_title(fault.what.clone()).element(snippet)
        }
        None if fault.file.is_empty() => Group::with_title(Level::ERROR.primary_title(fault.what.clone())),
        None => Group::with_title(Level::ERROR.primary_title(format!("{}: {}", fault.file, fault.what))),
    };
    if let Some(help) = &fault.help {
        group = group.element(Level::HELP.message(help.clone()));
    }
    Renderer::styled().render(&[group])
}

/// Columns under each other: the first to the left, the others to the right.
pub fn table(head: &[&str], rows: &[Vec<String>]) {
    let mut widths: Vec<usize> = head.iter().map(|cell| cell.chars().count()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let print = |cells: &[String]| {
        let cell = |(at, cell): (usize, &String)| match at {
            0 => format!("{cell:<width$}", width = widths[at]),
            _ => format!("{cell:>width$}", width = widths[at]),
        };
        let cells: Vec<String> = cells.iter().enumerate().map(cell).collect();
        say!("{}", cells.join("  ").trim_end());
    };
    print(&head.iter().map(|cell| cell.to_string()).collect::<Vec<_>>());
    rows.iter().for_each(|row| print(row));
}

/// Reads the card files named by `--pool`.
pub fn pools(paths: &[PathBuf]) -> Result<Vec<Source>, Fault> {
    let read = |path: &PathBuf| {
        let source = Source::read(path)?;
        match source.text.trim().is_empty() {
            true => Err(Fault::of_file(&source.name, "no card in this file")
                .help("a card file has one JSON object on each line, with `id` and `name`")),
            false => Ok(source),
        }
    };
    paths.iter().map(read).collect()
}

/// A number with its thousands apart.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
