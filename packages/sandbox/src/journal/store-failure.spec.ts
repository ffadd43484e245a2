import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "@depthwire/core";
import { ClassicLevel } from "classic-level";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { PushClient } from "../spec-support/push-client.js";
import { orderBody, paths, startMs } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";
import { sealText } from "../store/sealed-text.js";
import { pageKey } from "./store-keys.js";

let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-failure-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

interface Opened {
  readonly sandbox: Sandbox;
  readonly kit: RestKit;
  /** What the logger heard. */
  readonly heard: string[];
  /** From now on nothing can be written. */
  breakDisk(): void;
}

async function open(): Promise<Opened> {
  let isBroken = false;
  const heard: string[] = [];
  const logger: Logger = { log: (level, event, { text }) => heard.push(`${level} ${event} ${String(text)}`) };
  // Time stands still: it is the request that meets the full disk, and not a tick before it.
  const clock = new VirtualClock(startMs);
  const sandbox = await startSandbox({
    pairs: ["4BTC_USDT"],
    clock,
    requestsPerWindow: 0,
    dataDirectory: directory,
    logger,
    journalObserver: (step) => {
      if (isBroken && step === "page-begun") {
        throw new Error("No space left on device");
      }
    },
  });
  onTestFinished(() => sandbox.close());
  const breakDisk = (): void => {
    isBroken = true;
  };
  return { sandbox, kit: new RestKit(sandbox, sandbox.credential, () => clock.epochMs()), heard, breakDisk };
}

async function orderIds(kit: RestKit): Promise<readonly unknown[]> {
  const list = { pair: "4BTC_USDT", page: 1, size: 50, order_side: 1 };
  const { result } = await kit.post(paths.list, list);
  return ((result as { o?: { oi: unknown }[] }).o ?? []).map(({ oi }) => oi);
}

describe("a sandbox whose disk is full", () => {
  it("refuses what it cannot keep with 4003, and goes on answering from what is kept", async () => {
    const { kit, breakDisk } = await open();
    const { order_id } = await kit.post(paths.open, orderBody());
    breakDisk();
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 4003 });
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 4003 });
    expect(await kit.post(paths.transfer, { symbol: "USDT", amount: "1", type: 0 })).toMatchObject({ state: 4003 });
    expect(await kit.post(paths.assets, {})).toMatchObject({ state: 0 });
    expect(await kit.post(paths.detail, { order_id })).toMatchObject({ state: 0 });
    // What was refused is not seen either.
    expect(await orderIds(kit)).toEqual([order_id]);
  });

  it("still shows the book", async () => {
    const { sandbox, kit, breakDisk } = await open();
    breakDisk();
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 4003 });
    const answer = await fetch(`${sandbox.restUrl}/v2/mdata/depth?pair=4BTC_USDT&size=3`);
    expect(await answer.json()).toMatchObject({ result: { pair: "4BTC_USDT" } });
    const accounts = await fetch(`${sandbox.restUrl}/_sandbox/accounts`);
    expect(accounts.status).toBe(200);
  });

  it("says once what is wrong, where, and what to do", async () => {
    const { sandbox, kit, heard, breakDisk } = await open();
    breakDisk();
    for (let i = 0; i < 3; i++) {
      expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 4003 });
    }
    expect(heard).toEqual([expect.stringContaining("error store-failed Nothing more can be kept in")]);
    expect(heard[0]).toContain(directory);
    expect(heard[0]).toContain("No space left on device");
    expect(heard[0]).toContain("Make room there");
    expect(sandbox.failure).toMatchObject({ code: "store-failed", details: { directory } });
  });

  it("tells the operator so, too", async () => {
    const { sandbox, kit, breakDisk } = await open();
    breakDisk();
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 4003 });
    const address = `${sandbox.restUrl}/_sandbox/accounts/100001`;
    const body = JSON.stringify({ funds: [{ coin: "USDT", amount: "1" }] });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(address, { method: "POST", body, headers });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { code: "store-failed" } });
  });

  it("ends its push connections and takes no more", async () => {
    const { sandbox, kit, breakDisk } = await open();
    const client = await PushClient.open(sandbox.pushUrl);
    breakDisk();
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 4003 });
    await client.closed;
    await expect(PushClient.open(sandbox.pushUrl)).rejects.toThrow("503");
  });

  it("has everything acknowledged at the next start, and nothing that was refused", async () => {
    const first = await open();
    const { order_id } = await first.kit.post(paths.open, orderBody());
    first.breakDisk();
    expect(await first.kit.post(paths.open, orderBody())).toMatchObject({ state: 4003 });
    await first.sandbox.close();
    await writeLate();
    const second = await open();
    expect(await orderIds(second.kit)).toEqual([order_id]);
    expect(second.sandbox.recovery).toMatchObject({ missing: 0 });
  });
});

/** What a full disk refused may come to it after all, as soon as there is room. */
async function writeLate(): Promise<void> {
  const database = new ClassicLevel<Uint8Array, string>(directory, { keyEncoding: "view", valueEncoding: "utf8" });
  const [found] = await database.iterator({ gte: pageKey(0), lt: pageKey(2 ** 40), reverse: true, limit: 1 }).all();
  const [key, sealed] = found ?? [pageKey(1), sealText("[]")];
  const first = Number(new DataView(key.buffer, key.byteOffset).getBigUint64(1));
  const commands = JSON.parse(sealed.slice(8)) as unknown[];
  const refused = ["no command of any kind"];
  await database.put(pageKey(first + commands.length), sealText(JSON.stringify(refused)));
  await database.close();
}
