"""Records of orders, fills, positions and assets: document 1, Resources; document 2, Coin-margined records."""

from dataclasses import replace

from .wire import DECIMAL, ID_INTEGER, ID_TEXT, ISO, MS, NAME_ID, TEN, TEXT, Table, fields, integer, list_of
from .words import (
    ATTACHED,
    CHANGE_TYPE,
    LIQUIDITY,
    MODE,
    ORDER_SIDE,
    ORDER_SOURCE,
    ORDER_STATUS,
    ORDER_TYPE,
    PLAN,
    PLAN_STATUS,
    POSITION_SIDE,
)

#: A price that is there: 0 says that there is none (field note 43).
PRICE = replace(DECIMAL, more=("1234567890123456789.0123456789012345678", "0.00000001"))
REASON = integer(0, -1, 2027)
COUNT = integer(0, 1, 9007199254740991)

ORDER = Table(
    "order",
    fields(
        ("oi", "orderId", ID_TEXT, "12875281286404369"),
        ("coi?", "clientOrderId", NAME_ID, "1602679943911", ""),
        ("pi", "pair", TEXT, "4BTC_USDT"),
        ("sd", "side", ORDER_SIDE, "open-long"),
        ("p", "price", DECIMAL, "60000.10"),
        ("q", "quantity", DECIMAL, "0.0010000000"),
        ("dp", "dealPrice", DECIMAL, "0"),
        ("eq", "dealQuantity", DECIMAL, "0.0000000000"),
        ("f", "fee", DECIMAL, "0.036"),
        ("fb", "tokenFeeDeduction", DECIMAL, "0.5"),
        ("fb0", "couponFeeDeduction", DECIMAL, "1.25"),
        ("fz", "frozen", DECIMAL, "6.0756"),
        ("r", "reason", REASON, 0),
        ("s", "status", ORDER_STATUS, "open"),
        ("t", "createdAtMs", MS, 1602679943911),
        ("ui", "userId", ID_INTEGER, "100006"),
        ("of", "source", ORDER_SOURCE, "api"),
        ("bt?", "attachedOrderType", ATTACHED, "limit"),
        ("tw?", "takeProfitTriggerPrice", PRICE, "61000", ""),
        ("tl?", "stopLossTriggerPrice", PRICE, "59000", ""),
        ("pw?", "takeProfitPrice", PRICE, "61000.5", ""),
        ("pl?", "stopLossPrice", PRICE, "58999.5", ""),
    ),
    {"tif": 0, "po": False, "tt": 1, "ot": 2, "tpl": "0", "tpw": "0", "pd": None},
)

HISTORICAL_ORDER = Table(
    "historical-order",
    fields(
        ("id", "orderId", ID_INTEGER, "421112953438215"),
        ("user_id", "userId", ID_INTEGER, "100006"),
        ("coin_symbol", "coin", TEXT, "BTC"),
        ("pair", "pair", TEXT, "5BTC_USD"),
        ("side", "side", ORDER_SIDE, "open-short"),
        ("order_type", "type", ORDER_TYPE, "limit"),
        ("price", "price", TEN, "11692.0000000000"),
        ("amount_coin", "quantity", TEN, "1.0000000000"),
        ("freeze", "frozen", TEN, "0.0000000000"),
        ("price_deal", "dealPrice", TEN, "11692.2000000000"),
        ("deal_coin", "dealQuantity", TEN, "1.0000000000"),
        ("deal_num", "dealCount", COUNT, 1),
        ("fee", "fee", TEN, "0.0000000599"),
        ("fee_bix", "tokenFeeDeduction", TEN, "0.0000000000"),
        ("fee_bix0", "couponFeeDeduction", TEN, "0.0000000000"),
        ("status", "status", ORDER_STATUS, "filled"),
        ("reason", "reason", REASON, 0),
        ("fee_rate_maker", "makerFeeRate", TEN, "0.0007000000"),
        ("fee_rate_taker", "takerFeeRate", TEN, "0.0008000000"),
        ("client_oid?", "clientOrderId", ID_INTEGER, "1602679943911", 0),
        ("order_from?", "source", ORDER_SOURCE, "unknown:2"),
        ("createdAt", "createdAtMs", ISO, 1602679944000),
        ("updatedAt", "updatedAtMs", ISO, 1602679945123),
    ),
)

