"""Many games on many machines, on Ray Core. Work goes in chunks of whole games; a game's seed comes from its number, so
that the same job gives the same games on one core, on a cluster, and after any part of it was lost and done again. With
`out`, finished chunks lie on disk, and the same call goes on where the last one stopped.

>>> import shobu.ray                                              # doctest: +SKIP
>>> shobu.ray.sim("digimon", 100_000, bots=("script", "random"), out="runs/first")["digest"]    # doctest: +SKIP
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import ray

from ._batch import Batch, spec

#: A policy for `selfplay`: from a batch to an answer for each match.
Policy = Callable[[Batch], Any]
#: A chunk should take about so many seconds: a task costs about a millisecond.
SECONDS = 2.0


def sim(
    game: str,
    games: int,
    bots: tuple[str, str] = ("random", "random"),
    seed: int = 0,
    chunk: int | None = None,
    out: str | os.PathLike | None = None,
    **batch: Any,
) -> dict[str, Any]:
    """Plays games between bots; the digest is that of `shobu sim` with the same seed. `chunk` are games a task; by
    default as many as take two seconds here."""
    job = {"job": "sim", "game": game, "games": games, "bots": list(bots), "seed": seed, **_plain(batch)}
    size = chunk or _measured(game, bots, batch)
    work = [
        ("sim", first, {**job, "first": first, "games": min(size, games - first)}) for first in range(0, games, size)
    ]
    parts = _run(work, job, size, out, lambda task: _play.remote(task, batch))
    return _added(parts)


def matrix(
    game: str,
    decks: Mapping[str, Any],
    games: int = 100,
    bots: tuple[str, str] = ("script", "script"),
    seed: int = 0,
    chunk: int | None = None,
    out: str | os.PathLike | None = None,
    **batch: Any,
) -> dict[tuple[str, str], dict[str, Any]]:
    """Plays every deck (by name: a file, a built-in name or a deck) against every deck, itself too; a report a pairing."""
    job = {"job": "matrix", "game": game, "games": games, "bots": list(bots), "seed": seed, "decks": dict(decks)}
    job |= _plain(batch)
    size = min(chunk or _measured(game, bots, batch), games)
    work = []
    for one, first_deck in decks.items():
        for two, second_deck in decks.items():
            for first in range(0, games, size):
                part = {**job, "first": first, "games": min(size, games - first), "pair": [first_deck, second_deck]}
                work.append((f"{one} {two}", first, part))
    parts = _run(work, job, size, out, lambda task: _play.remote(task, batch))
    told: dict[tuple[str, str], dict[str, Any]] = {}
    for one in decks:
        for two in decks:
            told[one, two] = _added(part for (name, _, _), part in zip(work, parts) if name == f"{one} {two}")
    return told


def selfplay(
    game: str,
    games: int,
    policy: Policy,
    seed: int = 0,
    chunk: int = 64,
    out: str | os.PathLike | None = None,
    rows: bool = True,
    **batch: Any,
) -> list[dict[str, Any]]:
    """Plays games in which `policy` answers for every seat without a bot. Gives a chunk's results each, with what was
    decided: for every decision the number of the game, the seat, the answer, and (with `rows`) globals and packed
    options. With `out` the arrays lie in `.npz` files beside the chunks, with the hash of `shobu.spec`."""
    job = {"job": "selfplay", "game": game, "games": games, "seed": seed, "rows": rows, "spec": spec(game)["hash"]}
    job |= _plain(batch)
    work = [
        ("selfplay", first, {**job, "first": first, "games": min(chunk, games - first)})
        for first in range(0, games, chunk)
    ]
    held = ray.put(policy)
    return _run(work, job, chunk, out, lambda task: _decide.remote(task, held, batch))


def _plain(batch: dict[str, Any]) -> dict[str, Any]:
    return {"batch": json.loads(json.dumps(batch, default=str))}


def _measured(game: str, bots: tuple[str, str], batch: dict[str, Any]) -> int:
    """Games that take about two seconds."""
    count = 8
    while True:
        begun = time.perf_counter()
        Batch(game, count, bots=bots, observe=False, **batch)
        took = time.perf_counter() - begun
        if took > 0.2:
            return max(1, int(count * SECONDS / took))
        count *= 4


#: So many matches are played at once in a chunk: few fit into the caches of a core.
LANES = 64


def _played(task: dict[str, Any], batch: dict[str, Any]) -> dict[str, Any]:
    """A chunk of games between bots: a batch of bots plays a game of each match when it is begun, and another a step."""
    how = {**batch, "decks": [task["pair"]]} if "pair" in task else batch
    count = task["games"]
    lanes = min(LANES, count)
    games = Batch(
        task["game"], lanes, seed=task["seed"], bots=tuple(task["bots"]), observe=False, first=task["first"], **how
    )
    for _ in range(-(-count // lanes) - 1):
        games.step(np.zeros(lanes, dtype=np.int64))
    return {"finished": sorted(games.finished())[:count], "digest": games.digest(count)}


def _decided(task: dict[str, Any], policy: Policy, how: dict[str, Any]) -> dict[str, Any]:
    """A chunk of games that a policy plays."""
    batch = Batch(task["game"], task["games"], seed=task["seed"], first=task["first"], autoreset="next step", **how)
    taken: dict[str, list[np.ndarray]] = {name: [] for name in ("game", "seat", "answer", "options", "globals", "rows")}
    over = np.zeros(len(batch), dtype=bool)
    while not over.all():
        answers = np.asarray(policy(batch), dtype=np.int64)
        open_ = np.flatnonzero(~over)
        taken["game"].append(batch.game_number[open_])
        taken["seat"].append(batch.seat[open_])
        taken["answer"].append(answers[open_])
        if task["rows"]:
            rows, offsets = batch.options()
            taken["options"].append(batch.option_count[open_])
            taken["globals"].append(batch.globals()[open_])
            taken["rows"] += [rows[offsets[lane] : offsets[lane + 1]].copy() for lane in open_]
        batch.step(np.where(over, -1, answers))
        over |= batch.terminated | batch.truncated
    arrays = {name: np.concatenate(parts) for name, parts in taken.items() if parts}
    return {"finished": sorted(batch.finished()), "digest": batch.digest(task["games"]), "arrays": arrays}


# A machine that is lost takes its tasks with it: they are done again elsewhere, with the same games.
_play = ray.remote(max_retries=-1)(_played)
_decide = ray.remote(max_retries=-1)(_decided)


def _run(
    work: list[tuple[str, int, dict[str, Any]]],
    job: dict[str, Any],
    size: int,
    out: str | os.PathLike | None,
    begin: Callable[[dict[str, Any]], Any],
) -> list[dict[str, Any]]:
    """Does what is not on disk yet, and gives all parts in order."""
    if not ray.is_initialized():
        ray.init(ignore_reinit_error=True)
    folder = _opened(job, size, out)
    parts: list[dict[str, Any] | None] = [_read(folder, at) for at in range(len(work))]
    left = [at for at, part in enumerate(parts) if part is None]
    running: dict[Any, int] = {}
    # As many tasks as keep every core busy: what has not begun costs no memory, and a stopped job loses little.
    most = max(4, 3 * int(ray.cluster_resources().get("CPU", 1)))
    while left or running:
        while left and len(running) < most:
            at = left.pop(0)
            running[begin(work[at][2])] = at
        done, _ = ray.wait(list(running), num_returns=1)
        for one in done:
            at = running.pop(one)
            parts[at] = ray.get(one)
            _write(folder, at, parts[at])
    return [part for part in parts if part is not None]


def _opened(job: dict[str, Any], size: int, out: str | os.PathLike | None) -> Path | None:
    """The folder of a job; one of another job is refused."""
    if out is None:
        return None
    folder, said = Path(out), json.dumps({**job, "chunk": size}, sort_keys=True, default=str)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "job.json"
    if file.exists():
        before = json.loads(file.read_text())
        now = json.loads(said)
        # How large chunks are was measured: the first run decides.
        if {**before, "chunk": 0} != {**now, "chunk": 0}:
            raise ValueError(f"{folder} holds another job: {file}")
        if before["chunk"] != size:
            raise ValueError(f"{folder} was begun with chunk={before['chunk']}: give the same")
    else:
        _whole(file, said.encode())
    return folder


def _whole(file: Path, content: bytes) -> None:
    """A file is there whole or not at all."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(file)


