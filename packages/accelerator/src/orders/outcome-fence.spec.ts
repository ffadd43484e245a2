import type { Account } from "@depthwire/client";
import { Credential, type Logger, TransportError } from "@depthwire/core";
import type { IntentStore } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { fakeClock } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { openAccelerator } from "../accelerator.js";
import { askAt, pair } from "../scene.spec-kit.js";
import { OutcomeFence } from "./outcome-fence.js";

const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" } as const;

/** A store of a process that was killed before an order's answer came. */
function storeWithOneOpen(clientOrderId: string, signedAtMs: number): IntentStore & { readonly ends: string[] } {
  const ends: string[] = [];
  const intent = { operation: "placeOrder", signedAtMs, clientOrderId, ...order };
  return {
    ends,
    begin: async () => undefined,
    end: async (told, end) => void ends.push(`${told.clientOrderId} ${end}`),
    load: async () => ({ intents: [{ intent, end: undefined }] }),
  };
}

it("keeps opening orders back until it is known what became of earlier ones; reads and closing orders go on", async () => {
  const sandbox = await startSandbox({ pairs: [pair], seed: 7 });
  onTestFinished(() => sandbox.close());
  const intents = storeWithOneOpen("4711", Date.now());
  const accelerator = await openAccelerator({
    venue: { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl },
    port: 0,
    credential: new Credential(sandbox.credential),
    intents,
    trader: { outcomes: { toleranceMs: 6_000, marginMs: 0 } },
  });
  onTestFinished(() => accelerator.close());
  const ask = (path: string, body?: unknown): ReturnType<typeof askAt> =>
    askAt(accelerator.url, path, body === undefined ? {} : { body });
  expect((await ask("/health")).body["notReady"]).toContainEqual(expect.objectContaining({ what: "outcomes" }));
  const placing = ask("/orders", order).then(({ status }) => intents.ends.push(`opened ${status}`));
  expect((await ask("/v3.1/cquery/buValue")).status).toBe(200);
  const closing = await ask("/orders", { ...order, side: "close-long" });
  expect(closing).toMatchObject({ status: 422, body: { error: { code: "venue-refused" } } });
  await placing;
  expect(intents.ends.filter((end) => /^(4711|opened) /.test(end))).toEqual(["4711 not-sent", "opened 200"]);
  await expect.poll(async () => (await ask("/health")).status).toBe(200);
});

describe("a fence", () => {
  const outcome = (clientOrderId: string | undefined, kind: string): object => ({
    intent: { clientOrderId, operation: "transferFunds" },
    verdict: { kind },
  });

  /** A fence whose searches the test ends, one after the other. */
  function fenced(begun?: Promise<void>) {
    const clock = fakeClock();
    const logged: unknown[] = [];
    const logger: Logger = { log: (...words) => void logged.push(words) };
    const searches: { found(...outcomes: object[]): void; failed(error: unknown): void }[] = [];
    const resolvePending = (): Promise<unknown> =>
      new Promise((resolve, reject) => {
        searches.push({ found: (...outcomes) => resolve(outcomes), failed: reject });
      });
    const account = { resolvePending } as unknown as Account;
    const fence = new OutcomeFence(account, { clock, logger, begun });
    return { clock, logged, searches, fence };
  }

  it("opens when every outcome is known, lets through who waited, and tells what became of each", async () => {
    const { clock, searches, fence } = fenced();
    const sinceMs = clock.epochMs();
    expect(fence.state).toEqual({ isOpen: false, isSearching: true, sinceMs, waiting: 0, unknown: [] });
    let through = 0;
    const waiting = [1, 2].map(() => fence.wait(1_000).then(() => through++));
    await clock.advanceAndSettle(999);
    expect([through, fence.state.waiting]).toEqual([0, 2]);
    searches[0]?.found(outcome("1", "placed"), outcome("2", "unknown"), outcome(undefined, "unknown"));
    await Promise.all(waiting);
    await fence.opened();
    expect(fence.state).toEqual({
      isOpen: true,
      isSearching: false,
      sinceMs,
      waiting: 0,
      unknown: ["2", "transferFunds"],
    });
    expect([fence.verdictOf("1"), fence.verdictOf("3")]).toEqual([{ kind: "placed" }, undefined]);
    await fence.wait(0);
    expect(clock.pending()).toBe(0);
  });

  it("refuses who has waited for too long: nothing was sent", async () => {
    const { clock, fence } = fenced();
    const refused = expect(fence.wait(50)).rejects.toMatchObject({
      refusal: {
        status: 503,
        code: "not-placed",
        message: expect.stringMatching(/^The order was not sent: .*; ask again$/),
      },
    });
    await clock.advanceAndSettle(50);
    await refused;
    expect(fence.state).toMatchObject({ isOpen: false, waiting: 0 });
  });

  it("stays closed until it is kept where the account began", async () => {
    let begin = (): void => undefined;
    const { clock, searches, fence } = fenced(
      new Promise((resolve) => {
        begin = resolve;
      }),
    );
    searches[0]?.found();
    await clock.advanceAndSettle(0);
    expect(fence.state).toMatchObject({ isOpen: false, isSearching: false });
    begin();
    await fence.opened();
    expect(fence.state).toMatchObject({ isOpen: true, isSearching: false });
  });

  it("searches again after a failure, which is logged, and no more once the account is closed", async () => {
    const { clock, logged, searches, fence } = fenced();
    searches[0]?.failed(new Error("no answer"));
    await clock.advanceAndSettle(0);
    expect([searches.length, logged]).toEqual([1, [["warn", "outcomes-not-known", { error: "no answer" }]]]);
    await clock.advanceAndSettle(60_000);
    expect(searches).toHaveLength(2);
    expect(fence.state).toMatchObject({ isOpen: false, isSearching: true });
    searches[1]?.failed("bare");
    await clock.advanceAndSettle(60_000);
    expect(logged.at(-1)).toEqual(["warn", "outcomes-not-known", { error: "unknown" }]);
    searches[2]?.failed(new TransportError("closed", {} as never));
    await clock.advanceAndSettle(60_000);
    expect([searches.length, logged.length]).toEqual([3, 2]);
  });
});
