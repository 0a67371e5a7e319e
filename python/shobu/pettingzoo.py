"""PettingZoo's AEC interface: seats `seat_0` and `seat_1`, the mask of legal actions in observation and info.

There is no parallel version: nobody moves at the same time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._batch import Batch
from ._padded import Padding, Pages, observation_space
from .gym import enumerated

SEATS = ("seat_0", "seat_1")


def env(**how: Any) -> Any:
    """The environment as PettingZoo wraps it: an illegal action loses the match, one that is none is an error, and the
    order of calls is enforced. Only the last is a wrapper: each costs more than a decision."""
    return wrappers.OrderEnforcingWrapper(checked_env(**how))


class raw_env(AECEnv):
    """One match between two agents."""

    metadata = {"name": "shobu_v0", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game: str = "digimon", render_mode: str | None = None, **match: Any) -> None:
        super().__init__()
        self.game, self.render_mode = game, render_mode
        self.possible_agents = list(SEATS)
        self.agents = list(SEATS)
        self._pages, self._padding = Pages(game), Padding(game)
        space = spaces.Dict(observation_space(spaces, game))
        self.observation_spaces = {agent: space for agent in SEATS}
        self.action_spaces = {agent: spaces.Discrete(self._pages.room) for agent in SEATS}
        self._nothing = np.zeros(self._pages.room, dtype=np.int8)
        self._masks: dict[tuple[int, bool], np.ndarray] = {}
        self._batch = Batch(game, 1, autoreset="next step", **match)
        self._one = self._batch._batch
        self._padding.ensure_room(self._batch)
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.agents = list(SEATS)
        self._batch.reset(int(self._seeds.integers(0, 2**32)))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, np.ndarray]] = {}
        self._turn(self._one.stands_one())

    def _turn(self, now: tuple[int, int, bool, bool, float, float]) -> None:
        """Takes in where the match stands."""
        seat, options, over, cut, *rewards = now
        if over or cut:
            for agent, reward in zip(self.agents, rewards):
                self.terminations[agent], self.truncations[agent], self.rewards[agent] = over, cut, reward
            self._accumulate_rewards()
            self._pages.open(0)
        else:
            self._pages.open(options)
            self.agent_selection = SEATS[seat]
        self._tell()

    def _tell(self) -> None:
        pages = self._pages
        # A mask follows from how much is shown: the same array each time, which nobody can write to.
        mask = self._masks.get((pages.shown, pages.more))
        if mask is None:
            mask = self._masks[pages.shown, pages.more] = pages.mask()
            mask.flags.writeable = False
        self._mask = mask
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": mask}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        if self._pages.total and agent == self.agent_selection:
            return self._padding.shown(self._batch, 0, self._pages)
        return self._padding.pad(self._batch.look(0, SEATS.index(agent)), self._pages)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        option = self._pages.choose(int(action))  # type: ignore[arg-type]
        # Rewards are nothing until the end.
        self._cumulative_rewards[agent] = 0.0
        if option is None:
            self._tell()
        else:
            self._turn(self._one.step_one(option))

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return "\n".join([f"{self.game}: {self.agent_selection} is asked", *enumerated(self._batch.labels(0))])

    def close(self) -> None:
        pass


class checked_env(raw_env):
    """The same, where an action outside the mask ends the match and costs whoever took it 1."""

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            return super().step(action)
        if not 0 <= int(action) < self._pages.room:
            raise AssertionError("action is not in action space")
        if self._mask[int(action)]:
            return super().step(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards[agent] = -1.0
        self._accumulate_rewards()
        return None
