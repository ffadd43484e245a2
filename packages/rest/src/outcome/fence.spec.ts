import { OrderOutcomeUnknown, TransportError, type UnknownOutcome } from "@depthwire/core";
import { AbortListeners } from "@depthwire/core/internal";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import { answerTimeoutMs, Signings } from "./fence.js";
import { type ResolveParts, resolveOrders } from "./resolve-orders.js";
import { settleCall } from "./settle-call.js";

/** The fence: from when on a request that was signed at the beginning cannot arrive any more, by a clock that may be off. */

const venue = keepingVenue().client;

function partsOf(clock: FakeClock, uncertaintyMs: number, onLook: () => void): ResolveParts {
  const venueTime: ResolveParts["venueTime"] = () => {
    onLook();
    return { nowMs: clock.epochMs(), uncertaintyMs };
  };
  const call = async (): Promise<readonly never[]> => [];
  const nothing = { ...venue, call } as unknown as ResolveParts["venue"];
  const closing = new AbortController().signal;
  const signings = new Signings(clock);
  return {
    clock,
    listeners: new AbortListeners(),
    venue: nothing,
    venueTime,
    knownSinceMs: (signed) => signings.knownSinceMs(signed),
    knownId: () => undefined,
    mayRepeat: false,
    closing,
  };
}

const unknownAt = (signedAtMs: number): UnknownOutcome => ({ operation: "placeOrder", signedAtMs, clientOrderId: "1" });

/** Looks come after 0, 500, 1,500 and 3,500 ms. */
const cases = [
  [{ toleranceMs: 1_500, marginMs: 0 }, 0, 3],
  [{ toleranceMs: 1_501, marginMs: 0 }, 0, 4],
  [{ toleranceMs: 1_000, marginMs: 0 }, 500, 3],
  [{ toleranceMs: 1_000, marginMs: 0 }, 501, 4],
  [{ toleranceMs: 1_000, marginMs: 501 }, 0, 4],
] as const;

async function pass(clock: FakeClock): Promise<void> {
  for (let step = 0; step < 100; step++) {
    await clock.advanceAndSettle(100);
  }
}

describe.each(cases)("with %j, and a clock that may be off by %d ms, there are %i looks", (options, offMs, looks) => {
  it("for an order", async () => {
    const clock = fakeClock();
    let count = 0;
    const parts = partsOf(clock, offMs, () => count++);
    const empty = { ...parts, venue: { call: emptyAnswers } as unknown as ResolveParts["venue"] };
    const verdicts = resolveOrders(empty, [unknownAt(clock.epochMs())], options);
    await pass(clock);
    expect(await verdicts).toEqual([{ kind: "not-placed" }]);
    expect(count).toBe(looks);
  });

  it("for a call without an id", async () => {
    const clock = fakeClock();
    let count = 0;
    const cut = new OrderOutcomeUnknown(unknownAt(clock.epochMs()));
    const verdict = settleCall(
      partsOf(clock, offMs, () => count++),
      () => Promise.reject(cut),
      { before: async () => 0, after: async () => ({ kind: "nothing" }) },
      options,
    );
    await pass(clock);
    expect(await verdict).toEqual({ kind: "not-done" });
    expect(count).toBe(looks);
  });
});

/** Lists are pages, queries by ids are not. */
const emptyAnswers = async ({ name }: { readonly name: string }): Promise<object> =>
  name.startsWith("list") || name === "getOpenOrders" ? { items: [], orders: [], count: 0, total: 0, page: 1 } : [];

it("a fault of the search itself is thrown, not taken for a venue that is silent", async () => {
  const clock = fakeClock();
  const parts = partsOf(clock, 0, () => undefined);
  const broken = { ...parts, venue: { call: () => Promise.reject(new TypeError("a bug")) } as never };
  await expect(resolveOrders(broken, [unknownAt(clock.epochMs())])).rejects.toThrow("a bug");
  const cut = new OrderOutcomeUnknown(unknownAt(clock.epochMs()));
  const rejected = async (error: Error): Promise<never> => {
    throw error;
  };
  const after = (error: Error): Promise<unknown> => {
    const trace = { before: async () => 0, after: () => rejected(error) };
    return settleCall(parts, () => rejected(cut), trace, { timeoutMs: 1_000 });
  };
  await expect(after(new TypeError("a bug"))).rejects.toThrow("a bug");
  const silent = after(new TransportError("connect-failed", { address: "x", attempts: 1 }));
  await pass(clock);
  expect(await silent).toEqual({ kind: "unknown", reason: "venue-silent" });
});

it.each([
  [{}, 15_000],
  [{ toleranceMs: "not-known" }, 15_000],
  [{ toleranceMs: "not-known", marginMs: 0 }, 15_000],
  [{ toleranceMs: 30_000 }, 15_000],
  [{ toleranceMs: 5_000 }, 7_000],
  [{ toleranceMs: 5_000, marginMs: 1_000 }, 6_000],
] as const)(
  "an answer is worth no longer a wait than its request stays good, nor than a call takes: %j",
  (options, ms) => {
    expect(answerTimeoutMs(options)).toBe(ms);
  },
);
