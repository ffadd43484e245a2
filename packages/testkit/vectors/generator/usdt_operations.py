"""Document 1, Endpoints: paths, parameters in the order of their tables, results."""

from . import market_records as market
from . import trading_records as trading
from .operation import Op, choices
from .wallet_records import ALTERNATE_DOMAIN
from .wire import ANYTHING, DECIMAL, ID_INTEGER, ID_TEXT, NAME_ID, TEXT, Kind, Table, constant, fields, integer
from .wire import list_of, map_of, same
from .words import MODES, ORDER_SIDES, ORDER_STATUSES, ORDER_TYPES, PERIODS, POSITION_SIDES, TRANSFERS

PAIR = ("pair", "pair", TEXT, "4BTC_USDT")
ANY_PAIR = ("pair?", "pair", TEXT, "4BTC_USDT")
ORDER_ID = ("order_id", "orderId", ID_TEXT, "12875281286404369")
PAGING = [("page", "page", integer(), 1), ("size", "size", integer(), 10)]
SIDE = choices(ORDER_SIDES)
POSITION_SIDE = choices(POSITION_SIDES)
TYPE = choices(ORDER_TYPES)
PERIOD = Kind(same, members=tuple(PERIODS))
STATUS_LIST = Kind(lambda names: [value for name in names for value, word in ORDER_STATUSES.items() if word == name])
NO_PARAMS = Table("nothing", [])


def params(*rows: tuple) -> Table:
    return Table("params", fields(*rows))


PLACE_ORDER = params(
    PAIR,
    ("amount", "quantity", DECIMAL, "0.001"),
    ("order_side", "side", SIDE, "open-long"),
    ("order_type", "type", TYPE, "limit"),
    ("price", "price", DECIMAL, "60000"),
    ("order_from", "", constant(6), 6),
    ("client_oid?", "clientOrderId", NAME_ID, "1602679943911"),
    ("plan_type?", "attachedOrderType", TYPE, "limit"),
    ("profit_price?", "takeProfitTriggerPrice", DECIMAL, "61000"),
    ("loss_price?", "stopLossTriggerPrice", DECIMAL, "59000"),
    ("exec_profit_price?", "takeProfitPrice", DECIMAL, "61000.5"),
    ("exec_loss_price?", "stopLossPrice", DECIMAL, "58999.5"),
)
LIMIT = {"pair": "4BTC_USDT", "quantity": "0.0010", "side": "open-long", "type": "limit", "price": "60000.10"}
SHORT = {**LIMIT, "side": "open-short"}
ATTACHED = {"attachedOrderType": "market", "takeProfitTriggerPrice": "59000", "stopLossTriggerPrice": "61000"}
PLACE_CASES = [
    PLACE_ORDER.sample(),
    LIMIT,
    {**LIMIT, "clientOrderId": "my-order_7"},
    {**SHORT, **ATTACHED},
    {**SHORT, "type": "market", **ATTACHED},
    {**LIMIT, "side": "close-long"},
    {**LIMIT, "side": "close-short", "type": "market"},
]
PLACED = trading.PLACED_ORDER.sample()
PLACED_RESULTS = [PLACED, *({**PLACED, "status": word} for word in ORDER_STATUSES.values())]

PLAN_PARAMS = params(
    ANY_PAIR,
    ("price", "price", DECIMAL, "61000.5"),
    ("trigger_price", "triggerPrice", DECIMAL, "61000"),
    ("amount", "quantity", DECIMAL, "0.001"),
    ("side", "side", POSITION_SIDE, "long"),
    ("plan_type", "plan", choices({1: "take-profit", 2: "stop-loss"}), "take-profit"),
    ("book_type", "type", TYPE, "limit"),
)
HISTORY_PARAMS = [
    ANY_PAIR,
    *PAGING,
    ("side?", "side", SIDE, "open-long"),
    ("status?", "status", STATUS_LIST, list(ORDER_STATUSES.values())),
]
ORDER_IDS = list_of(ID_TEXT)
BY_ID_PARAMS = [
    ("orderIds", "orderIds", ORDER_IDS, ["421112953438215", "11221615815381299"]),
    ("clientOids", "clientOrderIds", ORDER_IDS, ["1602679943911"]),
]
KLINE_PARAMS = [PAIR, ("period", "period", PERIOD, "1min"), ("size?", "size", integer(), 1000)]
SIZE = ("size?", "size", integer(), 200)


