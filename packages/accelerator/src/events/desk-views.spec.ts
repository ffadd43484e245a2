import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { pair, type Scene, setScene } from "../scene.spec-kit.js";

interface Heard {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Everything that a socket is told, as it comes. */
async function listen({ accelerator }: Scene, query: string): Promise<Heard[]> {
  const heard: Heard[] = [];
  const socket = new WebSocket(`${accelerator.url.replace("http", "ws")}/events?${query}`);
  onTestFinished(() => socket.terminate());
  socket.on("message", (text) => heard.push(JSON.parse(String(text)) as Heard));
  await once(socket, "open");
  return heard;
}

function latest(heard: readonly Heard[], event: string): Record<string, unknown> | undefined {
  return heard.findLast((one) => one.event === event)?.data;
}

it("tells what a desk shows: the account whole, how everything is, tickers and trades", async () => {
  const scene = await setScene({ pairs: [pair] });
  const heard = await listen(scene, `views=account,status&tickers=${pair}&trades=${pair}&every-ms=20`);
  await expect.poll(() => latest(heard, "account")).toMatchObject({ freshness: { kind: "fresh" }, orders: [] });
  await expect
    .poll(() => latest(heard, "ticker"))
    .toMatchObject({ pair, status: "live", lastPrice: expect.any(String) });
  await expect.poll(() => latest(heard, "trades")).toMatchObject({ pair, missed: 0, trades: expect.any(Array) });
  const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };
  const { orderId } = (await scene.ask("/orders", { body: order })).body;
  await expect.poll(() => latest(heard, "account")?.["orders"]).toMatchObject([{ orderId, price: "20000" }]);
  await scene.ask(`/orders/${String(orderId)}`, { method: "DELETE" });
  await expect.poll(() => latest(heard, "account")).toMatchObject({ orders: [], finished: [{ orderId }] });
  await scene.ask("/halt", { body: { reason: "enough" } });
  const halt = { reason: "enough", isReached: true };
  await expect.poll(() => latest(heard, "status")).toMatchObject({ access: "trade", hasKey: true, halt });
  expect(latest(heard, "status")?.["books"]).toMatchObject([{ pair, status: "live", updatedAtMs: expect.any(Number) }]);
});

it("says that the venue is gone, and goes on telling so", async () => {
  const scene = await setScene({ pairs: [pair] });
  const heard = await listen(scene, "views=account,status");
  await expect.poll(() => latest(heard, "account")).toMatchObject({ freshness: { kind: "fresh" } });
  await scene.sandbox.close();
  await expect.poll(() => latest(heard, "account")).toMatchObject({ freshness: { kind: "stale" } });
  await expect
    .poll(() => latest(heard, "status")?.["notReady"])
    .toMatchObject([{ what: "account" }, { what: `book ${pair}` }]);
  const before = heard.length;
  await expect.poll(() => heard.slice(before).some(({ event }) => event === "status")).toBe(true);
});

it("refuses views that there are not", async () => {
  const { ask } = await setScene();
  expect((await ask("/events?views=secrets")).body.error?.msg).toContain("account, status");
  expect(await ask("/events?trades=a,b")).toMatchObject({ status: 400 });
});
