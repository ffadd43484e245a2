import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Credential } from "@depthwire/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Accelerator, openAccelerator } from "../accelerator.js";
import { askAt, pair, setScene, type Told } from "../scene.spec-kit.js";

/** A recording of a sandbox in profile `deployed`. */
const fixture = fileURLToPath(new URL("../../../e2e/fixtures/deployed", import.meta.url));

/** A pair that it does not have. */
const absent = "4DOGE_USDT";

/** What a book showed at a time of the venue's. */
type States = Map<unknown, unknown>;

async function watchBook(base: string, states: States): Promise<Told> {
  const told = await askAt(base, `/book/${pair}?levels=5`);
  if (told.status === 200) {
    const { updatedAtMs, asks, bids, seq } = told.body;
    states.set(updatedAtMs, { asks, bids, seq });
  }
  return told;
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-replay-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Records a sandbox for some states of its book. */
async function record(directory: string): Promise<States> {
  const live: States = new Map();
  const { accelerator, ask } = await setScene({ record: directory, pairs: [pair] }, { rate: 20 });
  await ask("/orders", { body: { pair, side: "open-long", type: "market", quantity: "0.01" } });
  await expect.poll(async () => (await ask(`/trades/${pair}`)).body["trades"]).not.toEqual([]);
  await expect.poll(() => watchBook(accelerator.url, live).then(() => live.size), { interval: 5 }).toBeGreaterThan(20);
  expect((await ask("/health")).body["recording"]).toMatchObject({ segments: 1, frames: expect.any(Number) });
  await accelerator.close();
  return live;
}

async function openReplayOf(directory: string, speed: number): Promise<Accelerator> {
  const accelerator = await openAccelerator({ venue: { replay: directory, speed }, port: 0 });
  onTestFinished(() => accelerator.close());
  return accelerator;
}

describe("a recording", () => {
  it("is served through the same API as if it were live, and says that it is none", async () => {
    const directory = await emptyFolder();
    const live = await record(directory);
    const accelerator = await openReplayOf(directory, 0.25);
    const replayed: States = new Map();
    let [trades, ticker]: unknown[] = [];
    await expect
      .poll(
        async () => {
          const told = await watchBook(accelerator.url, replayed);
          expect(told.headers.get("x-depthwire-replay")).toMatch(/^(playing|ended); at=20.*Z; speed=0.25$/);
          trades ??= (await askAt(accelerator.url, `/trades/${pair}`)).body["trades"];
          ticker ??= (await askAt(accelerator.url, `/ticker/${pair}`)).body["lastPrice"];
          return [...replayed.keys()].filter((atMs) => live.has(atMs)).length;
        },
        { interval: 5 },
      )
      .toBeGreaterThan(2);
    for (const [atMs, state] of replayed) {
      expect(live.get(atMs) ?? state).toEqual(state);
    }
    expect(trades).toEqual(expect.arrayContaining([expect.objectContaining({ quantity: expect.any(String) })]));
    expect(ticker).toMatch(/^\d/);
    const health = await askAt(accelerator.url, "/health");
    expect(health.body).toMatchObject({
      hasKey: false,
      access: "read-only",
      replay: { speed: 0.25, account: expect.stringMatching(/^none: a recording has no account/) },
    });
  });

  it("asks nobody, trades nothing, and says when it is over", async () => {
    const accelerator = await openReplayOf(fixture, 1_000_000);
    const ask = async (path: string, body?: object): Promise<unknown[]> => {
      const told = await askAt(accelerator.url, path, body === undefined ? {} : { body });
      return [told.status, told.body.error?.code];
    };
    for (const path of [
      "/v3.1/cquery/buValue",
      `/klines/${pair}/1min`,
      "/account",
      "/positions",
      "/v3/mdata/pairList",
    ]) {
      expect(await ask(path), path).toEqual([503, "replay"]);
    }
    expect(await ask("/v3/cbu/assets", {})).toEqual([503, "replay"]);
    for (const path of ["/account", "/orders", "/positions"]) {
      expect((await askAt(accelerator.url, path)).body.error?.msg, path).toContain("a recording has no account");
    }
    const order = { pair, amount: "0.01", order_side: 1, order_type: 2, price: "20000", order_from: 6 };
    for (const path of ["/orders", "/flatten", "/halt"]) {
      expect(await ask(path, {}), path).toEqual([403, "replay"]);
    }
    expect(await ask("/v3/cbu/order/open", order)).toEqual([403, "replay"]);
    expect((await fetch(`${accelerator.url}/metrics`)).status).toBe(200);
    expect((await askAt(accelerator.url, "/queue")).status).toBe(200);
    await expect.poll(() => accelerator.replay?.().phase).toBe("ended");
    const health = await askAt(accelerator.url, "/health");
    expect(health).toMatchObject({
      status: 503,
      body: { notReady: expect.arrayContaining([expect.objectContaining({ what: "replay" })]) },
    });
    expect(health.headers.get("x-depthwire-replay")).toMatch(/^ended; /);
  });

  it("says of a pair that it does not have that it does not, however it is asked", async () => {
    const accelerator = await openReplayOf(fixture, 1_000_000);
    const paths = ["book", "ticker", "trades"].flatMap((kind) => [
      `/${kind}/${absent}`,
      `/${kind}/${absent}?allow-stale=1`,
    ]);
    await Promise.all(
      [...paths, `/v2/mdata/depth?pair=${absent}`].map(async (path) =>
        expect(await askAt(accelerator.url, path), path).toMatchObject({
          status: 503,
          body: { error: { code: "replay", msg: expect.stringContaining("the recording does not have that") } },
        }),
      ),
    );
  });

  it("is refused with the reason where there is none, or where something does not go with it", async () => {
    const empty = await emptyFolder();
    await expect(openReplayOf(empty, 1)).rejects.toMatchObject({ code: "recording-absent" });
    await expect(openReplayOf(join(empty, "absent"), 1)).rejects.toMatchObject({ code: "recording-absent" });
    await expect(stat(join(empty, "absent"))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(openReplayOf(fixture, 0)).rejects.toMatchObject({ details: { option: "speed" } });
    const credential = new Credential({ apiKey: "key-of-nobody", apiSecret: "secret-of-nobody" });
    await expect(openAccelerator({ venue: { replay: fixture }, credential, port: 0 })).rejects.toMatchObject({
      details: { option: "credential" },
    });
  });
});
