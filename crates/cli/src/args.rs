//! Every command and flag, with its help.

use clap::{Args, Parser, Subcommand};
use shobu::GameName;
use std::path::PathBuf;

/// Four trading card games, played by their official rule documents.
///
/// The games are digimon, dbs, buddyfight and battle-spirits.
#[derive(Parser)]
#[command(name = "shobu", version, max_term_width = 110)]
#[command(after_help = "Exit codes: 0 fine, 1 something failed the check, 2 wrong use or unreadable input.")]
pub struct Cli {
    /// What to do; at a terminal, `shobu` alone asks.
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Play a game in the terminal against a bot.
    #[command(after_help = "Examples:\n  shobu play\n  shobu play digimon --bot hard\n  \
        shobu play dbs --deck mine.json --vs theirs.txt --pool cards.jsonl --seed 7\n  \
        printf '1\\n1\\nquit\\n' | shobu play buddyfight --seed 1")]
    Play(Play),
    /// Run and show scenes: positions with a script, the executable rulebook.
    #[command(subcommand)]
    Scene(Scene),
    /// The ledger of rules: shown by a scene, exempt, still open.
    #[command(
        after_help = "Examples:\n  shobu rules\n  shobu rules digimon\n  shobu rules digimon 11-2-1\n  \
        shobu rules search blocker suspend\n  shobu rules search --game dbs counter timing\n  shobu rules --json"
    )]
    #[command(args_conflicts_with_subcommands = true)]
    Rules(Rules),
    /// How well card texts are read, and what a card is read to do.
    #[command(subcommand)]
    Cards(Cards),
    /// Is a deck legal, and why not?
    #[command(subcommand)]
    Deck(Deck),
    /// Play many games between bots.
    #[command(after_help = "Examples:\n  shobu sim --game digimon --games 10000\n  \
        shobu sim --game dbs --games 1000 --deck a.json --deck b.json --pool cards.jsonl\n  \
        shobu sim --game buddyfight --games 100 --bot script,random --seed 3 --out records --json\n  \
        shobu sim --game digimon --games 200 --matrix decks/ --pool cards.jsonl --out report")]
    Sim(Sim),
    /// Which of two bots is the stronger: mirrored games, the Elo difference with its interval.
    #[command(after_help = "Examples:\n  shobu duel normal script --game digimon\n  \
        shobu duel hard normal --game dbs --games 400 --sprt 0,50\n  \
        shobu duel search:iterations=200 normal --game buddyfight --deck a.json --deck b.json --json")]
    Duel(crate::duel::Duel),
    /// Fit what the features of a game weigh, by games that bots play against themselves.
    #[command(after_help = "Examples:\n  shobu tune --game digimon --out crates/digimon/src/sense.json")]
    Tune(crate::duel::Tune),
    /// Positions with a goal: solve them, have them proven or refuted, find new ones.
    #[command(
        after_help = "Examples:\n  shobu puzzle found/digimon-1-12.toml\n  shobu puzzle found --solve\n  \
        shobu puzzle --find --game dbs --deck a.json --deck b.json --pool cards.jsonl --out found"
    )]
    Puzzle(crate::puzzle::Puzzles),
    /// Step through a record of a match, verify it, or play on from a decision of it.
    #[command(after_help = "Examples:\n  shobu replay game.json\n  shobu replay game.json --verify\n  \
        shobu replay game.json --at 40\n  shobu replay game.json --from 40 --play")]
    Replay(Replay),
    /// Play matches for a program: one JSON request a line in, one JSON answer a line out.
    #[command(after_help = "Examples:\n  \
        echo '{\"new\":{\"game\":\"digimon\",\"seed\":1,\"players\":[\"you\",\"random\"]}}' | shobu engine\n  \
        shobu engine --schema\n\ndocs/protocol.md describes the requests and the answers.")]
    Engine(Engine),
    /// Play in the browser: a server for matches, replays and the rulebook, with its page inside.
    #[command(
        after_help = "Examples:\n  shobu serve --open\n  shobu serve --addr 127.0.0.1:9000 --data games.db\n  \
        shobu serve --addr 0.0.0.0:8080 --public --behind-proxy\n\ndocs/serving.md tells how to run one for others, \
        docs/protocol.md what programs can ask of it."
    )]
    Serve(Serve),
    /// Write the rulebook into a folder: every rule with its scenes, stepped through in a browser, without a server.
    #[command(
        after_help = "Examples:\n  shobu book rulebook\n\nOpen index.html in the folder; docs/browser.md tells more."
    )]
    Book(Book),
    /// Measure how fast each game is, on one core.
    #[command(after_help = "Examples:\n  shobu bench\n  shobu bench --game digimon --seconds 5 --json")]
    Bench(Bench),
}

