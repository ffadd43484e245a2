import { describe, expect, it } from "vitest";
import { pair, type Scene, setScene } from "../scene.spec-kit.js";

const limitOrder = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };

async function openOrders({ ask }: Scene): Promise<unknown> {
  return (await ask("/orders")).body["orders"];
}

describe("an order that is repeated", () => {
  it.each([
    ["a client id", { clientOrderId: "4711" }, {}],
    ["an Idempotency-Key", {}, { "idempotency-key": "mine-1" }],
  ])("is carried out once, by %s", async (_, named, headers) => {
    const scene = await setScene();
    const body = { ...limitOrder, ...named };
    const asked = { body, headers };
    const [first, second] = await Promise.all([scene.ask("/orders", asked), scene.ask("/orders", asked)]);
    const third = await scene.ask("/orders", asked);
    expect(second.body).toEqual(first.body);
    expect(third.body).toEqual(first.body);
    expect(third.headers.get("x-depthwire-repeated")).toBe("true");
    expect(await openOrders(scene)).toHaveLength(1);
    // The same order, written by another program.
    const turned = Object.fromEntries([...Object.entries(body), ["quantity", 0.01]].toReversed());
    const fourth = await scene.ask("/orders", { body: turned, headers });
    expect([fourth.status, fourth.body]).toEqual([200, first.body]);
    expect(fourth.headers.get("x-depthwire-repeated")).toBe("true");
    const other = await scene.ask("/orders", { body: { ...body, price: "20001" }, headers });
    expect(other).toMatchObject({ status: 409, body: { error: { code: "key-reused" } } });
  });

  it("is known by its client id under another key, or none", async () => {
    const scene = await setScene();
    const body = { ...limitOrder, clientOrderId: "4711" };
    const asked = (key: string, more = {}): ReturnType<typeof scene.ask> =>
      scene.ask("/orders", { body: { ...body, ...more }, headers: { "idempotency-key": key } });
    const first = await asked("mine-1");
    expect(first.status).toBe(200);
    for (const again of [await asked("mine-2"), await scene.ask("/orders", { body })]) {
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.headers.get("x-depthwire-repeated")).toBe("true");
    }
    expect(await asked("mine-2", { price: "20001" })).toMatchObject({
      status: 409,
      body: { error: { code: "key-reused", msg: expect.stringContaining("client id 4711") } },
    });
    expect(await openOrders(scene)).toHaveLength(1);
  });

  it("is tried again where it certainly was not sent", async () => {
    const { ask } = await setScene({ access: "read-only" });
    const asked = { body: limitOrder, headers: { "idempotency-key": "mine-2" } };
    expect((await ask("/orders", asked)).status).toBe(403);
    expect((await ask("/orders", asked)).headers.get("x-depthwire-repeated")).toBeNull();
  });
});
