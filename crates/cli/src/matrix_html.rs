//! The report of a matrix as one page: no script, no network, light and dark.

use crate::matrix::{CardRow, DeckRow, Report, share};
use crate::say::thousands;
use shobu::sim::wilson;
use std::fmt::Write as _;

const STYLE: &str = "
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1d2126;--soft:#5d6670;--line:#d9d6ce;--card:#fff;--good:#1f7a4d;--bad:#b3412f;--mark:#2f5fb3}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e6e4de;--soft:#9aa2ac;--line:#343a42;--card:#1b1f25;--good:#58c08c;--bad:#e57c66;--mark:#7fa8f0}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:2rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.5rem 0 .5rem}
p{margin:.25rem 0 .75rem;color:var(--soft);max-width:46rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .5rem;text-align:right;white-space:nowrap}
th{font-weight:600;color:var(--soft);font-size:.85rem}
th:first-child,td:first-child{text-align:left}
.wide{width:fit-content;max-width:100%;overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--card);padding:.5rem 6rem .5rem .5rem}
.grid td{border:1px solid var(--line);text-align:center;min-width:3.6rem}
.grid th{max-width:18rem;overflow:hidden;text-overflow:ellipsis}
.grid thead th{height:var(--tall);vertical-align:bottom;padding:0;text-align:left;overflow:visible}
.grid thead th div{width:3.4rem;overflow:visible}
.grid thead th span{display:block;transform-origin:0 100%;transform:rotate(-50deg) translate(.9rem,.9rem);width:11.5rem;overflow:hidden;text-overflow:ellipsis}
.self{color:var(--soft)}td small{display:block;opacity:.75;font-size:.7rem;line-height:1}
svg{display:block;height:auto}.plot{width:46rem;max-width:100%}
svg text{fill:var(--ink);font:11px system-ui,sans-serif}svg .soft{fill:var(--soft)}
@media (max-width:40rem){.plot text{font-size:15px}.plot .tick{font-size:13px}}
.grid th[scope=row],.cards td:first-child,.cards th:first-child{position:sticky;left:0;background:var(--card)}
.cards td:first-child{white-space:normal;min-width:8rem}
details{border-top:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer;font-weight:600}
tbody tr:nth-child(even) td{background:color-mix(in srgb,var(--line) 25%,var(--card))}
.grid tbody tr:nth-child(even) td{background:none}
.stop{border-left:4px solid var(--bad);padding-left:.75rem;color:var(--ink)}
";

/// The whole page.
pub fn page(report: &Report) -> String {
    let games: u64 = report.pairs.values().map(|tally| tally.games).sum();
    let errors: u64 = report.pairs.values().map(|tally| tally.errors).sum();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}: {game}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n\
         <p>{game}: {decks} decks, {each} games a pairing, {games} games in all, {errors} errors. Both sides played by the bot <b>{bot}</b>, seed {seed}. \
         Decks change seats from game to game. Bars and whiskers hold the truth in 95 of 100 cases (Wilson's interval).</p>\n",
        title = escape(&report.title),
        game = report.game,
        decks = report.decks.len(),
        each = thousands(report.games),
        games = thousands(games),
        bot = escape(&report.bot),
        seed = report.seed,
    );
    if report.stopped {
        page += "<p class=\"stop\">Stopped before its end: these are the games played so far. The same command goes on.</p>\n";
    }
    let mut order: Vec<usize> =
        (0..report.decks.len()).filter(|at| report.decks[*at].tally.games > 0).collect();
    order.sort_by(|one, two| {
        share(&report.decks[*two].tally).0.total_cmp(&share(&report.decks[*one].tally).0)
    });
    section(
        &mut page,
        "How often each deck won",
        "Over all its pairings, best first.",
        &ranking(report, &order),
    );
    section(
        &mut page,
        "Deck against deck",
        "Games won by the deck of the row; below, the bounds that hold the truth in 95 of 100 cases.",
        &grid(report, &order),
    );
    section(
        &mut page,
        "Beginning or second",
        "How often a deck won when it began (filled) and when it was second (hollow), and by how many points beginning is better.",
        &beginning(report, &order),
    );
    section(
        &mut page,
        "How long games are",
        "Turns of both players together, all pairings.",
        &lengths(report),
    );
    page += "<h2>Card by card</h2>\n<p>How often the deck won when the card was in hand at some time, and when it was played, used or activated. \
             The difference is to the deck's own share; a card that is drawn late in long games looks better or worse than it is.</p>\n";
    for at in &order {
        page += &cards(&report.decks[*at]);
    }
    page + "</body></html>\n"
}