FILL = Table(
    "fill",
    fields(
        ("id", "fillId", ID_TEXT, "1125899906842648855"),
        ("coin_symbol", "coin", TEXT, "BTC"),
        ("pair", "pair", TEXT, "5BTC_USD"),
        ("side", "side", ORDER_SIDE, "close-long"),
        ("order_from", "source", ORDER_SOURCE, "api"),
        ("price", "price", TEN, "11692.0000000000"),
        ("deal_price", "dealPrice", TEN, "11692.2000000000"),
        ("deal_coin", "dealQuantity", TEN, "1.0000000000"),
        ("fee", "fee", TEN, "0.0000000599"),
        ("fee_bix", "tokenFeeDeduction", TEN, "0.0000000000"),
        ("fee_bix0", "couponFeeDeduction", TEN, "0.0000000000"),
        ("is_maker", "liquidity", LIQUIDITY, "taker"),
        ("createdAt", "createdAtMs", ISO, 1602679944000),
    ),
)

#: Field notes 17 and 43: `ep` is the executed quantity, and `s`, `ot` and `q` are the order's, though the document calls them ignored.
PUSHED_FILL = Table(
    "pushed-fill",
    fields(
        ("oi", "orderId", ID_TEXT, "12875281286404369"),
        ("ui", "userId", ID_INTEGER, "100006"),
        ("id", "fillId", ID_TEXT, "1125899906842648855"),
        ("coi?", "clientOrderId", NAME_ID, "1602679943911", ""),
        ("pi", "pair", TEXT, "4BTC_USDT"),
        ("sd", "side", ORDER_SIDE, "open-long"),
        ("of", "source", ORDER_SOURCE, "api"),
        ("s?", "orderStatus", ORDER_STATUS, "filled"),
        ("ot?", "orderType", ORDER_TYPE, "limit"),
        ("q?", "orderQuantity", DECIMAL, "0.001"),
        ("p", "price", DECIMAL, "60000"),
        ("dp", "dealPrice", DECIMAL, "59999.9"),
        ("ep?", "dealQuantity", DECIMAL, "0.001"),
        ("f", "fee", DECIMAL, "0.03"),
        ("fb0", "couponFeeDeduction", DECIMAL, "0"),
        ("fb", "tokenFeeDeduction", DECIMAL, "0"),
        ("im", "liquidity", LIQUIDITY, "maker"),
        ("t", "createdAtMs", MS, 1602679943911),
    ),
)

POSITION_CHANGE = Table(
    "position-change",
    fields(
        ("id", "positionChangeId", ID_TEXT, "1125899906842635654"),
        ("user_id", "userId", ID_INTEGER, "100006"),
        ("coin_symbol", "coin", TEXT, "BTC"),
        ("pair", "pair", TEXT, "5BTC_USD"),
        ("side", "side", POSITION_SIDE, "long"),
        ("model", "mode", MODE, "cross"),
        ("log_type", "type", CHANGE_TYPE, "open"),
        ("hold_coin_dx", "quantityChange", TEN, "1.0000000000"),
        ("hold_coin", "quantity", TEN, "0.0000000000"),
        ("price_log", "price", TEN, "11692.0000000000"),
        ("price_open", "openPrice", TEN, "11692.2000000000"),
        ("profit", "profit", TEN, "-0.0000000015"),
        ("fee", "fee", TEN, "0.0000000599"),
        ("fee_bix", "tokenFeeDeduction", TEN, "0.0000000000"),
        ("fee_bix0", "couponFeeDeduction", TEN, "0.0000000000"),
        ("createdAt", "createdAtMs", ISO, 1602679944000),
        ("updatedAt", "updatedAtMs", ISO, 1602679945123),
    ),
)

PUSHED_POSITION_CHANGE = Table(
    "pushed-position-change",
    fields(
        ("id", "positionChangeId", ID_TEXT, "1125899906842635654"),
        ("user_id", "userId", ID_INTEGER, "100006"),
        ("type", "type", CHANGE_TYPE, "liquidate"),
        ("mode", "mode", MODE, "fixed"),
        ("pair", "pair", TEXT, "4BTC_USDT"),
        ("price", "price", DECIMAL, "54300.1"),
        ("hold_dx", "quantityChange", DECIMAL, "-0.001"),
        ("order_side", "side", POSITION_SIDE, "long"),
        ("time", "createdAtMs", MS, 1602679943911),
    ),
)

