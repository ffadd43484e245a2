"""How a call is put together: request with its signature, answer with its envelope. From document 1, Authentication and
Response envelope; document 2, Endpoints and Authentication."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from .push_records import KEY
from .signing import SECRET, sign
from .wire import Kind, Table, write

TIMESTAMP_MS = 1602679943911
COMMAND_INDEX = 1
#: What every request of the file is signed with.
SIGNING = {
    "apiKey": KEY,
    "apiSecret": SECRET,
    "timestampMs": TIMESTAMP_MS,
    "serviceName": "svc",
    "commandIndex": COMMAND_INDEX,
}


def envelope(style: str, command: str, result: Any) -> Any:
    """Keys in the order in which the documents name them."""
    under = {} if result is None else {"result": result}
    echo = {"cmd": command}
    match style:
        case "state":
            return {"state": 0, **under, **echo}
        case "without cmd":  # transfer: field note 38
            return {"state": 0, **under}
        case "beside":  # place order
            return {"state": 0, **result, **echo}
        case "bare":  # server time
            return result
        case "state-only":  # adjust margin
            return {"state": 0}
        case "ver 2.0":  # contract kline and depth: no state
            return {**under, **echo, "ver": "2.0"}
        case "ver 3":  # spot market data
            return {"state": 0, **under, **echo, "ver": "3"}
        case "command":  # coin-margined public GET
            return {**under, **echo}
        case "batch":
            return {**under, **echo, "index": COMMAND_INDEX}
    raise ValueError(style)


@dataclass(frozen=True)
class Op:
    name: str
    #: `GET`, `POST` (JSON body and signed headers) or `FORM` (the batch query).
    method: str
    path: str
    params: Table
    result: Kind
    #: Decoded results: the first case has the first, and so on; the last serves the rest.
    results: list
    envelope: str = "state"
    #: Decoded parameters; made from the table where there are none.
    cases: list = field(default_factory=list)
    #: Name of the command, where several share a path.
    command: str = ""
    also_at: tuple = ()

    def echo(self) -> str:
        return self.command or self.path.rsplit("/", 1)[-1]

    def request(self, wire: dict) -> dict:
        if self.method == "GET":
            command = [("cmd", self.command)] if self.command else []
            query = urlencode([*command, *((key, str(item)) for key, item in wire.items())], quote_via=quote)
            return {"method": "GET", "path": self.path, **({"query": query} if query else {}), "headers": {}}
        if self.method == "FORM":
            commands = write([{"cmd": self.command, "body": wire, "index": COMMAND_INDEX}])
            form = [("cmds", commands), ("apikey", KEY), ("sign", sign(SECRET, commands))]
            headers = {"content-type": "application/x-www-form-urlencoded"}
            body = urlencode(form, quote_via=quote, safe="")
            return {"method": "POST", "path": self.path, "headers": headers, "body": body}
        body = write(wire)
        headers = {
            "content-type": "application/json",
            "svc-api-key": KEY,
            "svc-timestamp": str(TIMESTAMP_MS),
            "svc-api-sign": sign(SECRET, f"{TIMESTAMP_MS}{body}"),
        }
        return {"method": "POST", "path": self.path, "headers": headers, "body": body}

    def vectors(self) -> list:
        found = []
        for number, params in enumerate(self.cases or every_choice(self.params)):
            wire = self.params.wire(params)
            result = self.results[min(number, len(self.results) - 1)]
            result_wire = None if self.envelope == "state-only" else self.result.to_wire(result)
            found.append(
                {
                    "id": f"{self.name}/{number + 1}",
                    "operation": self.name,
                    **({"alsoAt": list(self.also_at)} if self.also_at else {}),
                    "params": params,
                    "paramsWire": write(wire),
                    "request": self.request(wire),
                    "responseBody": write(envelope(self.envelope, self.echo(), result_wire)),
                    **({} if result_wire is None else {"resultWire": write(result_wire)}),
                    "result": result,
                }
            )
        return found

    def other_forms(self) -> list:
        """Field note 26: numbers as text and ids as numbers are seen in bodies of requests."""
        if self.method != "POST":
            return []
        return [
            {"id": f"{self.name}/form-{number}", "operation": self.name, "body": form["wire"], "params": form["value"]}
            for number, form in enumerate(self.params.other_forms(), 1)
        ]

    def answered(self, label: str, body: str, result_wire: Any, result: Any, sent: str | None = None) -> dict:
        """The first request once more, with an answer of another form. `sent` is what a server writes for the result."""
        first = self.vectors()[0]
        for key in ["resultWire", "result", "responseBody"]:
            first.pop(key, None)
        return {
            **first,
            "id": f"{self.name}/{label}",
            "responseBody": body,
            **({} if result_wire is None else {"resultWire": write(result_wire)}),
            **({} if result is None else {"result": result}),
            **({} if sent is None else {"responseSent": sent}),
        }


def every_choice(params: Table) -> list:
    """All keys; the required ones alone; every member of every table."""
    full = params.sample()
    needed = {f.name: f.sample for f in params.fields if not f.optional and f.name}
    found = [full] if needed == full else [full, needed]
    for f in params.fields:
        found += [{**full, f.name: member} for member in f.kind.members if member != f.sample]
    return found


def choices(members: dict) -> Kind:
    """A table of a request: there is no unknown value."""
    values = {word: value for value, word in members.items()}
    return Kind(lambda word: values[word], lambda word: [str(values[word])], members=tuple(values))
