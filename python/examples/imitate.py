"""Learns to answer as the players of records did.

    shobu sim --game digimon --games 200 --bot script --out records
    python imitate.py digimon records --save digimon.pt
    python ppo.py digimon --load digimon.pt --seconds 300
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

import shobu
from ppo import Encoder, Net, joined


class One:
    """A decision of a match with the face of a batch of one."""

    def __init__(self, rows: dict[str, np.ndarray]) -> None:
        self.held = rows

    def cards(self):
        return self.held["cards"], np.array([0, len(self.held["cards"])])

    def options(self):
        return self.held["options"], np.array([0, len(self.held["options"])])

    def globals(self):
        return self.held["globals"][None]

    def __len__(self) -> int:
        return 1


def decisions(record: dict, pool):
    """Every decision of a record: its rows and the answer that was given."""
    begun = {**record, "answers": [], "hashes": [], "conceded": None}
    match = shobu.Match.load(begun, pool=pool, players=("you", "you"))
    for answer in record["answers"]:
        yield match.observe(), answer
        match.answer(answer)


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("game", choices=shobu.GAMES)
    ask.add_argument("records", type=Path)
    ask.add_argument("--most", type=int, default=200, help="records that are read")
    ask.add_argument("--epochs", type=int, default=8)
    ask.add_argument("--pool")
    ask.add_argument("--save")
    asked = ask.parse_args()
    encoder, chance = Encoder(asked.game), np.random.default_rng(0)
    table = shobu.Batch(asked.game, 1, pool=asked.pool).card_table
    net = Net(asked.game, encoder).with_cards(table, encoder)
    positions, answers = [], []
    for file in sorted(asked.records.glob("*.json"))[: asked.most]:
        for rows, answer in decisions(json.loads(file.read_text(encoding="utf-8")), asked.pool):
            positions.append(encoder.read(One(rows)))
            answers.append(answer)
    held = len(positions) // 10
    best = torch.optim.Adam(net.parameters(), lr=1e-3)

    def likelihood(some):
        at = joined([positions[one] for one in some])
        starts = np.cumsum([0] + [len(positions[one].verbs) for one in some])[:-1]
        shares, _ = net(at)
        return shares[torch.from_numpy(starts + np.array([answers[one] for one in some]))], shares, starts

    for epoch in range(asked.epochs):
        for some in np.array_split(chance.permutation(np.arange(held, len(positions))), max(1, len(positions) // 256)):
            loss = -likelihood(some)[0].mean()
            best.zero_grad()
            loss.backward()
            best.step()
        with torch.no_grad():
            told = float(likelihood(np.arange(held))[0].exp().mean()) if held else float("nan")
        print(f"epoch {epoch + 1}: {told:.1%} of unseen answers foreseen", flush=True)
    if asked.save:
        torch.save(net.state_dict(), asked.save)


if __name__ == "__main__":
    main()
