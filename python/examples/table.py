"""Learns how much it likes each kind of option by playing against `random`: blind to the board, it keeps one number for
each verb under each reason. A minute of play; then it tells how often it wins.

    python table.py digimon --seconds 60
"""

import argparse
import time

import numpy as np

import shobu


def keys(batch: shobu.Batch, spec: dict) -> tuple[np.ndarray, np.ndarray]:
    """What each option is to this player: the rule that asks, its verb, whether it declines."""
    names = [column["name"] for column in spec["globals"]]
    reason = batch.globals()[:, names.index("reason rule")]
    rows, offsets = batch.options()
    columns = [column["name"] for column in spec["options"]]
    verb, declines = rows[:, columns.index("verb")], rows[:, columns.index("declines")]
    return (np.repeat(reason, np.diff(offsets)) * 64 + verb) * 2 + declines, offsets


def play(batch, spec, likes, chance, warmth):
    """One step of every match; the answers, and what was chosen."""
    all_keys, offsets = keys(batch, spec)
    scores = likes[all_keys] / warmth + chance.gumbel(size=len(all_keys))
    best = [int(np.argmax(scores[one:two])) for one, two in zip(offsets[:-1], offsets[1:])]
    batch.step(best)
    return all_keys, offsets, np.array(best)


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("game", choices=shobu.GAMES)
    ask.add_argument("--seconds", type=float, default=60)
    ask.add_argument("--games", type=int, default=400)
    asked = ask.parse_args()
    spec, chance = shobu.spec(asked.game), np.random.default_rng(0)
    likes = np.zeros((1 << 12) * 128)
    batch = shobu.Batch(asked.game, 64, seed=1, bots=(None, "random"))
    past: list[list[tuple[np.ndarray, int]]] = [[] for _ in range(len(batch))]
    until = time.monotonic() + asked.seconds
    while time.monotonic() < until:
        all_keys, offsets, best = play(batch, spec, likes, chance, 1.0)
        for lane, pick in enumerate(best):
            past[lane].append((all_keys[offsets[lane] : offsets[lane + 1]], pick))
        for lane in np.flatnonzero(batch.terminated):
            reward = float(batch.rewards[lane, 0])
            for offered, pick in past[lane]:
                share = np.exp(likes[offered] - likes[offered].max())
                share /= share.sum()
                np.add.at(likes, offered, -0.05 * reward * share)
                likes[offered[pick]] += 0.05 * reward
            past[lane].clear()
    batch = shobu.Batch(asked.game, 64, seed=2, bots=(None, "random"))
    while len(batch.finished()) < asked.games:
        play(batch, spec, likes, chance, 0.1)
    won = [winner == 0 for _, winner, _, _ in sorted(batch.finished())[: asked.games]]
    print(f"{asked.game}: won {np.mean(won):.1%} of {len(won)} games against random")


if __name__ == "__main__":
    main()
