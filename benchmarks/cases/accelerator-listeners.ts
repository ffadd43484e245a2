import { connect, type Socket } from "node:net";
import { percentile } from "../runner/arrivals.js";
import { HttpLine, rawRequest, statusOf } from "../runner/http-load.js";
import type { RoleProcess } from "../runner/role-process.js";
import { tradedPair } from "./accelerator-orders.js";
import { atLeast, atMost, type Goal } from "./goals.js";

/** Who listens to what. */
export const listening: { readonly pairs: readonly string[]; readonly levels: number; readonly everyMs: number } = {
  pairs: [tradedPair, ...Array.from({ length: 19 }, (_, index) => `4${String.fromCharCode(65 + index)}X_USDT`)],
  levels: 10,
  everyMs: 100,
};

const listeners = { usual: 200, short: 10 } as const;
const slowOf = 10;
/** Whoever takes nothing asked for much: else it takes a minute until the system's own buffers of his connection are full. */
const slowLevels = 200;
const forMs = { usual: 10_000, short: 1_000 } as const;
const settleMs = { usual: 3_000, short: 300 } as const;
/** Of so many views one is read for its age: to read them all would be the heaviest work of the measurement. */
const readOf = 50;
/** By then nothing more fits between the accelerator and somebody who takes nothing. */
const fullAfterMs = 5_000;
const patienceMs = 60_000;
const bytesOfMiB = 1_048_576;
const mark = Buffer.from("event: book");
const updatedAt = /"updatedAtMs":(\d+)/;
const gap = /event: gap\ndata: \{"dropped":(\d+)/g;

/** Somebody who counts the views that he is told, and asks how old some of them are. */
class Listener {
  views = 0;
  /** Milliseconds between the venue's change and its arrival. */
  readonly agesMs: number[] = [];
  /** Events that were told to be missing. */
  dropped = 0;
  readonly #socket: Socket;
  #isStopped = false;

  constructor(port: number, token: string, levels: number = listening.levels) {
    const { pairs, everyMs } = listening;
    const target = `/events?pairs=${pairs.join(",")}&levels=${levels}&every-ms=${everyMs}`;
    this.#socket = connect(port, "127.0.0.1").on("data", (bytes) => this.#take(bytes));
    this.#socket.on("error", () => undefined);
    this.#socket.write(rawRequest("GET", target, { headers: { "x-depthwire-token": token } }));
  }

  get isTold(): boolean {
    return this.views > 0;
  }

  /** Takes nothing from now on, until {@link Listener.goOn}. */
  stop(): void {
    this.#isStopped = true;
    this.#socket.pause();
  }

  goOn(): void {
    this.#isStopped = false;
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    if (this.#isStopped) {
      return;
    }
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
      this.views += 1;
      if (this.views % readOf === 0) {
        const atMs = updatedAt.exec(bytes.toString("latin1", at, at + 200))?.[1];
        this.agesMs.push(atMs === undefined ? Number.NaN : Date.now() - Number(atMs));
      }
    }
    if (bytes.includes("event: gap")) {
      for (const [, dropped] of bytes.toString("latin1").matchAll(gap)) {
        this.dropped += Number(dropped);
      }
    }
  }
}

/** What of a part is reported. */
export interface ListenersReport {
  readonly measures: Readonly<Record<string, number>>;
  readonly goals: readonly Goal[];
}

/** Many listen to twenty books; then a tenth of them takes nothing more, while events happen that they miss. */
export async function measureListeners(
  { answer, memory }: RoleProcess,
  { token, short, happen }: { readonly token: string; readonly short: boolean; readonly happen: () => Promise<void> },
): Promise<ListenersReport> {
  const size = short ? "short" : "usual";
  const count = listeners[size];
  await untilHealthy(answer.port, token);
  const slowCount = count / slowOf;
  const prompt = Array.from({ length: count - slowCount }, () => new Listener(answer.port, token));
  const slow: Listener[] = [];
  try {
    await until(() => prompt.every(({ isTold }) => isTold));
    await pause(settleMs[size]);
    const before = await measureFor(prompt, forMs[size]);
    const rssBefore = await memory();
    slow.push(...Array.from({ length: slowCount }, () => new Listener(answer.port, token, slowLevels)));
    await until(() => slow.every(({ isTold }) => isTold));
    for (const listener of slow) {
      listener.stop();
    }
    await pause(fullAfterMs);
    await happen();
    const beside = await measureFor(prompt, forMs[size]);
    const rssBeside = await memory();
    for (const listener of slow) {
      listener.goOn();
    }
    await until(() => slow.every(({ dropped }) => dropped > 0));
    return {
      measures: {
        [`views/s to ${prompt.length} listeners to 20 books`]: Math.round(before.perSecond),
        "ms p50 from the venue's change to its view (100 of them are asked for)": before.p50,
        "ms p99 from the venue's change to its view": before.p99,
        [`views/s to the same while ${slow.length} others take nothing`]: Math.round(beside.perSecond),
        "ms p99 to the same while others take nothing": beside.p99,
        "MiB that the accelerator has": Math.round(rssBefore / bytesOfMiB),
        "MiB while others take nothing": Math.round(rssBeside / bytesOfMiB),
        "events told as missing to each who took nothing (fewest)": Math.min(...slow.map(({ dropped }) => dropped)),
      },
      goals: [
        atLeast(
          "accelerator-listeners",
          0.9,
          "of the rate before, while others take nothing",
          beside.perSecond / before.perSecond,
        ),
        atMost(
          "accelerator-listeners-memory",
          64,
          "MiB more while others take nothing",
          (rssBeside - rssBefore) / bytesOfMiB,
        ),
      ],
    };
  } finally {
    for (const listener of [...prompt, ...slow]) {
      listener.close();
    }
  }
}

async function untilHealthy(port: number, token: string): Promise<void> {
  const line = await HttpLine.open(port);
  const health = rawRequest("GET", "/health", { headers: { "x-depthwire-token": token } });
  const untilMs = performance.now() + patienceMs;
  while (statusOf(await line.ask(health)) !== 200) {
    if (performance.now() > untilMs) {
      throw new Error("twenty books were not there in time");
    }
    await pause(100);
  }
  line.close();
}

async function measureFor(
  listeners: readonly Listener[],
  duration: number,
): Promise<{ readonly perSecond: number; readonly p50: number; readonly p99: number }> {
  const total = (): number => listeners.reduce((sum, { views }) => sum + views, 0);
  for (const { agesMs } of listeners) {
    agesMs.length = 0;
  }
  const [begin, beganAtMs] = [total(), performance.now()];
  await pause(duration);
  const perSecond = ((total() - begin) / (performance.now() - beganAtMs)) * 1000;
  // A view whose head was cut between two chunks was not read.
  const ages = listeners.flatMap(({ agesMs }) => agesMs).filter((age) => !Number.isNaN(age));
  return { perSecond, p50: percentile(ages, 0.5), p99: percentile(ages, 0.99) };
}

async function until(isSo: () => boolean): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() > untilMs) {
      throw new Error("listeners were not told in time");
    }
    await pause(50);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
