import type { AccountEvent } from "@depthwire/account";
import { type Account, Credential, connect } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { describe, expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";
/** The account that the sandbox opens first. */
const accountId = 100_001;

type KeyPair = Sandbox["credential"];

/** What an operator does about the account; returns the keys that this opened. */
async function operate({ restUrl }: Sandbox, body: object): Promise<readonly KeyPair[]> {
  const response = await fetch(`${restUrl}/_sandbox/accounts/${accountId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const { opened = [] } = (await response.json()) as { readonly opened?: readonly KeyPair[] };
  return opened;
}

async function setScene(protocol: "prefix" | "channel") {
  const sandbox = await startSandbox({ pairs: [pair], requestsPerWindow: 0, tickIntervalMs: 50 });
  onTestFinished(() => sandbox.close());
  const venue = connect({ addresses: [sandbox.pushUrl], protocol, restAddress: sandbox.restUrl });
  onTestFinished(() => venue.close());
  const account = venue.account(new Credential(sandbox.credential));
  const events: AccountEvent[] = [];
  void (async () => {
    for await (const event of account.events) {
      events.push(event);
    }
  })();
  await expect.poll(() => events.some(({ kind }) => kind === "started")).toBe(true);
  return { sandbox, account, events };
}

/** Buys a little. Returns the ids of the fills, as the venue lists them. */
async function buy(account: Account): Promise<readonly string[]> {
  const prices = await account.rest.usdt.getTagPrices();
  const price = String(Math.floor(Number(prices[pair]?.tagPrice) * 1.05));
  const order = await account.trader.place({ pair, side: "open-long", type: "market", quantity: "0.01", price });
  expect((await order.done).status).toBe("filled");
  const { items } = await account.rest.usdt.listFills({ orderId: order.orderId, page: 1, size: 50 });
  return items.map(({ fillId }) => fillId);
}

describe.each(["prefix", "channel"] as const)("a key that is changed, protocol %s", (protocol) => {
  it("is used without a gap, and the old one can be withdrawn", async () => {
    const { sandbox, account, events } = await setScene(protocol);
    const [next] = await operate(sandbox, { keys: [{}] });
    const rotated = account.rotate(new Credential(next as KeyPair));
    const before = await buy(account);
    await rotated;
    await operate(sandbox, { revokeKeys: [sandbox.credential.apiKey] });
    const after = await buy(account);
    const fills = () => events.flatMap((event) => (event.kind === "fill" ? [event.fill.fillId] : []));
    await expect.poll(() => fills().toSorted()).toEqual([...before, ...after].toSorted());
    expect(events.filter(({ kind }) => kind.startsWith("gap"))).toEqual([]);
    expect(account.events.status.phase).toBe("live");
  });

  it("ends nothing where the old one is withdrawn too early", async () => {
    const { sandbox, account, events } = await setScene(protocol);
    const [next] = await operate(sandbox, { keys: [{}] });
    const rotated = account.rotate(new Credential(next as KeyPair));
    await operate(sandbox, { revokeKeys: [sandbox.credential.apiKey] });
    await rotated;
    // Calls are signed with it too by now.
    await buy(account);
    await expect.poll(() => events.some(({ kind }) => kind === "fill")).toBe(true);
    expect(account.events.status.phase).toBe("live");
  });

  it("changes nothing where the venue does not know it", async () => {
    const { account } = await setScene(protocol);
    const unknown = { apiKey: "0".repeat(40), apiSecret: "1".repeat(40) };
    await expect(account.rotate(new Credential(unknown))).rejects.toMatchObject({ code: "venue-refused" });
    await buy(account);
    expect(account.events.status.phase).toBe("live");
  });
});