fn section(page: &mut String, title: &str, note: &str, body: &str) {
    // Writing to a string cannot fail.
    let _ = write!(page, "<h2>{title}</h2>\n<p>{note}</p>\n<div class=\"wide\">{body}</div>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A name that fits in front of a bar.
fn short(name: &str) -> String {
    const MOST: usize = 30;
    let cut: String = name.chars().take(MOST).collect();
    escape(&if name.chars().count() > MOST { format!("{cut}…") } else { cut })
}

/// Names stand above their bars, so that a plot is as readable on a phone as on a wide screen.
const LEFT: f64 = 16.0;
const WIDE: f64 = 440.0;
const RIGHT: f64 = 64.0;
const ROW: f64 = 34.0;

/// A frame with lines at 0, 25, 50, 75 and 100 %.
fn frame(rows: usize, body: &str) -> String {
    let height = ROW * rows as f64 + 26.0;
    let mut svg =
        format!("<svg class=\"plot\" viewBox=\"0 0 {} {height}\" role=\"img\">", LEFT + WIDE + RIGHT);
    for quarter in 0..=4 {
        let x = LEFT + WIDE * f64::from(quarter) / 4.0;
        let dash = if quarter == 2 { "" } else { " stroke-dasharray=\"2 4\"" };
        let _ = write!(
            svg,
            "<line x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"{}\" stroke=\"var(--line)\"{dash}/><text class=\"soft tick\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}%</text>",
            height - 20.0,
            height - 5.0,
            quarter * 25
        );
    }
    svg + body + "</svg>"
}

fn ranking(report: &Report, order: &[usize]) -> String {
    let mut body = String::new();
    for (row, at) in order.iter().enumerate() {
        let deck = &report.decks[*at];
        let (mid, low, high) = share(&deck.tally);
        let (y, x) = (ROW * row as f64 + 18.0, |share: f64| LEFT + WIDE * share);
        let colour = if mid >= 0.5 { "var(--good)" } else { "var(--bad)" };
        let _ = write!(
            body,
            "<g><title>{name}: {won} of {played} games, {mid:.1}% ({low:.1}% to {high:.1}%)</title>\
             <text x=\"{LEFT}\" y=\"{label}\">{short}</text>\
             <rect x=\"{LEFT}\" y=\"{y}\" width=\"{width}\" height=\"11\" rx=\"3\" fill=\"{colour}\" opacity=\".75\"/>\
             <line x1=\"{x1}\" x2=\"{x2}\" y1=\"{middle}\" y2=\"{middle}\" stroke=\"var(--ink)\" stroke-width=\"1.5\"/>\
             <text x=\"{after}\" y=\"{text}\">{mid:.1}%</text></g>",
            name = escape(&deck.name),
            short = short(&deck.name),
            won = deck.tally.wins[0],
            played = deck.tally.played(),
            mid = 100.0 * mid,
            low = 100.0 * low,
            high = 100.0 * high,
            label = y - 4.0,
            text = y + 9.5,
            width = WIDE * mid,
            x1 = x(low),
            x2 = x(high),
            middle = y + 5.5,
            after = x(high) + 6.0,
        );
    }
    frame(order.len(), &body)
}

fn grid(report: &Report, order: &[usize]) -> String {
    // The names above stand aslant: as tall as the longest needs.
    let longest = order.iter().map(|at| report.decks[*at].name.chars().count().min(30)).max().unwrap_or(0);
    let tall = (0.4 * longest as f64 + 1.2).min(10.0);
    let mut table = format!("<table class=\"grid\" style=\"--tall:{tall:.1}rem\"><thead><tr><th></th>");
    for at in order {
        let _ = write!(
            table,
            "<th scope=\"col\"><div><span>{}</span></div></th>",
            short(&report.decks[*at].name)
        );
    }
    table += "</tr></thead><tbody>";
    for one in order {
        let _ = write!(
            table,
            "<tr><th scope=\"row\" style=\"text-align:left\">{}</th>",
            short(&report.decks[*one].name)
        );
        for two in order {
            match report.between(*one, *two).filter(|tally| tally.played() > 0) {
                Some(tally) => {
                    let (mid, low, high) = share(&tally);
                    let (colour, strength) =
                        if mid >= 0.5 { ("--good", mid - 0.5) } else { ("--bad", 0.5 - mid) };
                    let _ = write!(
                        table,
                        "<td style=\"background:color-mix(in srgb,var({colour}) {:.0}%,transparent)\" title=\"{} of {} games\">{:.0}%<small>{:.0}–{:.0}</small></td>",
                        140.0 * strength,
                        tally.wins[0],
                        tally.played(),
                        100.0 * mid,
                        100.0 * low,
                        100.0 * high
                    );
                }
                None => table += "<td class=\"self\">·</td>",
            }
        }
        table += "</tr>";
    }
    table + "</tbody></table>"
}

fn beginning(report: &Report, order: &[usize]) -> String {
    let mut body = String::new();
    for (row, at) in order.iter().enumerate() {
        let (deck, y) = (&report.decks[*at], ROW * row as f64 + 24.0);
        let tally = &deck.tally;
        let first = wilson(tally.began_won[0], tally.began[0]);
        let second = wilson(tally.wins[0] - tally.began_won[0], tally.began[1]);
        let x = |share: f64| LEFT + WIDE * share;
        let _ = write!(
            body,
            "<g><title>{name}: {f:.1}% beginning ({fl:.1}% to {fh:.1}%), {s:.1}% second ({sl:.1}% to {sh:.1}%)</title>\
             <text x=\"{LEFT}\" y=\"{label}\">{short}</text>\
             <line x1=\"{x1}\" x2=\"{x2}\" y1=\"{y}\" y2=\"{y}\" stroke=\"var(--soft)\" stroke-width=\"2\"/>\
             <circle cx=\"{x2}\" cy=\"{y}\" r=\"5\" fill=\"var(--card)\" stroke=\"var(--mark)\" stroke-width=\"2\"/>\
             <circle cx=\"{x1}\" cy=\"{y}\" r=\"6\" fill=\"var(--mark)\"/>\
             <text class=\"soft\" x=\"{end}\" y=\"{text}\">{edge:+.1}</text></g>",
            name = escape(&deck.name),
            short = short(&deck.name),
            f = 100.0 * first.0,
            fl = 100.0 * first.1,
            fh = 100.0 * first.2,
            s = 100.0 * second.0,
            sl = 100.0 * second.1,
            sh = 100.0 * second.2,
            label = y - 9.0,
            text = y + 4.5,
            x1 = x(first.0),
            x2 = x(second.0),
            end = LEFT + WIDE + 16.0,
            edge = 100.0 * (first.0 - second.0),
        );
    }
    frame(order.len(), &body)
}

fn lengths(report: &Report) -> String {
    let mut counts = std::collections::BTreeMap::new();
    for tally in report.pairs.values() {
        for (turns, count) in &tally.lengths {
            *counts.entry(*turns).or_insert(0u64) += count;
        }
    }
    let all: u64 = counts.values().sum();
    let (Some((first, _)), Some((last, _)), Some(most)) =
        (counts.first_key_value(), counts.last_key_value(), counts.values().max())
    else {
        return "<p>No game was played to its end.</p>".into();
    };
    // A long tail of single games would make every bar thin: it stands in the last one.
    let (first, last) = (*first, *last);
    let mut seen = 0;
    let end = counts
        .iter()
        .find(|(_, count)| {
            seen += **count;
            seen * 200 >= all * 199
        })
        .map_or(last, |(turns, _)| *turns);
    let bars = end - first + 1;
    let (width, height) = (LEFT + WIDE + RIGHT - 16.0, 130.0);
    let step = width / f64::from(bars);
    let mut svg =
        format!("<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\">", width + 16.0, height + 22.0);
    let every = (bars / 12).max(1);
    for turns in first..=end {
        let count: u64 = match turns == end {
            true => counts.range(end..).map(|(_, count)| count).sum(),
            false => counts.get(&turns).copied().unwrap_or(0),
        };
        let tall = height * count as f64 / *most as f64;
        let x = step * f64::from(turns - first);
        let tail = if turns == end && last > end { " or more" } else { "" };
        let _ = write!(
            svg,
            "<g><title>{turns}{tail} turns: {count} games ({:.1}%)</title><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" fill=\"var(--mark)\" opacity=\".8\"/></g>",
            100.0 * count as f64 / all as f64,
            x + 1.0,
            height - tall.min(height),
            (step - 2.0).max(0.5),
        );
        if (turns - first) % every == 0 {
            let _ = write!(
                svg,
                "<text class=\"soft tick\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{turns}{}</text>",
                x + step / 2.0,
                height + 16.0,
                if tail.is_empty() { "" } else { "+" }
            );
        }
    }
    svg + "</svg>"
}

fn cards(deck: &DeckRow) -> String {
    let own = share(&deck.tally).0;
    let mut rows: Vec<&CardRow> = deck.cards.iter().collect();
    let drawn = |card: &CardRow| wilson(card.tally.drawn_won, card.tally.drawn).0;
    rows.sort_by(|one, two| {
        (two.tally.drawn > 0).cmp(&(one.tally.drawn > 0)).then(drawn(two).total_cmp(&drawn(one)))
    });
    let mut table = format!(
        "<details><summary>{} ({:.1}%)</summary>\n<div class=\"wide\"><table class=\"cards\"><thead><tr><th>card</th><th>id</th><th>copies</th>\
         <th>drawn in</th><th>won then</th><th>95 of 100 times</th><th>difference</th><th>played in</th><th>won then</th><th>difference</th></tr></thead><tbody>",
        escape(&deck.name),
        100.0 * own
    );
    for card in rows {
        let tally = card.tally;
        let part = |won: u64, of: u64| match of {
            0 => ("–".to_string(), "–".to_string(), String::new()),
            _ => {
                let (mid, low, high) = wilson(won, of);
                let range = format!("{:.1}% to {:.1}%", 100.0 * low, 100.0 * high);
                (format!("{:.1}%", 100.0 * mid), range, delta(mid - own))
            }
        };
        let (drawn, drawn_range, drawn_delta) = part(tally.drawn_won, tally.drawn);
        let (played, _, played_delta) = part(tally.played_won, tally.played);
        let _ = write!(
            table,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{drawn}</td><td>{drawn_range}</td><td>{drawn_delta}</td><td>{}</td><td>{played}</td><td>{played_delta}</td></tr>",
            escape(&card.name),
            escape(&card.id),
            card.copies,
            thousands(tally.drawn),
            thousands(tally.played),
        );
    }
    table + "</tbody></table></div></details>\n"
}

/// A difference to the deck's own share, as a short bar to the left or right.
fn delta(by: f64) -> String {
    let (half, points) = (40.0, 100.0 * by);
    let long = (points.abs() * 2.0).min(half);
    let (x, colour) = if by >= 0.0 { (half, "--good") } else { (half - long, "--bad") };
    format!(
        "<svg viewBox=\"0 0 80 14\" width=\"80\" height=\"14\" role=\"img\"><title>{points:+.1} points</title><line x1=\"40\" x2=\"40\" y1=\"0\" y2=\"14\" stroke=\"var(--line)\"/><rect x=\"{x:.1}\" y=\"2\" width=\"{long:.1}\" height=\"10\" rx=\"2\" fill=\"var({colour})\"/></svg>"
    )
}
