"""Which glibc a wheel asks for: `python glibc.py WHEEL …` fails where it is newer than 2.17."""

import re
import sys
import zipfile
from pathlib import Path

MOST = (2, 17)


def asks_for(wheel: Path) -> tuple[int, ...]:
    """The newest version of glibc that a library of the wheel names among its symbols."""
    found = {(0,)}
    with zipfile.ZipFile(wheel) as parts:
        for name in parts.namelist():
            if ".so" in name:
                named = re.findall(rb"GLIBC_(\d+(?:\.\d+)+)\0", parts.read(name))
                found |= {tuple(int(number) for number in version.split(b".")) for version in named}
    return max(found)


def main() -> None:
    for wheel in map(Path, sys.argv[1:]):
        asked = asks_for(wheel)
        print(f"{wheel}: glibc from {'.'.join(map(str, asked))}")
        if not (0,) < asked <= MOST:
            sys.exit(f"it should run with {'.'.join(map(str, MOST))}")


if __name__ == "__main__":
    main()
