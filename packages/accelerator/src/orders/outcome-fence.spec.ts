import { Credential } from "@depthwire/core";
import type { IntentStore } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { openAccelerator } from "../accelerator.js";
import { askAt, pair } from "../scene.spec-kit.js";

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
