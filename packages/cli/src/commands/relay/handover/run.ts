import { askInstances, type OperatorAnswer, type OperatorRefusal, shardNames, shardOf } from "@depthwire/relay";
import type { RunCommand } from "../../../program/command.js";
import type { Context } from "../../../program/context.js";
import { Refused } from "../../../program/refused.js";
import { askStatuses, noRelay } from "../../../relay/ask-relays.js";
import type { BusFlags } from "../../../relay/bus-options.js";
import { hearPairs } from "../../../relay/heard-pairs.js";
import { type OpenedBus, openBus } from "../../../relay/open-bus.js";
import { unknownPair } from "../../../venue/known-pair.js";

/** What the command line says. */
export interface HandoverFlags extends BusFlags {
  readonly to?: string;
}

/** A successor that has to follow the venue first, since it is cold, takes seconds. */
const answerWithinMs = 15_000;

const refusalWords: Readonly<Record<OperatorRefusal, readonly [words: string, remedy: string]>> = {
  malformed: ["it does not know this request", "Both sides must be of one version."],
  "unknown-shard": ["it knows no such shard", "There are s00 to s63."],
  "not-owner": ["it does not own it now", "Look who does: depthwire relay status."],
  "no-successor": [
    "nobody else has the shard's books live",
    "Start a second depthwire relay serve, and try again when it stands by.",
  ],
  busy: ["another hand-over is under way there", "Try again in a moment."],
  "store-away": ["the lease store does not answer", "Look what is wrong: depthwire relay doctor."],
  "not-taken": [
    "the successor did not take it in time; the owner goes on",
    "Look at the successor: depthwire relay status.",
  ],
};

/** Has a shard handed over. */
export const run: RunCommand<HandoverFlags> = async ({ arguments: [typed], options }, context) => {
  const opened = await openBus(options, context, "depthwire relay handover");
  try {
    const shard = await shardMeant(String(typed), opened, options, context);
    await handOver(shard, opened, options, context);
  } finally {
    await opened.bus.close();
  }
};

/** @throws Refused `unknown-shard`, `unknown-pair`, `no-relay` */
async function shardMeant(
  typed: string,
  opened: OpenedBus,
  { venueName }: HandoverFlags,
  { signal }: Context,
): Promise<string> {
  if (shardNames.includes(typed)) {
    return typed;
  }
  if (/^s\d*$/i.test(typed)) {
    throw new Refused("unknown-shard", `There is no shard ${typed}`, "There are s00 to s63.", { shard: typed });
  }
  opened.subjects.snap(typed);
  const heard = await hearPairs(opened, [typed], signal);
  if (heard.size === 0) {
    throw noRelay(opened, venueName);
  }
  if (heard.get(shardOf(typed))?.includes(typed) !== true) {
    throw unknownPair(typed, [...heard.values()].flat().sort(), "The relay");
  }
  return shardOf(typed);
}

async function handOver(
  shard: string,
  opened: OpenedBus,
  { to, venueName }: HandoverFlags,
  context: Context,
): Promise<void> {
  const { bus, subjects } = opened;
  const statuses = await askStatuses(opened);
  if (statuses.length === 0) {
    throw noRelay(opened, venueName);
  }
  const owner = statuses.find(({ shards }) => shards.some((one) => one.shard === shard && one.role === "owner"));
  if (owner === undefined) {
    const remedy = "Look who takes part: depthwire relay status.";
    throw new Refused("hand-over-refused", `Nobody owns ${shard} now`, remedy, { shard });
  }
  const request = { kind: "hand-over", shard, to } as const;
  const [answer] = await askInstances({ bus, subjects, limitMs: answerWithinMs }, request, owner.name);
  tell(answer, shard, owner.name, context);
}

function tell(answer: OperatorAnswer | undefined, shard: string, from: string, { output }: Context): void {
  if (answer?.kind === "handed-over") {
    const { to } = answer;
    output.result({ shard, from, to }, `${shard} is handed over from ${from} to ${to}.`);
    return;
  }
  const [words, remedy] =
    answer?.kind === "refused"
      ? refusalWords[answer.refusal]
      : ["it did not answer in time; it may still do it", "Look who owns it now: depthwire relay status."];
  const refusal = answer?.kind === "refused" ? answer.refusal : undefined;
  throw new Refused("hand-over-refused", `${from} keeps ${shard}: ${words}`, remedy, { shard, from, refusal });
}
