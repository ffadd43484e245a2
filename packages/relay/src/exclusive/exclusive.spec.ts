import { placeOrder } from "@depthwire/schema/usdt";
import { describe, expect, it, vi } from "vitest";
import { clockMarginMs, ExclusiveScene, leaseMs, order, toleranceMs } from "./exclusive-scene.spec-kit.js";

const notHeld = expect.objectContaining({ code: "lease-not-held", ambiguous: false });

describe("a process that wants to be the only trader of a key", () => {
  it("sends no order before it holds the lease, and nothing of a former trader can arrive", async () => {
    const scene = new ExclusiveScene();
    const one = scene.process();
    expect(one.session.state).toEqual({ phase: "waiting", holder: undefined });
    await expect(one.venue.usdt.placeOrder(order)).rejects.toEqual(notHeld);
    await scene.until(() => one.session.state.phase === "taking-over");
    const tookMs = scene.clock.monotonicMs();
    // Nobody knows that the store did not lose what stood there.
    expect(tookMs).toBeGreaterThanOrEqual(leaseMs);
    await expect(one.venue.usdt.placeOrder(order)).rejects.toEqual(notHeld);
    expect(one.sent).not.toContain("open");
    await scene.untilHolding(one);
    await one.session.holding;
    expect(scene.clock.monotonicMs() - tookMs).toBeGreaterThanOrEqual(toleranceMs + clockMarginMs);
    await one.venue.usdt.placeOrder(order);
    expect(scene.venue.open).toHaveLength(1);
  });

  it("makes ids of the venue's time, from its term on", async () => {
    const scene = new ExclusiveScene();
    scene.venue.aheadMs = 100_000;
    const one = scene.process();
    await scene.untilHolding(one);
    await one.venue.usdt.placeOrder(order);
    const { coi = "" } = scene.venue.open[0] ?? {};
    const { term } = one.session.state as { term: number };
    expect(BigInt(coi)).toBeGreaterThanOrEqual(BigInt(term) * 4_096n);
    expect(BigInt(coi) / 4_096n).toBe(BigInt(scene.venue.nowMs));
  });

  it("refuses what it is asked at a wrong moment", async () => {
    const scene = new ExclusiveScene();
    const one = scene.process();
    expect(() => one.session.takeOver()).toThrowError(notHeld);
    await one.session.close();
    expect(one.session.state).toEqual({ phase: "closed" });
    await expect(one.session.holding).rejects.toEqual(notHeld);
    await expect(one.venue.usdt.placeOrder(order)).rejects.toEqual(notHeld);
  });
});

describe("a trader that is stopped", () => {
  it("has a successor that clears up behind it, and wakes to find that it may send nothing", async () => {
    const scene = new ExclusiveScene();
    const former = scene.process({ name: "former" });
    await scene.untilHolding(former);
    await former.venue.usdt.placeOrder(order);
    const persons = scene.venue.keep("");
    const next = scene.process({ name: "next" });
    await scene.until(() => (next.session.state as { holder?: string }).holder?.startsWith("former-") === true);
    // One order is on its way, and takes its time.
    former.delayMs = leaseMs + toleranceMs + clockMarginMs + 500;
    const late = former.venue.usdt.placeOrder(order);
    late.catch(() => undefined);
    await scene.clock.advanceAndSettle(0);
    expect(former.sent.filter((word) => word === "open")).toHaveLength(2);
    former.computer.stop();
    await scene.untilHolding(next);
    expect(scene.venue.open).toEqual([persons]);
    expect(next.events.at(-1)).toMatchObject({
      kind: "holding",
      leftovers: {
        cancelledOrders: [{ clientOrderId: scene.venue.orders[0]?.coi }],
        otherOrders: [{ orderId: persons.oi }],
        adoptedPlans: [{ orderId: "77" }],
      },
    });
    await next.venue.usdt.placeOrder(order);
    await scene.until(() => scene.venue.refused.length > 0);
    former.computer.wake();
    await expect(former.venue.usdt.placeOrder(order)).rejects.toEqual(notHeld);
    expect(former.session.state).toMatchObject({ phase: "lost", cause: "ran-out" });
    await expect(late).rejects.toMatchObject({ code: "venue-refused", details: { venueCode: 3025 } });
    expect(scene.venue.open).toHaveLength(2);
    expect(former.sent.filter((word) => word === "open")).toHaveLength(2);
  });

  it("may still cancel what it sent, and gets the lease back when nobody has it", async () => {
    const scene = new ExclusiveScene();
    const one = scene.process();
    await scene.untilHolding(one);
    const { orderId } = await one.venue.usdt.placeOrder(order);
    one.isCutFromStore = true;
    await scene.until(() => one.session.state.phase === "lost");
    expect(one.events.at(-1)).toMatchObject({ kind: "lost", cause: "ran-out" });
    expect(one.events).toContainEqual({ kind: "store-failed", error: expect.objectContaining({ code: "timed-out" }) });
    await expect(one.venue.usdt.setModeAndLeverage({} as never)).rejects.toEqual(notHeld);
    await one.venue.usdt.cancelOrder({ orderId });
    expect(scene.venue.open).toEqual([]);
    const { holding } = one.session;
    one.isCutFromStore = false;
    await scene.untilHolding(one);
    await holding;
    await one.venue.usdt.placeOrder(order);
  });
});

