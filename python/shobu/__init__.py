"""Four trading card games, played by their official rule documents, for research.

>>> import shobu
>>> match = shobu.Match("digimon", seed=1, players=("you", "random"))
>>> while not match.over:
...     match = match.answer(0)
>>> match.winner in ("A", "B", None)
True

`Match` is one match with everything one may ask of it; `Batch` is many at once as arrays; `spec` names every column.
Rules live in Rust: nothing here knows one.
"""

from ._batch import Batch, CardTable, spec
from ._match import Match, ShobuError
from ._shobu import GAMES, __version__

__all__ = ["Batch", "CardTable", "GAMES", "Match", "ShobuError", "__version__", "spec"]
