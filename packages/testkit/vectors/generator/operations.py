"""Every operation of both documents: the request's exact bytes under one key, signed by Python's hmac, and the answer in its
envelope. `paramsWire` and `resultWire` are JSON text; `tolerated` are bodies of other forms that a server reads; `failures` are
answers that end in a typed error."""

from . import other_operations, usdt_operations
from .failures import no_answers, refusals
from .operation import SIGNING


def vectors() -> dict:
    operations = [*usdt_operations.OPERATIONS, *other_operations.OPERATIONS]
    found = [item for operation in operations for item in operation.vectors()]
    found += usdt_operations.other_answers() + other_operations.other_answers()
    tolerated = [item for operation in operations for item in operation.other_forms()]
    return {"signing": SIGNING, "cases": found, "tolerated": tolerated, "failures": refusals() + no_answers()}