def each(table: Table) -> tuple:
    """An array of records, once with several and once with none."""
    return list_of(table.kind()), [[table.sample(), table.sample()], []]


def one(table: Table) -> tuple:
    return table.kind(), [table.sample()]


def by_pair(table: Table, pair: str) -> tuple:
    return map_of(table.kind()), [{pair: {**table.sample(), **({"pair": pair} if "pair" in table.sample() else {})}}, {}]


DONE = (ANYTHING, ["success"])
DOMAINS = each(ALTERNATE_DOMAIN)
KLINES = each(market.KLINE)


def post(name: str, path: str, table: Table, result: tuple, **more) -> Op:
    return Op(f"usdt.{name}", "POST", path, table, *result, **more)


def get(name: str, path: str, table: Table, result: tuple, **more) -> Op:
    return Op(f"usdt.{name}", "GET", path, table, *result, **more)


TRANSFER = post(
    "transferFunds",
    "/v3/cbuassets/transfer",
    params(
        ("amount", "amount", DECIMAL, "0.01"),
        ("symbol", "coin", TEXT, "USDT"),
        ("type", "direction", choices(TRANSFERS), "in"),
    ),
    (ANYTHING, ["352559634189422592"]),
    envelope="without cmd",
    also_at=("/v3/assets/transfer/cbu",),
)
ADJUST_MARGIN = post(
    "adjustMargin",
    "/v3/cbu/changeMargin",
    params(PAIR, ("margin", "margin", DECIMAL, "-0.50"), ("side", "side", POSITION_SIDE, "long")),
    (ANYTHING, [{}]),
    envelope="state-only",
)
PLACE = post(
    "placeOrder",
    "/v3/cbu/order/open",
    PLACE_ORDER,
    (trading.PLACED_ORDER.kind(), PLACED_RESULTS),
    envelope="beside",
    cases=PLACE_CASES,
)
CLIENT_IDS = [("order_ids", "clientOrderIds", list_of(NAME_ID), ["1602679943911", "my-order_7"])]
OPEN_ORDER_PARAMS = [
    ANY_PAIR,
    ("order_side", "side", SIDE, "open-long"),
    ("page?", "page", integer(), 1),
    ("size?", "size", integer(), 20),
]
MODE_PARAMS = [
    PAIR,
    ("mode", "mode", choices(MODES), "cross"),
    ("leverage_long", "longLeverage", integer(), 1),
    ("leverage_short", "shortLeverage", integer(), 100),
]
MANY_IDS = ("order_ids", "orderIds", ORDER_IDS, ["12875281286404369", "1125899906842648855"])

