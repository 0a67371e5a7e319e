"""One match: the protocol of docs/protocol.md as an object."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from ._shobu import Engine


class ShobuError(ValueError):
    """What was asked cannot be done; nothing has changed. `code` is for programs, the text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Match:
    """A match of one of the four games. Seats that are not "you" are played by the bot that is named."""

    _imagined = False

    def __init__(
        self,
        game: str,
        seed: int | None = None,
        decks: tuple[Any, Any] | None = None,
        pool: Any = None,
        edition: str | None = None,
        players: tuple[str, str] = ("you", "script"),
        allow_unread: bool = False,
    ) -> None:
        new: dict[str, Any] = {"game": game, "players": list(players), "allow_unread": allow_unread}
        if seed is not None:
            new["seed"] = seed
        if decks is not None:
            new["decks"] = list(decks)
        if pool is not None:
            new["pool"] = pool
        if edition is not None:
            new["edition"] = edition
        self._begin({"new": new}, pool)

    def _begin(self, request: dict[str, Any], pool: Any) -> None:
        self._engine = Engine()
        self._pool = pool
        self._state: dict[str, Any] = {}
        self._take(self._ask(request))

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = json.loads(self._engine.request(json.dumps(request)))
        if answer.get("type") == "error":
            raise ShobuError(answer["code"], answer["text"])
        return answer

    def _take(self, state: dict[str, Any]) -> None:
        self._state = state

    @property
    def state(self) -> dict[str, Any]:
        """The protocol's message for the seat that is asked."""
        return self._state

    @property
    def game(self) -> str:
        return self._state["board"]["game"]

    @property
    def seat(self) -> str | None:
        """Who is asked; None when the match is over."""
        return self._state["asked"]

    @property
    def menu(self) -> dict[str, Any] | None:
        return self._state["menu"]

    @property
    def options(self) -> list[str]:
        """The labels of the open menu."""
        return [option["label"] for option in self.menu["options"]] if self.menu else []

    @property
    def board(self) -> dict[str, Any]:
        return self._state["board"]

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened since the seat was told last."""
        return self._state["events"]

    @property
    def over(self) -> dict[str, Any] | None:
        return self._state["over"]

    @property
    def winner(self) -> str | None:
        return self.over["winner"] if self.over else None

    def answer(self, option: int | str) -> Match:
        """Answers by index or label, lets bots answer, and gives the match back."""
        how = {"label": option} if isinstance(option, str) else {"option": int(option)}
        self._take(self._ask({"answer": {**how, "version": self._state["version"]}}))
        return self

    def view(self, seat: str) -> dict[str, Any]:
        """The message for a seat, whoever is asked."""
        return self._ask({"state": {"seat": seat}})

    def why(self, card: str | None = None, label: str | None = None) -> dict[str, Any]:
        """What a card could do now and which rule refuses the rest, or whether a label is offered."""
        return self._ask({"why": {"card": card} if card is not None else {"label": label or ""}})

    def look(self, card: str) -> dict[str, Any]:
        """A card as it stands, with its text and how it is read."""
        return self._ask({"look": {"card": card}})

    def undo(self) -> Match:
        """Takes the last answer back, if nobody learnt anything by it."""
        self._take(self._ask({"undo": {}}))
        return self

    def concede(self, seat: str | None = None) -> Match:
        self._take(self._ask({"concede": {"seat": seat} if seat else {}}))
        return self

    @staticmethod
    def _in(engine: Engine, told: str, pool: Any) -> Match:
        """The match that an engine was given."""
        match = Match.__new__(Match)
        match._engine, match._pool = engine, pool
        match._take(json.loads(told))
        return match

    def copy(self) -> Match:
        """The same match once more, independent from now on."""
        return Match._in(*self._engine.copied(self._state["match"]), self._pool)

    def determinize(self, seat: str, seed: int = 0) -> Match:
        """A match that looks the same to a seat, all that it may not know dealt anew: for search. It cannot be saved."""
        match = Match._in(*self._engine.imagined(self._state["match"], seat, seed), self._pool)
        match._imagined = True
        return match

    def ask(self, bot: str = "script", seed: int = 0) -> int:
        """The option that a bot would take now."""
        return self._engine.ask(self._state["match"], bot, seed)

    @property
    def record(self) -> dict[str, Any]:
        """The record so far, as `shobu replay` reads it."""
        return self.save()

    def save(self) -> dict[str, Any]:
        """The record so far: everything that is needed to go on."""
        if self._imagined:
            raise ShobuError("record", "an imagined match has no record: no seed deals it")
        return self._ask({"save": {}})["record"]

    @staticmethod
    def load(record: dict[str, Any], pool: Any = None, players: tuple[str, str] | None = None) -> Match:
        """Goes on from a record."""
        match = Match.__new__(Match)
        load: dict[str, Any] = {"record": record}
        if pool is not None:
            load["pool"] = pool
        if players is not None:
            load["players"] = list(players)
        match._begin({"load": load}, pool)
        return match

    def observe(self, seat: str | None = None) -> dict[str, np.ndarray]:
        """The rows of the open decision (`shobu.spec` names their columns), or of what another seat sees."""
        rows = self._engine.observe(self._state["match"], seat)
        return dict(zip(("cards", "globals", "options", "history"), rows))

    def __reduce__(self) -> Any:
        return _loaded, (self.save(), self._pool)

    def __repr__(self) -> str:
        board = self.board
        where = f"over, {self.winner or 'nobody'} won" if self.over else f"{self.seat} is asked"
        return f"<shobu.Match {board['game']}, turn {board['turn']['number']}, {where}>"


def _loaded(record: dict[str, Any], pool: Any) -> Match:
    return Match.load(record, pool=pool)
