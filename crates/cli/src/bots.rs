//! Bots as they are named on the command line, programs among them.

use clap::Args;
use std::time::Duration;

/// What programs are told beside their names.
#[derive(Args)]
pub struct Guests {
    /// How long a program (cmd:…) may think about one answer, in seconds; one that is slower loses its game.
    #[arg(long, value_name = "S", default_value_t = shobu::door::SECONDS, value_parser = seconds)]
    pub bot_seconds: f64,
}

impl Guests {
    pub fn limit(&self) -> Duration {
        Duration::from_secs_f64(self.bot_seconds)
    }
}

fn seconds(word: &str) -> Result<f64, String> {
    let seconds = word.parse::<f64>().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds, such as 0.5 or 10".into())
}

/// The bots that one or more `--bot X,Y` name. A comma inside a program's command belongs to it.
pub fn names(given: &[String]) -> Vec<String> {
    let is_name = |part: &str| {
        let word = part.split(':').next().unwrap_or(part);
        word == "cmd" || bots::NAMES.iter().any(|(name, _)| *name == word)
    };
    let mut names: Vec<String> = Vec::new();
    for value in given {
        for (at, part) in value.split(',').enumerate() {
            match names.last_mut() {
                Some(last) if at > 0 && last.starts_with("cmd:") && !is_name(part) => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => names.push(part.to_string()),
            }
        }
    }
    names
}
