import { getEventListeners } from "node:events";
import { Credential, LeaseError } from "@depthwire/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openVenue } from "./open-venue.js";
import { StubRuntime, stubPorts } from "./stub-ports.spec-kit.js";

const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });

/** A venue that nobody is at. */
function nowhere() {
  const venue = openVenue({ addresses: ["ws://nowhere"], restAddress: "http://nowhere" }, stubPorts());
  onTestFinished(() => venue.close());
  return venue;
}

it("an account that is closed leaves nothing at a signal that outlives it", () => {
  const venue = nowhere();
  const { signal } = new AbortController();
  for (let round = 0; round < 3; round++) {
    venue.account(credential, { signal }).close();
  }
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(venue.statistics().accounts.open).toBe(0);
});

it("an account ends with its signal, and is closed by that", () => {
  const abort = new AbortController();
  const account = nowhere().account(credential, { signal: abort.signal });
  abort.abort();
  expect(account.events.status.phase).toBe("closed");
  expect(getEventListeners(abort.signal, "abort")).toEqual([]);
  account.close();
});

it("no account is opened with a signal that is over, nor at a venue that is", async () => {
  const venue = nowhere();
  expect(() => venue.account(credential, { signal: AbortSignal.abort() })).toThrowError(
    expect.objectContaining({ code: "aborted" }),
  );
  await venue.close();
  expect(() => venue.account(credential)).toThrowError(expect.objectContaining({ code: "closed" }));
});

it("one signal has as many listeners for fifteen accounts as for one", () => {
  const venue = nowhere();
  const { signal } = new AbortController();
  venue.account(credential, { signal });
  const listeners = getEventListeners(signal, "abort").length;
  const calls = Array.from({ length: 14 }, () => venue.account(credential, { signal })).map(({ rest }) =>
    rest.usdt.getAssets({}, { signal }).catch(() => undefined),
  );
  expect(calls).toHaveLength(14);
  expect(getEventListeners(signal, "abort")).toHaveLength(listeners);
});

it("a halt of the venue halts every account that is open, and ends as theirs do", async () => {
  const venue = nowhere();
  const accounts = [venue.account(credential), venue.account(credential)];
  const closed = venue.account(credential);
  closed.close();
  const halted = venue.halt("enough", { scope: "account" });
  const order = { pair: "4BTC_USDT", side: "open-long", type: "limit", quantity: "1", price: "1" } as const;
  for (const { trader } of accounts) {
    expect(trader.halted).toMatchObject({ reason: "enough", scope: "account" });
    await expect(trader.place(order)).rejects.toMatchObject({ code: "halted" });
  }
  expect(closed.trader.halted).toBeUndefined();
  for (const account of accounts) {
    account.close();
  }
  expect(await halted).toEqual(["closed", "closed"]);
  await using bare = openVenue({ addresses: ["ws://nowhere"] }, stubPorts());
  expect(await bare.halt("enough")).toEqual([]);
});

