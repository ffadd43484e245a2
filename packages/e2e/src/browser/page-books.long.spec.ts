import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { lacksBrowser, type PageGlobals, pair, setPageScene } from "./page-scene.spec-kit.js";
import type { PageTerms } from "./page-server.spec-kit.js";

describe.skipIf(lacksBrowser)("a page in Chromium", () => {
  const scene = setPageScene("vite");

  it.each<[string, PageTerms, number, number]>([
    ["in its own thread", {}, 0, 0],
    ["in its own thread, where WebAssembly is barred", { policy: { "script-src": "'self'" } }, 0, 0],
    ["in a worker that shares memory", { isolation: "isolated" }, 1, 1],
    ["in a worker that gives views away", {}, 1, 1],
    ["in a worker, where WebAssembly is barred", { policy: { "script-src": "'self'" } }, 1, 1],
    [
      "in its own thread, where scripts of workers would have to be trusted",
      { policy: { "require-trusted-types-for": "'script'" } },
      1,
      0,
    ],
    ["in its own thread, where a worker was wanted and none may start", { policy: { "worker-src": "'none'" } }, 1, 0],
  ])("keeps a book %s: right before and after damaged frames", async (_, terms, shards, workers) => {
    const page = await scene.open(terms);
    await scene.follow(page, { shards });
    const { seq } = await scene.untilRight(page);
    expect(page.workers()).toHaveLength(workers);
    scene.sandbox.faults.add({ kind: "corrupt", pair }, { kind: "truncate", bytes: 40, pair });
    await scene.untilRight(page, seq + 3);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { rejected, reconnects } = (globalThis as unknown as PageGlobals).venue.statistics();
          return [Object.values(rejected).reduce((sum, count) => sum + count, 0), reconnects];
        }),
      )
      .toEqual([2, 0]);
    await page.evaluate(() => (globalThis as unknown as PageGlobals).venue.close());
    await expect.poll(() => page.workers().length).toBe(0);
  });

  it("is barred from WebAssembly where the cases above say so", async () => {
    const canCompile = (page: Page): Promise<boolean> =>
      page.evaluate(() => {
        try {
          return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof WebAssembly.Module;
        } catch {
          return false;
        }
      });
    expect(await canCompile(await scene.open())).toBe(true);
    expect(await canCompile(await scene.open({ policy: { "script-src": "'self'" } }))).toBe(false);
  });

  it.each<[string, PageTerms, number]>([
    ["in its own thread", {}, 0],
    ["in a worker that shares memory", { isolation: "isolated" }, 1],
    ["in a worker that gives views away", {}, 1],
  ])(
    "shows a book %s as stale from the turn on in which it was frozen, or slept, and as live again by itself",
    async (_, terms, shards) => {
      const page = await scene.open(terms);
      await scene.follow(page, { shards, threads: { restart: { firstWindowMs: 50, maxWindowMs: 200 } } });
      await scene.untilRight(page);

      const frozen = await page.evaluate(() => {
        const { stream } = globalThis as unknown as PageGlobals;
        const before = stream.latest.status;
        document.dispatchEvent(new Event("freeze"));
        return [before, stream.latest.status, stream.read().status];
      });
      expect(frozen).toEqual(["live", "stale", "stale"]);
      await page.evaluate(() => document.dispatchEvent(new Event("resume")));
      await scene.untilRight(page);

      const asleep = await page.evaluate(() => {
        const { stream } = globalThis as unknown as PageGlobals;
        const before = stream.latest.status;
        // As a computer that slept: the wall clock went on, all else stood still, and this very turn reads.
        const { now } = Date;
        Date.now = () => now() + 60_000;
        const after = [stream.latest.status, stream.read().status];
        Date.now = now;
        return [before, ...after];
      });
      expect(asleep).toEqual(["live", "stale", "stale"]);
      await scene.untilRight(page);
      expect(await page.evaluate(() => (globalThis as unknown as PageGlobals).seen.join(" "))).toMatch(
        /live.* stale .*live.* stale .*live/,
      );
    },
  );

  it.each([0, 1])(
    "has a stale book as soon as it is offline, and a live one as soon as it is not, with %i workers",
    async (shards) => {
      const page = await scene.open();
      // Nobody waits for a backoff.
      await scene.follow(page, { shards, backoff: { firstWindowMs: 3_600_000, maxWindowMs: 3_600_000 } });
      await scene.untilRight(page);
      await page.evaluate(() => void globalThis.dispatchEvent(new Event("offline")));
      await expect.poll(() => scene.latest(page)).toMatchObject({ status: "stale", reason: "disconnected" });
      await page.evaluate(() => void globalThis.dispatchEvent(new Event("online")));
      await scene.untilRight(page);
    },
  );

  it("passes over a turn that took long where a worker went on meanwhile", async () => {
    const afterLongTurn = (page: Page): Promise<string> =>
      page.evaluate(() => {
        for (const untilMs = performance.now() + 3_200; performance.now() < untilMs; ) {
          // As a script that does not come to its end.
        }
        return (globalThis as unknown as PageGlobals).stream.latest.status;
      });
    const shared = await scene.open({ isolation: "isolated" });
    await scene.follow(shared, { shards: 1 });
    await scene.untilRight(shared);
    expect(await afterLongTurn(shared)).toBe("live");
  });

  it("is put away with its book when another page comes, and has a live one again when it comes back", async () => {
    const page = await scene.open();
    await scene.follow(page);
    const { seq } = await scene.untilRight(page);
    await page.evaluate(() => {
      globalThis.addEventListener("pageshow", ({ persisted }) => {
        const { stream, seen } = globalThis as unknown as PageGlobals;
        seen.push(`${persisted ? "restored" : "loaded"} ${stream.latest.status}`);
      });
    });
    await page.goto(scene.pages.address({ policy: { "worker-src": "'none'" } }));
    await page.evaluate(() => history.back());
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as Partial<PageGlobals>).seen?.join(" ")).catch(String))
      .toMatch(/live.*restored stale/);
    await scene.untilRight(page, seq);
  });
});
