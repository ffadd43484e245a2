import { Refused } from "../../program/refused.js";
import type { KeyFlags, VenueFlags } from "../../venue/venue-options.js";

/** What the command line says to the doctor. */
export interface DoctorFlags extends VenueFlags, KeyFlags {
  readonly pair?: string;
  readonly port?: readonly string[];
}

/** Ports of sandbox and accelerator. */
const usualPorts = [8090, 8080];

const lastPort = 65_535;

/** Ports that have to be free, and who says so. @throws Refused `usage` */
export function wantedPorts({ port }: DoctorFlags): {
  readonly wanted: readonly number[];
  readonly origin: "usual" | "asked";
} {
  if (port === undefined) {
    return { wanted: usualPorts, origin: "usual" };
  }
  const wanted = port.map((text) => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1 || number > lastPort) {
      throw new Refused("usage", `--port ${text}: it must be a number from 1 to ${lastPort}`);
    }
    return number;
  });
  return { wanted, origin: "asked" };
}
