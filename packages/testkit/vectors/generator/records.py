"""Every record, row and message of both documents: made from tables that were copied out of the documents by hand, with the
field notes' forms and samples. `wire` is JSON text, since numbers beyond 2^53 are in it; `value` is what it means; `sent`,
where it is there, is what an encoder writes for that value: without ignored keys, in the documented form."""

from collections import Counter

from . import market_records, push_records, push_samples, trading_records, wallet_records
from .signing import SECRET, compact, sign
from .wire import ANYTHING, TEXT, Table, fields, integer

COMMANDS = compact([{"cmd": "bc/dealLog", "body": {"pair": "5BTC_USD", "page": 1, "size": 10}, "index": 1}])

#: document 1, Response envelope; `index` and `ver`: document 2, Endpoints.
ANSWER = Table(
    "answer",
    fields(
        ("state?", "state", integer(3103), 0),
        ("result?", "result", ANYTHING, {"any": ["thing", 1]}),
        ("msg?", "message", TEXT, "success"),
        ("cmd?", "command", TEXT, "open"),
        ("index?", "index", integer(0, 7), 1),
        ("ver?", "version", TEXT, "2.0"),
    ),
)
FAILURE = Table(
    "failure",
    fields(
        ("state", "venueCode", integer(2033), 3103),
        ("msg?", "message", TEXT, "no position"),
        ("cmd?", "command", TEXT, "changeMargin"),
    ),
)
LEGACY_FAILURE = Table(
    "legacy-failure",
    fields(("error", "error", push_records.ERROR_OBJECT.kind(), push_records.ERROR_OBJECT.sample())),
    {"cmd": "bc/dealLog", "index": 1},
)
BATCH_COMMAND = Table(
    "batch-command",
    fields(
        ("cmd", "command", TEXT, "bc/dealLog"),
        ("body", "body", ANYTHING, {"pair": "5BTC_USD", "page": 1, "size": 10}),
        ("index", "index", integer(0, 7), 1),
    ),
)
BATCH_FORM = Table(
    "batch-form",
    fields(
        ("cmds", "commands", TEXT, COMMANDS),
        ("apikey", "apiKey", TEXT, push_records.KEY),
        ("sign", "signature", TEXT, sign(SECRET, COMMANDS)),
    ),
)
NOTHING = Table("nothing", [])

TABLES = [
    *trading_records.TABLES,
    *market_records.TABLES,
    *wallet_records.TABLES,
    *push_records.TABLES,
    ANSWER,
    FAILURE,
    LEGACY_FAILURE,
    BATCH_COMMAND,
    BATCH_FORM,
    NOTHING,
]


def numbered(found: list) -> list:
    """Ids are `<descriptor>/<n>`, in the order in which the cases stand."""
    counts: Counter = Counter()
    result = []
    for item in found:
        counts[item["descriptor"]] += 1
        result.append({"id": f"{item['descriptor']}/{counts[item['descriptor']]}", **item})
    return result


def vectors() -> dict:
    found = [item for table in [*TABLES, *push_records.ROWS] for item in table.cases()]
    found += push_samples.private_events() + push_samples.samples() + push_samples.variants()
    return {"cases": numbered(found + market_records.special_cases())}
