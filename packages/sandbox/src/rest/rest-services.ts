import type { Logger } from "@depthwire/core";
import type { ApiKeys } from "../api-keys.js";
import type { ExchangeHost } from "../exchange-host.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { Profile } from "../profile.js";
import type { DepthPublisher } from "../push/depth-publisher.js";
import type { RateLimit } from "./rate-limit.js";
import type { WireForms } from "./wire-form.js";

/** What REST handlers work with. */
export interface RestServices {
  readonly host: ExchangeHost;
  readonly depth: DepthPublisher;
  readonly faults: FaultPlan;
  readonly keys: ApiKeys;
  readonly rate: RateLimit;
  /** Whose habits the sandbox has. */
  readonly profile: Profile;
  /** The deployment's name in the names of headers. */
  readonly serviceName: string;
  /** Which forms of a request are taken. */
  readonly wireForms: WireForms;
  readonly logger: Logger | undefined;
  /** The sandbox's own addresses as a client reaches them. */
  readonly addresses: { readonly rest: string; readonly push: string };
}
