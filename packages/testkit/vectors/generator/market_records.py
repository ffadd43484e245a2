"""Reference data and market data: document 1, Contract reference records; document 2, Spot market records."""

from .wire import (
    DECIMAL,
    ID_INTEGER,
    ID_TEXT,
    ISO,
    MS,
    MS_TEXT,
    PERCENT,
    TEN,
    TEXT,
    Table,
    case,
    fields,
    integer,
    list_of,
    map_of,
    or_null,
    tolerated,
)
from .words import TRADE_SIDE

SCALE = integer(0, 18)

CONTRACT = Table(
    "contract",
    fields(
        ("pair", "pair", TEXT, "4BTC_USDT"),
        ("leverage_min", "minLeverage", TEN, "1.0000000000"),
        ("leverage_max", "maxLeverage", TEN, "150.0000000000"),
        ("value", "contractValue", TEN, "0.0001000000"),
        ("maker_fee", "makerFeeRate", TEN, "0.0002000000"),
        ("taker_fee", "takerFeeRate", TEN, "0.0005500000"),
        ("open_max_per", "maxOrderQuantity", TEN, "100.0000000000"),
        ("pending_max", "maxOpenOrders", integer(0), 100),
        ("hold_max", "maxPositionQuantity", TEN, "100.0000000000"),
        ("risk_level_base?", "riskBaseQuantity", TEN, "1.0000000000"),
        ("risk_level_dx?", "riskStepQuantity", TEN, "1.0000000000"),
    ),
    {
        "id": 465,
        "coin_symbol": "BTC",
        "leverage_init": "10.0000000000",
        "price_precision": 1,
    },
)

PRECISION = Table(
    "precision",
    fields(
        ("pair", "pair", TEXT, "4BTC_USDT"),
        ("price_unit", "priceScale", SCALE, 1),
        ("vol_unit?", "quantityScale", SCALE, 6),
        ("value_unit?", "contractValueScale", SCALE, 4),
    ),
    {"id": 1},
)

FUNDING_RATE = Table(
    "funding-rate",
    fields(
        ("pair", "pair", TEXT, "4BTC_USDT"),
        ("fund_rate", "fundingRate", TEN, "-0.0001000000"),
        ("createdAt", "createdAtMs", ISO, 1602662400000),
    ),
    {"close": "0.0000000000"},
)

TAG_PRICE = Table(
    "tag-price",
    fields(
        ("close", "indexPrice", TEN, "11453.7224909000"),
        ("priceTag", "tagPrice", TEN, "11454.0951770245"),
        ("createdAt", "createdAtMs", ISO, 1602675608000),
    ),
)

KLINE = Table(
    "kline",
    fields(
        ("time", "openedAtMs", MS, 1639122420000),
        ("open", "openPrice", DECIMAL, "47868.1"),
        ("high", "highPrice", DECIMAL, "47892.3"),
        ("low", "lowPrice", DECIMAL, "47825.40"),
        ("close", "closePrice", DECIMAL, "47825.4"),
        ("vol", "volume", DECIMAL, "10.86"),
    ),
)

LEVEL = Table(
    "depth-level",
    fields(("volume", "quantity", DECIMAL, "7.904"), ("price", "price", DECIMAL, "47741.60")),
)

LEVELS = or_null(list_of(LEVEL.kind()))
ASKS = [{"quantity": "7.904", "price": "47741.6"}, {"quantity": "0.604", "price": "47741.8"}]
BIDS = [{"quantity": "1.667", "price": "47741.3"}, {"quantity": "0.534", "price": "47726.8"}]

DEPTH = Table(
    "depth",
    fields(
        ("pair", "pair", TEXT, "4BTC_USDT"),
        ("update_time", "updatedAtMs", MS, 1639124171584),
        ("asks?", "asks", LEVELS, ASKS),
        ("bids?", "bids", LEVELS, BIDS),
    ),
)

SPOT_PAIR = Table(
    "spot-pair",
    fields(
        ("id", "pairId", ID_INTEGER, "7"),
        ("pair", "pair", TEXT, "BTC_USDT"),
        ("decimal", "priceScale", SCALE, 2),
        ("amount_scale?", "quantityScale", SCALE, 6),
    ),
    {"pair_type": 0, "area_id": 7, "is_hide": 0},
)

MARKET = Table(
    "market",
    fields(
        ("id", "pairId", ID_INTEGER, "7"),
        ("coin_symbol", "coin", TEXT, "BTC"),
        ("currency_symbol", "pricingCoin", TEXT, "USDT"),
        ("last", "lastPrice", DECIMAL, "11545.4"),
        ("high", "highPrice", DECIMAL, "11680.0"),
        ("low", "lowPrice", DECIMAL, "11300"),
        ("change", "priceChange", DECIMAL, "-135.2"),
        ("percent", "percentChange", PERCENT, "-1.16"),
        ("vol24H", "volume", DECIMAL, "3021.8"),
        ("amount", "turnover", DECIMAL, "34700000.5"),
        ("last_cny", "lastPriceCny", DECIMAL, "77909.05"),
        ("base_last_cny?", "baseLastPriceCny", DECIMAL, "77909.04912000"),
        ("high_cny", "highPriceCny", DECIMAL, "78800"),
        ("low_cny", "lowPriceCny", DECIMAL, "76200"),
        ("last_usd", "lastPriceUsd", DECIMAL, "11545.40"),
        ("high_usd", "highPriceUsd", DECIMAL, "11680"),
        ("low_usd", "lowPriceUsd", DECIMAL, "11300"),
    ),
)

