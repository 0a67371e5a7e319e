"""A bot for `shobu duel`, `sim` and `play`: answers by what `table.py` or `ppo.py` learnt, over the protocol.

    shobu duel "cmd:python bot.py digimon.json" script --game digimon
"""

import json
import sys
from typing import Any


def ids(told: Any, found: dict[str, str]) -> dict[str, str]:
    """The id of every card on a board by its ref."""
    if isinstance(told, dict):
        if "ref" in told and "id" in told:
            found[told["ref"]] = told["id"]
        for part in told.values():
            ids(part, found)
    elif isinstance(told, list):
        for part in told:
            ids(part, found)
    return found


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        likes = json.load(file)["likes"]
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("type") != "state" or not message.get("menu"):
            continue
        cards = ids(message["board"], {})
        rule = message["menu"]["reason"].get("rule") or ""

        def like(option: dict[str, Any]) -> float:
            named = [cards.get(card, "") for card in option["cards"][:1]]
            card, declines = named[0] if named else "", str(int(option.get("declines", False)))
            plain = likes.get("|".join([rule, option["verb"], "", declines]), 0.0)
            return likes.get("|".join([rule, option["verb"], card, declines]), plain)

        options = message["menu"]["options"]
        best = max(range(len(options)), key=lambda at: like(options[at]))
        print(json.dumps({"option": best}), flush=True)


if __name__ == "__main__":
    main()
