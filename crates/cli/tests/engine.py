#!/usr/bin/env python3
"""Random games of all four through `shobu engine` with the standard library alone, each message looked at:
labels are unique, refs lead to cards, no hidden card is named, and a bad line is answered.

    python3 crates/cli/tests/engine.py shobu [SEED]
"""
import json, random, subprocess, sys

engine = subprocess.Popen([sys.argv[1], "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
dice = random.Random(int((sys.argv[2:] + ["5"])[0]))
BAD = [b"garbage", b"[]", b"null", b"{\"answer\":", b"{\"answer\":{\"option\":-1}}", b"{\"answer\":{\"option\":1e99}}",
       b"\xff\xfe\x00", b"{\"state\":{\"seat\":\"C\"}}", b"{\"answer\":{\"option\":0,\"version\":99999}}", b"[" * 5000, b"\"" + b"x" * 200000 + b"\""]


def line(raw):
    engine.stdin.write(raw + b"\n")
    engine.stdin.flush()
    return json.loads(engine.stdout.readline())


def ask(request):
    return line(json.dumps(request).encode())


def cards(state):
    left = [card for seat in state["board"]["seats"].values() for zone in seat["zones"].values() for card in zone.get("cards", [])]
    while left:
        card = left.pop()
        left += card.get("under", [])
        yield card


def look(state):
    lying = {card["ref"] for card in cards(state)}
    options = state["menu"]["options"]
    labels = [option["label"] for option in options]
    assert len(set(labels)) == len(labels), labels
    named = [ref for option in options for ref in option["cards"]] + [ref for event in state["events"] for ref in event["cards"]]
    named += [state["menu"]["reason"]["card"]] if "card" in state["menu"]["reason"] else []
    assert all(ref in lying for ref in named), (named, state["menu"])


def hides(state):
    """No id of a card that this seat does not know stands anywhere in its message."""
    known = {card.get("id") for card in cards(state)}
    every = ask({"state": {"seat": "all"}})
    hidden = {card["id"] for card in cards(every) if card["owner"] != state["seat"] and card["id"] not in known}
    text = json.dumps({**state, "events": None})
    assert not [card for card in hidden if f'"{card}"' in text], state["menu"]


for game in ["digimon", "dbs", "buddyfight", "battle-spirits"]:
    state = ask({"new": {"game": game, "seed": dice.randrange(10**6), "players": ["you", "you"]}})
    answers = 0
    while state["over"] is None:
        look(state)
        if answers % 10 == 0:
            hides(state)
        if answers % 25 == 0:
            bad = line(dice.choice(BAD))
            assert bad["type"] == "error" and bad["text"], bad
        option = dice.randrange(len(state["menu"]["options"]))
        answer = {"option": option} if answers % 2 else {"label": state["menu"]["options"][option]["label"]}
        state = ask({"answer": {**answer, "version": state["version"]}})
        assert state["type"] == "state", state
        answers += 1
    print(f"{game}: {answers} answers, {state['over']['winner'] or 'nobody'} won")
engine.stdin.close()
assert engine.wait() == 0
