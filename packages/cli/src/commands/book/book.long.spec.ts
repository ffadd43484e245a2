import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { BookItem } from "../../books/tell-views.js";
import { type CommandEnd, runCommandLine } from "../../command-scene.spec-kit.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";
import { openShell, openTerminal, type TerminalScene, type TerminalSize } from "../../terminal.spec-kit.js";
import { keepPicture } from "../../terminal-picture.spec-kit.js";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 3, depthIntervalMs: 50, tickIntervalMs: 20, requestsPerWindow: 0 });
});
afterAll(() => sandbox.close());

const book = (...words: string[]): Promise<CommandEnd> =>
  runCommandLine(["book", "--venue", sandbox.restUrl, ...words]);

describe("one live view", () => {
  it("of each pair is an item, with levels best first and what can be read off them", async () => {
    const { envelopes, exitCode } = await book(
      "4BTC_USDT",
      "5BTC_USD",
      "BTC_USDT",
      "--once",
      "--within",
      "2m",
      "--levels",
      "3",
      "--json",
    );
    const items = envelopes.map(({ data }) => data as BookItem);
    expect(exitCode).toBe(0);
    expect(items.map(({ pair, status }) => `${pair} ${status}`)).toEqual([
      "4BTC_USDT live",
      "5BTC_USD live",
      "BTC_USDT live",
    ]);
    for (const { asks, bids, spread, mid, imbalance } of items) {
      expect([asks.length, bids.length]).toEqual([3, 3]);
      expect(Number(spread)).toBeCloseTo(Number(asks[0]?.price) - Number(bids[0]?.price), 6);
      expect(Number(mid)).toBeGreaterThan(Number(bids[0]?.price));
      expect(Math.abs(imbalance ?? 2)).toBeLessThanOrEqual(1);
    }
  });

  it("is a ladder for people", async () => {
    const { out } = await book("4BTC_USDT", "--once", "--within", "2m", "--levels", "3");
    expect(out.split("\n").slice(0, 4)).toEqual([
      expect.stringMatching(/^4BTC_USDT {2}live {2}seq \d+ {2}lag \d+ ms$/),
      expect.stringMatching(/^mid [\d.]+ {2}spread [\d.]+ {2}imbalance [+-]?\d+ %/),
      "",
      expect.stringMatching(/total +quantity +bid +ask +quantity +total/),
    ]);
    expect(out.split("\n").filter((line) => line.includes(" │ "))).toHaveLength(3);
  });

  it("that does not come is refused with the reason why the book is not live", async () => {
    const dead = "ws://127.0.0.1:9/cbu";
    const end = await book("4BTC_USDT", "--push", dead, "--once", "--within", "300ms", "--json");
    expect(end.exitCode).toBe(1);
    expect(end.envelopes).toMatchObject([
      {
        kind: "error",
        error: { code: "not-live", message: expect.stringMatching(/4BTC_USDT was not live within 300 ms: /) },
      },
    ]);
  });
});

describe("a stream of views", () => {
  it("is items with --json, from before the book is live until Ctrl-C, which ends with 0", async () => {
    const stop = new AbortController();
    const isLive = (text: string, pair: string): number =>
      text.match(new RegExp(`"${pair}","status":"live"`, "g"))?.length ?? 0;
    const seen = { btc: 0, eth: 0 };
    const end = await runCommandLine(["book", "4BTC_USDT", "4ETH_USDT", "--json", "--venue", sandbox.restUrl], {
      signal: stop.signal,
      onOut: (text) => {
        seen.btc += isLive(text, "4BTC_USDT");
        seen.eth += isLive(text, "4ETH_USDT");
        if (seen.btc > 10 && seen.eth > 0) {
          stop.abort();
        }
      },
    });
    const items = end.envelopes.map(({ data }) => data as BookItem);
    expect(end.exitCode).toBe(0);
    expect(items[0]).toMatchObject({ status: "syncing", reason: expect.any(String) });
    expect(new Set(items.map(({ pair }) => pair))).toEqual(new Set(["4BTC_USDT", "4ETH_USDT"]));
    const live = items.filter(({ pair, status }) => pair === "4BTC_USDT" && status === "live").map(({ seq }) => seq);
    expect(live).toEqual([...live].sort((one, other) => one - other));
    expect(live.length).toBeGreaterThan(5);
  });

  it.each([
    [["4BTC_UDST"], "Did you mean 4BTC_USDT?", 2],
    [["4BTC_USDT", "--levels", "none"], "whole number", 2],
    [["4BTC_USDT", "--once", "--within", "3"], "500ms, 10s", 2],
    [["4BTC_USDT", "--venue", "nowhere"], "must be an address", 2],
  ] as const)("of %j is refused with a word on what to do", async (words, remedy, exitCode) => {
    const end = await book(...words);
    expect(end).toMatchObject({ exitCode, out: "", err: expect.stringContaining(remedy) });
  });
});

