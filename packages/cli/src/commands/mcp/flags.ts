import type { KeyFlags, VenueFlags } from "../../venue/venue-options.js";

/** What the command line says to the server. */
export interface McpFlags extends VenueFlags, KeyFlags {
  readonly allowOrders?: true;
  readonly maxValue?: string;
  readonly maxOrdersPerMinute?: string;
  /** Directories that tools may read beside the working directory. */
  readonly files: readonly string[];
  /** How long a query may take. */
  readonly querySeconds: number;
  /** False after `--no-ask`. */
  readonly ask: boolean;
}
