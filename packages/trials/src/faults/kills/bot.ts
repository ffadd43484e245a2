import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DepthwireError, OrderOutcomeUnknown } from "@depthwire/core";
import { type Account, Credential, connect, createFileDeliveredStore, createFileIntentStore } from "@depthwire/node";
import { type BotNote, type BotOrders, notesFile } from "./bot-orders.js";

/** What this process is to do stands in its one argument. It is going to be killed. */
const orders = JSON.parse(process.argv[2] ?? "{}") as BotOrders;
const { directory, life, pair, habit } = orders;

const notes = openSync(join(directory, notesFile), "a", 0o600);

/** The system has it when this returns. */
function write(note: BotNote): void {
  writeSync(notes, `${JSON.stringify(note)}\n`);
}

function failed(error: unknown): void {
  write({ note: "failed", what: error instanceof Error ? `${error.name}: ${error.message}` : String(error), life });
}

process.on("unhandledRejection", failed);
process.on("warning", failed);
// Nobody waits for a bot whose parent is gone.
process.on("disconnect", () => process.exit(0));

async function open(): Promise<Account> {
  const venue = connect({
    addresses: [orders.pushUrl],
    restAddress: orders.restUrl,
    serviceName: orders.serviceName,
    rest: { throttle: { limit: 2_000, reserve: {} } },
    backoff: { firstWindowMs: 50, maxWindowMs: 100 },
    http: { proxy: "none" },
  });
  const intents = await createFileIntentStore(join(directory, "intents"));
  return venue.account(new Credential(orders), {
    intents: {
      ...intents,
      keepHalt: async (halt) => {
        await intents.keepHalt(halt);
        if (halt !== undefined) {
          write({ note: "halted", life });
        }
      },
    },
    delivered: await createFileDeliveredStore(join(directory, "delivered")),
    mirror: { settleMs: 100, auditDelayMs: 200, reconcileEveryMs: 1_000 },
    trader: { outcomes: { toleranceMs: orders.toleranceMs, marginMs: 200 } },
  });
}

/** The bot's own work on fills: whatever stands in its notes is done. */
async function follow({ events }: Account): Promise<void> {
  for await (const event of events) {
    if (event.kind === "fill") {
      const { orderId, fillId } = event.fill;
      write({ note: "fill", orderId, fillId, life });
    }
    // An order that was finished before this process began is told here alone.
    if (event.kind === "order" && event.order.clientOrderId !== undefined) {
      const { orderId, clientOrderId } = event.order;
      write({ note: "placed", clientOrderId, orderId });
    }
  }
}

/** What the process before left behind. */
async function takeOver(account: Account): Promise<void> {
  const outcomes = await account.resolvePending();
  for (const { intent, verdict } of outcomes) {
    const { clientOrderId = "" } = intent;
    if (verdict.kind === "placed" || verdict.kind === "rejected") {
      for (const { orderId } of verdict.orders) {
        write({ note: "placed", clientOrderId, orderId });
      }
    } else {
      write({ note: verdict.kind === "not-placed" ? "not-placed" : "unknown", clientOrderId });
    }
  }
  const { halted } = account.trader;
  if (halted !== undefined) {
    write({ note: "halt-recalled", life });
  }
  write({ note: "resolved", life });
  await halted?.complete;
  account.trader.resume();
}

async function place(account: Account, number: number): Promise<void> {
  const clientOrderId = String(life * 1_000_000 + number);
  const prices = await account.rest.usdt.getTagPrices();
  const side = number % 2 === 0 ? "open-long" : "open-short";
  // Some trade at once, some wait.
  const share = (number % 2 === 0 ? 1 : -1) * (number % 3 === 0 ? -0.002 : 0.02);
  const price = String(Math.floor(Number(prices[pair]?.tagPrice) * (1 + share)));
  write({ note: "order", clientOrderId, life });
  try {
    const order = await account.trader.place({ pair, side, type: "limit", quantity: "0.003", price, clientOrderId });
    write({ note: "placed", clientOrderId, orderId: order.orderId });
    if (number % 3 === 0) {
      await order.cancel().catch(() => undefined);
    }
  } catch (error) {
    if (!(error instanceof DepthwireError)) {
      throw error;
    }
    write({ note: error instanceof OrderOutcomeUnknown ? "unknown" : "not-placed", clientOrderId });
  }
}

const haltAfterMs = 200;

async function trade(account: Account): Promise<void> {
  const maxOrders = 60;
  const lanes = 3;
  const everyMs = 15;
  let number = 0;
  const lane = async (): Promise<void> => {
    while (number < maxOrders) {
      await place(account, ++number);
      await sleep(everyMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const account = await open();
write({ note: "opened", life });
const following = follow(account);
following.catch(failed);
await account.ready;
write({ note: "ready", life });
await takeOver(account);
if (habit === "tidies") {
  // Cancels what rests, and goes on hearing of what happened meanwhile.
  await account.rest.usdt.cancelAllOrders({ pair });
  write({ note: "done", life });
} else if (habit === "halts") {
  void trade(account);
  await sleep(haltAfterMs);
  void account.trader.halt("the bot has enough");
} else {
  await trade(account);
}
