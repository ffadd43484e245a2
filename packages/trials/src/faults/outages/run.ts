import { profiles } from "@depthwire/sandbox/internal";
import type { PushProtocol } from "@depthwire/stream";
import { seededRandom } from "@depthwire/testkit";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { deck } from "../deck.js";
import { AccountHouse } from "./account-house.js";
import { outageKinds } from "./outage-kinds.js";
import { reportOutages } from "./report.js";
import { OutageTally } from "./tally.js";

/** What the run was asked to do. */
export interface OutageOptions {
  /** Outages of a private stream. */
  readonly outages: number;
  /** Repeats the run exactly. */
  readonly seed: number;
  /** `off` shows that this check can fail. */
  readonly recovery: "on" | "off";
}

const protocols: readonly PushProtocol[] = ["prefix", "channel"];
/** Outages that one account lives through, so that histories are long and there are several accounts. */
const outagesPerHouse = 25;

/** Cuts an account off while things happen to it, and compares what its stream delivered with what the exchange did. */
export async function runOutages(options: OutageOptions, progress: (text: string) => void): Promise<CommandOutcome> {
  const startMs = performance.now();
  const { outages, seed, recovery } = options;
  const tally = new OutageTally();
  const nextKind = deck(outageKinds, seededRandom(seed));
  const kinds = protocols.flatMap((protocol) => profiles.map((profile) => ({ protocol, profile })));
  // A short run too has an account of each kind.
  const each = Math.min(outagesPerHouse, Math.ceil(outages / kinds.length));
  for (let left = outages, index = 0; left > 0; left -= each, index++) {
    const kind = kinds[index % kinds.length];
    if (kind === undefined) {
      break;
    }
    const house = new AccountHouse({ ...kind, seed: seed * 1_000 + index, recovery });
    for (let count = Math.min(left, each); count > 0; count--) {
      await house.outage(nextKind(), tally);
    }
    await house.conclude(tally);
    progress(`${tally.outages} of ${outages} outages`);
  }
  return reportOutages({ wanted: outages, seed, elapsedMs: performance.now() - startMs, tally });
}
