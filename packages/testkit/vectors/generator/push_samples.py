"""Push messages beyond their tables: the nine private events, the field notes' samples as they are printed, and forms that
are told apart by length or by keys."""

import base64
import json
import zlib

from .market_records import ASKS, BIDS, DEAL
from .push_records import (
    CHANNEL_DEPTH,
    CHANNEL_ENVELOPE,
    CHANNEL_SUBSCRIBE,
    COUNTED_KLINE_ROW,
    DEAL_LIST,
    DEAL_ROW,
    KLINE_ROW,
    PAIR,
    PAIRED_DEAL_ROW,
    PREFIX_DEPTH,
    SUBSCRIBE,
    USD_FIRST_TICKER_ROW,
)
from .trading_records import CONTRACT_ASSET, ORDER, PLAN_ORDER, POSITION, PUSHED_FILL, PUSHED_POSITION_CHANGE
from .wire import case
from .words import PUSH_PERIODS


def private_events() -> list:
    """The nine keys of the private stream. `contract_order` is a position; lists come first, then single records."""
    kinds = [
        ("assets_all", "all-assets", CONTRACT_ASSET, True),
        ("contract_assets", "asset", CONTRACT_ASSET, False),
        ("position_all", "all-positions", POSITION, True),
        ("contract_order", "position", POSITION, False),
        ("order_all", "all-orders", ORDER, True),
        ("contract_pending", "order", ORDER, False),
        ("contract_detail", "fill", PUSHED_FILL, False),
        ("contract_deal_log", "position-change", PUSHED_POSITION_CHANGE, False),
        ("base_u_plan_order_v3", "plan-order", PLAN_ORDER, False),
    ]
    found = []
    for key, kind, table, is_list in kinds:
        value = table.sample()
        plain, busy = table.wire(value), {**table.wire(value), **table.ignored}
        if is_list:
            found.append(case("private-event", {key: []}, {"kind": kind, "value": []}))
            value, plain, busy = [value, value], [plain, plain], [busy, busy]
        found.append(case("private-event", {key: busy}, {"kind": kind, "value": value}, {key: plain}))
    return found


FULL_SAMPLE = (
    '{"pair":"4BTC_USDT","ut":1639124171584,"seq":188236,"asks":[["7.904","47741.6"],["0.604","47741.8"]],'
    '"bids":[["1.667","47741.3"],["0.534","47726.8"]]}'
)
UPDATE_SAMPLE = (
    '{"pair":"4BTC_USDT","ut":1639124172771,"seq":188240,"add":{"asks":[["0.11","47744.9"]],'
    '"bids":[["0.809","47741.5"]]},"del":{"asks":null,"bids":[["0.522","47741.3"]]}}'
)
TICKER_SAMPLE = (
    '["4BTC_USDT","48099.9","48099.90","299951.30","49631.3","47319.1","48095.1","0.041","48098.1","2.292",'
    '"16781.668","-2.83%","1639125637999","299951.30000000"]'
)
KLINE_SAMPLE = '["1639122420000","47868.1","47892.3","47825.4","47825.4","10.86"]'


def samples() -> list:
    """Field notes, Samples, as they are printed."""
    full = {"kind": "snapshot", "pair": PAIR, "updatedAtMs": 1639124171584, "seq": 188236, "asks": ASKS, "bids": BIDS}
    update = {
        "kind": "update",
        "pair": PAIR,
        "updatedAtMs": 1639124172771,
        "seq": 188240,
        "set": {
            "asks": [{"quantity": "0.11", "price": "47744.9"}],
            "bids": [{"quantity": "0.809", "price": "47741.5"}],
        },
        "delete": {"asks": None, "bids": [{"quantity": "0.522", "price": "47741.3"}]},
    }
    channel = f"{PAIR}_depth"
    messages = []
    for kind, t, text in [("full", 0, FULL_SAMPLE), ("incremental", 1, UPDATE_SAMPLE)]:
        message = f'{{"topic":"{channel}","t":{t},"d":{text}}}'
        messages.append(
            case("prefix-envelope", message, {"topic": channel, "dataKind": kind, "payload": json.loads(text)})
        )
    return [
        *messages,
        case("prefix-depth", FULL_SAMPLE, full),
        case("prefix-depth", UPDATE_SAMPLE, update),
        case("usd-first-ticker-row", TICKER_SAMPLE, USD_FIRST_TICKER_ROW.sample()),
        case("kline-row", KLINE_SAMPLE, KLINE_ROW.sample()),
    ]


def variants() -> list:
    """Forms that are told apart by length or by keys: field notes 13 to 15, 19, 20."""
    deal, paired = DEAL_ROW.sample(), PAIRED_DEAL_ROW.sample()
    mixed = {"pair": PAIR, "deals": [paired, deal]}
    # Stored, not deflated: every zlib writes the same.
    compressed = base64.b64encode(zlib.compress(b'[{"time":1639122420000}]', 0)).decode()
    envelope = {**CHANNEL_ENVELOPE.sample(), "compression": "compressed", "payload": compressed}
    found = [
        case("prefix-deals", DEAL_LIST.wire(DEAL_LIST.sample()), DEAL_LIST.sample()),
        case("prefix-deals", DEAL_ROW.wire(deal), deal),
        case("prefix-deals", PAIRED_DEAL_ROW.wire(paired), paired),
        case("prefix-deal", DEAL_ROW.wire(deal), deal),
        case("prefix-deal", PAIRED_DEAL_ROW.wire(paired), paired),
        case("deal-list", {"pair": PAIR, "d": [PAIRED_DEAL_ROW.wire(paired), DEAL_ROW.wire(deal)]}, mixed),
        case("prefix-kline", KLINE_ROW.wire(KLINE_ROW.sample()), KLINE_ROW.sample()),
        case("prefix-kline", COUNTED_KLINE_ROW.wire(COUNTED_KLINE_ROW.sample()), COUNTED_KLINE_ROW.sample()),
        CHANNEL_ENVELOPE.of(envelope),
        DEAL.of({**DEAL.sample(), "pair": PAIR}),
    ]
    for dialect, tables in [("prefix", PREFIX_DEPTH), ("channel", CHANNEL_DEPTH)]:
        _, snapshot, update = tables
        head = {name: snapshot.sample()[name] for name in ["pair", "updatedAtMs", "seq"]}
        for table, value in [
            (snapshot, {"kind": "snapshot", **head, "asks": None}),
            (snapshot, {"kind": "snapshot", **head, "bids": []}),
            (update, {"kind": "update", **head}),
            (update, {"kind": "update", **head, "set": None, "delete": {}, "modify": {"asks": ASKS}}),
        ]:
            found.append(case(f"{dialect}-depth", table.wire(value), value))
    for period in PUSH_PERIODS:
        found.append(SUBSCRIBE.of({"channel": f"{PAIR}_kline_{period}"}))
        channel = f"svc_sub_spot_{PAIR}_kline_{period}"
        found.append(CHANNEL_SUBSCRIBE.of({"channel": channel, "compression": "plain", "version": 8}))
    return found
