import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Credential, type Random } from "@depthwire/core";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { MemoryLeaseStore } from "@depthwire/relay";
import { createRestClient, ordersByClientOrderId } from "@depthwire/rest";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { judge, sentIds, type TraderCount, type TrueOrder } from "./judge.js";
import { Lane, type LaneOrders } from "./lane.js";
import { bearableLengths } from "./lengths.js";
import type { Fence, Step } from "./trader-messages.js";

/** How traders are stopped, again and again. */
export interface TraderPlan {
  readonly pauses: number;
  /** Keys that are traded at the same time, by two processes each. */
  readonly keys: number;
  readonly fence: Fence;
  /** Stops at this step alone, until a successor trades; default: at any, for any time. */
  readonly only?: Step | undefined;
  /** Decides who is stopped where, and for how long. */
  readonly random: Random;
}

/** The last line of `npm run relay-traders -- --json`. */
export interface TradersSummary extends Omit<TraderCount, "failures" | "unresolvedOrders"> {
  readonly pauses: number;
  readonly kills: number;
}

const pair = "4BTC_USDT";
/** With so many pauses an order of a former trader came too late at least once, or the fence was never needed. */
const manyPauses = 200;

/** Stops traders between any two steps of their orders, lets others take over, and holds what they knew against what the venue has. */
export async function runTraders(
  { pauses, keys, fence, only, random }: TraderPlan,
  progress: (text: string) => void,
): Promise<CommandOutcome<TradersSummary>> {
  const directory = await mkdtemp(join(tmpdir(), "relay-traders-"));
  const lengths = await bearableLengths();
  progress(`leases of ${lengths.leaseMs} ms`);
  const timestampToleranceMs = lengths.toleranceMs;
  const sandbox = await startSandbox({ pairs: [pair], requestsPerWindow: 0, timestampToleranceMs });
  const store = new MemoryLeaseStore();
  const lanes = await Promise.all(
    Array.from({ length: Math.min(keys, pauses) }, async (_, index) => {
      const credential = await openAccount(sandbox, index);
      const { restUrl, pushUrl, serviceName } = sandbox;
      const orders: LaneOrders = {
        restUrl,
        pushUrl,
        serviceName,
        ...credential,
        pair,
        lease: `desk-${index}`,
        ...lengths,
        fence,
      };
      return { lane: new Lane(orders, store, { random, only }), credential };
    }),
  );
  try {
    let left = pauses;
    const run = async ({ lane, credential }: (typeof lanes)[number]): Promise<TraderCount> => {
      await lane.open(directory);
      while (left > 0) {
        left--;
        await lane.pause();
        progress(`${pauses - left} of ${pauses} pauses`);
      }
      const notes = await lane.finish();
      return judge(notes, await trueOrders(sandbox, credential, sentIds(notes)));
    };
    const counts = await Promise.all(lanes.map(run));
    const kills = lanes.reduce((sum, { lane }) => sum + lane.kills, 0);
    return outcomeOf(
      { pauses, kills, ...sumOf(counts) },
      counts.flatMap(({ failures, unresolvedOrders }) => [...failures, ...unresolvedOrders]),
      fence,
    );
  } finally {
    await Promise.all(lanes.map(({ lane }) => lane.close()));
    await sandbox.close();
    await rm(directory, { recursive: true });
  }
}

type Key = Pick<LaneOrders, "apiKey" | "apiSecret">;

/** Each key has an account of its own: a takeover clears up in its account alone. */
async function openAccount({ restUrl }: Sandbox, index: number): Promise<Key> {
  const response = await fetch(`${restUrl}/_sandbox/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ funds: [{ coin: "USDT", amount: "1000000" }], keys: [{ permissions: ["read", "trade"] }] }),
  });
  const { opened } = (await response.json()) as { opened?: readonly Key[] };
  const [key] = opened ?? [];
  if (key === undefined) {
    throw new Error(`the sandbox opened no account ${index}: HTTP ${response.status}`);
  }
  return { apiKey: key.apiKey, apiSecret: key.apiSecret };
}

async function trueOrders(
  { restUrl, serviceName }: Sandbox,
  credential: Key,
  ids: readonly string[],
): Promise<readonly TrueOrder[]> {
  const http = createNodeHttpClient({ proxy: "none" });
  const client = createRestClient(
    {
      addresses: { rest: restUrl },
      credential: new Credential(credential),
      serviceName,
      throttle: { limit: 5_000, reserve: {} },
    },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  try {
    const found = await ordersByClientOrderId(client, ids);
    return found.map(({ clientOrderId = "", createdAtMs, status }) => {
      return { clientOrderId, createdAtMs, isOpen: status === "open" || status === "partly-filled" };
    });
  } finally {
    client.close();
    await http.close();
  }
}

type Sums = Omit<TraderCount, "failures" | "unresolvedOrders">;

function sumOf(counts: readonly TraderCount[]): Sums {
  const sum = (pick: (count: TraderCount) => number): number => counts.reduce((all, count) => all + pick(count), 0);
  return {
    takeovers: sum(({ takeovers }) => takeovers),
    orders: sum(({ orders }) => orders),
    tooLate: sum(({ tooLate }) => tooLate),
    acceptedFromFormer: sum(({ acceptedFromFormer }) => acceptedFromFormer),
    duplicates: sum(({ duplicates }) => duplicates),
    unresolved: sum(({ unresolved }) => unresolved),
  };
}

function outcomeOf(summary: TradersSummary, failed: readonly string[], fence: Fence): CommandOutcome<TradersSummary> {
  const { pauses, kills, takeovers, orders, tooLate, acceptedFromFormer, duplicates, unresolved } = summary;
  const failures = [...failed];
  if (acceptedFromFormer > 0) {
    failures.push(`${acceptedFromFormer} orders of former traders were accepted`);
  }
  if (duplicates > 0) {
    failures.push(`${duplicates} orders are there twice`);
  }
  if (unresolved > 0) {
    failures.push(`of ${unresolved} orders nobody told rightly what became`);
  }
  if (fence === "kept" && pauses >= manyPauses && tooLate === 0) {
    failures.push("no order came too late: the fence was not tried");
  }
  const text = `${pauses} pauses, ${kills} of them kills: ${takeovers} takeovers, ${orders} orders, ${tooLate} of former traders refused as too late; ${acceptedFromFormer} accepted from former traders, ${duplicates} twice, ${unresolved} unresolved`;
  return { summary, text, failures };
}
