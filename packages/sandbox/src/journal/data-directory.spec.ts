import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import type { SandboxOptions } from "../options.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { orderBody, paths } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";

const startMs = 1_700_000_000_000;
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-data-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

interface Opened {
  readonly sandbox: Sandbox;
  readonly kit: RestKit;
  readonly clock: VirtualClock;
}

async function open(atMs: number, options: SandboxOptions = {}): Promise<Opened> {
  const clock = new VirtualClock(atMs);
  const sandbox = await startSandbox({
    pairs: ["4BTC_USDT", "5BTC_USD"],
    requestsPerWindow: 0,
    clock,
    dataDirectory: directory,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return { sandbox, clock, kit: new RestKit(sandbox, sandbox.credential, () => clock.epochMs()) };
}

it("goes on where it ended", async () => {
  const first = await open(startMs);
  const { order_id } = await first.kit.post(paths.open, orderBody({ client_oid: "77" }));
  first.clock.advance(2000);
  const { result: assets } = await first.kit.post(paths.assets, {});
  const published = first.sandbox.exchange.published("4BTC_USDT");
  await first.sandbox.close();

  const second = await open(startMs + 60_000);
  const found = await second.kit.post(paths.detail, { order_id });
  expect(found).toMatchObject({ state: 0, result: { coi: "77" } });
  const { result: later } = await second.kit.post(paths.assets, {});
  expect((later as unknown[])[0]).toEqual((assets as unknown[])[0]);
  expect(second.sandbox.exchange.published("4BTC_USDT")).toEqual(published);
  const { order_id: next } = await second.kit.post(paths.open, orderBody());
  expect(BigInt(String(next))).toBeGreaterThan(BigInt(String(order_id)));
});

it("takes no other settings than those it began with", async () => {
  const { sandbox } = await open(startMs);
  await sandbox.close();
  for (const [option, options] of [
    ["seed", { seed: 2 }],
    ["pairs", { pairs: 1 }],
    ["clientIds", { clientIds: "unique" }],
    ["terms", { terms: { takerFeeRate: "0.0007" } }],
  ] as const) {
    const refused = { code: "store-settings", details: { option } };
    await expect(open(startMs, options)).rejects.toMatchObject(refused);
  }
});

const onLinux = it.skipIf(process.platform !== "linux"); // Elsewhere no directory refuses new ones without a mount.

onLinux("that cannot be made is refused at once, in the system's words", async () => {
  const refused = { code: "store-failed", cause: { code: "ENOENT" } };
  await expect(open(startMs, { dataDirectory: "/proc/self/x/y" })).rejects.toMatchObject(refused);
});

it("is no file: one in its place is refused in the system's words", async () => {
  const file = join(directory, "file");
  await writeFile(file, "");
  const refused = { code: "store-failed", cause: { code: "ENOTDIR" } };
  await expect(open(startMs, { dataDirectory: file })).rejects.toMatchObject(refused);
});

it("is used by one sandbox at a time", async () => {
  await open(startMs);
  await expect(open(startMs)).rejects.toMatchObject({ code: "store-locked" });
});

it("is free again when the port cannot be had", async () => {
  const other = await startSandbox({ pairs: 1 });
  onTestFinished(() => other.close());
  await expect(open(startMs, { port: other.port })).rejects.toMatchObject({ code: "option-invalid" });
  await open(startMs);
});

it("leaves what somebody else has written", async () => {
  await writeFile(join(directory, "letter.txt"), "dear");
  await expect(open(startMs)).rejects.toMatchObject({ code: "store-foreign" });
  await rm(join(directory, "letter.txt"));
  const database = new ClassicLevel(directory);
  await database.put("a", "b");
  await database.close();
  await expect(open(startMs)).rejects.toMatchObject({ code: "store-foreign" });
});

type Records = ClassicLevel<Uint8Array, string>;

/** Changes a record of the store behind its back, as if the sandbox had been killed: no clean close vouches for the files. */
async function meddle(
  kind: number,
  change: (database: Records, key: Uint8Array, value: string) => Promise<void>,
): Promise<void> {
  const database: Records = new ClassicLevel(directory, { keyEncoding: "view", valueEncoding: "utf8" });
  const [found] = await database.iterator({ gte: new Uint8Array([kind]), limit: 1 }).all();
  if (found !== undefined) {
    await change(database, ...found);
  }
  await database.close();
  await rm(join(directory, ".closed"), { force: true });
}

it.each([
  ["a damaged page", 1, "keep"],
  ["a damaged part of a snapshot", 2, "trim"],
] as const)("does not start from %s", async (_, kind, journalHistory) => {
  const { sandbox } = await open(startMs, { journalHistory });
  await sandbox.close();
  if (kind === 1) {
    await meddle(3, (database, key) => database.del(key));
  }
  await meddle(kind, (database, key, value) => database.put(key, `${value.slice(0, -2)}!${value.slice(-1)}`));
  await expect(open(startMs)).rejects.toMatchObject({ code: "store-corrupt" });
});

it("does not start when a page is missing", async () => {
  const { sandbox, kit, clock } = await open(startMs, { journalHistory: "keep" });
  for (let i = 0; i < 3; i++) {
    await kit.post(paths.open, orderBody());
  }
  clock.advance(1000);
  await sandbox.close();
  await meddle(3, (database, key) => database.del(key));
  await meddle(1, (database, key) => database.del(key));
  await expect(open(startMs)).rejects.toMatchObject({ code: "store-corrupt" });
});

it.each([10, 99])("refuses the version %d, which has other rules", async (version) => {
  const { sandbox } = await open(startMs);
  await sandbox.close();
  const { sealText } = await import("../store/sealed-text.js");
  await meddle(0, (database, key, value) =>
    database.put(key, sealText(value.slice(8).replace(/"version":\d+/, `"version":${version}`))),
  );
  await expect(open(startMs)).rejects.toMatchObject({ code: "store-version", details: { version } });
});

it("does not take an unusable option", async () => {
  await expect(open(startMs, { dataDirectory: "" })).rejects.toMatchObject({ code: "option-invalid" });
  const durability = "always" as "process";
  await expect(open(startMs, { durability })).rejects.toMatchObject({ code: "option-invalid" });
  await expect(open(startMs, { largeVenue: -1 })).rejects.toMatchObject({ code: "option-invalid" });
});

it("says nothing more once it is closed", async () => {
  const { sandbox, kit, clock } = await open(startMs);
  const { order_id } = await kit.post(paths.open, orderBody());
  await kit.post(paths.close, { order_id });
  await sandbox.close();
  // The cancellation was to take effect now: it does at the next start.
  clock.advance(1000);
  const again = await open(startMs + 2000);
  expect(await again.kit.post(paths.detail, { order_id })).toMatchObject({ state: 0, result: { s: 5 } });
});

it("is made for its owner's eyes alone: it holds the secrets of accounts", async () => {
  const made = join(directory, "within", "venue");
  await open(startMs, { dataDirectory: made });
  const { mode } = await stat(made);
  expect((mode & 0o077).toString(8)).toBe("0");
});

it.each([{ dataAtLeast: 1 }, { olderState: "accept" }] as const)("is missing where %j asks for it", async (options) => {
  const [option] = Object.keys(options);
  await expect(startSandbox({ pairs: 1, ...options })).rejects.toMatchObject({
    code: "option-invalid",
    details: { option },
  });
});
