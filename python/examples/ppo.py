"""Learns a game by self-play on the CPU: PPO with packed options, one small network for all that can be offered.

    python ppo.py digimon --seconds 900 --save digimon.pt
    python ppo.py digimon --load digimon.pt --seconds 0 --games 400

A card is its row, its print's features (so that cards never seen have a vector too) and what was learnt of that very print.
Cards of each side are summed; an option is its verb, its numbers and the vectors of the cards it is about, and is scored
against the position. Beside that stand plain preferences as `table.py` has them, by rule, verb and card: they learn fast what
the network then need not. Half of the matches are played against itself, a quarter each against `script` in either seat. Afterwards it plays mirrored games (the
same deals with seats changed) with unseen seeds against `table.py` (a minute of learning) and against `script`.
"""

import argparse
import math
import time
import zlib
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

import shobu
from table import Table, best_of

NAMED = 5
#: Prints, and preferences, share so many places.
PRINTS, SLOTS = 1 << 12, 1 << 16


@dataclass
class Position:
    """The open decisions of a batch as tensors; options and cards are packed."""

    cards: torch.Tensor
    prints: torch.Tensor
    zones: torch.Tensor
    card_lane: torch.Tensor
    globals: torch.Tensor
    reason: torch.Tensor
    options: torch.Tensor
    verbs: torch.Tensor
    about: torch.Tensor
    rule: torch.Tensor
    phase: torch.Tensor
    slots: torch.Tensor
    option_lane: torch.Tensor
    lanes: int


def joined(parts: list[Position]) -> Position:
    """Several positions as one."""
    told = {}
    cards = np.cumsum([0] + [len(part.cards) - 1 for part in parts])
    lanes = np.cumsum([0] + [part.lanes for part in parts])
    for name in ("globals", "options", "verbs", "rule", "phase", "slots"):
        told[name] = torch.cat([getattr(part, name) for part in parts])
    for name in ("cards", "prints", "zones"):
        # Row 0 stands for no card.
        told[name] = torch.cat([parts[0].__dict__[name][:1], *(getattr(part, name)[1:] for part in parts)])
    for name, shift in (("reason", cards), ("about", cards)):
        each = [torch.where(getattr(part, name) > 0, getattr(part, name) + int(by), 0) for part, by in zip(parts, shift)]
        told[name] = torch.cat(each)
    told["card_lane"] = torch.cat([parts[0].card_lane[:1], *(p.card_lane[1:] + int(by) for p, by in zip(parts, lanes))])
    told["option_lane"] = torch.cat([part.option_lane + int(by) for part, by in zip(parts, lanes)])
    return Position(lanes=int(lanes[-1]), **told)


