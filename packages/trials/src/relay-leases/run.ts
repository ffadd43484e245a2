import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "@depthwire/core";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { deck } from "../faults/deck.js";
import { NatsCluster } from "../nats-cluster/nats-cluster.js";
import { HolderProcess } from "./holder-process.js";
import { HolderRecord } from "./holder-record.js";
import { type LeaseFault, leaseFaults, makeFault } from "./lease-faults.js";
import { prepareStores } from "./store-trial.js";

/** How leases are fought for. */
export interface LeasesPlan {
  readonly takeovers: number;
  readonly store: "one-replica" | "three-replicas";
  readonly random: Random;
}

/** The last line of `npm run relay-leases -- --json`. */
export interface LeasesSummary {
  readonly takeovers: number;
  /** How long two acted for one lease at the same moment, by one clock, summed up. */
  readonly twoAtOnceMs: number;
  /** Whether the trial of a store finds the one with three replicas unsafe, and the one with one replica safe. */
  readonly unsafeRefused: boolean;
}

const holderCount = 4;
const leaseCount = 24;
const leases = Array.from({ length: leaseCount }, (_, index) => `lease-${index}`);
const leaseMs = 1_000;
const renewEveryMs = 250;
const callLimitMs = 500;
const bucket = "dw1_leases";
/** Leases that a fault lasts for, at most. */
const longestFault = 3;
/** One fault of so many meets the next one. */
const togetherOneOf = 4;
/** On a starved machine servers and processes take seconds to start. */
const withinMs = 120_000;
const lookEveryMs = 20;
/** A lease is held when somebody acted for it since so long. */
const heldWithinMs = 300;

/** Lets processes take leases from one another, and looks whether two ever act at once. */
export async function runLeases(
  { takeovers, store, random }: LeasesPlan,
  progress: (text: string) => void,
): Promise<CommandOutcome<LeasesSummary>> {
  const cluster = await NatsCluster.start();
  const record = new HolderRecord();
  const holders: HolderProcess[] = [];
  try {
    const unsafeRefused = await prepareStores((await cluster.access()).addresses, {
      leases: { bucket, replicas: store === "one-replica" ? 1 : 3 },
    });
    progress(`the store with three replicas was ${unsafeRefused ? "refused" : "not refused"}`);
    for (let place = 0; place < holderCount; place++) {
      const takeCounts = store === "one-replica" ? "confirmed" : "at-once";
      const plan = { bucket, leases, leaseMs, renewEveryMs, callLimitMs, takeCounts } as const;
      const holder = new HolderProcess(place, await cluster.access(), plan, (name, note) => record.take(name, note));
      holders.push(holder);
      holder.start();
    }
    const happened = await fight({ cluster, holders, record, random }, takeovers, progress);
    return outcomeOf(
      { takeovers: record.takeovers, twoAtOnceMs: record.twoAtOnceMs, unsafeRefused },
      [...record.failures, ...holders.flatMap(({ complaint }) => (complaint === "" ? [] : [complaint]))],
      happened,
    );
  } finally {
    await Promise.all(holders.map((holder) => holder.kill()));
    await cluster.close();
  }
}

interface Fight {
  readonly cluster: NatsCluster;
  readonly holders: readonly HolderProcess[];
  readonly record: HolderRecord;
  readonly random: Random;
}

/** Faults, one after another and some of them together, until there were enough takeovers. @returns how many faults */
async function fight(scene: Fight, takeovers: number, progress: (text: string) => void): Promise<number> {
  const { cluster, holders, record, random } = scene;
  const deal = deck<LeaseFault>(leaseFaults, random);
  const below = (count: number): number => Math.floor(random() * count);
  await allHeld(scene, "after the start");
  let faults = 0;
  const fault = async (): Promise<void> => {
    const kind = deal();
    const holder =
      holders.find(({ name }) => name === record.busiest) ?? (holders[below(holders.length)] as HolderProcess);
    faults++;
    await makeFault(kind, scene, {
      holder,
      server: below(cluster.servers.length),
      lastsMs: random() * longestFault * leaseMs,
    });
    progress(`${kind}: ${record.takeovers} of ${takeovers} takeovers, two at once for ${record.twoAtOnceMs} ms`);
  };
  while (record.takeovers < takeovers) {
    if (random() * togetherOneOf < 1) {
      const first = fault();
      await sleep(random() * leaseMs);
      await Promise.all([first, fault()]);
    } else {
      await fault();
    }
    await allHeld(scene, `after ${faults} faults`);
  }
  return faults;
}

/** Waits until somebody acts for every lease. */
async function allHeld({ cluster, record }: Fight, when: string): Promise<void> {
  const sinceMs = machineMs();
  while (!leases.every((lease) => record.isHeldSince(lease, machineMs() - heldWithinMs))) {
    if (machineMs() - sinceMs > withinMs) {
      const words = cluster.servers.map(({ name, lastWords }) => `${name}: ${lastWords}`);
      throw new Error(`${when}: leases that nobody holds\n${words.join("\n")}`);
    }
    await sleep(lookEveryMs);
  }
}

/** The clock of all processes of this machine. */
function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function outcomeOf(summary: LeasesSummary, failed: readonly string[], faults: number): CommandOutcome<LeasesSummary> {
  const { takeovers, twoAtOnceMs, unsafeRefused } = summary;
  const failures = [...failed];
  if (twoAtOnceMs > 0) {
    failures.push(`two held one lease at the same moment, for ${twoAtOnceMs} ms`);
  }
  if (!unsafeRefused) {
    failures.push("the trial of a store does not tell the unsafe one from the safe one");
  }
  const text = `${faults} faults, ${takeovers} takeovers: two at once for ${twoAtOnceMs} ms; the unsafe store was ${unsafeRefused ? "refused" : "not refused"}`;
  return { summary, text, failures };
}