OPERATIONS = [
    get("getAlternateDomains", "/v1/public/queryApiDomain", NO_PARAMS, DOMAINS),
    TRANSFER,
    PLACE,
    post("cancelOrder", "/v3/cbu/order/close", params(ORDER_ID), DONE),
    post("cancelOrders", "/v3/cbu/order/closeBatch", params(MANY_IDS), DONE),
    post("cancelAllOrders", "/v3/cbu/order/closeAll", params(PAIR), DONE),
    post("placePlanOrder", "/v3/cbu/order/planOpen", PLAN_PARAMS, DONE),
    post("getPlanOrders", "/v3/cbu/order/planOrderList", params(ANY_PAIR), each(trading.PLAN_ORDER)),
    post("cancelPlanOrder", "/v3/cbu/order/planClose", params(ORDER_ID), DONE),
    post("cancelAllPlanOrders", "/v3/cbu/order/planCloseAll", params(ANY_PAIR), DONE),
    ADJUST_MARGIN,
    post("setModeAndLeverage", "/v3/cbu/changeMode", params(*MODE_PARAMS), DONE),
    post("getAssets", "/v3/cbu/assets", params(("coin?", "coin", TEXT, "USDT")), each(trading.CONTRACT_ASSET)),
    post(
        "getPositions",
        "/v3/cbu/position",
        params(ANY_PAIR, ("side?", "side", POSITION_SIDE, "long")),
        each(trading.POSITION),
    ),
    post("getOpenOrders", "/v3/cbu/order/list", params(*OPEN_ORDER_PARAMS), one(trading.OPEN_ORDER_PAGE)),
    post("getOrder", "/v3/cbu/order/detail", params(ORDER_ID), one(trading.ORDER)),
    post("getOrders", "/v3/cbu/order/listBatch", params(MANY_IDS), each(trading.ORDER)),
    post(
        "getOrdersByClientOrderId",
        "/v3/cbu/order/listBatchByClientOid",
        params(*CLIENT_IDS),
        each(trading.ORDER),
    ),
    get("getServerTime", "/v3/cbu/timestamp", NO_PARAMS, one(market.SERVER_TIME), envelope="bare"),
    post("listPositionChanges", "/v3.1/cquery/base_u/dealLog", params(PAIR, *PAGING), one(trading.POSITION_CHANGE_PAGE)),
    post(
        "listFills",
        "/v3.1/cquery/base_u/orderDetail",
        params(("orderId", "orderId", ID_INTEGER, "12875281286404369"), *PAGING),
        one(trading.FILL_PAGE),
    ),
    post(
        "listOrderHistory",
        "/v3.1/cquery/base_u/orderHistory",
        params(*HISTORY_PARAMS),
        one(trading.HISTORICAL_ORDER_PAGE),
    ),
    post(
        "getHistoricalOrders",
        "/v3.1/cquery/base_u/orderById",
        params(*BY_ID_PARAMS),
        each(trading.HISTORICAL_ORDER),
    ),
    get("getFundingRates", "/v3.1/cquery/buFundRate", NO_PARAMS, by_pair(market.FUNDING_RATE, "4BTC_USDT")),
    get("getTagPrices", "/v3.1/cquery/buTagPrice", NO_PARAMS, by_pair(market.TAG_PRICE, "4BTC_USDT")),
    get("getContracts", "/v3.1/cquery/buValue", NO_PARAMS, each(market.CONTRACT)),
    get("getPrecisions", "/v3.1/cquery/buUnit", NO_PARAMS, each(market.PRECISION)),
    # Field note 22: method and path are not in the document.
    get("getKlines", "/v2/mdata/kline", params(*KLINE_PARAMS), KLINES, envelope="ver 2.0"),
    get("getDepth", "/v2/mdata/depth", params(PAIR, SIZE), one(market.DEPTH), envelope="ver 2.0"),
]


def other_answers() -> list:
    """Results that are ignored may be absent; names and order of what may be ignored do not matter."""
    placed = trading.PLACED_ORDER
    busy = '{ "cmd": "open", "status": "1", "order_id": 12875281286404369, "extra": null, "state": 0 }'
    without = {"orderId": PLACED["orderId"], "status": "open"}
    sent = f'{{"state":0,"order_id":"{PLACED["orderId"]}","client_oid":"","status":1,"cmd":"open"}}'
    return [
        TRANSFER.answered("without-result", '{"state":0}', None, None),
        TRANSFER.answered("with-cmd", '{"state":0,"result":"success","cmd":"cbuassets/transfer"}', "success", "success", '{"state":0,"result":"success"}'),
        PLACE.answered("turned-round", busy, placed.wire(without), without, sent),
        ADJUST_MARGIN.answered("with-result", '{"state":0,"result":"ok","cmd":"changeMargin"}', None, {}, '{"state":0}'),
    ]
