import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VenueAnswer } from "../runner/accelerator-entry.js";
import { percentile } from "../runner/arrivals.js";
import { answersPerSecond, bodyOf, HttpLine, type RawRequest, rawRequest, timesAtRate } from "../runner/http-load.js";
import { median } from "../runner/measure.js";
import { type CaseReport, caseReport, type PartReport, partReport } from "../runner/report.js";
import { type RoleProcess, startRole } from "../runner/role-process.js";
import { type ListenersReport, listening, measureListeners } from "./accelerator-listeners.js";
import {
  compareAnswers,
  keepTrading,
  type OrderTimes,
  openTwoWays,
  type TwoWays,
  timeOrders,
  tradedPair,
  tradeTimes,
} from "./accelerator-orders.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { atLeast, atMost } from "./goals.js";

const pairs = [tradedPair, "4ETH_USDT"];
const token = "a-token-that-nobody-guesses";
const headers = { "content-type": "application/json", "x-depthwire-token": token };

/** One read that the mirror answers, and the same to a server that answers nothing. */
interface Read {
  readonly asked: RawRequest;
  readonly ofNothing: RawRequest;
}

function read(method: "GET" | "POST", target: string, body = ""): Read {
  const options = { headers, body };
  return { asked: rawRequest(method, target, options), ofNothing: rawRequest(method, emptyPath, options) };
}

/** The one address of the empty server. */
const emptyPath = "/empty";

const reads: Readonly<Record<string, Read>> = {
  depth: read("GET", `/v2/mdata/depth?pair=${tradedPair}&size=20`),
  book: read("GET", `/book/${tradedPair}?levels=20`),
  ticker: read("GET", `/ticker/${tradedPair}`),
  orders: read("GET", "/orders"),
  positions: read("GET", "/positions"),
  assets: read("POST", "/v3/cbu/assets", "{}"),
  "open orders": read("POST", "/v3/cbu/order/list", '{"order_side":1}'),
};

const connections = 16;
/** A compiler needs to see the code run hot, and on two cores it has little time of its own. */
const warmUpFactor = 5;
const readMs = { usual: 1_000, short: 100 } as const;
const paced = { perSecond: 1_000, lines: 8, usualMs: 10_000, shortMs: 500, orderEveryMs: 100 } as const;
const orderRounds = { usual: 200, short: 5 } as const;
const patienceMs = 30_000;