describe("an account that one process alone trades with", () => {
  const order = { pair: "4BTC_USDT", side: "open-long", type: "limit", quantity: "1", price: "1" } as const;
  const refusal = new LeaseError("lease-not-held", { lease: "desk", state: "waiting" });

  /** Never the trader. */
  function neverOurs() {
    const calls: string[] = [];
    const session = {
      state: { phase: "waiting", holder: undefined } as const,
      holding: new Promise<void>(() => undefined),
      takeOver: () => undefined,
      release: async () => undefined,
      guard: {
        begin: ({ purpose }: { readonly purpose: string }) => {
          if (purpose === "order") {
            throw refusal;
          }
        },
        sign: () => undefined,
      },
      start: () => void calls.push("started"),
      close: async () => void calls.push("closed"),
    };
    const open = (parts: { readonly outcomes: object }) => {
      calls.push(`opened with ${JSON.stringify(parts.outcomes)}`);
      return session;
    };
    return { calls, session, exclusive: { open } };
  }

  it("is refused where the tolerance is only assumed, and nothing is opened", () => {
    const venue = nowhere();
    const { exclusive, calls } = neverOurs();
    expect(() => venue.account(credential, { exclusive })).toThrowError(
      expect.objectContaining({
        code: "option-invalid",
        details: expect.objectContaining({ option: "trader.outcomes.toleranceMs" }),
      }),
    );
    expect(calls).toEqual([]);
    expect(venue.statistics().accounts.open).toBe(0);
  });

  it("places nothing while it is not its turn, halts all the same, and gives the lease back at its end", async () => {
    const { exclusive, calls, session } = neverOurs();
    const trader = { outcomes: { toleranceMs: 1_000, marginMs: 5 } };
    const account = nowhere().account(credential, { exclusive, trader });
    expect(account.exclusive).toBe(session);
    await expect(account.trader.place(order)).rejects.toBe(refusal);
    await expect(account.rest.usdt.placeOrder(order)).rejects.toBe(refusal);
    const halted = account.trader.halt("enough");
    expect(account.trader.halted).toMatchObject({ reason: "enough" });
    await account[Symbol.asyncDispose]();
    expect(await halted).toBe("closed");
    expect(calls).toEqual(['opened with {"marginMs":5,"toleranceMs":1000}', "started", "closed"]);
  });
});

describe("the lease of an exclusive account", () => {
  /** An account whose lease is given back when the spec says so. */
  function leaving() {
    const runtime = new StubRuntime();
    const venue = openVenue({ addresses: ["ws://nowhere"], restAddress: "http://nowhere" }, runtime.ports);
    let giveBack = (): void => undefined;
    const given = new Promise<void>((resolve) => {
      giveBack = resolve;
    });
    const session = {
      state: { phase: "waiting", holder: undefined } as const,
      holding: new Promise<void>(() => undefined),
      takeOver: () => undefined,
      release: () => given,
      guard: { begin: () => undefined, sign: () => undefined },
      start: () => undefined,
      close: () => given,
    };
    const trader = { outcomes: { toleranceMs: 1_000 } };
    const account = venue.account(credential, { exclusive: { open: () => session }, trader });
    return { runtime, venue, account, giveBack };
  }

  it.each(["open", "just closed"])("is waited for by the venue's end where the account is %s", async (state) => {
    const { runtime, venue, account, giveBack } = leaving();
    if (state === "just closed") {
      account.close();
    }
    const closing = venue.close();
    await settled();
    expect(runtime.log).not.toContain("http closed");
    giveBack();
    await closing;
    expect(runtime.log).toContain("http closed");
  });

  it("keeps no venue from its end whose store does not answer", async () => {
    const { runtime, venue } = leaving();
    const closing = venue.close();
    await settled();
    runtime.clock.advance(4_999);
    await settled();
    expect(runtime.log).not.toContain("http closed");
    runtime.clock.advance(1);
    await closing;
    expect(runtime.log).toContain("http closed");
  });
});

/** Until what had nothing to wait for is done. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const plain = { apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" } as unknown as Credential;

it.each([["a plain object", plain] as const, ["nothing", undefined as unknown as Credential] as const])(
  "%s in place of a credential is refused at the doors, and ends nothing",
  async (_, given) => {
    const venue = nowhere();
    const invalid = expect.objectContaining({ code: "credential-invalid" });
    expect(() => venue.account(given)).toThrowError(invalid);
    expect(() => venue.login(given)).toThrowError(invalid);
    const account = venue.account(credential);
    expect(() => account.rest.rotate(given)).toThrowError(invalid);
    await expect(account.rotate(given)).rejects.toMatchObject({ code: "credential-invalid" });
    await expect(account.events.rotate(given)).rejects.toMatchObject({ code: "credential-invalid" });
    expect(account.events.status.phase).not.toBe("closed");
  },
);
