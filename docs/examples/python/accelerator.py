"""A client of the local accelerator on Python's standard library alone: books, orders, events."""

import json
import urllib.error
import urllib.parse
import urllib.request
import uuid


class Refused(Exception):
    """The accelerator, or the service behind it, refused: `code` says why, the message what to do."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status = status
        self.code = code


class Accelerator:
    """One accelerator. Money is text from end to end: use `decimal.Decimal`, never `float`."""

    def __init__(self, url, token, timeout=70):
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout

    def book(self, pair, levels=20):
        """The newest book, best level first."""
        return self._ask("GET", f"/book/{pair}", query={"levels": levels})

    def account(self):
        return self._ask("GET", "/account")

    def orders(self):
        return self._ask("GET", "/orders")

    def place(self, order, key=None):
        """Places an order. With the same key the same order is placed once, however often this is called."""
        return self._ask("POST", "/orders", body=order, headers={"idempotency-key": key or str(uuid.uuid4())})

    def cancel(self, order_id):
        return self._ask("DELETE", f"/orders/{order_id}")

    def events(self, pairs=(), last_event_id=""):
        """What happens, as it happens: `(id, kind, data)`. Give the last id that you have worked on to go on behind it."""
        query = urllib.parse.urlencode({"pairs": ",".join(pairs)})
        request = self._request("GET", f"/events?{query}", headers={"last-event-id": last_event_id})
        with urllib.request.urlopen(request, timeout=self._timeout) as response:
            fields = {}
            for line in response:
                text = line.decode().rstrip("\n")
                if text == "":
                    if "data" in fields:
                        yield fields.get("id"), fields.get("event"), json.loads(fields["data"])
                    fields = {}
                elif not text.startswith(":"):
                    name, _, value = text.partition(": ")
                    fields[name] = value

    def _ask(self, method, path, query=None, body=None, headers=None):
        target = path if query is None else f"{path}?{urllib.parse.urlencode(query)}"
        try:
            with urllib.request.urlopen(
                self._request(method, target, body, headers), timeout=self._timeout
            ) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            told = json.load(error)["error"]
            raise Refused(error.code, told["code"], told["msg"]) from None

    def _request(self, method, target, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + target, data=data, method=method)
        request.add_header("x-depthwire-token", self._token)
        if method != "GET":
            request.add_header("content-type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        return request
