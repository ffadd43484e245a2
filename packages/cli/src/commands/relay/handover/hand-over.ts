import { askInstances, type OperatorAnswer, type OperatorRefusal } from "@depthwire/relay";
import type { Context } from "../../../program/context.js";
import { Refused } from "../../../program/refused.js";
import { askStatuses, noRelay } from "../../../relay/ask-relays.js";
import type { BusFlags } from "../../../relay/bus-options.js";
import type { OpenedBus } from "../../../relay/open-bus.js";
import { owning } from "../status/relay-overview.js";

/** What the command line says. */
export interface HandoverFlags extends BusFlags {
  readonly to?: string;
}

/**
 * An owner waits up to 3 s for a successor and 10 s for its books, then two leases until the shard is taken, and two calls of the store where it is not:
 * 20 s in all by default.
 */
const answerWithinMs = 30_000;

type RefusalWords = readonly [words: string, remedy: string];

const refusalWords: Readonly<Record<OperatorRefusal, RefusalWords>> = {
  malformed: ["it does not know this request", "Both sides must be of one version."],
  "unknown-shard": ["it knows no such shard", "There are s00 to s63."],
  "not-owner": ["it does not own it now", "Look who does: depthwire relay status."],
  "no-successor": [
    "nobody else has the shard's books live",
    "Start a second depthwire relay serve, and try again when it stands by.",
  ],
  "unknown-instance": [
    "nobody takes part under that name",
    "Look who does: depthwire relay status. --to takes its name, or that under which it owns shards.",
  ],
  "owner-already": ["it is that one who owns it", "Leave --to out, and the next in line takes it."],
  busy: ["another hand-over is under way there", "Try again in a moment."],
  "store-away": ["the lease store does not answer", "Look what is wrong: depthwire relay doctor."],
  "not-taken": [
    "the successor did not take it in time; the owner goes on",
    "Look at the successor: depthwire relay status.",
  ],
};

/**
 * Asks the owner of a shard to hand it over.
 *
 * @throws Refused `no-relay`, `hand-over-refused`
 */
export async function handOver(
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
  const owner = statuses.find(({ shards }) => shards.some((one) => one.shard === shard && owning.has(one.role)));
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
  const [words, remedy] = answer?.kind === "refused" ? wordsFor(answer.refusal) : unanswered;
  const refusal = answer?.kind === "refused" ? answer.refusal : undefined;
  throw new Refused("hand-over-refused", `${from} keeps ${shard}: ${words}`, remedy, { shard, from, refusal });
}

const unanswered: RefusalWords = [
  "it did not answer in time; it may still do it",
  "Look who owns it now: depthwire relay status.",
];

/** An instance of a later version may have a reason that is not known here. */
function wordsFor(refusal: OperatorRefusal): RefusalWords {
  return refusalWords[refusal] ?? [`it says ${refusal}`, "Look at it: depthwire relay status."];
}
