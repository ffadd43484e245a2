"""A client of Python's standard library alone: it connects again and drops old numbers, and looks at nothing else."""

import base64
import hashlib
import hmac
import json
import os
import socket
import struct
import sys
import threading
import time
import urllib.request
import zlib

env = {name: os.environ["CONFORMANCE_" + name] for name in ("TASK", "PAIR", "PUSH", "REST", "KEY_FILE")}
with open(env["KEY_FILE"], encoding="utf8") as file:
    key = json.load(file)
said_ready = False
output = threading.Lock()


def show(line):
    # Two threads show lines: print() writes a line and its end apart, and another line may come between them.
    with output:
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def sign(text):
    return hmac.new(key["apiSecret"].encode(), text.encode(), hashlib.md5).hexdigest()


def send(sock, opcode, payload):
    mask = os.urandom(4)
    size = struct.pack("!B", 0x80 | len(payload)) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
    sock.sendall(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))


def read(stream, count):
    data = stream.read(count)
    if len(data) < count:
        raise ConnectionError("the connection has ended")
    return data


def messages(sock, stream):
    while True:
        first, second = read(stream, 2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack("!H", read(stream, 2))
        elif size == 127:
            (size,) = struct.unpack("!Q", read(stream, 8))
        payload = read(stream, size)
        opcode = first & 0x0F
        if opcode == 8:
            raise ConnectionError("closed")
        if opcode == 9:
            send(sock, 10, payload)
        elif opcode in (1, 2):
            yield payload


def connect():
    host, _, rest = env["PUSH"].removeprefix("ws://").partition("/")
    name, _, port = host.partition(":")
    sock = socket.create_connection((name, int(port)), timeout=15)
    nonce = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /{rest} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    sock.sendall((head + f"Sec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
    stream = sock.makefile("rb")
    if b" 101 " not in stream.readline():
        raise ConnectionError("refused")
    while stream.readline() != b"\r\n":
        pass
    return sock, stream


class Book:
    def __init__(self):
        self.sides = {"asks": {}, "bids": {}}
        self.seq = 0

    def take(self, depth):
        if "asks" in depth or "bids" in depth:
            for side in self.sides:
                self.sides[side] = {price: quantity for quantity, price in depth.get(side) or []}
        elif depth.get("seq", 0) <= self.seq:
            return
        else:
            for side, levels in self.sides.items():
                for quantity, price in (depth.get("add") or {}).get(side) or []:
                    levels[price] = quantity
                for _, price in (depth.get("del") or {}).get(side) or []:
                    levels.pop(price, None)
        self.seq = depth.get("seq", self.seq)
        rows = {side: sorted(levels.items(), key=lambda row: float(row[0])) for side, levels in self.sides.items()}
        show({"book": env["PAIR"], "status": "live", "seq": self.seq,
              "asks": rows["asks"][:10], "bids": rows["bids"][::-1][:10]})


def follow():
    global said_ready
    sock, stream = connect()
    if env["TASK"] == "books":
        send(sock, 1, json.dumps({"event": "addChannel", "sub": env["PAIR"] + "_depth"}).encode())
    else:
        login = {"apikey": key["apiKey"], "sub": "ALL_ALL_login"}
        send(sock, 1, json.dumps({**login, "sign": sign(json.dumps(login, separators=(",", ":")))}).encode())
    book = Book()
    for payload in messages(sock, stream):
        message = json.loads(zlib.decompress(payload[1:]) if payload[:1] == b"1" else payload[1:])
        data = message.get("d")
        if str(message.get("topic")).endswith("_depth"):
            book.take(data)
        elif isinstance(data, dict) and "result" in data and not said_ready:
            said_ready = True
            show({"ready": True})
        elif isinstance(data, dict) and "contract_detail" in data:
            fill = data["contract_detail"]
            show({"fill": fill["coi"], "price": fill["dp"], "quantity": fill["ep"]})


def follow_for_ever():
    while True:
        try:
            follow()
        except Exception as error:  # whatever it was: once more
            print(error, file=sys.stderr)
            time.sleep(0.5)


def place(order):
    body = json.dumps(order)
    timestamp = str(int(time.time() * 1000))
    headers = {"content-type": "application/json", "svc-api-key": key["apiKey"], "svc-timestamp": timestamp,
               "svc-api-sign": sign(timestamp + body)}
    request = urllib.request.Request(env["REST"] + "/v3/cbu/order/open", body.encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=3) as answer:
            return "placed" if json.load(answer)["state"] == 0 else "rejected"
    except Exception as error:  # an answer that is lost tells nothing
        print(error, file=sys.stderr)
        return "unknown"


threading.Thread(target=follow_for_ever, daemon=True).start()
for line in sys.stdin:
    order = json.loads(line)["place"]
    show({"order": order["client_oid"], "state": place(order)})
