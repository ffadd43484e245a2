import { fileURLToPath } from "node:url";
import type { ClusterAccess } from "../nats-cluster/nats-cluster.js";
import { TrialProcess } from "../nats-cluster/trial-process.js";
import type { HolderNote, HolderOrders, ToHolder } from "./holder-messages.js";

/** Both the sources and what is built from them start the built one. */
const holderFile = fileURLToPath(new URL("../../dist/relay-leases/holder.js", import.meta.url));

/** What is the same in every life of a holder. */
export type HolderPlan = Omit<HolderOrders, "name" | "servers">;

/** A process that wants leases, and its ways to the servers. Each life has a name of its own, as every process must. */
export class HolderProcess extends TrialProcess<HolderOrders, HolderNote, ToHolder> {
  readonly access: ClusterAccess;
  readonly #place: number;

  constructor(place: number, access: ClusterAccess, plan: HolderPlan, heard: (name: string, note: HolderNote) => void) {
    super({
      file: holderFile,
      orders: (life) => ({ ...plan, name: nameOf(place, life), servers: access.addresses }),
      heard: (note, life) => heard(nameOf(place, life), note),
    });
    this.#place = place;
    this.access = access;
  }

  get name(): string {
    return nameOf(this.#place, this.life);
  }
}

function nameOf(place: number, life: number): string {
  return `holder-${place}-${life}`;
}