describe("in a terminal", () => {
  function opened(pairs: readonly string[], size: TerminalSize, ...words: string[]): TerminalScene {
    const terminal = openTerminal(["book", ...pairs, "--venue", sandbox.restUrl, ...words], { size });
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    return terminal;
  }

  const four = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD", "BTC_USDT"];
  const levelRows = (lines: readonly string[]): number => lines.filter((line) => line.includes(" │ ")).length;

  it.each([
    ["one ladder", ["4BTC_USDT"]],
    ["several books", four],
  ])("%s fits any size, shows a price in 20 × 5, and uses what is wide", async (_title, pairs) => {
    const sizes = [
      { columns: 20, rows: 5 },
      { columns: 80, rows: 24 },
      { columns: 200, rows: 60 },
    ];
    const terminal = opened(pairs, sizes[0] as TerminalSize);
    for (const size of sizes) {
      terminal.resize(size);
      const { lines, isCursorVisible, buffer } = await terminal.waitFor(
        (screen) =>
          /\d{3,}\.\d/.test(screen.text) &&
          !screen.text.includes("syncing") &&
          (size.columns === 200 ? levelRows(screen.lines) > 25 && /[▁-█]/.test(screen.text) : true) &&
          (size.columns === 80 ? screen.text.includes("imbalance") : true),
      );
      keepPicture(`book-${pairs.length}-${size.columns}x${size.rows}`, terminal.picture());
      expect({ isCursorVisible, buffer }).toEqual({ isCursorVisible: false, buffer: "alternate" });
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(size.columns);
    }
    expect(Math.max(...terminal.screen().lines.map(({ length }) => length))).toBeGreaterThan(120);
  });

  it("is drawn anew after a resize, without what was left of the other size", async () => {
    const terminal = opened(["4BTC_USDT"], { columns: 120, rows: 30 });
    await terminal.waitFor(({ lines }) => levelRows(lines) === 26);
    terminal.resize({ columns: 60, rows: 12 });
    const { lines } = await terminal.waitFor((screen) => levelRows(screen.lines) === 8);
    expect(lines[0]).toMatch(/^4BTC_USDT {2}live/);
    terminal.resize({ columns: 20, rows: 5 });
    await terminal.waitFor((screen) => !screen.text.includes("│") && /^\d+\.\d/m.test(screen.text));
  });

  it.each([
    ["Ctrl-C", "\u0003"],
    ["q", "q"],
  ])("ends on %s with 0, and the terminal is as it was", async (_name, key) => {
    const line = `stty -a > before; depthwire book 4BTC_USDT --venue ${sandbox.restUrl}; echo "ended $?"; stty -a > after; cmp before after && echo same`;
    const folder = await scratchDirectory((end) => onTestFinished(end));
    const terminal = openShell(line, { before: "what stood before", workingDirectory: folder });
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    await terminal.waitFor(({ text }) => text.includes(" │ "));
    terminal.type(key);
    const { text, buffer, isCursorVisible } = await terminal.waitFor((screen) => screen.text.includes("same"));
    expect(text.trim().split("\n")).toEqual(["what stood before", "ended 0", "same"]);
    expect({ buffer, isCursorVisible }).toEqual({ buffer: "normal", isCursorVisible: true });
  });

  it("says why a book is not live, with its last state dimmed, when the venue goes away", async () => {
    const other = await startSandbox({ port: 0, pairs: 1, seed: 3, depthIntervalMs: 50, tickIntervalMs: 20 });
    onTestFinished(() => other.close());
    const terminal = openTerminal(["book", "4BTC_USDT", "--venue", other.restUrl], { size: { columns: 80, rows: 16 } });
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    await terminal.waitFor(({ lines }) => lines.some((line) => line.includes("│")));
    await other.close();
    const { text } = await terminal.waitFor((screen) => /stale/.test(screen.text));
    keepPicture("book-stale", terminal.picture());
    expect(text).toMatch(/stale[\s\S]*connection[\s\S]*│/);
  });
});
