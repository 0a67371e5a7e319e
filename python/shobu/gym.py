"""Gymnasium: one seat against a bot. `import shobu.gym` registers `shobu/Digimon-v0`, `shobu/Dbs-v0`,
`shobu/Buddyfight-v0` and `shobu/BattleSpirits-v0`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._match import Match
from ._padded import Pages, observation_space, padded

IDS = {
    "digimon": "shobu/Digimon-v0",
    "dbs": "shobu/Dbs-v0",
    "buddyfight": "shobu/Buddyfight-v0",
    "battle-spirits": "shobu/BattleSpirits-v0",
}


class ShobuEnv(gymnasium.Env):
    """The agent sits in seat A. The mask of legal actions is in the observation, in `info`, and in `action_masks()`."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, game: str = "digimon", bot: str = "script", flat: bool = False, render_mode: str | None = None, **match: Any
    ) -> None:
        self.game, self.bot, self.flat, self.render_mode, self._how = game, bot, flat, render_mode, match
        self._pages = Pages(game)
        self.action_space = spaces.Discrete(self._pages.room)
        space = spaces.Dict(observation_space(spaces, game))
        self._dict = space
        self.observation_space = spaces.flatten_space(space) if flat else space

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[Any, dict]:
        super().reset(seed=seed)
        match_seed = int(self.np_random.integers(0, 2**32))
        self._match = Match(self.game, seed=match_seed, players=("you", self.bot), **self._how)
        return self._told(), self._info()

    def _told(self) -> Any:
        match = self._match
        self._pages.open(0 if match.over else len(match.menu["options"]))
        return self._page()

    def _page(self) -> Any:
        rows = self._match.observe("A")
        shown = {**padded(self.game, rows, self._pages), "action_mask": self._pages.mask()}
        return spaces.flatten(self._dict, shown) if self.flat else shown

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._pages.mask()}

    def action_masks(self) -> np.ndarray:
        """As MaskablePPO asks for it."""
        return self._pages.mask().astype(bool)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict]:
        """An action outside the mask is taken for the first option: checkers and unmasked agents may send any."""
        chosen = int(action)
        if not self._pages.mask()[chosen]:
            chosen = 0
        option = self._pages.choose(chosen)
        if option is None:
            return self._page(), 0.0, False, False, self._info()
        self._match.answer(option)
        over = self._match.over is not None
        reward = 0.0
        if over and self._match.winner is not None:
            reward = 1.0 if self._match.winner == "A" else -1.0
        return self._told(), reward, over, False, self._info()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return "\n".join([repr(self._match), *(f"  {at} {label}" for at, label in enumerate(self._match.options))])


for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="shobu.gym:ShobuEnv", kwargs={"game": _game})
