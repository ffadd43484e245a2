import { fileURLToPath } from "node:url";
import type { ChildOrders, ChildReport } from "./child-orders.js";
import { Victim } from "./victim.js";

/** Both the sources and what is built from them start the built one. */
const childFile = fileURLToPath(new URL("../../dist/crash/child.js", import.meta.url));

/** Starts a sandbox that is going to be killed. */
export function sandboxVictim(orders: ChildOrders): Victim<ChildReport> {
  return new Victim<ChildReport>(childFile, orders);
}
