"""Whole messages of both push protocols and what they say, put together from document 1, Events, and field notes 4 to 21: what
channels push, what the service says besides, what clients ask for. `sent` marks texts that core writes itself."""

import base64

from .frames import gzip_body, zlib_body
from .market_records import ASKS, BIDS, DEAL
from .push_records import (
    B_LOGIN,
    B_SIGNATURE,
    CHANNEL_DEPTH,
    CHANNEL_KLINE,
    COUNTED_KLINE_ROW,
    DEAL_ROW,
    KEY,
    KLINE_ROW,
    LOGIN,
    LOGIN_SIGNATURE,
    PAIR,
    PAIRED_DEAL_ROW,
    PREFIX_DEPTH,
    TICKER_ROW,
    USD_FIRST_TICKER_ROW,
)
from .push_samples import FULL_SAMPLE, KLINE_SAMPLE, TICKER_SAMPLE, UPDATE_SAMPLE, private_events
from .signing import SECRET
from .wire import write
from .words import PUSH_PERIODS

B = "svc_sub_spot_"
KINDS = ["full", "incremental"]


def prefix(channel: str, t: int, d: str, event: dict, sent: bool = True, uid: str = "") -> dict:
    user = f'"uid":"{uid}",' if uid else ""
    return {
        "protocol": "prefix",
        "text": f'{{"topic":"{channel}",{user}"t":{t},"d":{d}}}',
        "event": event,
        **({"sent": True} if sent else {}),
    }


def klines(pair: str, period: str, kind: int, rows: list, of: str = "trades") -> dict:
    return {"kind": "klines", "of": of, "pair": pair, "period": period, "dataKind": KINDS[kind], "klines": rows}


def deals(kind: int, rows: list) -> dict:
    return {"kind": "deals", "pair": PAIR, "dataKind": KINDS[kind], "deals": rows}


def ticker(row: dict, order: str) -> dict:
    return {"kind": "ticker", "pair": PAIR, "ticker": row, "order": order}


def depth(kind: int, value: dict) -> dict:
    return {"kind": "depth", "pair": PAIR, "dataKind": KINDS[kind], "depth": value}


def prefix_klines() -> list:
    row = KLINE_ROW.sample()
    counted = COUNTED_KLINE_ROW.sample()
    two = write([KLINE_ROW.wire({**row, "openedAtMs": 1639122360000}), KLINE_ROW.wire(row)])
    both = [{**row, "openedAtMs": 1639122360000}, row]
    found = [prefix(f"{PAIR}_kline_{p}", 0, f"[{KLINE_SAMPLE}]", klines(PAIR, p, 0, [row])) for p in PUSH_PERIODS]
    found.append(prefix(f"{PAIR}_kline_1min", 1, two, klines(PAIR, "1min", 1, both)))
    found.append(prefix(f"{PAIR}_kline_day", 0, "[]", klines(PAIR, "day", 0, [])))
    seven = write([COUNTED_KLINE_ROW.wire(counted)])
    found.append(prefix("5BTC_USD_kline_week", 0, seven, klines("5BTC_USD", "week", 0, [counted])))
    tag = klines(PAIR, "1min", 1, [row], "tag-price")
    found.append(prefix(f"{PAIR}TAGPRICE_kline_1min", 1, f"[{KLINE_SAMPLE}]", tag))
    return found


def prefix_deals() -> list:
    deal, paired = DEAL_ROW.sample(), PAIRED_DEAL_ROW.sample()
    named = {"pair": PAIR, **deal}
    nameless = {name: item for name, item in paired.items() if name != "dealId"}
    first = write({"pair": PAIR, "d": [DEAL_ROW.wire(deal), DEAL_ROW.wire(deal)]})
    channel = f"{PAIR}_deals"
    return [
        prefix(channel, 0, first, deals(0, [named, named])),
        prefix(channel, 1, write(DEAL_ROW.wire(deal)), deals(1, [named]), sent=False),
        prefix(channel, 1, write(PAIRED_DEAL_ROW.wire(paired)), deals(1, [paired])),
        prefix(channel, 1, write(PAIRED_DEAL_ROW.wire(nameless)), deals(1, [nameless])),
        prefix(channel, 0, write({"pair": PAIR, "d": []}), deals(0, [])),
    ]


