import pickle
import random
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import numpy as np

import shobu

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "cards"


def random_game(match, chance):
    while not match.over:
        match.answer(chance.randrange(len(match.options)))
    return match


class TestMatch(unittest.TestCase):
    def test_a_random_game_of_each(self):
        for game in shobu.GAMES:
            with self.subTest(game=game):
                match = random_game(shobu.Match(game, seed=3, players=("you", "random")), random.Random(3))
                self.assertIn(match.winner, ("A", "B", None))
                self.assertTrue(match.over["why"])

    def test_rows_match_the_menu(self):
        for game in shobu.GAMES:
            columns, chance = shobu.spec(game), random.Random(4)
            match = shobu.Match(game, seed=4, players=("you", "you"))
            for _ in range(60):
                if match.over:
                    break
                rows = match.observe()
                self.assertEqual(rows["options"].shape, (len(match.options), len(columns["options"])))
                self.assertEqual(rows["cards"].shape[1], len(columns["cards"]))
                self.assertEqual(rows["history"].shape, (32, len(columns["history"])))
                verbs = [columns["verbs"][row[0]] for row in rows["options"]]
                self.assertEqual(verbs, [option["verb"] for option in match.menu["options"]])
                match.answer(chance.randrange(len(match.options)))
            self.assertGreater((rows["history"][:, 0] > 0).sum(), 20)

    def test_saved_copied_and_pickled_matches_go_on_alike(self):
        match = shobu.Match("digimon", seed=5, players=("you", "you"))
        for _ in range(30):
            match.answer(0)
        others = [match.copy(), pickle.loads(pickle.dumps(match)), shobu.Match.load(match.save())]
        for other in others:
            self.assertEqual(other.board, match.board)
            self.assertEqual(other.options, match.options)
            for part, rows in match.observe().items():
                self.assertEqual(other.observe()[part].tobytes(), rows.tobytes(), part)
        self.assertGreater((match.observe()["history"][:, 0] > 0).sum(), 5)
        others[0].answer(0)
        self.assertEqual(others[1].board, match.board)

    def test_an_imagined_match_looks_the_same_to_its_seat(self):
        for game in shobu.GAMES:
            match = shobu.Match(game, seed=6, players=("you", "you"))
            for _ in range(12):
                match.answer(0)
            seat = match.seat
            for seed in range(3):
                other = match.determinize(seat, seed)
                self.assertEqual(other.view(seat)["board"], match.view(seat)["board"])
                mine, theirs = match.observe(seat), other.observe(seat)
                for part in mine:
                    self.assertEqual(mine[part].tobytes(), theirs[part].tobytes(), (game, part))
                with self.assertRaises(shobu.ShobuError):
                    other.save()

    def test_a_bot_can_be_asked(self):
        for bot in ("script", "random"):
            match = shobu.Match("dbs", seed=7, players=("you", "you"))
            for _ in range(20):
                answer = match.ask(bot, seed=1)
                self.assertLess(answer, len(match.options))
                match.answer(answer)
        with self.assertRaises(ValueError):
            match.ask("nobody")

    def test_faults_are_exceptions_that_change_nothing(self):
        with self.assertRaises(shobu.ShobuError):
            shobu.Match("chess")
        with self.assertRaisesRegex(ValueError, "nowhere.json"):
            shobu.Batch("digimon", 1, pool="nowhere.json")
        match = shobu.Match("dbs", seed=1, players=("you", "you"))
        before = match.board
        for wrong in (999, "fly to the moon"):
            with self.assertRaises(shobu.ShobuError):
                match.answer(wrong)
        self.assertEqual(match.board, before)

    def test_labels_answer_and_undo_takes_back(self):
        match = shobu.Match("digimon", seed=2, players=("you", "you"))
        label = match.options[-1]
        self.assertIs(match.answer(label), match)
        match = shobu.Match("battle-spirits", seed=2, players=("you", "you"))
        before, history = match.options, match.observe()["history"].copy()
        match.answer(0)
        try:
            match.undo()
        except shobu.ShobuError as refused:
            self.assertEqual(refused.code, "undo")
        else:
            self.assertEqual(match.options, before)
            self.assertTrue((match.observe()["history"] == history).all())


