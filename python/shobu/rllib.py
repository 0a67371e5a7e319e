"""RLlib's environment class: both seats as agents `seat_0` and `seat_1`, whoever is asked is in the observation."""

from __future__ import annotations

from typing import Any

from ray.rllib.env.multi_agent_env import MultiAgentEnv

from .pettingzoo import SEATS, raw_env


class ShobuMultiAgentEnv(MultiAgentEnv):
    """`config` is what `shobu.pettingzoo.raw_env` takes: `{"game": "digimon"}`."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        self._env = raw_env(**dict(config or {}))
        self.possible_agents = list(SEATS)
        self.agents = list(SEATS)
        self.observation_spaces = dict(self._env.observation_spaces)
        self.action_spaces = dict(self._env.action_spaces)

    def _asked(self) -> dict[str, Any]:
        asked = self._env.agent_selection
        return {asked: self._env.observe(asked)}

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        self._env.reset(seed=seed)
        return self._asked(), {}

    def step(self, action_dict: dict[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        env = self._env
        env.step(action_dict[env.agent_selection])
        over = any(env.terminations.values())
        cut = any(env.truncations.values())
        told = {agent: env.observe(agent) for agent in SEATS} if over or cut else self._asked()
        rewards = {agent: env.rewards[agent] for agent in SEATS} if over or cut else {agent: 0.0 for agent in told}
        terminated = {**dict.fromkeys(told, over), "__all__": over}
        truncated = {**dict.fromkeys(told, cut), "__all__": cut}
        return told, rewards, terminated, truncated, {agent: {} for agent in told}
