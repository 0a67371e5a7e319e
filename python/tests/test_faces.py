import unittest
import warnings
from pathlib import Path

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import shobu
import shobu.gym
import shobu.pettingzoo
from shobu._padded import Pages

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cards"
#: What checkers may say of an environment whose observations are structured: nothing else is let through.
STRUCTURED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    # PettingZoo's own convention for whoever is not asked.
    "Action mask numpy array is all zeros",
    "Observation is not NumPy array",
    "Observation is not a dictionary",
    "does not have defined `reward_range`",
    "A Box observation space has",
    "Your observation",
    "Nested observation spaces",
    "The action space is not based off a numpy array",
    "Not able to test alternative render modes",
    "Casting input x to numpy array",
)


def real_decks(game):
    """Two given decks whose cards are all read, where they lie beside the project."""
    folder = SHARED / game.replace("-", "_")
    for deck in sorted((folder / "decks").glob("*.json")):
        try:
            how = {"decks": (str(deck), str(deck)), "pool": str(folder / "cards.jsonl")}
            shobu.Batch(game, 1, **how)
            return how
        except ValueError:
            continue
    return None


def all_decks():
    for game in shobu.GAMES:
        yield game, "built-in", {}
        how = real_decks(game)
        if how:
            yield game, "given", how
        else:
            print(f"skipped: no given deck of {game} that is read whole")


class Quiet(unittest.TestCase):
    def only_structured(self, told, none=False):
        for one in told:
            words = str(one.message)
            expected = not none and any(part in words for part in STRUCTURED)
            self.assertTrue(expected, f"a checker warns: {words}")


class TestPettingZoo(Quiet):
    def test_api(self):
        for game, name, how in all_decks():
            with self.subTest(game=game, decks=name), warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                api_test(shobu.pettingzoo.env(game=game, **how), num_cycles=120)
            self.only_structured(told)

    def test_seed(self):
        for game, name, how in all_decks():
            with self.subTest(game=game, decks=name):
                seed_test(lambda: shobu.pettingzoo.env(game=game, **how), num_cycles=40)

    def test_render(self):
        for game, name, how in all_decks():
            with self.subTest(game=game, decks=name):
                render_test(lambda render_mode: shobu.pettingzoo.env(game=game, render_mode=render_mode, **how))
            env = shobu.pettingzoo.env(game=game, render_mode="ansi", **how)
            env.reset(seed=1)
            self.assertIn("seat_", env.render())
            self.assertIsInstance(env.render(), str)

    def test_the_same_seed_gives_the_same_game(self):
        def play():
            env = shobu.pettingzoo.env(game="buddyfight")
            env.reset(seed=7)
            told = []
            for agent in env.agent_iter(80):
                observation, reward, over, cut, info = env.last()
                action = None if over or cut else int(info["action_mask"].argmax())
                told.append((agent, reward, observation["globals"].tolist()))
                env.step(action)
            return told

        self.assertEqual(play(), play())

    def test_a_game_ends_for_both(self):
        env = shobu.pettingzoo.env(game="dbs")
        env.reset(seed=3)
        chance, rewards = np.random.default_rng(0), {}
        for agent in env.agent_iter(20_000):
            observation, reward, over, cut, info = env.last()
            rewards[agent] = reward
            mask = info["action_mask"]
            env.step(None if over or cut else int(chance.choice(np.flatnonzero(mask))))
        self.assertEqual(sum(rewards.values()), 0.0)


class TestGymnasium(Quiet):
    def test_checker(self):
        for game, name, how in all_decks():
            for flat in (False, True):
                with self.subTest(game=game, decks=name, flat=flat), warnings.catch_warnings(record=True) as told:
                    warnings.simplefilter("always")
                    env = gymnasium.make(shobu.gym.IDS[game], bot="random", flat=flat, render_mode="ansi", **how)
                    check_env(env.unwrapped, skip_render_check=True)
                self.only_structured(told)

    def test_stable_baselines(self):
        try:
            from stable_baselines3.common.env_checker import check_env as check
        except ImportError:
            self.skipTest("skipped: no stable-baselines3")
        for game, name, how in all_decks():
            for flat in (False, True):
                with self.subTest(game=game, decks=name, flat=flat), warnings.catch_warnings(record=True) as told:
                    warnings.simplefilter("always")
                    check(shobu.gym.ShobuEnv(game, bot="random", flat=flat, **how), warn=True)
                self.only_structured(told, none=flat)

    def test_a_function_can_be_the_opponent(self):
        asked = []

        def last(rows):
            asked.append(len(rows["options"]))
            return len(rows["options"]) - 1

        env = shobu.gym.ShobuEnv("battle-spirits", bot=last)
        env.reset(seed=1)
        over = False
        for _ in range(600):
            _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]) if asked else 0)
            if over:
                break
        self.assertTrue(asked)


class TestVector(unittest.TestCase):
    def test_many_matches_in_step(self):
        for autoreset in ("same step", "next step"):
            env = shobu.gym.ShobuVectorEnv("buddyfight", 4, bot="random", autoreset=autoreset)
            told, info = env.reset(seed=1)
            ended = 0
            for _ in range(120):
                self.assertTrue(env.observation_space.contains(told))
                told, rewards, over, cut, info = env.step(info["action_mask"].argmax(axis=1))
                ended += int(over.sum())
                self.assertTrue((abs(rewards[~over]) == 0).all())
                if autoreset == "next step":
                    self.assertTrue((info["action_mask"].any(axis=1) == ~over).all())
            self.assertGreater(ended, 0)


class TestPages(unittest.TestCase):
    def test_a_long_menu_turns_pages_and_loses_nothing(self):
        for total in (1, 127, 128, 129, 254, 255, 400):
            pages = Pages("digimon")
            pages.open(total)
            reached = set()
            for _ in range(10):
                for action in range(pages.shown):
                    reached.add(pages.choose(action))
                if not pages.more:
                    break
                self.assertIsNone(pages.choose(pages.room - 1))
            self.assertEqual(reached, set(range(total)))

    def test_a_page_of_a_real_match(self):
        env = shobu.gym.ShobuEnv("battle-spirits", bot="random")
        env._pages.room = env._padding.room = 4
        env._padding.sizes |= {"options": (4, env._padding.sizes["options"][1]), "action_mask": (4,)}
        env.reset(seed=1)
        turned, chance = 0, np.random.default_rng(1)
        for _ in range(200):
            told, _, over, _, info = env.step(int(chance.integers(0, env._pages.shown)))
            if over or turned > 3:
                break
            if env._pages.more:
                whole, reached = env._batch.rows(0)["options"].copy(), []
                for _ in range(len(whole)):
                    reached += [row.tolist() for row in told["options"][: env._pages.shown]]
                    told, reward, over, _, info = env.step(3)
                    self.assertFalse(over)
                    if env._pages.first == 0:
                        break
                self.assertEqual(reached, whole.tolist())
                turned += 1
        self.assertGreater(turned, 0)


if __name__ == "__main__":
    unittest.main()
