"""Tables of records as the documents print them, and what follows from a table: texts on the wire and the values they mean.

A table holds, in the document's order, the key on the wire, the full name, the kind of value and a sample of the decoded
value. A decoded value is plain JSON: decimals and ids are text, times are epoch milliseconds, enumerations are words.
"""

import json
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, Callable


class Bare(str):
    """A number's digits, to be written without quotes and without a detour over float."""


def write(value: Any) -> str:
    """JSON without white space, keys as they stand."""
    if isinstance(value, Bare):
        return str.__str__(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{write(key)}:{write(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(write(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class Kind:
    """How one kind of value stands on the wire."""

    to_wire: Callable[[Any], Any]
    #: Other forms that mean the same value and have to be read.
    others: Callable[[Any], list] = lambda value: []
    #: Values beside the sample that every field of this kind is tried with.
    more: tuple = ()
    #: Values of which each is tried on its own: the members of a table.
    members: tuple = ()


def same(value: Any) -> Any:
    return value


TEXT = Kind(same, more=("", "grüße \"€\" \\ 😀\n"))
ANYTHING = Kind(same)
FLAG = Kind(lambda value: 1 if value else 0, lambda value: [value, "1" if value else "0"], members=(True, False))


def constant(value: Any) -> Kind:
    return Kind(lambda _: value)


def integer(*more: int) -> Kind:
    return Kind(same, lambda value: [str(value)], more=more)


def integer_text(*more: int) -> Kind:
    return Kind(str, lambda value: [value], more=more)


# 38 digits are the most that are promised; a binary floating point number keeps 17.
DECIMAL = Kind(same, lambda value: [Bare(value)], more=("1234567890123456789.0123456789012345678", "-0.00000001", "0"))
NUMBER = Kind(Bare, lambda value: [value], more=("1234567890123456789.0123456789012345678", "0.00000001", "0"))
PERCENT = Kind(lambda value: f"{value}%", lambda value: [value, Bare(value)], more=("0", "1.5", "-0.01"))


def padded(text: str) -> str:
    whole, _, fraction = text.partition(".")
    return f"{whole}.{fraction:0<10}"


#: "Strings with ten decimal places" (document 2, Coin-margined records): fewer are read, and ten are sent.
TEN = Kind(
    same,
    lambda value: [Bare(value)],
    more=("1234567890123456789012345678.0123456789", "-0.0000000001", "0.0000000000"),
)

#: Beyond 2^53, where a double would change the last digit, and the ends of 64 bits.
LARGE_IDS = ("9007199254740993", "11221615815381299", "9223372036854775807", "18446744073709551615")

ID_TEXT = Kind(same, lambda value: [Bare(value)] if value.isdigit() else [], more=LARGE_IDS)
ID_INTEGER = Kind(Bare, lambda value: [value], more=LARGE_IDS)
NAME_ID = Kind(same, lambda value: [Bare(value)] if value.isdigit() else [], more=("my-order_7", *LARGE_IDS))


def iso(epoch_ms: int) -> str:
    moment = datetime.fromtimestamp(epoch_ms // 1000, timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{epoch_ms % 1000:03d}Z"


def iso_others(epoch_ms: int) -> list:
    short = [iso(epoch_ms)[:-5] + "Z"] if epoch_ms % 1000 == 0 else []
    return [epoch_ms, str(epoch_ms), *short]


EDGES = (0, 951782400000, 1709164800001)  # the epoch, 29 February 2000, 29 February 2024
MS = Kind(same, lambda value: [str(value), iso(value)], more=EDGES)
MS_TEXT = Kind(str, lambda value: [value, iso(value)], more=EDGES)
ISO = Kind(iso, iso_others, more=(*EDGES, 1602691200000))


def words(members: dict, as_text: bool = False) -> Kind:
    """A table of values. A value that it does not have is read as `unknown:<value>`."""
    values = {word: value for value, word in members.items()}

    def number(word: str) -> Any:
        value = values.get(word)
        return int(word.removeprefix("unknown:")) if value is None else value

    def text(word: str) -> str:
        return str(number(word))

    unknown = f"unknown:{max(int(value) for value in members) + 77}"
    every = (*values, unknown)
    if as_text:
        return Kind(text, lambda word: [number(word)], members=every)
    return Kind(number, lambda word: [text(word)], members=every)


@dataclass(frozen=True)
class Field:
    key: str
    name: str
    kind: Kind
    sample: Any
    optional: bool = False
    #: Other keys that mean the same.
    also: tuple = ()
    #: Whether the other keys are sent, too.
    sends_all: bool = False
    #: What stands there when there is no value; nothing: no key.
    absent_as: Any = None


def fields(*rows: tuple) -> list:
    """Rows `(key, name, kind, sample)`; a key with a question mark may be absent, `a|b` is sent as a and read as either, `a&b` is
    sent as both. A fifth element is what stands there when there is no value (field note 43)."""
    result = []
    for key, name, kind, sample, *absent in rows:
        keys = key.removesuffix("?").replace("&", "|").split("|")
        also, absent_as = tuple(keys[1:]), absent[0] if absent else None
        result.append(Field(keys[0], name, kind, sample, key.endswith("?"), also, "&" in key, absent_as))
    return result


#: What says that there is none, whatever the field's type is (field note 43).
NOTHINGS = ("", "0", "0.0", 0)


def case(descriptor: str, wire: Any, value: Any, sent: Any = None) -> dict:
    """`sent` is what an encoder writes for the value, where that is not `wire`."""
    texts = {"wire": wire if isinstance(wire, str) else write(wire)}
    result = {"descriptor": descriptor, **texts, "value": value}
    if sent is not None and write(sent) != texts["wire"]:
        result["sent"] = write(sent)
    return result


def tolerated(descriptor: str, wire: Any, value: Any, sent: Any) -> dict:
    """A wire with forms that no table has: it is read, and no published schema describes it."""
    return {**case(descriptor, wire, value, sent), "tolerated": True}


@dataclass(frozen=True)
class Table:
    """A JSON object with known keys."""

    name: str
    fields: list
    #: Keys that may be there and mean nothing, with a value seen or made up.
    ignored: dict = field(default_factory=dict)
    #: Names that a decoded value has and the wire has not.
    tags: dict = field(default_factory=dict)

    def sample(self) -> dict:
        return {**self.tags, **{f.name: f.sample for f in self.fields if f.name}}

    def wire(self, value: dict, overrides: dict | None = None) -> dict:
        """`overrides` are wire forms by name."""
        result = {}
        for f in self.fields:
            if overrides is not None and f.name in overrides:
                item = overrides[f.name]
            elif f.name == "":
                item = f.sample
            elif f.name in value:
                item = f.kind.to_wire(value[f.name])
            elif f.absent_as is not None:
                item = f.absent_as
            else:
                continue
            result.update(dict.fromkeys((f.key, *(f.also if f.sends_all else ())), item))
        return result

    def kind(self) -> Kind:
        return Kind(self.wire)

    def cases(self) -> list:
        full = self.sample()
        found = [self.of(full)]
        if any(f.optional for f in self.fields):
            bare = {f.name for f in self.fields if f.optional}
            found.append(self.of({name: item for name, item in full.items() if name not in bare}))
        if self.ignored:
            found.append(self.of(full, extra=self.ignored))
        found.append(self.of(full, extra={"added_later": {"deep": [1, None]}}))
        for f in self.fields:
            for key in f.also:
                sent = {old: item for old, item in self.wire(full).items() if old not in f.also}
                renamed = {key if old == f.key else old: item for old, item in sent.items()}
                found += [case(self.name, renamed, full, self.wire(full))]
                found += [case(self.name, sent, full, self.wire(full))] if f.sends_all else []
        found += self.without_values()
        return found + self.fewer_decimals() + self.other_forms() + self.more_values() + self.members()

    def without_values(self) -> list:
        """No value: the key is absent, or holds one of the forms that say nothing."""
        full = self.sample()
        names = {f.name: f.key for f in self.fields if f.absent_as is not None}
        if not names:
            return []
        value = {name: item for name, item in full.items() if name not in names}
        sent = self.wire(value)
        missing = {key: item for key, item in sent.items() if key not in names.values()}
        forms = [tolerated(self.name, self.wire(value, dict.fromkeys(names, form)), value, sent) for form in NOTHINGS]
        return [case(self.name, missing, value, sent), *forms]

    def fewer_decimals(self) -> list:
        names = [f.name for f in self.fields if f.kind is TEN]
        if not names:
            return []
        found = []
        for text in ["1.5", "-7"]:
            value = {**self.sample(), **dict.fromkeys(names, text)}
            sent = self.wire(value, dict.fromkeys(names, padded(text)))
            found.append(case(self.name, self.wire(value), value, sent))
        return found

    def of(self, value: dict, extra: dict | None = None) -> dict:
        wire = self.wire(value)
        return case(self.name, {**wire, **(extra or {})}, value, wire)

    def other_forms(self) -> list:
        full = self.sample()
        forms = {f.name: f.kind.others(f.sample) for f in self.fields if f.name}
        count = max((len(form) for form in forms.values()), default=0)
        found = []
        for index in range(count):
            chosen = {name: form[index] for name, form in forms.items() if index < len(form)}
            found.append(tolerated(self.name, self.wire(full, chosen), full, self.wire(full)))
        return found

    def more_values(self) -> list:
        full = self.sample()
        more = {f.name: f.kind.more for f in self.fields if f.kind.more}
        count = max((len(values) for values in more.values()), default=0)
        silent = {f.name for f in self.fields if f.absent_as is not None}
        return [
            self.of(
                {**full, **{n: v for n, values in more.items() if (v := values[index % len(values)]) or n not in silent}}
            )
            for index in range(count)
        ]

    def members(self) -> list:
        full = self.sample()
        return [
            self.of({**full, f.name: member}) for f in self.fields for member in f.kind.members if member != f.sample
        ]


@dataclass(frozen=True)
class Row:
    """A JSON array whose positions have meanings. Every position is `(name, kind, sample)`, or a text that means nothing."""

    name: str
    positions: list
    #: Name of the position that holds "" when there is no value.
    absent: str = ""

    def sample(self) -> dict:
        return {position[0]: position[2] for position in self.positions if isinstance(position, tuple)}

    def wire(self, value: dict, form: int | None = None) -> list:
        result = []
        for position in self.positions:
            if isinstance(position, str):
                result.append(position)
                continue
            name, kind, _ = position
            if name not in value:
                result.append("")
                continue
            others = [] if form is None else kind.others(value[name])
            result.append(others[form] if form is not None and form < len(others) else kind.to_wire(value[name]))
        return result

    def kind(self) -> Kind:
        return Kind(self.wire)

    def cases(self) -> list:
        full = self.sample()
        found = [case(self.name, self.wire(full), full)]
        if self.absent:
            less = {name: item for name, item in full.items() if name != self.absent}
            found.append(case(self.name, self.wire(less), less))
        typed = [position for position in self.positions if isinstance(position, tuple)]
        count = max((len(kind.others(sample)) for _, kind, sample in typed), default=0)
        found += [tolerated(self.name, self.wire(full, form), full, self.wire(full)) for form in range(count)]
        for name, kind, sample in typed:
            for item in (*kind.more, *(member for member in kind.members if member != sample)):
                value = {**full, name: item}
                found.append(case(self.name, self.wire(value), value))
        return found


def list_of(kind: Kind) -> Kind:
    return Kind(lambda items: [kind.to_wire(item) for item in items])


def map_of(kind: Kind) -> Kind:
    return Kind(lambda items: {key: kind.to_wire(item) for key, item in items.items()})


def or_null(kind: Kind) -> Kind:
    return Kind(lambda item: None if item is None else kind.to_wire(item), more=(None,))
