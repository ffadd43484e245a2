import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { type LongestTask, longestTaskOf } from "../browser/longest-task.js";
import type { measurePage, PageCorpus } from "../browser/measure-page.js";
import { type BenchmarkPages, openBenchmarkPages } from "../browser/page-server.js";
import { type CorpusOptions, corpusName, createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { median } from "../runner/measure.js";
import { type CaseReport, caseReport, partReport } from "../runner/report.js";
import type { SendOrder } from "../runner/sender-entry.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { atLeast, atMost, type Goal } from "./goals.js";

const plain = "fflate + JSON.parse + Map";
const levelCounts = [20, 200, 1000] as const;

/** Frames a second that a worker keeps up with beside the page. */
const framesPerSecond = 2_000;

const chromiumFile = "/usr/bin/chromium";
const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];

/** In headless Chromium: frames to books in a page's own thread, with WebAssembly and without, and how a page fares whose books are in a worker. */
export const browser: BenchmarkCase = {
  name: "browser",
  async run(context) {
    if (!existsSync(chromiumFile)) {
      throw new Error(`the case browser needs Debian's Chromium at ${chromiumFile}: apt-get install chromium`);
    }
    const pages = await openBenchmarkPages();
    const opened = await chromium.launch({ executablePath: chromiumFile, args: flags });
    try {
      return [
        await framesToBooks(opened, pages, "allowed", context),
        await framesToBooks(opened, pages, "barred", context),
        await besideAWorker(opened, pages, context),
      ];
    } finally {
      await opened.close();
      await pages.close();
    }
  },
};

async function openPage(opened: Browser, address: string): Promise<Page> {
  const page = await opened.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  return page;
}

async function framesToBooks(
  opened: Browser,
  pages: BenchmarkPages,
  webAssembly: "allowed" | "barred",
  { passes, minMs, short, progress }: CaseContext,
): Promise<CaseReport> {
  const page = await openPage(opened, pages.address(webAssembly));
  const parts = [];
  for (const levels of short ? levelCounts.slice(0, 1) : levelCounts) {
    const corpus = createDepthCorpus({ seed: 1, levels, updates: 1_600 });
    const rates = await page.evaluate(
      ([given, options]) => {
        const { measurePage: inPage } = globalThis as unknown as { readonly measurePage: typeof measurePage };
        return inPage(given, options);
      },
      [toPage(corpus), { passes, minMs }] as const,
    );
    parts.push(partReport(corpus.name, new Map(rates)));
    progress(`browser, WebAssembly ${webAssembly}, ${levels} levels: done`);
  }
  await page.close();
  const report = caseReport(`browser, WebAssembly ${webAssembly}`, "messages/s", parts);
  return { ...report, goals: [goalOf(webAssembly, report.ratios[plain])] };
}

function goalOf(webAssembly: "allowed" | "barred", ratio: number | undefined): Goal {
  return webAssembly === "allowed"
    ? atLeast("browser-frames", 8, `times ${plain}`, ratio)
    : atLeast("browser-frames-barred", 3, `times ${plain}, where WebAssembly is barred`, ratio);
}

function toPage({ name, pairs, snapshots, updates, finalBooks }: DepthCorpus): PageCorpus {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  return { name, pairs, snapshots: snapshots.map(text), updates: updates.map(text), finalBooks: [...finalBooks] };
}

