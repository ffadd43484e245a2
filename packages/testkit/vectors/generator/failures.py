"""Refusals and answers that are none: document 1, Errors; field notes 24, 25 and 28."""

from .wire import write

#: Code and message text as published.
PUBLISHED = [
    (2003, "Cookie expired"),
    (2033, "Operation failed! Order completed or canceled"),
    (2034, "Operation failed! Please check parameter"),
    (2040, "Operation failed! No record"),
    (2064, "Canceling. Unable to cancel again"),
    (2065, "Precatory price is exorbitant, please reset"),
    (2066, "Precatory price is low , please reset"),
    (2067, "Limit Order Only"),
    (2068, "Min Amount:0.0001"),
    (2069, "Market order can not be canceled"),
    (2078, "unvalid order price"),
    (2085, "the trade amount is low"),
    (2086, "Abnormal account assets, trade is forbiden"),
    (2091, "request is too frequency, please try again later"),
    (2092, "Minimum amount not met"),
    (3000, "Requested parameter incorrect"),
    (3002, "Parameter cannot be null"),
    (3009, "Illegal subscription channel"),
    (3010, "websocket connection error"),
    (3011, "Illegal subscribe event"),
    (3012, "Interface does not support apikey request method"),
    (3016, "Invalid apikey"),
    (3017, "Trading pair error"),
    (3024, "apikey authorization insufficient"),
    (3025, "apikey signature verification failed"),
    (3026, "apikey ip is restricted"),
    (3027, "No apikey in your account"),
    (3028, "Account apikey has exceeded the limit amount"),
    (3029, "apikey ip has exceeded the limit amount"),
    (3033, "query allow only one cmd"),
    (3034, "maxinum cmds"),
    (3035, "too many cmds"),
    (4000, "the network is unstable now, please try again later"),
    (4003, "The server is busy, please try again later"),
]
#: Field note 28: codes that no table has, without their words.
SEEN = [2011, 2015, 2021, 2027, 2131, 3103]
#: Errors of the older endpoints: document 2, Errors, and field note 25.
OLDER = [3012, 3024, 3025, 3026, 3033, 3034, 3035]


def refusal(operation: str, label: str, body: str, code: int, message: str, sent: bool = True) -> dict:
    """`sent`: a server writes this very body."""
    error = {"code": "venue-refused", "venueCode": code, "message": message}
    return {"id": f"{operation}/{label}", "operation": operation, "status": 200, "body": body, "error": error, "sent": sent}


def other(operation: str, label: str, status: int, body: str, code: str, **details) -> dict:
    error = {"code": code, **details}
    return {"id": f"{operation}/{label}", "operation": operation, "status": status, "body": body, "error": error, "sent": False}


def refusals() -> list:
    place, margin, fills, funding = "usdt.placeOrder", "usdt.adjustMargin", "coin.listFills", "coin.getFundingRates"
    words = dict(PUBLISHED)
    found = [
        refusal(place, f"refused-{code}", write({"state": code, "msg": text, "cmd": "open"}), code, text)
        for code, text in PUBLISHED
    ]
    for code in SEEN:
        found.append(refusal(margin, f"refused-{code}", write({"state": code, "msg": "…", "cmd": "changeMargin"}), code, "…"))
    for operation in [fills, funding]:
        for code in OLDER:
            body = write({"error": {"code": str(code), "msg": words[code]}})
            found.append(refusal(operation, f"refused-{code}", body, code, words[code]))
    return [
        *found,
        # A code that nobody knows; no words; a number as text; keys that mean nothing; the other form of a failure.
        refusal(place, "refused-9999", '{"state":9999,"msg":"?","cmd":"open"}', 9999, "?"),
        refusal(place, "refused-wordless", '{"state":3000}', 3000, "", sent=False),
        refusal(place, "refused-text", '{ "msg": "x", "state": "3000", "result": {"order_id":"1"} }', 3000, "x", sent=False),
        refusal(place, "refused-older", '{"error":{"code":"3012","msg":"Invalid apikey"}}', 3012, "Invalid apikey", sent=False),
        refusal(fills, "refused-number", '{"error":{"code":3012,"msg":"m"},"cmd":"bc/orderDetail","index":1}', 3012, "m", sent=False),
        refusal(fills, "refused-newer", '{"state":3025,"msg":"m"}', 3025, "m", sent=False),
        refusal("spot.getDepth", "refused-3016", '{"state":3016,"msg":"Invalid apikey","cmd":"depth"}', 3016, "Invalid apikey"),
        refusal("usdt.getKlines", "refused-3000", '{"state":3000,"msg":"m","cmd":"kline"}', 3000, "m"),
        refusal("usdt.getServerTime", "refused-4003", '{"state":4003,"msg":"m","cmd":"timestamp"}', 4003, "m"),
        refusal("wallet.withdraw", "refused-2027", '{"state":2027,"msg":"m","cmd":"transferOut"}', 2027, "m"),
    ]


HTML = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>\r\n"


def no_answers() -> list:
    found = []
    for operation in ["usdt.placeOrder", "usdt.getServerTime", "coin.listFills", "spot.getTicker", "usdt.adjustMargin"]:
        found += [
            other(operation, "html", 502, HTML, "response-not-json", found="html"),
            other(operation, "indented-html", 200, "\n  <!DOCTYPE html>", "response-not-json", found="html"),
            other(operation, "empty", 200, "", "response-not-json", found="empty"),
            other(operation, "blank", 504, " \r\n", "response-not-json", found="empty"),
            other(operation, "cut-off", 200, '{"state":0,"result":', "response-not-json", found="other"),
            other(operation, "two-values", 200, "{}{}", "response-not-json", found="other"),
            other(operation, "list", 200, "[]", "response-shape"),
            other(operation, "text", 200, '"success"', "response-shape"),
            other(operation, "null", 200, "null", "response-shape"),
            other(operation, "error-text", 200, '{"error":"3012"}', "response-shape"),
            other(operation, "state-word", 200, '{"state":"ok"}', "response-shape"),
        ]
    return [
        *found,
        other("usdt.placeOrder", "no-state", 200, '{"order_id":"1","status":1}', "response-shape"),
        other("usdt.placeOrder", "no-order-id", 200, '{"state":0,"status":1}', "response-shape"),
        other("usdt.adjustMargin", "no-state", 200, "{}", "response-shape"),
        other("spot.getTicker", "no-result", 200, '{"state":0,"cmd":"ticker","ver":"3"}', "response-shape"),
        other("coin.listFills", "no-index", 200, '{"result":{"count":0,"page":1,"items":[]},"cmd":"x"}', "response-shape"),
        other("coin.listFills", "other-index", 200, '{"result":{"count":0,"page":1,"items":[]},"index":2}', "response-shape"),
        other("usdt.getServerTime", "no-time", 200, "{}", "response-shape"),
        other("usdt.getServerTime", "time-word", 200, '{"time":"now"}', "response-shape"),
    ]
