import { describe, expect, it } from "vitest";
import { openDoor, openTenant, orderBody, paths } from "../spec-support/rest-door.js";

/** The delay after which a cancellation takes effect, in milliseconds. */
const delayMs = 5;

describe("a cancellation that is taken on while another one turns out to have come too late", () => {
  it.each([
    ["alone", paths.close, (id: unknown) => ({ order_id: id }), { state: 0 }],
    ["in a batch", paths.closeBatch, (id: unknown) => ({ order_ids: [id] }), { state: 0, result: [{ state: 0 }] }],
  ])("(%s) is answered for itself", async (_how, path, bodyOf, answer) => {
    const { kit, clock } = await openDoor();
    const alice = await openTenant(kit);
    const bob = await openTenant(kit);
    const late = await alice.kit.post(paths.open, orderBody({ price: "47743" }));
    const other = await alice.kit.post(paths.open, orderBody());
    expect(await alice.kit.post(paths.close, { order_id: late["order_id"] })).toMatchObject({ state: 0 });
    // Somebody sells into the first one before its cancellation takes effect, which it would now.
    await bob.kit.post(paths.open, orderBody({ order_side: 2, order_type: 1, amount: "0.5" }));
    expect(await alice.kit.post(paths.detail, { order_id: late["order_id"] })).toMatchObject({ result: { s: 3 } });
    clock.moveTo(clock.monotonicMs() + delayMs);
    expect(await alice.kit.post(path, bodyOf(other["order_id"]))).toMatchObject(answer);
    clock.advance(delayMs);
    expect(await alice.kit.post(paths.detail, { order_id: other["order_id"] })).toMatchObject({ result: { s: 5 } });
  });
});
