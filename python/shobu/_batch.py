"""Many matches at once, as arrays."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._match import Match
from ._shobu import Batch as _Batch
from ._shobu import spec_json

#: A deck: a built-in name, a file, a deck object, or None for a starter deck.
Deck = Any
#: One pair, a list of pairs (game k plays pair k, from the first again after the last), or a sampler: a function from the
#: number of a game to a pair, asked for the first 256.
Decks = Any
SAMPLED = 256


@functools.cache
def spec(game: str) -> dict[str, Any]:
    """Every column of a game's rows with its range and meaning, and the lists that columns index into. `hash` changes
    whenever a meaning does."""
    return json.loads(spec_json(game))


@dataclass(frozen=True, eq=False)
class CardTable:
    """The prints that the column `print` counts from 1. `features` has a row for each, from its printed figures and from
    what its text is read to do (`spec(game)["prints"]` names the columns); `ids` and `texts` are for embeddings of your own."""

    ids: list[str]
    names: list[str]
    texts: list[list[str]]
    features: np.ndarray

    def __len__(self) -> int:
        return len(self.ids)


def _pairs(decks: Decks) -> list[list[Deck]]:
    if decks is None:
        return [[None, None]]
    if callable(decks):
        return [list(decks(number)) for number in range(SAMPLED)]
    first = decks[0] if len(decks) else None
    if isinstance(first, (list, tuple)):
        return [list(pair) for pair in decks]
    return [list(decks)]


class Batch:
    """`n` matches, answered in step. Each goes at its own pace: `seat` says who is asked in which match. A seat that is
    given to a bot is played inside; a match that is over begins anew in the same step, its outcome told by `rewards` and
    `terminated` (with `autoreset="next step"` in the step after it, whose answer counts for nothing).

    The arrays are made once and filled again by every step: copy what you keep."""

    def __init__(
        self,
        game: str,
        n: int,
        seed: int = 0,
        decks: Decks = None,
        pool: Sequence[str] | str | None = None,
        edition: str | None = None,
        bots: tuple[str | None, str | None] | None = None,
        threads: int = 1,
        observe: bool = True,
        first: int = 0,
        autoreset: str = "same step",
    ) -> None:
        pools = [pool] if isinstance(pool, str) else list(pool or [])
        self.game, self.n, self._pool = game, n, pool
        self._batch = _Batch(
            game, n, seed, json.dumps(_pairs(decks)), pools, edition, list(bots or (None, None)), threads, observe,
            first, autoreset,
        )  # fmt: skip

    @functools.cached_property
    def card_table(self) -> CardTable:
        return CardTable(*self._batch.prints())

    @property
    def seat(self) -> np.ndarray:
        """Who is asked in each match, 0 or 1."""
        return self._batch.seat

    @property
    def option_count(self) -> np.ndarray:
        return self._batch.option_count

    @property
    def game_number(self) -> np.ndarray:
        """The number of the game that is played now: with the seed it says what is dealt."""
        return self._batch.game_number

    @property
    def rewards(self) -> np.ndarray:
        """What the last step brought both seats: 1 won, -1 lost."""
        return self._batch.rewards

    @property
    def terminated(self) -> np.ndarray:
        return self._batch.terminated

    @property
    def truncated(self) -> np.ndarray:
        return self._batch.truncated

    @property
    def most_cards(self) -> int:
        """How many cards a match can have."""
        return self._batch.most_cards

    def step(self, answers: Any) -> None:
        """Answers every match by index; -1 lets a match wait. A wrong answer names its match (IndexError) and changes
        nothing anywhere."""
        self._batch.step(np.ascontiguousarray(answers, dtype=np.int64))

    def reset(self, seed: int) -> None:
        """Begins all matches anew."""
        self._batch.reset(seed)

    def cards(self) -> tuple[np.ndarray, np.ndarray]:
        """The rows of all cards one match after another, and where those of each match begin (n + 1 offsets)."""
        offsets = self._batch.card_offsets
        return self._batch.card_rows[: offsets[-1]], offsets

    def options(self) -> tuple[np.ndarray, np.ndarray]:
        """The rows of all options, and where those of each match begin."""
        offsets = self._batch.option_offsets
        return self._batch.option_rows[: offsets[-1]], offsets

    def globals(self) -> np.ndarray:
        """One row a match."""
        return self._batch.globals

    def history(self) -> np.ndarray:
        """The last 32 events of each match as the seat may know them, the newest first."""
        return self._batch.history

    def rows(self, lane: int) -> dict[str, np.ndarray]:
        """The rows of one match, as `Match.observe` gives them."""
        cards, card_at = self.cards()
        options, option_at = self.options()
        return {
            "cards": cards[card_at[lane] : card_at[lane + 1]],
            "globals": self.globals()[lane],
            "options": options[option_at[lane] : option_at[lane + 1]],
            "history": self.history()[lane],
        }

    def look(self, lane: int, seat: int) -> dict[str, np.ndarray]:
        """What a seat sees of a match, whoever is asked."""
        return dict(zip(("cards", "globals", "options", "history"), self._batch.look(lane, seat)))

    def labels(self, lane: int) -> list[str]:
        """What the options of a match are called."""
        return self._batch.labels(lane)

    def finished(self) -> list[tuple[int, int, int, int]]:
        """The games that have ended: number, winner (0, 1, or -1 for a draw), decisions, turns."""
        return self._batch.finished()

    def digest(self, games: int) -> str | None:
        """The digest of `shobu sim` over so many games with the same seed and bots; None before all are finished."""
        return self._batch.digest(games)

    def __len__(self) -> int:
        return self.n

    def _at(self, lane: int) -> int:
        at = lane + self.n if lane < 0 else lane
        if not 0 <= at < self.n:
            raise IndexError(f"there is no match {lane}: this batch has {self.n}")
        return at

    def __getitem__(self, lane: int) -> Match:
        """A copy of one match, both seats open."""
        return Match._in(*self._batch.copy_out(self._at(lane)), self._pool)

    def __setitem__(self, lane: int, match: Match) -> None:
        """Puts a copy of a match in, which was begun with the same cards."""
        self._batch.put_in(self._at(lane), match._engine, match.state["match"])


Sampler = Callable[[int], tuple[Deck, Deck]]