def prefix_tickers() -> list:
    """Field note 16: the last position equals, by value, whichever of the two is in CNY."""
    channel, documented, usd_first = f"{PAIR}_ticker", TICKER_ROW.sample(), USD_FIRST_TICKER_ROW.sample()
    neither = {**documented, "latestPriceCny": "1"}
    both = {**documented, "lastPriceUsd": "299951.3"}
    return [
        prefix(channel, 0, write(TICKER_ROW.wire(documented)), ticker(documented, "documented")),
        prefix(channel, 0, TICKER_SAMPLE, ticker(usd_first, "usd-first")),
        prefix(channel, 0, write(TICKER_ROW.wire(neither)), ticker(neither, "undecided"), sent=False),
        prefix(channel, 0, write(TICKER_ROW.wire(both)), ticker(both, "undecided"), sent=False),
    ]


def prefix_depths() -> list:
    _, snapshot, update = PREFIX_DEPTH
    full = {"kind": "snapshot", "pair": PAIR, "updatedAtMs": 1639124171584, "seq": 188236, "asks": ASKS, "bids": BIDS}
    changes = {
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
    empty = {name: changes[name] for name in ["kind", "pair", "updatedAtMs", "seq"]}
    odd = {**full, "asks": None}
    channel = f"{PAIR}_depth"
    return [
        prefix(channel, 0, FULL_SAMPLE, depth(0, full)),
        prefix(channel, 1, UPDATE_SAMPLE, depth(1, changes)),
        # Field note 13: the content tells, whatever `t` says; an empty update has t 1.
        prefix(channel, 1, write(snapshot.wire(odd)), depth(1, odd), sent=False),
        prefix(channel, 1, write(update.wire(empty)), depth(1, empty), sent=False),
    ]


def private() -> list:
    found = []
    for item in private_events():
        event = {"kind": "private", "userId": "100006", "event": item["value"]}
        kind = 0 if item["value"]["kind"].startswith("all") else 1
        if "sent" in item:
            found.append(prefix(LOGIN, kind, item["wire"], event, sent=False, uid="100006"))
        found.append(prefix(LOGIN, kind, item.get("sent", item["wire"]), event, uid="100006"))
        b_event = {"kind": "private", "event": item["value"]}
        found.append(channel([entry(B_LOGIN, kind, item["wire"])], [b_event]))
    return found


def packed(text: str, as_gzip: bool) -> str:
    return base64.b64encode(gzip_body(text) if as_gzip else zlib_body(text)).decode()


def entry(name: str, kind: int, data: str, binary: str = "0") -> str:
    return f'{{"channel":"{name}","binary":{binary},"data_type":{kind},"data":{data}}}'


def channel(entries: list, events: list, bare: bool = False) -> dict:
    text = entries[0] if bare else "[" + ",".join(entries) + "]"
    return {"protocol": "channel", "text": text, "events": events}


def channel_events() -> list:
    """Field note 19: `binary` as number or text; base64 of zlib or gzip whatever it says; a trailing underscore; no `seq`."""
    row = CHANNEL_KLINE.sample()
    less = {name: item for name, item in row.items() if name != "dealCount"}
    rows, one_min = write([CHANNEL_KLINE.wire(row)]), f"{B}{PAIR}_kline_1min"
    tag = f"{B}{PAIR}TAGPRICE_kline_1min"
    found = [
        channel([entry(f"{B}{PAIR}_kline_{p}", 0, write([CHANNEL_KLINE.wire(less)]))], [klines(PAIR, p, 0, [less])])
        for p in PUSH_PERIODS
    ]
    event, tag_event = klines(PAIR, "1min", 1, [row]), klines(PAIR, "1min", 1, [row], "tag-price")
    found.append(channel([entry(one_min, 1, rows), entry(tag, 1, rows)], [event, tag_event]))
    for binary in ["0", "1", '"0"', '"1"']:
        for as_gzip in [False, True]:
            found.append(channel([entry(one_min, 1, write(packed(rows, as_gzip)), binary)], [event]))
    _, snapshot, update = CHANNEL_DEPTH
    full, changes = snapshot.sample(), update.sample()
    seen = {name: item for name, item in full.items() if name != "seq"}
    name = f"{B}{PAIR}_depth"
    for kind, table, value in [(0, snapshot, full), (0, snapshot, seen), (1, update, changes)]:
        text = write(table.wire(value))
        found.append(channel([entry(name, kind, text)], [depth(kind, value)]))
        found.append(channel([entry(f"{name}_", kind, text)], [depth(kind, value)], bare=True))
        found.append(channel([entry(name, kind, write(packed(text, True)))], [depth(kind, value)]))
    deal = {**DEAL.sample(), "pair": PAIR}
    text = write([DEAL.wire(deal), DEAL.wire(deal)])
    found.append(channel([entry(f"{B}{PAIR}_deals", 0, text)], [deals(0, [deal, deal])]))
    found.append(channel([entry(f"{B}{PAIR}_deals", 1, write(packed(text, True)))], [deals(1, [deal, deal])]))
    return found


def controls() -> list:
    """What is neither a channel's: both protocols, field notes 4, 8 and 21."""
    refusal = {"kind": "error", "code": 3009, "message": "Illegal subscription channel"}
    error = '"error":{"code":"3009","msg":"Illegal subscription channel"}'
    common = [
        (f'{{"channel":"{PAIR}_nope",{error}}}', {**refusal, "channel": f"{PAIR}_nope"}),
        (f"{{{error}}}", refusal),
        ('{"ping":1639125637999}', {"kind": "ping", "ms": 1639125637999}),
        ('{"pong":1639125637999}', {"kind": "pong", "ms": 1639125637999}),
    ]
    answer = {"kind": "login-acknowledgement", "result": "subscribe success"}
    a = f'{{"topic":"{LOGIN}","uid":"100006","t":0,"d":{{"result":"subscribe success"}}}}'
    b = "[" + entry(B_LOGIN, 0, '{"result":"subscribe success"}') + "]"
    rows = [(protocol, text, message) for protocol in ["prefix", "channel"] for text, message in common]
    rows += [("prefix", a, {**answer, "userId": "100006"}), ("channel", b, answer)]
    return [{"protocol": protocol, "text": text, "message": message} for protocol, text, message in rows]


def requests() -> list:
    subscribe, unsubscribe = {"kind": "subscribe"}, {"kind": "unsubscribe"}
    login = {"apiKey": KEY, "signature": LOGIN_SIGNATURE}
    signed = f'"apikey":"{KEY}","sign":"{LOGIN_SIGNATURE}"'
    b_login = {"kind": "login", "apiKey": KEY, "signature": B_SIGNATURE, "channel": B_LOGIN}
    found = []

    def add(protocol: str, text: str, message: dict, sent: bool = True) -> None:
        found.append({"protocol": protocol, "text": text, "message": message, **({"sent": True} if sent else {})})

    for name in [f"{PAIR}_depth", f"{PAIR}TAGPRICE_kline_1min", "5BTC_USD_kline_12hour"]:
        add("prefix", f'{{"event":"addChannel","sub":"{name}"}}', {**subscribe, "channel": name})
        add("prefix", f'{{"sub":"{name}"}}', {**subscribe, "channel": name}, sent=False)
        add("prefix", f'{{"unsub":"{name}"}}', {**unsubscribe, "channel": name})
    add("prefix", f'{{{signed},"sub":"{LOGIN}"}}', {"kind": "login", **login})
    add("prefix", f'{{{signed},"channel":"{LOGIN}"}}', {"kind": "login", **login}, sent=False)
    add("prefix", f'{{"event":"addChannel","sub":"{LOGIN}",{signed}}}', {"kind": "login", **login}, sent=False)
    add("prefix", f'{{{signed},"unsub":"{LOGIN}"}}', {"kind": "logout", **login})
    versions = {"kline_1min": 8, "depth": 3, "deals": None}
    for name, version in [*((f"{B}{PAIR}_{rest}", v) for rest, v in versions.items()), (f"{B}{PAIR}TAGPRICE_kline_1min", 8)]:
        ver, asked = ("", {}) if version is None else (f',"ver":{version}', {"version": version})
        text = f'{{"event":"addChannel","channel":"{name}","binary":0{ver}}}'
        add("channel", text, {**subscribe, "channel": name, **asked})
        add("channel", f'{{"event":"removeChannel","channel":"{name}"}}', {**unsubscribe, "channel": name})
        add("channel", f'{{"binary":0,"channel":"{name}","event":"removeChannel"}}', {**unsubscribe, "channel": name}, False)
    add("channel", f'{{"apikey":"{KEY}","channel":"{B_LOGIN}","event":"addChannel","sign":"{B_SIGNATURE}"}}', b_login)
    for protocol in ["prefix", "channel"]:
        add(protocol, '{"ping":1639125637999}', {"kind": "ping", "ms": 1639125637999})
        add(protocol, '{"pong":1639125637999}', {"kind": "pong", "ms": 1639125637999})
    return found


def numbered(kind: str, found: list) -> list:
    return [{"id": f"{kind}/{number}", **item} for number, item in enumerate(found, 1)]


def vectors() -> dict:
    events = prefix_klines() + prefix_deals() + prefix_tickers() + prefix_depths() + private() + channel_events()
    return {
        "credential": {"apiKey": KEY, "apiSecret": SECRET, "serviceName": "svc"},
        "events": numbered("event", events),
        "controls": numbered("control", controls()),
        "requests": numbered("request", requests()),
    }
