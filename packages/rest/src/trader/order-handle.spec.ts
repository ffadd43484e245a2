import { expect, it } from "vitest";
import { type OrderHandle, type OrderState, Trader } from "../index.js";
import { type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

interface Scene extends KeepingVenue {
  readonly trader: Trader;
  readonly handle: OrderHandle;
  /** The stream reports the order. */
  tell(status: OrderState["status"], dealQuantity: string): void;
  /** What a loop over the order has seen; `end` is what ended it. */
  follow(): { readonly seen: string[]; readonly end: Promise<unknown> };
}

async function scene(): Promise<Scene> {
  const venue = keepingVenue();
  const trader = new Trader({}, { venue: venue.client, clock: venue.clock });
  const handle = await venue.settle(trader.place(order));
  const tell: Scene["tell"] = (status, dealQuantity) =>
    trader.heard({ ...handle.latest, status, dealQuantity: dealQuantity as never });
  const follow: Scene["follow"] = () => {
    const seen: string[] = [];
    const loop = async (): Promise<string> => {
      for await (const { status, dealQuantity } of handle) {
        seen.push(`${status} ${dealQuantity}`);
      }
      return "over";
    };
    return { seen, end: loop().catch((error: unknown) => error) };
  };
  return { ...venue, trader, handle, tell, follow };
}

it("a loop that waits is told each change as it comes, and ends with the order", async () => {
  const { clock, tell, follow } = await scene();
  const { seen, end } = follow();
  await clock.advanceAndSettle(0);
  expect(seen).toEqual(["open 0"]);
  tell("partly-filled", "0.5");
  await clock.advanceAndSettle(0);
  expect(seen).toEqual(["open 0", "partly-filled 0.5"]);
  tell("partly-filled", "1");
  await clock.advanceAndSettle(0);
  tell("filled", "2");
  expect(await end).toBe("over");
  expect(seen).toEqual(["open 0", "partly-filled 0.5", "partly-filled 1", "filled 2"]);
});

it("a loop is told nothing twice, and nothing after the end", async () => {
  const { clock, tell, follow } = await scene();
  const { seen } = follow();
  tell("open", "0");
  tell("partly-filled", "1");
  tell("partly-filled", "1");
  tell("filled", "2");
  tell("cancelled", "3");
  await clock.advanceAndSettle(0);
  expect(seen).toEqual(["open 0", "partly-filled 1", "filled 2"]);
});

it("a loop ends with the trader's end, whether it waits or begins later", async () => {
  const { clock, trader, handle, follow } = await scene();
  const waiting = follow();
  await clock.advanceAndSettle(0);
  trader.close();
  const ended = await handle.done.catch((error: unknown) => error);
  expect(ended).toMatchObject({ code: "closed" });
  expect(await waiting.end).toBe(ended);
  handle.close();
  const later = follow();
  expect(await later.end).toBe(ended);
  expect(later.seen).toEqual(["open 0"]);
});

it("a finished order stays finished when it is closed, and its cancel asks for nothing", async () => {
  const { handle, tell, follow, ends } = await scene();
  tell("filled", "2");
  handle.close();
  const { seen, end } = follow();
  expect(await end).toBe("over");
  expect(seen).toEqual(["open 0", "filled 2"]);
  await handle.cancel();
  expect(ends()).toEqual(["open"]);
});

it("a status is that of the answer where this says more than what was heard, and what was traded waits for the venue's word", async () => {
  const venue = keepingVenue();
  const trader = new Trader({}, { venue: venue.client, clock: venue.clock });
  const filled = trader.place({ ...order, type: "market" });
  await venue.clock.advanceAndSettle(0);
  const resting = await venue.settle(trader.place(order));
  const handle = await filled;
  expect([resting.status, resting.latest.status]).toEqual(["open", "open"]);
  trader.heard({ ...resting.latest, status: "partly-filled", dealQuantity: "1" as never });
  expect(resting.status).toBe("partly-filled");
  trader.heard({ ...resting.latest, status: "partly-cancelled" });
  expect(resting.status).toBe("partly-cancelled");
  await venue.settle(handle.done);
  expect([handle.status, handle.latest.status, handle.latest.dealQuantity]).toEqual(["filled", "filled", "2"]);
});

it("an order that was filled at once says so before the venue told how much of it", async () => {
  const venue = keepingVenue(({ target }) =>
    target.endsWith("listBatch") ? { until: new Promise(() => undefined) } : "answered",
  );
  const trader = new Trader({}, { venue: venue.client, clock: venue.clock });
  const handle = await venue.settle(trader.place({ ...order, type: "market" }));
  expect([handle.status, handle.latest.status, handle.latest.dealQuantity]).toEqual(["filled", "open", "0"]);
  expect(handle.isFinished).toBe(false);
});
