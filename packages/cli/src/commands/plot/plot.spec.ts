import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { busyMarket, recordSynthetic } from "../../export/synthetic-recording.spec-kit.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";
import { equity } from "./equity.js";

let home: string;
const ends: (() => Promise<void>)[] = [];
const pairs = ["4BTC_USDT", "4ETH_USDT"];

beforeAll(async () => {
  home = await scratchDirectory((end) => ends.push(end));
  const messages = busyMarket(pairs, 400);
  await recordSynthetic({ directory: join(home, "recording"), pairs, messages, maxSegmentBytes: 20_000 });
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

const plot = (...argv: string[]) => runCommandLine(["plot", "recording", ...argv], { workingDirectory: home });

const texts = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words = ""]) => words);

describe("a plot", () => {
  it.each([
    ["spread", "Spread", "basis points"],
    ["lag", "Lag", "milliseconds"],
    ["depth", "Depth of 4BTC_USDT", "amount up to a price"],
    ["gaps", "Gaps", "time (UTC)"],
  ])("of %s is an SVG with a title, axes with units, and the data", async (what, title, unit) => {
    const { exitCode, out } = await plot("--what", what, "--out", `${what}.svg`);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: `${what} in ${what}.svg\n` });
    const svg = await readFile(join(home, `${what}.svg`), "utf8");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 960 \d+"/);
    expect(texts(svg)).toEqual(expect.arrayContaining([title, unit]));
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg.match(/<(path|rect)/g)?.length).toBeGreaterThan(2);
  });

  it("shows the pairs that are wanted alone", async () => {
    await plot("--what", "gaps", "--pair", "4ETH_USDT", "--out", "one.svg");
    const words = texts(await readFile(join(home, "one.svg"), "utf8"));
    expect(words).toContain("4ETH_USDT");
    expect(words).not.toContain("4BTC_USDT");
  });

  it("is a PNG of the size that was asked for, with the same picture", async () => {
    const argv = ["--what", "spread", "--out", "spread.png", "--width", "640", "--height", "320"];
    expect((await plot(...argv, "--json")).envelopes).toMatchObject([
      { kind: "result", data: { file: "spread.png", what: "spread", damaged: [] } },
    ]);
    const png = await readFile(join(home, "spread.png"));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([640, 320]);
  });
});

describe("what goes wrong", () => {
  it("is said: an unknown form, a file that is there, nothing to draw, a wrong pair", async () => {
    expect(await plot("--out", "spread.gif")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining(".svg or .png"),
    });
    await writeFile(join(home, "mine.svg"), "mine");
    expect(await plot("--out", "mine.svg")).toMatchObject({ exitCode: 7 });
    expect(await readFile(join(home, "mine.svg"), "utf8")).toBe("mine");
    expect(await plot("--what", "equity", "--out", "equity.svg")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("nothing to draw as equity"),
    });
    expect(await plot("--pair", "4BTC_USDC", "--out", "none.svg")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("Did you mean 4BTC_USDT?"),
    });
  });

  it("of equity has a panel for each coin, and a balance stands until the end", () => {
    const { listener, draw } = equity(() => true);
    const startUs = Date.UTC(2026, 10, 14, 9) * 1_000;
    const asset = (coin: string, available: string, seconds: number): void => {
      const [none, localUs] = ["0", startUs + seconds * 1_000_000];
      const held = { fixedFrozen: none, crossFrozen: none, fixedMargin: none, crossMargin: none };
      const event = { kind: "private", event: { kind: "asset", value: { coin, available, ...held } }, localUs };
      listener.event?.({ event, localUs } as unknown as Parameters<NonNullable<typeof listener.event>>[0]);
    };
    asset("USDT", "100000", 1);
    asset("BTC", "0.5", 2);
    asset("USDT", "90000", 20);
    asset("BTC", "0.65", 20);
    asset("ETH", "3", 30);
    const read = { fromUs: startUs, toUs: startUs + 60_000_000, damaged: [] } as unknown as Parameters<typeof draw>[0];
    const svg = draw(read, { width: 960, height: 480 }) ?? "";
    expect(texts(svg)).toEqual(expect.arrayContaining(["USDT", "BTC", "ETH"]));
    const lines = [...svg.matchAll(/<path d="(M[^"]*)"/g)].map(([, line = ""]) => line);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      // The right edge.
      expect(line).toMatch(/L932 [\d.]+$/);
    }
  });
});
