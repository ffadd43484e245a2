import { shardNames, shardOf } from "@depthwire/relay";
import type { RunCommand } from "../../../program/command.js";
import type { Context } from "../../../program/context.js";
import { Refused } from "../../../program/refused.js";
import { noRelay } from "../../../relay/ask-relays.js";
import { hearPairs } from "../../../relay/heard-pairs.js";
import { type OpenedBus, openBus } from "../../../relay/open-bus.js";
import { notCarried, refuseMisspelled } from "../../../relay/relayed-pairs.js";
import { type HandoverFlags, handOver } from "./hand-over.js";

/** Has a shard handed over. */
export const run: RunCommand<HandoverFlags> = async ({ arguments: [typed], options }, context) => {
  const meant = String(typed);
  refuseNoShard(meant);
  const opened = await openBus(options, context, "depthwire relay handover", { isQuiet: true });
  try {
    const shard = await shardMeant(meant, opened, options, context);
    await handOver(shard, opened, options, context);
  } finally {
    await opened.bus.close();
  }
};

/** @throws Refused `unknown-shard`, `usage`: nothing was sent */
function refuseNoShard(typed: string): void {
  if (/^s\d*$/i.test(typed) && !shardNames.includes(typed)) {
    throw new Refused("unknown-shard", `There is no shard ${typed}`, "There are s00 to s63.", { shard: typed });
  }
  if (!shardNames.includes(typed)) {
    refuseMisspelled([typed]);
  }
}

/** @throws Refused `unknown-pair`, `no-relay` */
async function shardMeant(
  typed: string,
  opened: OpenedBus,
  { venueName }: HandoverFlags,
  { signal }: Context,
): Promise<string> {
  if (shardNames.includes(typed)) {
    return typed;
  }
  const heard = await hearPairs(opened, [typed], signal);
  if (heard.size === 0) {
    throw noRelay(opened, venueName);
  }
  if (heard.get(shardOf(typed))?.includes(typed) !== true) {
    throw notCarried(typed, [...heard.values()].flat().sort());
  }
  return shardOf(typed);
}
