import { openAccelerator } from "@depthwire/accelerator";
import { Credential } from "@depthwire/core";
import type { AcceleratorOrders, AcceleratorReport } from "./child-orders.js";

/** What this process is to do stands in its one argument. It is going to be killed. */
const orders = JSON.parse(process.argv[2] ?? "{}") as AcceleratorOrders;
const { restUrl, pushUrl, serviceName, directory, toleranceMs } = orders;

const accelerator = await openAccelerator({
  venue: {
    addresses: [pushUrl],
    restAddress: restUrl,
    serviceName,
    rest: { throttle: { limit: 2_000, reserve: {} } },
    backoff: { firstWindowMs: 50, maxWindowMs: 100 },
  },
  port: 0,
  credential: new Credential(orders),
  trader: { outcomes: { toleranceMs, marginMs: 200 } },
  ...(directory === undefined ? {} : { data: { directory, venue: "the venue of this trial" } }),
});
const report: AcceleratorReport = { url: accelerator.url, startMs: Math.round(performance.now()) };
process.stdout.write(`${JSON.stringify(report)}\n`);
// Nobody waits for a child whose parent is gone.
process.stdin.on("end", () => process.exit(0)).resume();
