"""Exact decimal arithmetic by Python's decimal module with a precision far above every operand."""

from decimal import ROUND_DOWN, Decimal, getcontext
from random import Random

getcontext().prec = 200

TEXTS = [
    "0",
    "0.0",
    "0.00000001",
    "0.1",
    "0.10",
    "1",
    "1.0",
    "01.50",
    "1.5",
    "101.1",
    "101.10",
    "47741.6",
    "47741.60000001",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "9007199254740993.5",
    "12875281286404369",
    "12345678901234567890123456789.123456789",
]


def random_text(random: Random) -> str:
    whole = str(random.randrange(10 ** random.randint(1, 18)))
    places = random.randint(0, 10)
    return whole if places == 0 else f"{whole}.{random.randrange(10**places):0{places}d}"


def compare_cases(random: Random) -> list:
    pairs = [(left, right) for left in TEXTS for right in TEXTS]
    pairs += [(random_text(random), random_text(random)) for _ in range(100)]
    signed = [("-1", "1"), ("-1.5", "-1.50"), ("-2", "-1.999"), ("0", "-0.0"), ("-0.1", "0")]
    return [
        {"left": left, "right": right, "order": int(Decimal(left).compare(Decimal(right)))}
        for left, right in pairs + signed
    ]


def multiple_cases(random: Random) -> list:
    steps = ["0.0001", "0.001", "1", "0.5", "0.25", "3", "10", "0.00000001"]
    values = TEXTS + [random_text(random) for _ in range(40)]
    cases = [(value, step) for value in values for step in steps]
    cases += [(str(Decimal(step) * random.randrange(10**9)), step) for step in steps for _ in range(5)]
    return [
        {"value": plain(value), "step": step, "isMultiple": Decimal(value) % Decimal(step) == 0}
        for value, step in cases
    ]


def plain(text: str) -> str:
    """Without an exponent, which str() of a Decimal may write."""
    return format(Decimal(text), "f") if "E" in text else text


def drop_cases(random: Random) -> list:
    cases = []
    for text in TEXTS + [random_text(random) for _ in range(40)]:
        for scale in [0, 1, 2, 8]:
            rounded = Decimal(text).quantize(Decimal(1).scaleb(-scale), rounding=ROUND_DOWN)
            cases.append({"text": text, "scale": scale, "value": format(rounded, "f")})
    return cases


def scaled_cases(random: Random) -> list:
    """Decimals that an integer at `scale` holds exactly; `formatted` has exactly `scale` digits after the point."""
    cases = []
    for text in TEXTS + [random_text(random) for _ in range(40)]:
        for scale in [0, 1, 4, 8, 12]:
            scaled = Decimal(text).scaleb(scale)
            if scaled == scaled.to_integral_value():
                integer = int(scaled)
                formatted = format(Decimal(integer).scaleb(-scale), f".{scale}f")
                cases.append({"text": text, "scale": scale, "integer": str(integer), "formatted": formatted})
    return cases


def vectors() -> dict:
    random = Random(20261121)
    return {
        "compare": compare_cases(random),
        "multipleOf": multiple_cases(random),
        "dropDecimals": drop_cases(random),
        "scaled": scaled_cases(random),
    }
