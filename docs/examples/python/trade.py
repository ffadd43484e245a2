"""Looks at a book, places an order that rests, hears of it, and cancels it.

python3 trade.py http://127.0.0.1:8080 ~/.depthwire/token 4BTC_USDT
"""

import sys
import threading
from decimal import ROUND_DOWN, Decimal
from pathlib import Path
from queue import Queue

from accelerator import Accelerator, Refused


def listen(accelerator, pair, heard):
    """A connection of its own: the last id that was worked on is where the next one would go on."""
    for event_id, kind, data in accelerator.events(pairs=[pair]):
        heard.put((event_id, kind, data))


def heard_of(heard, order_id, status):
    while True:
        _, kind, data = heard.get(timeout=60)
        if kind == "order" and data["order"]["orderId"] == order_id and data["order"]["status"] == status:
            return


def main(url, token_file, pair):
    accelerator = Accelerator(url, Path(token_file).read_text().strip())
    heard = Queue()
    threading.Thread(target=listen, args=(accelerator, pair, heard), daemon=True).start()
    # The line stands before anything happens.
    heard.get(timeout=60)

    best = accelerator.book(pair, levels=1)
    print(f"{best['bids'][0]['price']} / {best['asks'][0]['price']}")

    price = (Decimal(best["bids"][0]["price"]) * Decimal("0.95")).quantize(Decimal(1), rounding=ROUND_DOWN)
    order = {"pair": pair, "side": "open-long", "type": "limit", "quantity": "0.01", "price": str(price)}
    placed = accelerator.place(order, key=f"example-{price}")
    again = accelerator.place(order, key=f"example-{price}")
    print(f"placed once: {placed['orderId'] == again['orderId']}")
    heard_of(heard, placed["orderId"], "open")

    accelerator.cancel(placed["orderId"])
    heard_of(heard, placed["orderId"], "cancelled")
    print("cancelled")

    try:
        accelerator.place({**order, "quantity": "much"})
    except Refused as refused:
        print(f"refused: {refused.status} {refused.code}")


if __name__ == "__main__":
    main(*sys.argv[1:])
