import type { Logger } from "@depthwire/core";
import type { Exchange } from "@depthwire/exchange/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { loginOf, PrivateListener } from "../spec-support/private-listener.js";
import { PushClient } from "../spec-support/push-client.js";
import { openTenant, orderBody, paths, startMs, type Tenant } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";

interface Scene {
  readonly sandbox: Sandbox;
  readonly clock: VirtualClock;
  readonly alice: Tenant;
  readonly bob: Tenant;
  /** What the logger was told, by name. */
  readonly told: string[];
}

/** Two users of a sandbox whose time stands still. */
async function open(logger?: Logger): Promise<Scene> {
  const clock = new VirtualClock(startMs);
  const told: string[] = [];
  const listener: Logger = logger ?? { log: (_level, event) => told.push(event) };
  const sandbox = await startSandbox({ pairs: ["4BTC_USDT"], requestsPerWindow: 0, clock, logger: listener });
  onTestFinished(() => sandbox.close());
  const kit = new RestKit(sandbox, sandbox.credential, () => clock.epochMs());
  return { sandbox, clock, told, alice: await openTenant(kit), bob: await openTenant(kit) };
}

/** Places an order and makes of its record, behind the exchange's back, one that no view can write. */
async function poison({ sandbox, alice }: Scene, harm: object = { reason: Number.NaN }): Promise<string> {
  await alice.kit.post(paths.open, orderBody());
  const { state } = sandbox.exchange as Exchange;
  const waiting = [...state.openOrders.values()].find(({ account }) => account === alice.account);
  Object.assign(waiting?.record ?? {}, harm);
  return /"order_id":"?(\d+)/.exec(alice.kit.lastText)?.[1] ?? "";
}

describe("what nobody foresaw", () => {
  it("ends the request with 4003 in the operation's own form, and is told to the logger", async () => {
    const scene = await open();
    await poison(scene);
    expect(await scene.alice.kit.post(paths.list, { order_side: 1 })).toEqual({
      state: 4003,
      msg: "The server is busy, please try again later",
      cmd: "list",
    });
    expect(scene.told).toEqual(["request-failed"]);
    expect(await scene.alice.kit.post(paths.assets, {})).toMatchObject({ state: 0 });
    expect(await scene.bob.kit.post(paths.list, { order_side: 1 })).toMatchObject({ state: 0 });
  });

  it.each([
    ["client-failed", { filled: Number.NaN }],
    ["push-failed", { reason: Number.NaN }],
  ])("ends the login's connection with 1011 (%s)", async (failure, harm) => {
    const scene = await open();
    const client = await PushClient.open(scene.sandbox.pushUrl);
    await poison(scene, harm);
    client.send(loginOf(scene.alice.key));
    expect(await client.closed).toBe(1011);
    expect(scene.told).toEqual([failure]);
    const other = await PrivateListener.open(scene.sandbox.restUrl, scene.bob.key);
    await scene.bob.kit.post(paths.open, orderBody());
    expect((await other.news()).map(([key]) => key)).toContain("contract_pending");
  });

  it("ends the connection that cannot be told, and no other", async () => {
    const scene = await open();
    const { sandbox, clock, alice, bob } = scene;
    const failing = await PrivateListener.open(sandbox.restUrl, alice.key);
    const other = await PrivateListener.open(sandbox.restUrl, bob.key);
    const orderId = await poison(scene);
    await bob.kit.post(paths.open, orderBody());
    const bobsId = /"order_id":"?(\d+)/.exec(bob.kit.lastText)?.[1];
    await other.news();
    await alice.kit.post(paths.close, { order_id: orderId });
    await bob.kit.post(paths.close, { order_id: bobsId });
    // Both leave the book in one command.
    clock.advance(5);
    expect(await failing.client.closed).toBe(1011);
    expect((await other.news()).map(([key]) => key)).toEqual(["contract_pending", "contract_assets"]);
    expect(scene.told).toContain("push-failed");
  });

  it("ends nothing when a timer fails: time goes on", async () => {
    const scene = await open();
    const { state } = scene.sandbox.exchange as Exchange;
    const { ticks } = state;
    const index = [...state.markets.values()][0]?.index;
    const random = index?.random;
    Object.assign(index ?? {}, { random: undefined });
    scene.clock.advance(300);
    Object.assign(index ?? {}, { random });
    scene.clock.advance(300);
    expect(scene.told).toContain("timer-failed");
    expect(state.ticks).toBe(ticks + 6);
  });

  it("ends nothing when the logger fails too", async () => {
    const scene = await open({
      log: () => {
        throw new Error("the logger is gone");
      },
    });
    await poison(scene);
    expect(await scene.alice.kit.post(paths.list, { order_side: 1 })).toMatchObject({ state: 4003 });
  });
});
