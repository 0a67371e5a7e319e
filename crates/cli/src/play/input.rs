//! Lines that a person types: with editing and history in a terminal, plain from anything else.

use crate::say;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{BufRead, IsTerminal};

pub enum Input {
    Terminal(Box<DefaultEditor>),
    Pipe,
}

impl Input {
    pub fn new() -> Self {
        if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            if let Ok(editor) = DefaultEditor::new() {
                return Input::Terminal(Box::new(editor));
            }
        }
        Input::Pipe
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line; `None` when the input ends or is interrupted: nothing is lost, the match is kept.
    pub fn line(&mut self, prompt: &str) -> Option<String> {
        match self {
            Input::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A history that cannot grow is no reason to stop.
                    let _ = editor.add_history_entry(line.trim());
                    Some(line)
                }
                Err(ReadlineError::Interrupted | ReadlineError::Eof) => None,
                Err(error) => {
                    say!("{error}");
                    None
                }
            },
            Input::Pipe => {
                say::text(format_args!("{prompt}"));
                let mut line = Vec::new();
                match std::io::stdin().lock().read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => {
                        say!();
                        None
                    }
                    Ok(_) => {
                        // What is no text is no reason to stop. What was typed elsewhere is shown here, so that a
                        // transcript reads well.
                        let line = String::from_utf8_lossy(&line).into_owned();
                        say!("{}", line.trim_end());
                        Some(line)
                    }
                }
            }
        }
    }

    /// A question that is answered with yes or no.
    pub fn confirms(&mut self, question: &str) -> bool {
        while let Some(answer) = self.line(&format!("{question} (yes/no) ")) {
            match answer.trim().to_lowercase().as_str() {
                "y" | "yes" => return true,
                "n" | "no" | "quit" | "exit" => return false,
                // Whoever typed on when the match ended is asked again.
                _ => {}
            }
        }
        false
    }

    /// At the end of a match, where somebody sits at a terminal.
    pub fn asks_for_rematch(&mut self) -> bool {
        self.is_terminal() && self.confirms("A rematch?")
    }

    /// So that the next person does not see what the last one saw, nor finds it among the lines typed before.
    pub fn clear_screen(&mut self) {
        match self {
            Input::Terminal(editor) => {
                let _ = editor.clear_history();
                say::clear_screen();
            }
            Input::Pipe => say!("{}", "\n".repeat(2).trim_end_matches('\n')),
        }
    }
}
