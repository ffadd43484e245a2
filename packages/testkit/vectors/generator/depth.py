"""Depth conversations and the books they lead to, by a small book on Python's decimal module that was written from
field notes 9 to 13 and the table of sequence rules, apart from the TypeScript oracle."""

import json
from decimal import Decimal
from random import Random

PAIR = "4BTC_USDT"


def message(t: int, seq, ut: int, pair: str = PAIR, **lists) -> str:
    data = {"pair": pair, "ut": ut}
    if seq is not None:
        data["seq"] = seq
    return json.dumps({"topic": f"{PAIR}_depth", "t": t, "d": {**data, **lists}}, separators=(",", ":"))


def canonical(value: Decimal) -> str:
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


class Book:
    def __init__(self, policy: str, same_level: str) -> None:
        self.policy, self.same_level = policy, same_level
        self.sides = {"asks": {}, "bids": {}}
        self.seq, self.ut, self.usable = None, None, False

    def apply(self, text: str) -> str:
        whole = json.loads(text)
        d = whole["d"]
        lists = {name: {side: ((d.get(name) or {}).get(side) or []) for side in self.sides} for name in ["add", "del", "mod"]}
        full = "asks" in d or "bids" in d
        partial = any(name in d for name in lists)
        rows = [row for sides in lists.values() for side in sides.values() for row in side]
        rows += (d.get("asks") or []) + (d.get("bids") or [])
        wrong = full == partial and (full or whole["t"] == 0)
        if d["pair"] != PAIR or wrong or any(Decimal(row[0]) < 0 for row in rows):
            return "rejected"
        return self.snapshot(d) if full else self.update(d, lists)

    def snapshot(self, d: dict) -> str:
        levels = {side: {} for side in self.sides}
        for side in levels:
            self.put(levels[side], d.get(side) or [])
        if self.seq is not None and d["seq"] <= self.seq:
            if d["seq"] == self.seq and self.usable and levels != self.sides:
                self.usable = False
                return "gap"
            if not (d["seq"] < self.seq and d["ut"] > self.ut):
                return "stale-snapshot"
        self.sides, self.seq, self.ut, self.usable = levels, d["seq"], d["ut"], True
        return "snapshot"

    def update(self, d: dict, lists: dict) -> str:
        if not self.usable:
            return "awaiting-snapshot"
        seq = d.get("seq")
        if isinstance(seq, int) and seq <= self.seq and d["ut"] <= self.ut:
            return "duplicate"
        if not isinstance(seq, int) or seq <= self.seq or (self.policy == "contiguous" and seq > self.seq + 1):
            self.usable = False
            return "gap"
        for side in self.sides:
            prices = [{Decimal(row[1]) for row in lists[name][side]} for name in ["add", "del"]]
            if self.same_level == "resync" and prices[0] & prices[1]:
                self.usable = False
                return "ambiguous"
        for name in ["del", "add", "mod"] if self.same_level == "del-then-add" else ["add", "del", "mod"]:
            for side, levels in self.sides.items():
                if name == "del":
                    for row in lists[name][side]:
                        levels.pop(Decimal(row[1]), None)
                else:
                    self.put(levels, lists[name][side])
        self.seq, self.ut = seq, d["ut"]
        return "update"

    @staticmethod
    def put(levels: dict, rows: list) -> None:
        for quantity, price in rows:
            if Decimal(quantity) == 0:
                levels.pop(Decimal(price), None)
            else:
                levels[Decimal(price)] = Decimal(quantity)

    def sorted(self, side: str) -> list:
        prices = sorted(self.sides[side], reverse=side == "bids")
        return [[canonical(price), canonical(self.sides[side][price])] for price in prices]


def case(name: str, messages: list, policy: str = "contiguous", same_level: str = "resync") -> dict:
    book = Book(policy, same_level)
    outcomes = [book.apply(text) for text in messages]
    return {
        "name": name,
        "pair": PAIR,
        "sequencePolicy": policy,
        "sameLevel": same_level,
        "messages": messages,
        "outcomes": outcomes,
        "seq": book.seq,
        "usable": book.usable,
        "asks": book.sorted("asks"),
        "bids": book.sorted("bids"),
    }


