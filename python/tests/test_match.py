import pickle
import random
import unittest

import numpy as np

import shobu


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
                verbs = [columns["verbs"][row[0]] for row in rows["options"]]
                self.assertEqual(verbs, [option["verb"] for option in match.menu["options"]])
                match.answer(chance.randrange(len(match.options)))

    def test_saved_copied_and_pickled_matches_go_on_alike(self):
        match = shobu.Match("digimon", seed=5, players=("you", "you"))
        for _ in range(30):
            match.answer(0)
        others = [match.copy(), pickle.loads(pickle.dumps(match)), shobu.Match.load(match.save())]
        for other in others:
            self.assertEqual(other.board, match.board)
            self.assertEqual(other.options, match.options)
        others[0].answer(0)
        self.assertEqual(others[1].board, match.board)

    def test_faults_are_exceptions_that_change_nothing(self):
        with self.assertRaises(shobu.ShobuError):
            shobu.Match("chess")
        match = shobu.Match("dbs", seed=1, players=("you", "you"))
        before = match.board
        for wrong in (999, "fly to the moon"):
            with self.assertRaises(shobu.ShobuError):
                match.answer(wrong)
        self.assertEqual(match.board, before)

    def test_labels_answer(self):
        match = shobu.Match("digimon", seed=2, players=("you", "you"))
        label = match.options[-1]
        self.assertIs(match.answer(label), match)


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

    def test_the_digest_depends_on_neither_size_nor_threads(self):
        for game in shobu.GAMES:
            digests = set()
            for n, threads in ((3, 1), (4, 2)):
                batch = shobu.Batch(game, n, seed=9, bots=("random", "random"), threads=threads, observe=False)
                while batch.digest(8) is None:
                    batch.step(np.zeros(n))
                digests.add(batch.digest(8))
            self.assertEqual(len(digests), 1)

    def test_a_wrong_answer_names_its_match_and_changes_nothing(self):
        batch = shobu.Batch("buddyfight", 3)
        before = batch.globals().copy()
        with self.assertRaisesRegex(IndexError, "match 1"):
            batch.step([0, 10_000, 0])
        self.assertTrue((batch.globals() == before).all())

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
            names = [column["name"] for column in spec["cards"]]
            self.assertEqual(len(names), len(set(names)))


if __name__ == "__main__":
    unittest.main()
