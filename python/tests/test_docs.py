"""What the page and the notebooks show is run."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[1]
PAGE = PYTHON.parent / "docs" / "python.md"
HEAVY = os.environ.get("SHOBU_HEAVY") == "1"


def missing(module):
    try:
        __import__(module)
    except ImportError:
        return True
    return False


class TestPage(unittest.TestCase):
    def test_the_page_runs(self):
        held = {}
        for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S):
            if "import shobu.ray" in block:
                continue
            exec(compile(block, str(PAGE), "exec"), held)

    def test_the_module_says_no_wrong_example(self):
        import doctest

        import shobu

        self.assertEqual(doctest.testmod(shobu).failed, 0)


class TestNotebooks(unittest.TestCase):
    def test_the_notebooks_run(self):
        for file in sorted((PYTHON / "examples").glob("*.ipynb")):
            held = {"__name__": "__main__"}
            with self.subTest(notebook=file.name), tempfile.TemporaryDirectory() as folder:
                before = os.getcwd()
                sys.path.insert(0, str(PYTHON / "examples"))
                os.chdir(folder)
                try:
                    self.run_cells(json.loads(file.read_text(encoding="utf-8")), file, held)
                finally:
                    os.chdir(before)
                    sys.path.pop(0)

    def run_cells(self, notebook, file, held):
        for number, cell in enumerate(notebook["cells"]):
            if cell["cell_type"] != "code":
                continue
            source = "".join(cell["source"])
            tags = cell["metadata"].get("tags", [])
            needs = [tag.removeprefix("needs-") for tag in tags if tag.startswith("needs-")]
            absent = [module for module in needs if missing(module)]
            if absent or "heavy" in tags and not HEAVY:
                why = f"no {', '.join(absent)}" if absent else "heavy (SHOBU_HEAVY=1)"
                print(f"skipped: cell {number} of {file.name}: {why}")
                continue
            exec(compile(source, f"{file.name}[{number}]", "exec"), held)


class TestExamples(unittest.TestCase):
    def run_example(self, *words):
        told = subprocess.run(
            [sys.executable, *words], cwd=PYTHON / "examples", capture_output=True, text=True, timeout=300
        )
        self.assertEqual(told.returncode, 0, told.stderr[-3_000:])
        return told.stdout

    def test_the_table_learns(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(Path(folder) / "table.json")
            told = self.run_example("table.py", "buddyfight", "--seconds", "3", "--games", "40", "--save", file)
            self.assertIn("against random", told)
            self.answers_over_the_protocol(file)

    def answers_over_the_protocol(self, file):
        import shobu

        bot = subprocess.Popen(
            [sys.executable, "bot.py", file],
            cwd=PYTHON / "examples", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        match = shobu.Match("buddyfight", seed=1, players=("you", "random"))
        for _ in range(10):
            if match.over:
                break
            bot.stdin.write(json.dumps(match.state) + "\n")
            bot.stdin.flush()
            match.answer(json.loads(bot.stdout.readline())["option"])
        bot.stdin.close()
        self.assertEqual(bot.wait(timeout=10), 0)
        bot.stdout.close()

    @unittest.skipIf(missing("torch"), "skipped: no torch")
    def test_ppo_and_imitation_learn_something(self):
        with tempfile.TemporaryDirectory() as folder:
            net = str(Path(folder) / "net.pt")
            small = ["--matches", "16", "--steps", "8", "--threads", "1", "--games", "8", "--table-seconds", "1"]
            told = self.run_example("ppo.py", "dbs", "--seconds", "3", "--save", net, *small)
            self.assertIn("mirrored games against script", told)
            import shobu

            records = Path(folder) / "records"
            records.mkdir()
            for seed in range(2):
                match = shobu.Match("dbs", seed=seed, players=("script", "script"))
                (records / f"{seed}.json").write_text(json.dumps(match.save()))
            told = self.run_example("imitate.py", "dbs", str(records), "--epochs", "1")
            self.assertIn("foreseen", told)


if __name__ == "__main__":
    unittest.main()
