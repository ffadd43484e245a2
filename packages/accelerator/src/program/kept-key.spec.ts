import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { KeyStore } from "../keys/key-store.js";
import type { KeyParts } from "../keys/sealed-key.js";
import { pair, setScene } from "../scene.spec-kit.js";
import { KeptKey } from "./kept-key.js";

const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };

/** What an operator does about the demo account. Returns the keys that this opened. */
async function operate({ restUrl, userId }: Sandbox, body: object): Promise<readonly KeyParts[]> {
  const response = await fetch(`${restUrl}/_sandbox/accounts/${userId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { opened = [] } = (await response.json()) as { readonly opened?: readonly KeyParts[] };
  return opened;
}

it("is changed without a restart: orders on their way end under the key before, later ones go out under the next", async () => {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-keys-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { sandbox, accelerator, ask } = await setScene();
  const first = sandbox.credential;
  const store = new KeyStore(folder);
  const kept = new KeptKey(folder, "main", () => Promise.resolve("correct horse"));
  await store.put("main", first, undefined);
  expect((await kept.read())?.revealApiKey()).toBe(first.apiKey);
  const told: string[] = [];
  onTestFinished(kept.follow(accelerator, (words) => told.push(words)));
  await ask("/orders");
  sandbox.faults.add({ kind: "late", when: "after", path: "/v3/cbu/order/open", ms: 2_000 });
  const onItsWay = ask("/orders", { body: order });
  await expect.poll(() => sandbox.faults.applied()["late"]).toBe(1);

  const [next] = await operate(sandbox, { keys: [{ permissions: ["read", "trade"] }] });
  await store.put("main", next as KeyParts, undefined);
  await expect.poll(() => told).toEqual([expect.stringMatching(/^The key of main was changed: the new/)]);
  await operate(sandbox, { revokeKeys: [first.apiKey] });
  expect(await onItsWay).toMatchObject({ status: 200, body: { status: "open" } });
  expect(await ask("/orders", { body: order })).toMatchObject({ status: 200, body: { status: "open" } });

  // A key that cannot be used changes nothing, and neither does one that goes.
  await store.put("main", { apiKey: "canary-key", apiSecret: "canary-secret" }, undefined);
  await expect.poll(() => told.length).toBe(2);
  await store.put("main", first, "another horse");
  await expect.poll(() => told.length).toBe(3);
  expect(told.slice(1)).toEqual([
    expect.stringContaining("is not used"),
    expect.stringContaining("this passphrase does not open"),
  ]);
  await store.remove("main");
  expect(await ask("/orders", { body: order })).toMatchObject({ status: 200 });
  const secrets = [first, next as KeyParts].flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret]);
  for (const secret of [...secrets, "canary-key", "canary-secret", "horse"]) {
    expect(told.join("\n")).not.toContain(secret);
  }
});