class TestBatch(unittest.TestCase):
    def test_random_answers(self):
        for game in shobu.GAMES:
            chance = np.random.default_rng(1)
            batch = shobu.Batch(game, 8, seed=1, bots=(None, "random"))
            ended = 0
            for _ in range(150):
                self.assertTrue((batch.option_count > 0).all())
                self.assertTrue((batch.seat == 0).all())
                rows, offsets = batch.options()
                self.assertEqual(list(np.diff(offsets)), list(batch.option_count))
                self.assertEqual(len(rows), offsets[-1])
                batch.step(chance.integers(0, batch.option_count))
                ended += int(batch.terminated.sum())
                self.assertTrue((np.abs(batch.rewards[batch.terminated]).sum(axis=1) <= 2).all())
            self.assertEqual(ended, len(batch.finished()))

    def test_the_digest_depends_on_neither_size_nor_threads_nor_parts(self):
        for game in shobu.GAMES:
            digests = set()
            for n, threads in ((3, 1), (4, 2)):
                batch = shobu.Batch(game, n, seed=9, bots=("random", "random"), threads=threads, observe=False)
                while batch.digest(8) is None:
                    batch.step(np.zeros(n))
                digests.add(batch.digest(8))
            parts = [
                shobu.Batch(game, 4, seed=9, bots=("random", "random"), observe=False, first=first) for first in (0, 4)
            ]
            digests.add(f"{sum(int(part.digest(4), 16) for part in parts) % 2**64:016x}")
            self.assertEqual(len(digests), 1)

    def test_the_digest_is_that_of_the_command(self):
        found = [path for path in (ROOT / "target").glob("*/shobu")] + list(Path(sys.prefix).parent.glob("*/shobu"))
        if not found:
            self.skipTest("skipped: no shobu command was built")
        for game in shobu.GAMES:
            said = subprocess.run(
                [found[0], "sim", "--game", game, "--games", "6", "--seed", "3", "--bot", "random", "--json"],
                capture_output=True, text=True, check=True,
            ).stdout  # fmt: skip
            batch = shobu.Batch(game, 6, seed=3, bots=("random", "random"), observe=False)
            self.assertIn(batch.digest(6), said)

    def test_a_wrong_answer_names_its_match_and_changes_nothing(self):
        batch = shobu.Batch("buddyfight", 3)
        before = [batch.globals().copy(), batch.cards()[0].copy(), batch.options()[0].copy()]
        with self.assertRaisesRegex(IndexError, "match 1"):
            batch.step([0, 10_000, 0])
        with self.assertRaises(IndexError):
            batch.step([0, 0])
        for one, two in zip(before, [batch.globals(), batch.cards()[0], batch.options()[0]]):
            self.assertTrue((one == two).all())

    def test_a_match_comes_out_and_goes_in(self):
        for game in shobu.GAMES:
            batch = shobu.Batch(game, 4, seed=2)
            chance = np.random.default_rng(2)
            for _ in range(40):
                batch.step(chance.integers(0, batch.option_count))
            match = batch[2]
            self.assertEqual(match.options, batch.labels(2))
            held = {part: rows.copy() for part, rows in batch.rows(2).items()}
            for part, rows in match.observe().items():
                self.assertEqual(rows.tobytes(), held[part].tobytes(), (game, part))
            batch[0] = match
            self.assertEqual(batch.labels(0), batch.labels(2))
            for part, rows in held.items():
                self.assertTrue((batch.rows(0)[part] == rows).all(), (game, part))
            other = shobu.Match.load(match.save())
            self.assertEqual(other.board, match.board)
            # Both go on alike: the same luck.
            answers = np.full(4, -1)
            answers[[0, 2]] = 0
            for _ in range(5):
                batch.step(answers)
                self.assertEqual(batch.labels(0), batch.labels(2))
        with self.assertRaises(IndexError):
            batch[4]
        with self.assertRaisesRegex(ValueError, "battle-spirits"):
            batch[0] = shobu.Match("dbs", players=("you", "you"))

    def test_decks_come_from_a_list_or_a_sampler(self):
        one, two = shobu.Match("digimon").save()["decks"]
        decks = [one["name"], two["name"]]
        for given in ([[None, None], [None, None]], lambda number: (None, None)):
            batch = shobu.Batch("digimon", 3, decks=given)
            self.assertEqual(len(batch), 3)
        self.assertEqual(len(decks), 2)

    def test_a_match_that_is_over_can_wait(self):
        batch = shobu.Batch("buddyfight", 2, seed=1, bots=(None, "random"), autoreset="next step")
        while not batch.terminated[0]:
            batch.step([0, -1])
        self.assertEqual(batch.option_count[0], 0)
        self.assertEqual(batch.look(0, 0)["globals"].shape, batch.globals()[0].shape)
        batch.step([0, -1])
        self.assertGreater(batch.option_count[0], 0)
        self.assertEqual(batch.game_number[0], 2)

    def test_the_card_table_has_a_row_for_every_print(self):
        for game in shobu.GAMES:
            batch = shobu.Batch(game, 2)
            table = batch.card_table
            self.assertEqual(table.features.shape, (len(table), len(shobu.spec(game)["prints"])))
            cards, _ = batch.cards()
            self.assertLessEqual(cards[:, 0].max(), len(table))
            told = {tuple(row) for row in table.features}
            self.assertGreater(len(told), len(table) // 2)

    def test_the_spec_tells_its_columns(self):
        for game in shobu.GAMES:
            spec = shobu.spec(game)
            self.assertEqual(len(spec["hash"]), 16)
            self.assertEqual(spec["version"], 2)
            for part in ("cards", "globals", "options", "history"):
                names = [column["name"] for column in spec[part]]
                self.assertEqual(len(names), len(set(names)))

    def test_the_lock_is_released_while_rust_works(self):
        batch = shobu.Batch("digimon", 256, bots=("script", "script"), observe=False)
        ticks, done = 0, threading.Event()

        def work():
            batch.step(np.zeros(256))
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(ticks, 3)


if __name__ == "__main__":
    unittest.main()
