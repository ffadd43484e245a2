import { replay } from "@depthwire/recording";
import { openArchive } from "@depthwire/recording/archive";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { lacksBrowser, type PageGlobals, setPageScene } from "./page-scene.spec-kit.js";

/** Room for a recording of a second or two, in bytes. */
const roomBytes = 20_000;

interface Recorded {
  readonly frames: number;
  readonly bytes: number;
  readonly segments: number;
  readonly failures: readonly (readonly [string, string])[];
}

function recorded(page: Page): Promise<Recorded> {
  return page.evaluate(() => {
    const { recording } = (globalThis as unknown as PageGlobals).venue;
    const { frames = 0, bytes = 0, segments = 0 } = recording?.statistics() ?? {};
    return { frames, bytes, segments, failures: [...(recording?.failures() ?? [])] };
  });
}

function exported(page: Page, directory: string): Promise<string> {
  return page.evaluate(async (from) => {
    const { depthwire } = globalThis as unknown as PageGlobals;
    const bytes = new Uint8Array(await (await depthwire.exportRecording(from)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, directory);
}

describe.skipIf(lacksBrowser)("a recording of a page whose origin has no room left", () => {
  const scene = setPageScene("esbuild");

  it.each([
    ["a worker", 1, "full/shards/shard-0", "shard-0"],
    ["its own thread", 0, "full/own", "main"],
  ])(
    "in %s says so while it runs, counts what is in the file, and stays whole when there is room again",
    async (_, shards, directory, part) => {
      const page = await scene.open({ isolation: "isolated" });
      const developer = await page.context().newCDPSession(page);
      const { origin } = scene.pages;
      const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
      await developer.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: used + roomBytes });
      await scene.follow(page, { shards, record: { directory: directory.replace("/shard-0", "") } });
      await expect.poll(async () => (await recorded(page)).failures).toHaveLength(1);
      const failed = await recorded(page);
      expect(failed.failures[0]?.[0]).toBe(part);
      expect(failed.frames).toBeGreaterThan(0);
      await developer.send("Storage.overrideQuotaForOrigin", { origin });
      // The books go on, and what comes now is not written behind the gap.
      const { seq } = await scene.untilRight(page);
      await scene.untilRight(page, seq + 5);
      await page.evaluate(() => (globalThis as unknown as PageGlobals).venue.close());
      expect(await recorded(page)).toEqual(failed);
      const player = await replay(openArchive(Buffer.from(await exported(page, directory), "base64")));
      expect(player.segments.map(({ frames, bytes }) => ({ frames, bytes }))).toEqual([
        { frames: failed.frames, bytes: failed.bytes },
      ]);
      await player.run();
    },
  );
});
