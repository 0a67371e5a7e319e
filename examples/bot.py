#!/usr/bin/env python3
"""A bot as a program, with the standard library: attack if you can, else develop, else pass.

    shobu sim --game digimon --games 20 --bot "cmd:python3 examples/bot.py,random"
    shobu play digimon --bot "cmd:python3 examples/bot.py"

It is greeted once, then sent the state of the match (docs/protocol.md) whenever it is asked, one JSON value a line, and
answers with the place of an option. At the end it is sent the state with `over`.
"""
import json
import sys

done = {}  # How often an option was taken in this turn: what changes nothing could be done for ever.


def rank(offer, turn):
    verb = offer["verb"]
    if offer.get("declines"):
        return 0
    if verb in ("move core", "move soul core", "swap soul core", "move", "combo"):
        return -1  # Seldom worth it without a plan.
    if done.get((turn, offer["label"]), 0) >= 2:
        return -2
    return 2 if verb in ("attack", "block") else 1


def choose(state):
    turn, options = state["board"]["turn"]["number"], state["menu"]["options"]
    best = max(range(len(options)), key=lambda at: (rank(options[at], turn), -at))
    key = (turn, options[best]["label"])
    done[key] = done.get(key, 0) + 1
    return best


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "state" and message["menu"]:
        print(json.dumps({"option": choose(message), "version": message["version"]}), flush=True)
