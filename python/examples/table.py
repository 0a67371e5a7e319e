"""Learns how much it likes each kind of option by playing against `random`: blind to the board, it keeps one number for
each verb under each rule that asks, and one for each card with it. A minute of play; then it tells how often it wins.

    python table.py digimon --seconds 60 --save digimon.json
    shobu duel "cmd:python bot.py digimon.json" random --game digimon
"""

import argparse
import json
import time

import numpy as np

import shobu

SLOTS = 1 << 18


class Table:
    """Preferences by what an option is called, and nothing else."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.spec = shobu.spec(game)
        self.likes = np.zeros(SLOTS)
        names = [column["name"] for column in self.spec["globals"]]
        self.reason = names.index("reason rule")
        names = [column["name"] for column in self.spec["options"]]
        self.verb, self.card, self.declines = (names.index(name) for name in ("verb", "card 0", "declines"))

    def keys(self, batch: shobu.Batch) -> tuple[np.ndarray, np.ndarray]:
        """Two slots for each option (by rule and verb, and by those and the card), and where each match begins."""
        rows, offsets = batch.options()
        cards, card_at = batch.cards()
        counts = np.diff(offsets)
        reason = np.repeat(batch.globals()[:, self.reason], counts).astype(np.int64)
        row = rows[:, self.card] + np.repeat(card_at[:-1], counts) - 1
        prints = np.where(rows[:, self.card] > 0, cards[np.maximum(row, 0), 0], 0)
        plain = (reason * 64 + rows[:, self.verb]) * 2 + rows[:, self.declines]
        return np.stack([plain % SLOTS, (plain * 7_919 + prints * 104_729 + 1) % SLOTS], axis=1), offsets.copy()

    def choose(self, batch: shobu.Batch, chance: np.random.Generator, warmth: float = 0.1) -> np.ndarray:
        return self.decide(batch, chance, warmth)[0]

    def decide(self, batch, chance, warmth):
        slots, offsets = self.keys(batch)
        scores = self.likes[slots].sum(axis=1) / warmth + chance.gumbel(size=len(slots))
        return best_of(scores, offsets), slots, offsets

    def learn(self, batch: shobu.Batch, seconds: float, chance: np.random.Generator, clock=time.monotonic) -> int:
        """REINFORCE over whole games; how many were played."""
        past: list[list[tuple[np.ndarray, int]]] = [[] for _ in range(len(batch))]
        until, games = clock() + seconds, 0
        while clock() < until:
            best, slots, offsets = self.decide(batch, chance, 1.0)
            for lane, pick in enumerate(best):
                past[lane].append((slots[offsets[lane] : offsets[lane + 1]], int(pick)))
            batch.step(best)
            for lane in np.flatnonzero(batch.terminated):
                self.reward(past[lane], float(batch.rewards[lane, 0]))
                past[lane].clear()
                games += 1
        return games

    def reward(self, game: list[tuple[np.ndarray, int]], reward: float, rate: float = 0.05) -> None:
        for offered, pick in game:
            liked = self.likes[offered].sum(axis=1)
            share = np.exp(liked - liked.max())
            share /= share.sum()
            np.add.at(self.likes, offered, -rate * reward * share[:, None])
            np.add.at(self.likes, offered[pick], rate * reward)

    def save(self, file: str, batch: shobu.Batch) -> None:
        """What it likes by words, so that a program behind the protocol can use it: rule, verb, id of the card."""
        rules, verbs, ids = self.spec["rules"], self.spec["verbs"], batch.card_table.ids
        told = {}
        for reason in range(len(rules) + 1):
            for verb in range(len(verbs)):
                for declines in (0, 1):
                    plain = (reason * 64 + verb) * 2 + declines
                    if not self.likes[plain % SLOTS]:
                        continue
                    rule = rules[reason - 1] if reason else ""
                    for print_ in range(len(ids) + 1):
                        like = self.likes[plain % SLOTS]
                        like += self.likes[(plain * 7_919 + print_ * 104_729 + 1) % SLOTS]
                        card = ids[print_ - 1] if print_ else ""
                        told["|".join([rule, verbs[verb], card, str(declines)])] = round(float(like), 4)
        with open(file, "w", encoding="utf-8") as out:
            json.dump({"game": self.game, "spec": self.spec["hash"], "likes": told}, out)


def best_of(scores: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """The place of the best option of each match."""
    most = np.repeat(np.maximum.reduceat(scores, offsets[:-1]), np.diff(offsets))
    places = np.flatnonzero(scores == most)
    lanes = np.searchsorted(offsets, places, side="right") - 1
    best = np.zeros(len(offsets) - 1, dtype=np.int64)
    best[lanes[::-1]] = (places - offsets[lanes])[::-1]
    return best


def share(game: str, table: Table, bot: str, games: int, seed: int) -> float:
    batch, chance = shobu.Batch(game, 64, seed=seed, bots=(None, bot)), np.random.default_rng(seed)
    while len(batch.finished()) < games:
        batch.step(table.choose(batch, chance))
    return float(np.mean([winner == 0 for _, winner, _, _ in sorted(batch.finished())[:games]]))


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("game", choices=shobu.GAMES)
    ask.add_argument("--seconds", type=float, default=60)
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--save")
    asked = ask.parse_args()
    table = Table(asked.game)
    batch = shobu.Batch(asked.game, 64, seed=1, bots=(None, "random"), threads=asked.threads)
    games = table.learn(batch, asked.seconds, np.random.default_rng(0))
    won = share(asked.game, table, "random", asked.games, seed=2)
    print(f"{asked.game}: learnt from {games} games; won {won:.1%} of {asked.games} against random")
    if asked.save:
        table.save(asked.save, batch)


if __name__ == "__main__":
    main()
