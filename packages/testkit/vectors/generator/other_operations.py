"""Document 2, Endpoints: batch query, spot market data, wallet; paths, parameters in the order of their tables, results."""

from . import market_records as market
from . import trading_records as trading
from . import wallet_records as wallet
from .operation import Op, choices
from .usdt_operations import BY_ID_PARAMS, HISTORY_PARAMS, KLINE_PARAMS, NO_PARAMS, PAGING, SIZE, by_pair, each, one, params
from .wire import ID_INTEGER, MS, NUMBER, TEXT, Table, integer, write
from .words import ASSET_DETAILS, DEPOSIT_FILTERS, WITHDRAWAL_FILTERS

COIN_PAIR = ("pair", "pair", TEXT, "5BTC_USD")
SPOT_PAIR = ("pair", "pair", TEXT, "BTC_USDT")


def coin_rows(rows: list) -> list:
    return [(*row[:3], "5BTC_USD") if row[1] == "pair" else row for row in rows]


def form(name: str, command: str, rows: list, result: tuple) -> Op:
    return Op(f"coin.{name}", "FORM", "/v1.1/cquery", params(*rows), *result, envelope="batch", command=command)


def coin_get(name: str, command: str, result: tuple) -> Op:
    return Op(f"coin.{name}", "GET", "/v1.1/cquery", NO_PARAMS, *result, envelope="command", command=command)


def spot(name: str, path: str, table: Table, result: tuple) -> Op:
    return Op(f"spot.{name}", "GET", path, table, *result, envelope="ver 3")


def post(name: str, path: str, rows: list, result: tuple, **more) -> Op:
    return Op(f"wallet.{name}", "POST", path, params(*rows), *result, **more)


LIST_FILLS = form(
    "listFills",
    "bc/orderDetail",
    [("orderId", "orderId", ID_INTEGER, "421112953438215"), *PAGING],
    one(trading.FILL_PAGE),
)
COIN = [
    form("listPositionChanges", "bc/dealLog", [COIN_PAIR, *PAGING], one(trading.POSITION_CHANGE_PAGE)),
    LIST_FILLS,
    form("listOrderHistory", "bc/orderHistory", coin_rows(HISTORY_PARAMS), one(trading.HISTORICAL_ORDER_PAGE)),
    form("getHistoricalOrders", "bc/orderById", BY_ID_PARAMS, each(trading.HISTORICAL_ORDER)),
    coin_get("getFundingRates", "bcFundRate", by_pair(market.FUNDING_RATE, "5BTC_USD")),
    coin_get("getTagPrices", "bcTagPrice", by_pair(market.TAG_PRICE, "5BTC_USD")),
    coin_get("getContracts", "bcValue", each(market.CONTRACT)),
    coin_get("getPrecisions", "bcUnit", each(market.PRECISION)),
]

ONE_PAIR = params(SPOT_PAIR)
SIZED = params(SPOT_PAIR, SIZE)
KLINES = params(*((*row[:3], "BTC_USDT") if row[1] == "pair" else row for row in KLINE_PARAMS))
DEALS = spot("getDeals", "/v3/mdata/deals", SIZED, each(market.DEAL))
#: No `ver` here: "response has state, cmd, result".
TRADE_LIMITS = Op("spot.getTradeLimits", "GET", "/v3.1/orderpending/tradeLimit", NO_PARAMS, *one(market.TRADE_LIMITS))
SPOT = [
    spot("ping", "/v3/mdata/ping", NO_PARAMS, (MS, [1602680518605])),
    spot("getPairs", "/v3/mdata/pairList", NO_PARAMS, each(market.SPOT_PAIR)),
    spot("getKlines", "/v3/mdata/kline", KLINES, each(market.KLINE)),
    spot("getMarkets", "/v3/mdata/marketAll", NO_PARAMS, each(market.MARKET)),
    spot("getMarket", "/v3/mdata/market", ONE_PAIR, one(market.MARKET)),
    spot("getDepth", "/v3/mdata/depth", SIZED, one(market.DEPTH)),
    DEALS,
    spot("getTicker", "/v3/mdata/ticker", ONE_PAIR, one(market.TICKER)),
    TRADE_LIMITS,
]

