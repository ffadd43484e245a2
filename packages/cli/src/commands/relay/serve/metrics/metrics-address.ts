import { InvalidArgumentError } from "commander";

/** Where figures are shown. */
export interface MetricsAddress {
  /** Address to listen at. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

const usualHost = "127.0.0.1";
const maxPort = 65_535;

/** Reads `127.0.0.1:9464`, `[::1]:9464`, or a port alone. @throws InvalidArgumentError */
export function metricsAddress(text: string): MetricsAddress {
  const [, named, bracketed, digits] = /^(?:(?:([^\s:[\]]+)|\[([0-9a-f:.]+)\]):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > maxPort) {
    throw new InvalidArgumentError("It takes HOST:PORT, such as 127.0.0.1:9464, or a port of this computer alone.");
  }
  return { host: named ?? bracketed ?? usualHost, port };
}
