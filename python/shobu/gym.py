"""Gymnasium: one seat against a bot or a function. `import shobu.gym` registers `shobu/Digimon-v0`, `shobu/Dbs-v0`,
`shobu/Buddyfight-v0` and `shobu/BattleSpirits-v0`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._batch import Batch
from ._padded import Padding, Pages, Scale, observation_space

IDS = {
    "digimon": "shobu/Digimon-v0",
    "dbs": "shobu/Dbs-v0",
    "buddyfight": "shobu/Buddyfight-v0",
    "battle-spirits": "shobu/BattleSpirits-v0",
}

#: Plays the other seat: from the rows of its decision (`Match.observe`) to the index of an option.
Opponent = Callable[[dict[str, np.ndarray]], int]


class ShobuEnv(gymnasium.Env):
    """The agent sits in seat A. The mask of legal actions is in the observation, in `info`, and in `action_masks()`."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str = "digimon",
        bot: str | Opponent = "script",
        flat: bool = False,
        render_mode: str | None = None,
        **match: Any,
    ) -> None:
        self.game, self.bot, self.flat, self.render_mode = game, bot, flat, render_mode
        self._pages, self._padding = Pages(game), Padding(game)
        self.action_space = spaces.Discrete(self._pages.room)
        space = spaces.Dict(observation_space(spaces, game))
        if flat:
            self._scale = Scale(game)
            length = int(sum(np.prod(size) for size in self._padding.sizes.values()))
            self.observation_space: spaces.Space = spaces.Box(-1.0, 1.0, (length,), np.float32)
        else:
            self.observation_space = space
        inside = bot if isinstance(bot, str) else None
        self._batch = Batch(game, 1, bots=(None, inside), autoreset="next step", **match)
        self._padding.ensure_room(self._batch)

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[Any, dict]:
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(0, 2**32)))
        self._let_function_answer()
        return self._told(), self._info()

    def _let_function_answer(self) -> None:
        """Where a function plays the other seat."""
        while not isinstance(self.bot, str) and not self._batch.terminated[0] and self._batch.seat[0] == 1:
            self._batch.step([int(self.bot(self._batch.rows(0)))])

    def _told(self) -> Any:
        self._pages.open(int(self._batch.option_count[0]))
        return self._page()

    def _page(self) -> Any:
        shown = self._padding.shown(self._batch, 0, self._pages)
        return self._scale.flat(shown) if self.flat else shown

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._pages.mask()}

    def action_masks(self) -> np.ndarray:
        """As MaskablePPO asks for it."""
        return self._pages.mask().astype(bool)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict]:
        """An action outside the mask is taken for the first option: checkers and unmasked agents may send any."""
        chosen = int(action)
        if not self._pages.mask()[chosen]:
            chosen = 0
        option = self._pages.choose(chosen)
        if option is None:
            return self._page(), 0.0, False, False, self._info()
        self._batch.step([option])
        self._let_function_answer()
        over, cut = bool(self._batch.terminated[0]), bool(self._batch.truncated[0])
        return self._told(), float(self._batch.rewards[0, 0]), over, cut, self._info()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return "\n".join([f"{self.game}: seat A is asked", *enumerated(self._batch.labels(0))])


def enumerated(labels: list[str]) -> list[str]:
    """A menu in lines."""
    return [f"  {at} {label}" for at, label in enumerate(labels)]


class ShobuVectorEnv(gymnasium.vector.VectorEnv):
    """Many matches of seat A against a bot, stepped together in Rust. `autoreset` is "same step" (the observation is the
    new match's, reward and `terminated` are the old one's, whose last rows nobody asks for) or "next step"."""

    def __init__(
        self,
        game: str,
        num_envs: int,
        bot: str = "script",
        seed: int = 0,
        threads: int = 1,
        autoreset: str = "same step",
        **batch: Any,
    ) -> None:
        modes = gymnasium.vector.AutoresetMode
        mode = modes.SAME_STEP if autoreset == "same step" else modes.NEXT_STEP
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.game, self.num_envs = game, num_envs
        self._pages = [Pages(game) for _ in range(num_envs)]
        self._padding = Padding(game)
        room = self._padding.room
        self.single_action_space = spaces.Discrete(room)
        self.action_space = spaces.MultiDiscrete([room] * num_envs)
        self.single_observation_space = spaces.Dict(observation_space(spaces, game))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self._seed = seed
        self._turned: set[int] = set()
        self._batch = Batch(game, num_envs, seed, bots=(None, bot), threads=threads, autoreset=autoreset, **batch)
        self._padding.ensure_room(self._batch)

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[Any, dict]:
        self._turned = set()
        self._batch.reset(self._seed if seed is None else seed)
        return self._told(), self._info()

    def _told(self) -> dict[str, np.ndarray]:
        shown = self._padding.empty(self.num_envs)
        for lane, pages in enumerate(self._pages):
            if lane not in self._turned:
                pages.open(int(self._batch.option_count[lane]))
            into = {part: array[lane] for part, array in shown.items()}
            self._padding.fill(into, self._batch.rows(lane), pages)
        return shown

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> np.ndarray:
        return np.stack([pages.mask() for pages in self._pages]).astype(bool)

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict]:
        """An action outside the mask is taken for the first option of the page. A match whose page is turned waits."""
        answers, self._turned = [], set()
        for lane, (pages, action) in enumerate(zip(self._pages, actions)):
            if pages.total == 0:
                answers.append(0)
                continue
            chosen = pages.choose(int(action) if pages.mask()[int(action)] else 0)
            if chosen is None:
                self._turned.add(lane)
            answers.append(-1 if chosen is None else chosen)
        self._batch.step(answers)
        told = self._told()
        rewards = self._batch.rewards[:, 0].astype(np.float64)
        return told, rewards, self._batch.terminated.copy(), self._batch.truncated.copy(), self._info()


for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="shobu.gym:ShobuEnv", kwargs={"game": _game})
