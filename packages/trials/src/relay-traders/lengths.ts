import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { TraderOrders } from "./trader-messages.js";

/** How long a lease, the venue's tolerance and the doubt about its clock last. */
export type Lengths = Pick<TraderOrders, "leaseMs" | "toleranceMs" | "clockMarginMs">;

/** As short as a quiet machine bears: a takeover takes their sum. */
const shortest: Lengths = { leaseMs: 600, toleranceMs: 500, clockMarginMs: 150 };
/** What the start of a trader's modules takes where little else is at work. */
const quietStartMs = 1_500;
/** Beyond it a takeover would take a quarter of a minute. */
const maxFactor = 12;

/** What a trader loads, and nothing more. */
const loads = ["../../../node/dist/index.js", "../../../relay/dist/index.js"].map(
  (path) => `await import(${JSON.stringify(new URL(path, import.meta.url).href)});`,
);

/**
 * The lengths that this machine bears now. A process that gets a tenth of a core cannot renew a lease of 600 ms: nobody
 * would ever trade. What is tried does not depend on the lengths, since stops are drawn in parts of them.
 */
export async function bearableLengths(): Promise<Lengths> {
  return lengthsFor(await startMs());
}

/** @param startedWithinMs what the start of one process took, by the clock */
export function lengthsFor(startedWithinMs: number): Lengths {
  const factor = Math.min(maxFactor, Math.max(1, startedWithinMs / quietStartMs));
  const { leaseMs, toleranceMs, clockMarginMs } = shortest;
  return {
    leaseMs: Math.round(leaseMs * factor),
    toleranceMs: Math.round(toleranceMs * factor),
    clockMarginMs: Math.round(clockMarginMs * factor),
  };
}

async function startMs(): Promise<number> {
  const beganAtMs = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "--eval", loads.join("\n")], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    stdio: "ignore",
  });
  await once(child, "exit");
  return performance.now() - beganAtMs;
}
