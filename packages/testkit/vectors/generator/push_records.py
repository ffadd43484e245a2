"""Push messages: document 1, Events (both protocols) and Authentication; field notes 4 to 21 and the samples."""

from .market_records import ASKS, BIDS, LEVELS
from .signing import SECRET, sign
from .wire import (
    ANYTHING,
    DECIMAL,
    ID_TEXT,
    MS,
    MS_TEXT,
    PERCENT,
    TEXT,
    Row,
    Table,
    constant,
    fields,
    integer,
    integer_text,
    list_of,
    or_null,
    write,
)
from .words import COMPRESSION, DATA_KIND, TRADE_SIDE_TEXT

PAIR = "4BTC_USDT"
LOGIN = "ALL_ALL_login"
KEY = "0123456789abcdef0123456789abcdef01234567"
SEQ = integer(0, 1, 9007199254740991)

# Rows of protocol A.

DEPTH_ROW = Row("depth-row", [("quantity", DECIMAL, "7.904"), ("price", DECIMAL, "47741.60")])
PRICES = [
    ("openPrice", DECIMAL, "47868.1"),
    ("highPrice", DECIMAL, "47892.3"),
    ("lowPrice", DECIMAL, "47825.4"),
    ("closePrice", DECIMAL, "47825.4"),
    ("volume", DECIMAL, "10.86"),
]
OPENED = ("openedAtMs", MS_TEXT, 1639122420000)
KLINE_ROW = Row("kline-row", [OPENED, *PRICES])
COUNTED_KLINE_ROW = Row("counted-kline-row", [OPENED, ("dealCount", integer_text(0), 12), *PRICES])
DEAL_PARTS = [
    ("price", DECIMAL, "47741.6"),
    ("quantity", DECIMAL, "0.0500"),
    ("side", TRADE_SIDE_TEXT, "sell"),
    ("tradedAtMs", MS_TEXT, 1639124171584),
]
DEAL_ROW = Row("deal-row", [*DEAL_PARTS, ""])
PAIRED_DEAL_ROW = Row(
    "paired-deal-row", [("pair", TEXT, PAIR), *DEAL_PARTS, ("dealId", ID_TEXT, "11221615815381299")], absent="dealId"
)
TICKER_HEAD = [("pair", TEXT, PAIR), ("lastPrice", DECIMAL, "48099.9")]
CNY, USD = ("lastPriceCny", DECIMAL, "299951.30"), ("lastPriceUsd", DECIMAL, "48099.90")
TICKER_TAIL = [
    ("highPrice", DECIMAL, "49631.3"),
    ("lowPrice", DECIMAL, "47319.1"),
    ("bestBidPrice", DECIMAL, "48095.1"),
    ("bestBidQuantity", DECIMAL, "0.041"),
    ("bestAskPrice", DECIMAL, "48098.1"),
    ("bestAskQuantity", DECIMAL, "2.292"),
    ("volume", DECIMAL, "16781.668"),
    ("percentChange", PERCENT, "-2.83"),
    ("updatedAtMs", MS_TEXT, 1639125637999),
    ("latestPriceCny", DECIMAL, "299951.30000000"),
]
TICKER_ROW = Row("ticker-row", [*TICKER_HEAD, CNY, USD, *TICKER_TAIL])
USD_FIRST_TICKER_ROW = Row("usd-first-ticker-row", [*TICKER_HEAD, USD, CNY, *TICKER_TAIL])
ROWS = [DEPTH_ROW, KLINE_ROW, COUNTED_KLINE_ROW, DEAL_ROW, PAIRED_DEAL_ROW, TICKER_ROW, USD_FIRST_TICKER_ROW]

DEAL_LIST = Table(
    "deal-list",
    fields(("pair", "pair", TEXT, PAIR), ("d", "deals", list_of(DEAL_ROW.kind()), [DEAL_ROW.sample()])),
)

# Depth, in the two dialects.


def depth_tables(dialect: str, time_key: str, levels, has_seq: bool) -> list:
    """Sides, snapshot, update. Field note 19: protocol B's full messages were seen without `seq`."""
    sides = Table(f"{dialect}-depth-sides", fields(("asks?", "asks", levels, ASKS), ("bids?", "bids", levels, BIDS)))
    side = or_null(sides.kind())
    head = [("pair", "pair", TEXT, PAIR), (time_key, "updatedAtMs", MS, 1639124171584)]
    snapshot = Table(
        f"{dialect}-depth-snapshot",
        fields(
            *head,
            ("seq" if has_seq else "seq?", "seq", SEQ, 188236),
            ("asks?", "asks", levels, ASKS),
            ("bids?", "bids", levels, BIDS),
        ),
        tags={"kind": "snapshot"},
    )
    update = Table(
        f"{dialect}-depth-update",
        fields(
            *head,
            ("seq", "seq", SEQ, 188240),
            ("add?", "set", side, {"asks": ASKS[:1], "bids": BIDS[:1]}),
            ("del?", "delete", side, {"asks": None, "bids": BIDS[1:]}),
            ("mod?", "modify", side, {"asks": [], "bids": None}),
        ),
        tags={"kind": "update"},
    )
    return [sides, snapshot, update]


PREFIX_DEPTH = depth_tables("prefix", "ut", or_null(list_of(DEPTH_ROW.kind())), has_seq=True)
CHANNEL_DEPTH = depth_tables("channel", "update_time", LEVELS, has_seq=False)

CHANNEL_KLINE = Table(
    "channel-kline",
    fields(
        ("time", "openedAtMs", MS, 1639122420000),
        ("open", "openPrice", DECIMAL, "47868.1"),
        ("high", "highPrice", DECIMAL, "47892.3"),
        ("low", "lowPrice", DECIMAL, "47825.4"),
        ("close", "closePrice", DECIMAL, "47825.4"),
        ("vol", "volume", DECIMAL, "10.86"),
        ("count?", "dealCount", integer(0), 12),
    ),
)

