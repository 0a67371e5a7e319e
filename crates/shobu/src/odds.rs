//! The odds of drawing: hypergeometric, worked out and not simulated.

/// A card drawn from a deck without putting it back: how likely so many of the wanted ones are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Cards in the deck.
    pub deck: u32,
    /// Those of them that are wanted.
    pub wanted: u32,
    /// Cards drawn.
    pub drawn: u32,
}

impl Draw {
    /// The probability of exactly so many.
    pub fn exactly(self, hits: u32) -> f64 {
        let Draw { deck, wanted, drawn } = self;
        let (wanted, drawn) = (wanted.min(deck), drawn.min(deck));
        if hits > wanted || hits > drawn || drawn - hits > deck - wanted {
            return 0.0;
        }
        // C(wanted, hits) · C(deck - wanted, drawn - hits) / C(deck, drawn), factor by factor so that nothing grows large.
        let mut share = 1.0;
        for at in 0..hits {
            share *= f64::from(wanted - at) / f64::from(at + 1);
            share *= f64::from(drawn - at) / f64::from(deck - at);
        }
        // What is left is a draw without any of the wanted ones from the rest.
        for at in 0..drawn - hits {
            share *= f64::from(deck - wanted - at) / f64::from(deck - hits - at);
        }
        share
    }

    /// The probability of so many or more.
    pub fn at_least(self, hits: u32) -> f64 {
        let most = self.wanted.min(self.drawn);
        match hits {
            0 => 1.0,
            // Few terms are more exact than one minus many.
            _ if hits * 2 > most => (hits..=most).map(|hits| self.exactly(hits)).sum(),
            _ => 1.0 - (0..hits).map(|hits| self.exactly(hits)).sum::<f64>(),
        }
    }

    /// How many are to be expected.
    pub fn expected(self) -> f64 {
        f64::from(self.wanted) * f64::from(self.drawn) / f64::from(self.deck.max(1))
    }
}