DETAIL = ("select?", "detail", choices(ASSET_DETAILS), "totals")
COIN_SYMBOL = ("coin_symbol", "coin", TEXT, "BTC")
ANY_COIN = ("coin_symbol?", "coin", TEXT, "BTC")
PAGES = [("page", "page", integer(), 1), ("size", "size", integer(), 50)]
#: The amount is "double": a bare number, and a plain one, since its text is signed.
WITHDRAW_ROWS = [
    ("coin_symbol", "coin", TEXT, "EOS"),
    ("amount", "amount", NUMBER, "0.5"),
    ("addr", "address", TEXT, "3QJmV3qfvL9SuYo34YihAf3sRCW3qSinyC"),
    ("memo?", "memo", TEXT, "1234"),
]
WITHDRAWAL = {"coin": "BTC", "address": "3QJmV3qfvL9SuYo34YihAf3sRCW3qSinyC"}
AMOUNTS = ["0.00000001", "1.10", "1000000000000000000000", "123456789.012345678901234567"]
WITHDRAW = post(
    "withdraw",
    "/v3.1/transfer/transferOut",
    WITHDRAW_ROWS,
    (ID_INTEGER, ["421112953438215", "11221615815381299"]),
    cases=[
        {**WITHDRAWAL, "amount": "0.5", "memo": 'tag "7" é'},
        *({**WITHDRAWAL, "amount": amount} for amount in AMOUNTS),
    ],
)
WALLET = [
    post("getMainAssets", "/v3.1/transfer/mainAssets", [DETAIL], one(wallet.ASSET_SUMMARY)),
    post("getSpotAssets", "/v3.1/spot/account/assets", [DETAIL], one(wallet.ASSET_SUMMARY)),
    post(
        "getDepositAddress",
        "/v3.1/transfer/transferIn",
        [COIN_SYMBOL],
        (TEXT, ["3QJmV3qfvL9SuYo34YihAf3sRCW3qSinyC"]),
    ),
    WITHDRAW,
    post(
        "listDeposits",
        "/v3.1/transfer/transferInList",
        [("filter_type?", "filter", choices(DEPOSIT_FILTERS), "all"), ANY_COIN, *PAGES],
        one(wallet.DEPOSIT_PAGE),
    ),
    post(
        "listWithdrawals",
        "/v3.1/transfer/transferOutList",
        [("filter_type?", "filter", choices(WITHDRAWAL_FILTERS), "review-rejected"), ANY_COIN, *PAGES],
        one(wallet.WITHDRAWAL_PAGE),
    ),
    post("getCoinConfigurations", "/v3.1/transfer/coinConfig", [ANY_COIN], each(wallet.COIN_CONFIGURATION)),
]

OPERATIONS = [*COIN, *SPOT, *WALLET]


def other_answers() -> list:
    """Field note 33 (`volume` for `amount`), the trade limits in the order of document 2, an answer with more keys."""
    deal = market.DEAL.sample()
    wire = market.DEAL.wire(deal)
    renamed = {"volume" if key == "amount" else key: item for key, item in wire.items()}
    limits = market.TRADE_LIMITS.sample()
    limits_wire = market.TRADE_LIMITS.wire(limits)
    fills = trading.FILL_PAGE.sample()
    fills_wire = trading.FILL_PAGE.wire(fills)
    return [
        DEALS.answered(
            "volume",
            write({"state": 0, "result": [renamed], "cmd": "deals", "ver": "3"}),
            [renamed],
            [deal],
            write({"state": 0, "result": [wire], "cmd": "deals", "ver": "3"}),
        ),
        TRADE_LIMITS.answered(
            "documented-order",
            write({"state": 0, "cmd": "tradeLimit", "result": limits_wire}),
            limits_wire,
            limits,
            write({"state": 0, "result": limits_wire, "cmd": "tradeLimit"}),
        ),
        LIST_FILLS.answered(
            "more-keys",
            write({"index": "1", "cmd": 7, "result": fills_wire, "ver": "1.1", "took": 3}),
            fills_wire,
            fills,
            write({"result": fills_wire, "cmd": "bc/orderDetail", "index": 1}),
        ),
    ]