/** The page reads every book once a frame of the screen, as one that draws them. */
async function besideAWorker(opened: Browser, pages: BenchmarkPages, context: CaseContext): Promise<CaseReport> {
  const passes = context.short ? 1 : context.passes;
  const seconds = context.short ? 1 : 4;
  // Starting and ending a trace takes its time, too: the sender must not end before.
  const updates = 2 * passes * (seconds + 1) * framesPerSecond;
  const corpus: CorpusOptions = { seed: 1, levels: 200, updates };
  const sender = await startSender(corpus);
  try {
    const page = await openPage(opened, pages.address("allowed"));
    const { pairs } = createDepthCorpus({ ...corpus, updates: 1 });
    await page.evaluate(startDrawing, { address: sender.address, pairs: pairs.map(({ pair }) => pair) });
    await page.waitForFunction(() => (globalThis as unknown as Drawing).allLive());
    sender.send({ from: 0, to: updates, framesPerSecond });
    const stretches: Stretch[] = [];
    for (let pass = 0; pass < passes; pass++) {
      stretches.push(await stretchOf(opened, page, seconds));
      context.progress(`browser, beside a worker, pass ${pass + 1}: done`);
    }
    await page.close();
    const middle = (pick: (stretch: Stretch) => number): number => median(stretches.map(pick));
    const longestMs = middle((stretch) => stretch.longestMs);
    const rates = new Map([["ours", middle((stretch) => stretch.framesPerSecond)]]);
    return {
      ...caseReport("browser, beside a worker", "frames/s in the worker", [partReport(corpusName(corpus), rates)]),
      measures: {
        "longest task of the page's thread, ms, median over stretches": longestMs,
        "longest task of the page's thread, ms of CPU, of all stretches": Math.max(
          ...stretches.map(({ longestCpuMs }) => longestCpuMs),
        ),
        "drawings a second": Math.round(middle((stretch) => stretch.drawingsPerSecond)),
      },
      goals: [atMost("browser-longest-task", 16, `ms, the longest task at ${framesPerSecond} frames/s`, longestMs)],
    };
  } finally {
    sender.close();
  }
}

/** What was seen of the page for some seconds. */
interface Stretch extends LongestTask {
  readonly framesPerSecond: number;
  readonly drawingsPerSecond: number;
}

async function stretchOf(opened: Browser, page: Page, seconds: number): Promise<Stretch> {
  const counts = () => page.evaluate(() => (globalThis as unknown as Drawing).counts());
  await opened.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  const begun = await counts();
  await page.waitForTimeout(seconds * 1_000);
  const ended = await counts();
  const elapsed = (ended.atMs - begun.atMs) / 1_000;
  return {
    ...longestTaskOf((await opened.stopTracing()).toString()),
    framesPerSecond: (ended.frames - begun.frames) / elapsed,
    drawingsPerSecond: (ended.drawings - begun.drawings) / elapsed,
  };
}

/** A process that sends a corpus over WebSocket. */
interface Sender {
  readonly address: string;
  send(order: SendOrder): void;
  close(): void;
}

/** Loaded from sources (by a test runner), the process still runs the built file. */
const senderFile = import.meta.url.endsWith(".ts") ? "../dist/runner/sender-entry.js" : "../runner/sender-entry.js";

async function startSender(corpus: CorpusOptions): Promise<Sender> {
  const child = fork(fileURLToPath(new URL(senderFile, import.meta.url)), [JSON.stringify(corpus)]);
  const { port } = await new Promise<{ readonly port: number }>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the sender ended with ${code}`)));
    child.once("message", resolve as (message: unknown) => void);
  });
  return {
    address: `ws://127.0.0.1:${port}`,
    send: (order) => child.send(order),
    close: () => child.disconnect(),
  };
}

/** What the page keeps for the questions above. */
interface Drawing {
  allLive(): boolean;
  counts(): { readonly atMs: number; readonly frames: number; readonly drawings: number };
}

/** Runs in the page. */
function startDrawing({ address, pairs }: { readonly address: string; readonly pairs: readonly string[] }): void {
  interface Read {
    readonly status: string;
    readonly askCount: number;
  }
  interface PageVenue {
    book(pair: string): { read(levels: number): Read };
    statistics(): { readonly frames: number };
  }
  const { connect, requestAnimationFrame } = globalThis as unknown as {
    connect(options: object): PageVenue;
    requestAnimationFrame(draw: () => void): void;
  };
  const venue = connect({ addresses: [address], shards: 1 });
  const books = pairs.map((pair) => venue.book(pair));
  let drawings = 0;
  let drawn = 0;
  const draw = (): void => {
    drawn += books.reduce((sum, book) => sum + book.read(10).askCount, 0);
    drawings++;
    requestAnimationFrame(draw);
  };
  draw();
  Object.assign(globalThis, {
    allLive: () => drawn > 0 && books.every((book) => book.read(10).status === "live"),
    counts: () => ({ atMs: performance.now(), frames: venue.statistics().frames, drawings }),
  });
}
