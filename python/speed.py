"""How fast batches and faces are, as ratios: batches to a plain loop of Rust over as many matches, the AEC face to
PettingZoo's tic-tac-toe (both wrapped). Processor time, so that a busy machine matters little; two threads by the clock.

    python speed.py [GAME …]
"""

import sys
import time

import numpy as np

import shobu
from shobu._shobu import loop_seconds

MATCHES, ROUNDS, WARM = 1_024, 40, 20


def least(measure, times=3):
    return min(measure() for _ in range(times))


def looped(game):
    """Processor seconds of the rounds after the warm ones."""

    def rounds(count):
        begun = time.process_time()
        loop_seconds(game, MATCHES, count)
        return time.process_time() - begun

    return rounds(WARM + ROUNDS) - rounds(WARM)


def stepped(game, clock=time.process_time, **how):
    batch, chance = shobu.Batch(game, MATCHES, seed=1, **how), np.random.default_rng(0)
    for _ in range(WARM):
        batch.step(chance.integers(0, batch.option_count))
    begun = clock()
    for _ in range(ROUNDS):
        batch.step(chance.integers(0, batch.option_count))
    return clock() - begun


def turns(env, seconds=2.0):
    """AEC steps a second."""
    count, chance, begun = 0, np.random.default_rng(0), time.process_time()
    while time.process_time() - begun < seconds:
        env.reset(seed=int(chance.integers(1 << 30)))
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if over or cut else int(chance.choice(legal)))
            count += 1
    return count / (time.process_time() - begun)


def main() -> None:
    for game in sys.argv[1:] or shobu.GAMES:
        loop = least(lambda: looped(game))
        alone = least(lambda: stepped(game, observe=False))
        told = least(lambda: stepped(game))
        one = least(lambda: stepped(game, time.perf_counter))
        two = least(lambda: stepped(game, time.perf_counter, threads=2))
        each = loop / ROUNDS / MATCHES * 1e6
        print(f"{game}: {each:.2f} µs a decision in Rust; steps alone {loop / alone:.2f}, with rows {loop / told:.2f}, "
              f"two threads {one / two:.2f} times one", flush=True)  # fmt: skip
    try:
        from pettingzoo.classic import tictactoe_v3

        from shobu.pettingzoo import env
    except ImportError as missing:
        print(f"skipped: the AEC face ({missing})")
        return
    plain = turns(tictactoe_v3.env())
    for game in sys.argv[1:] or shobu.GAMES:
        print(f"{game}: AEC {turns(env(game=game)) / plain:.2f} times tic-tac-toe")


if __name__ == "__main__":
    main()
