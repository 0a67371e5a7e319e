"""Rows in arrays of fixed size, for interfaces that ask for them. Nothing is cut: a longer menu turns pages by its last
option, and room for all cards is checked at the start."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._batch import Batch, spec

ROOM = {"battle-spirits": 192}
OPTIONS = 128
CARDS = 160
HISTORY = 32


class Pages:
    """Which part of a long menu is shown."""

    def __init__(self, game: str) -> None:
        self.room = ROOM.get(game, OPTIONS)
        self.open(0)

    def open(self, total: int) -> None:
        self.total = total
        self._turn_to(0)

    def _turn_to(self, first: int) -> None:
        self.first = first
        #: Whether the last place of the page turns it.
        self.more = self.total > self.room
        #: How many real options this page has.
        self.shown = min(self.total - first, self.room - 1) if self.more else self.total

    def choose(self, action: int) -> int | None:
        """The option that an action means; None where it turned the page."""
        if self.more and action == self.room - 1:
            later = self.first + self.room - 1
            self._turn_to(later if later < self.total else 0)
            return None
        if not 0 <= action < self.shown:
            raise IndexError(f"action {action}, but this page has {self.shown} options")
        return self.first + action

    def mask(self) -> np.ndarray:
        mask = np.zeros(self.room, dtype=np.int8)
        mask[: self.shown] = 1
        if self.more:
            mask[self.room - 1] = 1
        return mask


class Padding:
    """Arrays of fixed size for one game."""

    def __init__(self, game: str) -> None:
        columns = spec(game)
        self.room = ROOM.get(game, OPTIONS)
        self.sizes = {
            "cards": (CARDS, len(columns["cards"])),
            "globals": (len(columns["globals"]),),
            "options": (self.room, len(columns["options"])),
            "history": (HISTORY, len(columns["history"])),
            "action_mask": (self.room,),
        }

    def ensure_room(self, batch: Batch) -> None:
        """Nothing is ever cut: what could not be told is refused before the first decision."""
        most = batch.most_cards
        if most > CARDS:
            raise ValueError(f"a match has {most} cards, but there is room for {CARDS}")

    def empty(self, n: int | None = None) -> dict[str, np.ndarray]:
        lead = () if n is None else (n,)
        kind = {"action_mask": np.int8}
        return {part: np.zeros(lead + size, dtype=kind.get(part, np.int32)) for part, size in self.sizes.items()}

    def fill(self, into: dict[str, np.ndarray], rows: dict[str, np.ndarray], pages: Pages) -> None:
        """Writes the rows of a decision into empty arrays."""
        into["globals"][:] = rows["globals"]
        into["history"][:] = rows["history"]
        self._fill_packed(into, rows, pages)

    def _fill_packed(self, into: dict[str, np.ndarray], rows: dict[str, np.ndarray], pages: Pages) -> None:
        if len(rows["cards"]) > CARDS:
            raise RuntimeError(f"{len(rows['cards'])} cards, but there is room for {CARDS}")
        into["cards"][: len(rows["cards"])] = rows["cards"]
        if len(rows["options"]):
            page = rows["options"][pages.first : pages.first + pages.shown]
            into["options"][: len(page)] = page
            into["action_mask"][: len(page)] = 1
            if pages.more:
                into["action_mask"][-1] = 1

    def shown(self, batch: Batch, lane: int, pages: Pages) -> dict[str, np.ndarray]:
        """The decision that is open in a match of a batch, in new arrays."""
        page = (pages.first, pages.shown, pages.more)
        return dict(zip(self.sizes, batch._batch.padded(lane, CARDS, self.room, page)))

    def pad(self, rows: dict[str, np.ndarray], pages: Pages) -> dict[str, np.ndarray]:
        sizes = self.sizes
        padded = {
            "cards": np.zeros(sizes["cards"], np.int32),
            "globals": rows["globals"].copy(),
            "options": np.zeros(sizes["options"], np.int32),
            "history": rows["history"].copy(),
            "action_mask": np.zeros(sizes["action_mask"], np.int8),
        }
        self._fill_packed(padded, rows, pages)
        return padded


def bounds(game: str, part: str) -> tuple[np.ndarray, np.ndarray]:
    """The least and the greatest value of each column; an empty row is all zeros."""
    columns = spec(game)[part]
    low = np.array([min(0, column["least"]) for column in columns], dtype=np.int32)
    high = np.array([max(0, column["most"]) for column in columns], dtype=np.int32)
    return low, high


def box(spaces: Any, game: str, part: str, rows: int | None) -> Any:
    """The space of one part of an observation."""
    low, high = bounds(game, part)
    if rows is not None:
        low, high = np.tile(low, (rows, 1)), np.tile(high, (rows, 1))
    return spaces.Box(low=low, high=high, dtype=np.int32)


def observation_space(spaces: Any, game: str) -> dict[str, Any]:
    room = ROOM.get(game, OPTIONS)
    return {
        "cards": box(spaces, game, "cards", CARDS),
        "globals": box(spaces, game, "globals", None),
        "options": box(spaces, game, "options", room),
        "history": box(spaces, game, "history", HISTORY),
        "action_mask": spaces.Box(0, 1, (room,), np.int8),
    }


class Scale:
    """One vector of small numbers: every column divided by what it can be at most."""

    def __init__(self, game: str) -> None:
        self.by = {}
        for part in ("cards", "globals", "options", "history"):
            low, high = bounds(game, part)
            self.by[part] = np.maximum(np.maximum(-low.astype(np.float32), high), 1)

    def flat(self, padded: dict[str, np.ndarray]) -> np.ndarray:
        parts = [(padded[part] / by).ravel() for part, by in self.by.items()]
        return np.concatenate([*parts, padded["action_mask"]]).astype(np.float32)