class Encoder:
    """From rows to tensors."""

    #: Piles that say little by single cards; their sizes are in the globals.
    PILES = {"deck", "trash", "drop", "warp", "removed", "gone", "eggs", "lost deck", "z-deck"}

    def __init__(self, game: str) -> None:
        self.spec = shobu.spec(game)
        self.names = {part: [c["name"] for c in self.spec[part]] for part in ("cards", "globals", "options")}
        self.zones = len(self.spec["zones"])
        self.keep = np.array([zone not in self.PILES for zone in self.spec["zones"]])
        self.card_width = len(self.names["cards"]) - 2
        self.global_width = len(self.names["globals"])
        self.option_width = len(self.names["options"]) - 1 - NAMED
        asks = ("reason card", "reason rule", "phase", "reason effect", "reason step")
        self.reason_card, self.rule, self.phase, *self.effect = (self.names["globals"].index(name) for name in asks)
        self.declines = self.names["options"].index("declines")
        self.codes = np.zeros(1, dtype=np.int64)
        self.side = self.names["cards"].index("side")

    @staticmethod
    def small(rows: np.ndarray) -> torch.Tensor:
        """Figures from 1 to 50,000 on one scale."""
        rows = rows.astype(np.float32)
        return torch.from_numpy(np.sign(rows) * np.log1p(np.abs(rows)) / 3.0)

    def with_cards(self, table: shobu.CardTable) -> "Encoder":
        """Knows the prints of a batch by their ids: their numbers change with the decks."""
        self.codes = np.array([0] + [1 + zlib.crc32(id_.encode()) % (PRINTS - 1) for id_ in table.ids], dtype=np.int64)
        return self

    def slots(self, options: np.ndarray, asks: np.ndarray, prints: np.ndarray, reason: np.ndarray) -> np.ndarray:
        """The preferences of each option: by rule and verb; with its card; with all its cards and where the effect stands."""
        asks = asks.astype(np.int64)
        plain = (asks[:, self.rule] * 64 + options[:, 0]) * 2 + options[:, self.declines]
        first = plain * 7_919 + prints[:, 0] * 104_729 + 1
        whole = first + prints[:, 1] * 1_299_709 + reason * 15_485_863 + 7
        whole += asks[:, self.effect[0]] * 32_452_843 + asks[:, self.effect[1]] * 49_979_687
        return np.stack([plain % SLOTS, first % SLOTS, whole % SLOTS], axis=1)

    def read(self, batch: shobu.Batch) -> Position:
        cards, card_at = batch.cards()
        options, option_at = batch.options()
        told = batch.globals()
        card_lane = np.repeat(np.arange(len(batch)), np.diff(card_at))
        option_lane = np.repeat(np.arange(len(batch)), np.diff(option_at))
        about = options[:, 1 : 1 + NAMED]
        about = np.where(about > 0, about + card_at[option_lane][:, None], 0)
        reason = np.where(told[:, self.reason_card] > 0, told[:, self.reason_card] + card_at[:-1], 0)
        kept = self.keep[cards[:, 1]]
        kept[about[about > 0] - 1] = True
        kept[reason[reason > 0] - 1] = True
        place = np.concatenate([[0], np.cumsum(kept)])
        rows = cards[kept]
        shown = np.concatenate([np.zeros((1, rows.shape[1]), rows.dtype), rows])
        lane = np.concatenate([[0], card_lane[kept]])
        codes = self.codes[np.concatenate([[0], cards[:, 0]])]
        slots = self.slots(options, told[option_lane], codes[about], codes[reason][option_lane])
        return Position(
            cards=self.small(shown[:, 2:]),
            prints=torch.from_numpy(shown[:, 0].astype(np.int64)),
            zones=torch.from_numpy((shown[:, 1] + self.zones * shown[:, self.side]).astype(np.int64)),
            card_lane=torch.from_numpy(lane),
            globals=self.small(told),
            reason=torch.from_numpy(place[reason]),
            options=self.small(options[:, 1 + NAMED :]),
            verbs=torch.from_numpy(options[:, 0].astype(np.int64)),
            about=torch.from_numpy(place[about]),
            rule=torch.from_numpy(told[:, self.rule].astype(np.int64)),
            phase=torch.from_numpy(told[:, self.phase].astype(np.int64)),
            slots=torch.from_numpy(slots),
            option_lane=torch.from_numpy(option_lane),
            lanes=len(batch),
        )


