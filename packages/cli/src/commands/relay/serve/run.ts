import { shardOf } from "@depthwire/relay";
import type { RunCommand } from "../../../program/command.js";
import type { Context } from "../../../program/context.js";
import { Refused } from "../../../program/refused.js";
import { unlessInterrupted } from "../../../program/unless-interrupted.js";
import { instanceName } from "../../../relay/instance-name.js";
import { everyPair, knownPairs } from "../../../venue/known-pair.js";
import { openVenue } from "../../../venue/open-venue.js";
import type { ServeFlags } from "./flags.js";
import { InstanceFigures } from "./metrics/instance-figures.js";
import { type MetricsDoor, openMetrics } from "./metrics/metrics-door.js";
import { serveInThreads } from "./serve-in-threads.js";
import { serveInstance } from "./serve-instance.js";

/** In place of a list of pairs. */
const everything = "all";

/** Takes part in a relay until Ctrl-C. */
export const run: RunCommand<ServeFlags> = async ({ options }, context) => {
  const name = instanceName(options.name, options.threads);
  const door = await metricsOf(name, options, context);
  try {
    const pairs = await unlessInterrupted(pairsOf(options, context), context.signal);
    if (options.threads > 1) {
      await serveInThreads({ ...options, pairs }, { name, door }, context);
      return;
    }
    const figures = new InstanceFigures(name);
    door?.show(name, () => Promise.resolve(figures.read()));
    await serveInstance({ name, pairs, options, figures }, context);
  } finally {
    await door?.close();
  }
};

/** Listens where figures are wanted: before anything else, so that a port that is taken is told at once. */
async function metricsOf(
  name: string,
  { metrics, allowHost }: ServeFlags,
  { output }: Context,
): Promise<MetricsDoor | undefined> {
  if (metrics === undefined) {
    if (allowHost.length > 0) {
      throw new Refused("usage", "--allow-host names a host of --metrics", "Add --metrics HOST:PORT, or leave it out.");
    }
    return undefined;
  }
  const door = await openMetrics(name, metrics, allowHost);
  const { url } = door;
  output.item({ event: "metrics", atMs: Date.now(), url }, `Figures: ${url}/metrics, health: ${url}/healthz`);
  return door;
}

/** @throws Refused `unknown-pair`, `usage`; TransportError where the venue cannot be asked */
async function pairsOf({ pairs, shards, ...options }: ServeFlags, context: Context): Promise<readonly string[]> {
  if (pairs.length === 0) {
    throw new Refused("usage", "--pairs names none", "Name some, such as 4BTC_USDT,4ETH_USDT; or all.");
  }
  const venue = openVenue(options, context);
  try {
    const known = pairs.includes(everything) ? await everyPair(venue) : await knownPairs(pairs, venue);
    const own = known.filter((pair) => shards?.includes(shardOf(pair)) !== false);
    if (own.length === 0) {
      throw new Refused("usage", "None of the pairs is in these shards", "Leave --shards out, or name more pairs.");
    }
    return own;
  } finally {
    await venue.close();
  }
}
