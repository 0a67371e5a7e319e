#!/usr/bin/env python3
"""Plays a match through `shobu engine` with the standard library: any option, at random.

    python3 examples/client.py shobu digimon 7
"""
import json, random, subprocess, sys

shobu, game, seed = (sys.argv[1:] + ["shobu", "digimon", "1"][len(sys.argv) - 1:])[:3]
engine = subprocess.Popen([shobu, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(request):
    engine.stdin.write(json.dumps(request) + "\n")
    engine.stdin.flush()
    return json.loads(engine.stdout.readline())


dice = random.Random(int(seed))
state = ask({"new": {"game": game, "seed": int(seed), "players": ["you", "random"]}})
answers = 0
while state["over"] is None:
    option = dice.randrange(len(state["menu"]["options"]))
    state = ask({"answer": {"option": option, "version": state["version"]}})
    assert state["type"] == "state", state
    answers += 1
over = state["over"]
print(f"{game}: {answers} answers, {over['winner'] or 'nobody'} won ({over['rule'] or over['why']})")
ask({"close": {}})
engine.stdin.close()
