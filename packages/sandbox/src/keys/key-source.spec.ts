import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createInMemoryVenue } from "../in-memory.js";
import type { SandboxOptions } from "../options.js";
import { startSandbox } from "../sandbox.js";
import { RestKit } from "../spec-support/rest-kit.js";

interface Keys {
  readonly demo: object;
  readonly opened: unknown;
}

/** The demo account's key, and the one that is made up for a new account. */
async function keysOf(options: SandboxOptions): Promise<Keys> {
  await using sandbox = await startSandbox({ pairs: 1, ...options });
  const kit = new RestKit(sandbox);
  expect(await kit.post("/v3/cbu/assets", {})).toMatchObject({ state: 0 });
  const { body } = await kit.operate("POST", "accounts", {});
  return { demo: sandbox.credential, opened: body["opened"] };
}

it("keys are others at every start", async () => {
  const [first, second] = [await keysOf({}), await keysOf({})];
  expect(second.demo).not.toEqual(first.demo);
  expect(second.opened).not.toEqual(first.opened);
});

it("keys follow from the seed when there is one", async () => {
  const [first, second, other] = [await keysOf({ seed: 1 }), await keysOf({ seed: 1 }), await keysOf({ seed: 2 })];
  expect(second).toEqual(first);
  expect(other.demo).not.toEqual(first.demo);
  expect(other.opened).not.toEqual(first.opened);
});

it("keys come from the randomness that is given", async () => {
  let drawn = 0;
  const randomBytes = (count: number): Uint8Array => new Uint8Array(count).fill(++drawn);
  const { demo } = await keysOf({ randomBytes });
  expect(demo).toEqual({ apiKey: "01".repeat(20), apiSecret: "02".repeat(20) });
});

it("keys are kept with the data, whatever the next start is given", async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), "sandbox-keys-"));
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
  const { demo } = await keysOf({ dataDirectory });
  expect((await keysOf({ dataDirectory })).demo).toEqual(demo);
  expect((await keysOf({ dataDirectory, seed: 1 })).demo).toEqual(demo);
});

it("a venue in memory has the same keys every time, without a seed too", () => {
  expect(createInMemoryVenue().credential).toEqual(createInMemoryVenue().credential);
  expect(createInMemoryVenue({ seed: 2 }).credential).not.toEqual(createInMemoryVenue().credential);
});
