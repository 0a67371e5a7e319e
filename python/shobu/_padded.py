"""Rows in arrays of fixed size, for interfaces that ask for them. Nothing is cut: a longer menu turns pages by its last
option, and more cards than there is room for are an error."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._batch import spec

ROOM = {"battle-spirits": 192}
OPTIONS = 128
CARDS = 200


class Pages:
    """Which part of a long menu is shown."""

    def __init__(self, game: str) -> None:
        self.room = ROOM.get(game, OPTIONS)
        self.first = 0
        self.total = 0

    def open(self, total: int) -> None:
        self.first, self.total = 0, total

    @property
    def shown(self) -> int:
        """How many real options this page has."""
        left = self.total - self.first
        return left if left <= self.room and self.first == 0 else min(left, self.room - 1)

    @property
    def more(self) -> bool:
        """Whether the last place of the page turns it."""
        return self.total > self.room

    def choose(self, action: int) -> int | None:
        """The option that an action means; None where it turned the page."""
        if self.more and action == self.room - 1:
            self.first += self.room - 1
            if self.first >= self.total:
                self.first = 0
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


def padded(game: str, rows: dict[str, np.ndarray], pages: Pages) -> dict[str, np.ndarray]:
    """The rows of a decision in arrays of fixed size."""
    columns = spec(game)
    cards = np.zeros((CARDS, len(columns["cards"])), dtype=np.int32)
    if len(rows["cards"]) > CARDS:
        raise RuntimeError(f"{len(rows['cards'])} cards, but there is room for {CARDS}")
    cards[: len(rows["cards"])] = rows["cards"]
    options = np.zeros((pages.room, len(columns["options"])), dtype=np.int32)
    page = rows["options"][pages.first : pages.first + pages.shown]
    options[: len(page)] = page
    return {"cards": cards, "globals": rows["globals"].astype(np.int32), "options": options}


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
        "action_mask": spaces.Box(0, 1, (room,), np.int8),
    }
