import { setTimeout as sleep } from "node:timers/promises";
import type { NatsCluster } from "../nats-cluster/nats-cluster.js";
import type { HolderProcess } from "./holder-process.js";

/** What happens to holders and to the servers that their leases are on. */
export const leaseFaults = [
  "holder-stops",
  "holder-dies",
  "holder-cut-off",
  "holder-network-hangs",
  "holder-gives-back",
  "server-dies",
  "server-hangs",
  "server-cut-off",
] as const;

/** One of {@link leaseFaults}. */
export type LeaseFault = (typeof leaseFaults)[number];

/** Whom a fault can meet. */
export interface LeaseScene {
  readonly cluster: NatsCluster;
  readonly holders: readonly HolderProcess[];
}

/** Makes one fault last so long, and heals it. */
export async function makeFault(
  fault: LeaseFault,
  { cluster, holders }: LeaseScene,
  { holder, server, lastsMs }: { readonly holder: HolderProcess; readonly server: number; readonly lastsMs: number },
): Promise<void> {
  const met = cluster.servers[server];
  switch (fault) {
    case "holder-stops":
      holder.stop();
      await sleep(lastsMs);
      holder.wake();
      break;
    case "holder-dies":
      await holder.kill();
      await sleep(lastsMs);
      holder.start();
      break;
    case "holder-cut-off":
      holder.access.cut();
      await sleep(lastsMs);
      holder.access.heal();
      break;
    case "holder-network-hangs":
      holder.access.hold();
      await sleep(lastsMs);
      holder.access.heal();
      break;
    case "holder-gives-back":
      holder.send({ kind: "give-back" });
      break;
    case "server-dies":
      await met?.kill();
      await sleep(lastsMs);
      await met?.start();
      break;
    case "server-hangs":
      met?.stop();
      await sleep(lastsMs);
      met?.wake();
      break;
    case "server-cut-off":
      cluster.cutRoutes(server);
      for (const { access } of holders) {
        access.cut(server);
      }
      await sleep(lastsMs);
      cluster.healRoutes(server);
      for (const { access } of holders) {
        access.heal(server);
      }
      break;
  }
}
