// A client over @depthwire/node, as docs/guides/conformance.md asks for one.
import { createInterface } from "node:readline";
import { connect, DepthwireError, readCredentialFile } from "@depthwire/node";

const { CONFORMANCE_TASK: task, CONFORMANCE_PAIR: pair, CONFORMANCE_PUSH: push, CONFORMANCE_REST: rest } = process.env;
const toleranceMs = Number(process.env.CONFORMANCE_TOLERANCE_MS);
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const input = createInterface({ input: process.stdin });
const inputEnded = new Promise((resolve) => input.once("close", resolve));

const venue = connect({
  addresses: [push],
  restAddress: rest,
  // A book that hears nothing is asked after a second, and given up after another.
  heartbeat: { pingAfterQuietMs: 1_000, answerWithinMs: 1_000, pauseToleranceMs: 1_000 },
  backoff: { firstWindowMs: 100, maxWindowMs: 1_000 },
  resync: { snapshotTimeoutMs: 2_000 },
});

if (task === "books") {
  const rows = (side) => side.levels(10).map(({ price, quantity }) => [price, quantity]);
  const book = venue.book(pair);
  // Silence behind answered pings shows in no number: the venue is asked.
  const verifying = setInterval(
    () => book.verify().catch((error) => process.stderr.write(`${error.message}\n`)),
    1_000,
  );
  const loop = (async () => {
    for await (const { status, seq, asks, bids } of book) {
      print(
        status === "live" ? { book: pair, status, seq, asks: rows(asks), bids: rows(bids) } : { book: pair, status },
      );
    }
  })();
  await inputEnded;
  clearInterval(verifying);
  await venue.close();
  await loop;
} else {
  const account = venue.account(await readCredentialFile(process.env.CONFORMANCE_KEY_FILE), {
    trader: { outcomes: { toleranceMs } },
  });
  const events = (async () => {
    for await (const event of account.events) {
      if (event.kind === "fill") {
        print({ fill: event.fill.orderId, price: event.fill.dealPrice, quantity: event.fill.dealQuantity });
      } else if (event.kind === "gap") {
        print({ gap: event.reason });
      }
    }
  })();
  await account.ready;
  print({ ready: true });
  const sides = { 1: "open-long", 2: "open-short", 3: "close-long", 4: "close-short" };
  const stateOf = (error) =>
    error.code === "outcome-unknown" ? "unknown" : error.code === "not-placed" ? "not-placed" : "rejected";
  input.on("line", async (line) => {
    const {
      client_oid: clientOrderId,
      order_side: side,
      order_type: type,
      price,
      amount: quantity,
    } = JSON.parse(line).place;
    const order = {
      pair,
      side: sides[side],
      type: type === 1 ? "market" : "limit",
      price: type === 1 ? "0" : price,
      quantity,
    };
    try {
      await account.trader.place({ ...order, clientOrderId });
      print({ order: clientOrderId, state: "placed" });
    } catch (error) {
      if (!(error instanceof DepthwireError)) {
        throw error;
      }
      process.stderr.write(`${error.message}\n`);
      print({ order: clientOrderId, state: stateOf(error) });
    }
  });
  await inputEnded;
  await account.close();
  await venue.close();
  await events;
}
