import type { Logger } from "@depthwire/core";
import type { ExchangeHost } from "../exchange-host.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { DepthPublisher } from "../push/depth-publisher.js";

/** What REST handlers work with. */
export interface RestServices {
  readonly host: ExchangeHost;
  readonly depth: DepthPublisher;
  readonly faults: FaultPlan;
  readonly logger: Logger | undefined;
  /** The sandbox's own addresses as a client reaches them. */
  readonly addresses: { readonly rest: string; readonly push: string };
}
