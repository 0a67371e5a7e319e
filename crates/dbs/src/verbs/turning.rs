//! What changes how a card lies and not where: its mode, its side, its face, its markers.

use crate::Cx;
use crate::choice::What;
use crate::rule;
use crate::state::State;
use crate::vocab::*;
use effects::{Amount, Done, Run, Target, eval};
use kernel::Seats;

impl State {
    pub(super) fn do_rest(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let cause = self.cause(run, cx.pool);
        let mut count = 0;
        for card in self.acted_on(cx.pool, what, run).iter() {
            if self.cannot(cx.pool, *card, Cannot::Rest) {
                continue;
            }
            count += i16::from(self.rest(*card, cause, rule!("1-10-1-2"), cx));
        }
        Done::Now(count)
    }

    pub(super) fn do_ready(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let cause = self.cause(run, cx.pool);
        let mut count = 0;
        for card in self.acted_on(cx.pool, what, run).iter() {
            count += i16::from(self.ready(*card, cause, rule!("1-10-1-1"), cx));
        }
        Done::Now(count)
    }

    pub(super) fn do_flip(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let mut count = 0;
        for card in eval::targets(self, cx.pool, what, run).iter() {
            // DBS 22-25-4: [Wish] flips its card too.
            count += i16::from(self.flip(*card, rule!("22-2-4"), cx));
        }
        Done::Now(count)
    }

    pub(super) fn do_flip_to(&mut self, what: &Target<Dbs>, back: bool, run: &Run, cx: &mut Cx<'_>) -> Done {
        let mut count = 0;
        for card in eval::targets(self, cx.pool, what, run).iter() {
            if self.is_back(*card) != back {
                count += i16::from(self.flip(*card, rule!("21-10-2"), cx));
            }
        }
        Done::Now(count)
    }

    pub(super) fn do_turn(&mut self, what: &Target<Dbs>, face_up: bool, run: &Run, cx: &mut Cx<'_>) -> Done {
        let mut count = 0;
        for card in eval::targets(self, cx.pool, what, run).iter() {
            if self.table.marks(*card).is_face_up() == face_up {
                continue;
            }
            self.table.marks_mut(*card).set_face_up(face_up);
            if face_up {
                // DBS 3-9-2-1: face-up life is open to all.
                self.table.reveal(*card, Seats::ALL);
                let named = self.named(*card);
                cx.log.say(rule!("3-9-2-1"), || What::Revealed { card: named });
            }
            count += 1;
        }
        Done::Now(count)
    }

    pub(super) fn do_markers(
        &mut self,
        what: &Target<Dbs>,
        n: &Amount<Dbs>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let n = eval::amount(self, cx.pool, n, run);
        let cause = self.cause(run, cx.pool);
        let mut count = 0;
        for card in self.acted_on(cx.pool, what, run).iter() {
            // DBS 13-4-1-1, 13-4-1-2: so many are put on or taken off, none at zero.
            count += self.add_markers(*card, n, cause, cx);
        }
        Done::Now(count)
    }
}
