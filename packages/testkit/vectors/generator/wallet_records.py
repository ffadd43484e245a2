"""Wallet records: document 2, Wallet records; field notes 30 and 33. Alternate domains: the project's own, field note 32."""

from .wire import DECIMAL, FLAG, ID_INTEGER, MS, NUMBER, TEXT, Table, fields, integer, list_of, or_null
from .words import DEPOSIT_STATUS, WITHDRAWAL_STATUS

COUNT = integer(0, 1, 9007199254740991)

BALANCE = Table(
    "asset-balance",
    fields(
        ("coin_symbol", "coin", TEXT, "BTC"),
        ("balance", "available", DECIMAL, "0.00010000"),
        ("freeze", "frozen", DECIMAL, "0"),
        ("BTCValue", "valueBtc", DECIMAL, "0.0001"),
        ("CNYValue", "valueCny", DECIMAL, "7.79"),
        ("USDValue", "valueUsd", DECIMAL, "1.15"),
    ),
)

ASSET_SUMMARY = Table(
    "asset-summary",
    fields(
        ("total_btc", "totalBtc", DECIMAL, "0.0001"),
        ("total_cny", "totalCny", DECIMAL, "7.79"),
        ("total_usd", "totalUsd", DECIMAL, "1.15"),
        ("assets_list", "assets", list_of(BALANCE.kind()), [BALANCE.sample()]),
    ),
)

DEPOSIT = Table(
    "deposit",
    fields(
        ("id", "depositId", ID_INTEGER, "11221615815381299"),
        ("to&to_address", "address", TEXT, "3QJmV3qfvL9SuYo34YihAf3sRCW3qSinyC"),
        ("tx_id", "transactionId", TEXT, "b6f6991d03df0e2e04dafffcd6bc418aac66049e2cd74b80f14ac86db1e3f0da"),
        ("coin_symbol", "coin", TEXT, "BTC"),
        ("chain_type", "chain", TEXT, "BTC"),
        ("confirmCount", "confirmations", COUNT, 2),
        ("amount", "amount", DECIMAL, "0.50"),
        ("createdAt", "createdAtMs", MS, 1602680518605),
        ("status", "status", DEPOSIT_STATUS, "credited"),
    ),
)

WITHDRAWAL = Table(
    "withdrawal",
    fields(
        ("id", "withdrawalId", ID_INTEGER, "421112953438215"),
        ("to_address", "address", TEXT, "3QJmV3qfvL9SuYo34YihAf3sRCW3qSinyC"),
        ("tx_id", "transactionId", TEXT, ""),
        ("coin_symbol", "coin", TEXT, "EOS"),
        ("chain_type", "chain", TEXT, "EOS"),
        ("amount_real", "amountPaidOut", DECIMAL, "9.9"),
        ("amount", "amount", DECIMAL, "10"),
        ("fee?", "fee", DECIMAL, "0.1"),
        ("createdAt", "createdAtMs", MS, 1602680518605),
        ("memo?", "memo", or_null(TEXT), "1234"),
        ("status", "status", WITHDRAWAL_STATUS, "in-progress"),
    ),
)

COIN_CONFIGURATION = Table(
    "coin-configuration",
    fields(
        ("coin_symbol", "coin", TEXT, "BTC"),
        ("is_active", "active", FLAG, True),
        ("original_decimals", "scale", integer(0, 18), 8),
        ("enable_deposit", "depositEnabled", FLAG, True),
        ("enable_withdraw", "withdrawalEnabled", FLAG, False),
        ("withdraw_fee", "withdrawalFee", NUMBER, "0.0005"),
        ("withdraw_min", "minWithdrawal", NUMBER, "0.001"),
    ),
)

ALTERNATE_DOMAIN = Table(
    "alternate-domain",
    fields(
        ("domain", "restUrl", TEXT, "https://one.example"),
        ("ws", "pushUrl", TEXT, "wss://push.one.example"),
    ),
)


def page(name: str, items: Table) -> Table:
    return Table(
        name,
        fields(
            ("count", "count", COUNT, 51),
            ("page", "page", integer(2), 1),
            ("items", "items", list_of(items.kind()), [items.sample()]),
        ),
    )


DEPOSIT_PAGE = page("deposit-page", DEPOSIT)
WITHDRAWAL_PAGE = page("withdrawal-page", WITHDRAWAL)

TABLES = [
    BALANCE,
    ASSET_SUMMARY,
    DEPOSIT,
    WITHDRAWAL,
    COIN_CONFIGURATION,
    ALTERNATE_DOMAIN,
    DEPOSIT_PAGE,
    WITHDRAWAL_PAGE,
]