class Net(nn.Module):
    def __init__(self, game: str, encoder: Encoder, wide: int = 64) -> None:
        super().__init__()
        self.game, self.wide = game, wide
        features = len(encoder.spec["prints"])
        self.print = nn.Linear(features, wide, bias=False)
        self.zone = nn.Embedding(2 * encoder.zones, wide)
        self.rule = nn.Embedding(len(encoder.spec["rules"]) + 1, wide)
        self.phase = nn.Embedding(len(encoder.spec["phases"]), wide)
        # Nothing is known of a print, and nothing preferred, before it is met.
        self.own, self.likes = nn.Embedding(PRINTS, wide), nn.Embedding(SLOTS, 1)
        nn.init.zeros_(self.own.weight)
        nn.init.zeros_(self.likes.weight)
        self.card = nn.Linear(encoder.card_width, wide)
        self.position = nn.Sequential(nn.Linear(4 * wide + encoder.global_width, 2 * wide), nn.ReLU())
        self.verb = nn.Embedding(len(encoder.spec["verbs"]), wide)
        self.number = nn.Linear(encoder.option_width, wide)
        self.source, self.target = nn.Linear(wide, wide, bias=False), nn.Linear(wide, wide, bias=False)
        self.against = nn.Linear(2 * wide, wide)
        self.score = nn.Sequential(nn.ReLU(), nn.Linear(wide, wide), nn.ReLU(), nn.Linear(wide, 1))
        self.worth = nn.Linear(2 * wide, 1)
        self.features, self.codes = torch.zeros(1, features), torch.zeros(1, dtype=torch.int64)

    def with_cards(self, table: shobu.CardTable, encoder: Encoder) -> "Net":
        """Uses the prints of a batch: a card is what its table says, so that decks may change."""
        self.codes = torch.from_numpy(encoder.with_cards(table).codes)
        features = np.log1p(np.maximum(table.features, 0)) / 3.0
        self.features = torch.from_numpy(np.concatenate([np.zeros((1, features.shape[1])), features]).astype(np.float32))
        return self

    def forward(self, at: Position) -> tuple[torch.Tensor, torch.Tensor]:
        """A score for each option (log shares within its menu) and the worth of each position."""
        known = self.print(self.features) + self.own(self.codes)
        cards = torch.relu(self.card(at.cards) + self.zone(at.zones) + known[at.prints])
        mine = at.zones < self.zone.num_embeddings // 2
        pools = torch.zeros(2 * at.lanes, self.wide)
        pools = pools.index_add(0, at.card_lane[1:] + at.lanes * (~mine[1:]).long(), cards[1:])
        pools = pools / 8.0
        asked = self.rule(at.rule) + self.phase(at.phase)
        empty = (at.reason > 0).float()[:, None]
        position = self.position(
            torch.cat([pools[: at.lanes], pools[at.lanes :], cards[at.reason] * empty, asked, at.globals], dim=1)
        )
        there = (at.about > 0).float()[:, :, None]
        about = cards[at.about] * there
        option = self.verb(at.verbs) + self.number(at.options) + self.source(about[:, 0]) + self.target(about[:, 1:].sum(1))
        scores = self.score(option + self.against(position)[at.option_lane])[:, 0] + self.likes(at.slots)[:, :, 0].sum(1)
        return log_shares(scores, at.option_lane, at.lanes), torch.tanh(self.worth(position))[:, 0]


def log_shares(scores: torch.Tensor, lane: torch.Tensor, lanes: int) -> torch.Tensor:
    """Log softmax within each menu."""
    most = torch.full((lanes,), -1e9).scatter_reduce(0, lane, scores.detach(), "amax")
    scores = scores - most[lane]
    total = torch.zeros(lanes).index_add(0, lane, scores.exp())
    return scores - total.log()[lane]


@dataclass
class Step:
    """What a batch decided at once."""

    position: Position
    chosen: torch.Tensor
    log_share: torch.Tensor
    worth: np.ndarray
    seat: np.ndarray
    rewards: np.ndarray
    over: np.ndarray
    learns: np.ndarray
    gain: np.ndarray | None = None
    target: np.ndarray | None = None
    counts: np.ndarray | None = None


def collect(net: Net, encoder: Encoder, batch: shobu.Batch, steps: int, chance: np.random.Generator) -> list[Step]:
    taken = []
    for _ in range(steps):
        with torch.no_grad():
            position = encoder.read(batch)
            shares, worth = net(position)
        offsets = batch.options()[1].copy()
        picks = best_of(shares.numpy() + chance.gumbel(size=len(shares)), offsets)
        chosen = torch.from_numpy(offsets[:-1] + picks)
        seat, many = batch.seat.copy(), batch.option_count > 1
        batch.step(picks)
        over = batch.terminated | batch.truncated
        taken.append(
            Step(position, chosen, shares[chosen], worth.numpy(), seat, batch.rewards.copy(), over.copy(), many.copy())
        )
    return taken