#: Field note 33: samples have `amount`, the table says `volume`. Field note 20: the channel adds `id`.
DEAL = Table(
    "deal",
    fields(
        ("pair", "pair", TEXT, "BTC_USDT"),
        ("price", "price", DECIMAL, "11545.4"),
        ("amount|volume", "quantity", DECIMAL, "0.0500"),
        ("time", "tradedAtMs", MS, 1602680518605),
        ("side", "side", TRADE_SIDE, "buy"),
        ("id?", "dealId", ID_TEXT, "11221615815381299"),
    ),
)

TICKER = Table(
    "ticker",
    fields(
        ("pair", "pair", TEXT, "BTC_USDT"),
        ("buy", "bestBidPrice", DECIMAL, "11545.3"),
        ("buy_amount", "bestBidQuantity", DECIMAL, "0.2"),
        ("sell", "bestAskPrice", DECIMAL, "11545.5"),
        ("sell_amount", "bestAskQuantity", DECIMAL, "0.30"),
        ("high", "highPrice", DECIMAL, "11680"),
        ("low", "lowPrice", DECIMAL, "11300"),
        ("last", "lastPrice", DECIMAL, "11545.4"),
        ("timestamp", "updatedAtMs", MS, 1602680518605),
        ("vol", "volume", DECIMAL, "3021.8"),
        ("percent", "percentChange", PERCENT, "-1.16"),
        ("last_cny", "lastPriceCny", DECIMAL, "77909.05"),
        ("base_last_cny?", "baseLastPriceCny", DECIMAL, "77909.04912000"),
        ("last_usd", "lastPriceUsd", DECIMAL, "11545.4"),
    ),
)

TRADE_LIMITS = Table(
    "trade-limits",
    fields(
        (
            "min_trade_price",
            "minPrice",
            map_of(DECIMAL),
            {"default": "0.00000001", "USDT": "0.0001", "DAI": "0.0001"},
        ),
        ("min_trade_amount", "minQuantity", map_of(DECIMAL), {"default": "0.0001"}),
        (
            "min_trade_money",
            "minValue",
            map_of(DECIMAL),
            {"USDT": "1", "DAI": "1", "GUSD": "1", "BIX": "3", "BTC": "0.0002", "ETH": "0.005"},
        ),
    ),
)

SERVER_TIME = Table("server-time", fields(("time", "serverTimeMs", MS_TEXT, 1602680518605)))

TABLES = [
    CONTRACT,
    PRECISION,
    FUNDING_RATE,
    TAG_PRICE,
    KLINE,
    LEVEL,
    DEPTH,
    SPOT_PAIR,
    MARKET,
    DEAL,
    TICKER,
    TRADE_LIMITS,
    SERVER_TIME,
]


def special_cases() -> list:
    """What the field notes say of these records beyond their tables."""
    usdt = CONTRACT.sample()
    usd = {
        **usdt,
        "pair": "5BTC_USD",
        "contractValue": "1.0000000000",
        "maxPositionQuantity": "100000000.0000000000",
        "riskBaseQuantity": "1000000.0000000000",
        "riskStepQuantity": "50000.0000000000",
    }
    # Field note 28, its digits as they are printed, numbers bare.
    printed = (
        '{"pair":"5BTC_USD","leverage_min":"1","leverage_max":"150.0000000000","value":1,"maker_fee":0.0002,'
        '"taker_fee":0.00055,"open_max_per":"100.0000000000","pending_max":100,"hold_max":100000000,'
        '"risk_level_base":1000000,"risk_level_dx":50000}'
    )
    digits = {
        **usd,
        "minLeverage": "1",
        "contractValue": "1",
        "makerFeeRate": "0.0002",
        "takerFeeRate": "0.00055",
        "maxPositionQuantity": "100000000",
        "riskBaseQuantity": "1000000",
        "riskStepQuantity": "50000",
    }
    padded = {**usd, "makerFeeRate": "0.0002000000", "takerFeeRate": "0.0005500000"}
    # Document 2 writes spot levels price first.
    spot = DEPTH.wire({"pair": "BTC_USDT", "updatedAtMs": 1602680518605, "asks": ASKS, "bids": None})
    turned = {**spot, "asks": [{"price": level["price"], "volume": level["volume"]} for level in spot["asks"]]}
    value = {"pair": "BTC_USDT", "updatedAtMs": 1602680518605, "asks": ASKS, "bids": None}
    # Field note 31: what is seen live.
    seen = {
        "minPrice": {"default": "0.00000001", "USDT": "0.0001", "DAI": "0.0001"},
        "minQuantity": {"default": "0.0001"},
        "minValue": {
            "USDT": "1",
            "USDC": "1",
            "DAI": "1",
            "GUSD": "1",
            "BIX": "3",
            "BTC": "0.0002",
            "ETH": "0.005",
        },
    }
    bare = (
        '{"min_trade_price":{"default":0.00000001,"USDT":0.0001,"DAI":1E-4},"min_trade_amount":{"default":0.0001},'
        '"min_trade_money":{"USDT":1,"USDC":1,"DAI":1,"GUSD":1,"BIX":3,"BTC":0.0002,"ETH":0.005}}'
    )
    return [
        tolerated("contract", printed, digits, CONTRACT.wire(padded)),
        CONTRACT.of(usd),
        case("depth", turned, value, spot),
        DEPTH.of({"pair": "5BTC_USD", "updatedAtMs": 1602680518605, "asks": [], "bids": None}),
        tolerated("trade-limits", bare, seen, TRADE_LIMITS.wire(seen)),
    ]
