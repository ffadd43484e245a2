import { type DataRuntime, hostAccelerator } from "@depthwire/accelerator/internal";
import type { Clock, Logger } from "@depthwire/core";
import type { ClientNetwork } from "../network/client-network.js";

/** Ports and options of an accelerator that a planted fault stands in for. */
export interface AcceleratorParts {
  readonly clock: Clock;
  readonly network: ClientNetwork;
  readonly logger: Logger;
  readonly data: DataRuntime;
  readonly host: typeof hostAccelerator;
}

/** The parts of an accelerator with nothing planted. */
export function usualAcceleratorParts(
  clock: Clock,
  network: ClientNetwork,
  { logger, data }: { readonly logger: Logger; readonly data: DataRuntime },
): AcceleratorParts {
  return { clock, network, logger, data, host: hostAccelerator };
}
