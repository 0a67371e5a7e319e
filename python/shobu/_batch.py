"""Many matches at once, as arrays."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._shobu import Batch as _Batch
from ._shobu import spec_json


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


class Batch:
    """`n` matches, answered in step. Each goes at its own pace: `seat` says who is asked in which match. A seat that is
    given to a bot is played inside; a match that is over begins anew in the same step, its outcome told by `rewards` and
    `terminated`."""

    def __init__(
        self,
        game: str,
        n: int,
        seed: int = 0,
        decks: tuple[str | None, str | None] | None = None,
        pool: list[str] | str | None = None,
        edition: str | None = None,
        bots: tuple[str | None, str | None] | None = None,
        threads: int = 1,
        observe: bool = True,
    ) -> None:
        pools = [pool] if isinstance(pool, str) else pool
        self.game, self.n = game, n
        self._batch = _Batch(
            game, n, seed, list(decks) if decks else None, pools, edition, list(bots) if bots else None, threads, observe
        )
        self.card_table = CardTable(*self._batch.prints())
        self._read()

    def _read(self) -> None:
        (self.seat, self.option_count, self.game_number, self.rewards, self.terminated, self.truncated) = (
            self._batch.standing()
        )

    def step(self, answers: Any) -> None:
        """Answers every match by index; -1 lets a match wait. A wrong answer names its match (IndexError) and changes nothing anywhere."""
        self._batch.step(np.ascontiguousarray(answers, dtype=np.int64))
        self._read()

    def cards(self) -> tuple[np.ndarray, np.ndarray]:
        """The rows of all cards one match after another, and where those of each match begin (n + 1 offsets)."""
        return self._batch.cards()

    def options(self) -> tuple[np.ndarray, np.ndarray]:
        """The rows of all options, and where those of each match begin."""
        return self._batch.options()

    def globals(self) -> np.ndarray:
        """One row a match."""
        return self._batch.globals()

    def labels(self, lane: int) -> list[str]:
        """What the options of a match are called."""
        return self._batch.labels(lane)

    def finished(self) -> list[tuple[int, int, int, int]]:
        """The games that have ended: number, winner (0, 1, or -1 for a draw), decisions, turns."""
        return self._batch.finished()

    def digest(self, games: int) -> str | None:
        """The digest of `shobu sim` over the first games with the same seed and bots; None before all are finished."""
        return self._batch.digest(games)

    def __len__(self) -> int:
        return self.n
