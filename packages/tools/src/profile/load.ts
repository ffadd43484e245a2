import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** What a load has done. */
export interface LoadTally {
  reads: number;
  orders: number;
  /** Answers other than 2xx, by status. */
  readonly refused: Record<string, number>;
}

const tickMs = 50;
const msPerSecond = 1_000;
/** The service takes thirty calls in five seconds: an order and its cancel stay well below. */
const orderEveryMs = 1_000;
const pair = "4BTC_USDT";
const targets = [`/book/${pair}?levels=20`, `/ticker/${pair}`, `/v2/mdata/depth?pair=${pair}&size=50`, "/positions"];

/**
 * Reads books, tickers, depth and positions from the accelerator at a steady pace, and places an order far from the market and takes it
 * back once a second, until `stop`.
 *
 * @param home the program's folder, with the program's token
 */
export async function runLoad(
  { origin, home, readsPerSecond }: { readonly origin: string; readonly home: string; readonly readsPerSecond: number },
  stop: AbortSignal,
): Promise<LoadTally> {
  const token = (await readFile(join(home, ".depthwire/token"), "utf8")).trim();
  const tally: LoadTally = { reads: 0, orders: 0, refused: {} };
  const ask: Ask = async (target, how = {}) => {
    const headers = { "x-depthwire-token": token, "content-type": "application/json" };
    const answer = await fetch(`${origin}${target}`, { headers, ...how });
    await answer.arrayBuffer();
    if (!answer.ok) {
      tally.refused[answer.status] = (tally.refused[answer.status] ?? 0) + 1;
    }
  };
  await Promise.all([reading(ask, tally, readsPerSecond, stop), ordering(ask, tally, stop)]);
  return tally;
}

type Ask = (target: string, how?: { readonly method?: string; readonly body?: string }) => Promise<void>;

async function reading(ask: Ask, tally: LoadTally, perSecond: number, stop: AbortSignal): Promise<void> {
  const startMs = performance.now();
  while (!stop.aborted) {
    await delay(tickMs);
    const due = Math.floor(((performance.now() - startMs) / msPerSecond) * perSecond) - tally.reads;
    // What a starved machine did not get done is not asked for later.
    const now = Math.min(due, Math.ceil((perSecond * tickMs * 4) / msPerSecond));
    await Promise.all(
      Array.from({ length: Math.max(0, now) }, (_, index) =>
        ask(targets[(tally.reads + index) % targets.length] as string),
      ),
    );
    tally.reads += Math.max(0, due);
  }
}

async function ordering(ask: Ask, tally: LoadTally, stop: AbortSignal): Promise<void> {
  const order = JSON.stringify({ pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" });
  for (let isPlacing = true; !stop.aborted; isPlacing = !isPlacing) {
    await delay(orderEveryMs / 2);
    await (isPlacing
      ? ask("/orders", { method: "POST", body: order })
      : ask("/orders", { method: "DELETE", body: JSON.stringify({ pair }) }));
    tally.orders += isPlacing ? 1 : 0;
  }
}
