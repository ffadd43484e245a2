"""Strings to sign put together from the documents' words and signed with Python's hmac: document 1, Authentication
(header and protocol A login), field note 21 (protocol B login), document 2, Authentication (batch query).
Cases named "field notes" carry the published signature as a literal, checked against hmac."""

import hmac
import json

SECRET = "c708ac3e70d115ec29efbee197330627d7edf842"

PUBLISHED_HEADERS = [
    (1602679943911, '{"amount":"0.01","symbol":"USDT","type":0}', "c947bf64fed90b1b73f8daa089bf3acb"),
    (1602679943911, "{}", "a6bcb033fd11840e2a1118466d98ecc2"),
    (1602679943911, "", "cd797073de0017864f106c2d029e4c90"),
]
PUBLISHED_COMMANDS = (
    '[{"cmd":"bc/dealLog","body":{"pair":"5BTC_USD","page":1,"size":10},"index":1}]',
    "4429dee1480d6b046a087b10b751143b",
)


def sign(secret: str, text: str) -> str:
    return hmac.new(secret.encode(), text.encode(), "md5").hexdigest()


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def header_case(source: str, secret: str, timestamp_ms: int, body: str) -> dict:
    text = f"{timestamp_ms}{body}"
    return {
        "source": source,
        "secret": secret,
        "timestampMs": timestamp_ms,
        "body": body,
        "stringToSign": text,
        "signature": sign(secret, text),
    }


def headers() -> list:
    cases = []
    for timestamp_ms, body, published in PUBLISHED_HEADERS:
        case = header_case("field notes", SECRET, timestamp_ms, body)
        assert case["signature"] == published, body
        cases.append(case)
    bodies = [
        '{"pair":"4BTC_USDT","amount":"0.1","order_side":1,"order_type":2,"price":"60000","order_from":6}',
        '{ "pair" : "4BTC_USDT" }',
        '{"memo":"grüße € 😀"}',
        '{"memo":"quote \\" backslash \\\\ newline \\n"}',
        "x" * 5000,
    ]
    for secret in [SECRET, "s", "k" * 64, "k" * 65, "schlüssel"]:
        for body in bodies:
            cases.append(header_case("hmac", secret, 1700000000000, body))
    cases.append(header_case("hmac", SECRET, 0, "{}"))
    return cases


def logins() -> tuple:
    prefix, channel = [], []
    for secret in [SECRET, "s"]:
        for api_key in ["0123456789abcdef", "KEY-1", 'odd "key"\\']:
            text = compact({"apikey": api_key, "sub": "ALL_ALL_login"})
            prefix.append({"secret": secret, "apiKey": api_key, "stringToSign": text, "signature": sign(secret, text)})
            for service in ["svc", "venue"]:
                name = f"{service}_sub_spot_ALL_ALL_login"
                text = compact({"apikey": api_key, "channel": name, "event": "addChannel"})
                channel.append(
                    {
                        "secret": secret,
                        "apiKey": api_key,
                        "serviceName": service,
                        "stringToSign": text,
                        "signature": sign(secret, text),
                    }
                )
    return prefix, channel


def batch_queries() -> list:
    commands, published = PUBLISHED_COMMANDS
    assert sign(SECRET, commands) == published
    cases = [{"source": "field notes", "secret": SECRET, "commands": commands, "signature": published}]
    for secret in [SECRET, "s"]:
        for value in [
            [{"cmd": "bc/orderById", "body": {"orderIds": ["12875281286404369"], "clientOids": []}, "index": 1}],
            [{"cmd": "bc/orderHistory", "body": {"page": 1, "size": 50, "status": [1, 2, 3, 4, 5, 100]}, "index": 7}],
        ]:
            text = compact(value)
            cases.append({"source": "hmac", "secret": secret, "commands": text, "signature": sign(secret, text)})
    return cases


def vectors() -> dict:
    prefix, channel = logins()
    return {"header": headers(), "prefixLogin": prefix, "channelLogin": channel, "batchQuery": batch_queries()}
