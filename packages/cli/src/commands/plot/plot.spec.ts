import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { busyMarket, recordSynthetic } from "../../export/synthetic-recording.spec-kit.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";
import { textTranscript } from "../../transcript.spec-kit.js";
import { equity } from "./equity.js";
import { gaps } from "./gaps.js";
import { timeWords } from "./plot.js";

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

it("pictures of a small recording are, to the last letter, what they were", async () => {
  const small = join(home, "small");
  await recordSynthetic({
    directory: small,
    pairs,
    messages: busyMarket(pairs, 12),
    maxSegmentBytes: 4_000,
    compression: 0,
  });
  const pictures: string[] = [];
  for (const what of ["spread", "lag", "depth", "gaps"]) {
    const argv = ["plot", "small", "--what", what, "--out", `small-${what}.svg`, "--width", "480", "--height", "320"];
    expect(await runCommandLine(argv, { workingDirectory: home })).toMatchObject({ exitCode: 0 });
    pictures.push(await readFile(join(home, `small-${what}.svg`), "utf8"));
  }
  await textTranscript("plots", pictures);
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

const startUs = Date.UTC(2026, 10, 14, 9) * 1_000;
const minute = { fromUs: startUs, toUs: startUs + 60_000_000, damaged: [] } as unknown as Parameters<
  ReturnType<typeof gaps>["draw"]
>[0];

describe("gaps of books", () => {
  const size = { width: 480, height: 320 };
  const marks = (...all: readonly (readonly [pair: string, second: number, status: string])[]) => {
    const { listener, draw } = gaps((pair) => pair !== "4XRP_USDT");
    for (const [pair, second, status] of all) {
      const localUs = startUs + second * 1_000_000;
      if (status === "broken") {
        listener.brokenOff?.(localUs);
      } else {
        listener.mark?.({ pair, status, localUs } as Parameters<NonNullable<typeof listener.mark>>[0]);
      }
    }
    return draw(minute, size);
  };
  const bars = (svg = ""): readonly string[] =>
    [...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="[\d.]+" fill="(#\w+)"/g)].map(
      ([, x, width, fill]) => `${x}+${width} ${fill === "#2a9d5c" ? "live" : "not"}`,
    );

  it("are the times in which each was not live, to the recording's end; what lasted no time is none", () => {
    expect(marks()).toBeUndefined();
    expect(marks(["4XRP_USDT", 1, "live"])).toBeUndefined();
    const svg = marks(
      ["4ETH_USDT", 0, "syncing"],
      ["4ETH_USDT", 0, "live"],
      ["4BTC_USDT", 0, "live"],
      ["4BTC_USDT", 15, "stale"],
      ["4BTC_USDT", 20, "gapped"],
      ["4BTC_USDT", 30, "live"],
      ["4BTC_USDT", 40, "live"],
      ["", 45, "broken"],
      ["4BTC_USDT", 50, "live"],
    );
    expect(texts(svg ?? "").slice(0, 2)).toEqual([
      "Gaps",
      "When each book could be trusted; 2 times in which it could not; 2026-11-14 09:00:00 to 09:01:00 UTC",
    ]);
    expect(bars(svg)).toMatchInlineSnapshot(`
      [
        "89.7+90.58 live",
        "180.28+90.58 not",
        "270.85+90.57 live",
        "361.43+30.19 not",
        "391.62+60.38 live",
        "89.7+271.73 live",
        "361.43+90.57 not",
      ]
    `);
    expect(texts(marks(["4BTC_USDT", 0, "live"]) ?? "")[1]).toContain("no time in which it could not");
    const once = marks(["4BTC_USDT", 0, "live"], ["4BTC_USDT", 1, "stale"], ["4BTC_USDT", 2, "live"]);
    expect(texts(once ?? "")[1]).toContain("one time in which it could not");
    const moment = marks(["4BTC_USDT", 1, "live"], ["4BTC_USDT", 2, "stale"], ["4BTC_USDT", 2, "live"]);
    expect(bars(moment)).toHaveLength(1);
  });
});

it("a time beyond midnight is said with its day", () => {
  expect(timeWords({ ...minute, toUs: startUs + 86_400_000_000 })).toBe(
    "2026-11-14 09:00:00 to 2026-11-15 09:00:00 UTC",
  );
});
