import { type AccountEvent, Credential, connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";
const order = { pair, side: "open-long", type: "market", quantity: "0.01", price: "0" } as const;

it("gap comes with the next login, before anything else of the new life; until then the status alone says that the line is broken", async () => {
  const sandbox = await startSandbox({ pairs: [pair], seed: 5, requestsPerWindow: 0 });
  onTestFinished(() => sandbox.close());
  const venue = connect({
    addresses: [sandbox.pushUrl],
    restAddress: sandbox.restUrl,
    backoff: { firstWindowMs: 20, maxWindowMs: 50 },
  });
  onTestFinished(() => venue.close());
  const account = venue.account(new Credential(sandbox.credential));
  const events: AccountEvent[] = [];
  void (async () => {
    for await (const event of account.events) {
      events.push(event);
    }
  })();
  await account.ready;
  expect(account.events.state).toMatchObject({ status: "live", gap: undefined });
  await (await account.trader.place(order)).done;
  const fills = () => events.flatMap((event) => (event.kind === "fill" ? [event.origin] : []));
  await expect.poll(fills).toEqual(["push"]);

  // The account's next message ends its connection, and nobody gets in while the order trades.
  const admit = sandbox.faults.add({ kind: "refuse", count: 100_000 });
  sandbox.faults.add({ kind: "cut", channel: "private" });
  await account.rest.usdt.placeOrder(order);
  await expect.poll(() => account.events.status.phase).toBe("waiting");
  await expect.poll(() => account.events.state.positions.size).toBe(1);
  expect(account.events.state).toMatchObject({ status: "offline", gap: undefined });
  const before = events.length;
  expect(events.some(({ kind }) => kind === "gap")).toBe(false);

  admit();
  await expect.poll(() => events.at(-1)?.kind).toBe("gap-closed");
  const behind = events.slice(before);
  expect(behind[0]).toMatchObject({ kind: "gap", reason: "disconnected" });
  expect(behind.filter(({ kind }) => kind === "gap")).toHaveLength(1);
  expect(behind.findIndex(({ kind }) => kind === "fill")).toBeGreaterThan(0);
  expect(fills()).toEqual(["push", "query"]);
  expect(account.events.state).toMatchObject({ status: "live", gap: undefined });
});
