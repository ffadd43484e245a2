import type { Sandbox } from "@depthwire/sandbox";
import type { Finding } from "../case.js";
import type { ClientLine, StrangeLines } from "../client/client-line.js";
import { ClientProcess } from "../client/client-process.js";
import { isSoon } from "../client/until.js";
import { limits } from "../limits.js";
import { pair, startVenue, withKeyFile } from "../venue.js";

/** A client that trades, and its venue. */
export interface TradingStage {
  readonly sandbox: Sandbox;
  readonly client: ClientProcess;
  /** A client order id that nobody has used. */
  nextId(): string;
}

/** How a client that trades is started. */
export interface TradingStart {
  readonly command: string;
  readonly task: "orders" | "fills";
  readonly seed: number;
}

/** What there is to say of a client that has ended too early. */
export function clientEnded({ hasEnded, complaint }: ClientProcess): readonly Finding[] {
  return hasEnded ? [{ kind: "client-ended", what: complaint.split("\n").at(-1) ?? "" }] : [];
}

/**
 * Runs a client beside a venue of its own.
 *
 * @param findings gets what keeps it from beginning
 * @returns lines of it that could not be read
 */
export async function withTradingClient(
  { command, task, seed }: TradingStart,
  heard: (line: ClientLine) => void,
  use: (stage: TradingStage) => Promise<void>,
  findings: Finding[],
): Promise<StrangeLines> {
  const sandbox = await startVenue(seed);
  try {
    return await withKeyFile(sandbox, async (keyFile) => {
      const { pushUrl, restUrl } = sandbox;
      const { toleranceMs } = limits;
      let isReady = false;
      const client = new ClientProcess({ command, task, pair, pushUrl, restUrl, keyFile, toleranceMs }, (line) => {
        isReady ||= line.kind === "ready";
        heard(line);
      });
      try {
        await isSoon(limits.readyWithinMs, () => isReady || client.hasEnded);
        if (isReady) {
          let next = Date.now() * 1_000;
          await use({ sandbox, client, nextId: () => String(next++) });
        } else {
          const ended = clientEnded(client);
          findings.push(
            ...(ended.length > 0 ? ended : [{ kind: "client-not-ready", what: "it never said so" } as const]),
          );
        }
      } finally {
        await client.end();
      }
      return client.strange;
    });
  } finally {
    await sandbox.close();
  }
}