describe("what older terms left", () => {
  it("is adopted where the options say so: halts and cancels know it", async () => {
    const scene = new ExclusiveScene();
    const kept = scene.venue.keep("17");
    const one = scene.process({ olderOrders: "adopt", olderPlans: "cancel" });
    await scene.untilHolding(one);
    expect(scene.venue.open).toEqual([kept]);
    expect(scene.venue.plans).toEqual([]);
    expect(one.venue.sentOrders.find({ orderId: kept.oi })).toMatchObject({ clientOrderId: "17", progress: "open" });
    expect(one.events.at(-1)).toMatchObject({ leftovers: { adoptedOrders: [{}], cancelledPlans: [{}] } });
  });

  it("does not contain what a newer term's trader placed", async () => {
    const scene = new ExclusiveScene();
    const one = scene.process();
    await scene.until(() => one.session.state.phase === "taking-over");
    const newer = scene.venue.keep(String(BigInt(scene.venue.nowMs + 60_000) * 4_096n));
    await scene.untilHolding(one);
    expect(scene.venue.open).toEqual([newer]);
  });
});

describe("what became of this process's own earlier calls", () => {
  it("is told, even if what came behind finding it out failed, or the lease was lost meanwhile", async () => {
    const scene = new ExclusiveScene();
    const one = scene.process();
    const found = ["first", "second"].map((clientOrderId) => ({ intent: { clientOrderId }, verdict: {} }) as never);
    const resolvePending = vi.spyOn(one.venue, "resolvePending").mockResolvedValue([]);
    for (const outcome of found) {
      resolvePending.mockResolvedValueOnce([outcome]);
    }
    const answer = scene.venue.answer.bind(scene.venue);
    const asked = vi.spyOn(scene.venue, "answer").mockImplementation((target, ...rest) => {
      return target.endsWith("planOrderList") ? { state: 4003, msg: "busy" } : answer(target, ...rest);
    });
    await scene.until(() => one.events.some(({ kind }) => kind === "takeover-failed"));
    one.isCutFromStore = true;
    await scene.until(() => one.session.state.phase === "lost");
    asked.mockImplementation(answer);
    one.isCutFromStore = false;
    await scene.untilHolding(one);
    expect(one.events.at(-1)).toMatchObject({ kind: "holding", leftovers: { resolved: found } });
  });
});

describe("a venue whose tolerance nobody knows", () => {
  it("is traded at when a person says that nothing is under way", async () => {
    const scene = new ExclusiveScene();
    const one = scene.process({}, "not-known");
    const byHand = { code: "takeover-by-hand", details: { lease: "desk", term: expect.any(Number) } };
    const first = expect(one.session.holding).rejects.toMatchObject(byHand);
    await scene.until(() => one.events.at(-1)?.kind === "takeover-by-hand");
    await first;
    await scene.clock.advanceAndSettle(60_000);
    await expect(one.venue.usdt.placeOrder(order)).rejects.toMatchObject(byHand);
    expect(one.sent).not.toContain("open");
    one.session.takeOver();
    await scene.untilHolding(one);
    await one.session.holding;
    await one.venue.usdt.placeOrder(order);
  });
});

describe("a lease that is given back", () => {
  it("is taken without waiting for it to run out, but what is under way is waited for", async () => {
    const scene = new ExclusiveScene();
    const former = scene.process();
    await scene.untilHolding(former);
    const next = scene.process({ leaseMs: 30_000 });
    await scene.clock.advanceAndSettle(100);
    await former.session.release();
    expect(former.session.state).toMatchObject({ phase: "lost", cause: "released" });
    const releasedMs = scene.clock.monotonicMs();
    await scene.until(() => next.session.state.phase === "taking-over");
    await scene.untilHolding(next);
    const waitedMs = scene.clock.monotonicMs() - releasedMs;
    expect(waitedMs).toBeGreaterThanOrEqual(toleranceMs + clockMarginMs);
    expect(waitedMs).toBeLessThan(30_000);
    await scene.clock.advanceAndSettle(10_000);
    expect(former.session.state).toMatchObject({ phase: "lost", cause: "released" });
  });
});

it("a time that is too far ahead of the venue's is not signed with", async () => {
  const scene = new ExclusiveScene();
  const one = scene.process();
  await scene.untilHolding(one);
  const now = scene.venue.nowMs;
  expect(() => one.session.guard.sign(placeOrder, now + clockMarginMs - 10)).not.toThrow();
  expect(() => one.session.guard.sign(placeOrder, now + clockMarginMs + 50)).toThrowError(
    expect.objectContaining({ code: "clock-unreliable" }),
  );
});
