import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { uncaughtFinding } from "./attempt.js";
import { CurrentInput, type FuzzOrders, type WorkerFailure, type WorkerReport } from "./worker-messages.js";

const workerFile = fileURLToPath(new URL("../../dist/fuzz/worker.js", import.meta.url));
/** CPU time that one input may take before it counts as one that never ends. */
const usualEndlessCpuMs = 20_000;
const lookEveryMs = 500;

/**
 * Runs one target in a thread. An input that never ends is reported as slow, and ends the target's run.
 *
 * @throws Error when the harness itself fails
 */
export async function runTarget(
  orders: Omit<FuzzOrders, "current">,
  endlessCpuMs: number = usualEndlessCpuMs,
): Promise<WorkerReport> {
  const current = new CurrentInput();
  const worker = new Worker(workerFile, { workerData: { ...orders, current: current.buffer } satisfies FuzzOrders });
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<WorkerReport>((resolve, reject) => {
      const giveUp = (finding: WorkerReport["crashers"][number]["finding"]): void => {
        const { begun, input } = current;
        resolve({ inputs: begun, taken: 0, edges: 0, kept: 0, crashers: [{ finding, input }] });
      };
      worker.on("message", (report: WorkerReport | WorkerFailure) => {
        if ("failure" in report) {
          reject(new Error(`target ${orders.target}: ${report.failure}`));
        } else {
          resolve(report);
        }
      });
      worker.on("error", (error) => giveUp(uncaughtFinding(error)));
      worker.on("exit", (code) => giveUp(uncaughtFinding(new Error(`the thread ended with ${code}`))));
      watch = watchEndless(current, endlessCpuMs, () => {
        giveUp({ kind: "slow", signature: "never ends", detail: `more than ${endlessCpuMs} ms of CPU time` });
      });
    });
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

/** CPU time of the process is the worker's: nothing else runs beside it. */
function watchEndless(current: CurrentInput, endlessCpuMs: number, found: () => void): NodeJS.Timeout {
  let { begun } = current;
  let since = process.cpuUsage();
  return setInterval(() => {
    if (current.begun !== begun) {
      begun = current.begun;
      since = process.cpuUsage();
      return;
    }
    const { user, system } = process.cpuUsage(since);
    if (begun > 0 && user + system > endlessCpuMs * 1_000) {
      found();
    }
  }, lookEveryMs);
}
