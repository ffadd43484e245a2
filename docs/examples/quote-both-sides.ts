/**
 * A quoting bot: one order on each side of the mid, moved once a second, withdrawn at the end.
 *
 * Run: import it and call `quoteBothSides({ venue, account, pair: "4BTC_USDT", quantity: "0.01", distance: "0.5", forMs: 60_000 })`,
 * beside `npm start`; the guide to market making has a whole program.
 * See: what it returns, the quantities that it bought and sold short, by its own count of fills. They are the venue's own
 * position, also when connections are cut meanwhile. Nothing of it waits any more.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Account,
  addDecimals,
  compareDecimal,
  DepthwireError,
  type OrderHandle,
  roundPrice,
  subtractDecimals,
  type Venue,
} from "@depthwire/node";

/** What is quoted, how far from the mid, and for how long. */
export interface Quoting {
  readonly venue: Venue;
  readonly account: Account;
  readonly pair: string;
  readonly quantity: string;
  readonly distance: string;
  readonly forMs: number;
}

/** Quotes both sides around the mid, then withdraws; tells what it bought and sold short by its own count of fills. */
export async function quoteBothSides({ venue, account, pair, quantity, distance, forMs }: Quoting) {
  const held = { "open-long": "0", "open-short": "0" };
  const orders: OrderHandle[] = [];
  const scale = (await venue.rest.usdt.getPrecisions()).find((one) => one.pair === pair)?.priceScale ?? 0;
  const counting = (async () => {
    for await (const event of account.events) {
      if (event.kind !== "fill") {
        continue;
      }
      const side = event.fill.side as keyof typeof held;
      held[side] = addDecimals(held[side], event.fill.dealQuantity);
    }
  })();
  const quote = async (side: keyof typeof held, price: string): Promise<void> => {
    const old = orders.findLast(({ latest }) => latest.side === side);
    if (old?.isFinished === false && old.latest.price === price) {
      return;
    }
    try {
      await old?.cancel();
      await old?.done;
      orders.push(await account.trader.place({ pair, side, type: "limit", quantity, price }));
    } catch (error) {
      // Refused, or cut off and certainly not placed: the next round tries again.
      if (!(error instanceof DepthwireError)) {
        throw error;
      }
    }
  };
  const endsAt = performance.now() + forMs;
  for await (const { status, mid } of venue.book(pair)) {
    if (performance.now() >= endsAt) {
      break;
    }
    if (status !== "live" || mid === undefined || account.events.state.gap !== undefined) {
      continue;
    }
    const bid = roundPrice(subtractDecimals(mid.text, distance), scale, "down");
    const ask = roundPrice(addDecimals(mid.text, distance), scale, "up");
    await Promise.all([quote("open-long", bid), quote("open-short", ask), sleep(1_000)]);
  }
  await account.trader.halt("the time is over");
  const ended = await Promise.all(orders.map(({ done }) => done));
  const traded = ended.map(({ dealQuantity }) => dealQuantity as string).reduce(addDecimals, "0");
  while (compareDecimal(addDecimals(held["open-long"], held["open-short"]), traded) < 0) {
    await sleep(50);
  }
  account.close();
  await counting;
  return { long: held["open-long"], short: held["open-short"], orders: orders.length };
}