def gains(steps: list[Step], decay: float = 0.95, patience: float = 0.997) -> None:
    """Generalised advantages, each seat of each match for itself. The last decisions of a match that goes on are only
    looked at."""
    lanes = len(steps[0].seat)
    at = np.arange(lanes)
    later, gain = np.zeros((lanes, 2)), np.zeros((lanes, 2))
    reward, going, counts = np.zeros((lanes, 2)), np.ones((lanes, 2)), np.zeros((lanes, 2), bool)
    for step in reversed(steps):
        reward[step.over] = step.rewards[step.over]
        going[step.over], counts[step.over] = 0.0, True
        seat = step.seat
        delta = reward[at, seat] + going[at, seat] * patience * later[at, seat] - step.worth
        now = delta + going[at, seat] * patience * decay * gain[at, seat]
        step.counts = counts[at, seat] & step.learns
        step.gain = np.where(counts[at, seat], now, 0.0).astype(np.float32)
        step.target = (step.gain + step.worth).astype(np.float32)
        later[at, seat], gain[at, seat] = step.worth, step.gain
        reward[at, seat], going[at, seat], counts[at, seat] = 0.0, 1.0, True


def improve(net: Net, best: torch.optim.Optimizer, steps: list[Step], chance: np.random.Generator, asked) -> None:
    every = np.concatenate([step.gain[step.counts] for step in steps])
    mean, spread = float(every.mean()), float(every.std()) + 1e-6
    for _ in range(asked.epochs):
        order = chance.permutation(len(steps))
        for part in np.array_split(order, max(1, len(steps) // asked.together)):
            some = [steps[at] for at in part]
            position = joined([step.position for step in some])
            starts = np.cumsum([0] + [len(step.position.verbs) for step in some])
            chosen = torch.cat([step.chosen + int(by) for step, by in zip(some, starts)])
            before = torch.cat([step.log_share for step in some])
            gain = (torch.from_numpy(np.concatenate([step.gain for step in some])) - mean) / spread
            target = torch.from_numpy(np.concatenate([step.target for step in some]))
            counts = torch.from_numpy(np.concatenate([step.counts for step in some])).float()
            shares, worth = net(position)
            ratio = (shares[chosen] - before).exp()
            clipped = ratio.clamp(0.8, 1.2)
            policy = -torch.minimum(ratio * gain, clipped * gain)
            spreading = torch.zeros(position.lanes).index_add(0, position.option_lane, -shares.exp() * shares)
            loss = policy + 0.5 * (worth - target) ** 2 - asked.entropy * spreading
            loss = (loss * counts).sum() / counts.sum().clamp(min=1)
            best.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            best.step()


def train(game: str, asked) -> tuple[Net, Encoder]:
    encoder = Encoder(game)
    net = Net(game, encoder)
    if asked.load:
        net.load_state_dict(torch.load(asked.load, weights_only=True))
    chance, quarter = np.random.default_rng(asked.seed), asked.matches // 4
    seats = [((None, None), 2 * quarter), ((None, "script"), quarter), (("script", None), quarter)]
    batches = [
        shobu.Batch(game, n, seed=1_000 + 10 * asked.seed + at, bots=bots, threads=asked.threads)
        for at, (bots, n) in enumerate(seats)
    ]
    net.with_cards(batches[0].card_table, encoder)
    # A preference is met seldom and moves in larger steps.
    plain = [weight for name, weight in net.named_parameters() if name != "likes.weight"]
    groups = [{"params": plain, "pace": 1.0}, {"params": [net.likes.weight], "pace": 10.0}]
    best = torch.optim.Adam(groups, lr=asked.rate, eps=1e-5)
    begun, told, decisions, rounds = asked.clock(), 0.0, 0, 0
    while (passed := asked.clock() - begun) < asked.seconds:
        for group in best.param_groups:
            group["lr"] = group["pace"] * asked.rate * max(0.1, 1.0 - passed / asked.seconds)
        steps: list[Step] = []
        for batch in batches:
            part = collect(net, encoder, batch, asked.steps, chance)
            gains(part)
            steps += part
        improve(net, best, steps, chance, asked)
        decisions, rounds = decisions + sum(len(step.seat) for step in steps), rounds + 1
        if passed - told > 30:
            told = passed
            last = sorted(batches[1].finished())[-200:]
            won = np.mean([winner == 0 for _, winner, _, _ in last]) if last else math.nan
            print(f"  {passed:4.0f} s, {decisions} decisions, against script {won:.0%}", flush=True)
    print(f"{game}: learnt from {decisions} decisions in {rounds} rounds and {asked.seconds:.0f} s", flush=True)
    if asked.save:
        torch.save(net.state_dict(), asked.save)
    return net, encoder


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def play(net: Net, encoder: Encoder, batch: shobu.Batch, seat: int, other, games: int) -> float:
    """Points of the network in a seat against another player (None where a bot plays inside); a draw is half."""
    while batch.digest(games) is None:
        with torch.no_grad():
            shares, _ = net(encoder.read(batch))
        offsets = batch.options()[1]
        mine = best_of(shares.numpy(), offsets)
        theirs = other(batch) if other else mine
        batch.step(np.where(batch.seat == seat, mine, theirs))
    ends = sorted(batch.finished())[:games]
    return sum(0.5 if winner < 0 else float(winner == seat) for _, winner, _, _ in ends)


def mirrored(net: Net, encoder: Encoder, game: str, games: int, against: str, table: Table | None) -> str:
    """The same deals from both seats."""
    chance, points = np.random.default_rng(5), 0.0
    other = (lambda batch: table.choose(batch, chance)) if table else None
    for seat in (0, 1):
        bots = None if table else ((None, against) if seat == 0 else (against, None))
        batch = shobu.Batch(game, min(64, games // 2), seed=77_777, bots=bots)
        points += play(net, encoder, batch, seat, other, games // 2)
    low, high = interval(points, games)
    return f"{game}: {points / games:.1%} of {games} mirrored games against {against} (95 %: {low:.1%} to {high:.1%})"


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("game", choices=shobu.GAMES)
    ask.add_argument("--seconds", type=float, default=900)
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--table-seconds", type=float, default=60)
    ask.add_argument("--threads", type=int, default=2)
    ask.add_argument("--matches", type=int, default=256)
    ask.add_argument("--steps", type=int, default=32)
    ask.add_argument("--together", type=int, default=8)
    ask.add_argument("--epochs", type=int, default=2)
    ask.add_argument("--rate", type=float, default=1e-3)
    ask.add_argument("--entropy", type=float, default=0.01)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--processor", dest="clock", action="store_const", const=time.process_time, default=time.monotonic,
                     help="seconds are of the processor, all threads together: a busy machine changes nothing")  # fmt: skip
    ask.add_argument("--save")
    ask.add_argument("--load")
    asked = ask.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(asked.seed)
    net, encoder = train(asked.game, asked)
    if asked.games:
        table = Table(asked.game)
        practice = shobu.Batch(asked.game, 64, seed=1, bots=(None, "random"), threads=asked.threads)
        table.learn(practice, asked.table_seconds, np.random.default_rng(0), asked.clock)
        print(mirrored(net, encoder, asked.game, asked.games, "table.py", table), flush=True)
        print(mirrored(net, encoder, asked.game, asked.games, "script", None), flush=True)


if __name__ == "__main__":
    main()