POSITION = Table(
    "position",
    fields(
        ("l", "leverage", DECIMAL, "10"),
        ("sd", "side", POSITION_SIDE, "short"),
        ("pa", "alertPrice", DECIMAL, "65000"),
        ("ui", "userId", ID_INTEGER, "100006"),
        ("pf", "liquidationPrice", DECIMAL, "66000"),
        ("md", "mode", MODE, "fixed"),
        ("lc", "closableQuantity", DECIMAL, "0.001"),
        ("pi", "pair", TEXT, "4BTC_USDT"),
        ("mg", "margin", DECIMAL, "6.0"),
        ("hc", "quantity", DECIMAL, "0.0010000000"),
        ("po", "openPrice", DECIMAL, "60000"),
        ("pp", "takeProfitQuantity", DECIMAL, "0"),
        ("ps", "stopLossQuantity", DECIMAL, "0"),
    ),
    {
        "pt": "0",
        "f": "0.036",
        "fb0": "0",
        "fb": "0",
        "id": 1125899906842648855,
        "sp": "0",
        "ut": 1602679943911,
        "cc": None,
        "st": 1,
        "pc": {},
        "t": 1602679943911,
        "v": 1,
    },
)

CONTRACT_ASSET = Table(
    "contract-asset",
    fields(
        ("b", "available", DECIMAL, "993.9244"),
        ("c", "coin", TEXT, "USDT"),
        ("u", "userId", ID_INTEGER, "100006"),
        ("ff", "fixedFrozen", DECIMAL, "6.0756"),
        ("fc", "crossFrozen", DECIMAL, "0"),
        ("mf", "fixedMargin", DECIMAL, "6"),
        ("mc", "crossMargin", DECIMAL, "0.00"),
    ),
    {"t": 1602679943911, "v": 7},
)

PLAN_ORDER = Table(
    "plan-order",
    fields(
        ("oi", "orderId", ID_TEXT, "12875281286404370"),
        ("pi", "pair", TEXT, "4BTC_USDT"),
        ("pr", "price", DECIMAL, "61000.5"),
        ("tp", "triggerPrice", DECIMAL, "61000"),
        ("q", "quantity", DECIMAL, "0.001"),
        ("sd", "side", POSITION_SIDE, "long"),
        ("pt", "plan", PLAN, "take-profit"),
        ("bt", "type", ORDER_TYPE, "limit"),
        ("s", "status", PLAN_STATUS, "waiting"),
    ),
    {"pid": "1", "si": 1, "bid": "0", "otd": 2, "tt": 1, "r": 0, "t": 1602679943911, "ui": 100006},
)

PLACED_ORDER = Table(
    "placed-order",
    fields(
        ("order_id", "orderId", ID_TEXT, "12875281286404369"),
        ("client_oid?", "clientOrderId", NAME_ID, "1602679943911", ""),
        ("status", "status", ORDER_STATUS, "open"),
    ),
)


def page(name: str, items: Table) -> Table:
    """`{count, page, items[]}`."""
    return Table(
        name,
        fields(
            ("count", "count", COUNT, 11),
            ("page", "page", integer(2), 1),
            ("items", "items", list_of(items.kind()), [items.sample()]),
        ),
    )


#: Field note 23: `p` is the page, `t` the total count.
OPEN_ORDER_PAGE = Table(
    "open-order-page",
    fields(
        ("p", "page", integer(2), 1),
        ("t", "total", COUNT, 1),
        ("o", "orders", list_of(ORDER.kind()), [ORDER.sample()]),
    ),
)
FILL_PAGE = page("fill-page", FILL)
HISTORICAL_ORDER_PAGE = page("historical-order-page", HISTORICAL_ORDER)
POSITION_CHANGE_PAGE = page("position-change-page", POSITION_CHANGE)

TABLES = [
    ORDER,
    HISTORICAL_ORDER,
    FILL,
    PUSHED_FILL,
    POSITION_CHANGE,
    PUSHED_POSITION_CHANGE,
    POSITION,
    CONTRACT_ASSET,
    PLAN_ORDER,
    PLACED_ORDER,
    OPEN_ORDER_PAGE,
    FILL_PAGE,
    HISTORICAL_ORDER_PAGE,
    POSITION_CHANGE_PAGE,
]
