//! The spellings that card lists come in.

use effects::text::lexer::fold;
use effects::text::{Bracket, Parser, Tok, lex};

fn toks(text: &str) -> Vec<Tok> {
    lex(text).into_iter().map(|token| token.tok).collect()
}

fn word(text: &str) -> Tok {
    Tok::Word(text.into())
}

#[test]
fn brackets_of_any_width_are_the_same() {
    let angle = |text: &str| vec![Tok::Group(Bracket::Angle, text.into())];
    assert_eq!(toks("<Blocker>"), angle("Blocker"));
    assert_eq!(toks("＜Blocker＞"), angle("Blocker"));
    assert_eq!(toks("［Main］"), vec![Tok::Group(Bracket::Square, "Main".into())]);
    assert_eq!(toks("《Dragon》"), vec![Tok::Group(Bracket::Double, "Dragon".into())]);
    assert_eq!(toks("“Ember”"), vec![Tok::Group(Bracket::Quote, "Ember".into())]);
}

#[test]
fn numbers_signs_and_possessives() {
    assert_eq!(toks("+2,000 DP"), vec![Tok::Mark('+'), Tok::Number(2000), word("dp")]);
    assert_eq!(toks("−1"), vec![Tok::Mark('-'), Tok::Number(1)]);
    assert_eq!(toks("opponent’s Digimon"), vec![word("opponent"), word("'s"), word("digimon")]);
    assert_eq!(toks("can't be KO'd"), vec![word("can't"), word("be"), word("ko'd")]);
    assert_eq!(toks("players' De-Digivolve"), vec![word("players"), word("'"), word("de-digivolve")]);
}

#[test]
fn spans_point_into_the_text_as_given() {
    let text = "＜Rush＞ draw２";
    let spans: Vec<&str> = lex(text).iter().map(|token| &text[token.span.0..token.span.1]).collect();
    assert_eq!(spans, ["＜Rush＞", "draw２"]);
    assert_eq!(fold("Ａ  ‘b’"), "a 'b'");
}

#[test]
fn patterns_take_alternatives_and_optional_words() {
    let tokens = lex("the top 3 cards of your deck.");
    let mut p = Parser::new(&tokens);
    assert!(!p.take("the bottom"));
    assert!(p.take("the? top"));
    assert_eq!(p.number(), Some(3));
    assert!(p.take("card/cards of your deck ."));
    assert!(p.at_end());
}

#[test]
fn notes_are_passed_over_and_a_miss_points_at_the_furthest_word() {
    let text = "Draw 1 (a reminder) card. Frobnicate it.";
    let tokens = lex(text);
    let mut p = Parser::new(&tokens);
    assert!(p.take("draw 1 card ."));
    assert!(!p.take("draw"));
    let miss = p.miss();
    assert_eq!(&text[miss.span.0..miss.span.1], "Frobnicate it");
}
