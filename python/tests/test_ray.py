import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import shobu

try:
    import ray
except ImportError:
    ray = None

JOB = """
import sys, ray, shobu.ray
ray.init(address="auto", log_to_driver=False) if sys.argv[2] == "cluster" else ray.init(num_cpus=1, log_to_driver=False)
print(shobu.ray.sim("dbs", 240, seed=3, chunk=8, out=sys.argv[1])["digest"], flush=True)
"""


def whole(games=240):
    batch = shobu.Batch("dbs", games, seed=3, bots=("random", "random"), observe=False)
    return batch.digest(games)


@unittest.skipIf(ray is None, "skipped: no ray")
class TestRay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ.setdefault("RAY_DEDUP_LOGS", "0")

    def test_chunks_on_disk_are_not_played_again_and_a_killed_driver_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "job"
            command = [sys.executable, "-c", JOB, str(out), "alone"]
            driver = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until = time.monotonic() + 90
            while len(list(out.glob("0*.json"))) < 3 and driver.poll() is None and time.monotonic() < until:
                time.sleep(0.02)
            driver.send_signal(signal.SIGKILL)
            driver.wait()
            before = {file: file.stat().st_mtime_ns for file in out.glob("0*.json")}
            self.assertTrue(before)
            (out / "000001.json").write_text("damaged")
            told = subprocess.run(command, capture_output=True, text=True, timeout=240)
            self.assertEqual(told.stdout.strip(), whole(), told.stderr[-2_000:])
            kept = [file for file, when in before.items() if file.stat().st_mtime_ns == when]
            self.assertGreaterEqual(len(kept), len(before) - 1)

    def test_a_node_is_lost(self):
        from ray.cluster_utils import Cluster

        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        lost = cluster.add_node(num_cpus=1)
        try:
            with tempfile.TemporaryDirectory() as folder:
                out = Path(folder) / "job"
                ray.init(address=cluster.address, log_to_driver=False)
                import shobu.ray

                told = {}
                job = threading.Thread(
                    target=lambda: told.update(shobu.ray.sim("dbs", 240, seed=3, chunk=8, out=out)), daemon=True
                )
                job.start()
                while len(list(out.glob("0*.json"))) < 3:
                    time.sleep(0.05)
                cluster.remove_node(lost, allow_graceful=False)
                job.join(timeout=240)
                self.assertEqual(told.get("digest"), whole())
        finally:
            ray.shutdown()
            cluster.shutdown()

    def test_matrix_and_selfplay(self):
        import numpy as np

        import shobu.ray

        ray.init(num_cpus=1, log_to_driver=False, ignore_reinit_error=True)
        try:
            table = shobu.ray.matrix("buddyfight", {"one": None, "two": None}, games=4, bots=("random", "random"), chunk=4)
            self.assertEqual(set(table), {(a, b) for a in ("one", "two") for b in ("one", "two")})
            self.assertTrue(all(report["games"] == 4 for report in table.values()))
            with tempfile.TemporaryDirectory() as folder:
                how = {"seed": 1, "chunk": 3, "out": folder}
                first = shobu.ray.selfplay("buddyfight", 5, lambda batch: np.zeros(len(batch)), **how)
                again = shobu.ray.selfplay("buddyfight", 5, lambda batch: 1 / 0, **how)
            self.assertEqual([part["digest"] for part in first], [part["digest"] for part in again])
            arrays = again[0]["arrays"]
            self.assertEqual(arrays["options"].sum(), len(arrays["rows"]))
        finally:
            ray.shutdown()

    def test_rllib(self):
        try:
            from shobu.rllib import ShobuMultiAgentEnv
        except ImportError as missing:
            self.skipTest(f"skipped: no RLlib ({missing})")
        import numpy as np

        env, chance = ShobuMultiAgentEnv({"game": "buddyfight"}), np.random.default_rng(0)
        told, _ = env.reset(seed=1)
        for _ in range(2_000):
            ((agent, observation),) = told.items()
            self.assertTrue(env.observation_spaces[agent].contains(observation))
            action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
            told, rewards, over, _, _ = env.step({agent: action})
            if over["__all__"]:
                break
        self.assertTrue(over["__all__"])
        self.assertEqual(set(rewards), {"seat_0", "seat_1"})


if __name__ == "__main__":
    unittest.main()