# Messages of the service.

PREFIX_ENVELOPE = Table(
    "prefix-envelope",
    fields(
        ("topic", "topic", TEXT, f"{PAIR}_ticker"),
        ("uid?", "userId", ID_TEXT, "100006"),
        ("t", "dataKind", DATA_KIND, "full"),
        ("d", "payload", ANYTHING, [PAIR, "48099.9", {"deep": [None, True, 1]}]),
    ),
)
LOGIN_RESULT = Table("prefix-login-result", fields(("result", "result", TEXT, "subscribe success")))
ACKNOWLEDGEMENT = Table(
    "prefix-login-acknowledgement",
    fields(
        ("topic", "topic", constant(LOGIN), LOGIN),
        ("uid", "userId", ID_TEXT, "100006"),
        ("t", "dataKind", DATA_KIND, "full"),
        ("d", "payload", LOGIN_RESULT.kind(), LOGIN_RESULT.sample()),
    ),
)
ERROR_OBJECT = Table(
    "error-object",
    fields(("code", "code", integer_text(3012, 2003), 3009), ("msg", "message", TEXT, "Illegal subscription channel")),
)
PREFIX_ERROR = Table(
    "prefix-error",
    fields(
        ("channel?", "channel", TEXT, "4NOPE_USDT_depth"),
        ("error", "error", ERROR_OBJECT.kind(), ERROR_OBJECT.sample()),
    ),
)
CHANNEL_ENVELOPE = Table(
    "channel-envelope",
    fields(
        ("channel", "channel", TEXT, f"svc_sub_spot_{PAIR}_kline_1min"),
        ("binary", "compression", COMPRESSION, "plain"),
        ("data_type", "dataKind", DATA_KIND, "incremental"),
        ("data", "payload", ANYTHING, [CHANNEL_KLINE.wire(CHANNEL_KLINE.sample())]),
    ),
)
PING = Table("ping", fields(("ping", "sentAtMs", MS, 1639125637999)))
PONG = Table("pong", fields(("pong", "sentAtMs", MS, 1639125637999)))

# Messages of the client.

SUBSCRIBE = Table(
    "prefix-subscribe",
    fields(("event?", "event", constant("addChannel"), "addChannel"), ("sub", "channel", TEXT, f"{PAIR}_depth")),
)
UNSUBSCRIBE = Table(
    "prefix-unsubscribe", fields(("unsub", "channel", TEXT, f"{PAIR}_depth")), {"event": "removeChannel"}
)
LOGIN_SIGNATURE = sign(SECRET, write({"apikey": KEY, "sub": LOGIN}))
SIGNED = [("apikey", "apiKey", TEXT, KEY), ("sign", "signature", TEXT, LOGIN_SIGNATURE)]
PREFIX_LOGIN = Table(
    "prefix-login", fields(*SIGNED, ("sub|channel", "channel", constant(LOGIN), LOGIN)), {"event": "addChannel"}
)
PREFIX_LOGOUT = Table(
    "prefix-logout", fields(*SIGNED, ("unsub", "channel", constant(LOGIN), LOGIN)), {"event": "removeChannel"}
)
PREFIX_LOGIN_SIGNED = Table(
    "prefix-login-signed", fields(("apikey", "apiKey", TEXT, KEY), ("sub", "channel", constant(LOGIN), LOGIN))
)

CHANNEL_SUBSCRIBE = Table(
    "channel-subscribe",
    fields(
        ("event", "", constant("addChannel"), "addChannel"),
        ("channel", "channel", TEXT, f"svc_sub_spot_{PAIR}_depth"),
        ("binary?", "compression", COMPRESSION, "plain"),
        ("ver?", "version", integer(8), 3),
    ),
)
CHANNEL_UNSUBSCRIBE = Table(
    "channel-unsubscribe",
    fields(
        ("event", "", constant("removeChannel"), "removeChannel"),
        ("channel", "channel", TEXT, f"svc_sub_spot_{PAIR}_depth"),
    ),
    {"binary": 0, "ver": 3},
)
B_LOGIN = f"svc_sub_spot_{LOGIN}"
B_SIGNED = [
    ("apikey", "apiKey", TEXT, KEY),
    ("channel", "channel", TEXT, B_LOGIN),
    ("event", "", constant("addChannel"), "addChannel"),
]
B_SIGNATURE = sign(SECRET, write({"apikey": KEY, "channel": B_LOGIN, "event": "addChannel"}))
CHANNEL_LOGIN = Table("channel-login", fields(*B_SIGNED, ("sign", "signature", TEXT, B_SIGNATURE)), {"binary": 0})
CHANNEL_LOGIN_SIGNED = Table("channel-login-signed", fields(*B_SIGNED))

TABLES = [
    DEAL_LIST,
    *PREFIX_DEPTH,
    *CHANNEL_DEPTH,
    CHANNEL_KLINE,
    PREFIX_ENVELOPE,
    LOGIN_RESULT,
    ACKNOWLEDGEMENT,
    ERROR_OBJECT,
    PREFIX_ERROR,
    CHANNEL_ENVELOPE,
    PING,
    PONG,
    SUBSCRIBE,
    UNSUBSCRIBE,
    PREFIX_LOGIN,
    PREFIX_LOGOUT,
    PREFIX_LOGIN_SIGNED,
    CHANNEL_SUBSCRIBE,
    CHANNEL_UNSUBSCRIBE,
    CHANNEL_LOGIN,
    CHANNEL_LOGIN_SIGNED,
]
