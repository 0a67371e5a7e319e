"""PettingZoo's AEC interface: seats `seat_0` and `seat_1`, the mask of legal actions in observation and info.

There is no parallel version: nobody moves at the same time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._match import Match
from ._padded import Pages, observation_space, padded

SEATS = {"A": "seat_0", "B": "seat_1"}
LETTERS = {name: letter for letter, name in SEATS.items()}


def env(**how: Any) -> Any:
    """The environment with PettingZoo's usual wrappers."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**how), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):
    """One match between two agents."""

    metadata = {"name": "shobu_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str = "digimon", render_mode: str | None = None, **match: Any) -> None:
        super().__init__()
        self.game, self.render_mode, self._how = game, render_mode, match
        self.possible_agents = list(SEATS.values())
        self.agents = list(self.possible_agents)
        self._pages = Pages(game)
        space = spaces.Dict(observation_space(spaces, game))
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._pages.room) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        match_seed = int(self._seeds.integers(0, 2**32))
        self._match = Match(self.game, seed=match_seed, players=("you", "you"), **self._how)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._turn()

    def _turn(self) -> None:
        """Takes in where the match stands."""
        if self._match.over:
            winner = self._match.winner
            for agent in self.agents:
                self.terminations[agent] = True
                if winner is not None:
                    self.rewards[agent] = 1.0 if SEATS[winner] == agent else -1.0
            self._pages.open(0)
        else:
            self._pages.open(len(self._match.menu["options"]))
            self.agent_selection = SEATS[self._match.seat]
        self._tell()

    def _tell(self) -> None:
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> np.ndarray:
        asked = not self._match.over and self.agent_selection == agent
        return self._pages.mask() if asked else np.zeros(self._pages.room, dtype=np.int8)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        rows = self._match.observe(LETTERS[agent])
        pages = self._pages if len(rows["options"]) else Pages(self.game)
        return {**padded(self.game, rows, pages), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        option = self._pages.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if option is None:
            self._tell()
        else:
            self._match.answer(option)
            self._turn()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        match = self._match
        lines = [repr(match)]
        for number, label in enumerate(match.options):
            lines.append(f"  {number} {label}")
        return "\n".join(lines)

    def close(self) -> None:
        pass