#[derive(Args)]
pub struct Play {
    /// The game; digimon if none is named.
    #[arg(default_value = "digimon")]
    pub game: GameName,
    /// Your deck: a file, or the name of a built-in deck.
    #[arg(long, value_name = "DECK")]
    pub deck: Option<String>,
    /// The other deck.
    #[arg(long, value_name = "DECK")]
    pub vs: Option<String>,
    /// A card file to use before the built-in cards; may be given more than once.
    #[arg(long, value_name = "FILE")]
    pub pool: Vec<PathBuf>,
    /// Who plays the other side: easy, normal, hard, another bot, a program of your own as "cmd:python3 mybot.py", or
    /// person for two at one keyboard.
    #[arg(long, default_value = "normal")]
    pub bot: String,
    #[command(flatten)]
    pub guests: crate::bots::Guests,
    /// Seed of the match's luck; the same seed gives the same shuffles.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Edition of the rules.
    #[arg(long)]
    pub edition: Option<String>,
    /// Play cards with words that Shobu does not read, as if those words were not there.
    #[arg(long)]
    pub allow_unread: bool,
    /// Go on with the match that was left last.
    #[arg(long)]
    pub resume: bool,
    /// Play decks that are not legal.
    #[arg(long)]
    pub any_deck: bool,
}

#[derive(Subcommand)]
pub enum Scene {
    /// Run scenes; a folder stands for all scenes below it.
    #[command(
        after_help = "Examples:\n  shobu scene run scenes\n  shobu scene run scenes/digimon/12-blocking --json"
    )]
    Run {
        /// Scene files or folders, or paths of the scenes that this program carries along (`scenes/digimon`).
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// A card file whose cards the scenes may name, by id or name.
        #[arg(long, value_name = "FILE")]
        pool: Vec<PathBuf>,
        /// Also fail scenes that cannot fail: cards that never take part, refusals of what nobody considers,
        /// expectations that were true all along.
        #[arg(long)]
        strict: bool,
        /// Print one JSON value.
        #[arg(long)]
        json: bool,
    },
    /// Show the position of a scene and the open menu.
    #[command(
        after_help = "Examples:\n  shobu scene show scene.toml\n  shobu scene show scene.toml --at 38\n  \
        shobu scene show scene.toml --at 38 --why 'block with Egg'\n  \
        shobu scene show scene.toml --json --seat opponent"
    )]
    Show {
        /// The scene file.
        path: PathBuf,
        /// Carry out the script up to this line of the file; without it, show the start.
        #[arg(long, value_name = "LINE")]
        at: Option<usize>,
        /// Ask about this label: is it offered and, if not, which rule refuses it? `opponent: LABEL` asks for a seat.
        #[arg(long, value_name = "LABEL")]
        why: Option<String>,
        /// Look with the eyes of this seat (you or opponent); without it, everything is open.
        #[arg(long, value_parser = seat)]
        seat: Option<kernel::Seat>,
        /// Print one JSON value: the board, the menu, what happened.
        #[arg(long)]
        json: bool,
        /// A card file whose cards the scene may name, by id or name.
        #[arg(long, value_name = "FILE")]
        pool: Vec<PathBuf>,
    },
    /// Go on from a scene's position by hand, for both sides or against a bot.
    #[command(after_help = "Examples:\n  shobu scene play scene.toml\n  \
        shobu scene play scene.toml --at 38 --bot greedy --pool cards.jsonl")]
    Play {
        /// The scene file.
        path: PathBuf,
        /// Carry out the script up to this line of the file; without it, begin at the start.
        #[arg(long, value_name = "LINE")]
        at: Option<usize>,
        /// Who plays the other side: person for both by hand, or a bot.
        #[arg(long, default_value = "person")]
        bot: String,
        /// Seed of the luck from here on.
        #[arg(long)]
        seed: Option<u64>,
        /// A card file whose cards the scene may name, by id or name.
        #[arg(long, value_name = "FILE")]
        pool: Vec<PathBuf>,
    },
}

