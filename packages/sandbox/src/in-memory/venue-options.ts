import type { DataOptions } from "../journal/data-options.js";
import type { SandboxOptions } from "../options.js";

/** What means nothing without a port. */
type PortOption = "port" | "whenPortIsTaken" | "host" | "allowHosts" | "allowOrigins" | "maxConnectionsPerAddress";

/** How a venue in memory is set up: as a sandbox, but for its port and its clock. One pair by default. */
export interface InMemoryVenueOptions extends Omit<SandboxOptions, PortOption | "clock" | keyof DataOptions> {
  /** Epoch milliseconds at which its time starts; 2026-01-01 by default. */
  readonly startMs?: number;
}

/** One pair where nobody says which, unless a recorded market does. */
export function usualPairsOf({ market }: Pick<SandboxOptions, "market">): Pick<SandboxOptions, "pairs"> {
  return market === undefined ? { pairs: 1 } : {};
}
