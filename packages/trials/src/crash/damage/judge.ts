import { errorCodes, StoreError } from "@depthwire/core";
import { startSandbox } from "@depthwire/sandbox";
import { Acknowledged } from "../acknowledged.js";
import { Client } from "../client.js";
import { CrashTally } from "../tally.js";
import { verifyAnswers, verifyDirectory } from "../verify.js";
import type { KnownText, Trial, Verdict } from "./verdict.js";

/** These say what is wrong with a directory, and what to do. Any other code does not answer damage. */
const telling: readonly string[] = ["store-changed", "store-older", "store-corrupt", "store-version"];

/** Starts a venue whose directory was harmed, and looks at what it did. */
export async function judge({ directory, pair, olderState, known }: Trial): Promise<Verdict> {
  const tally = new CrashTally();
  const options = { pairs: [pair], requestsPerWindow: 0, dataDirectory: directory, olderState };
  try {
    const sandbox = await startSandbox(options);
    try {
      const { recovery = { last: 0, replayed: 0, tookMs: 0 } } = sandbox;
      const client = new Client({ ...sandbox, ...sandbox.credential, recovery });
      await verifyAnswers(client, pair, readKnown(known), tally);
      client.close();
    } finally {
      await sandbox.close();
    }
    if (sandbox.failure !== undefined) {
      return { kind: "untyped", text: sandbox.failure.message };
    }
    await verifyDirectory(directory, readKnown(known), tally);
  } catch (error) {
    return judgeError(error);
  }
  const [finding] = tally.findings;
  if (finding === undefined) {
    return { kind: "same", text: "" };
  }
  return { kind: tally.lost > 0 ? "silently-older" : "untyped", text: finding };
}

/** Whether an error says what is wrong and what to do. */
export function judgeError(error: unknown): Verdict {
  if (!(error instanceof StoreError)) {
    return { kind: "untyped", text: String(error) };
  }
  const { code, message } = error as StoreError;
  if (!telling.includes(code) || errorCodes[code].remedy === "") {
    return { kind: "untyped", text: message };
  }
  return { kind: "refused", text: code };
}

function readKnown({ orders, transfers, openTransfers, depth }: KnownText): Acknowledged {
  const known = new Acknowledged();
  for (const [clientOrderId, orderId] of orders) {
    known.order(clientOrderId, orderId);
  }
  return Object.assign(known, { transfers, openTransfers, depth });
}
