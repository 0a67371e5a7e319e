"""Gymnasium: one seat against a bot. `import shobu.gym` registers `shobu/Digimon-v0`, `shobu/Dbs-v0`,
`shobu/Buddyfight-v0` and `shobu/BattleSpirits-v0`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._batch import Batch
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


class ShobuVectorEnv(gymnasium.vector.VectorEnv):
    """Many matches of seat A against a bot, stepped together in Rust. A match that is over begins anew in the same step
    (`AutoresetMode.SAME_STEP`): the observation is the new match's, reward and `terminated` are the old one's."""

    metadata = {"autoreset_mode": getattr(gymnasium.vector, "AutoresetMode", None) and gymnasium.vector.AutoresetMode.SAME_STEP}

    def __init__(self, game: str, num_envs: int, bot: str = "script", seed: int = 0, threads: int = 1, **batch: Any) -> None:
        self.game, self.num_envs, self._how = game, num_envs, {"bots": (None, bot), "threads": threads, **batch}
        self._pages = [Pages(game) for _ in range(num_envs)]
        room = self._pages[0].room
        self.single_action_space = spaces.Discrete(room)
        self.action_space = spaces.MultiDiscrete([room] * num_envs)
        self.single_observation_space = spaces.Dict(observation_space(spaces, game))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self._seed = seed
        self._turned: set[int] = set()

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[Any, dict]:
        self._turned = set()
        self._batch = Batch(self.game, self.num_envs, seed=self._seed if seed is None else seed, **self._how)
        return self._told(), self._info()

    def _told(self) -> dict[str, np.ndarray]:
        cards, card_at = self._batch.cards()
        options, option_at = self._batch.options()
        globals_ = self._batch.globals()
        shown = []
        for lane, pages in enumerate(self._pages):
            if lane not in self._turned:
                pages.open(int(self._batch.option_count[lane]))
            rows = {
                "cards": cards[card_at[lane] : card_at[lane + 1]],
                "globals": globals_[lane],
                "options": options[option_at[lane] : option_at[lane + 1]],
            }
            shown.append({**padded(self.game, rows, pages), "action_mask": pages.mask()})
        return {part: np.stack([one[part] for one in shown]) for part in shown[0]}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> np.ndarray:
        return np.stack([pages.mask() for pages in self._pages]).astype(bool)

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict]:
        """An action outside the mask is taken for the first option of the page. A match whose page is turned waits."""
        answers, self._turned = [], set()
        for lane, (pages, action) in enumerate(zip(self._pages, actions)):
            chosen = pages.choose(int(action) if pages.mask()[int(action)] else 0)
            if chosen is None:
                self._turned.add(lane)
            answers.append(-1 if chosen is None else chosen)
        self._batch.step(answers)
        rewards = self._batch.rewards[:, 0].astype(np.float64)
        return self._told(), rewards, self._batch.terminated, self._batch.truncated, self._info()


for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="shobu.gym:ShobuEnv", kwargs={"game": _game})
