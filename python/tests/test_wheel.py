"""The wheel for old Linux: what `python/wheel` reads of it is read here of wheels made for the purpose."""

import os
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from glibc import asks_for

PYTHON = Path(__file__).resolve().parents[1]


class TestWheel(unittest.TestCase):
    def test_the_newest_version_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            wheel = Path(folder) / "one.whl"
            with zipfile.ZipFile(wheel, "w") as parts:
                parts.writestr("shobu/_shobu.abi3.so", b"\0GLIBC_2.2.5\0GLIBC_2.17\0GLIBC_2.9\0")
                parts.writestr("shobu/words.txt", b"GLIBC_2.99\0")
            self.assertEqual(asks_for(wheel), (2, 17))

    @unittest.skipUnless(os.environ.get("SHOBU_HEAVY") == "1", "skipped: SHOBU_HEAVY=1 builds the wheel for old Linux")
    def test_the_wheel_for_old_linux(self):
        with tempfile.TemporaryDirectory() as folder:
            told = subprocess.run([PYTHON / "wheel", folder], capture_output=True, text=True)
            self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
            self.assertTrue("glibc from 2.17" in told.stdout or "skipped" in told.stdout, told.stdout)