#[derive(Args)]
pub struct Rules {
    #[command(subcommand)]
    pub action: Option<RulesAction>,
    /// One game only.
    pub game: Option<GameName>,
    /// One rule of it: its words, and the scenes that show it.
    pub id: Option<String>,
    /// Print one JSON value.
    #[arg(long)]
    pub json: bool,
    /// List the rules that are still open.
    #[arg(long)]
    pub open: bool,
    /// Scenes to count instead of those that this program carries along.
    #[arg(long, value_name = "DIR")]
    pub scenes: Vec<PathBuf>,
}

#[derive(Subcommand)]
pub enum RulesAction {
    /// Find rules by what they say in our words; every word must occur.
    Search {
        #[arg(required = true)]
        words: Vec<String>,
        /// One game only.
        #[arg(long)]
        game: Option<GameName>,
        /// Print one JSON value.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Subcommand)]
pub enum Cards {
    /// Play every ability of every card that is read whole, and look whether what it says happens.
    #[command(after_help = "Examples:\n  shobu cards try --game digimon\n  \
        shobu cards try --game digimon cards.jsonl --card BT1-010\n  \
        shobu cards try --game dbs cards.jsonl --json > dead.json\n  \
        shobu cards try --game buddyfight cards.jsonl --save dead/")]
    Try {
        /// The game the cards are for.
        #[arg(long)]
        game: GameName,
        /// The card file; without one, the built-in cards.
        file: Option<PathBuf>,
        /// Only this card; may be given more than once.
        #[arg(long, value_name = "ID")]
        card: Vec<String>,
        /// Write a position for each failure as a scene file into this folder.
        #[arg(long, value_name = "DIR")]
        save: Option<PathBuf>,
        /// How many threads; by default as many as there are cores.
        #[arg(long, default_value_t = 0)]
        threads: u16,
        /// List all failures.
        #[arg(long)]
        all: bool,
        /// Print one JSON value.
        #[arg(long)]
        json: bool,
    },
    /// How many cards and clauses of a card file are read whole, partly, not at all.
    #[command(after_help = "Examples:\n  shobu cards check --game digimon cards.jsonl\n  \
        shobu cards check --game dbs cards.jsonl --json > unread.json")]
    Check {
        /// The game the cards are for.
        #[arg(long)]
        game: GameName,
        /// The card file; without one, the built-in cards.
        file: Option<PathBuf>,
        /// Print one JSON value, with every unread clause.
        #[arg(long)]
        json: bool,
        /// List every unread clause, not only the commonest.
        #[arg(long)]
        all: bool,
    },
    /// A card, and in plain words what Shobu reads it to do.
    #[command(after_help = "Examples:\n  shobu cards show --game digimon BT1-010 --pool cards.jsonl\n  \
        shobu cards show --game buddyfight 'Some Card Name'")]
    Show {
        /// The game the card is for.
        #[arg(long)]
        game: GameName,
        /// Its id or name.
        id: String,
        /// A card file to look in before the built-in cards.
        #[arg(long, value_name = "FILE")]
        pool: Vec<PathBuf>,
        /// Print one JSON value.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub struct DeckFile {
    /// A deck file (JSON, or any of the lists people have), or the name of a built-in deck.
    pub deck: String,
    /// The game, where the file does not say.
    #[arg(long)]
    pub game: Option<GameName>,
    /// A card file to look in before the built-in cards.
    #[arg(long, value_name = "FILE")]
    pub pool: Vec<PathBuf>,
}

#[derive(Subcommand)]
pub enum Deck {
    /// Legal or not, every reason with its rule, and what the deck is made of.
    #[command(after_help = "Examples:\n  shobu deck check deck.json --pool cards.jsonl\n  \
        shobu deck check list.txt --game digimon --json\n  \
        shobu deck check list.txt --game digimon --limits banlists/ --on 2026-04-01")]
    Check {
        #[command(flatten)]
        named: DeckFile,
        /// Edition of the rules.
        #[arg(long)]
        edition: Option<String>,
        /// Ban and limit lists: files, or folders of them; the newest counts.
        #[arg(long, value_name = "PATH")]
        limits: Vec<PathBuf>,
        /// The day on which the deck is to be played: the newest limit list up to then counts.
        #[arg(long, value_name = "DAY", requires = "limits")]
        on: Option<String>,
        /// Print one JSON value.
        #[arg(long)]
        json: bool,
    },
    /// Write a deck in another form: json, list, untap, counts, ids, tts, cockatrice.
    #[command(
        after_help = "Examples:\n  shobu deck convert list.txt --game digimon --pool cards.jsonl --to json\n  \
        shobu deck convert deck.json --pool cards.jsonl --to tts --out deck.tts.json"
    )]
    Convert {
        #[command(flatten)]
        named: DeckFile,
        /// The form.
        #[arg(long, value_name = "FORM")]
        to: String,
        /// Write into this file instead of to standard output.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// How likely cards are in the opening hand and after so many draws more, exactly worked out.
    #[command(after_help = "Examples:\n  shobu deck odds deck.json --pool cards.jsonl\n  \
        shobu deck odds deck.json --pool cards.jsonl --card BT1-010 --copies 2 --draws 6")]
    Odds {
        #[command(flatten)]
        named: DeckFile,
        /// This card, by id or name; of several, any will do. Without one, every card by itself.
        #[arg(long, value_name = "CARD")]
        card: Vec<String>,
        /// At least so many of them.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
        copies: u32,
        /// Up to so many draws after the opening hand.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=100))]
        draws: u32,
        /// Print one JSON value.
        #[arg(long)]
        json: bool,
    },
    /// A legal deck at random, from the cards of a pool that are read whole. It is printed as a deck file.
    #[command(after_help = "Examples:\n  shobu deck random --game dbs --seed 7\n  \
        shobu deck random --game digimon --pool cards.jsonl --seed 7 > deck.json")]
    Random {
        /// The game.
        #[arg(long)]
        game: GameName,
        /// A card file instead of the built-in cards; may be given several times.
        #[arg(long, value_name = "FILE")]
        pool: Vec<PathBuf>,
        /// The same seed and cards give the same deck.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Edition of the rules.
        #[arg(long)]
        edition: Option<String>,
    },
}

#[derive(Args)]
pub struct Sim {
    /// The game.
    #[arg(long)]
    pub game: GameName,
    /// How many games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// A deck, once or twice: a file, or the name of a built-in deck.
    #[arg(long, value_name = "DECK")]
    pub deck: Vec<String>,
    /// A card file to use before the built-in cards.
    #[arg(long, value_name = "FILE")]
    pub pool: Vec<PathBuf>,
    /// The bots of both sides, or one for both: random, script, easy, normal, hard, search, greedy, rollout, or a program
    /// of your own as "cmd:python3 mybot.py".
    #[arg(long, value_name = "X,Y", default_value = "script")]
    pub bot: Vec<String>,
    #[command(flatten)]
    pub guests: crate::bots::Guests,
    /// Seed: the same seed gives the same figures.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Worker threads; 0 for one on each core.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Edition of the rules.
    #[arg(long)]
    pub edition: Option<String>,
    /// Play cards with words that Shobu does not read, as if those words were not there.
    #[arg(long)]
    pub allow_unread: bool,
    /// Play decks that are not legal.
    #[arg(long)]
    pub any_deck: bool,
    /// Print one JSON value.
    #[arg(long)]
    pub json: bool,
    /// Write a record of each game into this folder; of a matrix or gauntlet, the tally and the report. What is there
    /// already is gone on with.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Every deck of this folder against every other, so many games each.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["deck", "gauntlet"])]
    pub matrix: Option<PathBuf>,
    /// The deck named by --deck against every deck of this folder, so many games each.
    #[arg(long, value_name = "DIR", requires = "deck")]
    pub gauntlet: Option<PathBuf>,
}

#[derive(Args)]
pub struct Replay {
    /// The record; with --verify, several or a folder of them.
    #[arg(required = true)]
    pub file: Vec<PathBuf>,
    /// Play it again and compare every state hash.
    #[arg(long)]
    pub verify: bool,
    /// Show the position after so many answers.
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Tell the rule behind everything that happened.
    #[arg(long)]
    pub rules: bool,
    /// With --play: go on from the position after so many answers.
    #[arg(long, value_name = "N", requires = "play")]
    pub from: Option<usize>,
    /// With --at: write that position into this file, as a scene.
    #[arg(long, value_name = "FILE", requires = "at")]
    pub save_scene: Option<PathBuf>,
    /// Play on in the terminal.
    #[arg(long)]
    pub play: bool,
    /// Who plays the other side when playing on.
    #[arg(long, default_value = "normal")]
    pub bot: String,
    /// The card files that the record was made with, in the same order.
    #[arg(long, value_name = "FILE")]
    pub pool: Vec<PathBuf>,
    /// Print one JSON value.
    #[arg(long, conflicts_with = "play")]
    pub json: bool,
}

#[derive(Args)]
pub struct Engine {
    /// Print the JSON Schema of the state message and leave.
    #[arg(long)]
    pub schema: bool,
}

#[derive(Args)]
pub struct Serve {
    /// Where to listen. Other machines reach nothing but 127.0.0.1 only with --public.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "HOST:PORT")]
    pub addr: std::net::SocketAddr,
    /// Where matches are kept: a file (SQLite), or postgres://… for several processes.
    #[arg(long, value_name = "FILE|URL")]
    pub data: Option<String>,
    /// A card file to use before the built-in cards of a game; may be given more than once.
    #[arg(long, value_name = "GAME=FILE")]
    pub pool: Vec<String>,
    /// A folder with pictures of cards: digimon/BT1-010.webp (or png, jpg, avif).
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// Open the page in a browser.
    #[arg(long)]
    pub open: bool,
    /// Let other machines in.
    #[arg(long)]
    pub public: bool,
    /// A proxy stands before it: addresses are what it says in X-Forwarded-For.
    #[arg(long)]
    pub behind_proxy: bool,
    /// Matches in progress that are kept at most.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub max_matches: u64,
    /// Mebibytes of storage beyond which no match is begun.
    #[arg(long, value_name = "MIB", default_value_t = 8_192, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub max_mib: u64,
    /// Days after which a match in progress that nobody touched is forgotten.
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    pub open_days: u64,
    /// Days after which a match that is over is forgotten.
    #[arg(long, value_name = "DAYS", default_value_t = 365)]
    pub over_days: u64,
    /// Requests a second from one address; 0 for no limits by address.
    #[arg(long, value_name = "N")]
    pub rate: Option<u32>,
}

#[derive(Args)]
pub struct Book {
    /// Where to write it; the folder is made.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Args)]
pub struct Bench {
    /// One game only.
    #[arg(long)]
    pub game: Option<GameName>,
    /// How long to measure each game.
    #[arg(long, default_value_t = 3.0)]
    pub seconds: f64,
    /// Seed of the games played.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON value.
    #[arg(long)]
    pub json: bool,
}

/// A seat by the word that scenes have for it, or by its letter.
fn seat(word: &str) -> Result<kernel::Seat, String> {
    match word {
        "A" | "a" => Ok(kernel::Seat::A),
        "B" | "b" => Ok(kernel::Seat::B),
        word => shobu::said::seat_of_word(word).ok_or_else(|| "the seats are you and opponent".to_string()),
    }
}
