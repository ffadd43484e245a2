import { readFileSync } from "node:fs";
import { debiansChromium, quietFlags } from "@depthwire/testkit/browser";
import { type CDPSession, chromium } from "playwright-core";
import type { CpuProfile } from "./cpu-profile.js";

/** What a page came to between two moments. */
export interface PageFigures {
  readonly profile: CpuProfile;
  /** Processor time of the browser's processes, milliseconds, by kind: `renderer`, `GPU`, `browser`. */
  readonly processMs: Readonly<Record<string, number>>;
  /** Memory of each kind of process as the system counts it, bytes. */
  readonly rssBytes: Readonly<Record<string, number>>;
  readonly heapBytes: { readonly first: number; readonly last: number };
  /** Milliseconds of the page's thread, by what it did. */
  readonly taskMs: Readonly<Record<string, number>>;
}

/** A page in Chromium. */
export interface WatchedPage {
  /** Begins to profile. */
  begin(): Promise<void>;
  /** What was seen since. */
  end(): Promise<PageFigures>;
  close(): Promise<void>;
}

const samplingIntervalUs = 1_000;
const msPerSecond = 1_000;
const bytesPerKilobyte = 1_024;

/** Opens an address in headless Chromium; `undefined` where it is not installed. */
export async function openWatchedPage(address: string): Promise<WatchedPage | undefined> {
  const executablePath = debiansChromium();
  if (executablePath === undefined) {
    return undefined;
  }
  const browser = await chromium.launch({ executablePath, args: quietFlags });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  const [ofPage, ofBrowser] = [await page.context().newCDPSession(page), await browser.newBrowserCDPSession()];
  await ofPage.send("Profiler.enable");
  await ofPage.send("Profiler.setSamplingInterval", { interval: samplingIntervalUs });
  await ofPage.send("Performance.enable");
  let before: Awaited<ReturnType<typeof look>> | undefined;
  return {
    begin: async () => {
      before = await look(ofPage, ofBrowser);
      await ofPage.send("Profiler.start");
    },
    end: async () => {
      const { profile } = await ofPage.send("Profiler.stop");
      const after = await look(ofPage, ofBrowser);
      return { profile: profile as CpuProfile, ...between(before ?? after, after) };
    },
    close: () => browser.close(),
  };
}

interface Look {
  readonly processMs: Readonly<Record<string, number>>;
  readonly rssBytes: Readonly<Record<string, number>>;
  readonly metrics: Readonly<Record<string, number>>;
}

async function look(ofPage: CDPSession, ofBrowser: CDPSession): Promise<Look> {
  const { processInfo } = await ofBrowser.send("SystemInfo.getProcessInfo");
  const { metrics } = await ofPage.send("Performance.getMetrics");
  const processMs: Record<string, number> = {};
  const rssBytes: Record<string, number> = {};
  for (const { type, id, cpuTime } of processInfo) {
    processMs[type] = (processMs[type] ?? 0) + cpuTime * msPerSecond;
    rssBytes[type] = (rssBytes[type] ?? 0) + (rssOf(id) ?? 0);
  }
  return { processMs, rssBytes, metrics: Object.fromEntries(metrics.map(({ name, value }) => [name, value])) };
}

const taskNames = {
  script: "ScriptDuration",
  layout: "LayoutDuration",
  style: "RecalcStyleDuration",
  all: "TaskDuration",
};

function between(before: Look, after: Look): Omit<PageFigures, "profile"> {
  const grown = (name: string): number => (after.metrics[name] ?? 0) - (before.metrics[name] ?? 0);
  return {
    processMs: Object.fromEntries(
      Object.entries(after.processMs).map(([type, ms]) => [type, Math.round(ms - (before.processMs[type] ?? 0))]),
    ),
    rssBytes: after.rssBytes,
    heapBytes: { first: before.metrics["JSHeapUsedSize"] ?? 0, last: after.metrics["JSHeapUsedSize"] ?? 0 },
    taskMs: Object.fromEntries(
      Object.entries(taskNames).map(([name, metric]) => [name, Math.round(grown(metric) * msPerSecond)]),
    ),
  };
}

/** Memory of a process, bytes; `undefined` where the system does not tell (it is Linux's way). */
export function rssOf(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * bytesPerKilobyte;
  } catch {
    return undefined;
  }
}