/** The local accelerator over loopback: reads from the mirror, reads while orders flow, an order on its way through. */
export const accelerator: BenchmarkCase = {
  name: "accelerator",
  run: async (context) => {
    const directory = mkdtempSync(join(tmpdir(), "depthwire-bench-"));
    const processes: RoleProcess[] = [];
    const start = async (role: Parameters<typeof startRole>[0]): Promise<RoleProcess> => {
      const started = await startRole(role);
      processes.push(started);
      return started;
    };
    try {
      const venue = (await start({ kind: "venue", pairs })).answer as VenueAnswer;
      const intents = join(directory, "intents");
      const { port } = (await start({ kind: "accelerator", venue, pairs, token, intents })).answer;
      const { port: emptyPort } = (await start({ kind: "empty", token })).answer;
      const { port: barePort } = (await start({ kind: "bare" })).answer;
      const ways = openTwoWays(venue, { port, token });
      try {
        return [await measureAll(context, ways, { port, emptyPort, barePort, directory })];
      } finally {
        await ways.close();
      }
    } finally {
      for (const each of processes) {
        each.close();
      }
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

interface Places {
  readonly port: number;
  /** The same server before a handler that does nothing. */
  readonly emptyPort: number;
  /** A server of `node:http` alone. */
  readonly barePort: number;
  readonly directory: string;
}

async function measureAll(context: CaseContext, ways: TwoWays, places: Places): Promise<CaseReport> {
  const lines = await openLines(places.port, connections);
  const empty = await openLines(places.emptyPort, connections);
  const bare = await openLines(places.barePort, connections);
  try {
    await untilMirrored(lines[0] as HttpLine);
    const parts: PartReport[] = [];
    for (const [name, { asked, ofNothing }] of Object.entries(reads)) {
      const contestants = {
        ours: { lines, request: asked },
        "empty handler": { lines: empty, request: ofNothing },
        "node:http alone": { lines: bare, request: ofNothing },
      };
      parts.push(partReport(name, await measureReads(context, contestants)));
      context.progress(`accelerator, ${name}: done`);
    }
    const times = await readWhileTrading(context, ways, lines.slice(0, paced.lines));
    context.progress("accelerator, reads while orders flow: done");
    const orders = await timeOrders(ways, places.directory, context.short ? orderRounds.short : orderRounds.usual);
    await compareAnswers(ways);
    const listeners = await measureTwenty(context);
    context.progress("accelerator, listeners: done");
    return reportOf(parts, { times, orders, listeners });
  } finally {
    for (const line of [...lines, ...empty, ...bare]) {
      line.close();
    }
  }
}

/** What was measured beside rates. */
interface Measured {
  /** Milliseconds of reads while orders flowed. */
  readonly times: readonly number[];
  readonly orders: OrderTimes;
  readonly listeners: ListenersReport;
}

function reportOf(parts: readonly PartReport[], { times, orders, listeners }: Measured): CaseReport {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    ...caseReport("accelerator", "reads/s", parts),
    measures: {
      "ms p50 of a read at 1,000 reads/s while orders flow": rounded(p50),
      "ms p99 of a read at 1,000 reads/s while orders flow": rounded(p99),
      "ms of an order sent to the venue itself (median)": rounded(orders.direct),
      "ms of an order through the accelerator, remembered before (median)": rounded(orders.through),
      "ms of a synced write (median)": rounded(orders.syncedWrite),
      "ms more through the accelerator than beside it (median of pairs)": rounded(orders.extra),
      "ms more through the accelerator than beside it (p99 of pairs)": rounded(orders.extraP99),
      ...listeners.measures,
    },
    goals: [
      ...parts.map(({ name, ratios }) =>
        atLeast(`accelerator-${name.replaceAll(" ", "-")}`, 0.5, "of an empty handler's rate", ratios["empty handler"]),
      ),
      atMost("accelerator-p99", 5, "ms p99 at 1,000 reads/s while orders flow", p99),
      atMost(
        "accelerator-order",
        1,
        "ms more than the direct call and a synced write",
        orders.extra - orders.syncedWrite,
      ),
      ...listeners.goals,
    ],
    notes: [
      `${connections} connections ask, each as soon as it has its answer. The empty handler stands behind the accelerator's own server, guard (host, origin, token, type) and router, in a process of its own, and answers a constant to the same method, headers and body; node:http alone answers without any of these.`,
    ],
  };
}

/** More orders than the events that are remembered: whoever took nothing meanwhile misses some. */
const missed = { eventWindow: 20, orders: 40 } as const;

/** Depth messages a second beside the usual ten of each pair: books then change more often than views are asked for. */
const extraMessages = 400;

/** Listeners to twenty books, at a venue and an accelerator of their own. */
async function measureTwenty({ short }: CaseContext): Promise<ListenersReport> {
  const { pairs } = listening;
  const started: RoleProcess[] = [];
  try {
    const venueProcess = await startRole({ kind: "venue", pairs, rate: extraMessages });
    started.push(venueProcess);
    const venue = venueProcess.answer as VenueAnswer;
    const process = await startRole({ kind: "accelerator", venue, pairs, token, eventWindow: missed.eventWindow });
    started.push(process);
    const ways = openTwoWays(venue, { port: process.answer.port, token });
    const happen = (): Promise<void> => tradeTimes(ways, missed.orders);
    try {
      return await measureListeners(process, { token, short, happen });
    } finally {
      await ways.close();
    }
  } finally {
    for (const each of started) {
      each.close();
    }
  }
}

function openLines(port: number, count: number): Promise<readonly HttpLine[]> {
  return Promise.all(Array.from({ length: count }, () => HttpLine.open(port)));
}

/** Waits until every read comes from the mirror: otherwise the venue would be measured. @throws Error when one does not */
async function untilMirrored(line: HttpLine): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  for (const [name, { asked }] of Object.entries(reads)) {
    for (;;) {
      const answer = await line.ask(asked);
      if (/x-depthwire-source: mirror/i.test(answer.toString("latin1"))) {
        break;
      }
      if (performance.now() > untilMs) {
        throw new Error(`${name} does not come from the mirror: ${bodyOf(answer).slice(0, 200)}`);
      }
    }
  }
}

/** Who is asked what. */
interface Contestant {
  readonly lines: readonly HttpLine[];
  readonly request: RawRequest;
}

/** They take turns, and the order rotates from pass to pass; the median counts. */
async function measureReads(
  { passes, short }: CaseContext,
  contestants: Readonly<Record<string, Contestant>>,
): Promise<ReadonlyMap<string, number>> {
  const forMs = short ? readMs.short : readMs.usual;
  const rates = new Map<string, number[]>();
  const names = Object.keys(contestants);
  for (let pass = 0; pass <= passes; pass++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + pass) % names.length] as string;
      const { lines, request } = contestants[name] as Contestant;
      const rate = await answersPerSecond(lines, request, pass === 0 ? forMs * warmUpFactor : forMs);
      if (pass > 0) {
        rates.set(name, [...(rates.get(name) ?? []), rate]);
      }
    }
  }
  return new Map([...rates].map(([name, list]) => [name, median(list)]));
}

async function readWhileTrading(
  { short }: CaseContext,
  ways: TwoWays,
  lines: readonly HttpLine[],
): Promise<readonly number[]> {
  let isOver = false;
  const trading = keepTrading(ways, paced.orderEveryMs, () => isOver);
  const forMs = short ? paced.shortMs : paced.usualMs;
  const times = await timesAtRate(lines, (reads["depth"] as Read).asked, { perSecond: paced.perSecond, forMs });
  isOver = true;
  if ((await trading) === 0) {
    throw new Error("no order flowed while reads were timed");
  }
  return times;
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