def rule_cases() -> list:
    levels = {"asks": [["7.904", "47741.6"], ["0.604", "47741.8"]], "bids": [["1.667", "47741.3"], ["0.534", "47726.8"]]}
    first = message(0, 188236, 1639124171584, **levels)
    later = {
        "add": {"asks": [["0.11", "47744.9"]], "bids": [["0.809", "47741.5"]]},
        "del": {"asks": None, "bids": [["0.522", "47741.3"]]},
    }
    second = message(1, 188240, 1639124172771, **later)
    next_one = message(1, 188237, 1639124171700, **later)
    both = {"add": {"asks": [["3", "47741.60"]]}, "del": {"asks": [["1", "47741.6"]]}}
    ambiguous = message(1, 188237, 1639124171700, **both)
    base, ut = 188236, 1639124171584
    return [
        case("samples, contiguous", [first, second]),
        case("samples, monotonic", [first, second], "monotonic"),
        case("samples with a step of 1", [first, next_one]),
        case("duplicate update", [first, next_one, next_one]),
        case("restarted counter in an update", [first, message(1, base - 5, ut + 1, add={"asks": [["1", "47750"]]})]),
        case("update before the snapshot", [next_one, first]),
        case("old snapshot", [first, next_one, first]),
        case("restarted counter in a snapshot", [first, message(0, 1, ut + 1, asks=[["1", "9"]], bids=None)]),
        case("same seq, other content", [first, message(0, base, ut, asks=[["1", "9"]], bids=None)]),
        case("snapshot after a gap", [first, second, message(0, base + 9, ut + 2000, asks=[["1", "9"]], bids=[])]),
        case("one side only", [message(0, base, ut, asks=[["1", "9"]])]),
        case("snapshot with t 1", [message(1, base, ut, **levels)]),
        case("both sides null", [first, message(0, base + 1, ut + 1, asks=None, bids=None)]),
        case("empty update", [first, message(1, base + 1, ut + 1)]),
        case("neither kind with t 0", [first, message(0, base + 1, ut + 1)]),
        case("both kinds", [first, message(1, base + 1, ut + 1, **levels, **later)]),
        case("negative quantity", [first, message(1, base + 1, ut + 1, add={"asks": [["-1", "47750"]], "bids": []})]),
        case("another pair", [first, message(1, base + 1, ut + 1, "4ETH_USDT", **later)]),
        case("update without seq", [first, message(1, None, ut + 1, **later)]),
        case("quantity 0 removes", [first, message(1, base + 1, ut + 1, add={"asks": [["0.000", "47741.60"]], "bids": None})]),
        case("same price twice, last wins", [first, message(1, base + 1, ut + 1, add={"asks": [["1", "9.5"], ["2", "9.50"]]})]),
        case("price identity by value", [first, message(1, base + 1, ut + 1, mod={"asks": [["5", "47741.60"]]})]),
        case("mod comes last", [first, message(1, base + 1, ut + 1, **{"del": {"asks": [["1", "47741.6"]]}, "mod": {"asks": [["8", "47741.6"]]}})]),
        case("del of an unknown price", [first, message(1, base + 1, ut + 1, **{"del": {"asks": [["1", "1"]], "bids": None}})]),
        case("add and del, resync", [first, ambiguous]),
        case("add and del, add first", [first, ambiguous], "contiguous", "add-then-del"),
        case("add and del, del first", [first, ambiguous], "contiguous", "del-then-add"),
    ]


def random_case(number: int, random: Random) -> dict:
    """A few hundred prices, one of three scales, rows in no order."""
    scale = [1, 3, 8][number % 3]

    def row(offset: int) -> list:
        price = Decimal(1_000_000 + offset).scaleb(-scale)
        quantity = Decimal(random.randrange(1, 10**6)).scaleb(-random.randint(0, 6))
        return [format(quantity, "f"), format(price, "f")]

    def side(sign: int, count: int) -> list:
        return [row(sign * offset) for offset in random.sample(range(1, 300), count)]

    messages = [message(0, 1000, 1_639_124_000_000, asks=side(1, 60), bids=side(-1, 60))]
    for step in range(1, 60):
        lists = {"add": {}, "del": {}}
        for name, sign in [("asks", 1), ("bids", -1)]:
            rows = side(sign, random.randint(0, 9))
            cut = random.randint(0, len(rows))
            lists["add"][name], lists["del"][name] = rows[:cut] or None, rows[cut:] or None
        messages.append(message(1, 1000 + step, 1_639_124_000_000 + 100 * step, **lists))
    return case(f"random conversation {number}", messages)


def vectors() -> dict:
    random = Random(20261121)
    return {"cases": rule_cases() + [random_case(number, random) for number in range(6)]}
