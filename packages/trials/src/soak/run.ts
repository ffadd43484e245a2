import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { judgeSoak, type SoakSummary } from "./judge.js";
import type { ClientMessage, CycleOrders, SteadyOrders, SteadyReport, VenueOrders, VenueReport } from "./messages.js";
import type { SoakOptions } from "./options.js";
import type { Point } from "./slope.js";

/** Both the sources and what is built from them start the built ones. */
const entryOf = (name: string): string => fileURLToPath(new URL(`../../dist/soak/${name}.js`, import.meta.url));

const pairs = 8;
const depthIntervalMs = 50;
const maxCutEveryMs = 30_000;
/** Time enough to come back in, on a starved machine too. */
const minCutEveryMs = 5_000;
/** Connections are cut so often at least where the run is long enough for it. */
const minCuts = 4;
const samples = 240;
const minSampleEveryMs = 250;
/**
 * Clients run interpreted. V8 compiles what runs often, goes on doing so for half an hour, and keeps that code: hundreds of bytes a cycle and
 * about a megabyte an hour, up and down, in which the little that a client leaves behind could not be seen. What is loaded stays counted.
 */
const interpreted = ["--no-opt", "--no-maglev", "--no-sparkplug"];
const millisecondsPerMinute = 60_000;

/** How long a run lasts, beside what it holds. Specs take parts of a minute. */
export type SoakTerms = Pick<SoakOptions, "minutes" | "cycles" | "shards" | "heldBytes">;

/**
 * A venue and its clients in processes apart: one under steady traffic, then those that come and go.
 *
 * @param progress hears the heap of the client's process, in bytes, whenever it is looked at
 * @throws Error when one of the processes ends before it is done
 */
export async function runSoak(
  terms: SoakTerms,
  progress: (heapBytes: number) => void,
): Promise<CommandOutcome<SoakSummary>> {
  const steadyMs = terms.minutes * millisecondsPerMinute;
  const cutEveryMs = Math.max(minCutEveryMs, Math.min(maxCutEveryMs, Math.ceil(steadyMs / minCuts)));
  const orders: VenueOrders = { pairs, depthIntervalMs, cutEveryMs };
  const venue = fork(entryOf("venue-entry"), [JSON.stringify(orders)]);
  try {
    const report = (await firstMessage(venue, "venue")) as VenueReport;
    const { cycles, shards, heldBytes } = terms;
    const sampleEveryMs = Math.max(minSampleEveryMs, steadyMs / samples);
    const steadyOrders: SteadyOrders = { venue: report, steadyMs, sampleEveryMs, shards };
    const steady = await runClient<SteadyReport>("steady-entry", steadyOrders, progress);
    const cycleOrders: CycleOrders = { venue: report, cycles, shards, heldBytes };
    const cycleHeap = await runClient<readonly Point[]>("cycles-entry", cycleOrders, progress);
    return judgeSoak(terms.minutes, {
      steady: steady.report,
      cycleHeap: cycleHeap.report,
      cycles,
      handles: [...steady.handles, ...cycleHeap.handles],
    });
  } finally {
    await ended(venue);
  }
}

async function runClient<Report>(
  entry: string,
  orders: SteadyOrders | CycleOrders,
  progress: (heapBytes: number) => void,
): Promise<Extract<ClientMessage<Report>, { readonly report: Report }>> {
  const client = fork(entryOf(entry), [JSON.stringify(orders)], { execArgv: ["--expose-gc", ...interpreted] });
  try {
    return await new Promise((resolve, reject) => {
      client.on("message", (message: ClientMessage<Report>) => {
        if ("report" in message) {
          resolve(message);
        } else {
          progress(message.heapBytes);
        }
      });
      client.once("exit", (code) => reject(new Error(`the client's process ended early, with ${code}`)));
    });
  } finally {
    await ended(client);
  }
}

async function firstMessage(child: ChildProcess, name: string): Promise<unknown> {
  const early = once(child, "exit").then(([code]) => {
    throw new Error(`the ${name}'s process ended early, with ${String(code)}`);
  });
  const [message] = await Promise.race([once(child, "message"), early]);
  return message;
}

/** A child ends when nobody listens to it any more. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const gone = once(child, "exit");
  if (child.connected) {
    child.disconnect();
  }
  await gone;
}
