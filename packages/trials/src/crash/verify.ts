import { StoreError } from "@depthwire/core";
import { parseExact } from "@depthwire/core/internal";
import { checkData } from "@depthwire/sandbox";
import type { Acknowledged } from "./acknowledged.js";
import type { Client } from "./client.js";
import type { CrashTally } from "./tally.js";

/** What the demo account has in its wallet at first. */
const firstWallet = 10_000;

const walletAccount = "user/100001/wallet/USDT";

/** Most ids of one question. */
const maxIds = 100;

/** Looks at what a dead sandbox has left behind, before anybody goes on with it. */
export async function verifyDirectory(directory: string, known: Acknowledged, tally: CrashTally): Promise<void> {
  try {
    const { unbalanced, replayIsEqual, balances, tookMs, commands, exchange } = await checkData(directory);
    tally.recoveryMs.push(tookMs);
    tally.commands = Math.max(tally.commands, commands);
    if (unbalanced.length > 0) {
      tally.harm(`the accounts of ${unbalanced.join(", ")} do not add up to 0`);
    }
    if (replayIsEqual !== undefined) {
      tally.replays += 1;
    }
    if (replayIsEqual === false) {
      tally.harm("all commands lead to another state than the snapshot");
    }
    verifyWallet(Number(balances.get(walletAccount) ?? firstWallet), known, tally);
    const [pair = ""] = exchange.markets.map((market) => market.pair);
    const seq = exchange.published(pair)?.seq ?? 0;
    if (seq < known.depth.seq) {
      tally.lose(1, `the depth ${known.depth.seq} was seen, and ${seq} is the latest`);
    }
  } catch (error) {
    // Killed before its very first word, it has left an empty directory.
    if (!(error instanceof StoreError)) {
      throw error;
    }
    if (error.code !== "store-foreign" || known.ids.size > 0) {
      tally.harm(error.message);
    }
  }
}

/** Acknowledged transfers have happened, unanswered ones may have. */
function verifyWallet(wallet: number, known: Acknowledged, tally: CrashTally): void {
  const moved = firstWallet - wallet;
  if (moved < known.transfers) {
    tally.lose(known.transfers - moved, `${known.transfers} transfers of which ${moved} are there`);
  }
  if (moved > known.transfers + known.openTransfers) {
    tally.harm(`${moved} transfers of ${known.transfers} that were asked for`);
  }
  known.transfers = moved;
  known.openTransfers = 0;
}

/** Asks a sandbox that goes on, as a client would. Stops early when it is killed meanwhile. */
export async function verifyAnswers(
  client: Client,
  pair: string,
  known: Acknowledged,
  tally: CrashTally,
): Promise<void> {
  await verifyDepth(client, pair, known, tally);
  while (known.fresh.size > 0) {
    const ids = [...known.fresh].slice(0, maxIds);
    const answer = await client.post("/v3/cbu/order/listBatchByClientOid", { order_ids: ids });
    if (answer === undefined) {
      return;
    }
    const found = ordersIn(answer.text);
    for (const id of ids) {
      known.fresh.delete(id);
      if (found.get(id) !== known.orders.get(id)) {
        tally.lose(1, `the order ${known.orders.get(id)} with the client id ${id} is ${found.get(id) ?? "not there"}`);
      }
    }
  }
}

function ordersIn(text: string): ReadonlyMap<string, string> {
  const { result } = parseExact(text) as { readonly result?: readonly Record<string, unknown>[] };
  return new Map((result ?? []).map(({ coi, oi }) => [textOf(coi), textOf(oi)]));
}

/** An id as text, whatever it came as. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null && "text" in value ? String(value.text) : String(value);
}

async function verifyDepth(client: Client, pair: string, known: Acknowledged, tally: CrashTally): Promise<void> {
  const { seq, text } = known.depth;
  if (seq === 0) {
    return;
  }
  const answer = await client.get(`/_sandbox/book/${pair}?seq=${seq}`);
  if (answer !== undefined && answer.text !== text) {
    tally.harm(`the depth ${seq} is not what was seen`);
  }
}
