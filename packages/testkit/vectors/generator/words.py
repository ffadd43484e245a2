"""The enumerations of both documents: the number on the wire and the word that stands for it outside."""

from .wire import words

# document 1, Resources, Enumerations
ORDER_SIDES = {1: "open-long", 2: "open-short", 3: "close-long", 4: "close-short"}
POSITION_SIDES = {1: "long", 2: "short"}
MODES = {1: "cross", 2: "fixed"}
ORDER_TYPES = {1: "market", 2: "limit"}
ORDER_STATUSES = {1: "open", 2: "partly-filled", 3: "filled", 4: "partly-cancelled", 5: "cancelled", 100: "failed"}

ORDER_SIDE = words(ORDER_SIDES)
POSITION_SIDE = words(POSITION_SIDES)
MODE = words(MODES)
ORDER_TYPE = words(ORDER_TYPES)
ORDER_STATUS = words(ORDER_STATUSES)
CHANGE_TYPE = words({1: "open", 2: "close", 3: "lighten", 4: "liquidate", 5: "auto-deleverage"})
#: 6 places orders; "other values (for example 4) appear in returned records"; which 4 is, this project has chosen.
ORDER_SOURCE = words({4: "plan", 6: "api"})
# document 1, Order, short-key form: any other value means that none is set; 0 is the one that is sent then
ATTACHED = words({0: "none", 1: "market", 2: "limit"})
# document 1, Plan order, and States; field note 18
PLAN = words({1: "take-profit", 2: "stop-loss"})
PLAN_STATUS = words({1: "waiting", 2: "triggered", 3: "cancelled", 4: "trigger-failed", 5: "counterpart-triggered"})
LIQUIDITY = words({0: "taker", 1: "maker"})

# document 1, Events; field notes 5 and 19
TRADE_SIDE = words({1: "buy", 2: "sell"})
TRADE_SIDE_TEXT = words({1: "buy", 2: "sell"}, as_text=True)
DATA_KIND = words({0: "full", 1: "incremental"})
COMPRESSION = words({0: "plain", 1: "compressed"})

# document 2, States and transitions
DEPOSIT_STATUS = words({1: "in-progress", 2: "credited", 3: "failed"})
WITHDRAWAL_STATUS = words({1: "in-progress", 2: "succeeded", 3: "failed", 4: "cancelled"})
DEPOSIT_FILTERS = {0: "all", 1: "in-progress", 2: "credited", 3: "failed"}
WITHDRAWAL_FILTERS = {
    -2: "review-rejected",
    -1: "cancelled",
    0: "review-pending",
    1: "review-passed",
    2: "paying-out",
    3: "paid-out",
}
ASSET_DETAILS = {0: "totals", 1: "every-coin"}
TRANSFERS = {0: "in", 1: "out"}

PUSH_PERIODS = ["1min", "5min", "15min", "30min", "1hour", "2hour", "4hour", "6hour", "12hour", "day", "week"]
#: A REST period only: field note 33.
PERIODS = ["1min", "3min", *PUSH_PERIODS[1:]]
