import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Credential } from "@depthwire/core";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient } from "@depthwire/rest";
import { tickTraders } from "../contestants/tick-trader.js";
import { type CorpusOptions, corpusName, createDepthCorpus } from "../corpus/depth-corpus.js";
import type { VenueAnswer } from "../runner/accelerator-entry.js";
import type { CaseReport } from "../runner/report.js";
import { type RoleProcess, startRole } from "../runner/role-process.js";
import type { TickReport, TickStretch } from "../runner/tick-order.js";
import type { TickTraderAnswer, TickTraderOrders } from "../runner/tick-trader-entry.js";
import type { TickVenueAnswer, TickVenueOrders } from "../runner/tick-venue-entry.js";
import { tradedPair } from "./accelerator-orders.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { atMost } from "./goals.js";
import { percentileReport } from "./percentile-report.js";

const levels = 200;
const framesPerSecond = 500;
/** Ten seconds, in which some hundred ticks are traded on. */
const stretchMessages = 5_000;
const shortStretchMessages = 800;
const token = "a-token-that-nobody-guesses";

/** From the write of a depth frame into one socket to the last byte of the signed order on another, in microseconds. */
export const tickToOrder: BenchmarkCase = {
  name: "tick-to-order",
  run: async (context) => {
    const messages = context.short ? shortStretchMessages : stretchMessages;
    const corpus: CorpusOptions = { seed: 1, levels, updates: (context.passes + 1) * messages };
    const pairs = createDepthCorpus({ ...corpus, updates: 0 }).pairs.map(({ pair }) => pair);
    const exchange = await startRole({ kind: "venue", pairs });
    const runners: TickRunner[] = [];
    try {
      const behind = exchange.answer as VenueAnswer;
      const order = { pair: tradedPair, price: await restingPrice(behind) };
      for (const [bot, contestant] of Object.keys(tickTraders).entries()) {
        runners.push(await startRunner({ contestant, bot: bot + 1, pairs, order }, corpus, behind));
      }
      await measure(runners, messages, context);
      context.progress(`tick-to-order, ${corpusName(corpus)}: done`);
      return [tickReport(new Map(runners.map(({ name, latenciesUs }) => [name, latenciesUs])))];
    } finally {
      for (const runner of runners) {
        runner.close();
      }
      exchange.close();
    }
  },
};

/** Figures of latencies by contestant. */
export function tickReport(latenciesUs: ReadonlyMap<string, readonly number[]>): CaseReport {
  const report = percentileReport("tick-to-order", latenciesUs);
  const [middle] = report.parts;
  const ofPlain = (middle?.ours ?? Number.NaN) / (middle?.peers["plain"] ?? Number.NaN);
  return { ...report, goals: [atMost("tick-to-order-p50", 0.6, "times the plain bot, p50", ofPlain)] };
}

/** A bot, the venue that it trades at, and the accelerator between, each in a process of its own. */
interface TickRunner {
  readonly name: string;
  readonly latenciesUs: number[];
  /** @throws Error when a tick was not traded on, or a call of the bot failed */
  run(stretch: TickStretch): Promise<readonly number[]>;
  close(): void;
}

/** One after the other takes the same stretch, in another order each pass. The first stretch warms up. */
async function measure(runners: readonly TickRunner[], messages: number, { passes }: CaseContext): Promise<void> {
  for (let pass = 0; pass <= passes; pass++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(turn + pass) % runners.length] as TickRunner;
      const found = await runner.run({ from: pass * messages, to: (pass + 1) * messages, framesPerSecond });
      if (pass > 0) {
        runner.latenciesUs.push(...found);
      }
    }
  }
}

async function startRunner(
  orders: Omit<TickTraderOrders, "venue">,
  corpus: CorpusOptions,
  behind: VenueAnswer,
): Promise<TickRunner> {
  const { contestant: name, pairs } = orders;
  const venueOrders: TickVenueOrders = { corpus, behind };
  const venueProcess = fork(entry("tick-venue-entry"), [JSON.stringify(venueOrders)]);
  const urls = await nextMessage<TickVenueAnswer>(venueProcess);
  const venue: VenueAnswer = { ...urls, credential: behind.credential };
  const accelerator: RoleProcess | undefined =
    name === "through the accelerator" ? await startRole({ kind: "accelerator", venue, pairs, token }) : undefined;
  const through = accelerator === undefined ? {} : { accelerator: { port: accelerator.answer.port, token } };
  const traderOrders: TickTraderOrders = { ...orders, venue: { ...venue, ...through } };
  const trader = fork(entry("tick-trader-entry"), [JSON.stringify(traderOrders)]);
  await nextMessage<TickTraderAnswer>(trader);
  return {
    name,
    latenciesUs: [],
    run: async (stretch) => {
      const told = nextMessage<TickReport>(venueProcess);
      venueProcess.send(stretch);
      const { latenciesUs, error } = await told;
      const asked = nextMessage<TickTraderAnswer>(trader);
      trader.send("failures");
      const answer = await asked;
      const failures = answer.kind === "failures" ? answer.list : [];
      if (error !== undefined || failures.length > 0) {
        throw new Error(`${name}: ${error ?? "calls failed"}; ${failures.length} failures: ${failures[0] ?? ""}`);
      }
      return latenciesUs;
    },
    close: () => {
      trader.disconnect();
      accelerator?.close();
      venueProcess.disconnect();
    },
  };
}

/** A price far below the market: orders at it rest. */
async function restingPrice({ restUrl, credential }: VenueAnswer): Promise<string> {
  const http = createNodeHttpClient();
  const client = createRestClient(
    { addresses: { rest: restUrl }, credential: new Credential(credential) },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  const { tagPrice = "0" } = (await client.usdt.getTagPrices())[tradedPair] ?? {};
  await http.close();
  return String(Math.floor(Number(tagPrice) * 0.9));
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`a process of the case tick-to-order ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as Message);
    });
  });
}

/** Loaded from sources (by a test runner), the process still runs the built file. */
function entry(name: string): string {
  const folder = import.meta.url.endsWith(".ts") ? "../dist/runner" : "../runner";
  return fileURLToPath(new URL(`${folder}/${name}.js`, import.meta.url));
}
