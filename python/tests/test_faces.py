import unittest
import warnings

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import shobu
import shobu.gym
import shobu.pettingzoo
from shobu._padded import Pages


class TestPettingZoo(unittest.TestCase):
    def test_api(self):
        for game in shobu.GAMES:
            with self.subTest(game=game), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(shobu.pettingzoo.env(game=game), num_cycles=120)

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


class TestGymnasium(unittest.TestCase):
    def test_checker(self):
        for game, name in shobu.gym.IDS.items():
            for flat in (False, True):
                with self.subTest(game=game, flat=flat), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    env = gymnasium.make(name, bot="random", flat=flat)
                    check_env(env.unwrapped, skip_render_check=True)


class TestVector(unittest.TestCase):
    def test_many_matches_in_step(self):
        env = shobu.gym.ShobuVectorEnv("buddyfight", 4, bot="random")
        told, info = env.reset(seed=1)
        ended = 0
        for _ in range(120):
            self.assertTrue(env.observation_space.contains(told))
            told, rewards, over, cut, info = env.step(info["action_mask"].argmax(axis=1))
            ended += int(over.sum())
            self.assertTrue((abs(rewards[~over]) == 0).all())
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


if __name__ == "__main__":
    unittest.main()