def _write(folder: Path | None, at: int, part: dict[str, Any] | None) -> None:
    if folder is None or part is None:
        return
    arrays = part.get("arrays")
    if arrays is not None:
        beside = folder / f".{at:06}.part.npz"
        np.savez_compressed(beside, **arrays)
        beside.replace(folder / f"{at:06}.npz")
    plain = {name: value for name, value in part.items() if name != "arrays"}
    text = json.dumps(plain).encode()
    plain["sum"] = hashlib.sha256(text).hexdigest()
    _whole(folder / f"{at:06}.json", json.dumps(plain).encode())


def _read(folder: Path | None, at: int) -> dict[str, Any] | None:
    """A finished chunk, unless it is damaged."""
    if folder is None:
        return None
    try:
        part = json.loads((folder / f"{at:06}.json").read_text())
        said = part.pop("sum")
        if hashlib.sha256(json.dumps(part).encode()).hexdigest() != said:
            return None
        arrays = folder / f"{at:06}.npz"
        if arrays.exists():
            with np.load(arrays) as held:
                part["arrays"] = {name: held[name] for name in held.files}
    except (OSError, ValueError, KeyError):
        return None
    part["finished"] = [tuple(one) for one in part["finished"]]
    return part


def _added(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A report over all parts: digests add up."""
    games = wins = losses = decisions = turns = digest = 0
    for part in parts:
        digest = (digest + int(part["digest"], 16)) % 2**64
        for _, winner, decided, took in part["finished"]:
            games, decisions, turns = games + 1, decisions + decided, turns + took
            wins, losses = wins + (winner == 0), losses + (winner == 1)
    return {
        "games": games,
        "wins": [wins, losses],
        "draws": games - wins - losses,
        "decisions": decisions,
        "turns": turns,
        "digest": f"{digest:016x}",
    }
